#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs every example of the pages given and compares what it prints: run_examples.py build/colex AT_LEAST PAGE...

A folder stands for its *.md files, but for those that begin with `<!-- run by PROGRAM -->`: that test runs them, where their files are.
An example is a line `$ colex ...` in a ```console block with the lines it must print after it, on stdout or
stderr. The arguments are the shell's words, behind `#` stands a comment; nothing else of a shell is meant, except

    $ colex batch '{"op": ..., "args": [...]}'            one JSON line on standard input
    $ printf 'TEXT' | colex import -                      TEXT on standard input, with \\n for a new line and %% for %
"""
import difflib
import os
import shlex
import subprocess
import sys


def examples(page):
    """(line number, command, expected lines) of each example of a page."""
    inside, found = False, []
    with open(page, encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            line = line.rstrip("\n")
            if line.startswith("```"):
                inside = line == "```console"
            elif inside and line.startswith("$ "):
                found.append((number, line[2:], []))
            elif inside and found:
                found[-1][2].append(line)
            elif inside:
                sys.exit(f"{page}:{number}: text before the first command of a block")
    return found


def printed(colex, command):
    words, stdin = shlex.split(command, comments=True), ""
    if words[0] == "printf" and words[2:3] == ["|"]:
        stdin, words = words[1].replace("\\n", "\n").replace("%%", "%"), words[3:]
    if words[0] != "colex":
        sys.exit(f"only colex is run, not {words[0]}")
    for k, word in enumerate(words):
        if word.startswith("{"):
            stdin, words = word + "\n", words[:k] + words[k + 1 :]
            break
    ran = subprocess.run([colex, *words[1:]], input=stdin, capture_output=True, text=True, check=False, timeout=600)
    return (ran.stdout + ran.stderr).splitlines()


def run_elsewhere(page):
    with open(page, encoding="utf-8") as lines:
        return lines.readline().startswith("<!-- run by ")


def main(colex, at_least, *pages):
    passed, failed = 0, 0
    files = [os.path.join(p, name) for p in pages if os.path.isdir(p) for name in sorted(os.listdir(p)) if name.endswith(".md")]
    files = [page for page in files if not run_elsewhere(page)]
    for page in files + [p for p in pages if not os.path.isdir(p)]:
        for number, command, expected in examples(page):
            got = printed(colex, command)
            while expected and not expected[-1]:
                expected.pop()
            if got == expected:
                passed += 1
                continue
            failed += 1
            print(f"FAIL {page}:{number}: {command}")
            print(*difflib.unified_diff(expected, got, "the page", "printed", lineterm=""), sep="\n")
    print(f"{passed} passed, {failed} failed")
    if passed + failed < int(at_least):
        print(f"fewer than {at_least} examples: are the blocks still marked ```console?")
        failed += 1
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
