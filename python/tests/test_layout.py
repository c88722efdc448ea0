# SPDX-License-Identifier: MIT
"""The class Layout from Python's side: making, calling, indexing, comparing, copying."""
import copy
import pickle

import pytest

import colex
from colex import Layout

L = Layout("(4,(2,4)):(2,(1,8))")


def test_text_and_tuples_make_the_same_layout():
    assert L == Layout((4, (2, 4)), (2, (1, 8))) == Layout(L)
    assert (L.shape, L.stride) == ((4, (2, 4)), (2, (1, 8)))
    assert Layout((4, 8)) == Layout("(4,8):(1,4)")
    assert str(L) == "(4,(2,4)):(2,(1,8))" and repr(L) == "Layout('(4,(2,4)):(2,(1,8))')"
    assert Layout(()).size() == 1 and Layout((), ()).shape == ()


def test_a_call_evaluates_at_any_coordinate():
    assert L(21) == L(1, 5) == L((1, 5)) == L(1, (1, 2)) == 19
    assert [L(i) for i in range(L.size())] == L.evaluate() == list(L.offsets())
    for outside in (lambda: L(32), lambda: L(-1), lambda: L(4, 0), lambda: L(1, 2, 3)):
        with pytest.raises(colex.Refused) as refused:
            outside()
        assert refused.value.condition in ("in_domain", "congruent")
    with pytest.raises(TypeError):
        L()


def test_modes():
    assert L[1] == L[-1] == Layout("(2,4):(1,8)") and L[1, 0] == Layout("2:1")
    assert Layout((2, 3, 5))[1:3] == Layout("(3,5):(2,6)") and L[5:] == Layout((), ())
    assert list(L) == [Layout("4:2"), Layout("(2,4):(1,8)")] and len(L) == L.rank() == 2
    with pytest.raises(IndexError):
        L[2]
    with pytest.raises(ValueError):
        L[::2]


def test_slices_keep_the_offset():
    layout, offset = L[2, :]
    assert (layout, offset) == (Layout("((2,4)):((1,8))"), 4) and L(2, None) == L[2, :]
    assert L[2, :](5) == L[2, :](((1, 2),)) == L(2, (1, 2)) == offset + layout(5) == 21


def test_patterns():
    match L:
        case Layout((rows, _), stride):
            assert (rows, stride) == (4, (2, (1, 8)))
        case _:
            pytest.fail("no pattern matched")


def test_equality_is_of_structure_and_equivalence_of_functions():
    assert Layout("4:1") != Layout("(2,2):(1,2)") and Layout("4:1") != "4:1" and Layout("4:1") != 4
    assert Layout("4:1").equivalent("(2,2):(1,2)")
    no = Layout("(2,2):(3,1)").equivalent(Layout("(2,2):(1,3)"))
    assert not no and no == False and no.witness == {"index": 1, "left": 3, "right": 1}  # noqa: E712
    assert len({L, Layout(str(L)), Layout("4:1")}) == 2


def test_copies():
    S = colex.ComposedLayout("Sw<3,3,3> o 5 o (8,8):(8,1)")
    for value in (L, S, colex.Swizzle(2, 0, 3), colex.identity_layout((4, 8))):
        assert pickle.loads(pickle.dumps(value)) == value and hash(pickle.loads(pickle.dumps(value))) == hash(value)
        assert copy.copy(value) == copy.deepcopy(value) == value


def test_composition_has_an_operator():
    assert Layout("(4,6,8,10):(2,3,5,7)") @ Layout("6:12") == Layout("(2,3):(9,5)")
    assert Layout((4, 8)) @ (2, None) == Layout("(2,8):(1,4)")
    with pytest.raises(TypeError):
        L @ 4
    with pytest.raises(AttributeError):
        L.shape = 4


def test_swizzled_layouts():
    S = colex.Swizzle(3, 3, 3) @ Layout((64, 64), (64, 1))
    assert S == colex.ComposedLayout(colex.Swizzle(3, 3, 3), 0, Layout((64, 64), (64, 1)))
    assert S(1, 8) == colex.Swizzle(3, 3, 3)(64 + 8) == 64 and S.size() == 4096
    assert list(S.offsets()) == [S(i) for i in range(4096)]
    assert (S @ Layout("8:64"))(3) == S(192) and S.equivalent(S)
    assert isinstance(S.inner, Layout) and (S.outer.bits, S.offset) == (3, 0)
    assert not S.equivalent(S.inner)
    with pytest.raises(colex.Refused, match="overlap"):
        colex.Swizzle(3, 0, 1)
    with pytest.raises(colex.Refused):
        colex.ComposedLayout(colex.Swizzle(1, 0, 1), 0, Layout("4:-1"))


def test_layouts_of_coordinates():
    identity = colex.identity_layout((4, 8))
    assert identity == colex.CoordinateLayout("(4,8):(1@0,1@1)") and identity(2, 5) == identity(22) == (2, 5)
    assert identity.composition("(2,4):(2,8)")(1, 1) == (2, 2)
    with pytest.raises(colex.InputError):
        colex.CoordinateLayout("4:1")


def test_questions_are_true_or_false_and_say_why():
    yes, no = Layout("4:1").injective(), Layout("4:0").injective()
    assert yes and yes == True and not no and (no.witness["left"], no.witness["right"]) == (0, 1)  # noqa: E712
    assert colex.admissible_complement("4:3", 16) == "no" and "12 does not divide 16" in str(colex.admissible_complement("4:3", 16))


def test_other_languages():
    assert Layout((4, 8), (8, 1)).to("cute") == "Layout<Shape<_4,_8>,Stride<_8,_1>>"
    assert Layout((4, 8), (8, 1)).to("c") == "(i << 3) + j"
    assert colex.ComposedLayout("Sw<3,4,3> o 0 o (8,8):(8,1)").to("cute").startswith("ComposedLayout<Swizzle<3,4,3>,_0,")
    assert Layout((4, 8)).to("svg") == colex.draw(Layout((4, 8))).svg()
    assert colex.Swizzle(3, 4, 3).to("cute") == "Swizzle<3,4,3>"
    with pytest.raises(colex.Refused, match="linear over GF"):
        Layout((3, 4)).to("gluon")
    with pytest.raises(colex.InputError, match="no language"):
        Layout((3, 4)).to("fortran")


def test_every_no_says_why():
    assert str(colex.injective(Layout((3, 2), (1, 2)))) == "no, coordinates 2 and 3 have the same offset 2"
    assert repr(colex.compatible((4, 6), (4, (2, 4)))) == "<colex.Verdict no, entry 1: the extent 6 of A is not the 8 points of B>"
    assert colex.compatible((4, 6), (4, (2, 4))).witness == {"entry": [1], "left": 6, "right": 8}
    assert str(colex.congruent((4, 6), (4, (2, 4)))) == "no, entry 1: A is an integer and B a tuple of 2"
