#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every operation has a form with unknowns or a named reason, and the answer of every form is that of numbers: drawn for the names,
each with the concrete code."""
import random
import re
import unittest

from tool import batch, colex, main

TABLE = "its argument is a table of numbers"
BITS = "it works on bits, and an unknown has none"
NO_FORM = {
    "find_layout": TABLE, "lex_find_layout": TABLE, "find_bit_map": TABLE, "bit_map": BITS, "layout_of": BITS, "swizzle_of": BITS,
    "inverse": BITS, "make_swizzle": BITS, "swizzle_xor16": BITS, "simplest": BITS, "position_independent": BITS,
}
# Questions of every form; what is assumed stands behind `if`.
ASKED = """
size((M,N):(1,M))
size((M,(2,N)))
size((M,N):(1@0,1@1))
cosize((M,N):(N,1))
extent((M,N):(N,-1)) if N > 1
rank((M,N):(1,M))
depth((M,(N,2)))
evaluate((M,N):(N,1), (0,K)) if K >= 0
evaluate((4,N):(1,D), (2,1))
evaluate((M,N):(1@0,2@1), (0,K)) if K >= 0 && K < N
crd2idx((K,1), (4,N)) if K >= 0 && K < 4
crd2idx((1,K), (4,N):(D,1)) if K >= 0
idx2crd(K, (4,N)) if K >= 0
idx2crd(K, (4,N), (1,4)) if K >= 0
crd2crd((1,K), (4,N), (2,M)) if K >= 0
get_1d_coord((4,N):(N,1), 0)
get_hier_coord((4,N):(1,4), 5)
get_flat_coord((4,N):(1,4), 5)
congruent((M,N):(1,M), (2,(1,1)))
weakly_congruent((M,N), (2,(1,K)))
compatible(MN, (M,N))
elem_less((M,2), (4,N))
lex_less((M,2), (4,N))
colex_less((M,2), (4,N))
product((M,(N,2)))
product_each((M,(N,2)))
prefix_product((M,N,2), K)
suffix_product((M,N,2))
inner_product((M,N), (N,2))
ceil_div((M,8), (4,2)) if M >= 0
shape_div((M,8), (4,2)) if M > 0
shape_mod((M,8), (4,2)) if M > 0
round_up((M,8), (4,2)) if M >= 0
elem_scale((M,N), (2,(3,K)))
evenly_divides((M,8), (4,2)) if M >= 0
add((M,N), (1,M))
sub((M,N), 1)
mul((M,N), (2,N))
div((M,8), 4) if M >= 0
mod((M,9), 4) if M >= 0
sum((M,(N,3)))
max((M,N))
min((M,4))
concat((M,N), (2,K))
increment((1,K), (2,N)) if K >= 0
flatten((M,(N,2)):(1,(M,D)))
flatten((M,(N,2)):(1@0,(K@1,3@2)))
flatten((M,(N,2)))
unflatten((M,N,2):(1,M,D), (1,(1,1)))
unflatten((M,N,2), (1,(1,1)))
get((M,(N,2)):(1,(M,D)), 1, 0)
get((M,(N,2)):(1@0,(1@1,K@2)), 1)
get((M,(N,2)), 1)
select((M,N,K):(1,M,D), 2, 0)
take((M,N,K):(1,M,D), 1, 3)
group((M,N,K):(1,M,D), 0, 2)
group((M,N):(1@0,1@1), 0, 2)
replace((M,N):(1,M), 1, K:D)
replace((M,N), 0, (K,2))
append((M,N):(1,M), K:D)
append((M,N), K)
prepend((M,N):(1,M), K:D)
append_to(M:D, 3)
append_to((M,N), 3, K)
prepend_to(M:D, 3, 2:N)
join(M:1, (N,2):(1,D))
zip((M,2):(1,M), (N,K):(1,D))
zip((M,2), (N,K))
transpose((M,N):(1,D))
transpose((M,N):(1@0,1@1))
reverse((M,(N,2),K))
slice((_,K), (M,N):(1,D))
slice((_,K), (M,N))
slice((1,_), (M,N):(1@0,D@1))
dice((_,K), (M,N):(1,D))
slice_and_offset((_,K), (M,N):(1,D)) if K >= 0
domain_offset((1,K), (M,N):(D,1)) if K >= 0
make_layout((M,N), (K,1))
compact_col_major((M,(2,N)))
compact_row_major((M,N), K)
compact_order((M,N), (1,0))
make_ordered_layout((M,N,2), (2,0,1))
domain_distribute((4,M), 4)
make_layout_like((M,4):(D,1)) if D > 0
coalesce((4,N,2):(1,4,D))
coalesce((4,N,2):(1@0,4@0,D@1))
coalesce((2,(M,N)):(D,(1,M)), (1,1))
coalesce_extended((4,N):(1,4))
filter((M,N):(0,D))
filter((M,(2,N)):(0,(1,2)), (1,1))
filter_zeros((M,N):(0,D))
sort((M,N):(4,D))
composition((M,N):(1,M), <4,_>) if M % 4 == 0
composition((M,N):(N,1), 12:1)
composition((6,N):(N,1), K:4)
composition((M,N):(1@0,1@1), (2,2):(1,M)) if M % 2 == 0
composition((M,N):(1@0,K@1), <2,N>) if M % 2 == 0
admissible_composition((M,N):(1,M), 2:1)
complement(4:N, K) if K > 0 && N > 0
complement(4:1, (2,N))
least_cotarget((4,N):(1,D)) if D > 0
admissible_complement(4:1, K) if K > 0
equal((M,N):(N,1), MN:1)
injective((4,N):(1,D)) if D >= 0
surjective((4,N):(1,4), K) if K > 0
bijective((4,N):(1,4), K) if K > 0
contiguous((4,N):(1,D)) if D > 0
right_inverse((4,N):(D,4)) if D > 0
left_inverse((4,N):(N,1))
left_inverse((M,N):(1,M))
nullspace((M,N):(0,D)) if D >= 0
max_common_layout((4,N):(1,4), (4,N):(1,D)) if D >= 4
max_common_vector((4,N):(1,4), (4,N):(1,4))
max_alignment((4,4):(1,8))
max_alignment((8,N):(1,8))
logical_divide((M,N):(1,M), <4,2>) if M % 4 == 0
logical_divide((M,N):(N,1), 6:1)
logical_divide((M,N):(1@0,1@1), <4,2>) if M % 4 == 0
zipped_divide((M,N):(1,M), <4,2>) if M % 4 == 0 && N % 2 == 0
zipped_divide((M,N):(1@0,1@1), <4,_>)
tiled_divide((M,N):(1,M), <4,2>) if M % 4 == 0 && N % 2 == 0
tiled_divide((M,N):(1@0,1@1), <4>) if M % 4 == 0
flat_divide((M,N):(1,M), <4,2>) if M % 4 == 0 && N % 2 == 0
flat_divide((M,N):(1@0,1@1), <4>) if M % 4 == 0
logical_product((2,N):(1,2), 3:1)
zipped_product((2,N):(1,2), 3:1)
tiled_product((2,N):(1,2), K:1)
flat_product((2,N):(1,2), K:1)
blocked_product((2,N):(1,2), (2,3):(1,2))
raked_product((2,N):(1,2), (2,3):(1,2))
tile_to_shape((2,2):(1,2), (M,N)) if M % 2 == 0
tile_to_shape((2,K):(K,1), (M,4), (1,0))
upcast((M,64):(64,1), 8)
downcast((M,4):(4,1), K) if K > 0
recast_layout((M,64):(64,1), 16, 32)
local_tile((M,N):(1,M), <4,2>, (1,K)) if K >= 0 && M % 4 == 0 && M > 4
local_partition((M,N):(1,M), (2,2):(1,2), 3) if M % 2 == 0 && N % 2 == 0
inner_partition((M,N):(1,M), <4,2>, (0,1)) if M % 4 == 0
outer_partition((M,N):(1,M), <4,2>, (1,1)) if M % 4 == 0
mutual_refinement((6,N), (2,3))
greatest_common_domain((4,3):(1,4), (2,6):(1,2))
greatest_common_domain((M,2):(1,M), (M,2):(2,1))
layout_add((M,3):(1,M), (M,3):(D,1))
layout_add((M,3):(1@0,1@1), (M,3):(D@0,1@1))
expand_modes_alike(MN:D, (M,N):(1,M))
identity_layout((M,(N,2)))
make_identity_layout((M,N))
identity_composition((M,N), (2,2):(1,M)) if M % 2 == 0
lex_make_layout((M,(N,2)))
lex_evaluate((2,N):(N,1), K) if K >= 0
lex_idx2crd(K, (2,N)) if K >= 0
lex_coalesce((M,N):(N,1))
lex_filter((M,N):(D,0))
lex_composition((M,4):(4,1), 2:1)
lex_complement(4:N, K) if K > 0 && N > 0
lex_equal((M,N):(N,1), MN:1)
lex_get_1d_coord((4,N):(N,1), 0)
lex_right_inverse((N,16):(16,1))
lex_left_inverse((4,N):(N,1))
lex_nullspace((M,N):(D,0)) if D >= 0
lex_max_common_layout((N,4):(4,1), (N,4):(4,1))
lex_max_common_vector((N,4):(4,1), (N,4):(4,1))
lex_logical_divide((M,8):(8,1), 4:1)
lex_zipped_divide((M,8):(8,1), <2,4>) if M % 2 == 0
lex_tiled_divide((M,8):(8,1), <2,4>) if M % 2 == 0
lex_flat_divide((M,8):(8,1), <2,4>) if M % 2 == 0
lex_logical_product(4:1, K:1)
lex_zipped_product(4:1, K:1)
lex_tiled_product(4:1, K:1)
lex_flat_product(4:1, K:1)
lex_blocked_product((2,N):(N,1), (2,3):(3,1))
lex_raked_product((2,N):(N,1), (2,3):(3,1))
""".strip().splitlines()
# Of whole modes, as the forms are.
CUTE = ("max_common", "lex_max_common", "lex_right_inverse")
NAME = re.compile(r"(?<![A-Za-z_@])[A-Z]+")
VALUES = [0, 1, 2, 3, 4, 6, 8, 12, 16]


def python(text, values):
    text = re.sub(r"(\d)(?=[A-Z(])", r"\1*", text)
    text = NAME.sub(lambda m: "*".join(f"({values[letter]})" for letter in m.group()), text)
    return text.replace("/", "//").replace("&&", " and ")


def number(text, values):
    return str(eval(python(text, values)))  # pylint: disable=eval-used


def leaf(text, values):
    """An integer, or a sum of basis elements without those that are 0."""
    if "@" not in text:
        return number(text, values)
    parts, start, depth = [], 0, 0
    for k, c in enumerate(text):
        depth += {"(": 1, ")": -1}.get(c, 0)
        if c == "@" and depth == 0:
            parts.append((number(text[start:k].lstrip("+"), values), text[k + 1]))
            start = k + 2
    parts = [(times, k) for times, k in parts if times != "0"]
    return "+".join(f"{times}@{k}" for times, k in parts).replace("+-", "-") or "0"


def at(text, values):
    """A layout, tuple or number of names, with numbers: a bracket without a comma that an operator stands beside, or a blank in, is arithmetic."""
    out, start, k = "", 0, 0
    while k < len(text):
        if text[k] == "(":
            end, depth = k, 0
            while depth or end == k:
                depth += {"(": 1, ")": -1}.get(text[end], 0)
                end += 1
            inside = text[k + 1:end - 1]
            if "," not in inside and ":" not in inside and (k > start or re.match(r"\s*[-+*/%@]", text[end:]) or " " in inside):
                k = end
                continue
        if text[k] in "(),:":
            out += (leaf(text[start:k], values) if text[start:k].strip() else "") + text[k]
            start = k + 1
        k += 1
    return out + (leaf(text[start:], values) if text[start:].strip() else "")


def with_numbers(question, values):
    """The question on numbers: every expression of names in it."""
    put = lambda m: number(m.group(), values) if NAME.search(m.group()) else m.group()  # noqa: E731
    return re.sub(r"(?<![a-z_@0-9])(\d*[A-Z]+|\d+)", put, question)


def cases(out):
    """(condition, answer) for each case, and whether every value is in one."""
    lines = out.splitlines()
    complete = not any(re.match("(otherwise )?undecided", line) for line in lines)
    found = []
    for line in lines:
        if line.startswith("(") and re.search(r"proved|compared", line) or re.match("(otherwise )?undecided", line):
            continue
        condition, colon, answer = line.partition(": ")
        is_condition = colon and re.search(r"==|!=|[<>]=? ", condition)
        found.append((condition, answer) if is_condition else ("", line))
    return found, complete


class Forms(unittest.TestCase):
    maxDiff = None

    def test_every_operation_has_a_form_or_a_reason(self):
        [help_of_all] = batch([{"op": "help", "args": []}])
        names = help_of_all["result"]["operations"]
        asked = {question.split("(")[0] for question in ASKED}
        self.assertEqual(sorted(asked | set(NO_FORM)), sorted(names))
        self.assertEqual(asked & set(NO_FORM), set())

    def test_what_has_no_form_says_why(self):
        for name, reason in NO_FORM.items():
            with self.subTest(name):
                ran = colex(f"{name}(K)")
                self.assertEqual(ran, (2, "", f"colex: expression:1:1: {name} has no form with unknowns: {reason}\n"))

    def test_answers_are_those_of_numbers(self):
        draw = random.Random(20)
        asked, expected, undecided = [], [], []
        for line in ASKED:
            question, _, assumed = line.partition(" if ")
            ran = colex(question, *(["--assume", assumed] if assumed else []), seconds=300)
            with self.subTest(line):
                self.assertIn(ran.status, (0, 1), ran.err)
                table, complete = cases(ran.out)
                self.assertNotIn("wrong", ran.out)
                self.assertTrue(table, ran.out)
                undecided += [] if complete else [line]
            names = sorted(set("".join(NAME.findall(question))))
            kept = 0
            for _ in range(400):
                values = {name: draw.choice(VALUES) for name in names}
                if kept == 8 or (assumed and not eval(python(assumed, values))):  # pylint: disable=eval-used
                    continue
                concrete = with_numbers(question, values)
                try:
                    holding = [a for condition, a in table if not condition or eval(python(condition, values))]  # pylint: disable=eval-used
                except ZeroDivisionError:  # an extent of 0
                    continue
                kept += 1
                asked.append({"expression": concrete, **({"convention": "cute"} if question.startswith(CUTE) else {})})
                expected.append((line, values, holding, complete))
        later = []
        kinds = {"refused": 0, "layout": 0, "other": 0}
        for request, reply, (line, values, holding, complete) in zip(asked, batch(asked), expected):
            with self.subTest(line=line, values=values):
                if not reply["ok"] and reply["error"]["condition"] == "input":
                    continue  # an extent below 1
                if not holding and not complete:
                    continue
                self.assertEqual(len(holding), 1, holding)
                answer = holding[0]
                if line.startswith("admissible") and answer.startswith("refused: "):
                    self.assertTrue(str(reply.get("result", reply.get("error"))).startswith(("no", "{")), reply)
                    continue
                if answer.startswith("refused: "):
                    self.assertIn(reply["error"]["condition"], re.split("[:,] ", answer)[1].split(" or "))
                    kinds["refused"] += 1
                    continue
                self.assertTrue(reply["ok"], (answer, reply))
                result = reply["result"]
                if answer.split(",")[0] in ("yes", "no", "textbook", "representable"):
                    said = {True: "yes", False: "no"}.get(result, result)
                    self.assertEqual(answer.split(",")[0], said)
                elif " at " in answer:
                    layout, offset = answer.split(" at ")
                    self.assertEqual(number(offset, values), str(result[1]))
                    later.append((line, at(layout, values), result[0]))
                elif ":" in answer and not line.startswith("expand"):
                    later.append((line, at(answer, values), result))
                else:
                    self.assertEqual(at(answer, values), str(result))
                    kinds["other"] += 1
        normal = batch([{"op": "coalesce", "args": [text]} for _, *pair in later for text in pair])
        for k, (line, mine, truth) in enumerate(later):
            with self.subTest(line=line, mine=mine, truth=truth):
                self.assertEqual(normal[2 * k].get("result"), normal[2 * k + 1]["result"])
                kinds["layout"] += 1
        print(f"{kinds}; undecided in part: {len(undecided)}: {undecided}")
        self.assertGreater(min(kinds.values()), 40)
        self.assertLess(len(undecided), 5)


if __name__ == "__main__":
    main()
