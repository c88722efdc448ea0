#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What is decided of the machine code of each config for AMD's targets: code_obligations.py COLEX [--write] [--only REGEX] [--target TARGET]... [--seconds S]

`colex certify CONFIG --target` compiles a config and judges its code. tests/code/obligations.txt has a line for each config and target: the hash of the code, and of each
obligation its verdict and how many instructions it covers. --write asks again where the hash is another one, writes the list, and the table in docs/04_kernels.md from it; a
config that takes longer than S seconds of a processor is left as it was. Otherwise what is asked must be as the list has it.
"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import resource
import subprocess
import sys
import tempfile

import machine_code
from kernels import KERNELS

ROOT = pathlib.Path(__file__).resolve().parents[1]
LIST, PAGE = ROOT / "tests/code/obligations.txt", ROOT / "docs/04_kernels.md"
TARGETS = "gfx90a", "gfx942", "gfx950"
BEGIN, END = "<!-- tools/code_obligations.py --write: begin -->\n", "<!-- end -->\n"
SHORT = {"holds": "holds", "holds in part": "part", "vacuous": "none", "undecided": "open", "refuted": "REFUTED"}


def configs():
    """(target, config) of all."""
    return [(target, name) for target in TARGETS for kernel in KERNELS for name in machine_code.configs(kernel, target)]


def read_list():
    """(target, config) -> [hash, row...]."""
    return {tuple(line.split("\t")[:2]): line.split("\t")[2:] for line in LIST.read_text().splitlines()} if LIST.exists() else {}


def asked(colex, file, config, seconds):
    """The hash and the rows; None where it took too long."""
    ran = subprocess.run([colex, "certify", config, "--code", file, "--json"], capture_output=True, text=True, check=False,
                         preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds)))  # fmt: skip
    if ran.returncode not in (0, 1):
        return print(f"{config}: status {ran.returncode}: {ran.stderr.strip()[:300]}")
    said = json.loads(ran.stdout)
    return [said["machine_code_sha256"][:16], *(f"{row['id'].removeprefix('code.')} {SHORT[row['verdict']]} {row['covered']}/{row['of']}" for row in said["rows"])]


def all_asked(given, known):
    """((target, config), the hash and the rows), of those that are asked; compiled together, the configs of a kernel have the code that they have alone."""
    for target in given.target or TARGETS:
        if machine_code.compiler(target)[0] is None:
            print(f"{target}: {machine_code.compiler(target)[1]}")
            continue
        for kernel in KERNELS:
            types = {name: t for name, t in machine_code.configs(kernel, target).items() if re.fullmatch(given.only, name)}
            if not types:
                continue
            with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(2) as pool:
                file = pathlib.Path(folder) / "kernels.co"
                machine_code.write_object(file, target, kernel, types)
                code = machine_code.functions(file.read_bytes())
                left = [name for name, t in types.items()
                        if not (given.write and known.get((target, name), [""])[0] == machine_code.hash_of(code, target, kernel, name, t)[:16])]  # fmt: skip
                for name, said in zip(left, pool.map(lambda name: asked(os.path.abspath(given.colex), file, name, given.seconds), left), strict=True):
                    if said:
                        yield (target, name), said


def table(known):
    """The page's table: of each target and kernel, of how many instructions each obligation is decided."""
    kernel_of = {name: kernel for kernel in KERNELS for target in TARGETS for name in machine_code.configs(kernel, target)}
    sums, names = {}, ["address", "bounds", "aligned", "waits", "distances", "races"]
    for (target, config), (_, *rows) in known.items():
        if config not in kernel_of:
            continue
        group = sums.setdefault((target, kernel_of[config]), {"configs": 0})
        group["configs"] += 1
        for name, _, count in (row.split(" ") for row in rows):
            covered, of = map(int, count.split("/"))
            before = group.get(name, (0, 0))
            group[name] = before[0] + covered, before[1] + of
    lines = ["| | configs | " + " | ".join(names) + " |", "|---" * (len(names) + 2) + "|"]
    for (target, kernel), group in sorted(sums.items()):
        cells = (f"{group[n][0]} of {group[n][1]}" if group.get(n, (0, 0))[1] else "–" for n in names)
        lines.append(f"| {target} {kernel} | {group['configs']} | " + " | ".join(cells) + " |")
    all_rows = [row for _, *rows in known.values() for row in rows]
    left = [f"{config} for {target}" for target, config in configs() if (target, config) not in known]
    count = {word: sum(f" {word} " in row for row in all_rows) for word in ("holds", "part", "none", "open", "REFUTED")}
    text = (f"Of {len(known)} kernels, {len(all_rows)} obligations: {count['holds']} hold of all their instructions, {count['part']} of some, {count['none']} have no instruction, "
            f"{count['open']} are undecided, and {count['REFUTED']} are refuted.")  # fmt: skip
    if left:
        text += f" Not asked: {', '.join(left)}."
    return text + "\n\n" + "\n".join(lines) + "\n"


def main(*words):
    parser = argparse.ArgumentParser(prog="code_obligations.py", description=__doc__.splitlines()[0])
    parser.add_argument("colex")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--only", default=".*")
    parser.add_argument("--target", action="append", choices=TARGETS)
    parser.add_argument("--seconds", type=int, default=300)
    given = parser.parse_args(words)
    known, wrong = read_list(), []
    for one, said in all_asked(given, known):
        print(" ".join(one), *said[1:], sep="  ", flush=True)
        if given.write:
            known[one] = said
            LIST.write_text("".join("\t".join((*key, *rows)) + "\n" for key, rows in sorted(known.items())))
        elif one in known and known[one] != said:
            wrong.append(f"{' '.join(one)}: {said}; the list has {known[one]}")
    page = PAGE.read_text(encoding="utf-8")
    before, rest = page.split(BEGIN)
    text = before + BEGIN + table(known) + END + rest.split(END)[1]
    if given.write:
        PAGE.write_text(text, encoding="utf-8")
    elif text != page:
        wrong.append("docs/04_kernels.md has another table than the list makes: tools/code_obligations.py COLEX --write --only NONE")
    if wrong:
        sys.exit("FAIL: " + "\n".join(wrong))
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
