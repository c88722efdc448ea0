# SPDX-License-Identifier: MIT
"""definitions.py's definitions of swizzles, of maps over GF(2) and of layouts of coordinates: bit by bit."""
import functools
import itertools
import math
import random
import re

from check import Layout, is_some_layout, leaves, tuple_of, written

REFUSED = object()


def number(low=1, high=8):
    return random.randint(low, high)


# --------------------------------------------------------------------------------------------------------- swizzles


def swizzle(bits, base, shift, x):
    """XORs bit base + shift + k of x into bit base + k; for a negative shift, bit base + k into base - shift + k."""
    for k in range(bits):
        source = base + k + max(shift, 0)
        x ^= (x >> source & 1) << source - shift
    return x


def is_swizzle(bits, base, shift):
    return bits <= abs(shift)


def draw_swizzle():
    bits = number(0, 3)
    return [bits, number(0, 3), random.choice([-1, 1]) * number(bits, 4)]


def draw_composed(powers=False):
    shape = [random.choice([1, 2, 4, 8]) if powers else number(1, 6) for _ in range(2)]
    stride, reach = [], 1
    for s in shape:
        stride.append(reach * random.choice([1, 1, 2]) if powers else number(0, 9))
        reach = s * stride[-1]
    if random.random() < 0.5:
        shape, stride = shape[::-1], stride[::-1]
    bits, base, shift = draw_swizzle()
    offset = number(0, 9)
    return f"Sw<{bits},{base},{shift}> o {offset} o {written(tuple(shape))}:{written(tuple(stride))}"


def composed(text):
    numbers, offset, inner = re.fullmatch(r"Sw<(.*)> o (\d+) o (.*)", text).groups()
    numbers = [int(x) for x in numbers.split(",")]
    return [swizzle(*numbers, int(offset) + v) for v in Layout(inner).table()]


def any_kind(text):
    """The values of a layout, or of one behind a swizzle or a map; an offset outside is added."""
    text, _, outside = text.partition(" at ")
    if text.startswith("["):
        columns, offset, inner = re.fullmatch(r"\[(.*)\] o (\d+) o (.*)", text).groups()
        columns = [int(x) for x in columns.split(",")]
        return [image(columns, int(offset) + v) for v in Layout(inner).table()]
    table = composed(text) if text.startswith("Sw") else Layout(text).table()
    return [v + int(outside or 0) for v in table]


def same_function(text):
    return functools.partial(lambda answer: any_kind(answer) == any_kind(text))


def numbers_of(text):
    """The five arguments that extent takes."""
    numbers, offset, inner = re.fullmatch(r"Sw<(.*)> o (\d+) o (.*)", text).groups()
    return [int(x) for x in numbers.split(",")] + [int(offset), inner]


def same_table(truth, result):
    return any_kind(result) == truth


def composition(a, b):
    """Judged where B's values stay below A's size, so that nothing runs on."""
    inner = a.split(" o ")[2]
    f, at = composed(a), Layout(b).table()
    if max(at) >= len(f):
        return functools.partial(lambda result: True)
    del inner
    return functools.partial(same_table, [f[i] for i in at])


def draw_composition():
    a = draw_composed(True)
    size = Layout(a.split(" o ")[2]).size
    s = random.choice([s for s in (1, 2, 4, 8) if s <= size])
    return [a, f"{s}:{size // s}"]


# ------------------------------------------------------------------------------------------------ maps over GF(2)


def image(columns, x):
    r = 0
    for k, column in enumerate(columns):
        r ^= column if x >> k & 1 else 0
    return r


def values(columns):
    return [image(columns, x) for x in range(1 << len(columns))]


def columns_of(table):
    """The columns of a linear table, or None."""
    n = len(table).bit_length() - 1
    if len(table) != 1 << n or table[0] != 0:
        return None
    columns = [table[1 << k] for k in range(n)]
    return columns if values(columns) == table else None


def draw_columns(n=None, bits=5):
    n = number(1, 4) if n is None else n
    if random.random() < 0.5:
        return random.sample([1 << k for k in range(bits)], n)
    return [number(0, (1 << bits) - 1) for _ in range(n)]


def linear(table):
    columns = columns_of(table)
    return REFUSED if columns is None else columns


def inverse(columns, at_zero=0):
    """Judged: gives every x back from its image."""
    table = values(columns)
    if len(set(table)) < len(table):
        return REFUSED
    return functools.partial(lambda back: all(image(back, v) == x for x, v in enumerate(table)))


