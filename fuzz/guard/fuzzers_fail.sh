#!/usr/bin/env bash
# fuzzers_fail.sh RUN_FUZZER PLANTED: run_fuzzer fails when a fault is found and when nothing was run.
set -euo pipefail
sandbox=$(mktemp -d)
trap 'rm -rf "$sandbox"' EXIT
export QUADRILLE_FUZZ_SECONDS=20

# must_fail WHAT PROGRAM
must_fail() {
    if output=$("$run_fuzzer" "$2" 2>&1); then
        printf '%s passed as a fuzzer:\n%s\n' "$1" "$output"
        exit 1
    fi
}

run_fuzzer=$1
cp "$2" "$sandbox/planted"
must_fail 'the fuzzer with a planted fault' "$sandbox/planted"
[[ $output == *AddressSanitizer* ]] || { printf 'no sanitizer spoke:\n%s\n' "$output"; exit 1; }

# pretend NAME RUNS SECONDS: a program that says it ran so many inputs in so many seconds.
pretend() {
    printf '#!/bin/sh\necho "stat::number_of_executed_units: %s"; echo "Done %s runs in %s second(s)"\n' \
        "$2" "$2" "$3" >"$sandbox/$1"
}
printf '#!/bin/sh\nexit 0\n' >"$sandbox/silent"
pretend idle 0 20
pretend short 1000 1
pretend good 1000 21
chmod +x "$sandbox"/*
must_fail 'a program that does nothing' "$sandbox/silent"
must_fail 'a program without runs' "$sandbox/idle"
must_fail 'a program that stops early' "$sandbox/short"
"$run_fuzzer" "$sandbox/good" >/dev/null
