# SPDX-License-Identifier: MIT
"""Every value of a layout of any kind, by its definition: integer strides, basis strides `2@1`, what lies behind a swizzle,
and a layout behind an offset and another layout.

A value is an integer, or a sorted tuple of (path of the basis vector, coefficient).
"""
import operator
import re
from functools import partial, reduce


def entries(text):
    """"(2,(3,4))" -> ["2", "(3,4)"]"""
    depth, parts, start = 0, [], 1
    for k, c in enumerate(text):
        depth += (c == "(") - (c == ")")
        if depth == 1 and c == "," or depth == 0:
            parts.append(text[start:k])
            start = k + 1
    return [part for part in parts if part]


def leaves(text):
    return [leaf for part in entries(text) for leaf in leaves(part)] if text.startswith("(") else [text]


def stride(text):
    """An integer, or {path: coefficient}."""
    if "@" not in text:
        return {(): int(text)}
    found = {}
    for part in text.split("+"):
        coefficient, *path = part.split("@")
        found[tuple(map(int, path))] = found.get(tuple(map(int, path)), 0) + int(coefficient)
    return found


def affine(text):
    shape, strides = text.split(":")
    modes = list(zip(map(int, leaves(shape)), map(stride, leaves(strides))))
    table = [{}]
    for extent, step in modes:
        table = [{path: value.get(path, 0) + i * step.get(path, 0) for path in {*value, *step}}
                 for i in range(extent) for value in table]  # fmt: skip
    return table


def seen(value):
    kept = tuple(sorted((path, n) for path, n in value.items() if n))
    return kept if any(path for path, _ in kept) else sum(n for _, n in kept)


def swizzled(bits, base, shift, x):
    mask = ((1 << bits) - 1) << (base + max(0, shift))
    return x ^ ((x & mask) >> shift if shift >= 0 else (x & mask) << -shift)


def running_on(text, index):
    """The value of a layout of integers at an index, its last mode running on."""
    shape, strides = (leaves(part) for part in text.split(":"))
    value = 0
    for extent, step in list(zip(map(int, shape), map(int, strides)))[:-1]:
        index, digit = divmod(index, extent)
        value += digit * step
    return value + index * int(strides[-1])


def mapped(columns, x):
    """The columns at the bits of x, XORed; ValueError for a bit that has none."""
    if x >> len(columns):
        raise ValueError(x)
    return reduce(operator.xor, (column for k, column in enumerate(columns) if x >> k & 1), 0)


def profile(text):
    """The nesting of the shape."""
    return re.sub(r"\d+", "0", text.split("o")[-1].split(":")[0])


def table(text, most=1 << 16):
    """All values in colexicographic order; ValueError for what is no such layout, or has more points than `most`."""
    text = text.replace(" ", "")
    behind = re.fullmatch(r"([^So]*:[^So]*)o(-?\d+)o(.*)", text)
    if behind:
        return [running_on(behind[1], int(behind[2]) + value) for value in table(behind[3], most)]
    found = re.fullmatch(r"(?:Sw?<(\d+),(\d+),(-?\d+)>|\[([\d,]+)\])o(-?\d+)o(.*)", text)
    if found:
        outer = partial(swizzled, *map(int, found.groups()[:3])) if found[1] else partial(mapped, list(map(int, found[4].split(","))))
        return [outer(int(found[5]) + value) for value in table(found[6], most)]
    if ":" not in text:
        raise ValueError(text)
    points = 1
    for leaf in leaves(text.split(":")[0]):
        points *= int(leaf)
    if points > most:
        raise ValueError(text)
    return [seen(value) for value in affine(text)]
