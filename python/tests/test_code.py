# SPDX-License-Identifier: MIT
"""colex.code: kernels executed and inspected from Python, beside what the tool says; and the Python examples of docs/execute.md and inspect.md."""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

import numpy
import pytest

import colex
from colex import code
from colex.pytest_plugin import Wrong

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/code"))
from execute_page import CLANG, PAGES, compile_into  # noqa: E402

STORED = "stored: store LDS 16 = Sw<3,4,3> o 0 o ((64,2),2):((16,1024),2048), stage epoch\n"
TYPED = """
struct Pair {
  int x;
  double y;
};
extern "C" __attribute__((global)) void typed(long long* to, signed char a, unsigned short b, long long c, float d, Pair e) {
  to[0] = a, to[1] = b, to[2] = c, to[3] = __builtin_bit_cast(int, d), to[4] = e.x, to[5] = __builtin_bit_cast(long long, e.y);
}
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    if "COLEX_TOOL" not in os.environ or not (shutil.which("clang++-19") and shutil.which("ld.lld-19")):
        pytest.skip("no tool is given, or no clang++-19 with ld.lld-19")
    made = tmp_path_factory.mktemp("code")
    (made / "typed.hip").write_text(TYPED)
    for _, source, objects, _ in PAGES:
        for name, flags in objects.items():
            compile_into(made, name, source, flags)
    subprocess.run([*CLANG, made / "typed.hip", "-o", made / "typed.co"], check=True)
    return made


@pytest.fixture(autouse=True)
def full_tool(monkeypatch):
    if "COLEX_TOOL" in os.environ:
        monkeypatch.setenv("COLEX_PROGRAM", os.environ["COLEX_TOOL"])


def tool(*words):
    return json.loads(subprocess.run([os.environ["COLEX_TOOL"], *map(str, words)], capture_output=True, text=True, check=False).stdout)


def test_kernels_are_the_tools(folder):
    reverse = code.load(folder / "reverse.co")
    said = tool("execute", folder / "reverse.co", "--list", "--json")
    assert reverse.target == said["target"] == "gfx942"
    kernel = reverse.kernels["reverse"]
    assert (kernel.lds, kernel.threads, kernel.unknown) == (512, 1024, ())
    assert [a.__dict__ for a in kernel.arguments] == said["kernels"][0]["arguments"]


@pytest.mark.parametrize("order", ["C", "F"])
def test_arrays_are_written_in_place_unless_they_are_read_only(folder, order):
    reverse = code.load(folder / "reverse.co")
    given, to = numpy.arange(256, dtype="f4"), numpy.full((16, 16), -1, "f4", order=order)
    report = reverse.launch("reverse", grid=2, block=128, arguments=[given, to, numpy.int32(256)])
    assert report.clean and report.findings == [] and (report.blocks, report.barriers) == (2, 2)
    want = given.reshape(2, 128)[:, ::-1].ravel()
    assert (to.ravel(order="K") == want).all() and (given == numpy.arange(256)).all()
    to.flags.writeable = False
    report = reverse.launch("reverse", block=128, arguments=[given, to, numpy.int32(128)])
    assert report.findings[0]["defect"] == "read-only store"
    holds_nothing = code.empty((2, 128))
    assert reverse.launch("reverse", grid=2, block=128, arguments=[given, holds_nothing, numpy.int32(256)], schedule="random", seed=5).clean
    assert (holds_nothing.array == want.reshape(2, 128)).all() and holds_nothing.array.dtype == numpy.float32


ADDS = """.version 8.0
.target sm_80
.address_size 64
.visible .entry adds(.param .u64 a, .param .u64 b)
{
  .reg .b32 %r<4>;
  .reg .b64 %d<5>;
  ld.param.u64 %d1, [a];
  ld.param.u64 %d2, [b];
  mov.u32 %r1, %tid.x;
  mad.wide.u32 %d3, %r1, 4, %d1;
  mad.wide.u32 %d4, %r1, 4, %d2;
  ld.global.u32 %r2, [%d3];
  add.u32 %r2, %r2, 100;
  st.global.u32 [%d3], %r2;
  ld.global.u32 %r3, [%d4];
  add.u32 %r3, %r3, 1000;
  st.global.u32 [%d4], %r3;
  ret;
}
"""


def test_an_array_given_twice_is_one(folder):
    (folder / "adds.ptx").write_text(ADDS)
    adds = code.load(folder / "adds.ptx")

    def launched(*arguments, **more):
        return adds.launch("adds", **{"block": 8, **more}, arguments=arguments)

    given = numpy.arange(8, dtype="u4")
    assert launched(given, given).clean and given.tolist() == [1100 + k for k in range(8)]
    assert launched(given, given[:]).clean and given.tolist() == [2200 + k for k in range(8)]  # another view of all of it
    halves = numpy.arange(16, dtype="u4")
    assert launched(halves[:8], halves[8:]).clean and halves.tolist() == [100 + k for k in range(8)] + [1008 + k for k in range(8)]
    holds_nothing = code.empty(numpy.int64(8), "u32")
    assert launched(holds_nothing, holds_nothing, grid=numpy.int32(1), block=(numpy.int64(8),)).counts == {"uninitialised read": 8}
    assert holds_nothing.array.tolist() == [1100] * 8
    only_read = halves[:]
    only_read.flags.writeable = False
    for wrong in (halves[:8], only_read, halves.view("i4")):
        with pytest.raises(colex.InputError, match="share memory"):
            launched(halves, wrong)
    with pytest.raises(colex.InputError, match="masked array"):
        launched(given, numpy.ma.array(halves, mask=False))
    for words in ({"grid": 2.5}, {"block": "8"}, {"block": None}):
        with pytest.raises(colex.InputError, match="is a whole number, or several, not"):
            launched(given, given, **words)
    with pytest.raises(colex.InputError, match="empty: shape is a whole number"):
        code.empty(2.5)
    for kernel in ("adds\0", 5):
        with pytest.raises(colex.InputError, match="text without a null byte"):
            adds.launch(kernel, arguments=[given, given])


def test_a_race_is_found_with_both_instructions(folder):
    report = code.load(folder / "without_barrier.co").launch("reverse", block=128, arguments=["random:f32[128]", code.empty(128), "i32:128"])
    assert not report.clean and report.counts["data race"] > 0
    race = next(f for f in report.findings if f["defect"] == "data race")
    assert race["instruction"].startswith("ds_") and race["other"]["instruction"].startswith("ds_") and race["wave"] != race["other"]["wave"]


def test_numbers_and_structures_have_their_bytes(folder):
    to = code.empty(6, "i64")
    e = (numpy.int32(-7), numpy.float64(2.5))
    report = code.load(folder / "typed.co").launch(
        "typed", block=1, arguments=[to, numpy.int8(-3), numpy.uint16(65535), numpy.int64(-(2**40)), numpy.float32(0.1), e])
    bits = [numpy.float32(0.1).view("i4"), numpy.float64(2.5).view("i8")]
    assert report.clean and to.array.tolist() == [-3, 65535, -(2**40), bits[0], -7, bits[1]]


def test_inspect_and_expect_are_the_tools(folder):
    ring, one = code.load(folder / "ring.co"), code.load(folder / "one_stage.co")
    assert ring.inspect() == tool("inspect", folder / "ring.co", "--json")
    assert ring.inspect("ring", on="gfx950")[0]["accesses"][1]["bank_degree"] == 1
    assert ring.expect(STORED)["verdict"] == "holds" and one.expect(STORED)["verdict"] == "fails"


def test_the_fixture_says_what_is_wrong(folder, colex_inspect):
    colex_inspect(folder / "ring.co", expect=STORED)
    with pytest.raises(Wrong, match=r"ring: race_free: fails: byte \d+ of LDS is touched by wave 0 lane"):
        colex_inspect(folder / "one_stage.co")
    with pytest.raises(Wrong, match=r"\(ds_write_b128 v4, v\[6:9\]\): lane 0 of wave 0"):
        colex_inspect(folder / "one_stage.co", expect=STORED)


def test_the_job_of_the_page_says_what_is_wrong(folder, tmp_path):
    """The step of docs/inspect.md that inspects, run as a runner does: its status, and the files that the steps behind it take."""
    yaml = pytest.importorskip("yaml", reason="PyYAML is not installed")
    (job,) = re.findall(r"```yaml\n(inspect:.*?)```", (ROOT / "docs/inspect.md").read_text(), re.S)
    steps = yaml.safe_load(job)["inspect"]["steps"]
    (step,) = (step["run"] for step in steps if step.get("run", "").startswith("colex "))
    sarif, page = (step["with"].get("sarif_file", step["with"].get("path")) for step in steps if step.get("uses", "").startswith(("github/codeql-action/", "actions/upload-artifact")))
    (tmp_path / "colex").symlink_to(os.path.abspath(os.environ["COLEX_TOOL"]))
    for name, status in (("ring.co", 0), ("one_stage.co", 1)):
        shutil.copy(folder / name, tmp_path / "kernels.co")
        ran = subprocess.run(["bash", "-e", "-c", step], cwd=tmp_path, env=os.environ | {"PATH": f"{tmp_path}:{os.environ['PATH']}"}, capture_output=True, text=True)
        results = json.loads((tmp_path / sarif).read_text())["runs"][0]["results"]
        assert (ran.returncode, len(results)) == (status, status) and "<svg" in (tmp_path / page).read_text(), ran.stderr


def test_what_cannot_be_used_is_one_line(folder, monkeypatch):
    with pytest.raises(colex.InputError):
        code.load(folder / "none.co")
    with pytest.raises(colex.InputError, match="type is one of"):
        code.empty(3, "f80")
    reverse, good = code.load(folder / "reverse.co"), [numpy.zeros(128, "f4"), code.empty(128), numpy.int32(128)]
    for place, wrong in ((0, 3), (0, None), (0, numpy.zeros(128, "c8")), (0, numpy.zeros(128, ">f4")), (0, numpy.zeros(256, "f4")[::2]),
                         (2, 128), (2, numpy.int64(128)), (2, numpy.float16(1)), (2, "i32:x"), (2, numpy.bool_(True))):  # fmt: skip
        given = [*good]
        given[place] = wrong
        with pytest.raises(colex.InputError) as why:
            reverse.launch("reverse", block=128, arguments=given)
        assert "\n" not in str(why.value)
    for words in ({"kernel": "none"}, {"block": 0}, {"block": (1, 2, 3, 4)}, {"budget": 0}, {"budget": 5}, {"schedule": "last"}, {"arguments": good[:2]}):
        with pytest.raises(colex.InputError) as why:
            reverse.launch(**{"kernel": "reverse", "block": 128, "arguments": good, **words})
        assert "\n" not in str(why.value)
    monkeypatch.setenv("COLEX_PROGRAM", "no-such-program")
    with pytest.raises(colex.NoTool, match="COLEX_PROGRAM names"):
        code.load(folder / "reverse.co")
    lone = folder / "colex"  # without its plug-ins
    if not lone.exists():
        shutil.copy(os.environ["COLEX_TOOL"], lone)
    monkeypatch.setenv("COLEX_PROGRAM", str(lone))
    with pytest.raises(colex.NoTool, match="needs colex-execute"):
        code.load(folder / "reverse.co")


@pytest.mark.parametrize("page", ["execute", "inspect"])
def test_the_examples_of_the_page(folder, monkeypatch, page):
    monkeypatch.chdir(folder)
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / f"docs/{page}.md").read_text(), re.S)
    assert blocks
    for block in blocks:
        exec(compile(block, page, "exec"), {"__name__": page})  # noqa: S102  # its asserts are the test
