#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""docs/coverage.md is what tools/coverage.py writes, which notices whatever does not exist: coverage_test.py COLEX"""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
import coverage  # noqa: E402

RIGHT = ("2.1", "what", "coalesce", "coalesce_is_a_normal_form", "tests/static/algebra.cpp", "")
PLANTED = {"no operation coalesced": (2, "coalesced"), "no law coalesce_is": (3, "coalesce_is"), "no test tests/static/alg.cpp": (4, "tests/static/alg.cpp"),
           "tests/static/bits.cpp speaks of none of coalesce": (4, "tests/static/bits.cpp")}  # fmt: skip


def wrong_in(colex, entry):
    return coverage.written(colex, [("title", "source", [entry])])[1]


def main(colex):
    assert wrong_in(colex, RIGHT) == []
    for said, (field, value) in PLANTED.items():
        found = wrong_in(colex, tuple(value if k == field else part for k, part in enumerate(RIGHT)))
        assert said in found, (said, found)
    return coverage.main(colex, "--check")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
