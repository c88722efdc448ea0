#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`colex inspect --certificate, --check, --expect and --diff` on small kernels: certified.py build/colex AMD_LIBRARY PLANTED_ROWS

A certificate of examples/execute/ring.hip holds for its code, and for no other. Each edit of the certificate is refused. A false claim, put in place of a
true one in its questions, is satisfiable. A fault in what the walk makes of an instruction makes an equation false (planted_rows.cpp). The pipelined
products and a copy of AMD_LIBRARY have certificates of their own, by day one product. What an author means is compared lane by lane.
"""
import copy
import functools
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "c"))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import amd_library  # noqa: E402
from drawn import drawn  # noqa: E402
from execute_page import CLANG  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
wrong = []
MEANT = """# tiles through LDS
from: load global 16 = (128,1,1048576):(16,0,0) by block + arg0
stored: store LDS 16 = Sw<3,4,3> o 0 o ((64,2),2):((16,1024),2048), stage epoch
read: load LDS 16 = Sw<3,4,3> o 0 o ((8,16),2):((256,16),2048), stage epoch + 1
"""


class Tool:
    def __init__(self, colex, folder):
        self.colex, self.folder = os.path.abspath(colex), pathlib.Path(folder)

    def __call__(self, *words, status, about=""):
        ran = subprocess.run([self.colex, "inspect", *map(str, words)], cwd=self.folder, capture_output=True, text=True, check=False, timeout=300)
        if ran.returncode != status or about not in ran.stdout + ran.stderr or (status == 2 and not re.fullmatch(r"colex: [^\n]+\n", ran.stderr)):
            wrong.append(f"{words}: {ran.returncode}, not {status} about {about!r}: {ran.stdout[-500:]} {ran.stderr[:300]}")
        return ran.stdout


def edited(document, what, change):
    """(what, the document with that edit)"""
    other = copy.deepcopy(document)
    change(other, other["kernels"][0])
    return what, other


def forged_of_any(document):
    """(what, document) of edits that no certificate of code must survive."""
    edit = functools.partial(edited, document)
    yield edit("another file's hash", lambda d, k: d.update(sha256=d["sha256"].translate(str.maketrans("0123", "1230"))))
    yield edit("a fact is assumed", lambda d, k: k["assumed"].update(arg0="% 16 == 0"))
    yield edit("something is not covered", lambda d, k: k["not_covered"].append({"what": "all", "why": "none"}))
    yield edit("races: not asked", lambda d, k: k.pop("race_free"))
    yield edit("no kernel", lambda d, k: d["kernels"].pop())


def forged(document):
    """Those, and what one of AMD's code must not survive."""
    edit = functools.partial(edited, document)
    yield from forged_of_any(document)
    yield edit("another target", lambda d, k: d.update(target="gfx90a"))
    yield edit("something less is trusted", lambda d, k: d["trusted"].pop(0))
    yield edit("another layout is claimed", lambda d, k: k["layouts"][0].update(claim=k["layouts"][0]["claim"].replace("(16,1024)", "(32,1024)", 1)))
    yield edit("a question that asks nothing", lambda d, k: k["layouts"][0].update(smtlib="(set-logic QF_BV)\n(assert false)\n(check-sat)\n"))
    yield edit("a question left out", lambda d, k: k["rewriting"].pop())
    yield edit("a verdict that says sat", lambda d, k: k["race_free"][0].update(z3="sat"))
    yield edit("a solver left out", lambda d, k: k["race_free"][0].pop("cvc5"))
    yield edit("another solver", lambda d, k: d["solvers"].update(cvc5="9.9"))
    yield edit("more LDS", lambda d, k: k.update(lds_bytes=k["lds_bytes"] + 1))
    yield edit("LDS of the launch", lambda d, k: k.update(dynamic_lds=64))
    yield edit("fewer threads", lambda d, k: k.update(threads=64))
    yield edit("waits: another count", lambda d, k: next(s for s in k["waits"]["under way, started since"].values() if s).update({"v0 by a load": 9}))
    yield edit("distances: another count", lambda d, k: next(s for s in k["distances"]["wait states since"].values() if s).update({"v0, which 0x0 writes": 9}))
    yield edit("a key more", lambda d, k: k.update(remark="fine"))


