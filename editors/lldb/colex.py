# SPDX-License-Identifier: MIT
"""lldb shows layouts as one writes them: (4,8):(8,1), Sw<3,4,3> o 0 o (8,8):(8,1), refused: cotarget_divides.

In lldb, or in ~/.lldbinit:

    command script import editors/lldb/colex.py

Tuples, layouts, swizzled layouts and Results. Of layouts as types it shows nothing: lldb does not read template arguments of class type.
"""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import layout_text  # noqa: E402


def member(value, *names):
    for name in names:
        value = value.GetChildMemberWithName(name)
    return value


def number(value, *names):
    return member(value, *names).GetValueAsSigned()


def text(value):
    return value.GetSummary() or value.GetValue() or layout_text.NO_VALUE


def nested(value, _):
    profile, leaves = member(value, "profile"), member(value, "leaves")
    item, node = member(leaves, "item"), member(profile, "node")
    modes = value.GetType().GetCanonicalType().GetTemplateArgumentType(0).GetName().startswith("colex::Mode<")
    return layout_text.nested(
        number(profile, "count"), number(leaves, "count"), lambda k: number(node.GetChildAtIndex(k)),
        lambda k, part: text(item.GetChildAtIndex(k) if part is None else member(item.GetChildAtIndex(k), part)), modes)  # fmt: skip


def result(value, _):
    return layout_text.result(text(member(value, "refusal", "condition")), lambda: text(member(value, "value")))


def composed(value, _):
    outer = [number(value, "outer", part) for part in ("bits", "base", "shift")]
    return layout_text.composed(*outer, number(value, "offset"), text(member(value, "inner")))


def __lldb_init_module(debugger, _):
    for show in (nested, result, composed):
        debugger.HandleCommand(f'type summary add --category colex --python-function {__name__}.{show.__name__} --regex "{layout_text.TYPES[show.__name__]}"')
    debugger.HandleCommand("type category enable colex")
