# SPDX-License-Identifier: MIT
"""colex.search: the best candidates of a space, every one of them covered, here or by the workers of an executor."""

from __future__ import annotations

import concurrent.futures
import dataclasses
import hashlib
import heapq
import types
import typing
from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from colex._errors import Refused
from colex.answers import Json
from colex.spaces import Candidate, Choice, Condition, Space

Test = Callable[[Candidate], object]
Range = tuple[int, int]


class Submits(typing.Protocol):
    """An executor."""

    @property
    def submit(self) -> Callable[..., object]:
        """submit(function, *arguments) answers a future."""


@dataclasses.dataclass
class Found:
    """The answer of a search, and what it covered. Each candidate covered met every condition, was dropped by one or
    refused.

    met       candidates that met every condition
    best      (cost, number in the space, candidate), the least first; of equal costs the smaller number
    dropped   by each condition: candidates that it turned away, alone or with all that begin alike
    refused   by each named refusal: candidates without an answer
    """

    total: int
    digest: str
    met: int = 0
    dropped: Counter[str] = dataclasses.field(default_factory=Counter)
    refused: Counter[str] = dataclasses.field(default_factory=Counter)
    best: list[tuple[typing.Any, int, typing.Any]] = dataclasses.field(default_factory=list)
    done: list[Range] = dataclasses.field(default_factory=list)

    @property
    def covered(self) -> int:
        """How many candidates were asked, or dropped with all that begin alike."""
        return sum(last - first for first, last in self.done)

    @property
    def complete(self) -> bool:
        """Whether the whole space is covered."""
        return self.covered == self.total

    def __str__(self) -> str:
        without = [f"{count} {word} {name}" for word, counts in (("dropped:", self.dropped), ("refused:", self.refused))
                   for name, count in sorted(counts.items())]  # fmt: skip
        text = ", ".join([f"{self.covered} of {self.total} candidates covered: {self.met} met every condition", *without])
        return text + (f"; least {self.best[0][0]}: {self.best[0][2]}" if self.best else "; none")

    def state(self) -> dict[str, Json]:
        """What `resume` takes, of values that JSON has where the costs are."""
        return {"digest": self.digest, "met": self.met, "dropped": dict(self.dropped), "refused": dict(self.refused),
                "best": [[cost, number] for cost, number, _ in self.best], "done": [list(r) for r in self.done]}  # fmt: skip


class Stopped(RuntimeError):
    """A search ended by an error. `found` is what it had covered, with which `resume` goes on."""

    def __init__(self, found: Found, why: BaseException) -> None:
        super().__init__(f"search: {found.covered} of {found.total} candidates covered, then {type(why).__name__}: {why}")
        self.found = found


def name(test: object) -> str:
    """As Found counts it, and as it is recognised when a search goes on."""
    return str(getattr(test, "__qualname__", None) or repr(test))


