#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`colex inspect` on small kernels whose answers are known: judged.py build/colex

Those of judged.hip have layouts, races in some trip only, or addresses that cannot be said. Those of planted.hip wait or do not. Then `reverse`
of examples/execute loses its waits and its barrier, one at a time: what the executor finds early must not be called sufficient. Damaged files are
refused in one line.
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
import xml.etree.ElementTree

from execute_page import CLANG

HERE = pathlib.Path(__file__).resolve().parent
AFFINE = "(64,2):(4,256)"
READ_BACK = "(64,2):(-4,-256)"
CHOSEN = ["(64,2):(8,512)", AFFINE, READ_BACK]
# Kernel: layouts of its LDS accesses in order (None: an index map), whether LDS is free of races, and how many layouts are undecided.
JUDGED = {
    "affine": ([], "holds", 0),
    "swizzled": (["Sw<3,4,3> o 0 o (64,2):(16,1024)", "Sw<3,4,3> o 0 o ((8,8),2):((256,16),128)"], "holds", 0),
    "ring": ([AFFINE, "(64,2):(-4,-256)"], "holds", 0),
    "one_stage": ([AFFINE, "(64,2):(-4,-256)"], "fails", 0),
    "other_stage": ([AFFINE, "(64,2):(-4,-256)"], "fails", 0),
    "wrong_second_trip": ([AFFINE, "(64,2):(-4,-256)"] * 3, "fails", 0),
    "wrong_later_trip": ([AFFINE, "(64,2):(-4,-256)"] * 6, "fails", 0),
    "paced": ([AFFINE, "(64,2):(-4,-256)"], "holds", 0),
    "paced_and_stored": ([AFFINE, "(64,2):(-4,-256)", AFFINE], "fails", 0),
    "overtaken": ([AFFINE, "(64,2):(-4,-256)", AFFINE], "fails", 0),
    "signed_ring": ([AFFINE, "(64,2):(-4,-256)"], "holds", 0),
    "signed_other_stage": ([AFFINE, "(64,2):(-4,-256)"], "fails", 0),
    "signed_rest_of_three": ([AFFINE, "(64,2):(-4,-256)"], "undecided", 0),
    "squares": ([AFFINE, None], "holds", 0),
    "data_dependent": ([], "holds", 1),
    "carried_alike": ([], "holds", 0),
    "carried_apart": ([], "holds", 1),
    "two_ways": (["(64,2):(8,512)", AFFINE], "undecided", 0),
    "chosen_by_argument": (CHOSEN, "holds", 0),
    "chosen_by_block": (CHOSEN, "holds", 0),
    "chosen_by_memory": (CHOSEN, "undecided", 0),
    "chosen_by_wave": ([AFFINE, CHOSEN[0], READ_BACK], "undecided", 0),
    "chosen_in_each_trip": (4 * CHOSEN + [READ_BACK], "holds", 0),
    "chosen_by_trip": (CHOSEN, "undecided", 0),
    "chosen_by_two_bits": (CHOSEN, "undecided", 0),
    "chosen_after_a_choice": (CHOSEN, "holds", 0),
    "chosen_again_by_memory": (CHOSEN, "undecided", 0)}  # fmt: skip
# Kernel of planted.hip: whether its waits suffice.
WAITS = {"first_of_two_reads": "holds", "second_of_two_reads": "fails", "one_of_two_scalar_loads": "fails", "both_scalar_loads": "holds",
         "lds_not_waited_for": "fails", "lds_waited_for": "holds"}  # fmt: skip
wrong = []


def check(what, got, want):
    if got != want:
        wrong.append(f"{what}: {got}, not {want}")


