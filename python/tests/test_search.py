# SPDX-License-Identifier: MIT
"""colex.search: equal to exhaustive enumeration, whatever is dropped on the way; covers each candidate once, goes on where it stopped, and
loses nothing to a worker that dies."""
import concurrent.futures
import functools
import itertools
import json
import os
import random
import sys

import pytest

import colex
from colex import Layout
from colex.spaces import (Banks, ComposesWith, Divides, HasComplement, Injective, Memory, Modes, Paddings, Sectors, Space, Swizzles, ThreadValues,
                          Tilers, Tilings, Within)  # fmt: skip

SPACES = 1000


def memory_then_text(layout):
    return int(layout.cosize())


def drawn(dice):
    """A small space, conditions and a cost."""
    outer = Layout(tuple(dice.choice([2, 3, 4, 6]) for _ in range(2)), tuple(dice.choice([1, 2, 5, 8]) for _ in range(2)))
    kind = dice.choice(["modes", "modes", "modes", "tilings", "tilers", "paddings", "swizzles"])
    if kind == "tilers":
        return Tilers(Layout((4, 6), (1, dice.choice([4, 5])))), [Divides(outer), lambda tiler: tiler[0] * tiler[1] >= 4], lambda tiler: -tiler[0]
    if kind == "tilings":
        return Tilings(dice.choice([12, 16, 24]), dice.choice([1, 2, 3])), [ComposesWith(outer)], lambda layout: layout[0].stride
    if kind == "paddings":
        return Paddings((4, 3, 2), tuple(range(3)), dice.choice([None, (2, 1, 0), (1, 0, 2)])), [HasComplement(48), Within(30)], Memory()
    if kind == "swizzles":
        return Swizzles(Layout((8, 8), (8, 1)), range(1, 4), range(3), range(-3, 4)), [lambda layout: layout(9) != 9], lambda layout: layout(17)
    modes = tuple(tuple((dice.choice([1, 2, 3, 4]), dice.choice([0, 1, 2, 3, 4, 6, 8, 12])) for _ in range(dice.randint(1, 4))) for _ in range(3))
    conditions = [Injective(), HasComplement(dice.choice([24, 48])), ComposesWith(outer), Within(dice.choice([10, 30])), lambda layout: layout.size() > 2]
    return Modes(modes), dice.sample(conditions, dice.randint(0, 3)), dice.choice([Memory(), memory_then_text])


def enumerated(space, where, cost, keep):
    """The best, and how many met the conditions, each candidate made and asked by itself."""
    met = []
    for number, chosen in enumerate(itertools.product(*space.choices)):
        try:
            candidate = space.make(*chosen)
            if all(test(candidate) for test in where):
                met.append((cost(candidate), number, candidate))
        except colex.Refused:
            pass
    return sorted(met, key=lambda one: one[:2])[:keep], len(met)


def test_search_equals_enumeration():
    dropped_together = met = 0
    for seed in range(SPACES):
        dice = random.Random(f"search {seed}")
        space, where, cost = drawn(dice)
        together = dice.choice([1, 3, 1000])
        found = colex.search(space, where=where, minimise=cost, keep=3, together=together)
        best, count = enumerated(space, where, cost, 3)
        assert (found.best, found.met) == (best, count), (seed, space)
        assert found.complete and found.done == [(0, len(space))]
        assert found.met + sum(found.dropped.values()) + sum(found.refused.values()) == found.total == len(space)
        met += found.met
        dropped_together += sum(count > 1 for count in found.dropped.values())
    assert met > SPACES and dropped_together > SPACES // 4


class Counting(Modes):
    made = 0

    def make(self, *chosen):
        type(self).made += 1
        return super().make(*chosen)


def test_what_cannot_meet_a_condition_is_not_made():
    space = Counting((((4, 1), (4, 2)), ((2, 1), (2, 4)), tuple((2, stride) for stride in range(1000))))
    Counting.made = 0
    found = colex.search(space, where=Injective(), minimise=Memory())
    assert found.total == 4000 and found.dropped["Injective()"] > 2000 and found.complete
    assert found.met < Counting.made < 3000  # of (4,2):(1,1) and of (4,2):(2,4) none is
    assert str(found.best[0][2]) == "(4,2,2):(1,4,8)"


class Wrong(Injective):
    """A planted condition: it drops what might meet it."""

    def begins(self, part):
        return part(1) != 1


def test_a_condition_that_drops_too_much_is_noticed():
    space = Modes((((2, 1), (2, 2)), ((2, 1), (2, 4))))
    right, wrong = (colex.search(space, where=test, minimise=Memory(), keep=4) for test in (Injective(), Wrong()))
    assert right.best == enumerated(space, [Injective()], Memory(), 4)[0] != wrong.best


def test_it_goes_on_where_it_stopped():
    space, how = Tilings(2**10, 4), dict(where=ComposesWith("(4,6,8,10):(2,3,5,7)"), minimise=memory_then_text, keep=4, together=100)
    whole = colex.search(space, **how)
    halves = colex.search(space, **how, progress=lambda found: found.covered < 900)
    assert not halves.complete and halves.covered == 900
    again = colex.search(space, **how, resume=json.loads(json.dumps(halves.state())))
    assert again == whole and again.complete
    with pytest.raises(ValueError, match="resume: the space"):
        colex.search(Tilings(2**10, 3), **how, resume=halves)


