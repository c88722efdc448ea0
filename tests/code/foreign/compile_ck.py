#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compiles examples of Composable Kernel by clang-19, without a device: compile_ck.py CHECKOUT FOLDER TARGET...

FOLDER gets TARGET_ck_NAME.co. Debian's packages libamdhip64-dev and rocm-device-libs have the headers and the device library that the examples include; the library
knows gfx940, whose code is linked for gfx942. What does not compile is named, with the last line of why.
"""
import pathlib
import subprocess
import sys
import tempfile

EXAMPLES = ("01_gemm/gemm_xdl_fp16", "01_gemm/gemm_xdl_bf16", "01_gemm/gemm_xdl_int8", "01_gemm/gemm_xdl_fp16_v2", "24_batched_gemm/batched_gemm_xdl_fp16", "23_softmax/softmax_blockwise", "27_layernorm2d_fwd/layernorm2d_fwd_fp16", "42_groupnorm_fwd/groupnorm_fwd_sigmoid_mul_fp16", "34_batchnorm/batchnorm_forward_training_nhwc",
            "44_elementwise_permute/elementwise_permute_4D_fp16", "32_batched_gemm_scale_softmax_gemm/batched_gemm_scale_softmax_gemm_xdl_fp16", "ck_tile/03_gemm/gemm_basic",
            "ck_tile/05_reduce/reduce")  # fmt: skip
LIBRARY = pathlib.Path("/usr/lib/x86_64-linux-gnu/amdgcn/bitcode")
PARTS = ("ocml", "ockl", "opencl", "hip", "oclc_wavefrontsize64_on", "oclc_unsafe_math_off", "oclc_daz_opt_off", "oclc_finite_only_off", "oclc_correctly_rounded_sqrt_on", "oclc_abi_version_500")
VERSION = {"gfx90a": "90a", "gfx942": "940"}
TYPES = ("ALL_DTYPES", "INT8", "FP8", "BF8", "FP16", "BF16", "FP32", "FP64")


def command(target):
    parts = (LIBRARY / f"{part}.bc" for part in (*PARTS, f"oclc_isa_version_{VERSION[target]}"))
    wrapper = subprocess.run(["clang++-19", "-print-resource-dir"], capture_output=True, text=True, check=True).stdout.strip()
    return ["clang++-19", "-x", "hip", f"--offload-arch={target}", "--cuda-device-only", "--no-gpu-bundle-output", "-std=c++17", "-O3", "-w", "-D__HIP_PLATFORM_AMD__", "-nogpuinc", "-nogpulib",
            "-include", f"{wrapper}/include/__clang_hip_runtime_wrapper.h", *(word for part in parts for word in ("-Xclang", "-mlink-builtin-bitcode", "-Xclang", str(part)))]  # fmt: skip


def compiled(checkout, folder, target, examples=EXAMPLES):
    checkout, folder = pathlib.Path(checkout), pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as made:
        config = pathlib.Path(made, "ck/config.h")  # which CMake would make
        config.parent.mkdir()
        config.write_text("".join(f"#define CK_ENABLE_{name}\n" for name in TYPES))
        for example in examples:
            source = checkout / "example" / f"{example}.cpp"
            file = folder / f"{target}_ck_{source.stem}.co"
            ran = subprocess.run([*command(target), f"-I{made}", f"-I{checkout}/include", f"-I{checkout}/library/include", f"-I{source.parent}", source, "-o", file],
                                 capture_output=True, text=True, check=False)  # fmt: skip
            if ran.returncode != 0:
                print(f"not compiled: {file.stem}: {(ran.stderr.strip().splitlines() or ['?'])[-1][:200]}")


def main(checkout, folder, *targets):
    for target in targets:
        compiled(checkout, folder, target)


if __name__ == "__main__":
    main(*sys.argv[1:])
