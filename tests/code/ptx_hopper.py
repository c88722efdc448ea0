#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Hopper's products as nvcc makes PTX of them, executed: ptx_hopper.py CUDA_EXECUTE HOST_LIBRARY PYTHON_FOLDER [CONFIG...]

The call is the library's own, over the stub of CUDA, whose launches CUDA_EXECUTE executes: clusters, tensor maps, the ring's barriers, wgmma. The bits must be
those of HOST_LIBRARY: 8-bit floats are any finite ones, which both add up as an H200 does (ptx_products.py); other operands are small whole numbers, whose sums
have no rounding, for of these the host platform rounds otherwise. Then faults are planted in the PTX, each of which must be named. By day some configs, nightly all.
"""

import array
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))
from cached import cached  # noqa: E402

STUB = ["-x", "cuda", "--cuda-host-only", "-nocudainc", "-nocudalib", "-Wno-unknown-cuda-version", "-D__CUDACC__", "-DCOLEX_CUDA_EXECUTES", "-std=c++20",
        f"-I{ROOT}/tests/c/cuda_stub", f"-I{ROOT}/tests/code", "-include", "cuda_runtime.h", f"-I{ROOT}/gpu_kernels", f"-I{ROOT}/include"]  # fmt: skip
NVCC = ["-w", "-std=c++20", "-arch=sm_90a", "-O3", "-x", "cu", "--expt-relaxed-constexpr", f"-I{ROOT}/include", f"-I{ROOT}/gpu_kernels", f"-I{ROOT}/src"]
CODES = {"bf16": "H", "f16": "H", "e4m3": "B", "e5m2": "B", "tf32": "I", "i8": "B", "f32": "I", "i32": "I"}
SMALL = {"bf16": (0, 0x3F80, 0xBF80), "f16": (0, 0x3C00, 0xBC00), "tf32": (0, 0x3F800000, 0xBF800000), "i8": (0, 1, 0xFF),
        "f32": (0, 0x3F800000, 0xBF800000), "e4m3": tuple(x for x in range(256) if x & 0x7F != 0x7F), "e5m2": tuple(x for x in range(256) if x & 0x7C != 0x7C)}  # fmt: skip
BY_DAY = ["hopper_bf16_kk_64x32", "hopper_bf16_mn_128x128c2", "hopper_e4m3acc_kk_64x32", "hopper_bf16_kk_gated_128x256c2"]
PADDING = {"B": 0x7F, "H": 0x7F7F, "I": 0x7F7F7F7F}


def small(draw, element):
    return draw.choice(SMALL[element])


def numbers(draw, element, runs, run, batches, pick):
    """Runs of contiguous elements, behind each of them padding that must not be read, to a multiple of 16."""
    pitch, code = (run + 15) // 16 * 16, CODES[element]
    return array.array(code, (pick(draw, element) if i % pitch < run else PADDING[code] for i in range(batches * runs * pitch))), pitch


class Product:
    """A config, compiled by both compilers."""

    def __init__(self, config, nvcc, library, folder):
        self.config, self.folder, self.library = config, folder, library
        element, orders, *gated, tile = config.split("_")[1:]
        self.orders, self.gated = orders, bool(gated)
        major = {"k": "Major::k", "m": "Major::line", "n": "Major::line"}
        self.ptx, self.program, source = folder / f"{config}.ptx", folder / config, folder / f"{config}.cpp"
        source.write_text(f"#define CONFIG GemmConfig<Element::{element}, {major[orders[0]]}, {major[orders[1]]}, tile_{tile}, {str(self.gated).lower()}>\n"
                          f'#include "{ROOT}/tests/code/ptx_hopper.cpp"\n')  # fmt: skip
        subprocess.run(cached([nvcc, *NVCC, "-c", "-ptx", source.name, "-o", self.ptx.name]), check=True, cwd=folder)
        subprocess.run(cached(["clang++-19", *STUB, "-c", source.name, "-o", f"{config}.o"]), check=True, cwd=folder)
        subprocess.run(["clang++-19", f"{self.program}.o", library, f"-Wl,-rpath,{pathlib.Path(library).parent}", "-rdynamic", "-o", self.program], check=True)

    def run(self, problem, ptx=None, schedule="in-order", processors=4):
        """Exit status, what was said, and the result's bytes."""
        m, n, k, batches, splits, beta, *arrays = problem
        files = [self.folder / f"{name}.bin" for name in ("a", "b", "up", "c", "ends", "a_scales", "b_scales")]
        for file, values in zip(files, arrays, strict=True):
            file.write_bytes(values.tobytes())
        ran = subprocess.run([self.program, *map(str, (m, n, k, batches, splits, beta, processors)), *files], capture_output=True, text=True, check=False,
                             env={**os.environ, "COLEX_CUDA_PTX": str(ptx or self.ptx), "COLEX_CUDA_SCHEDULE": schedule})  # fmt: skip
        return ran.returncode, ran.stdout + ran.stderr, files[3].read_bytes()


