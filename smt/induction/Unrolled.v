(* SPDX-License-Identifier: MIT *)
(* The loops by name are those that ship: a program has run the loops of colex/loops.hpp and fold.hpp over functions of which nothing
   is known, at lengths up to the capacity of a list, and what it printed (Shipped.v) are these. *)
From Coq Require Import ZArith List Bool.
From Coq Require String.
Require Import Colex.Fold Colex.Nested Colex.Combinators Colex.Steps Colex.Shipped.
Require Colex.Headers Colex.Sort.
Import ListNotations.
Open Scope Z_scope.

Definition modes (count : nat) (m : Z -> mode) : list mode := map m (map Z.of_nat (seq 0 count)).
(* One answer after another, those first that rest on no other. *)
Ltac walk := vm_compute; repeat (try reflexivity; match goal with
  | |- context [if ?b then _ else _] =>
      match type of b with bool => match b with context [if _ then _ else _] => fail 1 | _ => destruct b end end
  end).

Section Over_a_list.
  Variables (f : mode -> bool) (m : Z -> mode).
  Theorem exists_is : existsb f (modes 0 m) = exists_0 f m /\ existsb f (modes 1 m) = exists_1 f m /\ existsb f (modes 2 m) = exists_2 f m /\
    existsb f (modes 3 m) = exists_3 f m /\ existsb f (modes 8 m) = exists_8 f m /\ existsb f (modes 32 m) = exists_32 f m.
  Proof. repeat split; reflexivity. Qed.
  Theorem for_all_is : forallb f (modes 0 m) = for_all_0 f m /\ forallb f (modes 1 m) = for_all_1 f m /\ forallb f (modes 2 m) = for_all_2 f m /\
    forallb f (modes 3 m) = for_all_3 f m /\ forallb f (modes 8 m) = for_all_8 f m /\ forallb f (modes 32 m) = for_all_32 f m.
  Proof. repeat split; reflexivity. Qed.
  Theorem those_is : filter f (modes 0 m) = those_0 f m /\ filter f (modes 1 m) = those_1 f m /\ filter f (modes 2 m) = those_2 f m /\
    filter f (modes 3 m) = those_3 f m /\ filter f (modes 4 m) = those_4 f m.
  Proof. repeat split; walk. Qed.
End Over_a_list.

Theorem pairwise_is f m n : pairwise f (modes 0 m) (modes 0 n) = pairwise_0 f m n /\ pairwise f (modes 1 m) (modes 1 n) = pairwise_1 f m n /\
  pairwise f (modes 2 m) (modes 2 n) = pairwise_2 f m n /\ pairwise f (modes 3 m) (modes 3 n) = pairwise_3 f m n /\
  pairwise f (modes 8 m) (modes 8 n) = pairwise_8 f m n /\ pairwise f (modes 32 m) (modes 32 n) = pairwise_32 f m n.
Proof. repeat split; reflexivity. Qed.
Theorem pairwise_longer_is f m n : pairwise f (modes 0 m) (modes 1 n) = pairwise_longer_0 f m n /\
  pairwise f (modes 1 m) (modes 2 n) = pairwise_longer_1 f m n /\ pairwise f (modes 8 m) (modes 9 n) = pairwise_longer_8 f m n.
Proof. repeat split; walk. Qed.

Section With_a_state.
  Variables (f : mode -> Z -> bool) (g : mode -> Z -> Z) (h : Z -> bool) (m : Z -> mode) (s : Z).
  Let turn (x : mode) (at_ : Z) : option Z := if f x at_ then Some (g x at_) else None.
  Theorem through_is : through turn h (modes 0 m) s = through_0 f g h m s /\ through turn h (modes 1 m) s = through_1 f g h m s /\
    through turn h (modes 2 m) s = through_2 f g h m s /\ through turn h (modes 3 m) s = through_3 f g h m s /\
    through turn h (modes 8 m) s = through_8 f g h m s /\ through turn h (modes 32 m) s = through_32 f g h m s.
  Proof. repeat split; walk. Qed.
  Let rest (count : nat) := through turn (fun _ => true) (tl (modes count m)) (first_extent (modes count m)).
  Theorem through_rest_is : rest 1 = through_rest_1 f g h m s /\ rest 2 = through_rest_2 f g h m s /\ rest 3 = through_rest_3 f g h m s /\
    rest 8 = through_rest_8 f g h m s /\ rest 32 = through_rest_32 f g h m s.
  Proof. repeat split; walk. Qed.
