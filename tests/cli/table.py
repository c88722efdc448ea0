#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What a text says: one name is told apart by its arguments, and what could mean two things is refused with both readings.
Expressions, basis strides, strict requests, and no answer lost."""
import copy
import json
import pathlib
import re
import subprocess
import sys
import unittest

from tool import PATH, batch, colex, main

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tools"))
import examples  # noqa: E402

MANUAL = examples.manual(PATH)


class Forms(unittest.TestCase):
    def test_kinds_choose_the_form(self):
        for words, answer in (
            (("composition", "(4,8):(1,4)", "4:3"), "4:3"),
            (("composition", "(4,8):(1,4)", "<2,4>"), "(2,4):(1,4)"),
            (("composition", "(4,8):(1,4)", "(2:1,4:2)"), "(2,4):(1,8)"),
            (("composition", "(4,8):(1,4)", "<2,X>"), "(2,8):(1,4)"),
            (("composition", "Sw<3,4,3> o 0 o (8,8):(8,1)", "(4,8):(2,8)"), "Sw<3,4,3> o 0 o (4,8):(16,1)"),
            (("composition", "[1,3]", "[1,3]"), "1,2"),
            (("crd2idx", "(2,6,0)", "(4,8,3)"), "26"),
            (("rank", "[1,2,3]"), "2"),
            (("rank", "(4,(2,3))"), "2"),
        ):
            with self.subTest(words):
                self.assertEqual(colex(*words), (0, answer + "\n", ""))

    def test_two_readings_are_refused_with_both(self):
        ran = colex("composition", "(12,(4,8)):(59,(13,1))", "(3,8)")
        self.assertEqual((ran.status, ran.out), (2, ""))
        self.assertEqual(ran.err, "B:1:1: (3,8) is the layout (3,8):(1,3) or the tiler <3,8>; write the one that is meant, "
                         "or choose --convention cute, which reads the tiler\n")  # fmt: skip
        for word, convention, answer in (("(3,8)", "cute", "(3,(4,2)):(59,(13,1))"),
                                         ("<3,8>", "colex", "(3,(4,2)):(59,(13,1))"),
                                         ("(3,8):(1,3)", "cute", "(3,(4,2)):(59,(177,13))"),
                                         ("4", "cute", "4:59")):  # fmt: skip
            ran = colex("composition", "(12,(4,8)):(59,(13,1))", word, "--convention", convention)
            self.assertEqual(ran, (0, answer + "\n", ""))
        for op in ("logical_divide", "zipped_divide", "tiled_divide", "flat_divide", "logical_product"):
            self.assertIn("or the tiler <2,4>", colex(op, "(4,8):(1,4)", "(2,4)").err)

    def test_numbers_and_swizzles_as_cute_writes_them(self):
        for text, answer in (("S<3,4,3> o 0 o (64,64):(64,1)", "Sw<3,4,3> o 0 o (64,64):(64,1)"),
                             ("Sw<3,4,3> \u2218 0 \u2218 (8,8):(8,1)", "Sw<3,4,3> o 0 o (8,8):(8,1)"),
                             ("(_4,C<8>):(Int<8>,_1)", "(4,8):(8,1)"), ("( _ 4,8):( 8 , _ 1)", "(4,8):(8,1)"), ("<2, 4:1, X>", "<2,4:1,_>"),
                             ("(8,8):(8,1) o 4:2", "4:16"), ("[0, 1,2]", "0,1,2")):  # fmt: skip
            self.assertEqual(colex(text), (0, answer + "\n", ""), text)

    def test_kinds_that_do_not_fit(self):
        for words, line in (
            (("size", "<2,4>"), "L:1:1: expected layout or tuple or swizzled or basis, not a tiler"),
            (("least_cotarget", "Sw<2,0,3> o 0 o 9:1"), "layout:1:1: expected layout, not a swizzled layout"),
            (("complement", "8:2", "<4,2>"), "M:1:1: expected integer or shape or layout, not a tiler"),
            (("evaluate", "Sw<3,-1,3> o 0 o 8:1"), "layout:1:6: -1 is below 0"),
            (("evaluate", "Sw<2,0,3> o o 8:1"), "layout:1:13: expected the offset, an integer"),
            (("size", "4:1", "--cover"), None),
        ):
            ran = colex(*words)
            self.assertEqual((ran.status, ran.out, ran.err.count("\n")), (2, "", 1), words)
            if line and not words[0] == "size":
                self.assertEqual(ran.err, line + "\n")


class BasisStrides(unittest.TestCase):
    def test_what_identity_layout_writes_is_read(self):
        for text in ("(4,8):(1@0,1@1)", "(4,(2,4)):(1@0,(1@1,1@2))", "(4,2):(1@0+1@1,-2@0+5@1)", "4:-1@3", "(4,2):(0,2@7)"):
            self.assertEqual(colex(text), (0, text + "\n", ""), text)
        self.assertEqual(colex("(2,3):(E<0>, 2 @ 1 - 1@0)").out, "(2,3):(1@0,-1@0+2@1)\n")
        self.assertEqual(colex("(2,(3,4),5):(1@0,(1@0@1,1@1@1),1@2)").out, "(2,(3,4),5):(1@0,(1@1,1@2),1@3)\n")
        self.assertEqual(colex("(2,3):(E<1,1>, 2@0@1+1@0)").out, "(2,3):(1@2,1@0+2@1)\n")
        self.assertEqual(batch([{"op": "evaluate", "args": ["(4,8):(1@0,1@1)", 22]}])[0]["result"], "(2,5)")
        for shape in ("(4,8)", "(4,(2,4))", "3", "((2,2),(3,(1,5)))"):
            identity = colex("identity_layout", shape).out.strip()
            self.assertEqual(colex("coalesce", identity).out, colex(f"coalesce(identity_layout({shape}))").out)

    def test_what_is_none_is_refused_by_name(self):
        for text, line in (("(2,3):(1@9,1@1)", "expression:1:10: basis elements are 1@0 to 1@7"),
                           ("(2,3):(1@0@1,1@1)", "expression:1:7: a basis element is of a mode that others are elements of"),
                           ("1@0@1", "expression:1:6: an element of a mode stands among the strides of a layout only"),
                           ("(2,3):(1@7@1,1@1@0)", "expression:1:7: coordinates have at most 8 leaves"),
                           ("(2,3):(1,1@1)", "expression:1:7: strides are integers, or all of them basis elements such as 1@0"),
                           ("(2,3):1@1", "expression:1:6: shape and stride are not nested alike"),
                           ("0:1@1", "expression:1:1: every extent must be at least 1"),
                           ("2:268435457@1", "expression:1:13: a multiple of a basis element ends at 2^28"),
                           ("(2,3:1@0)", "expression:1:4: a tuple holds integers, layouts, tilers and _, not a layout of basis strides"),
                           ("Sw<1,0,1> o 0 o 8:1@0", "expression:1:17: expected layout, not a layout of basis strides"),
                           ("max_alignment(2:1@0)", "expression:1:15: expected layout or swizzled, not a layout of basis strides"),
                           ("size(1@0)", "expression:1:6: expected layout or tuple or swizzled or basis, not a basis element"),
                           ("(4:1, 2:1) o 4:1@0", "expression:1:1: expected layout or swizzled or swizzle or columns or basis, not a tiler"),
                           ("size(1073741824:1@0)", "expression:1:6: a layout of basis strides has at most 2^28 points, and multiples up to 2^28")):  # fmt: skip
            self.assertEqual(colex(text), (2, "", line + "\n"), text)
        ran = colex("composition((4,8):(1@0,1@1), 4:268435457)")
        self.assertIn("overflow", ran.err)
        self.assertEqual(ran.status, 1)


class Expressions(unittest.TestCase):
    def test_answers(self):
        for text, answer in (
            ("logical_divide(composition((8,8):(8,1), <4,8>), <4:1, 2:4>)", "((4,1),(2,4)):((8,0),(4,1))"),
            ("let t = (8,8):(8,1); coalesce(t)", "(8,8):(8,1)"),
            ("let t = 4:1; let u = t o 2:2; (t, u)", "<4:1,2:2>".replace("<", "(").replace(">", ")")),
            ("let s = (4,8); s:(8,1)", "(4,8):(8,1)"),
            ("equal(10:3, (2,5):(3,6))", "yes"),
            ("complement(4:2, 19, Cover::at_least)", "(2,3):(1,8)"),
            ("complement(4:2, 19, cover)", "(2,3):(1,8)"),
            ("size(logical_divide(16:1, 4:4))", "16"),
            ("zipped_divide((4,8):(1,4), <coalesce((2,1):(1,2)), _>)", "((2,8),(2,1)):((1,4),(2,0))"),
        ):
            with self.subTest(text):
                ran = colex(text)
                self.assertEqual((ran.status, ran.out), (0, answer + "\n") if answer else (ran.status, ran.out), ran.err)
        self.assertEqual(colex("size", "coalesce((2,1):(3,1))").out, "2\n")
        self.assertEqual(colex("expression", "-", stdin="let t = 4:1;\nsize(t)\n").out, "4\n")
        self.assertEqual(colex("equal(4:1, 4:2)").status, 1)

    def test_errors_have_their_place(self):
        for text, line in (
            ("size(coalesce(4:x))", "expression:1:17: unknown name x"),
            ("let t = 4:1;\nsise(t)", "expression:2:1: unknown operation \"sise\"; nearest: size"),
            ("size(4:1", "expression:1:9: expected ',' or ')'"),
            ("let size = 4:1; size(4)", "expression:1:5: size has a meaning already"),
            ("(4,_):(1,2)", "expression:1:6: unexpected ':'"),
            ("size(4:1) 5", "expression:1:11: unexpected text after the end"),
            ("complement(8:2, <4,2>)", "expression:1:17: expected integer or shape or layout, not a tiler"),
            ("(equal(4:1, 4:1), 2)", "expression:1:2: a tuple holds integers, layouts, tilers and _, not a boolean"),
        ):
            with self.subTest(text):
                ran = colex(text)
                self.assertEqual((ran.status, ran.out), (2, ""))
                self.assertTrue(ran.err.startswith(line), ran.err)
                self.assertEqual(ran.err.count("\n"), 1)
        ran = colex("size(complement(4:3, 16))")
        self.assertEqual((ran.status, ran.err), (1, "expression:1:6: complement(4:3, 16): cotarget_divides: 12 does not divide 16\n"))

    def test_limits(self):
        deep = "coalesce(" * 33 + "4:1" + ")" * 33
        self.assertIn("calls nested beyond 32", colex(deep).err)
        self.assertEqual(colex(deep.replace("coalesce(", "", 1)[:-1]).out, "4:1\n")
        many = " o ".join(["4:1"] * 1002)
        self.assertIn("more than 1000 calls", colex(many).err)
        self.assertIn("longer than 1048576 bytes", colex("expression", "-", stdin="4:1" + " " * (1 << 20)).err)
        for text in ("(" * 10000, "coalesce(" * 100000, "let a = 4;" * 5000):
            ran = colex("expression", "-", stdin=text)
            self.assertEqual((ran.status, ran.err.count("\n")), (2, 1))


class Strict(unittest.TestCase):
    def refused(self, request, message):
        (reply,) = batch([request])
        self.assertEqual((reply["ok"], reply.get("error", {}).get("condition")), (False, "input"), reply)
        self.assertIn(message, reply["error"]["message"])

    def test_keys(self):
        good = {"op": "composition", "args": ["4:1", "8:1"]}
        self.refused({**good, "boundd": True}, 'unknown key "boundd"; nearest: bounded')
        self.refused({**good, "bounded": "true"}, '"bounded" must be true or false')
        self.refused({**good, "bounded": 1}, '"bounded" must be true or false')
        self.refused({**good, "cover": True}, "has no option cover")
        self.refused({**good, "convention": "cut"}, '"convention" must be "colex" or "cute"')
        self.refused({**good, "options": {"bound": True}}, 'unknown key "bound"; nearest: bounded')
        self.refused({**good, "options": []}, '"options" must be an object')
        self.refused({**good, "bounded": True, "options": {"bounded": True}}, 'key "bounded" stands twice')
        self.refused({**good, "id": [1]}, '"id" must be text or a number')
        self.refused({**good, "expression": "4"}, 'a request has "op" and "args", or "expression"')
        self.refused({"op": "size", "args": []}, "size(L: layout), or size(T: tuple), or size(L: swizzled), or size(L: basis), not 0 arguments")
        self.refused('{"op": "size", "op": "size", "args": ["4"]}', 'key "op" stands twice')
        self.refused('{"op": "size", "args": ["4"], "options": {"cover": true, "cover": true}}', 'key "cover" stands twice')
        self.assertEqual(batch([{**good, "bounded": True}])[0]["error"]["condition"], "in_domain")
        self.assertEqual(batch([{**good, "options": {"bounded": True}}])[0]["error"]["condition"], "in_domain")
        self.assertEqual(batch([{**good, "bounded": False}])[0]["result"], "8:1")

    def test_json_errors_have_line_and_column(self):
        first, second = batch(['{"op": "size", "args": ["4"]}', '{"op": size}'])
        self.assertEqual(first["result"], 4)
        self.assertIn("line 2, column 8: ", second["error"]["message"])
        (bytes_in,) = [json.loads(line) for line in colex("batch", stdin=b'{"op": "\xff\xfe"}\n').out.splitlines()]
        self.assertTrue(bytes_in["error"]["message"].isascii())

    def test_nothing_is_dropped(self):
        """What stands behind a NUL, options beside an expression, a number that a double rounds; each line's own place is said."""
        ok, nul, bom, large = (json.loads(line) for line in colex("batch", stdin=b'{"op":"size","args":["4:1"]}\n{"op":"size","args":["4:1"]}\0{"op":"size","args":["8:1"]}\n'
                               b'\xef\xbb\xbf{"op":"size","args":["4:1"]}\n{"op":"size","args":["4:1"],"id":1e400}\n').out.splitlines())  # fmt: skip
        self.assertEqual(ok["result"], 4)
        for reply, message in ((nul, "line 2, column 29: a byte of value 0"), (bom, "line 3, column 1: a byte order mark"), (large, "line 4, column 34: the number 1e400 is too large")):
            self.assertEqual((reply["ok"], reply.get("error", {}).get("message")), (False, "not a JSON value: " + message))
        for option in ("bounded", "cover"):
            for value in (True, False):
                for request in ({"expression": "composition(4:1, 8:1)", option: value}, {"expression": "4:1", "options": {option: value}}, {"op": "help", "args": [], option: value}):
                    self.refused(request, f'"{option}" is an option of one operation')
        self.assertEqual(batch([{"expression": "composition(4:1, 8:1, bounded)"}])[0]["error"]["condition"], "in_domain")
        self.assertEqual(batch([{"expression": "complement(4:2, 19)", "options": {"convention": "cute"}}])[0]["result"], "(2,3):(1,8)")
        for number in (12345678901234567890123, -9007199254740993.0, 1e300):
            self.refused({"op": "size", "args": ["4:1"], "id": number}, '"id" must be a number that comes back as it is')
        self.assertEqual([r["id"] for r in batch([{"op": "size", "args": ["4:1"], "id": n} for n in (2**64 - 1, -(2**63), 0.5)])], [2**64 - 1, -(2**63), 0.5])

    def test_id_convention_and_types(self):
        asked = [
            {"op": "size", "args": ["4:1"], "id": "a"}, {"op": "size", "args": ["x"], "id": 7},
            {"op": "complement", "args": ["4:2", 19], "convention": "cute"}, {"op": "equal", "args": ["4:1", "4:1"]},
            {"op": "coalesce", "args": ["(4,2):(1,8)"], "structure": True}, {"expression": "size(4:1)", "id": 1.5},
        ]  # fmt: skip
        a, seven, cute, yes, parts, expression = batch(asked)
        self.assertEqual((a["id"], seven["id"], seven["ok"]), ("a", 7, False))
        self.assertEqual(cute["result"], "(2,3):(1,8)")
        self.assertIs(yes["result"], True)
        self.assertEqual((parts["type"], parts["shape"], parts["stride"]), ("layout", [4, 2], [1, 8]))
        self.assertEqual((expression["id"], expression["result"]), (1.5, 4))

    def test_the_schema_takes_the_examples_and_no_typing_errors(self):
        schema = json.loads(colex("batch", "--schema").out)

        def holds(rule, value):
            """As much of a JSON schema as ours uses."""
            if rule is True:
                return True
            if "$ref" in rule:
                rule = schema["$defs"][rule["$ref"].rsplit("/", 1)[1]]
            if "anyOf" in rule and not any(holds(one, value) for one in rule["anyOf"]):
                return False
            if "enum" in rule and value not in rule["enum"]:
                return False
            types = {"string": str, "integer": int, "number": (int, float), "boolean": bool, "array": list, "object": dict}
            wanted = rule.get("type", [])
            wanted = [wanted] if isinstance(wanted, str) else wanted
            if wanted and not any(isinstance(value, types[w]) and (w == "boolean" or not isinstance(value, bool)) for w in wanted):
                return False
            if isinstance(value, list):
                prefix = rule.get("prefixItems", [])
                return (rule.get("minItems", 0) <= len(value) <= rule.get("maxItems", 1 << 30)
                        and all(holds(r, v) for r, v in zip(prefix, value))
                        and all(holds(rule.get("items", True), v) for v in value[len(prefix):]))  # fmt: skip
            if isinstance(value, dict) and "properties" in rule:
                known = rule["properties"]
                return set(rule.get("required", [])) <= set(value) <= set(known) and all(holds(known[k], v) for k, v in value.items())
            return True

        for page in MANUAL["pages"]:
            for text in page["examples"]:
                call, _ = examples.request(examples.parse(text))
                self.assertTrue(holds(schema, call), text)
                wrong = copy.deepcopy(call)
                wrong["boundd"] = True
                self.assertFalse(holds(schema, wrong))
                self.assertFalse(holds(schema, {**call, "op": call["op"] + "x"}))
                self.assertFalse(holds(schema, {**call, "args": [True]}))


