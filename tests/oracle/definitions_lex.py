# SPDX-License-Identifier: MIT
"""The lexicographic count by its definition: the index whose last digit runs fastest. The first mode of a layout runs on."""
import functools
import itertools
import random

import check
from check import Layout, tuple_of, written
from definitions_bits import REFUSED
from differential import layout as any_layout


def mirror(t):
    return t if isinstance(t, int) else tuple(mirror(x) for x in reversed(t))


def mirrored(text):
    return ":".join(written(mirror(tuple_of(part))) for part in text.split(":"))


def rows(text):
    """The values of a layout in lexicographic order: entry by entry, the last fastest."""
    modes = Layout(text).modes
    return [sum(i * d for i, (_, d) in zip(c, modes)) for c in itertools.product(*(range(s) for s, _ in modes))]


def in_rows(table):
    """Whether an answer has this table."""
    return functools.partial(lambda answer: rows(answer) == table)


def text_of(modes):
    return ":".join(written(tuple(m[k] for m in modes)) for k in (0, 1))


def compact(ranks=2, most=4):
    shape = [random.randint(1, most) for _ in range(ranks)]
    stride, place = [0] * ranks, 1
    for k in random.sample(range(ranks), ranks):
        stride[k], place = place, place * shape[k]
    return text_of(list(zip(shape, stride)))


def flat(ranks=2, low=0):
    return text_of([(random.randint(1, 4), random.randint(low, 9)) for _ in range(ranks)])


def modes_of(table):
    """A table that is some layout's, as modes, the first fastest."""
    modes, step = [], 1
    while step < len(table):
        run = max(s for s in range(1, len(table) // step + 1) if len(table) // step % s == 0
                  and all(table[i * step] == i * table[step] for i in range(s)))
        modes.append((run, table[step]))
        step *= run
    return modes or [(1, 0)]


def filtered(text):
    return in_rows(rows(text_of([(s, d) for s, d in Layout(text).modes if d and s > 1] or [(1, 0)])))


def by_parts(f):
    """f of each mode of a layout of two, beside each other: the answer has the same values there."""
    def truth(text, _):
        parts = [f(text_of([mode])) for mode in Layout(text).modes]
        def holds(answer):
            shape, stride = (tuple_of(x) for x in answer.split(":"))
            return all(part(f"{written(s)}:{written(d)}") for part, s, d in zip(parts, shape, stride, strict=True))
        return functools.partial(holds)
    return truth  # fmt: skip


def inverse(text):
    table = rows(text)
    if len(set(table)) < len(table):
        return REFUSED
    return functools.partial(lambda answer: [Layout(mirrored(answer))(v, True) for v in table] == list(range(len(table))))


def kernel(text):
    zeros = [i for i, v in enumerate(rows(text)) if v == 0]
    return in_rows(zeros) if check.is_some_layout(zeros) else REFUSED


def in_common(a, b):
    """Of two compact layouts: where 0, 1, 2, ... lie in both, as far as that is a layout."""
    x, y = rows(a), rows(b)
    places = [x.index(k) for k in itertools.takewhile(lambda k: k in y and x.index(k) == y.index(k), range(len(x)))]
    return next(places[:n] for n in range(len(places), 0, -1) if check.is_some_layout(places[:n]))


def divided(a, b):
    """(A o B, A o B*): the tile's points and the grid's, both counted lexicographically."""
    x, tile = Layout(mirrored(a)), Layout(mirrored(b))
    grid = check.tiling(tile, x.size)
    if grid is None or not check.is_some_layout(grid):
        return REFUSED
    split = text_of(tile.modes + modes_of(grid))
    if check.no_composition({"args": [mirrored(a), split]}, ""):
        return REFUSED
    return in_rows([x(t + g, True) for t in tile.table() for g in grid])


def tiles():
    """A layout of two modes, and tiles n:1 that divide them."""
    t, n = [random.randint(1, 3) for _ in range(2)], [random.randint(1, 4) for _ in range(2)]
    return [text_of([(t[k] * n[k], random.randint(0, 9)) for k in (0, 1)]), f"<{t[0]},{t[1]}>"]


def divided_by_mode(order):
    def truth(a, tiler):
        t = [int(n) for n in tiler[1:-1].split(",")]
        parts = [[(n, d), (s // n, d * n)] for n, (s, d) in zip(t, Layout(a).modes)]
        return in_rows(rows(text_of([parts[k][part] for k, part in order])))
    return truth  # fmt: skip


def multiplied(a, b):
    """A compact: copy number i lies at i * size(A)."""
    n = Layout(a).size
    return Layout(a).modes, [(s, d * n) for s, d in Layout(b).modes]


def product(*order):
    def truth(a, b):
        parts = multiplied(a, b)
        return in_rows(rows(text_of([parts[part][k] for k, part in order])))
    return truth  # fmt: skip


def product_form(names):
    return {name: (lambda: [compact(), flat()], product((0, 0), (1, 0), (0, 1), (1, 1))) for name in names}


ZIPPED = ((0, 0), (1, 0), (0, 1), (1, 1))
FORMS = {"logical": ((0, 0), (0, 1), (1, 0), (1, 1)), "zipped": ZIPPED, "tiled": ZIPPED, "flat": ZIPPED}


def divide_form(word):
    """One tile or a tile by mode, half of the time each."""
    def draw():
        return tiles() if random.random() < 0.5 else [any_layout(), random.choice([str(random.randint(1, 6)) + ":1", flat(2, 1), compact()])]
    def truth(a, b):
        return divided_by_mode(FORMS[word])(a, b) if b.startswith("<") else divided(a, b)
    return draw, truth  # fmt: skip


def located(text, offset):
    table = rows(text)
    return functools.partial(lambda i: table[i] == offset) if offset in table else REFUSED


TRUTHS = {
    "lex_filter": (lambda: [flat(3)], filtered),
    "lex_equal": (lambda: random.choice([[flat(), flat()], [compact(), compact()], (lambda a: [a, a])(flat())]),
                  lambda a, b: rows(a) == rows(b)),
    "lex_find_layout": (
        lambda: [[v + (random.random() < 0.02) for v in rows(any_layout())]],
        lambda f: in_rows(f) if check.is_some_layout(f) else REFUSED,
    ),
    "lex_get_1d_coord": (lambda: [flat(), random.randint(0, 20)], located),
    "lex_left_inverse": (lambda: [compact() if random.random() < 0.8 else "(2,3):(2,1)"], inverse),
    "lex_nullspace": (lambda: [text_of([(random.randint(1, 4), random.choice([0, 0, 1, 3])) for _ in range(3)])], kernel),
    "lex_max_common_layout": (lambda: [compact(), compact()], lambda a, b: in_rows(in_common(a, b))),
    "lex_max_common_vector": (lambda: [compact(), compact()], lambda a, b: len(in_common(a, b))),
    **{f"lex_{word}_divide": divide_form(word) for word in FORMS},
    **product_form([f"lex_{word}_product" for word in FORMS]),
    "lex_blocked_product": (lambda: [compact(), flat()], product((0, 1), (0, 0), (1, 1), (1, 0))),
    "lex_raked_product": (lambda: [compact(), flat()], product((0, 0), (0, 1), (1, 0), (1, 1))),
    "by_parts_lex_filter": (lambda: [flat(), "(1,1)"], by_parts(filtered)),
    "by_parts_lex_coalesce": (lambda: [flat(), "(1,1)"], by_parts(lambda text: in_rows(rows(text)))),
}  # fmt: skip
