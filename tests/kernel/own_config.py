#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A user's own copy config, in the user's own directory, is certified and runs; edited, it no longer compiles.

  own_config.py EXAMPLE PKG_CONFIG_PATH      the example project, and where colex-certificates.pc is
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

EXAMPLE, PACKAGES = sys.argv[1:3]
ENVIRONMENT = {**os.environ, "PKG_CONFIG_PATH": PACKAGES}


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=ENVIRONMENT)
    return done.returncode, done.stdout + done.stderr


def expect(what, condition, said):
    print(("ok   " if condition else "FAIL ") + what)
    if not condition:
        print(said[-3000:])
    return not condition


failed = 0
with tempfile.TemporaryDirectory() as folder:
    ENVIRONMENT["CCACHE_BASEDIR"] = folder  # what ccache kept of another run's folder is found
    own = pathlib.Path(folder) / "own"
    shutil.copytree(EXAMPLE, own)
    built = str(own / "build")
    status, said = run("meson", "setup", built, str(own))
    failed += expect("the project finds colex", status == 0, said)
    status, said = run("ninja", "-C", built, "-j1")
    failed += expect("the config is certified and compiles", status == 0, said)
    status, said = run("meson", "test", "-C", built, "--print-errorlogs")
    failed += expect("it runs, and its certificate holds", status == 0 and "OK" in said, said)

    certificate = pathlib.Path(built) / "my_copy.json"
    forged = own / "forged.json"
    text = certificate.read_text(encoding="utf-8") if certificate.exists() else ""
    forged.write_text(text.replace('"threads": 64', '"threads": 32'), encoding="utf-8")
    status, said = run(f"{built}/certify", "--check", str(forged))
    failed += expect("a forged certificate does not hold", status == 1 and "its parameters are not" in said, said)
    status, said = run(f"{built}/certify", "--check", str(own / "none.json"))
    failed += expect("no certificate is one line", status == 2 and said.count("\n") == 1, said)

    flags = run("pkg-config", "--cflags", "colex-certificates")[1].split()
    compile_main = ("c++", "-std=c++20", "-fsyntax-only", *flags, f"-I{own}", f"-I{built}", str(own / "main.cpp"))
    config = own / "my_copy.hpp"
    text = config.read_text(encoding="utf-8")
    for what, old, new in (("other threads", "threads = 64", "threads = 128"), ("another step", "source_step = 32", "source_step = 40"),
                           ("another layout", "(1,8)", "(1,6)"), ("another element", "float", "std::int32_t")):  # fmt: skip
        config.write_text(text.replace(old, new), encoding="utf-8")
        status, said = run(*compile_main)
        failed += expect(f"{what} than were certified do not compile", status != 0 and "NotCertified" in said, said)
    config.write_text(text, encoding="utf-8")
    status, said = run(*compile_main)
    failed += expect("what was certified does", status == 0, said)
print(f"{failed} failed")
sys.exit(failed != 0)
