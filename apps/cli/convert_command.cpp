// convert and formats: text in one format, text out in another.
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>

#include "arguments.hpp"
#include "command.hpp"
#include "pictures.hpp"
#include "terminal.hpp"
#include "weights.hpp"

namespace quadrille::cli {

namespace {

struct Arguments {
    InputArguments input;
    std::string to = "line";
    bool notes = false;
    std::string weights = "classic";
    bool minimum = false;
    std::string frame = "ascii";
    bool candidates = false;
    bool html = false;
    PictureArguments pictures;
};

constexpr std::array<Alphabet, 4> alphabets{Alphabet::digits, Alphabet::letters, Alphabet::zero_digits,
                                            Alphabet::numbers};

/// What to write: a shape, and the alphabet where it was asked for.
struct Target {
    const FormatInfo* format = nullptr;
    std::optional<Alphabet> alphabet;
};

/// "rows", "letters" (lines in letters) or "rows:letters".
Result<Target> target_of(std::string_view name) {
    Target target;
    std::string_view shape = name.substr(0, name.find(':'));
    std::string_view symbols = shape.size() < name.size() ? name.substr(shape.size() + 1) : "";
    if (find_format(shape) != nullptr && find_format(shape)->is_alphabet && symbols.empty()) {
        symbols = shape;
        shape = "line";
    }
    for (const Alphabet alphabet : alphabets) {
        if (name_of(alphabet) == symbols) target.alphabet = alphabet;
    }
    target.format = find_format(shape);
    const bool writes = target.format != nullptr && target.format->writes && !target.format->is_alphabet;
    if (writes && (symbols.empty() || target.alphabet) && !name.ends_with(':')) {
        if (symbols.empty() || shape == symbols) return target;
        if (auto fault = check(ReadSettings{.format = fmt::format("{}:{}", shape, symbols), .layout = {}}))
            return *fault;  // what nothing reads is not written
        return target;
    }
    std::string known;
    for (const FormatInfo& info : formats()) {
        if (info.writes) known += fmt::format("{}{}", known.empty() ? "" : ", ", info.name);
    }
    known += ", lp";
    for (const PictureInfo& info : picture_kinds) known += fmt::format(", {}", info.name);
    return Error{ErrorCode::unknown_name,
                 fmt::format("no format '{}' can be written; there are {}", name, known)};
}

/// Throws for an argument that would change nothing of what is written.
void refuse_idle_arguments(const CLI::App& app, const Arguments& arguments) {
    const std::string& to = arguments.to;
    const bool html = arguments.html || to == "html";
    const bool paper = !html && picture_named(to).has_value();
    const bool picture = html || paper;
    const bool pages = arguments.pictures.per_page != 0;
    const bool solves = picture && arguments.pictures.solutions;
    const std::string_view shape = std::string_view(to).substr(0, to.find(':'));
    const FormatInfo* const format = find_format(shape);
    const bool grid = !html && shape == "grid";
    const bool noted = to != "lp" && (html || format == nullptr || format->note != NotePlace::nowhere);
    refuse_idle(
        app, {
                 {"--html", to != "html" && app.count("--to") != 0, "--html goes with --to html only"},
                 {"--weights", to != "lp", "--weights goes with --to lp only"},
                 {"--min", to != "lp", "--min goes with --to lp only"},
                 {"--frame", !grid, "--frame goes with --to grid only"},
                 {"--candidates", !grid && !picture, "--candidates goes with --to grid and pictures only"},
                 {"--notes", !noted, "--notes goes with formats that can hold a note only"},
                 {"--output", !picture, "--output goes with --to svg, png, pdf and html only"},
                 {"--solutions", !picture, "--solutions goes with --to svg, png, pdf and html only"},
                 {"--timeout", !solves, "--timeout goes with --solutions only"},
                 {"--per-page", !paper, "--per-page goes with --to svg, png and pdf only"},
                 {"--paper", !paper || !pages, "--paper goes with --per-page only"},
                 {"--title", !html && !(paper && pages), "--title goes with --per-page and --to html only"},
             });
}

class Converter {
  public:
    Converter(const Target& target, const Arguments& arguments)
        : target_(target), settings_{.format = target.format, .style = {}}, arguments_(arguments) {
        settings_.box_drawing = arguments.frame == "box";
        settings_.with_candidates = arguments.candidates;
    }

    ExitCode operator()(const ReadRecord& record, const Place& place, std::string& out) {
        const std::size_t start = out.size();
        settings_.alphabet = target_.alphabet.value_or(record.alphabet);
        settings_.no_other_alphabet = target_.alphabet.has_value();
        settings_.empty_mark = record.empty_mark;
        settings_.note = record.note;
        settings_.solution = record.solution_fault.empty() ? record.solution : std::span<const Digit>();
        if (const auto error = write(record.puzzle, record.puzzle.givens, settings_, out)) {
            out += fmt::format("# error {}:{}: {}\n", place.file, place.line, error->text);
            say(fmt::format("{}:{}: {}", place.file, place.line, error->text));
            return ExitCode::malformed_input;
        }
        if (!arguments_.input.quiet) remark(record, place);
        const NotePlace place_of_note = target_.format->note;
        if (!arguments_.notes || record.note.empty()) return ExitCode::answered;
        if (place_of_note == NotePlace::behind)
            out.replace(out.size() - 1, 1, fmt::format(" # {}\n", one_line(record.note)));
        if (place_of_note == NotePlace::above)
            out.insert(start, fmt::format("# {}\n", one_line(record.note)));
        return ExitCode::answered;
    }

