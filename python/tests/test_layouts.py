# SPDX-License-Identifier: MIT
"""Columns of layouts: each row is what the operation answers of it alone; memory is shared; refusals are made when read."""
import json
import random

import pytest

import colex
from test_operations import outcome, side_by_side

numpy = pytest.importorskip("numpy")
Layouts = colex.Layouts
ROWS = 400


def random_layouts(dice):
    def numbers(choices):
        return numpy.array([dice.choice(choices) for _ in range(ROWS)], dtype=dice.choice([numpy.int64, numpy.int32]))

    extents, strides = [1, 2, 3, 4, 6, 8, 16], [0, 1, 2, 3, 4, 8, 24, 96]
    return Layouts((numbers(extents), (numbers(extents), 2)), (numbers(strides), (numbers(strides), dice.choice(strides))))


@pytest.mark.parametrize("name", ["coalesce", "right_inverse", "left_inverse", "composition", "logical_divide", "logical_product", "complement"])
def test_layouts_row_by_row(name):
    dice = random.Random(f"layouts {name}")
    a, b = random_layouts(dice), random_layouts(dice)
    top = numpy.array([dice.choice([24, 96, 768]) for _ in range(ROWS)])
    others = {"composition": (b,), "logical_divide": (b,), "logical_product": (b,), "complement": (top,)}.get(name, ())
    answers = getattr(a, name)(*others)
    refused = 0
    for row in range(ROWS):
        want = outcome(lambda: getattr(colex, name)(a[row], *(int(o[row]) if o is top else o[row] for o in others)))  # noqa: B023
        assert outcome(lambda: answers[row]) == want, (name, row)  # noqa: B023
        assert answers.refused[row] == isinstance(want, tuple) and answers.condition(row) == (want[0] if isinstance(want, tuple) else None)
        refused += isinstance(want, tuple)
    assert len(answers) == ROWS and refused < ROWS and (refused > 0 or name in ("coalesce", "right_inverse"))


BY_MODE = [
    "composition", "logical_divide", "zipped_divide", "tiled_divide", "flat_divide",
    "logical_product", "zipped_product", "tiled_product", "flat_product",
]  # fmt: skip


@pytest.mark.parametrize("name", [*BY_MODE, "blocked_product", "raked_product"])
def test_tilers_row_by_row(name):
    dice = random.Random(f"tilers {name}")
    a, b = random_layouts(dice), random_layouts(dice)
    column = numpy.array([dice.choice([1, 2, 2, 4]) for _ in range(ROWS)], dtype=numpy.int32)
    nested = Layouts((column, 2), (1, 4))
    whole = [b, "2:1", colex.Layout((2, 2), (1, 4))]
    tilers = [(column, 2), (None, (column, None)), (nested, column), (colex.Layout(2, 2), None), (2,), (column, column, column), ((column, 1),)]
    answered = refused = 0
    for by in whole + (tilers if name in BY_MODE else []):
        for options in [{}, {"cover": True}] if name.endswith("divide") else [{}]:
            answers = getattr(a, name)(by, **options)
            for row in range(0, ROWS, 3):
                want = outcome(lambda: getattr(colex, name)(a[row], of_row(by, row), **options))  # noqa: B023
                assert outcome(lambda: answers[row]) == want, (name, by, row)  # noqa: B023
                refused += isinstance(want, tuple)
                answered += not isinstance(want, tuple)
    assert answered > 100 and refused > 10


def test_tile_to_shape_row_by_row():
    dice = random.Random("tile_to_shape")
    a = random_layouts(dice)
    width, height = (numpy.array([dice.choice([4, 12, 48, 7]) for _ in range(ROWS)], dtype=kind) for kind in (numpy.int64, numpy.int32))
    whole = Layouts((width, height), (0, 0))
    answered = refused = 0
    for shape in [(width, 24), (48, (height, 2)), (width, height, 2), (48,), 48, whole]:
        for options in [{}, {"cover": True}, {"order": (1, 0)}, {"order": 0}]:
            answers = a.tile_to_shape(shape, **options)
            for row in range(0, ROWS, 3):
                target = (int(width[row]), int(height[row])) if shape is whole else of_row(shape, row)
                given = [a[row], target, *([options["order"]] if "order" in options else [])]
                want = outcome(lambda: colex.tile_to_shape(*given, cover=options.get("cover", False)))  # noqa: B023
                assert outcome(lambda: answers[row]) == want, (shape, options, row)  # noqa: B023
                refused += isinstance(want, tuple)
                answered += not isinstance(want, tuple)
    assert answered > 100 and refused > 10
    with pytest.raises(ValueError, match="not equally long"):
        a.tile_to_shape((width[1:], 24))


