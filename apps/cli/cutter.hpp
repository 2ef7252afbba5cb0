// Bytes to tasks: what the threads of a batch work on, in the order of the input.
//
//     chunk of bytes   | 53..7....6 ... \n | .6..195 ... \n | ... | # note \n | 8...6 ... | 5
//                      '---- plain lines, as they stand -----'   '-- to the splitter: records --'
//
// Plain lines (see PlainLines) go past the splitter where the plan has a use for them and enough stand
// together.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "batch.hpp"
#include "source.hpp"

namespace quadrille::cli {

/// Some records of one batch, some plain lines, or the news that a file cannot be read.
struct Task {
    std::shared_ptr<const RecordBatch> batch{};
    std::size_t begin = 0;
    std::size_t end = 0;
    std::shared_ptr<const std::string> chunk{};  ///< holds the lines
    PlainLines lines{};
    std::shared_ptr<const std::string> file{};
    std::string unreadable{};
    std::uint64_t bytes_read = 0;  ///< of the whole input, before this task

    std::size_t size() const { return lines.count + end - begin; }
};

/// How many puzzles make a task: doubled while tasks are short, halved while they are long.
class TaskSize {
  public:
    explicit TaskSize(bool one_by_one) : most_(one_by_one ? 1 : 1024) {}
    std::size_t now() const { return size_.load(std::memory_order_relaxed); }
    void learn(double seconds, std::size_t puzzles) {
        const std::size_t size = now();
        if (seconds < 0.001 && puzzles == size)
            size_.store(std::min(size * 2, most_), std::memory_order_relaxed);
        else if (seconds > 0.01) size_.store(std::max<std::size_t>(size / 2, 1), std::memory_order_relaxed);
    }

  private:
    const std::size_t most_;
    std::atomic<std::size_t> size_{1};
};

/// Cuts the input into tasks. Runs on one thread.
class Cutter {
  public:
    Cutter(const BatchPlan& plan, const TaskSize& size, const StopFlag& output_lost);

    /// The next task; nothing at the end of the input and after an interrupt.
    std::optional<Task> next();
    std::optional<std::uint64_t> total_bytes() const { return source_.total_bytes(); }

  private:
    bool has_records() const { return batch_ != nullptr && next_ < batch_->size(); }
    bool take_batch();
    void cut_chunk();
    std::optional<std::string> read();
    Task some_records();
    Task some_lines();

    Source source_;
    Splitter splitter_;
    const TaskSize& size_;
    const bool lines_wanted_;
    std::shared_ptr<const RecordBatch> batch_;
    std::size_t next_ = 0;  ///< record of the batch
    std::shared_ptr<const std::string> chunk_;
    std::string_view rest_;  ///< of the chunk, not cut yet
    PlainLines lines_;       ///< of the chunk, cut but not handed out
    std::shared_ptr<const std::string> file_;
    std::uint64_t bytes_ = 0;
    bool at_end_ = false;
};

}  // namespace quadrille::cli
