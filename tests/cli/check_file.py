#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""colex check: files of questions and answers, right and wrong ones, and unusable ones with their line; the reports."""
import json
import pathlib
import tempfile
import unittest
import xml.etree.ElementTree

import jsonschema
from tool import colex, main

RIGHT = """# my tiles
composition((4,6,8,10):(2,3,5,7), 6:12) == (2,3):(9,5)   # an answer
complement(4:3, 16) is refused: cotarget_divides

bijective((4,8):(8,1), 32) == yes
equal((2,2):(3,1), (2,2):(1,3)) == no
size((4,8)) == 32
logical_divide((4,8):(1,4), <2,4>) == ((2,2),(4,2)):((1,2),(4,16))
composition(Sw<3,4,3> o 0 o (8,8):(8,1), <4,2>) == Sw<3,4,3> o 0 o (4,2):(8,1)
evaluate((2,2):(3,1)) == [0,3,1,4]
"""
UNUSABLE = [
    ("coalesce(4:1)", "-:1: expected QUESTION == ANSWER or QUESTION is refused: CONDITION"),
    ("\ncoalesce(4:1) ==", "-:2: a question and its answer stand on one line"),
    ("# nothing", "-: no line holds a question"),
    ("size(4:1) == 4 if K > 1", "-:1: a condition stands with unknowns only"),
    ("size(4:1) == 4\ncoalesce((4,8) == 4", "-:2: expected QUESTION == ANSWER or QUESTION is refused: CONDITION"),
    ("frob(4:1) == 4", '-:1:1:1: unknown operation "frob"'),
]


