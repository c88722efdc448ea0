# SPDX-License-Identifier: MIT
"""Arithmetic of tuples by its definition: Python's own, leaf by leaf."""
import itertools
import random

from check import leaves, profile, tuple_of, written

import definitions_bits

REFUSED = definitions_bits.REFUSED
SHAPES = [(4, (2, 3)), (2, 3, 2), 5, (3, 1), ((2, 2), (2,))]


def tree(depth=2, low=0, high=9):
    if depth == 0 or random.random() < 0.4:
        return random.randint(low, high)
    return tuple(tree(depth - 1, low, high) for _ in range(random.randint(1, 3)))


def like(t, low=0, high=9):
    return random.randint(low, high) if isinstance(t, int) else tuple(like(x, low, high) for x in t)


def draw():
    a = tree(low=-2)
    b = like(a, -2) if random.random() < 0.6 else random.randint(-1, 9) if random.random() < 0.6 else tree()
    return [written(x) for x in random.sample([a, b], 2)]


def each(f):
    def truth(a, b):
        def walk(a, b):
            if isinstance(a, int) and isinstance(b, int):
                return f(a, b)
            if isinstance(a, int):
                return tuple(walk(a, y) for y in b)
            return tuple(walk(x, b if isinstance(b, int) else b[k]) for k, x in enumerate(a))

        a, b = tuple_of(a), tuple_of(b)
        if not isinstance(a, int) and not isinstance(b, int) and profile(a) != profile(b):
            return REFUSED
        try:
            return walk(a, b)
        except ArithmeticError:
            return REFUSED

    return truth


def natural(f):
    def checked(x, y):
        if x < 0 or y < 1:
            raise ArithmeticError
        return f(x, y)

    return each(checked)


def entries(t):
    return (t,) if isinstance(t, int) else t


def hung(values, shape):
    values = iter(values)
    walk = lambda t: next(values) if isinstance(t, int) else tuple(map(walk, t))  # noqa: E731
    return walk(shape)


def after(c, shape):
    c, shape = tuple_of(c), tuple_of(shape)
    order = [k[::-1] for k in itertools.product(*(range(s) for s in reversed(leaves(shape))))]
    if profile(c) != profile(shape) or tuple(leaves(c)) not in order:
        return REFUSED
    return hung(order[(order.index(tuple(leaves(c))) + 1) % len(order)], shape)


def draw_after():
    shape = random.choice(SHAPES)
    last = hung([s - 1 for s in leaves(shape)], shape)
    c = random.choice([last, like(shape, 0, 1), hung([random.randrange(s) for s in leaves(shape)], shape)])
    return [written(c), written(shape)]


def at_strides(index, shape, stride):
    shape, stride = tuple_of(shape), tuple_of(stride)
    if any(s > 1 and d < 1 for s, d in zip(leaves(shape), leaves(stride))):
        return REFUSED
    return hung([index // d % s if s > 1 else 0 for s, d in zip(leaves(shape), leaves(stride))], shape)


def draw_strides():
    shape = random.choice(SHAPES)
    return [random.randint(0, 40), written(shape), written(like(shape, 0 if random.random() < 0.1 else 1))]


TRUTHS = {
    "add": (draw, each(lambda x, y: x + y)),
    "sub": (draw, each(lambda x, y: x - y)),
    "mul": (draw, each(lambda x, y: x * y)),
    "div": (draw, natural(lambda x, y: x // y)),
    "mod": (draw, natural(lambda x, y: x % y)),
    "sum": (lambda: [written(tree())], lambda t: sum(leaves(tuple_of(t)))),
    "max": (lambda: [written(tree())], lambda t: max(leaves(tuple_of(t)))),
    "min": (lambda: [written(tree())], lambda t: min(leaves(tuple_of(t)))),
    "concat": (lambda: [written(tree()), written(tree())], lambda a, b: entries(tuple_of(a)) + entries(tuple_of(b))),
    "increment": (draw_after, after),
    "idx2crd": (draw_strides, at_strides),
}
