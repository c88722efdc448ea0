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

The stages are up to 128 KB apart. Published readings of CDNA 4's ISA (9.1.9) have 18 bits of m0 for where such a load begins, where CDNA
3's has 16, and put the 16 bytes of each lane one behind the other; we have not read the document itself.

Such kernels have instructions that the compiler does not see into. It then leaves to us the distances, in wait states, that the hardware
asks for, and they are looked at, too: too_close(). They are those of LLVM, read in GCNHazardRecognizer.cpp of ROCm/llvm-project,
03a23131063bd11714da369efa3754025aafa1f0 (the one of m0 only seen in clang's code), and compared by tests/kernel/wait_counts.py with what clang writes between instructions that it
does see into.
"""
import functools
import re

from amd_static import blocks_of, kind, passes, registers


COUNTER = {"load": "vmcnt", "store": "vmcnt", "LDS": "lgkmcnt", "scalar": "lgkmcnt"}
MOST = 64  # no counter holds more


@functools.cache
def access_of(instruction, stores_in_order):
    """The kind of access that it starts, if any, and the registers that it will write."""
    name, _, operands = instruction.partition(" ")
    operands = re.sub(" ?@@.*", "", operands)
    unit, written = kind(instruction), registers(operands.split(",")[0], "vas")
    if "@" in operands:  # straight to LDS: see straight_to_lds()
        return "load", frozenset({f"stage {operands.split('@')[1]}"})
    if unit == "VMEM" and re.match(r"(buffer|global|scratch)_(load|store)_", name) and not re.search(r"\blds\b", operands):
        if "_store_" in name:
            return "load" if stores_in_order else "store", frozenset()
        return "load", written
    if unit == "LDS" and re.match(r"ds_(read|write)", name):
        return "LDS", written if name.startswith("ds_read") else frozenset()
    if re.match(r"s_(buffer_)?load_", name):
        return "scalar", written
    if unit in ("VMEM", "LDS") or re.match(r"s_(store|atomic|dcache|mem|scratch|sendmsg)", name):
        raise ValueError(f"no model of {instruction}")
    return None, frozenset()


@functools.cache
def straight_to_lds(code, stage_bytes):
    """The code of a block, a tuple, with the stage behind each load that goes straight to LDS, "@2", and each read, "@@2"."""
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
    return tuple(out)


@functools.cache
def named_stage(instruction):
    return re.search(r"(@+)(\d+)$", instruction)


@functools.cache
def wait_of(instruction):
    """Counter -> how many accesses may be under way behind it."""
    limits = {counter: int(limit) for counter, limit in re.findall(r"(\w+)\((\d+)\)", instruction)}
    if not limits:
        raise ValueError(f"no model of {instruction}")
    return limits


@functools.cache
def named(instruction):
    """The registers that its operands name."""
    return registers(instruction.partition(" ")[2], "vas")


def of_stages(state, instruction, report):
    """The state behind an access of LDS by its stage."""
    found = named_stage(instruction)
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
        limits = wait_of(instruction)

        def under_way(of, since):
            limit = limits.get(COUNTER[of], MOST + 1)
            return since < limit or (of == "scalar" and limit > 0)

        return {(what, of): since for (what, of), since in state.items() if of not in COUNTER or under_way(of, since)}
    if instruction.startswith("s_barrier") and ("LDS", "LDS") in state:
        report(instruction, "an access of LDS")
    if instruction.startswith("s_barrier"):
        state = {(what, of): since for (what, of), since in state.items()
                 if of not in ("arriving", "read") or (of == "arriving" and (what, "load") in state)}  # fmt: skip
    state = of_stages(state, instruction, report)
    starts, written = access_of(instruction, stores_in_order)
    for register in named(instruction):
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
        for instruction in straight_to_lds(tuple(blocks[name].code), stage_bytes):
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


def distances(target, instruction):
    """What of an instruction must not be touched at once: (register, cause) -> wait states. Of passes P there are more on gfx950, where P
    is more than 2."""
    operation, _, operands = instruction.partition(" ")
    unit, parts = kind(instruction), operands.split(",")
    written = registers(parts[0], "vas")
    if unit == "MFMA":  # checkMAIHazards90A, checkMAIVALUHazards
        p, more = passes(target, instruction), target == "gfx950"
        far = p + 3 + (more and p > 2)
        return ({(r, "product"): far for r in written} | {(r, "part of a sum"): p + 1 + more for r in written}
                | {(r, "sum of 2 passes"): 2 for r in written if p == 2} | {(r, "read as a sum"): p - 1 for r in registers(parts[3], "va")})  # fmt: skip
    if unit == "VALU":  # checkVMEMHazards, checkMAIHazards90A
        carry = registers(parts[1], "s") if "_co_" in operation and len(parts) > 1 else set()
        if "_cmpx_" in operation:
            raise ValueError(f"no model of {instruction}")
        return {(r, "scalar"): 5 for r in written | carry if r[0] == "s"} | {(r, "vector"): 2 for r in written if r[0] != "s"}
    if re.match(r"s_\w+ m0,", instruction):  # checkReadM0Hazards
        return {("m0", "m0"): 1}
    return {}


def touches(instruction):
    """(register, cause) of all that an instruction must not touch too soon."""
    operands = re.sub(" ?@@.*", "", instruction.partition(" ")[2])
    unit, parts = kind(instruction), operands.split(",")
    first, others = registers(parts[0], "vas"), registers(",".join(parts[1:]), "vas")
    if unit == "MFMA":
        sums, sources = registers(parts[3], "va"), registers(",".join(parts[1:3] + parts[4:]), "va")
        own = parts[3].strip()
        return ({(r, "product") for r in sources} | {(r, "vector") for r in sources | sums}
                | {(r, cause) for r in sums for cause in ("sum of 2 passes", "part of a sum")}, own)  # fmt: skip
    found = {("m0", "m0")} if "@" in operands else set()
    if unit in ("VALU", "VMEM", "LDS"):
        found |= {(r, "product") for r in first | others}
    if unit == "VALU":
        found |= {(r, "read as a sum") for r in first}
    if unit == "VMEM":
        found |= {(r, "scalar") for r in first | others}
    return found, None


def too_close(target, text):
    """Registers that are touched too soon for the hardware, in a kernel whose distances nobody else looks at: pairs as above."""
    blocks, found, at_head, work = blocks_of(text), [], {"entry": {}}, ["entry"]

    def through(name, report):
        state = at_head[name]  # (register, cause) -> wait states that are left, and the sums of the product that is the cause
        for instruction in straight_to_lds(tuple(blocks[name].code), 1 << 16):
            operation, _, operands = instruction.partition(" ")
            touched, sums = touches(instruction)
            for register, cause in sorted(touched & state.keys()):
                # A sum is handed on to the product that adds to all of it.
                if cause != "part of a sum" or state[register, cause][1] != sums:
                    report(instruction, register)
            passed = int(operands, 0) + 1 if operation == "s_nop" else 1
            state = {key: (left - passed, of) for key, (left, of) in state.items() if left > passed}
            of = operands.split(",")[0].strip()
            state |= {key: (left, of) for key, left in distances(target, instruction).items() if left > 0}
        return state

    while work:
        name = work.pop()
        state = through(name, lambda *_: None)
        for follow in blocks[name].next:
            known = at_head.get(follow)
            # Of one register on two ways the longer distance; sums that differ are no one product's.
            joined = dict(state)
            for key, (left, of) in (known or {}).items():
                other = joined.get(key, (left, of))
                joined[key] = max(left, other[0]), of if of == other[1] else "several"
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
