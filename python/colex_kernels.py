# SPDX-License-Identifier: MIT
"""The certified kernels from Python, over the C interface: no third-party module is needed.

    import array, colex_kernels as ck
    source, destination = array.array("f", range(300)), array.array("f", bytes(4 * 200))
    ck.copy("copy_unpad_f32", source, destination, 200)

Arrays are objects with the buffer protocol (bytearray, array.array, memoryview, NumPy arrays) in contiguous memory, or,
for the library of a device, Device(pointer, elements). Strides, offsets and sizes count elements of the config's type.
The library is libcolex_kernels.so beside this file, where the loader finds it, or named by COLEX_KERNELS_LIBRARY.
"""
import ctypes
import os
import pathlib
from ctypes import POINTER, c_char_p, c_double, c_int32, c_int64, c_size_t, c_void_p

_STATUS = {1: "invalid argument", 2: "unknown config", 3: "not certified", 4: "device error", 5: "defect",
           6: "out of memory", 7: "internal error"}  # fmt: skip
BYTES = {"f32": 4, "f64": 8, "bf16": 2, "f16": 2, "e4m3": 1, "e5m2": 1, "e4m3fnuz": 1, "e5m2fnuz": 1, "i8": 1,
         "i32": 4, "i64": 8, "tf32": 4}  # fmt: skip
ACTIVATIONS = {None: 0, "relu": 1, "gelu": 2}


class KernelError(Exception):
    """A call that was refused or failed; `status` is its name."""

    def __init__(self, status, message):
        super().__init__(message)
        self.status = status


class Device:
    """An array on the device: its address and how many elements it has."""

    def __init__(self, pointer, elements):
        self.pointer, self.elements = pointer, elements


class _Matrix(ctypes.Structure):
    _fields_ = [("data", c_void_p), ("elements", c_int64), ("row_stride", c_int64), ("column_stride", c_int64),
                ("batch_stride", c_int64), ("origin", c_int64)]  # fmt: skip


class _Gemm(ctypes.Structure):
    _fields_ = [("struct_size", c_size_t), ("m", c_int64), ("n", c_int64), ("k", c_int64), ("batches", c_int64),
                ("splits", c_int64), ("a", _Matrix), ("b", _Matrix), ("c", _Matrix), ("alpha", c_double),
                ("beta", c_double), ("activation", c_int32), ("bias", c_void_p), ("bias_elements", c_int64),
                ("workspace", c_void_p), ("workspace_elements", c_int64), ("stream", c_void_p),
                ("a_scales", c_void_p), ("a_scales_elements", c_int64), ("a_scale_row", c_int64), ("a_scale_part", c_int64),
                ("b_scales", c_void_p), ("b_scales_elements", c_int64), ("b_scale_block", c_int64), ("b_scale_part", c_int64),
                ("column_scales", c_void_p), ("column_scales_elements", c_int64)]  # fmt: skip


def _load():
    beside = pathlib.Path(__file__).with_name("libcolex_kernels.so")
    library = ctypes.CDLL(os.environ.get("COLEX_KERNELS_LIBRARY") or (str(beside) if beside.exists() else beside.name))
    library.colex_kernels_last_error.restype = c_char_p
    library.colex_kernels_platform.restype = c_char_p
    library.colex_kernels_config.restype = c_char_p
    library.colex_kernels_config.argtypes = [c_int32]
    library.colex_kernels_types.restype = c_char_p
    library.colex_kernels_types.argtypes = [c_char_p]
    library.colex_kernels_copy.argtypes = [c_char_p, c_void_p, c_int64, c_void_p, c_int64, c_int64, c_void_p]
    strides = POINTER(c_int64)
    library.colex_kernels_permute.argtypes = [c_char_p, c_int32, strides, c_void_p, c_int64, strides, c_void_p, c_int64,
                                              strides, c_void_p]  # fmt: skip
    library.colex_kernels_strided_copy.argtypes = [c_int32, c_int32, strides, c_void_p, c_int64, strides, c_void_p,
                                                   c_int64, strides, c_void_p]  # fmt: skip
    library.colex_kernels_gemm.argtypes = library.colex_kernels_product.argtypes = [c_char_p, POINTER(_Gemm)]
    library.colex_kernels_product_explain.argtypes = [c_char_p, POINTER(_Gemm), c_char_p, c_size_t]
    return library