def drawn(ck, draw, product, m, n, k, batches, splits, beta, like="", pick=small):
    """A problem, and what the host's library makes of it. `like` has "groups": batches are groups of rows; and "scaled": by each 128 of K, by powers of two, so that
    it does not matter whether a factor's product is rounded."""
    a_type, b_type, _, c_type = ck.types(product.config)
    along = {"k": lambda lines: (lines, k), "m": lambda lines: (k, lines), "n": lambda lines: (k, lines)}
    of_a = 1 if "groups" in like else batches
    a, a_pitch = numbers(draw, a_type, *along[product.orders[0]](m), of_a, pick)
    b, b_pitch = numbers(draw, b_type, *along[product.orders[1]](n), batches, pick)
    up, _ = numbers(draw, b_type, *along[product.orders[1]](n), batches, pick)
    c_pitch = (n + 15) // 16 * 16
    c = array.array(CODES[c_type], (draw.choice(SMALL.get(c_type, (0, 0x38, 0xB8))) for _ in range(m * c_pitch * of_a)))
    want = array.array(c.typecode, c)
    a_strides = (a_pitch, 1, a_pitch * m) if product.orders[0] == "k" else (1, a_pitch, a_pitch * k)
    b_strides = (1, b_pitch, b_pitch * n) if product.orders[1] == "k" else (b_pitch, 1, b_pitch * k)
    more = {"up": (up, b_strides, 0)} if product.gated else {}
    room = array.array("f", bytes(4 * (m + 255) * (n + 255) * batches * splits * 2))
    ends, scales, parts = array.array("i"), [array.array("f"), array.array("f")], (k + 127) // 128
    if "scaled" in like:
        blocks = (n + 127) // 128
        scales = [array.array("f", (2.0 ** draw.randrange(-3, 4) for _ in range(lines * parts))) for lines in (m, batches * blocks)]
        more = {"a_scales": (scales[0], parts, 1), "b_scales": (scales[1], parts, 1, parts * blocks)}
    if "groups" in like:
        ends = array.array("i", [*sorted(draw.randrange(m + 1) for _ in range(batches - 1)), m])
        ck.grouped(product.config, ends, m, n, k, a, a_strides[:2], b, b_strides, want, (c_pitch, 1), beta=beta, **more)
    else:
        ck.gemm(product.config, m, n, k, a, a_strides, b, b_strides, want, (c_pitch, 1, c_pitch * m), beta=beta, batches=batches, splits=splits, workspace=room, **more)
    return (m, n, k, batches, splits, beta, a, b, up, c, ends, *scales), want.tobytes()


def problems_of(ck, product):
    """Sizes, batches, splits and beta of what is asked of a config, ragged at each edge, and how."""
    config = product.config
    tile_m, tile_n = map(int, re.search(r"_(\d+)x(\d+)", config).groups())
    depth = 128 // ck.BYTES[ck.types(config)[0]]
    plain = product.gated or ck.types(config)[3] == "i32"
    problems = [(tile_m, tile_n, depth, 1, 1, 0), (tile_m + 20, tile_n + 7, 2 * depth + 16, 2, 1, 0 if plain else 1),
                (2 * tile_m - 3, 24, 3 * depth, 1, 1 if product.gated else 2, 0)]  # fmt: skip
    if "acc" in config:
        problems.append((tile_m + 7, tile_n, 2 * depth + 32, 1, 1, 0, "scaled"))
    if product.orders[0] == "k" and config.split("_")[1] in ("bf16", "f16", "e4m3acc") and not product.gated:
        problems.append((tile_m + 40, tile_n, 2 * depth, 3, 1, 1, "groups scaled" if "acc" in config else "groups"))
    return problems