def test_what_two_columns_have_in_common():
    dice = random.Random("common")
    a, b = random_layouts(dice), random_layouts(dice)
    layouts, vectors = a.max_common_layout(b), a.max_common_vector(b)
    for row in range(ROWS):
        assert layouts[row] == colex.max_common_layout(a[row], b[row])
        assert vectors.values[row] == colex.max_common_vector(a[row], b[row]) == colex.size(layouts[row])
    assert len(set(vectors.values.tolist())) > 3 and not vectors.refused.any()
    assert a.max_common_vector("4:1").values[0] == colex.max_common_vector(a[0], "4:1")


def test_bank_degrees_row_by_row():
    dice = random.Random("banks")
    stride = numpy.array([dice.choice([1, 4, 8, 16, 64, 72, 128]) for _ in range(ROWS)])
    tall = numpy.array([dice.choice([8, 16, 64]) for _ in range(ROWS)], dtype=numpy.int32)
    for accesses, how in [
        (Layouts(((8, 4), 2), ((stride, 8), tall)), {"on": "sm90", "element": 2, "width": 16}),
        (Layouts((32, 2), (stride, tall)), {"on": "sm90", "element": 4, "store": True}),
        (Layouts((16, 2), (stride, tall)), {"on": "gfx942", "bits": 16, "width": 8, "lanes": 16}),
        (Layouts((64, 2), (stride, tall)), {"on": "gfx942", "element": 4}),
        (Layouts((tall, 2), (stride, 1)), {"on": "sm90", "element": 4}),
    ]:
        answers = accesses.bank_degree(**how)
        for row in range(ROWS):
            want = outcome(lambda: colex.banks(accesses[row], **how)["degree"])  # noqa: B023
            if isinstance(want, tuple):
                assert answers.condition(row) == want[0] and answers.refused[row] and answers.why(row).sentence == want[1], (how, row)
            else:
                assert answers.values[row] == want and answers.condition(row) is None and answers.why(row) is None, (how, row)
        assert len(set(answers.values.tolist())) > 2
    refused = Layouts.of(["4:3", "(32,1)"]).complement(64).bank_degree(on="sm90")
    assert [refused.condition(row) for row in (0, 1)] == ["cotarget_divides", "input"]
    for wrong, said in {"on": "sm1", "width": 3, "element": 3, "lanes": 33}.items():
        with pytest.raises(colex.InputError):
            Layouts((32, 1)).bank_degree(**{"on": "sm90", wrong: said})


def of_row(by, row):
    """The tiler of one row."""
    if isinstance(by, tuple):
        return tuple(of_row(entry, row) for entry in by)
    return int(by[row]) if isinstance(by, numpy.ndarray) else by[row] if isinstance(by, Layouts) else by


def test_what_is_no_tiler():
    tiles = Layouts((numpy.array([4, 8]), 4), (1, 8))
    with pytest.raises(ValueError, match="equally long"):
        tiles.zipped_divide((numpy.array([2, 2, 2]),))
    with pytest.raises(ValueError, match="several profiles"):
        tiles.zipped_divide((Layouts.of(["2:1", "(2,2):(1,2)"]),))
    with pytest.raises(ValueError, match="bounded"):
        tiles.composition((2,), bounded=True)
    with pytest.raises(TypeError, match="int64 or int32"):
        tiles.zipped_divide((numpy.array([2.5, 1]),))
    with pytest.raises(TypeError, match="not str"):
        tiles.zipped_divide(("2:1",))


def test_options():
    tiles = Layouts((numpy.array([5, 6]), 4), (1, 8))
    assert list(tiles.logical_divide("2:1").refused) == [True, False]
    assert tiles.logical_divide("2:1", cover=True)[0] == colex.logical_divide(tiles[0], "2:1", cover=True)
    lines = Layouts(numpy.array([4, 8]), 2)
    assert lines.complement(99).refused.all() and lines.complement(99, cover=True)[1] == colex.complement(lines[1], 99, cover=True)
    long = Layouts(numpy.array([4, 16]), 1).composition("8:1", bounded=True)
    assert list(long.refused) == [True, False] and "domain" in long.why(0).sentence


@pytest.mark.parametrize("name", ["size", "cosize", "max_alignment", "injective", "surjective", "evaluate", "admissible_composition"])
def test_numbers_row_by_row(name):
    dice = random.Random(f"numbers {name}")
    a, b = random_layouts(dice), random_layouts(dice)
    index = numpy.array([dice.randrange(8) for _ in range(ROWS)])
    others = {"evaluate": (index,), "surjective": (8,), "admissible_composition": (b,)}.get(name, ())
    answers = getattr(a, name)(*others)
    for row in range(ROWS):
        want = outcome(lambda: getattr(colex, name)(a[row], *(o if isinstance(o, int) else int(o[row]) if o is index else o[row] for o in others)))  # noqa: B023
        if isinstance(want, tuple):
            assert (answers.condition(row), answers.why(row).sentence, answers.why(row).witness) == want
        elif isinstance(want, colex.Verdict) and name != "admissible_composition":
            assert bool(answers.values[row]) == bool(want) and str(answers.why(row) or want) == str(want)
        elif name == "admissible_composition":
            assert str(want).startswith(("textbook", "representable", "no layout")[answers.values[row]])
            assert answers.refused[row] != bool(want) and str(answers.why(row) or want) == str(want)
        else:
            assert answers.values[row] == want


