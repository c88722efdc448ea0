#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""AMD's library, all but the silicon: amd_library.py LIBRARY STUB HOST_LIBRARY PYTHON_FOLDER

LIBRARY runs over STUB, a HIP runtime that runs each launch on the host platform with the grid, block and arguments that
LIBRARY passed (hip_stub.cpp): kernels_test.py, then random calls of every config, whose results must be those of
HOST_LIBRARY bit by bit. Each launch is compared with what the code objects in LIBRARY say of their kernels, for each
target: the symbol is there, its arguments and its LDS have the recorded size, and a block is no larger than allowed.
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
CODES = {"f32": "f", "f64": "d", "bf16": "H", "f16": "H", "e4m3": "B", "e5m2": "B", "e4m3fnuz": "B", "e5m2fnuz": "B",
         "i8": "b", "i32": "i", "i64": "q"}  # fmt: skip
# Bits of small whole numbers, which every sum here holds exactly.
SMALL = {"bf16": (0, 0x3F80, 0xBF80, 0x4000), "f16": (0, 0x3C00, 0xBC00, 0x4000), "e4m3": (0, 0x38, 0xB8, 0x40),
         "e5m2": (0, 0x3C, 0xBC, 0x40), "e4m3fnuz": (0, 0x40, 0xC0, 0x48), "e5m2fnuz": (0, 0x40, 0xC0, 0x44)}  # fmt: skip


def calls(library, folder, platform):
    """Every config that AMD has, on random problems: prints a line for each with the bytes of the result."""
    import array
    import hashlib

    os.environ["COLEX_KERNELS_LIBRARY"] = library
    sys.path[:0] = [folder, str(TESTS)]
    import colex_kernels as ck

    if platform != "host":
        from on_device import OnDevice

        ck = OnDevice(ck, platform)
    draw = random.Random(23)

    def numbers(name, count):
        return array.array(CODES[name], (draw.choice(SMALL.get(name, (0, 1, -1, 2))) for _ in range(count)))

    def report(what, result):
        print(what, hashlib.sha256(result.tobytes()).hexdigest())

    for config in sys.argv[1:]:
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
                k = k * 4 // 8 * 8 if along_k else k
                batches, splits = draw.choice([1, 2]), (1, 3)[problem % 2]
                a, b = numbers(types[0], batches * m * k + 16), numbers(types[1], batches * k * n + 16)
                destination = numbers(types[3], batches * m * n)
                bias = array.array({"i32": "q", "f64": "d"}.get(types[2], "f"), (draw.randrange(4) for _ in range(n)))
                room = array.array(CODES[types[2]], bytes(array.array(CODES[types[2]]).itemsize * m * n * batches * splits))
                a_strides = (k, 1, m * k) if along_k or draw.random() < 0.5 else (1, m, m * k)
                b_strides = (1, k, n * k) if along_k or draw.random() < 0.5 else (n, 1, n * k)
                ck.gemm(config, m, n, k, a, a_strides, b, b_strides, destination, (n, 1, m * n), alpha=2, beta=draw.choice([0, 1]),
                        activation=draw.choice([None, "relu"]), bias=bias, batches=batches, splits=splits, workspace=room)  # fmt: skip
            report(f"{config} {problem}", destination)
    for width in (1, 2, 4, 8, 16):  # of elements two apart, so that none are moved together
        source, destination = (array.array("B", draw.randbytes(width * 400)) for _ in range(2))
        ck.strided_copy(width, (13, 9), source, (2, 40), destination, (9, 1))
        report(f"strided_copy {width}", destination)
        source, destination = (array.array("B", draw.randbytes(width * 70 * 65)) for _ in range(2))
        ck.strided_copy(width, (70, 65), source, (1, 70), destination, (65, 1))
        report(f"transpose {width}", destination)


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


