# SPDX-License-Identifier: MIT
"""Mutant schemata: one copy of the headers that holds many mutants, chosen when a program runs.

    if (a + 1 < b)      becomes      if ((colex::mutant(7) ? (a + 2 < b) : (a + 1 < b)))

`write(mutants, root, folder, forms)` writes the copy. What is replaced is the smallest region that stands by itself:
a literal, an item between brackets, commas and assignments, or a statement; `forms[id]` counts how often a smaller
region did not compile, so that the next larger one is taken. A mutant in a constant expression (a template
argument, `if constexpr`) has no form, and is built by itself. Constant evaluation sees the headers as they are.
"""
import pathlib
import re

from mutants import blanked

OPEN, CLOSE = "([{<", ")]}>"
ASSIGN = re.compile(r" (?:[-+*/%&|^]|<<|>>)?= ")
HEAD = re.compile(r"(?:if|for|while|switch)(?: constexpr)? \($")
DECLARATION = re.compile(r"(?:static |constexpr |typename |using )*(?!return\b|throw\b)[\w:]+(?:<.*?>)?(?: const)?[&* ]+"
                         r"(?:\w+|\[[\w, ]+\])\s*(?:[({=;,\[]|$)", re.S)
HEADER = """#pragma once
#include <cstdio>
#include <cstdlib>
#include <type_traits>
namespace colex::mutants {{
inline unsigned char reached[{count}];
inline void write_reached() {{
  if (char const* path = std::getenv("COLEX_MUTANTS_REACHED"))
    if (std::FILE* file = std::fopen(path, "a")) {{
      for (int k = 0; k < {count}; ++k) if (reached[k]) std::fprintf(file, "%d\\n", k);
      std::fclose(file);
    }}
}}
inline int active = [] {{
  std::atexit(write_reached);
  char const* const id = std::getenv("COLEX_MUTANT");
  return id ? std::atoi(id) : -1;
}}();
inline bool runs(int id) {{
  reached[id] = 1;
  return id == active;
}}
}}
namespace colex {{
constexpr bool mutant(int id) {{ return !std::is_constant_evaluated() && mutants::runs(id); }}
}}
"""


