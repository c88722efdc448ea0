#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""wgmma's sums of drawn elements, executed, against what an H200 gave for them (ptx_products.json): ptx_products.py COLEX HOST_PRODUCTS

  ptx_products.py --device [FILE]     runs the kernels on the device that is here, and writes FILE, or ptx_products.json

A kernel for each pair of types multiplies 64 x k by k x 16 four times into one sum, the third time with A's sign changed. Blocks have elements of near
exponents, of far ones, of any bits, infinities and subnormal numbers among them, and such as cancel. The file has a checksum of each block of each kernel. HOST_PRODUCTS adds up those of 8-bit floats in f32 as the host platform does.
"""

import ctypes
import json
import pathlib
import random
import struct
import subprocess
import sys
import tempfile
import zlib

import npy

GIVEN = pathlib.Path(__file__).resolve().with_name("ptx_products.json")
N, STEPS, THREADS, BLOCKS, LINE = 16, 4, 128, 24, 32  # LINE: bytes of k of a row
A_BYTES, B_BYTES = 64 * LINE, N * LINE
BYTES = STEPS * (A_BYTES + B_BYTES)  # of a block's operands
FORMATS = {"f16": (5, 10), "bf16": (8, 7), "tf32": (8, 23), "e4m3": (4, 3), "e5m2": (5, 2)}  # bits of exponent and fraction; what TF32 drops is drawn, too
FLOATS = [("f32", "f16", "f16"), ("f16", "f16", "f16"), ("f32", "bf16", "bf16"), ("f32", "tf32", "tf32"),
          *((d, a, b) for d in ("f32", "f16") for a in ("e4m3", "e5m2") for b in ("e4m3", "e5m2"))]  # fmt: skip
WHOLE = [("s32", a, b) for a in ("s8", "u8") for b in ("s8", "u8")]
PRODUCTS = FLOATS + WHOLE


def bits_of(element):
    return 8 if element in ("s8", "u8") else 1 + sum(FORMATS[element])


def name_of(product):
    return "product_" + "_".join(product)


def registers(product):
    return N // 4 if product[0] == "f16" else N // 2


def kernel(product):
    d, a, b = product
    kind = ".f32" if d == "f32" else ".b32"
    sums = "{" + ", ".join(f"%d{r}" for r in range(registers(product))) + "}"
    signs = {"s32": "", "f32": "1", "f16": "1"}[d]
    order = ", 0, 0" if bits_of(a) == 16 else ""  # of 16 bits lines may be either way; here k is contiguous
    lines = [f".visible .entry {name_of(product)}(.param .u64 in, .param .u64 out)", "{",
             ".reg .pred %p<3>;", ".reg .b32 %r<16>;", f".reg {kind} %d<{registers(product)}>;", ".reg .b64 %w<20>;",
             f".shared .align 1024 .b8 tile[{BYTES}];", "ld.param.u64 %w0, [in];", "ld.param.u64 %w1, [out];", "mov.u32 %r0, %tid.x;", "mov.u32 %r1, %ctaid.x;",
             f"mad.lo.u32 %r2, %r1, {BYTES}, 0;", "shl.b32 %r3, %r0, 4;", "add.u32 %r2, %r2, %r3;", "cvt.u64.u32 %w2, %r2;", "add.u64 %w2, %w0, %w2;",
             "mov.u32 %r4, tile;", "add.u32 %r5, %r4, %r3;"]  # fmt: skip
    for at in range(0, BYTES, 16 * THREADS):
        lines += [f"ld.global.v4.u32 {{%r8, %r9, %r10, %r11}}, [%w2+{at}];", f"st.shared.v4.u32 [%r5+{at}], {{%r8, %r9, %r10, %r11}};"]
    zero = "0f00000000" if d == "f32" else "0"
    lines += [*(f"mov{kind} %d{r}, {zero};" for r in range(registers(product))), "fence.proxy.async;", "bar.sync 0;", "setp.ne.u32 %p0, 0, 0;", "setp.eq.u32 %p1, 0, 0;",
              "shr.u32 %r6, %r4, 4;", "cvt.u64.u32 %w3, %r6;", f"or.b64 %w3, %w3, {128 >> 4 << 16 | 256 >> 4 << 32};", "wgmma.fence.sync.aligned;"]  # fmt: skip
    for step in range(STEPS):
        lines += [f"add.u64 %w{4 + 2 * step}, %w3, {step * A_BYTES >> 4};", f"add.u64 %w{5 + 2 * step}, %w3, {STEPS * A_BYTES + step * B_BYTES >> 4};"]
        sign = "" if not signs else f", {-1 if step == 2 else 1}, 1"
        lines.append(f"wgmma.mma_async.sync.aligned.m64n{N}k{8 * LINE // (32 if a == 'tf32' else bits_of(a))}.{d}.{a}.{b} {sums}, %w{4 + 2 * step}, %w{5 + 2 * step}, %p{1 if step else 0}{sign}{order};")
    lines += ["wgmma.commit_group.sync.aligned;", "wgmma.wait_group.sync.aligned 0;", f"mad.lo.u32 %r7, %r1, {THREADS}, %r0;", f"mul.wide.u32 %w12, %r7, {4 * registers(product)};", "add.u64 %w12, %w1, %w12;",
              *(f"st.global{kind} [%w12+{4 * r}], %d{r};" for r in range(registers(product))), "ret;", "}"]  # fmt: skip
    return "\n".join(lines)


def module():
    return "\n".join([".version 8.4", ".target sm_90a", ".address_size 64", *map(kernel, PRODUCTS)]) + "\n"


def element(draw, of, block):
    """Bits of one, as the block has them."""
    if of in ("s8", "u8"):
        return draw.randrange(256)
    exponents, fractions = FORMATS[of]
    bias, way = (1 << exponents - 1) - 1, block % 4
    sign, fraction = draw.randrange(2), draw.randrange(1 << fractions)
    if way == 2 and draw.random() < 0.05:
        exponent = draw.randrange(1 << exponents)
        if exponent == (1 << exponents) - 1 and draw.random() < 0.7:
            fraction = 0
    else:
        far = {0: 2, 1: min(bias - 1, 14), 2: bias - 1, 3: 1}[way]
        exponent = bias + draw.randint(-far, far)
    return sign << exponents + fractions | exponent << fractions | fraction


def operand(draw, of, lines, block):
    """Bytes of `lines` lines of k as eight lines of 16 bytes, one behind the other, make a matrix of 128 bytes."""
    size = (32 if of == "tf32" else bits_of(of)) // 8
    rows = []
    for _ in range(lines):
        row = [element(draw, of, block) for _ in range(LINE // size)]
        if block % 4 == 3 and size > 1:  # each second one is nearly the one before with the other sign
            row[1::2] = [x ^ 1 << 8 * size - 1 ^ draw.randrange(2) for x in row[::2]]
        rows.append(struct.pack({1: "<32B", 2: "<16H", 4: "<8I"}[size], *row))
    return b"".join(rows[8 * group + line][16 * half : 16 * half + 16] for group in range(lines // 8) for half in range(2) for line in range(8))


def inputs(product):
    draw = random.Random(f"{product} wgmma")
    return b"".join(b"".join(operand(draw, product[1], 64, block) for _ in range(STEPS)) + b"".join(operand(draw, product[2], N, block) for _ in range(STEPS)) for block in range(BLOCKS))


def checksums(product, words):
    """Of each block's sums; a NaN is one, whichever bits it has."""
    def plain(word):
        if product[0] == "f32":
            return 0x7FFFFFFF if word & 0x7FFFFFFF > 0x7F800000 else word
        halves = [word & 0xFFFF, word >> 16] if product[0] == "f16" else [word]
        return sum((0x7FFF if product[0] == "f16" and h & 0x7FFF > 0x7C00 else h) << 16 * i for i, h in enumerate(halves))

    per = THREADS * registers(product)
    return [zlib.crc32(struct.pack(f"<{per}I", *map(plain, words[block * per : (block + 1) * per]))) for block in range(BLOCKS)]


