#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The same sources in two folders give the same bits: reproducible.py BUILD

Some small sources of the tool; with COLEX_NIGHTLY the tool and the
kernels' library whole. The compiler's cache is not used. A source that names its own folder shows that a difference is seen.
"""
import hashlib
import json
import os
import pathlib
import shlex
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(sys.argv[1])
SMALL = ["smt/sym/sha256.cpp", "gpu_kernels/platform/host/finding.cpp", "src/cli/npy.cpp"]
PARTS = ["include", "src", "smt/sym", "gpu_kernels"]
ENVIRONMENT = {**os.environ, "CCACHE_DISABLE": "1"}


def compiled(tree, command, source, planted=False):
    """The hash of the object."""
    words = shlex.split(command)
    words = words[1:] if words[0].endswith("ccache") else words
    for flag in ("-o", "-MF", "-MQ"):
        words[words.index(flag) + 1] = "object.o" if flag == "-o" else "object.d"
    if planted:
        source = tree / "planted.cpp"
        source.write_text("char const* place() { return __FILE__; }\n")
        words[words.index("-c") + 1] = str(source)
    subprocess.run(words, cwd=tree / "build", check=True, env=ENVIRONMENT)
    return hashlib.sha256((tree / "build/object.o").read_bytes()).hexdigest()


def objects():
    commands = {os.path.normpath(entry["file"]).removeprefix("../"): entry["command"]
                for entry in json.loads((BUILD / "compile_commands.json").read_text())}  # fmt: skip
    sources = [source for source in SMALL if source in commands]
    assert len(sources) == len(SMALL), f"{sources} are all that is compiled alone"
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        trees = [pathlib.Path(folder) / "a", pathlib.Path(folder) / "another/and/longer"]
        for tree in trees:
            for part in PARTS:
                shutil.copytree(ROOT / part, tree / part)
            (tree / "build").mkdir()
            for made in BUILD.glob("**/source_hash.hpp"):
                (tree / "build" / made.relative_to(BUILD)).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(made, tree / "build" / made.relative_to(BUILD))
        for source in sources:
            same = len({compiled(tree, commands[source], source) for tree in trees}) == 1
            failed += not same
            print(f"{'ok  ' if same else 'FAIL'} {source}")
        seen = len({compiled(tree, commands[sources[0]], sources[0], planted=True) for tree in trees}) == 2
        failed += not seen
        print(f"{'ok  ' if seen else 'FAIL'} a source that names its folder differs")
    return failed


def whole():
    wanted = ["colex", "colex-prove", "colex-certify", "colex-run", "colex-unknowns", "gpu_kernels/c/libcolex_kernels.so"]
    found = []
    with tempfile.TemporaryDirectory() as folder:
        for name in ("a", "another/and/longer"):
            tree = pathlib.Path(folder) / name
            tree.mkdir(parents=True)
            files = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
            for file in filter(None, files.split("\0")):
                (tree / file).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / file, tree / file)
            for command in (["meson", "setup", "build"], ["ninja", "-C", "build", *wanted]):
                subprocess.run(command, cwd=tree, check=True, env=ENVIRONMENT, stdout=subprocess.DEVNULL)
            found.append({one: hashlib.sha256((tree / "build" / one).read_bytes()).hexdigest() for one in wanted})
    for one in wanted:
        print(f"{'ok  ' if found[0][one] == found[1][one] else 'FAIL'} {one}: {found[0][one]}")
    return found[0] != found[1]


if not os.environ.get("COLEX_NIGHTLY"):
    print("nightly: reproducible: the tool and the kernels' library, built twice; by day some sources: a build takes minutes")
sys.exit(bool(objects() or (os.environ.get("COLEX_NIGHTLY") and whole())))
