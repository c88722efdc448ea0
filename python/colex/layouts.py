# SPDX-License-Identifier: MIT
"""Layouts by the million: colex.Layouts, columns of layouts that operations answer all at once.

    import numpy, colex
    tiles = colex.Layouts((numpy.array([8, 16, 32]), 4), (1, numpy.array([8, 16, 32])))
    halves = tiles.composition(colex.Layout(4, 2))
    halves[1]                                   # 4:2
    tiles.complement(256).why(0)                # why row 0 is refused, or None

Each answer is that of the operation on the row alone. Needs NumPy.
"""

from __future__ import annotations

import importlib
import itertools
import typing
from collections.abc import Callable, Iterable, Iterator, Sequence

import colex._colex as _colex
from colex._errors import Refused

if typing.TYPE_CHECKING:
    import numpy

    Column = typing.Union[int, "numpy.ndarray"]
    Tree = typing.Union[Column, Sequence[int], "tuple[Tree, ...]"]
    Order = typing.Union[int, "tuple[Order, ...]"]
    Rows = typing.Union["Layouts", _colex.Layout, str]
    ByMode = typing.Union[Rows, "tuple[Mode, ...]"]
    Mode = typing.Union["Layouts", _colex.Layout, Column, None, "tuple[Mode, ...]"]


def _module() -> typing.Any:
    """The columns for the widest vectors that this machine has and the package was built for."""
    try:
        return importlib.import_module("colex._columns" + _colex.vectors())
    except ImportError:
        pass
    try:
        return importlib.import_module("colex._columns")
    except ImportError:
        raise ImportError("colex.Layouts is not part of the package on this platform") from None


def _leaves(tree: typing.Any) -> Iterator[typing.Any]:
    if isinstance(tree, tuple):
        for entry in tree:
            yield from _leaves(entry)
    else:
        yield tree


def _array(given: typing.Any) -> typing.Any:
    """An array of Arrow as one of NumPy, of the same memory; anything else as it is."""
    return given.to_numpy(zero_copy_only=False) if hasattr(given, "to_numpy") and hasattr(given, "buffers") else given


def _like(tree: typing.Any, leaf: int) -> typing.Any:
    """A tuple nested as `tree`, with the same leaf everywhere."""
    return tuple(_like(entry, leaf) for entry in tree) if isinstance(tree, tuple) else leaf


def _profile(tree: typing.Any) -> str:
    if not isinstance(tree, tuple):
        return "1"
    return "(" + ",".join(_profile(entry) for entry in tree) + ")"


def _compact(extents: list[typing.Any]) -> list[typing.Any]:
    """Strides by which the leaves follow one another; extents of 1 keep the stride that they would have."""
    strides: list[typing.Any] = []
    reach: typing.Any = 1
    for extent in extents:
        strides.append(reach)
        if isinstance(extent, int) and isinstance(reach, int):
            reach = reach * extent
            continue
        import numpy

        if numpy.any(numpy.multiply(reach, extent, dtype=numpy.float64) > _colex.LIMIT):
            raise ValueError("a compact stride would exceed 2^62")
        reach = numpy.multiply(reach, extent, dtype=numpy.int64)
    return strides


class _Rows:
    """What answers and layouts have in common: rows, and the condition by which some are refused."""

    _columns: typing.Any
    _ask: Callable[[int], typing.Any] | None

    def condition(self, row: int) -> str | None:
        """The name of the condition by which a row is refused, or None."""
        codes = self._columns.conditions()
        code = 0 if codes is None else int(codes[self._row(row)])
        names = getattr(self._columns, "names", None) or _module().CONDITIONS
        return None if code == 0 else str(names[code])

    @property
    def refused(self) -> numpy.ndarray:
        """Whether each row is refused, as an array of bool."""
        import numpy

        codes = self._columns.conditions()
        return numpy.zeros(len(self), bool) if codes is None else typing.cast("numpy.ndarray", codes != 0)

    def why(self, row: int) -> Refused | _colex.Verdict | None:
        """The refusal of a row, with its sentence and witness, made when it is asked for; of a question's no the Verdict. None
        where there is an answer."""
        row = self._row(row)
        if self.condition(row) is None or self._ask is None:
            return None
        try:
            return typing.cast(_colex.Verdict, self._ask(row))
        except Refused as refusal:
            return refusal

    def _row(self, row: int) -> int:
        rows = len(self)
        if not -rows <= row < rows:
            raise IndexError("no such row")
        return row % rows

    def __len__(self) -> int:
        return int(self._columns.rows()) if callable(self._columns.rows) else int(self._columns.rows)


