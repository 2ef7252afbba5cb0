#!/usr/bin/env bash
# The library works for others: installed and found by find_package or pkg-config, and by FetchContent.
set -euo pipefail
sandbox=$(mktemp -d)
trap 'rm -rf "$sandbox"' EXIT
example=$QUADRILLE_ROOT/examples/library
wanted='exactly 1 solution: 1 3 2 4 4 2 3 1 2 1 4 3 3 4 1 2'

expect_example() {  # PROGRAM NAME
    local output
    output=$("$1")
    [[ $output == "$wanted" ]] || { printf '%s printed: %s\n' "$2" "$output"; exit 1; }
}

cmake --install "$QUADRILLE_BUILD" --prefix "$sandbox/prefix" >"$sandbox/install.log"
cmake -S "$example" -B "$sandbox/found" -G Ninja -DCMAKE_PREFIX_PATH="$sandbox/prefix"
cmake --build "$sandbox/found"
expect_example "$sandbox/found/example" 'the program made with find_package'

# The command line, with the program that draws.
"$sandbox/prefix/bin/quadrille" convert --to svg "$QUADRILLE_ROOT/examples/twelve.txt" >"$sandbox/picture.svg"
grep -q '</svg>' "$sandbox/picture.svg"

# The exact-cover room alone, without the puzzles.
mkdir "$sandbox/cover"
cat >"$sandbox/cover/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.25)
project(cover_alone LANGUAGES CXX)
find_package(quadrille REQUIRED)
add_executable(cover_alone main.cpp)
target_link_libraries(cover_alone PRIVATE quadrille::cover)
END
cp "$QUADRILLE_ROOT/examples/cover/main.cpp" "$sandbox/cover"
cmake -S "$sandbox/cover" -B "$sandbox/cover/build" -G Ninja -DCMAKE_PREFIX_PATH="$sandbox/prefix"
cmake --build "$sandbox/cover/build"
[[ $("$sandbox/cover/build/cover_alone" | sort) == $'2 solutions\noptions 0 and 1\noptions 2 and 3' ]]

PKG_CONFIG_PATH=$(dirname "$(find "$sandbox/prefix" -name quadrille.pc)")
export PKG_CONFIG_PATH
# shellcheck disable=SC2046  # flags, one word each; --define-variable as the prefix is not the configured one
g++ "$example/main.cpp" -o "$sandbox/by_pkg_config" \
    $(pkg-config --define-variable=prefix="$sandbox/prefix" --cflags --libs quadrille)
expect_example "$sandbox/by_pkg_config" 'the program made with pkg-config'

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
# Without optimising, which takes longest; what is fetched and found is the same.
cmake -S "$example" -B "$sandbox/fetched" -G Ninja -DQUADRILLE_SOURCE="$source" -DCMAKE_BUILD_TYPE=Debug
cmake --build "$sandbox/fetched" --target example
expect_example "$sandbox/fetched/example" 'the program made with FetchContent'
