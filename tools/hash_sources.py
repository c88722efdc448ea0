#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The SHA-256 of a kernel's sources: its entry header and everything of this repository that they include.

  hash_sources.py                      one line per kernel: its name, the hash, the number of files
  hash_sources.py HEADER DEPFILE       writes them as a C++ header, and the files as a depfile

Files are found by their #include lines, whatever platform these are for. Left out are the host platform, which checks
kernels and is no part of one, and the table of certified configs, which holds the hashes.
"""
import hashlib
import pathlib
import re
import sys

from kernels import KERNELS

ROOT = pathlib.Path(__file__).resolve().parents[1]
FOLDERS = ("gpu_kernels", "include")
LEFT_OUT = ("certified.inc", "platform/host/")


def sources(kernel, root=ROOT):
    """The files, sorted by their path in the repository."""
    found, ahead = set(), [root / "gpu_kernels" / KERNELS[kernel].entry]
    while ahead:
        path = ahead.pop()
        if path in found:
            continue
        found.add(path)
        for name in re.findall(r'^\s*#\s*include\s+"([^"]+)"', path.read_text(encoding="utf-8"), re.M):
            if name.startswith(LEFT_OUT):
                continue
            places = [p for p in (root / folder / name for folder in FOLDERS) if p.exists()]
            if not places:
                sys.exit(f"{path}: no file for #include \"{name}\"")
            ahead.append(places[0])
    return sorted(found, key=lambda path: path.relative_to(root).as_posix())


def digest(kernel, root=ROOT):
    total = hashlib.sha256()
    for path in sources(kernel, root):
        total.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return total.hexdigest()


def main(arguments):
    if not arguments:
        for kernel in KERNELS:
            print(kernel, digest(kernel), len(sources(kernel)))
        return
    header, depfile = arguments
    with open(header, "w", encoding="utf-8") as out:
        out.write("// SPDX-License-Identifier: MIT\n// Made by tools/hash_sources.py.\n#pragma once\n"
                  "struct KernelSources {\n  char const* kernel;\n  char const* sha256;\n};\n"
                  "inline constexpr KernelSources kernel_sources[] = {\n")
        out.writelines(f'    {{"{kernel}", "{digest(kernel)}"}},\n' for kernel in KERNELS)
        out.write("};\n")
    files = sorted({str(path) for kernel in KERNELS for path in sources(kernel)})
    with open(depfile, "w", encoding="utf-8") as out:
        out.write(f"{header}: {' '.join(name.replace(' ', chr(92) + ' ') for name in files)}\n")


if __name__ == "__main__":
    main(sys.argv[1:])
