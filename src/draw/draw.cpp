// Documents: pages drawn on the surfaces of cairo, which write to memory.
#include "quadrille/draw.hpp"

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <fmt/core.h>

#include <algorithm>
#include <memory>
#include <optional>

#include "draw/html.hpp"
#include "draw/pages.hpp"
#include "quadrille/parallel.hpp"

namespace quadrille {

namespace {

using drawing::PageLayout;
using drawing::Pen;

constexpr int pixels_per_point = 2;

struct Closer {
    void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
    void operator()(cairo_t* context) const { cairo_destroy(context); }
};
using Surface = std::unique_ptr<cairo_surface_t, Closer>;
using Context = std::unique_ptr<cairo_t, Closer>;

cairo_status_t append_bytes(void* target, const unsigned char* bytes, unsigned count) {
    static_cast<std::string*>(target)->append(reinterpret_cast<const char*>(bytes), count);
    return CAIRO_STATUS_SUCCESS;
}

Error failed(const char* reason) {
    return {ErrorCode::too_large, fmt::format("cairo cannot draw this: {}", reason), 0, 0};
}

/// cairo names a page after the number of surfaces made so far: the same page would not be the same file.
void rename_page(std::string& file) {
    const std::size_t at = file.find("surface");
    if (at == std::string::npos) return;
    const std::size_t end = file.find_first_not_of("0123456789", at + 7);
    const std::string name = file.substr(at, end - at);
    for (std::size_t found = at; found != std::string::npos; found = file.find(name, found))
        file.replace(found, name.size(), "page");
}

Result<std::string> svg_of(const PageLayout& page) {
    std::string file;
    const Surface surface(cairo_svg_surface_create_for_stream(append_bytes, &file, page.width, page.height));
    {
        const Context context(cairo_create(surface.get()));
        Pen pen(context.get());
        drawing::draw_page(page, pen);
    }
    cairo_surface_finish(surface.get());
    const cairo_status_t status = cairo_surface_status(surface.get());
    if (status != CAIRO_STATUS_SUCCESS) return failed(cairo_status_to_string(status));
    rename_page(file);
    return file;
}

Result<std::string> png_of(const PageLayout& page) {
    std::string file;
    const Surface surface(cairo_image_surface_create(CAIRO_FORMAT_RGB24,
                                                     static_cast<int>(page.width) * pixels_per_point,
                                                     static_cast<int>(page.height) * pixels_per_point));
    const Context context(cairo_create(surface.get()));
    cairo_scale(context.get(), pixels_per_point, pixels_per_point);
    Pen pen(context.get());
    drawing::draw_page(page, pen);
    const cairo_status_t status = cairo_surface_write_to_png_stream(surface.get(), append_bytes, &file);
    if (status != CAIRO_STATUS_SUCCESS) return failed(cairo_status_to_string(status));
    return file;
}

/// Not the whole document where that was stopped.
Result<std::string> pdf_of(const std::vector<PageLayout>& pages, const DrawSettings& settings) {
    std::string file;
    const Surface surface(cairo_pdf_surface_create_for_stream(append_bytes, &file, 1, 1));
    // A date of its own would make every run another file.
    cairo_pdf_surface_set_metadata(surface.get(), CAIRO_PDF_METADATA_CREATE_DATE, "2000-01-01T00:00:00Z");
    cairo_pdf_surface_set_metadata(surface.get(), CAIRO_PDF_METADATA_TITLE, settings.title.c_str());
    for (const PageLayout& page : pages) {
        if (settings.is_stopped()) break;
        cairo_pdf_surface_set_size(surface.get(), page.width, page.height);
        const Context context(cairo_create(surface.get()));
        Pen pen(context.get());
        drawing::draw_page(page, pen);
        cairo_show_page(context.get());
    }
    cairo_surface_finish(surface.get());
    const cairo_status_t status = cairo_surface_status(surface.get());
    if (status != CAIRO_STATUS_SUCCESS) return failed(cairo_status_to_string(status));
    return file;
}

/// A file for each page, in order.
Result<std::vector<std::string>> pictures_of(const std::vector<PageLayout>& pages,
                                             const DrawSettings& settings) {
    using Picture = Result<std::string>;
    std::vector<std::string> files;
    std::optional<Error> fault;
    std::size_t next = 0;
    OrderedLine<const PageLayout*, Picture>::run(
        settings.jobs, {.produce = [&]() -> std::optional<const PageLayout*> {
                            if (next == pages.size() || settings.is_stopped()) return {};
                            return &pages[next++];
                        },
                        .make_worker =
                            [&] {
                                return [&](const PageLayout* page) {
                                    return settings.kind == PictureKind::svg ? svg_of(*page) : png_of(*page);
                                };
                            },
                        .consume =
                            [&](Picture picture) {
                                if (picture) files.push_back(std::move(*picture));
                                else fault = picture.error();
                                return !fault;
                            },
                        .at_hand = true});
    if (fault) return *fault;
    return files;
}

std::optional<Error> fault_of(std::span<const Figure> figures, const DrawSettings& settings) {
    const auto refuse = [](ErrorCode code, std::string text) { return Error{code, std::move(text), 0, 0}; };
    constexpr int counts[] = {0, 1, 2, 4, 6};
    if (std::find(std::begin(counts), std::end(counts), settings.per_page) == std::end(counts))
        return refuse(ErrorCode::unknown_name,
                      fmt::format("{} puzzles a page; 1, 2, 4 and 6 are possible", settings.per_page));
    if (figures.size() > max_figures)
        return refuse(ErrorCode::too_large, fmt::format("more than {} puzzles in one document", max_figures));
    for (const Figure& figure : figures) {
        if (figure.puzzle.side() > max_drawn_side) {
            return refuse(ErrorCode::too_large,
                          fmt::format("a side of {} is too large to draw; {} is the most",
                                      figure.puzzle.side(), max_drawn_side));
        }
        require(figure.solution.empty() || figure.solution.size() == figure.puzzle.givens.size(),
                "a figure's solution has the size of its board");
    }
    return {};
}

}  // namespace

Result<std::vector<std::string>> draw(std::span<const Figure> figures, const DrawSettings& settings) {
    if (auto fault = fault_of(figures, settings)) return *fault;
    std::vector<std::string> files;
    if (settings.kind == PictureKind::html) {
        files.push_back(drawing::html_of(figures, settings));
        if (settings.is_stopped()) files.clear();
        return files;
    }
    const std::vector<PageLayout> pages = drawing::lay_out(figures, settings);
    if (settings.kind == PictureKind::pdf) {
        auto file = pdf_of(pages, settings);
        if (!file) return file.error();
        if (!settings.is_stopped()) files.push_back(std::move(*file));
        return files;
    }
    return pictures_of(pages, settings);
}

}  // namespace quadrille
