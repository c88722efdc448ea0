# SPDX-License-Identifier: MIT
"""Whether a kernel for AMD waits for what it loads, by its machine code, on every way through it and any number of turns of its loops.

A load writes its registers at a time of its own; s_waitcnt holds the wave until no more than so many accesses are under way: vmcnt counts
those of memory, lgkmcnt those of LDS and scalar loads. The model:

- Loads from memory end in the order of their issue, and so do a wave's accesses of LDS. Scalar loads end in any order, and so do stores
  beside loads, unless `stores_in_order` says otherwise, as LLVM has it. So an access is over after a wait for n if at least n of its kind
  were issued after it; a scalar load, after a wait for 0.
- What is stored is read when the instruction is issued.

What is under way at a place of the program is an invariant: for each register that a load may yet write, the least number of accesses of
its kind that were issued since. It starts empty, each instruction changes it, ways that meet take the union and the lesser number, and
what the end of a loop gives to its head is taken up until nothing changes. Then it holds at each place after any number of turns, which
is the induction: for any K. Against it:

- no instruction names a register that a load may yet write, other than a later load of the same kind;
- at s_barrier no access of LDS of the wave is under way: what it wrote can be read behind the barrier, and what it read be written.

Which turns are possible is not looked at, nor which addresses meet: that is the matter of the certificates.
"""
import re

from amd_static import blocks_of, kind, registers


COUNTER = {"load": "vmcnt", "store": "vmcnt", "LDS": "lgkmcnt", "scalar": "lgkmcnt"}
MOST = 64  # no counter holds more


def access_of(instruction, stores_in_order):
    """The kind of access that it starts, if any, and the registers that it will write."""
    name, _, operands = instruction.partition(" ")
    unit, written = kind(instruction), registers(operands.split(",")[0], "vas")
    if unit == "VMEM" and re.match(r"(buffer|global|scratch)_(load|store)_", name) and not re.search(r"\blds\b", operands):
        if "_store_" in name:
            return "load" if stores_in_order else "store", set()
        return "load", written
    if unit == "LDS" and re.match(r"ds_(read|write)", name):
        return "LDS", written if name.startswith("ds_read") else set()
    if re.match(r"s_(buffer_)?load_", name):
        return "scalar", written
    if unit in ("VMEM", "LDS") or re.match(r"s_(store|atomic|dcache|mem|scratch|sendmsg)", name):
        raise ValueError(f"no model of {instruction}")
    return None, set()


def issued(state, instruction, stores_in_order, report):
    """The state behind an instruction; what is wrong with it goes to report. A state: (register, kind) -> accesses of this kind issued
    since, at least; for the last access of each kind the kind's name stands for a register."""
    if instruction.startswith("s_waitcnt"):
        limits = dict(re.findall(r"(\w+)\((\d+)\)", instruction))
        if not limits:
            raise ValueError(f"no model of {instruction}")

        def under_way(of, since):
            limit = int(limits.get(COUNTER[of], MOST + 1))
            return since < limit or (of == "scalar" and limit > 0)

        return {(what, of): since for (what, of), since in state.items() if under_way(of, since)}
    if instruction.startswith("s_barrier") and ("LDS", "LDS") in state:
        report(instruction, "an access of LDS")
    starts, written = access_of(instruction, stores_in_order)
    for register in registers(instruction.partition(" ")[2], "vas"):
        for of in COUNTER:
            if (register, of) in state and not (register in written and of == starts != "scalar"):
                report(instruction, register)
    if not starts:
        return state
    later = {(what, of): min(since + 1, MOST) if of == starts else since for (what, of), since in state.items()}
    return later | {(what, starts): 0 for what in written | {starts}}


def unfinished(text, stores_in_order=False):
    """What is used before it is there: pairs of an instruction and a register. Empty: proved."""
    blocks = blocks_of(text)
    at_head, work = {"entry": {}}, ["entry"]

    def through(name, report):
        state = at_head[name]
        for instruction in blocks[name].code:
            state = issued(state, re.sub(r"\s+", " ", instruction), stores_in_order, report)
        return state

    while work:
        name = work.pop()
        state = through(name, lambda *_: None)
        for follow in blocks[name].next:
            known = at_head.get(follow)
            joined = state | {key: min(since, state.get(key, since)) for key, since in (known or {}).items()}
            if joined != known:
                at_head[follow] = joined
                work.append(follow)
    found = []
    for name in at_head:
        through(name, lambda *what: found.append(what))
    return found


def weakened(text):
    """The kernel with the wait for one counter left out, for each of them: pairs of the wait and a text."""
    lines = text.splitlines()
    for number, line in enumerate(lines):
        for counter in re.findall(r"\w+\(\d+\)", line.split(";")[0]) if re.match(r"\s+s_waitcnt", line) else ():
            rest = line.replace(counter, "")
            kept = rest if "(" in rest else "\ts_nop 0"
            yield f"line {number}, {counter}", "\n".join([*lines[:number], kept, *lines[number + 1 :]])
