# SPDX-License-Identifier: MIT
"""The program `colex` that answers questions with unknowns: the one that COLEX_PROGRAM names, else the one of the package."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess

import colex_layouts

MISSING = "the command colex and Z3: pip install 'colex-layouts[prove]', or COLEX_PROGRAM names another colex"


def program() -> str | None:
    if named := os.environ.get("COLEX_PROGRAM"):
        return shutil.which(named)
    return colex_layouts.PROGRAM if importlib.util.find_spec("z3") and os.path.exists(colex_layouts.PROGRAM) else None


def run(program: str, words: list[str], text: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run([program, *words], input=text, env=colex_layouts.environment(), capture_output=True, text=True, check=False)
