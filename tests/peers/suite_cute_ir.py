# SPDX-License-Identifier: MIT
"""CUTLASS's CuTe IR tests. COLEX_PEER_CUTLASS is a checkout of CUTLASS."""
import suite_mlir


def run(folder, colex):
    return suite_mlir.run(folder, colex, "cutlass_compiler/cute_ir/test", "cute_ir")