def check_launches(record, library, folder):
    launches = [line.split() for line in record.read_text().splitlines()]
    targets = {target: described(objects, folder) for target, objects in code_objects(library).items()}
    for target, kernels in targets.items():
        for symbol, *numbers in launches:
            gx, gy, gz, bx, by, bz, dynamic, static, arguments = map(int, numbers)
            if symbol not in kernels:
                sys.exit(f"FAIL: {target}: no code of {symbol}")
            kernel = kernels[symbol]
            for what, got, want in (("arguments", kernel["explicit"], arguments), ("LDS", kernel["group_segment_fixed_size"], static)):
                # LDS that the compiler proves unused is not allocated, and what is may be rounded up to whole 16 bytes.
                if got != want and not (what == "LDS" and (0 < want - got <= 16 or got == (want + 15) // 16 * 16)):
                    sys.exit(f"FAIL: {target}: {symbol}: {what} of {got} bytes, launched with {want}")
            if bx * by * bz > kernel["max_flat_workgroup_size"] or gx * gy * gz < 1 or static + dynamic > 65536:
                sys.exit(f"FAIL: {target}: {symbol}: block of {bx * by * bz}, LDS of {static + dynamic}")
        print(f"{target}: {len(kernels)} kernels, of which {len({l[0] for l in launches})} were launched {len(launches)} times: "
              "symbols, arguments, LDS and blocks as the code objects have them")  # fmt: skip
        missing = {s for s in kernels} - {line[0] for line in launches}
        if missing:
            sys.exit(f"FAIL: {target}: never launched: {sorted(missing)}")


REFUSED = """
import os, sys
os.environ["COLEX_KERNELS_LIBRARY"], folder = sys.argv[1:]
sys.path.insert(0, folder)
import colex_kernels as ck
assert ck.platform() == "amd" and len(ck.configs()) > 20
try:
    ck.copy("copy_identity_f32", ck.Device(1 << 20, 64), ck.Device(1 << 21, 64), 64)
except ck.KernelError as error:
    print(error.status, "|", error)
"""


def main():
    library, stub, host, folder = sys.argv[1:]
    if not shutil.which("llvm-readelf-19"):
        print("SKIP: no llvm-readelf-19")
        return 77
    with tempfile.TemporaryDirectory() as name:
        record = pathlib.Path(name) / "launches.txt"
        on_device = stub == "device"
        over_stub = {} if on_device else {"LD_PRELOAD": stub, "COLEX_HIP_RECORD": str(record)}
        run([sys.executable, TESTS / "kernels_test.py", library, folder, "amd"], **over_stub)
        print("kernels_test.py: ok")
        listed = "import sys; sys.path.insert(0, sys.argv[1]); import colex_kernels as ck; print(*ck.configs())"
        configs = run([sys.executable, "-c", listed, folder], COLEX_KERNELS_LIBRARY=library, **over_stub).split()
        words = [sys.executable, "-c", "import sys; sys.path.insert(0, sys.argv.pop(1)); import amd_library as t; "
                 "t.calls(sys.argv.pop(1), sys.argv.pop(1), sys.argv.pop(1))", TESTS]  # fmt: skip
        ours = run([*words, library, folder, "amd", *configs], **over_stub)
        theirs = run([*words, host, folder, "host", *configs])
        for line, want in zip(ours.splitlines(), theirs.splitlines(), strict=True):
            if line != want:
                sys.exit(f"FAIL: {line}, on the host platform {want}")
        print(f"{len(configs)} configs, {len(ours.splitlines())} random problems: the bits of the host platform's library")
        if on_device:
            return 0
        check_launches(record, library, pathlib.Path(name))
        run([sys.executable, TESTS / "amd_time.py", library, folder, "--small"], LD_PRELOAD=stub)
    needed = subprocess.run(["readelf", "-d", library], capture_output=True, text=True).stdout
    if "libamdhip64" in needed:
        said = run([sys.executable, "-c", REFUSED, library, folder])
        print("by the runtime that is installed, without a device:", said.strip())
        if not said.startswith("device error |"):
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
