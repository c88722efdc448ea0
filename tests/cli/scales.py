#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""scales against the formula of cuBLAS' manual, scale by scale."""
import json
import random
import unittest

from tool import batch, colex, main


class Scales(unittest.TestCase):
    def test_every_scale_by_the_formula(self):
        draw = random.Random(2)
        for name, block in (("mxfp8", 32), ("mxfp6", 32), ("mxfp4", 32), ("nvfp4", 16)):
            for _ in range(4):
                rows, k = draw.randint(1, 300), draw.randint(1, 20 * block)
                got = json.loads(colex("scales", name, str(rows), str(k), "--json").out)
                self.assertEqual((got["rows"], got["k"]), (-(-rows // 128) * 128, -(-k // (4 * block)) * 4 * block))
                across = got["k"] // block
                (table,) = batch([{"op": "evaluate", "args": [got["layout"]]}])
                for _ in range(200):
                    r, c = draw.randrange(got["rows"]), draw.randrange(got["k"])
                    column = c // block
                    # Tiles of 128 rows x 4 scales, 512 bytes, one behind the other along K; in one, 32 lines of 16 bytes.
                    want = (r // 128 * (across // 4) + column // 4) * 512 + r % 32 * 16 + r % 128 // 32 * 4 + column % 4
                    self.assertEqual(table["result"][r + got["rows"] * c], want, (name, rows, k, r, c))
                self.assertEqual(sorted(set(table["result"])), list(range(got["scales"])))

    def test_plain(self):
        for name, down, across in (("mxfp8", 1, 32), ("nvfp4", 1, 16), ("fp8_1x128", 1, 128), ("fp8_128x128", 128, 128)):
            got = json.loads(colex("scales", name, "256", "512", "--plain", "--json").out)
            (table,) = batch([{"op": "evaluate", "args": [got["layout"]]}])
            self.assertEqual(table["result"], [r // down * (512 // across) + c // across for c in range(512) for r in range(256)])

    def test_what_cannot_be_used(self):
        for words, message in ((["mxfp9", "1", "1"], "no format mxfp9"), (["mxfp8", "0", "1"], "1 to 2^28"), (["mxfp8", "1", str(2**40)], "1 to 2^28")):
            ran = colex("scales", *words)
            self.assertEqual((ran.status, ran.out, ran.err.count("\n")), (2, "", 1), ran)
            self.assertIn(message, ran.err)
        ran = colex("scales", "nvfp4", "128", "40", "--plain")
        self.assertEqual(ran.status, 1)
        self.assertIn("block_divides", ran.out + ran.err)


main()
