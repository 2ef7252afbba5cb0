// Framed grids that follow each other as stages of one puzzle: what is given, then what is placed, then the
// candidates. Programs for players copy puzzles so.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "format/lines.hpp"

namespace quadrille::text {

class Stages {
  public:
    /// Looks at the text of a framed grid. True if it is a later state of the grid remembered: it has all of
    /// its digits (at least as many as a row has cells) and more beside them. Else it is the one to remember.
    bool follows(std::string_view grid);
    /// What comes next is a puzzle of its own.
    void forget() { clues_.clear(); }

  private:
    std::vector<std::string> clues_;  // the cells of the grid remembered
    Pieces pieces_;
};

}  // namespace quadrille::text
