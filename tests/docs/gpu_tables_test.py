#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The tables of a GPU's figures say what the logs say: gpu_tables_test.py ROOT

gpu_logs.txt has some lines of each log of one run of tools/on_device, as the programs printed them; its device.txt says on which device
and day. What a log lacks is `not measured`, what failed is named, and the rows that are looked for are those of the programs."""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(sys.argv[1]).resolve()
SCRATCH = tempfile.TemporaryDirectory()
LOGS = pathlib.Path(SCRATCH.name)
sys.path.insert(0, str(ROOT / "bench"))
import gpu_choice  # noqa: E402
import gpu_goals  # noqa: E402


def unpack():
    """The logs as files of a folder: each is behind a line `==> NAME <==`."""
    parts = re.split(r"^==> (\S+) <==\n", (ROOT / "tests/docs/gpu_logs.txt").read_text(), flags=re.M)
    for name, text in zip(parts[1::2], parts[2::2]):
        (LOGS / name).write_text(text)


def tables_of(folder, *page):
    """Exit status, and what is printed."""
    ran = subprocess.run([sys.executable, ROOT / "bench/gpu_tables.py", folder, *page], capture_output=True, text=True, check=False)
    return ran.returncode, ran.stdout + ran.stderr


def cells(printed, section, name):
    """The figures of the row of that name in a table."""
    table = printed.partition(f"### {section}\n")[2].partition("### ")[0]
    found = [line for line in table.splitlines() if line.startswith(f"| {name} |")]
    assert len(found) == 1, f"{section}: {len(found)} rows named {name}"
    return [cell.strip() for cell in found[0].strip("|").split("|")[1:]]


class Tables(unittest.TestCase):
    def altered(self, log, old, new):
        """The tables where a log has other text; of no text, where it is not there."""
        with tempfile.TemporaryDirectory() as folder:
            copied = shutil.copytree(LOGS, pathlib.Path(folder, "logs"))
            path = copied / f"{log}.txt"
            if new is None:
                path.unlink()
            else:
                text = path.read_text() if path.exists() else old
                self.assertIn(old, text)
                path.write_text(text.replace(old, new))
            return tables_of(copied)

    def test_figures_are_those_of_the_logs(self):
        status, printed = tables_of(LOGS)
        self.assertEqual(status, 0, printed)
        device, date = (LOGS / "device.txt").read_text().splitlines()
        for said in (*device.split(", "), date[:10], "libcublas.so.13", "torch: 2.11.0+cu130"):
            self.assertIn(said, printed.splitlines()[0])
        for section, name, want in (
            ("Copies", "device-to-device copy", ["3001.2"]),
            ("Strided copies and transposes", "(0,2,1,3) bf16 B4 S2048 H32 D80", ["strided_copy_b128", "2334.3", "2470.7", "0.945"]),
            ("Permutes by name", "permute3_f32 (1024,512,256) -> (1,0,2)", ["2959.5", "2955.0", "1.001"]),
            ("Squares", "bf16 kn 4096^3", ["765.0", "782.0", "0.978", "694.1", "709.3", "0.978"]),
            ("Squares", "i8 kk 4096^3", ["1350.2", "1460.7", "0.924", "1152.1", "1349.6", "0.854"]),
            ("f64 and the portable GEMM", "gemm_mma_sync_f64_direct 4096^3", ["53.7", "55.1", "0.975"]),
            ("Products by size", "64 x 4096 x 4096", ["micro/1", "15.7", "15.8", "2202", "14.8", "0.940"]),
            ("Products by size", "64 batches of 1024^3", ["large/1", "212.7", "213.2", "1893", "202.8", "0.953"]),
            ("Bias and activation", "bias and SiLU, 2048 x 14336 x 4096", ["390.4", "399.1", "1.022"]),
            ("Bias and activation", "bias and GELU, 128 x 14336 x 4096, beside cuBLAS without", ["51.0", "45.4", "0.891"]),
            ("Ragged products", "4095 x 4097 x 4099, A and B copied before", ["427.2", "1020.2", "2.388"]),
            ("Gated products", "128 x 14336 x 4096", ["hopper_bf16_kk_gated_medium", "91.1", "106.7", "104.3", "94.3", "1.035", "88.4"]),
            ("Rows in groups", "8 experts 4096 x 14336", ["288.0, 328.7, 1.141", "329.7, 348.2, 1.056"] + ["not measured"] * 4),
            ("e4m3", "4096^3", "97.7 97.9 1.003 130.7 102.7 0.785 161.5 114.4 0.708 164.5 114.5 0.696".split()),
            ("A call on the host", "a call", ["4.13", "6.97", "not measured"]),
            ("Checks", "copy_memcheck", ["ERROR SUMMARY: 0 errors"]),
            ("Bank conflicts", "`gemm_kernel<GemmMmaSyncI8>`", ["10", "0 of 6144, 0.00 %", "32256 of 37760, 87.50 %"]),
        ):
            self.assertEqual(cells(printed, section, name), want)

    def test_goals_are_judged(self):
        printed = tables_of(LOGS)[1]
        self.assertLess(printed.index("### Goals"), printed.index("### Copies"))
        for what, goal, figure, verdict in (
            ("transposes, ragged", "0.8", "worst 0.844 (transpose i8 8191 x 4099), mean 0.913, 7 of 7 met", "met"),
            ("transposes, aligned", "0.95", "worst 0.948 (transpose i8 32768 x 32768), mean 0.963, 3 of 4 met", "**missed**"),
            ("column slices, of what sectors allow", "0.9", "worst 0.986 (columns i8 16384x16384 of 32768), mean 0.998, 5 of 5 met", "met"),
            ("i8 and tf32, 4096^3, sustained", "0.9", "worst 0.854 (i8 kk 4096^3), mean 0.922, 1 of 2 met", "**missed**"),
            ("the same of at most 16 rows, bytes a second, of the device's copy", "0.9",  # 2199 of 3001.2
             "worst 0.733 (16 x 4096 x 4096), mean 0.738, 0 of 2 met; 6 of 8 not measured", "**missed**"),
            ("batches", "0.95", "worst 0.953 (64 batches of 1024^3), mean 0.957, 2 of 2 met; 3 of 5 not measured", "not measured"),
            ("120 random sizes, multiples of 8, through colex.torch, mean", "0.97", "not measured", "not measured"),
            ("60 random sizes, K a multiple of 8, N any, where cuBLAS is slow, from C++, mean", "0.95", "not measured", "not measured"),
            ("a call on the host, microseconds", "at most 4", "4.130", "**missed**"),
        ):  # fmt: skip
            self.assertEqual(cells(printed, "Goals", what), [goal, figure, verdict])
        self.assertEqual(cells(self.altered("hopper_host", "4.13", "3.99")[1], "Goals", "a call on the host, microseconds")[1:], ["3.990", "met"])

    def test_what_lacks_is_not_measured(self):
        self.assertEqual(cells(tables_of(LOGS)[1], "Products by size", "16384^3"), ["not measured"] + [""] * 5)
        ragged = next(line for line in (LOGS / "strided_copy.txt").read_text().splitlines() if "f64 8191 x 4099" in line)
        status, printed = self.altered("strided_copy", ragged, "")
        self.assertEqual((status, cells(printed, "Strided copies and transposes", "transpose f64 8191 x 4099")[0]), (0, "not measured"))
        self.assertEqual(cells(printed, "Goals", "transposes, ragged")[1:],
                         ["worst 0.844 (transpose i8 8191 x 4099), mean 0.909, 6 of 6 met; 1 of 7 not measured", "not measured"])  # fmt: skip
        with tempfile.TemporaryDirectory() as folder:  # nothing but a device: every row, none of them with a figure
            shutil.copy(LOGS / "device.txt", folder)
            status, printed = tables_of(folder)
        self.assertEqual(status, 0)
        for name in [*gpu_goals.COPIES, *sum(gpu_goals.STRIDED.values(), []), *gpu_goals.PERMUTES, *gpu_goals.BENCH, *gpu_goals.F64,
                     *gpu_goals.SIZES, *gpu_goals.MORE, *gpu_goals.ENDS, *gpu_goals.RAGGED, *gpu_goals.GATED]:  # fmt: skip
            self.assertRegex(printed, rf"(?m)^\| {re.escape(gpu_goals.shown(name))} \| not measured \|")
        self.assertEqual([cells(printed, "Rows in groups", name.split(",")[0]) for name in gpu_goals.GROUPED], [["not measured"] * 6] * 36)
        self.assertNotRegex(printed, r"(?m)^\| .*\| (\*\*missed\*\*|met) \|$")
        self.assertEqual(self.altered("device", "", None)[0], 2)

    def test_nothing_beside_is_not_measured(self):
        for log, old, new, section, name, want in (
            ("hopper_sizes", "cuBLAS 14.8 ratio 0.940", "cuBLAS 0.0 ratio 0.000", "Products by size", "64 x 4096 x 4096", ["not measured"] * 2),
            ("fp8", "torch 97.9 us (1404), ratio 1.003", "torch nan us (nan), ratio nan", "e4m3", "4096^3", ["97.7", "not measured", "not measured"]),
        ):
            got = cells(self.altered(log, old, new)[1], section, name)
            self.assertEqual(got[-2:] if log == "hopper_sizes" else got[:3], want)

    def test_what_failed_is_named(self):
        status, printed = self.altered("hopper_8192", "ok   bf16 mk", "FAIL bf16 mk")
        self.assertEqual(status, 1)
        self.assertRegex(printed.partition("### ")[0], r"(?m)^- \*\*FAIL\*\* in hopper_8192: FAIL bf16 mk 8192 x 8192 x 8192")
        self.assertEqual(cells(printed, "Squares", "bf16 mk 8192^3")[0], "not measured")
        status, printed = self.altered("steps", "", "FAIL hopper_host  9 s\n")  # of a whole run: what is not named there is not of it
        self.assertEqual((status, "**FAIL** in steps: FAIL hopper_host" in printed), (1, True))
        self.assertEqual([cells(printed, *row)[0] for row in (("A call on the host", "a call"), ("Copies", "copy_identity_f32"))], ["4.13", "not measured"])
        status, printed = self.altered("copy", "NVIDIA H100 80GB HBM3", "NVIDIA H200")
        self.assertEqual((status, "**FAIL** in copy: another device, NVIDIA H200" in printed), (1, True))

    def test_the_rows_are_those_of_the_programs(self):
        source = (ROOT / "tests/kernel/hopper_sizes.cpp").read_text()
        for list_name, names in (("sizes", gpu_goals.SIZES), ("more_sizes", gpu_goals.MORE)):
            text = re.search(rf"constexpr Size {list_name}\[\] = \{{(.*?)\}};", source, re.S)[1]
            sizes = [[int(n) for n in re.findall(r"\d+", size)] for size in re.findall(r"\{([^{}]*)\}?", text + "}")]
            self.assertEqual({f"{([*size, 1])[3]}x " + " x ".join(map(str, size[:3])) for size in sizes if size}, set(names))
        source = (ROOT / "tests/kernel/strided_copy_device.cpp").read_text().partition("Row const rows[]")[2]
        self.assertEqual(set(re.findall(r'\{"([^"]*)", \d', source)), set(sum(gpu_goals.STRIDED.values(), [])))
        self.assertEqual(set(gpu_goals.MODELS) - set(gpu_goals.SIZES + gpu_goals.MORE), set())

    def test_by_the_command_and_into_a_page(self):
        ran = subprocess.run([ROOT / "tools/bench", "--gpu", "--from", LOGS], capture_output=True, text=True, check=False)
        self.assertEqual((ran.returncode, ran.stdout), tables_of(LOGS))
        with tempfile.TemporaryDirectory() as folder:
            page = pathlib.Path(folder, "page.md")
            page.write_text("before\n<!-- gpu tables: begin -->\nold\n<!-- end -->\nafter\n")
            self.assertEqual(tables_of(LOGS, page), (0, ""))
            self.assertEqual(page.read_text(), f"before\n<!-- gpu tables: begin -->\n{ran.stdout}<!-- end -->\nafter\n")
            page.write_text("no lines\n")
            self.assertEqual((tables_of(LOGS, page)[0], page.read_text()), (2, "no lines\n"))

    def test_sizes_of_a_run_of_their_own(self):
        """They take the places of the others' sizes in a page, and nothing else changes."""
        with tempfile.TemporaryDirectory() as folder:
            page, logs = pathlib.Path(folder, "page.md"), pathlib.Path(folder, "logs")
            whole = tables_of(LOGS)[1]
            page.write_text(whole)
            logs.mkdir()
            (logs / "device.txt").write_text("NVIDIA H200, 580.0, 700.00 W\n2026-01-02T03:04Z\n")
            (logs / "torch_sizes.txt").write_text("NVIDIA H200 torch 2\n" + "".join(
                f"ok   squares, {n} x {n} x {n}: colex 2.00 us, torch 1.00 us, cuBLASLt 1.00 us, ratio 0.500\n" for n in range(1, 16)))  # fmt: skip
            self.assertEqual(tables_of(logs, page, "--sizes"), (0, ""))
            got = page.read_text()
            self.assertEqual(cells(got, "Sizes that nobody chose", "squares, 15 of 15")[:2], ["0.500", "0.500"])
            self.assertEqual(cells(got, "Goals", "15 squares, through colex.torch, mean"), ["0.99", "0.500", "**missed**"])
            self.assertIn("on one NVIDIA H200, 2026-01-02 at 03:04 UTC", got)
            changed = [line for line, now in zip(whole.splitlines(), got.splitlines(), strict=True) if line != now]
            self.assertTrue(all("squares" in line or "torch_sizes.py" in line or "torch_others.py" in line for line in changed), changed)
            page.write_text("no table\n")
            self.assertEqual((tables_of(logs, page, "--sizes")[0], page.read_text()), (2, "no table\n"))

    def test_the_fit_knows_the_tiles_and_the_costs(self):
        header = (ROOT / "gpu_kernels/hopper/gemm_config.hpp").read_text()
        shapes = {name: [int(n) for n in re.findall(r"\d+", numbers)] for name, numbers in re.findall(r"tile_(\w+)\{([^}]*)\}", header)}
        fields = ("m", "n", "stages", "cluster", "band", "buffers", "blocks")
        shapes = {name: {"blocks": 1, **dict(zip(fields, numbers))} for name, numbers in shapes.items()}
        self.assertEqual(gpu_choice.TILES, {name: tuple(tile[field] for field in ("m", "n", "cluster", "band", "blocks")) for name, tile in shapes.items()})
        listed = re.search(r"tile_shapes\[\] = \{(.*?)\}", header, re.S)[1]
        self.assertEqual(list(gpu_choice.TILES), re.findall(r"tile_(\w+)", listed))
        costs = re.search(r"struct Costs \{(.*?)\n\};", (ROOT / "gpu_kernels/c/hopper_model.hpp").read_text(), re.S)[1]
        costs_fields = [name.strip() for names in re.findall(r"double ([^;]*);", costs) for name in names.split(",")]
        self.assertEqual(costs_fields, list(gpu_choice.FIELDS))
        for card in ("NVIDIA H100", "NVIDIA H200"):
            self.assertEqual(len(gpu_choice.costs_in(gpu_choice.COSTS, card)), len(costs_fields) + 4 * len(gpu_choice.TILES))

    def test_readme_has_the_figures_of_the_page(self):
        page = (ROOT / "docs/06_performance.md").read_text()
        models = cells(page, "Goals", "85 layers of language models, through colex.torch, mean")[1]
        eights, any_sizes = (cells(page, "Sizes that nobody chose", name)[0] for name in ("multiples of 8, 120 of 120", "any integers, 60 of 60"))
        said = re.search(r"over colex's is ([\d.]+) at .*?, ([\d.]+) at drawn .*?([\d.]+) at any sizes\.", (ROOT / "README.md").read_text(), re.S)
        self.assertEqual(said.groups(), (models, eights, any_sizes))


if __name__ == "__main__":
    unpack()
    unittest.main(argv=sys.argv[:1])