class Answers(_Rows):
    """Integers or truths, one per row: `values` is an array, of which the entries of refused rows mean nothing."""

    def __init__(self, columns: object, ask: Callable[[int], object], of: Callable[[numpy.ndarray], numpy.ndarray] | None = None):
        self._columns, self._ask, self._of = columns, ask, of

    @property
    def values(self) -> numpy.ndarray:
        """The answers, which for refused rows mean nothing."""
        values = self._columns.values()
        return typing.cast("numpy.ndarray", values if self._of is None else self._of(values))


class Layouts(_Rows):
    """Layouts(shape, stride): nested as in Layout, each leaf an integer or an array of int64 or int32, NumPy's or Arrow's, which is
    read where it lies; strides are compact where none are given. Layouts.of(list), Layouts.product(...) and Layouts.tilings(...) make others.
    """

    def __init__(self, shape: Tree, stride: Tree | None = None) -> None:
        extents = list(map(_array, _leaves(shape)))
        if stride is None:
            strides = _compact(extents)
        else:
            if _profile(shape) != _profile(stride):
                raise ValueError("shape and stride are not nested alike")
            strides = list(map(_array, _leaves(stride)))
        self._columns = _module().Layouts.made(_profile(shape), extents, strides)
        self._ask = None

    @classmethod
    def _made(cls, columns: typing.Any, ask: Callable[[int], typing.Any] | None = None) -> Layouts:
        self = cls.__new__(cls)
        self._columns, self._ask = columns, ask
        return self

    @classmethod
    def of(cls, layouts: Iterable[object]) -> Layouts:
        """The layouts of a list, or of lines of text, of any profiles: Layouts.of(map(json.loads, file)) reads JSON lines."""
        return cls._made(_module().Layouts.listed([str(layout) for layout in layouts]))

    @classmethod
    def product(cls, shape: Tree, stride: Tree) -> Layouts:
        """Every choice of one candidate per leaf, each leaf a list of candidates; the first leaf's candidate changes fastest."""
        import numpy

        if _profile(shape) != _profile(stride):
            raise ValueError("shape and stride are not nested alike")
        candidates = [numpy.atleast_1d(numpy.asarray(leaf, dtype=numpy.int64)) for leaf in (*_leaves(shape), *_leaves(stride))]
        narrow = all(abs(int(x)) < 2**31 for leaf in candidates for x in leaf)
        inner, columns = 1, []
        rows = 1
        for leaf in candidates:
            rows *= len(leaf)
        for leaf in candidates:
            leaf = leaf.astype(numpy.int32) if narrow else leaf
            columns.append(numpy.tile(numpy.repeat(leaf, inner), rows // (inner * len(leaf))))
            inner *= len(leaf)
        half = len(columns) // 2
        return cls._made(_module().Layouts.made(_profile(shape), columns[:half], columns[half:]))

    @classmethod
    def tilings(cls, extent: int, modes: int, where: Callable[[numpy.ndarray], numpy.ndarray] | None = None) -> Layouts:
        """Every layout of `modes` modes, of extents above 1, that is a bijection onto [0, extent), in every order of the strides.
        `where` gets the extents, an array with a row per factorization, and answers which rows to keep."""
        import numpy

        def factorizations(n: int, count: int) -> Iterator[tuple[int, ...]]:
            if count == 1:
                if n > 1:
                    yield (n,)
                return
            for first in range(2, n // 2 ** (count - 1) + 1):
                if n % first == 0:
                    for rest in factorizations(n // first, count - 1):
                        yield (first, *rest)

        extents = numpy.array(list(factorizations(extent, modes)), dtype=numpy.int64).reshape(-1, modes)
        if where is not None:
            extents = extents[numpy.asarray(where(extents), dtype=bool)]
        shapes, strides = [], []
        for order in itertools.permutations(range(modes)):
            stride = numpy.empty_like(extents)
            reach = numpy.ones(len(extents), dtype=numpy.int64)
            for mode in order:
                stride[:, mode] = reach
                reach = reach * extents[:, mode]
            shapes.append(extents)
            strides.append(stride)
        shape, stride = numpy.concatenate(shapes).T.copy(), numpy.concatenate(strides).T.copy()
        return cls._made(_module().Layouts.made(_profile((1,) * modes) if modes > 1 else "1", list(shape), list(stride)))

    # ----------------------------------------------------------------------------------------------------- rows

    @typing.overload
    def __getitem__(self, row: int) -> _colex.Layout: ...
    @typing.overload
    def __getitem__(self, row: slice) -> Layouts: ...
    def __getitem__(self, row: int | slice) -> _colex.Layout | Layouts:
        """Row number `row` as a Layout, or its refusal raised; of a slice the rows, without a copy."""
        if isinstance(row, slice):
            first, last, step = row.indices(len(self))
            if step != 1:
                raise ValueError("rows are taken one after another: a step must be 1")
            ask = self._ask
            return self._made(self._columns.slice(first, max(first, last)), None if ask is None else lambda k: ask(first + k))
        row = self._row(row)
        refusal = self.why(row)
        if isinstance(refusal, Refused):
            raise refusal
        return _colex.Layout(self._columns.text(row))

    @property
    def columns(self) -> list[tuple[numpy.ndarray, numpy.ndarray]]:
        """Extents and strides of each mode, as arrays that are not copied; beyond a row's own leaves they mean nothing."""
        return list(self._columns.columns())

    @property
    def profiles(self) -> list[str]:
        """The profiles that occur, as tuples of ones."""
        return list(self._columns.profiles())

    @property
    def which(self) -> numpy.ndarray | None:
        """The number of each row's profile; None where all rows have the first."""
        return typing.cast("numpy.ndarray | None", self._columns.which())

    # ----------------------------------------------------------------------------------------------- operations

    def _layouts(self, name: str, *others: typing.Any, **options: bool) -> Layouts:
        answer = getattr(self._columns, name)(*map(_argument, others), *options.values())
        return self._made(answer, self._asks(name, others, options))

    def _answers(self, name: str, *others: typing.Any, of: typing.Any = None, **options: bool) -> Answers:
        answer = getattr(self._columns, name)(*map(_argument, others), *options.values())
        return Answers(answer, self._asks(name, others, options), of)

    def _asks(self, name: str, others: Sequence[typing.Any], options: dict[str, bool]) -> Callable[[int], typing.Any]:
        """The operation on one row."""
        chosen = {option: True for option, on in options.items() if on}

        def ask(row: int) -> typing.Any:
            return getattr(_colex, name)(_at(self, row), *(_at(other, row) for other in others), **chosen)

        return ask

    def coalesce(self) -> Layouts:
        """Each row with the fewest modes."""
        return self._layouts("coalesce")

    def composition(self, inner: ByMode, *, bounded: bool = False) -> Layouts:
        """Each row after the same row of `inner`, after one layout, or by mode after a tuple."""
        return self._layouts("composition", inner, bounded=bounded)

    __matmul__ = composition

    def complement(self, cotarget: Column, *, cover: bool = False) -> Layouts:
        """In [0, cotarget), elements: an integer, or one per row."""
        return self._layouts("complement", cotarget, cover=cover)

    def logical_divide(self, tile: ByMode, *, cover: bool = False) -> Layouts:
        """Each row as (the tile, the rest), by the same row of `tile`, by one layout, or by mode by a tuple of layouts, extents
        and None, each a column or one for all rows."""
        return self._layouts("logical_divide", tile, cover=cover)

    def zipped_divide(self, tile: ByMode, *, cover: bool = False) -> Layouts:
        """((tiles...), (rests...)) of logical_divide."""
        return self._layouts("zipped_divide", tile, cover=cover)

    def tiled_divide(self, tile: ByMode, *, cover: bool = False) -> Layouts:
        """((tiles...), rest0, rest1, ...) of logical_divide."""
        return self._layouts("tiled_divide", tile, cover=cover)

    def flat_divide(self, tile: ByMode, *, cover: bool = False) -> Layouts:
        """(tile0, tile1, ..., rest0, rest1, ...) of logical_divide."""
        return self._layouts("flat_divide", tile, cover=cover)

    def logical_product(self, copies: ByMode) -> Layouts:
        """Each row as a block beside its copies, laid as the same row of `copies`, as one layout, or by mode as a tuple."""
        return self._layouts("logical_product", copies)

    def zipped_product(self, copies: ByMode) -> Layouts:
        """((blocks...), (copies...)) of logical_product."""
        return self._layouts("zipped_product", copies)

    def tiled_product(self, copies: ByMode) -> Layouts:
        """((blocks...), copies0, copies1, ...) of logical_product."""
        return self._layouts("tiled_product", copies)

    def flat_product(self, copies: ByMode) -> Layouts:
        """(block0, block1, ..., copies0, copies1, ...) of logical_product."""
        return self._layouts("flat_product", copies)

    def blocked_product(self, copies: Rows) -> Layouts:
        """Mode k is (mode k of the row, its copies): block beside block."""
        return self._layouts("blocked_product", copies)

    def raked_product(self, copies: Rows) -> Layouts:
        """Mode k is (copies, mode k of the row): the blocks interleave."""
        return self._layouts("raked_product", copies)

    def tile_to_shape(self, shape: Tree | Layouts, order: Order | None = None, *, cover: bool = False) -> Layouts:
        """Copies of each row until it has the same row's shape: a tuple of extents, each a column or one for all rows, or the shapes of
        layouts. The copies are counted in `order`, one for all rows."""
        targets = shape if isinstance(shape, Layouts) else Layouts(shape, _like(shape, 0))
        others = [_Shapes(shape) if isinstance(shape, Layouts) else shape, *([] if order is None else [order])]
        counted = [] if order is None else [str(_colex.Layout(_like(order, 1), order))]
        answer = self._columns.tile_to_shape(targets._columns, *counted, cover)
        return self._made(answer, self._asks("tile_to_shape", others, {"cover": cover}))

    def max_common_layout(self, other: Rows) -> Layouts:
        """The longest run of elements that each row and the same row of `other` hold side by side."""
        return self._layouts("max_common_layout", other)

    def max_common_vector(self, other: Rows) -> Answers:
        """How many elements each row and the same row of `other` hold side by side."""
        return self._answers("max_common_vector", other)

    def right_inverse(self) -> Layouts:
        """From each row's offsets 0, 1, ... back to indices, as far as the row reaches them without a gap."""
        return self._layouts("right_inverse")

    def left_inverse(self) -> Layouts:
        """From each row's offsets back to indices; a row that is not injective is refused."""
        return self._layouts("left_inverse")

    def size(self) -> Answers:
        """How many indices each row has."""
        return self._answers("size")

    def cosize(self) -> Answers:
        """One more than each row's greatest offset (elements)."""
        return self._answers("cosize")

    def evaluate(self, index: Column) -> Answers:
        """The offset (elements) of one index, or of one per row."""
        return self._answers("evaluate", index)

    def max_alignment(self) -> Answers:
        """The largest n such that a row is made of blocks of n adjacent elements, each starting at a multiple of n."""
        return self._answers("max_alignment")

    def bank_degree(
        self, *, on: str, element: int = 1, width: int = 4, store: bool = False, lanes: int | None = None, bits: int = 0
    ) -> Answers:
        """Of each row as an access to shared memory, (lane, step) -> element, the degree of its worst phase: 1 is free of conflicts.
        Arguments as of colex.banks."""
        how: dict[str, typing.Any] = {"on": on, "element": element, "width": width, "store": store, "lanes": lanes, "bits": bits}
        return Answers(_Banks(*_colex._bank_degrees(self._columns, **how)), lambda row: _colex.banks(self[row], **how))

    def injective(self) -> Answers:
        """Whether each row is; a no is a refusal that shows two coordinates."""
        return self._answers("injective", of=lambda values: values != 0)

    def surjective(self, cotarget: Column) -> Answers:
        """Whether each row reaches every offset of [0, cotarget); a no is a refusal that shows one it does not."""
        return self._answers("surjective", cotarget, of=lambda values: values != 0)

    def admissible_composition(self, inner: Rows, *, bounded: bool = False) -> Answers:
        """0 by the textbook's conditions, 1 by the exact decision alone."""
        return self._answers("admissible_composition", inner, bounded=bounded)

    def admissible_complement(self, cotarget: Column) -> Answers:
        """0 by the textbook's conditions, 1 by the exact decision alone."""
        return self._answers("admissible_complement", cotarget)


class _Banks:
    """The degrees of bank_degree, as Answers reads them."""

    def __init__(self, degrees: numpy.ndarray, codes: numpy.ndarray, names: list[str]) -> None:
        self.rows, self._degrees, self._codes, self.names = len(degrees), degrees, codes, names

    def values(self) -> numpy.ndarray:
        return self._degrees

    def conditions(self) -> numpy.ndarray:
        return self._codes


class _Tree:
    """A tiler by mode while it is read: its profile as text, its columns, and bits of the nodes that are tiles and that stay."""

    def __init__(self, entries: tuple[typing.Any, ...]) -> None:
        self.profile, self.shapes, self.strides = "", [], []  # type: str, list[typing.Any], list[typing.Any]
        self.nodes = self.tiles = self.keeps = 0
        self.add(entries)

    def add(self, given: typing.Any) -> None:
        if isinstance(given, tuple):
            self.nodes += 1
            self.profile += "("
            for k, entry in enumerate(given):
                self.profile += "," if k else ""
                self.add(entry)
            self.profile += ")"
            return
        bit = 1 << self.nodes
        if given is None:
            self.keeps |= bit
            return self.put("1", [1], [0])
        self.tiles |= bit
        if isinstance(given, int):
            return self.put("1", [given], [0 if given == 1 else 1])
        if isinstance(given, str):
            raise TypeError("a tuple as a tiler has integers, layouts, columns of both and None, not str")
        if isinstance(given, _colex.Layout):
            given = Layouts.of([given])
        if not isinstance(given, Layouts):
            import numpy

            extents = numpy.asarray(_array(given))
            return self.put("1", [extents], [(extents != 1).astype(extents.dtype)])
        rows = given._columns
        used = sorted({0} if given.which is None else set(map(int, given.which)))
        if len(used) != 1 or rows.conditions() is not None:
            raise ValueError("a mode of a tiler has rows of several profiles, or refused ones")
        profile = given.profiles[used[0]]
        count = profile.count("1")
        self.put(profile, *([mode[k] for mode in given.columns[:count]] for k in (0, 1)))

    def put(self, profile: str, shapes: list[typing.Any], strides: list[typing.Any]) -> None:
        self.nodes += profile.count("1") + profile.count("(")
        self.profile += profile
        self.shapes += shapes
        self.strides += strides


def _argument(given: typing.Any) -> typing.Any:
    if isinstance(given, tuple):
        tree = _Tree(given)
        return _module().Tilers.made(tree.profile, tree.shapes, tree.strides, tree.tiles, tree.keeps)
    if isinstance(given, Layouts):
        return given._columns
    if isinstance(given, (str, _colex.Layout)):
        return _module().Layouts.listed([str(given)])
    return _array(given)


class _Shapes:
    """The shapes of layouts, row by row."""

    def __init__(self, layouts: Layouts) -> None:
        self.layouts = layouts


def _at(given: typing.Any, row: int) -> typing.Any:
    if isinstance(given, _Shapes):
        return _at(given.layouts, row).shape
    if isinstance(given, Layouts):
        return given[0 if len(given) == 1 else row]
    if isinstance(given, tuple):
        return tuple(_at(entry, row) for entry in given)
    if given is None or isinstance(given, (int, str, _colex.Layout)):
        return given
    return int(given[row])
