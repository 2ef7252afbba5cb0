// What the program with pictures has beside the commands: it draws.
#include <fmt/core.h>

#include <fstream>
#include <memory>

#include "pictures.hpp"
#include "question.hpp"
#include "terminal.hpp"

namespace quadrille::cli {

namespace {

/// The figures of all puzzles, in order, solved where that was asked for.
class Collector {
  public:
    Collector(const PictureArguments& arguments, const PictureStyle& style)
        : arguments_(arguments), style_(style) {}

    ExitCode operator()(const ReadRecord& record, const Place& place) {
        if (figures.size() > max_figures) return ExitCode::usage;
        if (record.puzzle.side() > max_drawn_side) {
            say(fmt::format("{}:{}: a side of {} is too large to draw; {} is the most", place.file,
                            place.line, record.puzzle.side(), max_drawn_side));
            return ExitCode::malformed_input;
        }
        Figure figure{.puzzle = record.puzzle};
        if (record.alphabet != Alphabet::numbers) {
            for (int digit = 1; digit <= record.puzzle.side(); ++digit)
                figure.symbols.push_back(text_of(record.alphabet, static_cast<Digit>(digit)));
        }
        figure.title = fmt::format("{}", figures.size() + 1);
        if (style_.with_notes && !record.note.empty())
            figure.title += fmt::format(": {}", one_line(record.note));
        const ExitCode code = arguments_.solutions ? solve(record, place, figure) : ExitCode::answered;
        figures.push_back(std::move(figure));
        return code;
    }

    std::vector<Figure> figures;

  private:
    ExitCode solve(const ReadRecord& record, const Place& place, Figure& figure) {
        SolveSettings settings;
        settings.bounds.seconds = arguments_.timeout;
        settings.bounds.stop = &interrupt_flag();
        const Result<Answer> answer = bench_.solve(record.puzzle, settings);
        require(bool(answer), "some engine takes every puzzle");
        figure.solution = answer->first;
        if (answer->verdict() != Verdict::unique)
            say(fmt::format("{}:{}: {}", place.file, place.line, statement(*answer, settings.bounds)));
        return code_of(*answer, false);
    }

    const PictureArguments& arguments_;
    PictureStyle style_;
    Workbench bench_;
};

/// "page.svg" of several becomes "page-1.svg", "page-2.svg" ...
std::string numbered(const std::string& name, std::size_t number) {
    const std::size_t folder = name.find_last_of('/');
    std::size_t point = name.find_last_of('.');
    if (point == std::string::npos || (folder != std::string::npos && point < folder)) point = name.size();
    return fmt::format("{}-{}{}", name.substr(0, point), number, name.substr(point));
}

bool write_file(const std::string& name, const std::string& bytes) {
    std::ofstream file(name, std::ios::binary);
    file << bytes;
    file.close();
    if (!file) say(fmt::format("cannot write {}", name));
    return bool(file);
}

ExitCode write_files(const std::vector<std::string>& files, const std::string& output, PictureKind kind) {
    if (output.empty() && files.size() > 1) {
        say(fmt::format("{} pictures need --output NAME or --to pdf", files.size()));
        return ExitCode::usage;
    }
    if (output.empty()) {
        const bool binary = kind == PictureKind::png || kind == PictureKind::pdf;
        if (binary && output_is_terminal()) {
            say("a picture on a terminal cannot be read: say --output NAME");
            return ExitCode::usage;
        }
        return write_out(files.front()) ? ExitCode::answered : ExitCode::output_lost;
    }
    for (std::size_t i = 0; i < files.size(); ++i) {
        if (interrupt_flag().requested()) {
            say(fmt::format("interrupted: {} of {} pictures are written", i, files.size()));
            return ExitCode::interrupted;
        }
        if (!write_file(files.size() == 1 ? output : numbered(output, i + 1), files[i]))
            return ExitCode::output_lost;
    }
    return ExitCode::answered;
}

}  // namespace

ExitCode print_pictures(const InputArguments& input, const PictureArguments& arguments,
                        const PictureStyle& style) {
    BatchPlan plan = plan_of(input, Printer(OutputKind::grid, false));
    plan.jobs = 1;  // figures keep their order
    plan.on_error = [](const Error&, const Place&, std::string&) {};
    auto collector = std::make_shared<Collector>(arguments, style);
    plan.make_work = [&](Progress&) {
        return Work{{}, [collector](const ReadRecord& record, const Place& place, std::string&) {
                        return (*collector)(record, place);
                    }};
    };
    const ExitCode code = run_batch(plan);
    std::vector<Figure>& figures = collector->figures;
    if (code == ExitCode::interrupted) return code;
    if (figures.empty()) {
        say("no puzzle to draw");
        return worse(code, ExitCode::malformed_input);
    }
    if (figures.size() == 1 && !style.with_notes) figures.front().title.clear();
    const Result<std::vector<std::string>> files =
        draw(figures, {.kind = style.kind,
                       .per_page = arguments.per_page,
                       .paper = arguments.paper == "a4" ? Paper::a4 : Paper::letter,
                       .title = arguments.title,
                       .with_candidates = style.with_candidates,
                       .solutions_at_end = arguments.solutions,
                       .jobs = input.job_count(),
                       .stop = &interrupt_flag()});
    if (!files) {
        say(files.error().text);
        return ExitCode::usage;
    }
    if (interrupt_flag().requested()) {
        say("interrupted: no picture is written");
        return ExitCode::interrupted;
    }
    return worse(code, write_files(*files, arguments.output, style.kind));
}

}  // namespace quadrille::cli
