#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Links, pages and theorem numbers lead somewhere, and one that does not is named: references_test.py ROOT"""
import pathlib
import re
import shutil
import sys
import tempfile
import unittest

ROOT = pathlib.Path(sys.argv[1]).resolve()
sys.path.insert(0, str(ROOT / "tools"))
import check_references  # noqa: E402


class References(unittest.TestCase):
    def test_this_tree(self):
        self.assertEqual(list(check_references.faults(ROOT)), [])

    def planted(self, text, name="docs/page.md"):
        """The faults of a small tree whose page is `text`."""
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            (root / "docs").mkdir()
            shutil.copy(ROOT / check_references.THEORY, root / "docs")
            (root / "docs/laws.md").write_text(
                "\n".join(f"### {path.stem}" for path in (ROOT / "include/colex/laws").glob("*.hpp")))
            shutil.copy(ROOT / "docs/02_proofs.md", root / "docs")
            (root / "docs/SOUNDNESS.md").write_text("")
            (root / "docs/09_reference.md").write_text("")
            (root / name).write_text(text)
            return [fault for fault in check_references.faults(root) if fault.startswith(name)]

    def test_what_leads_somewhere_is_no_fault(self):
        self.assertEqual(self.planted("# A `b`, c\n\n[here](#a-b-c) [law](laws.md#swizzle_is_an_involution) T26 docs/laws.md\n"), [])
        self.assertEqual(self.planted("```cpp\nmap[x](nothing.md)\n```\n[out](https://example.org/x.md)\n"), [])

    def test_what_leads_nowhere_is_named(self):
        for text, fault in (("[x](nothing.md)", "docs/page.md:1: no file nothing.md"),
                            ("\n[x](laws.md#no_law)", "docs/page.md:2: no heading laws.md#no_law"),
                            ("by `tools/no_tool.py`", "docs/page.md:1: no file tools/no_tool.py"),
                            ("[x](#gone)", "docs/page.md:1: no heading #gone"),
                            ("by T" "99", "docs/page.md:1: T99 is not stated in docs/03_theory.md"),
                            ("see docs/" + "absent.md", "docs/page.md:1: no page docs/absent.md")):
            self.assertEqual(self.planted(text), [fault])

    def test_sources_are_read_too(self):
        self.assertEqual(self.planted("// by T98\n", "head.hpp"), ["head.hpp:1: T98 is not stated in docs/03_theory.md"])

    def test_a_law_that_is_cited_is_one(self):
        law, other = "swizzle_is_an_involution", "injective_is_exact"
        for text in (f"// Law: {law}.", f"// Laws: {law}, {other}.  Source: x", f"// Laws: {law},\n//   {other}", f"// by the law {law}",
                     "// Law: no_law(j) == j", "// the law of no_law", "# see theorem no_law.py"):
            self.assertEqual(self.planted(text + "\n", "head.hpp"), [])
        for text, line in (("// Law: no_law", 1), (f"// Laws: {law}, no_law.", 1), (f"\n// Laws: {law},\n//   no_law", 2), ("by law no_law", 1),
                           ("of theorem `no_law`, and", 1)):  # fmt: skip
            self.assertEqual(self.planted(text + "\n", "head.hpp"), [f"head.hpp:{line}: no_law is no law of docs/laws.md"], text)

    def test_each_statement_has_an_example(self):
        for section in (ROOT / check_references.THEORY).read_text().split("\n## ")[1:]:
            stated, shown = re.findall(r"^### (T\d+)$", section, re.M), re.findall(r"^\$ colex .*   # (T\d+)$", section, re.M)
            self.assertEqual(stated, list(dict.fromkeys(shown)))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
