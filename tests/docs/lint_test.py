#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""tools/lint finds nothing in the headers, and finds what is planted: lint_test.py ROOT"""
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(sys.argv[1]).resolve()

PLANTED = """#include <string>
#include "colex/colex.hpp"
inline std::size_t length(std::string text) { return text.size(); }
"""


def main():
    ran = subprocess.run([ROOT / "tools/lint"], capture_output=True, text=True, check=False)
    if ran.returncode:
        print(ran.stdout + ran.stderr)
        return ran.returncode
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder) / "include/colex/planted.hpp"
        source.parent.mkdir(parents=True)
        source.write_text(PLANTED)
        includes_it = pathlib.Path(folder) / "planted.cpp"
        includes_it.write_text(f'#include "{source}"\n')
        ran = subprocess.run([ROOT / "tools/lint", includes_it], capture_output=True, text=True, check=False)
        if ran.returncode != 1 or "performance-unnecessary-value-param" not in ran.stdout:
            print(f"the planted warning in a header was not reported: {ran.stdout}{ran.stderr}")
            return 1
    print("no warning in include/colex; the planted one is reported")
    return 0


if __name__ == "__main__":
    sys.exit(main())
