#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Breaks the algebra on purpose, one edit of edits.txt at a time: properties and proofs must notice.

    run_edits.py                       what a test run has time for: edits marked `default`, and one of every other law
    run_edits.py --all                 every edit with both; so does COLEX_NIGHTLY in the environment
    run_edits.py --checker proof       proofs only
    run_edits.py --only 'mode.shape'   the edits whose text contains this
    run_edits.py --part step           the edits of loop-free steps only
    run_edits.py --defects             the defects of defects.txt instead, with the properties, 10,000 cases each

A property kills an edit when the edit's law fails on a counterexample of at most four modes a layout. The
proofs kill it when a theorem about that operation is refuted: one refutation is enough. A copy that does
not compile, crashes, runs too long, or only leaves claims unknown or vacuous is not killed. On the unedited
copy every law must hold and every theorem must be proved. An edit marked `unseen` is one that no theorem can
notice, and edits.txt says why; with --all that is checked as well, so that the list stays true.

Exit status: 0 all as listed, 1 not all, 2 the list or the set-up is at fault.
"""

import argparse
import concurrent.futures
import dataclasses
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from drawn import standing_once, turn  # noqa: E402
from suites import STANDARD  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]
FIELDS = ('file', 'old', 'new', 'law', 'part', 'proofs')
DEFECT_FIELDS = ('file', 'old', 'new', 'law', 'kind')
KINDS = ('off by one', 'wrong order', 'dropped coalesce', 'ignored mode', 'sign')
PARTS = ('step', 'driver', 'cover')
PROOFS = ('default', 'nightly', 'unseen')
MAX_MODES = {'kernel_lattice.hpp': 4}  # its minors are differences from four modes on; of every other file three
MAX_VALUES = 2**3  # of a counterexample that is a table: what three modes of two points have
CONTROL_MILLISECONDS = 20000  # a query on the unedited copy: a slow machine is no counterexample


class SetupError(Exception):
    """The list or the machine is at fault, not the algebra."""


@dataclasses.dataclass(frozen=True)
class Edit:
    """One edit: in `file`, `old` becomes `new`, and `law` must fail; so must theorems, when `proofs` says, or
    `why` not."""
    file: str
    old: str
    new: str
    law: str
    part: str
    proofs: str
    why: str
    kind: str = ''

    def __str__(self):
        return f'{self.file}: {self.old}  ->  {self.new}'


@dataclasses.dataclass(frozen=True)
class Verdict:
    """What a checker says of one copy of the algebra: holds, fails (with evidence) or broken (with why).
    For a theorem: proved, refuted, or what else the prover says."""
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
        fields['proofs'], _, fields['why'] = fields['proofs'].partition(', ')
        if fields['proofs'] not in PROOFS or (fields['proofs'] == 'unseen') != bool(fields['why']):
            raise SetupError(f'{path.name}, stanza {number}: proofs are default, nightly or "unseen, <why>"')
        edits.append(Edit(**fields))
    if len(set(edits)) != len(edits):
        raise SetupError(f'{path.name}: an edit is listed twice')
    return edits


def read_defects(path):
    defects = []
    for number, stanza in enumerate(re.split(r'\n\s*\n', path.read_text()), 1):
        lines = [line for line in stanza.splitlines() if line and not line.startswith('#')]
        if not lines:
            continue
        fields = dict(re.split(r':\s+', line, maxsplit=1) for line in lines)
        if tuple(fields) != DEFECT_FIELDS or fields['kind'] not in KINDS:
            raise SetupError(f'{path.name}, stanza {number}: expected the fields {", ".join(DEFECT_FIELDS)}')
        defects.append(Edit(**fields, part='', proofs='', why=''))
    if len(set(defects)) < 20 or {d.kind for d in defects} != set(KINDS):
        raise SetupError(f'{path.name}: twenty defects at least, and every kind among them')
    return defects


def edited_include(edit, where):
    """A copy of include/ with the edit applied (or unedited, for None)."""
    shutil.copytree(ROOT / 'include', where)
    if edit is not None:
        target = where / 'colex' / edit.file
        target.write_text(target.read_text().replace(edit.old, edit.new))
    return where


# Compiled apart from linking, so that ccache keeps it.
CACHED = ['ccache'] if shutil.which('ccache') else []


class Checker:
    """Compiles a law's file against a copy of include/ and runs it. What else it links is compiled once, and
    again only for an edit of a header that it includes."""
    name, holds, fails = '', '', ''
    flags = []
    libraries = []
    standard = []  # headers beside those of the standard library that are compiled once for all

    def __init__(self, work, arguments, sources):
        self.cxx = arguments.cxx
        self.work = work / self.name
        self.work.mkdir()
        (self.work / 'standard.hpp').write_text(''.join(f'#include <{name}>\n' for name in [*STANDARD, *self.standard]))
        subprocess.run([*CACHED, self.cxx, *self.flags, '-x', 'c++-header', 'standard.hpp', '-o', 'standard.hpp.gch'], check=True,
                       cwd=self.work)
        self.engine = {}  # source -> (object file, the headers of the algebra it includes)
        with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
            for source, built in zip(sources, pool.map(self.compile_once, sources)):
                self.engine[source] = built

    def compile_once(self, source, extra=(), stem=''):
        target = self.work / ((stem or source.stem) + '.o')
        rules = target.with_suffix('.d')
        command = [*CACHED, self.cxx, *self.flags, *extra, '-I', str(ROOT / 'include'), '-MMD', '-MF', str(rules),
                   '-c', str(source), '-o', str(target)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise SetupError(f'{" ".join(command)}\n{done.stderr}')
        return target, set(re.findall(r'include/colex/(\S+)', rules.read_text()))

    def build_and_run(self, program, inputs, include, arguments, environment, seconds):
        """The finished process, or the verdict `broken`."""
        here = program.parent  # by names relative to it: the folder is another in each run, and ccache hashes names
        if include.is_relative_to(here):
            include = include.relative_to(here)
        objects = []
        for header in ('standard.hpp', 'standard.hpp.gch'):
            if not (here / header).exists():
                (here / header).symlink_to(self.work / header)
        for k, one in enumerate(inputs):
            if not str(one).endswith('.cpp'):
                objects.append(str(one))
                continue
            objects.append(f'{program.name}_{k}.o')
            built = subprocess.run([*CACHED, self.cxx, *self.flags, '-include', 'standard.hpp', '-I', str(include), '-c', str(one), '-o',
                                    objects[-1]],
                                   capture_output=True, text=True, check=False, cwd=here)
            if built.returncode != 0:
                return Verdict('broken', 'does not compile: ' + built.stderr.strip().split('\n')[0])
        built = subprocess.run([self.cxx, *objects, *self.libraries, '-o', program.name], capture_output=True, text=True,
                               check=False, cwd=here)
        if built.returncode != 0:
            return Verdict('broken', 'does not link: ' + built.stderr.strip().split('\n')[0])
        try:
            ran = subprocess.run(['prlimit', f'--cpu={seconds}', str(program), *arguments], capture_output=True, text=True,
                                 timeout=20 * seconds, check=False, env=dict(os.environ, **environment))
            return Verdict('broken', f'computed longer than {seconds} s') if ran.returncode == -signal.SIGXCPU else ran
        except subprocess.TimeoutExpired:
            return Verdict('broken', f'did not end within {20 * seconds} s')

    def engine_for(self, edited_file):
        return [source if edited_file in headers else target
                for source, (target, headers) in self.engine.items()]


class PropertyChecker(Checker):
    """Runs props/<law>.cpp."""
    name, holds, fails = 'property', 'holds', 'fails'
    flags = ['-std=c++20', '-O1', '-I', str(ROOT / 'props'), '-I', str(ROOT)]
    libraries = ['-lrapidcheck']

    def __init__(self, work, arguments):
        super().__init__(work, arguments, sorted((ROOT / 'props' / 'gen').glob('*.cpp')))
        self.cases = arguments.cases or (10000 if arguments.defects else 2000)

    @staticmethod
    def laws(edit):
        return [edit.law]

    @staticmethod
    def due(edit, everything, first):
        return everything or edit.kind or edit.proofs == 'default' or edit in first

    @staticmethod
    def expected(_edit):
        return 'fails'

    def check(self, law, include, edited_file, work):
        """The verdict of `law` on the algebra in `include`."""
        inputs = [ROOT / 'props' / f'{law}.cpp', *self.engine_for(edited_file)]
        environment = {'COLEX_PROPS_CASES': str(self.cases), 'RC_PARAMS': 'seed=1'}
        ran = self.build_and_run(work / law, inputs, include, [], environment, 60)
        if isinstance(ran, Verdict):
            return ran
        if ran.returncode == 0:
            return Verdict('holds', f'{law}: {self.cases} cases')
        failure = re.search(r'^FAILED: .*\n  after .*\n(?:  .*\n)*', ran.stdout, re.MULTILINE)
        if ran.returncode != 1 or failure is None:
            return Verdict('broken', f'exit status {ran.returncode} without a counterexample')
        return self.judge(law, failure.group(), MAX_MODES.get(edited_file, 3))

    @staticmethod
    def judge(law, failure, max_modes):
        lines = [line.split(None, 1) for line in failure.splitlines()[2:] if len(line.split(None, 1)) == 2]
        values = [f'{label} = {value}' for label, value in lines if label not in ('run', 'replay')]
        for label, value in lines:
            modes = len(re.findall(r'-?\d+', value.split(':')[0])) if ':' in value else 0
            if label in ('A', 'B') and modes > max_modes:
                return Verdict('broken', f'not minimal, {modes} modes: {label} = {value}')
            if label == 'f' and value.count(',') >= MAX_VALUES:
                return Verdict('broken', f'not minimal, more than {MAX_VALUES} values: {value}')
        return Verdict('fails', f'{law}: ' + ', '.join(values))


class ProofChecker(Checker):
    """Proves smt/theorems/<law>.cpp with Z3, without mutants, up to the first refuted claim."""
    name, holds, fails = 'proof', 'proved', 'refuted'
    flags = ['-std=c++20', '-O0', '-I', str(ROOT / 'smt'), '-I', str(ROOT)]
    libraries = ['-lz3', '-lfmt']
    standard = ['z3++.h']
    theorems = sorted(path.stem for path in (ROOT / 'smt' / 'theorems').glob('*.cpp'))

    def __init__(self, work, arguments):
        super().__init__(work, arguments, sorted([*(ROOT / 'smt' / 'sym').glob('*.cpp'),
                                                  *(ROOT / 'smt' / 'lemmas').glob('*.cpp')]))
        self.milliseconds = arguments.milliseconds
        self.source = pathlib.Path(__file__).with_name('prove_one.cpp')
        self.driver = self.compile_once(self.source)

    @staticmethod
    def function(name):
        """The linker's name of the theorem `name`, a function without arguments."""
        return f'_ZN5colex3sym{len(name)}{name}Ev'

    @classmethod
    def laws(cls, edit):
        """The theorems about the edited operation, the edit's own law first."""
        operation = edit.law.split('_')[0]
        about = [law for law in cls.theorems if law.startswith(operation + '_')]
        return sorted(about, key=lambda law: law != edit.law)

    @staticmethod
    def due(edit, everything, _first):
        return bool(ProofChecker.laws(edit)) and (everything or edit.proofs == 'default')

    @staticmethod
    def expected(edit):
        return 'proved' if edit.proofs == 'unseen' else 'refuted'

    def check(self, law, include, edited_file, work):
        """The verdict of the theorem `law` on the algebra in `include`."""
        target, headers = self.driver
        inputs = [f'-Wl,--defsym={self.function("the_theorem")}={self.function(law)}',
                  ROOT / 'smt' / 'theorems' / f'{law}.cpp', *self.engine_for(edited_file),
                  self.source if edited_file in headers else target]
        limit = CONTROL_MILLISECONDS if edited_file is None else self.milliseconds
        ran = self.build_and_run(work / law, inputs, include, [str(limit)], {}, 120)
        if isinstance(ran, Verdict):
            return ran
        lines = ran.stdout.splitlines()
        if ran.returncode != 0 or len(lines) < 2:
            return Verdict('broken', f'exit status {ran.returncode} without a verdict')
        verdict, queries, *failures = lines
        if verdict == 'proved' and not failures:
            return Verdict('proved', f'{law}: {queries}')
        refuted = [line for line in failures if ': z3 refuted (' in line]
        if verdict == 'refuted' and len(refuted) != 1:
            return Verdict('broken', f'{law}: a refutation without one refuted claim')
        return Verdict(verdict, refuted[0] if refuted else '; '.join(failures))


