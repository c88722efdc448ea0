# SPDX-License-Identifier: MIT
"""The mutants of include/colex/*.hpp: each is one small edit of one line, with an id that stays the same while
the line and its place among equal lines of the file do.

    for mutant in all_mutants(root): print(mutant.id, mutant.line, mutant.old, "->", mutant.new)

Comments, strings, includes, static_asserts and the laws are not edited. `selected` is the fixed sample that is
measured: the mutants whose id sorts first in each header, in proportion to the header's mutants.
"""
import dataclasses
import hashlib
import pathlib
import re

OPERATORS = {
    " + ": [" - "], " - ": [" + "], " * ": [" + "], " / ": [" * "], " % ": [" / "],
    " == ": [" != "], " != ": [" == "], " < ": [" <= "], " <= ": [" < "], " > ": [" >= "], " >= ": [" > "],
    " && ": [" || "], " || ": [" && "], " += ": [" -= "], " -= ": [" += "], " *= ": [" += "], " /= ": [" *= "],
    " << ": [" >> "], " >> ": [" << "], " ^ ": [" | "], " & ": [" | "], " | ": [" & "],
}
KINDS = {"+-*/%": "arithmetic", "=!<>": "comparison", "&|": "logic"}
SKIPPED_LINE = re.compile(r"\s*(//|#|static_assert|template|using|struct|requires|namespace|concept)")
NO_CALL = {"if", "for", "while", "switch", "return", "sizeof", "decltype", "static_assert", "static_cast",
           "both", "either", "gcd", "product_fits", "noexcept", "explicit", "declval"}  # the middle ones commute
TYPED = re.compile(r"^(typename )?[\w:]+(<.*>)?( const)?[&*]* \w+$|\bconst\b|\bauto\b|\.\.\.")
STATEMENT = re.compile(r"^(\s*(?:(?:else )?if \(.*\) |for \(.*\) |else )?)"
                       r"((?:\+\+|--)?[a-z_][\w.:]*(?:\[[^\]]*\])?(?:\.\w+)*(?: [-+*/|&^]?= .*|\(.*\)|)|continue|break);$")
CHECKED = ("return", "public", "private", "default")


@dataclasses.dataclass(frozen=True)
class Mutant:
    """In line `line` of `file`, columns [start, end) become `new`."""
    id: str
    file: str
    line: int
    kind: str
    start: int
    end: int
    old: str
    new: str
    text: str

    def apply(self, text):
        lines = text.split("\n")
        row = lines[self.line - 1]
        lines[self.line - 1] = row[:self.start] + self.new + row[self.end:]
        return "\n".join(lines)

    def __str__(self):
        after = (self.text[:self.start] + self.new + self.text[self.end:]).strip()
        return f"{self.file}:{self.line}: {self.text.strip()}  ->  {after}"


def blanked(line):
    """The line with strings and trailing comments replaced by spaces, columns kept."""
    line = re.sub(r'"(\\.|[^"\\])*"|\'(\\.|[^\'\\])\'', lambda m: "\x00" * len(m.group()), line)
    at = line.find("//")
    return line if at < 0 else line[:at].rstrip()


def closing(text, at):
    """Where the bracket opened at `at` closes, or -1."""
    depth = 0
    for k in range(at, len(text)):
        depth += (text[k] in "([{") - (text[k] in ")]}")
        if depth == 0:
            return k
    return -1


def top_level_commas(text):
    depth, found = 0, []
    for k, c in enumerate(text):
        depth += (c in "([{") - (c in ")]}")
        if c == "," and depth == 0:
            found.append(k)
    return found


