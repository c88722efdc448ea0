# SPDX-License-Identifier: MIT
"""What the tests of colex.torch begin with: torch, a library of the kernels, and its platform and device. Where one is missing, who imports
this is skipped, with the reason."""
import os

import pytest

torch = pytest.importorskip("torch", reason="torch is not installed")
if "COLEX_KERNELS_LIBRARY" not in os.environ:
    pytest.skip("no library of the kernels is given: COLEX_KERNELS_LIBRARY", allow_module_level=True)
import colex_kernels  # noqa: E402

PLATFORM = colex_kernels.platform()
DEVICE = "cpu" if PLATFORM == "host" else "cuda"
if DEVICE == "cuda" and not torch.cuda.is_available():
    pytest.skip(f"the library is for {PLATFORM}, and torch sees no device", allow_module_level=True)
