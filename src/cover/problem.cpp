#include "quadrille/cover.hpp"