def test_columns_are_not_copied():
    extents = numpy.arange(2, 1002)
    all_of_them = Layouts((extents, 4), (1, extents))
    (shape, stride), (four, _) = all_of_them.columns
    assert numpy.shares_memory(shape, extents) and numpy.shares_memory(all_of_them[100:].columns[0][0], extents)
    assert four.strides == (0,) and set(four) == {4} and not stride.flags.writeable
    assert all_of_them[100:200][5] == colex.Layout((107, 4), (1, 107)) == all_of_them[105]
    every_second = Layouts(extents[::2], 1)
    assert len(every_second) == 500 and every_second[3] == colex.Layout(8)
    answer = Layouts(extents, 3).coalesce().columns[0][0]  # the columns outlive what they were read from
    assert answer[0] == 2 and answer[999] == 1001


def test_made_of_lists_products_and_tilings():
    mixed = Layouts.of(map(json.loads, ['"(4,8):(1,4)"', '"((2,2),3):((1,4),2)"', '"4:1"']))
    assert [str(mixed[k]) for k in range(3)] == ["(4,8):(1,4)", "((2,2),3):((1,4),2)", "4:1"] and list(mixed.which) == [1, 2, 3]
    assert mixed.composition("2:1")[1] == colex.Layout("2:1")
    product = Layouts.product(([2, 4], [8, 16, 32]), (1, [8, 64]))
    assert len(product) == 12 and [str(product[k]) for k in (0, 1, 2, 6)] == ["(2,8):(1,8)", "(4,8):(1,8)", "(2,16):(1,8)", "(2,8):(1,64)"]
    assert product.columns[0][0].dtype == numpy.int32 and Layouts.product([2**40], 1).columns[0][0].dtype == numpy.int64
    for extent, modes in ((32, 2), (12, 3), (30, 1)):
        tilings = Layouts.tilings(extent, modes)
        seen = {str(tilings[k]) for k in range(len(tilings))}
        brute = {str(layout) for layout in bijections(extent, modes)}
        assert seen == brute and len(seen) == len(tilings)
    assert len(Layouts.tilings(64, 2, where=lambda extents: extents[:, 0] == 8)) == 2
    assert len(Layouts.tilings(7, 2)) == 0


def bijections(extent, modes, shape=()):
    """Every layout of so many modes above 1 with offsets 0 to extent - 1, by trying each stride."""
    if len(shape) == modes:
        if numpy.prod(shape) != extent:
            return
        for strides in numpy.ndindex(*(extent,) * modes):
            offsets = numpy.zeros(1, dtype=int)
            if 1 in strides:
                for size, stride in zip(shape, strides):
                    offsets = numpy.add.outer(offsets, numpy.arange(size) * stride).ravel()
                if sorted(offsets) == list(range(extent)):
                    yield colex.Layout(shape if modes > 1 else shape[0], tuple(map(int, strides)) if modes > 1 else int(strides[0]))
        return
    for size in range(2, extent + 1):
        if extent % size == 0 and numpy.prod((*shape, size)) <= extent:
            yield from bijections(extent, modes, (*shape, size))


def test_refused_rows_stay_refused():
    first = Layouts((numpy.array([4, 4, 4]), 6), (2, 3)).composition(Layouts((numpy.array([4, 3, 6]), 2), (numpy.array([5, 1, 3]), 1)))
    then = first.complement(1000).coalesce()
    assert first.refused.any()
    for row in range(3):
        if first.refused[row]:
            assert then.condition(row) == first.condition(row) and then.why(row).sentence == first.why(row).sentence


def test_what_is_no_column():
    with pytest.raises(ValueError, match="equally long"):
        Layouts((numpy.arange(3), numpy.arange(4)), (1, 1))
    with pytest.raises(ValueError, match="nested alike"):
        Layouts((2, 3), (1, (2, 3)))
    with pytest.raises(TypeError, match="int64 or int32"):
        Layouts(numpy.array([2.5, 3]), 1)
    with pytest.raises(ValueError, match="equally long"):
        Layouts(numpy.arange(1, 4), 1).composition(Layouts(numpy.arange(1, 6), 1))
    with pytest.raises(ValueError, match="2\\^62"):
        Layouts((numpy.array([2**40]), numpy.array([2**40]), 2))
    with pytest.raises(ValueError, match="no layout: 4:"):
        Layouts.of(["4:"])
    with pytest.raises(IndexError):
        Layouts(numpy.arange(1, 4), 1)[3]
    ill = Layouts(numpy.array([0, 4, 2**61]), numpy.array([1, 1, 4]))
    assert [ill.coalesce().condition(k) for k in range(3)] == ["shape_positive", None, "overflow"]