class Tool:
    def __init__(self, colex, folder):
        self.colex, self.folder = os.path.abspath(colex), pathlib.Path(folder)

    def __call__(self, *words):
        return subprocess.run([self.colex, *map(str, words)], cwd=self.folder, capture_output=True, text=True, check=False, timeout=600)

    def inspected(self, *words):
        ran = self("inspect", *words, "--json")
        if ran.returncode not in (0, 1) or ran.stderr:
            sys.exit(f"FAIL: {words}: {ran.returncode}, {ran.stderr}")
        return {one["kernel"]: one for one in json.loads(ran.stdout)}

    def refused(self, *words, about):
        ran = self("inspect", *words)
        if (ran.returncode, ran.stdout) != (2, "") or not re.fullmatch(r"colex: [^\n]+\n", ran.stderr) or about not in ran.stderr:
            wrong.append(f"{words}: {ran.returncode} {ran.stdout[:200]!r} {ran.stderr!r}, not a line about {about!r}")


def layouts(tool):
    found = tool.inspected("judged.co")
    check("kernels", set(found), set(JUDGED))
    for kernel, (want, race_free, undecided) in JUDGED.items():
        one = found[kernel]
        lds = [a for a in one["accesses"] if a["space"] == "LDS"]
        check(kernel, [a["forms"][0].get("layout") for a in lds], want)
        check(f"{kernel}, races", one["race_free"]["verdict"], race_free)
        check(f"{kernel}, undecided", sum("undecided" in a for a in one["accesses"]), undecided)
        check(f"{kernel}, waits", one["waits"]["verdict"], "holds")
    square = found["squares"]["accesses"][1]
    check("squares", (square["forms"][0]["kind"], square["forms"][0]["offsets"]), ("index map", [4 * (t * t % 128) for t in range(128)]))
    check("two_ways", [f["layout"] for f in found["two_ways"]["accesses"][0]["forms"]], ["(64,2):(8,512)", AFFINE])
    check("affine", found["affine"]["accesses"][0]["forms"][0], {"base": "2048 * block[0:23] + arg0", "kind": "affine", "layout": "(64,2):(16,1024)", "alignment": 4, "pointers": ["arg0"]})
    check("data_dependent", "loaded@" in found["data_dependent"]["accesses"][1]["undecided"], True)
    check("degrees", [a["bank_degree"] for a in found["swizzled"]["accesses"] if a["space"] == "LDS"], [1, 2])
    check("sectors", found["affine"]["accesses"][0]["sectors"], 16)
    for kernel, before in (("swizzled", ["the start"]), ("ring", ["the start", "s_barrier"])):
        stored, read = (a for a in found[kernel]["accesses"] if a["space"] == "LDS")
        named = [[b if b == "the start" else b["instruction"] for b in a["behind"]] for a in (stored, read)]
        check(f"{kernel}, barriers", ([sorted(named[0], reverse=True), named[1]], stored["address"] < read["behind"][0]["address"] < read["address"]), ([sorted(before, reverse=True), ["s_barrier"]], True))
    # A pointer's alignment is not known: a fact says it.
    known = tool.inspected("judged.co", "--kernel", "affine", "--assume", "arg0 % 64 == 0")["affine"]["accesses"][0]["forms"][0]
    check("a fact of a pointer", known["alignment"], 4)
    for fact in ("arg0 % 4 == 0", "arg0 % 64 == 0"):  # which leaves the pointer the base
        for line, status in (("x: load global 16 = 128:16 + arg0", 0), ("x: load global 16 = 128:16 + arg8", 1)):
            ran = tool("inspect", "judged.co", "--kernel", "swizzled", "--assume", fact, "--expect", line)
            check(f"{fact}: {line}: {ran.stdout}{ran.stderr}", ran.returncode, status)
    # A race is shown by arrays of 256 KiB, where the facts allow them.
    for fact, verdict in (("bytes(arg0) >= 262144", "fails"), ("bytes(arg0) >= 262145", "undecided"), ("bytes(arg0) < 262144", "undecided")):
        check(f"a race where {fact}", tool.inspected("judged.co", "--kernel", "one_stage", "--assume", fact)["one_stage"]["race_free"]["verdict"], verdict)
    spent = tool.inspected("judged.co", "--kernel", "ring", "--budget", "5")["ring"]
    check("a spent budget", (spent["not_understood"][0]["why"], spent["race_free"]["verdict"]), ("the budget of instructions is spent", "undecided"))
    ran = tool("inspect", "judged.co", "--kernel", "data_dependent", "--sarif", "out.sarif")
    log = json.loads((tool.folder / "out.sarif").read_text())["runs"][0]
    check("SARIF", (ran.returncode, [r["ruleId"] for r in log["results"]], {r["id"] for r in log["tool"]["driver"]["rules"]}),
          (1, ["undecided"], {"undecided", "race", "missing-wait", "short-distance", "misaligned", "not-as-expected", "not-as-before"}))  # fmt: skip
    for kernel, status in (("ring", 0), ("one_stage", 1), ("data_dependent", 1)):
        check(f"{kernel}, exit status", tool("inspect", "judged.co", "--kernel", kernel).returncode, status)
    for kernel in ("swizzled", "affine", "data_dependent"):  # a picture of each layout, but that one access has of another is said once
        ran = tool("inspect", "judged.co", "--kernel", kernel, "--page", "out.html")
        page = xml.etree.ElementTree.fromstring((tool.folder / "out.html").read_text())
        forms = [f for a in found[kernel]["accesses"] if "forms" in a for f in a["forms"]]
        pictures = [e for e in page.iter() if e.tag.endswith("}svg")]
        again = [e for e in page.iter("p") if (e.text or "") == "As of "]
        check(f"the page of {kernel}", (page.find(".//pre").text == ran.stdout, len(pictures) + len(again), len(pictures) > 0), (True, len(forms), True))
    check("--page beside --diff", tool("inspect", "judged.co", "--diff", "judged.co", "--page", "out.html").returncode, 2)


