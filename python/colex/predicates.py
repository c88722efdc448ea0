# SPDX-License-Identifier: MIT
"""The predicate of a kernel's access: what it loses of a tensor, and what it lets past the end.

    colex.predicate("(b<4, t<8) -> (4*b + t/2, t%2*8)", "4*b + t/2 < 10", tensor=(10, 16), width=8)["exact"]     # True
    colex.predicate("(i<(N+7)/8) -> 8*i", "8*i < N", tensor="N", width=8)["past"]["where"]                       # N % 8 != 0

docs/questions.md says what it means. Numbers are answered here, sizes that are none by the program colex.
"""

from __future__ import annotations

import json
import operator
from collections.abc import Sequence
from typing import SupportsIndex, cast

from colex import _colex
from colex._errors import InputError
from colex.answers import PredicateAnswer
from colex.unknowns import _asked, _assumptions


def predicate(map: str, predicate: str, *, tensor: object = None, bytes: object = None, element: int = 0, width: int = 1, along: int = -1,
              given: Sequence[str] = (), assume: Sequence[str] = (), language: str = "either") -> PredicateAnswer:  # fmt: skip
    """Which elements of a tensor no access reaches for which a predicate is true, and which accesses it lets past the end.

    Args:
        map: of the accesses, `(b<4, t<8) -> (4*b + t/2, t%2*8)`, to the first element that each moves
        predicate: over the map's coordinates and names
        tensor: its shape in elements, or how many it has; text, integers, a tuple of these
        bytes: how many bytes it has instead, of elements of `element` bytes
        width: elements that an access moves, along the coordinate `along` of the tensor, by default the last
        given: other predicates: is this one true wherever they are?
        assume: what is known of sizes that are no numbers, such as "N % 8 == 0"
        language: "c" or "python", whose % it is where a number is negative

    Returns:
        `exact`, and of `lost`, `past` and each `given` one how many, the first, and of unknown sizes `where`

    Raises:
        InputError: a text cannot be read, or names what stands nowhere
        NoTool: sizes are no numbers, and no program is there that proves
    """
    if language not in ("either", "c", "python"):
        raise InputError("input", "language: expected either, c or python")
    asked = {
        "map": _word(map), "predicate": _word(predicate), "tensor": "" if tensor is None else _word(tensor), "bytes": "" if bytes is None else _word(bytes),
        "element": operator.index(element), "width": operator.index(width), "along": operator.index(along), "given": [_word(one) for one in given],
        "assumed": [*(_word(one) for one in assume), *_assumptions()[1::2]], "language": ["either", "c", "python"].index(language),
    }  # fmt: skip
    answer = _colex._predicate(json.dumps(asked))
    return cast(PredicateAnswer, _asked(_words(asked)) if answer is None else answer)


def _words(asked: dict[str, object]) -> list[str]:
    words = ["predicate", "--json"]
    for name, option in (("tensor", "--tensor"), ("bytes", "--bytes"), ("element", "--element"), ("width", "--width"), ("along", "--along")):
        if asked[name] != "" and (name != "element" or asked[name]):
            words += [f"{option}={asked[name]}"]
    words += [f"--given={one}" for one in cast("list[str]", asked["given"])] + [f"--assume={one}" for one in cast("list[str]", asked["assumed"])]
    if asked["language"]:
        words += ["--language", ("c", "python")[cast(int, asked["language"]) - 1]]
    return [*words, "--", cast(str, asked["map"]), cast(str, asked["predicate"])]


def _word(given: object) -> str:
    if isinstance(given, str):
        return given
    if isinstance(given, tuple):
        return "(" + ",".join([_word(one) for one in given]) + ")"
    return str(operator.index(cast(SupportsIndex, given)))
