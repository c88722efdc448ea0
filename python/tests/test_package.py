# SPDX-License-Identifier: MIT
"""The package as a whole: its version, its types, its memory, the example of README.md."""
import ast
import importlib.metadata
import importlib.util
import inspect
import os
import pathlib
import re
import resource
import shutil
import subprocess
import sys

import pytest

import colex
from colex import Layout, build_kernels

ROOT = pathlib.Path(__file__).resolve().parents[2]


def test_the_version_is_the_librarys():
    said = re.search(r"^  version: '([^']+)'", (ROOT / "meson.build").read_text(), re.M)[1]
    assert colex.__version__ == importlib.metadata.version("colex-layouts") == said


PROGRAM = """
import colex
import numpy
from colex import Layout
from colex.answers import BankCost
layout: Layout = Layout((4, (2, 4)), (2, (1, 8)))
offset: int = layout(21) + layout(1, 5)
composed: Layout = layout @ colex.coalesce(Layout("(2,1):(3,1)"))
swizzled: colex.ComposedLayout = colex.Swizzle(3, 3, 3) @ layout
again: colex.ComposedLayout = swizzled.composition(Layout(4))
values: list[int] = colex.evaluate(layout)
value: int = colex.evaluate(layout, (1, 2))
tiled: Layout = colex.logical_divide(layout, (2, None))
verdict: colex.Verdict = layout.injective()
named: Layout = colex.complement(L=Layout("4:3"), M=24)
method: Layout = layout.complement(M=64)
cost: BankCost = colex.banks("(32,8):(64,8)", on="sm90")
degree: int = cost["degree"]
copied: tuple[int, int] = colex.tiled_copy("(32,4):(4,1)", "(1,8):(1,1)")["tile"]
array: Layout = Layout.of(numpy.zeros((2, 3)))
view = colex.as_strided(numpy.zeros(32), layout)
writeable: bool = view.flags.writeable
rows = colex.Layouts((numpy.array([8, 16]), (4, 2))).composition(colex.Layout(4, 2))
row: Layout = rows[0]
some: colex.Layouts = rows[:1]
swizzled_map = colex.index_map(lambda i, j: i * 32 + colex.where(i < 2, j, i) % 8, (32, 8))
colex.draw(layout).save("layout.svg")
try:
    colex.complement("4:3", 16, cover=False)
except colex.Refused as why:
    print(why.condition, why.witness)
"""
WRONG = ["colex.Layout(1.5)", "x: str = colex.size('4:1')", "colex.coalesce(b'4:1')", "colex.complement('4:3', 24, covered=True)",
         "colex.Layout(4).shapes", "colex.no_such_operation", "colex.complement(colex.Layout(4), N=24)", "colex.banks('4:1', on='sm90')['degrees']",
         "colex.Layout.of(4)", "colex.Layouts(4).composition(4)", "x: str = colex.Layouts(4)[0]"]  # fmt: skip


def test_types(tmp_path):
    """mypy --strict accepts the installed package and a program, and notices each wrong line."""
    pytest.importorskip("mypy")
    (tmp_path / "program.py").write_text(PROGRAM)
    (tmp_path / "wrong.py").write_text("import colex\n" + "\n".join(WRONG) + "\n")

    def checked(*what):
        return subprocess.run([sys.executable, "-m", "mypy", "--strict", "--config-file", ROOT / "pyproject.toml", "--cache-dir", tmp_path / "cache", *what],
                              cwd=tmp_path, capture_output=True, text=True, check=False)  # fmt: skip

    for what in (("-p", "colex", "--exclude", "/colex/sources/"), ("program.py",)):
        right = checked(*what)
        assert right.returncode == 0, right.stdout
    wrong = checked("wrong.py")
    lines = {int(n) for n in re.findall(r"^wrong\.py:(\d+): error", wrong.stdout, re.M)}
    assert lines == set(range(2, 2 + len(WRONG))), wrong.stdout


def annotations(body):
    """(name, annotation) of all that public functions and methods take and answer."""
    for node in body:
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            yield from ((f"{node.name}.{name}", annotation) for name, annotation in annotations(node.body))
        elif isinstance(node, ast.FunctionDef) and (not node.name.startswith("_") or node.name.endswith("__") and node.name != "__getattr__"):
            given = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs, node.args.vararg, node.args.kwarg]
            yield from ((node.name, one.annotation) for one in given if one is not None and one.annotation is not None)
            yield node.name, node.returns


def is_any(annotation):
    return annotation is not None and re.search(r"\bAny\b", ast.unparse(annotation)) is not None


