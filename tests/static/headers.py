#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every public header by other front ends and other standard libraries than the tests': headers.py INCLUDE

AppleClang's library is libc++; MSVC's rules for templates are those of clang's option; on Windows `long` has 32 bits, which MinGW's g++
compiles for. What is not installed is a line that says SKIP, and the status is 77 where nothing was compiled.
"""
import pathlib
import shutil
import subprocess
import sys

INCLUDE = pathlib.Path(sys.argv[1]).resolve()
FOLDERS = ("", "static", "cute", "columns", "laws", "hardware")  # not `testing`, which needs RapidCheck
LEFT_OUT = {"fmt.hpp"}  # of fmt's library
FRONT_ENDS = {
    "libc++": ["clang++-19", "-stdlib=libc++"],
    "MSVC's rules": ["clang++-19", "-stdlib=libc++", "-fms-compatibility", "-fms-extensions", "-fms-compatibility-version=19.40"],
    "Windows": ["x86_64-w64-mingw32-g++-posix"],
}


def compiled(command, text):
    return subprocess.run([*command, "-std=c++20", "-fsyntax-only", "-Wall", "-Wextra", "-Werror", f"-I{INCLUDE}", "-x", "c++", "-"],
                          input=text, capture_output=True, text=True, check=False)  # fmt: skip


def main():
    headers = [path.relative_to(INCLUDE) for folder in FOLDERS for path in sorted((INCLUDE / "colex" / folder).glob("*.hpp")) if path.name not in LEFT_OUT]
    assert len(headers) > 100, "too few headers"
    every, some, wrong = "".join(f'#include "{path}"\n' for path in headers), 0, 0
    for name, command in FRONT_ENDS.items():
        if shutil.which(command[0]) is None or compiled(command, "#include <vector>\n").returncode != 0:
            print(f"SKIP {name}: {' '.join(command[:2])} does not compile #include <vector> here")
            continue
        if compiled(command, every + "static_assert(colex::layout(\"4:2\")(3) == 5);\n").returncode == 0:
            print(f"FAIL {name}: a false assertion compiles")
            wrong += 1
            continue
        ran = compiled(command, every + "static_assert(colex::layout(\"4:2\")(3) == 6);\n")
        some, wrong = some + 1, wrong + (ran.returncode != 0)
        print(f"{'FAIL' if ran.returncode else 'ok  '} {name}: {len(headers)} headers" + "\n".join(["", *ran.stderr.splitlines()[:20]]).rstrip())
    return 1 if wrong else 0 if some else 77


sys.exit(main())