def told_apart(tool):
    """Both solvers answer that a block makes one of two stores; that it makes one of them twice they do not."""
    solver = shutil.which("cvc5")
    for kernel in (k for k, (_, races, _) in JUDGED.items() if k.startswith("chosen") and races == "holds"):
        ran = tool("inspect", "judged.co", "--kernel", kernel, "--certificate", "chosen.json")
        check(f"{kernel}: {ran.stdout}{ran.stderr}", (ran.returncode, "0 not covered\nproved by Z3 and cvc5" in ran.stdout), (0, True))
        check(f"{kernel}, checked", tool("inspect", "judged.co", "--check", "chosen.json").returncode, 0)
        script = json.loads((tool.folder / "chosen.json").read_text())["kernels"][0]["race_free"][0]["smtlib"]
        both = re.search(r"\(not \(and \(= (t\d+) #b1\) \(= (t\d+) #b1\)\)\)", script)
        for question, answer in ((script, "unsat"), (both and script.replace(both[0], both[0].replace(both[2], both[1])), "sat")):
            said = subprocess.run([solver, "--lang=smt2"], input=question, capture_output=True, text=True, check=False).stdout.strip() if solver and question else answer
            check(f"{kernel}: {both and both[0]}", (bool(both), said), (True, answer))


def planted(tool):
    for kernel, verdict in WAITS.items():
        one = tool.inspected("planted.co", "--kernel", kernel, "--block", "128")[kernel]
        check(kernel, one["waits"]["verdict"], verdict)
    one = tool.inspected("planted.co", "--kernel", "misaligned_lds", "--block", "128")["misaligned_lds"]
    check("misaligned_lds", any(a.get("misaligned") for a in one["accesses"]), True)


