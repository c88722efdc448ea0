#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""AMD's library, all but the silicon: amd_library.py LIBRARY STUB HOST_LIBRARY PYTHON_FOLDER

LIBRARY runs over STUB, a HIP runtime that runs each launch on the host platform with the grid, block and arguments that
LIBRARY passed (hip_stub.cpp), once as a gfx942 and once, where LIBRARY has code for it, as a gfx950: kernels_test.py, then random calls of
every config that the device has, and of products whose config LIBRARY chooses. The results must be those of HOST_LIBRARY bit by bit.
A config that the device lacks must be refused. Each launch is compared with what the code objects in LIBRARY say of their kernels, for
the target: the symbol is there, its arguments and its LDS have the recorded size, and a block is no larger than allowed.
amd_time.py is tried on arrays of a few elements. Then LIBRARY is loaded without a device: by the real runtime, where it is
installed, a call must be refused in words. With `device` for STUB the same runs on the device that is here, which
keeps no record of launches.
"""
import os
import pathlib
import random
import re
import shutil
import struct
import subprocess
import sys
import tempfile

TESTS = pathlib.Path(__file__).resolve().parent
CODES = {"f32": "f", "f64": "d", "bf16": "H", "f16": "H", "e4m3": "B", "e2m1x2": "B", "e5m2": "B", "e4m3fnuz": "B", "e5m2fnuz": "B",
         "i8": "b", "i32": "i", "i64": "q"}  # fmt: skip
# Bits of small whole numbers, which every sum here holds exactly.
SMALL = {"bf16": (0, 0x3F80, 0xBF80, 0x4000), "f16": (0, 0x3C00, 0xBC00, 0x4000), "e4m3": (0, 0x38, 0xB8, 0x40), "e2m1x2": (0, 0x22, 0x2A, 0x40),
         "e5m2": (0, 0x3C, 0xBC, 0x40), "e4m3fnuz": (0, 0x40, 0xC0, 0x48), "e5m2fnuz": (0, 0x40, 0xC0, 0x44)}  # fmt: skip


LDS = {"gfx90a": 65536, "gfx942": 65536, "gfx950": 163840}  # bytes that a block may have
# Products: types, what the arrays are like, the configs that might compute them, best first, and how many of these are passed over on gfx942
# and on gfx950.
FITS, PITCH_ODD, B_BY_ROWS = "fits", "an odd pitch", "B by rows"
BF16 = ["gemm_mfma_bf16_bf16_direct", "gemm_mfma_bf16_bf16_pipelined", "gemm_bf16_bf16"]
PRODUCTS = [("bf16,bf16,f32,bf16", FITS, BF16, 1, 0),
            ("f16,f16,f32,f16", FITS, ["gemm_mfma_f16_f16_direct", "gemm_mfma_f16_f16_pipelined"], 1, 0),
            ("e4m3,e4m3,f32,bf16", FITS, ["gemm_mfma_e4m3_bf16_direct"], 1, 0),
            ("bf16,bf16,f32,bf16", PITCH_ODD, BF16, 2, 2),
            ("bf16,bf16,f32,bf16", B_BY_ROWS, BF16, 2, 2),
            ("i8,i8,i32,i32", FITS, ["gemm_mfma_i8_i32_pipelined", "gemm_i8_i32"], 0, 0),
            ("i8,i8,i32,i32", PITCH_ODD, ["gemm_mfma_i8_i32_pipelined", "gemm_i8_i32"], 1, 1),
            ("f32,f32,f32,f32", FITS, ["gemm_mfma_f32_pipelined", "gemm_mfma_f32"], 0, 0),
            ("f32,f32,f32,f32", PITCH_ODD, ["gemm_mfma_f32_pipelined", "gemm_mfma_f32"], 1, 1),
            ("f64,f64,f64,f64", FITS, ["gemm_mfma_f64_pipelined", "gemm_mfma_f64"], 0, 0),
            ("f64,f64,f64,f64", B_BY_ROWS, ["gemm_mfma_f64_pipelined", "gemm_mfma_f64"], 1, 1),
            ("bf16,bf16,f32,f32", FITS, ["gemm_mfma_bf16_f32"], 0, 0)]  # fmt: skip


def products(ck, numbers, report, target):
    """The products above: by the library that chooses, on the device of that target; on the host platform by the config itself."""
    m, n, k = 70, 90, 64
    for number, (types, like, configs, *before) in enumerate(PRODUCTS):
        a_type, b_type, _, c_type = types.split(",")
        before, pitch = before[target == "gfx950"], k + 1 if like == PITCH_ODD else k
        want = (configs + [None])[before]
        a, b, c = numbers(a_type, m * pitch), numbers(b_type, k * n), numbers(c_type, m * n)
        arguments = (m, n, k, a, (pitch, 1), b, (n, 1) if like == B_BY_ROWS else (1, k), c, (n, 1))
        if ck.platform() == "host":
            if want:
                ck.gemm(want, *arguments, alpha=2, activation="relu")
            report(f"product {number}", c)
            continue
        try:
            said = ck.explain(types, *arguments, alpha=2, activation="relu")
            ck.product(types, *arguments, alpha=2, activation="relu")
        except ck.KernelError as error:
            said = f"config: None\n{error}"
        passed_over = re.findall(r"passed over: (\w+)(.*)", said)
        here = [name for name in configs[:before] if ck.has_direct or not name.endswith("_direct")]
        elsewhere = [name for name, why in passed_over if why.startswith(f" has code for gfx950, and the device is {target}")]
        if (f"config: {want}\n" not in said or [name for name, _ in passed_over] != here
                or elsewhere != [name for name in here if name.endswith("_direct") and target != "gfx950"]):  # fmt: skip
            sys.exit(f"FAIL: {types}, {like}, on {target}: {said}")
        report(f"product {number}", c)


def configs_of(library, folder, **environment):
    """The names of the configs of a library."""
    listed = "import sys; sys.path.insert(0, sys.argv[1]); import colex_kernels as ck; print(*ck.configs())"
    return run([sys.executable, "-c", listed, folder], COLEX_KERNELS_LIBRARY=library, **environment).split()


def command_of_calls(library, folder, platform, target, configs, moves=True):
    """The command that makes calls(), in a process of its own."""
    called = "import sys; sys.path.insert(0, sys.argv[1]); import amd_library as t; t.calls(*sys.argv[2:6], sys.argv[6] == 'moves', sys.argv[7:])"
    return [sys.executable, "-c", called, TESTS, library, folder, platform, target, "moves" if moves else "configs alone", *configs]


def calls(library, folder, platform, target, moves, configs):
    """Configs on random problems, then, with `moves`, moves and products: prints a line for each with the bytes of the result."""
    import array
    import hashlib

    os.environ["COLEX_KERNELS_LIBRARY"] = library
    sys.path[:0] = [folder, str(TESTS)]
    import colex_kernels as ck

    if platform != "host":
        from on_device import OnDevice

        ck = OnDevice(ck, platform)
        ck.has_direct = any(name.endswith("_direct") for name in ck.configs())
    draw = random.Random(23)

    def numbers(name, count):
        return array.array(CODES[name], (draw.choice(SMALL.get(name, (0, 1, -1, 2))) for _ in range(count)))

    def report(what, result):
        print(what, hashlib.sha256(result.tobytes()).hexdigest())

    for config in configs:
        types = ck.types(config)
        for problem in range(4):
            if config.startswith("copy_"):
                count = (0, 7, 200, 1000)[problem]
                source, destination = numbers(types[0], 16 * 1100), numbers(types[0], 16 * 1100)
                ck.copy(config, source, destination, count)
            elif len(types) == 1:
                x, y, z = draw.randrange(1, 140), draw.randrange(1, 140), draw.randrange(1, 4)
                source, destination = numbers(types[0], x * y * z), numbers(types[0], x * y * z)
                rank = 3 if config.startswith("permute3") else 2
                ck.permute(config, (x, y, z)[:rank], source, (1, x, x * y)[:rank], destination, (y, 1, x * y)[:rank])
            else:
                m, n, k = draw.randrange(1, 150), draw.randrange(1, 150), draw.randrange(0, 80)
                along_k = config.endswith(("_pipelined", "_direct"))
                run = 16 // ck.BYTES[types[0]]  # elements of what such a config reads at once
                scaled, more = "mxfp" in config, {}
                k = k * 4 // 64 * 64 if scaled else k * 4 // run * run if along_k else k
                batches, splits = draw.choice([1, 2]), (1, 3)[problem % 2]
                if scaled:
                    pitch, batches = (k * (2 if types[0] == "e2m1x2" else 1) + 255) // 256 * 8, 1
                    more = {f"{name}_scales": (bytes(draw.choices(range(125, 130), k=rows * pitch)), pitch, 1) for name, rows in (("a", m), ("b", n))}
                a, b = numbers(types[0], batches * m * k + 16), numbers(types[1], batches * k * n + 16)
                destination = numbers(types[3], batches * m * n)
                bias = array.array({"i32": "q", "f64": "d"}.get(types[2], "f"), (draw.randrange(4) for _ in range(n)))
                room = array.array(CODES[types[2]], bytes(array.array(CODES[types[2]]).itemsize * m * n * batches * splits))
                a_strides = (k, 1, m * k) if along_k or draw.random() < 0.5 else (1, m, m * k)
                b_strides = (1, k, n * k) if along_k or draw.random() < 0.5 else (n, 1, n * k)
                ck.gemm(config, m, n, k, a, a_strides, b, b_strides, destination, (n, 1, m * n), alpha=2, beta=draw.choice([0, 1]),
                        activation=draw.choice([None, "relu"]), bias=bias, batches=batches, splits=splits, workspace=room, **more)  # fmt: skip
            report(f"{config} {problem}", destination)
    if not moves:
        return
    for width in (1, 2, 4, 8, 16):  # of elements two apart, so that none are moved together; those of a row of 16 are stored together
        for extents, strides in (((13, 9), (9, 1)), ((16, 9), (1, 16))):
            source, destination = (array.array("B", draw.randbytes(width * 400)) for _ in range(2))
            ck.strided_copy(width, extents, source, (2, 40), destination, strides)
            report(f"strided_copy {width} {extents}", destination)
        for x, y in ((70, 65), (70, 40), (40, 70)):  # the latter two by tiles of narrow arrays, where elements are small
            source, destination = (array.array("B", draw.randbytes(width * x * y)) for _ in range(2))
            ck.strided_copy(width, (x, y), source, (1, x), destination, (y, 1))
            report(f"transpose {width} {x} x {y}", destination)
    products(ck, numbers, report, target)


def run(command, **environment):
    ran = subprocess.run([str(word) for word in command], capture_output=True, text=True, env={**os.environ, **environment})
    if ran.returncode != 0:
        sys.exit(f"FAIL: {' '.join(map(str, command))}\n{ran.stdout[-3000:]}{ran.stderr[-3000:]}")
    return ran.stdout


def code_objects(library):
    """Target -> code objects, from the bundles that the library carries."""
    data, found = pathlib.Path(library).read_bytes(), {}
    for start in (m.start() for m in re.finditer(b"__CLANG_OFFLOAD_BUNDLE__", data)):
        count, = struct.unpack_from("<Q", data, start + 24)
        at = start + 32
        for _ in range(count):
            offset, size, length = struct.unpack_from("<QQQ", data, at)
            name = data[at + 24 : at + 24 + length].decode()
            at += 24 + length
            if size:
                found.setdefault(name.split("--")[1], []).append(data[start + offset : start + offset + size])
    return found


def described(objects, folder):
    """Symbol -> what a target's code objects say of the kernel."""
    found = {}
    for code in objects:
        path = folder / "code.co"
        path.write_bytes(code)
        notes = run(["llvm-readelf-19", "--notes", path])
        for part in re.split(r"\n  - \.(?=agpr_count|args)", notes)[1:]:
            number = {key: int(value) for key, value in re.findall(r"\.(\w+):\s+(\d+)\n", part)}
            found[re.search(r"\.name:\s+(_Z\w+)", part)[1]] = number
            explicit = re.findall(r"\.offset:\s+(\d+)\n\s+\.size:\s+(\d+)\n\s+\.value_kind:\s+(?:by_value|global_buffer)", part)
            number["explicit"] = max(int(offset) + int(size) for offset, size in explicit)
    return found


