# SPDX-License-Identifier: MIT
"""What a predicate loses and lets past the end, by Python, point by point: texts are C's, without negative numbers under `/` and `%`."""
import itertools
import re


def python(text):
    """A C expression for eval."""
    return text.replace("&&", " and ").replace("||", " or ").replace("!(", " not (").replace("/", "//").replace("true", "True").strip()


def question(map_text, predicate, tensor, width=1, along=None, given=(), bytes_of=0):
    header, body = map_text.split("->")
    coordinates = [(name, python(extent)) for name, extent in re.findall(r"(\w+)<((?:[^,()]|\([^)]*\))+)", header.strip()[1:-1])]
    return {"map": map_text, "coordinates": coordinates, "body": body.strip(), "predicate": predicate, "tensor": tensor, "width": width, "along": along, "given": list(given),
            "bytes_of": bytes_of}  # fmt: skip


def words(q):
    r = ["predicate", q["map"], q["predicate"], "--width", str(q["width"])]
    r += ["--bytes", q["tensor"], "--element", str(q["bytes_of"])] if q["bytes_of"] else ["--tensor", q["tensor"]]
    r += [] if q["along"] is None else ["--along", str(q["along"])]
    return r + [word for one in q["given"] for word in ("--given", one)]


def truth(q, sizes):
    """lost: elements in order, past: (point, first element, first outside) in order, given: the first point against each, all by brute force."""
    compiled = {text: compile(python(text), text, "eval") for text in (q["body"], q["predicate"], q["tensor"], *q["given"])}
    extents = [eval(extent, {}, dict(sizes)) for _, extent in q["coordinates"]]
    shape = eval(compiled[q["tensor"]], {}, dict(sizes))
    shape = shape if isinstance(shape, tuple) else (shape // (q["bytes_of"] or 1),)
    along = len(shape) - 1 if q["along"] is None else q["along"]
    covered, past, against = set(), [], [None] * len(q["given"])
    accesses = 0
    for point in itertools.product(*(range(extent) for extent in reversed(extents))):
        point = tuple(reversed(point))  # the first coordinate fastest
        at = {**sizes, **{name: x for (name, _), x in zip(q["coordinates"], point)}}
        if not eval(compiled[q["predicate"]], {}, at):
            for k, other in enumerate(q["given"]):
                if against[k] is None and eval(compiled[other], {}, at):
                    against[k] = list(point)
            continue
        accesses += 1
        first = eval(compiled[q["body"]], {}, at)
        first = list(first if isinstance(first, tuple) else (first,))
        moved = [[x + (v if k == along else 0) for k, x in enumerate(first)] for v in range(q["width"])]
        outside = [e for e in moved if any(not 0 <= x < s for x, s in zip(e, shape))]
        covered.update(tuple(e) for e in moved if e not in outside)
        if outside:
            past.append((list(point), first, outside[0]))
    elements = [tuple(reversed(e)) for e in itertools.product(*(range(s) for s in reversed(shape)))]
    return {"lost": [list(e) for e in elements if e not in covered], "past": past, "given": against, "elements": len(elements), "accesses": accesses}
