#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`--triton` and `--cute-dsl` of `colex inspect` and `colex execute`: compiled_test.py COLEX

By day packages that stand for Triton and CuTe DSL are written to a folder: they note what they are called with, and give PTX that clang made. Nightly, where
COLEX_TRITON_PYTHON and COLEX_CUTE_PYTHON name interpreters with the packages, kernels of foreign/ are compiled and asked.
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

from execute_page import compile_into

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from drawn import left  # noqa: E402

COLEX = os.path.abspath(sys.argv[1])
FOLDER = tempfile.TemporaryDirectory()
AT = pathlib.Path(FOLDER.name)
TRITON = """
import json, pathlib, types
class JITFunction:
    def __init__(self, fn):
        self.fn, self.arg_names = fn, list(fn.__code__.co_varnames[: fn.__code__.co_argcount])
def jit(fn):
    return JITFunction(fn)
class Autotuner:
    def __init__(self, fn):
        self.fn, self.arg_names = fn, fn.arg_names
def compile(source, target, options):
    print("the compiler says something")
    if options.get("num_warps") == 3:
        raise ValueError("first line\\nnum_warps must be a power of 2")
    said = {"signature": source.signature, "constexprs": [[list(k), v] for k, v in source.constexprs.items()], "attrs": [[list(k), v] for k, v in source.attrs.items()],
            "target": [target.backend, target.arch, target.warp_size], "options": options, "kernel": source.fn.fn.__name__}
    pathlib.Path("called.json").write_text(json.dumps(said))
    name = "ring.co" if target.backend == "hip" else "ring.ptx"
    data = pathlib.Path(name).read_bytes()
    return types.SimpleNamespace(asm={"hsaco": data} if target.backend == "hip" else {"ptx": data.decode()},
                                 metadata=types.SimpleNamespace(num_warps=options.get("num_warps", 4), shared=0))
"""
SOURCE = "class ASTSource:\n    def __init__(self, fn, signature, constexprs, attrs):\n        self.fn, self.signature, self.constexprs, self.attrs = fn, signature, constexprs, attrs\n"
TARGET = "class GPUTarget:\n    def __init__(self, backend, arch, warp_size):\n        self.backend, self.arch, self.warp_size = backend, arch, warp_size\n"
CUTE = """
import json, os, pathlib, types
def compile(function, *arguments):
    said = {"arguments": [str(one) for one in arguments], "target": os.environ["CUTE_DSL_ARCH"]}
    pathlib.Path("called.json").write_text(json.dumps(said))
    if not arguments:
        raise RuntimeError("\\n\x1b[91merror[INTERNAL]:\x1b[0m No valid IR.\\n  \x1b[91merror:\x1b[0m an alignment (16 bits)\\n     is not met\\n  \x1b[92msuggestion:\x1b[0m look\\n")
    config = "!llvm.struct<(array<3 x i32>, array<3 x i32>, i64, ptr, ptr, i32)>"
    launches = [f"%9 = llvm.mlir.constant({extents[0]} : i64) : i64\\n%8 = llvm.getelementptr %7[0, 2] : (!llvm.ptr) -> !llvm.ptr, {config}\\nllvm.store %9, %8 : i64, !llvm.ptr\\n"
                for kind, extents, *_ in (one for one in arguments if isinstance(one, tuple))]
    name = "dynamic.ptx" if len(arguments) < 3 else "ring.ptx"
    return types.SimpleNamespace(__ptx__=pathlib.Path(name).read_text() + "\\0", ir_module="".join(launches))
"""
DYNAMIC = """.version 7.0
.target sm_80
.address_size 64
.extern .shared .align 16 .b8 more[];
.visible .entry numbers()
.reqntid 32, 1, 1
{
  .reg .b32 %r<4>;
  mov.u32 %r1, %tid.x;
  mov.u32 %r2, more;
  mad.lo.s32 %r3, %r1, 4, %r2;
  st.shared.u32 [%r3], %r1;
  ret;
}
"""
KERNELS = """
import triton
print("the module says something")
@triton.jit
def ring(source, to, pitch, tiles, BLOCK):
    pass
tuned = triton.Autotuner(ring)
def plain(source):
    pass
"""
RING = "*fp32:16, *fp32:16, i32:16, i32, 1024"


