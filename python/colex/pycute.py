# SPDX-License-Identifier: MIT
"""CUTLASS's pycute by its names and call conventions, answered by colex: `from colex.pycute import *`.

An index counts colexicographically: the first mode runs fastest. Where pycute's answer is no layout of the right function, the
answer here is the right one or colex.Refused; docs/python.md lists the differences.
"""

from typing import Any

from colex._pycute import convention

_NAMES = convention(lexicographic=False)
__all__ = sorted(_NAMES)  # noqa: PLE0605
globals().update(_NAMES)


def __getattr__(name: str) -> Any:
    raise AttributeError(f"module {__name__} has no attribute {name}")
