// Figures as one page of HTML that needs no other file.
#pragma once

#include <span>
#include <string>

#include "quadrille/draw.hpp"

namespace quadrille::drawing {

std::string html_of(std::span<const Figure> figures, const DrawSettings& settings);

}  // namespace quadrille::drawing