End With_a_state.
Theorem linked_is (f : mode -> mode -> Z -> bool) (g : mode -> mode -> Z -> Z) m s :
  let turn x y at_ := if f x y at_ then Some (g x y at_) else None in
  linked turn (modes 0 m) s = linked_0 f g m s /\ linked turn (modes 1 m) s = linked_1 f g m s /\ linked turn (modes 2 m) s = linked_2 f g m s /\
  linked turn (modes 3 m) s = linked_3 f g m s /\ linked turn (modes 8 m) s = linked_8 f g m s /\ linked turn (modes 32 m) s = linked_32 f g m s.
Proof. repeat split; walk. Qed.

Section Over_indices.
  Variable f : Z -> bool.
  Theorem first_index_is : first_index 2 2 f = first_index_0 f /\ first_index 2 3 f = first_index_1 f /\ first_index 2 4 f = first_index_2 f /\
    first_index 2 5 f = first_index_3 f /\ first_index 2 10 f = first_index_8 f /\ first_index 2 34 f = first_index_32 f.
  Proof. repeat split; reflexivity. Qed.
  Theorem every_is_1 : every 1 1 1 f = every_1_0 f /\ every 1 2 1 f = every_1_1 f /\ every 1 3 1 f = every_1_2 f /\ every 1 4 1 f = every_1_3 f /\
    every 1 9 1 f = every_1_8 f /\ every 1 33 1 f = every_1_32 f.
  Proof. repeat split; reflexivity. Qed.
  Let fails (by_ to : Z) := if every 1 to by_ f then None else Some (first_failing 1 to by_ f).
  Theorem first_failing_is : fails 1 1 = every_1_fails_0 f /\ fails 1 2 = every_1_fails_1 f /\ fails 1 3 = every_1_fails_2 f /\
    fails 1 4 = every_1_fails_3 f /\ fails 1 9 = every_1_fails_8 f /\ fails 1 33 = every_1_fails_32 f /\
    fails 3 4 = every_3_fails_3 f /\ fails 3 9 = every_3_fails_8 f /\ fails 3 33 = every_3_fails_32 f.
  Proof. repeat split; walk. Qed.
  Theorem every_is_3 : every 1 1 3 f = every_3_0 f /\ every 1 2 3 f = every_3_1 f /\ every 1 3 3 f = every_3_2 f /\ every 1 4 3 f = every_3_3 f /\
    every 1 9 3 f = every_3_8 f /\ every 1 33 3 f = every_3_32 f.
  Proof. repeat split; reflexivity. Qed.
  Let count (n : Z) := Z.of_nat (length (filter f (below n))).
  Theorem count_is : count 0 = count_0 f /\ count 1 = count_1 f /\ count 2 = count_2 f /\ count 3 = count_3 f /\ count 4 = count_4 f.
  Proof. repeat split; walk. Qed.
  Variable g : Z -> Z.
  Let go (at_ : Z * Z) : turn (Z * Z) :=
    if 0 <? snd at_ then if f (fst at_) then On (Mode (fst at_) (g (fst at_))) (g (fst at_), snd at_ - 1) else Stuck (fst at_) (snd at_) else Done.
  Let modes_in (n : Z) := and_then (turns (Z.to_nat (n + 1)) go (1, n)) (fun l => if is_empty l then Some [Mode 1 0] else Some l).
  Theorem turns_is : modes_in 0 = turns_0 f g /\ modes_in 1 = turns_1 f g /\ modes_in 2 = turns_2 f g /\ modes_in 3 = turns_3 f g /\
    modes_in 8 = turns_8 f g /\ modes_in 32 = turns_32 f g.
  Proof. repeat split; walk. Qed.
  Let stuck_in (n : Z) := stuck (Z.to_nat (n + 1)) go (1, n).
  Theorem stuck_is : stuck_in 0 = stuck_0 f g /\ stuck_in 1 = stuck_1 f g /\ stuck_in 2 = stuck_2 f g /\ stuck_in 3 = stuck_3 f g /\
    stuck_in 8 = stuck_8 f g /\ stuck_in 32 = stuck_32 f g.
  Proof. repeat split; walk. Qed.