def composed_inverse(text):
    columns = columns_of([v ^ composed(text)[0] for v in composed(text)])
    return REFUSED if columns is None else inverse(columns)


def composed_columns(text):
    columns = columns_of([v ^ composed(text)[0] for v in composed(text)])
    return REFUSED if columns is None else columns


def some_layout(columns):
    """A map is a layout when its values add up: then no two columns share a bit."""
    shared = any(a & b for a, b in itertools.combinations(columns, 2))
    return REFUSED if shared else values(columns)


def some_swizzle(columns):
    n = len(columns)
    for bits, base, shift in itertools.product(range(4), range(5), range(-4, 5)):
        if is_swizzle(bits, base, shift) and bits + base + abs(shift) <= n:
            if [swizzle(bits, base, shift, 1 << k) for k in range(n)] == columns:
                return functools.partial(lambda text: [swizzle(*map(int, text[3:-1].split(",")), 1 << k) for k in range(n)] == columns)  # fmt: skip
    return REFUSED


def runs(source, target):
    for bits, base, shift in itertools.product(range(4), range(7), range(-6, 7)):
        if is_swizzle(bits, base, shift) and (bits or (base, shift) == (0, 0)):
            ones = (1 << bits) - 1
            if (ones << base + max(shift, 0), ones << base + max(-shift, 0)) == (source, target):
                return f"Sw<{bits},{base},{shift}>"
    return REFUSED


def xor16(*args):
    blocks = args[-1]
    if blocks & (blocks - 1):
        return REFUSED
    if len(args) == 1:
        bits = blocks.bit_length() - 1
        return f"Sw<{bits},4,{bits}>"
    row, column, _ = args
    return column ^ 16 * (row % blocks) if column < 16 * blocks else REFUSED


# -------------------------------------------------------------------------------------------- layouts of coordinates


def basis_value(stride, size):
    """"1@0+5@1" as a vector."""
    vector = [0] * size
    for times, k in re.findall(r"(-?\d+)@(\d+)", stride):
        vector[int(k)] += int(times)
    return vector


def basis_table(text, size):
    shape, stride = text.split(":")
    steps = [basis_value(x, size) for x in re.findall(r"[^(),]+", stride)]
    table = []
    for c in itertools.product(*(range(s) for s in reversed(leaves(tuple_of(shape))))):
        table.append([sum(i * v[k] for i, v in zip(reversed(c), steps)) for k in range(size)])
    return table


def digits(i, shape):
    """The coordinate i, its last digit running on."""
    out = []
    for s in shape[:-1]:
        out.append(i % s)
        i //= s
    return out + [i]


def identity(shape):
    extents = leaves(tuple_of(shape))
    want = [digits(i, extents) for i in range(Layout(f"{shape}:{shape}").size)]
    return functools.partial(lambda text: basis_table(text, len(extents)) == want and text.startswith(shape + ":"))


def identity_composition(shape, text):
    """Judged where the visited coordinates are a layout of vectors along every mode of L."""
    extents, layout = leaves(tuple_of(shape)), Layout(text)
    want = [digits(i, extents) for i in layout.table()]
    return functools.partial(lambda answer: basis_table(answer, len(extents)) == want)


