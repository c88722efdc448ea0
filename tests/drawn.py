# SPDX-License-Identifier: MIT
"""A sample of what would take long, which changes with the commit; all of it with COLEX_NIGHTLY."""
import os
import pathlib
import random
import subprocess
import sys


def commit():
    """What a sample is drawn by."""
    here = pathlib.Path(__file__).resolve().parent
    asked = subprocess.run(["git", "-C", here, "rev-parse", "HEAD"], capture_output=True, text=True, check=False)
    return asked.stdout.strip() or "no commit"


def left(what, by_day, why):
    """Says what a run that is not nightly leaves to the night, in the line that tools/test collects."""
    print(f"nightly: {pathlib.Path(sys.argv[0]).stem}: {what}; by day {by_day}: {why}")


def standing_once(edits):
    """Ends the test where the old text of one of the edits, (file, old), does not stand once in its file: also of those that no sample takes."""
    for file, old in edits:
        if (times := pathlib.Path(file).read_text(encoding="utf-8").count(old)) != 1:
            sys.exit(f"{pathlib.Path(file).name}: {old!r} stands {times} times, not once")


def drawn(items, what, count, why):
    """`count` of the items in their order, and says so; all where the run is nightly."""
    if os.environ.get("COLEX_NIGHTLY") or count >= len(items):
        return list(items)
    by = commit()
    chosen = sorted(random.Random(by).sample(range(len(items)), count))
    left(f"all {len(items)} {what}", f"{count}, which the commit draws", why)
    return [items[i] for i in chosen]


def turn(count):
    """One of the numbers below `count`, which the commit draws."""
    return random.Random(commit()).randrange(count)


def every(items, step, what, why):
    """Every step-th of the items, the first of which the commit draws, and says so; all where the run is nightly."""
    if os.environ.get("COLEX_NIGHTLY"):
        return list(items)
    left(f"all {what}", f"one in {step}, which the commit draws", why)
    return items[turn(min(step, len(items))) :: step]