def public(folder):
    """(file, definitions): those of a public module, and of a private one the classes and what `import NAME as NAME` makes public."""
    trees = {path: ast.parse(path.read_text()) for path in sorted(folder.glob("*.py*")) if path.suffix in (".py", ".pyi")}
    imported = {(node.module, one.name) for path, tree in trees.items() if path.stem == "__init__" or not path.stem.startswith("_")
                for node in tree.body if isinstance(node, ast.ImportFrom) for one in node.names if one.asname == one.name or one.name[0].isupper()}  # fmt: skip
    for path, tree in trees.items():
        if path.stem.startswith("_") and path.stem not in ("__init__", "_colex"):
            yield path, [node for node in tree.body if (f"colex.{path.stem}", getattr(node, "name", None)) in imported]
        else:
            yield path, tree.body


def test_public_signatures_are_typed():
    """No Any in what public functions take and answer."""
    counted = 0
    for path, body in public(pathlib.Path(colex.__file__).parent):
        for name, annotation in annotations(body):
            counted += 1
            assert not is_any(annotation), (path.name, name)
    assert counted > 700


def test_an_any_is_noticed(tmp_path):
    (tmp_path / "__init__.py").write_text("from colex._a import f as f\nfrom colex._a import Shown\nfrom colex._a import g\n")
    (tmp_path / "_a.py").write_text("def f(x: Any): ...\ndef g(x: Any): ...\nclass Shown:\n    def __add__(self, x: list[typing.Any]): ...\nclass Kept:\n    def h(self, x: Any): ...\n")
    (tmp_path / "b.py").write_text("def h(*x: 'Any') -> int: ...\ndef _h(x: Any): ...\ndef k(x: Anything) -> typing.Any: ...\n")
    found = [(path.name, name) for path, body in public(tmp_path) for name, annotation in annotations(body) if is_any(annotation)]
    assert found == [("_a.py", "f"), ("_a.py", "Shown.__add__"), ("b.py", "h"), ("b.py", "k")]


def test_arguments_have_names():
    """By name, by position, or both; methods too. What has no place is a TypeError with the signature."""
    whole = colex.complement("4:3", 24)
    assert whole == colex.complement(L="4:3", M=24) == colex.complement("4:3", M=24) == colex.complement(M=24, L="4:3") == Layout("4:3").complement(M=24)
    assert colex.logical_divide(A="16:1", B="4:4") == colex.logical_divide("16:1", "4:4")
    assert colex.logical_divide(A="(8,8):(1,8)", T=(2, None)) == colex.logical_divide("(8,8):(1,8)", (2, None))
    assert colex.complement(L="4:2", M=19, cover=True) == Layout("(2,3):(1,8)")
    pages = {name: [page for page in colex.pages() if page["op"] == name] for name in dir(colex)}
    alone = [found[0] for found in pages.values() if len(found) == 1]
    for page in alone:
        names = [name + "_" * (name == "from") for name, *_ in page["parameters"]]
        assert list(inspect.signature(getattr(colex, page["op"])).parameters) == [*names, *page["options"], "cute"]
    assert len(alone) > 20
    for wrong in (lambda: colex.complement("4:3", N=24), lambda: colex.complement("4:3", L="4:3"), lambda: colex.complement(M=24), lambda: colex.size(4, M=1),
                  lambda: Layout("4:3").complement(L="4:3")):  # fmt: skip
        with pytest.raises(TypeError, match=r"no option or free argument .*: (complement|size)\("):
            wrong()


def test_docstrings_say_what_is_taken_answered_and_raised():
    for name in {page["op"] for page in colex.pages()}:
        for word in ("Args:", "Returns:", "Raises:"):
            assert word in getattr(colex, name).__doc__, (name, word)
    assert "M: integer or shape or layout; may be left out" in colex.complement.__doc__ and "cotarget_divides" in colex.complement.__doc__


def test_everything_public_has_a_docstring():
    """Functions, classes, their methods and properties; what a subclass overrides may have its base's."""
    asked, without = 0, []
    for stem in ("_colex", "_search", "_tensor", "answers", "layouts", "maps", "plans", "spaces", "tensors", "testing", "unknowns"):
        module = importlib.import_module(f"colex.{stem}")
        for name, one in vars(module).items():
            if name.startswith("_") or getattr(one, "__module__", None) not in (module.__name__, "colex") or not callable(one):
                continue
            own = [(f"{name}.{inner}", getattr(one, inner)) for inner in vars(one) if not inner.startswith("_")] if inspect.isclass(one) else []
            for what, of in [(name, one), *((what, of) for what, of in own if callable(of) or isinstance(of, property))]:
                asked += 1
                without += [] if inspect.getdoc(of) else [f"{stem}.{what}"]
    assert without == [] and asked > 400


def test_names_that_others_have_are_hinted_at():
    for ask, hint in ((lambda: Layout(4).T, "transpose"), (lambda: Layout(4).strides, "stride has them in elements"), (lambda: Layout.from_tensor([1]), "Layout.of")):
        with pytest.raises(AttributeError, match=hint):
            ask()
    assert not hasattr(Layout(4), "T") and not hasattr(Layout(4), "strides")


