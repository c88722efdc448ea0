# SPDX-License-Identifier: MIT
"""The tables of docs/peers.md: one row per suite, and the differences with their verdicts and reasons."""
import collections

import judge

BEGIN, END = "<!-- made by tests/peers/run: begin {} -->\n", "<!-- end {} -->\n"
HEAD = ("| suite | its tests that pass | calls | same text | same function | same where known | listed differences | not expressible |\n"
        "|---|---|---|---|---|---|---|---|\n")  # fmt: skip


def page(here):
    return here.parent.parent / "docs" / "peers.md"


def between(text, name):
    return text.split(BEGIN.format(name))[1].split(END.format(name))[0]


def replaced(text, name, fresh):
    before, rest = text.split(BEGIN.format(name))
    return before + BEGIN.format(name) + fresh + END.format(name) + rest.split(END.format(name))[1]


def row(what, outcome, verdicts, unsaid):
    passing = sum(not why for why in outcome["tests"].values())
    tests = f"{passing} of {len(outcome['tests'])}" if outcome["tests"] else "the texts alone are read"
    calls = sum(verdicts.values()) or outcome.get("calls", 0)
    listed = sum(n for verdict, n in verdicts.items() if verdict not in judge.GOOD)
    same = verdicts[judge.SAME] + verdicts[judge.BOTH_REFUSE] if verdicts else "no recorded answers"
    function, known = (verdicts[v] if verdicts else "" for v in (judge.FUNCTION, judge.WHERE_KNOWN))
    return f"| {what} | {tests} | {calls} | {same} | {function} | {known} | {listed} | {sum(unsaid.values())} |\n"


def of_differences(listed):
    """Per suite and verdict: the reasons, how often, one example."""
    out = ["| suite | verdict | reason | calls | one of them |\n", "|---|---|---|---|---|\n"]
    for suite, said in sorted(listed.items()):
        groups = collections.defaultdict(list)
        for shown, (verdict, why) in said["calls"].items():
            groups[verdict, why].append(shown)
        for (verdict, why), members in sorted(groups.items()):
            out.append(f"| {suite} | {verdict} | {why} | {len(members)} | `{min(members, key=lambda m: (len(m), m))}` |\n")
    out += ["\n", "| suite | test that fails | reason |\n", "|---|---|---|\n"]
    out += [f"| {suite} | `{test}` | {why} |\n" for suite, said in sorted(listed.items())
            for test, why in sorted(said["tests"].items())]  # fmt: skip
    return "".join(out)


def of_unsaid(suite, unsaid):
    return "".join(f"| {suite} | {why} | {n} |\n" for why, n in sorted(unsaid.items(), key=lambda pair: (-pair[1], pair[0])))


def write(here, suite, what, outcome, verdicts, unsaid, listed):
    path = page(here)
    text = path.read_text()
    rows = {line.split(" | ")[0]: line + "\n" for line in between(text, "suites").splitlines()[2:]}
    fresh = row(what, outcome, verdicts, unsaid)
    rows[fresh.split(" | ")[0]] = fresh
    text = replaced(text, "suites", HEAD + "".join(rows[key] for key in sorted(rows)))
    others = [line + "\n" for line in between(text, "unsaid").splitlines()[2:] if not line.startswith(f"| {suite} |")]
    lines = sorted([*others, *of_unsaid(suite, unsaid).splitlines(keepends=True)])
    text = replaced(text, "unsaid", "| suite | what colex's text cannot say | calls |\n|---|---|---|\n" + "".join(lines))
    path.write_text(replaced(text, "differences", of_differences(listed)))
