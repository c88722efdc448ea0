#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Breaks the algebra on purpose, one edit of edits.txt at a time, and requires that its law then fails.

    run_edits.py                       all edits, two at a time
    run_edits.py --only 'mode.shape'   the edits whose text contains this
    run_edits.py --part step           the edits of loop-free steps only

An edit counts as killed only when the law's own check fails with a counterexample of at most three modes a
layout: not when the edited copy does not compile, crashes or runs too long. Every law must hold on the
unedited copy. Exit status: 0 all killed, 1 not all, 2 the list or the set-up is at fault.
"""

import argparse
import concurrent.futures
import dataclasses
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
FIELDS = ('file', 'old', 'new', 'law', 'part')
PARTS = ('step', 'driver', 'cover')
MAX_MODES = 3


class SetupError(Exception):
    """The list or the machine is at fault, not the algebra."""


@dataclasses.dataclass(frozen=True)
class Edit:
    """One edit: in `file`, `old` becomes `new`, and `law` must fail."""
    file: str
    old: str
    new: str
    law: str
    part: str

    def __str__(self):
        return f'{self.file}: {self.old}  ->  {self.new}'


@dataclasses.dataclass(frozen=True)
class Verdict:
    """What a checker says of one copy of the algebra: holds, fails (with evidence) or broken (with why)."""
    outcome: str
    evidence: str


def read_edits(path):
    edits = []
    for number, stanza in enumerate(re.split(r'\n\s*\n', path.read_text()), 1):
        lines = [line for line in stanza.splitlines() if line and not line.startswith('#')]
        if not lines:
            continue
        fields = dict(re.split(r':\s+', line, maxsplit=1) for line in lines)
        if tuple(fields) != FIELDS or fields['part'] not in PARTS:
            raise SetupError(f'{path.name}, stanza {number}: expected the fields {", ".join(FIELDS)}')
        edits.append(Edit(**fields))
    if len(set(edits)) != len(edits):
        raise SetupError(f'{path.name}: an edit is listed twice')
    return edits


def edited_include(edit, where):
    """A copy of include/ with the edit applied (or unedited, for None)."""
    shutil.copytree(ROOT / 'include', where)
    if edit is not None:
        target = where / 'colex' / edit.file
        text = target.read_text()
        if text.count(edit.old) != 1:
            raise SetupError(f'{edit}: the old text occurs {text.count(edit.old)} times, not once')
        target.write_text(text.replace(edit.old, edit.new))
    return where


class PropertyChecker:
    """Compiles props/<law>.cpp against a copy of include/ and runs it."""
    name = 'property'

    def __init__(self, work, arguments):
        self.cxx = arguments.cxx
        self.cases = arguments.cases
        self.flags = ['-std=c++20', '-O1', '-I', str(ROOT / 'props')]
        self.engine = {}  # source -> (object file, the headers of the algebra it includes)
        sources = sorted((ROOT / 'props' / 'gen').glob('*.cpp'))
        with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
            for source, built in zip(sources, pool.map(lambda s: self.compile_engine(s, work), sources)):
                self.engine[source] = built

    def compile_engine(self, source, work):
        target = work / (source.stem + '.o')
        rules = work / (source.stem + '.d')
        self.must_run([self.cxx, *self.flags, '-I', str(ROOT / 'include'), '-MMD', '-MF', str(rules),
                       '-c', str(source), '-o', str(target)])
        headers = re.findall(r'include/colex/(\S+)', rules.read_text())
        return target, set(headers)

    @staticmethod
    def must_run(command):
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise SetupError(f'{" ".join(command)}\n{done.stderr}')

    def check(self, law, include, edited_file, work):
        """The verdict of `law` on the algebra in `include`."""
        inputs = []
        for source, (target, headers) in self.engine.items():
            inputs.append(str(source if edited_file in headers else target))
        program = work / law
        built = subprocess.run([self.cxx, *self.flags, '-I', str(include), str(ROOT / 'props' / f'{law}.cpp'),
                                *inputs, '-lrapidcheck', '-o', str(program)],
                               capture_output=True, text=True, check=False)
        if built.returncode != 0:
            return Verdict('broken', 'does not compile: ' + built.stderr.strip().split('\n')[0])
        environment = dict(os.environ, COLEX_PROPS_CASES=str(self.cases), RC_PARAMS='seed=1')
        try:
            ran = subprocess.run([str(program)], capture_output=True, text=True, timeout=60, check=False,
                                 env=environment)
        except subprocess.TimeoutExpired:
            return Verdict('broken', 'ran longer than 60 s')
        if ran.returncode == 0:
            return Verdict('holds', f'{self.cases} cases')
        failure = re.search(r'^FAILED: .*\n  after .*\n(?:  .*\n)*', ran.stdout, re.MULTILINE)
        if ran.returncode != 1 or failure is None:
            return Verdict('broken', f'exit status {ran.returncode} without a counterexample')
        return self.judge(failure.group())

    @staticmethod
    def judge(failure):
        lines = [line.split(None, 1) for line in failure.splitlines()[2:] if len(line.split(None, 1)) == 2]
        values = [f'{label} = {value}' for label, value in lines if label != 'run']
        for label, value in lines:
            modes = len(re.findall(r'-?\d+', value.split(':')[0])) if ':' in value else 0
            if label in ('A', 'B') and modes > MAX_MODES:
                return Verdict('broken', f'not minimal, {modes} modes: {label} = {value}')
        return Verdict('fails', ', '.join(values))


def try_edit(checker, edit):
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        include = edited_include(edit, work / 'include')
        return checker.check(edit.law, include, edit.file, work)


def control(checker, law):
    with tempfile.TemporaryDirectory() as folder:
        return checker.check(law, ROOT / 'include', None, pathlib.Path(folder))


def run(arguments):
    edits = read_edits(pathlib.Path(__file__).with_name('edits.txt'))
    edits = [e for e in edits if arguments.only in str(e) and arguments.part in ('', e.part)]
    if not edits:
        raise SetupError('no edit matches')
    laws = sorted({e.law for e in edits})
    start = time.monotonic()
    bad = 0
    with tempfile.TemporaryDirectory() as folder, \
            concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        checker = PropertyChecker(pathlib.Path(folder), arguments)
        for law, verdict in zip(laws, pool.map(lambda law: control(checker, law), laws)):
            if verdict.outcome != 'holds':
                raise SetupError(f'{law} does not hold on the unedited algebra: {verdict.evidence}')
        print(f'{len(laws)} laws hold on the unedited algebra')
        for edit, verdict in zip(edits, pool.map(lambda e: try_edit(checker, e), edits)):
            killed = verdict.outcome == 'fails'
            bad += not killed
            print(f'{"killed  " if killed else "SURVIVED"}  {edit}\n          {edit.law}: '
                  f'{"" if killed else verdict.outcome + ", "}{verdict.evidence}', flush=True)
    print(f'{len(edits) - bad} of {len(edits)} edits killed by the {checker.name} of their law, '
          f'{time.monotonic() - start:.0f} s')
    return 1 if bad else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    parser.add_argument('--only', default='', help='edits whose text contains this')
    parser.add_argument('--part', default='', choices=PARTS)
    parser.add_argument('--cases', type=int, default=2000, help='cases a property')
    parser.add_argument('--jobs', type=int, default=2)
    parser.add_argument('--cxx', default=os.environ.get('CXX', 'g++'))
    try:
        return run(parser.parse_args())
    except SetupError as fault:
        print(f'run_edits: {fault}', file=sys.stderr)
        return 2


if __name__ == '__main__':
    sys.exit(main())
