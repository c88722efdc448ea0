# SPDX-License-Identifier: MIT
"""Random index expressions with their values, and what they are, by brute force: the definitions, not the algorithms."""
import ast
import re

C, PYTHON, EITHER = "c", "python", "either"
LIMIT = 1 << 63


class Fault(Exception):
    """The expression has no value at a point."""


def _checked(n):
    if not -LIMIT <= n < LIMIT:
        raise Fault
    return n


def _divide(a, b, towards_zero):
    if b == 0:
        raise Fault
    return int(abs(a) // abs(b)) * (1 if (a < 0) == (b < 0) else -1) if towards_zero else a // b


def _modulo(a, b, language):
    if b == 0:
        raise Fault
    c, python = a - b * _divide(a, b, True), a % b
    if c != python and language == EITHER:
        raise Fault
    return c if language == C else python


def _shift(a, n):
    if not 0 <= n <= 63:
        raise Fault
    return a, n


def _left(a, n):
    _shift(a, n)
    if a < 0:
        raise Fault
    return _checked(a << n)


BINARY = {
    "+": lambda a, b, _: _checked(a + b),
    "-": lambda a, b, _: _checked(a - b),
    "*": lambda a, b, _: _checked(a * b),
    "/": lambda a, b, _: _checked(_divide(a, b, True)),
    "//": lambda a, b, _: _checked(_divide(a, b, False)),
    "%": _modulo,
    "&": lambda a, b, _: a & b,
    "|": lambda a, b, _: a | b,
    "^": lambda a, b, _: a ^ b,
    "<<": lambda a, b, _: _left(a, b),
    ">>": lambda a, b, _: _shift(a, b)[0] >> b,
    "min": lambda a, b, _: min(a, b),
    "max": lambda a, b, _: max(a, b),
}
COMPARE = {
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
}


class Case:
    def __init__(self, names, extents, language, tree):
        self.names, self.extents, self.language = names, extents, language
        header = ", ".join(f"{n}<{e}" for n, e in zip(names, extents))
        self.text = f"({header}) -> {render(tree, language)}"
        self.values, self.fault = [], None
        count = 1
        for extent in extents:
            count *= extent
        for index in range(count):
            try:
                value = evaluate(tree, self.at(index), spoken(tree, language))
                if not -(1 << 61) < value < 1 << 61:
                    raise Fault
                self.values.append(value)
            except Fault:
                self.fault = index
                break

    def at(self, index):
        point = []
        for extent in self.extents:
            point.append(index % extent)
            index //= extent
        return dict(zip(self.names, point))

    def point(self, index):
        return ", ".join(f"{n}={x}" for n, x in self.at(index).items())

    def near(self, dice):
        """A map of tables that differs at one point, or at none; with its values."""
        values = list(self.values) + [0] * (self.size() - len(self.values))
        if dice.random() < 0.7:
            values[dice.randrange(len(values))] += dice.choice([-1, 1, 8])
        header = ", ".join(f"{n}<{e}" for n, e in zip(self.names, self.extents))
        self.neighbour = (f"({header}) -> [{','.join(map(str, values))}]", values)
        return self.neighbour

    def size(self):
        n = 1
        for extent in self.extents:
            n *= extent
        return n


def spoken(tree, language):
    """The language that the words of the text tell, where one does."""
    words = {"/": C, "?": C, "&&": C, "||": C, "!": C, "//": PYTHON, "if": PYTHON, "and": PYTHON, "or": PYTHON, "not": PYTHON}

    def told(t):
        if not isinstance(t, tuple):
            return False
        word = {"?": "?" if language == C else "if"}.get(t[0], t[0])
        return word in words or any(told(x) for x in t[1:])

    return language if told(tree) else EITHER


def render(t, language):
    if isinstance(t, (int, str)):
        return str(t)
    op, *of = t
    text = [render(x, language) for x in of]
    if op in ("min", "max"):
        return f"{op}({text[0]}, {text[1]})"
    if op == "?":
        return f"({text[0]} ? {text[1]} : {text[2]})" if language == C else f"({text[1]} if {text[0]} else {text[2]})"
    if op in ("~", "!", "negate", "not"):
        return f"({ {'negate': '-', 'not': 'not '}.get(op, op)}{text[0]})"
    return f"({text[0]} {op} {text[1]})"


def evaluate(t, at, language):
    if isinstance(t, int):
        return t
    if isinstance(t, str):
        return at[t]
    op, *of = t
    if op == "?":
        return evaluate(of[1] if evaluate(of[0], at, language) else of[2], at, language)
    a = evaluate(of[0], at, language)
    if op in ("&&", "||", "and", "or"):
        decided = bool(a) == (op in ("||", "or"))
        r = a if decided else evaluate(of[1], at, language)
        return r if op in ("and", "or") else int(bool(r))
    if op == "~":
        return ~a
    if op in ("!", "not"):
        return int(not a)
    if op == "negate":
        return _checked(-a)
    b = evaluate(of[1], at, language)
    return int(COMPARE[op](a, b)) if op in COMPARE else BINARY[op](a, b, language)


def draw(dice):
    """Half are accesses as kernels have them: rows, columns, XOR of a few bits. The others are anything."""
    names = ["i", "j", "k"][: dice.choice([1, 1, 2, 2, 2, 3])]
    room, extents = 256, []
    for _ in names:
        extents.append(dice.choice([e for e in (1, 2, 3, 4, 4, 5, 6, 8, 8, 12, 16, 32) if e <= room]))
        room //= extents[-1]
    language = dice.choice([C, PYTHON])
    divide = "/" if language == C else "//"

    def access():
        total = dice.choice([0, 0, 0, 1, 5])
        for name in names:
            stride, block = dice.choice([0, 1, 2, 3, 4, 8, 16, 32, 40, -1]), dice.choice([2, 3, 4])
            if dice.random() < 0.3:
                total = ("+", total, ("*", ("%", name, block), stride))
                total = ("+", total, ("*", (divide, name, block), dice.choice([1, 8, 64])))
            else:
                total = ("+", total, ("*", name, stride))
        for _ in range(dice.choice([0, 1, 1, 2])):
            source = dice.choice([total, dice.choice(names)])
            bits = ("%", (">>", source, dice.choice([0, 1, 2, 3, 4])), dice.choice([2, 4, 8]))
            total = (dice.choice(["^", "^", "^", "+"]), total, ("<<", bits, dice.choice([0, 0, 1, 3])))
        return total

    def anything(depth):
        if depth == 0 or dice.random() < 0.15:
            return dice.choice(names + names + [dice.randrange(17)])
        kind = dice.random()
        if kind < 0.08:
            return ("?", condition(depth - 1), anything(depth - 1), anything(depth - 1))
        if kind < 0.14:
            return (dice.choice(["~", "negate"]), anything(depth - 1))
        op = dice.choice(list(BINARY) + ["+", "*", "^", "%", ">>"])
        op = divide if op in ("/", "//") else op
        if op in ("<<", ">>", "%", "/", "//") and dice.random() < 0.9:
            return (op, anything(depth - 1), dice.choice([1, 2, 3, 4, 8]))
        return (op, anything(depth - 1), anything(depth - 1))

    def condition(depth):
        if depth > 0 and dice.random() < 0.3:
            both = ["&&", "||"] if language == C else ["and", "or"]
            return (dice.choice(both), condition(depth - 1), condition(depth - 1))
        if dice.random() < 0.2:
            return ("!" if language == C else "not", anything(depth))
        return (dice.choice(list(COMPARE)), anything(depth), anything(depth))

    return Case(names, extents, language, access() if dice.random() < 0.55 else anything(dice.choice([1, 2, 3, 4])))


# ------------------------------------------------------------------------------------------------------- kinds


def agrees(known, extent):
    """Whether some layout of so many points has these first values; the first of them is 0."""
    if extent == 1 or len(known) == 1:
        return True
    step = known[1]
    for run in range(2, extent + 1):
        if extent % run != 0 or any(known[i] != i * step for i in range(min(run, len(known)))):
            continue
        if all(known[x] == known[x % run] + known[x - x % run] for x in range(len(known))):
            if agrees(known[::run], extent // run):
                return True
    return False


def is_layout(values, extents, upto=None):
    """Whether a layout nested by the extents, behind an offset, has these first values (all, or those up to an index)."""
    values = values if upto is None else values[: upto + 1]
    f = [v - values[0] for v in values]
    base = 1
    axes = []
    for extent in extents:
        axes.append([f[x * base] for x in range(extent) if x * base < len(f)])
        base *= extent
    for index, value in enumerate(f):
        rest, total = index, 0
        for extent, axis in zip(extents, axes):
            total += axis[rest % extent]
            rest //= extent
        if total != value:
            return False
    return all(agrees(axis, extent) for axis, extent in zip(axes, extents))


def swizzled(bits, base, shift, x):
    mask = (1 << bits) - 1
    return x ^ ((x >> (base + shift) & mask) << base if shift > 0 else (x >> base & mask) << (base - shift))


def family(values):
    top = max(values).bit_length() + 3
    for bits in range(1, top):
        for base in range(top):
            for distance in range(bits, top - base - bits + 1):
                for shift in (distance, -distance):
                    yield bits, base, shift


def bit_values(values, extents):
    """The XOR of what the bits of the coordinates move, at every index."""
    columns, base = [], 1
    for extent in extents:
        columns.append([values[(1 << b) * base] ^ values[0] for b in range((extent - 1).bit_length())])
        base *= extent
    for index in range(len(values)):
        r, rest = values[0], index
        for extent, of in zip(extents, columns):
            for b, column in enumerate(of):
                r ^= column if rest % extent >> b & 1 else 0
            rest //= extent
        yield r


def kind_of(case):
    values, extents = case.values, case.extents
    if is_layout(values, extents):
        return ("layout" if values[0] == 0 else "offset"), 0
    if min(values) < 0:
        return "none", 0
    for bits, base, shift in family(values):
        if is_layout([swizzled(bits, base, shift, v) for v in values], extents):
            return "swizzled", bits
    return ("linear" if list(bit_values(values, extents)) == values else "none"), 0


def refusing(case, kind):
    """The first index such that nothing of the kind agrees with the values up to it."""
    values, extents = case.values, case.extents
    if kind == "layout" and values[0] != 0:
        return 0
    if kind in ("layout", "offset"):
        return next(m for m in range(len(values)) if not is_layout(values, extents, m))
    if kind == "linear":
        return next(m for m, (a, b) in enumerate(zip(values, bit_values(values, extents))) if a != b)
    alive, m = [(0, 0, 0)] + list(family(values)), 0
    while True:
        alive = [s for s in alive if is_layout([swizzled(*s, v) for v in values[: m + 1]], extents, m)]
        if not alive:
            return m
        m += 1


class Layout:
    """A layout of any kind, from its text."""

    def __init__(self, text):
        parts = text.split(" o ")
        self.kind, self.bits, self.offset, self.outer = "layout", 0, 0, lambda x: x
        if len(parts) == 3:
            self.offset = int(parts[1])
            if parts[0].startswith("Sw"):
                b, m, s = map(int, re.findall(r"-?\d+", parts[0]))
                self.kind, self.bits, self.outer = ("swizzled" if b else "offset"), b, lambda x: swizzled(b, m, s, x)
            else:
                columns = list(map(int, re.findall(r"\d+", parts[0])))
                self.kind = "linear"
                self.outer = lambda x: self.xor(columns, x)
        shape, stride = (ast.literal_eval(re.sub(r"(?<=\d|\))\)", ",)", side)) for side in parts[-1].split(":"))
        self.leaves = list(zip(self.flat(shape), self.flat(stride)))
        self.modes = [self.product(s) for s in shape] if isinstance(shape, tuple) else None

    @staticmethod
    def xor(columns, x):
        r = 0
        for k, column in enumerate(columns):
            r ^= column if x >> k & 1 else 0
        return r

    def flat(self, t):
        return [x for e in t for x in self.flat(e)] if isinstance(t, tuple) else [t]

    def product(self, t):
        n = 1
        for x in self.flat(t):
            n *= x
        return n

    def __call__(self, index):
        offset = self.offset
        for extent, stride in self.leaves:
            offset += index % extent * stride
            index //= extent
        return self.outer(offset)


# --------------------------------------------------------------------------------------------- unknown sizes


def sized(dice, n):
    """A map of sizes M, N, ld: sums of products, with parts of i or of an index t of M * N."""
    whole = dice.random() < 0.3
    c = "t" if whole else "i"
    part = dice.choice(["(t % N)", "(t / N)"] if whole else ["i", f"(i % {n})", f"(i / {n})", "(i / 4 % 2)", f"(i & {n - 1})", "(i >> 1)"])
    terms = [f"{dice.choice([c, part])} * {dice.choice(['ld', 'N', '3', '16', 'M'])}",
             f"{dice.choice(['j', part])} * {dice.choice(['1', 'ld', '2 * M', 'M * N'])}", f"{part} * {dice.choice(['1', '5', 'ld'])}"]
    rest = dice.choice(["", "", " + 7", " - j", f" + ({part} * 4 + j) / 4", " + j * " + part if dice.random() < 0.3 else ""])
    header = "t<M * N" if whole else f"i<{dice.choice(['M', '16', '2 * M'])}"
    return f"({header}, j<{'N' if header == 'i<16' else dice.choice(['4', 'N'])}) -> " + " + ".join(terms) + rest + " + ld * 0"


def at_sizes(text, sizes):
    """The values of such a map; no number in it is negative where something is divided."""
    header, body = text.split(" -> ")
    names, extents = zip(*(part.split("<") for part in header[1:-1].split(", ")))
    body = compile(body.replace("/", "//"), "map", "eval")
    values = []
    for index in range(product(counts := [eval(e, {}, sizes) for e in extents])):
        at = dict(sizes)
        for name, count in zip(names, counts):
            at[name] = index % count
            index //= count
        values.append(eval(body, {}, at))
    return values


def product(numbers):
    n = 1
    for x in numbers:
        n *= x
    return n


def layout_at_sizes(said, sizes):
    def number(text):
        return eval(text.replace("/", "//"), {}, sizes)

    shape, stride = (number(re.sub(r"(?<=[\w)])\)", ",)", side)) for side in said["value"].split(":"))
    leaves = list(zip(flat(shape), flat(stride)))
    values = []
    for index in range(product(s for s, _ in leaves)):
        offset = number(said["offset"])
        for extent, step in leaves:
            offset += index % extent * step
            index //= extent
        values.append(offset)
    return values, number(said["largest"]) if "largest" in said else None


def flat(t):
    return [x for e in t for x in flat(e)] if isinstance(t, tuple) else [t]
