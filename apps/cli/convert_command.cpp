// convert and formats: text in one format, text out in another.
#include <fmt/format.h>

#include <memory>

#include "arguments.hpp"
#include "command.hpp"
#include "terminal.hpp"

namespace quadrille::cli {

namespace {

struct Arguments {
    InputArguments input;
    std::string to = "line";
    bool notes = false;
};

Result<WriteSettings> target_of(const std::string& name) {
    const FormatInfo* format = find_format(name);
    if (format != nullptr && format->writes && !format->is_alphabet)
        return WriteSettings{.format = format, .style = {}};
    std::string known;
    for (const FormatInfo& info : formats()) {
        if (info.writes && !info.is_alphabet)
            known += fmt::format("{}{}", known.empty() ? "" : ", ", info.name);
    }
    return Error{ErrorCode::unknown_name,
                 fmt::format("no format '{}' can be written; there are {}", name, known)};
}

class Converter {
  public:
    Converter(const WriteSettings& target, bool notes) : settings_(target), notes_(notes) {}

    ExitCode operator()(const ReadRecord& record, const Place& place, std::string& out) {
        const std::size_t start = out.size();
        settings_.alphabet = record.alphabet;
        settings_.empty_mark = record.empty_mark;
        if (const auto error = write(record.puzzle, record.puzzle.givens, settings_, out)) {
            out += fmt::format("# error {}:{}: {}\n", place.file, place.line, error->text);
            say(fmt::format("{}:{}: {}", place.file, place.line, error->text));
            return ExitCode::malformed_input;
        }
        if (!notes_ || record.note.empty()) return ExitCode::answered;
        if (out.find('\n', start) + 1 == out.size())
            out.replace(out.size() - 1, 1, fmt::format(" # {}\n", record.note));
        else out.insert(start, fmt::format("# {}\n", record.note));
        return ExitCode::answered;
    }

  private:
    WriteSettings settings_;
    bool notes_;
};

}  // namespace

std::function<ExitCode()> add_convert(CLI::App& app) {
    auto arguments = std::make_shared<Arguments>();
    arguments->input.add_to(app);
    app.add_option("--to", arguments->to, "The format to write (see quadrille formats)")
        ->type_name("FORMAT")
        ->capture_default_str();
    app.add_flag("--notes", arguments->notes, "Keep the text that stands behind a puzzle, as a comment");
    return [arguments] {
        const Result<WriteSettings> target = target_of(arguments->to);
        if (!target) throw CLI::ValidationError("--to", target.error().text);
        BatchPlan plan = plan_of(arguments->input, Printer(OutputKind::grid, false));
        plan.make_work = [&] { return Work{{}, Converter(*target, arguments->notes)}; };
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
            text += fmt::format("{:<13}{:<15}{}\n", info.name, ways, info.summary);
            if (!*examples) continue;
            std::string indented = "    ";
            for (std::size_t i = 0; i < info.example.size(); ++i) {
                indented += info.example[i];
                if (info.example[i] == '\n' && i + 1 < info.example.size()) indented += "    ";
            }
            text += indented + (info.example.ends_with('\n') ? "\n" : "\n\n");
        }
        return write_out(text) ? ExitCode::answered : ExitCode::output_lost;
    };
}

}  // namespace quadrille::cli
