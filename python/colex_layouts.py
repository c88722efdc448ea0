# SPDX-License-Identifier: MIT
"""What the distribution colex-layouts needs before the package `colex` is imported: the command, and a watch for another `colex`.

PyPI's distribution `colex`, a library about colours, has a package of the same name. In one environment each overwrites files of the
other, so that neither can be trusted; colex-layouts.pth imports this module when Python starts, and `import colex` then says so.
PYTEST_DONT_REWRITE: pytest would warn that it comes too late.
"""

import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
BIN = os.path.join(HERE, "colex", "bin")
PROGRAM = os.path.join(BIN, "colex")


def another() -> str:
    """What is wrong where another distribution's `colex` lies in the folder of this one, else nothing."""
    found = [name for name in os.listdir(HERE) if name.startswith("colex-") and name.endswith(".dist-info")]
    if not found:
        return ""
    return (f"another `colex`, {found[0].removesuffix('.dist-info')}, is in the way of colex-layouts in {HERE}: "
            "pip uninstall colex colex-layouts, then pip install the one that is meant")  # fmt: skip


class Watch:
    """Finds nothing; refuses the import of `colex` where two lie in its folder."""

    @staticmethod
    def find_spec(name: str, path: object = None, target: object = None) -> None:
        if name == "colex" and (wrong := another()):
            raise ImportError(wrong, name="colex")


sys.meta_path.insert(0, Watch)


def environment() -> dict[str, str]:
    """Of the program: the cvc5 that it asks is one on PATH, else that of the wheel cvc5."""
    return {**os.environ, "PATH": os.pathsep.join([os.environ.get("PATH", os.defpath), BIN]), "COLEX_PYTHON": sys.executable}


def main() -> None:
    """The command `colex`."""
    wrong = another() or ("" if os.path.exists(PROGRAM) else "this wheel has no command; on Linux and macOS wheels do")
    if wrong:
        print(f"colex: {wrong}", file=sys.stderr)
        sys.exit(2)  # as where input cannot be used
    os.execve(PROGRAM, ["colex", *sys.argv[1:]], environment())
