(* SPDX-License-Identifier: MIT *)
(* composition, the textbook route, at every rank of A and of B: from the contract of its step.
   Law: composition_evaluates_pointwise. A is `init` and then `last`, which runs on past its extent. *)
From Coq Require Import ZArith List Lia.
Require Import Colex.Fold Colex.Steps.
Import ListNotations.
Open Scope Z_scope.

(* step_keeps of laws/composition_evaluates_pointwise.hpp, and the digit that compose() counts. `part` is what
   the modes of A so far have not taken of a mode of B. *)
Definition reads (step : mode -> mode -> result mode) : Prop := forall part m i,
  0 <= stride part -> positive m -> 0 <= i < shape part -> refuses (step part m) = false ->
  let r := step part m in
  let before := take (At (stride part * i) 0) m in
  let after := read (emitted r) (At i 0) in
  offset before = offset after /\ rest before = stride (next r) * rest after /\
  shape part = size (emitted r) * shape (next r) /\ 1 <= shape (next r) /\ 0 <= stride (next r) /\
  0 <= rest after < shape (next r) /\ Forall positive (emitted r) /\
  (stride part * i) mod shape m <= (size (emitted r) - 1) * stride part.

Fixpoint sum (xs : list Z) : Z := match xs with [] => 0 | x :: t => x + sum t end.

(* ------------------------------------------------------------------------- several modes: positions that do not carry *)

