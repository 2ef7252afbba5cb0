# shellcheck shell=bash disable=SC2154
# What ./quadrille and ./check share: installing packages and configuring a build.
# Sourced with `root` set to the checkout and `me` to the name of the caller.

# Every failure of the set-up itself, as opposed to one of the command line or of a test.
readonly exit_setup=70

say() { printf '%s: %s\n' "$me" "$*" >&2; }

give_up() {
    say "$*"
    exit "$exit_setup"
}

# packages_of SECTION: the packages of tools/packages.txt down to the end of [SECTION].
packages_of() {
    awk -v last="[$1]" '/^\[/ { if (done) exit; done = ($0 == last); next } /^[^#]/' \
        "$root/tools/packages.txt"
}

# missing_of PACKAGE...: those that dpkg does not hold as installed.
missing_of() {
    local package
    for package in "$@"; do
        [[ $(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null) == installed ]] || echo "$package"
    done
}

# install_packages SECTION: installs what is missing of the section. A stamp in build/ remembers success.
install_packages() {
    local stamp=$root/build/.packages-$1 missing as_root=()
    [[ $stamp -nt $root/tools/packages.txt ]] && return
    command -v dpkg-query >/dev/null ||
        give_up "this is not Debian; install what tools/packages.txt lists, then: touch build/.packages-$1"
    # shellcheck disable=SC2046  # one word a package
    missing=$(missing_of $(packages_of "$1") | tr '\n' ' ')
    if [[ -n $missing ]]; then
        if ((EUID != 0)); then
            command -v sudo >/dev/null ||
                give_up "cannot install packages, being neither root nor able to sudo; install: ${missing% }"
            as_root=(sudo)
        fi
        say "installing ${missing% } with apt-get (log: build/setup.log)"
        # shellcheck disable=SC2086  # one word a package
        install_with_apt $missing >"$root/build/setup.log" 2>&1 </dev/null || {
            tail -n 5 "$root/build/setup.log" >&2
            give_up "apt-get could not install: ${missing% } (whole log: build/setup.log)"
        }
    fi
    touch "$stamp"
}

install_with_apt() {
    local apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300)
    "${apt[@]}" update || echo "(apt-get update failed; trying with the lists there are)"
    "${apt[@]}" install --yes --no-install-recommends "$@"
}

# is_configured FOLDER: true if FOLDER holds a Ninja build of this very checkout.
is_configured() {
    [[ -e $1/build.ninja ]] && grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$1/CMakeCache.txt"
}

# configure PRESET FOLDER [cmake arguments]: configures FOLDER, from nothing where it is foreign.
configure() {
    local preset=$1 folder=$2
    shift 2
    is_configured "$folder" || set -- --fresh "$@"
    ! command -v ccache >/dev/null || set -- -DCMAKE_CXX_COMPILER_LAUNCHER=ccache "$@"
    (cd "$root" && cmake --preset "$preset" "$@")
}
