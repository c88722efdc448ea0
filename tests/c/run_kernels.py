#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`colex run` on every shipped config, and what it refuses: run_kernels.py COLEX"""
import subprocess
import sys

COLEX = sys.argv[1]
failed = 0


def run(*arguments):
    return subprocess.run([COLEX, "run", *arguments], capture_output=True, text=True, check=False)


def expect(right, arguments, done):
    global failed
    if not right:
        failed += 1
        print(f"FAIL run {' '.join(arguments)}: {done.returncode}\n{done.stdout}{done.stderr}")


configs = subprocess.run([COLEX, "certify"], capture_output=True, text=True, check=True).stdout.split()
assert len(configs) >= 30, configs
for config in configs:
    if config.endswith("_preshuffled"):
        done = run(config)
        expect(done.returncode == 2 and "in the tests only" in done.stderr, [config], done)
        continue
    sizes = ["33", "34", "17"] if config.startswith(("gemm", "hopper")) else ["500"] if config.startswith("copy") else ["70", "65"]
    if config.endswith("_pipelined") or "_direct" in config:
        sizes[2] = "64" if "mxfp" in config else "48"  # whole runs of 16 bytes, or steps
    for chosen in (sizes, ["0"] * len(sizes)):
        done = run(config, *chosen)
        right = done.returncode == 0 and "every element equals the reference" in done.stdout and "no race" in done.stdout
        expect(right, [config, *chosen], done)
for arguments, says in ((["gemm_f32", "3"], "three sizes"), (["gemm_f32", "3", "3", "257"], "K must be at most"),
                        (["gemm_f32", "4000", "4000", "1"], "sizes must be"), (["transpose_f32", "-1", "3"], "sizes must be"),
                        (["copy_unpad_f32", "3", "4"], "one size"), (["gemm_f31"], "no config is named")):  # fmt: skip
    done = run(*arguments)
    expect(done.returncode == 2 and says in done.stderr and len(done.stderr.splitlines()) == 1, arguments, done)
done = run("transpose_f32", "2", "3", "4")
expect(done.returncode == 1 and "rank" in done.stdout, ["transpose_f32", "2", "3", "4"], done)
print(f"{len(configs)} configs, {failed} failed")
sys.exit(failed != 0)
