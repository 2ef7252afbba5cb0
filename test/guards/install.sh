#!/usr/bin/env bash
# The library works for others: installed and found by find_package or pkg-config, and by FetchContent.
set -euo pipefail
sandbox=$(mktemp -d)
trap 'rm -rf "$sandbox"' EXIT
example=$QUADRILLE_ROOT/examples/library
alone=$QUADRILLE_ROOT/examples/cover
# What they print, sorted.
solved='exactly 1 solution: 1 3 2 4 4 2 3 1 2 1 4 3 3 4 1 2'
covered=$'2 solutions\noptions 0 and 1\noptions 2 and 3'

expect() {  # PROGRAM OUTPUT NAME
    local output
    output=$("$1" | sort)
    [[ $output == "$2" ]] || { printf 'the program made with %s printed: %s\n' "$3" "$output"; exit 1; }
}

cmake --install "$QUADRILLE_BUILD" --prefix "$sandbox/prefix" >"$sandbox/install.log"
cmake -S "$example" -B "$sandbox/found" -G Ninja -DCMAKE_PREFIX_PATH="$sandbox/prefix"
cmake --build "$sandbox/found"
expect "$sandbox/found/example" "$solved" find_package

# The command line, with the program that draws.
"$sandbox/prefix/bin/quadrille" convert --to svg "$QUADRILLE_ROOT/examples/twelve.txt" >"$sandbox/picture.svg"
grep -q '</svg>' "$sandbox/picture.svg"

# The exact-cover room alone, without the puzzles.
cmake -S "$alone" -B "$sandbox/cover" -G Ninja -DCMAKE_PREFIX_PATH="$sandbox/prefix"
cmake --build "$sandbox/cover"
expect "$sandbox/cover/example" "$covered" 'the room cover'

PKG_CONFIG_PATH=$(dirname "$(find "$sandbox/prefix" -name quadrille.pc)")
export PKG_CONFIG_PATH
# shellcheck disable=SC2046  # flags, one word each; --define-variable as the prefix is not the configured one
g++ "$example/main.cpp" -o "$sandbox/by_pkg_config" \
    $(pkg-config --define-variable=prefix="$sandbox/prefix" --cflags --libs quadrille)
expect "$sandbox/by_pkg_config" "$solved" pkg-config

# The sources as a clone of them would be: only what git holds, or would with the next commit.
source=$QUADRILLE_ROOT
if git -C "$source" rev-parse 2>/dev/null; then
    source=$sandbox/clone
    mkdir "$source"
    cd "$QUADRILLE_ROOT"
    git ls-files -z --cached --others --exclude-standard | while IFS= read -r -d '' file; do
        [[ ! -e $file ]] || cp --parents "$file" "$source"
    done
fi
# The whole library is configured, so that all it needs is found; one room is built, the others are as in our
# own build.
cmake -S "$example" -B "$sandbox/fetched" -G Ninja -DQUADRILLE_SOURCE="$source" -DCMAKE_BUILD_TYPE=Debug
mkdir "$sandbox/room"
sed 's/quadrille::quadrille/quadrille::puzzle/' "$example/CMakeLists.txt" >"$sandbox/room/CMakeLists.txt"
cat >"$sandbox/room/main.cpp" <<'END'
#include <cstdio>

#include "quadrille/puzzle.hpp"

int main() {
    const auto board = quadrille::Geometry::make(quadrille::Layout::boxed(2, 3)).value();
    std::puts(board->describe().c_str());
}
END
cmake -S "$sandbox/room" -B "$sandbox/built" -G Ninja -DQUADRILLE_SOURCE="$source" -DCMAKE_BUILD_TYPE=Debug
cmake --build "$sandbox/built" --target example
expect "$sandbox/built/example" '6x6, boxes 2x3' FetchContent
