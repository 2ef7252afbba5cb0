// solve, count and check: one search a record, one reply.
#include <fmt/core.h>

#include <array>
#include <memory>

#include "arguments.hpp"
#include "command.hpp"
#include "line_desk.hpp"
#include "quadrille/parallel.hpp"
#include "question.hpp"
#include "terminal.hpp"

namespace quadrille::cli {

namespace {

/// The columns of csv: always, of check, with --why, with --stats.
constexpr std::array<std::string_view, 7> csv_names{"file",  "line",     "verdict", "solutions",
                                                    "exact", "solution", "reason"};
constexpr std::array<std::string_view, 3> check_names{"valid", "minimal", "redundant"};
constexpr std::array<std::string_view, 2> why_names{"engine", "why"};
constexpr std::array<std::string_view, 3> stats_names{"nodes", "propagations", "seconds"};

/// All that the three commands are told.
struct Arguments {
    InputArguments input;
    SearchArguments search;
    OutputArguments output;
    bool unique = false;
    bool all = false;
    bool why = false;
    bool reviews = false;                ///< check
    const Question* question = nullptr;  ///< of solve and count, but for --all
    std::shared_ptr<Threads> threads;    ///< those of the whole command

    /// True if all that is said of a plain line is a grid and the words of the question.
    bool may_skip_records() const {
        const bool any_engine = search.engine == "auto" || search.engine == "nine";
        const bool as_lines = output.to.empty() || output.to == "line";
        return question != nullptr && any_engine && search.timeout == 0 && as_lines && !output.stats &&
               !why && !input.verbose;
    }
};

/// One thread's means to answer.
class Desk {
  public:
    Desk(const Arguments& told, const Printer& answers, Progress& line)
        : arguments(told), settings(told.search.settings()), printer(answers), progress(line) {
        settings.threads = told.threads.get();
        settings.bounds.watch = line.watch();
    }

    /// Searches those of the records to come that can be searched together.
    void prepare(std::span<const ReadRecord* const> records) {
        together_.clear();
        for (const ReadRecord* record : records) {
            if (Workbench::goes_together(record->puzzle, settings)) together_.push_back(&record->puzzle);
        }
        if (answers_.size() < together_.size()) answers_.resize(together_.size());
        next_ = 0;
        if (!together_.empty())
            bench.solve_together(together_, settings, std::span(answers_).first(together_.size()));
    }

    /// Answers a record, now or from before; an error where the engine cannot take it.
    std::optional<Error> ask(const ReadRecord& record) {
        if (next_ < together_.size() && together_[next_] == &record.puzzle) {
            answer_ = &answers_[next_++];
            return {};
        }
        Result<Answer> single = bench.solve(record.puzzle, settings);
        if (!single) return single.error();
        single_ = std::move(*single);
        answer_ = &single_;
        return {};
    }
    /// Of the record asked for last.
    const Answer& answer() const { return *answer_; }

    const Arguments& arguments;
    SolveSettings settings;
    Printer printer;
    Progress& progress;
    Workbench bench;

