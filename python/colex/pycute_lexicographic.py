# SPDX-License-Identifier: MIT
"""PyTorch's variant of pycute (torch.distributed._pycute), answered by colex: `from colex.pycute_lexicographic import *`.

An index counts lexicographically: the last mode runs fastest. Where pycute's answer is no layout of the right function, the
answer here is the right one or colex.Refused; docs/python.md lists the differences.
"""

from typing import Any

from colex._pycute import convention

_NAMES = convention(lexicographic=True)
__all__ = sorted(_NAMES)  # noqa: PLE0605
globals().update(_NAMES)


def __getattr__(name: str) -> Any:
    raise AttributeError(f"module {__name__} has no attribute {name}")
