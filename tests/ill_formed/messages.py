#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compiles each case of cases.cpp and looks for the condition and the layouts in the first lines of the message.

  messages.py cases.cpp include g++-12               exit status 77 where the compiler is absent
  messages.py cases.cpp include:gpu_kernels g++-12   two folders of headers

nvcc writes a text character by character, {'4', ':', '3', '\\000'}; that is put together first. A subscript beyond an
array, by which wrong text shows its column, is read as `column 5` whatever the compiler's words. Places in files, as
file.hpp:64:3:, are left out: they are no layouts. What is marked (not g++) g++ does not show.
"""
import concurrent.futures
import re
import shutil
import subprocess
import sys

FIRST_LINES = 12
source, includes, compiler = sys.argv[1:]
path = shutil.which(compiler) or shutil.which(f"/usr/local/cuda/bin/{compiler}")
if path is None:
    print(f"SKIPPED: no {compiler} on this machine; what its messages show is not tested")
    sys.exit(77)
with open(source, encoding="utf-8") as file:
    cases = [("0", ""), *re.findall(r"#elif CASE == (\d+)\s+// (.*)", file.read())]
flags = ["-x", "cu", "--expt-relaxed-constexpr", "-c", "-o", "/dev/null"] if compiler == "nvcc" else ["-fsyntax-only"]


def together(line):
    line = re.sub(r":\d+:\d+:", ":", line)
    spelled = r"\{('.'(?:, '.')*)(?:, '\\000')?\}"
    line = re.sub(spelled, lambda m: '{"' + "".join(c[1] for c in m[1].split(", ")) + '"}', line)
    return re.sub(r"subscript value [‘'](\d+)|refer to element (\d+)|access position (\d+)", lambda m: f"column {m[m.lastindex]}", line)


def failures(case):
    number, shows = case
    command = [path, "-std=c++20", *(f"-I{folder}" for folder in includes.split(":")), *flags, f"-DCASE={number}", source]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    if not shows:
        return ([] if done.returncode == 0 else ["it does not compile"]), done.stderr
    if done.returncode == 0:
        return ["it compiles"], ""
    first = together("\n".join(done.stderr.splitlines()[:FIRST_LINES]))
    mark = " (not g++)"
    wanted = [text.removesuffix(mark) for text in shows.split(" | ") if not (text.endswith(mark) and compiler.startswith("g++"))]
    return [f"{text} is not in the first {FIRST_LINES} lines" for text in wanted if text not in first], first


assert len(cases) >= 4, cases
failed = 0
with concurrent.futures.ThreadPoolExecutor(2) as pool:
    for (number, shows), (why, message) in zip(cases, pool.map(failures, cases)):
        print(f"{'FAIL' if why else 'ok  '} case {number}: {shows or 'compiles'}")
        if why:
            failed += 1
            print(*why, message, sep="\n    ")
print(f"{compiler}: {len(cases) - failed} passed, {failed} failed")
sys.exit(1 if failed else 0)
