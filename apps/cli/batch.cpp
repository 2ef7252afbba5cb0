#include "batch.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <new>

#include "cutter.hpp"
#include "quadrille/parallel.hpp"
#include "terminal.hpp"

namespace quadrille::cli {

namespace {

/// What a task leaves behind.
struct Product {
    std::string out;
    std::string messages;
    ExitCode code = ExitCode::answered;
    std::uint64_t records = 0;
    std::uint64_t bytes_read = 0;
    bool cut = false;  ///< interrupted: not all of the task was begun, and nothing may follow
};

/// One thread's work on tasks.
class Worker {
  public:
    Worker(const BatchPlan& plan, TaskSize& size, Progress& progress)
        : plan_(plan), size_(size), reader_(plan.reading), work_(plan.make_work(progress)) {}

    Product operator()(const Task& task) {
        Product product;
        const SaidLater in_turn(product.messages);
        product.bytes_read = task.bytes_read;
        if (!task.unreadable.empty()) {
            product.code = fail({ErrorCode::unreadable, task.unreadable}, {*task.file, 0}, product);
            return product;
        }
        const auto start = std::chrono::steady_clock::now();
        if (task.lines.count > 0) answer_lines(task, product);
        else answer_records(task, product);
        const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
        size_.learn(spent.count(), task.size());
        return product;
    }

  private:
    void answer_lines(const Task& task, Product& product) {
        const LinesAnswered answered = work_.answer_lines(task.lines, product.out);
        product.code = answered.code;
        product.records = answered.puzzles;
        product.cut = answered.code == ExitCode::interrupted;
    }

    void answer_records(const Task& task, Product& product) {
        read(task);
        // After an interrupt the next is still asked for: it may have been answered together with others
        // before it came.
        for (std::size_t i = 0; i < task.end - task.begin && !product.cut; ++i) {
            const RawRecord raw = (*task.batch)[task.begin + i];
            const Place place{*task.file, raw.line};
            if (raw.stage_of != 0) {
                if (!plan_.quiet) note_stage(raw, place, product);
                continue;
            }
            if (!errors_[i]) remark(records_[i], place, product);
            const std::size_t before = product.out.size();
            const ExitCode code =
                errors_[i] ? fail(*errors_[i], place, product) : answer(records_[i], place, product);
            product.code = worse(product.code, code);
            if (code != ExitCode::interrupted) ++product.records;
            product.cut = code == ExitCode::interrupted && product.out.size() == before;
        }
    }

    /// Answers a record; one that takes more memory than there is loses its answer, and no other.
    ExitCode answer(const ReadRecord& record, const Place& place, Product& product) {
        const std::size_t before = product.out.size();
        try {
            return work_.answer(record, place, product.out);
        } catch (const std::bad_alloc&) {
            product.out.resize(std::min(before, product.out.size()));
            fail({ErrorCode::too_large, "not enough memory", place.line}, place, product);
            return ExitCode::stopped;
        }
    }

    /// Reads all records of the task and tells the work of them.
    void read(const Task& task) {
        const std::size_t count = task.end - task.begin;
        if (records_.size() < count) records_.resize(count);
        errors_.clear();
        readable_.clear();
        for (std::size_t i = 0; i < count; ++i) {
            const RawRecord raw = (*task.batch)[task.begin + i];
            errors_.push_back(raw.stage_of == 0 ? reader_.read(raw, records_[i]) : std::nullopt);
            if (!errors_.back() && raw.stage_of == 0) readable_.push_back(&records_[i]);
        }
        if (work_.prepare) work_.prepare(readable_);
    }

    static void note_stage(const RawRecord& raw, const Place& place, Product& product) {
        product.messages += fmt::format(
            "quadrille: {}:{}: a later state of the puzzle of line {}, left out; --from grid or "
            "candidates reads it\n",
            place.file, place.line, raw.stage_of);
    }

    /// What is worth saying of how a record was read.
    void remark(const ReadRecord& record, const Place& place, Product& product) {
        if (plan_.verbose) {
            product.messages +=
                fmt::format("quadrille: {}:{}: {}\n", place.file, place.line, describe(record));
        }
        if (record.solution_fault.empty() || plan_.quiet) return;
        product.messages += fmt::format("quadrille: {}:{}: the solution beside the puzzle is wrong: {}\n",
                                        place.file, place.line, record.solution_fault);
    }

    ExitCode fail(const Error& error, const Place& place, Product& product) {
        product.messages += "quadrille: ";
        if (error.line > 0) product.messages += fmt::format("{}:{}:", place.file, error.line);
        if (error.line > 0 && error.column > 0) product.messages += fmt::format("{}:", error.column);
        product.messages += (error.line > 0 ? " " : "") + error.text + "\n";
        plan_.on_error(error, place, product.out);
        return ExitCode::malformed_input;
    }

    const BatchPlan& plan_;
    TaskSize& size_;
    Reader reader_;
    std::vector<ReadRecord> records_;
    std::vector<std::optional<Error>> errors_;
    std::vector<const ReadRecord*> readable_;
    Work work_;
};

}  // namespace

ExitCode run_batch(const BatchPlan& plan) {
    if (plan.files.empty() && input_is_terminal()) say("reading from the terminal; end with Ctrl-D");
    TaskSize size(plan.one_by_one);
    StopFlag output_lost;
    Cutter cutter(plan, size, output_lost);
    Progress progress(plan.quiet, plan.unit, cutter.total_bytes());
    ExitCode code = ExitCode::answered;
    const auto consume = [&](const Product& product) {
        progress.advance(product.records, product.bytes_read);
        if (!product.out.empty() || !product.messages.empty()) progress.clear();
        if (!product.messages.empty()) write_messages(product.messages);
        code = worse(code, product.code);
        if (write_out(product.out)) return !product.cut;
        code = worse(code, ExitCode::output_lost);
        output_lost.request();
        return false;
    };
    if (!write_out(plan.prologue)) return ExitCode::output_lost;
    OrderedLine<Task, Product>::run(
        plan.jobs, {[&] { return cutter.next(); },
                    [&] {
                        auto worker = std::make_shared<Worker>(plan, size, progress);
                        return [worker](const Task& task) { return (*worker)(task); };
                    },
                    consume, cutter.total_bytes().has_value(), [] { interrupt_flag().request(); }});
    progress.clear();
    if (code != ExitCode::output_lost && !write_out(plan.epilogue)) code = ExitCode::output_lost;
    if (!interrupt_flag().requested()) return code;
    if (!plan.quiet) say(fmt::format("interrupted; {} done: {}", plan.unit, progress.done()));
    return worse(code, ExitCode::interrupted);
}

}  // namespace quadrille::cli
