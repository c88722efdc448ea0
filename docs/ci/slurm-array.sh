#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The tests as a job array on a Slurm cluster, one shard a task. From the root of the repository:
#   sbatch docs/ci/slurm-array.sh                               every suite, eight shards
#   sbatch --array=1-20 docs/ci/slurm-array.sh --nightly        the long sweeps, twenty shards
#SBATCH --job-name=colex-tests
#SBATCH --array=1-8
#SBATCH --cpus-per-task=2
#SBATCH --mem=8G
#SBATCH --time=01:00:00
#SBATCH --output=colex-tests-%A-%a.log
set -eu
task=$SLURM_ARRAY_TASK_ID
tasks=$SLURM_ARRAY_TASK_COUNT
source=${SLURM_SUBMIT_DIR:-$PWD}
results=${COLEX_RESULTS:-$source/results-${SLURM_ARRAY_JOB_ID:-0}}

# Tasks must not share a build directory: each works on a copy of the tree, on the node's own disk.
work=$(mktemp -d "${TMPDIR:-/tmp}/colex-$task.XXXXXX")
trap 'rm -rf "$work"' EXIT
tar -C "$source" --exclude='./build*' --exclude='./.git' --exclude='./results-*' -cf - . | tar -C "$work" -xf -
cd "$work"

# The packages of tools/packages.txt are on the nodes already: nothing is installed.
status=0
tools/test --no-install --shard "$task/$tasks" "$@" || status=$?
mkdir -p "$results"
if [ -f build/junit.xml ]; then cp build/junit.xml "$results/junit-$task.xml"; fi
exit $status