def is_run_of_modes(values):
    """Whether vectors, the first of them 0, are the values of a layout of one index."""
    while len(values) > 1:
        step, run = values[1], 1
        while run < len(values) and values[run] == [run * x for x in step]:
            run += 1
        blocks = values[::run]
        if len(values) % run or any(values[k] != [x + k % run * y for x, y in zip(blocks[k // run], step)]
                                    for k in range(len(values))):  # fmt: skip
            return False
        values = blocks
    return True


def draw_basis(modes=3):
    extents = [number(1, 5) for _ in range(number(1, modes))]
    element = lambda: "+".join(f"{number(-1, 3)}@{k}" for k in sorted(random.sample(range(3), random.choice([1, 1, 1, 2]))))  # noqa: E731
    wrapped = lambda words: f"({','.join(words)})"  # noqa: E731
    return wrapped(map(str, extents)) + ":" + wrapped(element().replace("+-", "-") for _ in extents)


def draw_placed(modes=3):
    """At times with the coordinate at which it starts."""
    return draw_basis(modes) + random.choice(["", f" at ({number(0, 9)},{number(0, 9)},{number(0, 9)})"])


def placed_table(text):
    """The coordinates of a layout with its start, in the order of their index."""
    layout, _, start = text.partition(" at ")
    start = (leaves(tuple_of(start)) if start else []) + [0] * 3
    return [[x + s for x, s in zip(row, start)] for row in basis_table(layout, 3)]


def part_is(rows):
    """Right where the answer, a layout of coordinates and its start, has these."""
    return functools.partial(lambda answer: [[x + s for x, s in zip(row, answer[1] + [0] * 3)] for row in basis_table(answer[0], 3)] == rows)


def basis_part(text, extents, tile, place_in_grid):
    """The points of a flat layout by mode: those of one tile, or those at one place in their tiles."""
    table, shape = placed_table(text), leaves(tuple_of(text.split(":")[0]))
    points = [[p * t + k for k in range(t)] if place_in_grid else list(range(p, n, t)) for n, t, p in zip(shape, tile, extents)]
    step = [math.prod(shape[:k]) for k in range(len(shape))]
    return part_is([table[sum(i * s for i, s in zip(reversed(c), step))] for c in itertools.product(*reversed(points))])


def basis_partition(place_in_grid):
    def truth(text, tiler, at):
        shape, tile, at = leaves(tuple_of(text.split(":")[0])), leaves(tuple_of(tiler)), leaves(tuple_of(at))
        if any(n % t for n, t in zip(shape, tile)):
            return REFUSED
        return basis_part(text, at, tile, place_in_grid)
    return truth  # fmt: skip


def draw_part(place_in_grid):
    tile, grid = [number(1, 3), number(1, 3)], [number(1, 3), number(1, 3)]
    strides = "(" + ",".join(f"{number(-1, 3)}@{k}" for k in random.choice([(0, 1), (1, 0), (0, 0), (1, 2)])) + ")"
    shape = [t * g if random.random() < 0.9 else t * g + 1 for t, g in zip(tile, grid)]
    at = [number(0, n - 1) for n in (grid if place_in_grid else tile)]
    return [f"{written(tuple(shape))}:{strides}" + random.choice(["", f" at ({number(0, 9)},{number(0, 9)})"]), written(tuple(tile)), written(tuple(at))]


def basis_by_thread(text, threads, thread):
    t = Layout(threads)
    index, shape = t.table().index(thread), [s for s, _ in t.modes]
    return basis_partition(False)(text, written(tuple(shape)), written((index % shape[0], index // shape[0])))


def draw_basis_by_thread():
    text, tile, _ = draw_part(False)
    s = tuple_of(tile)
    return [text, f"{tile}:{written(random.choice([(1, s[0]), (s[1], 1)]))}", number(0, s[0] * s[1] - 1)]


def basis_slice(slicer, text):
    fixed = [None if x == "_" else int(x) for x in slicer.strip("()").split(",")]
    table, shape = placed_table(text), leaves(tuple_of(text.split(":")[0]))
    step = [math.prod(shape[:k]) for k in range(len(shape))]
    kept = [[p] if p is not None else range(n) for p, n in zip(fixed, shape)]
    return part_is([table[sum(i * s for i, s in zip(reversed(c), step))] for c in itertools.product(*reversed(kept))])


def draw_slice():
    text = draw_placed(3)
    shape = leaves(tuple_of(text.split(":")[0]))
    kept = random.randrange(len(shape))
    words = ["_" if k == kept or random.random() < 0.3 else str(number(0, n - 1)) for k, n in enumerate(shape)]
    return [f"({','.join(words)})", text]


def basis_offset(origin, text):
    start = basis_at(text.split(" at ")[0], 0)
    moved = [sum(o * v[k] for o, v in zip(leaves(tuple_of(origin)), basis_steps(text))) for k in range(3)]
    return part_is([[x + m - s for x, m, s in zip(row, moved, start)] for row in placed_table(text)])


def basis_steps(text):
    return [basis_value(x, 3) for x in re.findall(r"[^(),]+", text.split(" at ")[0].split(":")[1])]


def draw_offset():
    text = draw_placed(3)
    return [written(tuple(number(0, 5) for _ in leaves(tuple_of(text.split(":")[0])))), text]


def all_below(text, shape):
    extents = leaves(tuple_of(shape))
    table = placed_table(text)
    moved = {k for v, n in zip(basis_steps(text), leaves(tuple_of(text.split(":")[0]))) if n > 1 for k in range(3) if v[k]}
    if any(table[0][k] or k in moved for k in range(len(extents), 3)):
        return REFUSED
    return all(x < n for row in table for x, n in zip(row, extents))


def basis_at(text, index):
    """The value of a layout of coordinates, its last mode running on."""
    shape, stride = text.split(":")
    steps = [basis_value(x, 3) for x in re.findall(r"[^(),]+", stride)]
    return [sum(i * v[k] for i, v in zip(digits(index, leaves(tuple_of(shape))), steps)) for k in range(3)]


def basis_composition(a, b):
    """Right where the values are A(B(i)); it exists where each mode of B is a layout and the modes add up."""
    inner = Layout(b)
    extents, want = leaves(tuple_of(b.split(":")[0])), [basis_at(a, i) for i in inner.table()]
    points = [1]
    for extent in extents:
        points.append(points[-1] * extent)
    along = [[want[i * p] for i in range(s)] for s, p in zip(extents, points)]
    sums = [[sum(x) for x in zip(*(along[k][i // points[k] % s] for k, s in enumerate(extents)))] for i in range(len(want))]
    if sums != want or not all(map(is_run_of_modes, along)):
        return REFUSED
    return basis_is(want)


def basis_divide(a, tiler):
    """Every coordinate of A as often as in A, the tile first."""
    want = sorted(basis_table(a, 3))
    shape = leaves(tuple_of(a.split(":")[0]))
    if any(s % t for s, t in zip(shape, leaves(tuple_of(tiler.replace("<", "(").replace(">", ")"))))):
        return REFUSED
    return functools.partial(lambda answer: sorted(basis_table(answer, 3)) == want)


def side_by_side(*tables):
    """The values of modes side by side, the first of them the fastest."""
    return [[sum(x) for x in zip(*reversed(parts))] for parts in itertools.product(*reversed(tables))]


def basis_modes(text):
    """A flat layout's modes, each as text."""
    return [f"{s}:{d}" for s, d in zip(*(re.findall(r"[^(),]+", part) for part in text.split(":")))]


def basis_is(table):
    """Right where the answer has these values."""
    return functools.partial(lambda answer: basis_table(answer, 3) == table)


def basis_joined(*layouts):
    return basis_is(side_by_side(*(basis_table(x, 3) for x in layouts)))


def basis_image(a):
    want = {tuple(x) for x in basis_table(a, 3)}
    return functools.partial(lambda answer: {tuple(x) for x in basis_table(answer, 3)} == want)


def basis_unflatten(a, profile):
    return basis_is(basis_table(a, 3)) if len(leaves(tuple_of(str(profile)))) == len(basis_modes(a)) else REFUSED


def draw_visit():
    return random.choice([["(4,8)", "(2,4):(2,8)"], ["(4,8)", "8:5"], ["(2,3,4)", "(2,6):(6,1)"], ["(4,8)", "4:8"], ["(3,5)", "15:1"]])


# -------------------------------------------------------------------------- of any kind: behind a swizzle or a map


def draw_any():
    """A layout behind a swizzle, or behind a map of enough bits."""
    if random.random() < 0.7:
        return draw_composed()
    columns = [random.choice([1 << k, number(0, 15)]) for k in range(6)]
    inner = f"({number(1, 4)},{number(1, 4)}):({number(0, 3)},{number(0, 6)})"
    return f"[{','.join(map(str, columns))}] o {number(0, 3)} o {inner}"


def is_affine(table):
    """Over GF(2): the values at powers of two give all others."""
    want = lambda i: image([table[1 << k] ^ table[0] for k in range(i.bit_length())], i) ^ table[0]  # noqa: E731
    return all(want(i) == v for i, v in enumerate(table))


def some_form(table):
    """Whether a map, a layout, or one behind some swizzle and an offset has these values."""
    if is_affine(table):
        return True
    for bits, base, shift in [(0, 0, 0), *itertools.product(range(1, 4), range(7), range(-9, 10))]:
        if is_swizzle(bits, base, shift):
            seen = [swizzle(bits, base, shift, v) for v in table]
            if is_some_layout([v - seen[0] for v in seen]):
                return True
    return False


def aligned(a):
    """What divides where each run of adjacent offsets starts and ends. Not judged: plain, with repeats."""
    table = any_kind(a)
    edges = [x for x in table if x - 1 not in table] + [x + 1 for x in table if x + 1 not in table]
    largest = math.gcd(*edges)
    if a.startswith("Sw<0,") and " o 0 o " in a and len(set(table)) < len(table):
        return functools.partial(lambda answer: largest % answer == 0)
    return largest


def in_common(a, b):
    """How many offsets 0, 1, 2, ... have a coordinate in common, of which some form counts them."""
    a, b = any_kind(a), any_kind(b)
    places = []
    while (i := next((i for i in range(min(len(a), len(b))) if a[i] == b[i] == len(places)), None)) is not None:
        places.append(i)
    if not places:
        return REFUSED
    longest = max(n for n in range(1, len(places) + 1) if some_form(places[:n]))
    once = len(set(a)) == len(a) or len(set(b)) == len(b)
    return longest if once else functools.partial(lambda answer: 1 <= answer <= len(places))


def kernel(a):
    table = any_kind(a)
    zeros = [i for i, v in enumerate(table) if v == 0]
    if table[0] != 0 or not some_form(zeros):
        return REFUSED
    return functools.partial(same_table, zeros)


def added(a, b):
    a, b = any_kind(a), any_kind(b)
    if len(a) != len(b):
        return REFUSED
    sums = [x + y for x, y in zip(a, b)]
    found = is_some_layout(sums) if min(sums) < 0 else some_form(sums)
    return functools.partial(same_table, sums) if found else REFUSED


def vectors(a, n):
    """Judged: value by value; refused where an offset within the first vector goes to another."""
    table = any_kind(a)
    return functools.partial(lambda answer: {v // n for v in table} == set(any_kind(answer)))


TRUTHS = {
    "swizzled_max_alignment": (lambda: [draw_any()], aligned),
    "swizzled_max_common_vector": (lambda: [draw_any(), draw_any()] if random.random() < 0.5 else [draw_any()] * 2, in_common),
    "swizzled_nullspace": (lambda: [random.choice(["[0,0,7] o 1 o 4:1", "[11,7,3,0] o 0 o (2,1,2,3):(1,-3,2,4)".replace("-3", "3"), draw_any()])], kernel),
    "swizzled_layout_add": (
        lambda: random.choice([[f"(3,4):({number()},{number()})", "Sw<1,4,-3> o 0 o (3,4):(16,2)"], [f"2:-{number()}", f"Sw<1,3,3> o 0 o 2:{number()}"],
                               ["Sw<2,4,-3> o 0 o (3,4):(4,1)", "Sw<1,4,-3> o 0 o (3,4):(16,2)"], [draw_any(), draw_any()]]),
        added,
    ),
    "by_parts_equal": (lambda: random.choice([[f"{number(1, 4)}:-{number()}", draw_any()], [draw_any(), f"(2,2):(-{number()},{number()})"]]),
                       lambda a, b: any_kind(a) == any_kind(b)),
    "swizzled_upcast": (lambda: [f"Sw<1,0,-1> o 0 o (4,3):({2 * number()},{4 * number()})", 2], vectors),
    "by_parts_upcast": (lambda: [f"[1,2,{4 * number()},{4 * number()}] o 0 o {random.choice(['8:1', '(4,2):(1,8)', '4:2'])}", 2], vectors),
    "swizzle_xor16": (lambda: [number(0, 9), number(0, 140), number(1, 9)] if random.random() < 0.7 else [number(1, 9)], xor16),
    "make_swizzle": (lambda: [number(1, 3) << number(0, 4), number(1, 3) << number(0, 4)], runs),
    "numbers_composition": (
        lambda: draw_swizzle() + draw_swizzle(),
        lambda *n: functools.partial(lambda columns: all(
            image(columns, x) == swizzle(*n[:3], swizzle(*n[3:], x)) for x in range(1 << len(columns)))),
    ),
    "numbers_extent": (lambda: numbers_of(draw_composed()), lambda b, m, s, o, inner: max(composed(f"Sw<{b},{m},{s}> o {o} o {inner}")) + 1),
    "swizzled_evaluate": (lambda: [draw_composed()], composed),
    "swizzled_size": (lambda: [draw_composed()], lambda a: len(composed(a))),
    "swizzled_extent": (lambda: [draw_composed()], lambda a: max(composed(a)) + 1),
    "swizzled_composition": (draw_composition, composition),
    "swizzled_equal": (
        lambda: [draw_composed(True), draw_composed(True)] if random.random() < 0.9 else [draw_composed(True)] * 2,
        lambda a, b: composed(a) == composed(b),
    ),
    "swizzled_inverse": (lambda: [draw_composed(True)], composed_inverse),
    "swizzled_bit_map": (lambda: [draw_composed(True)], composed_columns),
    "simplest": (lambda: [draw_composed()], same_function),
    "position_independent": (lambda: [draw_composed()], same_function),
    "bit_map": (lambda: [draw_composed(True).split(" o ")[2]], lambda a: linear(Layout(a).table())),
    "find_bit_map": (lambda: [values(draw_columns()) if random.random() < 0.7 else [0] + [number(0, 7) for _ in range(3)]], linear),
    "layout_of": (lambda: [draw_columns()], some_layout),
    "swizzle_of": (lambda: [[swizzle(*draw_swizzle(), 1 << k) % 64 for k in range(6)] if random.random() < 0.5 else
                             [swizzle(b, 0, b, 1 << k) for b in [number(0, 2)] for k in range(4)]], some_swizzle),
    "columns_rank": (lambda: [draw_columns()], lambda c: len(set(values(c))).bit_length() - 1),
    "columns_inverse": (lambda: [draw_columns()], inverse),
    "columns_composition": (lambda: [draw_columns(4, 4), draw_columns(3, 4)], lambda a, b: [image(a, c) for c in b]),
    "columns_bijective": (lambda: [draw_columns(3, 3), 3], lambda c, n: sorted(values(c)) == list(range(1 << n))),
    "identity_layout": (lambda: [random.choice(["(4,(2,4))", "(2,3)", "(5)", "((2,2),3,2)"])], identity),
    "make_identity_layout": (lambda: [random.choice(["(4,(2,4))", "(2,3)", "(5)", "((2,2),3,2)"])], identity),
    "identity_composition": (draw_visit, identity_composition),
    "basis_coalesce": (lambda: [draw_basis(), *random.choice([[], ["(1)"]])], lambda a, *p: basis_is(basis_table(a, 3))),
    "basis_evaluate": (lambda: [draw_basis(), 0], lambda a, i: functools.partial(
        lambda answer: (lambda n: n + [0] * (3 - len(n)))(leaves(tuple_of(answer))) == basis_at(a, i))),
    "basis_local_tile": (lambda: draw_part(True), basis_partition(True)),
    "basis_inner_partition": (lambda: draw_part(True), basis_partition(True)),
    "basis_outer_partition": (lambda: draw_part(False), basis_partition(False)),
    "basis_local_partition": (draw_basis_by_thread, basis_by_thread),
    "basis_slice_and_offset": (draw_slice, basis_slice),
    "basis_domain_offset": (draw_offset, basis_offset),
    "basis_elem_less": (lambda: [draw_placed(2), random.choice(["(9,9,9)", "(12,12,12)", "(20,20)", "(6,30,30)"])], all_below),
    "basis_composition": (lambda: [draw_basis(), random.choice(["4:1", "4:2", "6:1", "(2,3):(1,2)", "(2,2):(2,4)", "(3,2):(4,1)", "5:3"])],
                          basis_composition),
    "basis_zipped_divide": (lambda: [draw_basis(2), f"<{number(1, 3)}>"], basis_divide),
    "basis_append": (lambda: [draw_basis(2), draw_basis(2)], basis_joined),
    "basis_prepend": (lambda: [draw_basis(2), draw_basis(2)], lambda a, b: basis_joined(b, a)),
    "basis_join": (lambda: [draw_basis(1), draw_basis(2), draw_basis(1)], basis_joined),
    "basis_zip": (lambda: [draw_basis(1), draw_basis(1)], basis_joined),
    "basis_append_to": (lambda: [draw_basis(2), 2, "2:1@1"], lambda a, n, x: basis_joined(a, *[x] * (n - len(basis_modes(a))))),
    "basis_prepend_to": (lambda: [draw_basis(2), 2, "2:1@1"], lambda a, n, x: basis_joined(*[x] * (n - len(basis_modes(a))), a)),
    "basis_replace": (lambda: [draw_basis(3), 0, draw_basis(2)], lambda a, k, x: basis_joined(x, *basis_modes(a)[1:])),
    "basis_unflatten": (lambda: [draw_basis(2), random.choice(["(1)", "(1,1)", "((1),1)"])], basis_unflatten),
    "basis_coalesce_extended": (lambda: [draw_basis()], lambda a: basis_is(basis_table(a, 3))),
    "basis_filter": (lambda: [draw_basis()], basis_image),
    "basis_filter_zeros": (lambda: [draw_basis()], basis_image),
    "basis_equal": (lambda: [draw_basis(2), draw_basis(2)] if random.random() < 0.5 else [draw_basis()] * 2,
                    lambda a, b: basis_table(a, 3) == basis_table(b, 3)),
}  # fmt: skip
