#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The page asks every command of the tool that needs no solver and no files: panes_test.py PAGE.JS TOOL. Where node is installed, each pane's
commands, of the values that its fields begin with, are asked of the tool."""
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

PANES = re.search(r"^const layoutField.*?(?=^// -+ engine)", pathlib.Path(sys.argv[1]).read_text(), re.M | re.S)[0]
TOOL = str(pathlib.Path(sys.argv[2]).resolve())

BEYOND = {
    "help": "of the shell", "completion": "of the shell", "batch": "of programs", "serve": "of programs",
    "prove": "Z3 and cvc5", "certify": "Z3 and kernels", "run": "kernels", "execute": "files of machine code", "inspect": "files of machine code",
}  # fmt: skip
ASK = """
const all = Object.entries(PANES).map(([name, pane]) => {
  const f = Object.fromEntries(pane.fields.map((field) => [field.name, field.value]));
  return {name, fields: f, asked: pane.asked, text: pane.text ? pane.text(f) : null, answer: pane.answer(f), drawn: [pane.drawn(f), ...(pane.pictures ? pane.pictures(f) : [])].filter(Boolean),
          more: [...(pane.explain ? [pane.explain(f)] : []), ...(pane.facts ? pane.facts(f) : [])]};
});
console.log(JSON.stringify({all, examples: EXAMPLES.map(([, name, values]) => [name, Object.keys(values)])}));
"""


def tool(*words, folder=None):
    return subprocess.run([TOOL, *words], capture_output=True, text=True, check=False, cwd=folder)


class Panes(unittest.TestCase):
    def test_every_command_is_asked(self):
        commands = re.findall(r"^  (\w+)  ", tool("--help").stdout.split("Operations, each")[0], re.M)
        self.assertGreater(len(commands), 15)
        asked = set(re.findall(r'\["(\w+)"', PANES)) | {"draw"}  # what is drawn is asked of draw
        self.assertEqual([c for c in commands if c not in asked and c not in BEYOND], [])
        self.assertEqual([c for c in BEYOND if c in asked], [])

    @unittest.skipIf(shutil.which("node") is None, "SKIP: no node")
    def test_what_the_panes_begin_with_is_answered(self):
        ran = subprocess.run(["node", "-e", f"const words = (line) => line.split(' ').map((w) => w.replaceAll(\"'\", ''));\n{PANES.split('/// The words of a command line')[0]}{ASK}"],
                             capture_output=True, text=True, check=True)  # fmt: skip
        page = json.loads(ran.stdout)
        for pane in page["all"]:
            with self.subTest(pane["name"]), tempfile.TemporaryDirectory() as folder:
                self.assertLessEqual(set(pane["asked"]), set(pane["fields"]))
                if pane["text"] is not None:
                    pathlib.Path(folder, "text").write_text(pane["text"])
                said = tool(*pane["answer"], folder=folder)
                self.assertTrue(said.stdout.strip(), (pane["answer"], said.stderr))
                self.assertLess(said.returncode, 2, (pane["answer"], said.stderr))
                for words in pane["drawn"]:
                    drawn = tool("draw", *words, "--json", folder=folder)
                    self.assertTrue(json.loads(drawn.stdout or "{}").get("grids"), (words, drawn.stderr))
                for words in pane["more"]:
                    more = tool(*words, folder=folder)  # what has no answer is not shown
                    self.assertTrue(more.stdout.strip() or more.returncode == 2, words)
        panes = {pane["name"]: pane for pane in page["all"]}
        for name, fields in page["examples"]:
            self.assertLessEqual(set(fields), set(panes[name]["fields"]), name)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
