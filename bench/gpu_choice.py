#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The choice of a tile and of splits of K, measured: what each takes on the device that is here, for shapes that are drawn by a seed.

  gpu_choice.py measure LIBRARY TABLE [COUNT]   times the tiles and splits of COUNT shapes (200), SEED of the environment; a JSON line each
  gpu_choice.py fit TABLE...                    fits a card's costs in gpu_kernels/c/hopper_costs.inc to these times, all of that card;
                                                where the file has the card, from its costs on, which few shapes then change little
  gpu_choice.py regret PAGE TABLE...            puts into the page how far the choices are from the fastest, of shapes that were not
                                                fitted, and prints it

A shape is x w^T of bf16, M x K and N x K. Of five, two have M, N and K that are multiples of 8, log-uniform from 8 to 8192; two are of
layers: M from 1, N and K multiples of 64 to 32768; one is 8 to 512 batches of M, N and K that are multiples of 8 to 1024. With the seed "lists" they are instead squares, layers of models and long sums, by name.
A graph of launches over rotated operands, about 200 MB of them, is timed, in turns with the others of its shape and torch.mm; the median of
5. Every answer is compared with torch's. What the library itself would take is asked of its colex_kernels_product_explain. `fit` needs numpy
and scipy, and no device: least squares of the logarithms of times, those near the fastest above all, then the mean regret itself, softened,
beside them. `regret` needs numpy; it chooses by the costs as they stand, among the ways that were timed, and refuses a table whose seed was
fitted.
"""
import json
import math
import os
import pathlib
import random
import re
import sys

from figures import mean

# Rows and columns of a tile, blocks of a cluster, rows of a band, blocks on a processor: tile_shapes of gpu_kernels/hopper/gemm_config.hpp, in its order.
TILES = {"128x256c2": (128, 256, 2, 8, 1), "128x128": (128, 128, 1, 16, 1), "64x128": (64, 128, 1, 16, 1), "128x192": (128, 192, 1, 16, 1),
         "64x64": (64, 64, 1, 16, 1), "64x32": (64, 32, 1, 16, 1), "128x128c2": (128, 128, 2, 8, 1), "128x224c2": (128, 224, 2, 8, 1),
         "64x64c2": (64, 64, 2, 8, 1), "64x112": (64, 112, 1, 16, 1), "64x48": (64, 48, 1, 16, 1), "64x96c2": (64, 96, 2, 8, 1),
         "192x128": (192, 128, 1, 16, 1), "64x32b2": (64, 32, 1, 16, 2), "64x96b2": (64, 96, 1, 16, 2), "64x64c4": (64, 64, 4, 4, 1), "64x96c4": (64, 96, 4, 4, 1),
         "64x128c2": (64, 128, 2, 8, 1), "64x128c4": (64, 128, 4, 4, 1), "128x160c2": (128, 160, 2, 8, 1), "192x192c2": (192, 192, 2, 8, 1)}  # fmt: skip
ROOT = pathlib.Path(__file__).resolve().parents[1]
COSTS = ROOT / "gpu_kernels/c/hopper_costs.inc"
KINDS = ("multiples of 8", "layers", "multiples of 8", "layers", "batches")  # of shapes, in turns
STEP = 64  # elements of K in a step of bf16
ROOM = 1 << 28  # elements of the workspace
POOL = 1 << 31  # elements, from which operands are taken
BEGIN_TABLE, END_TABLE = "<!-- choice: begin -->", "<!-- choice: end -->"


def log_uniform(draw, least, most, step):
    return max(step, round(math.exp(draw.uniform(math.log(least), math.log(most))) / step) * step)


def drawn(draw, number):
    kind = KINDS[number % len(KINDS)]
    if kind == "multiples of 8":
        return [log_uniform(draw, 8, 8192, 8) for _ in range(3)]
    while True:
        if kind == "layers":
            shape = [log_uniform(draw, 1, 8192, 1), log_uniform(draw, 256, 32768, 64), log_uniform(draw, 512, 32768, 64)]
        else:
            shape = [*(log_uniform(draw, 8, 1024, 8) for _ in range(3)), log_uniform(draw, 8, 512, 1)]
        if math.prod(shape) <= 1 << 39:
            return shape


def listed():
    """Shapes with names: squares, layers of language models (torch_sizes.py has the models), and sums that are long for their results."""
    yield from ((n, n, n) for n in (768, 1000, 1024, 1152, 1408, 1536, 2048, 2304, 3072, 3712, 4096, 4608, 5120, 6144, 8192, 12288))
    layers = [(4096, 4096), (14336, 4096), (4096, 14336), (28672, 8192), (6144, 4096), (28672, 4096), (1280, 8192), (8192, 1024), (7168, 8192), (8192, 3584),
              (4096, 1024), (1024, 3072), (10240, 5120), (5120, 25600), (256, 7168), (576, 7168), (1536, 7168), (24576, 1536), (32768, 512)]  # fmt: skip
    yield from ((m, n, k) for n, k in layers for m in (1, 16, 64, 128, 256, 512, 2048))
    yield from ((64, 64, 131072), (256, 256, 65536), (512, 512, 16384), (128, 128, 65536), (300, 50304, 768), (16384, 16, 16384), (24, 7168, 18432))


def over(a, b):
    return -(-a // b)


def clusters_on(processors, cluster, blocks):
    """Of TileShape::clusters_on."""
    every = processors * blocks // cluster
    return every - every // 11 if cluster > 2 else every


def candidates(m, n, k, processors, batches=1):
    """Tiles and numbers of splits that choose() considers, by tile."""
    parts, found = over(k, STEP), {}
    most = min(parts, 1024)
    for tile, (lines, columns, cluster, _, blocks) in TILES.items():
        tiles = over(m, lines * cluster) * over(n, columns) * batches
        splits = set(range(1, min(most, 8) + 1)) | {min(most, clusters_on(processors, cluster, blocks) * rounds // tiles) for rounds in (1, 2, 3, 4)}
        found[tile] = sorted(s for s in splits if s >= 1 and (s == 1 or tiles * s * lines * cluster * columns <= ROOM))
    return found


def floor(m, n, k, batches):
    """Microseconds that no way goes much below."""
    return max(2 * batches * (m * k + n * k + m * n) / 3e6 + 2.3, 2 * batches * m * n * k / 7e8)


def guess(m, n, k, tile, splits, processors, batches=1):
    """Microseconds, roughly: what takes far longer than others is not timed."""
    lines, columns, cluster, _, blocks = TILES[tile]
    items = over(m, lines * cluster) * over(n, columns) * splits * batches
    clusters = clusters_on(processors, cluster, blocks)
    step = lines * columns / (128 * 256) * 0.45 + 0.09
    alone = over(items, clusters) * (1 + over(over(k, STEP), splits) * step)
    moved = 2 * batches * (m * k + n * k + m * n) / 3e6 / min(1, 0.35 + 0.65 * items / clusters)
    return 2.2 + max(alone, moved) + (2.3 + m * n * batches * splits * 4 / 1.3e6 if splits > 1 else 0)


class Device:
    def __init__(self, library):
        os.environ["COLEX_KERNELS_LIBRARY"] = library
        sys.path.insert(0, str(ROOT / "python"))
        import ctypes

        import colex_kernels as ck
        import torch

        if not torch.cuda.is_available() or torch.cuda.get_device_capability()[0] != 9:
            print("SKIP: no Hopper GPU: nothing was run")
            sys.exit(77)
        self.ctypes, self.ck, self.torch, self.library = ctypes, ck, torch, ck._library
        self.library.colex_kernels_gemm.argtypes = self.library.colex_kernels_product.argtypes = [ctypes.c_char_p, ctypes.c_void_p]
        self.library.colex_kernels_product_explain.argtypes = [ctypes.c_char_p, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_size_t]
        self.pool = torch.randn(POOL, dtype=torch.bfloat16, device="cuda")
        self.results = torch.empty(POOL // 2, dtype=torch.bfloat16, device="cuda")
        self.workspace = torch.empty(ROOM, dtype=torch.float32, device="cuda")
        self.processors = torch.cuda.get_device_properties(0).multi_processor_count
        self.stream = torch.cuda.Stream()

    def operands(self, m, n, k, batches):
        """(x, w, out), with an index of the batch in front, so often that they are about 200 MB, each from a multiple of 256 bytes on."""
        copies, at, results_at, made = max(1, min(16, 200_000_000 // (2 * batches * (m * k + n * k + m * n)) + 1)), 0, 0, []
        for _ in range(copies):
            x = self.pool[at : at + batches * m * k].view(batches, m, k)
            at += over(x.numel(), 128) * 128
            w = self.pool[at : at + batches * n * k].view(batches, n, k)
            at += over(w.numel(), 128) * 128
            made.append((x, w, self.results[results_at : results_at + batches * m * n].view(batches, m, n)))
            results_at += over(batches * m * n, 128) * 128
        return made

    def call(self, x, w, out, splits):
        ck, call = self.ck, self.ck._Gemm()

        def matrix(t, rows, columns):
            return ck._Matrix(t.data_ptr(), t.numel(), rows, columns, t.stride(0), 0)

        call.struct_size, (call.batches, call.m, call.k), call.n, call.splits = self.ctypes.sizeof(ck._Gemm), x.shape, w.shape[1], splits
        call.a, call.b, call.c = matrix(x, x.shape[2], 1), matrix(w, 1, w.shape[2]), matrix(out, out.shape[2], 1)
        call.alpha, call.beta, call.activation = 1.0, 0.0, 0
        call.workspace, call.workspace_elements = self.workspace.data_ptr(), ROOM
        call.stream = self.stream.cuda_stream
        return call

    def explained(self, x, w, out):
        text = self.ctypes.create_string_buffer(16384)
        call = self.call(x, w, out, 0)
        if self.library.colex_kernels_product_explain(b"bf16,bf16,f32,bf16", self.ctypes.byref(call), text, 16384) != 0:
            sys.exit("FAIL: " + self.library.colex_kernels_last_error().decode())
        said = dict(line.split(": ", 1) for line in text.value.decode().splitlines() if not line.startswith("also"))
        return said["config"].split("_")[-1], int(said["splits of K"]), float(said["predicted"].split()[0])

    def start(self, entry, name, call):
        if entry(name.encode(), self.ctypes.byref(call)) != 0:
            sys.exit(f"FAIL: {name}: " + self.library.colex_kernels_last_error().decode())

    def starts(self, operands, name, splits):
        """Functions that start one launch each."""
        entry = self.library.colex_kernels_gemm if "_" in name else self.library.colex_kernels_product
        return [lambda call=self.call(*one, splits): self.start(entry, name, call) for one in operands]

    def times(self, ways, repeats):
        torch, graphs, taken = self.torch, [], [[] for _ in ways]
        with torch.cuda.stream(self.stream):
            for starts in ways:
                starts[0]()
            torch.cuda.synchronize()
            for starts in ways:
                graphs.append(torch.cuda.CUDAGraph())
                with torch.cuda.graph(graphs[-1], stream=self.stream):
                    for i in range(repeats):
                        starts[i % len(starts)]()
            events = []
            for turn in range(6):
                graphs[0].replay()  # so that the first one that is timed waits in the queue as the others do
                for graph, own in zip(graphs, taken, strict=True):
                    begin, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
                    begin.record()
                    graph.replay()
                    end.record()
                    if turn > 0:
                        events.append((own, begin, end))
                torch.cuda.synchronize()
        for own, begin, end in events:
            own.append(1000 * begin.elapsed_time(end) / repeats)
        return [sorted(own)[2] for own in taken]

    def is_right(self, start, out, want):
        out.fill_(float("nan"))
        self.torch.cuda.synchronize()
        start()
        self.torch.cuda.synchronize()
        return bool((out.float() - want).norm() <= 1e-2 * want.norm())  # false for NaN

    def measured(self, m, n, k, batches=1):
        """The line of a shape."""
        torch, operands = self.torch, self.operands(m, n, k, batches)
        repeats = max(4, min(150, int(1000 / floor(m, n, k, batches))))
        rough = {(tile, s): guess(m, n, k, tile, s, self.processors, batches)
                 for tile, all_of in candidates(m, n, k, self.processors, batches).items() for s in all_of}  # fmt: skip
        least = min(rough.values())
        timed, (tile, splits, predicted) = set(), self.explained(*operands[0])
        for name in TILES:
            own = sorted((us, s) for (of, s), us in rough.items() if of == name)
            timed |= {(name, s) for us, s in own[:3] if us <= 2 * least}
        timed = sorted(timed | {(tile, splits)})
        x, w, out = operands[0]
        want = torch.matmul(x, w.mT).float()
        ways = [self.starts(operands, f"hopper_bf16_kk_{name}", s) for name, s in timed]
        for (name, s), starts in zip(timed, ways, strict=True):
            if not self.is_right(starts[0], out, want):
                sys.exit(f"FAIL: {batches} of {m} x {n} x {k} by {name}/{s}: another answer than torch's")
        ways.append([lambda x=x, w=w, out=out: torch.matmul(x, w.mT, out=out) for x, w, out in operands])
        took = self.times(ways, repeats)
        return {"m": m, "n": n, "k": k, "batches": batches, "chosen": f"{tile}/{splits}", "predicted": predicted, "torch": round(took[-1], 3),
                "us": {f"{name}/{s}": round(us, 3) for (name, s), us in zip(timed, took)}}  # fmt: skip


def measure(library, table, count=200):
    device, draw = Device(library), random.Random(os.environ.get("SEED", "choice"))
    with open(table, "w", encoding="utf-8") as out:
        about = {"device": device.torch.cuda.get_device_name(), "processors": device.processors, "seed": os.environ.get("SEED", "choice")}
        out.write(json.dumps(about) + "\n")
        shapes = listed() if about["seed"] == "lists" else (drawn(draw, number) for number in range(int(count)))
        for shape in shapes:
            out.write(json.dumps(device.measured(*shape)) + "\n")
            out.flush()


# Fields of Costs in gpu_kernels/c/hopper_model.hpp, in its order, and where the fit begins.
FIELDS = {"launch": 2.0, "crowded": 0.3, "cluster": 0.1, "second_launch": 1.6, "split": 0.016, "partial_bytes": 1.4e6, "memory_bytes": 2.9e6,
          "first_bytes": 0.7, "idle": 0.1, "cache_bytes": 5e7, "again_a": 0.5, "again_b": 0.6, "cache_lines": 9e4, "processor_lines": 900.0,
          "odd_row": 1.3, "split_sector": 2.0, "empty": 0.6, "empty_later": 0.5}  # fmt: skip
KEPT = 0.3  # what a cost that is known is worth: of 200 shapes of an H200, held out in thirds, the regret is 1.0145 with it, 1.0224 with 0.01
AT_MOST_ONE = ("idle", "again_a", "again_b", "empty", "empty_later")
# Microseconds of a tile's first block, of a later one, of a step alone and of one where all are at work.
BEGIN = {"128x256c2": (2.3, 1.5, 0.49, 0.65), "128x128": (1.5, 0.8, 0.28, 0.4), "64x128": (1.0, 0.8, 0.14, 0.24), "128x192": (2.3, 1.5, 0.34, 0.51),
         "64x64": (0.6, 0.5, 0.14, 0.15), "64x32": (0.3, 0.7, 0.14, 0.11), "128x128c2": (1.6, 1.0, 0.29, 0.38), "128x224c2": (2.9, 2.0, 0.44, 0.58),
         "64x64c2": (0.6, 0.8, 0.14, 0.14), "64x112": (1.0, 0.8, 0.13, 0.25), "64x48": (0.4, 0.6, 0.14, 0.12), "64x96c2": (0.9, 0.9, 0.14, 0.2),
         "192x128": (2.3, 1.5, 0.34, 0.51), "64x32b2": (0.3, 0.5, 0.14, 0.15), "64x96b2": (0.8, 0.8, 0.16, 0.35), "64x64c4": (0.6, 0.8, 0.14, 0.14), "64x96c4": (0.9, 0.9, 0.14, 0.2),
         "64x128c2": (1.0, 0.8, 0.14, 0.24), "64x128c4": (1.0, 0.8, 0.14, 0.24), "128x160c2": (2.0, 1.3, 0.3, 0.45), "192x192c2": (3.0, 2.0, 0.55, 0.75)}  # fmt: skip


def card_of(about):
    """How the name of a table's device begins, as costs have it."""
    return " ".join(about["device"].split()[:2])