class Source:
    """A header without comments, and its brackets."""

    def __init__(self, text):
        lines = text.split("\n")
        self.starts = [0]
        for line in lines:
            self.starts.append(self.starts[-1] + len(line) + 1)
        masked = []
        for line in lines:
            code = blanked(line)
            masked.append((" " * len(line) if line.lstrip().startswith("#") else code + " " * (len(line) - len(code))))
        self.mask = "\n".join(masked)
        self.text = "".join(c if m != "\x00" and (m != " " or c == "#" or c == " ") else c if m == "\x00" else " "
                            for c, m in zip(text, self.mask))
        keep = [i for i, line in enumerate(lines) if line.lstrip().startswith("#")]
        self.text = "\n".join(line if i in keep else t for i, (line, t) in
                              enumerate(zip(lines, self.text.split("\n"))))
        self.match, self.around = {}, [-1] * (len(self.mask) + 1)
        stack = []
        for k, c in enumerate(self.mask):
            before, after = self.mask[k - 1:k], self.mask[k + 1:k + 2]
            if c == "<" and (after in " =<" or before == "<" or self.mask[:k].endswith("operator")):
                c = "."
            if c == ">" and (before in "- " or not stack or self.mask[stack[-1]] != "<"):
                c = "."
            if c and c in CLOSE:
                while stack and self.mask[stack[-1]] == "<" and c != ">":
                    stack.pop()
                if stack:
                    self.match[stack[-1]] = k
                    self.match[k] = stack.pop()
            self.around[k] = stack[-1] if stack else -1
            if c and c in OPEN:
                stack.append(k)

    def offset(self, mutant):
        base = self.starts[mutant.line - 1]
        return base + mutant.start, base + mutant.end

    def is_block(self, at):
        """Whether the `{` at `at` opens statements rather than values."""
        before = self.mask[:at].rstrip()
        if re.search(r"(\)|\belse|\bdo|\bmutable|\bconst|;|\}|\{|:|-> [\w:<>]+|noexcept)$", before):
            return not re.search(r"(\(\s*|return)$", before)
        start = max(before.rfind(c) for c in ";{}")
        return bool(re.match(r"\s*(?:template <[^;{}]*>\s+)?(?:inline )?(struct|class|namespace|enum|union)\b",
                             before[start + 1:].lstrip(), re.S))

    def item(self, start, end, through_assignments=False):
        """The item around [start, end): up to a bracket, a comma, a semicolon, an assignment, `?`, `:`."""
        outer = self.around[start]
        low = outer + 1
        k = start - 1
        while k > outer:
            c = self.mask[k]
            if c in CLOSE and k in self.match:
                first = self.match[k]
                if c == "}" and self.is_block(first) or c == ")" and HEAD.search(self.mask[:first + 1]):
                    low = k + 1
                    break
                k = first - 1
                continue
            if c in ";," or self.mask[k - 1:k + 2] in (" ? ", " : "):
                low = k + 1
                break
            if not through_assignments and c == "=" and (m := ASSIGN.search(self.mask, max(0, k - 4), k + 3)):
                low = max(m.end(), k + 1)
                break
            if c == "n" and re.search(r"\breturn$", self.mask[max(0, k - 7):k + 1]) or \
                    c == "e" and re.search(r"\belse$", self.mask[max(0, k - 5):k + 1]):
                low = k + 1
                break
            k -= 1
        high = self.match.get(outer, len(self.mask))
        k = end
        while k < high:
            c = self.mask[k]
            if c in OPEN and k in self.match:
                k = self.match[k] + 1
                continue
            if c in ";," or self.mask[k - 1:k + 2] in (" ? ", " : "):
                high = k
                break
            if not through_assignments and c == "=" and (m := ASSIGN.match(self.mask, k - 1)):
                high = m.start()
                break
            k += 1
        while low < start and self.mask[low].isspace():
            low += 1
        while high > end and self.mask[high - 1].isspace():
            high -= 1
        return low, high

    def statement(self, at):
        """(start, end) of the simple statement around `at`, its semicolon included; None inside a head."""
        outer = self.around[at]
        while outer >= 0 and not (self.mask[outer] == "{" and self.is_block(outer)):
            if self.mask[outer] == "(" and HEAD.search(self.mask[:outer + 1]):
                return None
            at, outer = outer, self.around[outer]
        if outer < 0 or re.search(r"(struct|class|namespace|enum|union)\b[^;{}]*$", self.mask[:outer]):
            return None
        low, k = outer + 1, at - 1
        while k > outer:
            c = self.mask[k]
            if c in CLOSE and k in self.match:
                first = self.match[k]
                if c == "}" and self.is_block(first) or c == ")" and HEAD.search(self.mask[:first + 1]):
                    low = k + 1
                    break
                k = first - 1
                continue
            if c == ";" or c == "e" and re.search(r"\belse$", self.mask[max(0, k - 5):k + 1]):
                low = k + 1
                break
            k -= 1
        k = at
        while self.mask[k] != ";":
            k = self.match[k] + 1 if self.mask[k] in OPEN and k in self.match else k + 1
            if k >= len(self.mask):
                return None
        while self.mask[low].isspace():
            low += 1
        return low, k + 1

    def is_member_initialiser(self, at):
        outer = self.around[at]
        while outer >= 0 and not (self.mask[outer] == "{" and self.is_block(outer)):
            outer = self.around[outer]
        return outer >= 0 and bool(re.search(r"\b(struct|class)\b[^;{}()]*$", self.mask[:outer]))

    def forms(self, mutant):
        """The ways to put this mutant into the copy, the smallest first: (kind, start, end)."""
        start, end = self.offset(mutant)
        if re.match(r"\s*(inline |static )?constexpr [\w:<>]+ \w+(\[\])? = ", mutant.text):  # always a constant
            return []
        if self.is_member_initialiser(start):  # g++ 12 fails on an array of numbers in a member with such a value
            return []
        outer = self.around[start]
        while outer >= 0:
            if self.mask[outer] == "<" or re.search(r"(if constexpr|requires) ?\($", self.mask[:outer + 1]):
                return []
            outer = self.around[outer]
        if mutant.kind == "condition":
            return [("negate", start, end)]
        if mutant.kind == "dropped statement":
            return [("drop", start, end + 1)] if self.mask[end] == ";" else []
        found = []
        if mutant.kind == "constant":
            found.append(("choose", start, end))
        if mutant.kind != "swapped arguments":
            through = bool(ASSIGN.fullmatch(mutant.old))
            found.append(("choose", *self.item(start, end, through)))
            start, end = found[-1][1:]
        statement = self.statement(start)
        while True:
            outer = self.around[start]
            if outer < 0 or self.mask[outer] == "{" and self.is_block(outer) or HEAD.search(self.mask[:outer + 1]):
                break
            start, end = self.item(outer, self.match[outer] + 1)
            found.append(("choose", start, end))
        if statement and not DECLARATION.match(self.text[statement[0]:statement[1]]):
            found.append(("statement", *statement))
        if mutant.kind == "swapped arguments" and mutant.new.count(", ") == 1:
            found.append(("arguments", *self.offset(mutant)))
        return [form for form in dict.fromkeys(found) if form[0] != "choose" or self.text[form[1]] not in "{["]


