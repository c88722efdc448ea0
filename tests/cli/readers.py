#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every reader of the table has every operation, under its one name: shell, expression, batch, help, schema, completion,
pages, number systems, fuzz targets."""
import json
import pathlib
import re
import shutil
import subprocess
import sys
import unittest

from tool import PATH, batch, colex, main

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tools"))
import examples  # noqa: E402

MANUAL = examples.manual(PATH)
NAMES = MANUAL["operations"]


def read(path):
    return (ROOT / path).read_text()


def lacking(names):
    """"reader: operation" wherever a reader of the table lacks one of these names."""
    schema = json.loads(colex("batch", "--schema").out)
    known = {name for form in schema["anyOf"] if "op" in form["properties"] for name in form["properties"]["op"]["enum"]}
    listed, shown = colex("help").out, colex("--help").out
    scripts = {shell: colex("completion", shell).out for shell in ("bash", "zsh", "fish")}
    for name in names:
        readers = {
            "schema": name in known,
            "help": f"\n  {name} " in listed,
            "--help": f"\n  {name} " in shown,
            "docs/operations.md": f"\n| {name} | " in read("docs/operations.md"),
            "help NAME": colex("help", name).out.startswith(f"{name}("),
            "bash": f"\n    {name}) " in scripts["bash"],
            "zsh": f"\n    {name}) " in scripts["zsh"],
            "fish": f"-a {name} " in scripts["fish"],
        }
        yield from (f"{reader}: {name}" for reader, has in readers.items() if not has)


class Readers(unittest.TestCase):
    maxDiff = None

    def test_no_reader_lacks_an_operation(self):
        self.assertEqual(list(lacking(NAMES)), [])

    def test_a_missing_one_is_noticed(self):
        self.assertEqual(len(list(lacking(["frob"]))), 8)

    def test_shell_expression_and_batch_say_the_same(self):
        for page in MANUAL["pages"]:
            example = examples.parse(page["examples"][0])
            call, cute = examples.request(example)
            (reply,) = batch([call], *["--convention", "cute"] * cute)
            said = reply.get("message") or examples.shown(reply["result"]) if reply["ok"] else reply["error"]["message"]
            shell = colex(*examples.words(example))
            with self.subTest(example.text):
                self.assertEqual((shell.out + shell.err).strip(), said.strip("[]") if said[0] == "[" else said)
                text = example.text.split(" == ")[0].split(" is refused: ")[0]
                self.assertEqual(colex(text).out, shell.out)
                self.assertEqual(batch([{"expression": text}])[0].get("result"), reply.get("result"))

    def test_unknown_names_come_with_the_nearest(self):
        self.assertEqual(colex("logical_divid", "4:1").err,
                         "colex: unknown subcommand 'logical_divid'; nearest: logical_divide, lex_logical_divide; see colex --help\n")  # fmt: skip
        (reply,) = batch([{"op": "colaesce", "args": ["4:1"]}])
        self.assertEqual(reply["error"]["message"], 'unknown operation "colaesce"; nearest: coalesce')
        self.assertIn("nearest: coalesce", colex("colaesce(4:1)").err)

    def test_completion_completes(self):
        script = colex("completion", "bash").out
        run = script + 'COMP_WORDS=(colex logical_d); COMP_CWORD=1; _colex; echo "${COMPREPLY[*]}"\n'
        run += 'COMP_WORDS=(colex composition --b); COMP_CWORD=2; _colex; echo "${COMPREPLY[*]}"\n'
        ran = subprocess.run(["bash", "-c", run], capture_output=True, text=True, check=True, timeout=600)
        self.assertEqual(ran.stdout.split(), ["logical_divide", "--bounded"])
        for shell in ("zsh", "fish"):
            if shutil.which(shell):
                script = colex("completion", shell).out
                subprocess.run([shell, "-n", "/dev/stdin"], input=script, text=True, check=True, timeout=600)
        self.assertEqual(colex("completion", "tcsh").status, 2)


def renamed(pages):
    """"operation: C++ name" where the two differ, and where a header lacks the function. evaluate is L(i) of a class."""
    for page in pages:
        header, function = page["C++"].split()
        shell = "evaluate" if function.endswith("::operator()") else function
        called = rf"\b{function}\(" if shell == function else r"\boperator\(\)\("
        if page["op"] != shell or not re.search(called, read(f"include/colex/{header}")):
            yield f"{page['op']}: {function}"


class Names(unittest.TestCase):
    def test_an_operation_has_the_name_of_its_function(self):
        self.assertEqual(list(renamed(MANUAL["pages"])), [])

    def test_another_name_is_noticed(self):
        page = next(p for p in MANUAL["pages"] if p["op"] == "coalesce")
        self.assertEqual(list(renamed([{**page, "op": "lex_coalesce"}])), ["lex_coalesce: coalesce"])
        self.assertEqual(list(renamed([{**page, "op": "frob", "C++": "coalesce.hpp frob"}])), ["frob: frob"])


# Bit maps and swizzles compute with the bits of a machine word, and the values of basis strides are coordinates.
ONE_NUMBER_SYSTEM = {"bits.hpp", "swizzle.hpp", "basis.hpp", "basis_inverse.hpp", "basis_partition.hpp", "composed.hpp", "composed_bits.hpp", "any_layout.hpp", "any_compose.hpp",
                     "any_recast.hpp"}  # fmt: skip


def untied(pages, systems, fuzzed):
    """What the readers that are C++ lack of the table, and the names there that are no operation."""
    for page in pages:
        header, function = page["C++"].split()
        if not {header, function} & ONE_NUMBER_SYSTEM and not re.search(rf"\b{function}\(", systems):
            yield f"props/number_systems: {function}"
    names = {page["op"] for page in pages}
    yield from (f"tests/fuzz: {name}" for name in fuzzed if re.match(r"\w+", name)[0] not in names)


class Tied(unittest.TestCase):
    SYSTEMS = "".join(read(f"props/number_systems/{name}.hpp") for name in ("operations", "forms"))
    FUZZED = re.findall(r'^    \{"([^"]+)", ', read("tests/fuzz/operations.cpp"), re.M)

    def test_number_systems_and_fuzz_targets_have_every_operation(self):
        self.assertEqual(list(untied(MANUAL["pages"], self.SYSTEMS, self.FUZZED)), [])
        self.assertGreater(len(self.FUZZED), 40)
        self.assertIn("operations()", read("tests/fuzz/rows.cpp"))  # which asks each row as it finds it

    def test_a_missing_one_is_noticed(self):
        page = next(p for p in MANUAL["pages"] if p["op"] == "complement")
        missing = list(untied([{**page, "C++": "complement.hpp frob"}], self.SYSTEMS, ["complement, strict", "frob"]))
        self.assertEqual(missing, ["props/number_systems: frob", "tests/fuzz: frob"])


main()
