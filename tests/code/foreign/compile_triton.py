#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compiles the kernels of this folder, and those of triton_kernels.py, by Triton, without a device: compile_triton.py FOLDER TARGET...

FOLDER gets TARGET_NAME.co, or TARGET_NAME.ptx, and TARGET_NAME.json with what a launch gives: the bytes of LDS, the threads of a block, and
the arguments' types. As at a launch whose arrays
and extents are so, pointers and extents are multiples of 16. What Triton does not compile is named, with the last line of why.
"""
import json
import pathlib
import re
import sys
import warnings

import triton
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]
import attentions  # noqa: E402
import pointwise  # noqa: E402
import products  # noqa: E402
import rows  # noqa: E402
import triton_kernels  # noqa: E402

EXTENTS = {"M", "N", "K", "stride", "part", "C", "OUT", "width", "head"}
KERNELS = [*((*one, {"num_stages": 2}) for one in triton_kernels.KERNELS), *pointwise.KERNELS, *rows.KERNELS, *products.KERNELS, *attentions.KERNELS]


# Of what is given as a tensor map: the extents and strides behind it are not read; the bytes of its box are a fact of inspecting.
BOXES = [(*one, {"num_stages": 3}) for one in triton_kernels.BOXES]


def launched(given):
    """The facts and the arguments of a launch."""
    facts, arguments, parameter = [], [], 0
    for kind in given.values():
        if box := re.fullmatch(r"tensordesc<fp16(\[(\d+),(\d+)\])>", kind):
            facts.append(f"param_{parameter}.box == {2 * int(box[2]) * int(box[3])}")
            arguments += [f"map:{box[1]}:{2 * int(box[3])}:*fp16", "i32:0", "i32:0", "i64:0", "i64:0"]
        else:
            arguments.append(kind)
        parameter = len(arguments)
    return {"assume": facts, "arguments": arguments}


def compiled(kernel, given, constants, options, device):
    signature = {**given, **dict.fromkeys(constants, "constexpr")}
    places = {name: (list(signature).index(name),) for name in signature}
    multiples = {places[name]: [["tt.divisibility", 16]] for name, kind in given.items() if kind.startswith("*") or name in EXTENTS}
    source = ASTSource(fn=kernel, signature=signature, constexprs={places[name]: value for name, value in constants.items()}, attrs=multiples)
    return triton.compile(source, target=device, options={"num_warps": 4, "num_stages": 2, **options})


def main(folder, *targets):
    warnings.simplefilter("ignore")
    folder, failed = pathlib.Path(folder), {}
    folder.mkdir(parents=True, exist_ok=True)
    for target in targets:
        nvidia = target.startswith("sm_")
        device = GPUTarget("cuda", int(target[3:]), 32) if nvidia else GPUTarget("hip", target, 64)
        for kernel, ending, given, constants, options in KERNELS + (BOXES if target == "sm_90" else []):
            name = f"{target}_{kernel.fn.__name__}{ending}"
            try:
                made = compiled(kernel, given, constants, options, device)
            except Exception as why:  # noqa: BLE001 - a compiler's own, of any kind
                failed[name] = (str(why).strip().splitlines() or [repr(why)])[-1][:200]
                continue
            (folder / f"{name}.{'ptx' if nvidia else 'co'}").write_bytes(made.asm["ptx"].encode() if nvidia else made.asm["hsaco"])
            threads = made.metadata.num_warps * (32 if nvidia else 64)
            facts = {"lds": made.metadata.shared, "threads": threads, **launched(given)}
            (folder / f"{name}.json").write_text(json.dumps(facts))
    for name, why in failed.items():
        print(f"not compiled: {name}: {why}")


if __name__ == "__main__":
    main(*sys.argv[1:])
