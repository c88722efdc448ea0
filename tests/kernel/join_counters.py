#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Counters beside the accesses that they counted: join_counters.py ACCESSES.jsonl COUNTERS.csv

The lines of bank_access_device, each with what Nsight Compute counted in the launch of the same number: of shared memory wavefronts and
bank conflicts, of global memory sectors and requests, each divided by the repeats of the access."""
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
COUNTED = {"shared": {"wavefronts": "l1tex__data_pipe_lsu_wavefronts_mem_shared", "conflicts": "l1tex__data_bank_conflicts_pipe_lsu_mem_shared"},
           "global": {"sectors": "l1tex__t_sectors_pipe_lsu_mem_global", "requests": "l1tex__t_requests_pipe_lsu_mem_global"}}  # fmt: skip
for number, access in enumerate(accesses):
    for name, counter in COUNTED[access["space"]].items():
        value = counted[number][f"{counter}_op_{'st' if access['access'] == 'store' else 'ld'}.sum"] / access["repeats"]
        access[name] = int(value) if value == int(value) else value
    print(json.dumps(access, separators=(",", ":")))
