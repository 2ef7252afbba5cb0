#!/usr/bin/env bash
# ./check tells the truth: a failing test, a failing build or no test at all makes it fail, and the total is
# the true one.
set -euo pipefail
sandbox=$(mktemp -d)
trap 'rm -rf "$sandbox"' EXIT
mkdir "$sandbox/tools" "$sandbox/build"
cp "$QUADRILLE_ROOT/check" "$QUADRILLE_ROOT/CMakePresets.json" "$sandbox"
cp "$QUADRILLE_ROOT"/tools/{setup.sh,packages.txt} "$sandbox/tools"
sleep 0.01
touch "$sandbox/build/.packages-check"  # whoever runs this test has them

# expect STATUS LAST_LINE BODY: what ./check must do with a project of this body.
expect() {
    local status=0 output
    {
        echo 'cmake_minimum_required(VERSION 3.25)'
        echo 'project(sandbox LANGUAGES NONE)'
        echo 'enable_testing()'
        echo "$3"
    } >"$sandbox/CMakeLists.txt"
    output=$("$sandbox/check" 2>&1) || status=$?
    if [[ $status != "$1" || $(tail -n 1 <<<"$output") != "$2" ]]; then
        printf 'wanted exit %s and "%s", got exit %s and:\n%s\n' "$1" "$2" "$status" "$output"
        exit 1
    fi
}

good='add_test(NAME good COMMAND true)'
bad='add_test(NAME bad COMMAND false)'
idle='add_test(NAME idle COMMAND sh -c "exit 77")
set_tests_properties(idle PROPERTIES SKIP_RETURN_CODE 77)'
slow='add_test(NAME slow COMMAND false)
set_tests_properties(slow PROPERTIES LABELS full)'
broken='add_custom_target(broken ALL COMMAND false)'

expect 0 '1 passed, 0 failed' "$good"
expect 1 '1 passed, 1 failed' "$good
$bad"
expect 0 '1 passed, 0 failed' "$good
$idle"
expect 0 '1 passed, 0 failed' "$good
$slow"
expect 1 '0 passed, 1 failed' ''
expect 1 '0 passed, 1 failed' "$good
$broken"
expect 1 '0 passed, 1 failed' 'message(FATAL_ERROR "no")'
