# SPDX-License-Identifier: MIT
"""Tuples taken apart and put together, and shapes cut alike, by their definitions."""
import functools
import itertools
import math
import random

import check
from check import Layout, leaves, tuple_of, written
from definitions_bits import REFUSED
from definitions_tuples import entries, hung, like, tree


def several(depth=2):
    """A tuple, zeros in it, that is no integer."""
    t = tree(depth)
    return t if isinstance(t, tuple) else (t, 0)


ROOM = 32  # leaves


def of(f):
    """f of tuples and numbers; refused where it raises, and where the tuple has more leaves than colex has room for."""
    def truth(*arguments):
        try:
            answer = f(*(tuple_of(x) if isinstance(x, str) else x for x in arguments))
        except (IndexError, ValueError):
            return REFUSED
        return REFUSED if isinstance(answer, tuple) and len(leaves(answer)) > ROOM else answer
    return truth  # fmt: skip


def at(t, k):
    if not 0 <= k < len(entries(t)):
        raise IndexError
    return entries(t)[k]


def span(t, start, end):
    if not 0 <= start <= end <= len(entries(t)):
        raise IndexError
    return entries(t)[start:end]


def replaced(t, k, x):
    at(t, k)
    return x if isinstance(t, int) else t[:k] + (x,) + t[k + 1 :]


def unflattened(t, p):
    if len(leaves(t)) != len(leaves(p)):
        raise ValueError
    return hung(leaves(t), p)


def filled(front):
    def with_ones(t, n, x):
        more = (x,) * max(0, n - len(entries(t)))
        return t if not more else more + entries(t) if front else entries(t) + more
    return with_ones  # fmt: skip


def picked(kept):
    """The parts of t where the coordinate has `_`, or where it has a number."""
    def walk(c, t):
        if c == "_" or isinstance(c, int):
            return (t,) if (c == "_") == kept else ()
        if isinstance(t, int) or len(c) != len(t):
            raise ValueError
        return tuple(itertools.chain(*map(walk, c, t)))
    def truth(c, t):
        c = eval(c.replace("_", "'_'").replace(")", ",)"))  # noqa: S307
        return tuple_of(t) if c == ("_" if kept else 0) else of(lambda tree: walk(c, tree))(t)
    return truth  # fmt: skip


def draw_picked():
    t = several()
    c = [random.choice(["_", 0, 1]) if isinstance(x, int) or random.random() < 0.5
         else "(" + ",".join(random.choice(["_", "2"]) for _ in x) + ")" for x in t]  # fmt: skip
    short = len(c) > 1 and random.random() < 0.1
    return ["(" + ",".join(map(str, c[: len(c) - short])) + ")", written(t)]


def factors(n):
    if n == 1 or random.random() < 0.3:
        return n
    parts = []
    while n > 1:
        d = random.choice([k for k in range(2, n + 1) if n % k == 0])
        parts.append(d)
        n //= d
    return tuple(parts) if len(parts) > 1 else parts[0]


def cuts(shape):
    return list(itertools.accumulate(leaves(shape), lambda x, y: x * y))


