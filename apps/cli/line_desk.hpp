// Plain lines of 9x9 in, lines out: no record, no puzzle, nothing allocated a line. The words are those of
// the general way, made once for answers that are alike.
#pragma once

#include <string>
#include <vector>

#include "batch.hpp"
#include "quadrille/nine.hpp"
#include "question.hpp"

namespace quadrille::cli {

/// One thread's means to answer plain lines.
class LineDesk {
  public:
    LineDesk(const Question& question, const Bounds& bounds, bool unique);

    /// Appends a line for each puzzle that was begun.
    LinesAnswered answer(const PlainLines& lines, std::string& out);

  private:
    /// What is said of all answers with the same solutions and end.
    struct Saying {
        std::uint64_t solutions = 0;
        StopReason ended = StopReason::exhausted;
        ExitCode code = ExitCode::answered;
        std::string words;  ///< with the line end; empty before the first answer
    };

    const Saying& saying_of(const NineAnswer& found, std::string_view line);
    Answer answer_of(const NineAnswer& found, std::string_view line);

    const Question& question_;
    Bounds bounds_;
    bool unique_;
    NineEngine engine_;
    std::vector<NineAnswer> answers_;
    Saying last_;
    Reader reader_;  // for what the engine does not tell: where givens contradict each other
    ReadRecord record_;
};

}  // namespace quadrille::cli
