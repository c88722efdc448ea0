#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`colex batch --columns`: every row's answer is that of `colex batch`; what cannot be used ends the run in one line."""
import json
import random
import unittest

from tool import batch, colex, main

ROWS = 60


def answers(lines, *arguments):
    text = "".join((line if isinstance(line, str) else json.dumps(line)) + "\n" for line in lines)
    ran = colex("batch", "--columns", *arguments, stdin=text)
    assert (ran.status, ran.err) == (0, ""), ran
    return [json.loads(line) for line in ran.out.splitlines()]


def call(op, *args, **more):
    return {"op": op, "args": list(args), **more}


def layout(dice, leaves=None):
    """Of up to three modes, often of powers of two, often a chain; sometimes of one profile, sometimes nested."""
    count = leaves or dice.randint(1, 3)
    extents = [dice.choice((1, 2, 4, 8, 3, 6)) for _ in range(count)]
    strides, reach = [], 1
    for extent in extents:
        strides.append(dice.choice((reach, reach, reach * 2, dice.randint(-2, 9))))
        reach *= extent
    shape, stride = (",".join(map(str, n)) for n in (extents, strides))
    if count == 3 and dice.random() < 0.3:
        return "({},({},{})):({},({},{}))".format(*extents, *strides)
    return f"({shape}):({stride})"


# name -> what its second argument is, and its option
OPERATIONS = {
    "coalesce": ("", None), "size": ("", None), "cosize": ("", None), "injective": ("", None), "max_alignment": ("", None),
    "right_inverse": ("", None), "left_inverse": ("", None), "composition": ("L", "bounded"), "logical_divide": ("T", "cover"),
    "zipped_divide": ("T", "cover"), "tiled_divide": ("T", "cover"), "flat_divide": ("T", "cover"), "logical_product": ("T", None),
    "zipped_product": ("T", None), "tiled_product": ("T", None), "flat_product": ("T", None), "blocked_product": ("L", None),
    "raked_product": ("L", None), "admissible_composition": ("L", "bounded"), "complement": ("I", "cover"),
    "admissible_complement": ("I", None), "surjective": ("I", None), "evaluate": ("I", None), "tile_to_shape": ("S", "cover"),
    "max_common_layout": ("L", None), "max_common_vector": ("L", None),
}  # fmt: skip


def tiler(dice):
    """A layout, or a tuple of extents, layouts and `_`, sometimes nested, sometimes with more entries than a layout has modes."""
    if dice.random() < 0.3:
        return layout(dice)
    entries = [dice.choice(("1", "2", "2", "4", "_", "2:2", "(2,2):(1,4)", "(2,1)", "(_,2)")) for _ in range(dice.randint(1, 3))]
    return "<" + ",".join(entries) + ">"


def shape(dice):
    """Extents that the layouts' often divide, sometimes nested."""
    entries = [dice.choice(("8", "16", "24", "(2,12)", "5")) for _ in range(dice.randint(1, 4))]
    return "(" + ",".join(entries) + ")"


def drawn(dice, op):
    second = OPERATIONS[op][0]
    numbers = (dice.randint(-1, 40), 64, 2**62)
    more = {"L": lambda: [layout(dice)], "T": lambda: [tiler(dice)], "S": lambda: [shape(dice)], "I": lambda: [dice.choice(numbers)], "": list}[second]()
    return [layout(dice), *more]


