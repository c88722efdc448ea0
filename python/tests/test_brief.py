# SPDX-License-Identifier: MIT
"""The short way of a call answers as the long one, which every call with a keyword takes: value for value, and what is read later too."""
import copy
import pathlib
import pickle
import random
import sys

import pytest

import colex
from colex import Layout

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "bench"))
import python_rows  # noqa: E402


def said(function, *given, **options):
    try:
        answer = function(*given, **options)
    except colex.Refused as why:
        return type(why), why.condition, why.sentence, why.witness, why.position, str(why), repr(why), why.args
    if isinstance(answer, colex.Verdict):
        return answer.text, answer.witness, answer.decided, answer.word, bool(answer), repr(answer)
    return type(answer), str(answer)


@pytest.mark.parametrize("refused", [False, True])
def test_every_example_of_every_page(refused):
    asked = list(python_rows.calls(refused))
    assert len(asked) > 200
    for _, name, given, _ in asked:
        function = getattr(colex, name)
        assert said(function, *given) == said(function, *given, cute=False), (name, given)


def test_drawn_layouts():
    dice = random.Random("brief")

    def layout():
        count = dice.randint(1, 3)
        return Layout(tuple(dice.choice([1, 2, 3, 4, 6]) for _ in range(count)), tuple(dice.choice([0, 1, 2, 4, 6, 12, -1]) for _ in range(count)))

    binary = ("composition", "logical_divide", "logical_product", "equal", "admissible_composition", "max_common_layout", "compatible", "zip")
    unary = ("injective", "contiguous", "left_inverse", "right_inverse", "coalesce", "nullspace", "max_alignment", "complement")
    for _ in range(300):
        a, b, n = layout(), layout(), dice.choice([-1, 0, 1, 4, 12, 48, 2**62, 2**62 + 1, 2**70])
        for name, given in [*((name, (a, b)) for name in binary), *((name, (a,)) for name in unary), ("complement", (a, n)), ("surjective", (a, n)),
                            ("admissible_complement", (a, n)), ("evaluate", (a, n)), ("get", (a, n)), ("zipped_divide", (a, (2, None))),
                            ("logical_divide", (a, (b, 2))), ("slice", ((None, 1), a)), ("crd2idx", ((1, 1), a))]:  # fmt: skip
            function = getattr(colex, name)
            assert said(function, *given) == said(function, *given, cute=False), (name, given)


def test_drawn_calls_of_every_operation():
    """Arguments of all kinds, most of them refused: by the row, by what a row asks of its argument, or as no arguments of the operation."""
    dice = random.Random("calls")
    coordinates, swizzled = colex.CoordinateLayout, colex.ComposedLayout
    values = [Layout("(4,8):(8,1)"), Layout("(2,3):(1,4)"), Layout("4:-1"), Layout("3:2"), Layout(2**62), 0, 1, 4, 33, -1, 2**61, 2**62, (), (4, 6), (2, (3, 1)),
              (None, 1), (2**61, 4), (Layout("4:2"), 2), None, [0, 1, 3, 2], [1, 2, 5], [1, -2], [3, 2**61], colex.Swizzle(1, 0, 2), colex.Swizzle(3, 4, 3),
              swizzled("Sw<1,0,2> o 0 o (4,8):(8,1)"), swizzled("[1,3,4] o 1 o 4:2"), coordinates("(4,8):(1@0,1@1)"), coordinates("4:1@0+1@1"), "Sw<2,0,1>",
              coordinates("(2,3):(1@0,1@0)"), "Sw<2,0,1> o 0 o 8:1", "Sw<1,0,1> o -9 o 8:1", "[1,1] o 0 o 8:1", "(4,8):(1,4)", "4:2 o 2:1", "8:1 o 4:3", "(2,_)",
              "<2,3>", "()", "4:1@0", "x", "(4", "8:1 o 5:3 o 7:2", "Sw<1,0,1>"]  # fmt: skip
    pages = [(page["op"], len(page["parameters"])) for page in colex.pages()]

    def outcome(name, given, **options):
        try:
            return said(getattr(colex, name), *given, **options)
        except TypeError as why:
            return str(why)

    seen = set()
    for _ in range(12000):
        name, count = dice.choice(pages)
        given = [dice.choice(values) for _ in range(count)]
        short, long = outcome(name, given), outcome(name, given, cute=False)
        assert short == long, (name, given)
        seen.add(long[1] if isinstance(long, tuple) and isinstance(long[0], type) and issubclass(long[0], colex.Refused) else "")
    assert {"overlap", "overflow", "not_negative", "capacity", "linear", "in_domain", "input"} <= seen


