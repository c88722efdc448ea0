#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Answers, questions and refusals of the subcommands, with their exit statuses."""
import unittest

from tool import colex, main

ANSWERS = [
    ("evaluate '(2,4):(2,2)' 3", "4"),
    ("coalesce '(2,1):(3,1)'", "2:3"),
    ("complement '(2,4):(1,2)' 16", "2:8"),
    ("complement 8:2 32", "(2,2):(1,16)"),
    ("complement 4:3 24", "(3,2):(1,12)"),
    ("find_layout 0,2,4,7,9,11", "(3,2):(2,7)"),
    ("equal 10:3 '(2,5):(3,6)'", "yes"),
    ("evaluate '(4,(2,4)):(2,(1,8))' '(2,(0,1))'", "12"),
    ("idx2crd 16 '(3,(2,3))'", "(1,(1,2))"),
    ("composition '(4,6,8,10):(2,3,5,7)' 6:12", "(2,3):(9,5)"),
    ("composition '(8,8):(24,5)' 4:5", "(2,2):(120,53)"),
    ("complement 4:3", "3:1"),
    ("complement 4:2 19 --cover", "(2,3):(1,8)"),
    ("complement '(4,2):(1,0)' 8 --cover", "2:4"),
    ("evaluate '(2,2):(3,1)'", "0,3,1,4"),
    ("evaluate '(4,(2,4)):(2,(1,8))' '(2,2)'", "12"),
    ("crd2idx '(2,(0,1))' '(4,(2,4)):(2,(1,8))'", "12"),
    ("crd2idx 13 '(4,3):(3,1)'", "6"),
    ("size '(4,(2,3))'", "24"),
    ("cosize 4:-3", "10"),
    ("extent 4:-3", "1"),
    ("extent '(2,4):(2,2)'", "9"),
    ("rank '(4,(2,3))'", "2"),
    ("depth '(4,(2,3))'", "2"),
    ("find_layout '0 3 1 4'", "(2,2):(3,1)"),
    ("find_layout 0", "1:0"),
    ("coalesce ()", "1:0"),
    ("size ()", "1"),
    ("evaluate _4:_2 3", "6"),
    ("admissible_complement 8:2 32", "textbook: the complement is (2,2):(1,16); every mode's reach divides the "
     "next stride, and the last divides M"),
    ("admissible_complement '(2,2):(4,1)' 8", "representable all the same: the complement is 2:2; in order of "
     "stride every reach divides the next stride, but not in the given order: 8 does not divide 1"),
    ("admissible_composition '(4,6,8,10):(2,3,5,7)' 6:12", "textbook: A(B(i)) is (2,3):(9,5); the divisibility "
     "conditions hold and no two modes of B carry"),
    ("admissible_composition '(8,8):(24,5)' 4:5", "representable all the same: A(B(i)) is (2,2):(120,53); the "
     "textbook conditions fail, and every value agrees"),
    # A leaf against a tuple of one, also inside.
    ("evenly_divides 16 '(8)'", "yes"),
    ("evenly_divides '(16,16)' '((4),4)'", "yes"),
    # A mode that a tiler keeps is whole in the tile, and its grid is 1:0.
    ("zipped_divide '((4,2),8)' '<_,2:1>'", "(((4,2),2),(1,4)):(((1,4),8),(0,16))"),
    ("tiled_divide '((4,2),8)' '<_,2:1>'", "(((4,2),2),1,4):(((1,4),8),0,16)"),
    ("flat_divide '((4,2),8)' '<_,2:1>'", "((4,2),2,1,4):((1,4),8,0,16)"),
    ("zipped_product '((4,2),8)' '<_,2:1>'", "(((4,2),8),(1,2)):(((1,4),8),(0,1))"),
    ("tiled_product '((4,2),8)' '<_,2:1>'", "(((4,2),8),1,2):(((1,4),8),0,1)"),
    ("flat_product '((4,2),8)' '<_,2:1>'", "((4,2),8,1,2):((1,4),8,0,1)"),
    ("zipped_divide '(12,(4,8)):(7,(1,30))' '<2,_>'", "((2,(4,8)),(6,1)):((7,(1,30)),(14,0))"),
    ("lex_zipped_divide '(12,(4,8)):(7,(30,1))' '<2,_>'", "((2,(4,8)),(6,1)):((7,(30,1)),(14,0))"),
    ("zipped_divide '(12,(4,8)):(1@0,(1@1,4@1))' '<2,_>'", "((2,(4,8)),(6,1)):((1@0,(1@1,4@1)),(2@0,0))"),
    ("zipped_divide 'Sw<1,0,3> o 0 o (4,(2,4)):(1,(4,8))' '<2,_>'",
     "Sw<1,0,3> o 0 o ((2,(2,4)),(2,1)):((1,(4,8)),(2,0))"),
    ("zipped_divide '(4,8):(8,1)' _", "((4,8),1):((8,1),0)"),
    ("local_tile '(128,(8,16)):(8,(1,1024))' '<64,_>' '(1,0)'", "(64,(8,16)):(8,(1,1024)) at 512"),
    ("outer_partition '(128,(8,16)):(8,(1,1024))' '<64,_>' '(1,9)'", "(2,1):(512,0) at 1033"),
    # CuTe takes the two entries of such a mode for its tile and its grid (cutlass#3514).
    ("zipped_divide '(12,(4,8)):(7,(1,30))' '<2,_>' --convention cute", "((2,4),(6,8)):((7,1),(14,30))"),
    ("tiled_divide '(12,(4,8)):(7,(1,30))' '<2,_>' --convention cute", "((2,4),6,8):((7,1),14,30)"),
    ("flat_divide '(12,(4,8)):(7,(1,30))' '<2,_>' --convention cute", "(2,4,6,8):(7,1,14,30)"),
    ("zipped_divide '(12,(4,8)):(1@0,(1@1,4@1))' '<2,_>' --convention cute", "((2,4),(6,8)):((1@0,1@1),(2@0,4@1))"),
    ("zipped_product '((4,2),8)' '<_,2:1>' --convention cute", "((4,8),(2,2)):((1,8),(4,1))"),
    ("local_tile '(128,(8,16)):(8,(1,1024))' '<64,_>' '(1,0)' --convention cute", "(64,8):(8,1) at 512"),
    ("local_tile '(128,(8,16)):(8,(1,1024))' '<64,_>' '(1,1)' --convention cute", "(64,8):(8,1) at 1536"),
    # What CuTe's unit tests ask of answers, under its convention.
    ("left_inverse '((2,4),(3,5)):((4,1),(2,8))' --convention cute", "(2,2,2,5):(2,8,1,24)"),
    ("complement '(4,2):(1,5)' --convention cute", "1:0"),
    ("complement '(4,6):(1,6)' 34 --convention cute", "1:0"),
    ("max_common_vector '(3,(7,2)):(2,(6,1))' '(((3,4),1),4):(((1,12),3),3)' --convention cute", "1"),
    ("domain_distribute '((64,3))' 128 --convention cute", "64:1"),
    ("complement '(4,12):(1,6)' 70 --convention cute", "1:0"),
    ("lex_complement '(2,4):(1,4)' 1 --convention cute", "2:2"),
    ("lex_evaluate '(4,8):(1,4)' '(1,2)'", "9"),
    # Linear over GF(2) but for the value at 0.
    ("inverse 'Sw<3,2,-5> o 54 o 4:1'", "1,2,0,0,0,0,0,0,0"),
]  # fmt: skip

