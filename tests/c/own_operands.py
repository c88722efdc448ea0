#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The bits of an element of a product are a function of its own operands: own_operands.py LIBRARY PYTHON_FOLDER [nvidia|amd]

For all types, activations and orders of C: each element is computed again and again, while all that is not its row of A, its
column of B, its old value, its biases and scales is drawn anew, any bits at all, and so is what lies between rows and in the
workspace. Rows and columns are parted by each bit of their numbers in turn, so that any two are apart in some run.
Exit status 1: some element's bits changed.
"""
import os
import random
import struct
import sys

os.environ["COLEX_KERNELS_LIBRARY"], folder, *device = sys.argv[1:]
sys.path.insert(0, folder)
import colex_kernels as ck  # noqa: E402

if device:
    from on_device import OnDevice

    ck = OnDevice(ck, *device)

BITS = 3 if device else 2  # of the numbers of rows and columns
M, N, K, GAP, ROOM = 1 << BITS, (1 << BITS) - 1, 32, 16, 1 << 14
ACTIVATIONS = (None, "relu", "gelu", "silu", "gelu_erf")


def number(type_, draw):
    """A number of about 1 as its bytes; of what has no rounding of ours, some bits that are no NaN or infinity."""
    x = draw.uniform(-2, 2)
    if type_ == "bf16":
        return struct.pack("<f", x)[2:]
    formats = {"f16": "<e", "f32": "<f", "tf32": "<f", "f64": "<d"}
    if type_ in formats:
        return struct.pack(formats[type_], x)
    if type_ in ("i32", "i64"):
        return struct.pack({"i32": "<i", "i64": "<q"}[type_], draw.randrange(-99, 99))
    if type_ == "i8":
        return bytes([draw.randrange(256)])
    return bytes([draw.randrange(8) | draw.choice((0x28, 0x30, 0x38, 0x40)) | draw.choice((0, 0x80))])  # 8-bit floats


class Matrix:
    """Rows x columns of a type, with gaps between the runs; `by_rows`: a row is contiguous. Where keep(row, column) holds, its elements
    are the same for one `seed`, and any bits elsewhere."""

    def __init__(self, type_, rows, columns, by_rows, seed, keep):
        self.size, inner, runs = ck.BYTES[type_], *((columns, rows) if by_rows else (rows, columns))
        pitch = inner + GAP
        self.strides = (pitch, 1) if by_rows else (1, pitch)
        self.bytes, draw = bytearray(random.randbytes(runs * pitch * self.size)), random.Random(seed)
        if type_ == "i64":  # no sum overflows
            self.bytes = bytearray(b"".join(number(type_, random) for _ in range(runs * pitch)))
        for i in range(rows):
            for j in range(columns):
                element = number(type_, draw)
                if keep(i, j):
                    self.bytes[self.place(i, j) : self.place(i, j) + self.size] = element

    def place(self, i, j):
        return (i * self.strides[0] + j * self.strides[1]) * self.size

    def element(self, i, j):
        return bytes(self.bytes[self.place(i, j) : self.place(i, j) + self.size])


def vector(type_, count, seed, keep):
    return Matrix(type_, 1, count, True, seed, lambda _, j: keep(j)).bytes[: count * ck.BYTES[type_]]


def result(types, case, keep_row, keep_column):
    """C of the case, whose elements are of kept rows and columns as ever."""
    activation, by_rows, k_first, variant = case
    a_type, b_type, sum_type, c_type = types.split(",")
    a = Matrix(a_type, M, K, k_first, 1, lambda i, _: keep_row(i))
    b = Matrix(b_type, K, N, not k_first, 2, lambda _, j: keep_column(j))
    c = Matrix(c_type, M, N, by_rows, 3, lambda i, j: keep_row(i) and keep_column(j))
    more = {"splits": 1}
    if variant == "bias":
        of_rows = not by_rows
        type_ = "i64" if sum_type == "i32" else sum_type
        more |= {"alpha": 2.0, "beta": -1.0, "bias_of_rows": of_rows, "splits": 1 + k_first,
                 "bias": vector(type_, M if of_rows else N, 4, keep_row if of_rows else keep_column)}  # fmt: skip
    if variant == "gated":
        up = Matrix(b_type, K, N, not k_first, 5, lambda _, j: keep_column(j))
        more["up"] = (up.bytes, up.strides, 0)
    if variant == "scaled":
        more |= {"a_scales": (vector("f32", M, 6, keep_row), 1, 0), "alpha": 3.0}
    ck.product(types, M, N, K, a.bytes, a.strides, b.bytes, b.strides, c.bytes, c.strides, activation=activation,
               workspace=bytearray(random.randbytes(4 * ROOM)), **more)  # fmt: skip
    return c


def everything(_):
    return True


def changed(types, case):
    """The elements whose bits are not always the same."""
    first = result(types, case, everything, everything)
    for bit in range(BITS):
        for value in range(2):

            def kept(i, bit=bit, value=value):
                return i >> bit & 1 == value

            for rows, columns in ((kept, everything), (everything, kept)):
                again = result(types, case, rows, columns)
                yield from ((i, j) for i in range(M) for j in range(N)
                            if rows(i) and columns(j) and first.element(i, j) != again.element(i, j))  # fmt: skip


def variants(types):
    yield from ("plain", "bias")
    if types in ("bf16,bf16,f32,bf16", "f16,f16,f32,f16") and "hopper_bf16_kk" in str(ck.configs()):
        yield "gated"
    if types.startswith(("e4m3,e4m3,", "e5m2,e4m3,", "e4m3,e5m2,")) and "hopper_e4m3acc_kk" in str(ck.configs()):
        yield "scaled"


def main():
    random.seed(1)
    cases = failed = 0
    for types in sorted({",".join(ck.types(config)) for config in ck.configs() if config.startswith(("gemm", "hopper"))}):
        if "e2m1" in types:
            continue
        activations = ACTIVATIONS[:2] if "i32" in types else ACTIVATIONS
        for case in ((x, by_rows, k_first, variant) for variant in variants(types) for x in activations
                     for by_rows, k_first in ((True, True), (False, False))):  # fmt: skip
            try:
                elements = sorted(set(changed(types, case)))
            except ck.KernelError as error:
                if "pipelined config needs it" not in str(error) or case[2]:
                    raise
                continue  # the only config of the types, which takes operands that are contiguous along K
            cases, failed = cases + 1, failed + bool(elements)
            if elements:
                print(f"FAIL {types} {case}: the bits of {len(elements)} elements depend on others' operands: {elements[:4]}")
    print(f"{cases} products, of {failed} the bits of an element depend on another's operands")
    sys.exit(1 if failed or cases < 100 else 0)


main()
