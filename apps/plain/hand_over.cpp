// What the plain program has instead of the libraries that draw: the same arguments, nothing read yet, go to
// the program with pictures (apps/pictures), which takes this one's place.
#include <fmt/core.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

#include "pictures.hpp"
#include "terminal.hpp"

namespace quadrille::cli {

namespace {

/// Where the build and the installation put it, seen from this program.
std::string program_with_pictures() {
    std::error_code unknown;
    const std::filesystem::path here = std::filesystem::read_symlink("/proc/self/exe", unknown);
    return (here.parent_path() / ".." / QUADRILLE_PROGRAMS / "quadrille-pictures").lexically_normal();
}

/// The words this program was called with, each ended by a zero.
std::string words() {
    std::ifstream file("/proc/self/cmdline", std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

ExitCode print_pictures(const InputArguments&, const PictureArguments&, const PictureStyle&) {
    std::string called = words();
    std::vector<char*> pointers;
    for (std::size_t at = 0; at < called.size(); at += std::strlen(&called[at]) + 1)
        pointers.push_back(&called[at]);
    pointers.push_back(nullptr);
    const std::string program = program_with_pictures();
    std::error_code unknown;
    if (std::filesystem::equivalent(program, "/proc/self/exe", unknown))
        errno = ELOOP;  // a link back to this program would go round for ever
    else execv(program.c_str(), pointers.data());
    say(fmt::format("no pictures can be drawn: {}: {}", program, std::strerror(errno)));
    return ExitCode::internal_error;
}

}  // namespace quadrille::cli
