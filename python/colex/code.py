# SPDX-License-Identifier: MIT
"""Kernels of code objects, and of PTX: executed on the CPU with every access checked, and inspected, by the command's `execute` and `inspect`.

    from colex import code
    ring = code.load("ring.co")
    ring.kernels                                                        # {"ring": Kernel(...)}
    to = code.empty(256, "f32")
    report = ring.launch("ring", grid=2, block=128, arguments=[numpy.arange(256, dtype="f4"), to, numpy.int32(256)])
    report.clean, to.array
    ring.inspect()[0]["race_free"]                                      # {"verdict": "holds", ...}

docs/execute.md and docs/inspect.md say what is found. Nothing of a code object runs on the machine itself. NumPy is needed, and a `colex` that was
built with LLVM: COLEX_PROGRAM names it, else the one on PATH is asked.
"""

from __future__ import annotations

import itertools
import json
import operator
import os
import pathlib
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias, cast

from colex import _program
from colex._errors import InputError
from colex.answers import Json
from colex.unknowns import NoTool

if TYPE_CHECKING:
    import numpy

#: Bytes of an element by the name of its type; bf16 is held in NumPy as u16.
TYPES = {"i8": "i1", "i16": "i2", "i32": "i4", "i64": "i8", "u8": "u1", "u16": "u2", "u32": "u4", "u64": "u8", "f16": "f2", "bf16": "u2", "f32": "f4",
         "f64": "f8"}  # fmt: skip
_NAMES = {numpy_name: name for name, numpy_name in TYPES.items() if name != "bf16"}


@dataclass(frozen=True)
class Argument:
    """What a kernel takes at a byte of its arguments: `kind` is that of the code object's metadata, such as global_buffer or by_value."""

    name: str
    offset: int
    bytes: int
    kind: str


@dataclass(frozen=True)
class Kernel:
    """A kernel of a code object.

    name       its symbol
    lds        bytes of LDS, or of shared memory, of its own
    threads    the most threads that a block may have
    arguments  what it takes, in order
    unknown    instructions that the executor has no row for, by name; a launch that reaches one is refused
    """

    name: str
    lds: int
    threads: int
    arguments: tuple[Argument, ...]
    unknown: tuple[str, ...]


class empty:
    """An array that holds nothing before the kernel has written it; after the launch `array` has what was written, 0 elsewhere.

    Args:
        shape: its extents, in elements
        type: one of TYPES
    """

    def __init__(self, shape: int | Sequence[int], type: str = "f32") -> None:
        if type not in TYPES:
            raise InputError("input", f"empty: type is one of {', '.join(TYPES)}, not {type!r}")
        self.shape = _whole("empty: shape", shape)
        self.type = type
        self.array: numpy.ndarray | None = None


#: An argument of a launch: an array, which is written in place unless it is read-only; a NumPy scalar; empty(...); a tuple, passed as a structure;
#: or text, as --arg of `colex execute` takes it.
Value: TypeAlias = "numpy.ndarray | numpy.generic | empty | str | tuple[Value, ...]"


@dataclass(frozen=True)
class Report:
    """What came of a launch.

    clean     no race, and nothing out of bounds, misaligned, uninitialised or used before its wait
    findings  the defects, each with `defect`, `detail`, `block`, `wave`, `lane`, `address`, `instruction` and, of two accesses, the `other`
    counts    how often each defect was met
    blocks, waves, instructions, lane_instructions, barriers: what was executed
    """

    clean: bool
    findings: list[dict[str, Json]]
    counts: dict[str, int]
    blocks: int
    waves: int
    instructions: int
    lane_instructions: int
    barriers: int


def load(path: str | os.PathLike[str]) -> CodeObject:
    """The kernels of a code object of AMD, for gfx90a or gfx942, or of a file of PTX.

    Raises:
        InputError: the file is neither
        NoTool: no `colex` that reads code is found
    """
    return CodeObject(path)


