# SPDX-License-Identifier: MIT
"""A GEMM in Triton, compiled for AMD by its wheel without a device: triton_gemm.py FOLDER writes each variant's assembly there, and
prints a line of JSON for each; types that are named then are the only ones. K is contiguous in A and B, and a multiple of the tile's, so that no load of K is masked."""
import itertools
import json
import pathlib
import sys

import triton
import triton.language as tl
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource


@triton.jit
def product(a, b, c, M, N, K, lda, ldb, ldc, TM: tl.constexpr, TN: tl.constexpr, TK: tl.constexpr, GROUP: tl.constexpr,
            SUM: tl.constexpr):
    block = tl.program_id(0)
    tiles_m, tiles_n = tl.cdiv(M, TM), tl.cdiv(N, TN)
    above = block // (GROUP * tiles_n) * GROUP
    height = min(tiles_m - above, GROUP)
    m = above + block % (GROUP * tiles_n) % height
    n = block % (GROUP * tiles_n) // height
    i, j, k = (m * TM + tl.arange(0, TM)) % M, (n * TN + tl.arange(0, TN)) % N, tl.arange(0, TK)
    from_a = a + i[:, None] * lda + k[None, :]
    from_b = b + j[None, :] * ldb + k[:, None]
    sums = tl.zeros((TM, TN), dtype=SUM)
    for _ in range(0, K // TK):
        sums = tl.dot(tl.load(from_a), tl.load(from_b), sums, input_precision="ieee", out_dtype=SUM)
        from_a += TK
        from_b += TK
    i, j = m * TM + tl.arange(0, TM), n * TN + tl.arange(0, TN)
    tl.store(c + i[:, None] * ldc + j[None, :], sums.to(c.dtype.element_ty), mask=(i[:, None] < M) & (j[None, :] < N))


# Type of A and B -> bytes, the type of sums, and that of C.
TYPES = {"bf16": (2, tl.float32, "bf16"), "fp8e4b8": (1, tl.float32, "bf16"), "fp8e4nv": (1, tl.float32, "bf16"), "i8": (1, tl.int32, "i32"),
         "fp32": (4, tl.float32, "fp32"), "fp64": (8, tl.float64, "fp64")}  # fmt: skip


def main(folder, *some):
    types = {"gfx942": ["bf16", "fp8e4b8", "i8", "fp32", "fp64"], "gfx950": ["bf16", "fp8e4nv"]}
    tiles = [(256, 256, 64, 8), (256, 256, 32, 8), (256, 128, 64, 8), (256, 128, 32, 4), (128, 128, 64, 4), (128, 128, 32, 4)]
    for target, number in ((t, n) for t in types for n in types[t] if not some or n in some):
        for (tm, tn, tk, warps), stages in itertools.product(tiles, (2, 3)):
            size, sums, result = TYPES[number]
            tk = tk * 2 // size
            signature = {"a": f"*{number}", "b": f"*{number}", "c": f"*{result}", **{x: "i32" for x in ("M", "N", "K", "lda", "ldb", "ldc")},
                         **{x: "constexpr" for x in ("TM", "TN", "TK", "GROUP", "SUM")}}  # fmt: skip
            source = ASTSource(fn=product, signature=signature, constexprs={"TM": tm, "TN": tn, "TK": tk, "GROUP": 8, "SUM": sums},
                               attrs={(x,): [["tt.divisibility", 16]] for x in range(9)})  # fmt: skip
            try:
                made = triton.compile(source, target=GPUTarget("hip", target, 64),
                                      options={"num_warps": warps, "num_stages": stages, "matrix_instr_nonkdim": 16})  # fmt: skip
            except Exception as error:  # a variant that does not fit is none
                print(json.dumps({"target": target, "type": number, "tile": [tm, tn, tk], "failed": str(error)[:200]}), flush=True)
                continue
            path = pathlib.Path(folder) / f"{target}_{number}_{tm}_{tn}_{tk}_{stages}.s"
            path.write_text(made.asm["amdgcn"], encoding="utf-8")
            print(json.dumps({"target": target, "type": number, "tile": [tm, tn, tk], "warps": warps, "stages": stages, "bytes": size,
                              "lds": made.metadata.shared, "path": str(path), "version": triton.__version__}), flush=True)  # fmt: skip


if __name__ == "__main__":
    main(*sys.argv[1:])