End Over_indices.

Section Folds.
  Variables (no f : Z -> mode -> bool) (g : Z -> mode -> Z) (e : Z -> mode -> mode) (m : Z -> mode) (s : Z).
  Let refusal := Some (Refused String.EmptyString 0 0).
  Let step (at_ : Z) (x : mode) : result Z :=
    if no at_ x then Step at_ [] refusal else Step (g at_ x) (if f at_ x then [e at_ x] else []) None.
  Let folded (count : nat) := (emissions step (modes count m) s, reached step (modes count m) s).
  Theorem fold_is : folded 0 = fold_0 no f g e m s /\ folded 1 = fold_1 no f g e m s /\ folded 2 = fold_2 no f g e m s /\
    folded 3 = fold_3 no f g e m s.
  Proof. repeat split; walk. Qed.
  Let emitted_of (count : nat) := emissions step (modes count m) s.
  Theorem emissions_is : emitted_of 0 = emissions_0 no f g e m s /\ emitted_of 1 = emissions_1 no f g e m s /\
    emitted_of 2 = emissions_2 no f g e m s /\ emitted_of 3 = emissions_3 no f g e m s.
  Proof. repeat split; walk. Qed.
  Let in_place (count : nat) := if stops step (modes count m) s then None else Some (emitted_of count).
  Theorem fold_in_place_is : in_place 0 = fold_in_place_0 no f g e m s /\ in_place 1 = fold_in_place_1 no f g e m s /\
    in_place 2 = fold_in_place_2 no f g e m s /\ in_place 3 = fold_in_place_3 no f g e m s.
  Proof. repeat split; walk. Qed.
End Folds.

(* At full length: steps that always emit, never do, may stop, or may be silent at the third last mode. *)
Section Long_folds.
  Variables (f : Z -> mode -> bool) (g : Z -> mode -> Z) (e : Z -> mode -> mode) (m : Z -> mode) (s : Z).
  Let step (no yes : bool) (at_ : Z) (x : mode) : result Z :=
    if no then Step at_ [] (Some (Refused String.EmptyString 0 0)) else Step (g at_ x) (if yes then [e at_ x] else []) None.
  Let folded (count : nat) (turn : Z -> mode -> result Z) :=
    (stops turn (modes count m) s, emissions turn (modes count m) s, reached turn (modes count m) s).
  Theorem long_folds : folded 8 (step false true) = fold_emits_8 g e m s /\ folded 32 (step false true) = fold_emits_32 g e m s /\
    folded 8 (step false false) = fold_silent_8 g e m s /\ folded 32 (step false false) = fold_silent_32 g e m s.
  Proof. repeat split; reflexivity. Qed.
  Fixpoint stopping (ms : list mode) (at_ : Z) : bool * list mode * Z :=
    match ms with [] => (false, [], at_) | x :: t => if f at_ x then (true, [], at_) else stopping t (g at_ x) end.
  Let may_stop (at_ : Z) (x : mode) := step (f at_ x) false at_ x.
  Lemma stops_are ms : forall at_, (stops may_stop ms at_, emissions may_stop ms at_, reached may_stop ms at_) = stopping ms at_.
  Proof.
    induction ms as [|x t IH]; intros at_; cbn [stops emissions reached stopping]; [reflexivity|]. rewrite <- IH.
    unfold may_stop, step. now destruct (f at_ x).
  Qed.
  Theorem folds_that_stop : folded 8 may_stop = fold_stops_8 f g e m s /\ folded 32 may_stop = fold_stops_32 f g e m s.
  Proof. unfold folded. rewrite !stops_are. split; reflexivity. Qed.
  Let late (count : nat) (at_ : nat) := let first := firstn at_ (modes count m) in
    let turn := step false true in let s' := reached turn first s in
    match skipn at_ (modes count m) with
    | x :: t => (false, emissions turn first s ++ (if f s' x then [e s' x] else []) ++ emissions turn t (g s' x), reached turn t (g s' x))
    | [] => (false, [], s)
    end.
  Theorem folds_late : late 8 5 = fold_late_8 f g e m s /\ late 32 29 = fold_late_32 f g e m s.
  Proof. repeat split; walk. Qed.