def left_out(tool):
    """Each wait of each kernel of judged.hip becomes an s_nop. Where the executor finds an early use, the waits must not be said to suffice."""
    whole = (tool.folder / "judged.co").read_bytes()
    section = re.search(r"\.text\s+PROGBITS\s+(\w+) (\w+)", subprocess.run(["llvm-readelf-19", "-SW", "judged.co"], cwd=tool.folder, capture_output=True, text=True).stdout)
    shift = int(section[2], 16) - int(section[1], 16)
    said = subprocess.run(["llvm-objdump-19", "-d", "judged.co"], cwd=tool.folder, capture_output=True, text=True).stdout
    arguments = {"affine": ["out:o.npy:i32[1024]"], "swizzled": ["random:i32[512]", "out:o.npy:i32[512]"], "squares": ["out:o.npy:i32[128]"],
                 "ring": ["random:i32[512]", "out:o.npy:i32[512]", "i32:4"]}  # fmt: skip
    kernel, found, sufficient = None, 0, 0
    for line in said.splitlines():
        head, code = re.match(r"[0-9a-f]+ <(\w+)>:", line), re.match(r"\ts_waitcnt .*// ([0-9A-F]+):", line)
        kernel = head[1] if head else kernel
        if not code or kernel not in arguments:
            continue
        data = bytearray(whole)
        data[int(code[1], 16) + shift :][:4] = b""
        data = whole[: int(code[1], 16) + shift] + struct.pack("<I", 0xBF800000) + whole[int(code[1], 16) + shift + 4 :]
        (tool.folder / "less.co").write_bytes(data)
        verdict = tool.inspected("less.co", "--kernel", kernel)[kernel]["waits"]["verdict"]
        words = [word for a in arguments[kernel] for word in ("--arg", a)]
        ran = tool("execute", "less.co", "--kernel", kernel, "--block", "128", *words, "--json")
        early = "early use" in json.loads(ran.stdout)["counts"] if ran.returncode != 2 else True
        if early and verdict != "fails":
            wrong.append(f"{kernel} without the wait at {code[1]}: an early use is executed, and the waits are said to suffice")
        found, sufficient = found + (verdict == "fails"), sufficient + (verdict == "holds")
    print(f"waits left out: {found} are missed, {sufficient} are not needed")
    if found < 6:
        wrong.append(f"only {found} of the waits that are left out are missed")


STORED = "stored: store LDS 16 = Sw<3,4,3> o 0 o ((64,2),2):((16,1024),2048), stage epoch"
READ = "read: load LDS 16 = Sw<3,4,3> o 0 o ((8,16),2):((256,16),2048), stage epoch + 1"


def results(tool, *words):
    """(rule, file, line or address) of each result in SARIF."""
    ran = tool("inspect", *words, "--sarif", "out.sarif")
    check(f"{words}: an error line", ran.stderr, "")
    for one in json.loads((tool.folder / "out.sarif").read_text())["runs"][0]["results"]:
        place = one["locations"][0]["physicalLocation"]
        yield one["ruleId"], place["artifactLocation"]["uri"], place.get("region", {}).get("startLine") or place.get("address", {}).get("absoluteAddress")


