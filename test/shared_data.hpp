// Data that may stand beside the checkout: tests use it where it is there and pass without.
#pragma once

#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace quadrille::test {

/// The lines of ../shared/data/NAME, unpacked where it ends in .xz; none if it is not there.
inline std::vector<std::string> shared_lines(const std::string& name) {
    const std::filesystem::path path =
        std::filesystem::path(QUADRILLE_SOURCE_DIR).parent_path() / "shared" / "data" / name;
    std::vector<std::string> lines;
    if (!std::filesystem::exists(path)) return lines;
    const std::string command = (path.extension() == ".xz" ? "xz -dc '" : "cat '") + path.string() + "'";
    const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), pclose);
    std::string line;
    for (int symbol = 0; pipe && (symbol = std::fgetc(pipe.get())) != EOF;) {
        if (symbol != '\n') {
            line += static_cast<char>(symbol);
            continue;
        }
        lines.push_back(std::move(line));
        line.clear();
    }
    if (!line.empty()) lines.push_back(line);
    return lines;
}

}  // namespace quadrille::test
