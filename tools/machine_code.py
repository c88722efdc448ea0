#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The machine code of every shipped config: recorded with its compiler's version, and compared with what is recorded.

  machine_code.py --write [--objects FOLDER]     compiles for every target whose compiler is here, and records; Hopper's configs are
                                                 taken from FOLDER, objects of gpu_kernels/c/hopper_part.cpp without -compress-all
  machine_code.py --target gfx942 [CONFIG...]    compiles again and compares; without a config all of them
  machine_code.py --certificate FILE             compares with the hashes in a certificate
  machine_code.py --object FILE --target gfx942 CONFIG    writes what the hash is of: a code object, linked, or PTX; AMD's may have other kernels

A hash is the SHA-256 of the bytes of a kernel's code, taken from the object file; of a config's two kernels, where it has
them, one behind the other in the order of their symbols. Another version of the compiler may
make other code, so that nothing is compared then, and that is said. gfx950 takes a clang from 20 on, which COLEX_AMD_CLANG names, with
its arguments; without it nothing of gfx950 is compared, nor recorded anew. The record, gpu_kernels/certificate/machine_code.inc,
goes into the certificates. Exit status: 0 all as recorded, 1 not so, 77 nothing was compared.
"""
import argparse
import concurrent.futures
import functools
import hashlib
import json
import os
import pathlib
import re
import shutil
import struct
import subprocess
import sys
import tempfile

import amd_object
from cached import cached
import hash_sources
from kernels import KERNELS

ROOT = pathlib.Path(__file__).resolve().parents[1]
RECORD = ROOT / "gpu_kernels/certificate/machine_code.inc"
CUDA_TOOLS = os.path.join(os.environ.get("CUDA_PATH", "/usr/local/cuda"), "bin")
INCLUDES = [f"-I{ROOT / 'include'}", f"-I{ROOT / 'gpu_kernels'}"]
NEWER = "clang that knows it: COLEX_AMD_CLANG names one"
TARGETS = {"gfx90a": "clang++-19", "gfx942": "clang++-19", "gfx950": NEWER, "sm_80": "nvcc", "sm_90a": "nvcc", "sm_100": "nvcc"}
HOPPER = "hopper_gemm"  # its configs have no types with names of their own: hopper_configs()


HOPPER_FEW_TILES = ("128x256c2", "128x128", "128x128c2", "64x128")  # of operands of two types, or results of another


def hopper_header(name):
    return (ROOT / "gpu_kernels/hopper" / name).read_text(encoding="utf-8")


def hopper_tiles():
    """Name -> whether it is of floats of 16 bits alone, in the order of gemm_config.hpp."""
    text = hopper_header("gemm_config.hpp")
    shapes = dict(re.findall(r"tile_(\w+)\{([^}]*)\}", text))
    return {tile: "of_halves" in shapes[tile] for tile in re.findall(r"tile_(\w+)", re.search(r"tile_shapes\[\] = \{(.*?)\}", text, re.S)[1])}


@functools.cache
def hopper_elements():
    """The names of Element, in its order."""
    return re.findall(r"\w+", re.search(r"enum class Element \{(.*?)\}", hopper_header("operand.hpp"), re.S)[1])


def hopper_configs():
    """Config name -> type, of gpu_kernels/hopper/gemm_configs.hpp. The source that instantiates a type compares its name
    with this one; hopper_certificate_test fails where a shipped config is not recorded."""
    orders = {"kk": "Major::k, Major::k", "kn": "Major::k, Major::line",
              "mk": "Major::line, Major::k", "mn": "Major::line, Major::line"}  # fmt: skip
    tiles = hopper_tiles()
    types = [(element, tile, order) for tile in tiles for element in ("bf16", "f16") for order in orders]
    types += [(element, tile, order) for tile in HOPPER_FEW_TILES for element in ("bf16f32", "f16f32", "bf16toe4m3") for order in orders]
    types += [(element, tile, "kk") for tile in HOPPER_FEW_TILES for element in ("e5m2e4m3acc", "e4m3e5m2acc", "e4m3acctoe4m3", "e4m3accf32", "e4m3accf16")]
    types += [(element, tile, "kk") for tile, of_halves in tiles.items() if not of_halves for element in ("e4m3", "tf32", "i8", "e4m3acc")]
    columns = {tile: int(re.split("[xcb]", tile)[1]) for tile in tiles}
    shared_by = {tile: int(re.search("c(\\d+)|$", tile)[1] or 1) for tile in tiles}
    shipped = {f"hopper_{element}_{order}_{tile}": f"GemmConfig<Element::{element}, {orders[order]}, tile_{tile}>" for element, tile, order in types
               if (order.endswith("k") or columns[tile] % (64 * shared_by[tile]) == 0) and (element != "e4m3acc" or columns[tile] in (32, 64, 128, 256))}
    return shipped | {f"hopper_{element}_{order}_gated_{tile}": f"GemmConfig<Element::{element}, {orders[order]}, tile_{tile}, true>"
                      for tile in HOPPER_FEW_TILES for element in ("bf16", "f16") for order in ("kk", "kn")}  # fmt: skip


def has_told_kernel(config):
    """Whether a config has a second kernel, for factors of parts of K: Hopper's whose sums leave the tensor core in two pieces."""
    return "acc" in config and config.endswith("_128x256c2")


