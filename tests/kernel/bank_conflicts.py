#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Sums up what Nsight Compute counted of shared memory: bank_conflicts.py FILE.csv...

A line for each kernel: its launches; of loads and of stores the conflicts, the wavefronts, and the largest share of a
launch's wavefronts that were conflicts. Exit status 1 where nothing was counted."""
import collections
import csv
import sys


def launches(paths):
    """(kernel, {counter: value}) of each launch."""
    found = collections.OrderedDict()
    for path in paths:
        with open(path) as lines:
            rows = csv.DictReader(line for line in lines if line.startswith('"'))
            for row in rows:
                one = found.setdefault((path, row["ID"]), (row["Kernel Name"], {}))
                one[1][row["Metric Name"]] = float(row["Metric Value"].replace(",", ""))
    return list(found.values())


def main(paths):
    kernels = collections.defaultdict(list)
    for name, counters in launches(paths):
        kernels[name].append(counters)
    for name, all_counters in sorted(kernels.items()):
        said = []
        for access in ("ld", "st"):
            conflicts = [c[f"l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_{access}.sum"] for c in all_counters]
            wavefronts = [c[f"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_{access}.sum"] for c in all_counters]
            share = max(100 * x / y if y else 0 for x, y in zip(conflicts, wavefronts))
            said.append(f"{access} {sum(conflicts):.0f} of {sum(wavefronts):.0f}, at most {share:.2f} %")
        print(f"{name[:90]}: {len(all_counters)} launches; " + "; ".join(said))
    if not kernels:
        print("nothing was counted")
    return 0 if kernels else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
