# SPDX-License-Identifier: MIT
"""tensor-layouts by its names and call conventions, answered by colex: `from colex.compat.tensor_layouts import *`.

The algebra, coordinates, tuples and decisions are here; pictures, tensors, atoms and reports have other names in colex (draw, as_strided,
atoms, banks). Where tensor-layouts' answer is no layout of the right function, the answer here is the right one or
colex.Refused; docs/python.md lists the differences.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import colex
from colex._peer_swizzle import PeerSwizzle
from colex._pycute_tuples import is_int, is_tuple, tuple_max

__all__ = """Layout ComposedLayout Swizzle Tile append as_layout as_layout_expr as_list as_shape as_tuple blocked_product coalesce
compatible complement compose compute_col_major_strides compute_row_major_strides concat congruent cosize crd2crd crd2flat crd2idx
crd2offset depth dice_modes downcast elem_scale flat_divide flat_product flatten fold functionally_equal group has_none hier_unzip
idx2crd inner_product is_affine is_bijective is_contiguous is_empty is_injective is_int is_iterable is_layout is_pure_shape is_scalar
is_surjective is_tuple iter_layout left_inverse logical_divide logical_product make_ordered_layout make_swizzle max_common_layout
max_common_vector mode normalize nullspace prefix_product prepend product_each raked_product rank replace right_inverse safe_div
shape_div shape_mod size slice_and_offset slice_modes sort suffix_product tile_to_shape tiled_divide tiled_product transform_tuple
tuple_max unflatten unwrap upcast weakly_congruent zip_transform zipped_divide zipped_product""".split()

# ------------------------------------------------------------------------------------------------------- shapes


def is_scalar(x: Any) -> bool:
    return is_int(x)


def is_iterable(x: Any) -> bool:
    return isinstance(x, Iterable) and not isinstance(x, (str, bytes))


def is_pure_shape(t: Any) -> bool:
    return all(map(is_pure_shape, t)) if is_tuple(t) else is_int(t)


def has_none(a: Any) -> bool:
    return any(map(has_none, a)) if is_tuple(a) else a is None


def as_tuple(x: Any) -> tuple[Any, ...]:
    return (x,) if isinstance(x, int) else tuple(x)


def as_list(x: Any) -> list[Any]:
    return list(as_tuple(x))


def as_shape(items: Any) -> Any:
    return items[0] if len(items) == 1 else tuple(items)


def unwrap(t: Any) -> Any:
    return t[0] if is_tuple(t) and len(t) == 1 else t


def normalize(x: Any) -> Any:
    """Lists as tuples, at every level."""
    if is_int(x):
        return x
    if is_iterable(x):
        return tuple(map(normalize, x))
    raise TypeError(f"a shape or stride is an integer or a tuple, not {type(x).__name__}")


def transform_tuple(t: Any, f: Callable[[Any], Any]) -> Any:
    return tuple(transform_tuple(part, f) for part in t) if is_tuple(t) else f(t)


def zip_transform(a: Any, b: Any, f: Callable[[Any, Any], Any]) -> Any:
    if not is_tuple(a) and not is_tuple(b):
        return f(a, b)
    if not is_tuple(a) or not is_tuple(b) or len(a) != len(b):
        raise ValueError(f"{a} and {b} are not nested alike")
    return tuple(zip_transform(x, y, f) for x, y in zip(a, b))


def fold(t: Any, init: Any, f: Callable[[Any, Any], Any]) -> Any:
    return functools.reduce(lambda acc, part: fold(part, acc, f), t, init) if is_tuple(t) else f(init, t)


def product_each(shape: Any) -> tuple[int, ...]:
    return tuple(map(size, as_tuple(shape)))


def safe_div(a: int, b: int) -> int:
    if b == 0 or a % b:
        raise ValueError(f"{b} does not divide {a}")
    return a // b


def elem_scale(a: Any, b: Any) -> Any:
    return transform_tuple(a, lambda x: x * size(b)) if is_tuple(a) and not is_tuple(b) else colex.elem_scale(a, b)


def inner_product(a: Any, b: Any) -> int:
    return colex.inner_product(a, b)


def prefix_product(a: Any, init: Any = 1) -> Any:
    return colex.prefix_product(a, init)


def suffix_product(a: Any, init: Any = 1) -> Any:
    return colex.suffix_product(a, init)


def compute_col_major_strides(shape: Any) -> Any:
    """Of modes of one point in front the stride is 0."""
    return zip_transform(shape, colex.prefix_product(shape), lambda s, d: 0 if s == d == 1 else d) if shape != () else ()


def compute_row_major_strides(shape: Any) -> Any:
    return colex.suffix_product(shape) if shape != () else ()


def shape_div(shape: Any, divisor: int) -> Any:
    """Exact quotients only: of every leaf and what is left of the divisor there, one divides the other."""
    if divisor == 1:
        return shape
    if is_tuple(shape):
        parts: list[Any] = []
        for part in shape:
            parts.append(shape_div(part, divisor))
            divisor = shape_div(divisor, size(part))
        return tuple(parts)
    if shape % divisor and divisor % shape:
        raise ValueError(f"shape_div: neither of {shape} and {divisor} divides the other")
    return -(-shape // divisor)


def shape_mod(shape: Any, modulus: int) -> Any:
    """What shape_div takes away."""
    if is_tuple(shape):
        parts: list[Any] = []
        for part in shape:
            parts.append(shape_mod(part, modulus))
            modulus = shape_div(modulus, shape_mod(size(part), modulus))
        return tuple(parts)
    return shape if modulus >= shape else math.gcd(shape, modulus)


# ------------------------------------------------------------------------------------------------------ layouts


class Swizzle(PeerSwizzle):
    def __repr__(self) -> str:
        return f"Swizzle({self.bits}, {self.base}, {self.shift})"


def make_swizzle(Y: int, Z: int) -> Swizzle:
    """The swizzle that reads the bits of the mask Y and writes those of Z."""
    def low(mask: int) -> int:
        return (mask & -mask).bit_length() - 1

    bits = Y.bit_count()
    if bits == 0 or Z.bit_count() != bits or Y != ((1 << bits) - 1) << low(Y) or Z != ((1 << bits) - 1) << low(Z):
        raise ValueError(f"make_swizzle: {Y:#b} and {Z:#b} are not two runs of as many bits")
    return Swizzle(bits, min(low(Y), low(Z)), low(Y) - low(Z))


class Layout:
    """A layout, under a swizzle where one is given: Layout(shape), Layout(shape, stride), Layout(layout, layout)."""

    def __init__(self, *args: Any, swizzle: Swizzle | None = None) -> None:
        self.shape: Any
        self.stride: Any
        if len(args) > 0 and all(isinstance(arg, Layout) for arg in args):
            self.shape, self.stride = tuple(arg.shape for arg in args), tuple(arg.stride for arg in args)
        elif len(args) <= 2:
            for arg in args:
                if isinstance(arg, Layout) or not (is_int(arg) or is_iterable(arg)):
                    raise TypeError(f"a shape or stride is an integer or a tuple, not {type(arg).__name__}")
            self.shape = normalize(args[0]) if args else ()
            self.stride = normalize(args[1]) if len(args) == 2 else compute_col_major_strides(self.shape)
        else:
            raise TypeError("Layout() takes a shape and a stride, or layouts")
        self.swizzle = swizzle
        if not congruent(self.shape, self.stride):
            raise ValueError(f"the shape {self.shape} and the stride {self.stride} are not nested alike")
        self._affine = colex.Layout(self.shape, self.stride) if self.shape != () else colex.Layout("():()")

    @property
    def _exact(self) -> Any:
        return self._affine if self.swizzle is None else self.swizzle._swizzle @ self._affine

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Layout) and (self.shape, self.stride, self.swizzle) == (other.shape, other.stride, other.swizzle)

    def __hash__(self) -> int:
        return hash((self.shape, self.stride, self.swizzle))

    def __repr__(self) -> str:
        return f"Layout({self.shape!r}, {self.stride!r}{f', swizzle={self.swizzle!r}' if self.swizzle else ''})"

    def __str__(self) -> str:
        text = f"{self.shape} : {self.stride}"
        return f"({self.swizzle}) o ({text})" if self.swizzle else text

    def __len__(self) -> int:
        return int(size(self))

    def __iter__(self) -> Iterator[Any]:
        return (idx2crd(i, self.shape) for i in range(size(self)))

    def __call__(self, *args: Any) -> Any:
        at = args[0] if len(args) == 1 else args
        if at is None:
            return self
        if has_none(at):
            return Layout(slice_modes(at, self.shape), slice_modes(at, self.stride), swizzle=self.swizzle)
        offset = crd2offset(at, self.shape, self.stride)
        return self.swizzle(offset) if self.swizzle else offset

    def squeeze(self) -> Layout:
        """Without the modes of one point."""
        return self._without(lambda s, d: s == 1)

    def filter(self) -> Layout:
        """Without the modes of stride 0."""
        return self._without(lambda s, d: d == 0)

    def _without(self, drops: Callable[[int, int], bool]) -> Layout:
        def kept(shape: Any, stride: Any) -> Any:
            if not is_tuple(shape):
                return None if drops(shape, stride) else (shape, stride)
            parts = [part for part in map(kept, shape, stride) if part is not None]
            return (as_shape([s for s, _ in parts]), as_shape([d for _, d in parts])) if parts else None

        shape, stride = kept(self.shape, self.stride) or ((), ())
        return Layout(shape, stride, swizzle=self.swizzle)


class ComposedLayout:
    """i -> outer(preoffset + inner(i))"""

    def __init__(self, outer: Any, inner: Any, preoffset: int = 0) -> None:
        if not callable(outer) or not is_layout(inner) or not is_int(preoffset):
            raise TypeError("ComposedLayout takes something to call, a layout and an integer")
        self.outer, self.inner, self.preoffset = outer, inner, preoffset

    @property
    def shape(self) -> Any:
        return self.inner.shape

    @property
    def _exact(self) -> Any:
        if isinstance(self.outer, Swizzle) and isinstance(self.inner, Layout) and self.inner.swizzle is None:
            swizzle = f"Sw<{self.outer.bits},{self.outer.base},{self.outer.shift}>"
            return colex.ComposedLayout(f"{swizzle} o {self.preoffset} o {self.inner._affine}")
        raise colex.InputError("input", f"{self}: only a swizzle after an offset has a form in colex")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ComposedLayout) and vars(self) == vars(other)

    def __hash__(self) -> int:
        return hash((self.outer, self.inner, self.preoffset))

    def __repr__(self) -> str:
        return f"ComposedLayout({self.outer!r}, {self.inner!r}, preoffset={self.preoffset!r})"

    def __str__(self) -> str:
        return f"({self.outer}) o " + (f"{{{self.preoffset}}} o " if self.preoffset else "") + f"({self.inner})"

    def __len__(self) -> int:
        return int(size(self))

    def __iter__(self) -> Iterator[Any]:
        return (idx2crd(i, self.shape) for i in range(size(self)))

    def __call__(self, *args: Any) -> Any:
        at = args[0] if len(args) == 1 else args
        if at is None:
            return self
        if has_none(at):
            return slice_and_offset(at, self)[0]
        return self.outer(self.preoffset + self.inner(at))


class Tile(tuple[Any, ...]):
    """A tiler of layouts, one per mode."""

    def __new__(cls, *layouts: Any) -> Tile:
        if not all(isinstance(layout, Layout) for layout in layouts):
            raise TypeError("Tile takes layouts")
        return super().__new__(cls, layouts)

    def __repr__(self) -> str:
        return f"Tile({', '.join(map(repr, self))})"


def is_layout(x: Any) -> bool:
    return isinstance(x, (Layout, ComposedLayout))


def is_affine(x: Any) -> bool:
    return isinstance(getattr(x, "layout", x), Layout)


def is_empty(x: Any) -> bool:
    layout = getattr(x, "layout", x)
    return is_layout(layout) and layout.shape == ()


def as_layout(x: Any) -> Any:
    layout = as_layout_expr(x)
    if isinstance(layout, ComposedLayout):
        raise TypeError("expected a layout with strides, not a composed one")
    return layout


def as_layout_expr(x: Any) -> Any:
    if is_layout(x):
        return x
    if hasattr(x, "layout"):
        return as_layout_expr(x.layout)
    if hasattr(x, "shape") and hasattr(x, "stride"):
        return Layout(x.shape, x.stride)
    raise TypeError(f"expected a layout, not {type(x).__name__}")


def _made(answer: colex.Layout | colex.ComposedLayout) -> Any:
    if isinstance(answer, colex.Layout):
        return Layout(answer.shape, answer.stride)
    if not isinstance(answer.outer, colex.Swizzle):
        raise colex.InputError("input", f"{answer}: a map over GF(2) has no form in tensor-layouts")
    outer, inner = Swizzle(answer.outer.bits, answer.outer.base, answer.outer.shift), _made(answer.inner)
    return ComposedLayout(outer, inner, answer.offset) if answer.offset else Layout(inner.shape, inner.stride, swizzle=outer)


def _inside(layout: Any, f: Callable[[Layout], Any]) -> Any:
    """f of the part of a layout that has strides; what stands in front of it stays."""
    if isinstance(layout, ComposedLayout):
        return ComposedLayout(layout.outer, _inside(layout.inner, f), layout.preoffset)
    if layout.swizzle is None:
        return f(layout)
    inner = f(Layout(layout.shape, layout.stride))
    return Layout(inner.shape, inner.stride, swizzle=layout.swizzle)


# -------------------------------------------------------------------------------------------------------- sizes


def size(obj: Any) -> Any:
    if is_layout(obj) or not hasattr(obj, "layout"):
        shape = getattr(obj, "shape", obj)
        if not is_pure_shape(shape):
            raise TypeError(f"{type(obj).__name__} has no size")
        return fold(shape, 1, lambda a, b: a * b)
    return size(obj.layout)


def cosize(obj: Any) -> Any:
    if isinstance(obj, ComposedLayout):
        return cosize(obj.inner)
    layout = as_layout(obj)
    return 1 + sum((s - 1) * abs(d) for s, d in zip(_leaves(layout.shape), _leaves(layout.stride)))


def _leaves(t: Any) -> list[Any]:
    return [leaf for part in t for leaf in _leaves(part)] if is_tuple(t) else [t]


def rank(obj: Any) -> int:
    if is_int(obj):
        return 0
    shape = obj if is_tuple(obj) else as_layout_expr(obj).shape
    return len(shape) if is_tuple(shape) else 1


def depth(obj: Any) -> int:
    shape = obj if is_tuple(obj) or is_int(obj) else as_layout_expr(obj).shape
    return 1 + max(map(depth, shape)) if is_tuple(shape) and shape else 0


def mode(obj: Any, idx: int) -> Any:
    if is_tuple(obj):
        return obj[idx] if obj else ()
    if is_int(obj) or (isinstance(obj, Layout) and is_int(obj.shape)):
        if idx != 0:
            raise IndexError(f"there is one mode, and not number {idx}")
        return obj
    return _inside(as_layout_expr(obj), lambda inner: Layout(inner.shape[idx], inner.stride[idx]))


# ---------------------------------------------------------------------------------------------------- structure


def congruent(a: Any, b: Any) -> bool:
    a, b = getattr(a, "shape", a), getattr(b, "shape", b)
    if is_tuple(a) and is_tuple(b):
        return len(a) == len(b) and all(map(congruent, a, b))
    return not is_tuple(a) and not is_tuple(b)


def weakly_congruent(a: Any, b: Any) -> bool:
    return bool(colex.weakly_congruent(getattr(a, "shape", a), getattr(b, "shape", b)))


def compatible(a: Any, b: Any) -> bool:
    return bool(colex.compatible(getattr(a, "shape", a), getattr(b, "shape", b)))


def concat(a: Any, b: Any) -> Any:
    if is_tuple(a) and is_tuple(b):
        return a + b
    if isinstance(a, Layout) and isinstance(b, Layout):
        return Layout(as_tuple(a.shape) + as_tuple(b.shape), as_tuple(a.stride) + as_tuple(b.stride))
    raise TypeError("concat takes two tuples or two layouts")


def append(a: Any, b: Layout) -> Any:
    return _inside(a, lambda x: Layout((*as_tuple(x.shape), b.shape), (*as_tuple(x.stride), b.stride)))


def prepend(a: Any, b: Layout) -> Any:
    return _inside(a, lambda x: Layout((b.shape, *as_tuple(x.shape)), (b.stride, *as_tuple(x.stride))))


def replace(layout: Any, idx: int, new: Layout) -> Any:
    def changed(x: Layout) -> Layout:
        shape, stride = as_list(x.shape), as_list(x.stride)
        shape[idx], stride[idx] = new.shape, new.stride
        return Layout(tuple(shape), tuple(stride))

    return _inside(layout, changed)


def group(layout: Any, start: int, end: int) -> Any:
    if not 0 <= start < end <= rank(layout):
        raise ValueError(f"group: [{start}, {end}) is no range of {rank(layout)} modes")

    def grouped(t: Any) -> tuple[Any, ...]:
        return (*as_tuple(t)[:start], as_tuple(t)[start:end], *as_tuple(t)[end:])

    return _inside(layout, lambda x: Layout(grouped(x.shape), grouped(x.stride)))


def flatten(obj: Any) -> Any:
    if is_int(obj) or is_tuple(obj):
        return tuple(_leaves(obj))
    return _inside(as_layout_expr(obj), lambda x: Layout(as_shape(_leaves(x.shape)), as_shape(_leaves(x.stride))))


def unflatten(obj: Any, target_profile: Any) -> Any:
    profile = getattr(target_profile, "shape", target_profile)

    def nested(t: Any) -> Any:
        leaves = iter(_leaves(t))
        if len(_leaves(t)) != len(_leaves(profile)):
            raise ValueError(f"{t} has not as many leaves as {profile}")
        return transform_tuple(profile, lambda _: next(leaves))

    if not is_tuple(obj) and not isinstance(obj, Layout):
        raise TypeError(f"unflatten takes a tuple or a layout, not {type(obj).__name__}")
    return nested(obj) if is_tuple(obj) else Layout(nested(obj.shape), nested(obj.stride))


def sort(obj: Any) -> Any:
    """By stride; modes of one stride by extent."""
    def ordered(x: Layout) -> Layout:
        if rank(x) <= 1:
            return x
        pairs = sorted(zip(_leaves(x.stride), _leaves(x.shape)))
        return Layout(tuple(s for _, s in pairs), tuple(d for d, _ in pairs))

    return _inside(obj, ordered)


# -------------------------------------------------------------------------------------------------- coordinates


def idx2crd(coord: Any, shape: Any) -> Any:
    shape = getattr(shape, "shape", shape)
    if is_tuple(coord):
        if not is_tuple(shape) or len(coord) != len(shape):
            raise ValueError(f"the coordinate {coord} does not fit the shape {shape}")
        return tuple(map(idx2crd, coord, shape))
    if shape == ():
        return ()
    return colex.idx2crd(coord % size(shape), shape)


def crd2flat(coord: Any, shape: Any = None) -> Any:
    shape = getattr(shape, "shape", shape)
    return crd2offset(coord, shape, compute_col_major_strides(shape)) if is_tuple(coord) else int(coord)


def crd2offset(coord: Any, shape: Any, stride: Any) -> Any:
    """The last mode goes on beyond its extent; None counts 0."""
    if coord is None:
        return 0
    if is_tuple(coord):
        if not is_tuple(shape) or len(coord) != len(shape):
            raise ValueError(f"the coordinate {coord} does not fit the shape {shape}")
        return sum(map(crd2offset, coord, shape, stride))
    if not is_int(coord):
        raise TypeError(f"a coordinate is an integer or a tuple, not {type(coord).__name__}")
    if not is_tuple(shape):
        return coord * stride
    offset = 0
    for k, (s, d) in enumerate(zip(shape, stride)):
        coord, digit = divmod(coord, size(s)) if k + 1 < len(shape) else (0, coord)
        offset += crd2offset(digit, s, d)
    return offset


def crd2idx(coord: Any, shape: Any, stride: Any = None) -> Any:
    return crd2flat(coord, shape) if stride is None else crd2offset(coord, shape, stride)


def crd2crd(crd: Any, dst_shape: Any, src_shape: Any = None) -> Any:
    if not is_tuple(crd):
        return idx2crd(crd, dst_shape) if is_tuple(dst_shape) else crd
    if not is_tuple(dst_shape):
        if src_shape is None:
            raise ValueError(f"crd2crd: the coordinate {crd} needs its shape")
        return crd2flat(crd, src_shape)
    if len(crd) != len(dst_shape):
        raise ValueError(f"the coordinate {crd} does not fit the shape {dst_shape}")
    sources = src_shape if is_tuple(src_shape) else (None,) * len(crd)
    return tuple(map(crd2crd, crd, dst_shape, sources))


def iter_layout(layout: Any) -> Iterator[tuple[Any, int]]:
    return ((idx2crd(i, layout.shape), layout(i)) for i in range(size(layout)))


def slice_modes(crd: Any, trg: Any) -> tuple[Any, ...]:
    """The parts of `trg` at the places where `crd` is None; a part of which one entry is left is that entry."""
    if not is_tuple(crd):
        return (trg,) if crd is None else ()
    if not is_tuple(trg):
        raise TypeError(f"the coordinate {crd} cannot cut the integer {trg}")
    if len(crd) != len(trg):
        raise ValueError(f"the coordinate {crd} does not fit {trg}")
    return tuple(as_shape(part) for part in map(slice_modes, crd, trg) if part)


def dice_modes(crd: Any, layout: Any) -> Any:
    """The parts at the places where `crd` is an integer."""
    def kept(crd: Any, trg: Any) -> tuple[Any, ...]:
        if not is_tuple(crd):
            return () if crd is None else (trg,)
        if not is_tuple(trg):
            raise TypeError(f"the coordinate {crd} cannot cut the integer {trg}")
        if len(crd) != len(trg):
            raise ValueError(f"the coordinate {crd} does not fit {trg}")
        return tuple(entry for part in map(kept, crd, trg) for entry in part)

    if not is_tuple(crd):
        return layout if crd is not None else Layout() if isinstance(layout, Layout) else ()
    if isinstance(layout, Layout):
        return Layout(as_shape(kept(crd, layout.shape)), as_shape(kept(crd, layout.stride)))
    return kept(crd, layout)


def slice_and_offset(crd: Any, layout: Any) -> tuple[Any, int]:
    if isinstance(layout, ComposedLayout):
        inner, offset = _sliced(crd, layout.inner)
        return ComposedLayout(layout.outer, inner, layout.preoffset + offset), 0
    parts = [slice_modes(crd, t) for t in (layout.shape, layout.stride)]
    if len(parts[0]) == 1 and is_tuple(parts[0][0]):
        parts = [part[0] for part in parts]
    return Layout(*parts, swizzle=layout.swizzle), crd2offset(crd, layout.shape, layout.stride)


def _sliced(crd: Any, layout: Any) -> tuple[Any, int]:
    """The same, but with the offset inside of a swizzle, where it belongs."""
    part, offset = slice_and_offset(crd, layout)
    if isinstance(layout, Layout) and layout.swizzle is not None and offset:
        return ComposedLayout(layout.swizzle, Layout(part.shape, part.stride), offset), 0
    return part, offset


# ------------------------------------------------------------------------------------------------------ algebra


def _tiler(tiler: Any) -> Any:
    """As colex takes it; an integer is the layout of so many consecutive elements."""
    if isinstance(tiler, Layout):
        return tiler._exact
    if is_tuple(tiler):
        return tuple(map(_tiler, tiler))
    if tiler is None or is_int(tiler):
        return tiler if tiler is None else colex.Layout(tiler)
    raise TypeError(f"a tiler is a layout, an integer or a tuple of these, not {type(tiler).__name__}")


def _by_tiler(operation: Callable[..., colex.Layout], layout: Any, tiler: Any) -> Any:
    if is_tuple(tiler) and len(tiler) > max(1, rank(layout)):
        raise ValueError(f"the tiler has {len(tiler)} entries, the layout {rank(layout)} modes")
    return _inside(layout, lambda x: _made(operation(x._affine, _tiler(tiler))))


def coalesce(obj: Any, profile: Any = None) -> Any:
    if profile is None:
        return _inside(obj, lambda x: _made(x._affine.coalesce()))
    parts = transform_tuple(as_tuple(profile) if profile is not None else (), lambda part: 1 if part is None else part)
    return _inside(obj, lambda x: _made(x._affine.coalesce(parts)))


def compose(layout_a: Any, layout_b: Any) -> Any:
    if isinstance(layout_b, ComposedLayout):
        return ComposedLayout(layout_a, layout_b)
    if isinstance(layout_a, Swizzle):
        inner = layout_b if isinstance(layout_b, Layout) else Layout(layout_b)
        return Layout(inner.shape, inner.stride, swizzle=layout_a) if inner.swizzle is None else ComposedLayout(layout_a, inner)
    if isinstance(layout_b, Swizzle):
        raise colex.InputError("input", "compose: a layout of a swizzle has no form in colex without the swizzle's domain")
    if isinstance(layout_a, ComposedLayout):
        return ComposedLayout(layout_a.outer, compose(layout_a.inner, layout_b), layout_a.preoffset)
    if isinstance(layout_b, Layout) and layout_b.swizzle is not None:
        return ComposedLayout(layout_a, layout_b)
    return _by_tiler(colex.composition, layout_a, layout_b)


def complement(layout: Layout, cosize_bound: Any = None) -> Any:
    if cosize_bound is None:
        return _made(colex.complement(layout._exact, cosize(layout), cute=True))
    return _made(colex.complement(layout._exact, size(cosize_bound), cute=True))


def right_inverse(layout: Any) -> Any:
    return _made(colex.right_inverse(layout._exact, cute=True)) if isinstance(layout, Layout) else layout


def left_inverse(layout: Any) -> Any:
    return _made(colex.left_inverse(layout._exact, cute=True)) if isinstance(layout, Layout) else layout


def nullspace(layout: Layout) -> Any:
    return _made(colex.nullspace(layout._exact))


def max_common_layout(layout_a: Any, layout_b: Any) -> Any:
    return _made(colex.max_common_layout(layout_a._exact, layout_b._exact))


def max_common_vector(layout_a: Any, layout_b: Any) -> int:
    return colex.max_common_vector(layout_a._exact, layout_b._exact)


def logical_divide(layout: Any, tiler: Any) -> Any:
    """A o (B, B*), B* the complement of B in size(A). A tuple divides mode by mode, an integer the first mode where it fits there."""
    if is_int(tiler):
        in_first = rank(layout) > 1 and size(mode(layout, 0)) % tiler == 0
        tiler = (tiler,) if in_first else Layout(tiler)
    if not is_tuple(tiler):
        return _inside(layout, lambda x: x if tiler is None else compose(x, Layout(tiler, complement(tiler, size(x)))))
    if len(tiler) > max(1, rank(layout)):
        raise ValueError(f"the tiler has {len(tiler)} entries, the layout {rank(layout)} modes")
    return _inside(layout, lambda x: _bundled([logical_divide(mode(x, k), _pair(part)) for k, part in enumerate(tiler)]
                                              + [mode(x, k) for k in range(len(tiler), rank(x))]))  # fmt: skip


def _bundled(modes: list[Layout]) -> Layout:
    return Layout(tuple(m.shape for m in modes), tuple(m.stride for m in modes))


def _by_first(tiler: Any, layout: Any) -> Any:
    return (tiler,) if is_int(tiler) and rank(layout) > 1 and size(mode(layout, 0)) % tiler == 0 else tiler


def zipped_divide(layout: Any, tiler: Any) -> Any:
    return _inside(layout, lambda x: hier_unzip(logical_divide, x, _by_first(tiler, x)))


def _second_opened(zipped: Any, *, first: bool) -> Any:
    """The entries of the second mode side by side, and with `first` those of the first."""
    sides = [mode(zipped, 0), mode(zipped, 1)]
    opened = [[mode(side, k) for k in range(rank(side))] if is_tuple(side.shape) else [side] for side in sides]
    return _bundled((opened[0] if first else sides[:1]) + opened[1])


def tiled_divide(layout: Any, tiler: Any) -> Any:
    return _inside(layout, lambda x: _second_opened(zipped_divide(x, tiler), first=False))


def flat_divide(layout: Any, tiler: Any) -> Any:
    return _inside(layout, lambda x: _second_opened(zipped_divide(x, tiler), first=True))


def _pair(tiler: Any) -> Any:
    return Layout(tiler) if is_int(tiler) else tiler


def logical_product(layout_a: Any, layout_b: Any) -> Any:
    return _by_tiler(lambda a, b: colex.logical_product(a, b, cute=True), layout_a, _pair(layout_b))


def zipped_product(layout_a: Any, layout_b: Any) -> Any:
    return _by_tiler(lambda a, b: colex.zipped_product(a, b, cute=True), layout_a, _pair(layout_b))


def tiled_product(layout_a: Any, layout_b: Any) -> Any:
    return _by_tiler(lambda a, b: colex.tiled_product(a, b, cute=True), layout_a, _pair(layout_b))


def flat_product(block: Any, tiler: Any) -> Any:
    return _by_tiler(lambda a, b: colex.flat_product(a, b, cute=True), block, _pair(tiler))


def blocked_product(layout_a: Any, layout_b: Layout) -> Any:
    return _inside(layout_a, lambda x: _made(colex.blocked_product(x._affine, layout_b._exact, cute=True)))


def raked_product(block: Any, tiler: Layout) -> Any:
    return _inside(block, lambda x: _made(colex.raked_product(x._affine, tiler._exact, cute=True)))


def hier_unzip(splitter: Callable[[Any, Any], Any], layout_a: Any, layout_b: Any) -> Any:
    if layout_b is None:
        return Layout((1, layout_a.shape), (0, layout_a.stride))
    if not is_tuple(layout_b):
        return splitter(layout_a, _pair(layout_b))
    if rank(layout_a) < len(layout_b):
        raise ValueError(f"the tiler has {len(layout_b)} entries, the layout {rank(layout_a)} modes")
    pairs = [hier_unzip(splitter, mode(layout_a, k), part) for k, part in enumerate(layout_b)]
    sides = [[mode(pair, 0) for pair in pairs], [mode(pair, 1) for pair in pairs]]
    sides[1] += [mode(layout_a, k) for k in range(len(layout_b), rank(layout_a))]
    return Layout(*(Layout(as_shape([m.shape for m in side]), as_shape([m.stride for m in side])) for side in sides))


def upcast(layout: Any, n: int) -> Any:
    return _made(colex.upcast(layout._exact, n, cover=True))


def downcast(layout: Any, n: int) -> Any:
    return _made(colex.downcast(layout._exact, n))


def _ranks(order: Any, count: int) -> tuple[int, ...]:
    """CuTe's order, a rank per mode, of the modes as listed from the fastest on."""
    listed = tuple(range(count)) if order is None else order
    if not is_tuple(listed) or sorted(listed) != list(range(count)):
        raise ValueError(f"{order} is no permutation of {count} modes")
    return tuple(listed.index(k) for k in range(count))


