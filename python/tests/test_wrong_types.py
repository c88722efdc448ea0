# SPDX-License-Identifier: MIT
"""Every function, class, method, property and operator of the bindings, with every wrong type in every place.

What is called is read from the module: a binding that is added is asked too. An eighth of the names is asked in a process of its own, which must
not end by a signal: its log names the call; a call returns, or raises one of the package's errors, TypeError, ValueError, IndexError or AttributeError, or what the
argument's own code raised. RuntimeError and SystemError say that a failure of Python's interface was not looked at.
"""
import os
import resource
import subprocess
import sys

import pytest

ASKS = r'''
import copy, itertools, operator, pickle, sys
import colex, colex._colex as c

class Own(Exception): pass
def raises(*_): raise Own
BAD = ("__index__", "__int__", "__bool__", "__iter__", "__len__", "__getitem__", "__str__", "__repr__", "__hash__", "__eq__", "__call__", "__float__")
Hostile = type("Hostile", (), {name: raises for name in BAD})
Lies = type("Lies", (), {"__index__": lambda self: "x" if False else 1 << 70, "__len__": lambda self: -1 if False else 1 << 40, "tolist": lambda self: 5})
class Sub(str): pass
class SubTuple(tuple): pass
cyclic = []; cyclic.append(cyclic)
deep = ()
for _ in range(100_000): deep = (deep,)
wide = (1, 1)
for _ in range(60): wide = (wide, wide)      # 2^60 leaves
L = colex.Layout("(4,8):(1,4)")
PLAIN = {"None": None, "True": True, "1": 1, "-1": -1, "0": 0, "2**62": 2**62, "2**63": 2**63, "10**30": 10**30, "-10**30": -10**30, "1.5": 1.5, "nan": float("nan"), "1j": 1j, "text": "x", "empty": "", "layout": "4:1", "nul": "4:1\0", "surrogate": "\ud800",
    "bytes": b"4:1", "bytearray": bytearray(b"4"), "list": [1], "nested list": [[1], [2]], "cyclic": cyclic, "dict": {1: 2}, "set": {1}, "()": (), "(1,)": (1,), "(None,)": (None,), "(1,'x')": (1, "x"), "...": ..., "(1,...)": (1, ...),
    "[:]": slice(None), "[x:]": slice("x", None), "[:10**30]": slice(None, 10**30), "[::2]": slice(None, None, 2), "([:],1)": (slice(None), 1), "range": range(3), "iter": iter([1]), "object": object(), "type": int, "class": colex.Layout, "lambda": raises, "module": sys,
    "Hostile": Hostile(), "Lies": Lies(), "Sub": Sub("4:1"), "SubTuple": SubTuple((1, 2)), "deep": deep, "wide": wide, "NotImplemented": NotImplemented, "memoryview": memoryview(b"12"),
    "Layout": L, "Swizzle": colex.Swizzle(1, 0, 1), "Composed": colex.ComposedLayout("Sw<1,0,1> o 0 o 4:1"), "Coordinates": colex.CoordinateLayout("4:1@0"), "Placed": colex.local_tile(L, "<2,2>", "(0,0)"), "Verdict": colex.injective(L)}
def unmade():
    for name in CLASSES:
        try: yield name + ".__new__", getattr(c, name).__new__(getattr(c, name))
        except TypeError: pass
CLASSES = sorted(n for n in dir(c) if isinstance(getattr(c, n), type))
VALUES = dict(PLAIN) | dict(unmade())
VALID = {"Layout": L, "Swizzle": PLAIN["Swizzle"], "ComposedLayout": PLAIN["Composed"], "CoordinateLayout": PLAIN["Coordinates"], "Placed": PLAIN["Placed"], "Verdict": PLAIN["Verdict"],
    "Picture": colex.draw(L), "Explanation": colex.explain("coalesce", L)}
# What the arguments around the wrong one are.
FIRST = ["4:1", L, 2]
ALLOWED = (colex.Refused, colex.InputError, TypeError, ValueError, IndexError, AttributeError, Own, StopIteration, KeyError, OverflowError, UnicodeError, RecursionError)
asked = 0
def ask(what, call):
    global asked
    asked += 1
    print(what, end="\n", file=log, flush=True) if log else None
    try: call()
    except ALLOWED: pass
    except BaseException as error:
        print(f"WRONG {what}: {type(error).__name__}: {error}"[:300], flush=True)
log = None

def ask_function(name, f):
    ask(name + "()", lambda: f())
    for k, v in VALUES.items():
        ask(f"{name}({k})", lambda: f(v))
        ask(f"{name}(*({k},)*3)", lambda: f(v, v, v))
        ask(f"{name}(cute={k})", lambda: f("4:1", cute=v))
        for known in FIRST[:1] if "." in name else FIRST:
            ask(f"{name}({known},{k})", lambda: f(known, v))
            ask(f"{name}({k},{known})", lambda: f(v, known))
        if "." in name: continue
        ask(f"{name}(4:1,4:1,{k})", lambda: f("4:1", "4:1", v))
        for option in OPTIONS.get(name.split(".")[-1], ["bounded", "no_such_option", "\ud800"]):
            for required in REQUIRED.get(name.split(".")[-1], [((("4:1"),), {})]):
                ask(f"{name}({option!r}={k})", lambda: f(*required[0], **{**required[1], option: v}))
ON = {"on": "sm90"}
OPTIONS = {"banks": ["on", "element", "width", "store", "lanes", "bits"], "draw_banks": ["on", "element", "width", "store", "lanes", "bits"], "find_swizzle": ["on", "element", "width", "lanes", "bits"], "draw": ["coordinates", "cute", "\ud800"], "explain": ["cute", "cover"],
    "tiled_copy": ["tensor", "element"], "race_free": ["element", "width", "bits"], "coalescing": ["on", "element", "width", "store", "lanes", "bits", "address"], "descriptor": ["on", "element", "bits", "address", "lines", "major"],
    "tma": ["box", "element", "swizzle", "steps", "interleave", "address", "at", "nan", "pixels", "channels", "lower", "upper", "on", "gather4"], "tiled_mma": ["atoms"], "scales": ["plain"], "swizzle_facts": ["tma", "xor16", "triton", "element", "row"], "text": ["columns", "colour"], "expression": ["cute"], "check": ["file"], "atoms": ["word"]}
REQUIRED = {"banks": [(("32:1",), ON)], "coalescing": [(("32:1",), ON)], "descriptor": [(("(64,16):(16,1)",), ON), ((0x4000004000010000,), ON)], "tma": [(("16:1",), {"box": [16]})], "race_free": [((["32:1"],), {})], "draw_banks": [(("32:1",), ON)], "find_swizzle": [((["32:1"], []), ON)], "draw": [((L,), {}), (("coalesce", L), {})], "explain": [(("coalesce", L), {})], "tiled_copy": [(("32:1", "4:1"), {})],
    "tiled_mma": [(("v_mfma_f32_16x16x16_f16", (16, 16, 16)), {})], "scales": [(("mxfp8", 128, 128), {})], "swizzle_facts": [((), {})], "text": [((), {})], "expression": [(("4:1",), {})], "check": [(("size(4:1) == 4",), {})], "atoms": [((), {})]}

OPERATORS = [getattr(operator, n) for n in ("add", "sub", "mul", "matmul", "truediv", "floordiv", "mod", "pow", "and_", "or_", "xor", "eq", "ne", "lt", "le", "gt", "ge", "getitem", "contains", "delitem")]
UNARY = [len, iter, hash, str, repr, bool, abs, operator.neg, operator.index, copy.copy, copy.deepcopy, pickle.dumps, list, dir, float, int, complex, format]
def ask_object(name, o):
    for f in UNARY: ask(f"{f.__name__}({name})", lambda: f(o))
    for f in OPERATORS:
        for k, v in VALUES.items():
            ask(f"{f.__name__}({name},{k})", lambda: f(o, v))
            if k not in ("Hostile",): ask(f"{f.__name__}({k},{name})", lambda: f(v, o))
    for k, v in VALUES.items():
        ask(f"{name}[{k}] = 1", lambda: operator.setitem(o, v, 1))
        ask(f"setattr({name},{k})", lambda: setattr(o, "shape", v))
        ask(f"{name}[(1,{k})]", lambda: o[1, v])
        ask(f"{name}[({k},)]", lambda: o[(v,)])
        ask(f"{name}[{k}:]", lambda: o[v:])
        ask(f"{name}[:{k}]", lambda: o[:v])
        ask(f"{name}.__setstate__({k})", lambda: o.__setstate__(v))
    for attribute in dir(o):
        if attribute in ("__class__", "__reduce_ex__", "__init_subclass__", "__subclasshook__", "__dir__", "__sizeof__"): continue
        try: f = getattr(o, attribute)
        except ALLOWED: continue
        if callable(f): ask_function(f"{name}.{attribute}", f)

def main(words):
    what = words[0]
    if what == "names":
        print(*[n for n in dir(c) if callable(getattr(c, n)) and not n.startswith("__")] + ["object:" + n for n in VALID] + ["unmade"], sep="\n")
        return
    if what.startswith("object:"): ask_object(what[7:], VALID[what[7:]])
    elif what == "unmade":
        for name in CLASSES:
            t = getattr(c, name)
            for label, made in ((f"object.__new__({name})", lambda: object.__new__(t)), (f"{name}.__new__()", lambda: t.__new__(t)), (f"copyreg {name}", lambda: __import__("copyreg")._reconstructor(t, object, None)),
                                (f"subclass {name}", lambda: type("T", (t,), {})())):
                got = []
                ask(label, lambda: got.append(made()))
                for o in got: ask_object(label, o)
    else:
        f = getattr(c, what)
        ask_function(what, f)
        if isinstance(f, type):
            for k, v in VALUES.items():
                for attribute in dir(f):
                    method = getattr(f, attribute)
                    if callable(method) and attribute not in ("__class__", "mro"): ask(f"{what}.{attribute}({k})", lambda: method(v))
    print(f"asked {asked}")
log = open(sys.argv[2], "w") if len(sys.argv) > 2 else None
for name in sys.argv[1].split(","):
    main([name])
'''


