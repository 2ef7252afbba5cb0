#include "picture_module.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <filesystem>
#include <stdexcept>

namespace quadrille::cli {

namespace {

/// Where the build and the installation put it, seen from the program.
std::string module_file() {
    std::error_code unknown;
    const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", unknown);
    return (program.parent_path() / ".." / QUADRILLE_MODULES / "pictures.so").lexically_normal();
}

const Pictures* load() {
    const std::string file = module_file();
    void* module = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
    void* function = module == nullptr ? nullptr : dlsym(module, pictures_function);
    if (function == nullptr) throw std::runtime_error(fmt::format("no pictures can be drawn: {}", dlerror()));
    return reinterpret_cast<PicturesFunction>(function)();
}

}  // namespace

const Pictures& pictures() {
    static const Pictures* const loaded = load();
    return *loaded;
}

}  // namespace quadrille::cli