_library = _load()


def platform():
    """"host", "nvidia" or "amd"."""
    return _library.colex_kernels_platform().decode()


def configs():
    """The names of the configs that the library has."""
    names = []
    while (name := _library.colex_kernels_config(len(names))) is not None:
        names.append(name.decode())
    return names


def types(config):
    """The types of a config: ["f32"], or, of a GEMM, those of A, B, the accumulator and C."""
    said = _library.colex_kernels_types(config.encode())
    if said is None:
        raise KernelError(_STATUS[2], f"no config is named {config!r} here")
    return said.decode().split(",")


def _bytes_of(config, which):
    """Bytes of an element; `which`: 0, or of a GEMM 0 to 3, 4 for the epilogue's type, which is the bias's. Instead of a config its
    types may be named: "bf16,bf16,f32,bf16"."""
    names = config.split(",") if "," in config else types(config)
    if which == 4:
        return BYTES["i64" if names[2] == "i32" else names[2]]
    return BYTES[names[which]]


def _array(value, size, writable=False):
    """(address, elements, what keeps it alive)"""
    if value is None:
        return None, 0, None
    if isinstance(value, Device):
        return value.pointer, value.elements, value
    if platform() != "host":
        raise TypeError("the library is built for a device: give Device(pointer, elements)")
    view = memoryview(value)
    if not view.contiguous:
        raise TypeError("the memory is not contiguous: give the whole of it, and strides")
    if writable and view.readonly:
        raise TypeError("the destination is read-only")
    if view.nbytes == 0:
        return None, 0, view
    if view.nbytes % size:
        raise TypeError(f"{view.nbytes} bytes are no whole number of elements of {size} bytes")
    flat = view.cast("B")
    if view.readonly:  # ctypes takes addresses of writable memory only: copied
        room = (ctypes.c_char * (view.nbytes + 16))()
        start = ctypes.addressof(room) + -ctypes.addressof(room) % 16
        ctypes.memmove(start, bytes(flat), view.nbytes)
        return start, view.nbytes // size, room
    start = ctypes.c_char.from_buffer(flat)
    return ctypes.addressof(start), view.nbytes // size, start


def _check(status):
    if status:
        raise KernelError(_STATUS.get(status, "unknown"), _library.colex_kernels_last_error().decode())


def _int64s(values):
    values = list(values)
    if not all(isinstance(v, int) and -(1 << 63) <= v < 1 << 63 for v in values):
        raise TypeError("extents and strides are integers of 64 bits")
    return (c_int64 * max(len(values), 1))(*values), len(values)


def copy(config, source, destination, count, stream=None):
    """Moves `count` elements; both arrays begin at a multiple of 16 bytes."""
    size = _bytes_of(config, 0)
    from_, have, keep = _array(source, size)
    to, room, keep_too = _array(destination, size, writable=True)
    _check(_library.colex_kernels_copy(config.encode(), from_, have, to, room, count, stream))
    del keep, keep_too


def permute(config, extents, source, source_strides, destination, destination_strides, stream=None):
    """Moves an array from one set of strides to another."""
    size = _bytes_of(config, 0)
    (extents, rank), (from_strides, rank_from), (to_strides, rank_to) = map(
        _int64s, (extents, source_strides, destination_strides))
    if not rank == rank_from == rank_to:
        raise TypeError("extents and strides differ in length")
    from_, have, keep = _array(source, size)
    to, room, keep_too = _array(destination, size, writable=True)
    _check(_library.colex_kernels_permute(config.encode(), rank, extents, from_, have, from_strides, to, room, to_strides,
                                          stream))  # fmt: skip
    del keep, keep_too


