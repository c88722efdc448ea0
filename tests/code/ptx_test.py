#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`colex execute` of PTX from outside: ptx_test.py COLEX

planted.ptx has a kernel for each kind of defect, and some without that look alike. Texts that are no PTX, or ask for what is not read, are refused in one
line. examples/execute/reverse.cu is compiled by clang where it is installed.
"""

import array
import json
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import unittest

import npy
from execute_page import PTX

ROOT = pathlib.Path(__file__).resolve().parents[2]
SOURCE = pathlib.Path(__file__).resolve().with_name("planted.ptx")
COLEX = os.path.abspath(sys.argv[1])
FOLDER = tempfile.TemporaryDirectory()
HERE = pathlib.Path(FOLDER.name)
RACE, EARLY, UNWRITTEN, DIVERGENCE, OUTSIDE = "data race", "early use", "uninitialised read", "barrier divergence", "out of bounds"
TO, FROM = "out:to.npy:u32[64]", "random:u32[256]"
# Kernel -> arguments, the defects, words of the first finding, and its line's instruction; where there is no defect, none.
KERNELS = {
    "barrier_left_out": ([TO], {RACE, UNWRITTEN}, "of shared memory", "ld.shared.u32 %r5, [%r4]"),
    "barrier": ([TO], set(), "", ""),
    "lanes_without_sync": ([TO], {RACE}, "loads 4 bytes of shared memory", "ld.shared.u32 %r5, [%r4]"),
    "lanes_with_sync": ([TO], set(), "", ""),
    "barrier_with_lanes_off": ([TO], {DIVERGENCE}, "the barrier is reached while this lane is off", "bar.sync 0"),
    "barrier_of_one_warp": ([TO], {DIVERGENCE}, "waits for a warp that has ended", "bar.sync 0"),
    "two_barriers": ([TO], {DIVERGENCE}, "waits at barrier 0, to which the others do not come", "bar.sync %r2, 64"),
    "arrive_and_wait": ([TO], set(), "", ""),
    "stores_behind_arrival": ([TO], {RACE}, "of shared memory", ""),
    "misaligned_shared": ([TO], {"misaligned access", RACE}, "no multiple of 8", "st.shared.v2.u32 [%r2], {%r1, %r1}"),
    "shared_out_of_bounds": ([TO], {OUTSIDE}, "stores 4 bytes at byte 1280 of shared memory, which has 1280", "st.shared.u32 [%r2], %r1"),
    "behind_shared_memory": ([TO], {OUTSIDE}, "near no array", "st.u32 [%d2], %r1"),
    "copy_not_waited_for": ([FROM, TO], {EARLY, UNWRITTEN}, "is used before the asynchronous copy to it was waited for", "ld.shared.u32 %r4, [%r3]"),
    "copy_waited_for": ([FROM, TO], set(), "", ""),
    "copy_waited_for_late": ([FROM, TO], {RACE}, "stores 16 bytes of shared memory", "cp.async.cg.shared.global [%r3], [%d3], 16"),
    "blocks_store_one_word": ([TO], {RACE}, "of 'to.npy' from byte 0", "st.global.u32 [%d1], 1"),
    "blocks_add_to_one_word": (["inout:zero.npy:to.npy"], set(), "", ""),
    "stores_an_unwritten_register": ([TO], {UNWRITTEN, RACE}, "the stored value comes from a register that nothing has written", "st.global.u32 [%d1], %r1"),
    "takes_a_written_register": ([TO], set(), "", ""),
    "takes_an_unwritten_register": ([TO], {UNWRITTEN}, "the stored value comes from a register that nothing has written", "st.global.u32 [%d2], %r3"),
    "stores_an_unwritten_register_over": ([TO], set(), "", ""),
    "reads_a_stored_unwritten_register": ([TO], {UNWRITTEN}, "which was stored from a register that nothing has written", "ld.shared.u32 %r5, [%r3]"),
    "branches_on_an_unwritten_register": ([TO], {UNWRITTEN}, "the predicate comes from a register that nothing has written", "@%p1 bra $end"),
    "off_by_one": (["out:to.npy:u32[40]", "u32:40"], {OUTSIDE}, "stores 4 bytes at byte 160 of 'to.npy', which has 160", "st.global.u32 [%d2], %r2"),
    "shuffle_of_absent_lanes": ([TO], {DIVERGENCE}, "the mask names this lane, which does not execute it", ""),
    "reads_unwritten_shared": ([TO], {UNWRITTEN}, "byte 16 of shared memory", "ld.shared.u32 %r1, [part+16]"),
    "stores_a_constant": ([TO], {"read-only store"}, "stores to 'table', which is only read", "st.u32 [%d1], 1"),
    "memory_barrier": ([TO], set(), "", ""),
    "memory_barrier_not_waited_for": ([TO], {RACE, UNWRITTEN}, "4 bytes of shared memory", "shared.u32"),
    "one_arrival_short": ([TO], {DIVERGENCE, RACE}, "waits at an mbarrier whose phase never completes", "mbarrier.try_wait.parity.shared::cta.b64 %p3, [arrived], 0"),
    "bulk_copy": ([FROM, TO], set(), "", ""),
    "bulk_copy_short": ([FROM, TO], {DIVERGENCE, RACE}, "waits at an mbarrier whose phase never completes", "mbarrier.try_wait.parity.shared::cta.b64 %p3, [%r4], 0"),
    "bulk_copy_not_waited_for": ([FROM, TO], {UNWRITTEN, EARLY}, "of shared memory", "ld.shared.u32 %r5, [%r3]"),
    "halves_meet": ([TO], set(), "", ""),
    "halves_meet_and_look_beyond": ([TO], {RACE}, "loads 4 bytes of shared memory", "ld.shared.u32 %r5, [%r7]"),
    "quarters_meet_in_turn": ([TO], set(), "", ""),
    "last_lane_stores_what_all_read": ([TO], {RACE}, "stores 4 bytes of shared memory", "@%p2 st.shared.u32 [%r7], %r1"),
    "last_lane_reads_what_all_store": ([TO], {RACE}, "loads 4 bytes of shared memory", "@%p2 ld.shared.u32 %r5, [%r7]"),
    "copy_waited_for_by_one_lane": ([FROM, TO], {EARLY, UNWRITTEN}, "of shared memory is used before the asynchronous copy to it was waited for", "ld.shared.u32 %r5, [%r4]"),
    "copy_committed_by_one_lane": ([FROM, TO], {EARLY, UNWRITTEN}, "of shared memory is used before the asynchronous copy to it was waited for", "ld.shared.u32 %r5, [%r4]"),
    "lanes_commit_apart": ([FROM, TO], set(), "", ""),
    "two_copies_to_one_place": ([FROM, TO], {EARLY}, "of shared memory is used before the asynchronous copy to it", "cp.async.ca.shared.global [%r4], [%d4+512], 4"),
    "stores_to_what_is_copied": ([TO], {EARLY}, "of 'to.npy' is stored to before the asynchronous copy of it was waited for", "st.global.u32 [%d2], %r1"),
    "stores_to_what_another_warp_copies": ([TO], {RACE}, "of 'to.npy'", ""),
    "stores_to_what_is_copied_in_bulk": ([TO], {RACE}, "of 'to.npy'", ""),
    "stores_behind_a_bulk_copy": ([TO], set(), "", ""),
    "reads_what_is_stored_in_bulk": ([TO], {RACE}, "of 'to.npy'", ""),
    "reads_behind_a_bulk_store": ([TO], set(), "", ""),
    "halves_vote_apart": ([TO], set(), "", ""),
    "masks_disagree": ([TO], {DIVERGENCE}, "the mask of another lane names this lane, whose mask is another", "vote.sync.ballot.b32 %r5, %p1, %r6"),
    "shuffle_from_another_mask": ([TO], {UNWRITTEN}, "the stored value comes from a register that nothing has written", "st.global.u32 [%d2], %r5"),
    "variables": ([TO], set(), "", "")}  # fmt: skip
BLOCKS = {"blocks_store_one_word": 2, "blocks_add_to_one_word": 5}
HEADER = ".version 8.0\n.target sm_80\n.address_size 64\n"


def execute(*words):
    return subprocess.run([COLEX, "execute", *map(str, words)], capture_output=True, text=True, check=False, timeout=120, cwd=HERE)


def write_npy(name, kind, count, values):
    npy.write(HERE / name, kind, (count,), values)


def read_npy(name, code):
    return npy.read(HERE / name, code)


def kernel(body, parameters="", header=HEADER):
    return f"{header}.visible .entry k({parameters})\n{{\n{body}\n}}\n"


class Planted(unittest.TestCase):
    def test_each_is_found_and_nothing_else(self):
        write_npy("zero.npy", "<u4", 64, array.array("I", [0] * 64))
        listed = json.loads(execute(SOURCE, "--list", "--json").stdout)["kernels"]
        self.assertEqual({k["name"] for k in listed}, set(KERNELS))
        for name, (arguments, defects, words, instruction) in KERNELS.items():
            for schedule in (["in-order"], ["adversarial"], ["random", "--seed", "5"], ["random", "--seed", "6"]):
                ran = execute(SOURCE, "--kernel", name, "--grid", BLOCKS.get(name, 1), "--block", 64, "--dynamic-shared", 256, *(w for a in arguments for w in ("--arg", a)), "--json", "--schedule", *schedule)
                with self.subTest(kernel=name, schedule=schedule):
                    self.assertEqual(ran.returncode, 1 if defects else 0, ran.stderr)
                    said = json.loads(ran.stdout)
                    found = said["findings"]
                    self.assertLessEqual(set(said["counts"]), defects)
                    if defects:
                        self.assertTrue(any(words in f["detail"] and instruction in f["instruction"] for f in found), found)

    def test_what_is_right_is_computed(self):
        self.assertEqual(execute(SOURCE, "--kernel", "variables", "--block", 64, "--dynamic-shared", 256, "--arg", TO).returncode, 0)
        self.assertEqual(list(read_npy("to.npy", "I")), [30 * 7 + t for t in range(64)])
        self.assertEqual(execute(SOURCE, "--kernel", "barrier", "--block", 64, "--arg", TO).returncode, 0)  # "barrier" is a part of several names, and a name
        self.assertEqual(list(read_npy("to.npy", "I")), [63 - t for t in range(64)])

    def test_lanes_of_one_mask_are_asked_together(self):
        self.assertEqual(execute(SOURCE, "--kernel", "halves_vote_apart", "--block", 64, "--arg", TO).returncode, 0)
        want = []
        for t in range(64):
            half = [k for k in range(32) if k // 16 == t % 32 // 16]
            ballot, alike = (sum(1 << k for k in half if k % 4 == of) for of in (1, t % 4))
            total, mask = sum(k + t // 32 * 32 for k in half), sum(1 << k for k in half)
            want.append((ballot + alike + total + mask + (1 << 24) + (t % 16 == 0) * (2 << 24)) % 2**32)
        self.assertEqual(list(read_npy("to.npy", "I")), want)

    def test_a_lane_that_cannot_be_told_is_not_named(self):
        """Where the lane that stores is the only one of several readers that is remembered, the other's number is not known."""
        said = json.loads(execute(SOURCE, "--kernel", "last_lane_stores_what_all_read", "--block", 64, "--arg", TO, "--json").stdout)
        race = next(f for f in said["findings"] if f["defect"] == RACE)
        self.assertEqual((race["lane"], "lane" in race["other"], race["other"]["warp"]), (31, False, race["warp"]))

    def test_both_instructions_are_named_with_their_lines(self):
        said = json.loads(execute(SOURCE, "--kernel", "barrier_left_out", "--block", 64, "--schedule", "adversarial", "--arg", TO, "--json").stdout)
        race = next(f for f in said["findings"] if f["defect"] == RACE)
        lines = SOURCE.read_text().splitlines()
        for place in (race, race["other"]):
            self.assertEqual(lines[place["line"] - 1].strip().rstrip(";"), place["instruction"])
        self.assertEqual({race["warp"], race["other"]["warp"]}, {0, 1})