def edited(source, mutant, start, end):
    a, b = source.offset(mutant)
    return source.text[start:a] + mutant.new + source.text[b:end]


def wrapped(source, mutant, number, kind, start, end, inner):
    """The region as it is in the copy. `inner` is the original, with the mutants inside it."""
    one = f"::colex::mutant({number})"
    if kind == "negate":
        return f"(static_cast<bool>({inner}) != {one})"
    if kind == "drop":
        return f"{{ if (!{one}) {{ {inner} }} }}"
    if kind == "statement":
        return f"{{ if ({one}) {{ {edited(source, mutant, start, end)} }}\nelse {{ {inner} }} }}"
    return f"({one} ? ({edited(source, mutant, start, end)})\n: ({inner}))"


def written(source, chosen):
    """The text of the copy: the regions nest, so each is written around those inside it."""
    regions = []
    for number, mutant, (kind, start, end) in chosen:
        if kind == "arguments":  # two items, each of which may be the other
            first, second = mutant.new.split(", ")
            comma = source.text.index(",", start)
            for low, high, other in ((start, comma, first), (comma + 1, end, second)):
                regions.append((low, high, "choose", number, mutant, other))
        else:
            regions.append((start, end, kind, number, mutant, None))
    regions.sort(key=lambda r: (r[0], -r[1], r[3]))
    constants = []  # `Int const zero(0)` would be evaluated by the compiler: not const in the copy
    for start, _, _, _, _, _ in regions:
        statement = source.statement(start)
        if statement:
            head = re.match(r"(?:[\w:]+(?:<[\w:]+>)?)( const)(?= \w+[ ({])", source.text[statement[0]:statement[1]])
            if head:
                constants.append((statement[0] + head.start(1), statement[0] + head.end(1)))
    drop = set()
    for low, high in constants:
        drop.update(range(low, high))

    def plain(low, high):
        return "".join(c for k, c in enumerate(source.text[low:high], low) if k not in drop)

    def render(low, high, index):
        out, at = [], low
        while index < len(regions) and regions[index][0] < high:
            start, end, kind, number, mutant, other = regions[index]
            out.append(plain(at, start))
            inner, index = render(start, end, index + 1)
            if other is not None:
                out.append(f"(::colex::mutant({number}) ? ({other})\n: ({inner}))")
            else:
                out.append(wrapped(source, mutant, number, kind, start, end, inner))
            at = end
        out.append(plain(at, high))
        return "".join(out), index
    return render(0, len(source.text), 0)[0]


def write(mutants, root, folder, forms):
    """Writes the copy; the numbers of the mutants that are in it."""
    folder = pathlib.Path(folder)
    (folder / "colex").mkdir(parents=True, exist_ok=True)
    (folder / "colex/mutant.hpp").write_text(HEADER.format(count=max(1, len(mutants))))
    inside = set()
    for file in sorted({m.file for m in mutants}):
        source = Source((pathlib.Path(root) / "include/colex" / file).read_text())
        chosen = []
        for number, mutant in enumerate(mutants):
            if mutant.file == file:
                ways = source.forms(mutant)[forms.get(mutant.id, 0):]
                if ways:
                    chosen.append((number, mutant, ways[0]))
                    inside.add(number)
        text = written(source, chosen).replace("#pragma once", '#pragma once\n#include "colex/mutant.hpp"', 1)
        target = folder / "colex" / file
        if not target.exists() or target.read_text() != text:
            target.write_text(text)
    return inside