def strided_copy(element_bytes, extents, source, source_strides, destination, destination_strides, stream=None):
    """Moves an array of elements of 1, 2, 4, 8 or 16 bytes from one set of strides to another, by the kernel that is chosen
    for it: transposes move by whole words, whatever pitches and addresses are. Strides may be negative, where an array begins at its lowest element, and 0 in the
    source."""
    (extents, rank), (from_strides, rank_from), (to_strides, rank_to) = map(
        _int64s, (extents, source_strides, destination_strides))
    if not rank == rank_from == rank_to:
        raise TypeError("extents and strides differ in length")
    if element_bytes not in (1, 2, 4, 8, 16):
        raise TypeError(f"elements have 1, 2, 4, 8 or 16 bytes, not {element_bytes}")
    from_, have, keep = _array(source, element_bytes)
    to, room, keep_too = _array(destination, element_bytes, writable=True)
    _check(_library.colex_kernels_strided_copy(element_bytes, rank, extents, from_, have, from_strides, to, room,
                                               to_strides, stream))  # fmt: skip
    del keep, keep_too


def gemm(config, m, n, k, a, a_strides, b, b_strides, c, c_strides, alpha=1.0, beta=0.0, activation=None, bias=None,
         batches=1, splits=1, workspace=None, origins=(0, 0, 0), stream=None, a_scales=None, b_scales=None,
         column_scales=None, _function=_library.colex_kernels_gemm):  # fmt: skip
    """C = activation(alpha A B + beta C + bias). Strides: (row, column), or (row, column, batch). With splits > 1 the
    host's workspace is made here; on a device give one of m n batches splits accumulators. Hopper's configs ask
    more of the strides and of the workspace: gpu_kernels/c/colex_kernels.h, which also says what scales are:
    `a_scales` is (array, step from row to row, step from part to part), `b_scales` the same of blocks of columns."""
    call, alive = _Gemm(), []
    call.struct_size = ctypes.sizeof(_Gemm)
    call.m, call.n, call.k, call.batches, call.splits = m, n, k, batches, splits
    matrices = zip("abc", (0, 1, 3), (a, b, c), (a_strides, b_strides, c_strides), origins)
    for name, which, value, strides, origin in matrices:
        data, elements, keep = _array(value, _bytes_of(config, which), writable=name == "c")
        alive.append(keep)
        setattr(call, name, _Matrix(data, elements, *strides, *(() if len(strides) == 3 else (0,)), origin))
    call.alpha, call.beta, call.activation = alpha, beta, ACTIVATIONS[activation]
    call.bias, call.bias_elements, keep = _array(bias, _bytes_of(config, 4))
    alive.append(keep)
    factors, call.a_scale_row, call.a_scale_part = a_scales or (None, 0, 0)
    call.a_scales, call.a_scales_elements, keep = _array(factors, 4)
    alive.append(keep)
    factors, call.b_scale_block, call.b_scale_part = b_scales or (None, 0, 0)
    call.b_scales, call.b_scales_elements, keep = _array(factors, 4)
    alive.append(keep)
    call.column_scales, call.column_scales_elements, keep = _array(column_scales, 4)
    alive.append(keep)
    if workspace is None and splits > 1 and platform() == "host":
        workspace = bytearray(max(m * n * batches * splits, 0) * _bytes_of(config, 2))
    call.workspace, call.workspace_elements, keep = _array(workspace, _bytes_of(config, 2), writable=True)
    alive.append(keep)
    call.stream = stream
    _check(_function(config.encode(), ctypes.byref(call)))


def product(types, *arguments, **named):
    """The product for arrays of any strides, by the config that the library chooses among those for the types,
    "bf16,bf16,f32,bf16". The other arguments are gemm's; what may be copied to the workspace: gpu_kernels/c/colex_kernels.h."""
    gemm(types, *arguments, **named, _function=_library.colex_kernels_product)


def explain(types, *arguments, **named):
    """What product would do with these arguments, in lines; nothing is computed."""
    text = ctypes.create_string_buffer(4096)
    gemm(types, *arguments, **named, _function=lambda t, call: _library.colex_kernels_product_explain(t, call, text, len(text)))
    return text.value.decode()