TEXT = {"type": "object", "required": ["text"], "properties": {"text": {"type": "string", "minLength": 1}}, "additionalProperties": False}
# What SARIF 2.1.0 says of the properties that colex writes: those that must be there, their types and their values.
SARIF = {
    "type": "object", "required": ["version", "runs"], "additionalProperties": False,
    "properties": {
        "$schema": {"type": "string", "format": "uri"}, "version": {"const": "2.1.0"},
        "runs": {"type": "array", "items": {
            "type": "object", "required": ["tool"], "additionalProperties": False,
            "properties": {
                "columnKind": {"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
                "tool": {"type": "object", "required": ["driver"], "additionalProperties": False, "properties": {"driver": {
                    "type": "object", "required": ["name"], "additionalProperties": False,
                    "properties": {
                        "name": {"type": "string", "minLength": 1}, "semanticVersion": {"type": "string"},
                        "rules": {"type": "array", "uniqueItems": True, "items": {
                            "type": "object", "required": ["id"], "additionalProperties": False,
                            "properties": {"id": {"type": "string"}, "shortDescription": TEXT}}}}}}},
                "results": {"type": "array", "items": {
                    "type": "object", "required": ["message"], "additionalProperties": False,
                    "properties": {
                        "ruleId": {"type": "string"}, "level": {"enum": ["none", "note", "warning", "error"]}, "message": TEXT,
                        "locations": {"type": "array", "items": {"type": "object", "additionalProperties": False, "properties": {"physicalLocation": {
                            "type": "object", "required": ["artifactLocation"], "additionalProperties": False,
                            "properties": {
                                "artifactLocation": {"type": "object", "additionalProperties": False, "properties": {"uri": {"type": "string", "format": "uri-reference", "pattern": "^[^ ]+$"}}},
                                "region": {"type": "object", "required": ["startLine"], "additionalProperties": False, "properties": {
                                    "startLine": {"type": "integer", "minimum": 1}, "snippet": TEXT}}}}}}}}}}}}}},
}  # fmt: skip


def faults(log):
    """What breaks a rule of SARIF; a result's rule is one that the driver lists."""
    found = [error.message for error in jsonschema.Draft7Validator(SARIF).iter_errors(log)]
    if not found:
        for run in log["runs"]:
            known = {rule["id"] for rule in run["tool"]["driver"]["rules"]}
            found += [f"no rule {one['ruleId']}" for one in run["results"] if one["ruleId"] not in known]
    return found


class CheckFile(unittest.TestCase):
    def test_right(self):
        self.assertEqual(colex("check", "-", stdin=RIGHT), (0, "8 of 8 as expected\n", ""))

    def test_each_wrong_answer_is_named(self):
        for old, new, said in [
            ("(2,3):(9,5)", "(3,2):(9,5)", "-:2: composition((4,6,8,10):(2,3,5,7), 6:12) == (3,2):(9,5): "
                                           "expected (3,2):(9,5), got (2,3):(9,5)"),
            ("cotarget_divides", "stride_divides", "got complement(4:3, 16): cotarget_divides: 12 does not divide 16"),
            ("== yes", "== no", "expected no, got yes"),
            ("== no\n", "== yes\n", "expected yes, got no, first difference at index 1 (3 against 1)"),
            ("== 32", "== 31", "expected 31, got 32"),
            ("== 32", "is refused: divides", "answered 32, not refused"),
        ]:
            with self.subTest(new):
                ran = colex("check", "-", stdin=RIGHT.replace(old, new))
                self.assertEqual((ran.status, ran.err), (1, ""))
                self.assertIn(said, ran.out.splitlines()[0])
                self.assertEqual(ran.out.splitlines()[1:], ["7 of 8 as expected"])

    def test_unusable(self):
        for text, line in UNUSABLE:
            with self.subTest(text):
                ran = colex("check", "-", stdin=text)
                self.assertEqual((ran.status, ran.out), (2, ""))
                self.assertIn(line, ran.err)
                self.assertEqual(ran.err.count("\n"), 1)

    def test_junit(self):
        with tempfile.TemporaryDirectory() as folder:
            questions, report = pathlib.Path(folder) / "a.colex", pathlib.Path(folder) / "a.xml"
            questions.write_text(RIGHT.replace("== 32", "== 31"))
            self.assertEqual(colex("check", str(questions), "--junit", str(report)).status, 1)
            suite = xml.etree.ElementTree.parse(report).getroot()
            self.assertEqual((suite.get("tests"), suite.get("failures")), ("8", "1"))
            [wrong] = [case for case in suite if len(case)]
            self.assertIn("line 7: size", wrong.get("name"))
            self.assertEqual(wrong[0].get("message"), "expected 31, got 32")
            self.assertEqual((suite.get("skipped"), [case.get("line") for case in suite]), ("0", ["2", "3", "5", "6", "7", "8", "9", "10"]))
            self.assertEqual({case.get("file") for case in suite}, {str(questions)})

    def test_several_files(self):
        """One count, a suite per file; a file that cannot be read ends it with its name."""
        with tempfile.TemporaryDirectory() as folder:
            right, wrong, report = (pathlib.Path(folder) / name for name in ("right.colex", "wrong.colex", "a.xml"))
            right.write_text("size(4:1) == 4\n")
            wrong.write_text("size(4:1) == 4\nsize(4:1) == 5\n")
            ran = colex("check", str(right), str(wrong), "--junit", str(report))
            self.assertEqual(ran, (1, f"{wrong}:2: size(4:1) == 5: expected 5, got 4\n2 of 3 as expected\n", ""))
            suites = xml.etree.ElementTree.parse(report).getroot()
            self.assertEqual([(suite.get("name"), suite.get("tests"), suite.get("failures")) for suite in suites], [(str(right), "1", "0"), (str(wrong), "2", "1")])
            absent = colex("check", str(right), str(pathlib.Path(folder) / "absent.colex"))
            self.assertEqual((absent.status, absent.out), (2, ""))
            self.assertIn("absent.colex", absent.err)

    def test_sarif(self):
        """Each wrong line has its place, in a form that keeps the rules of SARIF 2.1.0."""
        with tempfile.TemporaryDirectory() as folder:
            questions, report = pathlib.Path(folder) / "my tiles%.colex", pathlib.Path(folder) / "a.sarif"
            for text, status in ((RIGHT, 0), (RIGHT.replace("== 32", "== 31"), 1)):
                questions.write_text(text)
                self.assertEqual(colex("check", str(questions), "--sarif", str(report)).status, status)
                log = json.loads(report.read_text())
                self.assertEqual(faults(log), [])
                self.assertEqual(len(log["runs"][0]["results"]), status)
            [wrong] = log["runs"][0]["results"]
            place = wrong["locations"][0]["physicalLocation"]
            self.assertEqual((wrong["level"], wrong["ruleId"]), ("error", "wrong-answer"))
            self.assertEqual(wrong["message"]["text"], "size((4,8)) == 31: expected 31, got 32")
            self.assertEqual(place["artifactLocation"]["uri"], f"file://{folder}/my%20tiles%25.colex")
            self.assertEqual(place["region"], {"startLine": 7, "snippet": {"text": "size((4,8)) == 31"}})
            for key, value in (("version", "2.0"), ("runs", {}), ("more", 1)):
                self.assertNotEqual(faults({**log, key: value}), [])  # the rules see a fault
            self.assertNotEqual(faults(json.loads(report.read_text().replace('"startLine": 7', '"startLine": 0'))), [])
            self.assertNotEqual(faults(json.loads(report.read_text().replace("wrong-answer", "other", 1))), [])
            questions.write_bytes(b"equal(4:1, 4:1) == n\xff\n" + b"size((" + b"1," * 300 + b"2)) == 1\n")
            self.assertEqual(colex("check", str(questions), "--sarif", str(report)).status, 2)  # 300 leaves are no layout
            questions.write_bytes(b"equal(4:1, 4:1) == n\xff\n")
            self.assertEqual(colex("check", str(questions), "--sarif", str(report)).status, 1)
            self.assertEqual((faults(json.loads(report.read_text())), json.loads(report.read_text())["runs"][0]["results"][0]["message"]["text"][:22]), ([], "equal(4:1, 4:1) == n\ufffd:"))
            unwritten = colex("check", str(questions), "--sarif", folder)
            self.assertEqual((unwritten.status, unwritten.err), (2, f"colex: check: cannot write {folder}\n"))

    def test_unknowns_without_a_solver(self):
        """A false line is refuted where there is a solver; where there is none it fails, or is skipped where that is allowed."""
        solver = "prove" in colex("--help").out
        with tempfile.TemporaryDirectory() as folder:
            report = pathlib.Path(folder) / "a.xml"
            for allowed in (False, True):
                ran = colex("check", "-", "--junit", str(report), *["--allow-skip", "unknowns"] * allowed,
                            stdin="size(4:1) == 4\ncomplement(64:1, K) == K/32:64 if K % 64 == 0 && K >= 64\n")  # fmt: skip
                suite = xml.etree.ElementTree.parse(report).getroot()
                skips = allowed and not solver
                self.assertEqual((ran.status, ran.err), (0 if skips else 1, ""))
                self.assertEqual((suite.get("failures"), suite.get("skipped")), ("0", "1") if skips else ("1", "0"))
                self.assertEqual([child.tag for child in suite[1]], ["skipped" if skips else "failure"])
                self.assertEqual(ran.out.splitlines()[-1], "1 of 2 as expected" + ", 1 skipped" * skips)
        self.assertEqual(colex("check", "-", "--allow-skip", "all", stdin="size(4:1) == 4").status, 2)


# A line for each of the tool's questions, with its answer; refused where that is what it shows.
LINES = {
    "banks": "banks((32,8):(64,8), on=sm90, element=2, width=16) == 8",
    "coalescing": "coalescing(32:2, on=sm90, element=4) == 8",
    "find_swizzle": "find_swizzle(on=sm90, element=2, width=16, write=((8,4),8):((8,64),256), read=(32,8):(64,8)) == Sw<3,3,3>",
    "race_free": "race_free(write=((8,4),1):((4,32),0)@16, read=(32,4):(4,1), element=4) == yes",
    "tma": "tma((48,8):(1,48), box=(48,8), element=2, swizzle=32) is refused: swizzle_span",
    "descriptor": "descriptor(Sw<3,3,3> o 0 o (64,64):(64,1), on=sm90) == 0x4000004000010000",
    "predicate": "predicate((b<4, t<8) -> (4*b + t/2, t%2*8), 4*b + t/2 < 10, tensor=(10,16), width=8) == yes",
    "plan": "plan(sm80_bf16.json) == yes",
    "tiled_copy": "tiled_copy((4,64):(64,1), (4,8):(8,1)) == ((64,4),(8,4)):((128,4),(16,1))",
    "tiled_mma": "tiled_mma(v_mfma_f32_16x16x16_f16, atoms=(2,2), tile=(64,64,16), operand=A) == (((16,4),2,2),(4,2,1)):(((1,256),16,0),(64,32,0))",
    "atoms": "atoms(SM80_16x8x16_F32F16F16F32_TN, operand=B) == ((4,8),(2,2)):((16,1),(8,64))",
    "scales": "scales(mxfp8, 256, 512) == ((32,4,2),(32,4,4)):((16,4,2048),(0,1,512))",
    "swizzle": "swizzle(tma=128, element=2) == Sw<3,3,3>",
    "inspect": "inspect(store.ptx, block=32, to: store global 4 = 4 * 32:1 + arg0) == yes",
    "map": "map((i<32, j<8) -> i*32 + (j ^ (i % 8)), is=Sw<3,0,5> o 0 o (32,8):(32,1)) == yes",
}
MORE = """
find_swizzle(on=sm90, element=4, write=((8,4),8):((4,32),128)@16, read=32:32@4) == no
find_swizzle(on=sm90, element=4, write=32:1, read=32:32, pad=32) == 1
find_swizzle(on=sm90, element=4, read=32:1) == none is needed
race_free(write=(32,4):(1,32), read=(32,4):(4,1), element=4) == no
race_free(write=(32,4):(1,32), read=(32,4):(4,1), element=4) == no: byte 4
race_free(write=32:1, write=32:1, element=4) == yes
tma((64,4096):(1,64), box=(64,1), gather4=yes, swizzle=128, element=bf16) == Sw<3,3,3> o 0 o (64,4):(1,64)
tma((64,4096):(1,64), box=(64,4), gather4=yes, element=bf16) is refused: gather4
predicate((b<4, t<8) -> (4*b + t/2, t%2*8), 4*b + t/2 < 9, tensor=(10,16), width=8) == no, lost
predicate((b<4, t<8) -> (4*b + t/2, t%2*8), 4*b + t/2 < 10, tensor=(10,15), width=8) == no, past the end
predicate((t<8) -> t, t < 5, given=t < 4, given=t == 4) == yes
predicate((t<8) -> 2*t, t < 4, bytes=30, element=4, width=2, given=t < 5) == no, past the end: 1 of 4 accesses, the first at t=3 moves 6 to 7, and 7 lies outside
plan(broken.json) is refused: bank_conflict
plan({"on": "sm80", "atom": "SM80_16x8x16_F32BF16BF16F32_TN", "atoms": [2, 2], "tile": [128, 128, 32], "A": {"global": "(128,32):(4096,1)"}, "B": {"global": "(128,32):(1,4096)"}, "C": {"global": "(128,128)"}}) == yes
tiled_copy((32,4):(4,1), (1,8):(8,1), tensor=(100,60):(60,1), element=2) == 4
tiled_copy((4,2):(0,1), (1,2):(2,1)) is refused: bijective
tiled_mma(SM80_16x8x16_F32F16F16F32_TN, atoms=(2,2):(2,1), tile=<(4,4,2):(1,8,4),32,16>) == (((4,4,2),2,2),((2,2),1,2)):(((64,1,8),256,4),((32,16),0,512))
tiled_mma(v_mfma_f32_16x16x4_f32, atoms=(2,2,1):(1,2,0), tile=(64,64,8), tensor=(64,8):(8,1), operand=A) == (((16,4),2,2,1),(1,2,2)):(((8,1),128,0,0),(0,256,4))
atoms(v_mfma_scale_f32_16x16x128_f8f6f4<e2m1,e2m1>, operand=A) == ((16,4),32):((1,512),16)
atoms(SM75_U32x4_LDSM_N, operand=rows) == (32,8):(8,1)
scales(fp8_128x128, 256, 512) == ((128,2),(128,4)):((0,4),(0,1))
swizzle(triton=(8,2,4), row=32, element=2) == Sw<2,3,3>
map((r<8, c<8) -> r*8 + (c + r) % 8) == none
map((i<M, j<N) -> i*ld + j) == (M,N):(ld,1)
map((i<32, j<8) -> i*32 + (j ^ (i % 8)), is=(32,8):(32,1)) == no, at i=1, j=0 the map gives 33, what was meant 32
local_partition(local_tile((100,60):(1@0,1@1), <64,32>, (1,1), Cover::at_least), (32,4):(4,1), 5) == (2,8):(32@0,4@1) at (65,33)
elem_less((64,32):(1@0,1@1) at (64,32), (100,60)) == no
"""
# What answers no line: texts and pictures, and programs of their own.
NO_LINE = {
    "import": "finds layouts in a text", "draw": "answers a picture", "explain": "answers sentences", "check": "reads the lines", "help": "answers pages", "completion": "writes a script",
    "expression": "a line is one", "batch": "answers requests", "serve": "answers requests", "prove": "a program of its own", "certify": "a program of its own", "run": "a program of its own",
    "execute": "a program of its own",
}  # fmt: skip
STORE = """.version 7.0
.target sm_80
.address_size 64
.visible .entry store(.param .u64 to)
{
	.reg .b32 %r<2>;
	.reg .b64 %rd<4>;
	ld.param.u64 %rd1, [to];
	mov.u32 %r1, %tid.x;
	mul.wide.u32 %rd2, %r1, 4;
	add.s64 %rd3, %rd1, %rd2;
	st.global.u32 [%rd3], %r1;
	ret;
}
"""
PLANS = pathlib.Path(__file__).resolve().parents[2] / "examples/plans"


class EveryQuestion(unittest.TestCase):
    def commands(self):
        """Those of the tool that are no operations."""
        listed = colex("--help").out.partition("Subcommands:")[2]
        operations = set(json.loads(colex("batch", stdin='{"op": "help", "args": []}').out)["result"]["operations"])
        words = {line.split()[0] for line in listed.splitlines() if line.startswith("  ") and line[2:3].isalpha()}
        self.assertLess({"banks", "map", "check"}, words)
        return words - operations

    def test_a_line_can_ask_it(self):
        for command in sorted(self.commands()):
            self.assertTrue((command in LINES) != (command in NO_LINE), f"{command}: neither a line of a .colex file nor a reason why there is none")

    def test_lines(self):
        with tempfile.TemporaryDirectory() as folder:
            for plan in PLANS.glob("*.json"):
                (pathlib.Path(folder) / plan.name).write_text(plan.read_text())
            questions = pathlib.Path(folder) / "all.colex"
            (pathlib.Path(folder) / "store.ptx").write_text(STORE)
            lines = [line for command, line in LINES.items() if command in self.commands()] + MORE.strip().splitlines()
            questions.write_text("\n".join(lines) + "\n")
            ran = colex("check", str(questions))
            self.assertEqual((ran.status, ran.out), (0, f"{len(lines)} of {len(lines)} as expected\n"))
            for line in lines:  # a wrong one is noticed
                wrong = line.replace(" is refused: ", " is refused: no_") if " is refused: " in line else line.rpartition(" == ")[0] + " == 7:1"
                questions.write_text(wrong + "\n")
                self.assertEqual(colex("check", str(questions)).status, 1, wrong)

    def test_code_is_asked_where_it_is_read(self):
        ran = colex("check", "-", stdin="inspect(nowhere.co, x: store LDS 4 = 64:4) == yes\n")
        said = "inspect: cannot read nowhere.co" if "inspect" in self.commands() else "inspect: colex-inspect, which reads machine code, is not beside this program"
        self.assertEqual((ran.status, ran.out, ran.err.count("\n"), ran.err.startswith(f"colex: -:1: {said}")), (2, "", 1, True), ran.err)

    def test_what_cannot_be_asked(self):
        for line, said in (("plan(nowhere.json) == yes", "plan: cannot read nowhere.json"), ("plan(/dev/zero) == yes", "plan: longer than 1 MiB"), ("plan({) == yes", "JSON"), ("race_free(element=4) == yes", "access"),
                           ("tiled_copy(4:1) == 4:1", "tiled_copy takes 2 arguments"), ("swizzle(element=2) == Sw<3,3,3>", "give one of tma, xor16 and triton"),
                           ("banks(32:1, on=sm90, on=sm80) == 1", "on stands twice"), ("map((i<4) -> i, width=int7) == 4:1", "width: expected"), ("find_swizzle(on=sm90) == no", "give an access"),
                           ("atoms(SM80_16x8x16_F32F16F16F32_TN, operand=D) == 4:1", "operand: expected A"), ("scales(mxfp8, x, 2) == 4:1", "unknown name x")):  # fmt: skip
            ran = colex("check", "-", stdin=line + "\n")
            self.assertEqual((ran.status, ran.err.count("\n")), (2, 1), (line, ran))
            self.assertIn(said, ran.err)


main()
