# SPDX-License-Identifier: MIT
"""tract (Colfax): its own tests, whose `cutlass.cute` is a module of this file that asks colex. COLEX_PEER_TRACT is a checkout
of layout-categories; numpy and pytest are needed."""
import pathlib
import sys
import types

from ask import read, written
from stand_in import run_pytest


class Layout:
    """CuTe DSL's layout, as far as tract uses it."""

    def __init__(self, shape, stride):
        self.shape, self.stride = shape, stride

    def __eq__(self, other):
        return (self.shape, self.stride) == (other.shape, other.stride)

    def __str__(self):
        return f"{written(self.shape)}:{written(self.stride)}"


class Asked:
    """The functions of cutlass.cute that tract calls; each answer is colex's."""

    def __init__(self, colex):
        self.colex, self.rows = colex, []

    def answer(self, op, *args):
        texts = [str(a) if isinstance(a, Layout) else written(a) for a in args]
        reply = self.colex.reply(op, texts)
        if not reply["ok"]:
            raise AssertionError(f"{op}({', '.join(map(str, texts))}): {reply['error']['message']}")
        value = read(reply["result"]) if isinstance(reply["result"], str) else reply["result"]
        return Layout(*value) if ":" in str(reply["result"]) else value

    def make_layout(self, shape, stride=None):
        return self.answer("make_layout", tuple_of(shape), *([] if stride is None else [tuple_of(stride)]))

    def coalesce(self, layout, target_profile=None):
        return self.answer("coalesce", layout, *([] if target_profile is None else [target_profile]))

    def module(self):
        cute = types.ModuleType("cutlass.cute")
        cute.Layout, cute.jit = Layout, lambda function: function
        cute.make_layout, cute.coalesce = self.make_layout, self.coalesce
        for op in ("composition", "complement", "logical_divide", "logical_product", "size", "rank"):
            setattr(cute, op, lambda *args, op=op: self.answer(op, *args))
        cute.flatten_to_tuple = lambda t: tuple(leaves(t))
        return cute


def tuple_of(t):
    return tuple(map(tuple_of, t)) if isinstance(t, (tuple, list)) else int(t)


def leaves(t):
    return [t] if isinstance(t, int) else [leaf for entry in t for leaf in leaves(entry)]


def run(folder, colex):
    asked = Asked(colex)
    cutlass = types.ModuleType("cutlass")
    cutlass.cute = asked.module()
    cutlass.const_expr, cutlass.range_constexpr, cutlass.Constexpr = (lambda x: x), range, list
    sys.modules.update({"cutlass": cutlass, "cutlass.cute": cutlass.cute})
    files = sorted(pathlib.Path(folder).rglob("tests/morphism_tests.py"))
    if len(files) != 1:
        raise SystemExit(f"tract: {len(files)} files tests/morphism_tests.py under {folder}")
    sys.path.insert(0, str(files[0].parent.parent / "src"))
    tests = run_pytest(folder, files, f"--rootdir={files[0].parent.parent}")
    return {"tests": tests, "rows": [], "left": {}, "calls": len(colex.known)}
