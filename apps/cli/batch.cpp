#include "batch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <memory>

#include "progress.hpp"
#include "quadrille/parallel.hpp"
#include "source.hpp"
#include "terminal.hpp"

namespace quadrille::cli {

namespace {

/// Some records of one batch, or the news that a file cannot be read.
struct Task {
    std::shared_ptr<const RecordBatch> batch;
    std::size_t begin = 0;
    std::size_t end = 0;
    std::shared_ptr<const std::string> file;
    std::string unreadable;
    std::uint64_t bytes_read = 0;  ///< of the whole input, before this task
};

/// What a task leaves behind.
struct Product {
    std::string out;
    std::string messages;
    ExitCode code = ExitCode::answered;
    std::uint64_t records = 0;
    std::uint64_t bytes_read = 0;
};

/// How many records make a task: doubled while tasks are short, halved while they are long.
class TaskSize {
  public:
    std::size_t now() const { return size_.load(std::memory_order_relaxed); }
    void learn(double seconds, std::size_t records) {
        const std::size_t size = now();
        if (seconds < 0.001 && records == size)
            size_.store(std::min(size * 2, most), std::memory_order_relaxed);
        else if (seconds > 0.01) size_.store(std::max<std::size_t>(size / 2, 1), std::memory_order_relaxed);
    }

  private:
    static constexpr std::size_t most = 4096;
    std::atomic<std::size_t> size_{1};
};

/// Cuts the input into tasks. Runs on one thread.
class Cutter {
  public:
    Cutter(const BatchPlan& plan, const TaskSize& size, const StopFlag& output_lost)
        : source_(plan.files, [&] { return interrupt_flag().requested() || output_lost.requested(); }),
          splitter_(plan.reading),
          size_(size) {}

    std::optional<Task> next() {
        while (batch_ == nullptr || next_ == batch_->size()) {
            if (take()) continue;
            if (at_end_) return {};
            Source::Step step = source_.next();
            if (file_ == nullptr || *file_ != source_.name())
                file_ = std::make_shared<std::string>(source_.name());
            switch (step.event) {
                case Source::Event::bytes:
                    bytes_ += step.text.size();
                    splitter_.feed(step.text);
                    break;
                case Source::Event::end_of_file: splitter_.flush(); break;
                case Source::Event::unreadable: return Task{{}, 0, 0, file_, step.text, bytes_};
                case Source::Event::end: at_end_ = true; break;
            }
        }
        if (interrupt_flag().requested()) return {};
        const std::size_t begin = next_;
        next_ = std::min(begin + size_.now(), batch_->size());
        return Task{batch_, begin, next_, file_, {}, bytes_};
    }

    std::optional<std::uint64_t> total_bytes() const { return source_.total_bytes(); }

  private:
    /// The records that are complete, as a batch of their own: earlier ones may still be worked on.
    bool take() {
        auto batch = std::make_shared<RecordBatch>();
        if (!splitter_.take(*batch)) return false;
        batch_ = std::move(batch);
        next_ = 0;
        return true;
    }

    Source source_;
    Splitter splitter_;
    const TaskSize& size_;
    std::shared_ptr<const RecordBatch> batch_;
    std::size_t next_ = 0;
    std::shared_ptr<const std::string> file_;
    std::uint64_t bytes_ = 0;
    bool at_end_ = false;
};

/// One thread's work on tasks.
class Worker {
  public:
    Worker(const BatchPlan& plan, TaskSize& size)
        : plan_(plan), size_(size), reader_(plan.reading), work_(plan.make_work()) {}

    Product operator()(const Task& task) {
        Product product;
        product.bytes_read = task.bytes_read;
        if (!task.unreadable.empty()) {
            product.code = fail({ErrorCode::unreadable, task.unreadable}, {*task.file, 0}, product);
            return product;
        }
        const auto start = std::chrono::steady_clock::now();
        read(task);
        // After an interrupt the rest is still asked for: some may have been answered together before it
        // came.
        for (std::size_t i = 0; i < task.end - task.begin; ++i) {
            const Place place{*task.file, (*task.batch)[task.begin + i].line};
            const ExitCode code = errors_[i] ? fail(*errors_[i], place, product)
                                             : work_.answer(records_[i], place, product.out);
            product.code = worse(product.code, code);
            if (code != ExitCode::interrupted) ++product.records;
        }
        const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
        size_.learn(spent.count(), task.end - task.begin);
        return product;
    }

  private:
    /// Reads all records of the task and tells the work of them.
    void read(const Task& task) {
        const std::size_t count = task.end - task.begin;
        if (records_.size() < count) records_.resize(count);
        errors_.clear();
        readable_.clear();
        for (std::size_t i = 0; i < count; ++i) {
            errors_.push_back(reader_.read((*task.batch)[task.begin + i], records_[i]));
            if (!errors_.back()) readable_.push_back(&records_[i]);
        }
        if (work_.prepare) work_.prepare(readable_);
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
    TaskSize size;
    StopFlag output_lost;
    Cutter cutter(plan, size, output_lost);
    Progress progress(plan.quiet, plan.unit, cutter.total_bytes());
    ExitCode code = ExitCode::answered;
    const auto consume = [&](const Product& product) {
        progress.advance(product.records, product.bytes_read);
        if (!product.out.empty() || !product.messages.empty()) progress.clear();
        if (!product.messages.empty()) write_messages(product.messages);
        code = worse(code, product.code);
        if (write_out(product.out)) return true;
        code = worse(code, ExitCode::output_lost);
        output_lost.request();
        return false;
    };
    if (!write_out(plan.prologue)) return ExitCode::output_lost;
    OrderedLine<Task, Product>::run(plan.jobs, {[&] { return cutter.next(); },
                                                [&] {
                                                    auto worker = std::make_shared<Worker>(plan, size);
                                                    return [worker](const Task& task) {
                                                        return (*worker)(task);
                                                    };
                                                },
                                                consume});
    progress.clear();
    if (!interrupt_flag().requested()) return code;
    if (!plan.quiet) say(fmt::format("interrupted; {} done: {}", plan.unit, progress.done()));
    return worse(code, ExitCode::interrupted);
}

}  // namespace quadrille::cli
