# SPDX-License-Identifier: MIT
"""cuBLASLt's own choices for x w^T of bf16, by its C interface: the algorithms that its heuristic names, of which a caller takes the fastest."""
import ctypes

import torch

BF16_TYPE, F32_TYPE, COMPUTE_F32, TRANSPOSED = 14, 0, 68, 1  # library_types.h, cublas_api.h
OF_A, WORKSPACE, BATCHES, STEP = 3, 1, 5, 6  # attributes of cublasLt.h: transposition of A; bytes of the workspace; of a layout
MOST, ROOM = 7, 64 << 20


class Heuristic(ctypes.Structure):
    _fields_ = [("algorithm", ctypes.c_uint64 * 8), ("workspace", ctypes.c_size_t), ("state", ctypes.c_int), ("waves", ctypes.c_float),
                ("reserved", ctypes.c_int * 4)]  # fmt: skip


class Lt:
    """`out`, `x` and `w` are contiguous, of two or three dimensions; x is (m, k), w (n, k)."""

    def __init__(self):
        self.library = ctypes.CDLL("libcublasLt.so." + torch.version.cuda.split(".")[0])  # which torch has loaded
        self.handle, self.one, self.zero = ctypes.c_void_p(), ctypes.c_float(1), ctypes.c_float(0)
        self._ok(self.library.cublasLtCreate(ctypes.byref(self.handle)))
        self.workspace = torch.empty(ROOM, dtype=torch.uint8, device="cuda")
        self.kept = []

    @staticmethod
    def _ok(status):
        if status != 0:
            raise RuntimeError(f"cuBLASLt: status {status}")

    def _layout(self, rows, columns, batches):
        made, sizes = ctypes.c_void_p(), (ctypes.c_uint64(rows), ctypes.c_uint64(columns), ctypes.c_int64(rows))
        self._ok(self.library.cublasLtMatrixLayoutCreate(ctypes.byref(made), BF16_TYPE, *sizes))
        for attribute, value in ((BATCHES, ctypes.c_int32(batches)), (STEP, ctypes.c_int64(rows * columns))):
            self._ok(self.library.cublasLtMatrixLayoutSetAttribute(made, attribute, ctypes.byref(value), ctypes.c_size_t(ctypes.sizeof(value))))
        return made

    def ways(self, x, w, out):
        """Functions of (x, w, out), of these shapes, that start the product by one algorithm each; none where cuBLASLt names none."""
        (m, k), n, batches = x.shape[-2:], w.shape[-2], x.shape[0] if x.dim() == 3 else 1
        what, preference, count, room = ctypes.c_void_p(), ctypes.c_void_p(), ctypes.c_int(), ctypes.c_size_t(ROOM)
        self._ok(self.library.cublasLtMatmulDescCreate(ctypes.byref(what), COMPUTE_F32, F32_TYPE))
        transposed = ctypes.c_int32(TRANSPOSED)
        self._ok(self.library.cublasLtMatmulDescSetAttribute(what, OF_A, ctypes.byref(transposed), ctypes.c_size_t(4)))
        # Its matrices have contiguous columns: it computes out^T = w x^T.
        of_w, of_x, of_out = self._layout(k, n, batches), self._layout(k, m, batches), self._layout(n, m, batches)
        self._ok(self.library.cublasLtMatmulPreferenceCreate(ctypes.byref(preference)))
        self._ok(self.library.cublasLtMatmulPreferenceSetAttribute(preference, WORKSPACE, ctypes.byref(room), ctypes.c_size_t(8)))
        found = (Heuristic * MOST)()
        status = self.library.cublasLtMatmulAlgoGetHeuristic(self.handle, what, of_w, of_x, of_out, of_out, preference, MOST, found, ctypes.byref(count))
        self.kept.append(found)

        def start(algorithm, x, w, out):
            pointer = ctypes.c_void_p
            self._ok(self.library.cublasLtMatmul(
                self.handle, what, ctypes.byref(self.one), pointer(w.data_ptr()), of_w, pointer(x.data_ptr()), of_x, ctypes.byref(self.zero),
                pointer(out.data_ptr()), of_out, pointer(out.data_ptr()), of_out, ctypes.byref(algorithm), pointer(self.workspace.data_ptr()),
                ctypes.c_size_t(ROOM), pointer(torch.cuda.current_stream().cuda_stream)))  # fmt: skip

        return [lambda x, w, out, one=one: start(one, x, w, out) for one in found[: count.value if status == 0 else 0] if one.state == 0]