def check_launches(target, record, kernels):
    """What was launched against the code objects of the target."""
    launches = [line.split() for line in record.read_text().splitlines()]
    for device, symbol, *numbers in launches:
        gx, gy, gz, bx, by, bz, dynamic, static, arguments = map(int, numbers)
        if symbol not in kernels:
            sys.exit(f"FAIL: {target}: launched on {device}: no code of {symbol}")
        kernel = kernels[symbol]
        for what, got, want in (("arguments", kernel["explicit"], arguments), ("LDS", kernel["group_segment_fixed_size"], static)):
            # LDS that the compiler proves unused is not allocated, and what is may be rounded up to whole 16 bytes.
            if got != want and not (what == "LDS" and (0 < want - got <= 16 or got == (want + 15) // 16 * 16)):
                sys.exit(f"FAIL: {target}: {symbol}: {what} of {got} bytes, launched with {want}")
        if bx * by * bz > kernel["max_flat_workgroup_size"] or gx * gy * gz < 1 or static + dynamic > LDS[device]:
            sys.exit(f"FAIL: {target}: {symbol}: block of {bx * by * bz}, LDS of {static + dynamic}")
    launched = {symbol for _, symbol, *_ in launches}
    print(f"{target}: {len(kernels)} kernels, of which {len(launched)} were launched {len(launches)} times: "
          "symbols, arguments, LDS and blocks as the code objects have them")  # fmt: skip
    if missing := set(kernels) - launched:
        sys.exit(f"FAIL: {target}: never launched: {sorted(missing)}")


# A call of a config, of arrays that are nowhere: it must be refused before they are touched.
REFUSED = """
import os, sys
os.environ["COLEX_KERNELS_LIBRARY"], folder, config = sys.argv[1:]
sys.path.insert(0, folder)
import colex_kernels as ck
assert ck.platform() == "amd" and len(ck.configs()) > 20
try:
    if config.startswith("copy"):
        ck.copy(config, ck.Device(1 << 20, 64), ck.Device(1 << 21, 64), 64)
    else:
        ck.gemm(config, 8, 8, 8, ck.Device(1 << 20, 64), (8, 1), ck.Device(1 << 21, 64), (1, 8), ck.Device(1 << 22, 64), (8, 1))
except ck.KernelError as error:
    print(error.status, "|", error)
"""

# The target of the device that is here, as the library says it.
TARGET = """
import sys
sys.path.insert(0, sys.argv[1])
import colex_kernels as ck
arrays = [ck.Device(1 << 20 + i, 64) for i in range(3)]
try:
    ck.explain("e4m3,e4m3,f32,bf16", 4, 4, 16, arrays[0], (16, 1), arrays[1], (1, 16), arrays[2], (4, 1))
    print("gfx950")
except ck.KernelError as error:
    print(str(error).partition("the device is ")[2].split()[0] if "the device is" in str(error) else "another than gfx950")
"""


def on_device(library, host, folder, target, over_stub):
    """All calls on a device of that target: over the stub, by these variables, or on the one that is here."""
    run([sys.executable, TESTS / "kernels_test.py", library, folder, "amd"], **over_stub)
    print(f"{target}: kernels_test.py: ok")
    configs = configs_of(library, folder, **over_stub)
    lacks = [name for name in configs if name.endswith("_direct") and target != "gfx950"]
    for config in lacks:
        said = run([sys.executable, "-c", REFUSED, library, folder, config], **over_stub)
        if said != f"unknown config | gemm: {config} has code for gfx950, and the device is {target}\n":
            sys.exit(f"FAIL: {target}: {config}: {said}")
    configs = [name for name in configs if name not in lacks]
    ours = run(command_of_calls(library, folder, "amd", target, configs), **over_stub)
    theirs = run(command_of_calls(host, folder, "host", target, configs))
    for line, want in zip(ours.splitlines(), theirs.splitlines(), strict=True):
        if line != want:
            sys.exit(f"FAIL: {target}: {line}, on the host platform {want}")
    print(f"{target}: {len(configs)} configs, {len(ours.splitlines())} random problems: the bits of the host platform's library; "
          f"{len(lacks)} configs of other targets are refused")  # fmt: skip
    if over_stub:
        run([sys.executable, TESTS / "amd_time.py", library, folder, "--small"], **over_stub)


def main():
    library, stub, host, folder, *hip_5 = sys.argv[1:]
    if not shutil.which("llvm-readelf-19"):
        print("SKIP: no llvm-readelf-19")
        return 77
    if stub == "device":
        here = run([sys.executable, "-c", TARGET, folder], COLEX_KERNELS_LIBRARY=library).strip()
        on_device(library, host, folder, here, {})
        return 0
    with tempfile.TemporaryDirectory() as name:
        targets = {target: described(objects, pathlib.Path(name)) for target, objects in code_objects(library).items()}
        for device, of in {"gfx942": ("gfx90a", "gfx942"), "gfx950": ("gfx950",)}.items():
            if device not in targets:
                print(f"{device}: the library has no code for it: no call was made")
                continue
            record = pathlib.Path(name) / f"{device}.txt"
            on_device(library, host, folder, device, {"LD_PRELOAD": stub, "COLEX_HIP_RECORD": str(record), "COLEX_HIP_DEVICE": device})
            for target in of:
                check_launches(target, record, targets[target])
        # Were the device taken for another, the stub would notice: a gfx942 has not the LDS that a direct config asks for.
        wrong = {"LD_PRELOAD": stub, "COLEX_HIP_DEVICE": "gfx942", "COLEX_HIP_SAYS": "gfx950"}
        said = run([sys.executable, "-c", REFUSED, library, folder, "gemm_mfma_bf16_bf16_direct"], **wrong)
        if not said.startswith("device error |" if "gfx950" in targets else "unknown config |"):
            sys.exit(f"FAIL: a gfx942 taken for a gfx950: {said}")
    for library_5 in hip_5:  # HIP 5 has the target's name in another place
        said = run([sys.executable, "-c", REFUSED, library, folder, "gemm_mfma_bf16_bf16_direct"], LD_PRELOAD=library_5)
        if "gfx950" in targets and not said.endswith("and the device is gfx90a\n"):
            sys.exit(f"FAIL: a device of HIP 5: {said}")
    needed = subprocess.run(["readelf", "-d", library], capture_output=True, text=True).stdout
    if "libamdhip64" in needed:
        said = run([sys.executable, "-c", REFUSED, library, folder, "copy_identity_f32"])
        print("by the runtime that is installed, without a device:", said.strip())
        if not said.startswith("device error |"):
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