def edits_of(line):
    """(kind, start, end, new) for every edit of one line."""
    code = blanked(line)
    if not code.strip() or SKIPPED_LINE.match(code) or "operator" in code and "return" not in code:
        return
    for match in re.finditer(r"(?<=\S)( [-+*/%=!<>&|^]{1,2}=? )(?=\S)", code):
        for new in OPERATORS.get(match.group(), []):
            kind = next((kind for marks, kind in KINDS.items() if match.group().strip()[0] in marks), "arithmetic")
            if match.group().strip() in ("&", "|", "^", "<<", ">>"):
                kind = "arithmetic"
            yield kind, match.start(), match.end(), new
    for match in re.finditer(r"(?<![\w.])(\d+)(?![\w.])", code):
        value = int(match.group())
        for new in {0: [1], 1: [0, 2]}.get(value, [value + 1]):
            yield "constant", match.start(), match.end(), str(new)
    for match in re.finditer(r"\b(true|false)\b", code):
        yield "constant", match.start(), match.end(), "false" if match.group() == "true" else "true"
    for match in re.finditer(r"\b(if|while) \(", code):
        end = closing(code, match.end() - 1)
        if end > 0 and " = " not in code[match.end():end] and "constexpr" not in code[:match.start()]:
            yield "condition", match.end(), end, "!(" + line[match.end():end] + ")"
        elif end > 0 and ";" in code[match.end():end]:
            start = code.index("; ", match.end()) + 2
            yield "condition", start, end, "!(" + line[start:end] + ")"
    statement = STATEMENT.match(code)
    if statement and statement.group(2) not in CHECKED and code.count("(") == code.count(")"):
        if " = " in statement.group(2) or statement.group(2)[-1] in ")ke" or statement.group(2)[:2] in ("++", "--"):
            yield "dropped statement", statement.start(2), statement.end(2), ""
    else:
        returned = re.match(r"^(\s*(?:else )?if \(.*\) )(return\b.*|continue|break);$", code)
        if returned and code.count("(") == code.count(")") and "constexpr" not in returned.group(1):
            yield "dropped statement", returned.start(2), returned.end(2), ""
    for match in re.finditer(r"(\w+|>)([({])", code):
        if match.group(1) in NO_CALL or match.group(1) == ">" and match.group(2) == "{" and "[" in code[:match.start()]:
            continue
        end = closing(code, match.end() - 1)
        if end < 0:
            continue
        inside = code[match.end():end]
        commas = top_level_commas(inside)
        if len(commas) not in (1, 2) or "<" in inside and " < " not in inside:
            continue
        cuts = [0, *[c + 1 for c in commas], len(inside)]
        first = line[match.end():match.end() + commas[0]].strip()
        second = line[match.end() + cuts[1]:match.end() + (commas[1] if len(commas) > 1 else len(inside))].strip()
        if first == second or not first or not second or TYPED.search(first) or TYPED.search(second):
            continue
        stop = match.end() + (commas[1] if len(commas) > 1 else len(inside))
        yield "swapped arguments", match.end(), stop, f"{second}, {first}"


def mutants_of(path):
    seen = {}
    statics = 0  # open brackets of a static_assert that goes over several lines
    for number, line in enumerate(path.read_text().split("\n"), 1):
        code = blanked(line)
        if statics > 0 or code.lstrip().startswith("static_assert"):
            statics += code.count("(") - code.count(")")
            continue
        for kind, start, end, new in edits_of(line):
            what = (path.name, line.strip(), start - len(line) + len(line.lstrip()), line[start:end], new)
            nth = seen[what] = seen.get(what, 0) + 1
            digest = hashlib.sha1(repr((*what, nth)).encode()).hexdigest()[:8]
            yield Mutant(f"{path.stem}-{digest}", path.name, number, kind, start, end, line[start:end], new, line)


def all_mutants(root):
    """Every mutant, header by header, line by line."""
    found = [m for path in sorted((pathlib.Path(root) / "include/colex").glob("*.hpp")) for m in mutants_of(path)]
    assert len({m.id for m in found}) == len(found), "two mutants with one id"
    return found


def selected(mutants, count):
    """About `count` of them: the same share of every header, by id, so that a new line displaces few."""
    share = count / max(1, len(mutants))
    chosen = []
    for file in sorted({m.file for m in mutants}):
        own = sorted((m for m in mutants if m.file == file), key=lambda m: m.id.split("-")[-1])
        chosen += own[:max(1, round(share * len(own)))]
    keep = {m.id for m in chosen}
    return [m for m in mutants if m.id in keep]
