#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The C++ of the pages, compiled and run.

A ```cpp block of a page is the body of a function; its #include lines go to the top. What it prints must be the
```text block that follows it, and nothing where none follows. (A fragment that is not to be compiled is marked ```c++.)

    tools/page_examples.py --write OUT.cpp OUT.d PAGE...     writes the program, and what it depends on
    tools/page_examples.py --check PROGRAM AT_LEAST PAGE...  runs it and compares what each block prints
"""
import difflib
import pathlib
import subprocess
import sys

MARK = "\x1e"  # begins the line that names the next block in the program's output


def blocks(page):
    """(line number, lines of C++, lines that it must print) of each ```cpp block of a page."""
    found, language, into, follows = [], None, None, False
    for number, line in enumerate(pathlib.Path(page).read_text(encoding="utf-8").splitlines(), 1):
        if language is None and line.startswith("```"):
            language = line[3:]
            if language == "cpp":
                found.append((number, [], []))
                into = found[-1][1]
            elif language == "text" and follows:
                into = found[-1][2]
        elif line == "```":
            follows, language, into = language == "cpp", None, None
        elif language is not None and into is not None:
            into.append(line)
        elif language is None and line.strip():
            follows = False
    return found


def write(out, depends, *pages):
    includes, bodies, calls = ['#include "colex/colex.hpp"'], [], []
    for page in pages:
        for number, code, _ in blocks(page):
            name = f"block_{len(calls)}"
            includes += [line for line in code if line.startswith("#include") and line not in includes]
            kept = [line if not line.startswith("#include") else "" for line in code]
            bodies.append(f'void {name}() {{\n#line {number + 1} "{page}"\n' + "\n".join(kept) + "\n}\n")
            calls.append(f'  std::cout << "\\036{page}:{number}\\n";\n  {name}();\n')
    text = "// The C++ of the pages; written by tools/page_examples.py.\n"
    text += "\n".join(["#include <iostream>", *includes]) + "\nnamespace {\n" + "\n".join(bodies)
    pathlib.Path(out).write_text(text + "}  // namespace\nint main() {\n" + "".join(calls) + "}\n")
    pathlib.Path(depends).write_text(f"{out}: {' '.join(map(str, pages))}\n")
    return 0


def check(program, at_least, *pages):
    ran = subprocess.run([program], capture_output=True, text=True, check=False, timeout=600)
    if ran.returncode:
        print(f"{program}: exit status {ran.returncode}\n{ran.stdout}{ran.stderr}")
        return 1
    printed = {}
    for piece in ran.stdout.split(MARK)[1:]:
        where, _, text = piece.partition("\n")
        printed[where] = text.splitlines()
    expected = {f"{page}:{number}": lines for page in pages for number, _, lines in blocks(page)}
    failed = 0
    for where, lines in expected.items():
        if printed.get(where) != lines:
            failed += 1
            print(f"FAIL {where}")
            print(*difflib.unified_diff(lines, printed.get(where, []), "the page", "printed", lineterm=""), sep="\n")
    print(f"{len(expected) - failed} passed, {failed} failed")
    return 1 if failed or len(expected) < int(at_least) else 0


if __name__ == "__main__":
    sys.exit({"--write": write, "--check": check}[sys.argv[1]](*sys.argv[2:]))
