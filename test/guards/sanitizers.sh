#!/usr/bin/env bash
# The sanitizers this build is said to have find the faults planted for them.
# ./check names them in QUADRILLE_EXPECTED, so that a build without any cannot pass for one with.
set -u
expected=${QUADRILLE_EXPECTED-${QUADRILLE_SANITIZE}}
declare -A report=([address]=AddressSanitizer [undefined]='runtime error' [thread]=ThreadSanitizer)
status=0

for kind in ${expected//,/ }; do
    [[ -n ${report[$kind]-} ]] || continue
    if output=$("$PLANTED_FAULT" "$kind" 2>&1); then
        echo "the fault planted for the $kind sanitizer went unnoticed"
        status=1
    elif [[ $output != *"${report[$kind]}"* ]]; then
        echo "the program with a fault for the $kind sanitizer failed without its report: $output"
        status=1
    fi
done

if [[ -z $expected ]] && ! "$PLANTED_FAULT" none; then
    echo "the program without a fault failed"
    status=1
fi
exit "$status"
