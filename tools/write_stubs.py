#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The types of the extension module, _colex.pyi, from the table of operations.

    tools/write_stubs.py FILE    writes them, of the package colex that is imported; its build does (python/CMakeLists.txt)

What an operation answers is seen, not declared: its page's examples are evaluated, and it is called with a few values of
each kind that it takes.
"""
import collections
import itertools
import keyword
import pathlib
import sys

import colex

# Kind of argument: its type, without text, and some values of it.
KINDS = {
    "layout": ("Layout | IntTuple", [colex.Layout("(4,(2,4)):(2,(1,8))"), colex.Layout("4:1"), colex.Layout("(2,2):(1,2)")]),
    "swizzled": ("ComposedLayout", [colex.ComposedLayout("Sw<1,0,2> o 0 o (4,4):(4,1)")]),
    "tiler": ("TilerLike", [colex.Layout("2:1"), (2, None)]),
    "shape": ("IntTuple", [4, (4, 2), (4, (2, 3))]),
    "tuple": ("IntTuple", [4, (4, 2), (4, (2, 2)), (2, 1)]),
    "profile": ("Layout | IntTuple", [4, (4, (2, 3)), colex.Layout("4:1")]),
    "coordinate": ("IntTuple", [1, (1, 1), (1, (1, 1))]),
    "slicer": ("SlicerLike", [(1, None), None]),
    "integer": ("SupportsIndex", [1, 2, 16]),
    "mode": ("SupportsIndex", [0, 1]),
    "bits": ("SupportsIndex", [1, 2, 3]),
    "table": ("TableLike", [[0, 1, 2, 3]]),
    "basis": ("CoordinateLayout", [colex.identity_layout((4, 2))]),
    "placed": ("CoordinateLayout | Placed", [colex.identity_layout((4, 2))]),
    "columns": ("TableLike", [[1, 2]]),
    "entries": ("tuple[TilerLike, ...]", [(colex.Layout("4:1"), None)]),
    "swizzle": ("Swizzle", [colex.Swizzle(1, 0, 2)]),
}

HEAD = '''# SPDX-License-Identifier: MIT
# Written by tools/write_stubs.py from the table of operations, as the package was built.
import builtins
import os
from collections.abc import Iterator
from typing import Protocol, SupportsIndex, TypeAlias, final, overload

import numpy
from numpy.typing import NDArray

from colex.answers import Atom, BankCost, CheckedIr, Difference, HasShape, ImportedLayout, Json, Number, Page, Scales, SizedMap, SwizzleFacts, TiledCopy, TiledMma, Value

IntTuple: TypeAlias = SupportsIndex | tuple["IntTuple", ...]
Nested: TypeAlias = int | tuple["Nested", ...]
Entries: TypeAlias = int | Layout | None | tuple["Entries", ...]
SlicerLike: TypeAlias = SupportsIndex | builtins.slice | None | tuple["SlicerLike", ...]
TilerLike: TypeAlias = Layout | SupportsIndex | builtins.slice | None | tuple["TilerLike", ...]

class SupportsToList(Protocol):
    def tolist(self) -> object: ...

TableLike: TypeAlias = list[int] | SupportsToList
Argument: TypeAlias = Layout | ComposedLayout | CoordinateLayout | Placed | IndexMap | Swizzle | TilerLike | TableLike | str

Access: TypeAlias = Layout | ComposedLayout | IndexMap | str
AccessOfWidth: TypeAlias = Access | tuple[Access, int]

LIMIT: int
__version__: str

def pages() -> list[Page]: ...
def vectors() -> str: ...
def said(call: tuple[object, ...]) -> Value: ...
def expression(text: str, *, cute: bool = False) -> Value: ...
def draw(what: Layout | ComposedLayout | IndexMap | IntTuple | str, *arguments: Argument, coordinates: bool = False, **options: bool) -> Picture: ...
def explain(operation: str, *arguments: Argument, **options: bool) -> Explanation: ...
def banks(access: Access, *, on: str, element: int = 1, width: int = 4, store: bool = False, lanes: int | None = None, bits: int = 0) -> BankCost: ...
def draw_banks(access: Access, *, on: str, element: int = 1, width: int = 4, store: bool = False, lanes: int | None = None, bits: int = 0) -> Picture: ...
def find_swizzle(reads: list[AccessOfWidth], writes: list[AccessOfWidth], *, on: str, element: int = 1, width: int = 4, lanes: int | None = None, bits: int = 0) -> list[Swizzle]: ...
def find_padding(reads: list[AccessOfWidth], writes: list[AccessOfWidth], *, row: int, on: str, element: int = 1, width: int = 4, lanes: int | None = None, bits: int = 0) -> list[int]: ...
def bank_cards() -> list[dict[str, Json]]: ...
def coalescing(access: Access, *, on: str, element: int = 1, width: int = 4, store: bool = False, lanes: int | None = None, bits: int = 0, address: int = 0) -> dict[str, object]: ...
def tma(tensor: Layout | IntTuple | str, box: list[int] | tuple[int, ...] | None = None, *, element: int | str = 1, swizzle: str = "none", steps: list[int] | tuple[int, ...] | None = None, interleave: int = 0, address: int = 0, at: list[int] | tuple[int, ...] | None = None, nan: bool = False, pixels: int = 0, channels: int = 0, lower: list[int] | tuple[int, ...] | None = None, upper: list[int] | tuple[int, ...] | None = None, on: str = "", gather4: bool = False) -> dict[str, object]: ...
def descriptor(operand: Layout | ComposedLayout | IndexMap | str | int, *, on: str, element: int = 2, bits: int = 0, address: int = 0, lines: int = 64, major: str = "k") -> dict[str, object]: ...
def race_free(writes: list[Access], reads: list[Access] = [], *, element: int = 1, width: int = 4, bits: int = 0) -> dict[str, object]: ...
def _predicate(text: str) -> dict[str, object] | None: ...
def _bank_degrees(columns: object, *, on: str, element: int = 1, width: int = 4, store: bool = False, lanes: int | None = None, bits: int = 0) -> tuple[NDArray[numpy.int64], NDArray[numpy.int64], list[str]]: ...
def _plan(text: str) -> dict[str, object]: ...
def _drawn_plan(text: str) -> Picture: ...
def map_of_sizes(text: str, *, width: str = "int64", language: str = "either") -> SizedMap: ...
def check(text: str, file: str = "text") -> list[tuple[int, str, str]]: ...
def import_layouts(text: str, *, given: dict[str, object] = {}) -> list[ImportedLayout]: ...
def check_ir(text: str) -> CheckedIr: ...
def atoms(word: str = "") -> list[Atom]: ...
def tiled_copy(threads: Layout | IntTuple | str, values: Layout | IntTuple | str, *, tensor: Layout | ComposedLayout | IndexMap | IntTuple | str | None = None, element: int = 4) -> TiledCopy: ...
def tiled_mma(atom: str, tile: tuple[int | Layout, int | Layout, int | Layout] | str, *, atoms: Layout | IntTuple | str = (1, 1), tensor: Layout | ComposedLayout | IntTuple | str | None = None, operand: str = "C", on: str = "", element: int = 0, bits: int = 0) -> TiledMma: ...
def scales(format: str, rows: int, k: int, *, plain: bool = False) -> Scales: ...
def swizzle_facts(swizzle: Swizzle | str | None = None, *, tma: int = 0, xor16: int = 0, triton: tuple[int, int, int] | None = None, element: int = 1, row: int = 0) -> SwizzleFacts: ...

@final
class Verdict:
    @property
    def word(self) -> str: ...
    @property
    def text(self) -> str: ...
    @property
    def decided(self) -> str: ...
    @property
    def witness(self) -> dict[str, Number] | None: ...
    def __bool__(self) -> bool: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class IndexMap:
    def __init__(self, text: str, *, width: str = "int64", language: str = "either") -> None: ...
    @staticmethod
    def from_table(shape: IntTuple, values: list[int]) -> IndexMap: ...
    @property
    def kind(self) -> str: ...
    @property
    def layout(self) -> Layout | ComposedLayout | CoordinateLayout | None: ...
    @property
    def reasons(self) -> list[tuple[str, str]]: ...
    @property
    def text(self) -> str: ...
    @property
    def shape(self) -> Nested: ...
    def __call__(self, *coordinate: IntTuple) -> Nested: ...
    def difference(self, meant: Layout | ComposedLayout | IndexMap | IntTuple | str) -> Difference | None: ...

@final
class Picture:
    @property
    def title(self) -> str: ...
    @property
    def notes(self) -> list[str]: ...
    @property
    def refused(self) -> bool: ...
    def svg(self) -> str: ...
    def tikz(self) -> str: ...
    def save(self, path: str | os.PathLike[str]) -> None: ...
    def text(self, *, columns: int = 120, colour: bool = False) -> str: ...
    def data(self) -> dict[str, Json]: ...
    def _repr_svg_(self) -> str: ...
    def _repr_html_(self) -> str: ...

@final
class Explanation:
    @property
    def question(self) -> str: ...
    @property
    def answer(self) -> str: ...
    @property
    def holds(self) -> bool: ...
    @property
    def steps(self) -> list[str]: ...
    def data(self) -> dict[str, Json]: ...
    def _repr_html_(self) -> str: ...

@final
class Placed:
    __match_args__ = ("layout", "offset")
    @property
    def layout(self) -> Layout | CoordinateLayout: ...
    @property
    def offset(self) -> Nested: ...
    def __iter__(self) -> Iterator[Layout | CoordinateLayout | Nested]: ...
    def __call__(self, *coordinate: IntTuple) -> Nested: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Swizzle:
    __match_args__ = ("bits", "base", "shift")
    def __init__(self, bits: int, base: int, shift: int) -> None: ...
    @property
    def bits(self) -> int: ...
    @property
    def base(self) -> int: ...
    @property
    def shift(self) -> int: ...
    def __call__(self, offset: int, /) -> int: ...
    def __matmul__(self, inner: Layout, /) -> ComposedLayout: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def to(self, language: str) -> str: ...
'''
LAYOUT = '''
@final
class Layout:
    __match_args__ = ("shape", "stride")
    def __init__(self, shape: IntTuple | str | Layout, stride: IntTuple | None = None) -> None: ...
    @staticmethod
    def of(tensor: HasShape) -> Layout: ...
    @property
    def shape(self) -> Nested: ...
    @property
    def stride(self) -> Nested: ...
    @overload
    def __call__(self, indices: SupportsToList, /) -> NDArray[numpy.int64]: ...
    @overload
    def __call__(self, first: IntTuple, /, *more: IntTuple) -> int: ...
    @overload
    def __call__(self, first: SlicerLike, /, *more: SlicerLike) -> int | Placed: ...
    @overload
    def __getitem__(self, key: SupportsIndex | builtins.slice | tuple[SupportsIndex, ...], /) -> Layout: ...
    @overload
    def __getitem__(self, key: tuple[SlicerLike, ...], /) -> Layout | Placed: ...
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[Layout]: ...
    def __matmul__(self, other: Layout | tuple[TilerLike, ...], /) -> Layout: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def equivalent(self, other: Layout | ComposedLayout | str, /) -> Verdict: ...
    def offsets(self) -> NDArray[numpy.int64]: ...
    def to(self, language: str) -> str: ...
    def _repr_svg_(self) -> str | None: ...
'''
COORDINATES = '''
@final
class CoordinateLayout:
    def __init__(self, text: str | CoordinateLayout) -> None: ...
    def __call__(self, first: IntTuple, /, *more: IntTuple) -> Nested: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def to(self, language: str) -> str: ...
'''
COMPOSED = '''
@final
class ComposedLayout:
    __match_args__ = ("outer", "offset", "inner")
    @overload
    def __init__(self, outer: str) -> None: ...
    @overload
    def __init__(self, outer: Swizzle | TableLike, offset: SupportsIndex, inner: Layout) -> None: ...
    @property
    def outer(self) -> Swizzle | list[int]: ...
    @property
    def offset(self) -> int: ...
    @property
    def inner(self) -> Layout: ...
    @property
    def shape(self) -> Nested: ...
    def __call__(self, first: SlicerLike, /, *more: SlicerLike) -> int: ...
    def __len__(self) -> int: ...
    def __matmul__(self, other: Layout, /) -> ComposedLayout: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def equivalent(self, other: Layout | ComposedLayout | str, /) -> Verdict: ...
    def offsets(self) -> NDArray[numpy.int64]: ...
    def to(self, language: str) -> str: ...
    def _repr_svg_(self) -> str | None: ...
'''


def of_integers(answer):
    return all(map(of_integers, answer)) if isinstance(answer, tuple) else isinstance(answer, int)


def type_of(answer):
    if isinstance(answer, tuple):
        return "Nested" if of_integers(answer) else "Entries"
    name = type(answer).__name__
    return {"list": "list[int]", "NoneType": "None"}.get(name, name)


def union(types):
    types = set(types)
    if "Entries" in types:
        types -= {"Nested", "int", "Layout", "None"}
    if "Nested" in types:
        types.discard("int")
    return " | ".join(sorted(types)) or "Value"


def answers(page):
    """{number of arguments: types seen}"""
    seen = collections.defaultdict(set)
    for example in page["examples"]:
        call = example.split(") == ")[0] + ")"
        if ") == " in example and "::" not in call:
            seen[arguments_of(call)].add(type_of(colex.expression(call)))
    function = getattr(colex._colex, page["op"])
    least = sum(not optional for _, _, optional, _ in page["parameters"])
    for count in range(least, len(page["parameters"]) + 1):
        values = [[v for kind in kinds for v in KINDS[kind][1]] for _, kinds, _, _ in page["parameters"][:count]]
        for given in itertools.islice(itertools.product(*values), 64):
            try:
                seen[count].add(type_of(function(*given)))
            except colex.Refused:
                pass
    return seen


def arguments_of(call):
    """How many arguments a call of the notation has."""
    depth, count = 0, 1 if call.split("(", 1)[1].rstrip(")") else 0
    for before, letter in zip("  " + call, " " + call):
        depth += (letter in "(<[") - (letter in ")>]")
        count += letter == "," and depth == 1
    return count


def rows_of(page):
    """[(parameters, answer)]: a row per number of arguments where the answers differ."""
    seen = answers(page)
    least = sum(not optional for _, _, optional, _ in page["parameters"])
    parameters = page["parameters"]
    if len({union(t) for t in seen.values() if t}) <= 1 or (parameters and parameters[-1][3]):
        return [(parameters, union(itertools.chain(*seen.values())))]
    return [([(n, k, False, r) for n, k, _, r in parameters[:count]], union(seen[count]))
            for count in range(least, len(parameters) + 1)]  # fmt: skip


def signature(op, parameters, answer, options, text, method, tuples=()):
    """The definition; a layout at a place in `tuples` cannot be written as a tuple, which has a row of its own."""
    words = ["self"] if method else []
    for place, (name, kinds, optional, repeated) in list(enumerate(parameters))[method:]:
        types = list(dict.fromkeys(t for kind in kinds for t in KINDS[kind][0].split(" | ")))
        if place in tuples and "tuple" not in kinds and "Layout" in types and "IntTuple" in types:
            types.remove("IntTuple")
        if "swizzled" in kinds and text:
            types += ["Layout", "IntTuple"]
        if text:
            types.append("str")
        name += "_" if keyword.iskeyword(name) else ""
        kind = " | ".join(dict.fromkeys(types))
        words.append(f"*{name}: {kind}" if repeated else f"{name}: {kind}" + (" = ..." if optional else ""))
    starred = [k for k, word in enumerate(words) if word.startswith("*")]
    if starred:
        words.insert(starred[0], "/") if starred[0] else None
    else:
        words.append("*")
    words += [f"{option}: bool = False" for option in (*options, "cute")]
    return f"def {op}({', '.join(words)}) -> {answer}: ..."


def variants(page):
    """Where a parameter is a layout of any kind: the page for plain layouts, whose answers are plainer, and for all."""
    plain = [(n, ["layout"] if {"layout", "swizzled"} <= set(kinds) else kinds, o, r) for n, kinds, o, r in page["parameters"]]
    return [page] if plain == page["parameters"] else [dict(page, parameters=plain, examples=[]), page]


def of_class(page, kinds):
    """The page for a first argument of a class."""
    name, all_kinds, *rest = page["parameters"][0]
    mine = [kind for kind in all_kinds if kind in kinds]
    return page if mine == all_kinds else dict(page, parameters=[(name, mine, *rest), *page["parameters"][1:]], examples=[])


def types_of(kinds):
    types = {t for kind in kinds for t in KINDS[kind][0].split(" | ")}
    return types | ({"Layout", "IntTuple", "SupportsIndex"} if "TilerLike" in types else set())


def covers(earlier, row):
    """Whether a call that fits `row` fits the earlier one."""
    return (len(earlier[0]) == len(row[0]) and set(earlier[2]) >= set(row[2])
            and all(types_of(a[1]) >= types_of(b[1]) and a[2] >= b[2] for a, b in zip(earlier[0], row[0])))  # fmt: skip


def definitions(op, pages, method):
    every = [(parameters, answer, page["options"]) for page in pages for parameters, answer in rows_of(page)]
    rows = []
    # of two rows that a call fits, the first counts: plain layouts before all kinds, integers before what may hold layouts
    for row in sorted(every, key=lambda row: (any(len(kinds) > 1 and "swizzled" in kinds for _, kinds, _, _ in row[0]),
                                              any("entries" in kinds for _, kinds, _, _ in row[0]))):
        if not any(covers(earlier, row) for earlier in rows):
            rows.append(row)
    if len(rows) == 1:
        return [signature(op, *rows[0], True, method)]
    tuples = {place for row in rows for place, (_, kinds, _, _) in enumerate(row[0]) if kinds == ["tuple"]}
    lines = list(dict.fromkeys(signature(op, *row, False, method, tuples) for row in rows))
    options = list(dict.fromkeys(o for row in rows for o in row[2]))
    answer = union(itertools.chain(*(row[1].split(" | ") for row in rows)))
    most = 0  # arguments of an earlier one, which takes fewer as well
    for names in dict.fromkeys(tuple((n, o) for n, _, o, _ in row[0][method:]) for row in rows if not any(p[3] for p in row[0])):
        if len(names) > most:  # texts, by name
            most = len(names)
            named = [f"{n}_: Argument" if keyword.iskeyword(n) else f"{n}: Argument" + " = ..." * o for n, o in names]
            lines.append(f"def {op}({', '.join([*(['self'] if method else []), *named, '*', *(f'{o}: bool = False' for o in (*options, 'cute'))])}) -> {answer}: ...")
    words = [*(["self"] if method else []), "*arguments: Argument", *(f"{o}: bool = False" for o in (*options, "cute"))]
    lines.append(f"def {op}({', '.join(words)}) -> {answer}: ...")
    return [line for text in lines for line in ("@overload", text)]


def written():
    pages = collections.defaultdict(list)
    for page in colex._colex.pages():
        pages[page["op"]] += variants({**page, "parameters": [tuple(p) for p in page["parameters"]]})
    out = HEAD
    for name, head, kinds in (("Layout", LAYOUT, {"layout", "profile"}), ("ComposedLayout", COMPOSED, {"swizzled"}),
                              ("CoordinateLayout", COORDINATES, {"basis", "placed"})):
        out += head
        for op, all_of_it in pages.items():
            mine = [of_class(p, kinds) for p in all_of_it if p["parameters"] and kinds & set(p["parameters"][0][1])]
            if op in dir(getattr(colex, name)) and mine and f"def {op}(" not in head:
                out += "".join(f"    {line}\n" for line in definitions(op, mine, 1))
    out += "\n"
    for op, all_of_it in pages.items():
        out += "".join(line + "\n" for line in definitions(op, all_of_it, 0))
    return out


if __name__ == "__main__":
    pathlib.Path(sys.argv[1]).write_text(written())