class CodeObject:
    """A code object: `target` is the processor that it is for, `kernels` has each Kernel by its name."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = pathlib.Path(path)
        said = cast("dict[str, Json]", json.loads(_run(["execute", str(self.path), "--list", "--json"]).stdout))
        self.target = cast(str, said["target"])
        self.kernels = {k["name"]: _kernel(k) for k in cast("list[dict[str, Json]]", said["kernels"])}

    def __repr__(self) -> str:
        return f"CodeObject({str(self.path)!r}, {self.target}, {len(self.kernels)} kernels)"

    def launch(self, kernel: str, *, grid: int | Sequence[int] = 1, block: int | Sequence[int] = 64, arguments: Sequence[Value] = (), dynamic_lds: int = 0,
               schedule: str = "in-order", seed: int = 1, budget: int = 100_000_000) -> Report:  # fmt: skip
        """Executes a kernel on the CPU, every access checked; arrays are written in place.

        Args:
            kernel: its name, or a part that no other has
            grid: blocks; a number, or two or three
            block: threads of a block, likewise
            arguments: in order. An array of NumPy is written in place, or where it is read-only only read; one that is given twice is one array to the
                kernel, too; a scalar is a NumPy scalar, whose type says its bytes; empty(...) holds nothing before it is written; a tuple is a structure;
                text is what --arg takes
            dynamic_lds: bytes of LDS, or of shared memory, behind the kernel's own
            schedule: how waves, or warps, take turns: "in-order", "random" or "adversarial"
            seed: draws the random schedule and random arrays
            budget: instructions of waves that may be executed

        Raises:
            InputError: an argument is of another kind or size, an instruction is not known, or the budget is spent
            NoTool: no `colex` that reads code is found
        """
        with tempfile.TemporaryDirectory() as folder:
            words = _Arguments(pathlib.Path(folder))
            given = [word for value in arguments for word in ("--arg", words.word(value))]
            ran = _run(["execute", str(self.path), "--kernel", kernel, "--grid", _numbers("grid", grid), "--block", _numbers("block", block), *given, "--dynamic-lds",
                        str(dynamic_lds), "--schedule", schedule, "--seed", str(seed), "--budget", str(budget), "--json"])  # fmt: skip
            words.take_back()
        said = cast("dict[str, Json]", json.loads(ran.stdout))
        return Report(ran.returncode == 0, **{name: said[name] for name in Report.__annotations__ if name != "clean"})  # type: ignore[arg-type]

    def inspect(self, kernel: str | None = None, *, on: str | None = None, assume: Sequence[str] = (), dynamic_lds: int = 0, block: int | Sequence[int] | None = None) -> list[dict[str, Json]]:
        """What kernels do to memory, as `colex inspect --json` says it: a dictionary for each kernel.

        Args:
            kernel: its name, or a part that no other has; None for all of the file
            on: the card whose banks and sectors are meant; None for the code object's own
            assume: facts of arguments, such as "N % 8 == 0"
            dynamic_lds: bytes of LDS, or shared memory, behind the kernel's own
            block: threads of a block; None for as many as the kernel was compiled for

        Raises:
            InputError: the kernel is not there, or a fact is not read
            NoTool: no `colex` that reads code is found
        """
        return cast("list[dict[str, Json]]", self._inspected(kernel, assume, dynamic_lds, block, *(["--on", on] if on else [])))

    def expect(self, lines: str, kernel: str | None = None, *, assume: Sequence[str] = (), dynamic_lds: int = 0, block: int | Sequence[int] | None = None) -> dict[str, Json]:
        """Whether accesses have the layouts that are meant, in every lane, wave and trip, as `colex inspect --expect --json` says it.

        Args:
            lines: what docs/inspect.md describes, for instance "stored: store LDS 16 = Sw<3,4,3> o 0 o ((64,2),2):((16,1024),2048), stage epoch"
            kernel, assume, dynamic_lds, block: as of inspect()

        Raises:
            InputError: a line is not read, or the kernel is not there or not understood
            NoTool: no `colex` that reads code is found
        """
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "meant.txt"
            file.write_text(lines)
            return cast("dict[str, Json]", self._inspected(kernel, assume, dynamic_lds, block, "--expect", str(file)))

    def _inspected(self, kernel: str | None, assume: Sequence[str], dynamic_lds: int, block: int | Sequence[int] | None, *more: str) -> Json:
        shape = [] if block is None else ["--block", _numbers("block", block)]
        words = [*(["--kernel", kernel] if kernel else []), *(word for fact in assume for word in ("--assume", fact)), *shape, *more]
        return cast(Json, json.loads(_run(["inspect", str(self.path), *words, "--dynamic-lds", str(dynamic_lds), "--json"]).stdout))


class _Arguments:
    """The words of --arg, and the arrays that come back."""

    def __init__(self, folder: pathlib.Path) -> None:
        self.folder = folder
        self.numbers = itertools.count()
        self.back: list[tuple[pathlib.Path, numpy.ndarray | empty]] = []
        self.given: list[tuple[numpy.ndarray | empty, str]] = []  # arrays, and their words

    def word(self, value: Value) -> str:
        import numpy

        if isinstance(value, str):
            return value
        if isinstance(value, tuple):
            return "{" + ",".join(self.word(member) for member in value) + "}"
        if isinstance(value, (empty, numpy.ndarray)):
            word = self._same(value) or self._array(value)
            self.given.append((value, word))
            return word
        if isinstance(value, numpy.generic):
            if (name := _NAMES.get(value.dtype.str[1:])) is None or name == "f16":
                raise InputError("input", f"launch: no argument is a {value.dtype}; numbers are i8 to i64, u8 to u64, f32 and f64")
            return f"{name}:{value!s}"
        raise InputError("input", f"launch: an argument is an array, a NumPy scalar such as numpy.int32(5), empty(...), a tuple or text, not {value!r}")

    def _same(self, value: numpy.ndarray | empty) -> str | None:
        """The word of an array that was given before and is this one; None where there is none."""
        import numpy

        for other, word in self.given:
            if other is value:
                return word
            if isinstance(other, empty) or isinstance(value, empty) or not numpy.may_share_memory(other, value):
                continue
            if (other.ctypes.data, other.shape, other.strides, other.dtype, other.flags.writeable) == (value.ctypes.data, value.shape, value.strides, value.dtype, value.flags.writeable):
                return word
            if other.flags.writeable or value.flags.writeable:
                raise InputError("input", "launch: two arrays that are not the same share memory, and one may be written: give copies")
        return None

    def _array(self, value: numpy.ndarray | empty) -> str:
        import numpy

        if isinstance(value, empty):
            return f"out:{self._file(value)}:{value.type}[{','.join(map(str, value.shape))}]"
        if isinstance(value, numpy.ma.MaskedArray):
            raise InputError("input", "launch: a masked array is no argument; its `data` is one")
        if value.dtype.str[1:] not in _NAMES or value.dtype.str[0] == ">":
            raise InputError("input", f"launch: no argument is an array of {value.dtype}; elements are {', '.join(TYPES)}, bf16 held as u16")
        if not value.flags.c_contiguous and not value.flags.f_contiguous:
            raise InputError("input", "launch: an array has gaps; numpy.ascontiguousarray closes them")
        source = self._file()
        numpy.save(source, value)
        return f"inout:{source}:{self._file(value)}" if value.flags.writeable else f"in:{source}"

    def _file(self, back: numpy.ndarray | empty | None = None) -> pathlib.Path:
        file = self.folder / f"{next(self.numbers)}.npy"
        if back is not None:
            self.back.append((file, back))
        return file

    def take_back(self) -> None:
        import numpy

        for file, value in self.back:
            if isinstance(value, empty):
                value.array = numpy.load(file)
            else:
                value[...] = numpy.load(file)


def _kernel(said: dict[str, Json]) -> Kernel:
    arguments = (Argument(**a) for a in cast("list[dict[str, Json]]", said["arguments"]))  # type: ignore[arg-type]
    unknown = (cast(str, u["instruction"]) for u in cast("list[dict[str, Json]]", said["unknown"]))
    return Kernel(cast(str, said["name"]), cast(int, said["lds"]), cast(int, said["threads"]), tuple(arguments), tuple(unknown))


def _whole(what: str, given: int | Sequence[int]) -> tuple[int, ...]:
    """One whole number, or several; those of NumPy, too."""
    try:
        return (operator.index(cast(int, given)),)
    except TypeError:
        pass
    try:
        return tuple(map(operator.index, cast("Sequence[int]", given)))
    except TypeError:
        raise InputError("input", f"{what} is a whole number, or several, not {given!r}") from None


def _numbers(what: str, given: int | Sequence[int]) -> str:
    return ",".join(map(str, _whole(f"launch: {what}", given)))


def _run(words: list[str]) -> subprocess.CompletedProcess[str]:
    for word in words:
        if not isinstance(word, str) or "\0" in word:
            raise InputError("input", f"no word of the command, which is text without a null byte: {word!r}")
    program = shutil.which(os.environ.get("COLEX_PROGRAM") or "colex")
    if program is None:
        raise NoTool("colex.code: no program colex is found; COLEX_PROGRAM names one that was built with LLVM")
    ran = _program.run(program, words)
    if ran.returncode not in (0, 1) or not ran.stdout:
        said = ran.stderr.strip().splitlines() or [f"{program} ended with {ran.returncode}"]
        if "needs colex-" in said[0]:
            raise NoTool(f"colex.code: {program}: {said[0].removeprefix('colex: ')}; COLEX_PROGRAM names a colex that was built with LLVM")
        raise InputError("input", said[0].removeprefix("colex: "))
    return ran
