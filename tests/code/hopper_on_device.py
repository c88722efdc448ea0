#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Hopper's products on a card and in the executor, from the same operands: are the bits of the results equal?

  hopper_on_device.py --make FOLDER CUDA_EXECUTE HOST_LIBRARY PYTHON_FOLDER [CONFIG...]   makes programs and operands, and executes them; needs nvcc and clang, and no card
  hopper_on_device.py FOLDER                                                              runs them on the card that is here, and compares

Problems are ptx_hopper.py's, of any numbers: sums are rounded, so that the bits depend on each step of the order and on the model of wgmma. The card runs what nvcc's ptxas makes of the
PTX that the executor reads. Without CONFIG a tile is drawn for each pair of types and orders. Exit status: 0 equal, 1 other bits, 2 no card.
"""

import json
import os
import pathlib
import random
import shutil
import subprocess
import sys

import ptx_hopper
import ptx_on_device

FILES = ("a", "b", "up", "c", "ends", "a_scales", "b_scales")
MIDDLE = {"bf16": (127, 7), "f16": (15, 10), "tf32": (127, 23), "f32": (127, 23)}  # the exponent of 1, and bits of the fraction


def any_number(draw, element):
    if element not in MIDDLE:
        return draw.randrange(256) if element == "i8" else ptx_hopper.small(draw, element)
    one, fraction = MIDDLE[element]
    return draw.getrandbits(1) << (15 if fraction < 23 else 31) | one + draw.randint(-5, 5) << fraction | draw.getrandbits(fraction)


def make(folder, library, host, python, *configs):
    os.environ["COLEX_KERNELS_LIBRARY"] = os.path.abspath(host)
    sys.path.insert(0, python)
    import colex_kernels as ck

    folder, nvcc = pathlib.Path(folder), shutil.which("nvcc") or "/usr/local/cuda/bin/nvcc"
    folder.mkdir(parents=True, exist_ok=True)
    draw, cases, kinds = random.Random(11), [], {}
    for config in ck.configs():
        if config.startswith("hopper_"):
            kinds.setdefault(config.rpartition("_")[0], []).append(config)
    for config in configs or [draw.choice(tiles) for tiles in kinds.values()]:
        product = ptx_hopper.Product(config, nvcc, os.path.abspath(library), folder)
        subprocess.run([nvcc, *ptx_hopper.NVCC, "-DCOLEX_CUDA_RUNS", f"{config}.cpp", "-o", f"{config}.card"], check=True, cwd=folder)
        for sizes in ptx_hopper.problems_of(ck, product):
            problem, _ = ptx_hopper.drawn(ck, draw, product, *sizes, pick=any_number)
            place = folder / str(len(cases))
            place.mkdir(exist_ok=True)
            for name, values in zip(FILES, problem[6:], strict=True):
                (place / f"{name}.bin").write_bytes(values.tobytes())
            status, said, result = product.run(problem)
            if status != 0:
                sys.exit(f"FAIL: {config}, {sizes}: {said[:1000]}")
            (place / "result.bin").write_bytes(result)
            cases.append({"config": config, "sizes": list(problem[:6]), "like": sizes[6:]})
        for left in (product.ptx, product.program, folder / f"{config}.cpp", folder / f"{config}.o"):
            left.unlink(missing_ok=True)
        print(f"{config}: {len(cases)} products in all", flush=True)
    for name in FILES:
        (folder / f"{name}.bin").unlink()
    (folder / "cases.json").write_text(json.dumps(cases))


def compare(folder):
    ptx_on_device.Driver()  # ends where no card is
    folder, wrong, elements = pathlib.Path(folder), 0, 0
    cases = json.loads((folder / "cases.json").read_text())
    for number, case in enumerate(cases):
        place = folder / str(number)
        before, want = (place / "c.bin").read_bytes(), (place / "result.bin").read_bytes()
        program = (folder / f"{case['config']}.card").resolve()
        program.chmod(0o755)
        ran = subprocess.run([program, *map(str, case["sizes"]), "4", *(str(place / f"{name}.bin") for name in FILES)], capture_output=True, text=True)
        got = (place / "c.bin").read_bytes()
        (place / "c.bin").write_bytes(before)
        differ = sum(x != y for x, y in zip(got, want, strict=True))
        elements += sum(x != y for x, y in zip(before, want, strict=True))
        if ran.returncode != 0 or differ:
            wrong += 1
            print(f"FAIL: {case}: status {ran.returncode}, {differ} of {len(want)} bytes differ {ran.stderr[:300]}")
    print(f"{len(cases)} products of {len({case['config'] for case in cases})} configs, {elements} bytes that they change: {wrong} have other bits than the executor gives")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(make(*sys.argv[2:]) if sys.argv[1:2] == ["--make"] else compare(*sys.argv[1:]))