def test_threads_ask_side_by_side():
    extents = 2 ** numpy.random.default_rng(3).integers(0, 8, 20000)
    a = Layouts((extents, 16), (1, extents))
    want = a.composition("(2,2):(1,4)")
    wrong = []

    def ask():
        mine = a.composition("(2,2):(1,4)")
        wrong.extend(k for (x, y), (u, v) in zip(mine.columns, want.columns) for k in numpy.flatnonzero((x != u) | (y != v)))

    side_by_side(ask)
    assert not wrong


def test_a_layout_called_with_an_array():
    tile = colex.Layout("(4,(2,4)):(2,(1,8))")
    index = numpy.arange(32)
    assert list(tile(index)) == [tile(int(k)) for k in index] == list(tile.offsets())
    assert tile(index.reshape(4, 8)).shape == (4, 8) and list(tile(index.astype(numpy.int32)[::2])) == list(tile.offsets()[::2])
    assert tile(numpy.int64(21)) == 19 and isinstance(tile(numpy.int64(21)), int)
    with pytest.raises(colex.Refused, match="in_domain"):
        tile(numpy.array([0, 32]))


def test_arrays_are_read_where_they_lie():
    for dtype in (numpy.int64, numpy.int32, numpy.int16, numpy.uint64):
        table = numpy.array([[0, 1], [4, 5], [8, 9]], dtype=dtype)
        assert colex.find_layout(table[:, 1] - dtype(1)) == colex.Layout(3, 4)
    with pytest.raises(colex.InputError, match="2\\^62"):
        colex.find_layout(numpy.array([0, 2**63 - 1]))
    with pytest.raises(colex.InputError, match="1 to 2"):
        colex.find_layout(numpy.array([], dtype=numpy.int64))
    with pytest.raises(TypeError):
        colex.find_layout(numpy.array([0.5]))


def address(array):
    return array.__array_interface__["data"][0]


def test_arrow():
    """Arrays of Arrow are read where they lie, and columns of answers become arrays of Arrow where they lie."""
    arrow = pytest.importorskip("pyarrow")
    for kind in (arrow.int64(), arrow.int32()):
        extents, strides = arrow.array([2, 4, 8, 16], kind), arrow.array([1, 1, 3, 1], kind)
        tiles = Layouts((extents, 4), (strides, arrow.array([2, 4, 24, 16], kind)))
        assert [str(tiles[k]) for k in range(4)] == ["(2,4):(1,2)", "(4,4):(1,4)", "(8,4):(3,24)", "(16,4):(1,16)"]
        assert address(tiles.columns[0][0]) == extents.buffers()[1].address
        part = Layouts(extents[1:], strides[1:])
        assert len(part) == 3 and str(part[0]) == "4:1" and address(part.columns[0][0]) == extents.buffers()[1].address + extents.type.bit_width // 8
        answer = tiles.coalesce()
        assert [str(answer[k]) for k in range(4)] == ["8:1", "16:1", "32:3", "64:1"]
        for column in (answer.columns[0][0], answer.columns[0][1], tiles.size().values, tiles.columns[0][0]):
            out = arrow.array(column)
            assert out.buffers()[1].address == address(column) and out.to_pylist() == column.tolist()
        top = arrow.array([16, 16, 100, 128], arrow.int64())
        rest = tiles.complement(top)
        assert [str(rest[k]) for k in (0, 1, 3)] == ["2:8", "1:0", "2:64"]
        assert rest.refused.tolist() == [False, False, True, False] and "cotarget_divides" in rest.why(2).sentence
        assert tiles.evaluate(arrow.array([1, 2, 3, 4], kind)).values.tolist() == [1, 2, 9, 4]
        halves = tiles.zipped_divide((arrow.array([2, 2, 4, 4], kind),))
        assert str(halves[3]) == str(colex.zipped_divide(tiles[3], (4,)))
    assert Layouts((arrow.array([2, 3]), arrow.array([4, 5])))[1] == colex.Layout((3, 5))
    with pytest.raises(TypeError, match="int64 or int32"):
        Layouts(arrow.array([1, None, 3]), 1)  # a row is missing
    with pytest.raises(TypeError, match="int64 or int32"):
        Layouts(arrow.array([2.5]), 1)
