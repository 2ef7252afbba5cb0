"""Runs commands in a folder of their own, compares what they print. Shared by run_case and run_markdown."""

import contextlib
import dataclasses
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
UTF8 = ("utf-8", "surrogateescape")  # keeps every byte
ANY_LINES = object()  # in a list of expected lines: any number of lines, none too

sys.stdout.reconfigure(errors="backslashreplace")  # to show output that is not UTF-8


@dataclasses.dataclass
class Outcome:
    output: str
    errors: str
    status: int


@contextlib.contextmanager
def sandbox(program, root=ROOT):
    """A temporary folder in which `quadrille` is `program`; removed at the end."""
    with tempfile.TemporaryDirectory(prefix="quadrille-") as name:
        folder = pathlib.Path(name)
        (folder / "quadrille").symlink_to(pathlib.Path(program).resolve())
        for link, target in (("examples", root / "examples"), ("shared", root.parent / "shared")):
            if target.exists():
                (folder / link).symlink_to(target)
        yield folder


def run_bash(script, folder, stdin="", seconds=60, merged=False):
    """Runs `script` by bash in `folder`. Raises TimeoutError, and ends what was started, after `seconds`."""
    environment = {
        "PATH": f"{folder}:{os.environ['PATH']}",
        "HOME": str(folder),
        "LC_ALL": "C.UTF-8",
        "TERM": "xterm",
        **{name: value for name, value in os.environ.items() if name.endswith("SAN_OPTIONS")},
    }
    process = subprocess.Popen(
        ["bash", "-c", script],
        cwd=folder,
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT if merged else subprocess.PIPE,
        start_new_session=True,
    )
    try:
        output, errors = process.communicate(stdin.encode(*UTF8), timeout=seconds)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        raise TimeoutError(f"did not end within {seconds} s: {script}") from None
    return Outcome(output.decode(*UTF8), (errors or b"").decode(*UTF8), process.returncode)


def fits(expected, lines):
    """True if `lines` are as `expected`: texts, patterns (re.Pattern) for whole lines, ANY_LINES."""
    reachable = {0}  # the numbers of lines that what came so far of `expected` can stand for
    for item in expected:
        if item is ANY_LINES:
            reachable = set(range(min(reachable, default=len(lines) + 1), len(lines) + 1))
        else:
            reachable = {i + 1 for i in reachable if i < len(lines) and fits_line(item, lines[i])}
    return len(lines) in reachable


def fits_line(item, line):
    if isinstance(item, re.Pattern):
        return item.fullmatch(line.removesuffix("\n")) is not None
    return item == line


def split_lines(text):
    """The lines of `text` with their line ends; only \\n ends a line."""
    return re.findall(r"[^\n]*\n|[^\n]+", text)
