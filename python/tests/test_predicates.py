# SPDX-License-Identifier: MIT
"""Predicates of accesses from Python: of numbers by the module, of sizes by the program; right answers and what is refused."""
import colex
import pytest

VECTORS = "(b<4, t<8) -> (4*b + t/2, t%2*8)"


def test_numbers():
    assert colex.predicate(VECTORS, "4*b + t/2 < 10", tensor=(10, 16), width=8) == {
        "exact": True, "points": 32, "accesses": 20, "elements": 160, "lost": {"count": 0}, "past": {"count": 0}}  # fmt: skip
    said = colex.predicate(VECTORS, "4*b + t/2 < 9", tensor="(10,14)", width=8, given=["t < 3"])
    assert (said["exact"], said["lost"]) == (False, {"count": 14, "first": [9, 0]})
    assert said["past"] == {"count": 9, "at": [0, 1], "moves": [0, 8], "outside": [0, 14]}
    assert said["given"] == [{"given": "t < 3", "implied": False, "at": [3, 0]}]
    assert said["why"].startswith("lost and past the end: lost: 14 of 140 elements, the first (9,0); past the end: 9 of 18 accesses")
    assert colex.predicate("(t<8) -> 4*t", "t < 8", bytes=128, element=4, width=4)["exact"]
    assert colex.predicate("(t<8) -> (4*t, 0)", "t < 2", tensor=(8, 1), width=4, along=0)["exact"]


def test_sizes():
    said = colex.predicate("(b<(N+7)/8) -> 8*b", "8*b < N", tensor="N", width=8)
    assert (said["exact"], said["lost"]["is"], said["past"]["where"], said["past"]["sizes"]) == (False, "never", "N % 8 != 0", {"N": 1})
    assert colex.predicate("(b<(N+7)/8) -> 8*b", "8*b < N", tensor="N", width=8, assume=["N % 8 == 0"])["exact"]
    with colex.assuming(colex.unknown("N") % 8 == 0):
        assert colex.predicate("(b<(N+7)/8) -> 8*b", "8*b < N", tensor=("N",), width=8)["exact"]


def test_what_is_refused():
    for asked, message in (
        ({"map": "8:1", "predicate": "t < 4", "tensor": 8}, "map:1:1: expected a map"),
        ({"map": VECTORS, "predicate": "t < q", "tensor": (8, 8)}, "unknown name q"),
        ({"map": VECTORS, "predicate": "t < 4"}, "give the tensor's shape"),
        ({"map": VECTORS, "predicate": "t < 4", "tensor": (8, 8), "width": 0}, "width: 1 to 1048576"),
        ({"map": VECTORS, "predicate": "t < 4", "tensor": (8, 8), "assume": ["1 == 2"]}, "that does not hold"),
        ({"map": VECTORS, "predicate": "t < 4", "tensor": (8, 8), "language": "rust"}, "language: expected either, c or python"),
    ):  # fmt: skip
        with pytest.raises(colex.InputError, match=message):
            colex.predicate(**asked)
    with pytest.raises(TypeError):
        colex.predicate(VECTORS, "t < 4", tensor=(8, 8.5))
