(* SPDX-License-Identifier: MIT *)
(* Words of the laws besides those of Fold.v: digits and boxes, the modes that a complement is of, the vectors of an upcast. They
   stand for no function of the headers. *)
From Coq Require Import ZArith String List Bool Sorted.
Require Import Colex.Fold Colex.Nested Colex.Combinators.
Import ListNotations.
Open Scope string_scope.
Open Scope list_scope.
Open Scope Z_scope.

(* Digit k is (i div P) mod s, P the product of the extents before s. *)
Fixpoint sum_of_digits (points : Z) (ms : list mode) (i : Z) : Z :=
  match ms with
  | [] => 0
  | m :: t => (i / points) mod shape m * stride m + sum_of_digits (points * shape m) t i
  end.
(* The last mode fastest: its digit is i mod its extent. *)
Fixpoint in_rows (ms : list mode) (i : Z) : Z :=
  match ms with [] => 0 | m :: t => (i / size t) mod shape m * stride m + in_rows t i end.
Fixpoint digits_of (ms : list mode) (i : Z) : list Z :=
  match ms with [] => [] | m :: t => i mod shape m :: digits_of t (i / shape m) end.
(* Of a coordinate: its index, and its offset. *)
Fixpoint index_of (ms : list mode) (c : list Z) : Z :=
  match ms, c with m :: t, x :: y => x + shape m * index_of t y | _, _ => 0 end.
Fixpoint adds_up (ms : list mode) (c : list Z) : Z :=
  match ms, c with m :: t, x :: y => x * stride m + adds_up t y | _, _ => 0 end.
Definition in_box (ms : list mode) (c : list Z) : Prop := Forall2 (fun m x => 0 <= x < shape m) ms c.
Definition upto (n : Z) : list Z := map Z.of_nat (seq 0 (Z.to_nat n)).  (* 0, 1, ... below n *)
Definition kernel (A : list mode) : list Z := filter (fun i => evaluate A i =? 0) (upto (size A)).
Fixpoint total (f : mode -> Z) (ms : list mode) : Z := match ms with [] => 0 | m :: t => f m + total f t end.

(* Of any two modes of several points the lesser stride divides the greater. *)
Definition strides_divide (A : list mode) : Prop := forall m n, In m A -> In n A -> 1 < shape m -> 1 < shape n ->
  stride m <= stride n -> Z.rem (stride n) (stride m) = 0.

(* A complement: [0, M), or as far as M and a whole number of copies, or with holes where A's strides leave some. A mode of one
   point is no part of it, and unless strict one of stride 0 is none. *)
Inductive cover := strict | at_least | disjoint.
Definition moves (m : mode) : bool := negb (shape m =? 1).
Definition matters (c : cover) (m : mode) : bool :=
  match c with strict => moves m | _ => moves m && negb (stride m =? 0) end.

(* Vectors of n elements: a mode whose stride is a part of n loses its digits within one; `place_in` is the largest place that a mode
   takes in one. *)
Definition digit (n : Z) (m : mode) (x : Z) : Z :=
  if (1 <? shape m) && negb (stride m mod n =? 0) then x / (n / stride m) else x.
Fixpoint digits_after (n : Z) (ms : list mode) (c : list Z) : list Z :=
  match ms, c with m :: t, x :: y => digit n m x :: digits_after n t y | _, _ => [] end.
Definition misfits (strict : bool) (n : Z) (m : mode) : Prop := 1 < shape m /\ stride m mod n <> 0 /\
  (stride m < 0 \/ n mod stride m <> 0 \/
   strict = true /\ n / stride m <= shape m /\ shape m mod (n / stride m) <> 0).
Definition place_in (n : Z) (m : mode) : Z :=
  if (1 <? shape m) && negb (stride m mod n =? 0) then (Z.min (shape m) (n / stride m) - 1) * stride m else 0.
(* A mode of several points: it goes down within a vector; neither its stride nor the vector divides the other; or, strict, it ends
   inside a vector. *)
Definition names_a_misfit (n : Z) (m : mode) (r : refusal) : Prop := shape m <> 1 /\ Z.rem (stride m) n <> 0 /\
  (r = Refused "not_negative" (stride m) n /\ stride m < 0 \/
   r = Refused "vector_divides" (stride m) n /\ 0 <= stride m /\ Z.rem n (stride m) <> 0 \/
   r = Refused "vector_divides" (shape m) (Z.quot n (stride m)) /\ Z.rem n (stride m) = 0 /\
     Z.rem (shape m) (Z.quot n (stride m)) <> 0).

(* Of the search for a coordinate, where H are the offsets that there are: what it finds is there; before its budget has ended it finds all;
   and all in order. *)
