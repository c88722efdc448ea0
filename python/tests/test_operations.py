# SPDX-License-Identifier: MIT
"""Every operation of the table: its page's examples through Python's values, its signature, and the direct functions."""
import ast
import builtins
import importlib.util
import inspect
import itertools
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import threading
import typing

import pytest

import colex

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "tools"))
from examples import split  # noqa: E402

PAGES = colex._colex.pages()
NAMES = list(dict.fromkeys(page["op"] for page in PAGES))
OPTIONS = {"Cover::at_least": "cover", "Domain::bounded": "bounded", "Cover::disjoint": "cute", "Rest::drop": "cute",
           "Parts::whole_modes": "cute", "Inverse::quasi": "cute"}  # fmt: skip


def value(text, kinds):
    """The argument as a Python program would write it."""
    if re.fullmatch(r"-?\d+", text):
        return int(text)
    if text.startswith("[") and text.endswith("]"):
        return [int(n) for n in text[1:-1].split(",")]
    if text.startswith("("):
        try:
            written = eval(text.replace("_", "None"))
        except SyntaxError:
            written = None
        if isinstance(written, tuple) and ":" not in text and not {"layout", "swizzled"} & set(kinds):
            return written
    if {"basis", "placed"} & set(kinds) and "@" in text:
        return text if " at " in text else colex.CoordinateLayout(text)
    if {"layout", "swizzled", "profile"} & set(kinds) and not text.startswith("<"):
        return colex.ComposedLayout(text) if text.startswith(("S", "[")) else colex.Layout(text)
    return text


def written_tuple(answer):
    if answer is None:
        return "_"
    return f"({','.join(map(written_tuple, answer))})" if isinstance(answer, tuple) else str(answer)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: f"{page['op']}({page['takes']})")
def test_examples_of_the_page(page):
    ran = 0
    for example in page["examples"]:
        refused = ") is refused: " in example
        call, want = example.split(") is refused: " if refused else ") == ", 1)
        arguments = split(call[len(page["op"]) + 1:])
        options = {OPTIONS[a]: True for a in arguments if a in OPTIONS}
        parameters = page["parameters"]
        written = [a for a in arguments if a not in OPTIONS]

        def ask(written=written, options=options):
            given = [value(a, parameters[min(k, len(parameters) - 1)][1]) for k, a in enumerate(written)]
            return getattr(colex, page["op"])(*given, **options)

        if refused:
            with pytest.raises(colex.Refused, match=re.escape(want.split(":")[0])):
                ask()
        else:
            answer = ask()
            if isinstance(answer, list):
                want = want.replace(" ", "")
                answer = "[" + ",".join(map(str, answer)) + "]"
            elif isinstance(answer, tuple):
                answer = written_tuple(answer)
            elif isinstance(answer, colex.Verdict) and want.endswith("}"):
                want, numbers = want.split(" ", 1)
                assert answer.witness == json.loads(numbers)
            assert str(answer) == want
        ran += 1
    assert ran


def test_every_name_is_a_function_with_a_page_and_a_signature():
    assert len(NAMES) > 100
    for name in NAMES:
        function = getattr(colex, name)
        assert name in function.__doc__ and "cute" in inspect.signature(function).parameters
    for name in ("coalesce", "complement", "logical_divide", "take"):
        assert name in dir(colex.Layout) and getattr(colex.Layout, name).__doc__
    assert "composition" in dir(colex.ComposedLayout) and "lex_idx2crd" not in dir(colex.Layout)


def test_the_shell_has_the_same_operations():
    """Where the tool is built, it and the module have the same pages."""
    tool = os.environ.get("COLEX_TOOL")
    if not tool:
        pytest.skip("COLEX_TOOL names no tool")
    asked = subprocess.run([tool, "batch"], input='{"op": "help", "args": []}\n', capture_output=True, text=True, check=True)
    pages = json.loads(asked.stdout)["result"]["pages"]
    assert [(p["op"], p["takes"]) for p in pages] == [(p["op"], p["takes"]) for p in PAGES]


# What Python names otherwise than the shell, a function or ("of", an option, a parameter), and what it does not have.
NAMES_OF_QUESTIONS = {"swizzle": "swizzle_facts", "map": "index_map", "import": "import_layouts"}
BEYOND = {
    "help": "a docstring", "completion": "of the shell", "batch": "of programs", "serve": "of programs", "run": "colex.torch", "certify": "kernels",
    "execute": "colex.code", "inspect": "colex.code", "prove": "colex.prove has laws; theorems are the tool's",
}  # fmt: skip
OTHERWISE = {
    ("banks", "cards"): "bank_cards", ("find_swizzle", "pad"): "find_padding", ("import", "check"): "check_ir", ("map", "table"): "IndexMap.from_table",
    ("map", "is"): "IndexMap.difference", ("map", "language"): "map_of_sizes", ("check", "junit"): "pytest_plugin", ("check", "sarif"): "pytest_plugin",
    ("check", "allow-skip"): "ask", ("expression", "as"): "Layout.to", ("expression", "assume"): "assuming", ("expression", "for"): "for_which", **{("draw", name): "draw_banks" for name in ("on", "width", "element", "bits", "lanes", "store")},
    **{("draw", name): "Picture" for name in ("svg", "output", "color", "columns")},
}  # fmt: skip
OF_ALL = {"help", "json", "convention", "cover", "bounded", "budget"}  # the answer is a dictionary or an object; keywords `cute`, `cover`, `bounded`; no budgets


