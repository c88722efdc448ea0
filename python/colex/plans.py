# SPDX-License-Identifier: MIT
"""Tile plans: the stages of one block of a GEMM, checked together.

    colex.plan({"on": "sm80", "atom": "SM80_16x8x16_F32BF16BF16F32_TN", "atoms": (2, 2), "tile": (128, 128, 32),
                "A": {"global": Layout((128, 32), (4096, 1))}, "B": {"global": Layout((128, 32), (4096, 1))},
                "C": {"global": Layout((128, 128), (4096, 1))}})["fits"]                                      # True

docs/plan.md says what the members mean.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import cast

from colex import _colex
from colex._colex import Picture
from colex.answers import PlanAnswer


def plan(given: Mapping[str, object]) -> PlanAnswer:
    """Whether the stages of a plan fit together.

    Args:
        given: the plan, with the members of docs/plan.md; layouts may be colex's own, text or tuples

    Returns:
        `fits`, the `stages` and the `choices` for what was left open; where it does not fit `fails`, the first stage that does not

    Raises:
        InputError: a member is missing, unknown or of another kind, or a layout does not belong to the tile
        Refused: what is open has too many combinations
    """
    return cast(PlanAnswer, _colex._plan(_text(given)))


def draw_plan(given: Mapping[str, object]) -> Picture:
    """The picture of a plan: who copies what, where it lies, who reads it.

    Raises:
        InputError, Refused: as plan()
    """
    return _colex._drawn_plan(_text(given))


def _text(given: Mapping[str, object]) -> str:
    if not isinstance(given, Mapping):
        raise TypeError(f"a plan is a dictionary, not {given!r}")
    return json.dumps(given, default=str, allow_nan=False)