def meant(tool):
    """What is meant, as a line, in SARIF, and in a file of questions in another folder."""
    (tool.folder / "meant.txt").write_text(f"# both stages\n{STORED}\n{READ}\n")
    stages = [a["address"] for a in tool.inspected("one_stage.co")["ring"]["accesses"] if a["space"] == "LDS"]
    rule = "not-as-expected"
    check("as meant", list(results(tool, "ring.co", "--expect", "meant.txt")), [])
    check("not as meant", list(results(tool, "one_stage.co", "--expect", "meant.txt")), [*((rule, "one_stage.co", at) for at in stages), (rule, "meant.txt", 2), (rule, "meant.txt", 3)])
    check("a line, not as meant", list(results(tool, "one_stage.co", "--expect", STORED)), [(rule, "one_stage.co", stages[0]), (rule, "one_stage.co", None)])
    unknown = tool.inspected("judged.co", "--kernel", "data_dependent")["data_dependent"]["accesses"][1]["address"]
    check("undecided", list(results(tool, "judged.co", "--kernel", "data_dependent", "--expect", "to: store global 4 = 4 * 128:1 + arg8"))[0], ("undecided", "judged.co", unknown))
    tool.refused("ring.co", "--expect", STORED.replace("LDS 16", "LDS"), about="--expect:1: not read")
    tool.refused("ring.co", "--expect", "meant.txt", "--check", "x.json", "--sarif", "out.sarif", about="excludes")

    def asked(*lines):
        (tool.folder / "sub").mkdir(exist_ok=True)
        (tool.folder / "sub/tiles.colex").write_text("\n".join(lines) + "\n")
        return tool("check", "sub/tiles.colex", "--junit", "out.xml", "--sarif", "out.sarif")

    right = [f"inspect(../ring.co, {STORED}) == yes", f"inspect(../ring.co, {STORED}, {READ}, kernel=ring) == yes", "inspect(../ring.co, ../meant.txt) == yes",
             f"inspect(../ring.co, {STORED}, block=(128,1), budget=100000) == yes", "inspect(../one_stage.co, ../meant.txt) == no", "size(4:1) == 4",
             "inspect(../judged.co, to: store global 4 = 4 * 128:1 + arg8, kernel=data_dependent) == undecided"]  # fmt: skip
    ran = asked(*right)
    check("questions", (ran.returncode, ran.stdout, ran.stderr), (0, f"{len(right)} of {len(right)} as expected\n", ""))
    for line, got in ((right[1].replace("epoch + 1", "epoch"), "no, "), (right[0].replace("((16,1024)", "((16,1040)"), "lane 0 of wave 1: byte "), (right[0].replace("Sw<3,4,3>", "Sw<2,4,3>"), "lane 32 of wave 0"),
                      (right[2].replace("ring.co", "one_stage.co"), f"{stages[0]:#x} (ds_write_b128 "), (right[4].replace("one_stage.co", "ring.co"), "expected no, got yes"),
                      (right[0].replace("== yes", "is refused: banks"), "answered yes, not refused"), (f"inspect(../ring.co, {STORED}, more: store LDS 4 = 128:4) == yes", "got no, more: no access is so"),
                      ("inspect(../judged.co, to: store global 4 = 4 * 128:1 + arg8, kernel=data_dependent) == yes", f"got undecided, {unknown:#x} (global_store_dword ")):  # fmt: skip
        ran = asked("size(4:1) == 4", line)
        check(f"{line}: {ran.stdout} {ran.stderr}", (ran.returncode, got in ran.stdout, ran.stdout.count("\n"), ran.stderr), (1, True, 2, ""))
        check(f"{line}: JUnit", [(case.get("line"), got in case[0].get("message")) for case in xml.etree.ElementTree.parse(tool.folder / "out.xml").getroot() if len(case)], [("2", True)])
        [one] = json.loads((tool.folder / "out.sarif").read_text())["runs"][0]["results"]
        check(f"{line}: SARIF", (one["locations"][0]["physicalLocation"]["region"]["startLine"], got in one["message"]["text"]), (2, True))
    for line, about in ((right[0].replace("../ring", "ring"), "cannot read sub/ring.co"), (right[2].replace("../meant", "meant"), "cannot read sub/meant.txt"), (right[0].replace("store LDS 16", "put LDS 16"), "not read: expected NAME: "),
                        (right[1].replace("=ring", "=none"), "no kernel"), (right[0].replace("((64,2),2)", "((32,2),2)"), "stored: the first mode of the layout has 64 points, and a block has 128 threads"),
                        ("inspect(../ring.co) == yes", "inspect takes 2 arguments"), (right[0].replace(") == yes", ", lanes=3) == yes"), "inspect has no option lanes"), (right[3].replace("(128,1)", "0"), "block"),
                        (right[0].replace("ring.co", "judged.co"), "--kernel is needed"), ("inspect(../ring.co, ../ring.co) == yes", "ring.co:")):  # fmt: skip
        ran = asked("size(4:1) == 4", line)
        check(f"{line}: {ran.stderr}", (ran.returncode, ran.stdout, bool(re.fullmatch(r"colex: sub/tiles\.colex:2: [^\n]+\n", ran.stderr)), about in ran.stderr), (2, "", True, True))