def colex(*words, python=str(AT), **more):
    given = {**os.environ, "PYTHONPATH": python, "COLEX_TRITON_PYTHON": sys.executable, "COLEX_CUTE_PYTHON": sys.executable, **more}
    return subprocess.run([COLEX, *words], capture_output=True, text=True, check=False, timeout=120, cwd=AT, env=given)


def setUpModule():
    for name, text in {"triton/__init__.py": TRITON, "triton/compiler.py": SOURCE, "triton/backends/__init__.py": "", "triton/backends/compiler.py": TARGET,
                       "cutlass/__init__.py": "Float32 = 'Float32'\nclass Int32(int):\n    pass\n", "cutlass/cute/__init__.py": CUTE,
                       "cutlass/cute/runtime.py": "def make_fake_compact_tensor(kind, extents, stride_order, **more):\n    return kind, extents, stride_order, more\n",
                       "kernels.py": KERNELS, "dynamic.ptx": DYNAMIC, "functions.py": "def ring(a, b, pitch, tiles):\n    pass\n"}.items():  # fmt: skip
        (AT / name).parent.mkdir(parents=True, exist_ok=True)
        (AT / name).write_text(text)
    compile_into(AT, "ring.co", "examples/execute/ring.hip", []), compile_into(AT, "ring.ptx", "examples/execute/ring.hip", [])


def called():
    return json.loads((AT / "called.json").read_text())


class Doors(unittest.TestCase):
    def test_triton_for_nvidia(self):
        plain = colex("inspect", "ring.ptx", "--block", "128")
        for kernel in ("ring", "tuned"):
            said = colex("inspect", "--triton", f"kernels.py:{kernel}", "--target", "sm_90a", "--signature", RING, "--option", "num_warps=4", "--option", "maxnreg=None")
            self.assertEqual((said.stdout, said.returncode), (plain.stdout, plain.returncode))
        self.assertIn("layouts of 4 of 4 accesses", said.stdout)
        self.assertEqual(said.stderr, "the module says something\nthe compiler says something\n")
        self.assertEqual(called(), {"signature": {"source": "*fp32", "to": "*fp32", "pitch": "i32", "tiles": "i32", "BLOCK": "constexpr"}, "constexprs": [[[4], 1024]],
                                    "attrs": [[[k], [["tt.divisibility", 16]]] for k in range(3)], "target": ["cuda", 90, 32], "kernel": "ring",
                                    "options": {"num_warps": 4, "maxnreg": None}})  # fmt: skip

    def test_triton_for_amd(self):
        said = colex("inspect", "--triton", "kernels.py:ring", "--target", "gfx942", "--signature", RING, "--option", "num_warps=2", "--json")
        self.assertEqual([(one["kernel"], one["race_free"]["verdict"]) for one in json.loads(said.stdout)], [("ring", "holds")])
        self.assertEqual(called()["target"], ["hip", "gfx942", 64])

    def test_execute(self):
        words = ["--arg", "random:f32[4096]", "--arg", "out:to.npy:f32[4096]", "--arg", "i32:128", "--arg", "i32:4", "--json"]
        said = colex("execute", "--triton", "kernels.py:ring", "--target", "sm_80", "--signature", RING, *words)
        self.assertEqual((json.loads(said.stdout)["block"], json.loads(said.stdout)["findings"]), ([128, 1, 1], []))

    def test_cute(self):
        said = colex("inspect", "--cute-dsl", "functions.py:ring", "--target", "sm_80", "--signature", "f32[128, 16]:16, f32[2048], i32:128, i32:-4")
        self.assertEqual(said.stdout, colex("inspect", "ring.ptx").stdout)
        self.assertEqual(called(), {"arguments": ["('Float32', (128, 16), (1, 0), {'assumed_align': 16})", "('Float32', (2048,), (0,), {})", "128", "-4"], "target": "sm_80"})

    def test_cute_says_the_bytes_that_a_launch_adds(self):
        for signature, says in (("f32[128]", "accesses of shared memory are in bounds"), ("f32[64]", "an address may be past the 64 bytes"),
                                ("f32[128], f32[128]", "a launch adds shared memory, of which nothing is said")):  # fmt: skip
            self.assertIn(says, colex("inspect", "--cute-dsl", "functions.py:ring", "--target", "sm_80", "--signature", signature).stdout)

    def refused(self, why, *words, **more):
        said = colex("inspect", *words, **more)
        self.assertEqual((said.stdout, said.returncode), ("", 2))
        last = said.stderr.splitlines()[-1]
        self.assertTrue(last.startswith("colex: "), said.stderr)
        self.assertIn(why, last)

    def test_what_is_missing(self):
        sm, signature = ("--target", "sm_90"), ("--signature", RING)
        self.refused("a file is needed, or --triton or --cute-dsl")
        self.refused("--triton: --target is needed, such as sm_90 or gfx942", "--triton", "kernels.py:ring")
        self.refused("--triton: Triton is not installed for ", "--triton", "kernels.py:ring", *sm, *signature, python="")
        self.refused("--cute-dsl: CuTe DSL is not installed for ", "--cute-dsl", "functions.py:ring", *sm, python="")
        self.refused("no-such-python ended with status 127; COLEX_TRITON_PYTHON names an interpreter that has the package", "--triton", "kernels.py:ring", *sm, COLEX_TRITON_PYTHON="no-such-python")
        self.refused("kernels.py:ring takes source, to, pitch, tiles, BLOCK: --signature needs a type or a constant for each", "--triton", "kernels.py:ring", *sm)
        self.refused("'kernels.py': expected FILE.py:KERNEL", "--triton", "kernels.py", *sm, *signature)
        self.refused("'none.py' is no file of Python", "--triton", "none.py:ring", *sm, *signature)
        self.refused("kernels.py has no 'absent'", "--triton", "kernels.py:absent", *sm, *signature)
        self.refused("kernels.py:plain is no kernel: it has no @triton.jit", "--triton", "kernels.py:plain", *sm, *signature)
        self.refused("'fp' is neither a type, such as *fp32:16 or i32, nor a constant", "--triton", "kernels.py:ring", *sm, "--signature", RING.replace("1024", "fp"))
        self.refused("--option 'num_warps': expected NAME=VALUE", "--triton", "kernels.py:ring", *sm, *signature, "--option", "num_warps")
        self.refused("kernels.py:ring is not compiled: num_warps must be a power of 2", "--triton", "kernels.py:ring", *sm, *signature, "--option", "num_warps=3")
        self.refused("CuTe DSL compiles for NVIDIA's, such as sm_90", "--cute-dsl", "functions.py:ring", "--target", "gfx942")
        self.refused("functions.py:ring is not compiled: error: an alignment (16 bits) is not met", "--cute-dsl", "functions.py:ring", *sm)
        self.refused("'f32' is neither a tensor, such as f32[256,256], nor a number, such as i32:8", "--cute-dsl", "functions.py:ring", *sm, "--signature", "f32")


