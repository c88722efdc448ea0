#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Coq checks the induction of smt/induction, on the steps that ship.

    induction.py build/colex build/smt/write_steps build/smt/write_loops build/smt/write_shipped SMT/INDUCTION

Steps.v is what write_steps writes from the headers, and must have the hash of Steps.sha256; Loops.v is what write_loops writes,
whole functions as loops by name over those steps, Headers.v whole functions whose loops over lists are as they are, and Shipped.v,
which write_shipped writes, the loops by name as they ship. Then: compiles the files, wants
no axiom in the text, checks the compiled files again with coqchk, which lists axioms, computes answers of
the shipped functions inside Coq and compares them, those of drawn inputs as well (drawn_answers.py), and breaks the generated steps one at a time: a proof over the
broken step must fail, where that over the step as it is does not. Of these a sample, which changes with the commit; with
COLEX_NIGHTLY all. Each law's statement in Algebra.v must be as docs/laws.md and statements.txt have it, and a law that says less must not
(statements.py). Where Coq is not installed all but the first is skipped.

What Coq said of the same texts is kept between runs (tests/kept.py): a compiled file with the texts of all that it needs, what
coqchk said of compiled files, what a broken step and computed answers led to. COLEX_FRESH has all asked anew.
"""
import concurrent.futures
import functools
import hashlib
import itertools
import json
import math
import operator
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import drawn_answers  # noqa: E402
import statements  # noqa: E402
from drawn import drawn, left  # noqa: E402
from kept import Kept  # noqa: E402

FILES = ["Fold", "Nested", "Combinators", "Vocabulary", "Steps", "Sort", "Headers", "Evaluate", "Limits", "Coalesce", "Loops", "Shipped", "Unrolled", "Find", "Complement", "Composition",
         "Upcast", "RightInverse", "Nullspace", "LeftInverse", "Certificate", "Trees", "Division", "Edits", "Compact", "Text", "Packed",
         "Variants", "Surjective", "Bijective", "Laws", "Completion", "Covers", "Swizzles", "Bits", "Found", "Inverted", "Linear", "Words",
         "Stairs", "Terms", "FirstStep", "Along", "Whole", "Composed", "Basis", "Shown", "Divided", "Partitions", "Workers", "Room",
         "Product", "Boxes", "Tiles", "Refusals", "Maximal", "Mirror", "Solved", "Ragged", "Printed", "Downward", "Coordinates", "Composes"]
LAWS = ["Specification", "Algebra"]  # over these: one statement per law
FORBIDDEN = re.compile(r"\b(Admitted|admit|Axiom|Axioms|Parameter|Parameters|Conjecture|Hypotheses)\b|bypass_check")
BROKEN = [  # the file whose proof must fail, a text of Steps.v where the definition begins, and what it becomes
    ("Evaluate", "evaluate_step ", "Z.quot (rest at_) (shape m)", "Z.quot (rest at_) (stride m)"),
    ("Limits", "product_fits ", "b <=? Z.quot 4611686018427387904 a", "b <? Z.quot 4611686018427387904 a"),
    ("Sort", "sort_swaps ", "stride b <? stride a", "stride a <? stride b"),
    ("Coalesce", "coalesce_step ", "stride m =? shape pending * stride pending", "stride m =? shape pending + stride pending"),
    ("Complement", "complement_step ", "[Mode (Z.quot (stride m) reach) reach]", "[Mode (Z.quot (stride m) reach) 1]"),
    ("Coalesce", "coalesce_step ", "shape m =? 1", "shape m =? 2"),
    ("Coalesce", "coalesce_step ", "(shape pending * shape m)", "(shape pending + shape m)"),
    ("Complement", "complement_step ", "shape m * stride m", "shape m + stride m"),
    ("Complement", "complement_step ", "Z.rem (stride m) reach =? 0", "Z.rem (stride m) reach =? 1"),
    ("Complement", "complement_finish ", "(Z.quot n reach) reach", "(Z.quot n reach) 1"),
    ("Complement", "complement_finish ", "Z.rem n reach =? 0", "Z.rem n reach =? 1"),
    ("Complement", "covering_finish ", "Z.quot n reach + 1", "Z.quot n reach + 2"),
    ("Composition", "composition_step ", "shape part <=? ", "shape part <? 1 + "),
    ("Composition", "composition_step ", "(Z.quot (shape part) (Z.quot (shape m) (stride part))) 1)", "(shape part) 1)"),
    ("Upcast", "upcast_step ", "(Z.quot n (stride m) - 1) * stride m", "(Z.quot n (stride m) - 2) * stride m"),
    ("Upcast", "covering_upcast_step ", "(Z.quot n (stride m) - 1) * stride m", "(Z.quot n (stride m) - 2) * stride m"),
    ("RightInverse", "right_inverse_step ", "stride m =? reach", "stride m =? reach + 1"),
    ("LeftInverse", "left_inverse_step ", "[Mode (Z.quot (stride m) (shape pending)) (stride pending)]",
     "[Mode (Z.quot (stride m) (shape pending)) (place)]"),
    ("Certificate", "room_step ", "<? shape part - 1", "<? shape part - 2"),
    ("Division", "ceil_div_step ", "Z.quot (x - 1) y + 1", "Z.quot x y + 1"),
    ("Division", "shape_div_step ", "Some 1", "Some 2"),
    ("Surjective", "first_gap_step ", "reach <? stride m", "reach + 1 <? stride m"),
    ("Laws", "disjoint_step ", "stride m <? reach", "stride m + 1 <? reach"),
    ("Room", "disjoint_step ", "+ shape m * Z.rem (stride m) reach)", "+ 2 * shape m * Z.rem (stride m) reach)"),
    ("Nullspace", "nullspace_step ", "[Mode (shape m) points]", "[Mode (shape m) (points + 1)]"),
    ("Swizzles", "swizzled ", "(Z.shiftl 1 bits - 1) base", "(Z.shiftl 1 bits - 1) (base + 1)"),
    ("Swizzles", "bit_step ", "Z.land (Z.shiftr x k) 1 =? 0", "Z.land (Z.shiftr x (k + 1)) 1 =? 0"),
    ("Bits", "lowest_bit ", "x (0 - x)", "x (1 - x)"),
    ("Bits", "is_power_of_two ", "Z.land x (x - 1)", "Z.land x (x - 2)"),
    ("Found", "swizzle_condition ", "shift <? bits", "shift + 1 <? bits"),
    ("Found", "swizzle_numbers ", "from - to", "to - from"),
    ("Found", "target_mask ", "base - shift", "base + shift"),
    ("Ragged", "tiles_along ", "points + tile - 1", "points + tile"),
    ("Ragged", "points_inside ", "points - first <? tile", "points - first - 1 <? tile"),
    ("Ragged", "misalignment ", "step * count", "step + count"),
    ("Text", "written_digit ", "(Z.quot value unit)", "(Z.quot value (unit + 1))"),
    ("Text", "read_digit ", "value * 10 + digit", "value * 10 + digit + 1"),
    ("Packed", "packed_room ", "(1, 14)", "(1, 15)"),
    ("Solved", "eliminate_step ", "Z.lxor (snd at_) (snd by_)", "snd at_"),
    ("Inverted", "eliminate_step ", "Z.lxor (snd at_) (snd by_)", "snd at_"),
    ("Stairs", "simplest_above ", "(Z.quot (fst low) (snd low) + 1, None)", "(Z.quot (fst low) (snd low) + 2, None)"),
    ("Stairs", "simplest_from ", "Z.rem (fst low) (snd low) =? 0", "Z.rem (fst low) (snd low) =? 1"),
    ("Stairs", "below_step ", "Z.rem (fst b) (snd b) =? 0", "Z.rem (fst b) (snd b) =? 1"),
    ("Stairs", "height ", "i * fst slope", "(i + 1) * fst slope"),
    ("Stairs", "next_step ", "(fst slope) + 1)", "(fst slope) + 2)"),
    ("Terms", "gcd_step ", "(b, Z.rem a b)", "(a, Z.rem a b)"),
    ("Along", "gaps_4 ", "shape b * stride b - stride c", "shape b * stride b - stride a"),
    ("Whole", "largest_rest ", "points - Z.gcd", "points - 2 * Z.gcd"),
    ("Whole", "largest_rest ", "((shape m - 1) * ", "((shape m - 2) * "),
    ("Tiles", "fitting_step ", "shape by_ <=? 1", "shape by_ <=? 2"),
    ("Bijective", "bijective_step ", "points =? n", "n <=? points"),
    ("Refusals", "complement_finish ", '"cotarget_divides"', '"stride_divides"'),
    ("Refusals", "complement_step ", '"stride_divides" reach (stride m)', '"stride_divides" (stride m) reach'),
    ("Refusals", "upcast_step ", '"vector_divides" (shape m)', '"vector_divides" (stride m)'),
    ("Maximal", "first_gap_step ", "reach <? stride m", "reach + 1 <? stride m"),
    ("Maximal", "right_inverse_step ", "stride m =? reach", "stride m =? reach + 1"),
    ("Maximal", "left_inverse_step ", '"stride_divides" (shape pending)', '"stride_divides" place'),
    ("Words", "coalesce_step_stays ", "word (shape pending * shape m)", "word (2 * shape pending * shape m * shape m)"),
    ("Words", "evaluate_step ", "offset at_ + Z.rem", "offset at_ - 2 * Z.rem"),
]
BROKEN_LOOPS = [  # the same, of Loops.v
    ("Find", "forced_modes ", "first_index 2 (snd s)", "first_index 3 (snd s)"),
    ("Find", "compared_modes ", "every 1 ", "every 2 "),
    ("Find", "find_modes ", "every x2 ", "every (x2 + 1) "),
    ("Find", "compared_shows ", " * fst s) (f (first_failing ", " * snd s) (f (first_failing "),
    ("Find", "compared_shows ", "Stuck (first_index", "Stuck (1 + first_index"),
    ("Find", "find_shows ", "(compared_shows f points)", "(compared_shows f 4)"),
    ("Nullspace", "nullspace_shows ", "find_shows (fun i => nth (Z.to_nat i)", "find_shows (fun i => nth (Z.to_nat (i + 1))"),
    ("Nullspace", "nullspace ", "0 <? stride m", "1 <? stride m"),
    ("Nullspace", "nullspace ", "=? 0) (below", "=? 1) (below"),
    ("RightInverse", "whole_modes ", "(sort (Headers.coalesce A))", "(Headers.coalesce A)"),
    ("Whole", "never_carries ", "(x2 * shape m - 1)", "(x2 * shape m)"),
    ("Certificate", "strides_compose ", "(stride m) =? stride m1", "(stride m1) =? stride m"),
    ("Certificate", "digits_add_up ", "x1 (shape m - 1)", "x1 (shape m)"),
    ("Certificate", "each_composes ", "every 0 ", "every 1 "),
    ("Certificate", "index_layout ", "(s * shape m1)", "(s + shape m1)"),
    ("Printed", "chain_inverse ", "(combine l7 l6)", "(combine (firstn 4 l7) l6)"),
    ("Printed", "chain_inverse ", "(combine l7 l6)", "(combine (removelast l7) l6)"),
    ("Printed", "left_inverse ", "(combine l1 l2)", "(combine (firstn 4 l1) l2)"),
    ("Printed", "left_inverse ", " A ([], [], 0, 1)", " (removelast A) ([], [], 0, 1)"),
    ("Printed", "left_inverse ", "if composes_to found l1 l2 then inr (Some found)", "if negb (is_empty l2) then inr (Some found)"),
    ("Composes", "textbook ", "(combine ((removelast A))", "(combine ((firstn 4 (removelast A)))"),
    ("Composes", "textbook ", "nth k3 l4 0 + (x6 - 1) * x7", "(x6 - 1) * x7"),
    ("Composes", "compose_beyond ", "i1 * stride b", "i1 * shape b"),
    ("Composes", "inside_domain ", "if 1 <? shape m1 then", "if 2 <? shape m1 then"),
    ("Composes", "modes_add_up ", "(combine digits A)", "(combine (firstn 4 digits) A)"),
    ("Composes", "modes_add_up ", "below (Headers.size B)", "below (Headers.size B - 1)"),
    ("Shown", "adds_up_shows ", "below (Headers.size B)", "below (Headers.size B - 1)"),
    ("Shown", "adds_up_shows ", "Some (first, ", "Some (first + 1, "),
    ("Shown", "beyond_shows ", "Some ((fst (shown_in (find_shows", "Some ((snd (shown_in (find_shows"),
    ("Shown", "beyond_shows ", "is_nothing (along b)", "negb (is_nothing (along b))"),
    ("Composes", "composition ", ") B (0, [], ", ") (firstn 4 B) (0, [], "),
    ("Composes", "composition ", "l2 ++ (modes_of (fst p4))", "modes_of (fst p4)"),
    ("Composes", "divide ", "first A (B ++ ", "first A (removelast B ++ "),
    ("Composes", "product ", "Headers.cosize B", "Headers.size B"),
    ("Composes", "covering_divide ", "(B ++ ", "(removelast B ++ "),
    ("Composes", "disjoint_divide ", "(combine ((Headers.coalesce_extended A))", "(combine ((firstn 4 (Headers.coalesce_extended A)))"),
    ("Composes", "disjoint_divide ", "(x1 + 1)", "x1"),
    ("Mirror", "lex_composition ", "first (rev A) (rev B)", "first (rev A) (rev (firstn 4 B))"),
    ("Mirror", "lex_right_inverse ", "Some (rev (", "Some (tl ("),
    ("Mirror", "lex_left_inverse ", "one (rev A) found", "one (tl (rev A)) found"),
]
BROKEN_HEADERS = [  # the same, of Headers.v
    ("Swizzles", "image ", "(Z.of_nat k1)", "(Z.of_nat (S k1))"),
    ("Swizzles", "compose_maps ", "[image a m1]", "[image b m1]"),
    ("Swizzles", "compose_swizzles ", "swizzle_map bits1 base1 shift1 (reach_bits bits2", "swizzle_map bits1 base1 shift1 (reach_bits bits1"),
    ("Inverted", "inverse ", "put_at k2 p4 l5", "l5"),
    ("Inverted", "inverse ", "(snd m3) l4), Z.lor", "(fst m3) l4), Z.lor"),
    ("Inverted", "bijective_map ", "Z.shiftr m1 outputs =? 0 then inl tt", "Z.shiftr m1 outputs =? 1 then inl tt"),
    ("Found", "admissible ", "0 - shift <? bits", "bits <? 0 - shift"),
    ("Found", "make_swizzle ", "=? target then Some", "=? source then Some"),
    ("Found", "swizzle_xor16 ", ", 4, ", ", 5, "),
    ("Found", "swizzle_of ", "map (Z.add (0 - Z.of_nat (length m)))", "map (Z.add (1 - Z.of_nat (length m)))"),
    ("Found", "swizzle_of ", " - m2 - m1 + 1", " - m1 + 1"),
    ("Solved", "solve ", "(lowest_bit (fst m5))", "(lowest_bit (snd m5))"),
    ("Solved", "solve ", "(l2 ++ [(x5, x6)])", "[(x5, x6)]"),
    ("Solved", "solve ", '"surjective" m4 0', '"surjective" x6 0'),
    ("Downward", "direct_coordinate ", "(Z.quot offset (stride m1)) (shape m1) * stride", "(Z.quot offset (stride m1)) (shape m1 + 1) * stride"),
    ("Downward", "surjective ", "x2 + (shape m1 - 1)", "x2 + (shape m1 - 2)"),
    ("Downward", "surjective ", "at_first (found A) m3 then", "at_first (found A) (m3 + 1) then"),
    ("Downward", "surjective ", "at_last (found A) m4 then inl tt", "true then inl tt"),
    ("Downward", "surjective ", "inl ((x5 + 1))", "inl ((x5 + 2))"),
    ("Linear", "layout_of_map ", "Some (l1 ++ [Mode x3 x4])", "Some l1"),
    ("Linear", "layout_of_map ", "m1 =? x4 * x5", "m1 =? x4 + x5"),
    ("Linear", "map_of_layout ", "stride m1 <? 0", "stride m1 <? 1"),
    ("Linear", "map_of_layout ", "powers_below (shape m1)", "powers_below (shape m1 - 1)"),
    ("Linear", "find_bit_map ", "Combinators.below n", "Combinators.below (n - 1)"),
    ("Linear", "find_bit_map_shows ", "Some (m3, ", "Some (m3 + 1, "),
    ("Evaluate", "evaluate ", "fold_left", "(fun f (A : list mode) => fold_left f (tl A))"),
    ("Evaluate", "extent ", "0 <? stride", "1 <? stride"),
    ("Coalesce", "coalesce ", "reached coalesce_step A", "reached coalesce_step (removelast A)"),
    ("Coalesce", "coalesce ", "(l3 ++ [s4])", "l3"),
    ("Coalesce", "coalesce_extended ", "shape s4 =? 1", "shape s4 =? 2"),
    ("Coalesce", "coalesce_extended ", "coalesce_step (removelast A)", "coalesce_step (firstn 4 (removelast A))"),
    ("Coalesce", "equal ", "inl ((x2 * shape m1)) else inr false", "inl ((x2 * shape m1)) else inl x2"),
    ("Printed", "strict_complement ", "sort l1", "l1"),
    ("Printed", "covering_complement ", "stride m1 =? 0", "stride m1 =? 1"),
    ("Printed", "disjoint_complement ", "x8 + 1", "x8"),
    ("Printed", "upcast ", "n <=? s4", "n <? s4"),
    ("Printed", "first_gap ", "sort A", "A"),
    ("Printed", "counting_bound ", "inl tt else inl tt", "inl tt else inr 0"),
    ("Composes", "evaluate_extended ", "(skipn 1 A)", "(skipn 2 A)"),
    ("Composes", "disjoint_gaps ", "sort l1", "l1"),
    ("Composes", "least_cotarget ", ") A 1 in", ") (firstn 4 A) 1 in"),
    ("Composes", "room_for_copies ", "<? n then", "<=? n then"),
    ("Tiles", "padded ", "(coalesce_extended A) 1", "(removelast (coalesce_extended A)) 1"),
    ("Tiles", "padded ", " B 1 in", " (firstn 4 B) 1 in"),
    ("Tiles", "padded ", "(s1 * ((Z.quot (shape m2 - 1) x3 + 1) * x3))", "s1"),
    ("Coordinates", "crd2idx ", "extents (1, [])", "(firstn 4 extents) (1, [])"),
    ("Coordinates", "crd2idx ", "[Mode m1 x2])) else", "[Mode m1 1])) else"),
    ("Coordinates", "crd2idx ", "sum_fits c l2 0", "sum_fits (removelast c) l2 0"),
    ("Evaluate", "idx2crd ", "Nat.eqb (S k1)", "Nat.eqb (S (S k1))"),
    ("Evaluate", "idx2crd ", "(combine extents", "(combine (firstn 4 extents)"),
    ("Mirror", "lex_evaluate ", "(rev A)", "A"),
    ("Mirror", "lex_coalesce ", "(rev A)", "(rev (firstn 4 A))"),
    ("Mirror", "lex_complement ", "Some (rev (", "Some (tl ("),
    ("Division", "product ", "(x2 * m1)", "(x2 + m1)"),
    ("Division", "divide ", "rank a <? rank b", "rank b <? rank a"),
    ("Division", "divide ", "rank b <=? Z.of_nat k1", "rank b <? Z.of_nat k1"),
    ("Division", "divide ", "(entries a) ([], b)", "(firstn 4 (entries a)) ([], b)"),
    ("Division", "round_up ", "alike (code a) (code b)", "alike (code a) (firstn 9 (code b))"),
    ("Division", "round_up ", "(combine ((leaves b))", "(combine (firstn 4 (leaves b))"),
    ("Division", "elem_scale ", "rank a =? rank b", "rank a <=? rank b"),
    ("Division", "elem_scale ", "(combine (entries a)", "(combine (firstn 4 (entries a))"),
    ("Division", "evenly_divides ", "* leaf_of b =?", "+ leaf_of b =?"),
    ("Edits", "take ", "rank t <? to", "rank t + 1 <? to"),
    ("Edits", "take ", "(Z.to_nat (from + m1))", "(Z.to_nat (from + Z.min m1 8))"),
    ("Edits", "select ", "rank t <=? m1", "rank t <? m1"),
    ("Edits", "select ", ") which tt", ") (firstn 4 which) tt"),
    ("Edits", "append ", "if m1 <? rank t", "if m1 <? Z.min 8 (rank t)"),
    ("Edits", "prepend ", "(Z.to_nat (m1 - 1))", "(Z.to_nat m1)"),
    ("Edits", "replace ", "if m1 =? at_", "if m1 =? Z.min at_ 8"),
    ("Edits", "replace ", "if is_leaf t then Some x", "if is_leaf t then Some t"),
    ("Edits", "group ", "(m1 - 1 + (to - from))", "(m1 + (to - from))"),
    ("Edits", "group ", "to =? (-1)", "to <=? (-1)"),
    ("Edits", "zip ", "rank a =? rank b", "rank a <=? rank b"),
    ("Edits", "paired ", "tuple_of 2 [b; a]", "tuple_of 2 [a; b]"),
    ("Edits", "flatten ", "((leaves t)) []", "((firstn 4 (leaves t))) []"),
    ("Edits", "unflatten ", "(Coded (code target) (leaves t))", "(Coded (code target) (rev (leaves t)))"),
    ("Edits", "collect ", "rank slicer =? rank t", "rank slicer <=? rank t"),
    ("Edits", "collect ", "(Combinators.below (rank t))", "(Combinators.below (Z.min 4 (rank t)))"),
    ("Edits", "slice ", "(tuple_of 0 [])", "t"),
    ("Compact", "weakly_congruent ", "(combine (entries a)", "(combine (firstn 4 (entries a))"),
    ("Compact", "spread ", "(Combinators.below (rank order))", "(Combinators.below (Z.min 4 (rank order)))"),
    ("Compact", "compact_order ", "m3 <? m1", "m1 <? m3"),
    ("Compact", "compact_order ", "])))) 1 return", "]) - 1))) 1 return"),
    ("Compact", "compact_col_major ", "(x2 * m1, (l3 ++ [x2]))", "(x2 * m1, (l3 ++ [m1]))"),
    ("Compact", "compact_row_major ", "((rev l))", "((rev (firstn 4 l)))"),
    ("Variants", "unpack ", "m1 - rank (nth_entry pair 0)", "m1"),
    ("Variants", "unpack ", "rank (nth_entry pair 1) =? 1", "rank (nth_entry pair 1) =? 2"),
    ("Variants", "unzip_at ", "Z.of_nat k1 <? rank by_", "Z.of_nat k1 <=? rank by_"),
    ("Variants", "unzip_at ", "(combine (entries t)", "(combine (firstn 4 (entries t))"),
    ("Variants", "unzip_at ", "(Leaf (Mode 1 0))", "(Leaf (Mode 1 1))"),
    ("Variants", "unzip_at ", "rank t =? 2", "rank t =? 3"),
    ("Variants", "unzip ", "rank t =? 2", "rank t =? 3"),
    ("Variants", "unzip ", "snd (unzip_at", "fst (unzip_at"),
    ("Variants", "add_index ", "(Combinators.below (to - 1 - from))", "(Combinators.below (Z.min 4 (to - 1 - from)))"),
    ("Variants", "add_index ", "(Z.to_nat (to - 1))", "(Z.to_nat from)"),
    ("Variants", "add_offset ", "rank t =? rank c", "rank t <=? rank c"),
    ("Variants", "add_offset ", "(combine (entries c)", "(combine (firstn 4 (entries c))"),
    ("Variants", "crd2idx_nested ", "(leaf_of c) 0", "(leaf_of c) 1"),
    ("Partitions", "apply_at ", "Z.of_nat k1 <? rank by_", "Z.of_nat k1 <? Z.min 4 (rank by_)"),
    ("Partitions", "apply_at ", "rank t <? rank by_", "rank by_ <? rank t"),
    ("Partitions", "divide_by_mode ", "(combine (entries t)", "(combine (firstn 4 (entries t))"),
    ("Partitions", "zipped_divide ", "(unzip unzip_at by_ (tree_in o1))", "(tree_in o1)"),
    ("Partitions", "slice_and_offset ", "if is_nothing x2 then 0", "if is_nothing x2 then 1"),
    ("Partitions", "slice_and_offset ", "slice collect (mapped is_nothing slicer) t true", "slice collect (mapped is_nothing slicer) t false"),
    ("Partitions", "fixed ", "ranks <=? rank at_", "ranks <? rank at_ + 3"),
    ("Partitions", "cut ", "(Combinators.below (rank (fst (placed_in o1))))", "(Combinators.below (Z.min 4 (rank (fst (placed_in o1)))))"),
    ("Partitions", "cut ", "(nth_entry split 1) in\n  if", "(nth_entry split 0) in\n  if"),
    ("Partitions", "partition ", "(nth_entry (tree_in o1) 1)", "(nth_entry (tree_in o1) 0)"),
    ("Partitions", "partition ", "at_ false", "at_ true"),
    ("Workers", "domain_distribute ", "Z.quot x3 (Z.gcd m1 x3)", "x3"),
    ("Workers", "domain_distribute ", "(combine shape", "(combine (firstn 4 shape)"),
    ("Workers", "domain_distribute ", "nth k1 (compact_col_major", "nth (S k1) (compact_col_major"),
    ("Packed", "packed ", "room_ <? ", "room_ <=? "),
    ("Packed", "packed ", "(combine ((nodes c))", "(combine (firstn 4 (nodes c))"),
    ("Packed", "packed ", "put_at k2 m2", "put_at k2 (Mode (shape m2) 1)"),
    ("Packed", "unpacked ", "((firstn (Z.to_nat (leaf_count p))", "((firstn (Z.to_nat (node_count p))"),
]
BROKEN_SHIPPED = [  # the same, of Shipped.v
    ("Unrolled", "exists_32 ", "f (m 19)", "f (m 18)"),
    ("Unrolled", "pairwise_32 ", "f (m 30) (n 30)", "f (m 30) (n 31)"),
    ("Unrolled", "through_8 ", "f (m 5)", "f (m 4)"),
    ("Unrolled", "turns_8 ", "Mode 1 (g 1)", "Mode (g 1) 1"),
    ("Unrolled", "fold_3 ", "no s (m 0)", "no s (m 1)"),
    ("Unrolled", "fold_emits_32 ", "(m 5)", "(m 4)"),
    ("Unrolled", "offset_of_32 ", "(c 7)", "(c 6)"),
    ("Unrolled", "reversed_trees ", "[m 31; m 30", "[m 30; m 31"),
    ("Unrolled", "taken_apart ", "[Coded [0] [m 0]; Coded [0] [m 1]]", "[Coded [0] [m 1]; Coded [0] [m 0]]"),
    ("Unrolled", "congruent_pairs ", "(Leaf (m 0), Tuple [], false)", "(Leaf (m 0), Tuple [], true)"),
    ("Unrolled", "gone_over ", "[(Coded [0] [m 0], Some (Coded [0] [m 0])); (Coded [0] [m 1], None)]", "[(Coded [0] [m 0], Some (Coded [0] [m 0]))]"),
    ("Unrolled", "of_one_form ", "Coded [3; 0; 0] [Z.rem i (shape (m 0)); Z.quot i (shape (m 0))]", "Coded [3; 0; 0] [Z.quot i (shape (m 0)); Z.rem i (shape (m 0))]"),
    ("Unrolled", "of_one_form ", "Coded [6; 0; 0; 0; 0; 0] [m 0; m 1; m 0; m 0; m 0]", "Coded [5; 0; 0; 0; 0] [m 0; m 1; m 0; m 0]"),
    ("Unrolled", "sorted_32 ", "Mode 3 25; Mode 2 30", "Mode 2 30; Mode 3 25"),
]
WRITTEN = {"Steps": BROKEN, "Loops": BROKEN_LOOPS, "Headers": BROKEN_HEADERS, "Shipped": BROKEN_SHIPPED}
ALL_BROKEN = [row for rows in WRITTEN.values() for row in rows]
SAMPLE = 10  # broken steps of a run that is not nightly
UNBROKEN = 1  # files that such a run also asks for over the steps as they are
WEAKER = 1  # laws that say less, of such a run
CASES = 150
PARTS = ("inner_partition", "outer_partition")  # answered with a layout and where it starts
GF2 = {"masks": "make_swizzle", "rows": "swizzle_xor16", "swizzle_of": "swizzle_of", "bit_inverse": "inverse",
       "bit_bijective": "bijective", "bit_map": "bit_map", "find_bit_map": "find_bit_map"}
RAW = ("crd2idx", "crd2idx_nested", "swizzles", "ceil_div", "shape_div", "compact_order", *PARTS, *GF2)  # numbers, not a layout
COVERS = ["strict", "at_least", "disjoint"]  # complement's, as Covers.v has them
CERTIFIED = {"any_right_inverse": "right_inverse", "any_left_inverse": "left_inverse", "common": "max_common_layout"}
COMPOSED = {"swizzles": "composition", "whole": "composition", "divide": "logical_divide", "divide_at_least": "logical_divide",
            "divide_disjoint": "logical_divide", "product": "logical_product"}
NO_SEARCH = "(fun _ => Combinators.Search (fun _ => false) (fun _ => false) true true None)"  # one that has given up: where it is asked, the answer is no
EACH = "(fun L => modes_along (Headers.coalesce_extended L)) (fun _ _ => false)"  # how a layout is read, and that no stairs give up
EDITS = ["take", "select", "append", "prepend", "replace", "group", "zip", "slice", "dice", "flatten", "unflatten"]
VARIANTS = ["zipped_divide", "tiled_divide", "flat_divide", "zipped_product", "tiled_product", "flat_product", "blocked_product",
            "raked_product"]
RENAMED = {"crd2idx_nested": "crd2idx", "before_divide": "logical_divide", "before_product": "logical_product"}
NAMES = {cover: "complement" for cover in COVERS} | COMPOSED | CERTIFIED | GF2 | RENAMED  # what `colex` calls them


def coqc(folder, name, *options):
    """Within 300 s of the processor's time; ends the test where Coq was ended, which is no answer."""
    ran = subprocess.run(["prlimit", "--cpu=300", "coqc", *options, "-Q", ".", "Colex", name + ".v"], cwd=folder, capture_output=True,
                         text=True, check=False)
    if ran.returncode < 0:
        sys.exit(f"coqc {name}.v: ended by signal {-ran.returncode}, the limit is 300 s of processor time\n{ran.stderr}")
    return ran