class Refused(unittest.TestCase):
    def refuse(self, text, *words, run=False):
        file = HERE / "bad.ptx"
        file.write_bytes(text if isinstance(text, bytes) else text.encode())
        ran = execute(file, *(["--kernel", "k", "--block", 32] if run else ["--list"]))
        self.assertEqual((ran.returncode, ran.stdout, ran.stderr.count("\n")), (2, "", 1), ran.stderr)
        for word in words:
            self.assertIn(word, ran.stderr)

    def test_headers(self):
        self.refuse(".version 6.4\n.target sm_80\n", "line 1", "PTX of version 7.0 to 9.x is read")
        self.refuse(".version 8.0\n.target sm_80\n.address_size 32\n", "line 3", "32 bits")
        self.refuse(".version 8.0\n.version 8.0\n", "line 2", "a second .version")
        self.refuse(".version 8.0\n.target banana\n", "line 2")

    def test_syntax(self):
        self.refuse(kernel("  .reg .b32 %r<3>;\n  add.s32 %r1, %r2, %r9;\n  ret;"), "line 7", "'%r9'", "nothing of that name is declared")
        self.refuse(kernel("  .frobnicate 3;"), "line 6", "'.frobnicate'", "this directive is not known")
        self.refuse(HEADER + ".frobnicate 3;\n", "line 4", "this directive is not known")
        self.refuse(kernel("  bra $nowhere;"), "line 6", "no label '$nowhere' is there")
        self.refuse(kernel("$a:\n$a:\n  ret;"), "line 7", "a second label of that name")
        self.refuse(kernel("  ret"), "line")
        self.refuse(kernel("  ret;")[:-3], "the brace is not closed")
        self.refuse(HEADER + "/* no end", "line 4", "the comment is not closed")
        self.refuse(kernel("  .reg .b32 %r<3>;\n  @%r1 ret;"), "line 7", "no predicate of that name is declared")
        self.refuse(kernel("  .reg .b32 %r<3>;\n  mov.b32 %r1, 0f123;"), "line 7", "not a number of PTX")
        self.refuse(kernel("  .reg .b32 %r<99999999>;"), "line 6", "registers")
        self.refuse(kernel("  .reg .f32 %f<3>;\n  add.rn.rz.f32 %f1, %f1, %f2;"), "line 7", "a part of the opcode stands twice")
        self.refuse(HEADER + ".global .align 4 .b8 a[999999999];\n", "line 4", "2^28")
        self.refuse(HEADER + ".global .texref t;\n", "line 4", "not read")
        self.refuse(kernel("{" * 300 + "}" * 300), "braces")
        self.refuse(kernel("  ret;") * 2, "a second .version")
        (HERE / "parted.ptx").write_text(kernel("  .reg .b32 %r<3>;\n  mov .u32 %r1, 1;\n  add .s32\n .frob %r1, %r1, 1;\n  ret;"))
        self.assertIn("this instruction is not known: add .s32 .frob %r1", execute("parted.ptx", "--kernel", "k", "--block", 32).stderr)

    def test_too_large(self):
        with (HERE / "large.ptx").open("wb") as file:
            file.truncate(100 << 20)
        ran = execute("large.ptx", "--list")
        self.assertEqual((ran.returncode, ran.stdout, ran.stderr.count("\n")), (2, "", 1))
        self.assertIn("longer than 67108864 bytes", ran.stderr)

    def test_what_is_not_known_is_refused_where_it_is_reached(self):
        for line, why in (("tcgen05.shift.cta_group::1.down [%r1];", "this instruction is not known"), ("call frob;", "calls of functions are not read"), ("brx.idx %r1, $t;", "indirect branches are not read"),
                          ("add.rn.s32 %r1, %r1, %r2;", "a modifier that this instruction is not known to take"), ("fma.f32 %r1, %r1, %r1, %r1;", "a modifier is left out"),
                          ("add.s32 %r1, %r2;", "2 operands"), ("add.s32 %r1, [%r2], %r1;", "a form that the instruction does not take"), ("mov.u32 %r1, %clock;", "the special register %clock is not known"),
                          ("trap;", "the kernel stops itself"), ("tex.2d.v4.f32.f32 {%r1, %r1, %r1, %r1}, [%r1, {%r1, %r2}];", "this instruction is not known"), ("ld.global.u32 %r1, [%r1, {%r2}];", "a form that the instruction does not take")):  # fmt: skip
            text = kernel(f"  .reg .b32 %r<3>;\n  mov.u32 %r1, 1;\n  mov.u32 %r2, 2;\n  {line}\n  ret;")
            with self.subTest(line=line):
                self.refuse(text, why, "line 9, warp 0 of block 0", run=True)
            skipped = text.replace("  mov.u32 %r1, 1;", "  bra $end;").replace("  ret;", "$end:\n  ret;")
            (HERE / "skipped.ptx").write_text(skipped)
            self.assertEqual(execute("skipped.ptx", "--kernel", "k", "--block", 32).returncode, 0)

    def test_a_call_is_refused_where_it_is_reached(self):
        call = "  { // callseq 0\n  .param .b32 given;\n  .param .align 8 .b8 answer[16];\n  st.param.b32 [given+0], %r1;\n  call.uni (answer), frob, (given);\n  ld.param.b32 %r2, [answer+8];\n  }\n"
        text = kernel(f"  .reg .b32 %r<3>;\n  mov.u32 %r1, 1;\n{call}  ret;")
        self.refuse(text, "calls of functions are not read: st.param.b32 [given+0], %r1 at line 11, warp 0 of block 0", run=True)
        (HERE / "beside.ptx").write_text(text + kernel("  ret;").removeprefix(HEADER).replace(" k(", " plain("))
        self.assertEqual(execute("beside.ptx", "--kernel", "plain", "--block", 32).returncode, 0)
        self.assertIn("not known: call.uni at line 12: calls of functions are not read", execute("beside.ptx", "--list", "--kernel", "k").stdout)
        self.refuse(text.replace("[answer+8]", "[other+8]"), "line 13", "nothing of that name is declared")

    def test_budget_and_shape(self):
        (HERE / "loop.ptx").write_text(kernel("$a:\n  bra $a;\n  ret;"))
        ran = execute("loop.ptx", "--kernel", "k", "--budget", 1000)
        self.assertEqual(ran.returncode, 2)
        self.assertIn("the budget of instructions is spent: bra $a at line 7", ran.stderr)
        (HERE / "shaped.ptx").write_text(kernel("  ret;").replace(")\n{", ")\n.reqntid 64, 1, 1\n{"))
        self.assertIn("compiled for 64,1,1", execute("shaped.ptx", "--kernel", "k", "--block", 32).stderr)
        self.assertIn("--list shows those there are", execute("loop.ptx", "--kernel", "nothing").stderr)
        self.assertEqual(execute(SOURCE, "--kernel", "barrier", "--arg", "u32:1").returncode, 2)

    def test_arguments(self):
        (HERE / "two.ptx").write_text(kernel("  ret;", ".param .u64 a, .param .u64 b"))
        write_npy("four.npy", "<u4", 4, array.array("I", [0] * 4))
        for first, second, why in (("random:f32[99999999999]", "u64:1", "more than 268435456 elements"), ("random:u8[65536,65536]", "u64:1", "more than 268435456 elements"),
                                   ("random:f32[18446744073709551617]", "u64:1", "more than 268435456 elements"), ("random:f32[4,]", "u64:1", "expected TYPE[EXTENTS]"),
                                   ("random:f32[-4]", "u64:1", "expected TYPE[EXTENTS]"), ("out:one.npy:u32[4]", "out:one.npy:u32[5]", "the result of another argument goes to that file"),
                                   ("inout:four.npy:one.npy", "out:one.npy:u32[4]", "the result of another argument goes to that file"), ("{}", "u64:1", "--arg '{}': a member of a structure is missing"),
                                   ("{i32:1,}", "u64:1", "--arg '{i32:1,}': a member of a structure is missing"), ("u64:1", "u32:1", "4 bytes, and argument 2 has 8")):  # fmt: skip
            ran = execute("two.ptx", "--kernel", "k", "--arg", first, "--arg", second)
            with self.subTest(first=first, second=second):
                self.assertEqual((ran.returncode, ran.stdout, ran.stderr.count("\n")), (2, "", 1), ran.stderr)
                self.assertIn(why, ran.stderr)
        for words in (["out:one.npy:u32[4]"] * 2, ["out:/dev/null:u32[4]", "out:/dev/null:u32[5]"], ["random:u8[0,4294967]", "inout:four.npy:one.npy"]):
            self.assertEqual(execute("two.ptx", "--kernel", "k", *(w for a in words for w in ("--arg", a))).returncode, 0)

    def test_damaged_files_are_read_or_refused(self):
        text, draw = SOURCE.read_bytes(), random.Random(3)
        for _ in range(60):
            damaged = bytearray(text)
            for _ in range(draw.randrange(1, 4)):
                at = draw.randrange(200, len(damaged))
                if draw.random() < 0.5:
                    damaged[at] = draw.randrange(256)
                else:
                    del damaged[at : at + draw.randrange(1, 200)]
            (HERE / "damaged.ptx").write_bytes(bytes(damaged))
            for words in (["--list"], ["--kernel", "variables", "--block", "64", "--dynamic-shared", "256", "--budget", "10000", "--arg", TO]):
                ran = execute("damaged.ptx", *words)
                self.assertIn(ran.returncode, (0, 1, 2), ran.stderr)
                if ran.returncode == 2:
                    self.assertEqual((ran.stdout, ran.stderr.count("\n")), ("", 1))


class Compiled(unittest.TestCase):
    @unittest.skipUnless(shutil.which("clang++-19"), "no clang++-19")
    def test_reverse(self):
        given = array.array("f", (random.Random(4).uniform(-1, 1) for _ in range(256)))
        write_npy("from.npy", "<f4", 256, given)
        for flags, status in (([], 0), (["-DNO_BARRIER"], 1)):
            subprocess.run([*PTX, *flags, str(ROOT / "examples/execute/reverse.cu"), "-o", str(HERE / "reverse.ptx")], check=True)
            ran = execute("reverse.ptx", "--kernel", "reverse", "--grid", 2, "--block", 128, "--arg", "in:from.npy", "--arg", "out:to.npy:f32[256]", "--arg", "i32:256")
            self.assertEqual(ran.returncode, status, ran.stderr)
            if status == 0:
                self.assertEqual(list(read_npy("to.npy", "f")), list(given[:128])[::-1] + list(given[128:])[::-1])
            else:
                self.assertIn("data race", ran.stdout)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
