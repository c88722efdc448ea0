#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every operation of the static face on every kind of static layout, beside the value face.

  kinds.py include g++-12|clang++-19|nvcc [folder]      exit status 77 where the compiler is absent

An operation of a kind answers, and the answer is compared with the value face's at every point; or it does not compile,
and the compiler's message has the sentence that REFUSALS names. nvcc compiles both halves of a CUDA source, in which a
kernel calls all that answers. What the headers offer and OPERATIONS does not name fails. With a folder, the two programs
are kept there.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile

# Kind: the static layout, and its value as outer, start and inner layout, worked out by hand. Every shape is (8,8).
KINDS = {
    "plain": ('static_layout<"(8,8):(8,1)">()', "{}", 0, "(8,8):(8,1)"),
    "swizzled": ('swizzle<3, 0, 3>(static_layout<"(8,8):(1,8)">())', "Swizzle{3, 0, 3}", 0, "(8,8):(1,8)"),
    "swizzled_from": ('swizzle<2, 1, 3, 16>(static_layout<"(8,8):(16,1)">())', "Swizzle{2, 1, 3}", 16, "(8,8):(16,1)"),
    "tile": ('local_tile(static_layout<"(16,16):(1,16)">(), Tuple<8, 8>{}, coord(1, 1))', "{}", 136, "(8,8):(1,16)"),
    "swizzled_tile": ('local_tile(swizzle<3, 4, 3>(static_layout<"(16,16):(16,1)">()), Tuple<8, 8>{}, coord(1, 0))',
                      "Swizzle{3, 4, 3}", 128, "(8,8):(16,1)"),
    "run_time": ('static_layout<"(?,8):(1,?)">(8, 12)', "{}", 0, "(8,8):(1,12)"),
    "run_time_swizzled": ('swizzle<3, 0, 3>(static_layout<"(8,?):(?,1)">(8, 8))', "Swizzle{3, 0, 3}", 0, "(8,8):(8,1)"),
    "run_time_tile": ('local_tile(static_layout<"(?,16):(1,?)">(16, 24), Tuple<8, 8>{}, coord(1, 1))', "{}", 200, "(8,8):(1,24)"),
    "run_time_swizzled_tile": ('local_tile(swizzle<1, 0, 4>(static_layout<"(16,?):(?,1)">(16, 16)), Tuple<8, 8>{}, coord(0, 1))',
                               "Swizzle{1, 0, 4}", 8, "(8,8):(16,1)"),
}
CONSTANT = {"plain", "swizzled", "swizzled_from"}
INNER_CONSTANT = {kind for kind in KINDS if not kind.startswith("run_time")}
UNSWIZZLED = {kind for kind in KINDS if "swizzled" not in kind}
ALL = set(KINDS)

LAYOUT = 'static_layout<"4:2">()'
SWIZZLED = 'swizzle<1, 0, 1>(static_layout<"(4,4):(1,4)">())'
TILE = 'local_tile(static_layout<"(8,8):(1,8)">(), Tuple<4, 4>{}, coord(1, 1))'
BY_TUPLE = 'by_mode(parse_tuple("(4,2)").value)'
BY_MODE = 'by_mode(tile(layout("4:2")), keep<std::int64_t>())'
RIGHT = "(2,2):(1,2)"

