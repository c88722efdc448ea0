# SPDX-License-Identifier: MIT
"""The module colex_kernels for arrays of the host where the library is NVIDIA's or AMD's: each argument with the buffer
protocol is copied to the device, at an address that is a multiple of 256, and what the call wrote is copied back."""
import array
import ctypes

_TO_DEVICE, _TO_HOST = 1, 2


class _Runtime:
    """The vendor's functions for memory, of the library that is loaded already (the stub is) or of the system's."""

    def __init__(self, platform):
        prefix, library = {"nvidia": ("cuda", "libcudart.so"), "amd": ("hip", "libamdhip64.so")}[platform]
        loaded = ctypes.CDLL(None)
        found = loaded if hasattr(loaded, f"{prefix}Malloc") else ctypes.CDLL(library)
        self.malloc, self.memcpy, self.free, self.synchronize = (
            getattr(found, prefix + name) for name in ("Malloc", "Memcpy", "Free", "DeviceSynchronize"))
        self.malloc.argtypes = [ctypes.POINTER(ctypes.c_void_p), ctypes.c_size_t]
        self.memcpy.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]
        self.free.argtypes = [ctypes.c_void_p]


def _check(error):
    if error:
        raise RuntimeError(f"error {error} of the device's runtime")


class _Array:
    """Bytes on the device, and the object on the host that they are of."""

    def __init__(self, runtime, value):
        self.runtime, self.value, data = runtime, value, memoryview(value).cast("B")
        self.bytes, self.pointer = data.nbytes, ctypes.c_void_p()
        _check(runtime.malloc(ctypes.byref(self.pointer), self.bytes + 1))
        _check(runtime.memcpy(self.pointer, data.tobytes(), self.bytes, _TO_DEVICE))

    def read_back(self):
        """Waits for the kernels, as a copy of the runtime does."""
        data = ctypes.create_string_buffer(self.bytes + 1)
        _check(self.runtime.memcpy(data, self.pointer, self.bytes, _TO_HOST))
        view = memoryview(self.value)
        if not view.readonly:
            view.cast("B")[:] = data.raw[:-1]
        _check(self.runtime.free(self.pointer))


class OnDevice:
    def __init__(self, module, platform):
        self._module, self._runtime = module, _Runtime(platform)

    def __getattr__(self, name):
        return getattr(self._module, name)

    def _call(self, function, which, config, arguments, named):
        """`which`: the number of the config's type for each array, in the arrays' order; `config` may be the bytes of an
        element instead."""
        moved, which = [], iter(which)

        def move(value):
            if isinstance(value, tuple) and isinstance(value[0], (bytes, bytearray, array.array)):  # an array and its steps
                moved.append(_Array(self._runtime, value[0]))
                return self._module.Device(moved[-1].pointer.value, moved[-1].bytes // memoryview(value[0]).itemsize), *value[1:]
            try:
                memoryview(value)
            except TypeError:
                return value
            moved.append(_Array(self._runtime, value))
            size = config if isinstance(config, int) else self._module._bytes_of(config, next(which))
            return self._module.Device(moved[-1].pointer.value, moved[-1].bytes // size)

        arguments = [move(a) for a in arguments]
        named = {name: move(value) for name, value in named.items()}
        try:
            return function(config, *arguments, **named)
        finally:
            for one in moved:
                one.read_back()

    def copy(self, config, *arguments, **named):
        self._call(self._module.copy, (0, 0), config, arguments, named)

    def permute(self, config, *arguments, **named):
        self._call(self._module.permute, (0, 0), config, arguments, named)

    def strided_copy(self, element_bytes, *arguments, **named):
        self._call(self._module.strided_copy, (), element_bytes, arguments, named)

    def gemm(self, config, *arguments, **named):
        """Named arrays: the bias, then the workspace."""
        self._call(self._module.gemm, (0, 1, 3, 4, 2), config, arguments, named)

    def grouped(self, config, *arguments, **named):
        """The ends first, of as many bytes as the accumulator."""
        self._call(self._module.grouped, (2, 0, 1, 3, 4), config, arguments, named)

    def product(self, types, *arguments, **named):
        self._call(self._module.product, (0, 1, 3, 4, 2), types, arguments, named)

    def explain(self, types, *arguments, **named):
        return self._call(self._module.explain, (0, 1, 3, 4, 2), types, arguments, named)
