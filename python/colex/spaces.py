# SPDX-License-Identifier: MIT
"""What colex.search looks through: spaces of candidates, and the conditions that candidates must meet.

A space is one list of choices after another and a function that makes a candidate of one choice from each. The candidates are
numbered, the last list fastest, so that all candidates with the same first choices follow one another. A space of one's own is a subclass
with `choices` and `make`; `part`, where the first choices fix a part of every candidate, is what lets a condition drop all of them at once.
"""

from __future__ import annotations

import dataclasses
import itertools
import math
import typing
from collections.abc import Callable, Sequence

import colex._colex as _colex
from colex._errors import Refused

Mode = tuple[int, int]
Choice = typing.TypeVar("Choice")
Candidate = typing.TypeVar("Candidate")
Offsets = _colex.Layout | _colex.ComposedLayout


class Space(typing.Generic[Choice, Candidate]):
    """Candidates made of one choice from each list of `choices`."""

    @property
    def choices(self) -> Sequence[Sequence[Choice]]:
        """The lists, of each of which a candidate has one entry."""
        raise NotImplementedError

    def make(self, *chosen: Choice) -> Candidate:
        """The candidate. What it refuses is counted by its condition."""
        raise NotImplementedError

    def part(self, *chosen: Choice) -> Candidate | None:
        """What the first choices fix of each candidate that begins so; None where nothing is known of it."""
        return None

    def __len__(self) -> int:
        return math.prod(len(choices) for choices in self.choices)

    def chosen(self, number: int) -> tuple[Choice, ...]:
        """The choices of candidate `number`."""
        if not 0 <= number < len(self):
            raise IndexError("no such candidate")
        digits: list[Choice] = []
        for choices in reversed(self.choices):
            number, digit = divmod(number, len(choices))
            digits.append(choices[digit])
        return tuple(reversed(digits))

    def __getitem__(self, number: int) -> Candidate:
        return self.make(*self.chosen(number))


@dataclasses.dataclass(frozen=True)
class Modes(Space[Mode, _colex.Layout]):
    """Flat layouts whose mode k is one of modes[k], each a pair of extent and stride (elements)."""

    modes: tuple[tuple[Mode, ...], ...]

    @property
    def choices(self) -> Sequence[Sequence[Mode]]:
        return self.modes

    def make(self, *chosen: Mode) -> _colex.Layout:
        return _colex.Layout(tuple(extent for extent, _ in chosen), tuple(stride for _, stride in chosen))

    part = make


@dataclasses.dataclass(frozen=True)
class Tilings(Space[tuple[int, ...], _colex.Layout]):
    """All bijections onto [0, extent) of so many modes, each of at least two points."""

    extent: int
    modes: int

    @property
    def choices(self) -> Sequence[Sequence[tuple[int, ...]]]:
        return list(itertools.permutations(range(self.modes))), _factorizations(self.extent, self.modes)

    def make(self, *chosen: tuple[int, ...]) -> _colex.Layout:
        order, extents = chosen
        strides, reach = [0] * self.modes, 1
        for mode in order:
            strides[mode], reach = reach, reach * extents[mode]
        return _colex.Layout(extents, tuple(strides))


@dataclasses.dataclass(frozen=True)
class Tilers(Space[int, tuple[int, ...]]):
    """Tiles of a layout by mode, tuples of extents: of mode k all extents from 1 to its size that divide it."""

    layout: _colex.Layout

    @property
    def choices(self) -> Sequence[Sequence[int]]:
        return [_divisors(int(mode.size())) for mode in self.layout]

    def make(self, *chosen: int) -> tuple[int, ...]:
        return chosen

    part = make


@dataclasses.dataclass(frozen=True)
class Swizzles(Space[tuple[int, ...], Offsets]):
    """A layout without a swizzle, and behind each Swizzle(bits, base, shift) of these; bits of at least 1."""

    layout: _colex.Layout
    bits: Sequence[int]
    base: Sequence[int]
    shift: Sequence[int]

    @property
    def choices(self) -> Sequence[Sequence[tuple[int, ...]]]:
        return [[(), *itertools.product(self.bits, self.base, self.shift)]]

    def make(self, *chosen: tuple[int, ...]) -> Offsets:
        (swizzle,) = chosen
        return _colex.Swizzle(*swizzle) @ self.layout if swizzle else self.layout


@dataclasses.dataclass(frozen=True)
class Paddings(Space[int, _colex.Layout]):
    """Layouts of a shape of integers whose modes follow one another in `order`, the first of stride 1, with one of `pads` (elements) left
    free between each and the next."""

    shape: tuple[int, ...]
    pads: Sequence[int]
    order: tuple[int, ...] | None = None

    @property
    def choices(self) -> Sequence[Sequence[int]]:
        return [self.pads] * (len(self.shape) - 1)

    def make(self, *chosen: int) -> _colex.Layout:
        order = tuple(range(len(self.shape))) if self.order is None else self.order
        if sorted(order) != list(range(len(self.shape))):
            raise ValueError("order: expected each mode once")
        strides, reach = [0] * len(order), 1
        for mode, pad in zip(order, (*chosen, 0)):
            strides[mode], reach = reach, reach * self.shape[mode] + pad
        return _colex.Layout(self.shape, tuple(strides))


class Copy(typing.NamedTuple):
    """A tiled copy: what colex.tiled_copy takes and says of it."""

    threads: _colex.Layout
    values: _colex.Layout
    tv: _colex.Layout  # (thread, value) -> element of the tile
    tile: tuple[int, int]
    width: int  # elements that a thread moves at once
    offsets: _colex.Layout  # (thread, value) -> offset in the tensor, in the first tile


