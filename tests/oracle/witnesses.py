#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every refusal and every "no" of many drawn questions, replayed: what the table of conditions says that it shows is there,
and is so by an enumeration of its own.

    witnesses.py build/colex [questions of each form] [seed]

A counterexample at an index: the value there is recomputed, and every layout (map, swizzle) that agrees with the function
below the index is tried: none has that value. `--planted` moves each index by one: all kinds of replay must then fail.
"""
import collections
import itertools
import json
import math
import pathlib
import random
import subprocess
import sys

import check
import definitions
import definitions_bits
from definitions_lex import mirrored
from witness_functions import LEX, Function, add, functions, mirror_text, tiles, vector

sys.path.append(str(pathlib.Path(__file__).parents[1] / "attack"))
sys.path.append(str(pathlib.Path(__file__).parents[2] / "tools"))
import calls  # noqa: E402
import examples  # noqa: E402

# Conditions that no question here meets, with the reason.
NEVER = {}


# ------------------------------------------------------------------------------------------------- what is drawn


def number(low, high):
    return random.randint(low, high)


def tree(values):
    return calls.tree(values)


def shape(most=3, low=1):
    return [number(low, 6) for _ in range(number(1, most))]


def layout(most=3):
    s = shape(most)
    if random.random() < 0.4:
        return definitions.flat_layout(len(s), 4, 9, True)
    d, reach = [], 1
    for n in s:
        d.append(reach * random.choice([1, 1, 1, 2, 3]))
        reach = n * d[-1]
    if random.random() < 0.4:
        random.shuffle(d)
    if random.random() < 0.15:
        d[number(0, len(d) - 1)] *= random.choice([-1, 0])
    both = random.random()
    nest = (lambda v: f"({v[0]},({v[1]},{v[2]}))") if len(s) == 3 and both < 0.3 else calls.flat
    return f"{nest(s)}:{nest(d)}"


def swizzled():
    inner = f"{number(0, 5)} o {layout(2)}"
    if random.random() < 0.35:
        return f"[{','.join(str(random.choice([1 << k, number(0, 15)])) for k in range(number(4, 6)))}] o {inner}"
    return f"Sw<{number(0, 2)},{number(0, 2)},{random.choice([-3, -2, -1, 1, 2, 3])}> o {inner}"


def tiler():
    return "<" + ",".join(random.choice(["_", str(number(1, 4)), layout(1), layout(2)]) for _ in range(number(1, 3))) + ">"


def draw(kind):
    if kind in ("layout", "profile"):
        return layout()
    if kind == "swizzled":
        return swizzled()
    if kind == "basis":
        return definitions_bits.draw_basis()
    if kind == "placed":
        return definitions_bits.draw_placed()
    if kind == "swizzle":
        return f"Sw<{number(0, 2)},{number(0, 2)},{random.choice([-3, -2, -1, 1, 2, 3])}>"
    if kind == "coordinate":
        return random.choice([number(-1, 12), tree([number(0, 4) for _ in range(number(1, 3))])])
    if kind == "bits":
        return number(-1, 3)
    if kind == "shape":
        return tree(shape())
    if kind == "tuple":
        return tree(shape(3, -1))
    if kind == "entries":
        return tree(shape())
    if kind == "tiler":
        return tiler()
    if kind == "slicer":
        return "(" + ",".join(random.choice(["_", str(number(-1, 3))]) for _ in range(number(1, 3))) + ")"
    if kind == "table":
        n = random.choice([2, 3, 4, 6, 8, 9, 12])
        table = check.Layout(layout(2)).table()[:n] if random.random() < 0.5 else [k * number(1, 3) for k in range(n)]
        if random.random() < 0.7:
            table[number(0, len(table) - 1)] += number(1, 3)
        return table
    if kind == "columns":
        return [random.choice([1 << k, 1 << k, (1 << k) | number(0, 7)]) for k in range(number(1, 5))]
    if kind == "mode":
        return number(0, 4)
    return random.choice([number(-2, 24), number(1, 8)])


def requests(pages, count):
    for page, parameters in calls.forms(pages).values():
        for _ in range(count):
            args = []
            for kind, optional, repeated in parameters:
                for _ in range(number(1, 3) if repeated else random.random() < 0.7 if optional else 1):
                    args.append(draw(kind))
            request = {"op": page["op"], "args": args}
            for option in page["options"]:
                if random.random() < 0.2:
                    request[option] = True
            if random.random() < 0.1:
                request["convention"] = "cute"
            if random.random() < 0.03:
                request["budget"] = number(0, 3)
            yield request
    for op, (drawn, _) in definitions.TRUTHS.items():
        for _ in range(count):
            yield {"op": definitions.operation(op), "args": drawn()}
    yield from LIMITS


# Questions at the limits, and those of conditions that small arguments hardly meet.
LIMITS = [
    {"op": "logical_product", "args": ["2:1", "4611686018427387904:1"]},
    {"op": "product", "args": ["(4294967296,4294967296)"]},
    {"op": "complement", "args": ["2:1", "4611686018427387904"], "cover": True},
    {"op": "crd2idx", "args": ["(4611686018427387904,1)", "(2,2):(2,1)"]},
    {"op": "upcast", "args": ["[1,2,4,8] o 0 o 6:1", 4]},
    {"op": "append_to", "args": ["4:1", 40]},
    {"op": "injective", "args": ["(7,7,7,7):(30,42,70,105)"], "budget": 3},
    {"op": "left_inverse", "args": ["(3,3,3):(10,6,9)"]},
    {"op": "left_inverse", "args": ["Sw<1,0,1> o 0 o 6:3"]},
    {"op": "swizzle_xor16", "args": [6]},
    {"op": "composition", "args": ["(4,6):(1@0,1@1)", "5:1"]},
    {"op": "swizzle_of", "args": [[1, 2, 4, 13, 18, 36]]},
    {"op": "logical_product", "args": ["(2,2):(2,3)", "2:1"]},
    {"op": "evenly_divides", "args": ["(0,2)", 4]},
    {"op": "take", "args": ["(2,3,4)", 2, 1]},
    {"op": "local_partition", "args": ["[1,2,4,8] o 4 o 2:4", "4:1", 3], "cover": True},
]


# ------------------------------------------------------------------------------------------------------- replays


def factorizations(n):
    if n == 1:
        yield ()
    for s in range(2, n + 1):
        if n % s == 0:
            for rest in factorizations(n // s):
                yield (s, *rest)


def layouts_below(f, points, index):
    """What the layouts of so many points that agree with f below `index` have there; None for any value."""
    found = set()
    for extents in factorizations(points):
        steps = list(itertools.accumulate((1,) + extents[:-1], lambda x, y: x * y))
        strides = [f(step) if step < index else None for step in steps]

        def value(i):
            out = tuple(0 for _ in f(0))
            for s, step, stride in zip(extents, steps, strides):
                digit = i // step % s
                if digit and stride is None:
                    return None
                out = add(out, tuple(digit * x for x in stride)) if digit else out
            return out

        if all(value(i) == f(i) for i in range(index)):
            found.add(value(index))
    return found


def at_index(request, condition, shown):
    """Whether the counterexample is one."""
    op, args = request["op"], request["args"]
    index, got, want = shown["index"], vector(shown["got"]), vector(shown["want"])
    for asked in functions(op, args, request):
        try:
            if not 0 <= index < asked.points or vector(asked.f(index)) != want or got == want:
                continue
        except (IndexError, OverflowError):
            continue
        f = lambda i, asked=asked: vector(asked.f(i))  # noqa: E731
        if forced(op, condition, shown, asked, f, index, got, want):
            return True
    return False


def forced(op, condition, shown, asked, f, index, got, want):
    places = list(itertools.accumulate([1] + asked.extents[:-1], lambda x, y: x * y))
    if condition == "starts_at_zero":
        return index == 0 and not any(got)
    if condition in ("run_divides", "additive"):
        for s, place in zip(asked.extents, places):  # along one mode of what is asked for
            if index % place == 0 and 0 < index // place < s:
                along = lambda j, place=place: f(j * place)  # noqa: E731
                if layouts_below(along, s, index // place) <= {got}:
                    return True
        return False
    if condition == "no_carry":
        return got == add(*(f(index // place % s * place) for s, place in zip(asked.extents, places)))
    if condition != "linear":
        return False
    if op == "swizzle_of":
        n = len(bin(asked.points)) - 3
        below = [
            definitions_bits.swizzle(bits, base, shift, index)
            for bits, base, shift in itertools.product(range(n + 1), range(n), range(-n, n + 1))
            if bits <= abs(shift) and bits + base + abs(shift) <= n
            and all((definitions_bits.swizzle(bits, base, shift, 1 << k),) == f(1 << k) for k in range(n) if 1 << k < index)]  # fmt: skip
        return want[0] not in below and got[0] in below
    bits = [1 << k for k in range(index.bit_length()) if index >> k & 1]
    if op == "layout_of":
        return len(bits) == 2 and got == add(*map(f, bits))
    if op == "left_inverse":  # an odd number of offsets below it cancels it; so do their coordinates what is forced
        return cancelled((1 << 62 | index, 0), [(1 << 62 | v, f(v)[0]) for v in range(index) if f(v)[0] is not None]) == got
    if op in ("upcast", "recast_layout"):  # one vector, elements 0 and index of it
        return f(0) == got == (0,)
    value = f(0)[0]
    for bit in bits:
        value ^= f(bit)[0] ^ f(0)[0]
    return got == (value,)


def cancelled(vector, others):
    """The second number of a pair after the first is XORed to 0 by those of others, as a tuple; None where it stays."""
    kept = {}

    def rest(v, image):
        while v and v.bit_length() in kept:
            v, image = v ^ kept[v.bit_length()][0], image ^ kept[v.bit_length()][1]
        return v, image

    for v, image in itertools.starmap(rest, others):
        if v:
            kept[v.bit_length()] = (v, image)
    left, image = rest(*vector)
    return (image,) if left == 0 else None


def pair(request, shown):
    f = Function(request["args"][0]) if not isinstance(request["args"][0], list) else lambda x: (
        definitions_bits.image(request["args"][0], x),)  # fmt: skip
    if request["op"] == "complement":  # of what is joined with its complement
        return shown["left"] != shown["right"]
    if request["op"].startswith(LEX):
        f = Function(mirrored(request["args"][0]))
    left, right = f(shown["left"]), f(shown["right"])
    same = "got" not in shown or request["op"] == "left_inverse" or vector(left) == vector(shown["got"])
    return shown["left"] != shown["right"] and left == right and same


def missing(request, left):
    """No coordinate has that offset."""
    op, args = request["op"], request["args"]
    if op in ("right_inverse", "max_common_layout", "max_common_vector"):
        both = [Function(x) for x in args[:2] if ":" in str(x)]
        return left == 0 and not any(all(f(i)[0] == 0 for f in both) for i in range(min(f.size for f in both)))
    if isinstance(args[0], list):
        return left not in definitions_bits.values(args[0])
    at = args[1 if "partition" in op or "divide" in op else 0]
    parts = [part for _, part in tiles(args[0], at)] if str(at).startswith("<") else [at]  # of a tiler one part lacks it
    fs = [Function(mirror_text(part) if op.startswith(LEX) else part) for part in parts]
    return any(all(f(i)[0] != left for i in range(f.size)) for f in fs)


def reached(request, offset):
    at = request["args"][0]
    if isinstance(at, list):
        return offset in definitions_bits.values(at)
    f = Function(at)
    return any(f(i)[0] == offset for i in range(f.size))


NUMBERS = {
    "shape_positive": lambda x, y: min(x, y) < 1,
    "cotarget_positive": lambda x, y: x < 1,
    "stride_positive": lambda x, y: x < 1,
    "stride_divides": lambda x, y: y % x != 0,
    "cotarget_divides": lambda x, y: y % x != 0,
    "in_domain": lambda x, y: x < 0 or x >= y,
    "overlap": lambda x, y: y < x,
    "mode_exists": lambda x, y: x < 0 or x >= y,
    "divides": lambda x, y: x % y != 0,
    "not_negative": lambda x, y: min(x, y) < 1,
    "vector_divides": lambda x, y: x % y != 0 or x >= y,
    "adjacent": lambda x, y: x != 1,
    "power_of_two": lambda x, y: x < 1 or x & (x - 1) != 0,
}


def replay(request, condition, shows, shown):
    """"" where what the refusal shows is so; else what is wrong."""
    shown = shown or {}
    if shows == "index" or (shows == "index or numbers" and "index" in shown):
        if not {"index", "got", "want"} <= set(shown):
            return "no counterexample"
        return "" if at_index(request, condition, shown) else "the counterexample is none"
    if shows == "pair":
        if not {"left", "right"} <= set(shown):
            return "no pair"
        return "" if pair(request, shown) else "the pair is none"
    if "index" in shown and condition != "injective":
        return "an index, which the table does not promise"
    if shows == "index or numbers":
        return "" if {"left", "right"} <= set(shown) or "modes" in shown else "no numbers"
    if shows == "numbers":
        if "left" not in shown:
            return "" if "modes" in shown else "no numbers"
        if condition == "surjective":
            return "" if missing(request, shown["left"]) else "the offset is not missing"
        return "" if NUMBERS[condition](shown["left"], shown["right"]) else "the numbers break nothing"
    return ""


def nest(text):
    """A tuple, or the shape of a layout, as nested lists."""
    if isinstance(text, int):
        return text
    return json.loads(text.split(":")[0].replace("(", "[").replace(")", "]"))


def points(x):
    return x if isinstance(x, int) else math.prod(map(points, x))


def entries(x):
    return -1 if isinstance(x, int) else len(x)


def tiles_cover(a, b):
    """Points of tiles of b, an integer, that cover a: what is left of b goes from entry to entry."""
    def over(x, b):
        if isinstance(x, int):
            return -(-x // b), max(1, -(-b // max(x, 1)))
        out = 1
        for y in x:
            count, b = over(y, b)
            out *= count
        return out, b

    return over(a, b)[0] * b


def before(a, b, from_last):
    """-1, 0 or 1: how a compares with b, in the order of the first or the last entry that differs."""
    if isinstance(a, int):
        return (a > b) - (a < b)
    pairs = zip(reversed(a), reversed(b)) if from_last else zip(a, b)
    for x, y in pairs:
        if x != y:
            return before(x, y, from_last) or (x > y) - (x < y)
    return (len(a) > len(b)) - (len(a) < len(b))


def outside_shown(text, shape, shown):
    """A no about coordinates: the first that is not below, how many are, and the bounds that tell them."""
    extents = definitions_bits.leaves(definitions_bits.tuple_of(str(shape)))
    table = definitions_bits.placed_table(text)
    inside = [all(x < n for x, n in zip(row, extents)) for row in table]
    first = inside.index(False)
    if (shown["index"], shown["inside"], shown["points"]) != (first, sum(inside), len(table)):
        return "the first outside, or the count"
    if shown["coordinate"] != (table[first] + [0] * 8)[: len(extents)]:
        return "its coordinate"
    if "bounds" in shown:
        modes = definitions_bits.leaves(definitions_bits.tuple_of(text.split(":")[0]))
        within = [all(i < n for i, n in zip(definitions_bits.digits(k, modes), shown["bounds"])) for k in range(len(table))]
        return "" if within == inside else "the bounds"
    return ""


def entry_shown(request, shown):
    """A no about two tuples: the entry is there, its numbers are these, and they decide."""
    op = request["op"]
    if "coordinate" in shown:
        return outside_shown(*request["args"], shown)
    a, b = map(nest, request["args"])
    if op == "evenly_divides" and ":" in str(request["args"][1]):
        a, b = points(a), points(b)
    for k in shown["entry"]:
        a = [a] if isinstance(a, int) else a
        j = k + len(b) - len(a) if op == "colex_less" else k
        counts_more = (a[k + 1 :], b[j + 1 :]) if op == "colex_less" else (a[:k], b[:j])
        if op in ("lex_less", "colex_less") and counts_more[0] != counts_more[1]:
            return "an entry that counts more differs"
        a, b = a[k], b[j]
    left, right = shown["left"], shown["right"]
    if (left, right) == (entries(a), entries(b)) and not (isinstance(a, int) and isinstance(b, int)):
        if op in ("lex_less", "colex_less"):
            return "" if before(a, b, op == "colex_less") >= 0 else "it comes before"
        more = left > right if op == "elem_less" else left != right
        return "" if more else "the entries are alike"
    if op == "compatible":
        return "" if left == a != points(b) and right in (points(b), -1) else "the extent is the size"
    if op == "evenly_divides":
        return "" if right == points(a) != tiles_cover(a, b) and left in (tiles_cover(a, b), -1) else "the tiles cover it evenly"
    return "" if (left, right) == (a, b) and left >= right else "it is less"


def decided(request, reply):
    """The condition of a "no" that shows something; "equal" for one of equal, "entry" for one about tuples."""
    op, shown = request["op"], reply.get("witness")
    if not shown:
        return None
    if "entry" in shown or "coordinate" in shown:
        return "entry"
    if op in ("equal", "lex_equal"):
        return "equal"
    if op.startswith("admissible"):
        return reply["message"].split(": ")[1]
    if op == "injective" or "got" in shown or (isinstance(request["args"][0], list) and shown["left"] == 0 != shown["right"]):
        return "injective"
    return "surjective" if op != "bijective" or shown["right"] == 0 < request["args"][1] else "in_domain"


def differs(request, shown):
    """A no of equal: the sizes, or the values at the index."""
    mirror = mirror_text if request["op"].startswith(LEX) else str
    f, g = (Function(mirror(x)) for x in request["args"])
    if "size" in shown:
        return "" if shown["size"] == [f.size, g.size] and f.size != g.size else "the sizes are not these"
    values = [f(shown["index"]), g(shown["index"])]
    whole = lambda x: (*x, *(0 for _ in values[0][len(x) :])) if isinstance(x, list) else (x, *(0 for _ in values[0][1:]))  # noqa: E731
    said = [whole(shown["left"]), whole(shown["right"])]
    return "" if 0 <= shown["index"] < f.size and values == said and values[0] != values[1] else "no difference"


def main(colex, count=60, seed=1, planted=False):
    random.seed(int(seed))
    manual = examples.manual(colex)
    table = {c["name"]: c["shows"] for c in manual["conditions"]}
    errors = collections.defaultdict(set)  # what the pages of an operation say that it refuses with
    for page in manual["pages"]:
        errors[page["op"]].update(page["errors"].split())
    asked = list(requests(manual["pages"], int(count)))
    text = "".join(json.dumps(request) + "\n" for request in asked)
    replies = subprocess.run([colex, "batch"], input=text, capture_output=True, text=True, check=True).stdout.splitlines()
    counts, wrong = collections.Counter(), collections.Counter()
    decisions, noes = set(), collections.Counter()
    for request, line in zip(asked, replies, strict=True):
        reply = json.loads(line)
        if reply["ok"]:
            condition, shown = decided(request, reply), reply.get("witness")
        else:
            condition, shown = reply["error"]["condition"], reply["error"]["witness"]
        if reply["ok"] and isinstance(reply["result"], bool):
            decisions.add(request["op"])
            noes[request["op"]] += not reply["result"]
            if not reply["result"] and not (shown and reply["message"].startswith("no, ")):
                print("a no without its sentence or its witness:", line)
                wrong["no"] += 1
        if condition in (None, "input"):
            continue
        if condition not in table and condition not in ("equal", "entry"):
            print("a condition without a name:", line)
            wrong[condition] += 1
            continue
        if planted and shown:
            shown = {**shown, **{k: shown[k] + 1 for k in ("index", "right") if isinstance(shown.get(k), int)}}
        try:
            why = differs(request, shown) if condition == "equal" else entry_shown(request, shown) if condition == "entry" else replay(request, condition, table[condition], shown)
            if condition == "in_domain" and reply.get("result") is False and not reached(request, shown["left"]):
                why = "no coordinate has that offset"
            if not reply["ok"] and condition not in errors[request["op"]]:
                why = "no page of the operation names it"
        except (ValueError, TypeError, KeyError, IndexError, AttributeError, ZeroDivisionError) as error:
            why = f"not replayed: {error!r}"
        counts[condition] += 1
        if why:
            wrong[condition] += 1
            if wrong[condition] <= 3 and not planted:
                print(f"{condition}: {why}\n  {json.dumps(request)}\n  {line}")
    for name, shows in [*table.items(), ("equal", "no"), ("entry", "no")]:
        print(f"  {name:18}{shows:18}{counts[name]:6} replayed{f', {wrong[name]} wrong' if wrong[name] else ''}")
    never = {name for name in table if counts[name] == 0}
    if planted:
        unseen = [name for name, shows in table.items() if shows in ("index", "pair") and wrong[name] < counts[name] / 2]
        print("moved counterexamples not noticed:", unseen)
        return 1 if unseen else 0
    if never != set(NEVER):
        print("conditions that no question met:", *sorted(never))
    silent = sorted(op for op in decisions if noes[op] == 0)
    print(f"  {len(decisions)} decisions, each of which said no: {sum(noes.values())} times" if not silent else f"never no: {silent}")
    return 1 if wrong or silent or len(decisions) < 13 or never != set(NEVER) else 0


if __name__ == "__main__":
    given = [a for a in sys.argv[1:] if a != "--planted"]
    sys.exit(main(*given, planted="--planted" in sys.argv))