def differences(tool):
    """What differs between two files, in the words of each file's own JSON; nothing between a file and itself."""
    def diff(now, old, *words):
        ran = tool("inspect", now, "--diff", old, "--json", *words)
        return ran.returncode, json.loads(ran.stdout)

    def lds(file):
        return [a for a in tool.inspected(file)["ring"]["accesses"] if a["space"] == "LDS"]

    same = {"kernel": "ring", "same": True, "removed": [], "added": [], "judged": {}}
    races = {"race_free": {"before": "holds", "verdict": "fails"}}
    check("no difference", diff("ring.co", "ring.co"), (0, [same]))
    check("one stage", diff("one_stage.co", "ring.co"), (1, [{**same, "same": False, "removed": lds("ring.co"), "added": lds("one_stage.co"), "judged": races}]))
    check("a kernel more", diff("judged.co", "ring.co", "--kernel", "affine"), (1, [{"kernel": "affine", "same": False, "why": "ring.co has no such kernel"}]))
    rule, at = "not-as-before", {file: [a["address"] for a in lds(file)] for file in ("ring.co", "one_stage.co")}
    check("no difference, SARIF", list(results(tool, "ring.co", "--diff", "ring.co")), [])
    check("one stage, SARIF", list(results(tool, "one_stage.co", "--diff", "ring.co")),
          [(rule, file, address) for file in at for address in at[file]] + [(rule, "one_stage.co", tool.inspected("one_stage.co")["ring"]["race_free"]["places"][0]["address"])])  # fmt: skip
    check("a kernel more, SARIF", list(results(tool, "judged.co", "--diff", "ring.co", "--kernel", "affine")), [(rule, "judged.co", None)])


def damaged(tool):
    tool.refused("none.co", about="cannot read")
    tool.refused("judged.co", "--kernel", "nothing", about="no kernel")
    for fact, about in (("arg0 % 3 == 0", "no power of two"), ("arg99 % 8 == 0", "no argument 'arg99'"), ("arg0", "not read"), ("x % 8 == 0", "no argument 'x'")):
        tool.refused("judged.co", "--kernel", "affine", "--assume", fact, about=about)
    tool.refused("judged.co", "--kernel", "affine", "--block", "100", about="a multiple of 64")
    tool.refused("judged.co", "--kernel", "affine", "--on", "sm90", about="'sm90' is no card")
    whole, draw, statuses = (tool.folder / "judged.co").read_bytes(), random.Random(3), set()
    for _ in range(60):
        data = bytearray(whole)
        for _ in range(draw.choice((1, 4, 16))):
            data[draw.randrange(len(data))] = draw.choice((0, 0xFF, 0x7F, 0x80, draw.randrange(256)))
        (tool.folder / "hurt.co").write_bytes(data)
        ran = tool("inspect", "hurt.co", "--budget", "100000")
        statuses.add(ran.returncode)
        if ran.returncode not in (0, 1, 2) or (ran.returncode == 2 and not re.fullmatch(r"colex: [^\n]+\n", ran.stderr)):
            wrong.append(f"a damaged file: {ran.returncode} {ran.stderr!r}")
    check("damaged files", 1 in statuses and 2 in statuses, True)


def main(colex):
    if not shutil.which("clang++-19") or not shutil.which("ld.lld-19"):
        print("SKIP: no clang++-19 with ld.lld-19")
        return 77
    with tempfile.TemporaryDirectory() as folder:
        for name in ("judged", "planted"):
            subprocess.run([*CLANG, str(HERE / f"{name}.hip"), "-o", f"{folder}/{name}.co"], check=True)
        for name, flags in (("ring", []), ("one_stage", ["-DONE_STAGE"])):
            subprocess.run([*CLANG, *flags, str(HERE.parents[1] / "examples/execute/ring.hip"), "-o", f"{folder}/{name}.co"], check=True)
        tool = Tool(colex, folder)
        meant(tool), differences(tool)
        layouts(tool), told_apart(tool), planted(tool), left_out(tool), damaged(tool)
    if wrong:
        sys.exit("FAIL: " + "\n".join(wrong))
    print(f"{len(JUDGED)} kernels have the layouts and verdicts that were said, {len(WAITS)} the waits")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