@functools.cache
def version():
    """Of Coq, and of this file, which says how it is asked."""
    said = subprocess.run(["coqc", "--version"], capture_output=True, text=True, check=True, timeout=600).stdout
    return said + pathlib.Path(__file__).read_text()


def objects(folder, names):
    """The compiled files' contents, which a verdict over them depends on."""
    return [(folder / (name + ".vo")).read_bytes() for name in names]


def flat(modes):
    return f"({','.join(str(s) for s, _ in modes)}):({','.join(str(d) for _, d in modes)})"


def read(text):
    """The leaves of a layout as `colex` writes it."""
    shape, stride = (part.replace("(", "").replace(")", "").split(",") for part in text.split(":"))
    return [(int(s), int(d)) for s, d in zip(shape, stride)]


def coq(modes):
    return "[" + "; ".join(f"Mode {s} ({d})" for s, d in modes) + "]"


def over(a):
    """The others and the last mode of A, as Coq's functions take them."""
    return f"{coq(a[:-1])} ({coq(a[-1:])[1:-1]})"


def requests(draw):
    """Requests, each with the Coq term that must have its answer."""
    for _ in range(CASES):
        a = [(draw.randint(1, 6), draw.choice([0, 1, 2, 3, 4, 6, 12, -1])) for _ in range(draw.randint(1, 4))]
        yield "coalesce", [flat(a)], f"Some (shipped_coalesce {coq(a)})"
    for _ in range(CASES):
        chain, reach = [], 1
        for _ in range(draw.randint(1, 3)):
            shape, stride = draw.randint(2, 4), reach * draw.randint(1, 3)
            chain.append((shape, stride))
            reach = shape * stride
        cotarget = reach * draw.randint(1, 3) + (draw.random() < 0.2)
        draw.shuffle(chain)
        chain.append((draw.randint(1, 3), draw.choice([0, 0, reach])))
        cover = draw.choice(COVERS)
        yield cover, [flat(chain), cotarget], f"complement {cover} {coq(chain)} {cotarget}"
    for _ in range(CASES):  # a layout's values, often with one changed
        a = [(draw.randint(1, 4), draw.randint(-2, 4)) for _ in range(draw.randint(1, 3))]
        values = [sum(c * d for c, (_, d) in zip(reversed(at), a))
                  for at in itertools.product(*(range(s) for s, _ in reversed(a)))]
        if draw.random() < 0.5:
            values[draw.randrange(len(values))] += 1
        table = "; ".join(map(str, values))
        yield "find_layout", [values], f"Loops.find_modes (fun i => nth (Z.to_nat i) [{table}] 0) {len(values)}"
    for _ in range(CASES):  # an extent and a digit; the last runs on
        a = [(draw.randint(1, 5), draw.randint(0, 6)) for _ in range(draw.randint(1, 5))]
        shape, digits = ("(" + ",".join(str(m[k]) for m in a) + ")" for k in (0, 1))
        at, extents = ("[" + "; ".join(str(m[k]) for m in a) + "]" for k in (1, 0))
        yield "crd2idx", [digits, shape], f"Headers.crd2idx {at} {extents}"
    for _ in range(CASES):
        extents = [draw.choice([2, 3, 4, 6]) for _ in range(draw.randint(1, 4))]
        a = [(s, 100 ** k * draw.randint(1, 9)) for k, s in enumerate(extents)]  # no two modes continue each other
        b = (draw.choice([2, 3, 4, 6, 8]), draw.choice([1, 2, 3, 4, 6, 12]))
        one = f"fst (Loops.textbook {coq(a)} (Mode {b[0]} {b[1]}) (repeat 0 {len(a) - 1}))"
        yield "composition", [flat(a), f"{b[0]}:{b[1]}"], f"option_map shipped_coalesce ({one})"
    for k in range(4 * CASES):  # B of several modes, by each route; of the last quarter A has many carries, and B's modes many points
        long = k >= 3 * CASES
        a = [(draw.choice([1, 2, 3, 4, 6, 8]), draw.choice([0, 1, 2, 3, 5, 8, 24, -1])) for _ in range(draw.randint(1, 4))]
        b = [(draw.choice([1, 2, 2, 3, 4, 6]), draw.choice([0, 1, 2, 3, 4, 5, 6, 8, 12, 16])) for _ in range(draw.randint(1, 3))]
        if long:
            a = [(draw.choice([2, 2, 3, 4]), draw.choice([1, 2, 3, 5, 7, 11])) for _ in range(draw.randint(5, 8))]
            b = [(draw.choice([2, 4, 6, 8, 12]), draw.choice([1, 3, 5, 6, 7, 12, 24])) for _ in range(draw.randint(1, 2))]
        yield "whole", [flat(a), flat(b)], f"Loops.composition (modes_along (Headers.coalesce_extended {coq(a)})) (fun _ => false) 0 {coq(a)} {coq(b)}"
    for _ in range(CASES):
        extents = [draw.choice([2, 3, 4, 6]) for _ in range(draw.randint(1, 3))]
        a = [(s, draw.choice([1, 2, 5, 12])) for s in extents]
        b, reach = [], 1
        for _ in range(draw.randint(1, 2)):
            shape, stride = draw.randint(1, 3), reach * draw.choice([1, 1, 2, 3])
            b.append((shape, stride))
            reach = shape * stride
        draw.shuffle(b)
        yield "divide", [flat(a), flat(b)], f"Loops.divide {EACH} 0 {coq(a)} {coq(b)}"
    for _ in range(CASES):  # where strides leave holes the gaps go on above A
        a = [(draw.randint(1, 3), draw.choice([0, 1, 1, 2, 3, 4, 6, 9, 12])) for _ in range(draw.randint(1, 3))]
        b = [(draw.randint(1, 3), draw.choice([0, 1, 2, 3, 5, -1])) for _ in range(draw.randint(1, 3))]
        yield "product", [flat(a), flat(b)], f"Loops.product {EACH} 0 {coq(a)} {coq(b)}"
    for k in range(2 * CASES):
        yield partition(draw, PARTS[k % 2])
    for _ in range(CASES):
        extents = [draw.choice([1, 2, 3, 4, 6, 8]) for _ in range(draw.randint(1, 4))]
        n = draw.choice([0, 1, 2, 3, 4, 6, 8, 9, 12, 16])
        yield "domain_distribute", [tuple_of(extents), n], f"Headers.domain_distribute [{'; '.join(map(str, extents))}] {n}"
    for _ in range(CASES):  # tiles that need not come out even; no search of surjective() is asked
        a = [(draw.choice([2, 3, 4, 5, 6, 7]), draw.choice([1, 2, 5, 12, 14, -3])) for _ in range(draw.randint(1, 3))]
        b = [(draw.randint(1, 3), draw.choice([0, 1, 1, 2, 2, 3, 4, 5, 7, 10])) for _ in range(draw.randint(1, 2))]
        for cover in ("at_least", "disjoint"):  # CuTe's convention, asked for the disjoint one, has strides of its own for one point
            b = [(max(shape, 2), stride) for shape, stride in b] if cover == "disjoint" else b
            yield (f"divide_{cover}", [flat(a), flat(b)],
                   f"Loops.{'covering' if cover == 'at_least' else cover}_divide {NO_SEARCH} {EACH} 0 {coq(a)} {coq(b)}")
    for _ in range(CASES):  # often onto [0, M); NAMED stands for the two numbers of a no: a collision, where they are one
        extents, reach, a = [draw.randint(1, 4) for _ in range(draw.randint(2, 4))], 1, []
        for s in extents:
            a.append((s, reach if draw.random() < 0.9 else draw.choice([0, 1, reach + 1, -1])))
            reach *= s
        draw.shuffle(a)
        cotarget = reach + (draw.choice([-1, 1, 2]) if draw.random() < 0.2 else 0)
        yield "bijective", [flat(a), cotarget], (
            f"match Headers.bijective (fun _ => Some (Refused String.EmptyString NAMED)) {NO_SEARCH} {coq(a)} ({cotarget}) with None => Some true "
            "| Some why => if is_undecided (Some why) then None else Some false end")
    for _ in range(CASES):
        n = draw.choice([2, 4, 6])
        a = [(draw.randint(1, 6), draw.choice([0, 1, 2, 3, 4, 6, 12, -6, -12])) for _ in range(draw.randint(1, 4))]
        yield "upcast", [flat(a), n], f"upcast {n} {coq(a)}"
    for _ in range(CASES):
        extents, strides, reach = [draw.choice([1, 2, 3, 4]) for _ in range(draw.randint(1, 5))], [], 1
        for s in extents:  # most continue the ones before
            strides.append(reach if draw.random() < 0.8 else draw.choice([0, 1, reach + 1, -1]))
            reach *= s
        a = list(zip(extents, strides))
        draw.shuffle(a)
        yield "right_inverse", [flat(a)], f"Some (right_inverse {coq(a)})"
    for _ in range(CASES):
        a = [(draw.randint(1, 5), draw.choice([0, 0, 1, 2, 7, -1, -2])) for _ in range(draw.randint(1, 4))]
        yield "nullspace", [flat(a)], f"Loops.nullspace {coq(a)}"
    for _ in range(CASES):
        a, reach = [], 1
        for _ in range(draw.randint(1, 5)):
            shape, stride = draw.randint(1, 4), reach * draw.randint(1, 3)
            a.append((shape, stride))
            reach = shape * stride
        draw.shuffle(a)
        yield "left_inverse", [flat(a)], f"Loops.chain_inverse {coq(a)}"
    for _ in range(CASES):
        both = []
        for _ in range(2):
            bits = draw.randint(0, 3)
            both.append((bits, draw.randint(0, 4), draw.choice([-1, 1]) * draw.randint(bits, 5)))
        one, two = (f"(Swizzle {bits} {base} ({shift}))" for bits, base, shift in both)
        yield "swizzles", [*both[0], *both[1]], f"Some (Swizzles.composition {one} {two})"
    yield from bit_requests(draw)
    for _ in range(CASES):  # what is answered has its certificate: ANSWER stands for it
        a, b = ([(draw.randint(1, 4), draw.choice([0, 1, 1, 2, 3, 4, 8])) for _ in range(draw.randint(1, 4))] for _ in range(2))
        yield "any_right_inverse", [flat(a)], f"Loops.right_inverse {coq(a)} ANSWER"
        yield "any_left_inverse", [flat(a)], f"Loops.left_inverse (fun _ => None) {coq(a)} ANSWER"
        yield "common", [flat(a), flat(b)], f"Loops.common_inverse {coq(a)} {coq(b)} ANSWER ANSWER"
    for _ in range(CASES):
        x, y = ([draw.choice([1, 2, 3, 4, 6, 12]) for _ in range(draw.randint(2, 4))] for _ in range(2))
        leaves = ["Tuple [" + "; ".join(f"Leaf {n}" for n in t) + "]" for t in (x, y)]
        by = draw.choice([(str(y[0]), f"(Leaf {y[0]})"), (tuple_of(y), f"({leaves[1]})")])
        step = draw.choice(["ceil_div", "shape_div"])
        yield step, [tuple_of(x), by[0]], f"option_map leaves (Division.divide {step}_step ({leaves[0]}) {by[1]})"
    for _ in range(2 * CASES):
        yield from edits(draw)
    for _ in range(CASES // 2):
        yield from variants(draw)
    for _ in range(CASES):
        shape = tree(draw, lambda: draw.randint(1, 4))
        order = cut(draw, shape, lambda: draw.randint(0, 3)) if draw.random() < 0.9 else [1, [2]]
        yield "compact_order", [nested(shape), nested(order)], (
            f"Headers.compact_order (weakly_of 9) (spread_of 9) ({coq_tree(shape)}) ({coq_tree(order)})")
        at = tree(draw, lambda: (draw.randint(1, 4), draw.randint(0, 9)))
        c = cut(draw, at, lambda: draw.randint(0, 9)) if draw.random() < 0.9 else [1, [2]]
        yield "crd2idx_nested", [nested(c), layout(at)], f"Headers.crd2idx_nested (adds_of 9) ({coq_tree(c)}) ({coq_tree(at)})"


def edits(draw):
    """An edit of a nested layout; its entries are named by numbers that may be one too large."""
    op, (t, x) = draw.choice(EDITS), (tree(draw, lambda: (draw.randint(1, 4), draw.randint(0, 9))) for _ in range(2))
    count = len(t) if isinstance(t, list) else 1
    code, k = f"({coq_tree(t)})", draw.randint(0, count)
    if op in ("take", "group"):
        to = draw.randint(k, count + (draw.random() < 0.1))
        yield op, [layout(t), k, to], f"Headers.{op} {code} {k} {to}"
    elif op == "select":
        which = [draw.randint(0, count - (draw.random() < 0.9)) for _ in range(draw.randint(1, 4))]
        yield op, [layout(t), *which], f"Headers.select {code} [{'; '.join(map(str, which))}]"
    elif op in ("append", "prepend"):
        yield op, [layout(t), layout(x)], f"Some (Headers.{op} {code} ({coq_tree(x)}))"
    elif op == "replace":
        yield op, [layout(t), k, layout(x)], f"Headers.replace {code} {k} ({coq_tree(x)})"
    elif op == "zip":
        x = [x] * count if draw.random() < 0.8 else x
        yield op, [layout(t), layout(x)], f"Headers.zip {code} ({coq_tree(x)})"
    elif op in ("slice", "dice"):
        slots = cut(draw, t, lambda: draw.choice(["_", 0, 0]))
        kept = coq_tree(slots, lambda slot: str(slot == "_").lower())
        yield op, [nested(slots), layout(t)], f"Headers.slice (collect_of 9) ({kept}) {code} {str(op == 'slice').lower()}"
    elif op == "flatten":
        t = [t, x]  # of one leaf `colex` answers flat(), a leaf
        yield op, [layout(t)], f"Some (Headers.flatten ({coq_tree(t)}))"
    else:
        x = t if draw.random() < 0.8 else x  # the leaves of t, in its own tree
        t = read(layout(t))
        yield op, [layout(t), nested(parted(x, 0))], f"Headers.unflatten ({coq_tree(t)}) ({coq_tree(parted(x, 0))})"


def variants(draw):
    """What a logical divide or product by mode answers, here BEFORE, and the variants of it."""
    t = [tree(draw, lambda: (draw.choice([2, 4, 6]), draw.randint(1, 9)), 1) for _ in range(draw.randint(2, 3))]
    by = [cut(draw, e, lambda: draw.choice(["_", "2"])) for e in t[:draw.randint(1, len(t))]]
    tiler = nested(by).replace("(", "<").replace(")", ">")
    marks = coq_tree(by, lambda tile: "Vocabulary.Keep" if tile == "_" else "(Vocabulary.Tile (Leaf (Mode 2 1)))")
    for kind in ("divide", "product"):
        yield "before_" + kind, [layout(t), tiler], "BEFORE"
        for op, unpacked in (("zipped", "{}"), ("tiled", "Headers.unpack ({}) false"), ("flat", "Headers.unpack ({}) true")):
            zipped = unpacked.format(f"Headers.unzip (unzip_of 9) ({marks}) t")
            yield f"{op}_{kind}", [layout(t), tiler], f"option_map (fun t => {zipped}) BEFORE"
    block, copies = ([(draw.randint(1, 3), d * draw.randint(1, 3)) for d in (1, 9)] for _ in range(2))
    yield "before_product", [layout(block), layout(copies)], "BEFORE"
    for op, first in (("blocked", "true"), ("raked", "false")):
        paired = f"Headers.paired 2 a b false {first}"
        yield f"{op}_product", [layout(block), layout(copies)], (
            f"match BEFORE with Some (Tuple [a; b]) => Some ({paired}) | _ => None end")


def tree(draw, leaf, deep=2):
    """A leaf, or a list of trees."""
    if deep == 0 or draw.random() < 0.3:
        return leaf()
    return [tree(draw, leaf, deep - 1) for _ in range(draw.randint(1, 3))]


def cut(draw, t, leaf):
    """A tree of other leaves that is nested as t is, or less."""
    return [cut(draw, e, leaf) for e in t] if isinstance(t, list) and draw.random() < 0.8 else leaf()


def parted(t, k):
    """The extents, or the strides, of a tree of modes."""
    return [parted(e, k) for e in t] if isinstance(t, list) else t[k]


def nested(t):
    return f"({','.join(map(nested, t))})" if isinstance(t, list) else str(t)


def layout(t):
    return f"{nested(parted(t, 0))}:{nested(parted(t, 1))}"


def coq_tree(t, leaf=lambda x: f"(Mode {x[0]} ({x[1]}))" if isinstance(x, tuple) else str(x)):
    return f"Tuple [{'; '.join(coq_tree(e, leaf) for e in t)}]" if isinstance(t, list) else f"Leaf {leaf(t)}"


def read_tree(text):
    """A layout as `colex` writes it, its nesting as well."""
    shape, stride = (json.loads(part.replace("(", "[").replace(")", "]")) for part in text.split(":"))
    together = lambda s, d: [together(*e) for e in zip(s, d)] if isinstance(s, list) else (s, d)  # noqa: E731
    return together(shape, stride)


def bit_requests(draw):
    """Maps over GF(2), their layouts, and swizzles; half of the maps are one that is right, with a column changed or none."""
    for _ in range(CASES // 2):
        bits, from_, to = draw.randint(0, 3), draw.randint(0, 6), draw.randint(0, 6)
        source, target = (((1 << bits) - 1) << at for at in (from_, to))
        masks = [source ^ (draw.random() < 0.2), target]
        yield "masks", masks, f"Headers.make_swizzle {masks[0]} {masks[1]}"
        blocks = draw.choice([1 << draw.randint(0, 31), draw.randint(-2, 40)])
        yield "rows", [blocks], f"Headers.swizzle_xor16 ({blocks})"
        inputs, spread = draw.randint(1, 6), abs(from_ - to)
        columns = [1 << k for k in range(inputs)]
        if draw.random() < 0.7:  # a swizzle's
            columns = [c ^ (c >> spread if min(bits, spread) > k - max(from_, to) >= 0 else 0) for k, c in enumerate(columns)]
        if columns and draw.random() < 0.3:
            columns[draw.randrange(inputs)] ^= draw.randint(0, 63)
        yield "swizzle_of", [columns], f"Headers.swizzle_of {coq_list(columns)}"
        columns = [draw.randint(0, 2 ** draw.randint(1, 7) - 1) for _ in range(draw.randint(1, 6))]
        if draw.random() < 0.4:
            columns = [1 << k for k in draw.sample(range(7), len(columns))]
        yield "bit_inverse", [columns], f"match Headers.inverse {coq_list(columns)} with inl m => Some m | inr _ => None end"
        outputs = draw.choice([len(columns), draw.randint(0, 7)])
        yield "bit_bijective", [columns, outputs], (f"match Headers.bijective_map {coq_list(columns)} {outputs} with "
                                                "Some _ => Some 0 | None => Some 1 end")
        yield "layout_of", [columns], f"Headers.layout_of_map {coq_list(columns)}"
        a = [(draw.choice([1, 2, 2, 4, 8, draw.randint(1, 6)]), draw.choice([0, 1 << draw.randint(0, 6), draw.randint(-2, 20)]))
             for _ in range(draw.randint(1, 4))]
        yield "bit_map", [flat(a)], f"match Headers.map_of_layout {coq(a)} with inl m => Some m | inr _ => None end"
        columns = columns[:4]
        values = [functools.reduce(operator.xor, (c for k, c in enumerate(columns) if x >> k & 1), 0)
                  for x in range(1 << len(columns))]
        if draw.random() < 0.4:
            values[draw.randrange(len(values))] ^= 1
        if draw.random() < 0.1:
            values.append(0)
        table = "; ".join(map(str, values))
        yield "find_bit_map", [values], f"match Headers.find_bit_map (fun i => nth (Z.to_nat i) [{table}] 0) {len(values)} with inl m => Some m | inr _ => None end"


def coq_list(numbers):
    return "[" + "; ".join(map(str, numbers)) + "]"


def tuple_of(numbers):
    return f"({','.join(map(str, numbers))})"


def partition(draw, op):
    """A tile, or the grid, of a layout of up to five entries, each of one or two leaves, at a coordinate that may be short."""
    entries = [[(draw.choice([2, 3, 4, 6]), draw.choice([1, 2, 5, 12])) for _ in range(draw.randint(1, 2))]
               for _ in range(draw.randint(1, 5))]
    tiles = [draw.choice([1, 2, 2, 3, 4]) for _ in entries[draw.randint(0, len(entries) - 1):]]
    sizes = [math.prod(s for s, _ in entry) for entry in entries]
    ends = tiles if op == "outer_partition" else [max(1, n // t) for n, t in itertools.zip_longest(sizes, tiles, fillvalue=1)]
    at = [draw.randrange(end) for end in ends[:draw.randint(1, len(ends))]]
    shapes, strides = (tuple_of(tuple_of(m[k] for m in entry) for entry in entries) for k in (0, 1))
    marks, trees = "; ".join(f"Leaf (Tile (Leaf (Mode {n} {int(n > 1)})))" for n in tiles), "; ".join(coq_tree(entry) for entry in entries)
    numbers = "; ".join(f"Leaf {n}" for n in at)
    return op, [f"{shapes}:{strides}", tuple_of(tiles), tuple_of(at)], (
        f"option_map (fun p => (leaves (fst p), snd p)) (Headers.partition (apply_of 9) (unzip_of 9) (collect_of 9) (adds_of 9) divide_one "
        f"(Tuple [{marks}]) (Tuple [{trees}]) (Tuple [{numbers}]) {str(op == 'inner_partition').lower()})")


def compare(colex, folder, kept):
    """How many answers agreed, by operation, and how many of them are refusals."""
    asked = list(requests(random.Random(20240229)))
    lines = "".join(json.dumps({"op": NAMES.get(op, op), "args": args} |
                               ({"cover": True} if op.endswith("at_least") else {})) + "\n" for op, args, _ in asked)
    answers = []
    for convention in ("colex", "cute"):  # CuTe's right inverse is the one of whole modes, its complement is disjoint
        ran = subprocess.run([colex, "batch", "--convention", convention], input=lines, capture_output=True, text=True,
                             check=False, timeout=600)
        answers.append([json.loads(line) for line in ran.stdout.splitlines()])
    answers = [b if op == "right_inverse" or op.endswith("disjoint") else a for (op, _, _), a, b in zip(asked, *answers)]
    if len(answers) != len(asked):
        sys.exit(f"colex batch answered {len(answers)} of {len(asked)} requests")
    text = [f"Require Import {' '.join('Colex.' + name for name in FILES)}.",
            "From Coq Require Import ZArith List. Import ListNotations. Open Scope Z_scope.",
            "Definition along_some A B := let O := Headers.coalesce_extended A in if existsb (fun b => andb (1 <? shape b) (is_nothing (fst (Loops.textbook O b (repeat 0 (length (removelast O))))))) B then 1 else 0. "
            + " ".join(f"Fixpoint {name}_of (n : nat) {{struct n}} := match n with O => fun {' '.join('_' * of)} => {none} "
                       f"| S k => Headers.{text} ({name}_of k) end."
                       for name, text, of, none in (("weakly", "weakly_congruent", 2, "false"), ("spread", "spread", 3, "[]"),
                                                    ("collect", "collect (A := mode)", 4, "None"), ("adds", "add_offset", 3, "None"),
                                                    ("unzip", "unzip_at", 2, "(Tuple [], Tuple [])"))),
            f"Definition divide_one A B := match Loops.divide {EACH} 0 (leaves A) (leaves B), Loops.composition (modes_along (Headers.coalesce_extended (leaves A))) (fun _ => false) 0 (leaves A) (leaves B) with "
            "Some D, Some T => let k := length T in Some (Tuple [Tuple (map Leaf (firstn k D)); Tuple (map Leaf (skipn k D))]) | _, _ => None end. "
            "Fixpoint apply_of (n : nat) {struct n} := match n with O => fun _ _ => None | S k => Headers.apply_at (apply_of k) divide_one end."]
    counts, textbook, along, before = {}, [], [], ""
    for (op, args, term), answer in zip(asked, answers):
        if term == "BEFORE":
            before = f"(Some ({coq_tree(read_tree(answer['result']))}))" if answer["ok"] else "(@None (Nested.tree mode))"
            text.append("(* answered before the next ones *)")
            continue
        count, term = counts.setdefault(op, [0, 0]), term.replace("BEFORE", before)
        if answer["ok"]:
            result = answer["result"]
            if op in PARTS:
                result = f"({coq(read(result[0]))}, {result[1]})"
            elif isinstance(result, list):
                result = coq_list(result)
            elif str(result).startswith("Sw<"):
                result = "(" + ", ".join(f"({n})" for n in re.findall(r"-?\d+", result)) + ")"
            elif isinstance(result, bool) and op != "bijective":
                result = int(result)
            if op in ("ceil_div", "shape_div", "compact_order"):
                result = "[" + "; ".join(re.findall(r"\d+", str(result))) + "]"
            if op in EDITS + VARIANTS:
                expect = f"({coq_tree(read_tree(result))})"
                expect = f"Some (encoded {expect})" if op == "unflatten" else f"Some {expect}"
            elif op == "bijective":
                expect = "Some true" if result else "Some false"
            else:
                expect = f"Some {result if op in RAW else coq(read(result))}"
            named = answer.get("witness", {"left": 0, "right": 0})
            term = term.replace("ANSWER", expect[5:]).replace("NAMED", f"({named['left']}) ({named['right']})")
            count[0] += 1
        else:
            count[1] += 1
            expect = "None"
            if "ANSWER" in term:
                term = "@None (list mode)"
        if op == "composition" and answer["ok"]:  # the textbook route may stop where colex goes on
            textbook.append(f"match {term} with Some _ => 1 | None => 0 end")
            text.append(f"Goal match {term} with Some r => r = {expect[5:]} | None => True end. vm_compute. auto. Qed.")
        else:
            text.append(f"Goal {term} = {expect}. vm_compute. reflexivity. Qed.")
        if op == "whole" and answer["ok"]:
            along.append("along_some " + term.split(" 0 ", 1)[1])
    text.append(f"Compute {' + '.join(textbook)}.")
    text.append(f"Compute {' + '.join(along)}.")
    (folder / "Answers.v").write_text("\n".join(text) + "\n")

    def computed():
        ran = coqc(folder, "Answers")
        if ran.returncode != 0:
            where = re.search(r"line (\d+)", ran.stderr)
            if not where:
                sys.exit(ran.stderr)
            op, args, term = asked[int(where[1]) - 5]
            sys.exit(f"Coq's {term}\ndoes not have the answer of {op}({', '.join(map(str, args))})\n{ran.stderr}")
        return ran.stdout.encode()

    said = kept.verdict(kept.key(version(), "answers", "\n".join(text), *objects(folder, FILES)), computed)
    by_textbook, by_stairs = map(int, re.findall(r"= (\d+)", said.decode()))
    if by_textbook < CASES // 3:
        sys.exit(f"only {by_textbook} of {len(textbook)} compositions took the textbook route")
    if by_stairs < CASES // 6:
        sys.exit(f"only {by_stairs} of {len(along)} compositions took another route")
    counts["composition"][0] = by_textbook
    for op, (answered, refused) in counts.items():
        print(f"{op}: {answered} answers and {refused} refusals computed alike in Coq")


def drawn_alike(colex, folder, kept):
    """A line that says how many drawn answers are alike; ends the test where one is not."""
    def compute(text):
        def computed():
            with tempfile.TemporaryDirectory() as apart:
                for file in folder.glob("*.vo"):
                    (pathlib.Path(apart) / file.name).symlink_to(file)
                (pathlib.Path(apart) / "Drawn.v").write_text(text)
                ran = coqc(pathlib.Path(apart), "Drawn")
                if ran.returncode != 0:
                    sys.exit(f"Drawn.v: {ran.stderr}")
                return ran.stdout.encode()
        return kept.verdict(kept.key(version(), "drawn", text, *objects(folder, FILES)), computed).decode()

    return drawn_answers.check(colex, compute)


def generated(write_steps, source):
    """Steps.v: what the headers give, whose hash must be the committed one."""
    steps = subprocess.run([write_steps], capture_output=True, text=True, check=True, timeout=600).stdout
    if hashlib.sha256(steps.encode()).hexdigest() != (source / "Steps.sha256").read_text().split()[0]:
        sys.exit(f"Steps.v: the headers give other steps than those of smt/induction/Steps.sha256; compare what {write_steps} prints "
                 f"at the last commit; if the change is meant: {write_steps} | sha256sum > smt/induction/Steps.sha256")
    print(f"Steps.v: as Steps.sha256 has it, {steps.count('Definition')} definitions")
    return steps


def required(folder, name):
    """The files over Steps.v that a file needs, in order, Steps.v first and the file last."""
    found = {name}
    for one in reversed(FILES):
        if one in found:
            found.update(re.findall(r"Colex\.(\w+)", (folder / (one + ".v")).read_text()))
    return [one for one in FILES[FILES.index("Steps"):] if one in found]


def modules(texts):
    """Files as modules of one file, which one process reads in the time that starting two takes."""
    def imported(found):
        names = " ".join(re.findall(r"Colex\.(\w+)", found[0]))
        return f"{found[1]} {names}." if found[1] else ""
    inside = {name: re.sub(r"^Require (Import|Export|)\s*(?:Colex\.\w+\s*)+\.$", imported, text, flags=re.M) for name, text in texts.items()}
    return "".join(f"Module {name}.\n{text}End {name}.\n" for name, text in inside.items())


def accepts(folder, name, changed, kept):
    """Whether Coq accepts the proofs of one file where a written file has this text; of the files before it only the statements count."""
    texts = [(folder / (one + ".v")).read_text() for one in required(folder, name) if one not in changed]
    key = kept.key(version(), "accepts", name, str(changed), *texts, *objects(folder, FILES[:FILES.index("Steps")]))
    return kept.verdict(key, lambda: str(accepted(folder, name, changed)).encode()) == b"True"


def accepted(folder, name, changed):
    """What accepts() keeps."""
    texts = {one: changed.get(one) or (folder / (one + ".v")).read_text() for one in required(folder, name)}
    last = {name: texts.pop(name)}
    under = FILES[:FILES.index("Steps")]
    needs = "Require " + " ".join("Colex." + one for one in under) + ".\n"
    with tempfile.TemporaryDirectory() as temporary:
        copy = pathlib.Path(temporary)
        for one in under:
            shutil.copy(folder / (one + ".vo"), copy)
        (copy / "Before.v").write_text(needs + modules(texts))
        (copy / "Last.v").write_text(needs + "Require Import Colex.Before.\n" + modules(last))
        if (ran := coqc(copy, "Before", "-vos", "-w", "none")).returncode != 0:
            sys.exit(f"what {name}.v needs, its statements: {ran.stderr}")
        return coqc(copy, "Last", "-vok", "-w", "none").returncode == 0


def broken(texts, row):
    """(file, its text) with a row's change; ends the test where what it changes is not there."""
    _, definition, old, new = row
    file = next(file for file, rows in WRITTEN.items() if row in rows)
    text = texts[file]
    start = text.find("Definition " + definition)
    end = (text + "\nDefinition ").find("\nDefinition ", start + 1)
    if start < 0 or old not in text[start:end]:
        sys.exit(f"{file}.v, {definition.strip()}: there is no `{old}`")
    return file, text[:start] + text[start:end].replace(old, new) + text[end:]


def refused_when_broken(folder, texts, row, kept):
    """A line that says which file Coq refuses; ends the test where it accepts it."""
    name, definition, _, new = row
    if accepts(folder, name, dict([broken(texts, row)]), kept):
        sys.exit(f"{name}.v: Coq accepts {definition.strip()} with `{new}`")
    return f"{definition.strip()} with `{new}`: {name}.v is refused"


def accepted_unbroken(folder, name, kept):
    """The way that refuses a broken step accepts the steps as they are."""
    if not accepts(folder, name, {}, kept):
        sys.exit(f"{name}.v is refused over the steps as they are")
    return f"{name}.v is accepted over the steps as they are"


def check_again(folder, kept):
    """All files here by coqchk. By day it takes Coq's own library as it is, which takes longer than all these."""
    whole = bool(os.environ.get("COLEX_NIGHTLY") or os.environ.get("COLEX_FRESH"))
    named = [word for name in FILES + LAWS for word in ([] if whole else ["-norec"]) + [f"Colex.{name}"]]
    if not whole:
        left("coqchk of Coq's own library as well", "of the files here", "the library takes longer than all these")

    def checked():
        ran = subprocess.run(["coqchk", "-silent", "-o", "-Q", ".", "Colex", *named], cwd=folder, capture_output=True, text=True, check=False)
        axioms = re.search(r"^\* Axioms:(.*?)^\* ", ran.stdout + ran.stderr, re.M | re.S)  # it accepts them, and lists them
        if ran.returncode != 0 or not axioms or "Colex." in axioms[1]:
            sys.exit("coqchk: " + ran.stdout + ran.stderr)
        return b"checked, and no axiom"

    return "coqchk: " + kept.verdict(kept.key(version(), "coqchk", whole, *objects(folder, FILES + LAWS)), checked).decode()


def as_stated(folder, source, kept):
    """Each law says what docs/laws.md and statements.txt say; ends the test where one does not."""
    key = kept.key(version(), pathlib.Path(statements.__file__).read_text(), (source / "statements.txt").read_text(),
                   str(statements.blocks(statements.PAGE.read_text())), *objects(folder, FILES + LAWS))
    if found := kept.verdict(key, lambda: statements.differences(folder, source).encode()):
        sys.exit(f"{found.decode()}Algebra.v does not state the laws as docs/laws.md and statements.txt do; if that is meant, see statements.py --write")
    return f"Algebra.v: {len(statements.theorems((source / 'Algebra.v').read_text()))} laws as statements.txt has them"


def noticed(folder, source, plant, kept):
    """A law that says less is noticed; ends the test where it is not."""
    texts = [*((source / name).read_text() for name in ("Specification.v", "Algebra.v", "statements.txt")), statements.PAGE.read_text()]
    key = kept.key(version(), pathlib.Path(statements.__file__).read_text(), str(plant), *texts, *objects(folder, FILES))
    try:
        return kept.verdict(key, lambda: statements.planted(folder, source, plant).encode()).decode()
    except statements.Weak as weak:
        sys.exit(str(weak))


def compiled(folder, name, text, built, kept):
    """Compiles one file, once those that it needs are; coqchk says what all rest on."""
    if found := FORBIDDEN.search(text):
        sys.exit(f"{name}.v: {found[0]}")
    direct = re.findall(r"Colex\.(\w+)", text)
    for needed in direct:
        built[needed].result()
    (folder / (name + ".v")).write_text(text)

    def object_of_it():
        with tempfile.TemporaryDirectory() as apart:  # what is kept stays as it is while it is asked anew
            for file in folder.glob("*.vo"):
                (pathlib.Path(apart) / file.name).symlink_to(file)
            shutil.copy(folder / (name + ".v"), apart)
            (pathlib.Path(apart) / (name + ".vo")).unlink(missing_ok=True)
            ran = coqc(pathlib.Path(apart), name)
            if ran.returncode != 0 or ran.stdout.count("Closed under the global context") != text.count("Print Assumptions"):
                sys.exit(f"{name}.v: {ran.stdout}{ran.stderr}")
            return (pathlib.Path(apart) / (name + ".vo")).read_bytes()

    key = kept.key(version(), "compiled", name, text, *objects(folder, direct))
    (folder / (name + ".vo")).write_bytes(kept.verdict(key, object_of_it, same=lambda _: "compiled"))
    return f"{name}.v: compiled"


def main(colex, write_steps, write_loops, write_shipped, source):
    source = pathlib.Path(source)
    steps = generated(write_steps, source)
    if not shutil.which("coqc"):
        print("SKIP: coqc is not installed (Debian package coq)")
        return 77
    written = {"Steps": steps} | {
        file: subprocess.run(command, capture_output=True, text=True, check=True, timeout=600).stdout
        for file, command in {"Loops": [write_loops], "Headers": [write_loops, "headers"], "Shipped": [write_shipped]}.items()}
    for row in ALL_BROKEN:  # also those that no sample of today takes
        broken(written, row)
    for plant in statements.PLANTS:
        try:
            statements.with_plant(source, plant)
        except statements.Weak as stale:
            sys.exit(str(stale))
    kept = Kept("coq")
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            built = {}
            for name in FILES + LAWS:  # those that a file needs stand before it
                text = written[name] if name in written else (source / (name + ".v")).read_text()
                built[name] = pool.submit(compiled, folder, name, text, built, kept)
            for job in built.values():
                print(job.result())
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:  # the longest first
            proved = drawn(sorted({row[0] for row in ALL_BROKEN}), "files over the steps as they are", UNBROKEN, "Coq takes seconds for each")
            jobs = [pool.submit(check_again, folder, kept), pool.submit(compare, colex, folder, kept),
                    pool.submit(drawn_alike, colex, folder, kept),
                    pool.submit(as_stated, folder, source, kept),
                    *(pool.submit(noticed, folder, source, plant, kept)
                      for plant in drawn(statements.PLANTS, "laws that say less", WEAKER, "Coq states each of the laws again")),
                    *(pool.submit(accepted_unbroken, folder, name, kept) for name in proved),
                    *(pool.submit(refused_when_broken, folder, written, row, kept)
                      for row in drawn(ALL_BROKEN, "broken steps and loops", SAMPLE, "Coq takes seconds for each"))]
            for job in jobs:
                if line := job.result():
                    print(line)
    print(f"Coq: {kept.summary()}")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
