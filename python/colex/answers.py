# SPDX-License-Identifier: MIT
"""The types of answers that are dictionaries, and of what functions take: for annotations, and for type checkers.

    from colex.answers import BankCost
    cost: BankCost = colex.banks("(32,8):(64,8)", on="sm90")
    cost["degree"]                              # 16
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol, SupportsIndex, TypeAlias, TypedDict

if TYPE_CHECKING:
    from colex._colex import ComposedLayout, CoordinateLayout, IndexMap, Layout, Placed, Swizzle, Verdict

#: What JSON has.
Json: TypeAlias = "None | bool | int | float | str | list[Json] | dict[str, Json]"
#: The number of a witness: of coordinates a tuple, of a table a list.
Number: TypeAlias = "int | str | list[Number] | tuple[Number, ...]"
#: An extent, an index or an offset, or a tuple of these.
Nested: TypeAlias = "int | tuple[Nested, ...]"
#: The answer of an expression.
Value: TypeAlias = "Layout | ComposedLayout | CoordinateLayout | IndexMap | Swizzle | Placed | Verdict | list[int] | int | str | None | tuple[Value, ...]"


class HasShape(Protocol):
    """A NumPy array, a torch tensor, or what has a shape and strides as they do."""

    @property
    def shape(self) -> tuple[int, ...]:
        """Its extents."""


#: A function of coordinates.
Function: TypeAlias = "Callable[..., SupportsIndex | tuple[SupportsIndex, ...]]"


class Word(TypedDict):
    """What a lane accesses: its first byte in shared memory."""

    lane: int
    byte: int


class WorstPhase(TypedDict):
    """The phase of an access that takes longest: its words lie in one bank."""

    access: int
    phase: int
    bank: int
    words: list[Word]


class _BankCost(TypedDict):
    degree: int
    passes: int
    phases: int
    lanes: int
    accesses: int
    lane_mode: str
    model: str
    evidence: str


class BankCost(_BankCost, total=False):
    """What banks() answers; `worst` where the degree is above 1."""

    worst: WorstPhase


class _Atom(TypedDict):
    name: str
    assembly: str
    target: str
    threads: int


class Atom(_Atom, total=False):
    """An instruction: one that multiplies has shape, blocks and operands (None: in shared memory), one that loads rows and registers."""

    shape: tuple[int, int, int]
    blocks: int
    A: Layout
    B: Layout
    C: Layout
    scale_A: Layout
    scale_B: Layout
    rows: Layout
    registers: Layout
    note: str


class _TiledCopy(TypedDict):
    tv: Layout
    tile: tuple[int, int]
    threads: int
    values: int


class TiledCopy(_TiledCopy, total=False):
    """What tiled_copy() answers; of a tensor also tiles along each mode, rows and columns of the last tile inside, elements at once, and why
    not twice as many. Of a tensor with names tiles are texts, and there are predicates, and widths with their conditions."""

    tiles: tuple[int, int] | tuple[str, str]
    inside: tuple[int, int]
    width: int
    narrow: str
    predicates: tuple[str, str]
    widths: list[tuple[int, list[str]]]


class _FittingCopy(TypedDict):
    copy: str
    fits: bool


class FittingCopy(_FittingCopy, total=False):
    """An instruction that may bring an operand's tile to registers, or back."""

    why: str
    degree: int
    instructions: int
    retiled: str


class _TiledMma(TypedDict):
    threads: int
    A: Layout | None
    B: Layout | None
    C: Layout | None


class TiledMma(_TiledMma, total=False):
    """What tiled_mma() answers; None for an operand in shared memory. The rest is of a tensor."""

    partition: Layout | ComposedLayout
    refused: dict[str, Json]
    copies: list[FittingCopy]


class _ImportedLayout(TypedDict):
    line: int
    column: int
    source: str


class ImportedLayout(_ImportedLayout, total=False):
    """A layout in a text: with `layout`, or with the `reason` why it is not read. Where `value` is false it is text."""

    layout: Layout | ComposedLayout | CoordinateLayout | tuple[Layout | int | None, ...] | str
    value: bool
    reason: str
    note: str
    given: bool


class DerivedOperation(TypedDict):
    """An operation of an IR, derived again."""

    line: int
    column: int
    call: str
    claimed: str
    derived: str
    outcome: str


class CheckedIr(TypedDict):
    """What check_ir() answers."""

    operations: list[DerivedOperation]
    not_derived: int


class Scales(TypedDict):
    """What scales() answers: (row, k) to the scale, the scales' type, the extents of the layout, and elements that share a scale."""

    layout: Layout
    type: str
    rows: int
    k: int
    scales: int
    row_block: int
    k_block: int


class _PlanStage(TypedDict):
    stage: str
    does: str
    fits: bool


class PlanStage(_PlanStage, total=False):
    """A stage of a plan; where it does not fit the condition, why, and where it concerns one the thread, its value and the offset."""

    condition: str
    why: str
    thread: int
    value: int
    offset: int


class PlanChoice(TypedDict):
    """What was chosen for the open fields of an operand: the best of all combinations tried; other swizzles are as good."""

    operand: str
    chosen: str
    tried: int
    as_good: int
    swizzles: list[str]


class _PlanAnswer(TypedDict):
    fits: bool
    stages: list[PlanStage]
    choices: list[PlanChoice]


class PlanAnswer(_PlanAnswer, total=False):
    """What plan() answers; `fails` is the first stage that does not fit."""

    fails: str


class _PredicateAnswer(TypedDict):
    exact: bool
    lost: dict[str, object]
    past: dict[str, object]


class PredicateAnswer(_PredicateAnswer, total=False):
    """What predicate() answers: `lost` and `past` have a `count` and the first, of unknown sizes `is`, `where` and the `sizes` of the first."""

    given: list[dict[str, object]]
    why: str


class SizedMap(TypedDict):
    """What map_of_sizes() answers."""

    layout: str
    offset: str
    sizes: list[str]
    where: list[str]
    largest: str | None


class SwizzleFacts(TypedDict):
    """What swizzle_facts() answers: on elements and on bytes, the bits, and the names that others have for it, None where they have none."""

    swizzle: Swizzle
    bytes: Swizzle
    reads: int
    writes: int
    tma: int | None
    xor16: int | None
    triton: tuple[int, int, int] | None
    text: str


class Difference(TypedDict):
    """The first point at which an index map is another one than meant."""

    index: int
    at: Nested
    value: int
    meant: int


class Page(TypedDict):
    """The page of an operation; a parameter is its name, its kinds, whether it may be left out, and whether it repeats."""

    op: str
    takes: str
    family: str
    does: str
    parameters: list[tuple[str, list[str], bool, bool]]
    options: list[str]
    examples: list[str]
    text: str
