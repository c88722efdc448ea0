# SPDX-License-Identifier: MIT
"""gdb shows layouts as one writes them: (4,8):(8,1), Sw<3,4,3> o 0 o (8,8):(8,1), refused: cotarget_divides.

In gdb, or in ~/.gdbinit:

    source editors/gdb/colex.py

Tuples, layouts, swizzled layouts, Results, and layouts as types, whose entries of the run are `?`.
"""
import pathlib
import sys

import gdb
import gdb.printing

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import layout_text  # noqa: E402


def nested(value):
    profile, leaves = value["profile"], value["leaves"]
    modes = str(value.type.strip_typedefs().template_argument(0)).startswith("colex::Mode<")
    return layout_text.nested(
        int(profile["count"]), int(leaves["count"]), lambda k: int(profile["node"][k]),
        lambda k, part: str(leaves["item"][k] if part is None else leaves["item"][k][part]), modes)  # fmt: skip


def result(value):
    return layout_text.result(str(value["refusal"]["condition"]), lambda: str(value["value"]))


def composed(value):
    outer = value["outer"]
    return layout_text.composed(*(int(outer[part]) for part in ("bits", "base", "shift")), value["offset"], value["inner"])


def static(value):
    return layout_text.static(str(value.type.strip_typedefs().unqualified()))


class Printer:
    def __init__(self, value, show):
        self.value, self.show = value, show

    def to_string(self):
        return self.show(self.value)


def printers():
    found = gdb.printing.RegexpCollectionPrettyPrinter("colex")
    for show in (nested, result, composed, static):
        found.add_printer(show.__name__, layout_text.TYPES[show.__name__], lambda value, show=show: Printer(value, show))
    return found


gdb.printing.register_pretty_printer(gdb.current_objfile(), printers(), replace=True)
