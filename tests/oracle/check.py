#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs the recorded answers through `colex batch` and judges each answer by enumeration.

    check.py build/colex tests/oracle/open.jsonl tests/oracle/open_negstride.jsonl ...
"""
import ast
import collections
import itertools
import json
import math
import subprocess
import sys

# Operations whose rows must be answered; others count only once the tool knows them.
COVERED = """coalesce flatten complement complement_cotarget composition eval crd2idx crd2idx_shape idx2crd size
cosize rank depth congruent compact_col_major""".split()
LARGEST = 1 << 21  # points that the script enumerates


# ------------------------------------------------------------------------------------------ layouts, once more


def tuple_of(text):
    """"(4,(2,3))" -> (4, (2, 3))"""
    return ast.literal_eval(text.replace(")", ",)").replace("(,)", "()")) if "(" in text else int(text)


def is_layout(value):
    return isinstance(value, str) and ":" in value


def leaves(tree):
    return [tree] if isinstance(tree, int) else [x for entry in tree for x in leaves(entry)]


def profile(tree):
    return 0 if isinstance(tree, int) else tuple(profile(entry) for entry in tree)


class Layout:
    def __init__(self, text):
        if not is_layout(str(text)):
            raise ValueError(text)
        self.shape, self.stride = (tuple_of(part) for part in text.split(":"))
        self.modes = list(zip(leaves(self.shape), leaves(self.stride)))
        self.size = math.prod(s for s, _ in self.modes)

    def __call__(self, index, runs_on=False):
        offset = 0
        for k, (s, d) in enumerate(self.modes):
            last = runs_on and k + 1 == len(self.modes)
            offset += (index if last else index % s) * d
            index //= s
        return offset

    def table(self):
        values = [0]
        for s, d in self.modes:
            values = [v + i * d for i in range(s) for v in values]
        return values


def is_some_layout(table):
    """Is there any layout with these values? Tries every extent of the first mode."""
    n = len(table)
    if table[0] != 0:
        return False
    if n == 1:
        return True
    for s in range(2, n + 1):
        if n % s:
            continue
        linear = all(table[i] == i * table[1] for i in range(s))
        if linear and all(table[j + i] == table[j] + table[i] for j in range(0, n, s) for i in range(s)):
            if is_some_layout(table[::s]):
                return True
    return False


def tiling(a, target):
    """The only set T that tiles [0, target) with A's offsets, in order, or None. A's least offset must be 0."""
    if target < 1 or target % a.size:
        return None
    offsets = sorted(a.table())
    if offsets[0] != 0 or len(set(offsets)) < a.size:
        return None
    covered, found = bytearray(target), []
    for t in range(target):
        if covered[t]:
            continue
        for x in offsets:
            if t + x >= target or covered[t + x]:
                return None
            covered[t + x] = 1
        found.append(t)
    return found


# -------------------------------------------------------------------------------------------------------- laws


def moving(a, keep_zero):
    """A without what a complement leaves out."""
    modes = [(s, d) for s, d in a.modes if s > 1 and (keep_zero or d != 0)]
    r = Layout("1:0")
    r.modes, r.size = modes, math.prod(s for s, _ in modes)
    return r


def cotarget(row, a):
    if len(row["args"]) > 1:
        return math.prod(leaves(tuple_of(str(row["args"][1]))))
    return 1 + sum((s - 1) * abs(d) for s, d in moving(a, False).modes)


def composition_holds(row, answer, convention):
    a, b, r = Layout(row["args"][0]), Layout(row["args"][1]), Layout(answer)
    if r.size != b.size or not refines(r.shape, b.shape):
        return False
    return all(r(i) == a(b(i), True) for i in range(b.size))


def refines(fine, coarse):
    """Every entry of `coarse` is an entry of `fine`, or the size of a tuple there."""
    if isinstance(coarse, int):
        return math.prod(leaves(fine)) == coarse
    return not isinstance(fine, int) and len(fine) == len(coarse) and all(map(refines, fine, coarse))


def no_composition(row, convention):
    a, b = Layout(row["args"][0]), Layout(row["args"][1])
    if min(b.table()) < 0:
        return True  # A is not defined there
    steps = list(itertools.accumulate([1] + [s for s, _ in b.modes], lambda x, y: x * y))
    along = [[a(i * d, True) for i in range(s)] for s, d in b.modes]
    if not all(map(is_some_layout, along)):
        return True
    return any(
        a(b(i), True) != sum(f[i // step % s] for f, step, (s, _) in zip(along, steps, b.modes))
        for i in range(b.size)
    )


def complement_holds(row, answer, convention):
    a, r = Layout(row["args"][0]), Layout(answer)
    if convention == "cute":
        table, inside = r.table(), set(a.table())
        enough = moving(a, False).size * r.size >= cotarget(row, a)
        ordered = all(x < y for x, y in zip(table, table[1:]))
        return enough and ordered and not any(x in inside for x in table[1:])
    target = cotarget(row, a) if len(row["args"]) > 1 else a.size * r.size
    return tiling(a, target) == r.table()


def no_complement(row, convention):
    """Strict only: nothing tiles, or what tiles is no layout."""
    a = Layout(row["args"][0])
    if convention == "cute" and any(d == 0 for s, d in a.modes if s > 1):
        a = moving(a, False)
    if len(row["args"]) == 1:
        targets = [max([1] + [s * d for s, d in a.modes if s > 1])]
    else:
        target = cotarget(row, a)
        # CuTe rounds up to whole repeats of A; none may fit. Its reach is the size of A's largest period.
        reach = max([1] + [s * d for s, d in a.modes if s > 1])
        targets = [target] if convention != "cute" else [-(-target // reach) * reach]
    for target in targets:
        if target > LARGEST:
            return None
        found = tiling(a, target)
        if found is not None and is_some_layout(found):
            return False
    return True


def cosize_holds(row, answer, convention):
    table = Layout(row["args"][0]).table()
    return answer == max(table) - min(table) + 1


def injective_where_it_moves(row, answer, convention):
    """Compact strides never overlap; modes of stride 0 stand still."""
    if ":" not in str(answer):  # strides alone; the shape is the first argument
        answer = f"{row['args'][0]}:{answer}"
    table = moving(Layout(answer), False).table()
    return len(set(table)) == len(table)


def has_offset(row, answer, convention):
    return Layout(row["args"][0])(answer, True) == row["args"][1]


def gives_back(row, answer, convention):
    """L'(L(k)) = k; CuTe's convention: L(L'(L(k))) = L(k)."""
    layout, inverse = Layout(row["args"][0]), Layout(answer)
    back = [inverse(offset, True) for offset in layout.table()]
    if convention == "cute":
        return [layout(k) for k in back] == layout.table()
    return back == list(range(layout.size))


def never_gives_back(row, convention):
    table = Layout(row["args"][0]).table()
    return len(set(table)) < len(table) or min(table) < 0 or None


def counts_up(row, answer, convention):
    layout, inverse = Layout(row["args"][0]), Layout(answer)
    return [layout(k) for k in inverse.table()] == list(range(inverse.size))


def shows_every_point(row, answer, convention):
    return set(Layout(row["args"][0]).table()) <= set(Layout(answer).table())


# Where `--convention colex` means something else: tiles must divide, short tilers keep the rest.
BY_CONVENTION = {f"{kind}_divide{form}" for kind in ("logical", "zipped", "tiled", "flat") for form in ("", "_tiler")}
BY_CONVENTION |= {"composition_tiler"}

# Rows on which the record is not followed, and why.
DISPUTED = {
    # The tile holds columns 0 and 1 of A's four; the record calls that complete because A's values overlap.
    ("tiled_divide", "(9,4,1):(1,2,4)", "(7,4):(1,7)"),
    # The complement of 3:11 is (11,n):(1,33), and 18 = 7 + 11 goes to 40, not to 39.
    ("logical_product_tiler", "(3,11):(11,0)", "((6,4):(0,6))"),
    # Mode 1:1 counts the parts of an element, so the mode of stride -1 keeps its points.
    ("downcast", "((1,3),4,(2,6)):((1,-1),-3,(12,-24))", 3),
}

LAWS = {
    **{f"{kind}_divide": (shows_every_point, None) for kind in ("logical", "zipped", "tiled", "flat")},
    "compact_order": (injective_where_it_moves, None),
    "make_ordered_layout": (injective_where_it_moves, None),
    "make_layout_like": (injective_where_it_moves, None),
    "tile_to_shape": (injective_where_it_moves, None),
    "get_1d_coord": (has_offset, None),
    "left_inverse": (gives_back, never_gives_back),
    "right_inverse": (counts_up, None),
    "composition": (composition_holds, no_composition),
    "complement": (complement_holds, no_complement),
    "complement_cotarget": (complement_holds, no_complement),
    "cosize": (cosize_holds, None),
}


# ----------------------------------------------------------------------------------------------------- verdicts


def same_function(x, y):
    if not (is_layout(x) and is_layout(y)):
        return False
    x, y = Layout(x), Layout(y)
    return profile(x.shape) == profile(y.shape) and x.size == y.size <= LARGEST and x.table() == y.table()


def judge(row, reply, convention):
    holds, impossible = LAWS.get(row["op"], (None, None))
    sound, rejected = row.get("sound"), row["result"] == "reject"
    by_convention = convention == "colex" and row["op"] in BY_CONVENTION
    disputed = (row["op"], *row["args"]) in DISPUTED
    if not reply["ok"]:
        if reply["error"]["condition"] == "input":
            return "wrong"
        if by_convention:
            return "refused, unchecked"
        if impossible is None:
            return "wrong" if sound and not rejected else "refused, unchecked"
        if convention == "cute" and sound:
            return "wrong"
        return {True: "refused, rightly", False: "wrong", None: "refused, unchecked"}[impossible(row, convention)]
    if rejected or sound is False:
        if holds is None:
            return "unchecked"
        if not holds(row, reply["result"], convention):
            return "wrong"
        return "agree" if reply["result"] == row["result"] else "corrected"
    if reply["result"] == row["result"]:
        return "agree"
    if same_function(reply["result"], row["result"]):
        return "textual"
    if disputed:
        return "disputed"
    if by_convention:
        return "by convention"
    if sound is None and holds and holds(row, reply["result"], convention) and not holds(row, row["result"], convention):
        return "corrected"
    return "wrong" if holds is None or not holds(row, reply["result"], convention) else "other convention"


def main(colex, files):
    failed = False
    for convention, file in itertools.product(("cute", "colex"), files):
        lines = open(file).read().splitlines()
        command = [colex, "batch", "--convention", convention, file]
        replies = subprocess.run(command, capture_output=True, text=True, check=True, timeout=300).stdout.splitlines()
        assert len(replies) == len(lines), "one answer a line"
        counts = collections.defaultdict(collections.Counter)
        for line, reply in zip(lines, replies):
            row, reply = json.loads(line), json.loads(reply)
            known = reply["ok"] or "unknown operation" not in reply["error"]["message"]
            if not known and row["op"] not in COVERED:
                continue
            verdict = judge(row, reply, convention)
            if verdict == "wrong" or (verdict == "other convention" and convention == "cute"):
                failed = True
                print("WRONG", convention, line, json.dumps(reply), sep="\n  ")
            counts[row["op"]][verdict] += 1
        print(f"--convention {convention}, {file.rsplit('/', 1)[-1]}")
        for op, verdicts in sorted(counts.items()):
            print(f"  {op:24}" + ", ".join(f"{n} {verdict}" for verdict, n in verdicts.most_common()))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
