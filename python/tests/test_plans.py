# SPDX-License-Identifier: MIT
"""plan and draw_plan beside what the tool writes."""
import json
import pathlib

import pytest

import colex
from colex import Layout, Swizzle
from test_pictures import tool

PLANS = pathlib.Path(__file__).resolve().parents[2] / "examples" / "plans"


@pytest.mark.parametrize("name", ["sm80_bf16", "gfx942_f16", "broken"])
def test_a_plan_is_the_tools(name):
    file = PLANS / f"{name}.json"
    given = json.loads(file.read_text())
    assert colex.plan(given) == json.loads(tool("plan", str(file), "--json"))
    assert colex.draw_plan(given).refused == (name == "broken")


def test_layouts_may_be_values():
    given = json.loads((PLANS / "sm80_bf16.json").read_text())
    given["A"]["shared"] = Swizzle(2, 3, 3) @ Layout((128, 32), (32, 1))
    given["tile"], given["atoms"] = (128, 128, 32), Layout((2, 2))
    assert colex.plan(given)["fits"]
    given["A"]["shared"] = Layout((128, 32), (32, 1))
    answer = colex.plan(given)
    assert answer["fails"] == "A.load" and answer["stages"][2]["condition"] == "bank_conflict"


def test_what_is_no_plan():
    for wrong in (None, 3, "text", [1]):
        with pytest.raises(TypeError):
            colex.plan(wrong)
    for wrong in ({}, {"on": "sm80"}, {"on": "\ud800"}, {"colour": 1}):
        with pytest.raises(colex.InputError):
            colex.plan(wrong)