# Operation on x; the value face's on v, or (X) C++ that says whether `answer` is right; the kinds that it answers.
OPERATIONS = [
    ("x", "v", ALL),
    ("x(3, _)", "at_first(v, 3)", ALL),
    ("to_value(x)", "v", ALL),
    ('composition(x, static_layout<"(4,4):(2,8)">())', 'composition(v, layout("(4,4):(2,8)"))', ALL),
    ("composition(x, Tuple<4, 2>{})", f"composition(v, {BY_TUPLE})", ALL),
    (f"composition(x, static_tiler({LAYOUT}, _))", f"composition(v, {BY_MODE})", ALL),
    ('composition(x, static_layout<"4:?">(2))', 'composition(v, layout("4:2"))', ALL),
    (f"composition(x, {SWIZZLED})", 'composition(v, any(ComposedLayout{{1, 0, 1}, 0, layout("(4,4):(1,4)")}))', {"plain"}),
    *((f"{name}(x, {tiler})", f"{name}(v, {value})", ALL if name in ("logical_divide", "zipped_divide") else INNER_CONSTANT)
      for name in ("logical_divide", "zipped_divide", "tiled_divide", "flat_divide")
      for tiler, value in ((LAYOUT, 'tile(layout("4:2"))'), ("Tuple<4, 2>{}", BY_TUPLE))),
    *((f'{name}(x, static_layout<"{RIGHT}">())', f'{name}(v, layout("{RIGHT}"))', INNER_CONSTANT)
      for name in ("logical_product", "blocked_product", "raked_product")),
    ("right_inverse(x)", "right_inverse(v)", CONSTANT - {"swizzled_from"}),
    ("left_inverse(x)", "left_inverse(v)", CONSTANT - {"swizzled_from"}),
    ("complement<1024>(x)", "complement(v, 1024)", CONSTANT - {"swizzled_from"}),
    ("upcast<2>(x)", "upcast(v, 2)", CONSTANT),
    ("downcast<2>(x)", "downcast(v, 2)", CONSTANT),
    ("coalesce(x)", "coalesce(v)", ALL),
    ("swizzle<2, 0, 3>(x)", "AnyLayout{Swizzle{2, 0, 3}, v.offset, v.inner}", UNSWIZZLED),
    ("local_tile(x, Tuple<4, 2>{}, coord(1, 3))", f"local_tile(v, {BY_TUPLE}, parse_tuple(\"(1,3)\").value)", ALL),
    (f"local_tile(x, static_tiler({LAYOUT}, _), coord(1, 0))", f"local_tile(v, {BY_MODE}, parse_tuple(\"(1,0)\").value)", INNER_CONSTANT),
    (f"local_tile(x, {LAYOUT}, 5)", 'local_tile(v, tile(layout("4:2")), leaf<std::int64_t>(5))', INNER_CONSTANT),
    ('local_partition(x, static_layout<"(4,2):(2,1)">(), 5)', 'local_partition(v, layout("(4,2):(2,1)"), 5)', ALL),
    ("layout_of_registers(x)", "make_layout_like(v.inner)", INNER_CONSTANT),
    ("size_of(x)", "std::int64_t{64}", INNER_CONSTANT),
    ("extent_of(x)", "*extent(v)", CONSTANT),
    ('composes(x, static_layout<"(4,4):(2,8)">())', "true", ALL),
    ('composes(x, static_layout<"?:?">(5, 3))', "false", ALL),
    ("divides(x, Tuple<4, 2>{})", "true", ALL),
    ('divides(x, static_layout<"?:1">(3))', "false", ALL),
    ("tensor(Same{}, x)", "v", ALL),
    ("local_tile(tensor(Same{}, x), Tuple<4, 2>{}, coord(1, 3))", f"local_tile(v, {BY_TUPLE}, parse_tuple(\"(1,3)\").value)", ALL),
    ('local_partition(tensor(Same{}, x), static_layout<"(4,2):(2,1)">(), 5)', 'local_partition(v, layout("(4,2):(2,1)"), 5)', ALL),
    # What no kind answers.
    *((f"{name}(x, {tiler})", None, set())
      for name in ("logical_divide", "zipped_divide", "tiled_divide", "flat_divide") for tiler in (SWIZZLED, TILE)),
    *((f"{name}(x, {right})", None, set())
      for name in ("logical_product", "blocked_product", "raked_product") for right in (SWIZZLED, TILE)),
    (f"composition(x, {TILE})", None, set()),
    (f"composition(x, static_tiler({SWIZZLED}, _))", None, set()),
    (f"composes(x, {SWIZZLED})", None, set()),
    (f"divides(x, {TILE})", None, set()),
    (f"local_tile(x, {SWIZZLED}, 0)", None, set()),
    ("local_tile(x, Tuple<4, 2>{}, coord(1, _))", None, set()),
    (f"local_partition(x, {SWIZZLED}, 0)", None, set()),
    ('local_partition(x, static_layout<"(4,2):(2,?)">(1), 0)', None, set()),
]

# What the message of an operation that does not answer has: by the first pattern of operation and kind that matches.
REFUSALS = [
    (r"right_inverse\(x\) swizzled_from$", "surjective"),
    (r"(left_inverse\(x\)|composition\(x, swizzle.*) swizzled_from$", "linear"),
    (r"composition\(x, swizzle.* swizzled$", "behind a map over GF"),
    (r"complement<1024>\(x\) swizzled_from$", "in_domain"),
    (r"(right_inverse|left_inverse|complement<1024>|upcast<2>|downcast<2>)\(x\)", "is of a layout whose entries and start are constants"),
    (r".*coord\(1, _\)", "the coordinate of a tile has a number for each mode of the grid"),
    (r"local_tile\(x, swizzle", "a tiler is a plain layout"),
    (r"local_tile", "is split by a tuple of extents"),
    (r"local_partition", "threads are a plain layout of constants"),
    (r"swizzle<2, 0, 3>\(x\)", "behind a swizzle cannot be put behind another one"),
    (r"layout_of_registers", "a fragment is of a layout whose inner entries are constants"),
    (r"extent_of", "is of a layout whose entries and start are constants"),
    (r"size_of", "an entry of the layout is given at run time only"),
    (r"(tiled|flat)_divide.* run_time", "of entries given at run time: colex/static/run_time.hpp has|takes a plain layout"),
    (r"\w+_product\(x, (swizzle|local_tile)", "takes a plain layout of constants on the right"),
    (r"\w+_product.* run_time", "takes a layout of constants on the left"),
    (r"(\w+_divide|composition|composes|divides)\(x, (swizzle|local_tile|static_tiler\(swizzle)", "takes a plain layout|a tiler is a plain layout"),
]

