# SPDX-License-Identifier: MIT
"""Reads the folder of logs that tools/on_device leaves: figures by the names of their rows, and what failed."""
import pathlib
import re

NOT = "not measured"


def _figure(name):
    return rf"(?P<{name}>[\d.]+|nan)"


_NAME = r"(?P<name>\S.*?)"
_COLEX_TORCH = (rf"colex {_figure('us')} us(?: \(\d+ TFLOP/s\))?, torch {_figure('peer')} us(?: \((?:\d+|nan)\))?, "
                rf"(?:cuBLASLt {_figure('lt')} us, )?"
                rf"ratio {_figure('ratio')}")  # fmt: skip
# What a row of figures looks like, by the program that prints it. A row of a wrong answer begins with FAIL, and is none.
FORMATS = {
    "copy": rf" +{_NAME} +{_figure('rate')} GB/s",
    "transpose": rf" +{_NAME} +{_figure('rate')} GB/s, device copy +{_figure('peer')} GB/s, ratio {_figure('ratio')}",
    "strided": rf" +{_NAME} +(?P<by>\S+) +{_figure('rate')} GB/s, device copy +{_figure('peer')} GB/s, ratio {_figure('ratio')}",
    "gemm_time": rf"ok +{_NAME} +[\d.]+ ms +{_figure('rate')} TFLOP/s(?:, cuBLAS +{_figure('peer')}, ratio {_figure('ratio')})?",
    "bench": rf"ok +{_NAME}: burst +{_figure('rate')} TFLOP/s(?:, cuBLAS +{_figure('peer')}, ratio {_figure('ratio')})?; "
             rf"sustained +{_figure('long')} TFLOP/s(?:, cuBLAS +{_figure('long_peer')}, ratio {_figure('long_ratio')})?; .*",
    "sizes": rf"ok +{_NAME}: (?P<by>\w+/\d+) {_figure('us')} us \(predicted {_figure('predicted')}\) \d+ TF {_figure('rate')} GB/s; "
             rf"best .*; cuBLAS {_figure('peer')} ratio {_figure('ratio')}",
    "product": rf"ok +{_NAME}: {_COLEX_TORCH}",
    "fp8": rf"ok +{_NAME}: {_COLEX_TORCH}",
    "grouped": rf"ok +{_NAME} of (?P<busy>\d+): {_COLEX_TORCH}, \d+ TFLOP/s, {_figure('rate')} TB/s",
    "gated": rf"ok +gated {_NAME}: (?P<by>\w+) {_figure('us')} us, torch one product {_figure('one')}, two products {_figure('two')}, "
             rf"compiled {_figure('compiled')}, no gate {_figure('plain')} us, ratio {_figure('ratio')}",
    "host": rf"ok +{_NAME} takes {_figure('us')} us of the host, cuBLAS's {_figure('peer')} us(?:, a launch alone {_figure('alone')} us)?",
}  # fmt: skip
# Which of its figures are no figures where the other column was not measured: cuBLAS is not there, or torch refuses.
_BESIDE = (("peer", "ratio"), ("long_peer", "long_ratio"))


def rows_of(text, kind):
    """Name -> {column: figure as it was printed}."""
    found = {}
    for line in text.splitlines():
        if match := re.fullmatch(FORMATS[kind], line.rstrip()):
            row = {key: value for key, value in match.groupdict().items() if value is not None and value != "nan"}
            for pair in _BESIDE:
                if any(float(row.get(key, 1)) == 0 for key in pair):
                    row = {key: value for key, value in row.items() if key not in pair}
            found[" ".join(row.pop("name").split())] = row
    return found


class Logs:
    """The logs of one run. Where the run left steps.txt, what else lies in the folder is of another run and not read."""

    def __init__(self, folder):
        self.text = {path.stem: path.read_text(encoding="utf-8", errors="replace") for path in sorted(pathlib.Path(folder).glob("*.txt"))}
        if "device" not in self.text:
            raise ValueError(f"{folder}: there is no device.txt: no run of tools/on_device")
        if "steps" in self.text:
            ran = {line.split()[1] for line in self.text["steps"].splitlines() if len(line.split()) > 1}
            self.text = {stem: text for stem, text in self.text.items() if stem in ran | {"device", "steps"}}
        device, date = (self.text["device"].splitlines() + ["", ""])[:2]
        self.device, self.driver, self.power = (device.split(", ") + ["unknown"] * 3)[:3]
        self.date = date.replace("T", " at ").replace("Z", " UTC") or "unknown"
        self.failed = [f"{stem}: {line.strip()}" for stem, text in self.text.items()
                       for line in text.splitlines() if line.lstrip().startswith("FAIL")]  # fmt: skip
        self.failed += [f"{path.stem}: its step failed" for path in sorted(pathlib.Path(folder).glob("*.failed"))
                        if not any(line.startswith((path.stem + ":", f"steps: FAIL {path.stem}")) for line in self.failed)]  # fmt: skip
        for stem, text in self.text.items():  # many programs begin with the device's name
            first = text.partition("\n")[0]
            if first.startswith("NVIDIA") and not first.startswith(self.device):
                self.failed.append(f"{stem}: another device, {first}")

    def rows(self, kind, *stems):
        found = {}
        for stem in stems or (kind,):
            found.update(rows_of(self.text.get(stem, ""), kind))
        return found

    def found(self, pattern, stem):
        match = re.search(pattern, self.text.get(stem, ""), re.M)
        return match[1] if match else NOT

    def last_line(self, stem):
        lines = self.text.get(stem, "").strip().splitlines()
        return lines[-1].strip("= ") if lines else NOT