def configs(kernel, target):
    """Config name -> type, of those that the kernel has on the target."""
    if kernel == HOPPER:
        return hopper_configs() if target == "sm_90a" else {}
    text = "".join((ROOT / "gpu_kernels" / h).read_text(encoding="utf-8") for h in KERNELS[kernel].configs)
    names = {t: n for t, n in re.findall(r'struct (\w+)[^{};]*\{\s*static constexpr char const\* name = "(\w+)"', text)}
    found = {}
    for tuple_name in (*KERNELS[kernel].everywhere, *KERNELS[kernel].of_target.get(target, ())):
        listed = re.search(rf"using {tuple_name} =\s*std::tuple<([^>]*)>", text)
        found.update({names[t.strip()]: t.strip() for t in listed[1].split(",")})
    return found


def compiler(target):
    """The command of the target's compiler and its name with its version; (None, "no NAME") where it is not here."""
    name = TARGETS[target]
    if name == NEWER:
        command = amd_object.compilers(os.environ.get("COLEX_AMD_CLANG", "")).get(target)
    else:
        path = shutil.which(name) or shutil.which(name, path=CUDA_TOOLS)
        command = [path] if path else None
    if not command:
        return None, f"no {name}"
    said = subprocess.run([*command, "--version"], capture_output=True, text=True, check=True).stdout
    version = re.search(r"clang version (\d+\.\d+\.\d+)|, V(\d+\.\d+\.\d+)", said)
    return command, f"{'clang' if version[1] else name} {version[1] or version[2]}"


def functions(elf):
    """Name -> machine code of the kernels in an object of either vendor."""
    table, = struct.unpack_from("<Q", elf, 0x28)
    size, count, names = struct.unpack_from("<HHH", elf, 0x3A)
    sections = [struct.unpack_from("<IIQQQQI", elf, table + i * size) for i in range(count)]

    def text(strings, at):
        start = sections[strings][4] + at
        return elf[start : elf.index(b"\0", start)].decode()

    found = {}
    for name, kind, _, _, offset, length, link in sections:
        if text(names, name).startswith(".text._Z"):  # NVIDIA: a section a kernel
            found[text(names, name).removeprefix(".text.")] = elf[offset : offset + length]
        if kind != 2:
            continue
        for at in range(offset, offset + length, 24):  # AMD: symbols of functions
            symbol, info, _, section, value, extent = struct.unpack_from("<IBBHQQ", elf, at)
            if info & 15 == 2 and 0 < section < count and extent:
                first = sections[section][4] + value - sections[section][3]
                found.setdefault(text(link, symbol), elf[first : first + extent])
    return found


def embedded(data):
    """The objects for NVIDIA's devices that an object of the host carries, which are not compressed."""
    at = 0
    while (at := data.find(b"\x7fELF", at + 1)) >= 0:
        if struct.unpack_from("<H", data, at + 18)[0] == 190:
            yield data[at:]


def hopper_config_of(symbol):
    """The name of the config whose kernel without groups it is, or None."""
    said = re.search(r"hopper11gemm_kernelI.*?ElementE(\d+)E.*?MajorE([01])ELS\d+_([01])E.*?TileShapeE((?:L[ib]\d+E)+)EELb([01])E.*8WorkList", symbol)
    if said is None:
        return None
    rows, columns, _, cluster, _, _, blocks, *_ = (int(n) for n in re.findall(r"L[ib](\d+)E", said[4]))
    tile = f"{rows}x{columns}" + (f"c{cluster}" if cluster > 1 else "") + (f"b{blocks}" if blocks > 1 else "")
    return f"hopper_{hopper_elements()[int(said[1])]}_{'km'[int(said[2])]}{'kn'[int(said[3])]}_{'gated_' if said[5] == '1' else ''}{tile}"