  private:
    /// What the text that was written does not say, and what is wrong with the puzzle itself.
    void remark(const ReadRecord& record, const Place& place) const {
        const auto note = [&](std::string_view text) {
            say(fmt::format("{}:{}: {}", place.file, place.line, text));
        };
        for (const std::string& loss : losses(record.puzzle, record.puzzle.givens, settings_)) note(loss);
        if (const auto fault = contradiction(record.puzzle)) note(*fault + "; written all the same");
    }

    Target target_;
    WriteSettings settings_;
    const Arguments& arguments_;
};

/// Writes target Sudoku as integer programs.
class LinearProgrammer {
  public:
    LinearProgrammer(const ToldWeights& weights, Goal goal) : weights_(weights), goal_(goal) {}

    ExitCode operator()(const ReadRecord& record, const Place& place, std::string& out) {
        const auto objective = weights_.of(record.puzzle.side());
        const auto text = objective ? as_lp_text(record.puzzle, **objective, goal_)
                                    : Result<std::string>(objective.error());
        if (text) {
            out += *text;
            return ExitCode::answered;
        }
        say(fmt::format("{}:{}: {}", place.file, place.line, text.error().text));
        return ExitCode::malformed_input;
    }

  private:
    Weights weights_;
    Goal goal_;
};

}  // namespace

std::function<ExitCode()> add_convert(CLI::App& app) {
    auto arguments = std::make_shared<Arguments>();
    arguments->input.add_to(app);
    app.add_option(
           "--to", arguments->to,
           "The format to write, alphabet or both (see quadrille formats): rows, letters, rows:letters; "
           "or lp, target Sudoku as an integer program")
        ->type_name("FORMAT")
        ->capture_default_str();
    app.add_flag("--notes", arguments->notes, "Keep the text that stands behind a puzzle, as a comment");
    app.add_option("--weights", arguments->weights, std::string("For lp: ") + weights_help)
        ->type_name("NAME|FILE");
    app.add_flag("--min", arguments->minimum, "For lp: the least score instead of the greatest");
    app.add_option("--frame", arguments->frame, "How --to grid draws: ascii or box (box drawing characters)")
        ->check(CLI::IsMember({"ascii", "box"}))
        ->type_name("STYLE")
        ->capture_default_str();
    app.add_flag("--candidates", arguments->candidates,
                 "In grids and pictures also the candidates of empty cells");
    app.add_flag("--html", arguments->html, "The same as --to html");
    arguments->pictures.add_to(app);
    return [arguments, &app] {
        refuse_idle_arguments(app, *arguments);
        if (arguments->to == "lp") {
            const ToldWeights weights = read_weights(arguments->weights);
            const Goal goal = arguments->minimum ? Goal::minimum : Goal::maximum;
            BatchPlan plan = plan_of(arguments->input, Printer(OutputKind::grid, false));
            plan.make_work = [&](Progress&) { return Work{{}, LinearProgrammer(weights, goal)}; };
            return run_batch(plan);
        }
        const auto picture = arguments->html ? PictureKind::html : picture_named(arguments->to);
        if (picture) {
            return print_pictures(arguments->input, arguments->pictures,
                                  {*picture, arguments->candidates, arguments->notes});
        }
        const Result<Target> target = target_of(arguments->to);
        if (!target) throw CLI::ValidationError("--to", target.error().text);
        const bool json = target->format->name == "json-lines";
        BatchPlan plan =
            plan_of(arguments->input, Printer(json ? OutputKind::json : OutputKind::grid, false));
        plan.prologue = target->format->before;
        plan.epilogue = target->format->after;
        plan.make_work = [&](Progress&) { return Work{{}, Converter(*target, *arguments)}; };
        return run_batch(plan);
    };
}

std::function<ExitCode()> add_formats(CLI::App& app) {
    auto examples = std::make_shared<bool>(false);
    app.add_flag("--examples", *examples, "Also an example of each");
    return [examples] {
        std::string text;
        for (const FormatInfo& info : formats()) {
            const char* ways = info.reads && info.writes ? "reads, writes" : info.reads ? "reads" : "writes";
            text += fmt::format("{:<14}{:<15}{}\n", info.name, ways, info.summary);
            if (!*examples) continue;
            std::string indented = "    ";
            for (std::size_t i = 0; i < info.example.size(); ++i) {
                indented += info.example[i];
                if (info.example[i] == '\n' && i + 1 < info.example.size()) indented += "    ";
            }
            text += indented + (info.example.ends_with('\n') ? "\n" : "\n\n");
        }
        for (const PictureInfo& info : picture_kinds)
            text += fmt::format("{:<14}{:<15}{}\n", info.name, "writes", info.summary);
        return write_out(text) ? ExitCode::answered : ExitCode::output_lost;
    };
}

}  // namespace quadrille::cli