@dataclasses.dataclass(frozen=True)
class ThreadValues(Space[tuple[tuple[int, int], bool], Copy]):
    """Tiled copies of a tensor of two modes for so many threads of so many values each: all shapes of both, and both orders. One whose
    tile does not divide the tensor is refused. `element` is bytes."""

    tensor: _colex.Layout
    threads: int
    values: int
    element: int = 4

    @property
    def choices(self) -> Sequence[Sequence[tuple[tuple[int, int], bool]]]:
        return [[((n, count // n), turned) for n in _divisors(count) for turned in (False, True) if not turned or 1 < n < count]
                for count in (self.threads, self.values)]  # fmt: skip

    def make(self, *chosen: tuple[tuple[int, int], bool]) -> Copy:
        threads, values = (_colex.Layout(shape, (shape[1], 1) if turned else (1, shape[0])) for shape, turned in chosen)
        tile = typing.cast("tuple[int, int]", tuple(int(t.size()) * int(v.size()) for t, v in zip(threads, values)))
        inside = _colex.zipped_divide(self.tensor, tile)[0]
        copy = _colex.tiled_copy(threads, values, tensor=self.tensor, element=self.element)
        return Copy(threads, values, copy["tv"], tile, copy["width"], _colex.composition(inside, copy["tv"]))


def _divisors(n: int) -> list[int]:
    return [d for d in range(1, n + 1) if n % d == 0]


def _factorizations(n: int, count: int) -> list[tuple[int, ...]]:
    if count == 1:
        return [(n,)] if n > 1 else []
    return [(first, *rest) for first in _divisors(n)[1:] for rest in _factorizations(n // first, count - 1)]


class Condition(typing.Generic[Candidate]):
    """A condition of the library. `begins(part)` is False only where no candidate with that part can meet it."""

    def __call__(self, candidate: Candidate) -> bool:
        raise NotImplementedError

    def begins(self, part: Candidate) -> bool:
        """Whether a candidate with that part may meet it."""
        return self(part)


def _exists(operation: Callable[[], object]) -> bool:
    """Whether there is an answer. Raises Refused where that is not known."""
    try:
        operation()
    except Refused as why:
        if why.condition in ("overflow", "capacity", "undecided"):
            raise
        return False
    return True


@dataclasses.dataclass(frozen=True)
class Injective(Condition[Offsets]):
    """No two coordinates of the layout have one offset; where two of a part have, so have two of the whole."""

    def __call__(self, candidate: Offsets) -> bool:
        return bool(_colex.injective(candidate))


@dataclasses.dataclass(frozen=True)
class Within(Condition[Offsets]):
    """The layout's offsets lie below `cotarget` (elements). Strides are not negative."""

    cotarget: int

    def __call__(self, candidate: Offsets) -> bool:
        return int(_colex.extent(candidate)) <= self.cotarget


@dataclasses.dataclass(frozen=True)
class ComposesWith(Condition[Offsets]):
    """`outer` after the layout is a layout. Restricted to the first modes that layout is outer after the part."""

    outer: Offsets

    def __call__(self, candidate: Offsets) -> bool:
        return _exists(lambda: _colex.composition(self.outer, candidate))


@dataclasses.dataclass(frozen=True)
class HasComplement(Condition[Offsets]):
    """The layout has a complement in [0, cotarget). Divisibility goes along a chain, so that a part of one is a chain."""

    cotarget: int

    def __call__(self, candidate: Offsets) -> bool:
        return _exists(lambda: _colex.complement(candidate, self.cotarget))


@dataclasses.dataclass(frozen=True)
class Divides(Condition[tuple[int, ...]]):
    """zipped_divide(layout, tiler) answers. It goes mode by mode, so that a part of a tiler must divide these modes."""

    layout: Offsets

    def __call__(self, candidate: tuple[int, ...]) -> bool:
        return _exists(lambda: _colex.zipped_divide(self.layout, candidate))


@dataclasses.dataclass(frozen=True)
class Banks:
    """Passes through shared memory that these accesses of the candidate take; with `degree` the worst phase's degree, of which 1 is free
    of conflicts. A read or a write is a layout (lane, step) -> index into the candidate."""

    on: str
    reads: tuple[_colex.Layout, ...] = ()
    writes: tuple[_colex.Layout, ...] = ()
    element: int = 4
    width: int = 4
    degree: bool = False

    def __call__(self, candidate: Offsets) -> int:
        costs = []
        for accesses, store in ((self.reads, False), (self.writes, True)):
            for access in accesses:
                addresses = _colex.composition(candidate, access)
                cost = _colex.banks(addresses, on=self.on, element=self.element, width=self.width, store=store)
                costs.append(cost["degree" if self.degree else "passes"])
        return max(costs) if self.degree else sum(costs)


@dataclasses.dataclass(frozen=True)
class Memory:
    """One more than the greatest offset (elements)."""

    def __call__(self, candidate: Offsets) -> int:
        return int(_colex.extent(candidate))


@dataclasses.dataclass(frozen=True)
class Sectors:
    """Sectors of `sector` bytes that a Copy's warps of `lanes` threads touch in the first tile, each access of `width` elements one after the
    other: the least is the tile's bytes divided by the sector's."""

    element: int = 4
    sector: int = 32
    lanes: int = 32

    def __call__(self, candidate: Copy) -> int:
        offsets = candidate.offsets.offsets().reshape(int(candidate.offsets[1].size()), int(candidate.offsets[0].size()))
        count, width = 0, candidate.width
        for first in range(0, offsets.shape[1], self.lanes):
            for value in range(0, offsets.shape[0], width):
                at = offsets[value : value + width, first : first + self.lanes] * self.element // self.sector
                count += len(set(at.reshape(-1).tolist()))
        return count
