# SPDX-License-Identifier: MIT
"""colex as a child process that answers one question at a time, and the text in which questions and answers are written."""
import json
import subprocess


class Inexpressible(Exception):
    """The call has an argument that colex's text cannot say; its message says what."""


class Refused(AssertionError, ValueError):
    """colex refuses; peers refuse with either of these two exceptions."""


class Colex:
    """`colex batch --convention cute`. Every question that differs from all before it is asked once."""

    def __init__(self, program):
        self.batch = subprocess.Popen([program, "batch", "--convention", "cute"], stdin=subprocess.PIPE,
                                      stdout=subprocess.PIPE, text=True, bufsize=1)  # fmt: skip
        self.known = {}

    def reply(self, op, args):
        request = json.dumps({"op": op, "args": args})
        if request not in self.known:
            self.batch.stdin.write(request + "\n")
            self.known[request] = json.loads(self.batch.stdout.readline())
        return self.known[request]

    def close(self):
        self.batch.stdin.close()
        self.batch.wait()


def written(value):
    """A nested tuple of integers and None as text: `(4,(_,3))`, or the integer itself."""
    if value is None:
        return "_"
    if isinstance(value, tuple):
        return "(" + ",".join(str(written(entry)) for entry in value) + ")"
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise Inexpressible(f"{type(value).__name__} as a number")
    return int(value)


def read(text):
    """What `written` wrote; a layout becomes a pair (shape, stride)."""
    text = str(text).replace(" ", "")
    if ":" in text:
        return tuple(map(read, text.split(":")))
    value, rest = read_from(text)
    if rest:
        raise ValueError(f"{text}: {rest} is left over")
    return value


def read_from(text):
    if text.startswith("("):
        entries, rest = [], text[1:]
        while not rest.startswith(")"):
            entry, rest = read_from(rest)
            entries.append(entry)
            rest = rest.removeprefix(",")
        return tuple(entries), rest[1:]
    if text.startswith("_"):
        return None, text[1:]
    end = 1
    while end < len(text) and text[end].isdigit():
        end += 1
    return int(text[:end]), text[end:]
