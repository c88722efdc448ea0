# SPDX-License-Identifier: MIT
"""Every value of a layout of any kind, by its definition: integer strides, basis strides `2@1`, and what lies behind a swizzle.

A value is an integer, or a sorted tuple of (path of the basis vector, coefficient).
"""
import re


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


def profile(text):
    """The nesting of the shape."""
    return re.sub(r"\d+", "0", text.split("o")[-1].split(":")[0])


def table(text, most=1 << 16):
    """All values in colexicographic order; ValueError for what is no such layout, or has more points than `most`."""
    text = text.replace(" ", "")
    found = re.fullmatch(r"Sw?<(\d+),(\d+),(-?\d+)>o(-?\d+)o(.*)", text)
    inner = found[5] if found else text
    points = 1
    for leaf in leaves(inner.split(":")[0]):
        points *= int(leaf)
    if ":" not in inner or points > most:
        raise ValueError(text)
    values = [seen(value) for value in affine(inner)]
    if not found:
        return values
    bits, base, shift, offset = map(int, found.groups()[:4])
    return [swizzled(bits, base, shift, offset + value) for value in values]
