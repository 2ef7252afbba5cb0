// What solve and count ask, and what they say of an answer, however it was come by.
#pragma once

#include <string>

#include "exit_code.hpp"
#include "quadrille/solve.hpp"

namespace quadrille::cli {

struct Question {
    /// The answer in words, for people and lines.
    std::string (*words)(const Answer& answer, const Bounds& bounds);
    /// What it means for the exit code where `unique` puzzles are expected.
    ExitCode (*code)(const Answer& answer, bool unique);
    bool shows_grid;  ///< the first solution stands before the words
};

extern const Question solve_question;
extern const Question count_question;

ExitCode code_of(const Answer& answer, bool unique);
/// The words of solve, of which those of solve --all are the last.
std::string solve_words(const Answer& answer, const Bounds& bounds);
/// True of what an interrupt left unbegun: there is nothing to say of it.
bool is_unbegun(const Answer& answer);

}  // namespace quadrille::cli