def round_of_calls():
    layout = Layout("(4,(2,4)):(2,(1,8))")
    layout(5), layout(1, 5), layout[1], layout[2, :], layout.shape, layout == Layout(4), hash(layout), str(layout)
    layout.coalesce(), colex.complement(layout, 32, cover=True), colex.logical_divide("16:1", 4), layout.injective().witness
    colex.find_layout([0, 1, 2]), colex.Swizzle(1, 0, 1) @ layout, colex.expression("size(4:1)"), layout.take(0, 1, cute=True)
    for wrong in (lambda: layout(99), lambda: Layout("(4"), lambda: colex.complement("4:3", 16), lambda: layout(2**70),
                  lambda: layout.size(1, 2), lambda: colex.size(1.5), lambda: layout.size(no=1)):  # fmt: skip
        try:
            wrong()
        except (colex.Refused, TypeError):
            pass
    layout.offsets()


def test_no_call_leaks():
    """No object stays behind and memory stays level over 1e5 calls; nightly over 1e6."""
    rounds = (1_000_000 if os.environ.get("COLEX_NIGHTLY") else 100_000) // 25
    for _ in range(500):
        round_of_calls()
    blocks, memory = sys.getallocatedblocks(), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for _ in range(rounds):
        round_of_calls()
    assert sys.getallocatedblocks() - blocks < 200
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - memory < 4096, "KiB"


def blocks_of(page):
    return re.findall(r"```python\n(.*?)```", (ROOT / page).read_text(), re.S)


@pytest.mark.parametrize("page", ["README.md", "docs/python.md"])
def test_examples_of_the_pages(page, tool_of_unknowns):
    """Every Python block runs from top to bottom; an expression's remark is its value, or the refusal that it raises."""
    blocks, compared, name = blocks_of(page), 0, f"<{page}>"  # no file: Hypothesis would read a page as a source of Python
    assert blocks
    if tool_of_unknowns is None:
        blocks = [block for block in blocks if "unknown(" not in block]
    if importlib.util.find_spec("torch") is None or "COLEX_KERNELS_LIBRARY" not in os.environ:
        blocks = [block for block in blocks if "colex.torch" not in block]
    for block in blocks:
        scope = {}
        lines = block.splitlines()
        for node in ast.parse(block).body:
            _, _, remark = lines[node.end_lineno - 1].partition("  # ")
            if not isinstance(node, ast.Expr):
                exec(compile(ast.Module([node], []), name, "exec"), scope)
                continue
            try:
                said = str(eval(compile(ast.Expression(node.value), name, "eval"), scope))
            except colex.Refused as why:
                said = f"Refused: {why}"
            if remark:
                assert said == remark.strip(), f"{page}: {lines[node.lineno - 1]}"
                compared += 1
    assert compared >= 2


SUBINTERPRETER = """
try:
    import _interpreters as interpreters  # 3.13
except ImportError:
    import _xxsubinterpreters as interpreters
import colex
inside = interpreters.create()
try:
    said = interpreters.run_string(inside, "import colex")
except Exception as why:
    said = why
print(getattr(said, "formatted", said))
print(colex.size("4:1"), colex.Layout("4:1").coalesce())
"""


@pytest.mark.skipif(not (3, 10) <= sys.version_info < (3, 15), reason="the module of subinterpreters has another name")
def test_a_subinterpreter_is_refused():
    """Clearly, and the main interpreter goes on."""
    ran = subprocess.run([sys.executable, "-c", SUBINTERPRETER], capture_output=True, text=True, check=False)
    refusal, after = ran.stdout.rsplit("\n", 2)[0:2]
    assert "ImportError" in refusal and ("subinterpreter" in refusal), ran.stdout + ran.stderr
    assert after == "4 4:1", ran.stdout + ran.stderr


def test_the_benchmark_runs():
    """Every call is measured; without peers there is one column."""
    ran = subprocess.run([sys.executable, ROOT / "tools/bench_python.py", "--seconds", "0.01"], capture_output=True, text=True, check=False)
    rows = [line.split() for line in ran.stdout.splitlines()[1:]]
    assert [row[0] for row in rows] == ["make", "call", "equal", "coalesce", "composition", "complement"], ran.stdout + ran.stderr
    assert all(0 < float(row[1]) < 1e6 for row in rows)


@pytest.mark.skipif(shutil.which("g++") is None, reason="no g++")
def test_the_benchmark_beside_cxx():
    """The same calls in C++ answer the same."""
    ran = subprocess.run([sys.executable, ROOT / "tools/bench_python.py", "--cxx", "g++", "--seconds", "0.01"], capture_output=True, text=True, check=False)
    rows = [line.split() for line in ran.stdout.splitlines()[1:]]
    assert len(rows) == 6 and "other" not in ran.stdout, ran.stdout + ran.stderr
    assert all(0 < float(row[2]) < 1e6 for row in rows)


