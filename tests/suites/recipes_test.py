#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The recipes of CONTRIBUTING.md, followed in a copy of the sources: recipes_test.py ROOT BUILD HOST_PLATFORM

HOST_PLATFORM is the library of the host platform, or `none` in a build without kernels.

An operation in seven files, which are compiled and asked through the tool; a law in five, whose C++ a compiler reads; a config
of the copy in one. The tests that the new thing reaches run in the copy. A recipe with a step left out is noticed.
"""
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT, BUILD = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
HEADER, ROWS = "include/colex/structure.hpp", "src/operations/rows/structure.cpp"
DEFINITIONS, FORMS = "tests/oracle/definitions.py", "props/number_systems/forms.hpp"
UNKNOWNS, QUESTIONS, KINDS = "src/unknowns/forms/structure.cpp", "tests/cli/forms.py", "tools/operation_kinds.py"
CONFIGS, HOST_PLATFORM = "gpu_kernels/copy/copy_configs.hpp", sys.argv[3]
COPIED = ["CONTRIBUTING.md", "include", "src", "props", "smt", "oracle", "docs", "tools", "gpu_kernels", "tests/cli", "tests/static", "tests/oracle",
          *(f"tests/kernel/{name}" for name in ("copy_test.cpp", "typed_configs.hpp", "device_code.py", "device_kernels.cpp", "planted.hpp")),
          "tests/mutation", "tests/fuzz/operations.cpp", "tests/fuzz/rows.cpp"]  # fmt: skip
sys.path.insert(0, str(ROOT / "tools"))
from cached import cached  # noqa: E402

COMPILE = cached(["g++", "-std=c++20", "-O0", "-Iinclude", "-Isrc", "-Igpu_kernels", "-c", "-o", "one.o"])
SYNTAX = [*COMPILE, "-Iprops", "-Ismt", "-I."]  # an object, which ccache keeps, as it does not what -fsyntax-only says


def blocks(heading):
    """The code blocks of a section of CONTRIBUTING.md, without their indentation."""
    section = (ROOT / "CONTRIBUTING.md").read_text().split(f"## {heading}\n")[1].split("\n## ")[0]
    found = re.findall(r"^   ```\S+\n(.*?)^   ```$", section, re.M | re.S)
    return [re.sub(r"^   ", "", block, flags=re.M) for block in found]


class Recipe(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        for name in COPIED:
            copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
            (self.root / name).parent.mkdir(parents=True, exist_ok=True)
            copy(ROOT / name, self.root / name)
        self.before = self.files()

    def files(self):
        return {path: path.read_bytes() for path in self.root.rglob("*") if path.is_file() and "__pycache__" not in path.parts}

    def touched(self):
        return sorted(str(path.relative_to(self.root)) for path, text in self.files().items() if self.before.get(path) != text)

    def insert(self, name, text, before):
        path = self.root / name
        head, found, tail = path.read_text().rpartition(before)
        self.assertTrue(found, f"{name} has no {before!r}")
        path.write_text(head + text + found + tail)

    def run_there(self, *command):
        return subprocess.run(command, cwd=self.root, check=False, capture_output=True, text=True)

    def right(self, *command):
        ran = self.run_there(*command)
        self.assertEqual(ran.returncode, 0, ran.stdout + ran.stderr)


def refusing(function, head, row, definition, entry, *others):
    """The blocks of an operation, for one that refuses a layout of one mode."""
    why = "return {{}, because<std::int64_t>(Condition::mode_exists, 1, 1)}; "
    function = function.replace("constexpr Nested<T>", "constexpr Result<Nested<T>>")
    function = function.replace("return t;", why).replace("return r;", "return {r, {}};")
    row = row.replace("errors: none", "errors: mode_exists capacity").replace("(rotate(in", "(accept(rotate(in").replace("))); }", ")))); }")
    row = row.replace(')",', '\n  rotate(4:1) is refused: mode_exists)",')
    definition = definition.replace("table_of(mirrored(a))", "table_of(mirrored(a)) if a[0] == \"(\" else REFUSED")
    return function, head.replace("rotate(", "*rotate("), row, definition, entry, *others


class AddAnOperation(Recipe):
    def add(self, function, head, row, definition, entry, form, question, *reasons):
        self.insert(HEADER, function + "\n", "}  // namespace colex")
        path = self.root / HEADER
        path.write_text(path.read_text().replace("//\n", "//\n" + head, 1))
        self.insert(ROWS, row, "  };\n}\n")
        self.insert(DEFINITIONS, "    " + definition, '    "lex_make_layout"')
        self.insert(FORMS, entry, "      // tuples\n")
        self.insert(UNKNOWNS, form, "  };\n}\n\ntemplate")
        self.insert(QUESTIONS, question, '""".strip().splitlines()\n')
        for reason, before in zip(reasons, ('    },\n    "basis": {\n', "    },\n}  # fmt: skip\n"), strict=True):
            self.insert(KINDS, reason, before)
        self.assertEqual(self.touched(), sorted([HEADER, ROWS, DEFINITIONS, FORMS, UNKNOWNS, QUESTIONS, KINDS]))
        self.right(sys.executable, "tests/static/op_list.py", "--write")
        objects = [BUILD / "colex_algebra.p/src_cli_main.cpp.o", *sorted(BUILD.glob("src/libcolex_*.a"))]
        # The built object with the old rows has those of other files, too: what the new file defines comes first.
        self.right(*COMPILE, ROWS)
        self.right("g++", "one.o", "-o", "colex", "-Wl,--allow-multiple-definition", "-Wl,--start-group", *map(str, objects), "-Wl,--end-group", "-lfmt")
        self.assertEqual(self.run_there("./colex", "rotate", "(4,8):(1,4)").stdout, "(8,4):(4,1)\n")

    def test_one_that_refuses_takes_the_same_files(self):
        function, head, row, definition, entry, *others = refusing(*blocks("Add an operation"))
        self.add(function, head, row, definition, entry, *others)
        refused = self.run_there("./colex", "rotate", "4:1")
        self.assertEqual((refused.returncode, refused.stdout), (1, ""))
        self.assertIn("rotate(4:1): mode_exists: ", refused.stderr)
        self.assertIn("COLEX_OPERATION(rotate)\n", (self.root / "include/colex/op.hpp").read_text())
        (self.root / "syntax.cpp").write_text("#include \"colex/colex.hpp\"\nusing namespace colex;\n" + head.removeprefix("//")
                                              + "static_assert(!op::rotate(layout(\"4:1\")));\n")  # fmt: skip
        self.right(*SYNTAX, "syntax.cpp")
        self.right(*SYNTAX, "-x", "c++", FORMS)
        self.right(sys.executable, "tests/cli/manual.py", "./colex", "Manual.test_it_is_complete_and_names_what_exists")
        ask = "import sys; sys.path.insert(0, 'tests/oracle'); import definitions as d; t = d.TRUTHS['rotate'][1]; "
        said = self.run_there(sys.executable, "-c", ask + "print(t('4:1') == d.REFUSED, t('(4,8):(1,4)')[:3])").stdout
        self.assertTrue(said.startswith("True "), said)

    def test_seven_files(self):
        function, head, row, definition, entry, *others = blocks("Add an operation")
        self.add(function, head, row, definition, entry, *others)
        self.right(sys.executable, "tools/operation_pages.py", "./colex")
        self.right(sys.executable, "tools/operation_kinds.py", "./colex")
        self.right(sys.executable, "tests/cli/readers.py", "./colex", "Readers", "Tied", "Names")
        self.right(sys.executable, "tests/cli/forms.py", "./colex", "Forms.test_every_operation_has_a_form_or_a_reason")
        self.right(*SYNTAX, "-Isrc/unknowns", UNKNOWNS)
        self.right(sys.executable, "tests/cli/manual.py", "./colex", "Manual.test_it_is_complete_and_names_what_exists")
        calls = "import definitions as d; print(d.uncovered(['rotate']), [d.TRUTHS['rotate'][0]() for _ in range(50)])"
        self.assertIn("[] [", self.run_there(sys.executable, "-c", "import sys; sys.path.insert(0, 'tests/oracle'); " + calls).stdout)
        (self.root / "syntax.cpp").write_text(
            '#include "colex/text.hpp"\n#include "colex/structure.hpp"\nusing namespace colex;\n' + head.removeprefix("//"))
        self.right(*SYNTAX, "syntax.cpp")

    def test_a_step_left_out_is_noticed(self):
        row = blocks("Add an operation")[2]
        help_with = [json.dumps({"op": "help", "args": []})]
        manual = json.loads(subprocess.run([BUILD / "colex_algebra", "batch"], input=help_with[0] + "\n", check=True,
                                           capture_output=True, text=True).stdout)["result"]  # fmt: skip
        page = {"op": "rotate", "takes": "L: layout", "C++": "structure.hpp rotate", "errors": "none", "options": []}
        manual["pages"].append(page)
        manual["operations"].append("rotate")
        self.assertIn("rotate(L: layout)", row)
        (self.root / "ask.py").write_text(f"""
import sys
sys.argv[1:] = ["{BUILD / "colex_algebra"}"]
sys.path[:0] = ["tests/cli", "tests/oracle"]
import definitions, readers
page = {page!r}
print(*readers.lacking(["rotate"]), *readers.renamed([page]), *readers.untied([page], readers.Tied.SYSTEMS, []),
      *definitions.uncovered(["rotate"]), sep="\\n")
""".replace("import definitions, readers", "import tool; tool.main = lambda: None\nimport definitions, readers"))
        said = self.run_there(sys.executable, "ask.py").stdout.splitlines()
        for wanted in ("docs/operations.md: rotate", "rotate: rotate", "props/number_systems: rotate", "rotate"):
            self.assertIn(wanted, said)


