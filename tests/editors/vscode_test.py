#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The extension for VS Code: its files, its grammar on lines, and what its script starts, by node over stubs."""
import json
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDER = ROOT / "editors/vscode"
MANIFEST = json.loads((FOLDER / "package.json").read_text())
GRAMMAR = json.loads((FOLDER / "syntaxes/colex.tmLanguage.json").read_text())
STUBS = {
    "vscode/index.js": 'exports.workspace = {getConfiguration: (name) => ({get: (key) => `${name}.${key} of the user`})};',
    "vscode-languageclient/node.js": "exports.LanguageClient = class { constructor(...given) { this.given = given; }\n"
                                     "  start() { console.log(JSON.stringify(this.given)); }\n  stop() { console.log('stopped'); } };",
}  # fmt: skip


def scopes(line):
    """[(text, scope)] of a line: at each place the pattern that begins first, and of those the first in the list."""
    found, at = [], 0
    while at < len(line):
        hits = [(hit.start(), k, hit) for k, pattern in enumerate(GRAMMAR["patterns"]) if (hit := re.compile(pattern["match"]).search(line, at)) and hit.group()]
        if not hits:
            break
        _, k, hit = min(hits)
        found.append((hit.group(), GRAMMAR["patterns"][k]["name"].removesuffix(".colex")))
        at = hit.end()
    return found


class Extension(unittest.TestCase):
    def test_the_manifest(self):
        version = re.search(r"^  version: '([^']+)'", (ROOT / "meson.build").read_text(), re.M)[1]
        self.assertEqual(MANIFEST["version"], version)
        given = MANIFEST["contributes"]
        for path in (MANIFEST["main"], given["languages"][0]["configuration"], given["grammars"][0]["path"]):
            self.assertTrue((FOLDER / path).is_file(), path)
        self.assertEqual(given["grammars"][0]["scopeName"], GRAMMAR["scopeName"])
        self.assertEqual((given["languages"][0]["id"], given["languages"][0]["extensions"]), (given["grammars"][0]["language"], [".colex"]))
        json.loads((FOLDER / "language-configuration.json").read_text())

    def test_the_grammar(self):
        self.assertEqual(scopes("complement(64:1, K) == K/64:64 if K % 64 == 0  # K == 1"),
                         [("complement", "entity.name.function"), ("64", "constant.numeric"), (":", "keyword.operator"), ("1", "constant.numeric"),
                          ("K", "variable.parameter"), ("==", "keyword.operator"), ("K", "variable.parameter"), ("/", "keyword.operator"),
                          ("64", "constant.numeric"), (":", "keyword.operator"), ("64", "constant.numeric"), ("if", "keyword.control"),
                          ("K", "variable.parameter"), ("%", "keyword.operator"), ("64", "constant.numeric"), ("==", "keyword.operator"),
                          ("0", "constant.numeric"), ("# K == 1", "comment.line.number-sign")])  # fmt: skip
        self.assertIn(("is refused: cotarget_divides", "keyword.control"), scopes("complement(4:3, 16) is refused: cotarget_divides"))
        self.assertEqual(scopes("Sw<3,4,3> o 4:1")[0], ("Sw", "support.type"))
        self.assertIn(("o", "keyword.operator"), scopes("Sw<3,4,3> o 4:1"))
        self.assertEqual(scopes("bijective(4:1, 4) == yes")[-1], ("yes", "constant.language"))

    @unittest.skipIf(shutil.which("node") is None, "no node")
    def test_what_is_started(self):
        with tempfile.TemporaryDirectory() as folder:
            for name, text in STUBS.items():
                path = pathlib.Path(folder, "node_modules", name)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text)
            shutil.copy(FOLDER / "extension.js", folder)
            ran = subprocess.run(["node", "-e", "const e = require('./extension.js'); e.activate(); e.deactivate();"], cwd=folder, capture_output=True, text=True, check=False)
            self.assertEqual((ran.returncode, ran.stderr), (0, ""))
            started, stopped = ran.stdout.splitlines()
            self.assertEqual(json.loads(started), ["colex", "colex", {"command": "colex.python of the user", "args": ["-m", "colex.language_server"]},
                                                   {"documentSelector": [{"language": "colex"}]}])  # fmt: skip
            self.assertEqual(stopped, "stopped")


unittest.main(verbosity=2)
