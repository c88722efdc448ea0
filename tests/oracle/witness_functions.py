# SPDX-License-Identifier: MIT
"""witnesses.py's functions: of an operation and its arguments, what it asks a layout for, value by value."""
import functools
import itertools
import json
import math
import re

import check
import definitions_bits
from check import entries_of, leaves, tuple_of, written
from definitions_lex import mirrored, modes_of

BASES = 8
LEX = "lex_"  # operations that count the last mode fastest



def vector(value):
    """A value as a tuple: of an offset one entry, of a coordinate one for each basis vector."""
    if isinstance(value, list):
        return tuple(value) + (0,) * (BASES - len(value))
    return value if isinstance(value, tuple) else (value,)


def add(*values):
    return tuple(map(sum, zip(*values)))


class Function:
    """A value for each index: of a layout of any kind, given as text; the last mode may run on."""

    def __init__(self, text):
        text = str(text)
        text = text.split(" at ")[0]  # what refuses a part of coordinates does not look at their start
        outer, self.offset, inner = "", 0, text
        if " o " in text:
            outer, offset, inner = text.split(" o ")
            self.offset = int(offset)
        if ":" not in inner:
            n = tuple_of(inner)
            extents = leaves(n)
            inner = inner + ":" + written(compact(n))
        self.shape = tuple_of(inner.split(":")[0])
        self.extents = leaves(self.shape)
        self.size = math.prod(self.extents)
        self.basis = "@" in inner
        if self.basis:
            self.steps = [vector(definitions_bits.basis_value(x, BASES)) for x in re.findall(r"[^(),]+", inner.split(":")[1])]
        else:
            self.steps = [(d,) for d in leaves(tuple_of(inner.split(":")[1]))]
        self.outer = outer_map(outer)
        self.reads = bool(outer)

    def at_inner(self, index, runs_on=True):
        out = (0,) * len(self.steps[0]) if self.steps else (0,)
        for k, (s, d) in enumerate(zip(self.extents, self.steps)):
            digit = index if runs_on and k + 1 == len(self.extents) else index % s
            out = add(out, tuple(digit * x for x in d))
            index //= s
        return out

    def __call__(self, index):
        value = self.at_inner(index)
        return (self.outer(self.offset + value[0]),) if self.reads else value

    def inner(self):
        copy = Function.__new__(Function)
        copy.__dict__.update(self.__dict__, reads=False)
        return copy


    def coalesced(self):
        """The same with the fewest modes; the last runs on."""
        modes = []
        last = len(self.extents) - 1
        for k, (s, d) in enumerate(zip(self.extents, self.steps)):
            if modes and d == tuple(modes[-1][0] * x for x in modes[-1][1]):
                modes[-1] = (modes[-1][0] * s, modes[-1][1])
            elif s > 1 or k == last:
                modes.append((s, d))
        copy = Function.__new__(Function)
        copy.__dict__.update(self.__dict__, extents=[s for s, _ in modes], steps=[d for _, d in modes])
        return copy


def compact(t):
    place = [1]

    def walk(x):
        if isinstance(x, int):
            place.append(place[-1] * x)
            return place[-2]
        return tuple(map(walk, x))

    return walk(t)


def outer_map(text):
    if text.startswith("["):
        return functools.partial(definitions_bits.image, json.loads(text))
    if text.startswith("S"):
        return functools.partial(definitions_bits.swizzle, *map(int, re.findall(r"-?\d+", text)))
    return lambda x: x


class Asked:
    """A function of which a layout is asked for: its values, and the extents along which it has modes."""

    def __init__(self, f, extents):
        self.f, self.extents, self.points = f, extents, math.prod(extents)


def of_modes(modes):
    """Function of [(extent, stride)], the last running on."""
    return Function(f"({','.join(str(s) for s, _ in modes)}):({','.join(str(d) for _, d in modes)})")


def tiles(a, tiler):
    """[(A's mode, tile)] as text."""
    a, tiler = str(a), str(tiler)
    tiler = tiler.replace("<", "(").replace(">", ")")
    return [(x, y) for x, y in pairs(a, tiler)]


def pairs(a, tiler):
    if tiler in ("_", "X"):
        return
    parts = entries_of(tiler) if tiler.startswith("(") and ":" not in at_top(tiler) else None
    if parts is None:
        yield a, tiler if ":" in tiler else tiler + ":1"
        return
    if " o " in a:
        a = a.split(" o ")[2]
    for part, (x, y) in zip(parts, zip(*map(split, a.split(":")))):
        yield from pairs(f"{x}:{y}", part)


