#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compiles the cases of cases.cpp together and looks for the condition and the layouts in the first lines of each one's message.

  messages.py cases.cpp include g++-12               exit status 77 where the compiler is absent
  messages.py cases.cpp include:gpu_kernels g++-12   two folders of headers

Case 0 is compiled alone. The others are one source, each a namespace on the lines that it has in the file, and a message is that of the
case whose lines it names. nvcc writes a text character by character, {'4', ':', '3', '\\000'}; that is put together first. A subscript
beyond an array, by which wrong text shows its column, is read as `column 5` whatever the compiler's words. Places in files, as
file.hpp:64:3:, are left out: they are no layouts. What is marked (not g++) g++ does not show.
"""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

FIRST_LINES = 12
source, includes, compiler = sys.argv[1:]
path = shutil.which(compiler) or shutil.which(f"/usr/local/cuda/bin/{compiler}")
if path is None:
    print(f"SKIPPED: no {compiler} on this machine; what its messages show is not tested")
    sys.exit(77)
text = pathlib.Path(source).read_text(encoding="utf-8")
cases = {int(number): shows for number, shows in re.findall(r"^#elif CASE == (\d+)\s+// (.*)", text, re.M)}
flags = ["-fsyntax-only", *(["-ferror-limit=0"] if "clang" in compiler else [])]
if compiler == "nvcc":
    flags = ["-x", "cu", "--expt-relaxed-constexpr", "-c", "-o", "/dev/null"]


def compiled(*arguments):
    command = [path, "-std=c++20", *(f"-I{folder}" for folder in includes.split(":")), *flags, *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)


def all_at_once():
    """Case -> its messages, and the number of errors among them. A message that names no line of a case goes on with the case before; one
    of several cases, or before all, is of case None."""
    one = re.sub(r"^#(el)?if CASE == (\d+).*", lambda m: "}  " * bool(m[1]) + f"namespace case_{m[2]} {{", text, flags=re.M)
    before, _, after = one.rpartition("#endif")
    case_of, number = {}, None
    for at, line in enumerate(one.splitlines(), 1):
        number = int(found[1]) if (found := re.search(r"namespace case_(\d+) \{$", line)) else number
        case_of[at] = number
    with tempfile.TemporaryDirectory() as folder:
        copy = pathlib.Path(folder) / pathlib.Path(source).name
        copy.write_text(f"{before}}}{after}", encoding="utf-8")
        lines = compiled(copy).stderr.splitlines()
    messages, begun = [[]], False  # begun: the last one has its own words, and not only by what way the compiler came to them
    for line in lines:
        way = re.match(r"In file included|.*: (In |At global scope|  required |  in ‘constexpr’)", line)
        words = re.search(r"\b(error|warning)( #[\w-]+)?: ", line)
        if begun and (way or words):
            messages.append([])
        begun = bool(words) or begun and not way
        messages[-1].append(line)
    of_case, number = {}, None
    for message in messages:
        named = re.findall(rf"{re.escape(copy.name)}[:(](\d+)[:)]|at line (\d+) of \S*{re.escape(copy.name)}", "\n".join(message))
        numbers = {case_of[int(a or b)] for a, b in named} - {None}
        number = number if not numbers else numbers.pop() if len(numbers) == 1 else None
        known, errors = of_case.get(number, ([], 0))
        of_case[number] = known + message, errors + any(re.search(r"\berror( #[\w-]+)?: ", line) for line in message)
    return of_case


def together(line):
    line = re.sub(r":\d+:\d+:", ":", line)
    spelled = r"\{('.'(?:, '.')*)(?:, '\\000')?\}"
    line = re.sub(spelled, lambda m: '{"' + "".join(c[1] for c in m[1].split(", ")) + '"}', line)
    return re.sub(r"subscript value [‘'](\d+)|refer to element (\d+)|access position (\d+)", lambda m: f"column {m[m.lastindex]}", line)


def failures(shows, message, errors):
    if not errors:
        return ["it compiles"], ""
    first = together("\n".join(message[:FIRST_LINES]))
    mark = " (not g++)"
    wanted = [one.removesuffix(mark) for one in shows.split(" | ") if not (one.endswith(mark) and compiler.startswith("g++"))]
    return [f"{one} is not in the first {FIRST_LINES} lines" for one in wanted if one not in first], first


assert len(cases) >= 3, cases
alone = compiled("-DCASE=0", source)
results = {0: ("compiles", ["it does not compile"] * (alone.returncode != 0), alone.stderr)}
of_case = all_at_once()
results |= {number: (shows, *failures(shows, *of_case.get(number, ([], 0)))) for number, shows in cases.items()}
for number in of_case.keys() - cases.keys():
    message, errors = of_case[number]
    if errors:
        results[number] = "an error of case 0, of several or before all", [f"{errors} errors"], "\n".join(message)
failed = 0
for number, (shows, why, message) in results.items():
    print(f"{'FAIL' if why else 'ok  '} case {number}: {shows}")
    if why:
        failed += 1
        print(*why, message, sep="\n    ")
print(f"{compiler}: {len(results) - failed} passed, {failed} failed")
sys.exit(1 if failed else 0)
