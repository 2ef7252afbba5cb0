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

printf '#!/bin/sh\nexit 0\n' >"$sandbox/silent"
printf '#!/bin/sh\necho "stat::number_of_executed_units: 0"; echo "Done 0 runs in 20 second(s)"\n' >"$sandbox/idle"
printf '#!/bin/sh\necho "stat::number_of_executed_units: 1000"; echo "Done 1000 runs in 1 second(s)"\n' \
    >"$sandbox/short"
printf '#!/bin/sh\necho "stat::number_of_executed_units: 1000"; echo "Done 1000 runs in 21 second(s)"\n' \
    >"$sandbox/good"
chmod +x "$sandbox"/*
must_fail 'a program that does nothing' "$sandbox/silent"
must_fail 'a program without runs' "$sandbox/idle"
must_fail 'a program that stops early' "$sandbox/short"
"$run_fuzzer" "$sandbox/good" >/dev/null
