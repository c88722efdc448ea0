#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Whether machine code has the layouts that its config names: meant.py build/colex AMD_LIBRARY MEANT

MEANT says what a config's own description means (meant.cpp); `colex inspect --expect` compares it with the code of its kernel, for all lanes, waves and
trips. Then edits are planted in the code of a pipelined product: an offset, the register of an address, a number or an operand of the arithmetic that
makes addresses, a wait, a barrier. Each is refuted, by layouts or by waits, or the edited code, executed, does what the code does.
"""
import json
import os
import pathlib
import random
import re
import struct
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import execute_test as execute  # noqa: E402
from drawn import every  # noqa: E402

COLEX, LIBRARY, MEANT = map(os.path.abspath, sys.argv[1:4])
PIPELINED = {"gemm_mfma_bf16_bf16_pipelined": "GemmMfmaBf16Pipelined", "gemm_mfma_f16_f16_pipelined": "GemmMfmaF16Pipelined",
             "gemm_mfma_i8_i32_pipelined": "GemmMfmaI8Pipelined", "gemm_mfma_f32_pipelined": "GemmMfmaF32Pipelined",
             "gemm_mfma_f64_pipelined": "GemmMfmaF64Pipelined"}  # fmt: skip
COPIES = {"copy_identity_f32": "CopyIdentityF32", "copy_unpad_f32": "CopyUnpadF32", "copy_transpose_f32": "CopyTransposeF32",
          "copy_exchange_bf16": "CopyExchangeBf16", "copy_bit_reverse_f32": "CopyBitReverseF32"}  # fmt: skip
EDITED = "gemm_mfma_bf16_bf16_pipelined"
PROBLEMS = ((256, 256, 96), (200, 190, 72), (256, 256, 288))
SEED, EDITS = 11, 16 if not os.environ.get("COLEX_NIGHTLY") else 500


def compared(code, kernel, expected):
    """(exit status, the answer) of --expect, with waits."""
    ran = subprocess.run([COLEX, "inspect", str(code), "--kernel", kernel, "--dynamic-lds", "65536", "--expect", str(expected), "--json"],
                         capture_output=True, text=True, check=False, timeout=300)  # fmt: skip
    if ran.returncode not in (0, 1):
        return ran.returncode, {"refused": ran.stderr}
    return ran.returncode, json.loads(ran.stdout)


def meant(config):
    path = execute.HERE / f"{config}.txt"
    path.write_text(subprocess.run([MEANT, config], capture_output=True, text=True, check=True).stdout)
    return path


def all_configs(wrong):
    objects = execute.amd_library.code_objects(LIBRARY)
    both = [(target, config, name) for config, name in {**PIPELINED, **COPIES}.items() for target in ("gfx942", "gfx90a")]
    for target, config, name in every(both, 6, "configs that it describes, for either target", "a kernel takes a second"):
        kernel = f"{'gemm' if config in PIPELINED else 'copy'}_kernelINS0_{len(name)}{name}E"
        path = execute.HERE / "meant.co"
        path.write_bytes(next(data for data in objects[target] if kernel.encode() in data))
        status, said = compared(path, kernel, meant(config))
        rows = [row.get("wrong") or row.get("undecided") for row in said.get("accesses", []) if "is" not in row]
        covered = sum("is" in row for row in said.get("accesses", []))
        good = (status, said.get("waits")) == (0, "holds")
        if config in COPIES:  # the ragged loop's elements: their places depend on a trip whose bound is not known
            good = said.get("waits") == "holds" and covered > 0 and all(re.search("trip@|the address has", row) for row in rows)
        if not good:
            wrong.append(f"{target} {config}: {status} {said}"[:2000])
        print(f"{target} {config}: {covered} accesses are as meant, {len(rows)} not covered, {len(said.get('not_covered', []))} of no line")


class Planted:
    def __init__(self):
        self.kernel = f"gemm_kernelINS0_{len(PIPELINED[EDITED])}{PIPELINED[EDITED]}E"
        self.path, self.expected = execute.code_of(self.kernel), meant(EDITED)
        self.bytes, self.all = self.path.read_bytes(), execute.instructions(self.path, self.kernel)
        self.size = {a[0]: b[0] - a[0] for a, b in zip(self.all, self.all[1:], strict=False)}
        self.results = [self.executed(self.path, problem) for problem in PROBLEMS]

    def executed(self, path, problem):
        """What is stored, or what is found."""
        product = execute.Product(*problem, "bf16", 512, 65536)
        ran = product.run(path, self.kernel, "--budget", 2_000_000_000)
        return execute.read_npy("C.npy", "H") if ran.returncode == 0 else (ran.returncode, ran.stdout[-300:], ran.stderr[:300])

    def edited(self, offset, words):
        data = bytearray(self.bytes)
        data[offset : offset + len(words)] = words
        to = execute.HERE / "edited.co"
        to.write_bytes(data)
        return to

    def refuted(self, path):
        """By what; None where it is accepted."""
        status, said = compared(path, self.kernel, self.expected)
        if "refused" in said:
            return "refused"
        if status == 0 and (said["waits"], said["race_free"]) == ("holds", "holds"):
            return None
        return "waits or races" if status == 0 else said["verdict"]

    def word(self, offset):
        return struct.unpack_from("<I", self.bytes, offset)[0]

    def of_accesses(self, draw):
        """Offsets and registers of addresses of LDS."""
        for offset, name, text in self.all:
            if not re.match("ds_(read|write)_b128", name):
                continue
            first, second = struct.unpack_from("<II", self.bytes, offset)
            yield f"{name} {text}: another offset", offset, struct.pack("<I", first ^ 1 << draw.randrange(4, 15))
            yield f"{name} {text}: another register", offset + 4, struct.pack("<I", second ^ 1 << draw.randrange(3))

    def of_waits(self, draw):
        for offset, name, text in self.all:
            if name == "s_waitcnt":
                yield f"s_waitcnt {text}: left out", offset, execute.NOP

    def of_barriers(self, draw):
        for offset, name, _ in self.all:
            if name == "s_barrier":
                yield "s_barrier: left out", offset, execute.NOP

    def of_arithmetic(self, draw):
        """Numbers and operands of the instructions that addresses rest on: those without which the layouts are not found."""
        first = next(k for k, (_, name, _) in enumerate(self.all) if name.startswith("ds_write"))
        candidates = [one for one in self.all[:first] if re.match("v_(lshl|lshr|and|or|xor|bfe|add|sub|mad|bfi)", one[1])]
        draw.shuffle(candidates)
        for offset, name, text in candidates[: 2 * EDITS // 3]:
            nops = execute.NOP * (self.size[offset] // 4)
            if self.refuted(self.edited(offset, nops)) is None:
                continue
            for _ in range(2):
                bit = draw.randrange(0, 9)  # the first source
                yield f"{name} {text}: bit {bit} of its first operand", offset + (4 if self.size[offset] == 8 else 0), struct.pack(
                    "<I", self.word(offset + (4 if self.size[offset] == 8 else 0)) ^ 1 << bit)  # fmt: skip

    def run(self, wrong):
        draw, counts = random.Random(SEED), {}
        for kind, share in ((self.of_accesses, 0.4), (self.of_arithmetic, 0.3), (self.of_waits, 0.2), (self.of_barriers, 0.1)):
            edits = list(kind(draw)) if kind != self.of_arithmetic else kind(draw)
            if kind != self.of_arithmetic:
                draw.shuffle(edits)
            row = counts.setdefault(kind.__name__[3:], {"refuted": 0, "undecided": 0, "equal": 0})
            for number, (what, offset, words) in enumerate(edits):
                if number >= max(2, EDITS * share):
                    break
                path = self.edited(offset, words)
                how = self.refuted(path)
                if how is not None:
                    row["undecided" if how in ("undecided", "refused") else "refuted"] += 1
                    continue
                row["equal"] += 1
                for problem, result in zip(PROBLEMS, self.results, strict=True):
                    if self.executed(path, problem) != result:
                        wrong.append(f"{what}, at {offset:#x}: accepted, and {problem} is computed otherwise")
        all_of = [sum(row[k] for row in counts.values()) for k in ("refuted", "undecided", "equal")]
        print(f"planted edits of {EDITED}: {all_of[0]} refuted, {all_of[1]} undecided or refused, {all_of[2]} accepted and equal by execution; {counts}")
        if 100 * all_of[0] < 90 * (all_of[0] + all_of[1]) or sum(all_of) < 2 * EDITS / 3:
            wrong.append("too few edits are refuted, of those that change something")


def main():
    if EDITS < 500:
        print(f"nightly: meant: 500 planted edits; by day {EDITS}: each is inspected again, and executed where it is accepted")
    wrong = []
    all_configs(wrong)
    Planted().run(wrong)
    if wrong:
        sys.exit("FAIL: " + "\n".join(wrong))
    return 0


if __name__ == "__main__":
    if subprocess.run(["which", "llvm-readelf-19"], capture_output=True).returncode != 0:
        print("SKIP: no llvm-readelf-19")
        sys.exit(77)
    sys.exit(main())
