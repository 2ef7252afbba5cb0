#include "question.hpp"

namespace quadrille::cli {

ExitCode code_of(const Answer& answer, bool unique) {
    if (answer.ended == StopReason::interrupted) return ExitCode::interrupted;
    if (answer.verdict() == Verdict::none) return ExitCode::no_solution;
    if (answer.solutions > 1 && unique) return ExitCode::several_solutions;
    return answer.verdict() == Verdict::stopped && answer.solutions < 2 ? ExitCode::stopped
                                                                        : ExitCode::answered;
}

bool is_unbegun(const Answer& answer) { return answer.ended == StopReason::interrupted && answer.nodes == 0; }

std::string solve_words(const Answer& answer, const Bounds& bounds) {
    if (answer.verdict() == Verdict::none) {
        return answer.contradiction.empty() ? "none" : "none: " + answer.contradiction;
    }
    if (answer.solutions > 1) return "several";
    return answer.verdict() == Verdict::unique ? "unique" : statement(answer, bounds);
}

namespace {

std::string count_words(const Answer& answer, const Bounds& bounds) {
    const std::string reason = answer.contradiction.empty() ? "" : ": " + answer.contradiction;
    return statement(answer, bounds) + reason;
}

ExitCode count_code(const Answer& answer, bool unique) {
    const ExitCode code = code_of(answer, unique);
    return answer.verdict() == Verdict::stopped ? worse(code, ExitCode::stopped) : code;
}

}  // namespace

const Question solve_question{solve_words, code_of, true};
const Question count_question{count_words, count_code, false};

}  // namespace quadrille::cli
