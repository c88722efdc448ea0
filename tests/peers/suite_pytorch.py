# SPDX-License-Identifier: MIT
"""PyTorch's torch/distributed/_pycute, which counts lexicographically: its own tests over colex's answers.

COLEX_PEER_PYTORCH is a checkout, or a folder with torch/distributed/_pycute and test/distributed/_pycute of one. Nothing
else of PyTorch is loaded: the few names that the tests import from it stand for unittest's.
"""
import importlib
import pathlib
import sys
import types
import unittest

from ask import Inexpressible, written
from stand_in import StandIn, run_unittests
from suite_pycute import replace_layout_functions, replace_tuple_functions


def replace_coordinates(stand):
    """An index counts lexicographically; a coordinate that is written out means the same in both orders."""
    def layout(shape, stride):
        return f"{written(shape)}:{written(stride)}"

    def offset(c, shape, stride=None):
        if "_" in str(written(c)):
            raise Inexpressible("a coordinate with None as an offset")
        if stride is None:
            stand.asleep += 1
            stride = stand.package[0].suffix_product(shape)
            stand.asleep -= 1
        stand.asleep += 1
        past = isinstance(c, int) and not isinstance(shape, int) and c >= stand.package[0].product(shape)
        stand.asleep -= 1
        if past or isinstance(shape, int):  # past the end the first mode runs on: in the reversed layout, the last
            return ["crd2idx", written(c), layout(mirrored(shape), mirrored(stride))]
        return ["lex_evaluate", layout(shape, stride), written(c)]

    def natural(i, shape, stride=None):
        if stride is not None or isinstance(i, tuple):
            raise Inexpressible("idx2crd with strides, or of a coordinate")
        return [i, written(shape)]

    stand.replace("crd2idx", None, offset)
    stand.replace("idx2crd", "lex_idx2crd", natural)


def mirrored(t):
    return tuple(mirrored(entry) for entry in reversed(t)) if isinstance(t, tuple) else t


def packages(root):
    """torch and torch.distributed as empty packages, so that _pycute alone is loaded."""
    for name in ("torch", "torch.distributed", "torch.testing", "torch.testing._internal"):
        module = types.ModuleType(name)
        module.__path__ = [str(root.joinpath(*name.split(".")))]
        sys.modules[name] = module
    common = types.ModuleType("torch.testing._internal.common_utils")
    common.TestCase, common.run_tests = unittest.TestCase, unittest.main
    common.HardwareClassification = types.SimpleNamespace(GENERIC=None)
    sys.modules[common.__name__] = common


def run(folder, colex):
    root = pathlib.Path(folder)
    packages(root)
    names = ["", ".layout", ".int_tuple"]
    modules = [importlib.import_module(f"torch.distributed._pycute{name}") for name in names]
    stand = StandIn(colex, "pytorch", modules, modules[0].Layout, modules[0].is_layout)
    replace_layout_functions(stand, lexicographic=True)
    replace_tuple_functions(stand)
    replace_coordinates(stand)
    tests = run_unittests(root / "test" / "distributed" / "_pycute")
    return {"tests": tests, "rows": list(stand.rows.values()), "left": dict(stand.left)}
