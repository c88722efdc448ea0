#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""An edit of a header changes the hash of each kernel that includes it, and of no other."""
import pathlib
import shutil
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))
import hash_sources  # noqa: E402

KERNELS = set(hash_sources.KERNELS)
# A file, and the kernels whose sources it belongs to.
EDITS = [
    ("gpu_kernels/copy/copy_kernel.hpp", {"copy"}),
    ("gpu_kernels/copy/copy_configs.hpp", {"copy"}),
    ("gpu_kernels/permute/permute_configs.hpp", {"permute"}),
    ("gpu_kernels/gemm/gemm_mma_configs.hpp", {"gemm"}),
    ("gpu_kernels/platform/amd/memory.hpp", {"copy", "permute", "strided_copy", "gemm"}),
    ("include/colex/layout.hpp", KERNELS),
    ("gpu_kernels/platform/host/view.hpp", set()),
    ("gpu_kernels/certified.inc", set()),
]
failed = 0
with tempfile.TemporaryDirectory() as folder:
    root = pathlib.Path(folder)
    for part in hash_sources.FOLDERS:
        shutil.copytree(ROOT / part, root / part)
    before = {kernel: hash_sources.digest(kernel, root) for kernel in KERNELS}
    if before != {kernel: hash_sources.digest(kernel) for kernel in KERNELS}:
        failed += 1
        print("FAIL: the hash depends on where the tree lies")
    for name, expected in EDITS:
        path = root / name
        text = path.read_text(encoding="utf-8")
        path.write_text(text + " ", encoding="utf-8")
        changed = {kernel for kernel in KERNELS if hash_sources.digest(kernel, root) != before[kernel]}
        path.write_text(text, encoding="utf-8")
        # A kernel may come to include more; never less.
        right = changed >= expected and (expected or not changed)
        failed += not right
        print(f"{'ok  ' if right else 'FAIL'} {name}: {sorted(changed)}")
sys.exit(failed != 0)
