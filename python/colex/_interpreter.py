# SPDX-License-Identifier: MIT
"""The classes of colex._colex are those of one interpreter: a second one would take them from the first, so it is refused before."""

from __future__ import annotations

import importlib


def number() -> int:
    """Of the interpreter that runs; the main one, and one of which Python does not tell, is 0."""
    for name in ("_interpreters", "_xxsubinterpreters"):  # of Python 3.13, and of earlier ones
        try:
            current = importlib.import_module(name).get_current()
        except ImportError:
            continue
        return int(current[0] if isinstance(current, tuple) else current)
    return 0


if number() != 0:
    raise ImportError("colex cannot be imported in a subinterpreter; import it in the main one")