def tables_of(paths):
    """(what is the same of all, seeds, shapes)."""
    about, seeds, shapes = None, [], []
    for path in paths:
        first, *rest = (json.loads(line) for line in pathlib.Path(path).read_text(encoding="utf-8").splitlines())
        seeds.append(first.pop("seed"))
        if about not in (None, first):
            sys.exit(f"{path}: of another card than the tables before it: {first}")
        about, shapes = first, shapes + rest
    if len(shapes) < 4:
        sys.exit(f"gpu_choice: {len(shapes)} shapes in {' '.join(paths)}: nothing can be said of so few")
    return about, seeds, shapes


def columns_of(np, shapes):
    """An array for each of what predicted() asks, with an element for each time; and the numbers of shapes, times, and the least of each shape."""
    names, rows = list(TILES), []
    for number, shape in enumerate(shapes):
        least = min(shape["us"].values())
        for way, us in shape["us"].items():
            tile, splits = way.split("/")
            rows.append((number, us, least, shape["m"], shape["n"], shape["k"], shape.get("batches", 1), int(splits), names.index(tile), *TILES[tile]))
    keys = ("shape", "us", "least", "m", "n", "k", "batches", "splits", "tile", "lines", "columns", "cluster", "band", "blocks")
    return dict(zip(keys, np.array(rows, dtype=float).T))


