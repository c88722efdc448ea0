#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Counters beside the accesses that they counted: join_counters.py ACCESSES.jsonl COUNTERS.csv

The lines of bank_access_device, each with what Nsight Compute counted in the launch of the same number: a counter divided by the
repeats of the access, as a whole number where it is one."""
import collections
import csv
import json
import sys

accesses = [json.loads(line) for line in open(sys.argv[1])]
rows = [line for line in open(sys.argv[2]) if line.startswith('"')]
counted = collections.defaultdict(dict)
for row in csv.DictReader(rows):
    counted[int(row["ID"])][row["Metric Name"]] = float(row["Metric Value"].replace(",", ""))
assert sorted(counted) == list(range(len(accesses))), (len(counted), len(accesses))
for number, access in enumerate(accesses):
    each = {name: value / access["repeats"] for name, value in counted[number].items() if value != 0}
    access["counters"] = {name: int(value) if value == int(value) else value for name, value in sorted(each.items())}
    print(json.dumps(access, separators=(",", ":")))