PROGRAM = r"""#include "colex/colex.hpp"
#include "colex/static/run_time.hpp"
#include "colex/static/tensor.hpp"
using namespace colex;
/// Memory whose element at an offset is the offset.
struct Same {
  std::int64_t at = 0;
  COLEX_HOST_DEVICE constexpr Same operator+(std::int64_t by) const { return {at + by}; }
  COLEX_HOST_DEVICE constexpr std::int64_t operator[](std::int64_t by) const { return at + by; }
};
// In templates: outside of them nvcc's host half spells a type of a static layout wrongly.
template <class X>
COLEX_HOST_DEVICE constexpr std::int64_t size_of(X const&) {
  return static_size<X>;
}
template <class X>
COLEX_HOST_DEVICE constexpr std::int64_t extent_of(X const&) {
  return static_extent<X>;
}
template <class X>
COLEX_HOST_DEVICE constexpr auto layout_of_registers(X const& x) {
  return std::remove_const_t<decltype(make_fragment<int>(x).layout)>{};
}
"""
COMPARISON = r"""#include <cstdio>
AnyLayout as_any(Layout<std::int64_t> const& l) { return any(l); }
AnyLayout as_any(ComposedLayout const& c) { return any(c); }
AnyLayout as_any(AnyLayout const& c) { return c; }
AnyLayout as_any(Placed<std::int64_t> const& p) { return {{}, p.offset, p.layout}; }
template <class T>
AnyLayout as_any(Result<T> const& r) { return as_any(*r); }
AnyLayout at_first(AnyLayout const& v, std::int64_t i) {
  return {v.outer, v.offset + i * v.inner.leaves[0].stride, join(entry(v.inner, 1))};
}
int cells = 0, points = 0, failures = 0;
void expect(bool right, char const* cell, long at, long got, long want) {
  ++points;
  if (!right && ++failures < 30) std::printf("FAIL %s: at %ld it is %ld, not %ld\n", cell, at, got, want);
}
template <class T>
std::int64_t at(T const& answer, std::int64_t i) {
  if constexpr (requires { as_any(answer); }) {
    return as_any(answer)(i);
  } else {
    return answer(static_cast<int>(i));
  }
}
template <class L>
constexpr bool constant_inner = false;
template <detail::IsStatic L>
constexpr bool constant_inner<L> = detail::is_constant<typename L::Inner>;
template <class T, class V>
void compare(char const* cell, T const& answer, V const& value) {
  ++cells;
  if constexpr (std::is_integral_v<T>) {
    expect(answer == value, cell, 0, answer, value);
  } else {
    AnyLayout const want = as_any(value);
    if constexpr (constant_inner<T>) expect(shape(to_value(answer.inner())) == shape(want.inner), cell, -1, 0, 0);
    for (std::int64_t i = 0; i < size(want); ++i) expect(at(answer, i) == want(i), cell, i, at(answer, i), want(i));
  }
}
#if defined(__CUDACC__) && !defined(__clang__)
template <class T>
__device__ std::int64_t on_device(T answer, int i) {
  if constexpr (std::is_integral_v<T>) {
    return answer;
  } else {
    return answer(i);
  }
}
#endif
"""


def offered(include):
    """The functions and constants of the static face that take a static layout."""
    names = set()
    folder = os.path.join(include, "colex", "static")
    for file in sorted(os.listdir(folder)):
        with open(os.path.join(folder, file), encoding="utf-8") as header:
            text = header.read()
        public = re.sub(r"namespace detail \{.*?\}  // namespace detail", "", text, flags=re.S)
        names |= set(re.findall(r"^COLEX_(?:STATIC|RUN_TIME)_\w+\((\w+)", public, flags=re.M))
        for declaration in re.findall(r"^template <[^;{}]*?IsStatic[^;{}]*[;{=]", public, flags=re.M):
            names |= set(re.findall(r"\b(\w+)(?:\(| =)", declaration.split("constexpr", 1)[1])[:1])
    return names - {"name"}


