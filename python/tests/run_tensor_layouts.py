#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs tensor-layouts' own tests of the algebra, unmodified, on colex: run_tensor_layouts.py CHECKOUT [--list]

The module that tests/layouts.py imports is replaced by colex.compat.tensor_layouts. The tests that fail must be those listed in
tensor_layouts_differences.json with a reason, each; --list prints those that fail as JSON. Exit status 1 for any other.
"""
import json
import pathlib
import sys
import types

import pytest

import colex.compat.tensor_layouts as ours

LISTED = pathlib.Path(__file__).resolve().parent / "tensor_layouts_differences.json"
NOT_HERE = {"tensor_layouts.layout_utils": ["make_layout_like", "tile_mma_grid"], "tensor_layouts.atoms_nv": ["SM80_16x8x16_F16F16F16F16_TN"]}


def install():
    """colex's module under the names that the tests import; what is not there is None, and a test that asks for it fails."""
    for name in ("tensor_layouts", "tensor_layouts.analysis", "tensor_layouts.layout_utils", "tensor_layouts.atoms_nv"):
        module = types.ModuleType(name)
        module.__dict__.update({key: value for key, value in vars(ours).items() if not key.startswith("__")}, __all__=ours.__all__)
        module.__dict__.update({key: None for key in NOT_HERE.get(name, [])})
        sys.modules[name] = module


class Collect:
    def __init__(self):
        self.passed, self.failed = 0, {}

    def pytest_runtest_logreport(self, report):
        if report.failed:
            self.failed[report.nodeid.split("::", 1)[1]] = str(report.longrepr).strip().splitlines()[-1]
        elif report.when == "call" and report.passed:
            self.passed += 1


def main(checkout, list_them):
    install()
    collect = Collect()
    folder = pathlib.Path(checkout) / "tests"
    pytest.main(["-q", "--no-header", "--tb=line", "-p", "no:cacheprovider", "--noconftest", "--rootdir", str(folder), "--show-capture=no", "-W", "ignore",
                 str(folder / "layouts.py")], plugins=[collect])  # fmt: skip
    listed = json.loads(LISTED.read_text()) if LISTED.exists() else {}
    if list_them:
        print(json.dumps({test: listed.get(test, why) for test, why in sorted(collect.failed.items())}, indent=1))
    new = [f"NEW {test}: {why}" for test, why in collect.failed.items() if test not in listed]
    gone = [f"PASSES NOW {test}" for test in listed if test not in collect.failed]
    print(*new, *gone, f"{collect.passed + len(collect.failed)} tests: {collect.passed} pass, {len(collect.failed)} differ", sep="\n")
    return 1 if new or gone or not collect.passed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], "--list" in sys.argv))
