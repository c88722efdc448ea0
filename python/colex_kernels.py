# SPDX-License-Identifier: MIT
"""The certified kernels from Python, over the C interface: no third-party module is needed.

    import array, colex_kernels as ck
    source, destination = array.array("f", range(300)), array.array("f", bytes(4 * 200))
    ck.copy("copy_unpad_f32", source, destination, 200)

Arrays are objects with the buffer protocol (bytearray, array.array, memoryview, NumPy arrays) in contiguous memory, or,
for the library of a device, Device(pointer, elements). Strides, offsets and sizes count elements of the config's type.
The library is named by COLEX_KERNELS_LIBRARY, or libcolex_kernels.so beside this file, of a wheel colex-kernels-..., or where the loader finds it. Its functions
are the module's: copy, permute, strided_copy, gemm, grouped, product, explain, workspace, platform, configs, types. Another one is Library(path).
"""
import ctypes
import functools
import importlib.util
import os
import pathlib
from ctypes import POINTER, c_char_p, c_double, c_int32, c_int64, c_size_t, c_void_p

_STATUS = {1: "invalid argument", 2: "unknown config", 3: "not certified", 4: "device error", 5: "defect",
           6: "out of memory", 7: "internal error"}  # fmt: skip
BYTES = {"f32": 4, "f64": 8, "bf16": 2, "f16": 2, "e4m3": 1, "e2m1x2": 1, "e5m2": 1, "e4m3fnuz": 1, "e5m2fnuz": 1, "i8": 1,
         "i32": 4, "i64": 8, "tf32": 4}  # fmt: skip
ACTIVATIONS = {None: 0, "relu": 1, "gelu": 2, "silu": 3, "gelu_erf": 4}  # gelu: by tanh


def _epilogue_bytes(names):
    """Bytes of the bias's elements for the types of A, B, the accumulator and C."""
    return BYTES["i64" if names[2] == "i32" else names[2]]


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
                ("column_scales", c_void_p), ("column_scales_elements", c_int64), ("up", _Matrix), ("bias_of_rows", c_int32),
                ("b_scale_group", c_int64), ("column_scale_group", c_int64)]  # fmt: skip


def _int64s(values):
    values = list(values)
    if not all(isinstance(v, int) and -(1 << 63) <= v < 1 << 63 for v in values):
        raise TypeError("extents and strides are integers of 64 bits")
    return (c_int64 * max(len(values), 1))(*values), len(values)


