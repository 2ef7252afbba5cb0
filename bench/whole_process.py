"""One run of a program as a whole process, for the scripts that compare."""
import os
import re
import resource
import shlex
import signal
import subprocess


def run(command, limit=None, keep_output=True):
    """Output, and processor seconds (user and system), or None in their place if it took more than the limit.

    A command is words, and may read a file by <; one with other signs of the shell is run by it. The limit is
    seconds by the clock: a bound on processor time would make the clock of that time coarse.
    """
    words = shlex.split(command)
    source = os.devnull
    if re.search(r"[;|&>$]", command):
        words = ["bash", "-c", command]
    elif "<" in words:
        at = words.index("<")
        source = words[at + 1]
        del words[at:at + 2]
    sink = subprocess.PIPE if keep_output else subprocess.DEVNULL
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with open(source, "rb") as file:
        process = subprocess.Popen(words, stdin=file, stdout=sink, stderr=subprocess.DEVNULL, text=True,
                                   start_new_session=True)
    try:
        output, _ = process.communicate(timeout=limit)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        return "", None
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return output, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
