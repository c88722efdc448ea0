# SPDX-License-Identifier: MIT
"""Triton's unit tests of LinearLayout, compiled against triton/, where that class asks colex. COLEX_PEER_TRITON is a checkout."""
import os
import pathlib
import re
import subprocess
import tempfile

import cxx


def run(folder, colex):
    file = pathlib.Path(folder) / "unittest/Tools/LinearLayoutTest.cpp"
    include = [f"-I{cxx.HERE.parent.parent / 'include'}", f"-I{cxx.HERE / 'triton'}"]
    with tempfile.TemporaryDirectory() as build:
        program = pathlib.Path(build) / "linear_layout_test"
        cxx.call([os.environ.get("CXX", "g++"), "-std=c++20", "-w", "-O0", *include, file, "-o", program,
                  "-lgtest", "-lgmock", "-lpthread"])  # fmt: skip
        names = re.findall(r"^  (\w+)", subprocess.run([program, "--gtest_list_tests"], capture_output=True, text=True,
                                                       check=True).stdout, re.M)  # fmt: skip
        tests = {name: one(program, name) for name in names}
    return {"tests": tests, "rows": [], "left": {}}


def one(program, name):
    """A process per test: a refusal aborts it."""
    ran = subprocess.run([program, f"--gtest_filter=*.{name}"], capture_output=True, text=True, check=False)
    lines = (ran.stdout + ran.stderr).strip().splitlines()
    said = [line for line in lines if "Failure" in line or "colex" in line]
    return "" if ran.returncode == 0 and "[       OK ]" in ran.stdout else (said or lines[-1:])[0]
