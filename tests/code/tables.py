#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`colex inspect` on kernels whose addresses come from tables (tables.hip), for AMD and in PTX, under stated facts: tables.py COLEX

What is said of each is compared with the table below; where a verdict holds, it is in a certificate that both solvers prove, and some are checked again. Where `colex execute` can be
handed a table that the facts allow and that the verdict names, it must find the fault, and with drawn ones that a verdict which holds allows it must find none.
"""
import json
import os
import pathlib
import random
import re
import shutil
import struct
import subprocess
import sys
import tempfile

from execute_page import CLANG, PTX
from judged import check, wrong

HERE = pathlib.Path(__file__).resolve().parent
IN = "0 <= T[*] < 128"
UNIT = {"tables.co": "(64,2):(4,256)", "tables.ptx": "(32,4):(4,128)"}
EACH = {"tables.co": "(64,2):(1,64)", "tables.ptx": "(32,4):(1,32)"}
# Kernel, facts: whether it is free of races, and in bounds; what is said of an access; what is said of a verdict that does not hold.
JUDGED = [
    ("paged", [], "holds", "holds", None, None),
    ("paged", ["0 <= T[*]"], "holds", "holds", "2048 * T[BLOCK] + POOL + UNIT", None),
    ("paged", ["T.u32[*] < 1000"], "holds", "holds", "2048 * T[BLOCK] + POOL + UNIT", None),
    ("paged", ["0 <= T[*] < 1000", "T % 16 == 0"], "holds", "holds", "2048 * T[BLOCK] + POOL + UNIT", None),
    ("paged_64", ["0 <= T.i64[*] < 1000"], "holds", "holds", "2048 * T[BLOCK] + POOL + UNIT", None),
    ("rows", ["0 <= T[*] < 1000"], "holds", "holds", {"tables.co": "POOL + 2048 * T[16 * BLOCK + ((8,8),2):((0,1),8)] + ((8,8),2):((4,0),0)",
                                                      "tables.ptx": "POOL + 2048 * T[16 * BLOCK + ((8,4),4):((0,1),4)] + ((8,4),4):((4,0),0)"}, None),
    ("rows", ["0 <= T[*] < 1000", "T[*] % 8 == 0"], "holds", "holds", None, None),
    ("experts", ["T.u32[*] < 8"], "holds", "holds", {"tables.co": "POOL + 4096 * T[((32,2),2):((0,1),2)] + ((32,2),2):((4,0),0)", "tables.ptx": "POOL + 4096 * T[(32,4):(0,1)] + (32,4):(4,0)"}, None),
    ("gather", [], "holds", "undecided", None, "an entry of T: --assume '0 <= T[*]'"),
    ("gather", [IN], "holds", "holds", "at 4 * T[EACH]; aligned to 4", None),
    ("gather", ["0 <= T[*] < 129"], "holds", "undecided", None, "byte 515 is past the 512 bytes of MEMORY where T[0] is 128, in thread 0; --assume '0 <= T[*] < 128' keeps it inside"),
    ("gather", ["T[*] < 128"], "holds", "undecided", None, "where T[0] is -1, in thread 0; --assume '0 <= T[*] < 128' keeps it inside"),
    ("gather", ["0 <= T[*] < 1000", "T[*] % 4 == 0"], "holds", "undecided", None, "where T[0] is 128, in thread 0; --assume '0 <= T[*] < 125' keeps it inside"),
    ("gather", ["0 <= T[*] < 131", "T[*] % 4 == 0"], "holds", "undecided", None, "where T[0] is 128, in thread 0"),
    ("gather", ["0 <= T[*] < 128", "T[*] % 4 == 0"], "holds", "holds", None, None),
    ("scatter", [IN], "undecided", "holds", None, "with no barrier between, where T[0] is 0 and T[OTHER] is 0 (--assume 'T distinct' says that they differ)"),
    ("scatter", [IN, "T distinct"], "holds", "holds", None, None),
    ("gather", [IN, "T % 4 == 0"], "holds", "holds", "at 4 * T[EACH]; aligned to 4", None),
    ("scatter_twice", [IN, "T distinct"], "undecided", "holds", None, "with no barrier between, where T[0] is 0"),
    ("scatter_rows", [IN, "T distinct"], "holds", "holds", None, None),
    ("scatter_wide_rows", [IN, "T distinct"], "undecided", "holds", None, "with no barrier between, where T["),
    ("halves", [IN, "T distinct"], "holds", "holds", None, None),
    ("halves", ["0 <= T[*] < 129", "T distinct"], "undecided", "holds", None, "is 128"),
    ("scatter", ["0 <= T[*] < 100", "T distinct"], "undecided", "holds", None, "facts contradict each other: 128 distinct entries of T, of 100 values"),
    ("renewed", [IN], "holds", "undecided", None, "may store, so that no fact of it is taken"),
    ("renewed_by_choice", [IN], "holds", "undecided", None, "may store, so that no fact of it is taken"),
    ("renewed_at_once", [IN], "holds", "undecided", None, "may store, so that no fact of it is taken"),
    ("renewed_elsewhere", [IN], "holds", "undecided", None, "may store, so that no fact of it is taken"),
    ("stored_by_own", [IN], "fails", "holds", None, "which nothing orders"),
    ("stored_by_one", [IN], "holds", "holds", None, None),
    ("wrapped", [IN, "T distinct"], "undecided", "undecided", None, "with no barrier between"),
    ("guarded", ["0 <= T[*]"], "undecided", "holds", None, "with no barrier between, where T[0] is 0 and T["),
    ("guarded", ["0 <= T[*]", "T distinct"], "holds", "holds", None, None),
    ("guarded", ["T.u32[*] % 2 == 0", "T distinct"], "holds", "holds", None, None),
    ("guarded_loosely", ["0 <= T[*]", "T distinct"], "holds", "undecided", None, "byte 515 is past the 512 bytes of MEMORY where T[0] is 128, in thread 0"),
    ("guarded_above", ["T[*] < 1000", "T distinct"], "undecided", "undecided", None, "with no barrier between"),
    ("guarded_above", ["0 <= T[*] < 1000", "T distinct"], "holds", "holds", None, None),
    ("guarded_elsewhere", ["0 <= T[*] < 1000", "T distinct"], "holds", "undecided", None, "where T[0] is 128, in thread 0"),
    ("sequence", ["0 <= T[*] < 1000"], "holds", "holds", {"tables.co": "2048 * T[(BLOCK * arg24 + trip@", "tables.ptx": "2048 * T[(BLOCK * param_3 + trip@"}, None),
    ("summed", ["0 <= T[*] < 64"], "holds", "holds", None, None),
    ("summed", ["0 <= T[*] < 65"], "holds", "undecided", None, "an address may be past the 512 bytes")]  # fmt: skip
# Of these: the table with which the executor finds a fault, and the fault.
SHOWN = [("gather", [128] + [0] * 127, "out of bounds"), ("gather", [-1] + [0] * 127, "out of bounds"), ("scatter", [0] * 128, "data race"), ("scatter_twice", list(range(128)), "data race"),
         ("scatter_wide_rows", [*range(2, 6), 0, *range(6, 65), 1, *range(65, 128)], "data race"), ("halves", [128, *range(127)], "data race"), ("stored_by_own", list(range(128)), "data race"),
         ("wrapped", [0, *range(32, 95), 16, *range(100, 128), *range(1, 16), *range(17, 32), *range(95, 100)], "data race"), ("guarded", [0] * 128, "data race"),
         ("guarded_loosely", [128, *range(127)], "out of bounds"), ("guarded_above", [-(1 << 30), *range(1, 64), 0, *range(64, 127)], "data race"),
         ("guarded_elsewhere", [500, *range(127)], "out of bounds"), ("summed", [64] * 256, "out of bounds")]  # fmt: skip
DRAWN = 1  # table of those that the facts of a verdict that holds allow


def run(colex, folder, *words):
    return subprocess.run([colex, *map(str, words)], cwd=folder, capture_output=True, text=True, check=False, timeout=120)


def named(text, file):
    """T, POOL, BLOCK, UNIT and EACH as the file has them."""
    table, pool = ("arg0", "arg8") if file.endswith(".co") else ("param_0", "param_1")
    for word, to in (("UNIT", UNIT[file]), ("EACH", EACH[file]), ("BLOCK", "block"), ("POOL", pool), ("MEMORY", "LDS" if file.endswith(".co") else "shared memory"),
                     ("OTHER", "64" if file.endswith(".co") else "32")):  # fmt: skip
        text = text.replace(word, to)
    return re.sub(r"\bT\b", table, text)


def judged(colex, folder, file):
    for kernel, facts, races, bounds, access, why in JUDGED:
        words = [file, "--kernel", kernel, "--block", "128", *(w for f in facts for w in ("--assume", named(f, file)))]
        what = f"{file} {kernel} {facts}"
        ran = run(colex, folder, "inspect", *words, "--json", "--sarif", "out.sarif")
        if ran.returncode not in (0, 1) or ran.stderr:
            wrong.append(f"{what}: {ran.returncode}, {ran.stderr}")
            continue
        said, text = json.loads(ran.stdout)[0], run(colex, folder, "inspect", *words).stdout if access or why else ""
        check(f"{what}: races", said["race_free"]["verdict"], races)
        check(f"{what}: bounds", said["in_bounds"]["verdict"], bounds)
        if access is not None:
            access = named(access if isinstance(access, str) else access[file], file)
            check(f"{what}: {access}", access in re.sub(r"block\[\d+:\d+\]", "block", text), True)
        if why is not None:
            why = named(why, file)
            sarif = json.dumps(json.loads((folder / "out.sarif").read_text())["runs"][0]["results"])
            for form, content in (("text", text), ("JSON", ran.stdout), ("SARIF", sarif)):
                check(f"{what}: {why} in {form}", why in content, True)
        elif races == bounds == "holds" and facts:
            certificate = run(colex, folder, "inspect", *words, "--certificate", "c.json")
            check(f"{what}: the certificate", (certificate.returncode, certificate.stdout.splitlines()[-1:]), (0, ["proved by Z3 and cvc5"]))
            if kernel in ("scatter", "guarded"):
                checked = run(colex, folder, "inspect", file, "--check", "c.json")
                check(f"{what}: the certificate again", (checked.returncode, checked.stdout.splitlines()[:1]), (0, ["c.json: holds"]))
            if kernel == "scatter":
                forged(colex, folder, file, what)


def forged(colex, folder, file, what):
    """Without the fact on which it rests a certificate does not hold, and with a weaker one solvers do not prove it."""
    whole = json.loads((folder / "c.json").read_text())
    assumed = whole["kernels"][0]["assumed"]
    check(f"{what}: facts", sorted(assumed.values()), ["< 128", "distinct"])
    for key, to in ((next(k for k, v in assumed.items() if v == "distinct"), None), (next(k for k, v in assumed.items() if v == "< 128"), "< 129")):
        other = json.loads(json.dumps(whole))
        if to is None:
            del other["kernels"][0]["assumed"][key]
        else:
            other["kernels"][0]["assumed"][key] = to
        (folder / "forged.json").write_text(json.dumps(other))
        check(f"{what}: a certificate without {key}", run(colex, folder, "inspect", file, "--check", "forged.json").returncode, 1)


def executed(colex, folder, file, kernel, table):
    """The kinds of findings with that table."""
    header = f"{{'descr': '<i4', 'fortran_order': False, 'shape': ({len(table)},), }}"
    header += " " * (-(len(header) + 11) % 64) + "\n"
    (folder / "t.npy").write_bytes(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + struct.pack(f"<{len(table)}i", *table))
    ran = run(colex, folder, "execute", file, "--kernel", kernel, "--block", "128", "--arg", "in:t.npy", "--arg", "random:f32[512]", "--arg", "out:o.npy:f32[512]", "--json")
    if ran.returncode not in (0, 1):
        wrong.append(f"{file} {kernel}: {ran.stderr}")
        return set()
    return set(json.loads(ran.stdout)["counts"])


def shown(colex, folder, file):
    for kernel, table, fault in SHOWN:
        found = executed(colex, folder, file, kernel, table)
        check(f"{file} {kernel}, executed: {found}", fault in found, True)
    draw = random.Random(7)
    for kernel, facts, races, bounds, *_ in JUDGED:
        if not (races == bounds == "holds" and facts) or kernel in ("paged", "paged_64", "rows", "experts", "sequence", "stored_by_one"):  # no LDS; a race of one value
            continue
        below = next((int(f.split("<")[-1]) for f in facts if f[-1].isdigit() and "<" in f.split("[*]")[-1]), 300)
        step = next((int(f.split("%")[1].split("==")[0]) for f in facts if "%" in f), 1)
        values = range(0, below, step)
        for _ in range(DRAWN):
            table = draw.sample(values, 128) if "T distinct" in facts else draw.choices(values, k=256)
            found = executed(colex, folder, file, kernel, table)
            check(f"{file} {kernel} {facts}, executed with {table}: {found}", found & {"data race", "out of bounds"}, set())


def unseen(colex, folder):
    """What was scattered is shown to the copy engine, or not."""
    text = (folder / "fence.ptx").read_text()
    for fence, races in (("", "undecided"), ("fence.proxy.async.shared::cta;", "holds")):
        (folder / "sent.ptx").write_text(text.replace("FENCE", fence).replace("sm_80", "sm_90"))
        ran = run(colex, folder, "inspect", "sent.ptx", "--kernel", "sent", "--block", "128", "--assume", "0 <= param_0[*] < 128", "--assume", "param_0 distinct", "--json")
        check(f"sent with '{fence}': {ran.stderr}", json.loads(ran.stdout)[0]["race_free"]["verdict"], races)
        found = executed(colex, folder, "sent.ptx", "sent", list(range(128)))
        check(f"sent with '{fence}', executed: {found}", "data race" in found, races != "holds")


def open_forms(colex, folder):
    """Why no entry is taken: a pointer that a loop moves on, entries of 2 bytes, entries that are cut."""
    for kernel, why in (("moved", "an entry of param_0 by a pointer that a loop moves on: a place counted from param_0 on would be known"),
                        ("halved", "of 2 bytes: entries of tables have 4 or 8"), ("cut", "the address has param_0[")):  # fmt: skip
        ran = run(colex, folder, "inspect", "tables.ptx", "--kernel", kernel, "--block", "128", "--assume", "0 <= param_0[*] < 100")
        check(f"{kernel}: {ran.stdout}", (ran.returncode, why in ran.stdout), (1, True))


def meant(colex, folder):
    """A layout without the table is not the address."""
    (folder / "meant.txt").write_text("read: load global 4 = 4 * ((8,16),1):((1,0),0) + arg8\n")
    ran = run(colex, folder, "inspect", "tables.co", "--kernel", "rows", "--assume", "0 <= arg0[*] < 8", "--expect", "meant.txt")
    (folder / "tables.colex").write_text("inspect(tables.co, meant.txt, kernel=rows, assume=0 <= arg0[*] < 8, assume=arg8 % 64 == 0) == no\n")
    asked = run(colex, folder, "check", "tables.colex")
    check(f"a question with facts: {asked.stderr}", (asked.returncode, asked.stdout), (0, "1 of 1 as expected\n"))
    check(f"as expected, beside a table: {ran.stderr}", (ran.returncode, "the address has 2048 * arg0[" in ran.stdout), (1, True))


def refused(colex, folder):
    for fact, about in (("arg99[*] < 8", "no argument 'arg99'"), ("arg0[*] <", "entries are"), ("arg0[*] % 3 == 0", "no power of two"), ("0 <= arg0 distinct", "entries are"),
                        ("arg0[*] < 0", "entries are"), ("arg0[*] < x", "entries are"), ("arg0[*]", "entries are"), ("arg0.i16[*] < 8", "no argument 'arg0.i16'")):  # fmt: skip
        ran = run(colex, folder, "inspect", "tables.co", "--kernel", "gather", "--assume", fact)
        check(f"--assume '{fact}'", (ran.returncode, ran.stderr.count("\n"), about in ran.stderr), (2, 1, True))
    ran = run(colex, folder, "inspect", "tables.co", "--kernel", "gather", "--assume", "arg0.i32[*] < 8", "--assume", "arg0.i64[*] < 8")
    check("two types", (ran.returncode, "another type" in ran.stderr), (2, True))


def main(colex):
    if not shutil.which(CLANG[0]) or not shutil.which("ld.lld-19"):
        print(f"SKIP: no {CLANG[0]} with ld.lld-19")
        return 77
    colex = os.path.abspath(colex)
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        for command, file in ((CLANG, "tables.co"), (PTX, "tables.ptx")):
            subprocess.run([*command, HERE / "tables.hip", "-o", folder / file], check=True)
            if file == "tables.ptx":
                text = (folder / file).replace(folder / "fence.ptx").read_text()
                (folder / file).write_text(text.replace("FENCE", ""))
            judged(colex, folder, file), shown(colex, folder, file)
        refused(colex, folder), unseen(colex, folder), meant(colex, folder), open_forms(colex, folder)
    if wrong:
        sys.exit("FAIL: " + "\n".join(wrong))
    print(f"{len(JUDGED)} questions of kernels that go through tables are answered as they must be, for AMD and in PTX")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