def answering():
    lines = [PROGRAM, COMPARISON]
    for kind, (static, outer, start, inner) in KINDS.items():
        cells = [(text, value) for text, value, kinds in OPERATIONS if kind in kinds]
        lines += [f"void {kind}() {{", f"  auto const x = {static};",
                  f'  AnyLayout const v{{{outer}, {start}, layout("{inner}")}};']
        for text, value in cells:
            name = f"{text} of {kind}".replace('"', '\\"')
            lines.append(f'  compare("{name}", {text}, {value});')
        lines += ["}", "#if defined(__CUDACC__) && !defined(__clang__)", f"__global__ void device_{kind}(std::int64_t* out, int i) {{",
                  f"  auto const x = {static};"]
        lines += [f"  out[{k}] = on_device({text}, i);" for k, (text, _) in enumerate(cells) if text != "to_value(x)"]
        lines += ["}", f"void launch_{kind}(std::int64_t* out) {{ device_{kind}<<<1, 1>>>(out, 0); }}", "#endif"]
    lines += ["int main() {", *(f"  {kind}();" for kind in KINDS),
              r'  std::printf("%d answers compared at %d points, %d wrong\n", cells, points, failures);',
              "  return failures == 0 && cells > 200 && points > 8000 ? 0 : 1;", "}"]
    return "\n".join(lines) + "\n"


def refusing():
    """The program, and by its lines the cells that must not compile."""
    text, cells = PROGRAM, {}
    for kind, (static, *_) in KINDS.items():
        for number, (operation, _, kinds) in enumerate(OPERATIONS):
            if kind in kinds:
                continue
            text += (f"void refused_{number}_{kind}() {{ auto const x = {static}; "
                     f"(void)({operation}); }}\n")
            cells[text.count("\n")] = f"{operation} {kind}"
    return text, cells


def messages(report, source):
    """Line of the source -> the errors of which it is named as the cause. g++ names it before an error, others after."""
    found, named = {}, []
    place = re.compile(re.escape(os.path.basename(source)) + r"[:(](\d+)|at line (\d+) of \"?\S*" + re.escape(os.path.basename(source)))
    before = "required from here" in report
    error = ""
    for line in report.splitlines():
        here = [int(a or b) for a, b in place.findall(line)]
        if re.search(r"\berror\b:", line):
            error = line
            if before:
                for number in named or here:
                    found.setdefault(number, []).append(error)
                named = []
                continue
        elif not before and error and not here:
            error += " " + line.strip()
        for number in here:
            named.append(number)
            if not before and error:
                found.setdefault(number, []).append(error)
    return found


def main():
    include, compiler, *keep = sys.argv[1:]
    path = shutil.which(compiler) or shutil.which(f"/usr/local/cuda/bin/{compiler}")
    if path is None:
        print(f"SKIP: no {compiler} on this machine: the kinds of the static face are NOT compared there")
        sys.exit(77)
    tested = PROGRAM + " ".join(text for text, _, _ in OPERATIONS)
    missing = sorted(name for name in offered(include) if not re.search(rf"\b{name}\b", tested))
    if missing or len(offered(include)) < 22:
        sys.exit(f"FAIL: the table of operations lacks {missing} of {sorted(offered(include))}")
    with tempfile.TemporaryDirectory() as folder:
        folder = keep[0] if keep else folder
        answers, refuses = (os.path.join(folder, name) for name in ("answers.cpp", "refuses.cpp"))
        text, cells = refusing()
        for name, content in ((answers, answering()), (refuses, text)):
            with open(name, "w", encoding="utf-8") as file:
                file.write(content)
        command = [path, "-std=c++20", f"-I{include}"]
        command += (["-x", "cu", "--expt-relaxed-constexpr", "-Werror", "all-warnings"] if compiler == "nvcc"
                    else ["-Wall", "-Wextra", "-Werror"])
        program = os.path.join(folder, "answers")
        subprocess.run([*command, answers, "-o", program], check=True, timeout=500)
        failed = subprocess.run([program], check=False, timeout=60).returncode != 0
        everything = {"g++": ["-fsyntax-only", "-fmax-errors=0"], "cla": ["-fsyntax-only", "-ferror-limit=0", "-ftemplate-backtrace-limit=0"],
                      "nvc": ["-c", "-o", os.devnull, "-Xcudafe", "--error_limit=100000"]}[compiler[:3]]
        done = subprocess.run([*command, *everything, refuses], capture_output=True, text=True, check=False, timeout=500)
        found = messages(done.stderr + done.stdout, refuses)
    for line, cell in cells.items():
        wanted = next((sentence for pattern, sentence in REFUSALS if re.match(pattern, cell)), None)
        said = found.get(line, ["it compiles"])
        if wanted is None or not any(re.search(wanted, error) for error in said):
            failed = True
            print(f"FAIL {cell}: expected '{wanted}', not\n    " + "\n    ".join(text[:300] for text in said[:3]))
    print(f"{compiler}: {len(cells)} do not compile, each for its reason" if not failed else f"{compiler}: FAILED")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
