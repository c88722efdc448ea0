#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every production of the grammars chained as deep as a text can be, at every door that reads text: chains.py build/colex

A production is what stands before and behind what it holds. Each is repeated alone, and mixed with others. The stack, the address
space and the processor's time are limited: a reader that recurses or takes a step for each pair of characters ends by a signal. A door
answers, or refuses in one line; batch answers the next line too.
"""
import json
import os
import pathlib
import random
import resource
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from drawn import every  # noqa: E402

COLEX = sys.argv[1]
SANITIZED = "--sanitized" in sys.argv
WHOLE = "prove" in subprocess.run([COLEX, "--help"], capture_output=True, text=True).stdout
NIGHTLY = bool(os.environ.get("COLEX_NIGHTLY"))
STACK = (8 if SANITIZED else 1) << 20  # bytes; a sanitizer's frames are larger
MEMORY, SECONDS = 1 << 29, 120 if SANITIZED else 20
GOOD, ANSWER = '{"op":"size","args":["4:1"]}', '{"ok":true,"result":4}'
FAULTS, COUNTS = [], {}

# What stands before, within and behind: a reader descends, or goes on, once for each.
PRODUCTIONS = [
    ("4:1 o ", "4:1", ""), ("4:1∘", "4:1", ""), ("Sw<1,0,1> o 0 o ", "4:1", ""), ("S<1,0,1> o 0 o ", "4:1", ""), ("[1,2,4] o 0 o ", "4:1", ""),
    ("4:1 o 2 o ", "4:1", ""), ("4:1 o (1,2) o ", "4:1", ""), ("4:1 o coalesce(", "4:1", ")"), ("4:1 o (", "4:1", ")"), ("(", "1", ")"), ("<", "1", ">"),
    ("(1,", "1", ")"), ("(1:", "1", ")"), ("1:(", "1", ")"), ("(1:1,", "1", ")"), ("<1:", "1", ">"), ("<_,", "_", ">"), ("1:", "1", ""), ("size(", "4:1", ")"), ("coalesce(", "4:1", ")"),
    ("coalesce((1:", "1", "))"), ("size((", "1", "))"), ("size(4:1 o ", "4:1", ")"), ("size(1,", "1", ")"), ("size(", "1,", ""), ("1,", "1", ""), ("composition(4:1, ", "4:1", ")"),
    ("composition(4:1,2:1", ",bounded", ")"), ("bounded,", "4:1", ""), ("let a=1;", "a", ""), ("let a=", "1", ";"), ("let let ", "1", ""), ("4:1@0", "", "@0"), ("@0", "4:1", "@0"), ("1@0+", "1@0", ""), ("1@0-", "1@0", ""),
    ("E<0,", "0", ">"), ("E<", "0", ",0>"), ("C<", "4", ">"), ("Int<", "4", ">"), ("Sw<", "1", ",0,1>"), ("[", "1", "]"), ("[1,", "1", "]"), ("_", "4", ""), ("-", "4", ""), ("_-", "4", ""), ("X,", "X", ""), ("a", "a", "a"), ("a::", "a", ""), ("9", "9", ""),
    (" ", "4:1", " "), ("\n", "4:1", "\n"), (";", "4:1", ";"), ("=", "4:1", "="), ("size(1,\n", "1", ")"), ("# ", "4:1", ""), (" == ", "4:1", ""), (" if ", "4:1", ""), ("\\", "4:1", ""), ('"', "4:1", '"'),
    ("M:1 o ", "4:1", ""), ("(M:", "1", ")"), ("M:(", "1", ")"), ("(M,", "1", ")"), ("M*(", "M", ")"), ("M+(1*", "M", ")"), ("-(", "M", ")"), ("- ", "M", ""), ("M*", "M", ""), ("M", "M", ""), ("M ", "M", ""), ("?", "", ""), ("?{div=2}*", "M", ""), ("size(M*", "M", ")"), ("N1,", "M", ""),
    ("M%2==0 && ", "M==1", ""), ("M<", "1", ""), ("4:M@0", "", "@0"), ("coalesce(M:1 o ", "M:1", ")"),
    ("4:1 o 0 o [", "4:1", "]"), ("?{div=8", ":1", "}"), ("?,", "1", ""), ("1E0", ":1", ""), ("1/", "2", ""), ("CS<3,0,[1],0,[2]> o 0 o ", "4:1", ""), ("[4:1;", "8:1", "]"), ("1@0", ":1", ""),
    ("cute::tuple<", "cute::C<4>", ">"), ("cute::Layout<", "cute::C<4>", ",cute::C<1>>"), ("cute::ComposedLayout<cute::Swizzle<1,0,1>,cute::C<0>,", "cute::Layout<cute::C<4>,cute::C<1>>", ">"),
    ("Tensor<", "Layout<_4,_1>", ">"), ("composition(Swizzle<1,0,1>{}, ", "Layout<_4,_1>{}", ")"), ("Swizzle<", "1", ",0,1>"), ("const ", "Layout<_4,_1>", "&"), ("(int)", "1", ""), ("a::", "Layout<_4,_1>", ""),
    ("#ttg.slice<{dim = 0, parent = ", "#ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 1], warpsPerCTA = [1, 1], order = [0, 1]}>", "}>"), ("#ttg.linear<{register = [", "[1]", "]}>"),
    ('!cute.layout<"', "4:1", '">'), ("!fly.layout<", "4:1", ">"), ("%0 = cute.size(%0) : (", '!cute.layout<"4:1">', ") -> "), ("{", "", "}"), ("->", "", ""),
    ("make_layout(1, ", "1", ")"), ("make_layout(size(", "1", "))"), ("Layout<Shape<_1>,", "Stride<_1>", ">"), ("BlockedLayout(", "[1]", ")"), ("tile_distribution_encoding<", "1", ">"), ("#xegpu.layout<", "1", ">"),
    ("memref<4x", "f32", ">"), ("smem_ptr[", "16b](unset) o 4:1", ""), ("Sw<_", "1", ""), ("lane=1 -> (", "1", ")"), ("(i<4) -> (", "i", ")"), ("(i<4) -> i+", "i", ""),
]  # fmt: skip


def limits():
    for what, most in [(resource.RLIMIT_STACK, STACK), (resource.RLIMIT_CPU, SECONDS), (resource.RLIMIT_CORE, 0)] + [(resource.RLIMIT_AS, MEMORY)] * (not SANITIZED):
        resource.setrlimit(what, (most, resource.getrlimit(what)[1]))  # the hard limit stays: a solver gets its own


def run(what, *words, stdin=""):
    """The standard output; a fault where the promise is broken."""
    COUNTS[what] = COUNTS.get(what, 0) + 1
    ran = subprocess.run([COLEX, *words], input=stdin.encode(), capture_output=True, preexec_fn=limits)
    told = ran.stderr.decode(errors="replace")
    if ran.returncode not in (0, 1, 2) or told.count("\n") > 1 or len(told) > 2000 or (ran.returncode == 2 and not told):
        FAULTS.append(f"{what}: exit status {ran.returncode}, {told[:200]!r}")
    return ran.stdout.decode()


def chained(production, size):
    """The production in itself until the text has about `size` bytes; for a list of them, in turn."""
    each = production if isinstance(production, list) else [production]
    times = max(1, size // sum(len(before.encode()) + len(behind.encode()) for before, _, behind in each))
    before = "".join(p[0] for p in each) * times
    return before + each[-1][1] + "".join(p[2] for p in reversed(each)) * times


def batch(texts):
    """As an expression and as an argument, a good line after each."""
    lines = [line for text in texts for line in (json.dumps({"expression": text}), GOOD, json.dumps({"op": "size", "args": [text]}), GOOD)]
    replies = run("batch", "batch", stdin="\n".join(lines) + "\n").splitlines()
    for k, reply in enumerate(replies):
        if reply != ANSWER if k % 2 else "ok" not in json.loads(reply):
            FAULTS.append(f"batch: {lines[k][:100]} ... {reply[:200]}")
    if len(replies) != len(lines):
        FAULTS.append(f"batch: {len(replies)} replies to {len(lines)} lines; the last is to {lines[len(replies)][:100]}")
    return replies[::4]


def doors(name, text, short, number):
    """Every other way in; a word of a command line is at most 128 kB. Commands that share a reader take turns, except at night."""
    words = [["draw", "--", short], ["explain", "coalesce", "--", short], ["banks", "--on", "sm90", "--", short], ["find_swizzle", "--on", "sm90", "--read", short], ["swizzle", "--", short],
             ["tiled_copy", "--", short, "4:1"], ["find_layout", "--", short], ["tiled_mma", "--", short]]  # fmt: skip
    for one in [["size", "--", short]] + (words if NIGHTLY else words[number % len(words) :][:1]):
        run(f"{one[0]} {name!r}", *one)
    run(f"expression {name!r}", "expression", "-", stdin=text)
    run(f"check {name!r}", "check", "-", stdin=text.replace("\n", " ") + " == 4:1\n")
    for around, check in (('!cute.layout<"{}">', []), ("{}", []), ("#ttg.linear<{{register = {}}}>", []), ("%a = cute.size(%b) : {} -> {}", ["--check"])):
        run(f"import {name!r}", "import", "-", *check, stdin=around.format(text, text))
    if WHOLE:
        unknown = [["size", "M:1", "--assume", short], ["equal", "M:1", short], ["prove", short + " == 4:1", "--timeout", "1"]]
        for one in unknown if NIGHTLY else unknown[number % 3 :][:1]:
            run(f"{one[0]} with unknowns {name!r}", *one)


def right_answers():
    """At the limits, by what the operations are: a swizzle undoes itself, 4:1 under 4:1 is 4:1."""
    sw, o = "Sw<1,0,1> o 0 o ", "4:1 o "
    for text, answer in (
        (o * 1000 + "4:1", "4:1"), (sw * 1000 + "4:1", "4:1"), (sw * 999 + "4:1", sw + "4:1"), ("size(" * 32 + "4:1" + ")" * 32, None), ("coalesce(" * 32 + "4:1" + ")" * 32, "4:1"),
        ("coalesce(" + "(" * 63 + "4" + ")" * 63 + ")", "4:1"),
    ):  # fmt: skip
        got = json.loads(batch([text])[0])
        if not got["ok"] or (answer is not None and got["result"] != answer):
            FAULTS.append(f"{text[:40]} ... is {answer}, not {str(got)[:200]}")
    for text, message in ((o * 1001 + "4:1", "more than 1000 calls"), (sw * 1001 + "4:1", "more than 1000 calls"), ("(1:" * 97, "nested beyond 96 levels"), ("coalesce(" * 33, "calls nested beyond 32"),
                          ("4:1" + "@0" * 65, "nested beyond 64 nodes"), ("size(" + "1," * 65 + "1)", "more than 64 arguments")):  # fmt: skip
        got = json.loads(batch([text])[0])
        if got["ok"] or message not in got["error"]["message"]:
            FAULTS.append(f"{text[:40]} ... is refused with {message!r}, not {str(got)[:200]}")


def main():
    random.seed(int(os.environ.get("COLEX_SEED", "1")))
    mixed = [random.sample(PRODUCTIONS, random.choice([2, 2, 3])) for _ in range(1000 if NIGHTLY else 60)]
    right_answers()
    everything = PRODUCTIONS + mixed
    some = every(list(range(len(PRODUCTIONS))), 6, "productions at their longest, and at every command", "each is a start of the tool")
    for size, all_of in ((300, everything), (7000, everything), (900_000, [PRODUCTIONS[k] for k in some])):
        for k in range(0, len(all_of), 20):
            batch([chained(p, size) for p in all_of[k : k + 20]])
    for number in some:
        before, within, behind = PRODUCTIONS[number]
        doors(before, chained((before, within, behind), 200_000), chained((before, within, behind), 30_000), number)
    print(f"{len(PRODUCTIONS)} productions, {len(mixed)} mixtures, {sum(COUNTS.values())} runs; stack {STACK >> 10} KiB")
    if not NIGHTLY:
        print("nightly: chains: 1000 mixtures, and each at every command; by day 60, and commands that share a reader take turns: each is a start of the tool")
    print("\n".join(FAULTS) if FAULTS else "every chain is answered or refused in one line")
    return bool(FAULTS)


sys.exit(main())
