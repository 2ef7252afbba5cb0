#include "pictures/module.hpp"

namespace quadrille::cli {

namespace {

class DrawRoom final : public Pictures {
    Result<std::vector<std::string>> draw(std::span<const Figure> figures,
                                          const DrawSettings& settings) const override {
        return quadrille::draw(figures, settings);
    }
};

}  // namespace

extern "C" const Pictures* quadrille_pictures() {
    static const DrawRoom room;
    return &room;
}

}  // namespace quadrille::cli
