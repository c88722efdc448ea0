#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every shipped config certifies, its certificate checks, and a tampered one does not: certificates.py COLEX"""
import copy
import json
import os
import subprocess
import sys
import tempfile

COLEX = sys.argv[1]


def colex(*arguments):
    return subprocess.run([COLEX, *arguments], capture_output=True, text=True, check=False)


def tampered(certificate):
    """(what was changed, the certificate) pairs that the checker must not accept."""
    def change(what, edit):
        other = copy.deepcopy(certificate)
        edit(other)
        return what, other
    tile = certificate["parameters"]["destination"]["tile"]
    first_stride = tile.split(":")[1]
    yield change("a hash", lambda c: c.update(sources_sha256="0" * 64))
    yield change("a missing obligation", lambda c: c["obligations"].pop())
    yield change("an obligation without queries", lambda c: c["obligations"][0].update(queries=[]))
    yield change("a query whose goal was dropped", lambda c: c["obligations"][0]["queries"][0].update(
        smtlib="(set-logic ALL)(declare-fun x () Int)(assert (> x 0))(check-sat)"))
    yield change("a query that writes files", lambda c: c["obligations"][0]["queries"][0].update(
        smtlib='(set-option :regular-output-channel "x")' + c["obligations"][0]["queries"][0]["smtlib"]))
    yield change("more threads on paper", lambda c: c["parameters"].update(threads=2 * c["parameters"]["threads"]))
    yield change("another config's name", lambda c: c.update(config="copy_identity_f32"))
    yield change("a vector that the accesses do not divide", lambda c: c["parameters"].update(
        vector_elements=2 * certificate["parameters"]["vector_elements"] + 1))
    yield change("an overlapping tile", lambda c: c["parameters"]["destination"].update(
        tile=tile.split(":")[0] + ":" + first_stride.replace("1", "0", 1)))
    yield change("a smaller step", lambda c: c["parameters"]["destination"].update(step_elements=1))
    yield change("a wider access", lambda c: c["parameters"]["source"].update(access_elements=16))
    yield change("invalid by its own word", lambda c: c.update(valid=False))


def tampered_permute(certificate):
    """The same for a certificate of the permute kernel."""
    def change(what, edit):
        other = copy.deepcopy(certificate)
        edit(other)
        return what, other
    yield change("a missing proof", lambda c: c["obligations"].pop())
    yield change("a missing enumeration", lambda c: c["enumerated"].pop(0))
    yield change("an enumeration that fails", lambda c: c["enumerated"][0].update(holds=False))
    yield change("a query whose goal was dropped", lambda c: c["obligations"][0]["queries"][0].update(
        smtlib="(set-logic ALL)(declare-fun x () Int)(assert (> x 0))(check-sat)"))
    yield change("another swizzle", lambda c: c["parameters"].update(swizzle=[0, 0, 0]))
    yield change("the copy kernel's name", lambda c: c.update(kernel="copy"))


def tampered_hopper(certificate):
    """The same for a certificate of the Hopper GEMM."""
    def change(what, edit):
        other = copy.deepcopy(certificate)
        edit(other)
        return what, other
    yield change("a missing proof", lambda c: c["obligations"].pop(1))
    yield change("a missing enumeration", lambda c: c["enumerated"].pop(3))
    yield change("an enumeration that fails", lambda c: c["enumerated"][0].update(holds=False))
    yield change("a query whose goal was dropped", lambda c: c["obligations"][2]["queries"][0].update(
        smtlib="(set-logic ALL)(declare-fun x () Int)(assert (> x 0))(check-sat)"))
    yield change("another stride in the descriptor", lambda c: c["parameters"]["a"].update(stride_bytes=512))
    yield change("a stage less", lambda c: c["parameters"].update(stages=c["parameters"]["stages"] - 1))
    yield change("another tile's name", lambda c: c.update(config="hopper_bf16_kn_small"))


def main():
    configs = colex("certify").stdout.split()
    # What is proved of a GEMM config depends on the sizes of its tiles only; all of them are proved nightly.
    if not os.environ.get("COLEX_NIGHTLY"):
        some = ("gemm_f32", "gemm_mfma_bf16_f32", "hopper_bf16_kn_large")
        configs = [c for c in configs if c in some or not c.startswith(("gemm_", "hopper_"))]
    configs.sort(key=lambda config: not config.startswith("gemm_"))  # a copy's certificate is tampered with below
    failed = 0
    checks = 0
    assert len(configs) >= 6, configs
    with tempfile.TemporaryDirectory() as folder:
        for config in configs:
            path = f"{folder}/{config}.json"
            made = colex("certify", config, "-o", path)
            print(made.stderr, end="")
            checked = colex("certify", "--check", path)
            print(checked.stdout, end="")
            checks += 2
            failed += (made.returncode != 0) + (checked.returncode != 0)
        last = {}  # kernel -> certificate of its last config
        for config in configs:
            with open(f"{folder}/{config}.json", encoding="utf-8") as file:
                certificate = json.load(file)
                last[certificate["kernel"]] = certificate
        for what, other in [*tampered(last["copy"]), *tampered_permute(last["permute"]), *tampered_hopper(last["hopper_gemm"])]:
            with open(path, "w", encoding="utf-8") as file:
                json.dump(other, file)
            answer = colex("certify", "--check", path)
            checks += 1
            if answer.returncode != 1:
                failed += 1
                print(f"accepted although tampered with: {what}: {answer.stdout}{answer.stderr}")
            else:
                print(f"rejected, {what}: {answer.stdout.splitlines()[0].split(': ', 1)[1]}")
    unknown = colex("certify", "no_such_config")
    checks += 1
    failed += unknown.returncode != 2 or len(unknown.stderr.splitlines()) != 1
    print(f"{checks - failed} passed, {failed} failed")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