(* ys are positions in A's domain; at no mode of A but the last do their digits add up to its extent. *)
Fixpoint no_carry (ms : list mode) (ys : list Z) : Prop :=
  match ms with
  | [] => True
  | m :: t => sum (map (fun y => y mod shape m) ys) < shape m /\ no_carry t (map (fun y => y / shape m) ys)
  end.
(* The digits that compose() counts, one for each of these modes: those of the positions add up to no more. *)
Fixpoint counted (ms : list mode) (ys ds : list Z) : Prop :=
  match ms, ds with
  | m :: t, d :: e => sum (map (fun y => y mod shape m) ys) <= d /\ counted t (map (fun y => y / shape m) ys) e
  | [], [] => True
  | _, _ => False
  end.

Lemma sum_app a b : sum (a ++ b) = sum a + sum b.
Proof. induction a as [|x t IH]; cbn [app sum]; lia. Qed.
Lemma counted_still ms : forall ys ds, counted ms ys ds -> counted ms (ys ++ [0]) ds.
Proof.
  induction ms as [|m t IH]; intros ys [|d e] H; cbn [counted] in *; auto. rewrite !map_app, sum_app. cbn [map sum].
  rewrite Zmod_0_l, Zdiv_0_l. split; [lia|]. now apply IH.
Qed.
Lemma sum_digits s ys : 0 < s -> sum ys = sum (map (fun y => y mod s) ys) + s * sum (map (fun y => y / s) ys) /\
  0 <= sum (map (fun y => y mod s) ys).
Proof.
  intros Hs. induction ys as [|y t [IH1 IH2]]; cbn [map sum]; [lia|].
  pose proof (Z.div_mod y s ltac:(lia)). pose proof (Z.mod_pos_bound y s Hs). lia.
Qed.
Lemma additive ms l : Forall positive ms -> forall ys, no_carry ms ys ->
  extended ms l (sum ys) = sum (map (extended ms l) ys).
Proof.
  induction 1 as [|m t Hm Ht IH]; intros ys H.
  - clear H. induction ys as [|y u IH]; [reflexivity|]. cbn [map sum]. rewrite <- IH. unfold extended, evaluate. cbn. ring.
  - destruct H as [H1 H2]. unfold positive in Hm.
    assert (X : forall y, extended (m :: t) l y = y mod shape m * stride m + extended t l (y / shape m)).
    { intros y. unfold extended. rewrite evaluate_cons, !read_rest by (auto; constructor; auto).
      cbn [size]. pose proof (size_positive t Ht). rewrite Z.div_div by lia. ring. }
    destruct (sum_digits (shape m) ys ltac:(lia)) as [D1 D2].
    destruct (digits (shape m) (sum (map (fun y => y mod shape m) ys)) (sum (map (fun y => y / shape m) ys))
                ltac:(lia)) as [Q1 Q2].
    rewrite X, D1, Q1, Q2, (IH _ H2). clear - X. induction ys as [|y u IH]; [reflexivity|]. cbn [map sum]. rewrite X, <- IH. ring.
Qed.

(* ------------------------------------------------------------------------------------------- B as a whole *)

Fixpoint coordinates (B : list mode) (i : Z) : list Z :=
  match B with [] => [] | b :: t => stride b * (i mod shape b) :: coordinates t (i / shape b) end.
Lemma evaluate_sums B : forall i, evaluate B i = sum (coordinates B i).
Proof.
  induction B as [|b t IH]; intros i; [reflexivity|]. rewrite evaluate_cons, IH. cbn [coordinates sum]. ring.
Qed.

(* ------------------------------------------------------------------------------- the shipped step, generated *)

Lemma composition_step_reads : reads composition_step.
Proof.
  intros [n e] [s d] i He Hs Hi. unfold positive, composition_step in *. cbn [shape stride] in *.
  rewrite (Z.rem_mod_nonneg e s), (Z.quot_div_nonneg e s) by lia.
  destruct (Z.eqb_spec (e mod s) 0) as [A|A].
  { intros _. pose proof (Z.div_mod e s ltac:(lia)) as D. rewrite A, Z.add_0_r in D. set (f := e / s) in *.
    assert (Hf : 0 <= f) by nia. clearbody f. subst e. unfold take. cbn.
    pose proof (digits s 0 (f * i) ltac:(lia)) as [Q1 Q2]. rewrite Z.add_0_l, Z.mul_assoc in Q1, Q2.
    rewrite Q1, Q2. repeat split; auto; try lia; try nia. now destruct n. }
  assert (He' : 0 < e). { destruct (Z.eq_dec e 0) as [->|]; [rewrite Zmod_0_l in A; lia|lia]. }
  rewrite (Z.rem_mod_nonneg s e), (Z.quot_div_nonneg s e) by lia.
  destruct (Z.eqb_spec (s mod e) 0) as [B|B]; [|discriminate].
  pose proof (Z.div_mod s e ltac:(lia)) as D. rewrite B, Z.add_0_r in D. set (c := s / e) in *.
  assert (Hc : 0 < c) by nia. clearbody c. subst s. clear A B.
  destruct (Z.leb_spec n c) as [L|L].
  { intros _. unfold take. cbn. rewrite !Z.mod_small, !Z.div_small by nia.
    repeat split; auto; try lia; try nia. repeat constructor. unfold positive. cbn. lia. }
  rewrite (Z.rem_mod_nonneg n c), (Z.quot_div_nonneg n c) by lia.
  destruct (Z.eqb_spec (n mod c) 0) as [M|M]; [|discriminate]. intros _.
  pose proof (Z.div_mod n c ltac:(lia)) as D. rewrite M, Z.add_0_r in D. set (k := n / c) in *.
  assert (Hk : 0 < k) by nia. clearbody k. subst n. unfold take. cbn.
  destruct (split c k i Hc Hi) as (B1 & B2 & B3).
  set (v := i mod c) in *. set (u := i / c) in *. clearbody u v. subst i.
  assert (V : 0 <= e * v < e * c) by nia.
  destruct (digits (e * c) (e * v) u V) as [Q1 Q2].
  replace (e * (v + c * u)) with (e * v + e * c * u) by ring. rewrite Q1, Q2.
  repeat split; auto; try lia; try nia. now destruct u. repeat constructor. cbn. lia.
Qed.

(* No step divides by 0. *)
Theorem composition_step_divides_by_no_zero part m : positive part -> 0 <= stride part -> positive m ->
  composition_step_divides part m.
Proof.
  destruct part as [n e], m as [s d]. unfold positive, composition_step_divides. cbn. intros Hn He Hs.
  rewrite !(Z.rem_mod_nonneg e s) by lia. destruct (Z.eqb_spec (e mod s) 0) as [A|A]; [lia|].
  assert (He' : 0 < e). { destruct (Z.eq_dec e 0) as [->|]; [rewrite Zmod_0_l in A; lia|lia]. }
  rewrite (Z.rem_mod_nonneg s e), (Z.quot_div_nonneg s e) by lia.
  destruct (Z.eqb_spec (s mod e) 0) as [B|B]; [|lia]. pose proof (Z.div_mod s e ltac:(lia)) as D.
  assert (s / e <> 0) by (intros Q; rewrite Q in D; nia).
  repeat match goal with |- context [if ?b then _ else _] => destruct b end; lia.
Qed.