def test_workers_answer_alike():
    space, how = Tilings(2**10, 4), dict(where=ComposesWith("(4,6,8,10):(2,3,5,7)"), minimise=memory_then_text, keep=4)
    alone = colex.search(space, **how)
    with concurrent.futures.ThreadPoolExecutor(2) as threads, concurrent.futures.ProcessPoolExecutor(2) as processes:
        for executor in (threads, processes):
            assert colex.search(space, **how, executor=executor, together=200) == alone
        stopped = colex.search(space, **how, executor=threads, together=20, progress=lambda found: False)
        assert not stopped.complete and colex.search(space, **how, executor=threads, resume=stopped) == alone


def dies(layout):
    if layout.stride == (1, 4, 16) and os.environ.get("COLEX_TEST_DIES"):
        os._exit(1)
    return 0


def test_a_worker_that_dies_loses_nothing(monkeypatch):
    monkeypatch.setenv("COLEX_TEST_DIES", "1")
    space = Tilings(64, 3)
    with concurrent.futures.ProcessPoolExecutor(1) as pool, pytest.raises(colex.Stopped, match="of 60 candidates covered, then Broken") as stopped:
        colex.search(space, minimise=dies, executor=pool, together=4)
    monkeypatch.delenv("COLEX_TEST_DIES")
    assert colex.search(space, minimise=dies, resume=stopped.value.found) == colex.search(space, minimise=dies)


def dies_once(mark, layout):
    """Ends the process that is first to make the file `mark`."""
    try:
        os.close(os.open(mark, os.O_CREAT | os.O_EXCL))
    except FileExistsError:
        return int(layout.cosize())
    os._exit(1)


def test_dask(tmp_path):
    """Several processes of a local cluster, one of which dies: the scheduler gives its part to another."""
    distributed = pytest.importorskip("dask.distributed", reason="SKIP: dask.distributed is not installed: no search by its scheduler was tried")
    space, mark = Tilings(2**8, 3), str(tmp_path / "died")
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster:
        with distributed.Client(cluster) as client:
            found = colex.search(space, minimise=functools.partial(dies_once, mark), keep=2, executor=client.get_executor(), together=10)
    assert found.complete and found.best == colex.search(space, minimise=memory_then_text, keep=2).best and os.path.exists(mark)


def test_ray(tmp_path):
    """Several processes of Ray on this machine, one of which dies; an error of a cost is Stopped's; a search that is ended goes on."""
    ray = pytest.importorskip("ray", reason="SKIP: ray is not installed: no search by its tasks was tried")
    space, mark = Tilings(2**8, 3), str(tmp_path / "died")
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, runtime_env={"env_vars": {"PYTHONPATH": os.pathsep.join(sys.path)}})
    try:
        found = colex.search(space, minimise=functools.partial(dies_once, mark), keep=2, executor=ray, together=10)
        assert found.complete and found.best == colex.search(space, minimise=memory_then_text, keep=2).best and os.path.exists(mark)
        stopped = colex.search(space, minimise=memory_then_text, executor=ray, together=1, progress=lambda found: False)
        assert not stopped.complete
        assert colex.search(space, minimise=memory_then_text, executor=ray, resume=stopped) == colex.search(space, minimise=memory_then_text)
        with pytest.raises(colex.Stopped, match="then .*ZeroDivisionError"):
            colex.search(space, minimise=divides_by_zero, executor=ray)
    finally:
        ray.shutdown()


def divides_by_zero(layout):
    return 1 // 0


def test_an_error_says_what_was_covered():
    with pytest.raises(colex.Stopped, match="^search: 0 of 1 candidates covered, then ZeroDivisionError") as stopped:
        colex.search(Tilings(4, 1), minimise=lambda layout: 1 // 0)
    assert stopped.value.found.covered == 0
    for wrong in (dict(keep=0), dict(together=0)):
        with pytest.raises(ValueError, match="expected at least 1"):
            colex.search(Tilings(4, 1), minimise=len, **wrong)
    with pytest.raises(IndexError):
        Tilings(4, 1)[1]
    with pytest.raises(NotImplementedError):
        len(Space())


def test_the_swizzle_that_find_swizzle_finds():
    rows = Layout((32, (8, 8)), (64, (1, 8)))  # 32 rows of 64 halves
    reads = (Layout((32, 8), (1, 32 * 8)),)  # a lane reads its row, 8 halves in a step
    found = colex.search(Swizzles(rows, range(1, 4), range(3, 6), range(1, 5)), minimise=Banks("sm90", reads, element=2, width=16, degree=True))
    assert found.best[0][0] == 1 and found.best[0][2].outer == colex.find_swizzle([Layout("(32,8):(64,8)")], [], on="sm90", element=2, width=16)[0]
    assert found.refused["overlap"] > 0 and found.complete


def test_tiled_copies_of_a_tile():
    space = ThreadValues(Layout((256, 64), (64, 1)), threads=128, values=8, element=2)
    found = colex.search(space, minimise=[Sectors(element=2), lambda copy: -copy.width], keep=2)
    assert found.complete and found.refused and found.met
    cost, _, copy = found.best[0]
    assert cost == (128 * 8 * 2 // 32, -8) and len(set(copy.offsets.offsets().tolist())) == copy.tile[0] * copy.tile[1] == 1024