def split(tree):
    return entries_of(tree) if tree.startswith("(") else [tree]


def at_top(text):
    """The text outside of all brackets."""
    depth, out = 0, ""
    for c in text:
        depth -= c == ")"
        out += c if depth == 0 else ""
        depth += c == "("
    return out


def composed(a, b):
    b = Function(str(b) if ":" in str(b) or not re.fullmatch(r"-?\d+", str(b)) else f"{b}:1")
    for a in [Function(a), Function(a).inner()]:
        yield Asked(lambda i, a=a: a(b(i)[0]), b.extents)


def divided(a, tile, request):
    """A at the tile and at what the tile leaves out of it. The complement is colex's, which other tests judge; where tiles
    need not fit, A's extents grow, as far as the complement reaches."""
    a, b = Function(a).inner(), check.Layout(tile)
    if not request.get("cover") and request.get("convention") != "cute":
        rest = check.tiling(b, a.size)
        if rest is not None:
            yield Asked(lambda i: a(b(i % b.size) + rest[i // b.size]), [s for s, _ in b.modes] + definitions_modes(rest))
        return
    a = a.coalesced()
    for extents in itertools.product(*(range(s, 3 * s + 7) for s in a.extents[:-1])):
        wider = Function.__new__(Function)
        wider.__dict__.update(a.__dict__, extents=[*extents, a.extents[-1]])
        for last in range(a.extents[-1], 2 * a.extents[-1] + 8):
            grid = rounded_modes(tuple(b.modes), math.prod(extents) * last, request.get("convention") == "cute")
            if grid is not None:
                split = b.modes + grid
                at = of_modes(split)
                yield Asked(lambda i, at=at, wider=wider: wider(at(i)[0]), [s for s, _ in split])


@functools.lru_cache(None)
def rounded_modes(modes, target, holes):
    """The modes that whole repeats of a layout leave up to `target`, coalesced; None where it is no chain."""
    moving, out, reach = sorted((d, s) for s, d in modes if s > 1 and d != 0), [], 1
    for d, s in moving:
        if d < reach or (d % reach and not holes):
            return None
        out.append((d // reach, reach))
        reach = d * s
    out.append((-(-target // reach), reach))
    merged = []
    for s, d in out:
        if s > 1 and merged and merged[-1][0] * merged[-1][1] == d:
            merged[-1] = (merged[-1][0] * s, merged[-1][1])
        elif s > 1:
            merged.append((s, d))
    return merged or [(1, 0)]




def definitions_modes(table):
    """Extents of the normal form of a table that is some layout's."""
    return [s for s, _ in modes_of(table)]


def multiplied(a, tile):
    """The offsets that copies of A start at, by CuTe's rule: between A's modes in order of stride, then above all."""
    a, b = Function(a).inner(), Function(tile)
    if a.basis:
        return (yield from multiplied_coordinates(a, b))
    moving = sorted((d[0], s) for s, d in zip(a.extents, a.steps) if s > 1 and d[0] != 0)
    free, reach = [], 1
    for d, s in moving:
        free.append((d // reach, reach))
        reach = d * s
    above = of_modes(free + [(1 << 40, reach)])
    yield Asked(lambda i: above(b(i)[0]), b.extents)


def multiplied_coordinates(a, b):
    """The same one basis vector after the other; above all only along the last one."""
    free, last = [], max([k for d in a.steps for k in range(BASES) if d[k]], default=0)
    for k in range(last + 1):
        reach = 1
        for d, s in sorted((d[k], s) for s, d in zip(a.extents, a.steps) if s > 1 and d[k]):
            free.append((d // reach, [reach * (j == k) for j in range(BASES)]))
            reach = d * s
        if k == last:
            free.append((1 << 40, [reach * (j == k) for j in range(BASES)]))
    above = Function("(" + ",".join(str(s) for s, _ in free) + "):(" + ",".join("1@0" for _ in free) + ")")
    above.steps = [tuple(d) for _, d in free]
    yield Asked(lambda i: above(b(i)[0]), b.extents)


def functions(op, args, request):
    """The functions of which the operation asks for a layout."""
    tiled = len(args) > 1 and str(args[1]).startswith(("<", "(")) and ":" in str(args[0]) and "layout_add" not in op
    two = tiles(*args[:2]) if tiled else [tuple(args[:2])]
    if op.startswith(LEX):
        op = op[len(LEX):]
        args = [x if isinstance(x, list) else mirror_text(x) for x in args]
        two = [tuple(x if isinstance(x, list) else mirror_text(x) for x in pair) for pair in two]
    if op in ("composition", "admissible_composition"):
        a, b = str(args[0]), str(args[1])
        if re.fullmatch(r"Sw<[^>]*>", a):
            s = outer_map(a)
            f = Function(b)
            yield Asked(lambda i: (s(f(i)[0]),), f.extents)
        elif re.fullmatch(r"Sw<[^>]*>", b):
            s, f = outer_map(b), Function(a)
            yield Asked(lambda i: f(s(i)), f.extents)
        else:
            for pair in two:
                yield from composed(*pair)
    elif op == "identity_composition":
        extents = leaves(tuple_of(str(args[0])))
        yield from composed(f"({','.join(map(str, extents))}):({','.join(f'1@{k}' for k in range(len(extents)))})", args[1])
    elif op == "local_partition":  # by the shape of the threads, mode by mode
        shape = str(args[1]).split(":")[0]
        threads = [str(math.prod(leaves(tuple_of(x)))) for x in split(shape)]
        tiler = f"({','.join(threads)})" if shape.startswith("(") else shape
        for a, tile in tiles(args[0], tiler):
            yield from divided(a, tile, request)
    elif "divide" in op or op in ("local_tile", "inner_partition", "outer_partition"):
        for a, tile in two:
            yield from divided(a, tile if ":" in str(tile) else f"{tile}:1", request)
    elif op in ("blocked_product", "raked_product"):
        yield from multiplied(*args[:2])
    elif op == "tile_to_shape":
        yield from multiplied(args[0], copies_of(*args))
    elif "product" in op:
        for a, tile in two:
            yield from multiplied(a, tile if ":" in str(tile) else f"{tile}:1")
    elif op == "layout_add":
        a, b = Function(args[0]), Function(args[1])
        yield Asked(lambda i: add(a(i), b(i)), [a.size])
    elif op == "nullspace":
        f = Function(args[0])
        zeros = [(i,) for i in range(f.size) if not any(f(i))]
        yield Asked(lambda k: zeros[k], [len(zeros)])
        yield Asked(f, [f.size])
    elif op == "left_inverse":  # of each offset that is reached its coordinate
        f = Function(args[0])
        back = {f(i)[0]: i for i in range(f.size)}
        yield Asked(lambda v: (back.get(v),), [max(back) + 1])
    elif op in ("find_layout", "find_bit_map"):
        yield Asked(lambda i: (args[0][i],), [len(args[0])])
    elif op in ("layout_of", "swizzle_of"):
        yield Asked(lambda x: (definitions_bits.image(args[0], x),), [1 << len(args[0])])
    elif op in ("upcast", "recast_layout"):
        f = Function(args[0])
        n = args[1] if op == "upcast" else args[2] // math.gcd(args[1], args[2])
        finer = 1 if op == "upcast" else args[1] // math.gcd(args[1], args[2])
        yield Asked(lambda x: (f.outer(x // finer) * finer // n,), [n])
    else:
        f = Function(args[0])
        yield Asked(f, [f.size])


def mirror_text(x):
    """A layout or tuple with all its tuples reversed."""
    return mirrored(x) if "(" in str(x) and "<" not in str(x) else x


def copies_of(block, target, order=None):
    """How many copies along each mode of a shape, counted in an order."""
    have = [math.prod(leaves(tuple_of(x))) for x in split(str(block).split(" o ")[-1].split(":")[0])]
    want = [math.prod(leaves(tuple_of(x))) for x in split(str(target))]
    copies = [-(-w // h) for w, h in zip(want, have + [1] * len(want))]
    ranks = leaves(tuple_of(str(order))) if order is not None else list(range(len(copies)))
    ranks = ranks * len(copies) if len(ranks) == 1 else ranks
    strides, place = [0] * len(copies), 1
    for _, k in sorted((r, k) for k, r in enumerate(ranks)):
        strides[k], place = place, place * copies[k]
    return f"({','.join(map(str, copies))}):({','.join(map(str, strides))})"
