#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every C++ file of the tree is as clang-format-14 writes it: format_test.py ROOT

`clang-format-14 -i FILE` mends one. Exit status 77: clang-format-14 is not installed.
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(sys.argv[1]).resolve()


def sources():
    """The C++ files; build folders and hidden ones are left out."""
    for folder, folders, names in os.walk(ROOT):
        folders[:] = [f for f in folders if not f.startswith((".", "build"))]
        yield from (pathlib.Path(folder) / name for name in names if name.endswith((".hpp", ".cpp", ".h", ".cu")))


def misformatted(files):
    """What clang-format says of the files, by a few hundred at a time."""
    said = ""
    for k in range(0, len(files), 200):
        ran = subprocess.run(["clang-format-14", "--dry-run", "--Werror", "--ferror-limit=1", f"--style=file:{ROOT / '.clang-format'}",
                              *files[k : k + 200]], capture_output=True, text=True, check=False)  # fmt: skip
        if ran.returncode:
            said += ran.stderr
    return said


def main():
    if not shutil.which("clang-format-14"):
        print("SKIP: clang-format-14 is not installed")
        return 77
    files = sorted(sources())
    if len(files) < 300:
        print(f"only {len(files)} files were found")
        return 1
    if said := misformatted(files):
        print(said)
        return 1
    with tempfile.TemporaryDirectory() as folder:
        planted = pathlib.Path(folder) / "planted.cpp"
        planted.write_text("int  main( ) { }\n")
        if "planted.cpp" not in misformatted([planted]):
            print("a file with two blanks in a row was taken for formatted")
            return 1
    print(f"{len(files)} files are formatted, and the planted one is not")
    return 0


if __name__ == "__main__":
    sys.exit(main())
