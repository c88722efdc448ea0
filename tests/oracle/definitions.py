#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Operations of which no CuTe answers are recorded, against their definitions, by enumeration.

    definitions.py build/colex [calls of each] [seed]

Every operation of the tool has recorded answers in open*.jsonl.gz or a definition here; one that has neither fails.
`--planted` spoils every answer: all operations must then fail.
"""
import collections
import functools
import itertools
import json
import math
import operator
import pathlib
import random
import re
import subprocess
import sys

import check
import definitions_bits
import definitions_lex
import definitions_structure
import definitions_tuples
from check import Layout, leaves, tuple_of, written
from definitions_lex import mirror, mirrored
from differential import layout as any_layout

HERE = pathlib.Path(__file__).parent
REFUSED = definitions_bits.REFUSED
SKIP = object()  # the definition does not reach this call


# ---------------------------------------------------------------------------------------------------- what is drawn


def number(low=1, high=8):
    return random.randint(low, high)


def tree(low=1, high=8, depth=2):
    if depth == 0 or random.random() < 0.4:
        return number(low, high)
    return tuple(tree(low, high, depth - 1) for _ in range(number(1, 3)))


def like(t, low=0, high=8):
    """A tree of the profile of t, most times."""
    if random.random() < 0.05:
        return tree(low, high)
    return number(low, high) if isinstance(t, int) else tuple(like(x, low, high) for x in t)


def divisor_of(t):
    """Something to divide t by: like it, shorter, nested less, one number, or wrapped."""
    kind = random.random()
    if kind < 0.2 or isinstance(t, int):
        return random.choice([number(1, 24), (number(1, 8),), tree(1, 6)])
    if kind < 0.4:
        return tuple(divisor_of(x) for x in t[: number(1, len(t))])
    return like(t, 1, 8)


def two_trees(low=0, high=8):
    t = tree(low, high)
    return [written(t), written(like(t, low, high))]


def flat_layout(ranks=2, shapes=6, strides=12, negative=False):
    s = [number(1, shapes) for _ in range(ranks)]
    d = [number(-strides if negative and random.random() < 0.3 else 0, strides) for _ in range(ranks)]
    return f"{written(tuple(s))}:{written(tuple(d))}"


# ------------------------------------------------------------------------------------------------------ definitions


def profile(t):
    return check.profile(t)


def congruent(f):
    """f of the leaves of two congruent trees, as one answer; refused where they are not."""
    def truth(a, b):  # fmt: skip
        a, b = tuple_of(str(a)), tuple_of(str(b))
        return f(leaves(a), leaves(b)) if profile(a) == profile(b) else REFUSED
    return truth  # fmt: skip


def size(t):
    return math.prod(leaves(t))


def divided(a, b, step):
    """Tree by tree; a tuple by a number hands what is left of it from entry to entry."""
    if isinstance(a, int):
        return step(a, size(b))
    if isinstance(b, int):
        out = []
        for x in a:
            out.append(divided(x, b, step))
            b = divided(b, x, step)
        return tuple(out)
    if len(b) > len(a):
        raise ArithmeticError
    return tuple(divided(x, b[k], step) if k < len(b) else x for k, x in enumerate(a))


def exactly(x, y):
    if x % y and y % x:
        raise ArithmeticError
    return max(x // y, 1)


def division(f):
    def truth(a, b):
        try:
            return f(tuple_of(str(a)), tuple_of(str(b)))
        except ArithmeticError:
            return REFUSED
    return truth  # fmt: skip


def up(x, y):
    return -(-x // y)


def multiple(a, b):
    if profile(a) != profile(b):
        raise ArithmeticError
    return a if isinstance(a, int) and a == 0 else up(a, b) * b if isinstance(a, int) else tuple(map(multiple, a, b))


def scaled(a, b):
    if isinstance(a, int):
        return a * size(b)
    if isinstance(b, int) or len(a) != len(b):
        raise ArithmeticError
    return tuple(map(scaled, a, b))


def multiplied_off(a, rest):
    return a // rest if isinstance(a, int) else tuple(map(multiplied_off, a, rest))


def evenly(a, b):
    """The points of the tiles are the points of A, entry by entry where the tile is a tuple."""
    if isinstance(b, tuple):
        a = a if isinstance(a, tuple) else (a,)
        return len(b) <= len(a) and all(map(evenly, a, b))
    return size(a) == b * size(divided(a, b, up))


def products(t, start, backwards=False):
    values = leaves(t)[::-1] if backwards else leaves(t)
    before = list(itertools.accumulate([start] + values, operator.mul))[: len(values)]
    return hung(t, iter(before[::-1] if backwards else before))


def hung(t, values):
    return next(values) if isinstance(t, int) else tuple(hung(x, values) for x in t)


def offset(c, shape, stride):
    """crd2idx: None where the coordinate does not fit."""
    if isinstance(c, int):
        return Layout(f"{written(shape)}:{written(stride)}")(c, True)
    if isinstance(shape, int) or len(c) != len(shape):
        return None
    parts = [offset(*x) for x in zip(c, shape, stride)]
    return None if None in parts else sum(parts)


def compact(shape):
    return products(shape, 1)


def natural(index, shape, last=True):
    out = []
    values = leaves(shape)
    for k, s in enumerate(values):
        out.append(index if last and k + 1 == len(values) else index % s)
        index //= s
    return hung(shape, iter(out))


def coordinate_of(c, s, t):
    at = offset(tuple_of(str(c)), tuple_of(s), compact(tuple_of(s)))
    return REFUSED if at is None else natural(at, tuple_of(t))


def injective(text):
    return len(set(Layout(text).table())) == Layout(text).size


def onto(text, m):
    return set(range(m)) <= set(Layout(text).table())


def least_cotarget(text):
    a = Layout(text)
    found = [m for m in range(1, 400) if check.tiling(a, m) is not None]
    return found[0] if found else SKIP


def admissible_complement(text, m):
    tiles = check.tiling(Layout(text), m)
    if tiles is None or not check.is_some_layout(tiles):
        return "no"
    reach = 1
    for s, d in Layout(text).modes:
        if s > 1 and d % reach:
            return "representable"
        reach = s * d if s > 1 else reach
    return "textbook"


def distributed(shape, n):
    """The points are right: checked by judge_distributed."""
    return SKIP if size(tuple_of(shape)) % n == 0 else REFUSED


def partition(keep_tile):
    def truth(text, tiler, at):
        layout, tile, at = Layout(text), tuple_of(tiler), tuple_of(at)
        grid = [s // t for (s, _), t in zip(layout.modes, tile)]
        outer, inner = (grid, tile) if keep_tile else (tile, grid)
        if any(s % t for (s, _), t in zip(layout.modes, tile)):
            return REFUSED
        if any(x >= n for x, n in zip(at, outer)):
            return SKIP
        step = [1] * len(tile) if keep_tile else tile  # of what is kept, in the domain; the other is fixed
        start = [x * t for x, t in zip(at, tile)] if keep_tile else at
        base = sum(x * d for x, (_, d) in zip(start, layout.modes))
        kept = itertools.product(*(range(n) for n in reversed(inner)))
        return base, [sum(i * f * d for i, f, (_, d) in zip(reversed(c), step, layout.modes)) for c in kept]
    return truth  # fmt: skip


def draw_partition():
    tile = (number(1, 3), number(1, 3))
    shape = tuple(t * number(1, 3) if random.random() < 0.9 else number(1, 9) for t in tile)
    return [f"{written(shape)}:{written((number(0, 9), number(0, 9)))}", written(tile), written((number(0, 2), number(0, 2)))]


def by_thread(text, threads, thread):
    """As the outer partition, at the coordinate of the thread."""
    t = Layout(threads)
    if thread not in t.table():
        return REFUSED
    if not injective(threads):
        return SKIP
    return partition(False)(text, written(tuple(s for s, _ in t.modes)), written(natural(t.table().index(thread), tuple(s for s, _ in t.modes))))  # fmt: skip


def draw_by_thread():
    text, tile, _ = draw_partition()
    s = tuple_of(tile)
    threads = f"{tile}:{written(random.choice([(1, s[0]), (s[1], 1)]))}"
    return [text, threads, number(0, size(s))]


def sums(a, b):
    return [x + y for x, y in zip(Layout(a).table(), Layout(b).table())]


# op: (draw, truth). A truth that is a list or a pair (offset, list) is the table of the layout answered.
TRUTHS = {
    "extent": (lambda: [flat_layout(3, negative=True)], lambda a: max(Layout(a).table()) + 1),
    "least_cotarget": (lambda: [any_layout()], least_cotarget),
    "coalesce_extended": (lambda: [any_layout()], lambda a: [Layout(a)(i, True) for i in range(3 * Layout(a).size)]),
    "sort": (
        lambda: [flat_layout(3)],
        lambda a: [sum(i * d for i, (_, d) in zip(c[::-1], sorted(Layout(a).modes, key=lambda m: m[1])))
                   for c in itertools.product(*(range(s) for s, _ in sorted(Layout(a).modes, key=lambda m: m[1])[::-1]))],
    ),
    "zip": (
        lambda: [flat_layout(number(1, 3)), flat_layout(number(1, 3))],
        lambda a, b: ":".join(written(tuple(zip(*(tuple_of(x.split(":")[k]) for x in (a, b))))) for k in (0, 1))
        if len(Layout(a).modes) == len(Layout(b).modes) else REFUSED,
    ),
    "join": (
        lambda: [any_layout() for _ in range(number(1, 4))],
        lambda *all: ":".join("(" + ",".join(text.split(":")[k] for text in all) + ")" for k in (0, 1)),
    ),
    "domain_offset": (
        lambda: [written(like(tuple_of("(4,(2,4))"))), "(4,(2,4)):(2,(1,8))"],
        lambda c, a: REFUSED if offset(tuple_of(c), (4, (2, 4)), (2, (1, 8))) is None
        else (offset(tuple_of(c), (4, (2, 4)), (2, (1, 8))), Layout(a).table()),
    ),
    "transpose": (
        lambda: [flat_layout(number(1, 3))],
        lambda a: functools.partial(lambda answer: answer == ":".join(written(tuple_of(x)[::-1] if "(" in x else int(x)) for x in a.split(":"))),
    ),
    "layout_add": (
        lambda: random.choice([[any_layout(), any_layout()], [flat_layout(2, 4), flat_layout(2, 4)], (lambda s: [f"({s},{5 - s}):(1,{number()})", f"({5 - s},{s}):(2,{number()})"])(number(1, 4))]),
        lambda a, b: REFUSED if Layout(a).size != Layout(b).size or not check.is_some_layout(sums(a, b)) else sums(a, b),
    ),
    "elem_less": (two_trees, congruent(lambda a, b: all(x < y for x, y in zip(a, b)))),
    "lex_less": (two_trees, congruent(operator.lt)),
    "colex_less": (two_trees, congruent(lambda a, b: a[::-1] < b[::-1])),
    "inner_product": (two_trees, congruent(lambda a, b: sum(map(operator.mul, a, b)))),
    "product": (lambda: [written(tree())], lambda t: size(tuple_of(t))),
    "product_each": (lambda: [written(tuple(tree() for _ in range(number(1, 3))))], lambda t: tuple(map(size, tuple_of(t)))),
    "prefix_product": (lambda: [written(tree()), number()], lambda t, start: products(tuple_of(t), start)),
    "suffix_product": (lambda: [written(tree()), number()], lambda t, start: products(tuple_of(t), start, True)),
    **{
        op: (lambda: (lambda t: [written(t), written(divisor_of(t))])(tree(1, 24)), division(truth))
        for op, truth in {
            "ceil_div": lambda a, b: divided(a, b, up),
            "shape_div": lambda a, b: divided(a, b, exactly),
            "shape_mod": lambda a, b: multiplied_off(a, divided(a, b, exactly)),
            "round_up": multiple,
            "elem_scale": scaled,
            "evenly_divides": evenly,
        }.items()
    },
    "crd2crd": (lambda: [written(like((2, (3, 2)), 0, 1)), "(2,(3,2))", random.choice(["12", "(3,4)", "((2,2),3)"])], coordinate_of),
    "make_layout": (
        lambda: two_trees(1, 9),
        lambda a, b: f"{a}:{b}" if profile(tuple_of(a)) == profile(tuple_of(b)) else REFUSED,
    ),
    "domain_distribute": (lambda: [written(tree(1, 9)), number(1, 40)], distributed),
    "injective": (lambda: [flat_layout(3, negative=True)], injective),
    "surjective": (lambda: [flat_layout(3, 5, 6, True), number(1, 30)], onto),
    "bijective": (
        lambda: [flat_layout(2, 4, 8, True), number(1, 16)],
        lambda a, m: sorted(Layout(a).table()) == list(range(m)),
    ),
    "contiguous": (lambda: [flat_layout(3, 5, 6, True)], lambda a: onto(a, max(Layout(a).table()) + 1)),
    "equal": (lambda: [any_layout(), any_layout()], lambda a, b: Layout(a).table() == Layout(b).table()),
    "find_layout": (lambda: [Layout(any_layout()).table()[:24]], lambda f: f if check.is_some_layout(f) else REFUSED),
    "admissible_complement": (lambda: [any_layout(), number(1, 200)], admissible_complement),
    "admissible_composition": (
        lambda: [any_layout(), any_layout()],
        lambda a, b: "no" if check.no_composition({"args": [a, b]}, "") else SKIP,
    ),
    "inner_partition": (draw_partition, partition(True)),
    "local_tile": (draw_partition, partition(True)),
    "outer_partition": (draw_partition, partition(False)),
    "local_partition": (draw_by_thread, by_thread),
    "lex_make_layout": (
        lambda: [written(tree(2, 5))],
        lambda s: f"{s}:{written(products(tuple_of(s), 1, True))}",
    ),
    "lex_coalesce": (lambda: [any_layout()], lambda a: ("mirror", Layout(mirrored(a)).table())),
    "lex_evaluate": (
        lambda: ["(2,(3,4)):(5,(1,7))", written(random.choice([number(0, 23), natural(number(0, 23), (2, (3, 4))), (1, number(0, 11))]))],
        lambda a, c: offset(mirror(tuple_of(str(c))), *map(mirror, map(tuple_of, a.split(":")))),
    ),
    "lex_idx2crd": (lambda: [number(0, 23), "(2,(3,4))"], lambda i, s: mirror(natural(i, mirror(tuple_of(s))))),
    "lex_composition": (
        lambda: [any_layout(), any_layout()],
        lambda a, b: REFUSED if check.no_composition({"args": [mirrored(a), mirrored(b)]}, "")
        else ("mirror", [Layout(mirrored(a))(Layout(mirrored(b))(i), True) for i in range(Layout(b).size)]),
    ),
    "lex_complement": (
        lambda: [any_layout(), number(1, 100)],
        lambda a, m: REFUSED if check.tiling(Layout(a), m) is None or not check.is_some_layout(check.tiling(Layout(a), m))
        else ("mirror", check.tiling(Layout(a), m)),
    ),
    "lex_right_inverse": (lambda: [flat_layout(2)], lambda a: ("counts", Layout(mirrored(a)).table())),
    **definitions_bits.TRUTHS,
    **definitions_lex.TRUTHS,
    **definitions_structure.TRUTHS,
    **definitions_tuples.TRUTHS,
}  # fmt: skip


# --------------------------------------------------------------------------------------------------------- judging


def table_of(text):
    return Layout(text).table()


def is_right(op, args, truth, result):
    if isinstance(truth, functools.partial):  # a predicate of its own
        return truth(result)
    if op == "coalesce_extended":
        return [Layout(result)(i, True) for i in range(len(truth))] == truth
    if isinstance(truth, tuple) and truth and truth[0] == "mirror":
        return table_of(mirrored(result)) == truth[1]
    if isinstance(truth, tuple) and truth and truth[0] == "counts":  # a right inverse; as long as the search finds
        back = table_of(mirrored(result))
        return all(i < len(truth[1]) and truth[1][i] == k for k, i in enumerate(back))
    if isinstance(truth, tuple) and len(truth) == 2 and isinstance(truth[1], list):
        return result[1] == truth[0] and table_of(result[0]) == truth[1]
    if isinstance(truth, list):
        return (table_of(result) if isinstance(result, str) else result) == truth
    if isinstance(truth, (tuple, int)) and not isinstance(truth, bool):
        return str(result) == written(truth)
    return result == truth


def verdict(op, args, reply):
    truth = TRUTHS[op][1](*args)
    if op == "domain_distribute" and truth is SKIP and reply["ok"]:
        table = table_of(reply["result"])
        right = len(table) == args[1] and table == sorted(set(table)) and table[-1] < size(tuple_of(args[0]))
        return "right" if right else "wrong"
    if truth is SKIP:
        return "not judged"
    if truth is REFUSED:
        return "wrong" if reply["ok"] else "refused, rightly"
    if not reply["ok"]:
        return "wrong"
    return "right" if is_right(op, args, truth, reply["result"]) else "wrong"


def spoiled(reply):
    if not reply["ok"]:
        return {"ok": True, "result": "1:0"}
    result = reply["result"]
    if isinstance(result, bool) or result in (0, 1):
        return {"ok": True, "result": 1 - result}
    return {"ok": False, "error": {"condition": "planted"}}


def uncovered(operations):
    recorded = {check.request(row)["op"] for file in HERE.glob("open*.jsonl.gz") for row in check.recorded(file)}
    return [op for op in operations if op not in recorded | {operation(name) for name in TRUTHS} | DEFINED_ELSEWHERE]


def operation(name):
    """The operation that a name of TRUTHS is about: its forms are told apart by what they take."""
    return re.sub("^(swizzled|basis|tuple|by_parts|columns|numbers)_", "", name)

# Operations of the tool that are judged by another test of their own.
DEFINED_ELSEWHERE = {"help"}


def main(colex, count=400, seed=1, planted=False):
    random.seed(int(seed))
    calls = [(op, TRUTHS[op][0]()) for op in TRUTHS for _ in range(int(count))]
    request = lambda name, args: json.dumps({"op": operation(name), "args": args})  # noqa: E731
    text = "".join(request(op, args) + "\n" for op, args in calls) + '{"op": "help", "args": []}\n'
    ran = subprocess.run([colex, "batch"], input=text, capture_output=True, text=True, check=True, timeout=300)
    *replies, manual = map(json.loads, ran.stdout.splitlines())
    counts, failed = collections.defaultdict(collections.Counter), set()
    for (op, args), reply in zip(calls, replies, strict=True):
        reply = spoiled(reply) if planted else reply
        try:
            said = verdict(op, args, reply)
        except (ValueError, TypeError, KeyError, IndexError, AttributeError):
            said = "wrong"
        counts[op][said] += 1
        if said == "wrong":
            if op not in failed and not planted:
                print("WRONG", op, json.dumps(args), json.dumps(reply), TRUTHS[op][1](*args), sep="\n  ")
            failed.add(op)
    if planted:
        missed = [op for op in TRUTHS if op not in failed]
        print("spoiled answers not noticed:", missed)
        return 1 if missed else 0
    for op, verdicts in counts.items():
        print(f"  {op:24}" + ", ".join(f"{n} {v}" for v, n in verdicts.most_common()))
        if verdicts["right"] == 0:
            print(f"{op}: no call was answered and judged")
            failed.add(op)
    missing = uncovered(manual["result"]["operations"])
    if missing:
        print("neither recorded answers nor a definition:", *missing)
    return 1 if failed or missing else 0


if __name__ == "__main__":
    given = [a for a in sys.argv[1:] if a != "--planted"]
    sys.exit(main(*given, planted="--planted" in sys.argv))
