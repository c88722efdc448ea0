# SPDX-License-Identifier: MIT
"""Instructions of AMD's code objects, by LLVM's tools, and edits that make them worse in one place.

    edits_of(list(encodings(path.read_bytes(), all_instructions(path)[kernel])))
"""
import itertools
import re
import struct
import subprocess

BARRIER, NOTHING = 0xBF8A0000, 0xBF800000
WAIT, BRANCH = 0xBF8C0000, 0xBF820000
FIELDS = {"vmcnt": 0xC00F, "lgkmcnt": 0x0F00}  # of a wait
LEAVES = ("s_cbranch", "s_branch", "s_endpgm", "s_setpc", "s_waitcnt", "s_barrier", "s_nop")


def shift_of(path):
    """How far behind its address an instruction lies in the file."""
    section = re.search(r"\.text\s+PROGBITS\s+(\w+) (\w+)", subprocess.run(["llvm-readelf-19", "-SW", path], capture_output=True, text=True).stdout)
    return int(section[2], 16) - int(section[1], 16)


def all_instructions(path):
    """Kernel -> (offset in the file, name, text) of its instructions."""
    # The names of the symbols are not in the table that llvm-objdump reads: the dynamic ones say where a kernel is.
    symbols = subprocess.run(["llvm-readelf-19", "--dyn-syms", "-W", path], capture_output=True, text=True).stdout
    said = subprocess.run(["llvm-objdump-19", "-d", path], capture_output=True, text=True)
    rows = [(int(m[3], 16), m[1], m[2]) for m in re.finditer(r"^\t(\w+) *(.*?) *// ([0-9A-F]+):", said.stdout, re.M)]
    found, shift = {}, shift_of(path)
    for start, size, kernel in sorted((int(w[1], 16), int(w[2]), w[7]) for w in map(str.split, symbols.splitlines()) if "FUNC" in w):
        found[kernel] = [(at + shift, name, text) for at, name, text in rows if start <= at < start + size]
    return found


def encodings(data, rows):
    """(offset in the file, dwords, text) of a kernel's instructions but the last."""
    for (at, name, text), (end, _, _) in itertools.pairwise(rows):
        yield at, list(struct.unpack_from(f"<{(end - at) // 4}I", data, at)), f"{name} {text}".strip()


def edits_of(rows):
    """(kind, what, offset in the file, dwords) of every edit of a kernel."""
    for at, words, text in rows:
        if words[0] & 0xFFFF0000 == WAIT:
            for name, field in FIELDS.items():
                if words[0] & field != field:
                    yield "wait", f"{text} without {name}", at, [words[0] | field]
        elif words[0] == BARRIER:
            yield "barrier", "no s_barrier", at, [NOTHING]
        elif text.startswith("ds_") and "permute" not in text and len(words) == 2:  # words from lane to lane are no access
            for bit in range(4, 12):
                yield "offset", f"{text}, bit {bit} of the offset", at, [words[0] ^ 1 << bit, words[1]]
    for (at, words, text), (_, after, then) in itertools.pairwise(rows):
        if (words[0] & 0xFFFF0000 == WAIT or words[0] == BARRIER) and not then.startswith(LEAVES):
            yield "order", f"{text} after {then}", at, after + words


def ways_of(rows):
    """Likewise, beside a store to LDS, of branches: one that is never gone, always, or where it was not; and of the numbers that tell ways apart, -1 in place of 0."""
    beside = {k + n for k, (_, _, text) in enumerate(rows) if text.startswith("ds_write") for n in range(-40, 41)}
    for number, (at, words, text) in enumerate(rows):
        if number not in beside:
            continue
        if text.startswith("s_cbranch_"):
            yield "way", f"{text}, never", at, [NOTHING]
            yield "way", f"{text}, always", at, [words[0] & 0xFFFF | BRANCH]
            yield "way", f"{text}, otherwise", at, [words[0] ^ 1 << 16]  # the opcodes of a condition and its inverse are neighbours
        elif re.fullmatch(r"s_mov_b64 \S+, (0|-1)", text):
            yield "way", f"{text}, the other number", at, [words[0] ^ 0x41]


def predicates_of(rows):
    """Likewise, of those that leave all lanes on where a part of them goes on to LDS, and to LDS alone: s_mov_b64 REGISTERS, exec for s_and_saveexec_b64 REGISTERS, CONDITION."""
    for number, (at, words, text) in enumerate(rows):
        if text.startswith("s_and_saveexec_b64"):
            guarded = [then for _, _, then in itertools.takewhile(lambda row: " exec" not in row[2], rows[number + 1 :])]
            if any(then.startswith("ds_") for then in guarded) and not any(then.startswith(("global_", "flat_", "buffer_")) for then in guarded):
                yield "predicate", f"{text}, all lanes", at, [words[0] & 0xFFFF0000 | 0x0100 | 126]
