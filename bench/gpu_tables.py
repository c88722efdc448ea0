#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The GPU tables of docs/06_performance.md, from the folder of logs of one run of tools/on_device: of one device and one day.

  gpu_tables.py LOGS          prints them
  gpu_tables.py LOGS PAGE     puts them into the page, between the lines `<!-- gpu tables: begin -->` and `<!-- end -->`
  gpu_tables.py LOGS PAGE --sizes    puts into the page only what torch_sizes.txt and torch_others.txt say, of a run of these alone beside device.txt

First the goals, then every table. A row that the logs lack is there and says `not measured`. Exit status 1 where a log says FAIL,
which is named; 2 where the folder has no run.
"""
import contextlib
import io
import pathlib
import re
import statistics
import sys

import gpu_goals as rows
from figures import mean
from gpu_goals import shown
from gpu_logs import NOT, Logs


BEGIN, END = "<!-- gpu tables: begin -->", "<!-- end -->"
SIZES, OTHERS = "Sizes that nobody chose", "What else is called"


def table(title, note, head, lines):
    print(f"### {title}\n\n{note}\n\n| " + " | ".join(head) + " |\n|" + "---|" * len(head))
    for line in lines:
        print("| " + " | ".join([*line, *[""] * (len(head) - len(line))]) + " |")
    print()


def line_of(found, name, *columns):
    """The cells of a row: its name, and its figures as they were printed."""
    if name not in found:
        return [shown(name), NOT]
    return [shown(name), *[found[name].get(column, NOT) for column in columns]]


def and_others(found, names):
    """The rows that are looked for, and behind them what else the log has."""
    return [*names, *[name for name in found if name not in names]]


def ratios(found):
    return {name: float(row["ratio"]) for name, row in found.items() if "ratio" in row}


def mean_of(found, names, what):
    said = ratios(found).values()
    return f"{mean(said):.3f} over {len(said)} of {len(names)} {what}" if said else f"{what} {NOT}"


def goals_table(logs):
    table("Goals", "Ratios are to the best alternative in the same run: its time over colex's, or colex's rate over its. Each row of a goal is to meet "
          "it; means are geometric.", ["what", "goal", "figure", ""], [goal.line() for goal in rows.goals(logs)])  # fmt: skip


def copies(logs):
    beside = ["GB/s", "device's copy", "ratio"]
    found = logs.rows("copy")
    table("Copies", "`device_run`: bytes read and written over time. `copy_unpad_f32` counts 8 of every 12 elements; whole sectors are read.",
          ["copy", "GB/s"], [line_of(found, name, "rate") for name in and_others(found, rows.COPIES)])  # fmt: skip
    found = logs.rows("strided", "strided_copy")
    names = and_others(found, [name for group in rows.STRIDED.values() for name in group])
    table("Strided copies and transposes", "`strided_copy_device`: the kernel that is chosen, beside a device-to-device copy of as many bytes. Permutes are of "
          "a row-major (B, S, H, D).\nAn every other column reads three bytes for two that count: sectors allow 0.667.",
          ["layout", "kernel", *beside], [line_of(found, name, "by", "rate", "peer", "ratio") for name in names])  # fmt: skip
    found = logs.rows("transpose")
    table("Permutes by name", "`transpose_device`: the config that is named, whatever the array is; `colex_kernels_strided_copy` takes others for odd pitches.",
          ["permute", *beside], [line_of(found, name, "rate", "peer", "ratio") for name in and_others(found, rows.PERMUTES)])  # fmt: skip


def squares(logs):
    found = {name: row for name, row in logs.rows("bench", *(f"hopper_{n}" for n in rows.SQUARES)).items() if not name.startswith("e4m3")}
    columns = ("rate", "peer", "ratio", "long", "long_peer", "long_ratio")
    table("Squares", "`hopper_device bench`, beside `cublasGemmEx`: TFLOP/s, of integers 10^12 operations a second; medians of 7. A burst is about "
          "10 ms after a rest of\n150 ms, sustained is without rests, in turns. `kk` has K contiguous in both operands, `n` N contiguous in B, `m` M "
          "contiguous in A. e4m3 is beside torch\nbelow.", ["product", "burst", "cuBLAS", "ratio", "sustained", "cuBLAS", "ratio"],
          [line_of(found, name, *columns) for name in and_others(found, rows.BENCH)])  # fmt: skip
    found = logs.rows("gemm_time")
    table("f64 and the portable GEMM", "`gemm_device --time`, in turns with cuBLAS: TFLOP/s. `gemm_f64` is multiply-add.",
          ["kernel, size", "TFLOP/s", "cuBLAS", "ratio"],
          [line_of(found, name, "rate", "peer", "ratio") for name in and_others(found, rows.F64 + rows.PORTABLE)])  # fmt: skip


def sizes(logs):
    first, more, drawn = (logs.rows("sizes", stem) for stem in ("hopper_sizes", "hopper_more", "hopper_random"))
    found = {**first, **more}
    models = {name: row for name, row in found.items() if name in rows.MODELS}
    table("Products by size", "`hopper_sizes`, and from 8192 x 4096 x 4096 on `hopper_sizes more`: the tile and splits that are chosen, K contiguous "
          "in both, in CUDA graphs\nover 200 MB of operands; microseconds. Bytes count each operand and the result once. Geometric mean of the ratio:\n"
          f"{mean_of(first, rows.SIZES, 'sizes of `hopper_sizes`')}; {mean_of(models, rows.MODELS, 'shapes of language models')} in both.",
          ["bf16 product", "tile/splits", "us", "predicted", "GB/s", "cuBLAS", "ratio"],
          [line_of(found, name, "by", "us", "predicted", "rate", "peer", "ratio") for name in and_others(found, rows.SIZES + rows.MORE)])  # fmt: skip
    said, by_name = [[f"{len(ratios(drawn))} of {rows.RANDOM} sizes", NOT]], ratios(drawn)
    if by_name:
        ends = [f"{by_name[name]:.3f} ({shown(name)})" for name in (min(by_name, key=by_name.get), max(by_name, key=by_name.get))]
        said[0][1:] = [f"{mean(by_name.values()):.3f}", *ends, str(sum(x < 0.95 for x in by_name.values()))]
    table("Random sizes", "`hopper_sizes random`: M, N and K from 8 to 8192, K a multiple of 8. cuBLAS is slow where N is no multiple of 8.",
          ["measured", "mean", "least", "greatest", "below 0.95"], said)  # fmt: skip


def distributions(logs, sets, stem):
    for what, count in sets.items():
        said = sorted(x for name, x in ratios(logs.rows("product", stem)).items() if name.startswith(what + ", "))
        tenths = statistics.quantiles(said, n=10) if len(said) > 1 else 9 * said
        yield [f"{what}, {len(said)} of {count}", *([f"{x:.3f}" for x in (mean(said), said[0], tenths[0], statistics.median(said), tenths[8])]
               + [str(sum(x < 0.95 for x in said))] if said else [NOT])]  # fmt: skip


def drawn(logs):
    head = ["sizes", "mean", "least", "tenth", "median", "ninth tenth", "below 0.95"]
    table(SIZES, f"`torch_sizes.py` on one {logs.device}, {logs.date}: bf16 through `colex.torch.gemm`, beside `torch.matmul` and the fastest of cuBLASLt's "
          "seven choices: the time of the faster\nof the two over colex's. The first two rows are M, N and K log-uniform from 8 to 8192 by a seed, the others "
          "are lists.", head, distributions(logs, rows.DRAWN, "torch_sizes"))  # fmt: skip
    table(OTHERS, f"`torch_others.py` on one {logs.device}: torch's time over colex's; of `batch_invariant=True` the time without it over that with it. Sizes of f32, "
          "which is exact, and f64\nare four squares, and log-uniform from 8 to 4096; experts are e4m3 rows in groups, with factors of blocks, which torch's have not, and of rows and columns; `mma.sync` is\nwhat devices before Hopper take for bf16, beside torch on this one.", head, distributions(logs, rows.OTHERS, "torch_others"))  # fmt: skip


def of_product(found, names):
    for name in names:
        yield line_of(found, rows.whole_name(found, name), "us", "peer", "ratio")


def products(logs):
    head = ["bf16 product", "colex us", "torch us", "ratio"]
    found, batches = logs.rows("product"), logs.rows("sizes", "hopper_sizes")
    alone = []
    for what, log in (("GELU", "hopper_gelu"), ("GELU by erf", "hopper_gelu_erf")):
        plain = logs.rows("sizes", log)
        for name in and_others(plain, rows.GELU):
            size, *figures = line_of(plain, name, "us", "peer", "ratio")
            alone.append([f"bias and {what}, {size}, beside cuBLAS without", *figures])
    table("Bias and activation", "`product_device.py`, beside `torch._addmm_activation`, GELU by erf and SiLU beside `addmm` and the function; and `hopper_sizes gelu` "
          "and `gelu_erf`, whose other is the product alone.", [head[0], "colex us", "other us", "ratio"], [*of_product(found, rows.ENDS), *alone])  # fmt: skip
    of_torch = [[line[0] + ", beside torch", *line[1:]] for line in of_product(found, rows.BATCHES_OF_TORCH)]
    table("Batches", "`hopper_sizes` beside cuBLAS, and `product_device.py` beside `torch.matmul`.", ["bf16 product", "colex us", "other us", "ratio"],
          [line_of(batches, name, "us", "peer", "ratio") for name in rows.BATCHES] + of_torch)  # fmt: skip
    known = [rows.whole_name(found, name) for name in rows.ENDS + rows.BATCHES_OF_TORCH + rows.RAGGED]
    table("Ragged products", "`product_device.py`, beside `torch.matmul`.", head, of_product(found, rows.RAGGED + [x for x in found if x not in known]))
    found = logs.rows("gated", "product")
    table("Gated products", "`product_device.py`: silu(A B) * (A Bup) with a weight of 2 N rows, microseconds, beside torch: a product of the whole weight and "
          "two passes, two products,\nand the first under `torch.compile`. The ratio is to the best of these. Last the product without a gate.",
          ["M x N x K", "kernel", "colex us", "one product", "two products", "compiled", "ratio", "no gate"],
          [line_of(found, name, "by", "us", "one", "two", "compiled", "ratio", "plain") for name in and_others(found, rows.GATED)])  # fmt: skip
    grouped(logs.rows("grouped"))
    e4m3(logs.rows("fp8"))
    host = logs.rows("host", "hopper_host")
    table("A call on the host", "`hopper_sizes host`: microseconds of `colex_kernels_gemm`, of 200 calls in a row, the median of 9; beside it the launch of a "
          "kernel that does nothing,\nwith 704 bytes of parameters.", ["", "colex", "`cublasGemmEx`", "a launch alone"],
          [line_of(host, "a call", "us", "peer", "alone")])  # fmt: skip


def grouped(found):
    def cell(name):
        return ", ".join(line_of(found, name, "us", "peer", "ratio")[1:])

    names = and_others(found, rows.GROUPED)
    kinds, counts = (list(dict.fromkeys(name.split(", ")[part] for name in names)) for part in (0, 1))
    table("Rows in groups", "`grouped_device.py`, beside `torch._grouped_mm`, in turns: bf16, rows dealt out at random; microseconds, torch's, and the ratio. "
          f"Geometric\nmean of the ratio: {mean_of(found, rows.GROUPED, 'cells')}.", ["experts, N x K", *counts],
          [[kind, *(cell(f"{kind}, {count}") for count in counts)] for kind in kinds])  # fmt: skip


def e4m3(found):
    def cells(size, way):
        return (line_of(found, f"{size} {way}", "us", "peer", "ratio")[1:] + ["", ""])[:3]

    names = and_others([name.removesuffix(" fast") for name in found if name.endswith(" fast")], rows.FP8_SIZES)
    table("e4m3", "`fp8_device.py`, beside `torch._scaled_mm`: microseconds. Fast is e4m3 beside `use_fast_accum=True`, the others are e4m3acc "
          "beside `False`;\nblocks are 1 x 128 of A and 128 x 128 of B.",
          ["product", *(x for way in ("fast", "accurate", "rows and columns", "blocks") for x in (way, "torch", "ratio"))],
          [[shown(size), *(cell for way in rows.FP8_WAYS for cell in cells(size, way))] for size in names])  # fmt: skip


def checks(logs):
    steps = ["atoms", "gemm", "hopper_check", "python", "copy_memcheck", "strided_copy_memcheck"]
    steps += [f"{kernel}_{tool}" for tool in ("memcheck", "racecheck") for kernel in ("transpose", "gemm", "hopper")]
    table("Checks", "The last line that each step printed.", ["step", ""], [[step, logs.last_line(step)] for step in steps])
    counted = re.compile(r"(?:void )?(\w.*?)(?:\(.*)?: (\d+) launches; ld (\d+) of (\d+), at most ([\d.]+) %; st (\d+) of (\d+), at most ([\d.]+) %")
    lines = []
    for step in ("transpose_conflicts", "gemm_conflicts", "hopper_conflicts"):
        found = [match.groups() for line in logs.text.get(step, "").splitlines() if (match := counted.fullmatch(line))]
        lines += [[f"`{x[0]}`", x[1], *(f"{n} of {of}, {share} %" for n, of, share in (x[2:5], x[5:8]))] for x in found if x[3] != "0" or x[6] != "0"]
        lines += [] if found else [[step, NOT]]
    table("Bank conflicts", "Wavefronts in shared memory that conflict, by Nsight Compute's counters, and the largest share of a launch's; kernels without any "
          "access are left out.", ["kernel", "launches", "loads", "stores"], lines)  # fmt: skip


def print_all(logs):
    cublas, torch = logs.found(r"^cuBLAS: (.*)$", "hopper_sizes"), logs.found(r" torch (\d\S*)$", "product")
    print(f"One {logs.device} ({logs.power}), driver {logs.driver}, {logs.date}: one run of `tools/on_device`. "
          f"cuBLAS: {pathlib.Path(cublas).name}; torch: {torch}.\n")  # fmt: skip
    if logs.failed:
        print("".join(f"- **FAIL** in {said}\n" for said in logs.failed))
    for part in (goals_table, copies, squares, sizes, drawn, products, checks):
        part(logs)


def put_into(page, tables):
    before, begin, rest = page.read_text(encoding="utf-8").partition(BEGIN)
    _, end, after = rest.partition(END)
    if not (begin and end):
        raise ValueError(f"{page}: the lines {BEGIN} and {END} are not there")
    page.write_text(f"{before}{begin}\n{tables}{end}{after}", encoding="utf-8")


def put_sizes_into(page, logs):
    """The tables of torch_sizes.py and torch_others.py, and the rows of their goals among the others."""
    said, text = io.StringIO(), page.read_text(encoding="utf-8")
    with contextlib.redirect_stdout(said):
        drawn(logs)
    parts = re.split(rf"^(### {SIZES}\n.*?)(?=^### (?!{OTHERS}))", text, flags=re.M | re.S)
    if len(parts) != 3:
        raise ValueError(f"{page}: the table {SIZES!r} is not there, once")
    text = parts[0] + said.getvalue() + parts[2]
    for goal in rows.goals(logs):
        line = "| " + " | ".join(goal.line()) + " |"
        if "through colex.torch" in goal.what:
            text, count = re.subn(rf"^\| {re.escape(goal.what)} \|.*$", lambda _, line=line: line, text, flags=re.M)
            if count != 1:
                raise ValueError(f"{page}: the goal {goal.what!r} is not there, once")
    page.write_text(text, encoding="utf-8")


def main():
    if len(sys.argv) not in (2, 3) and sys.argv[3:] != ["--sizes"]:
        sys.exit(__doc__)
    try:
        logs, said = Logs(sys.argv[1]), io.StringIO()
        if sys.argv[3:]:
            put_sizes_into(pathlib.Path(sys.argv[2]), logs)
            sys.exit(1 if logs.failed else 0)
        with contextlib.redirect_stdout(said):
            print_all(logs)
        if len(sys.argv) == 3:
            put_into(pathlib.Path(sys.argv[2]), said.getvalue())
        else:
            print(said.getvalue(), end="")
    except (OSError, ValueError) as error:
        print(f"gpu_tables: {error}", file=sys.stderr)
        sys.exit(2)
    sys.exit(1 if logs.failed else 0)


if __name__ == "__main__":
    main()