Definition searches (H : Z -> Prop) (s : search) : Prop :=
  (forall v, at_first s v = true -> H v) /\ (ended s = false -> forall v, H v -> at_first s v = true) /\
  (forall v, at_last s v = true -> H v) /\ (exhausted s = false -> forall v, H v -> at_last s v = true) /\
  forall l, in_order s = Some l -> StronglySorted Z.le l /\ forall v, In v l <-> H v.

(* Of 64 bits. The limits: extents from 1, the size, each mode's end, and all modes together, an extent of 1 counting as 2. *)
Definition limit : Z := 4611686018427387904.  (* kReachLimit, 2^62 *)
Definition farthest (m : mode) : Z := if shape m =? 1 then stride m else (shape m - 1) * stride m.
Definition keeps_limits (ms : list mode) : Prop := Forall positive ms /\ size ms <= limit /\
  Forall (fun m => Z.abs (shape m * stride m) <= limit) ms /\ total (fun m => Z.abs (farthest m)) ms <= limit.
Definition within_limits (m : mode) : Prop := 1 <= shape m <= limit /\ Z.abs (shape m * stride m) <= limit.
(* At each mode that a fold comes by, with the state that it has there. *)
Definition at_each {state} (step : state -> mode -> result state) (holds : state -> mode -> Prop) (ms : list mode) (s : state) : Prop :=
  forall before m after, ms = before ++ m :: after -> stops step before s = false -> holds (reached step before s) m.

(* The digits of b's points in A are a box: the numbers of them that occur, place by place, multiply to b's extent. A is `others` and then
   a mode that runs on, `place` the points of the modes passed. *)
Definition different (xs : list Z) : Z := Z.of_nat (length (nodup Z.eq_dec xs)).
Fixpoint box (others : list mode) (place : Z) (xs : list Z) : Z :=
  match others with
  | [] => different (map (fun x => x / place) xs)
  | m :: t => different (map (fun x => x / place mod shape m) xs) * box t (place * shape m) xs
  end.
Definition points_of (b : mode) : list Z := map (fun i => i * stride b) (upto (shape b)).
Definition fills_a_box (others : list mode) (b : mode) : Prop := box others 1 (points_of b) = shape b.

(* A layout by its entries, each its leaves and its last one. A at a coordinate: each entry at its own part of it, its last leaf running
   on, and the sum of them. *)
Definition entry : Type := (list mode * mode)%type.
Fixpoint at_coordinate (es : list entry) (c : list Z) : Z :=
  match es, c with (o, t) :: r, x :: y => extended o t x + at_coordinate r y | _, _ => 0 end.
Definition zeros (es : list entry) : list Z := map (fun _ => 0) es.
Definition leaves_of (es : list entry) : list mode := flat_map (fun e : entry => fst e ++ [snd e]) es.

(* A's modes rounded up to tiles of B. An edge of B: where a mode that moves ends its first step or its last; the largest step from
   `points` on to one that an extent has room for. W's strides are A's, each extent the least multiple of its step that is as large. *)
Definition edge_of (y : Z) (m : mode) : Prop := 1 < shape m /\ 0 < stride m /\ (y = stride m \/ y = shape m * stride m).
Definition largest_step (B : list mode) (points extent step : Z) : Prop :=
  (step = 1 \/ Exists (edge_of (points * step)) B) /\ 1 <= step <= extent /\
  forall n, n <= extent -> Exists (edge_of (points * n)) B -> n <= step.
Fixpoint rounded_up (B : list mode) (points : Z) (A W : list mode) : Prop :=
  match A, W with
  | [], [] => True
  | a :: t, w :: u =>
      (exists step, largest_step B points (shape a) step /\ shape w mod step = 0 /\ shape a <= shape w < shape a + step) /\
      stride w = stride a /\ rounded_up B (points * shape w) t u
  | _, _ => False
  end.

(* ------------------------------------------------------------------------------------------------------------------ trees *)

(* What stands at the end of a path of entry numbers. *)
Fixpoint at_path {A} (path : list nat) (t : tree A) : option (tree A) :=
  match path, t with
  | [], _ => Some t
  | k :: p, Tuple ts => match nth_error ts k with Some u => at_path p u | None => None end
  | _ :: _, Leaf _ => None
  end.
(* A tiler: a tree of tiles, of `_`, and of `_` as CuTe has it. It has no more entries than the layout, where it goes by mode. *)
Inductive mark := Tile (by_ : tree mode) | Keep | Keep_pair.
Definition is_tile (by_ : tree mark) : bool := match by_ with Leaf (Tile _) | Leaf Keep_pair => true | _ => false end.
Definition tile_of (by_ : tree mark) : tree mode := match by_ with Leaf (Tile B) => B | _ => Tuple [] end.
Definition is_keep (by_ : tree mark) : bool := match by_ with Leaf Keep | Leaf Keep_pair => true | _ => false end.
Inductive tiles_part {A} : tree mark -> tree A -> Prop :=
  | a_mark m t : tiles_part (Leaf m) t
  | by_mode bs ts us : Forall2 tiles_part bs ts -> tiles_part (Tuple bs) (Tuple (ts ++ us)).
(* At pairs (tile, grid), where the tiler has tiles: the coordinate c of the layout by pairs, that of the tiles and that of the grids. A mode
   under `_` is all tile, but a pair under `_` as CuTe has it; modes that the tiler does not reach are grid. *)
Inductive at_pairs : tree mark -> tree mode -> tree Z -> tree Z -> tree Z -> Prop :=
  | at_tile B a b x y : at_pairs (Leaf (Tile B)) (Tuple [a; b]) (Tuple [x; y]) x y
  | at_kept t c i : at_pairs (Leaf Keep) t c c (Leaf i)
  | at_kept_pair a b x y : at_pairs (Leaf Keep_pair) (Tuple [a; b]) (Tuple [x; y]) x y
  | at_kept_mode t c i : rank t <> 2 -> at_pairs (Leaf Keep_pair) t c c (Leaf i)
  | at_modes bs ts cs xs ys : all_at_pairs bs ts cs xs ys -> at_pairs (Tuple bs) (Tuple ts) (Tuple cs) (Tuple xs) (Tuple ys)
with all_at_pairs : list (tree mark) -> list (tree mode) -> list (tree Z) -> list (tree Z) -> list (tree Z) -> Prop :=
  | none_is_tiled ts cs : all_at_pairs [] ts cs [] cs
  | one_is_tiled b t c x y bs ts cs xs ys : at_pairs b t c x y -> all_at_pairs bs ts cs xs ys ->
      all_at_pairs (b :: bs) (t :: ts) (c :: cs) (x :: xs) (y :: ys).

(* All coordinates of a part: numbers below those of a tree. Where they count a part's entries: the first entries, each whole or entry by
   entry; a number counts an only entry, or all of a part that is divided whole. *)
Fixpoint choices {A} (ls : list (list A)) : list (list A) :=
  match ls with [] => [[]] | l :: t => flat_map (fun u => map (fun x => x :: u) l) (choices t) end.
Fixpoint coordinates (n : tree Z) : list (tree Z) :=
  match n with Leaf n => map Leaf (upto n) | Tuple ns => map Tuple (choices (map coordinates ns)) end.
Inductive counts_all : tree Z -> tree mode -> Prop :=
  | number_counts t : counts_all (Leaf (size (leaves t))) t
  | tuple_counts ns ts : Forall2 counts_all ns ts -> counts_all (Tuple ns) (Tuple ts).
Inductive counts_part (whole : bool) : tree Z -> tree mode -> Prop :=
  | number_of_all t : whole = true \/ rank t = 1 -> counts_part whole (Leaf (size (leaves t))) t
  | number_of_first t u us : whole = false -> counts_part whole (Leaf (size (leaves t))) (Tuple (t :: u :: us))
  | tuple_of_first ns ts us : Forall2 counts_all ns ts -> counts_part whole (Tuple ns) (Tuple (ts ++ us)).
(* The offsets of a layout, as often as it has them; and those of one that starts at an offset. *)
Definition offsets (L : list mode) : list Z := map (evaluate L) (upto (size L)).
Definition offsets_from (part : tree mode * Z) : list Z := map (Z.add (snd part)) (offsets (leaves (fst part))).

(* The same nesting; the product of numbers. *)
Inductive congruent : tree Z -> tree Z -> Prop :=
  | leaf_leaf x y : congruent (Leaf x) (Leaf y)
  | tuple_tuple u v : Forall2 congruent u v -> congruent (Tuple u) (Tuple v).
Fixpoint points (l : list Z) : Z := match l with [] => 1 | x :: t => x * points t end.
(* The quotient rounded up: the least c with x <= c * y. Leaves by a number: each by what is left of it after those before. *)
Definition ceiling (x y c : Z) : Prop := x <= c * y /\ forall d, x <= d * y -> c <= d.
Definition ceil (x y : Z) : Z := (x + y - 1) / y.
Fixpoint quotients (l : list Z) (d : Z) : list Z := match l with [] => [] | x :: t => ceil x d :: quotients t (ceil d x) end.
(* Each number times the points of the entry in its place. *)
Inductive scaled : tree Z -> tree Z -> tree Z -> Prop :=
  | scaled_number x b : scaled (Leaf x) b (Leaf (x * points (leaves b)))
  | scaled_tuple u v w : entrywise scaled u v w -> scaled (Tuple u) (Tuple v) (Tuple w).

(* The subtrees of t at the slots that are `kept`, in order; t is nested at least as far. *)
Inductive chosen {A} (kept : bool) : tree bool -> tree A -> list (tree A) -> Prop :=
  | here t : chosen kept (Leaf kept) t [t]
  | elsewhere t : chosen kept (Leaf (negb kept)) t []
  | within ss ts outs : entrywise (chosen kept) ss ts outs -> chosen kept (Tuple ss) (Tuple ts) (concat outs).

(* An order of a shape: the shape is it with numbers opened into trees. Each number stands for the leaves of its part; the extents that are
   counted before leaf k are those of a lower number, and of the same those to the left. *)
Inductive opens_into : tree Z -> tree Z -> Prop :=
  | number_opens x b : opens_into (Leaf x) b
  | tuple_opens u v : Forall2 opens_into u v -> opens_into (Tuple u) (Tuple v).
Inductive spread_over : tree Z -> tree Z -> list Z -> Prop :=
  | number_spread o s : spread_over (Leaf o) s (map (fun _ => o) (leaves s))
  | tuple_spread os ss ls : entrywise spread_over os ss ls -> spread_over (Tuple os) (Tuple ss) (concat ls).
Definition counted_before (orders : list Z) (k j : nat) : bool :=
  (nth j orders 0 <? nth k orders 0) || (nth j orders 0 =? nth k orders 0) && (j <? k)%nat.
Definition extents_before (extents orders : list Z) (k : nat) : list Z :=
  map (fun j => nth j extents 0) (filter (counted_before orders k) (seq 0 (length orders))).

(* A map over GF(2): up to 62 columns of 62 bits, column k the image of 2^k; m(x) is the XOR of the columns of the bits of x. A function is
   one to one from [0, 2^inputs) onto [0, 2^outputs). *)
Definition is_map (m : list Z) : Prop := (length m <= 62)%nat /\ Forall (fun c => 0 <= c < 2 ^ 62) m.
Fixpoint xor_from (k : Z) (m : list Z) (x : Z) : Z :=
  match m with [] => 0 | c :: t => Z.lxor (if Z.testbit x k then c else 0) (xor_from (k + 1) t x) end.
Definition onto (f : Z -> Z) (inputs outputs : Z) : Prop :=
  (forall x, 0 <= x < 2 ^ inputs -> 0 <= f x < 2 ^ outputs) /\
  forall y, 0 <= y < 2 ^ outputs -> exists x, 0 <= x < 2 ^ inputs /\ f x = y /\ forall z, 0 <= z < 2 ^ inputs -> f z = y -> z = x.
(* A function over GF(2), where addition is XOR. *)
Definition linear (f : Z -> Z) : Prop := f 0 = 0 /\ forall x y, f (Z.lxor x y) = Z.lxor (f x) (f y).

(* Swizzles by the bits that they move: `count` bits from `from` on are XORed into those from `to` on; the two runs do not overlap, and lie
   below bit n. The bits of `source` in y, moved down by `shift`. In rows of n blocks of 16 bytes, block k of row r goes to block k XOR r mod n. *)
Definition run (count from : Z) : Z := Z.shiftl (Z.shiftl 1 count - 1) from.
Definition moves_run (count from to x : Z) : Z :=
  if to <=? from then Z.lxor x (Z.shiftr (Z.land x (run count from)) (from - to)) else Z.lxor x (Z.shiftl (Z.land x (run count from)) (to - from)).
Definition is_swizzle (count from to n : Z) : Prop :=
  0 <= count /\ 0 <= from /\ 0 <= to /\ count + from <= n /\ count + to <= n /\ (count = 0 \/ count <= Z.abs (from - to)).
Definition moved (source shift y : Z) : Z :=
  if shift <? 0 then Z.shiftl (Z.land y source) (- shift) else Z.shiftr (Z.land y source) shift.
Definition moves_blocks (f : Z -> Z) (n : Z) : Prop := forall row byte, 0 <= row -> 0 <= byte < n * 16 ->
  f (row * (n * 16) + byte) = row * (n * 16) + Z.lxor byte (row mod n * 16).

(* A layout in a room: modes and nodes in their places, and how many there are of each, in bytes. *)
Record packing := Packing { mode_places : list mode; node_places : list Z; leaf_count : Z; node_count : Z }.
