#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`colex inspect` on kernels of PTX whose answers are known: ptx_judged.py COLEX

Clang compiles ptx_judged.cu. What is said of each kernel is compared with the table below, and with what `colex execute` finds in three schedules. Then one barrier, wait, commit,
offset, mask, guard or shift after the other is changed, as a seed draws: where the judge still says that shared memory is free of races, the executor must find none.
"""

import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile

from execute_page import PTX
from judged import check, wrong

HERE = pathlib.Path(__file__).resolve().parent
ROW, BACK, OTHER = "(32,4):(4,128)", "(32,4):(-4,-128)", "((2,16),4):((-4,8),128)"
ROWS, COLUMNS, PADDED = "(32,8):(4,128)", "(32,8):(128,4)", "(32,8):(132,4)"
# Kernel: block, layouts of its accesses of shared memory in order, their bank degrees, whether it is free of races, whether they are in bounds, how many layouts are undecided.
JUDGED = {
    "affine": ("128", [], [], "holds", "holds", 0),
    "pitched": ("16,16", [], [], "holds", "holds", 0),
    "transpose_32": ("32,8", [ROWS] * 4 + [COLUMNS] * 4, [1] * 4 + [32] * 4, "holds", "holds", 0),
    "transpose_33": ("32,8", ["(32,8):(4,132)"] * 4 + [PADDED] * 4, [1] * 8, "holds", "holds", 0),
    "swizzled": ("128", ["Sw<3,4,3> o 0 o (32,4):(16,512)", "Sw<3,4,3> o 0 o ((8,4),4):((256,16),64)"], [1, 2], "holds", "holds", 0),
    "ring_2": ("128", [ROW, BACK], [1, 1], "holds", "holds", 0),
    "ring_3": ("128", [ROW, BACK], [1, 1], "holds", "holds", 0),
    "one_stage": ("128", [ROW, BACK], [1, 1], "fails", "holds", 0),
    "one_stage_twice": ("128", [ROW, BACK], [1, 1], "holds", "holds", 0),
    "every_other": ("128", None, None, "undecided", None, None),
    "tree_sum": ("128", [ROW] * 7 + ["(32,4):(4,0)"], [1] * 8, "holds", "holds", 0),
    "tree_without_barrier": ("128", [ROW] * 7 + ["(32,4):(4,0)"], [1] * 8, "fails", "holds", 0),
    "within_warp": ("128", [ROW, OTHER], [1, 1], "holds", "holds", 0),
    "within_warp_without": ("128", [ROW, OTHER], [1, 1], "fails", "holds", 0),
    "data_dependent": ("128", [ROW], [1], "holds", "undecided", 1),
    "data_dependent_store": ("128", [ROW], [1], "undecided", "undecided", 1),
    "histogram": ("128", [ROW, "(32,4):(4,0)", ROW], [1, 1, 1], "holds", "holds", 0),
    "own_trips": ("128", [], [], "holds", "holds", None),
    "too_far": ("128", [ROW, ROW], [1, 1], "holds", "undecided", 0),
    "copies": ("128", [ROW] * 3 + [BACK], [1] * 4, "holds", "holds", 0),
    "copies_early": ("128", [ROW] * 3 + [BACK], [1] * 4, "fails", "holds", 0),
    "copies_without_barrier": ("128", [ROW] * 3 + [BACK], [1] * 4, "fails", "holds", 0)}  # fmt: skip
ARGUMENTS = {"data_dependent": ["random:i32[128]", "random:f32[128]", "out:to.npy:f32[128]"],
             "histogram": ["random:u32[1]", "out:to.npy:u32[32]"],
             "swizzled": ["random:f32[512]", "out:to.npy:f32[512]"],
             "pitched": ["random:f32[4096]", "out:to.npy:f32[4096]", "i32:20"],
             "own_trips": ["random:f32[256]", "out:to.npy:f32[20000]"]}  # fmt: skip
ARGUMENTS["data_dependent_store"] = ARGUMENTS["data_dependent"]
WITH_TRIPS = {"ring_2", "ring_3", "one_stage", "one_stage_twice", "every_other", "copies", "copies_early", "copies_without_barrier"}
SHOWN = {"one_stage", "tree_without_barrier", "within_warp_without", "copies_early", "copies_without_barrier", "every_other"}


def arguments_of(kernel):
    return ARGUMENTS.get(kernel, ["random:f32[2048]", "out:to.npy:f32[2048]", *(["i32:5"] if kernel in WITH_TRIPS else [])])


def inspected(colex, folder, file, kernel, block):
    ran = subprocess.run([colex, "inspect", file, "--kernel", kernel, "--block", block, "--json"], cwd=folder, capture_output=True, text=True, check=False, timeout=120)
    if ran.returncode not in (0, 1) or ran.stderr:
        return None, ran.stderr
    return json.loads(ran.stdout)[0], ""


def executed(colex, folder, file, kernel, block):
    """Races of shared memory, and uses of what is under way, that the executor finds; None where it cannot execute it."""
    found = []
    for schedule in ("in-order", "adversarial", "random"):
        ran = subprocess.run([colex, "execute", file, "--kernel", kernel, "--grid", "2", "--block", block, "--schedule", schedule, "--budget", "200000", "--json",
                              *(word for a in arguments_of(kernel) for word in ("--arg", a))], cwd=folder, capture_output=True, text=True, check=False, timeout=300)  # fmt: skip
        if ran.returncode == 2:
            return None
        found += [f for f in json.loads(ran.stdout)["findings"] if f["defect"] == "early use" or (f["defect"] == "data race" and "shared memory" in f["detail"])]
    return found


def judged(colex, folder):
    shown = 0
    for kernel, (block, shared, degrees, free, inside, undecided) in JUDGED.items():
        said, why = inspected(colex, folder, "judged.ptx", kernel, block)
        if said is None:
            wrong.append(f"{kernel}: {why}")
            continue
        own = [a for a in said["accesses"] if a["space"] == "shared" and "undecided" not in a]
        if shared is not None:
            check(f"{kernel}: layouts", [a["forms"][-1].get("layout") for a in own], shared)
            check(f"{kernel}: bank degrees", [a.get("bank_degree") for a in own], degrees)
        check(f"{kernel}: races", said["race_free"]["verdict"], free)
        if inside is not None:
            check(f"{kernel}: bounds", said["in_bounds"]["verdict"], inside)
        if undecided is not None:
            check(f"{kernel}: undecided", sum("undecided" in a for a in said["accesses"]), undecided)
        found = executed(colex, folder, "judged.ptx", kernel, block)
        if found is None or (found and free == "holds"):
            wrong.append(f"{kernel}: the executor says {found}")
        elif kernel in SHOWN:
            check(f"{kernel}: the executor finds it", bool(found), True)
            shown += 1
    print(f"{len(JUDGED)} kernels, {shown} races of which the executor shows, too")


def changes(text, draw):
    """Texts with one thing changed, all places that can be."""
    for at in re.finditer(r"\n\t(bar\.sync|bar\.warp\.sync|cp\.async\.wait_group|cp\.async\.commit_group)[^;\n]*;", text):
        yield at[0].strip(), text[: at.start()] + "\n" + text[at.end() :]
    for at in re.finditer(r"cp\.async\.wait_group (\d+)", text):
        yield at[0] + " + 1", text[: at.start(1)] + str(int(at[1]) + 1) + text[at.end(1) :]
    for at in re.finditer(r"(?:ld|st)\.shared\.[^;\n]*\[%rd?\d+(\+\d+)?\]", text):
        offset = int(at[1] or 0) + draw.choice((4, 16, 128, 512))
        end = at.end() - 1
        yield at[0] + f" at {offset}", text[: at.start(1) if at[1] else end] + f"+{offset}" + text[end:]
    for at in re.finditer(r"\n\t(?:shl|shr|and|xor|or|add|sub)\.[sub]\d\d \t?[^;\n]*, (-?\d+);", text):
        yield at[0].strip() + " changed", text[: at.start(1)] + str(int(at[1]) ^ draw.choice((1, 2, 4))) + text[at.end(1) :]
    for at in re.finditer(r"\n\t(@!?%p\d+ )bra", text):
        yield at[0].strip() + " the other way", text[: at.start(1)] + (at[1].replace("!", "") if "!" in at[1] else at[1].replace("@", "@!")) + text[at.end(1) :]


def planted(colex, folder, texts, seed):
    draw = random.Random(seed)
    count = reported = equal = refused = 0
    for kernel, text in texts.items():
        block = JUDGED[kernel][0]
        before = JUDGED[kernel][3]
        for what, changed in changes(text, draw):
            (folder / "changed.ptx").write_text(changed)
            said, _ = inspected(colex, folder, "changed.ptx", kernel, block)
            count += 1
            if said is None:
                refused += 1
            elif said["race_free"]["verdict"] == "holds":
                if found := executed(colex, folder, "changed.ptx", kernel, block):
                    wrong.append(f"{kernel}, {what}: {found[0]}")
                equal += 1
            elif before == "holds":
                reported += 1
    print(f"{count} changes: {reported} reported, {equal} free of races by the judge and by the executor, {refused} refused; the others are of kernels that are not free of races")
    check("changes are reported", reported >= 25, True)


def bad_input(colex, folder, text):
    def refused(name, content, *words, about):
        (folder / name).write_text(content)
        ran = subprocess.run([colex, "inspect", name, *words], cwd=folder, capture_output=True, text=True, check=False, timeout=120)
        check(f"{name}: exit status", ran.returncode, 2)
        check(f"{name}: one line about {about}", (ran.stderr.count("\n"), about in ran.stderr), (1, True))

    refused("whole.ptx", text, "--block", "100", about="multiple of 32")
    refused("whole.ptx", text, "--block", "2048", about="--block")
    refused("whole.ptx", text, "--on", "gfx942", "--block", "128", about="gfx942")
    refused("whole.ptx", text, "--kernel", "none", "--block", "128", about="none")
    refused("cut.ptx", text[: len(text) // 2], "--block", "128", about="cut.ptx")
    said = subprocess.run([colex, "inspect", "whole.ptx", "--kernel", "affine"], cwd=folder, capture_output=True, text=True, check=False)
    check("a block that nothing says", (said.returncode, "--block is needed" in said.stdout), (1, True))
    (folder / "unknown.ptx").write_text(text.replace("st.shared.f32", "st.strange.f32"))
    said, _ = inspected(colex, folder, "unknown.ptx", "ring_2", "128")
    check("an instruction that is not known", (said["race_free"]["verdict"], len(said["not_understood"]) > 0), ("undecided", True))


def expected(colex, folder):
    (folder / "meant.txt").write_text("stored: store shared 4 = (128,2):(4,512), stage epoch\nread: load shared 4 = (128,2):(-4,512) + 508, stage epoch + 1\n")
    for kernel, status in (("ring_2", 0), ("one_stage", 1)):
        ran = subprocess.run([colex, "inspect", "judged.ptx", "--kernel", kernel, "--block", "128", "--expect", "meant.txt"], cwd=folder, capture_output=True, text=True, check=False)
        check(f"{kernel}: as expected", ran.returncode, status)
    ran = subprocess.run([colex, "inspect", "judged.ptx", "--kernel", "ring_2", "--block", "128", "--diff", "judged.ptx"], cwd=folder, capture_output=True, text=True, check=False)
    check("no difference from itself", (ran.returncode, "the same accesses" in ran.stdout), (0, True))
    ran = subprocess.run([colex, "inspect", "judged.ptx", "--kernel", "one_stage", "--block", "128", "--sarif", "s.json"], cwd=folder, capture_output=True, text=True, check=False)
    results = json.loads((folder / "s.json").read_text())["runs"][0]["results"]
    lines = ", ".join((folder / "meant.txt").read_text().splitlines())
    (folder / "judged.colex").write_text(f"inspect(judged.ptx, {lines}, kernel=ring_2, block=128, dynamic-lds=0) == yes\n")
    ran = subprocess.run([colex, "check", "judged.colex"], cwd=folder, capture_output=True, text=True, check=False)
    check("a line of questions", (ran.returncode, ran.stdout, ran.stderr), (0, "1 of 1 as expected\n", ""))
    check("SARIF names a line", any(r["locations"][0]["physicalLocation"]["region"]["startLine"] > 0 for r in results), True)


def main(colex):
    if not shutil.which(PTX[0]):
        print(f"SKIP: no {PTX[0]}")
        return 77
    colex = os.path.abspath(colex)
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        subprocess.run([*PTX, "-std=c++17", HERE / "ptx_judged.cu", "-o", folder / "judged.ptx"], check=True)
        text = (folder / "judged.ptx").read_text()
        judged(colex, folder)
        expected(colex, folder)
        bad_input(colex, folder, text)
        head = text[: text.index(".visible .entry")]
        variables = "".join(re.findall(r"(?m)^\.(?:shared|global) .*;\n", text[len(head) :]))
        texts = {m[1]: head + variables + m[0] for m in re.finditer(r"(?ms)^\.visible \.entry (\w+)\(.*?^}\n", text)}
        planted(colex, folder, {k: texts[k] for k in JUDGED}, int(os.environ.get("COLEX_SEED", "7")))
    if wrong:
        sys.exit("FAIL: " + "\n".join(wrong))
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
