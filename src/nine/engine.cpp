#include <algorithm>
#include <utility>
#include <vector>

#include "nine/job.hpp"

namespace quadrille {

namespace {

const std::vector<nine::NamedKernel>& kernels() {
    static const std::vector<nine::NamedKernel> found = nine::find_kernels();
    return found;
}

std::vector<std::string> kernel_names() {
    std::vector<std::string> names;
    for (const nine::NamedKernel& kernel : kernels()) names.emplace_back(kernel.name);
    return names;
}

}  // namespace

NineMarks NineMarks::from_givens(std::span<const std::uint8_t, 81> digits) {
    NineMarks marks;
    for (std::size_t cell = 0; cell < 81; ++cell) {
        require(digits[cell] <= 9, "a digit of a 9x9 puzzle is above 9");
        marks.cells[cell] = static_cast<std::uint16_t>(digits[cell] == 0 ? 0x1ffu : 1u << (digits[cell] - 1));
    }
    return marks;
}

std::span<const std::string> nine_kernels() {
    static const std::vector<std::string> names = kernel_names();
    return names;
}

struct NineEngine::State {
    Bounds bounds;
    nine::Kernel run = nullptr;
    std::string_view ran;
    nine::Workspace workspace{};

    NineProgress perform(nine::Job& job) {
        job.bounds = bounds;
        run(job, workspace);
        ran = job.kernel;
        return job.progress;
    }
};

Result<NineEngine> NineEngine::make(const NineSettings& settings) {
    const auto chosen =
        std::find_if(kernels().begin(), kernels().end(), [&](const nine::NamedKernel& kernel) {
            return settings.kernel.empty() || kernel.name == settings.kernel;
        });
    if (chosen == kernels().end()) {
        std::string text = "this machine has no 9x9 kernel \"" + settings.kernel + "\"; it has";
        for (const nine::NamedKernel& kernel : kernels()) text += std::string(" ") + kernel.name;
        return Error{ErrorCode::unknown_name, std::move(text)};
    }
    auto state = std::make_unique<State>();
    state->bounds = settings.bounds;
    state->run = chosen->run;
    return NineEngine(std::move(state));
}

NineEngine::NineEngine(std::unique_ptr<State> state) : state_(std::move(state)) {}
NineEngine::NineEngine(NineEngine&&) noexcept = default;
NineEngine& NineEngine::operator=(NineEngine&&) noexcept = default;
NineEngine::~NineEngine() = default;

void NineEngine::set_bounds(const Bounds& bounds) { state_->bounds = bounds; }

void NineEngine::solve(std::span<const NineMarks> puzzles, std::span<NineAnswer> answers) {
    require(puzzles.size() == answers.size(), "NineEngine::solve: not one answer a puzzle");
    nine::Job job;
    job.marks = puzzles.data();
    job.size = puzzles.size();
    job.answers = answers.data();
    job.capacity = answers.size();
    state_->perform(job);
}

NineAnswer NineEngine::solve(const NineMarks& puzzle) {
    NineAnswer answer;
    solve(std::span(&puzzle, 1), std::span(&answer, 1));
    return answer;
}

NineAnswer NineEngine::solve_alone(const NineMarks& puzzle) {
    NineAnswer answer;
    nine::Job job;
    job.marks = &puzzle;
    job.size = 1;
    job.answers = &answer;
    job.capacity = 1;
    job.together = true;
    state_->perform(job);
    return answer;
}

NineAnswer NineEngine::visit(const NineMarks& puzzle, const NineVisitor& visitor) {
    NineAnswer answer;
    nine::Job job;
    job.marks = &puzzle;
    job.size = 1;
    job.answers = &answer;
    job.capacity = 1;
    job.visitor = &visitor;
    state_->perform(job);
    return answer;
}

NineProgress NineEngine::solve_lines(std::string_view text, std::span<NineAnswer> answers) {
    nine::Job job;
    job.text = text.data();
    job.size = text.size();
    job.answers = answers.data();
    job.capacity = answers.size();
    return state_->perform(job);
}

std::string_view NineEngine::kernel() const { return state_->ran; }

}  // namespace quadrille
