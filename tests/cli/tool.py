# SPDX-License-Identifier: MIT
"""Runs the tool for the tests: `colex("coalesce", "4:1")` gives its exit status, stdout and stderr."""
import collections
import json
import subprocess
import sys
import unittest

Ran = collections.namedtuple("Ran", "status out err")
PATH = sys.argv[1] if len(sys.argv) > 1 else "build/colex"


def colex(*arguments, stdin="", seconds=600):
    """Text in, text out; a crash, a sanitizer's report or a hang is an error of the test."""
    raw = stdin if isinstance(stdin, bytes) else stdin.encode()
    ran = subprocess.run([PATH, *arguments], input=raw, capture_output=True, timeout=seconds)
    out, err = ran.stdout.decode(errors="replace"), ran.stderr.decode(errors="replace")
    assert ran.returncode in (0, 1, 2), f"exit status {ran.returncode}: {err}"
    assert "runtime error" not in err, err
    return Ran(ran.returncode, out, err)


def batch(lines, *arguments):
    """The replies to `lines`, which are text or objects; exactly one each."""
    text = "".join((line if isinstance(line, str) else json.dumps(line)) + "\n" for line in lines)
    ran = colex("batch", *arguments, stdin=text)
    replies = [json.loads(line) for line in ran.out.splitlines()]
    assert ran.status == 0 and ran.err == "" and len(replies) == len(lines), ran
    return replies


def main():
    unittest.main(argv=sys.argv[:1] + sys.argv[2:])
