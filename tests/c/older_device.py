#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Which configs a device has by its compute capability, asked over a stub of CUDA: older_device.py ROOT; exit status 77 without clang."""
import pathlib
import shutil
import sys
import tempfile

import first_map


def main():
    root, compiler = pathlib.Path(sys.argv[1]).resolve(), shutil.which("clang++-19")
    if compiler is None:
        print("SKIPPED: no clang++-19")
        return 77
    with tempfile.TemporaryDirectory() as folder:
        status, words = first_map.said(compiler, root, folder, "older_device.cpp")
    print(words, end="")
    return status


if __name__ == "__main__":
    sys.exit(main())