class AddAConfig(Recipe):
    @unittest.skipIf(HOST_PLATFORM == "none", "SKIP: built without kernels")
    def test_one_file(self):
        [config] = blocks("Edit a kernel, or add a config")
        name, typename = re.search(r'name = "(\w+)"', config)[1], re.search(r"struct (\w+) ", config)[1]
        self.insert(CONFIGS, config + "\n", "using CopyConfigs = ")
        path = self.root / CONFIGS
        path.write_text(path.read_text().replace("CopyStridedI64>;", f"CopyStridedI64, {typename}>;"))
        self.assertEqual(self.touched(), [CONFIGS])
        self.insert("gpu_kernels/certified.inc", f"COLEX_CERTIFIED(copy, {name})\n", "COLEX_CERTIFIED(permute, transpose_f32)")  # as certify does
        self.right(*COMPILE, "tests/kernel/copy_test.cpp")
        self.right("g++", "one.o", "-o", "copy_test", str(BUILD / HOST_PLATFORM), "-lgtest", "-lgtest_main", "-lboost_context", "-lfmt", "-pthread")
        said = self.run_there("./copy_test")
        self.assertEqual(said.returncode, 0, said.stdout)
        self.assertIn("CopyInterleaveF32", said.stdout)
        for target in ("clang:gfx942", "nvcc:sm_90a"):
            ran = self.run_there(sys.executable, "tests/kernel/device_code.py", target, "tests/kernel/device_kernels.cpp", "-Iinclude", "-Igpu_kernels")
            print("SKIP:" if ran.returncode == 77 else "asked:", target)
            self.assertIn(ran.returncode, (0, 77), ran.stdout + ran.stderr)