WAIT = r"mbarrier\.try_wait\.parity\.acquire\.cta\.shared::cta\.b64 done, \[(%r\d+)\], (%r\d+);"
# What is left out or changed of the kernel that multiplies, the number of the place among those alike, and a word of what must be found.
FAULTS = [("the last wait for products", r"wgmma\.wait_group\.sync\.aligned 0;", 0, "", "early use"),
          ("a wait for the product before", r"wgmma\.wait_group\.sync\.aligned 1;", 0, "", "data race"),
          ("the fence of accumulators", r"wgmma\.fence\.sync\.aligned;", 0, "", "no wgmma.fence"),
          ("the end of a group", r"wgmma\.commit_group\.sync\.aligned;", 0, "", "early use"),
          ("the wait for a full stage", WAIT, 0, "setp.eq.u32 done, 0, 0;", "data race"),
          ("the phase of a full stage", WAIT, 0, r"mbarrier.try_wait.parity.acquire.cta.shared::cta.b64 done, [\1], 1;", "data race"),
          ("the wait for an empty stage", WAIT, 1, "setp.eq.u32 done, 0, 0;", "expects 0 more in this phase"),
          ("the phase of an empty stage", WAIT, 1, r"mbarrier.try_wait.parity.acquire.cta.shared::cta.b64 done, [\1], 0;", "never completes"),
          ("the bytes that are awaited, too many", r"(expect_tx\.shared::cta\.b64 _, \[%r\d+\]), %r\d+;", 0, r"\1, 16384;", "never completes"),
          ("the bytes that are awaited, those of A alone", r"(expect_tx\.shared::cta\.b64 _, \[%r\d+\]), %r\d+;", 0, r"\1, 8192;", "data race"),
          ("the release of a stage", r"mbarrier\.arrive\.release\.cta\.shared::cta\.b64 _, \[%r\d+\];", 0, "", "never completes"),
          ("the arrival at the cluster's barrier", r"barrier\.cluster\.arrive\.release\.aligned;", 0, "", "has not arrived"),
          ("the wait at the cluster's barrier", r"barrier\.cluster\.wait\.acquire\.aligned;", 0, "", "mbarrier")]  # fmt: skip


def planted(product, problem):
    """The kernel that takes a list of tiles, with each fault: how many, all of which were named."""
    text = product.ptx.read_text()
    start = re.search(r"\.entry \w*gemm_kernel\w*WorkList\w*\(", text).start()
    end = text.index("\n}", start)
    ptx, count = product.folder / "planted.ptx", 0
    for what, pattern, place, instead, word in FAULTS:
        found = list(re.finditer(pattern, text[start:end]))
        if len(found) <= place:
            sys.exit(f"FAIL: {what}: the kernel has {len(found)} such places")
        at = found[place]
        ptx.write_text(text[: start + at.start()] + at.expand(instead) + text[start + at.end() :])
        seen = [product.run(problem, ptx, schedule) for schedule in ("in-order", "adversarial")]
        if not any(status != 0 and word in said for status, said, _ in seen):
            sys.exit(f"FAIL: without {what}, expected '{word}': {[said[:1500] for _, said, _ in seen]}")
        count += 1
    return count


def main(library, host, python, *configs):
    nvcc = shutil.which("nvcc") or shutil.which("/usr/local/cuda/bin/nvcc")
    if not nvcc or not shutil.which("clang++-19"):
        print("SKIP: no nvcc, or no clang++-19")
        return 77
    os.environ["COLEX_KERNELS_LIBRARY"] = os.path.abspath(host)
    sys.path.insert(0, python)
    import colex_kernels as ck

    library = os.path.abspath(library)
    all_of_them = [name for name in ck.configs() if name.startswith("hopper_")]
    configs = configs or (all_of_them if os.environ.get("COLEX_NIGHTLY") else BY_DAY)
    if not os.environ.get("COLEX_NIGHTLY"):
        print(f"nightly: execute_hopper: all {len(all_of_them)} configs of hopper_gemm; by day {len(BY_DAY)}: two compilers take seconds for each")
    draw, results, faults = random.Random(7), 0, 0
    with tempfile.TemporaryDirectory() as folder:
        for config in configs:
            product = Product(config, nvcc, library, pathlib.Path(folder))
            problems = problems_of(ck, product)
            for m, n, k, batches, splits, beta, *like in problems:
                problem, want = drawn(ck, draw, product, m, n, k, batches, splits, beta, *like)
                for schedule in ("in-order", "random", "adversarial"):
                    status, said, got = product.run(problem, schedule=schedule)
                    if status != 0 or got != want:
                        differ = sum(x != y for x, y in zip(got, want, strict=True))
                        sys.exit(f"FAIL: {config}, {(m, n, k, batches, splits, beta)}, {schedule}: {differ} bytes differ from the host's; {said[:2000]}")
                    results += 1
            if config == BY_DAY[0]:
                faults = planted(product, drawn(ck, draw, product, 64, 32, 18 * 64, 1, 1, 0)[0])
    print(f"{len(configs)} configs of Hopper's product, {results} results have the host platform's bits; {faults} planted faults are named")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
