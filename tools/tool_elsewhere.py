# SPDX-License-Identifier: MIT
"""The tool without solvers and kernels by a compiler for another machine: what tools/playground and tools/cross_tool build."""
import os
import pathlib
import subprocess

from sbom import version

ROOT = pathlib.Path(__file__).resolve().parents[1]
FOLDERS = ["draw", "maps", "operations", "operations/rows", "questions", "text"]
COMPILE = ["-std=c++20", "-O1", "-DFMT_HEADER_ONLY", "-w"]
IN_A_UNIT = 12  # sources that are compiled as one: most of the time goes to headers and to the same templates


def sources():
    """Those of the tool's subcommands that ask the algebra."""
    lines = (ROOT / "src/cli/sources.txt").read_text().splitlines()
    cli = ["main", *(line.split()[1] for line in lines if not line.startswith("#"))]
    return [path for folder in FOLDERS for path in sorted((ROOT / "src" / folder).glob("*.cpp"))] + [ROOT / f"src/cli/{stem}.cpp" for stem in cli]


def built(folder, compiler, compile_options, link_options, program, headers=(), environment=None):
    """The program's path in the folder; what has not changed is not compiled again. `headers` lie beside those of the packages that are
    headers alone, since the system's other headers are not the other machine's. Raises subprocess.CalledProcessError, and ninja says why."""
    brought = folder / "headers"
    brought.mkdir(parents=True, exist_ok=True)
    for path in [*(pathlib.Path("/usr/include") / package for package in ("CLI", "fmt", "nlohmann")), *headers]:
        if not (brought / path.name).is_symlink():
            (brought / path.name).symlink_to(path)
    includes = [f"-I{path}" for path in (ROOT / "include", ROOT / "src", ROOT / "gpu_kernels")] + [f"-isystem{brought}"]
    flags = " ".join([*COMPILE, *compile_options, f"-DCOLEX_VERSION='\"{version()}\"'", *includes])
    rules = [f"rule compile\n  command = {compiler} {flags} -MD -MF $out.d -c $in -o $out\n  depfile = $out.d\n  deps = gcc",
             f"rule link\n  command = {compiler} {' '.join(link_options)} $in -o $out"]  # fmt: skip
    objects, all_sources = [], sources()
    for k in range(0, len(all_sources), IN_A_UNIT):
        unit = folder / f"unit_{k // IN_A_UNIT}.cpp"
        text = "".join(f'#include "{path}"\n' for path in all_sources[k : k + IN_A_UNIT])
        if not unit.exists() or unit.read_text() != text:
            unit.write_text(text)
        objects.append(unit.stem + ".o")
        rules.append(f"build {objects[-1]}: compile {unit}")
    rules.append(f"build {program}: link {' '.join(objects)}")
    (folder / "build.ninja").write_text("\n".join(rules) + "\n")
    subprocess.run(["ninja", "--quiet", "-C", str(folder), "-j2", "-k0", program], check=True, env={**os.environ, **(environment or {})})
    return folder / program