class Output(unittest.TestCase):
    """No answer is lost in silence."""

    def shell(self, line, seconds=600):
        ran = subprocess.run(["bash", "-c", line, PATH, PATH], capture_output=True, text=True, timeout=seconds)
        return ran.returncode, ran.stdout, ran.stderr

    def test_a_full_device(self):
        for line in ("size 4:1", "batch <<< '{}'", "batch --schema", "help", "help size", "--help", "--version",
                     "size --help", "completion bash", "'size(4:1)'"):  # fmt: skip
            status, _, err = self.shell(f"$1 {line} >/dev/full")
            self.assertEqual((status, err.count("\n")), (2, 1), line)
            self.assertTrue(err.startswith("colex: "), err)

    def test_input_that_cannot_be_read(self):
        for line in ("batch /tmp", "batch </tmp", "batch <&-", "batch /nowhere", "find_layout - </tmp"):
            status, out, err = self.shell(f"$1 {line}")
            self.assertEqual((status, out, err.count("\n")), (2, "", 1), line)

    def test_batch_ends_when_its_reader_has_left(self):
        line = """trap '' PIPE; yes '{"op": "size", "args": ["4:1"]}' 2>/dev/null | { $1 batch; echo $? >&2; } | head -n 1"""
        status, out, err = self.shell(line)
        self.assertEqual(out, '{"ok":true,"result":4}\n')
        self.assertTrue(err.endswith("2\n") and "cannot write" in err, err)

    def test_raw_bytes_are_never_echoed(self):
        for words in ((b"\xff\xfe",), (b"help", b"\xff"), (b"size", b"\xff:1"), (b"size", b"4:1", b"\xff", b"\xff"),
                      (b"batch", b"\xff"), (b"size", b"4:1", b"--\xff"), (b"size", b"x\xff(4)")):  # fmt: skip
            ran = subprocess.run([PATH, *words], capture_output=True, timeout=600)
            self.assertTrue(ran.returncode == 2 and ran.stderr.isascii() and ran.stderr.count(b"\n") == 1, (words, ran))


