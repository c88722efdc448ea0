#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every shipped config of a kernel certifies, certificates check, tampered ones do not, and the gate is up to date.

  certificates.py COLEX copy 'copy_.*' gpu_kernels/certified.inc      the expression matches the kernel's configs
  certificates.py COLEX hopper_gemm 'hopper_.*' gpu_kernels/certified.inc 'hopper_bf16_.*'     by day an eighth of these, drawn by the commit

The gate: certified.inc lists exactly the configs whose certificates are valid, made from the sources that are here now.
"""
import copy
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from drawn import drawn, left  # noqa: E402

COLEX, KERNEL, ONLY, CERTIFIED = sys.argv[1:5]


def colex(*arguments):
    return subprocess.run([COLEX, *arguments], capture_output=True, text=True, check=False)


if len(sys.argv) > 5 and not os.environ.get("COLEX_NIGHTLY"):
    every = [name for name in colex("certify").stdout.split() if re.fullmatch(ONLY, name)]
    by_day = [name for name in every if re.fullmatch(sys.argv[5], name)]
    left(f"all {len(every)} configs of {KERNEL}", f"some of {len(by_day)}", "a certificate takes the solvers seconds")
    by_day = drawn(by_day, f"of these configs of {KERNEL}", max(2, len(by_day) // 8), "a certificate takes the solvers seconds")
    ONLY = f"({'|'.join(by_day)})"


def tampered(certificate):
    """(what was changed, the reason that must be given, the certificate): a few; kernel_forged_certificates has all sorts."""
    def change(what, reason, edit):
        other = copy.deepcopy(certificate)
        edit(other)
        return what, reason, other
    false = "(assert false)(check-sat)"
    yield change("a hash", "from other sources", lambda c: c.update(sources_sha256="0" * 64))
    said = "obligations" if certificate["obligations"] else "enumerated"
    yield change("a missing obligation", f"{said}: must have", lambda c: c[said].pop())
    if said == "obligations":
        yield change("a script that proves nothing", "smtlib: from character",
                     lambda c: c["obligations"][0]["queries"][0].update(smtlib=false))
    else:
        yield change("another law", "law: from character", lambda c: c[said][0].update(law="division_rounds"))
        yield change("another layout", "layouts", lambda c: c[said][0].update(layouts=["1:0"]))
    yield change("another statement", "statement: from character", lambda c: c[said][-1].update(statement="1 = 2"))
    yield change("another machine code", "O12: ", lambda c: c["machine_code"].append({"target": "none"}))
    yield change("invalid by its own word", "says of itself", lambda c: c.update(valid=False))


def gate_lines(path):
    """The lines of a list of certified configs that are about the kernel's sources or the configs here."""
    with open(path, encoding="utf-8") as file:
        return sorted(line.strip() for line in file
                      if re.match(rf"COLEX_CERTIFIED(_SOURCES\({KERNEL},|\({KERNEL}, {ONLY}\))", line))


def page_faults(path, configs):
    """What a reader would miss in the page of HTML."""
    with open(path, encoding="utf-8") as file:
        page = file.read()
    sections = re.findall(r'<details id="(\w+)">(.*?)</details>', page, re.S)
    if [name for name, _ in sections] != configs:
        yield f"sections {[name for name, _ in sections]}"
    for name, text in sections:
        for words in (name, "Symbolic: ", "Trusted:", "SHA-256"):
            if words not in text:
                yield f"{name}: no '{words}'"
        if "Z3: proved, cvc5: proved" not in text and "by law <code>" not in text:
            yield f"{name}: neither solvers nor a law"
    for name in configs:
        row = re.search(rf'<tr><td><a href="#{name}"><code>{name}</code></a></td>(.*?)</tr>', page, re.S)
        if not row or "<td>valid</td>" not in row[1] or len(re.findall("<td", row[1])) != 15:
            yield f"no row for {name}"
    if page.count("<table>") != page.count("</table>") or "class=\"bad\"" in page:
        yield "a table is open, or something is bad"


def main():
    failed = checks = 0
    with tempfile.TemporaryDirectory() as folder:
        made = colex("certify", "--all", "--only", ONLY, "-o", folder, "--write", f"{folder}/certified.inc",
                     "--html", f"{folder}/all.html")
        print(made.stderr, made.stdout, sep="", end="")
        configs = [c for c in colex("certify").stdout.split() if re.fullmatch(ONLY, c)]
        assert len(configs) >= 2, configs
        faults = list(page_faults(f"{folder}/all.html", configs))
        gate, now = gate_lines(CERTIFIED), gate_lines(f"{folder}/certified.inc")
        if gate != now:
            faults.append(f"{os.path.basename(CERTIFIED)} is not what the sources here have earned: run tools/certify")
            faults += [f"  only there: {line}" for line in gate if line not in now]
            faults += [f"  only earned: {line}" for line in now if line not in gate]
        print(*faults, sep="\n")
        checks += 3
        failed += (made.returncode != 0) + bool(faults) + (len(now) != len(configs) + 1)
        # The proofs of GEMM depend on the sizes of its tiles only; all certificates are checked nightly.
        some = configs if KERNEL not in ("gemm", "hopper_gemm") or os.environ.get("COLEX_NIGHTLY") else configs[-1:]
        for config in some:
            # One is compiled again, wherever there is a compiler.
            checked = colex("certify", "--check", f"{folder}/{config}.json",
                            *([] if config == some[0] else ["--no-compile"]))
            if "O12" not in checked.stdout:
                checked.returncode = "says nothing of O12"
            print(checked.stdout, end="")
            checks += 1
            failed += checked.returncode != 0
        with open(f"{folder}/{some[-1]}.json", encoding="utf-8") as file:
            certificate = json.load(file)
        assert certificate["kernel"] == KERNEL, certificate["kernel"]
        for what, reason, other in tampered(certificate):
            with open(f"{folder}/tampered.json", "w", encoding="utf-8") as file:
                json.dump(other, file)
            answer = colex("certify", "--check", f"{folder}/tampered.json", "--no-compile")
            checks += 1
            if answer.returncode != 1 or reason not in answer.stdout:
                failed += 1
                print(f"not refused for '{reason}', though tampered with: {what}: {answer.stdout}{answer.stderr}")
            else:
                print(f"rejected, {what}: {answer.stdout.splitlines()[0].split(': ', 1)[1]}")
    for wrong in (["no_such_config"], ["--all", "--only", "no_such_.*"], ["--all", "--only", "("], ["--all", "--only", "(" * 100000],
                  ["--all", "--only", "(.*.*)*(.*.*)*(.*.*)*X"]):  # fmt: skip
        unknown = colex("certify", *wrong)
        checks += 1
        failed += unknown.returncode != 2 or len(unknown.stderr.splitlines()) != 1
    print(f"{checks - failed} passed, {failed} failed")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
