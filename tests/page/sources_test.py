#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The sources that tools/playground compiles are of one program: sources_test.py TOOLS/PLAYGROUND. Needs no emscripten."""
import importlib.machinery
import importlib.util
import re
import sys

loader = importlib.machinery.SourceFileLoader("playground", sys.argv[1])
playground = importlib.util.module_from_spec(importlib.util.spec_from_loader("playground", loader))
loader.exec_module(playground)

sources = playground.sources()
names = {path.stem for path in sources}
mains = [path.name for path in sources if re.search(r"^int main\(", path.read_text(), re.M)]
failed = [f"{len(mains)} files have a main(): {', '.join(mains)}"] * (mains != ["main.cpp"])
print("\n".join(failed) or f"{len(names)} sources, one main()")
sys.exit(bool(failed))
