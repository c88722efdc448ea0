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


def drawn(items, count):
    """`count` of the items in their order, and says so; all where the run is nightly."""
    if os.environ.get("COLEX_NIGHTLY") or count >= len(items):
        return list(items)
    by = commit()
    chosen = sorted(random.Random(by).sample(range(len(items)), count))
    print(f"nightly: {pathlib.Path(sys.argv[0]).stem}: all {len(items)}; by day {count}, which the commit draws")
    return [items[i] for i in chosen]
