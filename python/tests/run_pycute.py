#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs pycute's own tests, unmodified, on colex: run_pycute.py FOLDER [--lexicographic]

FOLDER holds test_*.py: test/python/pycute of CUTLASS, or test/distributed/_pycute of PyTorch with --lexicographic. The modules
that they import are replaced by colex's. At the end each test that fails is named with its cause: a refusal of colex, which
is a deliberate difference, or anything else, which is not. The exit status is 1 for anything else.
"""
import importlib.util
import pathlib
import sys
import types
import unittest

import colex


def install(lexicographic):
    """colex's module under the name that the tests import."""
    if not lexicographic:
        import colex.pycute

        sys.modules["pycute"] = colex.pycute
        return
    import colex.pycute_lexicographic

    for name in ("torch", "torch.distributed", "torch.testing", "torch.testing._internal"):
        sys.modules[name] = types.ModuleType(name)
    common = types.ModuleType("torch.testing._internal.common_utils")
    common.TestCase, common.run_tests = unittest.TestCase, unittest.main
    common.HardwareClassification = types.SimpleNamespace(GENERIC=None)
    sys.modules["torch.testing._internal.common_utils"] = common
    for part in ("", ".layout", ".int_tuple", ".typing"):
        sys.modules["torch.distributed._pycute" + part] = colex.pycute_lexicographic


def main(folder, lexicographic):
    install(lexicographic)
    suite = unittest.TestSuite()
    for path in sorted(pathlib.Path(folder).glob("test_*.py")):
        spec = importlib.util.spec_from_file_location(path.stem, path)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        suite.addTests(unittest.defaultTestLoader.loadTestsFromModule(module))
    count = suite.countTestCases()
    result = unittest.TestResult()
    suite.run(result)
    others = 0
    for test, trace in result.errors + result.failures:
        last = trace.strip().splitlines()[-1]
        refused = last.startswith(("colex._errors.Refused", "colex._errors.InputError", "colex._pycute.Refusal"))
        others += not refused
        print(f"{'refused' if refused else 'FAILED'}: {test.id()}: {last}")
        if not refused:
            print(trace)
    bad = len(result.errors) + len(result.failures)
    print(f"{count} tests: {count - bad} pass, {bad - others} end in a refusal, {others} fail otherwise")
    return 1 if others or not count else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], "--lexicographic" in sys.argv))
