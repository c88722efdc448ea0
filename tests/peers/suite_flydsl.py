# SPDX-License-Identifier: MIT
"""FlyDSL's MLIR tests. COLEX_PEER_FLYDSL is a checkout of FlyDSL."""
import re

import suite_mlir


def spelled(statement):
    """CuTe's notation: FlyDSL writes 4 as (4), a tile as [2:7|3:1], a basis stride as 1E0."""
    while (once := re.sub(r"\((\d+|\*)\)(?!\s*->)", r"\1", statement)) != statement:
        statement = once
    statement = re.sub(r"(\d+)E(\d+)", r"\1@\2", statement)
    return statement.replace("|", ";").replace("*", "_")


def run(folder, colex):
    return suite_mlir.run(folder, colex, "tests/mlir", "flydsl", spelled)
