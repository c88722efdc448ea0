# SPDX-License-Identifier: MIT
"""What a swizzle is under the names of several peers: three numbers, called on an offset. How it is written is theirs."""

from __future__ import annotations

import colex


class PeerSwizzle:
    def __init__(self, bits: int, base: int, shift: int) -> None:
        self._swizzle = colex.Swizzle(bits, base, shift)
        self.bits, self.base, self.shift = bits, base, shift

    def __call__(self, offset: int) -> int:
        return self._swizzle(offset)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, type(self)) and self._swizzle == other._swizzle

    def __hash__(self) -> int:
        return hash(self._swizzle)