End Long_folds.
(* Lists of numbers, as long as a list can be. *)
Theorem sort_is : map (fun p => Sort.sort (fst p)) sorted_8 = map snd sorted_8 /\ map (fun p => Sort.sort (fst p)) sorted_32 = map snd sorted_32.
Proof. split; vm_compute; reflexivity. Qed.

Theorem emissions_with_is (no f : Z -> mode -> Z -> bool) (g : Z -> mode -> Z -> Z) (e : Z -> mode -> Z -> mode) m n s :
  let step at_ x y := if no at_ x y then Step at_ [] (Some (Refused String.EmptyString 0 0))
    else Step (g at_ x y) (if f at_ x y then [e at_ x y] else []) None in
  let emitted_of count := emissions_with step (modes count m) (modes count n) s in
  emitted_of 0%nat = emissions_with_0 no f g e m n s /\ emitted_of 1%nat = emissions_with_1 no f g e m n s /\
  emitted_of 2%nat = emissions_with_2 no f g e m n s /\ emitted_of 3%nat = emissions_with_3 no f g e m n s.
Proof. repeat split; walk. Qed.

Section Offsets.
  Variables (c : Z -> Z) (m : Z -> mode).
  Let numbers (count : nat) : list Z := map c (map Z.of_nat (seq 0 count)).
  Let at_ (count more : nat) := offset_of product_fits sum_fits (numbers count) (modes (count + more) m) 0.
  Theorem offset_of_is : at_ 0 0 = offset_of_0 c m /\ at_ 1 0 = offset_of_1 c m /\ at_ 2 0 = offset_of_2 c m /\ at_ 3 0 = offset_of_3 c m /\
    at_ 8 0 = offset_of_8 c m /\ at_ 32 0 = offset_of_32 c m /\ at_ 1 0 = offset_of_leaf_1 c m.
  Proof.
    cbv [at_ numbers modes map seq Z.of_nat Pos.of_succ_nat Pos.succ Nat.add offset_of offset_of_0 offset_of_1 offset_of_2 offset_of_3
         offset_of_8 offset_of_32 offset_of_leaf_1].
    repeat apply conj; match goal with |- ?a = ?b => constr_eq a b end; reflexivity.
  Qed.
End Offsets.

(* Every tree of up to 5 nodes, flat ones of every rank, and pairs in pairs, as deep as there is room. *)
Theorem reversed_is m : map (fun p => encoded (reversed (fst p))) (reversed_trees m) = map snd (reversed_trees m).
Proof. reflexivity. Qed.
Theorem mirrored_is x : map (fun p => rev (fst p)) (mirrored_lists x) = map snd (mirrored_lists x).
Proof. reflexivity. Qed.
(* The same of what trees are made of, and of a tiler's entries beside a layout's: small trees, and a flat one of every leaf there can be. *)
Theorem taken_apart_is m : map (fun p => let t := fst p in
    (is_leaf t, rank t, map encoded (map (nth_entry t) (seq 0 (length (entries t)))), encoded (tuple_of (rank t) (entries t)))) (taken_apart m) =
  map snd (taken_apart m).
Proof. reflexivity. Qed.
Theorem congruent_is m : map (fun '(a, b, _) => alike (code a) (code b)) (congruent_pairs m) = map snd (congruent_pairs m).
Proof. reflexivity. Qed.
Theorem gone_over_is m : map (fun '(t, by_, _) => map (fun '(u, k) =>
    (encoded u, if Z.of_nat k <? rank by_ then Some (encoded (nth_entry by_ k)) else None)) (combine (entries t) (seq 0 (length (entries t)))))
    (gone_over m) = map snd (gone_over m).
Proof. reflexivity. Qed.
(* And of trees of one form: another leaf for each, entries up to a rank, and the natural coordinate of an index. *)
Theorem of_one_form_is m i : map (fun p => let t := fst p in (encoded (mapped (fun x => Mode (stride x) (shape x)) t), encoded (append_to t 5 (Leaf (m 0))),
    encoded (with_leaves (Headers.idx2crd i (leaves (mapped shape t))) (mapped shape t)))) (of_one_form m i) = map snd (of_one_form m i).
Proof. reflexivity. Qed.
