#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs the recorded answers through `colex batch` and sorts them by cause, and judges each answer by enumeration.

    check.py build/colex FINDINGS tests/oracle/open.jsonl.gz tests/oracle/open_negstride.jsonl.gz ...

FINDINGS is the page whose marked part must be the report of these files; `--write` rewrites it, `-` skips it.
"""
import ast
import collections
import gzip
import itertools
import json
import math
import re
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
    return no_layout_nested_as(b, lambda i: a(i, True))


def no_layout_nested_as(b, f):
    """Is no layout with B's profile the function i -> f(B(i))? Each leaf of B must give one, and they must add up."""
    steps = list(itertools.accumulate([1] + [s for s, _ in b.modes], lambda x, y: x * y))
    along = [[f(i * d) for i in range(s)] for s, d in b.modes]
    if not all(map(is_some_layout, along)):
        return True
    return any(
        f(b(i)) != sum(g[i // step % s] for g, step, (s, _) in zip(along, steps, b.modes)) for i in range(b.size)
    )


def complement_holds(row, answer, convention):
    a, r = Layout(row["args"][0]), Layout(answer)
    if convention == "cute":
        table, inside = r.table(), set(a.table())
        enough = max(moving(a, False).table()) + max(table) + 1 >= cotarget(row, a)
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


def counts_in_both(row, answer, convention):
    return all(counts_up({"args": [layout]}, answer, convention) for layout in row["args"])


def shows_every_point(row, answer, convention):
    return set(Layout(row["args"][0]).table()) <= set(Layout(answer).table())


def entries_of(text):
    """"(2,_,(4,2):(1,8))" -> ["2", "_", "(4,2):(1,8)"]; None for what is no tuple."""
    depth, parts, start = 0, [], 1
    for k, c in enumerate(text):
        depth += (c == "(") - (c == ")")
        if depth == 0 and k + 1 < len(text):
            return None
        if depth == 1 and c == "," or depth == 0:
            parts.append(text[start:k])
            start = k + 1
    return parts


def written(tree):
    return str(tree) if isinstance(tree, int) else "(" + ",".join(map(written, tree)) + ")"


def tiles(layout, tiler):
    """The pairs (mode, tile) that a tiler makes of a layout, both as text; nothing under `_`."""
    if tiler == "_":
        return
    parts = entries_of(tiler) if tiler.startswith("(") else None
    if parts is None:
        yield layout, tiler if ":" in tiler else tiler + ":1"
        return
    shape, stride = (tuple_of(part) for part in layout.split(":"))
    for part, s, d in zip(parts, shape, stride):
        yield from tiles(f"{written(s)}:{written(d)}", part)


def no_composition_by_tiler(row, convention):
    return any(no_composition({"args": pair}, convention) for pair in tiles(*map(str, row["args"]))) or None


def collides(b, target):
    """No disjoint copies of B cover [0, target): the least offset not yet covered must start the next copy."""
    offsets, covered = b.table(), set()
    if min(offsets) != 0 or len(set(offsets)) < len(offsets):
        return True
    for t in range(target):
        if t not in covered:
            if any(t + x in covered for x in offsets):
                return True
            covered.update(t + x for x in offsets)
    return False


def no_divide_by_tiler(row, convention):
    """Copies that meet within A's first mode; later modes are rounded up, so that nothing is claimed there."""
    def meets(mode, tile):
        moves = [m for m in Layout(mode).modes if m[0] > 1] or [(1, 0)]
        return collides(Layout(tile), moves[0][0])
    return any(meets(*pair) for pair in tiles(*map(str, row["args"]))) or None


def no_product_by_tiler(row, convention):
    """The copies lie at B among the offsets that A leaves free; there, no layout nested as B."""
    def broken(mode, tile):
        a, b = Layout(mode), Layout(tile)
        offsets = a.table()
        if min(offsets) < 0 or min(b.table()) < 0:
            return False
        offsets = sorted(set(offsets))  # where A repeats itself, its copies do too
        free, covered, t = [], set(), 0
        while len(free) <= max(b.table()):
            if t not in covered:
                if any(t + x in covered for x in offsets):
                    return False  # nothing tiles; CuTe's contract allows holes, so that nothing is claimed
                covered.update(t + x for x in offsets)
                free.append(t)
            t += 1
        return no_layout_nested_as(b, lambda i: free[i])
    return any(broken(*pair) for pair in tiles(*map(str, row["args"]))) or None


def no_product(row, convention):
    return no_product_by_tiler({"args": [row["args"][0], colon(row["args"][1])]}, convention)


def colon(text):
    return text if ":" in str(text) else f"{text}:1"


def copies_do_not_meet(row, answer, convention):
    """A's values and the copies' values add up without meeting; A itself is the first mode."""
    r = Layout(answer)
    a = Layout(row["args"][0])
    distinct = len(set(a.table()))
    if row["op"] == "logical_product":
        copies = r.table()[:: a.size]
        return r.table()[: a.size] == a.table() and len(set(r.table())) == distinct * len(set(copies))
    return len(set(r.table())) == distinct * len(set(Layout(colon(row["args"][1])).table()))


def copies_do_not_meet_by_mode(row, answer, convention):
    """Entry by entry; None, which is no verdict, where the tiler nests or leaves modes out."""
    pairs = list(tiles(*map(str, row["args"])))
    shape, stride = (tuple_of(part) for part in answer.split(":"))
    if isinstance(shape, int) or len(pairs) != len(shape) or len(entries_of(str(row["args"][1])) or []) != len(pairs):
        return None
    rows = [{"op": "logical_product", "args": pair} for pair in pairs]
    return all(copies_do_not_meet(r, f"{written(s)}:{written(d)}", convention) for r, s, d in zip(rows, shape, stride))


def no_such_offset(row, convention):
    return row["args"][1] not in Layout(row["args"][0]).table() or None


def is_possible(row, answer, convention):
    """One element is always common; more only if both layouts have all the offsets below, and CuTe's convention
    is no better than ours."""
    if row["result"] != "reject" and answer < row["result"]:
        return False
    return answer == 1 or all(set(range(answer)) <= set(Layout(str(a)).table()) for a in row["args"])


# Where `--convention colex` means something else: tiles and vectors must divide, short tilers keep the rest.
BY_CONVENTION = {f"{kind}_divide{form}" for kind in ("logical", "zipped", "tiled", "flat") for form in ("", "_tiler")}
BY_CONVENTION |= {"composition_tiler", "upcast", "recast_layout"}

def upcast_holds(row, answer, convention):
    """R(c') = floor(L(c) / n), where c' counts whole vectors in the modes whose stride is below n."""
    a, r, n = Layout(row["args"][0]), Layout(answer), int(row["args"][1])
    steps = [n // abs(d) if s > 1 and d % n and n % d == 0 else 1 for s, d in a.modes]
    for digits in itertools.product(*(range(s) for s, _ in a.modes)):
        offset = sum(i * d for i, (_, d) in zip(digits, a.modes))
        if offset // n != sum(i // step * d for i, step, (_, d) in zip(digits, steps, r.modes)):
            return False
    return True


def no_upcast(row, convention):
    """The digits of an upcast layout are given; CuTe's answer has them, and breaks the law."""
    return None if row["result"] == "reject" else not upcast_holds(row, row["result"], convention)


def downcast_holds(row, answer, convention):
    """Every element becomes its n parts, once."""
    n = int(row["args"][1])
    return sorted(Layout(answer).table()) == sorted(n * v + j for v in Layout(row["args"][0]).table() for j in range(n))


# Rows on which the record is not followed, and why.
DISPUTED = {
    ("logical_product_tiler", "(3,11):(11,0)", "((6,4):(0,6))"): "the complement of 3:11 is (11,n):(1,33), so that B's "
    "0, 6, 12, 18 go to 0, 6, 34, 40; the record has 33 and 39, copies that meet nowhere but are no A* o B",
}

KINDS = ("logical", "zipped", "tiled", "flat")
LAWS = {
    **{f"{kind}_divide{form}": (shows_every_point, no_divide_by_tiler) for kind in KINDS for form in ("", "_tiler")},
    **{f"{kind}_product": (copies_do_not_meet, no_product) for kind in KINDS + ("blocked", "raked")},
    **{f"{kind}_product_tiler": (None, no_product_by_tiler) for kind in KINDS},
    "logical_product_tiler": (copies_do_not_meet_by_mode, no_product_by_tiler),
    "composition_tiler": (None, no_composition_by_tiler),
    "upcast": (upcast_holds, no_upcast),
    "downcast": (downcast_holds, None),
    "max_common_vector": (is_possible, None),
    "get_hier_coord": (None, no_such_offset),
    "get_flat_coord": (None, no_such_offset),
    "compact_order": (injective_where_it_moves, None),
    "make_ordered_layout": (injective_where_it_moves, None),
    "make_layout_like": (injective_where_it_moves, None),
    "tile_to_shape": (injective_where_it_moves, None),
    "get_1d_coord": (has_offset, no_such_offset),
    "left_inverse": (gives_back, never_gives_back),
    "right_inverse": (counts_up, None),
    "max_common_layout": (counts_in_both, None),
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
        good = holds(row, reply["result"], convention)
        if not good:
            return "wrong" if good is False else "unchecked"
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


# ------------------------------------------------------------------------------------------------------- causes

# Why an answer is not CuTe's, by verdict and operation, or by verdict and condition where it refuses.
CAUSES = {
    "textual": "the stride of a mode of one point, which no coordinate ever takes",
    "corrected": {
        "complement_cotarget": "CuTe's complement ends below the cotarget",
        "composition": "CuTe refuses a composition that exists",
        "left_inverse": "CuTe refuses an inverse that exists",
        "get_1d_coord": "CuTe divides by strides that are no chain; its index has another offset",
        "compact_order": "CuTe gives modes of equal order overlapping strides",
        "make_ordered_layout": "CuTe gives modes of equal order overlapping strides",
        "make_layout_like": "CuTe gives modes of equal stride overlapping strides",
        "tile_to_shape": "CuTe gives modes of equal order overlapping strides",
        "downcast": "CuTe multiplies the points of one more mode of stride 1 or -1: n * n parts an element instead of n",
        "divide": "CuTe's tiles leave out points of A, or CuTe refuses a divide that exists",
        "product": "CuTe refuses a product that exists",
        "max_common_layout": "CuTe refuses where all modes of B's inverse do not compose with A; the first ones do",
        "max_common_vector": "CuTe refuses; one element is always common",
    },
    "refused": {
        "stride_positive": "a complement needs positive strides",
        "stride_divides": "offsets overlap or cannot be filled: nothing tiles",
        "cotarget_divides": "nothing tiles the cotarget",
        "additive": "no layout is the function i -> A(B(i)) along one mode of B",
        "run_divides": "no layout is the function i -> A(B(i)) along one mode of B",
        "no_carry": "two modes of B carry into each other inside A",
        "in_domain": "B reaches below index 0 of A",
        "surjective": "an offset, or a point of the divided layout, is reached by nothing",
        "injective": "two coordinates have one offset, so nothing gives both back",
        "invertible": "no layout gives every coordinate back",
        "vector_divides": "elements of one vector would lie in two, or two vectors in one",
        "not_negative": "a vector that starts at a multiple of n does not hold both an element and the one before it",
        "adjacent": "two modes of stride 1 (or none) would count the parts of an element",
        "congruent": "the tiler does not nest as the layout",
        "overflow": "an offset beyond 2^62",
    },
    "unchecked": "CuTe's tilers have no `_` here; ours leaves that mode alone",
}


def only_unit_strides(x, y):
    x, y = Layout(x), Layout(y)
    return x.shape == y.shape and all(s == 1 or d == e for (s, d), (_, e) in zip(x.modes, y.modes))


def cause(row, reply, verdict):
    """Why the answer is not CuTe's text; None where no listed cause covers it."""
    op = row["op"].removesuffix("_tiler")
    kind = "divide" if op.endswith("_divide") else "product" if op.endswith("_product") else op
    if verdict == "textual":
        return CAUSES["textual"] if only_unit_strides(reply["result"], row["result"]) else None
    if verdict == "disputed":
        return DISPUTED[(row["op"], *row["args"])]
    if verdict.startswith("refused"):
        return CAUSES["refused"].get(reply["error"]["condition"])
    if verdict == "corrected":
        return CAUSES["corrected"].get(kind)
    if verdict == "unchecked":
        return CAUSES["unchecked"] if "rank mismatch" in row.get("why", "") else None
    return None


def recorded(file):
    """The rows of a file, which may be compressed."""
    with (gzip.open if str(file).endswith(".gz") else open)(file, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


# CuTe's forms that the record names apart, and the operation that has them.
FORMS = {"eval": "evaluate", "composed_eval": "evaluate", "composed_eval_offset": "evaluate", "swizzle_table": "evaluate",
         "crd2idx_shape": "crd2idx", "complement_cotarget": "complement", "append_n": "append_to", "prepend_n": "prepend_to"}  # fmt: skip


def request(row):
    """What colex is asked for a row: a tiler is written as one."""
    form, args = row["op"], list(row["args"])
    if form.endswith("_tiler") and args[1].startswith("("):
        args[1] = f"<{args[1][1:-1]}>"
    return {"op": re.sub("_(tiler|profile)$", "", FORMS.get(form, form)), "args": args}


def sorted_out(colex, file, convention):
    """Every row of a file with its verdict, its reply and its cause."""
    rows, command = recorded(file), [colex, "batch", "--convention", convention]
    text = "".join(json.dumps(request(row)) + "\n" for row in rows)
    replies = subprocess.run(command, input=text, capture_output=True, text=True, check=True, timeout=300).stdout.splitlines()
    for row, reply in zip(rows, map(json.loads, replies), strict=True):
        if not reply["ok"] and "unknown operation" in reply["error"]["message"] and row["op"] not in COVERED:
            continue
        verdict = judge(row, reply, convention)
        yield row, reply, verdict, None if verdict == "agree" else cause(row, reply, verdict)


def listed(row, reply):
    args = ", ".join(map(str, row["args"]))
    theirs = "refused" if row["result"] == "reject" else f"`{row['result']}`"
    return f"- `{row['op']}({args})`: CuTe {theirs}, colex `{reply['result']}`"


def page(sorted_files):
    """The marked part of the findings page: counts, causes, and every row that is answered in another way."""
    out = []
    for name, rows in sorted_files.items():
        verdicts = collections.Counter(verdict for _, _, verdict, _ in rows)
        out += [f"### {name}: {len(rows)} rows", "", ", ".join(f"{n} {v}" for v, n in verdicts.most_common()) + ".", ""]
        false = [r for r in rows if r[0].get("sound") is False]
        if false:
            counts = collections.Counter(verdict for _, _, verdict, _ in false)
            out += [f"The {len(false)} rows whose recorded answer breaks the operation's law (`sound: false`): "
                    + ", ".join(f"{n} {v}" for v, n in counts.most_common()) + ".", ""]  # fmt: skip
        counts = collections.Counter((v, c) for _, _, v, c in rows if v != "agree")
        out += ["| verdict | rows | cause |", "|---|---|---|"]
        out += [f"| {v} | {n} | {c} |" for (v, c), n in sorted(counts.items(), key=str)] + [""]
        other = [r for r in rows if r[2] in ("corrected", "disputed", "unchecked")]
        out += [listed(row, reply) for row, reply, _, _ in other] + [""] * bool(other)
        by_op = collections.defaultdict(collections.Counter)
        for row, _, verdict, _ in rows:
            by_op[row["op"]][verdict] += 1
        out += ["| operation | rows | agree | otherwise |", "|---|---|---|---|"]
        for op, verdicts in sorted(by_op.items()):
            rest = ", ".join(f"{n} {v}" for v, n in verdicts.most_common() if v != "agree")
            out.append(f"| {op} | {sum(verdicts.values())} | {verdicts['agree']} | {rest} |")
        out.append("")
    return "\n".join(out)


BEGIN, END = "<!-- made by tests/oracle/check.py: begin -->\n", "<!-- end -->\n"


def page_is_current(path, text, write):
    whole = open(path).read()
    before, rest = whole.split(BEGIN)
    after = rest.split(END)[1]
    fresh = before + BEGIN + text + END + after
    if write:
        open(path, "w").write(fresh)
    elif fresh != whole:
        print(f"STALE {path}: run tests/oracle/check.py with --write")
        return False
    return True


def main(colex, findings, files, write=False):
    failed, sorted_files = 0, {}
    for convention, file in itertools.product(("cute", "colex"), files):
        rows = list(sorted_out(colex, file, convention))
        counts = collections.defaultdict(collections.Counter)
        for row, reply, verdict, why in rows:
            wrong = verdict == "wrong"
            if convention == "cute":
                wrong |= verdict == "other convention" or (verdict != "agree" and why is None)
                wrong |= row.get("sound") is False and "unchecked" in verdict
            if wrong:
                failed += 1
                print("WRONG", convention, verdict, json.dumps(row), json.dumps(reply), sep="\n  ")
            counts[row["op"]][verdict] += 1
        name = file.rsplit("/", 1)[-1].removesuffix(".gz")
        if convention == "cute":
            sorted_files[name] = rows
        print(f"--convention {convention}, {name}")
        for op, verdicts in sorted(counts.items()):
            print(f"  {op:24}" + ", ".join(f"{n} {verdict}" for verdict, n in verdicts.most_common()))
    if findings != "-" and not page_is_current(findings, page(sorted_files), write):
        failed += 1
    print(f"{sum(map(len, sorted_files.values())) - failed} rows passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    given = [a for a in sys.argv[1:] if a != "--write"]
    sys.exit(main(given[0], given[1], given[2:], "--write" in sys.argv))
