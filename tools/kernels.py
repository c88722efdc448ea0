# SPDX-License-Identifier: MIT
"""What the tools know of each kernel: the one list of them in Python. gpu_kernels/kernels.cpp is the one in C++."""
from typing import NamedTuple


class Kernel(NamedTuple):
    entry: str  # the header that callers include: its sources are what certificates are about
    source: str  # what instantiates the kernel's configs, to look at their machine code
    configs: tuple = ()  # headers with the configs and their tuples; of Hopper none, for its configs have no types of their own
    everywhere: tuple = ()  # the tuples of the configs that every target has
    of_target: dict = {}  # target -> further tuples


ON_HOPPER = ("GemmMmaSyncConfigs", "GemmFmaDirectConfigs", "GemmMmaSync89Configs", "GemmMmaSync90Configs", "GemmMmaSyncShuffledConfigs", "GemmMmaSyncShuffled89Configs")
KERNELS = {
    "copy": Kernel("copy/copy.hpp", "tests/kernel/device_kernels.cpp", ("copy/copy_configs.hpp",), ("CopyConfigs",)),
    "permute": Kernel("permute/permute.hpp", "tests/kernel/permute_kernels.cpp", ("permute/permute_configs.hpp",),
                      ("PermuteConfigs",)),
    "strided_copy": Kernel("strided_copy/strided_copy.hpp", "tests/kernel/strided_copy_kernels.cpp",
                           ("strided_copy/strided_copy_configs.hpp",), ("StridedCopyConfigs",)),
    "transpose": Kernel("transpose/transpose.hpp", "tests/kernel/transpose_kernels.cpp", ("transpose/transpose_configs.hpp",),
                        ("TransposeConfigs",)),
    "gemm": Kernel("gemm/gemm.hpp", "tests/kernel/gemm_code.cpp", ("gemm/gemm_configs.hpp", "gemm/gemm_mma_configs.hpp"),
                   ("GemmConfigs",),
                   {"gfx90a": ("GemmMfmaBothConfigs", "GemmMfmaGfx90aConfigs", "GemmMfmaShuffledBothConfigs",
                               "GemmMfmaPipelinedBothConfigs"),
                    "gfx942": ("GemmMfmaBothConfigs", "GemmMfmaGfx942Configs", "GemmMfmaShuffledBothConfigs",
                               "GemmMfmaShuffledGfx942Configs", "GemmMfmaPipelinedBothConfigs", "GemmMfmaPipelinedGfx942Configs"),
                    "gfx950": ("GemmMfmaBothConfigs", "GemmMfmaPipelinedBothConfigs", "GemmMfmaDirectGfx950Configs"),
                    "sm_80": ("GemmMmaSyncConfigs", "GemmFmaDirectConfigs", "GemmMmaSyncShuffledConfigs"),
                    "sm_90a": ON_HOPPER, "sm_100": ON_HOPPER}),
    "hopper_gemm": Kernel("hopper/gemm.hpp", "tests/kernel/hopper_kernels.cpp"),
}  # fmt: skip