class BatchColumns(unittest.TestCase):
    def compare(self, reply, op, rows, **options):
        """A reply with what `colex batch` says of each row."""
        single = batch([call(op, *row, **options) for row in rows])
        self.assertEqual((reply["op"], reply["rows"]), (op, len(rows)))
        refused = 0
        for row, one, result, condition in zip(rows, single, reply["result"], reply["condition"], strict=True):
            with self.subTest(op, row=row):
                if one["ok"]:
                    self.assertEqual(result, one["result"])
                    said_no = result is False or result == "no"
                    self.assertEqual(condition is not None, said_no)
                    if said_no and "message" in one and op.startswith("admissible"):
                        self.assertIn(condition, one["message"])
                else:
                    self.assertEqual((result, condition), (None, one["error"]["condition"]))
                    refused += 1
        return refused

    def test_rows_are_answered_as_alone(self):
        dice = random.Random(45)
        refused = 0
        for op, (_, option) in OPERATIONS.items():
            for given in [{}] + ([{option: True}] if option else []):
                rows = [drawn(dice, op) for _ in range(ROWS)]
                (reply,) = answers(call(op, *row, **given) for row in rows)
                refused += self.compare(reply, op, rows, **given)
        self.assertGreater(refused, 100)

    def test_columns_are_answered_as_rows(self):
        dice = random.Random(46)
        for op, (second, _) in OPERATIONS.items():
            rows = [drawn(dice, op) for _ in range(ROWS)]
            columns = [list(column) for column in zip(*rows)]
            self.compare(*answers([call(op, *columns)]), op, rows)
            if second:  # one value for all rows, on either side
                self.compare(*answers([call(op, columns[0], columns[1][0])]), op, [[a, columns[1][0]] for a in columns[0]])
                self.compare(*answers([call(op, columns[0][0], columns[1])]), op, [[columns[0][0], b] for b in columns[1]])

    def test_tilers_by_mode(self):
        dice = random.Random(47)
        rows = [[layout(dice), tiler(dice)] for _ in range(ROWS)]
        (reply,) = answers(call("composition", *row) for row in rows)
        self.compare(reply, "composition", rows)
        (reply,) = answers([call("zipped_divide", "(8,4):(1,8)", ["<2,_>", "<2,2>", "<_,_>", "<2>", "4", "2:4", "<(2,2)>", "<2,2,2>"])])
        self.assertEqual(reply["condition"], [None] * 6 + ["congruent"] * 2)
        self.assertEqual(reply["result"][:3], ["((2,4),(4,1)):((1,8),(2,0))", "((2,2),(4,2)):((1,8),(2,16))", "((8,4),(1,1)):((1,8),(0,0))"])

    def test_columns_of_extents_and_strides(self):
        shape, stride = [[2, 4, 8], 4], [1, [2, 4, 8]]
        (reply,) = answers([call("coalesce", {"profile": "(1,1)", "shape": shape, "stride": stride})])
        self.assertEqual(reply, {"op": "coalesce", "rows": 3, "result": ["8:1", "16:1", "32:1"], "condition": [None] * 3})
        nested = {"profile": "(1,(1,1))", "shape": [2, 2, [3, 5]], "stride": [1, 2, 4]}
        (reply,) = answers([call("composition", nested, ["2:1", "2:2"])])
        self.compare(reply, "composition", [["(2,(2,3)):(1,(2,4))", "2:1"], ["(2,(2,5)):(1,(2,4))", "2:2"]])
        one = {"profile": "1", "shape": [4], "stride": [2]}
        self.compare(*answers([call("complement", one, [8, 9, 16])]), "complement", [["4:2", m] for m in (8, 9, 16)])
        (reply,) = answers([call("size", {"profile": "1", "shape": [[0, 4, 2**62]], "stride": [2]})])
        self.assertEqual(reply["condition"], ["shape_positive", None, "overflow"])

    def test_columns_of_shapes(self):
        block, rows = "(2,2):(1,2)", [4, 6, 7]
        (reply,) = answers([call("tile_to_shape", block, {"profile": "(1,1)", "shape": [4, rows]})])
        self.compare(reply, "tile_to_shape", [[block, f"(4,{n})"] for n in rows])
        self.assertEqual(reply["condition"], [None, None, "divides"])
        (reply,) = answers([call("tile_to_shape", block, {"profile": "(1,1)", "shape": [4, rows]}, cover=True)])
        self.assertEqual(reply["result"][2], "((2,2),(2,4)):((1,4),(2,8))")
        self.compare(*answers([call("tile_to_shape", ["2:1", "4:1"], 8)]), "tile_to_shape", [["2:1", 8], ["4:1", 8]])

    def test_bank_degrees(self):
        rows = [f"(({a},4),2):(({b},8),{c})" for a in (4, 8, 16) for b in (1, 8, 64, 72) for c in (16, 64)] + ["32:1", "(32,2):(8,0)"]
        for how in ({"on": "sm90", "element": 2, "width": 16}, {"on": "sm80", "bits": 16, "width": 16, "store": True},
                    {"on": "gfx942", "element": 2, "width": 8, "lanes": 32}):  # fmt: skip
            (reply,) = answers([{**call("bank_degree", rows), **how}])
            self.assertEqual((reply["op"], reply["rows"]), ("bank_degree", len(rows)))
            options = [word for key, value in how.items() for word in ([f"--{key}"] if value is True else [f"--{key}", str(value)])]
            seen = set()
            for row, degree, condition in zip(rows, reply["result"], reply["condition"], strict=True):
                with self.subTest(how=how, row=row):
                    alone = colex("banks", row, *options, "--json")
                    if alone.status == 0:
                        self.assertEqual((degree, condition), (json.loads(alone.out)["degree"], None))
                    else:
                        self.assertEqual(degree, None)
                        self.assertTrue(condition == "input" or condition in alone.err, (condition, alone.err))
                seen.add(degree)
            self.assertGreater(len(seen), 2)

    def test_each_run_of_rows_has_an_answer(self):
        lines = [call("size", "4:1"), call("size", "(4,2)"), call("coalesce", "(2,2):(1,2)"), call("size", 7),
                 call("complement", "4:2", 19, cover=True), call("complement", "4:2", 19), call("size", [])]  # fmt: skip
        self.assertEqual([(r["op"], r["result"]) for r in answers(lines)], [
            ("size", [4, 8]), ("coalesce", ["4:1"]), ("size", [7]), ("complement", ["(2,3):(1,8)"]), ("complement", [None]),
            ("size", [])])  # fmt: skip
        many = answers([call("size", "4:1")] * (2**16 + 3))
        self.assertEqual([r["rows"] for r in many], [2**16, 3])
        self.assertEqual(answers([]), [])

    def test_what_cannot_be_used_is_one_line_with_its_place(self):
        column = {"profile": "1", "shape": [[1, 2]], "stride": [1]}
        for line, said in {
            '{"op": "size", "args": ["4:1"}': "line 2, column 30: ",
            "": "line 2, column 1: ",
            "[]": "line 2: expected a JSON object",
            '{"op": "sise", "args": ["4:1"]}': 'line 2: no operation over columns is called "sise"; nearest: size',
            '{"op": "nullspace", "args": ["4:1"]}': 'line 2: no operation over columns is called "nullspace"',
            '{"op": "size", "args": ["(4"]}': "line 2: args[0]:1:3: ",
            '{"op": "size", "args": [["4:1", "(4,2"]]}': "line 2: args[0][1]:1:5: ",
            '{"op": "size", "args": ["0:1"]}': "line 2: args[0]:1:1: every extent must be at least 1",
            '{"op": "size", "args": ["Sw<1,0,2> o 0 o 8:1"]}': "line 2: args[0]: expected a layout, not ",
            '{"op": "size", "args": [["4:1", null]]}': "line 2: args[0][1]: expected text or an integer",
            '{"op": "size", "args": [4.5]}': "line 2: args[0]: expected an integer within 2^62",
            '{"op": "complement", "args": ["4:1", "4:1"]}': "line 2: args[1]: expected an integer, not a layout",
            '{"op": "complement", "args": ["4:1"]}': 'line 2: "args" must have 2',
            '{"op": "composition", "args": ["(4,2)", "<2>"], "bounded": true}': "line 2: args[1]: expected a layout, not a tiler",
            '{"op": "zipped_divide", "args": ["(4,2)", "4:1@0"]}': "line 2: args[1]: expected a tiler, not ",
            '{"op": "zipped_divide", "args": ["(4,2)", "<2,"]}': "line 2: args[1]:1:4: ",
            '{"op": "blocked_product", "args": ["(4,2)", "<2>"]}': "line 2: args[1]: expected a layout, not a tiler",
            '{"op": "tile_to_shape", "args": ["(4,2)", "(4,2):(1,4)"]}': "line 2: args[1]: expected a shape, not a layout",
            '{"op": "tile_to_shape", "args": ["(4,2)", "(4,0)"]}': "line 2: args[1]: every extent must be at least 1",
            json.dumps(call("tile_to_shape", "4:1", column)): 'line 2: args[1]: unknown key "stride"',
            '{"op": "bank_degree", "args": ["32:1"]}': 'line 2: "on" must be one of sm70 ',
            '{"op": "bank_degree", "args": [["32:1"]], "on": "sm1"}': 'line 2: "on" must be one of sm70 ',
            '{"op": "bank_degree", "args": [["32:1"]], "on": "sm90", "width": 3}': "line 2: a lane accesses 1, 2, 4, 8 or 16 bytes, not 3",
            '{"op": "bank_degree", "args": [["32:1"]], "on": "sm90", "lane": 3}': 'key "lane" does not go with bank_degree; nearest: lanes',
            '{"op": "bank_degree", "args": [["32:1"], 4], "on": "sm90"}': 'line 2: "args" must have 1',
            '{"op": "composition", "args": [["4:1", "8:1"], ["2:1", "2:1", "2:1"]]}': "line 2: args[1] has 3 rows, args[0] 2",
            '{"op": "complement", "args": ["4:1", 8], "bounded": true}': 'line 2: key "bounded" does not go with --columns',
            '{"op": "complement", "args": ["4:1", 8], "cover": 1}': 'line 2: "cover" must be true or false',
            '{"op": "size", "args": ["4:1"], "id": 3}': 'line 2: key "id" does not go with --columns',
            '{"expression": "size(4:1)"}': 'line 2: key "expression" does not go with --columns',
            '{"op": "size", "args": ["complement(4:3, 16)"]}': "cotarget_divides",
            json.dumps(call("size", {**column, "shap": 1})): 'line 2: args[0]: unknown key "shap"; nearest: shape',
            json.dumps(call("size", {**column, "profile": 1})): 'line 2: args[0]: "profile" must be a tuple as text',
            json.dumps(call("size", {**column, "profile": "(1"})): "line 2: args[0].profile:1:3: ",
            json.dumps(call("size", {**column, "stride": []})): 'line 2: args[0]: "stride" must be an array of 1',
            json.dumps(call("size", {**column, "stride": [[1, 2, 3]]})): "line 2: args[0].stride[0] has 3 rows, and a column before it 2",
            json.dumps(call("size", {**column, "shape": [[1, "2"]]})): "line 2: args[0].shape[0][1]: expected an integer within 2^62",
            json.dumps(call("complement", "4:1", column)): "line 2: args[1]: expected text or an integer",
            '{"op": "size", "args": ["' + "(" * (2 << 20) + '"]}': "line 2 is longer than 1 MiB",
        }.items():  # fmt: skip
            with self.subTest(line[:80]):
                ran = colex("batch", "--columns", stdin=json.dumps(call("size", "4:1")) + "\n" + line + "\n" + "never read\n")
                self.assertEqual((ran.status, ran.err.count("\n")), (2, 1), ran)
                self.assertTrue(ran.err.startswith("colex: batch: "), ran.err)
                self.assertIn(said, ran.err)
                rows = [json.loads(r) for r in ran.out.splitlines()]
                self.assertEqual([r["result"] for r in rows], [[4]])  # what stands before it is answered

    def test_options_that_do_not_go_together(self):
        for more in (["--schema"], ["--convention", "cute"], ["--budget", "7"]):
            ran = colex("batch", "--columns", *more)
            self.assertEqual((ran.status, ran.out, ran.err.count("\n")), (2, "", 1), ran)


main()