# Of each kind that has extents, one with an extent of 0.
WITHOUT_POINTS = {"layout": "(2,0):(1,4)", "shape": "(2,0)", "swizzled": "Sw<1,0,1> o 0 o (2,0):(1,2)", "tiler": "<2,0>",
                  "basis": "(2,0):(1@0,1@1)", "placed": "(2,0):(1@0,1@1)"}  # fmt: skip
NO_EXTENT = "every extent must be at least 1"


def without_points(pages):
    """(page, its first example that is answered, with an argument in place of one that has extents)"""
    for page in pages:
        parsed = (examples.parse(text) for text in page["examples"])
        example = next((e for e in parsed if e and not e.refused), None)
        if example is None:
            continue
        for k, takes in enumerate(examples.split(page["takes"])[:len(example.args)]):
            for kind in re.findall(r"\w+", takes.split(": ")[1]):
                if kind in WITHOUT_POINTS:
                    yield page, example._replace(args=[*example.args[:k], WITHOUT_POINTS[kind], *example.args[k + 1:]])


class Extents(unittest.TestCase):
    def test_no_row_takes_an_extent_of_0(self):
        asked = list(without_points(MANUAL["pages"]))
        replies = examples.ask(PATH, [examples.request(example) for _, example in asked])
        for (page, example), line in zip(asked, replies, strict=True):
            with self.subTest(page["takes"], op=page["op"]):
                reply = json.loads(line)
                self.assertFalse(reply["ok"], example.args)
                self.assertTrue(reply["error"]["message"].endswith(NO_EXTENT), line)
        rows = {id(page) for page, _ in asked}
        for page in MANUAL["pages"]:  # and every row that has extents was asked
            if any(re.search(rf": .*\b{kind}\b", page["takes"]) for kind in WITHOUT_POINTS):
                self.assertTrue(id(page) in rows or page["least"] == 0, page["op"] + ": " + page["takes"])

    def test_compact_strides_end_at_2_to_the_62(self):
        for operation, fits in (("compact_col_major", "(1152921504606846976,2305843009213693952)"),
                                ("compact_row_major", "(2305843009213693952,1152921504606846976)")):  # fmt: skip
            self.assertEqual(colex(operation, "(2,2)", str(1 << 60)).out, fits + "\n")
            for start in (1 << 62, -(1 << 62), 1 << 60):
                ran = colex(operation, "--", "(2,8)", str(start))
                self.assertEqual((ran.status, ran.out), (1, ""))
                self.assertIn(": overflow: ", ran.err)

    def test_a_tuple_may_have_entries_of_0(self):
        for words, answer in ((("size", "(4,0)"), "0"), (("sum", "(4,0)"), "4"), (("flatten", "(4,(2,0))"), "(4,2,0)"),
                              (("get", "(4,0)", "1"), "0"), (("ceil_div", "(4,0)", "(2,2)"), "(2,0)")):  # fmt: skip
            self.assertEqual(colex(*words), (0, answer + "\n", ""))


main()