@pytest.mark.skipif("COLEX_WHEEL" not in os.environ, reason="no wheel is given: COLEX_WHEEL")
def test_the_wheel_installs_without_a_compiler(tmp_path):
    """With an empty PATH and no index, into a folder of its own; it answers there, and needs no library but the system's."""
    install = [sys.executable, "-m", "pip", "--disable-pip-version-check", "install", "--quiet", "--no-index", "--target", str(tmp_path / "there")]
    bare = {"PATH": str(tmp_path), "HOME": str(tmp_path)}
    subprocess.run([*install, os.environ["COLEX_WHEEL"]], env=bare, check=True)
    program = f"import sys; sys.path.insert(0, {str(tmp_path / 'there')!r}); import colex; print(colex.__file__, colex.complement('4:3', 24), len(colex.draw('4:1').svg()) > 500)"
    ran = subprocess.run([sys.executable, "-I", "-c", program], env=bare, capture_output=True, text=True, check=False)
    assert ran.stdout.split() == [str(tmp_path / "there/colex/__init__.py"), "(3,2):(1,12)", "True"], ran.stdout + ran.stderr
    needed = subprocess.run(["readelf", "-d", *map(str, (tmp_path / "there/colex").glob("*.so"))], capture_output=True, text=True, check=True).stdout
    libraries = set(re.findall(r"\(NEEDED\).*\[(\w+)", needed))
    of_built = {"libfmt"} if os.environ.get("COLEX_BUILT") else set()  # of objects that were compiled for the tool
    assert libraries <= {"libstdc", "libm", "libgcc_s", "libc", "ld", "libpthread", *of_built}, libraries


KERNELS = """
import array, colex_kernels as ck
source, destination = array.array("f", range(300)), array.array("f", [-1] * 208)
ck.copy("copy_unpad_f32", source, destination, 200)
print(ck.platform(), destination[9])
"""


@pytest.mark.skipif(shutil.which("g++") is None, reason="no g++")
def test_the_kernels_sources_are_whole(tmp_path):
    """What `python -m colex.build_kernels` compiles finds every header in the package."""
    root = build_kernels.HERE / "sources"
    subprocess.run([sys.executable, root / "tools/hash_sources.py", tmp_path / "source_hash.hpp", tmp_path / "depfile"], check=True)
    words = [word for word in build_kernels.command("host") if word != "-c"]
    for source in build_kernels.sources(root, "host"):
        ran = subprocess.run([*words, f"-I{tmp_path}", "-M", source], cwd=root, capture_output=True, text=True, check=False)
        assert ran.returncode == 0, ran.stderr
        assert not re.search(rf"{re.escape(str(ROOT))}/(include|gpu_kernels|smt)/", ran.stdout)  # its own, not the checkout's


@pytest.mark.skipif("COLEX_KERNELS_LIBRARY" not in os.environ, reason="no library of the kernels is given: COLEX_KERNELS_LIBRARY")
def test_a_wheel_of_the_kernels(tmp_path):
    """The same library makes the same bytes, and what pip installed of them is found without a word."""
    library = pathlib.Path(os.environ["COLEX_KERNELS_LIBRARY"])
    made, again = (build_kernels.pack(library, "host", "host", tmp_path / name) for name in ("made", "again"))
    assert made.name.startswith("colex_kernels_host-") and made.read_bytes() == again.read_bytes()
    subprocess.run([sys.executable, "-m", "pip", "install", "-q", "--no-index", "--no-deps", "--target", tmp_path / "site", made], check=True)
    plain = {name: value for name, value in os.environ.items() if name != "COLEX_KERNELS_LIBRARY"}
    ran = subprocess.run([sys.executable, "-c", KERNELS], env={**plain, "PYTHONPATH": str(tmp_path / "site")}, capture_output=True, text=True, check=True)
    assert ran.stdout.split() == ["host", "13.0"], ran.stdout


@pytest.mark.skipif("COLEX_NIGHTLY" not in os.environ, reason="nightly: python: colex.build_kernels; by day not: it compiles the kernels for minutes")
def test_the_kernels_are_built_and_run(tmp_path):
    library = tmp_path / "libcolex_kernels.so"
    subprocess.run([sys.executable, "-m", "colex.build_kernels", "--platform", "host", "--output", library], check=True)
    ran = subprocess.run([sys.executable, "-c", KERNELS], env={**os.environ, "COLEX_KERNELS_LIBRARY": str(library)}, capture_output=True,
                         text=True, check=True)  # fmt: skip
    assert ran.stdout.split() == ["host", "13.0"], ran.stdout