def predicted(np, d, x, processors):
    """predicted() of gpu_kernels/c/hopper_model.hpp for bf16 with K contiguous, of the logarithms x of costs."""
    cost = np.exp(x)
    c = dict(zip(FIELDS, cost))
    first, later, alone, together = cost[len(FIELDS) :].reshape(len(TILES), 4)[d["tile"].astype(int)].T
    lines, clusters, steps = d["lines"] * d["cluster"], np.floor(processors * d["blocks"] / d["cluster"]), np.ceil(np.ceil(d["k"] / STEP) / d["splits"])
    clusters -= np.where(d["cluster"] > 2, clusters // 11, 0)
    high, columns = np.ceil(d["m"] / lines), np.ceil(d["n"] / d["columns"])
    items = high * columns * d["batches"] * d["splits"]
    full = np.floor(items / clusters)
    last = (items - full * clusters) / clusters
    rounds = full + (last > 0)
    rows = (np.minimum(d["m"], lines) + np.minimum(d["n"], d["columns"])) * np.where(d["k"] % STEP == 0, 1, np.where(d["k"] % 16 == 0, c["odd_row"], c["split_sector"])) / d["cluster"]

    def step(at_work):
        asked = np.maximum(at_work * clusters * d["cluster"] * rows / c["cache_lines"], np.maximum(1, at_work * d["blocks"]) * rows / c["processor_lines"])
        return np.maximum(alone + at_work * (together - alone), asked)

    filled = np.minimum(1, d["m"] / lines) * np.minimum(1, d["n"] / d["columns"])
    busy = (first * (c["empty"] + (1 - c["empty"]) * filled) + later * (c["empty_later"] + (1 - c["empty_later"]) * filled) * (rounds - 1)
            + steps * (full * step(1) + np.where(last > 0, step(last), 0)))  # fmt: skip
    a, b = 2 * d["m"] * d["k"], 2 * d["n"] * d["k"]

    def lost(size):
        return size / (size + c["cache_bytes"])

    abreast = np.minimum(columns, np.maximum(1, clusters / np.minimum(high, d["band"])))
    a_again = np.minimum(columns - 1, 1) * c["again_a"] * lost(a + b) + (np.ceil(columns / abreast) - 1) * lost(a)
    b_again = np.minimum(high - 1, 1) * c["again_b"] * lost(a + b) + (np.ceil(high / d["band"]) - 1) * lost(b)
    moved = d["batches"] * (a * (1 + a_again) + b * (1 + b_again) + 2 * d["m"] * d["n"])
    unused = rounds * clusters / items
    idle = np.where(items < clusters, np.clip(unused / d["blocks"] - 1, 0, 0.5), unused - 1)
    moving = c["first_bytes"] + moved / c["memory_bytes"] * (1 + c["idle"] * idle)
    whole = c["launch"] + c["crowded"] * np.minimum(1, items / clusters) ** 2 + np.where(d["cluster"] > 1, c["cluster"], 0) + np.hypot(busy, moving)
    sums = d["batches"] * np.ceil(d["m"] / 16) * 16 * np.ceil(d["n"] / 8) * 8
    return whole + np.where(d["splits"] > 1, c["second_launch"] + d["splits"] * (c["split"] + sums * 4 / c["partial_bytes"]), 0)


def regrets(np, d, times):
    """Of each shape: the time of the way whose `times` are least over the least time."""
    found = []
    for number in np.unique(d["shape"]):
        own = np.flatnonzero(d["shape"] == number)
        found.append(d["us"][own[np.argmin(times[own])]] / d["us"][own].min())
    return found


def fit(*paths):
    import numpy as np
    from scipy.optimize import least_squares, minimize

    about, seeds, shapes = tables_of(paths)
    d, processors = columns_of(np, shapes), about["processors"]
    begin, card = np.log(np.array([*FIELDS.values(), *(x for tile in TILES for x in BEGIN[tile])])), card_of(about)
    before = re.search(rf"^// {card}: (.*)\.$", COSTS.read_text(encoding="utf-8"), re.M)
    if before:
        begin = np.array(costs_in(COSTS, card))
    most = np.array([0.0 if name in AT_MOST_ONE else at + 3 for name, at in zip([*FIELDS, *range(4 * len(TILES))], begin)])
    weights, apart = np.exp(-(d["us"] / d["least"] - 1) / 0.25) + 0.03, np.log(d["us"] / d["least"])
    owner, count = d["shape"].astype(int), len(shapes)

    def errors(x):
        return np.log(predicted(np, d, x, processors) / d["us"]) * weights

    def softened(x, sharpness):
        """The mean of the logarithms of regrets, where ways are taken by chance, those that are predicted to take less more often; and errors."""
        score = -np.log(predicted(np, d, x, processors)) / sharpness
        top = np.full(count, -np.inf)
        np.maximum.at(top, owner, score)
        chance = np.exp(score - top[owner])
        regret = np.bincount(owner, chance * apart) / np.bincount(owner, chance)
        return regret.mean() + 0.1 * np.mean(np.sqrt(1 + (errors(x) / 0.1) ** 2) - 1) + KEPT * bool(before) * np.mean((x - begin) ** 2)

    x = begin if before else least_squares(errors, begin, loss="soft_l1", f_scale=0.1, bounds=(begin - 3, most), max_nfev=40).x
    for sharpness in (0.06, 0.03, 0.02):
        x = minimize(softened, x, args=(sharpness,), method="L-BFGS-B", bounds=list(zip(begin - 3, most)), options={"maxiter": 40}).x
    off = np.log(predicted(np, d, x, processors) / d["us"])
    found = sorted(regrets(np, d, predicted(np, d, x, processors)))
    print(f"{about['device']}: {count} shapes, {len(off)} times; predictions off by {100 * off.std():.0f} % (one standard deviation); "
          f"of the fitted shapes regret {math.exp(sum(map(math.log, found)) / count):.3f} in the mean, {found[-1]:.3f} at most")  # fmt: skip
    costs = [f"{value:.4g}" for value in np.exp(x)]
    tiles = [costs[at : at + 4] for at in range(len(FIELDS), len(costs), 4)]
    text = "".join(f", {value}" for value in costs[: len(FIELDS)])
    row = f'{{"{card}"{text},\n {{' + ",\n  ".join("{" + ", ".join(tile) + "}" for tile in tiles) + "}},\n"
    seeded = " and ".join(f'"{seed}"' for seed in seeds)
    said = f"{before[1]}, and from these on" if before else "by bench/gpu_choice.py fit,"
    written(COSTS, card, f"// {card}: {said} of {count} shapes of the seeds {seeded}.\n{row}")


def written(path, card, block):
    """Puts the card's block in place of its earlier one, or behind the others."""
    blocks = path.read_text(encoding="utf-8").split("// NVIDIA") if path.exists() else ["// SPDX-License-Identifier: MIT\n"]
    head, others = blocks[0], ["// NVIDIA" + one for one in blocks[1:]]
    mine = [one for one in others if one.startswith(f"// {card}:")]
    others = [block if one in mine else one for one in others] + ([] if mine else [block])
    path.write_text(head + "".join(others), encoding="utf-8")


def costs_in(path, card):
    """The logarithms of a card's costs, in the order of predicted()."""
    numbers = re.search(rf'{{"{card}",([^"/]*)', path.read_text(encoding="utf-8"))
    if numbers is None:
        sys.exit(f"{path}: no costs of {card}")
    return [math.log(float(number)) for number in re.findall(r"[0-9][0-9.e+-]*", numbers[1])]


def regret(page, *paths):
    import numpy as np

    about, seeds, shapes = tables_of(paths)
    for seed in seeds:
        if f'"{seed}"' in COSTS.read_text(encoding="utf-8"):
            sys.exit(f"the seed {seed!r} was fitted: its shapes show nothing")
    d = columns_of(np, shapes)
    times, rows = predicted(np, d, np.array(costs_in(COSTS, card_of(about))), about["processors"]), []
    taken = [own[np.argmin(times[own])] for own in (np.flatnonzero(d["shape"] == number) for number in range(len(shapes)))]
    for what in (*dict.fromkeys(KINDS), "all"):
        own = [i for i in range(len(shapes)) if what in ("all", KINDS[i % len(KINDS)])]
        chosen, least, torchs = ([float(x) for x in column] for column in zip(*((d["us"][taken[i]], d["least"][taken[i]], shapes[i]["torch"]) for i in own)))
        found = sorted(us / best for us, best in zip(chosen, least))
        peers = [sorted(peer / us for peer, us in zip(torchs, took)) for took in (chosen, least)]
        off = [math.log(times[taken[i]] / us) for i, us in zip(own, chosen)]
        cells = [what, len(own), mean(found), found[len(found) // 2], found[math.ceil(0.95 * len(found)) - 1], found[-1],
                 sum(x <= 1.05 for x in found), sum(x <= 1.1 for x in found), math.exp(math.sqrt(sum(x * x for x in off) / len(off))),
                 mean(peers[0]), peers[0][0], mean(peers[1]), peers[1][0]]  # fmt: skip
        rows.append("| " + " | ".join(f"{x:.3f}" if isinstance(x, float) else str(x) for x in cells) + " |\n")
    seeded = " and ".join(f'"{seed}"' for seed in seeds)
    text = (f"{about['device']}, seed {seeded}:\n\n| shapes | number | chosen over fastest: mean | median | 95 % | most | within 1.05 | within 1.10 | "
            "predictions off by | torch over chosen: mean | least | torch over fastest: mean | least |\n" + "|---" * 13 + "|\n" + "".join(rows))  # fmt: skip
    print(text)
    before, rest = pathlib.Path(page).read_text(encoding="utf-8").split(BEGIN_TABLE)
    pathlib.Path(page).write_text(before + BEGIN_TABLE + "\n" + text + END_TABLE + rest.split(END_TABLE)[1], encoding="utf-8")


def main():
    commands = {"measure": measure, "fit": fit, "regret": regret}
    if len(sys.argv) < 3 or sys.argv[1] not in commands:
        sys.exit(__doc__.strip())
    try:
        commands[sys.argv[1]](*sys.argv[2:])
    except (OSError, ValueError, KeyError, TypeError, ImportError) as why:
        sys.exit(f"gpu_choice: {' '.join(sys.argv[1:])}: {type(why).__name__}: {why}")


if __name__ == "__main__":
    main()