def test_a_text_that_was_read_before():
    text = "".join(["Sw<2,0,", "2> o 0 o (4,4):(4,1)"])
    assert [str(colex.cosize(text)) for _ in range(3)] == ["16"] * 3
    many = [f"Sw<1,0,1> o 0 o {k}:1" for k in range(2, 200)]  # more than are kept
    for _ in range(2):
        assert [colex.size(text) for text in many] == list(range(2, 200))
    with pytest.raises(UnicodeEncodeError):
        colex.size("\ud800")
    with pytest.raises(colex.InputError, match="argument 1:1:6: "):
        colex.size("(4,8,")


def test_what_is_read_later_is_kept_and_travels():
    outer, inner = Layout("(4,6,8):(1,10,100)"), Layout("(3,2):(8,12)")
    with pytest.raises(colex.Refused) as refused:
        outer @ inner
    why = refused.value
    assert "_said" not in vars(why) and why.condition == "no_carry"  # no sentence yet
    for again in (pickle.loads(pickle.dumps(why)), copy.copy(why)):
        assert (again.condition, again.sentence, again.witness) == (why.condition, why.sentence, why.witness)
    assert "_said" in vars(why) and why.sentence.startswith("composition((4,6,8):(1,10,100), (3,2):(8,12)): no_carry: ")


def test_a_list_is_read_as_it_was_given():
    table = [0, 1, 3]
    with pytest.raises(colex.Refused) as refused:
        colex.find_layout(table)
    columns = [1, 1]
    verdict = colex.bijective(columns, 2)
    table[2], columns[1] = 2, 2
    assert "_said" not in vars(refused.value) and refused.value.sentence.startswith("find_layout(0,1,3): run_divides: ")
    assert not verdict and str(verdict) == str(colex.bijective([1, 1], 2)) and colex.bijective(columns, 2)
    for wrong in ([0, 2**62 + 1], [], (), [0, 2**70]):
        assert said(colex.find_layout, wrong) == said(colex.find_layout, wrong, cute=False)
    for wrong in ([0, True], [0, "1"], [[0, 1]], [0, None]):
        with pytest.raises(TypeError, match="^argument 1: expected a table of integers, not "):
            colex.find_layout(wrong)
    longer = list(range(2000))
    assert colex.find_layout(longer) == colex.Layout(2000) == colex.find_layout(tuple(longer))


def test_a_layout_takes_few_bytes_and_keeps_every_leaf():
    assert sys.getsizeof(Layout("(4,8):(8,1)")) <= 128
    dice = random.Random("held")
    for leaves in range(1, 33):
        entries = [(2, 2**k) for k in range(leaves)]
        while len(entries) > 1 and dice.random() < 0.8:  # nested at random
            k = dice.randrange(len(entries) - 1)
            entries[k : k + 2] = [tuple((entries[k][part], entries[k + 1][part]) for part in (0, 1))]
        shape, stride = (tuple(entry[part] for entry in entries) for part in (0, 1))
        layout, same, other = Layout(shape, stride), Layout(shape, stride), Layout(shape)
        assert (layout.shape, layout.stride) == (shape, stride) == (same.shape, same.stride)
        assert layout == same and hash(layout) == hash(same) and layout(2**leaves - 1) == 2**leaves - 1
        assert (layout == other) == (other.stride == stride)


def test_find_layout_of_arrays():
    numpy = pytest.importorskip("numpy")
    values = Layout("((2,3),4):((3,6),18)").offsets()
    for array in (values, values.astype(numpy.int32), numpy.repeat(values, 2)[::2], values.tolist(), values.astype(numpy.int16)):
        assert str(colex.find_layout(array)) == str(colex.find_layout(values.tolist()))
    texts = ([5, 4], [], [0, 2**62 + 1], [0, 1, 3], [[0, 1], [2, 3]], [0.0, 1.0])
    for wrong in map(numpy.array, texts):
        with pytest.raises((colex.Refused, TypeError)):
            colex.find_layout(wrong)