def search(
    space: Space[Choice, Candidate],
    *,
    where: Test[Candidate] | Sequence[Test[Candidate]] = (),
    minimise: Test[Candidate] | Sequence[Test[Candidate]],
    keep: int = 1,
    executor: Submits | types.ModuleType | None = None,
    progress: Callable[[Found], object] | None = None,
    resume: Found | dict[str, Json] | None = None,
    together: int | None = None,
) -> Found:
    """The `keep` candidates of a space that meet every condition of `where` at the least cost; of several costs the first decides.

    A condition of colex.spaces drops all candidates at once that begin with a part that cannot meet it, and only these. `executor`
    is any of concurrent.futures, or what has its submit(), such as Dask's Client.get_executor(), or the module `ray`; processes need a space,
    conditions and costs that can be pickled. `progress` is called with what is found so far after every `together` candidates, and ends the search by
    answering False. `resume` is an earlier Found, or its state(), of the same space, conditions and costs: any order, no candidate twice.
    Errors: Stopped, with what was covered, where a worker, a condition or a cost raises; a Refused is counted instead.
    """
    if keep < 1:
        raise ValueError("keep: expected at least 1")
    tests = tuple(where) if isinstance(where, Sequence) else (where,)
    costs = tuple(minimise) if isinstance(minimise, Sequence) else (minimise,)
    total = len(space)
    asked = repr((space, total, list(map(name, tests)), list(map(name, costs)), keep))
    found = _resumed(space, Found(total, hashlib.sha256(asked.encode()).hexdigest()[:16]), resume)
    if together is None:
        together = max(1024, -(-total // 1024))
    if together < 1:
        raise ValueError("together: expected at least 1")
    todo = _ranges(found, together)
    try:
        if executor is None:
            for first, last in todo:
                _add(found, _part(space, tests, costs, first, last, keep), keep)
                if progress is not None and progress(found) is False:
                    break
        else:
            _by_workers(found, todo, _submits(executor), (space, tests, costs, keep), progress)
    except Exception as why:
        raise Stopped(found, why) from why
    return found


def _resumed(space: Space[typing.Any, typing.Any], found: Found, resume: Found | dict[str, Json] | None) -> Found:
    if resume is None:
        return found
    state: dict[str, typing.Any] = resume.state() if isinstance(resume, Found) else resume
    if state["digest"] != found.digest:
        raise ValueError("resume: the space, the conditions, the costs or keep are not those of the earlier search")
    found.met = state["met"]
    found.dropped, found.refused = Counter(state["dropped"]), Counter(state["refused"])
    found.done = [(first, last) for first, last in state["done"]]
    found.best = [(tuple(cost) if isinstance(cost, list) else cost, number, space[number]) for cost, number in state["best"]]
    return found


def _ranges(found: Found, together: int) -> Iterator[Range]:
    """What is still to be covered, so many candidates at a time."""
    first = 0
    for begun, ended in [*found.done, (found.total, found.total)]:
        while first < begun:
            yield first, min(first + together, begun)
            first += together
        first = ended


class _Ray:
    """The module ray, which has tasks for submit(). A task whose worker dies is asked of another."""

    def __init__(self, ray: typing.Any) -> None:
        self._ray = ray
        self._task = ray.remote(lambda function, *given: function(*given))

    def submit(self, function: Callable[..., typing.Any], *given: typing.Any) -> concurrent.futures.Future[typing.Any]:
        task = self._task.remote(function, *given)
        future: concurrent.futures.Future[typing.Any] = task.future()
        future.add_done_callback(lambda ended: self._ray.cancel(task) if ended.cancelled() else None)
        return future


def _submits(executor: typing.Any) -> typing.Any:
    """What has submit(): the executor, or one over the module ray."""
    if not hasattr(executor, "submit") and hasattr(executor, "remote"):
        return _Ray(executor)
    return executor


def _by_workers(found: Found, todo: Iterator[Range], executor: typing.Any, what: tuple[typing.Any, ...], progress: typing.Any) -> None:
    space, tests, costs, keep = what
    ahead = 64  # ranges handed out: enough for the workers of one machine, few enough to stop soon
    pending: set[typing.Any] = set()
    stopped = False
    try:
        while True:
            while not stopped and len(pending) < ahead and (part := next(todo, None)) is not None:
                pending.add(executor.submit(_part, space, tests, costs, *part, keep))
            if not pending:
                return
            ready, pending = concurrent.futures.wait(pending, return_when=concurrent.futures.FIRST_COMPLETED)
            for future in ready:
                _add(found, future.result(), keep)
            if progress is not None and not stopped and progress(found) is False:
                stopped = True
                pending = {future for future in pending if not future.cancel()}
    finally:
        for future in pending:
            future.cancel()


def _add(found: Found, part: Found, keep: int) -> None:
    found.met += part.met
    found.dropped.update(part.dropped)
    found.refused.update(part.refused)
    found.best = heapq.nsmallest(keep, [*found.best, *part.best], key=lambda one: one[:2])
    joined: list[Range] = []
    for first, last in sorted([*found.done, *part.done]):
        if joined and joined[-1][1] == first:
            joined[-1] = joined[-1][0], last
        else:
            joined.append((first, last))
    found.done = joined


def _part(space: Space[typing.Any, typing.Any], tests: Sequence[Test[typing.Any]], costs: Sequence[Test[typing.Any]],
          first: int, last: int, keep: int) -> Found:  # fmt: skip
    """The candidates from `first` up to `last`."""
    found = Found(len(space), "", done=[(first, last)])
    lists = space.choices
    below = [1] * len(lists)  # candidates with the same choices up to here
    for k in reversed(range(len(lists) - 1)):
        below[k] = below[k + 1] * len(lists[k + 1])
    pruning = [test for test in tests if isinstance(test, Condition)]
    best: list[tuple[typing.Any, int, typing.Any]] = []

    def begins(chosen: list[typing.Any]) -> str | None:
        """The condition that no candidate with these choices meets."""
        if not pruning or (part := space.part(*chosen)) is None:
            return None
        for test in pruning:
            try:
                if not test.begins(part):
                    return name(test)
            except Refused:
                pass  # not known of the part: the candidates are asked
        return None

    def ask(chosen: list[typing.Any], number: int) -> None:
        try:
            candidate = space.make(*chosen)
            for test in tests:
                if not test(candidate):
                    found.dropped[name(test)] += 1
                    return
            cost = costs[0](candidate) if len(costs) == 1 else tuple(cost(candidate) for cost in costs)
        except Refused as why:
            found.refused[why.condition] += 1
            return
        found.met += 1
        best.append((cost, number, candidate))
        if len(best) >= keep + 256:
            best[:] = heapq.nsmallest(keep, best, key=lambda one: one[:2])

    def go(chosen: list[typing.Any], start: int) -> None:
        if len(chosen) == len(lists):
            ask(chosen, start)
            return
        size = below[len(chosen)]
        for k in range(max(0, (first - start) // size), min(len(lists[len(chosen)]), -(-(last - start) // size))):
            begun = start + k * size
            chosen.append(lists[len(chosen)][k])
            why = begins(chosen) if size > 1 else None
            if why is None:
                go(chosen, begun)
            else:
                found.dropped[why] += min(begun + size, last) - max(begun, first)
            chosen.pop()

    go([], 0)
    found.best = heapq.nsmallest(keep, best, key=lambda one: one[:2])
    return found
