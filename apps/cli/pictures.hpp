// Puzzles as pictures and pages: convert --to svg, png, pdf, html.
#pragma once

#include <CLI/CLI.hpp>
#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "arguments.hpp"
#include "quadrille/draw.hpp"

namespace quadrille::cli {

struct PictureInfo {
    std::string_view name;
    PictureKind kind;
    std::string_view summary;
};

inline constexpr std::array<PictureInfo, 4> picture_kinds{{
    {"svg", PictureKind::svg, "a picture a puzzle, or pages of them (--per-page)"},
    {"png", PictureKind::png, "the same in pixels, 144 an inch"},
    {"pdf", PictureKind::pdf, "the same as one document"},
    {"html", PictureKind::html, "one page of tables that needs no other file"},
}};

/// --per-page, --paper, --title, --solutions, --timeout, --output.
struct PictureArguments {
    int per_page = 0;
    std::string paper = "a4";
    std::string title;
    bool solutions = false;
    double timeout = 0;
    std::string output;

    void add_to(CLI::App& app);
};

/// A note with blanks for line ends and other control characters.
std::string one_line(std::string_view note);

/// The kind of that name, or nothing.
std::optional<PictureKind> picture_named(std::string_view name);

/// What convert adds to each picture.
struct PictureStyle {
    PictureKind kind;
    bool with_candidates;
    bool with_notes;
};

/// Reads all puzzles, draws them, writes the files.
ExitCode print_pictures(const InputArguments& input, const PictureArguments& arguments,
                        const PictureStyle& style);

}  // namespace quadrille::cli