def hashes_in_objects(folder):
    """Config name -> hash, of Hopper's, whose code is the same however many of them are compiled together."""
    bodies = {}
    for path in sorted(pathlib.Path(folder).glob("*.o")):
        for elf in embedded(path.read_bytes()):
            for symbol, body in functions(elf).items():
                if name := hopper_config_of(symbol):
                    bodies.setdefault(name, {})[symbol] = body
    wrong = [name for name in hopper_configs() if len(bodies.get(name, ())) != (2 if has_told_kernel(name) else 1)]
    if wrong:
        sys.exit(f"FAIL: sm_90a: {folder} has not the kernels of {', '.join(wrong)}")
    return {name: hashlib.sha256(b"".join(body for _, body in sorted(bodies[name].items()))).hexdigest() for name in hopper_configs()}


def compile_kernels(compiler, target, kernel, types, folder, ptx=False):
    """Compiles the kernel's configs, name -> type; the object's path."""
    source, out = ROOT / KERNELS[kernel].source, os.path.join(folder, "kernels")
    with open(os.path.join(folder, "chosen.hpp"), "w", encoding="utf-8") as file:
        file.write(f"#define COLEX_GEMM_CONFIGS {', '.join(types.values())}\n")
        if kernel == HOPPER:
            file.write(f'#define COLEX_CONFIG_NAME "{" ".join(types)}"\n')
    if target.startswith("sm_"):
        code = target.replace("sm_", "compute_")
        made = [f"-gencode=arch={code},code={code}", "-c", "-ptx"] if ptx else [f"-gencode=arch={code},code={target}", "-c", "-cubin"]
        command = ["-x", "cu", "-std=c++20", "-O3", "--expt-relaxed-constexpr", *made]
    else:
        command = ["-x", "hip", "-nogpuinc", "-nogpulib", "-std=c++20", "-O3", "--cuda-device-only", f"--offload-arch={target}"]
    # A clang that was named may know no linker for the target, which it would call for an object: assembled by itself, then.
    text = TARGETS[target] == NEWER
    if target.startswith("gfx"):
        command += ["-S"] if text else ["--no-gpu-bundle-output", "-c"]
    steps = [[*compiler, *command, "-include", "chosen.hpp", *INCLUDES, str(source), "-o", out]]
    if text:
        steps.append([*compiler, f"--target={amd_object.TRIPLE}", f"-mcpu={target}", "-x", "assembler", "-c", out, "-o", out + ".o"])
    for step in steps:
        done = subprocess.run(cached(step), cwd=folder, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            sys.exit(f"{done.stderr[-3000:]}\nFAIL: {target}: {source.name} does not compile")
    return pathlib.Path(steps[-1][-1])


def hash_of(code, target, kernel, name, t):
    """Of a config's kernel, or two, among the functions of an object."""
    symbols = "gemm_kernelI" if kernel == HOPPER else rf"{kernel}_kernelI\w*?\d{t}E"
    own = [body for symbol, body in sorted(code.items()) if re.search(symbols, symbol)]
    if len(own) != (2 if has_told_kernel(name) else 1) or min(map(len, own)) < 64:
        sys.exit(f"FAIL: {target}: {len(own)} kernels of {t} in the object")
    return hashlib.sha256(b"".join(own)).hexdigest()


def hashes(compiler, target, kernel, wanted):
    """Config name -> hash, for the wanted names."""
    types = {name: t for name, t in configs(kernel, target).items() if name in wanted}
    # A symbol does not say the name of Hopper's config: one a compilation.
    parts = [{name: t} for name, t in types.items()] if kernel == HOPPER else [types]

    def of_part(part):
        with tempfile.TemporaryDirectory() as folder:
            code = functions(compile_kernels(compiler, target, kernel, part, folder).read_bytes())
        return {name: hash_of(code, target, kernel, name, t) for name, t in part.items()}

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        return {name: code for found in pool.map(of_part, parts) for name, code in found.items()}


def read_record():
    """(config, target) -> compiler, hash, sources."""
    if not RECORD.exists():
        return {}
    line = r'COLEX_MACHINE_CODE\((\w+), (\w+), "([^"]*)", "(\w+)", "(\w+)"\)'
    return {(c, t): (by, code, sources) for c, t, by, code, sources in re.findall(line, RECORD.read_text(encoding="utf-8"))}


def write(objects):
    old, new = read_record(), {}
    for target in TARGETS:
        command, by = compiler(target)
        for kernel in KERNELS:
            names, sources = configs(kernel, target), hash_sources.digest(kernel)
            known = {n: old[n, target] for n in names if (n, target) in old}
            if not names:
                continue
            if not command:
                print(f"{target}: not recorded anew: {by}")
                new.update({(n, target): entry for n, entry in known.items()})
            elif any(known.get(n, ("", "", ""))[::2] != (by, sources) for n in names):
                found = hashes_in_objects(objects) if objects and kernel == HOPPER else hashes(command, target, kernel, names)
                new.update({(n, target): (by, code, sources) for n, code in found.items()})
                print(f"{target}: {kernel}: {len(names)} configs by {by}")
            else:
                new.update({(n, target): entry for n, entry in known.items()})
                print(f"{target}: {kernel}: recorded for these sources already")
    with open(RECORD, "w", encoding="utf-8") as out:
        out.write("// SPDX-License-Identifier: MIT\n"
                  "// The SHA-256 of each config's machine code, and of the sources it was made of. Written by tools/certify.\n")
        out.writelines(f'COLEX_MACHINE_CODE({c}, {t}, "{by}", "{code}", "{sources}")\n'
                       for (c, t), (by, code, sources) in sorted(new.items()))


def compare(target, expected):
    """expected: config -> (compiler, hash). Prints one line per config; returns the exit status."""
    command, by = compiler(target)
    left, status = {}, 77
    for name, (recorded_by, _) in expected.items():
        if by != recorded_by:
            print(f"O12 {target}: {name}: not checked: {by if not command else 'recorded by ' + recorded_by + ', here is ' + by}")
        else:
            left[name] = None
    for kernel in KERNELS:
        names = [n for n in configs(kernel, target) if n in left]
        if not names:
            continue
        for name, code in hashes(command, target, kernel, names).items():
            same = code == expected[name][1]
            print(f"O12 {target}: {name}: " + ("the machine code is as recorded" if same else
                                              f"the machine code of {by} is ANOTHER: {code}"))  # fmt: skip
            status = 1 if not same else 0 if status == 77 else status
    return status


def compare_with_record(target, chosen):
    record, expected, stale = read_record(), {}, []
    for kernel in KERNELS:
        sources = hash_sources.digest(kernel)
        for name in configs(kernel, target):
            entry = record.get((name, target))
            if not entry or entry[2] != sources:
                stale.append(name)
            elif not chosen or name in chosen:
                expected[name] = entry[:2]
    if stale:
        print(f"O12 {target}: not recorded for the sources that are here: {', '.join(stale)}: run tools/certify")
        # Only who has the compiler can record anew.
        return 1 if compiler(target)[0] else 77
    return compare(target, expected)


def compare_with_certificate(path):
    with open(path, encoding="utf-8") as file:
        certificate = json.load(file)
    codes = certificate.get("machine_code", [])
    if not codes:
        print("O12: not checked: the certificate has no machine code")
    states = [compare(c["target"], {certificate["config"]: (c["compiler"], c["sha256"])}) for c in codes]
    return 1 if 1 in states else 0 if 0 in states else 77


def write_object(path, target, kernel, names):
    """The kernels of these configs: a code object, linked as a runtime takes it, or PTX."""
    command, by = compiler(target)
    if command is None:
        sys.exit(f"machine_code: {by}")
    types = {name: t for name, t in configs(kernel, target).items() if name in names}
    with tempfile.TemporaryDirectory() as folder:
        made = compile_kernels(command, target, kernel, types, folder, ptx=target.startswith("sm_"))
        if TARGETS[target] != NEWER:
            shutil.copy(made, path)
        elif subprocess.run(["ld.lld-19", "-shared", "--no-undefined", made, "-o", path], check=False).returncode != 0:
            sys.exit("machine_code: ld.lld-19 does not link it")


def main():
    parser = argparse.ArgumentParser(prog="machine_code.py", description=__doc__.splitlines()[0])
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--write", action="store_true")
    what.add_argument("--target", choices=TARGETS)
    what.add_argument("--certificate", metavar="FILE")
    parser.add_argument("--objects", metavar="FOLDER")
    parser.add_argument("--object", metavar="FILE")
    parser.add_argument("config", nargs="*")
    given = parser.parse_args()
    if given.object:
        if len(given.config) != 1 or not given.target:
            parser.error("--object: --target and one config are needed")
        kernel = next((kernel for kernel in KERNELS if given.config[0] in configs(kernel, given.target)), None)
        if kernel is None:
            sys.exit(f"machine_code: {given.config[0]} has no code for {given.target}")
        return write_object(given.object, given.target, kernel, given.config)
    if given.write:
        return write(given.objects)
    if given.certificate:
        return compare_with_certificate(given.certificate)
    return compare_with_record(given.target, given.config)


if __name__ == "__main__":
    sys.exit(main())
