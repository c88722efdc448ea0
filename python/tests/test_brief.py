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
