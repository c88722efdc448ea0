#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Kernels in Triton and in CuTe DSL, compiled by their packages without a device: what `colex inspect --triton` and `--cute-dsl` start.

    python3 compile_kernel.py triton kernels.py:add FOLDER --target sm_90 --signature '*fp32:16, *fp32:16, i32, 1024' --option num_warps=8

FOLDER gets kernel.ptx or kernel.co, and answer.json: {"file", "threads", "lds"}, what a launch gives where the package says it, or {"why"}, one line that
says what is missing or wrong. What the module and the compiler print goes to standard error.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import json
import os
import pathlib
import re
import sys
from collections.abc import Callable, Sequence
from typing import Any

Answer = dict[str, "str | int"]


class Refused(Exception):
    """One line that says what is missing or wrong."""


def _package(name: str, what: str) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError as why:
        raise Refused(f"{what} is not installed for {sys.executable}: {why}") from None


def _loaded(place: str) -> Any:
    """What the name behind the colon is in the module: "kernels.py:add"."""
    file, colon, name = place.rpartition(":")
    if not colon or not name.isidentifier():
        raise Refused(f"'{place}': expected FILE.py:KERNEL")
    path = pathlib.Path(file)
    spec = importlib.util.spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None or not path.is_file():
        raise Refused(f"'{file}' is no file of Python")
    module = importlib.util.module_from_spec(spec)
    sys.path.insert(0, str(path.resolve().parent))
    sys.modules[path.stem] = module
    spec.loader.exec_module(module)
    if not hasattr(module, name):
        raise Refused(f"{file} has no '{name}'")
    return getattr(module, name)


def _words(signature: str) -> list[str]:
    """At commas, but those of extents."""
    return [word.strip() for word in re.split(r",(?![^\[]*\])", signature)] if signature.strip() else []


def _constant(word: str) -> bool | int | float | str | None:
    named: dict[str, bool | None] = {"True": True, "False": False, "None": None}
    if word in named:
        return named[word]
    if word[:1] in "'\"":
        return word.strip("'\"")
    for kind in (int, float):
        try:
            return kind(word)
        except ValueError:
            pass
    raise Refused(f"--signature: '{word}' is neither a type, such as *fp32:16 or i32, nor a constant")


def triton(place: str, folder: pathlib.Path, target: str, signature: str, options: Sequence[str]) -> Answer:
    """Compiles by `triton.compile`; the signature has a word for each parameter, as that of `triton.tools.compile` has."""
    package = _package("triton", "Triton")
    device = _package("triton.backends.compiler", "Triton").GPUTarget
    source = _package("triton.compiler", "Triton").ASTSource
    kernel = _loaded(place)
    while not isinstance(kernel, package.JITFunction) and hasattr(kernel, "fn"):
        kernel = kernel.fn  # behind autotune and heuristics
    if not isinstance(kernel, package.JITFunction):
        raise Refused(f"{place} is no kernel: it has no @triton.jit")
    names, words = list(kernel.arg_names), _words(signature)
    if len(words) != len(names):
        raise Refused(f"{place} takes {', '.join(names)}: --signature needs a type or a constant for each, as '*fp32:16, i32, 1024'; it has {len(words)}")
    types: dict[str, str] = {}
    constants: dict[tuple[int, ...], Any] = {}
    multiples: dict[tuple[int, ...], list[list[Any]]] = {}
    for k, (name, word) in enumerate(zip(names, words, strict=True)):
        found = re.fullmatch(r"(\*?[a-z]+[0-9]+[a-z0-9]*)(?::(\d+))?", word)
        if found is None:
            types[name], constants[(k,)] = "constexpr", _constant(word)
        else:
            types[name] = found[1]
            if found[2] is not None:
                multiples[(k,)] = [["tt.divisibility", int(found[2])]]
    is_amd = target.startswith("gfx")
    given = {}
    for option in options:
        key, equals, value = option.partition("=")
        if not equals:
            raise Refused(f"--option '{option}': expected NAME=VALUE, such as num_warps=8")
        given[key] = _constant(value)
    made = package.compile(source(fn=kernel, signature=types, constexprs=constants, attrs=multiples),
                           target=device("hip", target, 64) if is_amd else device("cuda", int(target[3:].rstrip("a")), 32), options=given)  # fmt: skip
    file = folder / ("kernel.co" if is_amd else "kernel.ptx")
    file.write_bytes(made.asm["hsaco"] if is_amd else made.asm["ptx"].encode())
    return {"file": str(file), "threads": made.metadata.num_warps * (64 if is_amd else 32), "lds": made.metadata.shared}


