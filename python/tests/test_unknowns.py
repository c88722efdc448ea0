# SPDX-License-Identifier: MIT
"""Questions with unknowns: what is asked, what comes back, and the tables sampled against the operation on numbers."""
import copy
import pickle
import random

import pytest

import colex
from colex import Layout, unknown
from colex._expressions import Expression, leaves, parsed, text_of

K, M, N = unknown("K"), unknown("M"), unknown("N")


@pytest.fixture
def tool(tool_of_unknowns):
    if tool_of_unknowns is None:
        pytest.skip("Z3 is not installed, and COLEX_TOOL names no tool")


@pytest.mark.parametrize("written, text", [
    (K, "K"), (64 * K + 1, "(64*K)+1"), (K // 64 - N, "(K/64)-N"), (-K, "0-K"), ((64, (K, 2)), "(64,(K,2))"), ((K, None), "(K,_)"),
    (2**64, str(2**64)), (7 % K, "7%K"), (64 // (K * N), "64/(K*N)"),
])  # fmt: skip
def test_what_is_asked(written, text):
    assert text_of(written) == text


def test_a_layout_is_asked_as_its_text():
    assert text_of(Layout((4, 8))) == "(4,8):(1,4)" == str(colex.SymbolicLayout((4, 8), (1, 4)))


@pytest.mark.parametrize("given, text", [
    (((64, K), (1, 64)), "(64,K):(1,64)"), (((64, K),), "(64,K):(1,64)"), ((K,), "K:1"), (((K, (2, N), 3),), "(K,(2,N),3):(1,(K,K*2),(K*2)*N)"),
    ((8, K // 2), "8:K/2"),
])  # fmt: skip
def test_a_layout_with_unknowns_is_made(given, text):
    layout = Layout(*given)
    assert isinstance(layout, colex.SymbolicLayout) and str(layout) == text
    numbers = {"K": 4, "N": 5}
    assert layout.at(**numbers) == Layout(*(parsed(text_of(tree), numbers)[0] for tree in given))
    assert copy.copy(layout) == layout == pickle.loads(pickle.dumps(layout)) and hash(layout) == hash(Layout(*given))


def drawn_layout(draw, depth=0):
    """(shape, stride) with K and N among the leaves."""
    if depth < 2 and draw.random() < 0.5 - 0.2 * depth:
        parts = [drawn_layout(draw, depth + 1) for _ in range(draw.randint(1, 3))]
        return tuple(s for s, _ in parts), tuple(d for _, d in parts)
    return draw.choice([1, 2, 3, 4, K, N]), draw.choice([0, 1, 5, K, 2 * N, K * N])


def drawn_coordinate(draw, shape, values):
    """A coordinate inside, as tuples or as integers that count through them, and `:` at the top."""
    size = Layout(parsed(text_of(shape), values)[0]).size()
    if isinstance(shape, tuple) and draw.random() < 0.6:
        return tuple(drawn_coordinate(draw, entry, values) for entry in shape)
    return draw.randrange(size)


def test_a_layout_with_unknowns_is_called_and_sliced():
    draw, called = random.Random(3), 0
    for _ in range(400):
        shape, stride = drawn_layout(draw)
        if not isinstance(shape, tuple) or not any(isinstance(leaf, Expression) for leaf in leaves((shape, stride))):
            continue
        layout, values = Layout(shape, stride), {"K": draw.randint(1, 5), "N": draw.randint(1, 5)}
        numbers = layout.at(**values)
        at = drawn_coordinate(draw, shape, values)
        offset = layout(*at) if isinstance(at, tuple) and len(at) > 1 else layout(at)
        assert parsed(text_of(offset), values)[0] == numbers(at), (layout, at, offset)
        called += 1
        entries = tuple(entry if draw.random() < 0.5 else None for entry in (at if isinstance(at, tuple) else (0,) * len(shape)))
        if None in entries:
            part, base = layout[entries]
            kept = numbers[tuple(slice(None) if e is None else e for e in entries)]
            expected, start = (kept.layout, kept.offset) if hasattr(kept, "offset") else (kept, 0)
            got = part if isinstance(part, Layout) else part.at(**values)
            assert parsed(text_of(base), values)[0] == start and got.equivalent(expected), (layout, entries)
        for k in range(len(layout)):
            mode = layout[k]
            assert (mode if isinstance(mode, Layout) else mode.at(**values)) == numbers[k]
    assert called > 100
    with pytest.raises(colex.InputError):
        Layout((4, K))(1, 2, 3)
    assert Layout((4, K)).draw(K=2).title == "(4,2):(1,4)"


def test_banks_of_all_values():
    for layout, element, width in ((((32, 2), (K, 8)), 2, 16), (((32,), (K,)), 4, 4), ((((8, 4), 2), ((4, K), 1)), 4, 4), (((32, 2), (2 * K, K)), 4, 8)):
        found = Layout(*layout).banks(on="sm90", element=element, width=width)
        for k in [*range(1, found.start + 3), *(random.Random(1).randrange(1, 4000) for _ in range(60))]:
            try:
                degree = colex.banks(Layout(*layout).at(K=k), on="sm90", element=element, width=width)["degree"]
            except colex.Refused:
                degree = None
            assert found.degree(k) == degree, (layout, k)
    for wrong in (((32, 2), (K, N)), ((32, K), (1, 32)), ((32, 2), (K * K, 1))):
        with pytest.raises(colex.InputError):
            Layout(*wrong).banks(on="sm90")


def test_a_layout_with_unknowns_that_is_none():
    """It is refused as it would be with numbers."""
    for wrong in (((64, K), (1, 64, 2)), ((0, K),), ((K, 2**63),)):
        with pytest.raises(colex.InputError):
            Layout(*wrong)
    for wrong in (((64, K, 1.5),), ((K, 4), ("1", 4)), (((4, 1.5),)), (1.5,)):
        with pytest.raises(TypeError):
            Layout(*wrong)
    with pytest.raises(AttributeError):
        Layout((64, K)).no_such_operation


def test_a_layout_of_sympys_symbols():
    sympy = pytest.importorskip("sympy")
    k = sympy.Symbol("K", integer=True)
    assert str(Layout((64, k), (1, 64))) == "(64,K):(1,64)"
    assert Layout((sympy.Integer(4), 2)) == Layout((4, 2)), "numbers of SymPy are numbers"


def test_what_is_no_integer():
    for wrong in (1.5, True, [1], b"K"):
        with pytest.raises(TypeError):
            text_of((4, wrong))
    with pytest.raises(TypeError):
        K + 1.5
    with pytest.raises(TypeError):
        K * (1, 2)
    with pytest.raises(colex.InputError):
        unknown("k")
    with pytest.raises(TypeError, match="neither true nor false"):
        bool(K < 4)
    with pytest.raises(TypeError), colex.assuming(True):
        pass
    assert K == unknown("K") and K != N and K in (N, K) and {K: 1}[unknown("K")] == 1


@pytest.mark.parametrize("text, shape, stride", [
    ("192N:1", 192 * 5, 1), ("((4,M/4),(2,N/2)):((1,4),(M,2M))", ((4, 2), (2, 2)), ((1, 4), (8, 16))), ("(M/2,8/M):(2N,1)", (4, 1), (10, 1)),
    ("(4,(K)):(1,(M*N))", (4, (7,)), (1, (40,))), ("2*(M/4):-3", 4, -3), ("(M-1)*N+K%4:(K)", 38, (7,)), ("M-(N-K):0", 10, 0),
])  # fmt: skip
def test_what_comes_back_is_read(text, shape, stride):
    assert parsed(text, {"K": 7, "M": 8, "N": 5}) == [shape, stride]
    assert parsed(text_of(tuple(parsed(text))), {"K": 7, "M": 8, "N": 5}) == [(shape, stride)], "written and read again"


@pytest.mark.parametrize("text", ["(4", "4)", "", "4 + ", "k:1", "(4,):1"])
def test_text_that_is_none(text):
    with pytest.raises((ValueError, IndexError)):
        parsed(text)


def test_without_the_tool(monkeypatch, tmp_path):
    """One exception that says what is missing; a tool that knows no unknowns says so too."""
    tool = tmp_path / "tool"
    monkeypatch.setenv("COLEX_PROGRAM", str(tool))
    with pytest.raises(colex.NoTool, match="pip install 'colex-layouts.prove.'"):
        colex.ask("complement", "64:1", K)
    for sentence in ("questions with unknowns need colex-unknowns, which is neither beside this program nor in ../libexec/colex", "there is no Z3"):
        tool.write_text(f"#!/bin/sh\necho 'colex: {sentence}' >&2\nexit 2\n")
        tool.chmod(0o755)
        with pytest.raises(colex.NoTool, match=sentence):
            colex.for_which(K, "complement", "64:1", K)


def test_a_table_of_cases(tool):
    table = colex.ask("complement", "64:1", K)
    assert table.complete and table.disjoint and len(table) == 3
    answers = {case.kind: case for case in table}
    assert answers["layout"].text == "K/64:64" and answers["layout"].known == "proved"
    for k in range(200):
        try:
            want = colex.complement("64:1", k)
        except colex.Refused as why:
            want = why.condition
        try:
            got = table.at(K=k).coalesce()
        except colex.Refused as why:
            got = why.condition
        assert got == want, k


SAMPLED = [("coalesce", ("(4,N,2):(1,4,D)",)), ("composition", ("(M,N):(1,M)", "4:2")), ("logical_divide", ("(M,N):(1,M)", "4:1")),
           ("equal", ("(M,N):(N,1)", "(M,N):(1,M)")), ("size", ("(M,(N,4)):(1,(M,0))",)), ("right_inverse", ("(16,N):(1,16)",))]  # fmt: skip


@pytest.mark.parametrize("operation, arguments", SAMPLED)
def test_tables_against_numbers(tool, operation, arguments):
    """At every value at which a table decides, the operation on numbers answers the same function."""
    table, decided = colex.ask(operation, *arguments), 0
    for m in range(1, 9):
        for n in range(1, 9):
            values = {"M": m, "N": n, "D": 4 * n + m}
            concrete = [Layout(*parsed(text, values)) for text in arguments]
            try:
                want = getattr(colex, operation)(*concrete)
            except colex.Refused as why:
                want = why.condition
            try:
                got = table.at(**values)
            except colex.Refused as why:
                got = why.condition
            except LookupError:
                continue
            decided += 1
            if isinstance(want, Layout):
                assert list(got.offsets()) == list(want.offsets()), values
            else:
                assert got == want, values
    assert decided >= 16


def test_assumptions_nest(tool):
    with colex.assuming(K % 64 == 0), colex.assuming(K >= 64):
        assert str(colex.ask("complement", Layout(64), K).layout) == "K/64:64"
    assert len(colex.ask("complement", Layout(64), K)) == 3, "no longer"


def test_a_layout_with_unknowns(tool):
    """Its methods ask, and where it has values it is the layout of these."""
    layout = Layout((64, K), (1, 64))
    assert str(layout.coalesce().layout) == str(colex.ask("coalesce", layout).layout) == "64*K:1"
    for k in range(2, 20):
        assert layout.at(K=k) == Layout((64, k))
        assert layout.coalesce().at(K=k) == Layout((64, k)).coalesce()
        assert (layout @ Layout("8:2")).at(K=k) == Layout((64, k)) @ Layout("8:2")


def test_for_which(tool):
    condition = colex.for_which(K, "complement", "64:1", K)
    assert condition.found and condition.sufficient and condition.necessary
    for k in range(300):
        assert condition.holds(K=k) == (k > 0 and k % 64 == 0), k
    with pytest.raises(TypeError):
        bool(condition)


def test_values_for_which_nothing_is_asked(tool):
    """What a proof takes for granted is said, and no answer is given elsewhere."""
    table = colex.ask("coalesce", Layout((64, K), (1, 64)))
    assert [case.known for case in table] == ["proved", "given"] and table.assumes == "" and str(table) == "64K:1"
    assert str(table.at(K=2)) == "128:1"
    for k in (0, -1, -(2**62)):
        with pytest.raises(colex.InputError, match="every extent must be at least 1"):
            table.at(K=k)
    with colex.assuming(K % 64 == 0):
        table = colex.ask("complement", "64:1", K)
    assert table.assumes == "K % 64 == 0" and str(table.at(K=128)) == "2:64"
    with pytest.raises(LookupError, match="is asked where K % 64 == 0"):
        table.at(K=1)
    condition = colex.for_which(M, "logical_divide", "(M,N):(1,M)", "4:1")
    assert condition.domain == "M >= 1 and N >= 1"
    assert str(colex.ask("logical_divide", "(M,N):(1,M)", "4:1")).count("\n") == 2  # what is no input has no line
    with pytest.raises(LookupError, match="it is asked where"):
        condition.holds(M=0, N=4)


def test_conditions_at_values_below_1(tool):
    """One case holds, whatever the names are, and a divisor is above 0 where it is one."""
    table = colex.ask("upcast", "8:N", 2)
    assert table.complete and table.disjoint
    for n in (*range(-9, 10), 2**62, -(2**62), 2**63 - 1, -(2**63)):
        assert sum(case.holds(N=n) for case in table) == 1, n
        want = n % 2 == 0 or n == 1  # right: refused where a negative stride is no whole number of vectors
        assert any(case.holds(N=n) and case.kind == "layout" for case in table) == want, n


def test_laws(tool):
    assert colex.prove("coalesce(coalesce(A)) == coalesce(A)", bound=1)
    wrong = colex.prove("composition(A, B) == composition(B, A)", bound=1)
    assert not wrong and wrong.verdict == "refuted" and "A = " in wrong.counterexample
    with pytest.raises(colex.InputError):
        colex.prove("coalesce(A)")
    with pytest.raises(colex.InputError):
        colex.prove("no_such_operation(A) == A")


def test_bad_questions(tool):
    for wrong in (lambda: colex.ask("left_inverses", K), lambda: colex.ask("coalesce", "(M,N):(1"), lambda: colex.for_which(N, "complement", "64:1", K)):
        with pytest.raises(colex.InputError) as why:
            wrong()
        assert "\n" not in str(why.value)


def test_sympy(tool):
    sympy = pytest.importorskip("sympy")
    k = sympy.Symbol("K", integer=True)
    with colex.assuming(K >= 1):
        table = colex.ask("complement", "64:1", 64 * k)
    assert table.layout.at(K=3) == Layout(3, 64)
    assert [sympy.simplify(part) for part in table.cases[0].sympy()] == [k, 64]
    assert sympy.sympify(K // 64 + 1) == sympy.floor(k / 64) + 1
    assert text_of(sympy.Mod(k, 64) + sympy.floor(k / 64) * 2) in ("(K%64)+(2*(K/64))", "(2*(K/64))+(K%64)")
    with pytest.raises(TypeError):
        text_of(k / 64)
