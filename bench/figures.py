# SPDX-License-Identifier: MIT
"""What tables of ratios have in common."""
import math


def mean(ratios):
    """Geometric."""
    ratios = list(ratios)
    return math.exp(sum(map(math.log, ratios)) / len(ratios))
