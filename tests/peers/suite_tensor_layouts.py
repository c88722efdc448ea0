# SPDX-License-Identifier: MIT
"""tensor-layouts: its own tests over colex's answers. COLEX_PEER_TENSOR_LAYOUTS is a checkout."""
import importlib
import pathlib
import sys

from ask import Inexpressible, written
from judge import check
from stand_in import StandIn, run_pytest

FILES = ["layouts", "composed", "analysis", "paper_examples", "tensor", "external"]
ON_LAYOUTS = """left_inverse right_inverse nullspace max_common_layout max_common_vector blocked_product raked_product
upcast downcast append prepend cosize size rank depth""".split()
BY_TILER = """logical_divide zipped_divide tiled_divide flat_divide logical_product zipped_product tiled_product
flat_product""".split()
ON_TUPLES = "shape_div shape_mod inner_product weakly_congruent congruent compatible ".split()


class TensorLayouts(StandIn):
    def text(self, value):
        """A layout may carry a swizzle; a composed one is outer, offset, inner."""
        package = self.package[0]
        if isinstance(value, package.Swizzle):
            return f"Sw<{value.bits},{value.base},{value.shift}>"
        if isinstance(value, package.ComposedLayout):
            if not isinstance(value.outer, package.Swizzle):
                raise Inexpressible("a layout after an offset")
            return f"{self.text(value.outer)} o {value.preoffset} o {self.text(value.inner)}"
        if isinstance(value, package.Layout) and value.swizzle is not None:
            plain = package.Layout(value.shape, value.stride)
            return f"{self.text(value.swizzle)} o 0 o {self.text(plain)}"
        return super().text(value)

    def value(self, answer):
        if isinstance(answer, str) and answer.startswith("["):
            raise Inexpressible("a map over GF(2)")
        if isinstance(answer, str) and answer.startswith("Sw<") and " o " not in answer:
            return self.package[0].Swizzle(*map(int, answer[3:-1].split(",")))
        if isinstance(answer, str) and " o " in answer:
            swizzle, offset, inner = answer.split(" o ")
            package = self.package[0]
            outer = package.Swizzle(*map(int, swizzle[swizzle.index("<") + 1:-1].split(",")))
            inner = self.value(inner)
            if offset == "0":
                return package.Layout(inner.shape, inner.stride, swizzle=outer)
            return package.ComposedLayout(outer, inner, int(offset))
        return super().value(answer)

    def ask(self, op, args, original):
        """A slice of a swizzled layout is one value in colex, which has the slice's offset inside."""
        if op != "slice_and_offset" or " o " not in args[1]:
            return super().ask(op, args, original)
        package = self.package[0]

        def whole():
            layout, offset = original()
            return package.ComposedLayout(layout.swizzle, package.Layout(layout.shape, layout.stride), offset)

        part = super().ask(op, args, whole)
        if isinstance(part, package.ComposedLayout):
            return package.Layout(part.inner.shape, part.inner.stride, swizzle=part.outer), part.preoffset
        return part, 0


def layouts_only(stand, *args):
    """Plain numbers and tuples are left to the peer where colex would read them as layouts."""
    for a in args:
        if isinstance(a, tuple):
            raise Inexpressible("a tuple where colex reads a layout")
        if isinstance(a, int) and len(args) == 1:
            raise Inexpressible("a number where colex reads a layout")
    return [stand.text(a) for a in args]


