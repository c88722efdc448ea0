# SPDX-License-Identifier: MIT
"""Examples of operations, as the manual and the heads of headers write them, run through `colex batch`:

    complement(4:3, 24) == (3,2):(1,12)
    complement(4:2, 19, Cover::at_least) == (2,3):(1,8)
    complement(4:3, 16) is refused: cotarget_divides: 12 does not divide 16
"""
import collections
import json
import re
import subprocess

Example = collections.namedtuple("Example", "text name args flags refused expected")

# An option of the C++ function, as `colex batch` takes it; None stands for --convention cute.
FLAGS = {
    "Cover::at_least": "cover",
    "Domain::bounded": "bounded",
    "Cover::disjoint": None,
    "Rest::drop": None,
    "Parts::whole_modes": None,
    "Inverse::quasi": None,
}


def split(text):
    """Splits at the commas outside all brackets."""
    parts, depth = [""], 0
    for c in text:
        depth += (c in "([{<") - (c in ")]}>")
        if c == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += c
    return [part.strip() for part in parts] if text.strip() else []


def parse(text):
    """The example, or None where the text is none."""
    found = re.match(r"([\w:]+)\(", text)
    if not found:
        return None
    depth, end = 0, None
    for k in range(found.end() - 1, len(text)):
        depth += (text[k] == "(") - (text[k] == ")")
        if depth == 0:
            end = k
            break
    rest = text[end + 1 :] if end else ""
    verb = next((v for v in (" == ", " is refused: ") if rest.startswith(v)), None)
    if verb is None:
        return None
    args, flags = [], []
    for word in split(text[found.end() : end]):
        if word in FLAGS:
            flags.append(FLAGS[word])
        elif word.startswith("{"):
            args += [int(part) for part in split(word[1:-1])]
        elif re.fullmatch(r"\[[^\]]*\]", word):
            args.append(json.loads(word))
        elif re.fullmatch(r"-?\d+", word):
            args.append(int(word))
        else:
            args.append(word)
    return Example(text, found.group(1), args, flags, verb != " == ", rest[len(verb) :])


def request(example, op=None):
    """(the JSON object, whether under --convention cute)."""
    call = {"op": op or example.name, "args": example.args}
    call.update({flag: True for flag in example.flags if flag})
    return call, None in example.flags


def words(example):
    """The words of the shell that ask it."""
    text = lambda arg: json.dumps(arg, separators=(",", ":")) if isinstance(arg, list) else str(arg)  # noqa: E731
    options = [f"--{flag}" for flag in example.flags if flag] + ["--convention", "cute"] * (None in example.flags)
    return [example.name, *map(text, example.args), *options]


def printed(colex, arguments):
    """What the tool prints, on stdout or stderr, as lines."""
    ran = subprocess.run([colex, *arguments], capture_output=True, text=True, check=False, timeout=600)
    return (ran.stdout + ran.stderr).splitlines()


def ask(colex, requests):
    """One reply per request, as the line printed."""
    lines = [None] * len(requests)
    for cute in (False, True):
        which = [k for k, (_, under) in enumerate(requests) if under == cute]
        words = [colex, "batch"] + (["--convention", "cute"] if cute else [])
        text = "".join(json.dumps(requests[k][0]) + "\n" for k in which)
        ran = subprocess.run(words, input=text, capture_output=True, text=True, check=True, timeout=300)
        for k, line in zip(which, ran.stdout.splitlines(), strict=True):
            lines[k] = line
    return lines


def manual(colex):
    """{"operations": [name, ...], "pages": [page, ...]}"""
    return json.loads(ask(colex, [({"op": "help", "args": []}, False)])[0])["result"]


def shown(result):
    if isinstance(result, str):
        return result
    if isinstance(result, list) and len(result) == 2 and isinstance(result[0], str):
        start = f"({','.join(map(str, result[1]))})" if isinstance(result[1], list) else result[1]
        return f"{result[0]} at {start}"  # a layout and its offset, or its first coordinate
    return json.dumps(result, separators=(",", ":"))


def fault(example, line):
    """None where the reply is what the example says, else what it says instead."""
    reply = json.loads(line)
    if not reply["ok"]:
        error = reply["error"]
        condition, message = error["condition"], error["message"]
        if example.refused and (example.expected == condition or message.endswith(": " + example.expected)):
            return None
        return f"is refused: {message}"
    answer = reply.get("message") or shown(reply["result"])
    whole = answer + (" " + json.dumps(reply["witness"], separators=(",", ":")) if "witness" in reply else "")
    bare = example.expected == "no" and answer.startswith("no, ")  # as in a file of questions
    return None if not example.refused and (bare or example.expected in (answer, whole)) else f"== {whole}"
