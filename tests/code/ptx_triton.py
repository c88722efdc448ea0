#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What Triton compiles to PTX (triton_kernels.py), executed, against NumPy: ptx_triton.py COLEX

Nightly, and where COLEX_TRITON_PYTHON has Triton and NumPy: it runs this file again. Barriers and waits are then taken out of the kernels one at a time. `colex inspect` must say of
what is executed without a finding that shared memory is free of races, and must not where the executor finds one.
"""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile


def close(got, want, tolerance):
    import numpy as np

    error = float(np.max(np.abs(got.astype("f8") - want.astype("f8")) / (1 + np.abs(want.astype("f8")))))
    return error <= tolerance, error


def bf16(x):
    import numpy as np

    bits = np.ascontiguousarray(x, "f4").view("u4")
    return ((bits + 0x7FFF + (bits >> 16 & 1)) >> 16).astype("u2")


def wide(bits):
    import numpy as np

    return (bits.astype("u4") << 16).view("f4") if bits.dtype == np.dtype("u2") else bits.astype("f4")


def problems(draw):
    """Kernel -> grid, arguments, index of the output, its wanted values, tolerance. A string is an argument of --arg; an array is one that is read."""
    import numpy as np

    def normal(*shape):
        return draw.standard_normal(shape).astype("f4")

    r = {}
    n, x, y = 1500, normal(1500), normal(1500)
    r["add"] = (2, [x, y, "f32[1500]", n], x + y, 0)
    v = bf16(x)
    import math

    gelu = np.array([0.5 * t * (1 + math.erf(t * 0.70710678)) for t in wide(v)])
    r["gelu"] = (2, [v, "bf16[1500]", n], gelu, 1e-2)
    index = draw.integers(-3, 1600, 1500).astype("i4")
    r["gather"] = (3, [x, index, "f32[1500]", n, n], np.where((index >= 0) & (index < n), x[np.clip(index, 0, n - 1)], 0), 0)
    S, H, D = 3, 2, 128
    q, cos, sin = normal(S * H, D), normal(S, D // 2), normal(S, D // 2)
    rows = np.arange(S * H) // H
    a, b, c, s = q[:, :64], q[:, 64:], cos[rows], sin[rows]
    r["rotary"] = ((S, H), [q, cos, sin, "f32[6,128]", S, H], np.concatenate([a * c - b * s, b * c + a * s], 1), 1e-6)
    m, k = 3, 1000
    x = normal(m, k)
    e = np.exp(x - x.max(1, keepdims=True))
    r["softmax"] = (m, ["f32[3,1000]", x, k, k], e / e.sum(1, keepdims=True), 1e-6)
    k = 1500
    x, at = bf16(normal(m, k)), draw.integers(0, k, m).astype("i4")
    f = wide(x)
    r["cross_entropy"] = (m, [x, at, "f32[3]", k, k], np.log(np.exp(f - f.max(1, keepdims=True)).sum(1)) + f.max(1) - f[np.arange(m), at], 1e-5)
    k = 900
    x, w, b = normal(m, k).astype("f2"), normal(k), normal(k)
    f = x.astype("f4")
    norm = (f - f.mean(1, keepdims=True)) / np.sqrt(f.var(1, keepdims=True) + 1e-5) * w + b
    r["layer_norm"] = (m, [x, "f16[3,900]", w, b, k, k, 1e-5], norm, 2e-3)
    k = 1500
    x, w = bf16(normal(m, k)), normal(k)
    f = wide(x)
    r["rms_norm"] = (m, [x, "bf16[3,1500]", w, k, k, 1e-5], f / np.sqrt((f * f).mean(1, keepdims=True) + 1e-5) * w, 1e-2)
    k = 900
    x = bf16(normal(m, k))
    f = wide(x)
    r["quantize"] = (m, [x, "i8[3,900]", "f32[3]", k, k], np.trunc(f / (np.abs(f).max(1, keepdims=True) / np.float32(127) + np.float32(1e-8))), 0.05)
    x = normal(m, k)
    r["running_sum"] = (m, [x, "f32[3,900]", k, k], np.cumsum(x, 1), 1e-4)
    M, N = 70, 130
    x = normal(M, N)
    r["column_sums"] = (3, [x, "f32[130]", M, N], x.sum(0), 1e-5)
    x = normal(M, N).astype("f2")
    r["transpose"] = ((2, 3), ["f16[130,70]", x, M, N], x.T, 0)
    for name, shape, kind, tolerance in (("gemm_f16", (64, 64), "f2", 1e-2), ("gemm_f16_large", (128, 128), "f2", 1e-2), ("gemm_bf16", (128, 64), "bf16", 2e-2), ("gemm_f32", (64, 64), "f4", 2e-2)):
        M, N, K = shape[0] * 2, shape[1] * 2, 96
        x, y = normal(M, K) / 4, normal(K, N) / 4
        x, y = (bf16(x), bf16(y)) if kind == "bf16" else (x.astype(kind), y.astype(kind))
        r[name] = ((2, 2), [x, y, f"f16[{M},{N}]", M, N, K], wide(x) @ wide(y), tolerance)
    for name, D in (("attention_64", 64), ("attention_128", 128)):
        N, heads = 150, 2
        Q, K, V = (normal(heads, N, D).astype("f2") for _ in range(3))
        s = Q.astype("f4") @ K.astype("f4").transpose(0, 2, 1) * np.float32(0.125)
        p = np.exp(s - s.max(2, keepdims=True))
        r[name] = ((-(-N // 64), heads), [Q, K, V, f"f16[{heads},{N},{D}]", 0.125, N, N * D], p / p.sum(2, keepdims=True) @ V.astype("f4"), 5e-3)
    M, N, K = 256, 128, 200
    x, y = (normal(M, K) / 4).astype("f2"), (normal(K, N) / 4).astype("f2")

    def box(rows, what):
        return f"map:[{rows},64]:128:", what, ["i32:0", "i32:0", "i64:0", "i64:0"]  # extents and strides, which the kernel does not read

    r["gemm_boxes"] = ((2, 2), [box(128, x), box(64, y), box(128, f"f16[{M},{N}]"), M, N, K], wide(x) @ wide(y), 1e-2)
    return r


def execute(colex, folder, file, given, shared, schedule):
    """The report, and what the outputs hold."""
    import numpy as np

    grid, arguments, _, _ = given
    words, outputs = [], []
    for n, argument in enumerate(arguments):
        as_map, argument, more = argument if isinstance(argument, tuple) else ("", argument, [])
        if isinstance(argument, str):
            outputs.append(folder / f"{n}_out.npy")
            words.append(f"{as_map}out:{outputs[-1]}:{argument}")
        elif isinstance(argument, np.ndarray):
            np.save(folder / f"{n}.npy", argument)
            words.append(f"{as_map}in:{folder / f'{n}.npy'}")
        else:
            words.append(f"{'f32' if isinstance(argument, float) else 'i32'}:{argument}")
        words += more
    words += ["u64:0", "u64:0"]  # of scratch memory that these kernels do not have
    grid = ",".join(map(str, grid if isinstance(grid, tuple) else (grid,)))
    ran = subprocess.run([colex, "execute", file, "--kernel", re.search(r"\.entry (\w+)", pathlib.Path(file).read_text())[1], "--grid", grid, "--block", "128", "--dynamic-shared", str(shared), "--json",
                          "--schedule", schedule, *(w for a in words for w in ("--arg", a))], capture_output=True, text=True)  # fmt: skip
    if ran.returncode == 2:
        return ran.stderr.strip(), None
    return json.loads(ran.stdout), np.load(outputs[0])


def weakened(text):
    """The text without one barrier, fence or arrival, with a wait for one group less, with a phase, a count of bytes or a number of arrivals changed, at each place."""
    for at in re.finditer(r"(?:\tbar\.sync|(?:@%p\d+ )?mbarrier\.(?:arrive|init)|(?:@%p\d+ )?tcgen05\.(?:commit|wait)|fence\.proxy\.async|\twgmma\.fence|wgmma\.commit_group|cp\.async\.bulk\.commit_group)[^;\n]*;", text):
        yield at[0].strip(), text[: at.start()] + text[at.end() :]
    for at in re.finditer(r"(?:cp\.async|wgmma|cp\.async\.bulk)\.wait_group\S*\s+(\w+);", text):
        yield at[0], text[: at.start(1)] + str(int(at[1], 0) + 1) + text[at.end(1) :]
    for at in re.finditer(r"expect_tx[^;\n]* (\d+);", text):
        yield at[0] + " halved", text[: at.start(1)] + str(int(at[1]) // 2) + text[at.end(1) :]
    for at in re.finditer(r"\n[^\n]*try_wait\.parity[^;\n]*, (%r\d+);\s*\n[^\n]*bra\.uni waitLoop;", text):
        yield "the wait for a phase", text[: at.start()] + text[at.end() :]
        yield "another phase", text[: at.start(1)] + "1" + text[at.end(1) :]


TARGETS = ("sm_80", "sm_90", "sm_100")
REFUSED = {"sm_100_attention_64": "a matrix of this form in tensor memory is not known", "sm_100_attention_128": "a matrix of this form in tensor memory is not known"}
BOX_BYTES = {"gemm_boxes": ("param_0.box == 16384", "param_5.box == 8192", "param_10.box == 16384")}


def is_free(colex, file, shared, facts=()):
    """Whether `colex inspect` says that shared memory is free of races, and that the waits for products suffice."""
    ran = subprocess.run([colex, "inspect", file, "--dynamic-lds", str(shared), "--json", *(w for f in facts for w in ("--assume", f))], capture_output=True, text=True)
    if ran.returncode == 2:
        sys.exit(f"FAIL: {file}: {ran.stderr}")
    said = json.loads(ran.stdout)[0]
    return said["race_free"]["verdict"] == "holds" and said.get("waits", {"verdict": "holds"})["verdict"] == "holds"


def run(colex):
    import numpy as np

    wrong, removed, noticed, right, undecided = [], 0, 0, 0, 0
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        subprocess.run([sys.executable, pathlib.Path(__file__).with_name("triton_kernels.py"), folder, *TARGETS], check=True)
        for target in TARGETS:
            for name, given in problems(np.random.default_rng(5)).items():
                file, facts = folder / f"{target}_{name}.ptx", BOX_BYTES.get(name, ())
                if not file.exists():
                    continue
                shared = file.with_suffix(".lds").read_text()
                for schedule in ("in-order", "random", "adversarial"):
                    said, got = execute(colex, folder, file, given, shared, schedule)
                    if file.stem in REFUSED and isinstance(said, str) and REFUSED[file.stem] in said:
                        print(f"{file.stem} is not executed: {REFUSED[file.stem]}")
                        break
                    if isinstance(said, str) or said["findings"]:
                        wrong.append(f"{file.stem}, {schedule}: {said if isinstance(said, str) else said['findings'][:2]}")
                        break
                    is_close, error = close(wide(got) if any(isinstance(a, str) and a.startswith("bf16") for a in given[1]) else got, given[2], given[3])
                    if not is_close:
                        wrong.append(f"{file.stem}, {schedule}: an error of {error}")
                else:
                    right += 1
                    if not is_free(colex, file, shared, facts):
                        wrong.append(f"{file.stem}: not free of races by inspection")
                    print(f"{file.stem}: error {error:.2g}, {said['lane_instructions']} instructions of lanes")
                    for what, text in weakened(file.read_text()):
                        (folder / "weakened.ptx").write_text(text)
                        removed += 1
                        found = False
                        for schedule in ("in-order", "adversarial"):
                            said, _ = execute(colex, folder, folder / "weakened.ptx", given, shared, schedule)
                            found = found or isinstance(said, str) or bool(said["findings"])
                        noticed += found
                        is_undecided = not is_free(colex, folder / "weakened.ptx", shared, facts)
                        undecided += is_undecided
                        if found and not is_undecided:
                            wrong.append(f"{file.stem} without {what}: the executor finds a race, and the judge none")
    if wrong:
        sys.exit("FAIL: " + "\n".join(wrong))
    print(f"{right} kernels are right in three schedules")
    print(f"{removed} barriers, waits, fences and arrivals left out or weakened one at a time: {noticed} change what is found; the others order nothing that this launch does twice")
    print(f"by inspection all of the kernels are free of races, and {undecided} of the changed ones are not")
    return 0 if noticed >= 0.6 * removed else "FAIL: too few are noticed"


def main(colex):
    python = os.environ.get("COLEX_TRITON_PYTHON", sys.executable)
    if not os.environ.get("COLEX_NIGHTLY") or subprocess.run([python, "-c", "import triton, numpy"], capture_output=True, check=False).returncode:
        print("nightly: execute_triton: kernels that Triton compiles to PTX; by day none: its package has a gigabyte")
        return 0
    return subprocess.run([python, __file__, os.path.abspath(colex), "--run"], check=False).returncode


if __name__ == "__main__":
    sys.exit(run(sys.argv[1]) if sys.argv[2:] == ["--run"] else main(*sys.argv[1:]))
