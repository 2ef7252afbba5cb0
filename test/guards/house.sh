#!/usr/bin/env bash
# The checks of the sources find what they are there for: each fault is planted alone in a small tree.
set -euo pipefail
sandbox=$(mktemp -d)
trap 'rm -rf "$sandbox"' EXIT

# plant FILE TEXT: a fresh tree that holds nothing but this file and what the checks need.
plant() {
    rm -rf "$sandbox/tree"
    mkdir -p "$sandbox/tree/tools" "$sandbox/tree/$(dirname "$1")"
    cp "$QUADRILLE_ROOT"/tools/{layers,shape}.txt "$sandbox/tree/tools"
    echo 'quadrille_room(base)' >"$sandbox/tree/CMakeLists.txt"
    printf '%s\n' "$2" >"$sandbox/tree/$1"
}

run_check() { output=$("$QUADRILLE_ROOT/tools/check_$1" --root "$sandbox/tree" 2>&1); }

# says CHECK WORDS: the check must fail on what was planted and say WORDS.
says() {
    if run_check "$1" || [[ $output != *"$2"* ]]; then
        printf 'check_%s should have said "%s", it said:\n%s\n' "$1" "$2" "$output"
        exit 1
    fi
}

# finds CHECK WORDS FILE TEXT: the check must fail on this file and say WORDS.
finds() {
    plant "$3" "$4"
    says "$1" "$2"
}

# accepts CHECK FILE TEXT: the check must pass.
accepts() {
    plant "$2" "$3"
    run_check "$1" || { printf 'check_%s refused %s:\n%s\n%s\n' "$1" "$2" "$3" "$output"; exit 1; }
}

lines() { for ((i = 0; i < $1; ++i)); do echo "$2"; done; }

finds layers 'general may not see cover' src/general/a.cpp '#include "quadrille/cover.hpp"'
finds layers 'general may not see solve' src/general/a.cpp '#include "quadrille/solve.hpp"'
finds layers 'logic may not see general' src/logic/a.cpp '#include "quadrille/general.hpp"'
finds layers 'puzzle may not see format' include/quadrille/puzzle.hpp '#  include <quadrille/format.hpp>'
finds layers 'private to general' src/solve/a.cpp '#include "general/search.hpp"'
finds layers 'private to general' include/quadrille/general.hpp '#include "general/search.hpp"'
finds layers 'private to general' apps/cli/a.cpp '#include "general/search.hpp"'
finds layers 'private to general' test/solve/a.cpp '#include "general/search.hpp"'
finds layers 'may not see general' test/oracle.hpp '#include "quadrille/general.hpp"'
finds layers 'from the folder of its room' src/solve/a.cpp '#include "../general/search.hpp"'
finds layers 'door of no room' src/solve/a.cpp '#include "quadrille/nothing.hpp"'
finds layers 'belongs to no room' src/kitchen/a.cpp 'int a;'
finds layers 'uses thread' src/general/a.cpp '#include <thread>'
finds layers 'uses thread' apps/cli/a.cpp '#include <thread>'
finds layers 'uses hwy/*' src/general/a.cpp '#include "hwy/highway.h"'
finds layers 'uses getenv' src/base/a.cpp 'auto a = std::getenv("A");'
finds layers 'uses std::cout' src/base/a.cpp 'void f() { std::cout << 1; }'
finds layers 'uses printf' src/base/a.cpp 'void f() { std::printf("a"); }'
finds layers 'uses exit' include/quadrille/base.hpp 'void f() { exit(1); }'
accepts layers src/solve/a.cpp '#include <vector>
#include "quadrille/general.hpp"
#include "solve/choose.hpp"  // not "general/search.hpp"
/* #include "general/search.hpp" */
const char* text = "std::cout << exit(1)"; void f(char* s) { std::snprintf(s, 1, "x"); }'
accepts layers src/nine/a.cpp '#include "hwy/highway.h"'
accepts layers src/base/a.cpp '#include <thread>'
accepts layers apps/cli/a.cpp '#include <iostream>
#include "quadrille/general.hpp"
void f() { std::cout << std::getenv("A"); }'
accepts layers test/general/a.cpp '#include "general/search.hpp"'

plant src/base/a.cpp ''
echo 'quadrille_room(general DEPENDS cover LINK fmt::fmt)' >"$sandbox/tree/CMakeLists.txt"
says layers 'general depends on cover'
plant src/base/a.cpp ''
sed -i 's/^room cover: base$/room cover: puzzle/' "$sandbox/tree/tools/layers.txt"
says layers 'stands no lower'

finds shape 'function f of 61 lines' src/base/a.cpp "void f() {
$(lines 59 '    g();')
}"
accepts shape src/base/a.cpp "namespace a {
class B {
  public:
    B(int x) : x_{x}, y_(1) {
$(lines 29 '        g();')
    }
    void f() const noexcept {
$(lines 29 '        g();')
    }
};
}"
finds shape 'function f of 61 lines' src/base/a.cpp "namespace a {
struct B {
    B(int x) : x_{x}, y_{{1}} {}
    std::vector<int> v = {1, 2};
    template <class T>
    auto f(T x) const -> int {
$(lines 58 '        if (x) { g([] { return 1; }); }')
    }
};
}"
finds shape 'function f of 5 parameters' src/base/a.cpp \
    'void f(int a, std::map<int, int> b, int c = g(1, 2), int d, int e) {}'
accepts shape src/base/a.cpp \
    'void f(int a, std::map<int, int> b, std::function<int(int, int)> c, int d = g(1, 2)) {}'
finds shape '501 lines' src/base/a.cpp "$(lines 501 '//')"
finds shape '111 columns' src/base/a.cpp "$(printf '// %0108d' 0)"
accepts shape src/base/a.cpp "$(lines 500 "$(printf '// %0107d' 0)")"

# Put together here, so that this file does not hold them.
finds text 'a path of one machine' docs/a.md "$(printf 'see /%s/somebody/notes' home)"
finds text 'a note for later' src/base/a.cpp "$(printf '// %sDO: later' TO)"
finds text 'not merged' docs/a.md "$(printf '<%.0s' 1 2 3 4 5 6 7) mine"
accepts text docs/a.md "see ../shared/data, \$HOME/work/x and src/work/x"
