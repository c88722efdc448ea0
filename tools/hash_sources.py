#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes a C++ header with the SHA-256 of source files: hash_sources.py OUTPUT FILE..."""
import hashlib
import sys

digest = hashlib.sha256()
for path in sorted(sys.argv[2:]):
    with open(path, "rb") as source:
        digest.update(source.read())
with open(sys.argv[1], "w", encoding="utf-8") as header:
    header.write("// SPDX-License-Identifier: MIT\n// Made by tools/hash_sources.py.\n#pragma once\n"
                 f'inline constexpr char const* kSourceHash = "{digest.hexdigest()}";\n')
