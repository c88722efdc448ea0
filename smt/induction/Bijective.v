(* SPDX-License-Identifier: MIT *)
(* bijective() at every rank: what it answers is right whatever its searches say. A yes rests on the least offset, the number
   of points and the first gap; a collision is looked at again. From the generated steps. Law: tv_layouts_cover_once. *)
From Coq Require Import String ZArith List Lia Bool.
Require Import Colex.Fold Colex.Steps Colex.Evaluate Colex.Find Colex.RightInverse Colex.Surjective Colex.Complement.
Import ListNotations.
Open Scope Z_scope.

(* decide.hpp. `one`: the two indices that injective() names where it says no; `search`: as in surjective(). *)
Definition collide (ms : list mode) (i j : Z) : bool :=
  (0 <=? i) && (i <? j) && (j <? size ms) && (evaluate ms i =? evaluate ms j).
Definition bijective (one : option (Z * Z)) (search : list mode -> Z -> verdict) (ms : list mode) (M : Z) : verdict :=
  if match one with Some (i, j) => collide ms i j | None => false end then no
  else
    let onto := Surjective.surjective search ms M in
    match onto with
    | no => no
    | _ => match bijective_step (size ms) (shipped_extent ms) (shipped_extent ms - shipped_cosize ms) M with
           | None => onto
           | Some why => if String.eqb (condition why) "undecided" then undecided else no
           end
    end.

(* Each offset in [0, M) is that of one index, and there is no other offset. *)
Record one_to_one (ms : list mode) (M : Z) : Prop := OneToOne {
  inside : forall i, 0 <= i < size ms -> 0 <= evaluate ms i < M;
  once : forall i j, 0 <= i < size ms -> 0 <= j < size ms -> evaluate ms i = evaluate ms j -> i = j;
  all : forall y, 0 <= y < M -> exists i, 0 <= i < size ms /\ evaluate ms i = y }.

(* ------------------------------------------------------------------------------------- the offsets that are furthest *)

Lemma least_offset ms : Forall positive ms -> (existsb falls ms = true <-> shipped_extent ms - shipped_cosize ms < 0).
Proof.
  intros HP. rewrite extent_adds, cosize_adds. replace (total up ms + 1 - (total far ms + 1)) with (total up ms - total far ms) by
    ring.
  enough (G : total up ms - total far ms <= 0 /\ (existsb falls ms = true <-> total up ms - total far ms < 0)) by tauto.
  induction HP as [|m t Hm Ht (L & IH)]; cbn [existsb total]; [split; [lia|split; [discriminate|lia]]|].
  assert (D : up m - far m <= 0 /\ (falls m = true <-> up m - far m < 0)).
  { unfold up, far, falls, positive in *. destruct (Z.ltb_spec 1 (shape m)), (Z.ltb_spec (stride m) 0); cbn [andb];
      rewrite ?Z.max_l, ?Z.max_r, ?Z.abs_neq, ?Z.abs_eq by lia; split; try nia; split; try discriminate; nia. }
  split; [lia|]. rewrite orb_true_iff. destruct D as [D1 D2]. rewrite D2, IH. lia.
Qed.
Lemma falls_below ms : Forall positive ms -> existsb falls ms = true -> exists i, 0 <= i < size ms /\ evaluate ms i < 0.
Proof.
  induction 1 as [|m t Hm Ht IH]; cbn [existsb size]; [discriminate|]. intros E. pose proof (size_positive t Ht).
    unfold positive in Hm.
  apply orb_prop in E. destruct E as [E|E].
  - unfold falls in E. destruct (Z.ltb_spec 1 (shape m)), (Z.ltb_spec (stride m) 0); try discriminate.
    exists 1. split; [nia|]. rewrite evaluate_cons, Z.mod_small, Z.div_small, evaluate_zero by lia. lia.
  - destruct (IH E) as (i & Hi & V). exists (shape m * i). split; [nia|].
    rewrite evaluate_cons, (Z.mul_comm (shape m)), Z.mod_mul, Z.div_mul by lia. lia.
Qed.
Lemma furthest ms : Forall positive ms -> exists i, 0 <= i < size ms /\ evaluate ms i = shipped_extent ms - 1.
Proof.
  intros HP. destruct (extent_is_reached ms HP) as (c & B & E). exists (index_of ms c). split; [now apply index_in_range|].
  rewrite evaluate_adds_up, (digits_of_index ms c B). lia.
Qed.

