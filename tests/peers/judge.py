# SPDX-License-Identifier: MIT
"""What a peer answered beside what colex answers: the same, or a difference that is judged by enumerating both.

Nothing here asks colex: layouts are evaluated by tests/oracle/check.py, which shares no code with the library.
"""
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "oracle"))
import check  # noqa: E402
import values  # noqa: E402

SAME, FUNCTION, BOTH_REFUSE = "same text", "same function", "both refuse"
WHERE_KNOWN = "same where known"
OURS_RIGHT = "ours obeys the law"
THEIRS_WRONG = "theirs breaks the law"
BOTH_RIGHT = "both obey the law"
NOTHING = "nothing to answer"
OURS_WRONG = "ours breaks the law"
REFUSED = "refused, theirs obeys the law"
NESTING = "same values, other profile"
REFUSES = "theirs refuses, ours obeys the law"
UNJUDGED = "not judged"
LARGEST = 1 << 16  # points that are enumerated


def same_values(row, answer, convention):
    return check.Layout(row["args"][0]).table() == check.Layout(answer).table()


def reaches(row, answer, convention):
    return answer == (set(range(int(row["args"][1]))) <= set(check.Layout(row["args"][0]).table()))


def same_image(row, answer, convention):
    return set(check.Layout(row["args"][0]).table()) == set(check.Layout(answer).table())


def sorts(row, answer, convention):
    modes = check.Layout(answer).modes
    return sorted(modes) == sorted(check.Layout(row["args"][0]).modes) and modes == sorted(modes, key=lambda m: m[1])


LAWS = {**check.LAWS, "coalesce": (same_values, None), "flatten": (same_values, None), "surjective": (reaches, None),
        "filter": (same_image, None), "sort": (sorts, None)}  # fmt: skip


def law_of(op):
    return LAWS.get({"complement": "complement_cotarget"}.get(op, op), (None, None))


def spelled(row):
    """The row in the words of check.py, where a tiler has an operation of its own and a layout is never a bare number."""
    args = [str(a) if isinstance(a, str) else a for a in row["args"]]
    op = row["op"]
    if len(args) > 1 and f"{op}_tiler" in check.LAWS:
        if isinstance(args[1], str) and (args[1] == "_" or args[1].startswith("(") and check.entries_of(args[1])):
            op += "_tiler"
        elif ":" not in str(args[1]):
            args[1] = f"{args[1]}:1"
    return dict(row, op=op, args=args)


def obeys(row, answer):
    """Whether the answer obeys the operation's law; None where no law is written, or it says nothing of this call."""
    row = spelled(row)
    holds, _ = law_of(row["op"])
    if holds is None or answer == "reject" or isinstance(answer, str) and not check.is_layout(answer):
        return None
    try:
        if any(check.Layout(a).size > LARGEST for a in (*row["args"], answer) if check.is_layout(a)):
            return None
        return holds(row, answer, "cute")
    except (ValueError, IndexError, ZeroDivisionError, TypeError, SyntaxError):
        return None


def nothing_exists(row):
    row = spelled(row)
    _, impossible = law_of(row["op"])
    try:
        return impossible is not None and impossible(dict(row, result="reject"), "cute") is True
    except (ValueError, IndexError, ZeroDivisionError, TypeError, SyntaxError):
        return False


def plain(value):
    return value.replace(" ", "") if isinstance(value, str) else value


def likeness(row, ours, theirs):
    """FUNCTION or NESTING where both are the same function; "" otherwise."""
    if row["op"] in ("compact_col_major", "compact_row_major"):  # these answer the strides alone
        ours, theirs = f"{row['args'][0]}:{ours}", f"{row['args'][0]}:{theirs}"
    if isinstance(ours, list) and isinstance(theirs, list) and ours[1:] == theirs[1:]:
        ours, theirs = ours[0], theirs[0]  # a layout and its offset
    if not (check.is_layout(ours) and check.is_layout(theirs)):
        return ""
    try:
        if plain_layout(ours) and plain_layout(theirs) and check.only_unit_strides(ours, theirs):
            return FUNCTION  # without a table, however many points there are
        if values.table(ours) != values.table(theirs):
            return ""
    except (ValueError, SyntaxError):  # a tiler of layouts is no layout
        return ""
    return FUNCTION if values.profile(ours) == values.profile(theirs) else NESTING


def plain_layout(text):
    return not re.search("[@<o]", text)


def unsaid(row, reply):
    """Why the call cannot be put to colex, or ""."""
    texts = [str(a) for a in (*row["args"], row["result"])]
    if not reply["ok"] and reply["error"]["condition"] == "input":
        if any(re.search(r":[^S]*o\s*[\d(]", t) for t in texts):
            return "a layout behind a layout"
        if any("@" in t for t in texts):
            return "strides that are basis vectors"
        if any("<" in t for t in texts):
            return "a layout behind a swizzle"
        if "unknown operation" in reply["error"]["message"]:
            return f"no operation {row['op']}"
        return f"arguments that {row['op']} does not take"
    if reply["ok"] and ":" in str(reply["result"]) and not any(":" in t for t in texts):
        return "a plain tuple, which colex reads as a layout"
    return ""


def verdict_where_known(row, theirs, reply):
    """`?` in the peer's answer is a number that it knows at run time only."""
    if not reply["ok"]:
        return UNJUDGED
    right = obeys(row, reply["result"])
    if right is False:
        return OURS_WRONG
    theirs = re.escape(re.sub("^S<", "Sw<", theirs)).replace(r"\?", r"-?\d+")
    if re.fullmatch(theirs, str(plain(reply["result"]))):
        return WHERE_KNOWN
    return OURS_RIGHT if right else UNJUDGED


def verdict(row, reply):
    """One of the words above for a recorded call and colex's reply to it."""
    theirs = plain(row["result"])
    if "?" in str(theirs):
        return verdict_where_known(row, theirs, reply)
    if reply["ok"]:
        ours = plain(reply["result"])
        if ours == theirs and type(ours) is type(theirs):
            return SAME
        alike = likeness(row, ours, theirs)
        if alike:
            return alike
        right = obeys(row, ours), obeys(row, theirs)
        if right[0] is False:
            return OURS_WRONG
        if theirs == "reject":
            return REFUSES if right[0] else UNJUDGED
        return {(True, True): BOTH_RIGHT, (True, False): THEIRS_WRONG}.get(right, UNJUDGED)
    if theirs == "reject":
        return BOTH_REFUSE
    if nothing_exists(row):
        return NOTHING
    theirs_right = obeys(row, theirs)
    return UNJUDGED if theirs_right is None else REFUSED if theirs_right else THEIRS_WRONG


GOOD = (SAME, FUNCTION, BOTH_REFUSE, WHERE_KNOWN)


def shown(row, reply):
    """One line for a reader."""
    ours = reply["result"] if reply["ok"] else f"refuses: {reply['error']['condition']}"
    theirs = "refuses" if row["result"] == "reject" else row["result"]
    known = " (numbers known at run time)" if row.get("run_time") else ""
    return f"{row['op']}({', '.join(map(str, row['args']))}){known}: theirs {theirs}, colex {ours}"
