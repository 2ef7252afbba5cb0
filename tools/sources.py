"""The C++ sources of the checkout, and their text without comments and literals. Shared by the checkers."""

import argparse
import pathlib
import re
import sys

CPP_FOLDERS = ("include", "src", "apps", "test", "fuzz", "bench", "examples")
CPP_SUFFIXES = (".cpp", ".hpp")

# A comment, a raw string, a string or a character; digit separators (1'000) are no characters.
_HIDDEN = re.compile(
    r'//[^\n]*|/\*.*?\*/|R"(?P<mark>[^\s()\\]{0,16})\(.*?\)(?P=mark)"'
    r'|"(?:[^"\\\n]|\\.)*"|(?<![0-9A-Za-z_])\'(?:[^\'\\\n]|\\.)+\'',
    re.DOTALL,
)


def blank_out(text, keep_strings=False):
    """`text` with comments (and literals unless told otherwise) as blanks; line numbers stay right."""

    def blank(match):
        if match[0].startswith("/"):
            return re.sub(r"[^\n]", " ", match[0])
        return match[0] if keep_strings else '"' + re.sub(r"[^\n]", " ", match[0][1:-1]) + '"'

    return _HIDDEN.sub(blank, text)


def cpp_files(root):
    """Every C++ file below `root` that belongs to the project, in order of its name."""
    paths = (path for folder in CPP_FOLDERS for path in (root / folder).rglob("*"))
    return sorted(path for path in paths if path.suffix in CPP_SUFFIXES)


def read_rows(path):
    """The rows of a table: line, words before the first colon, words after it. Without # comments."""
    for number, line in enumerate(path.read_text().splitlines(), 1):
        line = line.split("#", 1)[0].strip()
        if line:
            head, *tail = re.split(r":(?=\s|$)", line, maxsplit=1)
            yield number, head.split(), "".join(tail).split()


def run(description, check):
    """Runs check(root), which yields faults as sentences; prints them; exits 1 if there was one."""
    parser = argparse.ArgumentParser(description=description)
    default = pathlib.Path(__file__).resolve().parent.parent
    parser.add_argument("--root", type=pathlib.Path, default=default, help="the checkout to look at")
    faults = list(check(parser.parse_args().root.resolve()))
    for fault in faults:
        print(fault)
    sys.exit(1 if faults else 0)