class Library:
    """The kernels of one library, by its path or a name that the loader finds."""

    def __init__(self, path):
        self._library = library = ctypes.CDLL(path)
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
        library.colex_kernels_gemm.argtypes = [c_char_p, POINTER(_Gemm)]
        library.colex_kernels_grouped.argtypes = [c_char_p, POINTER(_Gemm), c_void_p]
        library.colex_kernels_product.argtypes = [c_char_p, POINTER(_Gemm)]
        library.colex_kernels_product_explain.argtypes = [c_char_p, POINTER(_Gemm), c_char_p, c_size_t]
        library.colex_kernels_product_workspace.argtypes = [c_char_p, POINTER(_Gemm), c_int32, POINTER(c_int64), POINTER(c_int64)]
        library.colex_kernels_product_tune.argtypes = [c_char_p, POINTER(_Gemm), c_char_p, c_size_t]
        library.colex_kernels_tuned.argtypes = [c_char_p]

    def platform(self):
        """"host", "nvidia" or "amd"."""
        return self._library.colex_kernels_platform().decode()

    def configs(self):
        """The names of the configs that the library has."""
        names = []
        while (name := self._library.colex_kernels_config(len(names))) is not None:
            names.append(name.decode())
        return names

    def types(self, config):
        """The types of a config: ["f32"], or, of a GEMM, those of A, B, the accumulator and C."""
        said = self._library.colex_kernels_types(config.encode())
        if said is None:
            raise KernelError(_STATUS[2], f"no config is named {config!r} here")
        return said.decode().split(",")

    def _bytes_of(self, config, which):
        """Bytes of an element; `which`: 0, or of a GEMM 0 to 3, 4 for the epilogue's type, which is the bias's. Instead of a config its
        types may be named."""
        names = config.split(",") if "," in config else self.types(config)
        return _epilogue_bytes(names) if which == 4 else BYTES[names[which]]

    def _array(self, value, size, writable=False):
        """(address, elements, what keeps it alive)"""
        if value is None:
            return None, 0, None
        if isinstance(value, Device):
            return value.pointer, value.elements, value
        if self.platform() != "host":
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

    def _check(self, status):
        if status:
            raise KernelError(_STATUS.get(status, "unknown"), self._library.colex_kernels_last_error().decode())

    def copy(self, config, source, destination, count, stream=None):
        """Moves `count` elements; both arrays begin at a multiple of 16 bytes."""
        size = self._bytes_of(config, 0)
        from_, have, keep = self._array(source, size)
        to, room, keep_too = self._array(destination, size, writable=True)
        self._check(self._library.colex_kernels_copy(config.encode(), from_, have, to, room, count, stream))
        del keep, keep_too

    def permute(self, config, extents, source, source_strides, destination, destination_strides, stream=None):
        """Moves an array from one set of strides to another."""
        size = self._bytes_of(config, 0)
        (extents, rank), (from_strides, rank_from), (to_strides, rank_to) = map(
            _int64s, (extents, source_strides, destination_strides))
        if not rank == rank_from == rank_to:
            raise TypeError("extents and strides differ in length")
        from_, have, keep = self._array(source, size)
        to, room, keep_too = self._array(destination, size, writable=True)
        self._check(self._library.colex_kernels_permute(config.encode(), rank, extents, from_, have, from_strides, to, room,
                                                        to_strides, stream))  # fmt: skip
        del keep, keep_too

    def strided_copy(self, element_bytes, extents, source, source_strides, destination, destination_strides, stream=None):
        """Moves an array of elements of 1, 2, 4, 8 or 16 bytes from one set of strides to another, by the kernel that is chosen
        for it: transposes move by whole words, whatever pitches and addresses are. Strides may be negative, where an array
        begins at its lowest element, and 0 in the source."""
        (extents, rank), (from_strides, rank_from), (to_strides, rank_to) = map(
            _int64s, (extents, source_strides, destination_strides))
        if not rank == rank_from == rank_to:
            raise TypeError("extents and strides differ in length")
        if element_bytes not in (1, 2, 4, 8, 16):
            raise TypeError(f"elements have 1, 2, 4, 8 or 16 bytes, not {element_bytes}")
        from_, have, keep = self._array(source, element_bytes)
        to, room, keep_too = self._array(destination, element_bytes, writable=True)
        self._check(self._library.colex_kernels_strided_copy(element_bytes, rank, extents, from_, have, from_strides, to, room,
                                                             to_strides, stream))  # fmt: skip
        del keep, keep_too

    def _gemm_call(self, names, m, n, k, arrays, strides, origins, alpha, beta, activation, bias, batches, splits, workspace, stream,
                   up, bias_of_rows, a_scales=None, b_scales=None, column_scales=None, room_bytes=4, scale_bytes=4):  # fmt: skip
        """(the call, what keeps its arrays alive); `names`: the types of A, B, the accumulator and C; `room_bytes` has an element of the
        workspace, `scale_bytes` one of the scales of A and B."""
        call, alive = _Gemm(), []
        call.struct_size = ctypes.sizeof(_Gemm)
        call.m, call.n, call.k, call.batches, call.splits = m, n, k, batches, splits
        for name, type_, value, steps, origin in zip("abc", (names[0], names[1], names[3]), arrays, strides, origins):
            data, elements, keep = self._array(value, BYTES[type_], writable=name == "c")
            alive.append(keep)
            setattr(call, name, _Matrix(data, elements, *steps, *(() if len(steps) == 3 else (0,)), origin))
        call.alpha, call.beta, call.activation = alpha, beta, ACTIVATIONS[activation]
        call.bias, call.bias_elements, keep = self._array(bias, _epilogue_bytes(names))
        call.bias_of_rows = bias_of_rows
        alive.append(keep)
        call.workspace, call.workspace_elements, keep = self._array(workspace, room_bytes, writable=True)
        alive.append(keep)
        call.stream = stream
        if up is not None:
            value, steps, origin = up
            data, elements, keep = self._array(value, BYTES[names[1]])
            alive.append(keep)
            call.up = _Matrix(data, elements, *steps, *(() if len(steps) == 3 else (0,)), origin)
        factors, call.a_scale_row, call.a_scale_part = a_scales or (None, 0, 0)
        call.a_scales, call.a_scales_elements, keep = self._array(factors, scale_bytes)
        alive.append(keep)
        factors, call.b_scale_block, call.b_scale_part, *of_group = b_scales or (None, 0, 0)
        call.b_scale_group = of_group[0] if of_group else 0
        call.b_scales, call.b_scales_elements, keep = self._array(factors, scale_bytes)
        alive.append(keep)
        factors, call.column_scale_group = column_scales if isinstance(column_scales, tuple) else (column_scales, 0)
        call.column_scales, call.column_scales_elements, keep = self._array(factors, 4)
        alive.append(keep)
        return call, alive

    def gemm(self, config, m, n, k, a, a_strides, b, b_strides, c, c_strides, alpha=1.0, beta=0.0, activation=None, bias=None,
             batches=1, splits=1, workspace=None, origins=(0, 0, 0), stream=None, a_scales=None, b_scales=None,
             column_scales=None, up=None, bias_of_rows=False):  # fmt: skip
        """C = activation(alpha A B + beta C + bias), where bias has an element for each column, or with `bias_of_rows` for each row;
        "gelu" is the form by tanh, "gelu_erf" the one by erf. Strides: (row, column), or (row, column, batch). With splits > 1 the
        host's workspace is made here; on a device give one of m n batches splits accumulators. Hopper's configs ask
        more of the strides and of the workspace: gpu_kernels/c/colex_kernels.h, which also says what scales are:
        `a_scales` is (array, step from row to row, step from part to part), `b_scales` the same of blocks of columns, or for
        mxfp8 and mxfp4, whose scales are bytes, of columns. An element of mxfp4 is a byte of two numbers, which k counts once. A gated
        config computes activation(A B) * (A up): `up` is (array, strides, origin)."""
        names = self.types(config)
        if workspace is None and splits > 1 and self.platform() == "host":
            workspace = bytearray(max(m * n * batches * splits, 0) * BYTES[names[2]])
        call, alive = self._gemm_call(names, m, n, k, (a, b, c), (a_strides, b_strides, c_strides), origins, alpha, beta, activation,
                                      bias, batches, splits, workspace, stream, up, bias_of_rows, a_scales, b_scales, column_scales,
                                      BYTES[names[2]], 1 if "mxfp" in config else 4)  # fmt: skip
        self._check(self._library.colex_kernels_gemm(config.encode(), ctypes.byref(call)))
        del alive

    def grouped(self, config, ends, m, n, k, a, a_strides, b, b_strides, c, c_strides, alpha=1.0, beta=0.0, activation=None, bias=None,
                origins=(0, 0, 0), stream=None, bias_of_rows=False, a_scales=None, b_scales=None, column_scales=None):  # fmt: skip
        """Rows in groups, each with a B of its own: of group g, whose rows end at ends[g] (of 32 bits), C = activation(alpha A B[g] +
        beta C + bias). Strides of A and C: (row, column), of B: (row, column, group). By one of Hopper's configs of bf16, f16 or e4m3acc with
        k contiguous in A; what becomes of ends that do not fit says gpu_kernels/c/colex_kernels.h. Scales are those of gemm(), with the step from
        one group's to the next one's as well: `b_scales` is (array, block, part, group), `column_scales` (array, group)."""
        where, groups, keep = self._array(ends, 4)
        call, alive = self._gemm_call(self.types(config), m, n, k, (a, b, c), (a_strides, b_strides, c_strides), origins, alpha, beta,
                                      activation, bias, groups, 1, None, stream, None, bias_of_rows, a_scales, b_scales, column_scales)  # fmt: skip
        self._check(self._library.colex_kernels_grouped(config.encode(), ctypes.byref(call), where))
        del alive, keep

    def product(self, types, m, n, k, a, a_strides, b, b_strides, c, c_strides, alpha=1.0, beta=0.0, activation=None, bias=None,
                batches=1, splits=0, workspace=None, origins=(0, 0, 0), stream=None, up=None, bias_of_rows=False,
                a_scales=None, b_scales=None, column_scales=None):  # fmt: skip
        """C = activation(alpha A B + beta C + bias) for arrays of any strides by the config that is predicted to take least; `types`
        are those of A, B, the accumulator and C: "bf16,bf16,f32,bf16". With splits 0 it chooses them, too, as far as the
        workspace suffices, whose elements have 4 bytes; workspace() says how much that is, and how much copies of arrays need that the fast
        kernels cannot reach. With a second B, `up`, which is (array, strides, origin), it is activation(A B) * (A up). Products of e4m3 and e5m2 on
        "host" and "nvidia", of one batch, take scales as gemm() does."""
        call, alive = self._gemm_call(types.split(","), m, n, k, (a, b, c), (a_strides, b_strides, c_strides), origins, alpha, beta,
                                      activation, bias, batches, splits, workspace, stream, up, bias_of_rows, a_scales, b_scales,
                                      column_scales)  # fmt: skip
        self._check(self._library.colex_kernels_product(types.encode(), ctypes.byref(call)))
        del alive

    def explain(self, types, m, n, k, a, a_strides, b, b_strides, c, c_strides, alpha=1.0, beta=0.0, activation=None, bias=None,
                batches=1, splits=0, workspace=None, origins=(0, 0, 0), stream=None, up=None, bias_of_rows=False,
                a_scales=None, b_scales=None, column_scales=None):  # fmt: skip
        """What product() would do with these arguments, in lines. Nothing is computed."""
        return self._said(self._library.colex_kernels_product_explain, types, m, n, k, (a, b, c), (a_strides, b_strides, c_strides), origins,
                          alpha, beta, activation, bias, batches, splits, workspace, stream, up, bias_of_rows, a_scales, b_scales,
                          column_scales)  # fmt: skip

    def workspace(self, types, m, n, k, a, a_strides, b, b_strides, c, c_strides, alpha=1.0, beta=0.0, activation=None, bias=None,
                  batches=1, splits=0, workspace=None, origins=(0, 0, 0), stream=None, up=None, bias_of_rows=False,
                  a_scales=None, b_scales=None, column_scales=None, tuning=False):  # fmt: skip
        """(copies, all): the elements of 4 bytes of its workspace that product() uses, or with `tuning` tune(), if it is given these
        arguments: for copies, without which it refuses the call, and with the sums of the splits that it would choose. `workspace`
        says how many there may be at most: Device(any multiple of 16, elements), which is not touched."""
        call, alive = self._gemm_call(types.split(","), m, n, k, (a, b, c), (a_strides, b_strides, c_strides), origins, alpha, beta,
                                      activation, bias, batches, splits, workspace, stream, up, bias_of_rows, a_scales, b_scales,
                                      column_scales)  # fmt: skip
        answer = self.workspace_of(types.encode(), call, tuning)
        del alive
        return answer

    def workspace_of(self, types, call, tuning=False):
        """The same of a call that is made, a colex_kernels_gemm_call."""
        copies, whole = c_int64(), c_int64()
        self._check(self._library.colex_kernels_product_workspace(types, ctypes.byref(call), tuning, ctypes.byref(copies),
                                                                  ctypes.byref(whole)))  # fmt: skip
        return copies.value, whole.value

    def tune(self, types, m, n, k, a, a_strides, b, b_strides, c, c_strides, alpha=1.0, activation=None, bias=None,
             batches=1, splits=0, workspace=None, origins=(0, 0, 0), stream=None, up=None, bias_of_rows=False,
             a_scales=None, b_scales=None, column_scales=None):  # fmt: skip
        """The line for tuned() of what was fastest of all that product() may choose among for these arguments. C is computed many times."""
        return self._said(self._library.colex_kernels_product_tune, types, m, n, k, (a, b, c), (a_strides, b_strides, c_strides), origins,
                          alpha, 0.0, activation, bias, batches, splits, workspace, stream, up, bias_of_rows, a_scales, b_scales,
                          column_scales)  # fmt: skip

    def tune_of(self, types, call):
        """The same of a call that is made, the bytes of a colex_kernels_gemm_call."""
        return self._said_of(self._library.colex_kernels_product_tune, types, _Gemm.from_buffer(call))

    def tuned(self, lines):
        """From now on product() takes for the problems of these lines what they say; None forgets all lines."""
        self._check(self._library.colex_kernels_tuned(None if lines is None else lines.encode()))

    def _said(self, function, types, *call):
        """What the function writes of a call."""
        call, alive = self._gemm_call(types.split(","), *call)
        said = self._said_of(function, types.encode(), call)
        del alive
        return said

    def _said_of(self, function, types, call):
        text = ctypes.create_string_buffer(4096)
        self._check(function(types, ctypes.byref(call), text, len(text)))
        return text.value.decode()


_FUNCTIONS = ("platform", "configs", "types", "copy", "permute", "strided_copy", "gemm", "grouped", "product", "explain", "workspace", "tune", "tuned")


def of_wheel(platform):
    """Where the library of the wheel `colex-kernels-...` for "host" or "nvidia" lies; None where none is installed."""
    package = importlib.util.find_spec(f"colex_kernels_{platform}")
    return package and package.submodule_search_locations[0] + "/libcolex_kernels.so"


@functools.cache
def _default():
    beside = pathlib.Path(__file__).with_name("libcolex_kernels.so")
    places = os.environ.get("COLEX_KERNELS_LIBRARY"), beside.exists() and str(beside), of_wheel("nvidia"), of_wheel("host")
    return Library(next(filter(None, places), beside.name))


def __getattr__(name):
    """The functions of the default library, which is loaded when the first of them is asked for."""
    if name in (*_FUNCTIONS, "_library", "_bytes_of"):
        return getattr(_default(), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
