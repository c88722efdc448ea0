#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Inputs at and far beyond the limits: one clear error each, in seconds and megabytes that are measured.

    beyond_limits.py build/colex                 under ulimit -v, which a sanitizer's shadow memory does not fit
    beyond_limits.py build-san/colex --sanitized without: the time is bounded loosely, the memory not at all
"""
import functools
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
import unittest

COLEX = sys.argv[1] if len(sys.argv) > 1 else "build/colex"
SANITIZED = "--sanitized" in sys.argv
ADDRESS_SPACE = 512 << 20
MILLION = 10**6
NIGHTLY = "COLEX_NIGHTLY" in os.environ


def limited(arguments, *pieces, seconds=10.0, megabytes=96):
    """(exit status, stdout, stderr) of one run, which must keep to the seconds of processor time and to the
    resident megabytes. Its input is the pieces, bytes or (bytes, times): a child starts with its parent's resident
    size as its own maximum, so this process holds no long input."""
    def limit():
        if not SANITIZED:
            resource.setrlimit(resource.RLIMIT_AS, (ADDRESS_SPACE, ADDRESS_SPACE))
    with tempfile.TemporaryFile() as stdin, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        length = 0
        for piece, times in (p if isinstance(p, tuple) else (p, 1) for p in pieces):
            for _ in range(times):
                length += stdin.write(piece)
        stdin.seek(0)
        start = time.monotonic()
        child = subprocess.Popen([COLEX, *arguments], stdin=stdin, stdout=out, stderr=err, preexec_fn=limit)
        _, status, used = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        cpu, resident = used.ru_utime + used.ru_stime, used.ru_maxrss / 1024
        out.seek(0), err.seek(0)
        print(f"  {' '.join(arguments)[:60]:60} {length:>9} bytes in  {cpu:6.2f} s  {resident:6.1f} MiB resident, "
              f"{time.monotonic() - start:.2f} s passed")
        assert cpu <= seconds * (20 if SANITIZED else 1), f"{cpu:.1f} s, more than {seconds}"
        assert SANITIZED or resident <= megabytes, f"{resident:.0f} MiB resident, more than {megabytes}"
        return child.returncode, out.read().decode(), err.read().decode()


def request(op, *args):
    return json.dumps({"op": op, "args": list(args)}).encode()


GOOD = request("coalesce", "(2,1):(3,1)")
TOO_LARGE = "args[0]:1:67: more than 32 leaves, or nested beyond 64 nodes"


class Limits(unittest.TestCase):
    def refused(self, message, *line, **bounds):
        """The line gets one error with this message, and the line after it is answered."""
        status, out, err = limited(["batch"], *line, b"\n" + GOOD + b"\n", **bounds)
        self.assertEqual((status, err, out.count("\n")), (0, "", 2))
        first, second = map(json.loads, out.splitlines())
        self.assertEqual((first["ok"], first["error"]["condition"]), (False, "input"))
        self.assertEqual(first["error"]["message"], message)
        self.assertEqual(second["result"], "2:3")

    def test_a_line_of_a_megabyte_is_read(self):
        self.refused(TOO_LARGE, b'{"op": "size", "args": ["(', (b"1,", (1 << 19) - 100), b'1)"]}')

    def test_a_longer_line_is_not(self):
        self.refused("the line is longer than 1 MiB", (b" ", 1 << 20), GOOD)
        self.refused("the line is longer than 1 MiB", (b"(" * 1024, 64 << 10), megabytes=48)

    def test_a_million_modes(self):
        start, end = b'{"op": "size", "args": ["(2', b')"]}'
        self.refused("the line is longer than 1 MiB", start, (b",2", MILLION - 1), end)
        self.refused(TOO_LARGE, start, (b",2", MILLION // 2), end)
        status, out, _ = limited(["batch"], b'{"op": "find_layout", "args": [[0', (b",0", MILLION // 3 - 1), b"]]}")
        self.assertEqual((status, json.loads(out)["result"]), (0, f"{MILLION // 3}:0"))

    def test_a_depth_of_ten_thousand(self):
        deep = "(" * 10000 + "1" + ")" * 10000
        self.refused("args[0]:1:65: more than 32 leaves, or nested beyond 64 nodes", request("depth", deep))
        status, out, err = limited(["depth", deep])
        self.assertEqual((status, out), (2, ""))
        self.assertEqual(err, "layout:1:65: more than 32 leaves, or nested beyond 64 nodes\n")
        for op in ("composition", "slice"):
            args = ("4:1", deep) if op == "composition" else (deep, "4:1")
            status, out, err = limited(["batch"], request(op, *args))
            reply = json.loads(out)
            self.assertEqual((status, out.count("\n"), reply["error"]["condition"]), (0, 1, "input"))
            self.assertIn("more than 32 leaves, or nested beyond 64 nodes", reply["error"]["message"])

    def test_deep_json(self):
        for depth in (100, 10000, 500000):
            brackets = (b"[", depth), (b"]", depth)
            for start, end in ((b"", b""), (b'{"op": "size", "args": [', b"]}"),
                               (b'{"op": "swizzle_xor16", "args": [1, ', b"]}")):  # fmt: skip
                self.refused("JSON nested beyond 64 levels", start, *brackets, end)
        self.refused("JSON nested beyond 64 levels", (b'{"a":', 150000), b"1", (b"}", 150000))

    def test_many_lines(self):
        if not NIGHTLY:
            print("nightly: beyond_limits: a batch of a million lines; by day fewer: they take a minute", flush=True)
        lines = MILLION // 20 if SANITIZED else MILLION if NIGHTLY else MILLION // 5
        status, out, err = limited(["batch"], (GOOD + b"\n", lines), seconds=60)
        self.assertEqual((status, err, out.count("\n")), (0, "", lines))
        self.assertEqual(set(out.splitlines()), {'{"ok":true,"result":"2:3"}'})

    def test_a_long_table(self):
        status, out, err = limited(["find_layout", "-"], (b"0," * 1024, (1 << 14) + 1), b"0", megabytes=400)
        self.assertEqual((status, out), (2, ""))
        self.assertIn("more than 2^24 values", err)
        self.assertEqual(err.count("\n"), 1)

    def test_certificates(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "c.json")
            checked = functools.partial(limited, ["certify", "--check", path], megabytes=128)  # of which LLVM, which reads code, has some
            for text, message in ((b"[" * (8 << 20) + b"]" * (8 << 20), "JSON nested beyond 64 levels"),
                                  (b" " * ((16 << 20) + 1), "longer than 16 MiB")):  # fmt: skip
                with open(path, "wb") as file:
                    file.write(text)
                self.assertEqual(checked(), (2, "", f"colex: {path}: {message}\n"))
            with open(path, "wb") as file:
                file.write(b"[" + b"0," * ((8 << 20) - 2) + b"0]")
            self.assertEqual(checked(),
                             (2, "", f"colex: {path}: more than 2^20 JSON values\n"))
            few = b'{"format": "colex certificate 2", "config": "copy_unpad_f32", "kernel": "copy"'
            for count, key, said in ((40_000, "k%d", "more than 1024 keys in one object"), (500_000, "k%d", "more than 1024 keys in one object")):
                with open(path, "wb") as file:
                    file.write(few + "".join(f', "{key % k if "%" in key else key}": 0' for k in range(count)).encode() + b"}")
                self.assertEqual(checked(seconds=20), (2, "", f"colex: {path}: {said}\n"))
            with open(path, "wb") as file:
                file.write(few + b', "a": 0' * 500_000 + b"}")
            self.assertEqual(checked()[:2], (1, f'{path}: a field is there twice: "a"\n'))
            with open(path, "wb") as file:
                file.write(few + "".join(f', "k{k}": 0' for k in range(900)).encode() + b"}")
            status, out, _ = checked(seconds=60)
            self.assertEqual((status, out.count("an unknown field")), (1, 8))
            self.assertIn("892 more unknown fields", out)
            with open(path, "wb") as file:
                file.write(few + b"}\0 anything")
            self.assertEqual(checked(), (2, "", f"colex: {path}: not JSON: a byte of value 0\n"))


unittest.main(argv=sys.argv[:1], verbosity=2)