def refinement(a, b):
    """The cuts of A, and those of B up to A's size, must be a chain; so must the next one of B."""
    a, b = tuple_of(a), tuple_of(b)
    size, ends = math.prod(leaves(a)), cuts(b)
    if size > math.prod(leaves(b)):
        return REFUSED
    ends = [x for x in ends if x < size] + [min(x for x in [*ends, math.prod(leaves(b))] if x >= size)]
    chain = sorted({1, *cuts(a), size, *ends})
    if any(y % x for x, y in zip(chain, chain[1:])):
        return REFUSED
    pieces = [y // x for x, y in zip(chain, chain[1:]) if y <= size]

    def holds(answer):
        fine_a, fine_b = tuple_of(answer)
        first = leaves(fine_a)
        return (check.refines(fine_a, a) and check.refines(fine_b, b) and leaves(fine_b)[: len(first)] == first
                and [x for x in first if x > 1] == pieces)  # fmt: skip
    return functools.partial(holds)


def inside(shape, d):
    """How many points of one leaf there are from the place d on, 1 where none starts there in steps of d."""
    place = 1
    for s in leaves(shape):
        if d % place == 0 and s % (d // place) == 0 and s > d // place:
            return s // (d // place)
        place *= s
    return 1


def common_domain(a, b):
    """Place by place: a mode as long as both have it; the next starts at a multiple of where it ends."""
    a, b = tuple_of(a), tuple_of(b)
    modes, end, size = [], 1, min(math.prod(leaves(a)), math.prod(leaves(b)))
    d = 1
    while d < size:
        s = math.gcd(inside(a, d), inside(b, d)) if d % end == 0 else 1
        if s > 1:
            modes.append((s, d))
            end = s * d
        d = d * s if s > 1 else d + 1
    modes = modes or [(1, 0)]
    return functools.partial(lambda answer: answer == ":".join(written(tuple(m[k] for m in modes)) for k in (0, 1)))


def alike(a, b):
    """The shape that both have, or None."""
    if isinstance(a, int) or isinstance(b, int):
        return (b if isinstance(a, int) else a) if math.prod(leaves(a)) == math.prod(leaves(b)) else None
    parts = [alike(x, y) for x, y in zip(a, b)] if len(a) == len(b) else [None]
    return None if None in parts else tuple(parts)


def expanded(a, b):
    shape = alike(Layout(a).shape, Layout(b).shape)
    if shape is None:
        return REFUSED

    def holds(answer):
        parts = check.entries_of(answer)
        return all(Layout(part).shape == shape and Layout(part).table() == Layout(given).table()
                   for part, given in zip(parts, (a, b), strict=True))  # fmt: skip
    return functools.partial(holds)


def draw_expanded():
    sizes = [random.choice([1, 2, 4, 6, 12]) for _ in range(2)]
    shapes = [tuple(factors(n) for n in sizes) for _ in "ab"]
    if random.random() < 0.1:
        shapes[0] = factors(math.prod(sizes))
    return [f"{written(s)}:{written(like(s))}" for s in shapes]


def two_shapes():
    n = random.choice([6, 12, 24, 36])
    shapes = [random.choice([factors(n * random.choice([1, 1, 2])), tree(low=1, high=6)]) for _ in "ab"]
    return [written(x) for x in shapes]


def one():
    return [written(several())]


def two():
    return [written(several()), written(tree())]


TRUTHS = {
    "tuple_size": (one, of(lambda t: math.prod(leaves(t)))),
    "tuple_rank": (one, of(len)),
    "tuple_depth": (one, of(lambda t: (lambda depth: depth(depth, t))(lambda f, x: 0 if isinstance(x, int) else 1 + max((f(f, y) for y in x), default=0)))),
    "tuple_flatten": (one, of(lambda t: tuple(leaves(t)))),
    "tuple_unflatten": (lambda: (lambda p: [written(tuple(leaves(p)) + (0,) * (random.random() < 0.1)), written(p)])(several()), of(unflattened)),
    "tuple_get": (lambda: [*one(), random.randint(0, 2), *([0] * random.randint(0, 1))], of(lambda t, *path: functools.reduce(at, path, t))),
    "tuple_select": (lambda: [*one(), *(random.randint(0, 2) for _ in range(random.randint(1, 3)))], of(lambda t, *which: tuple(at(t, k) for k in which))),
    "tuple_take": (lambda: [*one(), random.randint(0, 2), random.randint(0, 3)], of(span)),
    "tuple_group": (lambda: [*one(), random.randint(0, 1), random.randint(1, 3)], of(lambda t, i, j: t[:i] + (span(t, i, j),) + t[j:])),
    "tuple_replace": (lambda: [*one(), random.randint(0, 2), written(tree())], of(replaced)),
    "tuple_append": (two, of(lambda t, x: t + (x,))),
    "tuple_prepend": (two, of(lambda t, x: (x,) + t)),
    "tuple_append_to": (lambda: [*one(), random.randint(1, 5), written(tree())], of(filled(False))),
    "tuple_prepend_to": (lambda: [*one(), random.randint(1, 5), written(tree())], of(filled(True))),
    "tuple_zip": (lambda: (lambda t: [written(t), written(like(t) if random.random() < 0.8 else several())])(several()), of(lambda a, b: tuple(zip(a, b, strict=True)))),
    "reverse": (one, of(lambda t: t[::-1])),
    "tuple_slice": (draw_picked, picked(True)),
    "tuple_dice": (draw_picked, picked(False)),
    "mutual_refinement": (two_shapes, refinement),
    "greatest_common_domain": (two_shapes, common_domain),
    "expand_modes_alike": (draw_expanded, expanded),
}  # fmt: skip
