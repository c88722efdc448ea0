# SPDX-License-Identifier: MIT
"""CUTLASS's pycute: its own tests over colex's answers. COLEX_PEER_CUTLASS is a checkout of CUTLASS."""
import importlib
import pathlib
import sys

from ask import Inexpressible, written
from stand_in import StandIn, run_unittests

NAMES = """coalesce filter composition complement right_inverse left_inverse logical_divide logical_product zipped_divide
tiled_divide zipped_product tiled_product slice_and_offset""".split()


def replace_layout_functions(stand, lexicographic=False):
    """The functions on layouts and tuples that pycute and its forks share."""
    def tiler(a, b):
        if b is None:
            raise Inexpressible("None as a whole tiler")
        if isinstance(b, tuple):  # the modes that a short tiler does not reach are kept, as in pycute
            b = b + (None,) * (len(a) - len(b))
        return [stand.text(a), stand.text(b)]

    op = (lambda name: f"lex_{name}") if lexicographic else (lambda name: name)
    stand.replace("coalesce", op("coalesce"), lambda a, profile=None: [stand.text(a)] if profile is None
                  else [stand.text(a), stand.text(profile)])  # fmt: skip
    stand.replace("complement", op("complement"), lambda a, cotarget=1: [stand.text(a), int(cotarget)])
    stand.replace("composition", op("composition"), tiler)
    stand.replace("right_inverse", op("right_inverse"), lambda a: not_none(stand, a))
    if lexicographic:
        return
    stand.replace("filter", "filter", lambda a, profile=None: [stand.text(a)] if profile is None
                  else [stand.text(a), stand.text(profile)])  # fmt: skip
    stand.replace("left_inverse", "left_inverse", lambda a: not_none(stand, a))
    for name in NAMES[6:12]:
        stand.replace(name, name, tiler)
    stand.replace("slice_and_offset", "slice_and_offset")


def not_none(stand, a):
    if a is None:
        raise Inexpressible("None as a layout")
    return [stand.text(a)]


def replace_tuple_functions(stand):
    for name in ("shape_div", "elem_scale", "inner_product"):
        stand.replace(name, name)
    for name in ("prefix_product", "suffix_product"):
        if any(hasattr(m, name) for m in stand.package):
            stand.replace(name, name, one_start(stand))
    stand.replace("product", "product", lambda a: [stand.text(a)])


def one_start(stand):
    def encode(a, start=1):
        if isinstance(start, tuple):
            raise Inexpressible("a tuple of starts")
        return [stand.text(a)] if start == 1 else [stand.text(a), start]
    return encode


def replace_coordinates(stand):
    def layout(shape, stride):
        return f"{written(shape)}:{written(stride)}"

    stand.replace("crd2idx", "crd2idx", lambda c, shape, stride=None:
                  [written(c), written(shape) if stride is None else layout(shape, stride)])  # fmt: skip
    stand.replace("idx2crd", "idx2crd", lambda i, shape, stride=None: no_stride([written(i), written(shape)], stride))


def no_stride(args, stride):
    if stride is not None:
        raise Inexpressible("idx2crd with strides")
    return args


def run(folder, colex):
    root = pathlib.Path(folder)
    sys.path.insert(0, str(root / "python"))
    package = importlib.import_module("pycute")
    modules = [package, importlib.import_module("pycute.layout"), importlib.import_module("pycute.int_tuple")]
    stand = StandIn(colex, "pycute", modules, package.Layout, package.is_layout)
    replace_layout_functions(stand)
    replace_tuple_functions(stand)
    replace_coordinates(stand)
    tests = run_unittests(root / "test" / "python" / "pycute")
    return {"tests": tests, "rows": list(stand.rows.values()), "left": dict(stand.left)}
