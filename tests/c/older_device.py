#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Which configs a device has by its compute capability, asked over a stub of CUDA: older_device.py ROOT; exit status 77 without clang."""
import sys

import first_map


def asked(compiler, root, folder):
    status, words = first_map.said(compiler, root, folder, "older_device.cpp")
    print(words, end="")
    return status


if __name__ == "__main__":
    sys.exit(first_map.with_clang(asked))
