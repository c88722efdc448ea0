#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A library that carries code for devices is refused where a byte of that code differs: sealed_device_code.py CXX.
Built of the library's own check (gpu_kernels/c/loaded_code.cpp) and a kernel, by nvcc and by hipcc, as far as they are here;
neither needs a device."""
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))
import seal  # noqa: E402

CXX = sys.argv[1:]
KERNEL = """
#if defined(__HIP__)
#include <hip/hip_runtime.h>
#endif
__global__ void twice(float* x) { x[threadIdx.x] *= 2; }
extern "C" void launch(float* x) { twice<<<1, 32>>>(x); }
"""
ASK = """
#include "c/loaded_code.hpp"
extern "C" __attribute__((visibility("default"))) bool sealed() { return colex::gpu::c::code_is_as_sealed(); }
"""
COMPILERS = {
    "nvcc": ["nvcc", "-x", "cu", "-gencode=arch=compute_90a,code=sm_90a", "-Xcompiler", "-fPIC"],
    "hipcc": ["hipcc", "-x", "hip", "--offload-arch=gfx90a", "-fPIC"],
}


def run(command):
    ran = subprocess.run(command, capture_output=True, text=True)
    if ran.returncode != 0:
        raise SystemExit(f"{' '.join(map(str, command))}: {ran.stderr[-2000:]}")


def linked(folder, compiler, name, sealed):
    """A library of the kernel and the check, with the seal of the library `sealed` or one of zeros."""
    seal.main(folder / "seal.cpp", *([sealed] if sealed else []))
    run([*CXX, "-std=c++20", "-fPIC", "-c", folder / "seal.cpp", "-o", folder / "seal.o"])
    library = ["-lamdhip64"] if compiler == "hipcc" else ["-L/usr/local/cuda/lib64", "-lcudart_static", "-lrt", "-ldl", "-lpthread"]
    run([*CXX, "-shared", folder / f"{compiler}.o", *(folder / f"{part}.o" for part in ("loaded_code", "sha256", "ask", "seal")),
         *library, "-o", folder / name])  # fmt: skip
    return folder / name


def is_sealed(library):
    """What the library says of itself, in a process of its own."""
    ask = "import ctypes, sys; f = ctypes.CDLL(sys.argv[1]).sealed; f.restype = ctypes.c_bool; print(f())"
    ran = subprocess.run([sys.executable, "-c", ask, library], capture_output=True, text=True)
    return (ran.stdout + ran.stderr).strip()


def check(folder, compiler):
    (folder / "kernel.cpp").write_text(KERNEL)
    run([*COMPILERS[compiler], "-c", folder / "kernel.cpp", "-o", folder / f"{compiler}.o"])
    first = linked(folder, compiler, "libfirst.so", None)
    path = linked(folder, compiler, "libsecnd.so", first)
    elf = path.read_bytes()
    places = list(seal.device_sections(elf))
    failed = [] if places else [f"{compiler}: the library has no section with code for devices"]
    if is_sealed(path) != "True":
        failed.append(f"{compiler}: the library as built is refused: {is_sealed(path)}")
    tried = 0
    for at, _, length in places:
        for place in (at, at + length // 2, at + length - 1):
            path.write_bytes(elf[:place] + bytes([elf[place] ^ 1]) + elf[place + 1 :])
            tried += 1
            if is_sealed(path) != "False":
                failed.append(f"{compiler}: byte {place:#x} changed: {is_sealed(path)}")
    print(f"{compiler}: {sum(length for _, _, length in places)} bytes of device code, {tried} altered libraries")
    return failed


def main():
    here = [name for name in COMPILERS if shutil.which(name)]
    if not here:
        print("SKIP: neither nvcc nor hipcc")
        return 77
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "ask.cpp").write_text(ASK)
        for part, source in {"ask": folder / "ask.cpp", "loaded_code": ROOT / "gpu_kernels/c/loaded_code.cpp",
                             "sha256": ROOT / "smt/sym/sha256.cpp"}.items():  # fmt: skip
            run([*CXX, "-std=c++20", "-O1", "-fPIC", "-fvisibility=hidden", f"-I{ROOT}/gpu_kernels", f"-I{ROOT}/smt", "-c", source,
                 "-o", folder / f"{part}.o"])  # fmt: skip
        failed = [line for compiler in here for line in check(folder, compiler)]
    print("\n".join("FAIL " + line for line in failed) or "each is refused")
    return bool(failed)


sys.exit(main())