class Packages(unittest.TestCase):
    def asked(self, variable, door, kernel, target, signature):
        """Of the kernel's questions those that are open."""
        if not os.environ.get("COLEX_NIGHTLY") or variable not in os.environ:
            left(f"kernels by the package of {variable}", "none", "it has gigabytes")
            self.skipTest(f"nightly, where {variable} names an interpreter with the package")
        said = colex("inspect", door, str(HERE / "foreign" / kernel), "--target", target, "--signature", signature, "--json", python="", **{variable: os.environ[variable]})
        self.assertIn(said.returncode, (0, 1), said.stderr[-2000:] + said.stdout[:2000])
        one, = json.loads(said.stdout)
        return {question for question in ("waits", "distances", "race_free", "in_bounds") if question in one and one[question]["verdict"] != "holds"}

    def test_triton(self):
        for target in ("gfx942", "sm_90"):
            self.assertEqual(self.asked("COLEX_TRITON_PYTHON", "--triton", "pointwise.py:swiglu", target, "*bf16:16, *bf16:16, *bf16:16, i32:16, i32:16, 1024"), set())

    def test_cute(self):
        tiles = "f16[1024,1024]:16, f16[1024,1024]:16"
        for target in ("sm_80", "sm_90"):
            for kernel, signature, open_ in (("scale", "f32[16384], f32[16384], i32:16384", set()), ("tiled_copy", tiles, set()), ("total", "f32[64,4096], f32[64]", set()),
                                             ("overlapping_copy", tiles, {"race_free", "in_bounds"})):  # fmt: skip
                self.assertEqual(self.asked("COLEX_CUTE_PYTHON", "--cute-dsl", f"cute_kernels.py:{kernel}", target, signature), open_, kernel)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0]], verbosity=2)
