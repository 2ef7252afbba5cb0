// Exact cover: items, options, and the questions one can ask of them. Knows nothing of Sudoku.
#pragma once
#include "quadrille/base.hpp"
