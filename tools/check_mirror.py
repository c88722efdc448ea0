#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""One law, one predicate, and its name wherever it is used.

Fails when a law has no property or no theorem, when a file of props/, smt/theorems/ or smt/refuted/ is not
built, declared and listed, or when an exception below is no longer one.

    tools/check_mirror.py [ROOT]
"""
import pathlib
import re
import sys

# Laws that no theorem covers yet, and why. A law leaves this table when smt/theorems/<law>.cpp is listed.
NOT_YET_PROVED: dict[str, str] = {}


def stems(folder, suffix):
    return {path.stem for path in folder.glob("*" + suffix)}


def list_in_meson(text, variable):
    found = re.search(variable + r"\s*=\s*\[(.*?)\]", text, re.S)
    return set(re.findall(r"'([^']+)'", found.group(1))) if found else set()


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

    built = (root / "props/meson.build").read_text()
    for stem in sorted(properties):
        if f"'{stem}'" not in built:
            yield f"props/{stem}.cpp: not in props/meson.build"

    built = (root / "smt/meson.build").read_text()
    declared = (root / "smt/catalogue.hpp").read_text()
    listed = (root / "smt/catalogue.cpp").read_text()
    for kind, type_name, files in (("theorem", "Theorem", theorems), ("refuted", "RefutedClaim", refuted)):
        folder = "smt/theorems" if kind == "theorem" else "smt/refuted"
        in_meson = list_in_meson(built, kind + "_stems")
        for stem in sorted(files | in_meson):
            if stem not in files:
                yield f"smt/meson.build: {folder}/{stem}.cpp does not exist"
                continue
            if stem not in in_meson:
                yield f"{folder}/{stem}.cpp: not in smt/meson.build"
            if not re.search(rf"\b{type_name} {stem}\(\);", declared):
                yield f"{folder}/{stem}.cpp: not in smt/catalogue.hpp"
            if not re.search(rf"\b{stem}\(\)", listed):
                yield f"{folder}/{stem}.cpp: not in smt/catalogue.cpp"


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