def decided(what, script, want):
    """By cvc5, where it is installed."""
    solver = shutil.which("cvc5")
    said = subprocess.run([solver, "--lang=smt2"], input=script, capture_output=True, text=True, check=False).stdout.strip() if solver else want
    if said != want:
        wrong.append(f"{what}: {said}, not {want}")


def asks_something(what, script, true, false):
    """A false claim in place of the true one has a model."""
    if true not in script:
        wrong.append(f"{what}: no {true} in {script[:500]}")
    decided(f"{what}, with {true}", script, "unsat")
    decided(f"{what}, with {false}", script.replace(true, false), "sat")


def planted_faults(planted_rows, folder, *codes):
    """Faults in what the walk makes of each instruction (planted_rows.cpp)."""
    for code in codes:
        ran = subprocess.run([os.path.abspath(planted_rows), code, "128"], cwd=folder, capture_output=True, text=True, check=False, timeout=300)
        print(f"{code}: {ran.stdout.strip()}")
        if ran.returncode != 0:
            wrong.append(f"planted_rows: {ran.returncode}: {ran.stdout[-1000:]} {ran.stderr[-300:]}")


def certificates(tool):
    tool("ring.co", "--certificate", "ring.json", status=0, about="proved by Z3 and cvc5")
    tool("ring.co", "--check", "ring.json", status=0, about="ring.json: holds")
    text = (tool.folder / "ring.json").read_text()
    document = json.loads(text)
    part = document["kernels"][0]
    if any(not part[kind] for kind in ("layouts", "rewriting", "in_bounds", "race_free", "waits", "distances")) or part["not_covered"]:
        wrong.append(f"the certificate of ring lacks something: {text[:1000]}")
    count = 0
    for what, other in forged(document):
        (tool.folder / "forged.json").write_text(json.dumps(other))
        tool("ring.co", "--check", "forged.json", status=1, about="forged.json: /")
        count += 1
        print("refused:", what)
    (tool.folder / "twice.json").write_text(text.replace('"target"', '"target": "gfx90a", "target"', 1))
    tool("ring.co", "--check", "twice.json", status=1, about="the key 'target' is there twice")
    for bad in ("", "[]", "{", '{"kernels": 3}', '{"kernels": [{"kernel": "none", "threads": 128, "dynamic_lds": 0, "assumed": {}}]}', text[: len(text) // 2]):
        (tool.folder / "bad.json").write_text(bad)
        tool("ring.co", "--check", "bad.json", status=2)
    for words in (("--block", "64"), ("--assume", "arg16 % 8 == 0"), ("--dynamic-lds", "16"), ("--kernel", "ring")):  # of what it is, it says itself
        tool("ring.co", *words, "--check", "ring.json", status=2)
    # Of another code, and of a code with races.
    tool("one_stage.co", "--check", "ring.json", status=1, about="/sha256")
    tool("one_stage.co", "--certificate", "one_stage.json", status=0, about="1 not covered")
    one_stage = json.loads((tool.folder / "one_stage.json").read_text())["kernels"][0]
    if "race_free" in one_stage or "free of races" not in one_stage["not_covered"][0]["what"]:
        wrong.append("one_stage is certified to be free of races")
    for kind, true, false in (("layouts", "(_ bv1024 32)", "(_ bv1025 32)"), ("in_bounds", "(_ bv4096 64)", "(_ bv4095 64)"), ("race_free", "(_ bv16 32)", "(_ bv129 32)")):
        asks_something(kind, part[kind][0]["smtlib"], true, false)
    return count


def expectations(tool):
    def meant(text, status, about, code="ring.co", name="meant.txt"):
        (tool.folder / name).write_text(text)
        tool(code, "--kernel", "ring", "--expect", name, status=status, about=about)

    lds = "".join(line + "\n" for line in MEANT.splitlines() if " LDS " in line)
    meant(lds, 0, "as expected, in every lane and trip")
    meant("".join(f"  int x;  // colex: {line}\n" for line in lds.splitlines()), 0, "as expected", name="ring.hip")
    meant(lds.replace("2048), stage epoch\n", "2048), stage epoch + 1\n"), 1, "lane 0 of wave 0")
    meant(lds.replace("Sw<3,4,3>", "Sw<2,4,3>"), 1, "lane 32 of wave 0")
    meant(lds.replace("((16,1024),2048)", "((16,1040),2048)"), 1, "lane 0 of wave 1")
    meant(lds, 1, "not as expected", code="one_stage.co")
    meant(lds + "more: store LDS 16 = (128,2):(16,4) + 4096\n", 1, "more: no access is so")
    meant("x: load LDS 16 = (64,2):(16,1024)\n", 2, "x: the first mode of the layout has 64 points, and a block has 128 threads")
    for text, about in (("", "no expectation"), ("a load\n", "meant.txt:1: not read"), ("\nx: load LDS 16 = (64,2:(16,1)\n", "meant.txt:2: "),
                        ("x: load LDS 16 = 128:1 + arg0\n", "begins at an argument"), ("x: load global 16 = 128:1\n", "begins at an argument"),
                        ("x: load LDS 16 = 128:1, stage epoch\n", "the last mode"), ("x: load LDS 16 = (128,3):(1,1), stage epoch\n", "2, 4, 8 or 16 stages"),
                        ("x: load LDS 16 = (128,99999):(1,1)\n", "more than 1024"), ("x" * 3000 + "\n", "a line of more than 2000")):  # fmt: skip
        meant(text, 2, about)
    meant(lds * 501, 2, "more than 1000 expectations")
    tool("ring.co", "--diff", "ring.co", status=0, about="the same accesses in the same order, with the same conflicts")
    tool("one_stage.co", "--diff", "ring.co", status=1, about="- 0x")


def meant(tool):
    """What is meant is part of a certificate. A stage that is right in the first trip only is neither found nor proved."""
    (tool.folder / "lines.txt").write_text("".join(line + "\n" for line in MEANT.splitlines() if " LDS " in line))
    tool("ring.co", "--kernel", "ring", "--expect", "lines.txt", "--certificate", "meant.json", status=0, about="1 meant,")
    tool("ring.co", "--check", "meant.json", status=0, about="meant.json: holds")
    document = json.loads((tool.folder / "meant.json").read_text())
    for change in (lambda k: k["meant_lines"].pop(0), lambda k: k["meant_lines"].__setitem__(0, k["meant_lines"][0].replace("(16,1024)", "(16,1040)")),
                   lambda k: k["meant"].pop(), lambda k: k["meant"][0].update(claim="all is as meant"), lambda k: k.pop("meant_lines")):  # fmt: skip
        other = copy.deepcopy(document)
        change(other["kernels"][0])
        (tool.folder / "forged.json").write_text(json.dumps(other))
        tool("ring.co", "--check", "forged.json", status=1, about="forged.json: /kernels/0")
    tool("one_stage.co", "--kernel", "ring", "--expect", "lines.txt", "--certificate", "first_trip.json", status=0)
    part = json.loads((tool.folder / "first_trip.json").read_text())["kernels"][0]
    if part["meant"] or sum("in a later trip" in row["why"] for row in part["not_covered"]) != 2:
        wrong.append(f"one stage, as two: {part['meant']} {part['not_covered']}")
    script = document["kernels"][0]["meant"][0]["smtlib"]
    stage = r"\(bvand \(bvadd \w+ \(_ bv0 32\)\) \(_ bv1 32\)\)"
    if not re.search(stage, script) or "(_ bv1024 32)" not in script:
        wrong.append(f"no stage in {script[:1500]}")
    for text, want in ((script, "unsat"), (re.sub(stage, "(_ bv0 32)", script), "sat"), (script.replace("(_ bv1024 32)", "(_ bv1025 32)"), "sat")):
        decided("what is meant, edited", text, want)


def of_library(tool, library):
    """Certificates of the library's own code, all of whose questions both solvers decide."""
    objects = amd_library.code_objects(library)
    products = [("gfx942", "gemm_kernelINS0_21GemmMfmaBf16PipelinedE", "gemm_mfma_bf16_bf16_pipelined", 76),
                ("gfx942", "gemm_kernelINS0_20GemmMfmaF64PipelinedE", "gemm_mfma_f64_pipelined", 51),
                ("gfx90a", "gemm_kernelINS0_19GemmMfmaI8PipelinedE", "gemm_mfma_i8_i32_pipelined", 70)]  # fmt: skip
    products = drawn(products, "certificates of the library's products", 1, "both solvers decide hundreds of questions")
    for target, name, config, least in (*products, ("gfx942", "copy_kernelINS0_16CopyTransposeF32E", "copy_transpose_f32", 4)):
        (tool.folder / "library.co").write_bytes(next(data for data in objects[target] if name.encode() in data))
        is_product = name.startswith("gemm")
        made = subprocess.run([tool.colex, "certify", config, "--code", "library.co", "-o", "library.json"], cwd=tool.folder, capture_output=True, text=True, check=False)
        if made.returncode != 0 or "decided by Z3 and cvc5" not in made.stdout:
            wrong.append(f"{target} {config}: {made.stdout[-1000:]}{made.stderr}")
            continue
        part = json.loads((tool.folder / "library.json").read_text())["code"]["kernels"][0]
        claims = "; ".join(q["claim"] for q in part["layouts"])
        if is_product and ("race_free" not in part or len(set(re.findall(r"0x\w+ \(ds_(?:read|write)", claims))) < 40):
            wrong.append(f"{target} {name}: the certificate lacks races, or accesses of LDS: {claims[:500]}")
        as_meant = sorted({c.split(" (")[0] for q in part["meant"] for c in q["claim"].split("; ")})
        if len(as_meant) < least:
            wrong.append(f"{target} {name}: {len(as_meant)} accesses are as meant, not {least}: {part['not_covered']}"[:3000])
        # Each access of LDS is either asked to be inside, or said not to be covered.
        inside = set(re.findall(r"(0x\w+) \(ds_[^;]*inside", "; ".join(q["claim"] for q in part["in_bounds"])))
        said = {re.search(r"0x\w+", n["what"])[0] for n in part["not_covered"] if n["what"].startswith("bounds of LDS")}
        if is_product and (inside & said or len(inside) < 40):
            wrong.append(f"{target} {name}: bounds of LDS of {len(inside)}, not of {sorted(said)}")
        print(f"{target} {name}: {len(claims.split('; '))} layouts, {len(as_meant)} accesses as meant, {len(part['rewriting'])} questions of rewriting, {len(part['not_covered'])} not covered")


def main(colex, library, planted_rows):
    if not shutil.which("clang++-19") or not shutil.which("ld.lld-19"):
        print("SKIP: no clang++-19 with ld.lld-19")
        return 77
    with tempfile.TemporaryDirectory() as folder:
        for name, flags in (("ring", []), ("one_stage", ["-DONE_STAGE"])):
            subprocess.run([*CLANG, *flags, str(HERE.parents[1] / "examples/execute/ring.hip"), "-o", f"{folder}/{name}.co"], check=True)
        tool = Tool(colex, folder)
        meant(tool)
        of_library(tool, library)
        planted_faults(planted_rows, folder, "ring.co", "library.co")  # the latter is the copies'
        count = certificates(tool)
        expectations(tool)
    if wrong:
        sys.exit("FAIL: " + "\n".join(wrong))
    print(f"the certificate holds, and {count} edits of it do not")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