NO = [
    ("equal '(2,2):(3,1)' '(2,2):(1,3)'", "no, first difference at index 1 (3 against 1)"),
    ("equal 4:1 5:1", "no, the sizes differ (4 against 5)"),
    ("equal '(2,3):(1,2)' '(2,3):(1,5)'", "no, first difference at index 2 (2 against 5)"),
    ("admissible_complement 4:3 16", "no layout: cotarget_divides: 12 does not divide 16"),
    ("admissible_composition '(6,4):(1,7)' 4:4", "no layout: additive: no layout gives A(B(i)): at index 3 the modes "
     "before it force 13, A(B(3)) = 14"),
]  # fmt: skip

REFUSED = [
    ("complement 4:3 16", "complement(4:3, 16): cotarget_divides: 12 does not divide 16"),
    ("complement '(2,2):(2,3)' 16", "complement((2,2):(2,3), 16): stride_divides: 4 does not divide 3, the next "
     "stride in order"),
    ("complement '(4,2):(1,0)' 8", "complement((4,2):(1,0), 8): stride_positive: mode 1: its stride is 0, and a "
     "complement needs strides of at least 1"),
    ("complement 4:1 0", "complement(4:1, 0): cotarget_positive: M = 0 is below 1"),
    ("composition '(6,4):(1,7)' 4:4", "composition((6,4):(1,7), 4:4): additive: no layout gives A(B(i)): at index 3 "
     "the modes before it force 13, A(B(3)) = 14"),
    ("composition '(3,2):(1,17)' '(2,2):(1,2)'", "composition((3,2):(1,17), (2,2):(1,2)): no_carry: no layout gives "
     "A(B(i)): at index 3 the modes add up to 3, A(B(3)) = 17"),
    ("composition '(4,6,8):(2,3,5)' '(2,6):(1,3)'", "composition((4,6,8):(2,3,5), (2,6):(1,3)): run_divides: no layout "
     "gives A(B(i)): at index 8 the modes before it force 14, A(B(8)) = 9"),
    ("composition 4:1 8:1 --bounded", "composition(4:1, 8:1): in_domain: 7 is not below 4"),
    ("composition '(4,4):(1,5)' 4:-1", "composition((4,4):(1,5), 4:-1): in_domain: mode 0: -1 is below 0"),
    ("find_layout 1,2", "find_layout(1,2): starts_at_zero: no layout gives f(i): f(0) = 1, not 0"),
    ("find_layout 0,1,5", "find_layout(0,1,5): run_divides: no layout gives f(i): at index 2 the modes before it force 2, "
     "f(2) = 5"),
    ("composition '[1,2] o 0 o 4:1' 8:1", "composition([1,2] o 0 o 4:1, 8:1): in_domain: 7 is not below 4"),
    ("size 'Sw<2,0,1> o 0 o 8:1'", "size(Sw<2,0,1> o 0 o 8:1): overlap: it would read bits that it writes: |shift| 1 is "
     "below its 2 bits"),
    ("evaluate 4:1 4", "evaluate(4:1, 4): in_domain: 4 is not below 4"),
    ("evaluate 4:1 -1", "evaluate(4:1, -1): in_domain: -1 is below 0"),
    ("evaluate '(4,2):(1,4)' '(4,0)'", "evaluate((4,2):(1,4), (4,0)): in_domain: 4 is not below 4"),
    ("evaluate '(4,2):(1,4)' '(1,0,0)'", "evaluate((4,2):(1,4), (1,0,0)): congruent: the arguments are not nested alike"),
    ("crd2idx 4000000000000000000 '(1,5):(1,4)'", "crd2idx(4000000000000000000, (1,5):(1,4)): overflow: a size or an "
     "offset would exceed 2^62"),
    ("idx2crd 3 '()'", "idx2crd(3, ()): in_domain: 3 is not below 1"),
]  # fmt: skip