def make_ordered_layout(shape: Any, order: Any = None) -> Any:
    """`order` lists the modes, the fastest first."""
    ranks = _ranks(order, len(as_tuple(shape)))
    return Layout(shape, 1) if is_int(shape) else _made(colex.make_ordered_layout(shape, ranks))


def tile_to_shape(layout: Layout, target_shape: Any, order: Any = None) -> Any:
    wanted, block = product_each(normalize(target_shape)), product_each(layout.shape)
    if len(wanted) != len(block):
        raise ValueError(f"tile_to_shape: the target must have the same number of top-level modes as the layout, {len(block)}")
    return _made(colex.tile_to_shape(layout._exact, wanted, _ranks(order, len(wanted)), cover=True))


# ---------------------------------------------------------------------------------------------------- decisions


def is_injective(layout: Any) -> bool:
    return bool(colex.injective(as_layout_expr(layout)._exact))


def is_surjective(layout: Any, codomain_size: int | None = None) -> bool:
    """Onto [0, codomain_size), by default up to the greatest offset."""
    exact = as_layout_expr(layout)._exact
    return bool(colex.surjective(exact, colex.extent(exact) if codomain_size is None else codomain_size))


def is_bijective(layout: Any) -> bool:
    return is_injective(layout) and is_surjective(layout)


def is_contiguous(layout: Any) -> bool:
    return is_bijective(layout)


def functionally_equal(a: Any, b: Any) -> bool:
    return bool(colex.equal(as_layout_expr(a)._exact, as_layout_expr(b)._exact))
