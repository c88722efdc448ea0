#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Obligations of machine code, of code that was made worse in one place: meant.py build/colex AMD_LIBRARY

Edits are planted in the code of a pipelined product: an offset, the register of an address, a number of the arithmetic that makes addresses, an or in place of
the swizzle's xor, a wait, a barrier, a wait or barrier after what stood behind it. `colex certify CONFIG --code` must refuse each by a row that should, or else the
edited code, executed, does what the code does. The rows do not say which value goes where, and say so: a few other registers hold another place of the same
layout, whose products are others. These are counted, and must run without a finding. A document with the questions holds for its code, and no edit of it does.
"""
import copy
import json
import os
import pathlib
import random
import re
import struct
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import execute_test as execute  # noqa: E402
from drawn import commit, left  # noqa: E402
from machine_edits import edits_of, encodings  # noqa: E402

COLEX, LIBRARY = map(os.path.abspath, sys.argv[1:3])
CONFIG, COPY = "gemm_mfma_bf16_bf16_pipelined", "copy_transpose_f32"
NIGHTLY = bool(os.environ.get("COLEX_NIGHTLY"))
PROBLEMS = ((200, 190, 72), (256, 256, 96), (256, 256, 288)) if NIGHTLY else ((200, 190, 72),)
EDITS = 500 if NIGHTLY else 7
# Which row should refuse an edit of a kind. One that changes which stage is read between barriers is one of addresses.
S_NOP = 0xBF800000
BY = {"swizzle": ("code.address",), "offset": ("code.address",), "register": ("code.address",), "arithmetic": ("code.address",), "wait": ("code.waits",),
      "barrier": ("code.address", "code.races"), "order": ("code.waits", "code.address", "code.races")}  # fmt: skip


def certify(*words):
    return subprocess.run([COLEX, "certify", *map(str, words)], capture_output=True, text=True, check=False, timeout=300, cwd=execute.HERE)


def rows_of(path):
    """Id -> the row; none where the code is refused as a whole."""
    ran = certify(CONFIG, "--code", path, "--json")
    return {row["id"]: row for row in json.loads(ran.stdout)["rows"]} if ran.returncode in (0, 1) else None


class Planted:
    def __init__(self):
        self.path = execute.code_of(execute.PIPELINED)
        self.bytes, self.all = self.path.read_bytes(), execute.instructions(self.path, execute.PIPELINED)
        self.rows = rows_of(self.path)
        self.results = None

    def executed(self, path, problem):
        """What is stored, or what is found."""
        ran = execute.Product(*problem, "bf16", 512, 65536).run(path, execute.PIPELINED, "--budget", 2_000_000_000)
        return execute.read_npy("C.npy", "H") if ran.returncode == 0 else (ran.returncode, ran.stdout[-300:], ran.stderr[:300])

    def edited(self, offset, words):
        data = bytearray(self.bytes)
        struct.pack_into(f"<{len(words)}I", data, offset, *words)
        to = execute.HERE / "edited.co"
        to.write_bytes(data)
        return to

    def refusing(self, path):
        """The rows that say less of the edited code."""
        now = rows_of(path)
        return {i for i, row in self.rows.items() if now is None or now[i]["verdict"] in ("refuted", "undecided") or now[i]["covered"] < row["covered"]}

    def edits(self, draw):
        """Kind -> (what, offset in the file, dwords)."""
        kinds, rows = {kind: [] for kind in BY}, list(encodings(self.bytes, self.all))
        for kind, what, *edit in edits_of(rows):
            if kind != "offset" or "_b128" in what:  # the others are of reads in the epilogue, which no row covers
                kinds[kind].append((what, *edit))
        first = next(at for at, _, text in rows if text.startswith("ds_write"))
        for at, words, text in rows:
            if re.match("ds_(read|write)_b128", text):
                kinds["register"].append((f"{text}: another register", at, [words[0], words[1] ^ 1 << draw.randrange(3)]))
            if at < first and re.fullmatch(r"v_xor_b32_e32 v\d+, v\d+, v\d+", text):
                kinds["swizzle"].append((f"{text}: or in its place", at, [words[0] ^ 1 << 25]))
            if at < first and re.match("v_(lshl|lshr|and|or|xor|bfe|add|sub|mad|bfi)", text):
                bit = draw.randrange(9)
                kinds["arithmetic"].append((f"{text}: bit {bit} of its first operand", at, [*words[:-1], words[-1] ^ 1 << bit]))
        for some in kinds.values():
            draw.shuffle(some)
        return kinds

    def run(self, wrong):
        kinds = self.edits(random.Random(11 if NIGHTLY else commit()))
        counts = {kind: {"refused": 0, "same bits": 0, "another place of the layout": 0} for kind in kinds}
        for turn in range(EDITS):
            for kind, edits in kinds.items():
                if turn >= len(edits) or sum(sum(c.values()) for c in counts.values()) >= EDITS:
                    continue
                what, offset, words = edits[turn]
                if kind == "arithmetic" and not self.refusing(self.edited(offset, [S_NOP] * len(words))):
                    continue  # no address that a row covers rests on it
                path = self.edited(offset, words)
                refusing = self.refusing(path)
                if refusing:
                    counts[kind]["refused"] += 1
                    if not refusing & {*BY[kind]}:
                        wrong.append(f"{what}, at {offset:#x}: refused by {refusing}, none of which should")
                    continue
                self.results = self.results or [self.executed(self.path, problem) for problem in PROBLEMS]
                others = [self.executed(path, problem) for problem in PROBLEMS]
                same, found = others == self.results, [o for o in others if isinstance(o, tuple)]
                counts[kind]["same bits" if same else "another place of the layout"] += 1
                if not same and (kind != "register" or found):
                    wrong.append(f"{what}, at {offset:#x}: no row refuses it, and it is executed otherwise {found}")
        print(f"planted edits of {CONFIG}: {counts}")
        refused = sum(c["refused"] for c in counts.values())
        if sum(c["another place of the layout"] for c in counts.values()) > 1 + EDITS // 50:
            wrong.append(f"too many edits compute something else: {counts}")
        if refused < EDITS // 3:
            wrong.append(f"too few edits are refused: {counts}")
        said = self.rows["code.address"]
        if said["verdict"] != "holds in part" or said["covered"] < 76 or any(self.rows[i]["verdict"] != "holds" for i in ("code.waits", "code.distances", "code.races")):
            wrong.append(f"{CONFIG}: {self.rows}")


def documents(wrong):
    """A document of a copy holds for its code; no edit of it does, nor does it for another's code."""
    code, other = execute.code_of(execute.COPY), execute.code_of(execute.PIPELINED)
    made = certify(COPY, "--code", code, "-o", "rows.json")
    if made.returncode != 0 or "decided by Z3 and cvc5" not in made.stdout:
        wrong.append(f"{COPY}: {made.stdout}{made.stderr}")
        return
    document = json.loads((execute.HERE / "rows.json").read_text())
    edits = {"another count": lambda d: d["rows"][0].update(covered=7), "a row left out": lambda d: d["rows"].pop(),
             "nothing open": lambda d: d["not_covered"].clear(), "another layout": lambda d: d["layouts"][0].update(line=d["layouts"][1]["line"]),
             "other sources": lambda d: d.update(sources_sha256="0" * 64), "other code": lambda d: d.update(machine_code_sha256="0" * 64),
             "another config": lambda d: d.update(config="copy_identity_f32"), "less trusted": lambda d: d["trusted"].pop(),
             "all is said": lambda d: d["nothing_is_said_of"].pop(), "a verdict": lambda d: d["code"]["kernels"][0]["meant"][0].update(z3="sat"),
             "a question": lambda d: d["code"]["kernels"][0]["meant"][0].update(smtlib="(set-logic QF_BV)\n(assert false)\n(check-sat)\n"),
             "a question left out": lambda d: d["code"]["kernels"][0]["meant"].pop()}  # fmt: skip
    for what, edit in [("nothing", lambda d: None), *edits.items()]:
        forged = copy.deepcopy(document)
        edit(forged)
        (execute.HERE / "forged.json").write_text(json.dumps(forged))
        ran = certify("--check", "forged.json", "--code", code)
        if (ran.returncode == 0, "holds" in ran.stdout) != (what == "nothing", what == "nothing"):
            wrong.append(f"{what}: {ran.returncode} {ran.stdout[:300]}{ran.stderr[:300]}")
    for words, about in ((("--check", "rows.json", "--code", other), "no kernel"), ((CONFIG, "--code", code), "no kernel"),
                         (("no_such", "--code", code), "no config is named"), (("--code", code), "a config"), ((COPY, "--code", "none.co"), "none.co")):  # fmt: skip
        ran = certify(*words)
        if ran.returncode != 2 or about not in ran.stderr or not re.fullmatch(r"colex: [^\n]+\n", ran.stderr):
            wrong.append(f"{words}: {ran.returncode} {ran.stderr[:300]}")


def main():
    if not NIGHTLY:
        left("500 planted edits", f"{EDITS}, which the commit draws", "the code is judged again for each, and executed where it is accepted")
    wrong = []
    documents(wrong)
    Planted().run(wrong)
    if wrong:
        sys.exit("FAIL: " + "\n".join(wrong))
    return 0


if __name__ == "__main__":
    if subprocess.run(["which", "llvm-readelf-19"], capture_output=True).returncode != 0:
        print("SKIP: no llvm-readelf-19")
        sys.exit(77)
    sys.exit(main())
