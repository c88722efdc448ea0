# SPDX-License-Identifier: MIT
"""What is raised: refusals with their witness, text with its place, integers beyond the limit, values of no use."""
import pickle

import pytest

import colex
from colex import Layout


def test_a_refusal_has_condition_witness_and_sentence():
    with pytest.raises(colex.Refused) as refused:
        colex.composition("(4,6,8):(1,10,100)", "(3,2):(8,12)")
    why = refused.value
    assert why.condition == "no_carry" and why.position is None and not isinstance(why, colex.InputError)
    assert why.witness == {"index": 5, "got": 70, "want": 110, "left": 70, "right": 110}
    assert why.sentence == str(why) == ("composition((4,6,8):(1,10,100), (3,2):(8,12)): no_carry: no layout gives A(B(i)): "
                                        "at index 5 the modes add up to 70, A(B(5)) = 110")  # fmt: skip
    again = pickle.loads(pickle.dumps(why))
    assert (again.condition, again.witness, str(again)) == (why.condition, why.witness, str(why))


@pytest.mark.parametrize("call, position", [
    (lambda: Layout("(4,8:(1,4)"), (1, 5)),
    (lambda: Layout("4:1", None) and Layout("(4,8)\n:(1,x)"), (2, 5)),
    (lambda: colex.size("(4,8"), (1, 5)),
    (lambda: colex.expression("size(4:1"), (1, 9)),
    (lambda: colex.ComposedLayout("Sw<3,3,3> o 0 o (8,8):(8,"), (1, 26)),
])  # fmt: skip
def test_wrong_text_has_its_place(call, position):
    with pytest.raises(colex.InputError) as refused:
        call()
    assert (refused.value.condition, refused.value.position) == ("input", position)


@pytest.mark.parametrize("call", [
    lambda n: Layout(n, 1), lambda n: Layout((2, (n, 2))), lambda n: Layout(4, n), lambda n: Layout("4:1")(n),
    lambda n: Layout("4:1")((n,)), lambda n: colex.complement("4:1", n), lambda n: colex.find_layout([0, n]),
    lambda n: Layout("4:1").upcast(n), lambda n: Layout("4:1") @ (n,), lambda n: colex.evaluate("4:1", n),
])  # fmt: skip
@pytest.mark.parametrize("n", [2**62 + 1, 2**63, 2**64, -(2**64), 2**200, -(2**62) - 1])
def test_an_integer_beyond_the_limit_never_wraps(call, n):
    with pytest.raises(colex.InputError, match=r"2\^62"):
        call(n)


def test_what_leaves_the_limit_is_refused():
    big = Layout((2**61,), (1,))
    with pytest.raises(colex.Refused) as refused:
        big.append(Layout("4:1"))
    assert refused.value.condition == "overflow"
    with pytest.raises(colex.InputError, match=r"2\^62"):
        Layout((2**40, 2**40))
    with pytest.raises(colex.Refused, match="an array ends at 2\\^26"):
        Layout(2**40).offsets()


@pytest.mark.parametrize("wrong", [1.5, True, b"4:1", {}, object(), (1, "2"), [1.5], float("nan")])
def test_other_types_are_type_errors(wrong):
    for call in (lambda: colex.size(wrong), lambda: Layout(wrong), lambda: Layout(4, wrong), lambda: Layout("4:1")(wrong)):
        with pytest.raises((TypeError, colex.InputError)):
            call()
    with pytest.raises(TypeError):
        Layout("4:1").size(nothing=True)


def test_nesting_and_length_end():
    deep = 4
    for _ in range(100_000):
        deep = (deep,)
    with pytest.raises(colex.InputError, match="64 nodes"):
        Layout(deep)
    with pytest.raises(colex.InputError, match="64 nodes"):
        Layout((1,) * 1_000_000)
    while isinstance(deep, tuple):  # Python ends a deep tuple by recursion
        deep = deep[0]
    with pytest.raises(colex.InputError, match="1 MiB"):
        Layout("(" * 2_000_000)


def test_bytes_of_all_sorts_in_text():
    for text in ("\0", "4:1\0", "é:1", "\ud800", "4:1;", "", " ", "(" * 1000, "4" * 1000):
        with pytest.raises((colex.InputError, UnicodeEncodeError)):
            Layout(text)


@pytest.mark.filterwarnings("ignore:nanobind")
@pytest.mark.parametrize("kind", [colex.Layout, colex.ComposedLayout, colex.CoordinateLayout, colex.Swizzle])
@pytest.mark.parametrize("use", [colex.size, colex.coalesce, hash, str, pickle.dumps, colex.draw,
                                 lambda x: x(0), lambda x: x @ x, lambda x: x.equivalent("4:1")])  # fmt: skip
def test_an_object_without_a_value_is_refused(kind, use):
    with pytest.raises((TypeError, AttributeError, colex.Refused)):
        use(kind.__new__(kind))
