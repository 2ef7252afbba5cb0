#include "cutter.hpp"

#include "terminal.hpp"

namespace quadrille::cli {

namespace {

/// Fewer plain lines than these stay with the records around them: a task has its price.
constexpr std::size_t least_lines = 64;

}  // namespace

Cutter::Cutter(const BatchPlan& plan, const TaskSize& size, const StopFlag& output_lost)
    : source_(plan.files, [&] { return interrupt_flag().requested() || output_lost.requested(); }),
      splitter_(plan.reading),
      size_(size),
      lines_wanted_(plan.lines_wanted) {}

std::optional<Task> Cutter::next() {
    while (!has_records() && lines_.count == 0) {
        if (take_batch()) continue;
        if (!rest_.empty()) {
            cut_chunk();
            continue;
        }
        if (at_end_) return {};
        if (auto fault = read()) return Task{.file = file_, .unreadable = *fault, .bytes_read = bytes_};
    }
    if (interrupt_flag().requested()) return {};
    return has_records() ? some_records() : some_lines();
}

/// The records that are complete, as a batch of their own: earlier ones may still be worked on.
bool Cutter::take_batch() {
    auto batch = std::make_shared<RecordBatch>();
    if (!splitter_.take(*batch)) return false;
    batch_ = std::move(batch);
    next_ = 0;
    return true;
}

/// Takes plain lines off the head of the chunk, or feeds the splitter what stands before the next ones. What
/// looks like plain lines but is part of something else goes to the splitter with all the rest.
void Cutter::cut_chunk() {
    const PlainLines found = lines_wanted_ ? find_plain_lines(rest_, least_lines) : PlainLines{};
    const bool at_head = found.count > 0 && found.text.data() == rest_.data();
    if (at_head && splitter_.pass(found)) {
        lines_ = found;
        rest_.remove_prefix(found.text.size());
        return;
    }
    const std::size_t before = found.count == 0 || at_head
                                   ? rest_.size()
                                   : static_cast<std::size_t>(found.text.data() - rest_.data());
    splitter_.feed(rest_.substr(0, before));
    rest_.remove_prefix(before);
}

/// Gets the next chunk, or the news of a file's end; why a file cannot be read, if so.
std::optional<std::string> Cutter::read() {
    Source::Step step = source_.next();
    if (file_ == nullptr || *file_ != source_.name()) file_ = std::make_shared<std::string>(source_.name());
    switch (step.event) {
        case Source::Event::bytes:
            bytes_ += step.text.size();
            chunk_ = std::make_shared<std::string>(std::move(step.text));
            rest_ = *chunk_;
            break;
        case Source::Event::end_of_file: splitter_.flush(); break;
        case Source::Event::unreadable: return std::move(step.text);
        case Source::Event::end: at_end_ = true; break;
    }
    return {};
}

Task Cutter::some_records() {
    const std::size_t begin = next_;
    next_ = std::min(begin + size_.now(), batch_->size());
    return {.batch = batch_, .begin = begin, .end = next_, .file = file_, .bytes_read = bytes_};
}

Task Cutter::some_lines() {
    const std::size_t before = lines_.count;
    const std::string_view text = lines_.take(size_.now());
    return {.chunk = chunk_, .lines = {text, before - lines_.count}, .file = file_, .bytes_read = bytes_};
}

}  // namespace quadrille::cli