class AddALaw(Recipe):
    def test_five_files(self):
        old, new = "coalesce_preserves_the_map", "coalesce_keeps_the_map"
        places = [f"include/colex/laws/{old}.hpp", f"props/{old}.cpp", f"smt/theorems/{old}.cpp"]
        for place in places:
            (self.root / place.replace(old, new)).write_text((self.root / place).read_text().replace(old, new))
            self.assertNotEqual(self.run_there(sys.executable, "tools/check_mirror.py").returncode, 0)
        with open(self.root / "smt/laws.inc", "a", encoding="utf-8") as list_of_laws:
            list_of_laws.write(f'COLEX_THEOREM({new}, "")\n')
        self.right(sys.executable, "tools/check_mirror.py")
        edits = self.root / "tests/mutation/edits.txt"
        first = edits.read_text().split("\n\n")[1].replace(old, new)
        edits.write_text(edits.read_text() + "\n" + first + "\n")
        self.assertEqual(len(self.touched()), 5)
        for place in places:
            self.right(*SYNTAX, "-x", "c++", place.replace(old, new))
        for place in [*places, "smt/laws.inc"]:
            path = self.root / place.replace(old, new)
            text = path.read_text()
            path.write_text("") if path.suffix == ".inc" else path.unlink()
            self.assertNotEqual(self.run_there(sys.executable, "tools/check_mirror.py").returncode, 0, place)
            path.write_text(text)


unittest.main(argv=sys.argv[:1] + sys.argv[4:], verbosity=2)