(* T31, T36: where A and R tile [0, M), the furthest offsets of both make the last one. *)
Theorem cosizes_add_up A R M : Forall positive A -> Forall positive R -> 1 <= M -> tiles A R M ->
  shipped_cosize R = M - (shipped_cosize A - 1).
Proof.
  intros PA PR HM [Range _ Sur]. pose proof (size_positive A PA). pose proof (size_positive R PR).
  assert (Within : forall ms i, Forall positive ms -> evaluate ms i < shipped_extent ms /\ evaluate ms i < shipped_cosize ms).
  { intros ms i P. pose proof (digits_are_in_the_box ms P i) as B. rewrite evaluate_adds_up.
    pose proof (cosize_bounds_every_offset ms _ B). split; [now apply extent_is_past_every_offset|lia]. }
  assert (Up : forall ms, Forall positive ms -> (forall i, 0 <= i < size ms -> 0 <= evaluate ms i) -> shipped_cosize ms = shipped_extent ms).
  { intros ms P N. destruct (furthest ms P) as (i & I & V). pose proof (Within ms i P). pose proof (least_offset ms P) as [_ L].
    destruct (Z.lt_ge_cases (shipped_extent ms - shipped_cosize ms) 0) as [F|]; [|lia].
    destruct (falls_below ms P (L F)) as (j & J & W). specialize (N j J). lia. }
  rewrite (Up A PA), (Up R PR).
  2: intros j J; specialize (Range 0 j ltac:(lia) J). 3: intros i I; specialize (Range i 0 I ltac:(lia)). 2, 3: rewrite evaluate_zero in Range; lia.
  destruct (furthest A PA) as (i & I & VA), (furthest R PR) as (j & J & VR), (Sur (M - 1) ltac:(lia)) as (k & l & K & L & E).
  pose proof (Range i j I J). pose proof (Within A k PA). pose proof (Within R l PR). lia.
Qed.

(* As many points as offsets: onto is one to one, and inside. *)
Lemma counted ms : (forall y, 0 <= y < size ms -> exists i, 0 <= i < size ms /\ evaluate ms i = y) -> one_to_one ms (size ms).
Proof.
  intros Onto. set (n := size ms) in *. set (vs := map (evaluate ms) (upto n)).
  assert (I : incl (upto n) vs).
  { intros y Hy. apply upto_in in Hy. destruct (Onto y Hy) as (i & Hi & <-). apply in_map. now apply in_upto. }
  assert (L : (length vs <= length (upto n))%nat) by (unfold vs; now rewrite map_length).
  split; [| |exact Onto]; fold n.
  - intros i Hi. apply upto_in. apply (NoDup_length_incl (upto_nodup n) L I). apply in_map. now apply in_upto.
  - intros i j Hi Hj E. apply (proj1 (written_once (evaluate ms) (upto n) (upto_nodup n))); auto using in_upto.
    apply NoDup_incl_NoDup with (l := upto n); auto using upto_nodup.
Qed.

Theorem bijective_is_exact one search ms M : Forall positive ms ->
  (bijective one search ms M = yes -> one_to_one ms M) /\ (bijective one search ms M = no -> ~ one_to_one ms M).
