// What the module of pictures offers to the command line: `draw` of the room of that name, in an object that
// is loaded when a picture is asked for.
#pragma once

#include "quadrille/draw.hpp"

namespace quadrille::cli {

/// The draw room as the module shows it.
class Pictures {
  public:
    virtual Result<std::vector<std::string>> draw(std::span<const Figure> figures,
                                                  const DrawSettings& settings) const = 0;

  protected:
    ~Pictures() = default;
};

/// The name of the module's only function, and its type.
inline constexpr const char* pictures_function = "quadrille_pictures";
using PicturesFunction = const Pictures* (*)();

}  // namespace quadrille::cli