def parameters_of(name):
    """Those of a function of colex, by the stubs or by Python."""
    stubs = ast.parse(pathlib.Path(colex.__file__).with_name("_colex.pyi").read_text())
    for node in stubs.body:
        if isinstance(node, ast.FunctionDef) and node.name == name:
            return {one.arg for one in node.args.args + node.args.kwonlyargs}
    return set(inspect.signature(getattr(colex, name)).parameters)


def test_the_shell_has_the_same_questions():
    """Every question of the command line, and each option, has its function here."""
    tool = os.environ.get("COLEX_TOOL")
    if not tool:
        pytest.skip("COLEX_TOOL names no tool")

    def said(*words):
        return subprocess.run([tool, *words, "--help"], capture_output=True, text=True, check=True).stdout

    commands = re.findall(r"^  (\w+)  ", said().split("Operations, each")[0], re.M)
    assert len(commands) > 20 and set(BEYOND) <= set(commands)
    used = set()
    for command in commands:
        if command in BEYOND:
            continue
        have = parameters_of(NAMES_OF_QUESTIONS.get(command, command))
        for option in re.findall(r"^ +(?:-\w,)?--([\w-]+)", said(command), re.M):
            if option in OF_ALL or option in have or option + "s" in have:
                continue
            assert (command, option) in OTHERWISE, (command, option, have)
            used.add((command, option))
            where, _, method = OTHERWISE[command, option].partition(".")
            assert importlib.util.find_spec(f"colex.{where}") or hasattr(getattr(colex, where), method or "__doc__")
    assert used == set(OTHERWISE)


def outcome(call):
    try:
        return call()
    except colex.Refused as why:
        return why.condition, why.sentence, why.witness


def side_by_side(ask):
    """By four threads at once."""
    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def test_direct_answers_are_those_of_the_table():
    """`cute=False` sends a call through the table; without a keyword the headers answer."""
    dice = random.Random(7)

    def layout():
        count = dice.randint(1, 4)
        shape = tuple(dice.choice([1, 2, 3, 4, 6, 8, 2**31]) for _ in range(count))
        return colex.Layout(shape, tuple(dice.choice([-2, 0, 1, 2, 3, 4, 8, 24, 2**20]) for _ in shape))

    compared = refused = 0
    for _ in range(2000):
        try:
            a, b = layout(), layout()
        except colex.InputError:
            continue
        m = dice.choice([0, -1, 1, 12, 24, 96, 2**40, 2**62])
        for name, arguments in (("size", ()), ("cosize", ()), ("rank", ()), ("depth", ()), ("coalesce", ()),
                                ("flatten", ()), ("right_inverse", ()), ("left_inverse", ()), ("composition", (b,)), ("logical_divide", (b,)),
                                ("logical_product", (b,)), ("blocked_product", (b,)), ("raked_product", (b,)), ("complement", (m,))):  # fmt: skip
            quick = outcome(lambda: getattr(a, name)(*arguments))  # noqa: B023
            assert quick == outcome(lambda: getattr(a, name)(*arguments, cute=False)), (name, a, arguments)  # noqa: B023
            assert quick == outcome(lambda: getattr(colex, name)(a, *arguments))  # noqa: B023
            compared += 1
            refused += isinstance(quick, tuple)
    assert compared > 10_000 and refused > 1000


def test_a_tuple_is_a_tiler_where_one_may_stand():
    assert colex.logical_divide(colex.Layout((4, 8)), (2, 4)) == colex.logical_divide("(4,8):(1,4)", "<2,4>")
    assert colex.logical_divide(colex.Layout((4, 8)), (2, None)) == colex.logical_divide("(4,8):(1,4)", "<2,_>")
    assert colex.logical_divide(colex.Layout((4, 8)), colex.Layout((2, 4))) == colex.logical_divide("(4,8):(1,4)", "(2,4):(1,2)")


def test_threads_ask_side_by_side():
    wrong = []

    def ask():
        for k in range(2000):
            if colex.complement(colex.Layout(4, 3), 24) != colex.Layout("(3,2):(1,12)") or colex.find_layout([0, k]).stride != k:
                wrong.append(k)

    side_by_side(ask)
    assert not wrong


def test_answers_have_the_types_that_the_stubs_say():
    import write_stubs

    stubs = write_stubs.written()
    assert pathlib.Path(colex.__file__).with_name("_colex.pyi").read_text() == stubs
    assert "Any" not in re.findall(r"\w+", stubs)
    assert sorted(re.findall(r"def (\w+)\(.*-> Value: ...$", stubs, re.M)) == ["expression", "said", "swizzle_xor16", "tile_to_shape"]
    planted = [dict(PAGES[0], op="size", parameters=[("L", ["tuple"], False, False)])]
    assert write_stubs.rows_of(planted[0])[0][1] == "int"


def test_names_of_builtins_are_functions_of_the_module_only():
    assert {"slice", "filter", "zip"} <= set(NAMES)
    assert builtins.slice is not colex.slice and list(itertools.islice([1], 1)) == [1]
    assert typing.TYPE_CHECKING is False
