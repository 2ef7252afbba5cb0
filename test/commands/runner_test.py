#!/usr/bin/env python3
"""Tests the runners of command tests themselves, with a stand-in for the program."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
PROGRAM = """#!/usr/bin/env bash
case $1 in
    cat) cat "${@:2}" ;;
    say) printf "%b" "$2" ;;
    fail) echo "wrong" >&2; exit "$2" ;;
    hang) sleep 600 ;;
esac
"""


class Runner(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = pathlib.Path(holder.name)
        self.program = self.folder / "program"
        self.program.write_text(PROGRAM)
        self.program.chmod(0o755)

    def run_file(self, runner, name, text, *arguments):
        """Exit code and output of a runner on a file of this text."""
        self.file = self.folder / name
        self.file.write_text(text)
        command = [sys.executable, HERE / runner, "--program", self.program, *arguments, self.file]
        done = subprocess.run(command, capture_output=True, text=True)
        return done.returncode, done.stdout + done.stderr


class CaseTest(Runner):
    def passes(self, text, *arguments):
        status, output = self.run_file("run_case", "a.case", text, *arguments)
        self.assertEqual(status, 0, output)

    def fails(self, text, words, *arguments):
        status, output = self.run_file("run_case", "a.case", text, *arguments)
        self.assertEqual(status, 1, output)
        self.assertIn(words, output)

    def test_what_is_as_expected_passes(self):
        self.passes("# a comment\n$ quadrille cat\n< a\n<\n< b\n| a\n|\n| b\n")
        self.passes("$ ./quadrille say 'a\\nb'\n| a\n|- b\n")
        self.passes("$ quadrille cat\n<- a\n|- a\n")
        self.passes("$ quadrille fail 3\n! wrong\n= 3\n")
        self.passes("$ quadrille say 'a\\r\\n' | od -An -c | tr -s ' '\n|  a \\r \\n\n")

    def test_each_difference_fails(self):
        self.fails("$ quadrille say 'a\\n'\n| b\n", "-| b\n+| a")
        self.fails("$ quadrille say 'a\\n'\n", "+| a")
        self.fails("$ quadrille say ''\n| a\n", "-| a")
        self.fails("$ quadrille say 'a'\n| a\n", "+|- a")
        self.fails("$ quadrille say 'a\\n'\n|- a\n", "+| a")
        self.fails("$ quadrille say 'a \\n'\n| a\n", "+| a ")
        self.fails("$ quadrille say 'a\\n\\n'\n| a\n", "+|")
        self.fails("$ quadrille fail 3\n! wrong\n", "+= 3")
        self.fails("$ quadrille fail 3\n= 3\n", "+! wrong")
        self.fails("$ quadrille say ''\n= 1\n", "-= 1")
        self.fails("$ quadrille say ''\n$ quadrille say b\n", "+|- b")

    def test_patterns_and_gaps(self):
        self.passes("$ quadrille say 'took 1.5 s\\n'\n|~ took [0-9.]+ s\n")
        self.fails("$ quadrille say 'took 1.5 s!\\n'\n|~ took [0-9.]+ s\n", "+| took 1.5 s!")
        self.passes("$ quadrille say 'a\\nb\\nc\\n'\n| a\n|...\n| c\n")
        self.passes("$ quadrille say 'a\\nc\\n'\n| a\n|...\n| c\n|...\n")
        self.fails("$ quadrille say 'a\\nb\\n'\n| a\n|...\n| c\n", "+| b")
        self.fails("$ quadrille say ''\n|...\n| c\n|...\n", "-| c")

    def test_files_and_several_commands_share_a_folder(self):
        files = "@ in/x.txt\n+ one\n+- two\n"
        self.passes(files + "$ quadrille cat in/x.txt > y\n$ quadrille cat y\n| one\n|- two\n")

    def test_hanging_fails(self):
        self.fails("$ quadrille hang\n", "did not end within", "--seconds", "0.3")

    def test_malformed_cases_fail(self):
        self.fails("# nothing\n", "no command")
        self.fails("$ quadrille say ''\nwhat\n", "line 2")
        self.fails("| a\n$ quadrille say ''\n", "line 1")
        self.fails("$ quadrille say ''\n|a\n", "a blank must follow")
        self.fails("$ quadrille say ''\n|~ (\n", "line 2")

    def test_needs(self):
        status, output = self.run_file("run_case", "a.case", "? nowhere\n$ quadrille fail 1\n")
        self.assertEqual(status, 77, output)
        self.passes("? examples\n$ test -d examples\n")

    def test_accept_writes_what_is_found(self):
        text = "# why\n\n@ x\n+ 1\n$ quadrille cat x -\n< i\n| wrong\n\n# next\n$ quadrille fail 2\n"
        self.assertEqual(self.run_file("run_case", "a.case", text, "--accept")[0], 1)
        accepted = self.file.read_text()
        self.assertIn("< i\n| 1\n| i\n\n# next\n$", accepted)
        self.assertIn("! wrong\n= 2\n", accepted)
        self.assertNotIn("| wrong\n", accepted)
        self.passes(accepted)


class MarkdownTest(Runner):
    def check(self, wanted, text, *arguments):
        status, output = self.run_file("run_markdown", "a.md", text, "--root", self.folder, *arguments)
        self.assertEqual(status, wanted, output)
        return output

    def test_console_blocks(self):
        self.check(0, "Hi\n```console\n$ ./quadrille say 'a\\n'\na\n```\n")
        self.check(0, "```console\n$ quadrille fail 3\nwrong\n$ echo $?\n3\n```\n")
        self.check(0, "```console\n$ x=1; \\\n> echo $x\n1\n$ seq 5\n1\n...\n5\n```\n```sh\nfalse\n```\n")
        self.check(1, "```console\n$ ./quadrille say 'a\\n'\nb\n```\n")
        self.check(1, "```console\n$ ./quadrille say 'a\\n'\n```\n")
        self.check(1, "```console\n$ exit 0\n$ echo 2\n2\n```\n")
        self.check(1, "```console\nwords\n```\n")
        self.check(1, "```console\n$ sleep 600\n```\n", "--seconds", "0.3")
        self.check(1, "```console\n$ true\n```\n```console\n$ echo 1\n2\n```\n")

    def test_too_few_blocks(self):
        self.check(1, "nothing\n", "--at-least", "1")
        self.assertIn("1 console blocks", self.check(0, "```console\n$ true\n```\n", "--at-least", "1"))

    def test_quotations(self):
        (self.folder / "a.cpp").write_text("int a;\nint b;\nint c;\n")
        self.check(0, "```cpp a.cpp\nint a;\nint b;\n```\n")
        self.check(1, "```cpp a.cpp\nint a;\nint c;\n```\n")
        self.check(1, "```cpp a.cpp\nnt b;\n```\n")
        self.check(1, "```cpp\nint a;\n```\n")
        self.check(1, "```cpp b.cpp\nint a;\n```\n")


if __name__ == "__main__":
    unittest.main()