  private:
    std::vector<const Puzzle*> together_;  // in the order in which they will be asked for
    std::vector<Answer> answers_;
    std::size_t next_ = 0;
    Answer single_;
    const Answer* answer_ = nullptr;
};

/// A verdict of which two solutions make "several", whatever else is known.
std::string_view verdict_name(const Answer& answer) {
    const bool several = answer.verdict() == Verdict::at_least && answer.solutions > 1;
    return name_of(several ? Verdict::several : answer.verdict());
}

/// Why there is no more to say: a contradiction, or what stopped the search.
std::string reason_of(const Answer& answer, const Bounds& bounds) {
    if (!answer.contradiction.empty()) return answer.contradiction;
    return answer.verdict() == Verdict::stopped ? statement(answer, bounds) : "";
}

Facts facts_of(const Desk& desk, const ReadRecord& record, const Place& place, const Answer& answer) {
    Facts facts = Printer::place_facts(place);
    facts["verdict"] = verdict_name(answer);
    facts["solutions"] = answer.solutions;
    facts["exact"] = answer.exact();
    facts["solution"] = answer.first.empty() ? Facts(nullptr) : grid_fact(record.puzzle, answer.first);
    facts["reason"] = reason_of(answer, desk.settings.bounds);
    if (desk.arguments.output.to != "csv") {  // which has no columns for these, and they take their time
        facts["puzzle"] = grid_fact(record.puzzle, record.puzzle.givens);
        facts["board"] = record.puzzle.geometry->describe();
        facts["note"] = record.note;
    }
    facts["engine"] = name_of(answer.engine);
    facts["why"] = answer.why;
    facts["stop"] = name_of(answer.ended);
    if (const auto seed = desk.arguments.search.seed) facts["seed"] = *seed;
    if (!desk.arguments.output.stats) return facts;
    facts["nodes"] = answer.nodes;
    facts["propagations"] = answer.propagations;
    facts["seconds"] = answer.seconds;
    return facts;
}

/// What --stats and --why add to the words.
std::string remarks(const Desk& desk, const Answer& answer) {
    std::string text;
    if (desk.arguments.output.stats) {
        text += fmt::format("; {} nodes, {} propagations, {:.6f} s", answer.nodes, answer.propagations,
                            answer.seconds);
    }
    if (desk.arguments.why) text += fmt::format("; engine {}: {}", name_of(answer.engine), answer.why);
    return text;
}

/// The engine asked for cannot take the puzzle: says so, in its place and as a message.
ExitCode refuse(const Desk& desk, const Error& error, const Place& place, std::string& out) {
    desk.printer.print_error(error, place, out);
    say(fmt::format("{}:{}: {}", place.file, place.line, error.text));
    return ExitCode::usage;
}

/// solve and count.
ExitCode answer_record(Desk& desk, const ReadRecord& record, const Place& place, std::string& out) {
    const Question& question = *desk.arguments.question;
    if (const auto error = desk.ask(record)) return refuse(desk, *error, place, out);
    const Answer& answer = desk.answer();
    if (is_unbegun(answer)) return ExitCode::interrupted;
    Reply reply{question.words(answer, desk.settings.bounds) + remarks(desk, answer), {}, {}};
    if (question.shows_grid) reply.grid = answer.first;
    if (desk.printer.wants_facts()) reply.facts = facts_of(desk, record, place, answer);
    desk.printer.print(reply, record, place, out);
    return question.code(answer, desk.arguments.unique);
}

/// One solution of several.
Reply solution_reply(const Desk& desk, const ReadRecord& record, const Place& place, const Answer& so_far) {
    Reply reply{fmt::format("solution {}", so_far.solutions), so_far.first, {}};
    if (desk.printer.wants_facts()) {
        reply.facts = facts_of(desk, record, place, so_far);
        reply.facts["verdict"] = "solution";
        for (const char* later : {"engine", "why", "stop"}) reply.facts[later] = nullptr;
    }
    return reply;
}

/// Prints every solution as it is found: nothing is kept, so there may be any number. Where facts are
/// printed, and where there is no solution, a last record says what is true of the puzzle. For one job, whose
/// records are done in order.
ExitCode solve_all(Desk& desk, const ReadRecord& record, const Place& place, std::string& out) {
    SolveSettings settings = desk.settings;
    Answer so_far;
    so_far.ended = StopReason::solutions;  // there may be more
    bool lost = false;
    settings.visit = [&](std::span<const Digit> grid) {
        ++so_far.solutions;
        so_far.first.assign(grid.begin(), grid.end());
        desk.printer.print(solution_reply(desk, record, place, so_far), record, place, out);
        desk.progress.clear();
        lost = !write_out(out);  // and with it what stood there before
        out.clear();
        return !lost;
    };
    Result<Answer> answer = desk.bench.solve(record.puzzle, settings);
    if (!answer) return refuse(desk, answer.error(), place, out);
    if (lost) return ExitCode::output_lost;
    if (is_unbegun(*answer)) return ExitCode::interrupted;
    answer->first.clear();
    Reply reply{solve_words(*answer, settings.bounds), {}, {}};
    if (desk.printer.wants_facts()) reply.facts = facts_of(desk, record, place, *answer);
    if (desk.printer.wants_facts() || answer->solutions == 0) desk.printer.print(reply, record, place, out);
    if (!desk.arguments.input.quiet) {
        say(fmt::format("{}:{}: {}", place.file, place.line, statement(*answer, settings.bounds)));
    }
    // The question is every solution: a search that was stopped has not answered it.
    const ExitCode code = answer->verdict() == Verdict::stopped ? ExitCode::stopped : ExitCode::answered;
    return worse(code, code_of(*answer, desk.arguments.unique));
}

std::string check_words(const Desk& desk, const Review& found, int side) {
    const Answer& answer = found.answer;
    if (!answer.contradiction.empty()) return "invalid: " + answer.contradiction;
    if (answer.verdict() == Verdict::none) return "no solution";
    if (answer.solutions > 1) return "valid, several solutions";
    if (answer.verdict() == Verdict::stopped)
        return "valid so far: " + statement(answer, desk.settings.bounds);
    if (found.minimal()) return "valid, unique, minimal";
    if (found.redundant.empty()) return "valid, unique; stopped before any redundant clue was found";
    std::string cells;
    for (Cell cell : found.redundant) cells += " " + name_of_cell(side, cell);
    return fmt::format("valid, unique, not minimal: redundant{}{}", cells,
                       found.complete ? "" : " (stopped before all were tried)");
}

ExitCode check_record(Desk& desk, const ReadRecord& record, const Place& place, std::string& out) {
    const Result<Review> found = review(desk.bench, record.puzzle, desk.settings);
    if (!found) return refuse(desk, found.error(), place, out);
    const Answer& answer = found->answer;
    if (is_unbegun(answer)) return ExitCode::interrupted;
    Reply reply{check_words(desk, *found, record.puzzle.side()) + remarks(desk, answer), {}, {}};
    if (!record.solution_fault.empty()) reply.words += "; the solution beside it is wrong";
    else if (!record.solution.empty()) reply.words += "; the solution beside it is right";
    if (desk.printer.wants_facts()) {
        reply.facts = facts_of(desk, record, place, answer);
        Facts redundant = Facts::array();
        for (Cell cell : found->redundant) redundant.push_back(name_of_cell(record.puzzle.side(), cell));
        reply.facts["valid"] = answer.contradiction.empty() && answer.verdict() != Verdict::none;
        reply.facts["minimal"] =
            answer.verdict() == Verdict::unique && found->complete ? Facts(found->minimal()) : Facts(nullptr);
        reply.facts["redundant"] = std::move(redundant);
        if (!record.solution.empty() || !record.solution_fault.empty())
            reply.facts["solution_beside"] = record.solution_fault.empty() ? "right" : record.solution_fault;
    }
    desk.printer.print(reply, record, place, out);
    const ExitCode code = found->complete ? ExitCode::answered : ExitCode::stopped;
    return worse(code, code_of(answer, desk.arguments.unique));
}

using Answerer = ExitCode (*)(Desk&, const ReadRecord&, const Place&, std::string&);

/// One thread's work: `answer` for records and, for solve and count, what makes them quick.
Work work_of(const std::shared_ptr<Desk>& desk, Answerer answer) {
    const Arguments& arguments = desk->arguments;
    Work work;
    work.answer = [desk, answer](const ReadRecord& record, const Place& place, std::string& out) {
        return answer(*desk, record, place, out);
    };
    if (arguments.question == nullptr) return work;
    work.prepare = [desk](std::span<const ReadRecord* const> records) { desk->prepare(records); };
    if (!arguments.may_skip_records()) return work;
    const auto lines =
        std::make_shared<LineDesk>(*arguments.question, desk->settings.bounds, arguments.unique);
    work.answer_lines = [lines](const PlainLines& text, std::string& out) {
        return lines->answer(text, out);
    };
    return work;
}

std::vector<std::string_view> columns_of(const Arguments& arguments) {
    std::vector<std::string_view> names(csv_names.begin(), csv_names.end());
    const auto add = [&](const auto& more) { names.insert(names.end(), more.begin(), more.end()); };
    if (arguments.reviews) add(check_names);
    if (arguments.why) add(why_names);
    if (arguments.output.stats) add(stats_names);
    return names;
}

ExitCode run(Arguments arguments, Answerer answer) {
    arguments.threads = std::make_shared<Threads>(arguments.input.job_count());
    const Printer printer = arguments.output.printer(columns_of(arguments));
    BatchPlan plan = plan_of(arguments.input, printer);
    plan.prologue = printer.header();
    plan.lines_wanted = arguments.may_skip_records();
    plan.one_by_one = arguments.all;
    plan.make_work = [&](Progress& progress) {
        return work_of(std::make_shared<Desk>(arguments, printer, progress), answer);
    };
    return run_batch(plan);
}

/// One solution never tells whether it is the only one.
void refuse_idle_unique(const CLI::App& app, const Arguments& arguments) {
    refuse_idle(app, {{"--unique", arguments.search.limit == 1, "--unique needs a --limit of 2 or more"}});
}

/// What the three commands have in common.
std::shared_ptr<Arguments> add_common(CLI::App& app) {
    auto arguments = std::make_shared<Arguments>();
    arguments->input.add_to(app);
    arguments->search.add_to(app);
    arguments->output.add_to(app);
    app.add_flag("--why,--explain-engine", arguments->why,
                 "Also the engine that ran and the reason it was chosen");
    return arguments;
}

}  // namespace

std::function<ExitCode()> add_solve(CLI::App& app) {
    auto arguments = add_common(app);
    arguments->search.add_limit_to(
        app, "Look for N solutions: 2 tells whether the first is the only one; 0 for all");
    arguments->search.add_seed_to(app);
    app.add_flag("--unique", arguments->unique, "Exit with code 2 if some puzzle has several solutions");
    app.add_flag("--all", arguments->all, "Print every solution, up to --limit if that is given");
    return [arguments, &app] {
        arguments->search.refuse_idle_seed();
        refuse_idle_unique(app, *arguments);
        if (!arguments->all) {
            arguments->question = &solve_question;
            return run(*arguments, answer_record);
        }
        refuse_idle(app, {{"--jobs", arguments->input.jobs > 1,
                           "--all prints solutions as they are found, by one thread"}});
        if (app.count("--limit") == 0) arguments->search.limit = 0;
        arguments->input.jobs = 1;
        return run(*arguments, solve_all);
    };
}

std::function<ExitCode()> add_count(CLI::App& app) {
    auto arguments = add_common(app);
    arguments->search.add_limit_to(app, "Count up to N solutions; 0 counts all");
    app.add_flag("--unique", arguments->unique, "Exit with code 2 if some puzzle has several solutions");
    arguments->question = &count_question;
    return [arguments, &app] {
        refuse_idle_unique(app, *arguments);
        return run(*arguments, answer_record);
    };
}

std::function<ExitCode()> add_check(CLI::App& app) {
    auto arguments = add_common(app);
    return [arguments] {
        arguments->unique = arguments->reviews = true;
        return run(*arguments, check_record);
    };
}

}  // namespace quadrille::cli
