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

Which turns are possible is not looked at, nor which addresses meet: that is the matter of the certificates. Of a kernel whose loads go
straight to LDS it is, by the stage that constants in the instructions name: what is added to m0, and the offset of a read. Then

- a stage is read behind a barrier at which none of the wave's loads to it was under way, and none was started since: the waves run one
  program, so that this holds of each of them;
- a load to a stage is started behind a barrier after which nobody read the stage.

Such kernels have instructions that the compiler does not see into. It then leaves to us the distances, in wait states, that the hardware
asks for, and they are looked at, too: m0 before a load, a scalar register that a vector instruction wrote before memory reads it, a
vector register before a product reads it, a sum before it is read.
"""
import re

from amd_static import blocks_of, kind, passes, registers


COUNTER = {"load": "vmcnt", "store": "vmcnt", "LDS": "lgkmcnt", "scalar": "lgkmcnt"}
MOST = 64  # no counter holds more


def access_of(instruction, stores_in_order):
    """The kind of access that it starts, if any, and the registers that it will write."""
    name, _, operands = instruction.partition(" ")
    operands = re.sub(" ?@@.*", "", operands)
    unit, written = kind(instruction), registers(operands.split(",")[0], "vas")
    if "@" in operands:  # straight to LDS: see straight_to_lds()
        return "load", {f"stage {operands.split('@')[1]}"}
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


def straight_to_lds(code, stage_bytes):
    """The code of a block, with the stage behind each load that goes straight to LDS, "@2", and each read, "@@2"."""
    out, m0 = [], None
    for instruction in code:
        instruction = re.sub(r"\s+", " ", instruction)
        if re.match(r"s_\w+ m0,", instruction):
            m0 = re.fullmatch(r"s_add_u32 m0, s\d+, (\w+)", instruction)
        if instruction.endswith(" lds"):
            if not m0 or not stage_bytes:
                raise ValueError(f"no model of {instruction}")
            instruction += f" @{int(m0[1], 0) // stage_bytes}"
        elif stage_bytes and instruction.startswith("ds_"):
            offset = re.search(r"offset:(\d+)", instruction)
            instruction += f" @@{int(offset[1]) // stage_bytes if offset else 0}"
        out.append(instruction)
    return out


def of_stages(state, instruction, report):
    """The state behind an access of LDS by its stage."""
    found = re.search(r"(@+)(\d+)$", instruction)
    if not found:
        return state
    stage = f"stage {found[2]}"
    if found[1] == "@":
        if (stage, "read") in state:
            report(instruction, f"{stage}, which is read")
        return state | {(stage, "arriving"): 0}
    writes = instruction.startswith("ds_write")
    if any(of == "arriving" and (writes or what == stage) for what, of in state):
        report(instruction, stage)
    return state | {(stage, "read"): 0}


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

        return {(what, of): since for (what, of), since in state.items() if of not in COUNTER or under_way(of, since)}
    if instruction.startswith("s_barrier") and ("LDS", "LDS") in state:
        report(instruction, "an access of LDS")
    if instruction.startswith("s_barrier"):
        state = {(what, of): since for (what, of), since in state.items()
                 if of not in ("arriving", "read") or (of == "arriving" and (what, "load") in state)}  # fmt: skip
    state = of_stages(state, instruction, report)
    starts, written = access_of(instruction, stores_in_order)
    for register in registers(instruction.partition(" ")[2], "vas"):
        for of in COUNTER:
            if (register, of) in state and not (register in written and of == starts != "scalar"):
                report(instruction, register)
    if not starts:
        return state
    later = {(what, of): min(since + 1, MOST) if of == starts else since for (what, of), since in state.items()}
    return later | {(what, starts): 0 for what in written | {starts}}


def unfinished(text, stores_in_order=False, stage_bytes=0):
    """What is used before it is there: pairs of an instruction and a register, or a stage of so many bytes. Empty: proved."""
    blocks = blocks_of(text)
    at_head, work = {"entry": {}}, ["entry"]

    def through(name, report):
        state = at_head[name]
        for instruction in straight_to_lds(blocks[name].code, stage_bytes):
            state = issued(state, instruction, stores_in_order, report)
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


def too_close(target, text):
    """Registers that are read too soon for the hardware, in a kernel whose distances nobody else looks at: pairs as above."""
    blocks, found, at_head, work = blocks_of(text), [], {"entry": {}}, ["entry"]

    def through(name, report):
        state = at_head[name]  # (register, what wrote it) -> wait states that are left
        for instruction in straight_to_lds(blocks[name].code, 1 << 16):
            operation, _, operands = instruction.partition(" ")
            unit, parts = kind(instruction), operands.split(",")
            of_first, of_others = registers(parts[0], "vas"), registers(",".join(parts[1:]), "vas")
            read = registers(",".join(parts[1:3]), "va") if unit == "MFMA" else of_first | of_others
            for register in read:
                if (register, "product") in state or ((register, "vector") in state and unit == "MFMA"):
                    report(instruction, register)
                if (register, "scalar") in state and unit == "VMEM":
                    report(instruction, register)
            if operands.endswith("@0") and ("m0", "m0") in state:
                report(instruction, "m0")
            passed = int(operands, 0) + 1 if operation == "s_nop" else 1
            state = {key: left - passed for key, left in state.items() if left > passed}
            if unit == "MFMA":
                state |= {(register, "product"): passes(target, instruction) + 4 for register in of_first}
            if unit == "VALU":
                written = of_first | (registers(parts[1], "s") if "_co_" in operation and len(parts) > 1 else set())
                state |= {(r, "scalar"): 5 if r[0] == "s" else 0 for r in written if r[0] == "s"} | {(r, "vector"): 2 for r in written if r[0] != "s"}
            if re.match(r"s_\w+ m0,", instruction):
                state |= {("m0", "m0"): 1}
        return state

    while work:
        name = work.pop()
        state = through(name, lambda *_: None)
        for follow in blocks[name].next:
            known = at_head.get(follow)
            joined = state | {key: max(left, state.get(key, 0)) for key, left in (known or {}).items()}
            if joined != known:
                at_head[follow] = joined
                work.append(follow)
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
