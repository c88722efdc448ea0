#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`colex inspect --certificate` and `--check` of PTX: ptx_certified.py COLEX PLANTED_ROWS

Each kernel of ptx_judged.cu, and examples/execute/ring.cu, has a certificate that both solvers prove and that holds for its text. Each edit of a certificate is refused, and so is one of
another text or kernel. A false claim, put in place of a true one, is satisfiable. A fault in what the walk makes of an instruction makes an equation false (planted_rows.cpp).
"""

import copy
import functools
import hashlib
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import certified
import ptx_judged
from execute_page import PTX

HERE = pathlib.Path(__file__).resolve().parent
wrong = certified.wrong
KINDS = ("layouts", "rewriting", "in_bounds", "race_free")


def part_of(folder, name):
    return json.loads((folder / name).read_text())["kernels"][0]


def of_all(tool):
    """A certificate of each kernel; of one that is not free of races, without that."""
    questions = 0
    for kernel, (block, _, _, free, inside, _) in ptx_judged.JUDGED.items():
        tool("judged.ptx", "--kernel", kernel, "--block", block, "--certificate", f"{kernel}.json", status=0, about="proved by Z3 and cvc5")
        part = part_of(tool.folder, f"{kernel}.json")
        questions += sum(len(part.get(kind, [])) for kind in KINDS)
        said = {row["what"] for row in part["not_covered"]}
        if ("race_free" in part) != (free == "holds") or ("shared memory free of races" in said) != (free != "holds"):
            wrong.append(f"{kernel}: races {free}, and the certificate says {said}")
        if inside is not None and (inside == "undecided") != any(what.startswith("bounds of shared memory") for what in said):
            wrong.append(f"{kernel}: bounds {inside}, and the certificate says {said}")
    tool("judged.ptx", "--check", "copies.json", status=0, about="copies.json: holds")
    tool("judged.ptx", "--check", "pitched.json", status=0, about="pitched.json: holds")
    (tool.folder / "nothing.ptx").write_text(".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry nothing()\n.reqntid 32, 1, 1\n{\n\tret;\n}\n")
    tool("nothing.ptx", "--certificate", "nothing.json", status=0, about="nothing is proved")
    tool("nothing.ptx", "--check", "nothing.json", status=0, about="nothing.json: holds, and proves nothing")
    if not part_of(tool.folder, "copies.json")["copies"]:
        wrong.append("copies: nothing is said of copies that are under way")
    print(f"{len(ptx_judged.JUDGED)} kernels, {questions} questions proved by both solvers")


def forged(document):
    edit = functools.partial(certified.edited, document)
    yield from certified.forged_of_any(document)
    yield edit("AMD's form", lambda d, k: d.update(certificate="machine code, 1"))
    yield edit("another target", lambda d, k: d.update(target="sm_90"))
    yield edit("ptxas is not trusted", lambda d, k: d["trusted"].pop())
    yield edit("another layout is claimed", lambda d, k: k["layouts"][0].update(claim=k["layouts"][0]["claim"].replace("(16,512)", "(32,512)", 1)))
    yield edit("a question that asks nothing", lambda d, k: k["race_free"][0].update(smtlib="(set-logic QF_BV)\n(assert false)\n(check-sat)\n"))
    yield edit("another address is asked", lambda d, k: k["race_free"][0].update(smtlib=k["race_free"][0]["smtlib"].replace("lane_5_y", "lane_5_x")))
    for kind in KINDS:
        yield edit(f"{kind}: a question left out", lambda d, k, kind=kind: k[kind].pop())
        yield edit(f"{kind}: one answer is sat", lambda d, k, kind=kind: k[kind][0].update(z3="sat"))
        yield edit(f"{kind}: one solver left out", lambda d, k, kind=kind: k[kind][0].pop("cvc5"))
    yield edit("a block of another shape", lambda d, k: k.update(block=[64, 2, 1]))
    yield edit("fewer threads", lambda d, k: k.update(block=[64, 1, 1], threads=64))
    yield edit("more shared memory", lambda d, k: k.update(dynamic_lds=64))
    yield edit("a copy that is not there", lambda d, k: k["copies"].update({"0: line 1": {}}))


def refused(tool):
    count = 0
    tool("ring.ptx", "--certificate", "ring.json", status=0, about="0 not covered")
    tool("ring.ptx", "--check", "ring.json", status=0, about="ring.json: holds")
    document = json.loads((tool.folder / "ring.json").read_text())
    for what, other in forged(document):
        (tool.folder / "forged.json").write_text(json.dumps(other))
        tool("ring.ptx", "--check", "forged.json", status=1, about="forged.json: /")
        count += 1
    # Of another text: the hash is made right, and what is asked is another question.
    text = (tool.folder / "ring.ptx").read_text()
    changed = {"another address": re.sub(r"(?m)^(\s*st\.shared\S*\s+\[%rd\d+)\]", r"\1+16]", text, count=1),
               "another width": re.sub(r"st\.global\.v4\.u32(\s+\[%rd\d+\], \{%r\d+, %r\d+), %r\d+, %r\d+", r"st.global.v2.u32\1", text, count=1),
               "no barrier": re.sub(r"(?m)^\s*bar\.sync[^;]*;", "", text, count=1)}  # fmt: skip
    for what, other in changed.items():
        if other == text:
            wrong.append(f"{what}: nothing is changed")
        (tool.folder / "changed.ptx").write_text(other)
        tool("changed.ptx", "--check", "ring.json", status=1, about="/sha256")
        (tool.folder / "forged.json").write_text(json.dumps({**document, "sha256": hashlib.sha256(other.encode()).hexdigest()}))
        tool("changed.ptx", "--check", "forged.json", status=1, about="/kernels/0/")
        count += 1
    # `free` of another kernel.
    whole, racy = (json.loads((tool.folder / f"{name}.json").read_text()) for name in ("ring_2", "one_stage"))
    for change in (lambda k: k.update(race_free=whole["kernels"][0]["race_free"]), lambda k: k.update(race_free=[]),
                   lambda k: (k.update(race_free=[]), k.update(not_covered=[])), lambda k: k.update({**whole["kernels"][0], "kernel": "one_stage"})):  # fmt: skip
        other = copy.deepcopy(racy)
        change(other["kernels"][0])
        (tool.folder / "forged.json").write_text(json.dumps(other))
        tool("judged.ptx", "--check", "forged.json", status=1, about="/kernels/0")
        count += 1
    tool("one_stage.ptx", "--certificate", "racy.json", status=0, about="1 not covered")
    tool("judged.ptx", "--kernel", "affine", "--certificate", "none.json", status=2, about="--block is needed")
    if "race_free" in part_of(tool.folder, "racy.json"):
        wrong.append("one_stage is certified to be free of races")
    return count


def asks_something(tool):
    """A false claim has a model."""
    count = 0
    for name, kind, true, false in (("ring", "layouts", "(_ bv512 32)", "(_ bv513 32)"), ("ring", "in_bounds", "(_ bv4096 64)", "(_ bv4095 64)"),
                                    ("ring", "race_free", "(_ bv16 32)", "(_ bv529 32)"), ("ring_3", "race_free", "(_ bv4 32)", "(_ bv600 32)"),
                                    ("copies", "race_free", "(_ bv4 32)", "(_ bv516 32)"), ("pitched", "layouts", "(_ bv8 32)", "(_ bv12 32)"),
                                    ("within_warp", "race_free", "(_ bv4 32)", "(_ bv9 32)")):  # fmt: skip
        certified.asks_something(f"{name}, {kind}", part_of(tool.folder, f"{name}.json")[kind][0]["smtlib"], true, false)
        count += 2
    print(f"{count} questions, true and false: {'answered by cvc5' if shutil.which('cvc5') else 'no cvc5'}")


def meant(tool):
    """What is meant is part of a certificate."""
    (tool.folder / "meant.txt").write_text("stored: store shared 4 = (128,2):(4,512), stage epoch\nread: load shared 4 = (128,2):(-4,512) + 508, stage epoch + 1\n")
    for kernel, questions, missing in (("ring_2", 1, 0), ("one_stage", 0, 2)):
        tool("judged.ptx", "--kernel", kernel, "--block", "128", "--expect", "meant.txt", "--certificate", "meant.json", status=0)
        part = part_of(tool.folder, "meant.json")
        got = (len(part["meant"]), sum("in a later trip" in row["why"] for row in part["not_covered"]))
        if got != (questions, missing):
            wrong.append(f"{kernel}, meant: {got}, not {(questions, missing)}")
        tool("judged.ptx", "--check", "meant.json", status=0, about="meant.json: holds")


def main(colex, planted_rows):
    if not shutil.which(PTX[0]):
        print(f"SKIP: no {PTX[0]}")
        return 77
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        for name, source, flags in (("ring", "examples/execute/ring.cu", []), ("one_stage", "examples/execute/ring.cu", ["-DONE_STAGE"]), ("judged", "tests/code/ptx_judged.cu", [])):
            subprocess.run([*PTX, "-std=c++17", *flags, HERE.parents[1] / source, "-o", folder / f"{name}.ptx"], check=True)
        tool = certified.Tool(colex, folder)
        of_all(tool)
        count = refused(tool)
        asks_something(tool)
        meant(tool)
        certified.planted_faults(planted_rows, folder, "ring.ptx", "judged.ptx")
    if wrong:
        sys.exit("FAIL: " + "\n".join(wrong))
    print(f"certificates hold, and {count} forged ones do not")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
