# SPDX-License-Identifier: MIT
"""Calls of every row of the table of operations, drawn: arguments of each kind, small and at the limits."""
import itertools
import random

import examples

NUMBERS = [1, 2, 2, 3, 4, 5, 7, 8, 12, 15, 16, 30, 64, 97, 128, 1000, 1021, 4096, 8192, 65521, 1 << 20, (1 << 22) - 1, 1 << 22,
           (1 << 31) - 1, 1 << 40, 1 << 61]  # fmt: skip


def number(signed=False):
    n = random.choice(NUMBERS) if random.random() < 0.6 else random.randrange(1, 1 << random.randrange(1, 30))
    return random.choice([0, -n, n, n]) if signed else n


def tree(values):
    """The values as a tuple of random nesting."""
    if len(values) == 1:
        return str(values[0])
    if len(values) > 3 and random.random() < 0.4:
        half = random.randrange(1, len(values))
        return f"({tree(values[:half])},{tree(values[half:])})"
    return "(" + ",".join(map(str, values)) + ")"


def modes(most=10):
    """Extents whose product is within 2^62, and strides."""
    extents, points = [], 1
    for _ in range(random.randrange(1, most)):
        n = number()
        if points * n >= 1 << 61:
            n = 2
        extents.append(n)
        points *= n
    sign = random.random() < 0.4
    strides = [number(sign) if random.random() < 0.9 else 0 for _ in extents]
    if random.random() < 0.3:  # a chain, shuffled
        reach, strides = 1, []
        for n in extents:
            strides.append(reach)
            reach *= n
        random.shuffle(strides)
    return extents, strides


def layout():
    extents, strides = modes()
    return flat(extents) + ":" + flat(strides)


def flat(values):
    return str(values[0]) if len(values) == 1 else "(" + ",".join(map(str, values)) + ")"


def draw(kind):
    extents, strides = modes(random.choice([2, 4, 10, 32]))
    if kind in ("layout", "profile"):
        return flat(extents) + ":" + flat(strides)
    if kind == "swizzled":
        inner = f"{abs(number())} o {flat(extents)}:{flat([abs(s) for s in strides])}"
        if random.random() < 0.3:
            columns = [random.choice([1 << k, 1 << random.randrange(60), random.randrange(1 << 60)]) for k in range(62)]
            return f"[{','.join(map(str, columns))}] o {inner}"
        bits, base, shift = random.randrange(5), random.randrange(4), random.choice([-5, -4, 4, 5, 8])
        return f"Sw<{bits},{base},{shift}> o {inner}"
    if kind == "basis":
        return flat([min(n, 1 << 28) for n in extents]) + ":" + flat([f"{random.randrange(1, 9)}@{k % 8}" for k in range(len(extents))])
    if kind == "placed":
        return draw("basis") + random.choice(["", "", f" at {tree([random.choice([0, 1, number()]) for _ in extents])}"])
    if kind == "coordinate":
        return random.choice([0, 1, tree([random.randrange(n) for n in extents])])
    if kind == "bits":
        return random.choice([0, 1, 1, 2, 3, random.randrange(20)])
    if kind in ("shape", "tuple"):
        return tree(extents)
    if kind == "tiler":
        return random.choice([layout(), "<" + ",".join(random.choice(["_", "2", "4:3", layout()]) for _ in extents[:4]) + ">"])
    if kind == "slicer":
        return "(" + ",".join(random.choice(["_", "0", "1"]) for _ in extents) + ")"
    if kind == "table":
        return [0] + [random.choice([k, k % 7, 3 * k]) for k in range(1, random.choice([8, 100, 2000]))]
    if kind == "columns":
        return [1 << random.randrange(30) for _ in range(random.randrange(1, 60))]
    if kind == "mode":
        return random.randrange(4)
    return number()


def forms(pages):
    """{text: (page, [(kind, whether it may be left out, whether it may be repeated), ...])}"""
    found = {}
    for page in pages:
        takes = examples.split(page["takes"])
        kinds = [one.strip("[]").split(": ")[1].removesuffix(" ...").split(" | ") for one in takes]
        for chosen in itertools.product(*kinds):
            found[f"{page['op']}({', '.join(chosen)})"] = page, [
                (kind, one.startswith("["), one.strip("[]").endswith("...")) for kind, one in zip(chosen, takes)]  # fmt: skip
    return found


def fresh(page, parameters):
    args = []
    for kind, optional, repeated in parameters:
        for _ in range(random.randrange(1, 4) if repeated else random.random() < 0.7 if optional else 1):
            args.append(draw(kind))
    request = {"op": page["op"], "args": args}
    for option in page["options"]:
        request[option] = random.random() < 0.3
    if random.random() < 0.3:
        request["convention"] = "cute"
    return request
