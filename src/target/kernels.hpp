// The instruction sets that the vector code of this room is compiled for. To be included before Highway's
// foreach_target.hpp; a file's last part picks its functions with QUADRILLE_PICK.
#pragma once

#include <span>

namespace quadrille::target {

enum class Kernel { portable, sse4, avx2 };

/// Those this machine can run, the fastest first; never empty.
std::span<const Kernel> kernels();
inline Kernel fastest_kernel() { return kernels().front(); }

}  // namespace quadrille::target

// Vectors of 256 bits hold all digits of a 16x16; wider sets gain nothing, and vectors of unknown length
// cannot be kept in arrays.
#ifndef HWY_DISABLED_TARGETS
#define HWY_DISABLED_TARGETS \
    (HWY_SSSE3 | HWY_AVX3 | HWY_AVX3_DL | HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)
#endif
// Highway as headers only, as in src/nine/kernel.cpp: its library costs milliseconds at the start of a
// program.
#define HWY_BROKEN_EMU128 0
#define HWY_IS_DEBUG_BUILD 0
#define HWY_DISABLE_PCLMUL_AES
#define HWY_DISABLE_F16C

// A step of a kernel. Inlined it is a twentieth faster; with sanitizers it would take the compiler minutes.
#ifdef QUADRILLE_CHECKED
#define QUADRILLE_STEP HWY_NOINLINE
#else
#define QUADRILLE_STEP HWY_INLINE
#endif

#define QUADRILLE_PICK(kernel, function)                   \
    ((kernel) == Kernel::avx2   ? QUADRILLE_AVX2(function) \
     : (kernel) == Kernel::sse4 ? QUADRILLE_SSE4(function) \
                                : HWY_STATIC_DISPATCH(function))
#if defined(__x86_64__) && defined(__GNUC__)
#define QUADRILLE_AVX2(function) N_AVX2::function
#define QUADRILLE_SSE4(function) N_SSE4::function
#else
#define QUADRILLE_AVX2(function) HWY_STATIC_DISPATCH(function)
#define QUADRILLE_SSE4(function) HWY_STATIC_DISPATCH(function)
#endif
