#include "arguments.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <map>

#include "board_text.hpp"
#include "quadrille/parallel.hpp"
#include "terminal.hpp"

namespace quadrille::cli {

namespace {

constexpr std::array<std::pair<std::string_view, OutputKind>, 4> output_kinds{{
    {"line", OutputKind::line},
    {"grid", OutputKind::grid},
    {"json", OutputKind::json},
    {"csv", OutputKind::csv},
}};

std::vector<std::string> engine_names() {
    std::vector<std::string> names;
    for (const EngineInfo& info : engines()) names.emplace_back(info.name);
    return names;
}

/// True if the text is a plain decimal number, with a point if `fraction`.
bool is_plain_number(const std::string& text, bool fraction) {
    const bool digits = text.find_first_of("0123456789") != std::string::npos;
    return digits && text.find_first_not_of(fraction ? "0123456789." : "0123456789") == std::string::npos;
}

/// What is wrong with the text as a number from `least` to `most`, which `what` says in words; or nothing.
std::string fault_of_number(const std::string& text, const char* what, std::uint64_t least,
                            std::uint64_t most) {
    if (!is_plain_number(text, false)) return fmt::format("'{}' is not {}", text, what);
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || number > most) return fmt::format("'{}' is more than {}", text, most);
    return number < least ? fmt::format("'{}' is not {}", text, what) : "";
}

}  // namespace

CLI::Validator whole_number(std::uint64_t most) {
    return CLI::Validator(
        [most](const std::string& text) { return fault_of_number(text, "a whole number", 0, most); }, "");
}

CLI::Validator at_least_one(std::uint64_t most) {
    return CLI::Validator(
        [most](const std::string& text) {
            return fault_of_number(text, "a whole number of at least 1", 1, most);
        },
        "");
}

CLI::Validator seconds_number() {
    return CLI::Validator(
        [](const std::string& text) {
            return is_plain_number(text, true)
                       ? ""
                       : fmt::format("'{}' is not a number of seconds, as 2 or 0.5", text);
        },
        "");
}

void refuse_idle(const CLI::App& app, std::initializer_list<IdleRule> rules) {
    for (const IdleRule& rule : rules) {
        if (rule.idle && app.count(rule.argument) != 0) throw CLI::ValidationError(rule.reason);
    }
}

CLI::Option* add_files(CLI::App& app, std::vector<std::string>& files, const std::string& description) {
    app.parse_complete_callback([&files] {
        if (std::ranges::count(files, "-") > 1)
            throw CLI::ValidationError("standard input can be named only once");
    });
    return app.add_option("files", files, description)->type_name("FILE");
}

void InputArguments::add_to(CLI::App& app) {
    add_files(app, files, "Files to read; - or none for standard input");
    app.add_option("--from", from, "The format of the input (see quadrille formats); detected by default")
        ->type_name("FORMAT");
    app.add_option("--jobs,-j", jobs,
                   "Threads; the output keeps the order of the input (default: all processors)")
        ->type_name("N")
        ->check(whole_number(std::numeric_limits<unsigned>::max()));
    app.add_flag("--quiet,-q", quiet, "No progress, no remarks on standard error");
    app.add_flag("--verbose", verbose, "Say of each puzzle on standard error what its text was taken for");
    const auto board = [&](CLI::Option* option) { option->group("Board"); };
    board(app.add_option("--side", side,
                         "Cells in a row (default: from the text, or 9 where another board option is given)")
              ->type_name("N")
              ->check(at_least_one(std::numeric_limits<int>::max())));
    board(app.add_option("--boxes", boxes, "Boxes of R rows and C columns")->type_name("RxC"));
    board(app.add_flag("--latin", latin, "No boxes"));
    board(app.add_option("--regions", regions, "Jigsaw regions: a file or the text of side x side labels")
              ->type_name("MAP")
              ->check([](const std::string& map) {
                  return std::string(map.empty() ? "an empty text is no region map" : "");
              }));
    board(app.add_flag("--diagonals", diagonals, "Both diagonals hold every digit"));
    board(app.add_flag("--windows", windows, "Windoku: so do the windows between the box borders"));
    board(app.add_option("--extra", extra,
                         "A further region of different digits, as in \"r1c1 r2c2 r3c3\"; may be repeated")
              ->type_name("CELLS")
              ->allow_extra_args(false));
}

