#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""One law, one predicate, and its name wherever it is used.

Fails when a law has no property or no theorem, when smt/laws.inc, which the catalogue and the build read, and the files
of smt/theorems/ and smt/refuted/ differ, or when an exception below is no longer one.

    tools/check_mirror.py [ROOT]
"""
import pathlib
import re
import sys

# Laws that no theorem covers yet, and why. A law leaves this table when smt/theorems/<law>.cpp is listed.
NOT_YET_PROVED: dict[str, str] = {}


def stems(folder, suffix):
    return {path.stem for path in folder.glob("*" + suffix)}


def faults(root):
    laws = stems(root / "include/colex/laws", ".hpp")
    properties = stems(root / "props", ".cpp")
    theorems = stems(root / "smt/theorems", ".cpp")
    refuted = stems(root / "smt/refuted", ".cpp")

    for law in sorted(laws):
        text = (root / "include/colex/laws" / (law + ".hpp")).read_text()
        if f"struct {law} " not in text:
            yield f"include/colex/laws/{law}.hpp: no struct of that name"
        if law not in properties:
            yield f"{law}: no property, props/{law}.cpp"
        if law not in theorems and law not in NOT_YET_PROVED:
            yield f"{law}: no theorem, smt/theorems/{law}.cpp, and no reason in NOT_YET_PROVED"
    for law in sorted(NOT_YET_PROVED):
        if law not in laws:
            yield f"NOT_YET_PROVED: {law} is no law"
        elif law in theorems:
            yield f"NOT_YET_PROVED: {law} has a theorem; take it off the list"
    for kind, files in (("props", properties), ("smt/theorems", theorems)):
        for stem in sorted(files - laws):
            yield f"{kind}/{stem}.cpp: no law of that name"
        for stem in sorted(files & laws):
            if f'"colex/laws/{stem}.hpp"' not in (root / kind / (stem + ".cpp")).read_text():
                yield f"{kind}/{stem}.cpp: does not use its law"

    text = (root / "smt/laws.inc").read_text()
    for kind, files in (("THEOREM", theorems), ("REFUTED", refuted)):
        folder = "smt/theorems" if kind == "THEOREM" else "smt/refuted"
        listed = re.findall(rf"^COLEX_{kind}\((\w+)", text, re.M)
        for stem in sorted(files - set(listed)):
            yield f"{folder}/{stem}.cpp: not in smt/laws.inc"
        for stem in sorted(set(listed) - files):
            yield f"smt/laws.inc: {folder}/{stem}.cpp does not exist"
        for stem in sorted({stem for stem in listed if listed.count(stem) > 1}):
            yield f"smt/laws.inc: {stem} is there twice"


def main():
    root = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).resolve().parent.parent
    found = list(faults(root))
    for fault in found:
        print(fault)
    if not found:
        laws = stems(root / "include/colex/laws", ".hpp")
        print(f"{len(laws)} laws: {len(laws)} with a property, {len(laws) - len(NOT_YET_PROVED)} with a theorem")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