def try_edit(checker, edit):
    """The first failing verdict among the edit's laws; otherwise one that is not as on the unedited copy, if
    there is one."""
    verdicts = []
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        include = edited_include(edit, work / 'include')
        for law in checker.laws(edit):
            verdicts.append(checker.check(law, include, edit.file, work))
            if verdicts[-1].outcome == checker.fails:
                return verdicts[-1]
    return min(verdicts, key=lambda verdict: verdict.outcome == checker.holds)


def control(checker, law):
    with tempfile.TemporaryDirectory() as folder:
        return checker.check(law, ROOT / 'include', None, pathlib.Path(folder))


def run(arguments):
    here = pathlib.Path(__file__)
    listed = read_defects(here.with_name('defects.txt')) if arguments.defects \
        else read_edits(here.with_name('edits.txt'))
    if arguments.defects:
        arguments.checker = 'property'
    standing_once((ROOT / 'include/colex' / edit.file, edit.old) for edit in listed)
    edits = [e for e in listed if arguments.only in str(e) and arguments.part in ('', e.part)]
    kinds = [kind for kind in (PropertyChecker, ProofChecker) if arguments.checker in ('', kind.name)]
    told = {e.law for e in edits if e.proofs == 'default'}
    first = {law: e for e in reversed(edits) if (law := e.law) not in told}.values()
    due = {kind.name: [e for e in edits if kind.due(e, arguments.all, first)] for kind in kinds}
    if arguments.one_in > 1 and not arguments.all:
        due = {name: tried[turn(arguments.one_in)::arguments.one_in] for name, tried in due.items()}
    if not any(due.values()):
        raise SetupError('no edit matches')
    start = time.monotonic()
    count = {'passed': 0, 'failed': 0}
    killed = dict.fromkeys(due, 0)

    def judged(passed, text):
        count['passed' if passed else 'failed'] += 1
        print(('' if passed else 'FAILED  ') + text, flush=True)

    with tempfile.TemporaryDirectory() as folder, \
            concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        checkers = [kind(pathlib.Path(folder), arguments) for kind in kinds if due[kind.name]]
        laws = [(checker, law) for checker in checkers
                for law in sorted({law for e in due[checker.name] for law in checker.laws(e)})]
        for (checker, law), verdict in zip(laws, pool.map(lambda pair: control(*pair), laws)):
            judged(verdict.outcome == checker.holds,
                   f'unedited  {checker.name:<9} {verdict.outcome:<9} {verdict.evidence}')
        if count['failed']:
            raise SetupError('not every law holds on the unedited algebra')
        answers = [(edit, [(checker, pool.submit(try_edit, checker, edit)) for checker in checkers
                           if edit in due[checker.name]]) for edit in edits]
        for edit, verdicts in answers:
            if verdicts:
                print(f'\n{edit}')
            for checker, future in verdicts:
                verdict = future.result()
                killed[checker.name] += verdict.outcome == checker.fails
                judged(verdict.outcome == checker.expected(edit),
                       f'  {checker.name:<9} {verdict.outcome:<9} {verdict.evidence}')
    print()
    for name, tried in due.items():
        print(f'{name}: {killed[name]} of the {len(tried)} edits tried were noticed')
    if 'proof' in due:
        for edit in edits:
            if edit.proofs == 'unseen':
                print(f'no theorem notices  {edit}\n                    {edit.why}')
        without = sorted({edit.law for edit in edits if not ProofChecker.laws(edit)})
        if without:
            print('no theorem yet about the operation of:', ', '.join(without))
    for name, tried in due.items():
        if len(tried) < len(edits):
            what = 'defects' if arguments.defects else 'edits'
            print(f'nightly: {name}: all {len(edits)} planted {what}; by day {len(tried)}, which the commit draws: each is a compilation, or several')
    print(f'{time.monotonic() - start:.0f} s')
    print(f'{count["passed"]} passed, {count["failed"]} failed')
    return 1 if count['failed'] else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    parser.add_argument('--all', action='store_true', default=bool(os.environ.get('COLEX_NIGHTLY')), help='every edit')
    parser.add_argument('--checker', default='', choices=('property', 'proof'), help='only this one')
    parser.add_argument('--only', default='', help='edits whose text contains this')
    parser.add_argument('--part', default='', choices=PARTS)
    parser.add_argument('--defects', action='store_true', help='the defects of defects.txt, with the properties')
    parser.add_argument('--one-in', type=int, default=1, metavar='N', help='of what is tried one in N, which the commit draws; all with --all')
    parser.add_argument('--cases', type=int, default=0, help='cases a property: 2000, or 10000 with --defects')
    parser.add_argument('--milliseconds', type=int, default=2000, help='limit of one query of a proof')
    parser.add_argument('--jobs', type=int, default=2)
    parser.add_argument('--cxx', default=os.environ.get('CXX', 'g++'))
    try:
        return run(parser.parse_args())
    except SetupError as fault:
        print(f'run_edits: {fault}', file=sys.stderr)
        print('0 passed, 1 failed')
        return 2


if __name__ == '__main__':
    sys.exit(main())