Proof.
  intros HP. unfold bijective.
  destruct (match one with Some (i, j) => collide ms i j | None => false end) eqn:C.
  { split; [discriminate|]. intros _ [_ Once _]. destruct one as [[i j]|]; [|discriminate]. unfold collide in C.
    apply andb_prop in C. destruct C as [C E]. apply Z.eqb_eq in E.
    destruct (Z.leb_spec 0 i), (Z.ltb_spec i j), (Z.ltb_spec j (size ms)); try discriminate.
    specialize (Once i j ltac:(lia) ltac:(lia) E). lia. }
  clear C. pose proof (least_offset ms HP) as Least. set (least := shipped_extent ms - shipped_cosize ms) in *.
  assert (Down : existsb falls ms = true -> ~ one_to_one ms M).
  { intros F [In_ _ _]. destruct (falls_below ms HP F) as (i & Hi & V). specialize (In_ i Hi). lia. }
  assert (Onto : existsb falls ms = false ->
    (Surjective.surjective search ms M = yes -> forall v, 0 <= v < M -> exists i, 0 <= i < size ms /\ evaluate ms i = v) /\
    (Surjective.surjective search ms M = no -> ~ one_to_one ms M)).
  { intros F. destruct (surjective_is_exact search ms M HP F) as [Y N]. split; [exact Y|]. intros E [_ _ All].
    destruct (N E) as (v & Hv & Miss). destruct (All v Hv) as (i & Hi & V). now apply (Miss i). }
  cbv zeta. unfold bijective_step. destruct (Surjective.surjective search ms M) eqn:S.
  2: { split; [discriminate|]. intros _. destruct (existsb falls ms) eqn:F; [now apply Down|now apply Onto]. }
  all: destruct (Z.leb_spec 0 least) as [L|L].
  all: assert (Past : M < shipped_extent ms -> ~ one_to_one ms M)
    by (intros Hp [In_ _ _]; destruct (furthest ms HP) as (i & Hi & V); specialize (In_ i Hi); lia).
  all: try assert (F : existsb falls ms = false) by (destruct (existsb falls ms); [destruct Least as [Least _];
    specialize (Least eq_refl); lia|auto]).
  all: try assert (F : existsb falls ms = true) by (apply Least; lia).
  all: repeat match goal with
    | |- context [?x =? ?y] => destruct (Z.eqb_spec x y)
    | |- context [?x <? ?y] => destruct (Z.ltb_spec x y)
    end; cbn -[Z.add Z.sub]; (split; intros Q; try discriminate Q); auto; try lia.
  destruct (Onto F) as [Y _]. specialize (Y eq_refl). replace M with (size ms) in * by auto. now apply counted.
Qed.

(* The law: thread t's value v is at index t + |T| v. *)
Theorem tv_layouts_cover_once one search T V M : Forall positive T -> Forall positive V ->
  (bijective one search (T ++ V) M = yes -> tiles T V M) /\ (bijective one search (T ++ V) M = no -> ~ tiles T V M).
Proof.
  intros PT PV. assert (P : Forall positive (T ++ V)) by now apply Forall_app.
  destruct (bijective_is_exact one search (T ++ V) M P) as [Y N].
  pose proof (size_positive T PT) as ST. pose proof (size_positive V PV) as SV.
  assert (At : forall t v, 0 <= t < size T -> 0 <= v < size V -> 0 <= t + size T * v < size (T ++ V) /\
    evaluate (T ++ V) (t + size T * v) = evaluate T t + evaluate V v).
  { intros t v Ht Hv. rewrite size_app. split; [now apply two_digits|]. rewrite evaluate_app, <- (evaluate_wraps T PT) by auto.
    destruct (digits (size T) t v Ht) as [-> ->]. reflexivity. }
  assert (Of : forall i, 0 <= i < size (T ++ V) -> 0 <= i mod size T < size T /\ 0 <= i / size T < size V /\
    evaluate (T ++ V) i = evaluate T (i mod size T) + evaluate V (i / size T) /\ i = i mod size T + size T * (i / size T)).
  { intros i Hi. rewrite size_app in Hi. destruct (split (size T) (size V) i) as (A & B & C); [lia|lia|].
    destruct (At _ _ A B) as [_ E]. rewrite <- C in E. auto. }
  split.
  - intros E. destruct (Y E) as [In_ Once All]. split.
    + intros t v Ht Hv. destruct (At t v Ht Hv) as [R <-]. now apply In_.
    + intros t v t' v' Ht Hv Ht' Hv' Q. destruct (At t v Ht Hv) as [R A], (At t' v' Ht' Hv') as [R' A'].
      rewrite <- A, <- A' in Q. specialize (Once _ _ R R' Q).
      destruct (digits (size T) t v Ht) as [M1 D1], (digits (size T) t' v' Ht') as [M2 D2]. rewrite Once in M1, D1.
        split; congruence.
    + intros y Hy. destruct (All y Hy) as (i & Hi & Q). destruct (Of i Hi) as (A & B & C & _). exists (i mod size T), (i / size T).
      split; [auto|]. split; [auto|]. congruence.
  - intros E [In_ Once All]. apply (N E). split.
    + intros i Hi. destruct (Of i Hi) as (A & B & -> & _). now apply In_.
    + intros i j Hi Hj Q. destruct (Of i Hi) as (A & B & C & D), (Of j Hj) as (A' & B' & C' & D'). rewrite C, C' in Q.
      destruct (Once _ _ _ _ A B A' B' Q) as [Q1 Q2]. congruence.
    + intros y Hy. destruct (All y Hy) as (t & v & Ht & Hv & Q). destruct (At t v Ht Hv) as [R A]. exists (t + size T * v).
        split; [auto|congruence].
Qed.