def differing(product, words, given):
    """The blocks whose sums are not those that were given."""
    pairs = zip(checksums(product, words), given["checksums"][name_of(product)], strict=True)
    return [f"{name_of(product)} block {block}" for block, (x, y) in enumerate(pairs) if x != y]


def on_device(file):
    """Through the driver: the context, the module, a launch for each product."""
    cuda = ctypes.CDLL("libcuda.so.1")

    def ok(status):
        if status != 0:
            sys.exit(f"FAIL: CUDA's driver: error {status}")

    device, context, loaded, name = ctypes.c_int(), ctypes.c_void_p(), ctypes.c_void_p(), ctypes.create_string_buffer(64)
    ok(cuda.cuInit(0))
    ok(cuda.cuDeviceGet(ctypes.byref(device), 0))
    ok(cuda.cuDeviceGetName(name, 64, device))
    ok(cuda.cuDevicePrimaryCtxRetain(ctypes.byref(context), device))
    ok(cuda.cuCtxSetCurrent(context))
    ok(cuda.cuModuleLoadData(ctypes.byref(loaded), module().encode() + b"\0"))
    given = {"device": name.value.decode(), "text": zlib.crc32(module().encode()), "checksums": {}, "values": {}}
    for product in PRODUCTS:
        source, size = inputs(product), BLOCKS * THREADS * registers(product) * 4
        function, of_in, of_out, got = ctypes.c_void_p(), ctypes.c_uint64(), ctypes.c_uint64(), ctypes.create_string_buffer(size)
        ok(cuda.cuModuleGetFunction(ctypes.byref(function), loaded, name_of(product).encode()))
        ok(cuda.cuMemAlloc_v2(ctypes.byref(of_in), ctypes.c_size_t(len(source))))
        ok(cuda.cuMemAlloc_v2(ctypes.byref(of_out), ctypes.c_size_t(size)))
        ok(cuda.cuMemcpyHtoD_v2(of_in, source, ctypes.c_size_t(len(source))))
        arguments = (ctypes.c_void_p * 2)(ctypes.addressof(of_in), ctypes.addressof(of_out))
        ok(cuda.cuLaunchKernel(function, BLOCKS, 1, 1, THREADS, 1, 1, 0, None, arguments, None))
        ok(cuda.cuCtxSynchronize())
        ok(cuda.cuMemcpyDtoH_v2(got, of_out, ctypes.c_size_t(size)))
        words = struct.unpack(f"<{size // 4}I", got.raw)
        given["checksums"][name_of(product)] = checksums(product, words)
        pathlib.Path(file).with_suffix(f".{name_of(product)}").write_bytes(got.raw) if len(sys.argv) > 2 else None
    del given["values"]
    pathlib.Path(file).write_text(json.dumps(given, separators=(",", ":")) + "\n")
    print(f"{len(PRODUCTS)} products on {given['device']}")
    return 0


