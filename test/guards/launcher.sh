#!/usr/bin/env bash
# ./quadrille: builds once, then only after changes, from any folder, through links, under concurrent calls.
set -euo pipefail
sandbox=$(readlink -f "$(mktemp -d)")
trap 'rm -rf "$sandbox"' EXIT
mkdir -p "$sandbox/tree/"{tools,src,include,cmake,apps/cli,build} "$sandbox/else where"
cp "$QUADRILLE_ROOT/quadrille" "$QUADRILLE_ROOT/CMakePresets.json" "$sandbox/tree"
cp "$QUADRILLE_ROOT"/tools/{setup.sh,packages.txt} "$sandbox/tree/tools"
cat >"$sandbox/tree/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.25)
project(sandbox LANGUAGES CXX)
add_executable(quadrille_cli apps/cli/main.cpp)
set_target_properties(quadrille_cli PROPERTIES OUTPUT_NAME quadrille
                                               RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
END

# write_program WORD: a program that prints WORD, its arguments, its folder and its input; exits with 3.
write_program() {
    cat >"$sandbox/tree/apps/cli/main.cpp" <<END
#include <cstdio>
#include <unistd.h>
int main(int count, char** words) {
    char folder[4096];
    std::printf("$1");
    for (int i = 1; i < count; ++i) std::printf(" [%s]", words[i]);
    std::printf(" %s ", getcwd(folder, sizeof folder));
    for (int c = std::getchar(); c != EOF; c = std::getchar()) std::putchar(c);
    return 3;
}
END
}

launcher=$sandbox/tree/quadrille
# call INPUT ARGUMENT...: sets output, messages and status.
call() {
    local input=$1
    shift
    status=0
    output=$("$launcher" "$@" <<<"$input" 2>"$sandbox/messages") || status=$?
    messages=$(<"$sandbox/messages")
}
expect() {  # WHAT VALUE WANTED
    [[ $2 == "$3" ]] || { printf '%s: wanted "%s", got "%s"\n%s\n' "$1" "$3" "$2" "$messages"; exit 1; }
}
# The stamp is compared with times of files, which tick every few milliseconds.
let_time_pass() { sleep 0.05; }

cd "$sandbox/else where"
write_program one
call input a 'b c' ''
expect 'first call' "$output" "one [a] [b c] [] $PWD input"
expect 'its exit code' "$status" 3
[[ $messages == *'building'* ]] || expect 'its message' "$messages" 'building'

call input
expect 'second call' "$output" "one $PWD input"
expect 'no second build' "$messages" ''

ln -s "$launcher" "$sandbox/link"
launcher=$sandbox/link
call '' x
expect 'through a link' "$output" "one [x] $PWD "
launcher=../tree/quadrille
call '' x
expect 'by a relative path' "$output" "one [x] $PWD "

let_time_pass
write_program two
pids=()
for i in 1 2 3 4; do
    "$launcher" "$i" </dev/null >"$sandbox/out.$i" 2>"$sandbox/err.$i" &
    pids+=($!)
done
for pid in "${pids[@]}"; do wait "$pid" || true; done
for i in 1 2 3 4; do expect "call $i of four at once" "$(<"$sandbox/out.$i")" "two [$i] $PWD "; done
expect 'builds by four calls at once' "$(cat "$sandbox"/err.* | grep -c building)" 1

let_time_pass
touch "$sandbox/tree/include/new.hpp"
call ''
[[ $messages == *'building'* ]] || expect 'a new file is noticed' "$messages" 'building'
let_time_pass
rm "$sandbox/tree/include/new.hpp"
call ''
[[ $messages == *'building'* ]] || expect 'a removed file is noticed' "$messages" 'building'

let_time_pass
echo 'int main( {' >"$sandbox/tree/apps/cli/main.cpp"
call ''
expect 'exit code of a failed build' "$status" 70
expect 'output of a failed build' "$output" ''
[[ $messages == *'error'*'quadrille: the build failed (whole log: build/build.log)' ]] ||
    expect 'messages of a failed build' "$messages" '...error...the build failed'
call ''
expect 'a failed build is tried again' "$status" 70

write_program three
mv "$sandbox/tree" "$sandbox/moved"
launcher=$sandbox/moved/quadrille
call ''
expect 'after a move' "$output" "three $PWD "

# What is missing is asked of apt-get, here a stand-in; a failure is a sentence and its own exit code.
let_time_pass
mkdir "$sandbox/bin"
printf '#!/bin/sh\necho "E: Unable to locate package"; exit 100\n' >"$sandbox/bin/apt-get"
printf '#!/bin/sh\nexec "$@"\n' >"$sandbox/bin/sudo"
chmod +x "$sandbox/bin/"*
sed -i 's/^g++$/g++\nno-such-package/' "$sandbox/moved/tools/packages.txt"
PATH=$sandbox/bin:$PATH call ''
expect 'exit code of a failed installation' "$status" 70
[[ $messages == *'installing no-such-package with apt-get'*'could not install: no-such-package '* ]] ||
    expect 'messages of a failed installation' "$messages" 'could not install'
printf '#!/bin/sh\nexit 0\n' >"$sandbox/bin/apt-get"
PATH=$sandbox/bin:$PATH call ''
expect 'after the installation' "$output" "three $PWD "
call ''
expect 'packages are asked for once' "$messages" ''