def replace_all(stand, package):
    for name in ON_LAYOUTS:
        stand.replace(name, name, lambda *args: layouts_only(stand, *args))
    for name in BY_TILER:
        stand.replace(name, name, lambda a, b: by_tiler(stand, a, b))
    stand.replace("compose", "composition", lambda a, b: by_tiler(stand, a, b, padded=True))
    stand.replace("complement", "complement", lambda a, bound=None: [stand.text(a), cotarget(stand, package, a, bound)])
    stand.replace("coalesce", "coalesce", lambda a, profile=None: coalesced(stand, package, a, profile))
    for name in ("flatten", "sort"):
        stand.replace(name, name, lambda a: layouts_only(stand, a))
    stand.replace("group", "group", lambda a, start, end: [*layouts_only(stand, a), start, end])
    stand.replace("replace", "replace", lambda a, k, b: [stand.text(a), k, stand.text(b)])
    for name in ON_TUPLES:
        stand.replace(name, name)
    stand.replace("elem_scale", "elem_scale", lambda a, b: scaled(a, b))
    for name in ("prefix_product", "suffix_product"):
        stand.replace(name, name, lambda a, start=1: [written(a)] if start == 1 else [written(a), written(start)])
    stand.replace("crd2offset", "crd2idx", lambda c, shape, stride: [no_none(c), f"{written(shape)}:{written(stride)}"])
    stand.replace("crd2idx", "crd2idx", lambda c, shape, stride=None:
                  [no_none(c), written(shape) if stride is None else f"{written(shape)}:{written(stride)}"])  # fmt: skip
    stand.replace("idx2crd", "idx2crd", lambda c, shape: [written(c), stand.text(shape)])
    stand.replace("crd2flat", "crd2idx", lambda c, shape=None: [no_none(c), stand.text(shape)])
    stand.replace("slice_and_offset", "slice_and_offset", lambda c, a: [written(c), stand.text(a)])
    stand.replace("tile_to_shape", "tile_to_shape", lambda a, shape, order=None:
                  [stand.text(a), written(shape), *([written(order)] if order is not None else [])])  # fmt: skip
    stand.replace("is_injective", "injective", lambda a: layouts_only(stand, a))
    stand.replace("is_bijective", "bijective", lambda a: onto(stand, package, a))
    stand.replace("is_contiguous", "bijective", lambda a: onto(stand, package, a))  # its definition there
    stand.replace("is_surjective", "surjective", lambda a, codomain_size=None: onto(stand, package, a, codomain_size))
    stand.replace("functionally_equal", "equal", lambda a, b: layouts_only(stand, a, b))


def scaled(a, b):
    if isinstance(a, tuple) and not isinstance(b, tuple):
        raise Inexpressible("a tuple scaled by one number")
    return [written(a), written(b)]


def onto(stand, package, a, size=None):
    """There, the codomain is as many offsets as the layout spans, from its least."""
    if any(d < 0 for d in check.leaves(getattr(a, "stride", ()))):
        raise Inexpressible("a codomain that starts below zero")
    return [stand.text(a), cosize(package, stand, a) if size is None else size]


def coalesced(stand, package, a, profile):
    if profile is None:
        return layouts_only(stand, a)
    profile = profile if isinstance(profile, tuple) else (profile,)
    if len(profile) != len(package.as_tuple(a.shape)):
        raise Inexpressible("a profile of sizes")
    return [stand.text(a), stand.text(profile)]


def no_none(c):
    text = written(c)
    if "_" in str(text):
        raise Inexpressible("a coordinate with None as an offset")
    return text


def cosize(package, stand, a):
    stand.asleep += 1
    try:
        return package.cosize(a)
    finally:
        stand.asleep -= 1


def cotarget(stand, package, a, bound):
    return cosize(package, stand, a) if bound is None else stand.text(bound)


def by_tiler(stand, a, b, padded=False):
    """A short tiler keeps the other modes there."""
    if b is None:
        raise Inexpressible("None as a whole tiler")
    if isinstance(b, tuple):
        stand.asleep += 1
        short = len(stand.package[0].as_tuple(a.shape)) - len(b) if padded and stand.is_layout(a) else 0
        stand.asleep -= 1
        b = tuple(b) + (None,) * short
    return [stand.text(a), stand.text(b)]


def run(folder, colex):
    root = pathlib.Path(folder)
    sys.path.insert(0, str(root / "src"))
    package = importlib.import_module("tensor_layouts")
    names = ["layouts", "layout_utils", "analysis", "tensor"]
    modules = [package, *(importlib.import_module(f"tensor_layouts.{name}") for name in names)]
    package.as_tuple = modules[1].as_tuple
    stand = TensorLayouts(colex, "tensor_layouts", modules, package.Layout, package.is_layout)
    replace_all(stand, package)
    files = [root / "tests" / f"{name}.py" for name in FILES]
    tests = run_pytest(root, files, f"--rootdir={root}")
    return {"tests": tests, "rows": list(stand.rows.values()), "left": dict(stand.left)}