def main(colex, host):
    given, wrong, compared, by_host = json.loads(GIVEN.read_text()), [], 0, 0
    if given["text"] != zlib.crc32(module().encode()):
        sys.exit("FAIL: ptx_products.py makes other kernels than those that the device ran")
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        (folder / "products.ptx").write_text(module())
        for product in PRODUCTS:
            source, count = inputs(product), BLOCKS * THREADS * registers(product)
            npy.write(folder / "in.npy", "|u1", (len(source),), source)
            command = [colex, "execute", folder / "products.ptx", "--kernel", name_of(product), "--grid", str(BLOCKS), "--block", str(THREADS), "--arg", f"in:{folder}/in.npy", "--arg",
                       f"out:{folder}/out.npy:u32[{count}]"]  # fmt: skip
            ran = subprocess.run(command, capture_output=True, text=True, check=False)
            if ran.returncode != 0:
                sys.exit(f"FAIL: {name_of(product)}: {ran.stdout[:500]}{ran.stderr}")
            wrong += differing(product, npy.read(folder / "out.npy", "I"), given)
            compared += 64 * N * BLOCKS
            if product[0] == "f32" and product[1] in ("e4m3", "e5m2"):
                summed = subprocess.run([host, *product[1:]], input=source, capture_output=True, check=True).stdout
                wrong += ["the host's " + block for block in differing(product, struct.unpack(f"<{count}I", summed), given)]
                by_host += 64 * N * BLOCKS
    print(f"{len(PRODUCTS)} kernels of wgmma: {compared} sums of {STEPS} products, and {by_host} of the host platform's, against {given['device']}")
    if wrong:
        sys.exit(f"FAIL: other bits: {len(wrong)} blocks, {wrong[:8]}")
    return 0


if __name__ == "__main__":
    sys.exit(on_device(sys.argv[2] if len(sys.argv) > 2 else GIVEN) if sys.argv[1] == "--device" else main(*sys.argv[1:]))
