#include "pictures.hpp"

#include <algorithm>

namespace quadrille::cli {

std::string one_line(std::string_view note) {
    std::string line(note);
    std::replace_if(
        line.begin(), line.end(), [](char c) { return c >= 0 && c < ' '; }, ' ');
    return line;
}

void PictureArguments::add_to(CLI::App& app) {
    const auto picture = [](CLI::Option* option) {
        return option->group("Pictures (--to svg, png, pdf, html)");
    };
    picture(app.add_option("--per-page", per_page,
                           "So many puzzles on a page of paper: 1, 2, 4 or 6 (default: each "
                           "alone on a page of its own size)")
                ->check(CLI::IsMember({"1", "2", "4", "6"}))
                ->type_name("N"));
    picture(app.add_option("--paper", paper, "a4 or letter")
                ->check(CLI::IsMember({"a4", "letter"}))
                ->type_name("SIZE")
                ->capture_default_str());
    picture(app.add_option("--title", title, "A title on top of every page")->type_name("TEXT"));
    picture(app.add_flag("--solutions", solutions, "Solve the puzzles and put the solutions at the end"));
    picture(app.add_option("--timeout", timeout, "For --solutions: stop after so many seconds a puzzle")
                ->type_name("SECONDS")
                ->check(seconds_number()));
    picture(
        app.add_option("--output,-o", output, "Write to this file; of several pictures NAME-1, NAME-2 ...")
            ->type_name("NAME"));
}

std::optional<PictureKind> picture_named(std::string_view name) {
    for (const PictureInfo& info : picture_kinds) {
        if (info.name == name) return info.kind;
    }
    return {};
}

}  // namespace quadrille::cli