ReadSettings InputArguments::reading() const {
    ReadSettings settings{.format = from, .layout = {}};
    if (side != 0 || !boxes.empty() || !regions.empty() || latin || diagonals || windows || !extra.empty()) {
        const Result<Layout> layout = layout_of(*this);
        if (!layout) throw CLI::ValidationError("board", layout.error().text);
        settings.layout = *layout;
    }
    if (const auto error = check(settings)) {
        throw CLI::ValidationError(error->code == ErrorCode::unknown_name ? "--from" : "board", error->text);
    }
    return settings;
}

unsigned InputArguments::job_count() const { return jobs == 0 ? processor_count() : std::min(jobs, 1024u); }

void SearchArguments::add_to(CLI::App& app) {
    app.add_option("--engine", engine, "The engine (default: the one that suits the puzzle)")
        ->check(CLI::IsMember(engine_names()))
        ->type_name("NAME");
    app.add_option("--nodes", nodes, "Stop after N search points a puzzle; 0 for no bound")
        ->type_name("N")
        ->check(whole_number());
    app.add_option("--timeout", timeout, "Stop after so many seconds a puzzle; 0 for no bound")
        ->type_name("SECONDS")
        ->check(seconds_number());
}

void SearchArguments::add_seed_to(CLI::App& app) {
    app.add_option("--seed", seed,
                   "Which of equal choices is taken, and so which of several solutions comes first: the same "
                   "for the same N (general and learn; the engine of 9x9 boards knows no chance)")
        ->type_name("N")
        ->check(whole_number());
}

void SearchArguments::refuse_idle_seed() const {
    if (seed && engine != "auto" && engine != "general" && engine != "learn")
        throw CLI::ValidationError("--seed is for the engines auto, general and learn");
}

void SearchArguments::add_limit_to(CLI::App& app, const std::string& description) {
    app.add_option("--limit", limit, description)
        ->type_name("N")
        ->check(whole_number())
        ->capture_default_str();
}

SolveSettings SearchArguments::settings() const {
    return {.engine = engine_named(engine).value(),
            .bounds = {.solutions = limit, .nodes = nodes, .seconds = timeout, .stop = &interrupt_flag()},
            .visit = {},
            .seed = seed.value_or(0)};
}

void OutputArguments::add_to(CLI::App& app) {
    std::vector<std::string> names;
    for (const auto& [name, kind] : output_kinds) names.emplace_back(name);
    app.add_option("--to", to, "How to print: line, grid, json or csv (default: line for lines, else grid)")
        ->check(CLI::IsMember(names))
        ->type_name("FORM");
    app.add_option("--colour,--color", colour, "Colour in grids: auto, always or never; auto heeds NO_COLOR")
        ->check(CLI::IsMember({"auto", "always", "never"}))
        ->type_name("WHEN");
    app.add_flag("--stats", stats, "Also nodes, propagations and seconds of each search");
}

Printer OutputArguments::printer(std::vector<std::string_view> columns) const {
    OutputKind chosen = OutputKind::like_input;
    for (const auto& [name, kind] : output_kinds) {
        if (name == to) chosen = kind;
    }
    const bool colourful =
        colour == "always" || (colour == "auto" && output_is_terminal() && !colour_is_refused());
    return {chosen, colourful, std::move(columns)};
}

BatchPlan plan_of(const InputArguments& input, const Printer& printer) {
    BatchPlan plan;
    plan.files = input.files;
    plan.reading = input.reading();
    plan.jobs = input.job_count();
    plan.quiet = input.quiet;
    plan.verbose = input.verbose;
    plan.on_error = [printer](const Error& error, const Place& place, std::string& out) {
        printer.print_error(error, place, out);
    };
    return plan;
}

}  // namespace quadrille::cli