def limits():
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CPU, (300, 300))  # against hanging


def run(names, tmp_path):
    """The process that asks of them, and the last line of its log, which names the call that ended it."""
    log = tmp_path / "log"
    ran = subprocess.run([sys.executable, "-X", "faulthandler", "-c", ASKS, ",".join(names), str(log)], capture_output=True, text=True, errors="replace", check=False, cwd=tmp_path,
                         preexec_fn=limits, env={**os.environ, "PYTHONHASHSEED": "1"})  # fmt: skip
    lines = log.read_text(errors="replace").splitlines() if log.exists() else []
    return ran, lines[-1:]


def names():
    listed = subprocess.run([sys.executable, "-c", ASKS, "names"], capture_output=True, text=True, check=False)
    return listed.stdout.split() or [f"no names: {listed.stderr[-300:]}"]


@pytest.mark.parametrize("part", range(8))
def test_wrong_types(part, tmp_path):
    every = names()
    assert len(every) > 100, every
    ran, last = run(every[part::8], tmp_path)
    found = [line for line in ran.stdout.splitlines() if line.startswith("WRONG")]
    if ran.returncode != 0:
        found.append(f"exit status {ran.returncode} at {last}: {ran.stderr[-300:]}")
    assert not found, f"{len(found)}, and {ran.stdout.splitlines()[-1:]}:\n" + "\n".join(found[:40])


@pytest.mark.parametrize("key", ["'x'", "...", "1.5", "[1]", "{}", "b'x'", "object()", "(1, ...)", "(1, 'x')", "colex.Layout(4)", "slice('x', None)", "(0, (1, 0))"])
def test_a_subscript_that_is_no_integer_is_a_type_error(key):
    asks = f"import colex\ntry: colex.Layout('(4,2):(1,4)')[{key}]\nexcept TypeError: print('TypeError')"
    assert subprocess.run([sys.executable, "-c", asks], capture_output=True, text=True, check=False).stdout == "TypeError\n"


def test_indices_beyond_any_layout():
    import colex

    layout = colex.Layout("(4,2):(1,4)")
    for k in (10**30, -(10**30), 2**63, 2, -3):
        with pytest.raises(IndexError):
            layout[k]
    assert layout[: 10**30] == layout and layout[-(10**30) :] == layout and str(layout[0]) == "4:1"
    with pytest.raises(TypeError, match="is made by Layout"):
        object.__new__(colex.Layout)
    with pytest.raises(TypeError):
        colex.draw(5, "4:1")
