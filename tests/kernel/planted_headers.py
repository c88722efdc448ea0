# SPDX-License-Identifier: MIT
"""Writes a copy of the headers of kernels that holds many defects, one of which is chosen when a program runs.

  from planted_headers import main
  main([("a dropped barrier", "gemm/gemm_kernel.hpp", "__syncthreads();", "", "data race"), ...])

  gemm_planted.py gemm_planted.inc gemm_planted.d

An entry is a name, the header, what is replaced (it occurs once) by what, and a word that the program must print. The
copy of each header lies in the folder of the same name without the suffix: it stands first on the include path. The file
has the table of the entries, for planted_main.hpp.

    __syncthreads();    becomes    { if (::colex::planted::chosen(7)) {  } else { __syncthreads(); } }

What is replaced stands in whole statements of one block. They are there twice, and where one declares a name, so is the
rest of its block: each way is what the edited header, or the header, says. Outside of blocks an expression is chosen. What
is a constant of a class or namespace cannot be chosen: where it is used can.
"""
import hashlib
import json
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "mutation"))
from mutants import blanked  # noqa: E402
from schemata import DECLARATION, Source  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2] / "gpu_kernels"
HEAD = re.compile(r"(?:COLEX_\w+\s+)*(if constexpr|if|for|while|switch) ?\(")
BLOCK = re.compile(r"(\)|\)( const| noexcept| mutable)+|\) -> [\w:<>]+|\]|\b(else|do))$")  # before the brace of a block

ATTRIBUTES = re.compile(r"^(\[\[[^\]]*\]\]\s*)+")


def span(text, name, header, old, new):
    """Where the text changes, [start, end), and what comes there: without what old and new have in common."""
    if text.count(old) != 1:
        sys.exit(f"{name}: {old!r} occurs {text.count(old)} times in {header}")
    new = "\n".join(map(blanked, new.split("\n")))
    short = min(len(old), len(new))
    head = next((k for k in range(short) if old[k] != new[k]), short)
    tail = next((k for k in range(short - head) if old[-1 - k] != new[-1 - k]), short - head)
    at = text.index(old)
    return at + head, at + len(old) - tail, new[head:len(new) - tail]


class Statements:
    """The statements of a header's blocks."""

    def __init__(self, source):
        self.mask, self.match, self.around, self.source = source.mask, source.match, source.around, source

    def begin(self, at, stop):
        """Where the next statement begins, from here on."""
        while at < stop and (self.mask[at].isspace() or self.source.text[at] == "#"):
            at = self.source.text.index("\n", at) if self.source.text[at] == "#" else at + 1
        return at

    def end(self, at, stop):
        """Where the statement that begins here ends."""
        if self.mask[at] == "{":
            return self.match[at] + 1
        head = HEAD.match(self.mask, at)
        if head:
            end = self.end(self.begin(self.match[head.end() - 1] + 1, stop), stop)
            then = self.begin(end, stop)
            if head[1].startswith("if") and re.match(r"else\b", self.mask[then:then + 5]):
                return self.end(self.begin(then + 4, stop), stop)
            return end
        while at < stop and self.mask[at] != ";":
            at = self.match[at] + 1 if self.mask[at] in "([{" and at in self.match else at + 1
        return at + 1

    def of(self, brace):
        stop, found = self.match[brace], []
        at = self.begin(brace + 1, stop)
        while at < stop:
            found.append((at, self.end(at, stop)))
            at = self.begin(found[-1][1], stop)
        return found

    def block(self, start, end):
        """The brace of the innermost block of statements around what changes, or None."""
        brace = self.around[start]
        while brace >= 0:
            before = self.mask[:brace].rstrip()
            is_switch = before.endswith(")") and before[:self.match[len(before) - 1]].endswith("switch ")
            if self.mask[brace] == "{" and self.match[brace] >= end and BLOCK.search(before) and not is_switch:
                return brace
            brace = self.around[brace]
        return None

    def region(self, start, end):
        """("statement" or "choose", start, end): what is there twice."""
        brace = self.block(start, end)
        if brace is None:
            return "choose", *self.source.item(start, end)
        found = self.of(brace)
        hit = [(a, b) for a, b in found if a < max(end, start + 1) and start < b] or [(a, b) for a, b in found if b <= start][-1:]
        declares = any(DECLARATION.match(ATTRIBUTES.sub("", self.source.text[a:b])) for a, b in hit)
        return "statement", hit[0][0], found[-1][1] if declares else hit[-1][1]


def copied(text, entries):
    """The header with the entries (number, name, header, old, new) in it. A region inside another stands in the part of it that
    is as the header says."""
    source = Source(text)
    statements, regions = Statements(source), []
    for number, name, header, old, new in entries:
        start, end, new = span(text, name, header, old, new)
        kind, low, high = statements.region(start, end)
        regions.append((low, high, kind, number, source.text[low:start] + new + source.text[end:high]))
    regions.sort(key=lambda r: (r[0], -r[1], r[3]))

    def render(low, high, index):
        out, at = [], low
        while index < len(regions) and regions[index][0] < high:
            start, end, kind, number, edited = regions[index]
            assert at <= start and end <= high, f"entry {number} overlaps another"
            inner, index = render(start, end, index + 1)
            one = f"::colex::planted::chosen({number})"
            whole = (f"{{ if ({one}) {{ {edited} }}\nelse {{ {inner} }} }}" if kind == "statement" else
                     f"({one} ? ({edited})\n: ({inner}))")
            out += [source.text[at:start], whole]
            at = end
        return "".join([*out, source.text[at:high]]), index

    text = render(0, len(source.text), 0)[0]
    return text.replace("#pragma once", '#pragma once\n#pragma GCC system_header  // edits leave names unused\n#include "planted_choice.hpp"', 1)


def written(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.read_text() != text:
        path.write_text(text)


def main(planted):
    """Writes the table to the file that the first argument names, the headers beside it, and what it read to the second."""
    table, dependencies = map(pathlib.Path, sys.argv[1:])
    numbered = [(number, *entry[:4]) for number, entry in enumerate(planted)]
    headers = sorted({entry[2] for entry in numbered})
    digest = hashlib.sha256()  # the table changes where a header does: what depends on it is compiled again
    for header in headers:
        text = copied((ROOT / header).read_text(), [entry for entry in numbered if entry[2] == header])
        written(table.with_suffix("") / header, text)
        digest.update(text.encode())
    entries = "".join(f"    {{{json.dumps(name)}, {json.dumps(word)}}},\n" for name, *_, word in planted)
    written(table, f'// {digest.hexdigest()}\n#pragma once\n#include "planted_main.hpp"\n'
                   f"inline constexpr colex::planted::Defect defects[] = {{\n{entries}}};\n")
    written(dependencies, f"{table.name}: " + " ".join(str(ROOT / header) for header in headers) + "\n")