# Right answers or refusals; in brackets what other implementations return.
NEVER_WRONG = [
    ("(8,8):(24,5)", "4:5"),  # (2,2):(120,5)
    ("(6,4):(1,7)", "4:4"),  # (2,2):(4,7)
    ("(4,6,8):(2,3,5)", "6:3"),  # (2,3):(6,3)
    ("(6,2):(1,7)", "(3,2):(2,3)"),  # (3,2):(2,3)
    ("(3,2):(1,17)", "(2,2):(1,2)"),  # (2,2):(1,2)
    ("(4,6,8):(1,10,100)", "(3,2):(8,12)"),  # (3,2):(20,30)
    ("(4,6,8,10):(2,3,5,7)", "6:12"),  # refused
]


def words(line):
    """Splits as a shell does, with quotes only around whole arguments."""
    return [quoted if k % 2 else word for k, part in enumerate(line.split("'"))
            for quoted, word in ([(part, part)] if k % 2 else [(w, w) for w in part.split()])]  # fmt: skip


def values(layout):
    return [int(v) for v in colex("evaluate", layout).out.split(",")]


class Answers(unittest.TestCase):
    def test_answers_are_on_stdout_with_status_0(self):
        for line, answer in ANSWERS:
            with self.subTest(line):
                self.assertEqual(colex(*words(line)), (0, answer + "\n", ""))

    def test_no_is_on_stdout_with_status_1(self):
        for line, answer in NO:
            with self.subTest(line):
                self.assertEqual(colex(*words(line)), (1, answer + "\n", ""))

    def test_refusals_are_one_line_on_stderr_with_status_1(self):
        for line, refusal in REFUSED:
            with self.subTest(line):
                self.assertEqual(colex(*words(line)), (1, "", refusal + "\n"))

    def test_compositions_that_others_get_wrong(self):
        accepted = []
        for a, b in NEVER_WRONG:
            with self.subTest(f"{a} o {b}"):
                table = [int(colex("crd2idx", str(i), a).out) for i in values(b)]
                composed = colex("composition", a, b)
                if composed.status == 0:
                    accepted.append((a, b))
                    self.assertEqual(values(composed.out.strip()), table)
                else:
                    self.assertTrue(self.is_shown_impossible(a, b, table), composed.err)
        self.assertEqual(accepted, [NEVER_WRONG[0], NEVER_WRONG[6]])

    def is_shown_impossible(self, a, b, table):
        """A one-mode B: `find` refuses the table. Else the value at the far corner is no sum of the edges'."""
        if not b.startswith("("):
            return colex("find_layout", ",".join(map(str, table))).status == 1
        rows = int(b[1])
        return any(table[i] != table[i % rows] + table[i // rows * rows] for i in range(len(table)))

    def test_find_reads_what_eval_writes(self):
        for layout in ["10:3", "(3,2):(2,7)", "(4,(2,3)):(2,(1,8))", "(2,2):(-1,5)"]:
            found = colex("find_layout", "-", stdin=colex("evaluate", layout).out)
            self.assertEqual(colex("equal", layout, found.out.strip()).out, "yes\n")

    def test_a_million_values(self):
        table = ",".join(map(str, range(0, 3 << 20, 3)))
        self.assertEqual(colex("find_layout", "-", stdin=table).out, "1048576:3\n")

    def test_help_names_every_subcommand(self):
        ran = colex("--help")
        self.assertEqual(ran.status, 0)
        for name in "evaluate coalesce complement composition find_layout equal idx2crd crd2idx size batch".split():
            self.assertIn(f"\n  {name} ", ran.out)


main()
