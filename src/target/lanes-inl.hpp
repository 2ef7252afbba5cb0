// What the vector code of this room shares: 16 digits in 16-bit lanes, in one vector or two. Included once
// for each instruction set, after Highway's foreach_target.hpp.
#if defined(QUADRILLE_TARGET_LANES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef QUADRILLE_TARGET_LANES_INL
#undef QUADRILLE_TARGET_LANES_INL
#else
#define QUADRILLE_TARGET_LANES_INL
#endif

#include <hwy/highway.h>

#include <cstdint>

#include "target/bound.hpp"

HWY_BEFORE_NAMESPACE();
namespace quadrille::target::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
using Tag = hn::CappedTag<std::int16_t, 16>;
using V = hn::Vec<Tag>;

HWY_INLINE V load(const std::int16_t* from) { return hn::LoadU(Tag(), from); }
HWY_INLINE void store(V value, std::int16_t* to) { hn::StoreU(value, Tag(), to); }
HWY_INLINE V add(V a, V b) { return hn::SaturatedAdd(a, b); }
HWY_INLINE V none() { return hn::Set(Tag(), dead); }

}  // namespace quadrille::target::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