def _dynamic(host: str) -> Answer:
    """Bytes of dynamic shared memory: what the host's code, in MLIR, stores to `dynamicSmemBytes`, the third member of its only cudaLaunchConfig_t, where that is a number."""
    config = r"llvm\.struct<\(array<3 x i32>, array<3 x i32>, i64, ptr, ptr, i32\)>"
    stores = re.findall(rf"(%\w+) = llvm\.getelementptr %\w+\[0, 2\] : \(!llvm\.ptr\) -> !llvm\.ptr, !{config}\s+llvm\.store (%\w+), \1 :", host)
    numbers = re.findall(rf"{stores[0][1]} = llvm\.mlir\.constant\((\d+) : i64\)", host) if len(stores) == 1 else []
    return {"lds": int(numbers[0])} if len(numbers) == 1 else {}


def cute_dsl(place: str, folder: pathlib.Path, target: str, signature: str, options: Sequence[str]) -> Answer:
    """Compiles by `cute.compile`; the signature has a word for each parameter: a tensor, f32[256,256], the last extent contiguous, f32[256,256]:16 where its address is a multiple of
    16 bytes, or a number, i32:8."""
    if not target.startswith("sm_"):
        raise Refused(f"--target {target}: CuTe DSL compiles for NVIDIA's, such as sm_90")
    if options:
        raise Refused("--option is of --triton")
    os.environ.update(CUTE_DSL_ARCH=target, CUTE_DSL_KEEP_PTX="1", CUTE_DSL_DUMP_DIR=str(folder))
    cutlass = _package("cutlass", "CuTe DSL")
    cute = _package("cutlass.cute", "CuTe DSL")
    tensor = _package("cutlass.cute.runtime", "CuTe DSL").make_fake_compact_tensor
    types = {"f64": "Float64", "f32": "Float32", "f16": "Float16", "bf16": "BFloat16", "i64": "Int64", "i32": "Int32", "i16": "Int16", "i8": "Int8", "u8": "Uint8"}
    arguments = []
    for word in _words(signature):
        found = re.fullmatch(r"([a-z0-9]+)(?:\[([\d,\s]+)\](?::(\d+))?|:(-?\d+))", word)
        if found is None or found[1] not in types:
            raise Refused(f"--signature: '{word}' is neither a tensor, such as f32[256,256], nor a number, such as i32:8")
        kind = getattr(cutlass, types[found[1]])
        if found[2] is None:
            arguments.append(kind(int(found[4])))
        else:
            extents = tuple(int(extent) for extent in found[2].split(","))
            aligned = {} if found[3] is None else {"assumed_align": int(found[3])}
            arguments.append(tensor(kind, extents, stride_order=tuple(reversed(range(len(extents)))), **aligned))
    made = cute.compile(_loaded(place), *arguments)
    file = folder / "kernel.ptx"
    file.write_text(made.__ptx__.rstrip("\0"))
    return {"file": str(file), **_dynamic(str(made.ir_module))}


COMPILERS: dict[str, Callable[[str, pathlib.Path, str, str, Sequence[str]], Answer]] = {"triton": triton, "cute-dsl": cute_dsl}


def _why(failed: Exception) -> str:
    """What a compiler says is wrong, in one line: from `error:` on, without colours and suggestions, or its last line."""
    text = re.sub(r"\x1b\[[0-9;]*m", "", str(failed)).partition("suggestion:")[0].strip()
    error = re.search(r"^\s*error:.*", text, re.M | re.S)
    return " ".join(error[0].split()) if error else (text.splitlines() or [repr(failed)])[-1]


def main() -> None:
    parser = argparse.ArgumentParser(prog="compile_kernel.py", description="Compiles a kernel without a device.")
    parser.add_argument("compiler", choices=COMPILERS)
    parser.add_argument("kernel", help="FILE.py:KERNEL")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--target", required=True)
    parser.add_argument("--signature", default="")
    parser.add_argument("--option", action="append", default=[])
    given = parser.parse_args()
    os.dup2(2, 1)
    try:
        answer = COMPILERS[given.compiler](given.kernel, given.folder, given.target, given.signature, given.option)
    except Refused as why:
        answer = {"why": str(why)}
    except Exception as why:  # noqa: BLE001 - a compiler's own, of any kind
        answer = {"why": f"{given.kernel} is not compiled: {_why(why)}"}
    (given.folder / "answer.json").write_text(json.dumps(answer))


if __name__ == "__main__":
    main()
