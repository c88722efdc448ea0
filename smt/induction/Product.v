(* SPDX-License-Identifier: MIT *)
(* logical_product at every rank and by every route of the composition: (A, C), C with B's points, no two copies of A meet, and
   one is where another is only where B has one value. From the generated steps. Law: product_repeats_the_block. *)
From Coq Require Import ZArith List Lia Bool.
Require Import Colex.Fold Colex.Vocabulary Colex.Steps Colex.Evaluate Colex.Coalesce Colex.Laws Colex.Room Colex.Along Colex.Composed.
Import ListNotations.
Open Scope Z_scope.

(* -------------------------------------------------------------------------------------------- what B's values are *)

Lemma values_apart B : Forall positive B -> forall j l, Z.abs (evaluate B j - evaluate B l) < shipped_cosize B.
Proof.
  intros PB j l. rewrite cosize_adds. enough (Z.abs (evaluate B j - evaluate B l) <= Vocabulary.total Evaluate.far B) by lia.
  revert j l. induction PB as [|m t Pm Pt IH]; intros j l; [cbn; lia|].
  unfold positive in Pm. rewrite !evaluate_cons. cbn [Vocabulary.total].
  change (Evaluate.far m) with ((shape m - 1) * Z.abs (stride m)).
  specialize (IH (j / shape m) (l / shape m)).
  pose proof (Z.mod_pos_bound j (shape m) ltac:(lia)). pose proof (Z.mod_pos_bound l (shape m) ltac:(lia)).
  set (x := j mod shape m) in *. set (y := l mod shape m) in *. set (u := evaluate t _) in *. set (v := evaluate t _) in *.
  replace (x * stride m + u - (y * stride m + v)) with ((x - y) * stride m + (u - v)) by ring.
  pose proof (Z.abs_triangle ((x - y) * stride m) (u - v)) as T. rewrite Z.abs_mul in T.
  assert (Z.abs (x - y) * Z.abs (stride m) <= (shape m - 1) * Z.abs (stride m)) by (apply Z.mul_le_mono_nonneg_r; lia). lia.
Qed.
Lemma copies_are_counted B : Forall upward B -> forall j, 0 <= evaluate B j < shipped_cosize B.
Proof.
  intros UB j. split; [now apply upward_above|]. pose proof (upward_above B UB j).
  pose proof (values_apart B (upward_positive B UB) j 0) as V. rewrite evaluate_zero in V. lia.
Qed.
(* ------------------------------------------------------------------------------------------------- the product *)

(* logical_product(): C, where the answer is (A, C): B composed with the gaps where there is room for its values. *)
Theorem product_repeats_the_block A B C gs : Forall positive A -> Forall positive B -> room_for_copies A (shipped_cosize B) = Some gs ->
  let free := shipped_coalesce gs in let O := outer (removelast free) (last free (Mode 1 0)) in
  composed (runs_on O) B (Some C) -> front O = [] \/ Forall upward B ->
  Forall positive C /\ size C = size B /\ evaluate C 0 = 0 /\
  forall i j k l, 0 <= j < size B -> 0 <= l < size B -> evaluate A i + evaluate C j = evaluate A k + evaluate C l ->
    evaluate A i = evaluate A k /\ evaluate C j = evaluate C l /\ evaluate B j = evaluate B l.
Proof.
  intros PA PB R free O E Which. set (span := shipped_cosize B) in *.
  assert (HS : 1 <= span) by (pose proof (values_apart B PB 0 0); subst span; lia).
  destruct (there_is_room A span gs PA HS R) as (Room & PG & ms & reach & PM & [_ Inj] & Off).
  destruct (shipped_coalesce_preserves_the_map gs PG) as (PC & SC & VC). fold free in PC, SC, VC.
  pose proof (some_mode_is_left gs : free <> []) as NE.
  pose proof (app_removelast_last (Mode 1 0) NE) as Split.
  set (others := removelast free) in *. set (top := last free (Mode 1 0)) in *. clearbody free. rewrite Split in PC, SC, VC.
  apply Forall_app in PC. destruct PC as [PO PT]. inversion_clear PT as [|? ? PT' _].
  destruct (composed_values _ _ _ E) as (PR & SR & V). destruct (outer_is others top PO PT') as (_ & Outer & On). fold O in Outer, On.
  assert (Val : forall x, 0 <= x < span -> runs_on O x = evaluate gs x).
  { intros x Hx. rewrite On, inside_extended, VC by (auto; lia). reflexivity. }
  pose proof (size_positive gs PG) as SG. pose proof (size_positive B PB) as SB.
  split; [exact PR|]. split; [exact SR|]. split; [apply evaluate_zero|]. intros i j k l Hj Hl Q. rewrite !V in * by auto.
  destruct (Off i) as (i' & Hi & Ei), (Off k) as (k' & Hk & Ek). rewrite <- Ei, <- Ek in *.
  destruct Which as [Line|Up].
  - rewrite Line in Outer. rewrite Outer in *. cbn [app runs_on] in *. set (d := stride (back O)) in *.
    pose proof (values_apart B PB j l) as W. fold span in W.
    enough (D : evaluate B j = evaluate B l) by (rewrite D in *; split; [lia|auto]).
    destruct (Z.le_gt_cases (evaluate B l) (evaluate B j)) as [Le|Gt].
    + specialize (Val (evaluate B j - evaluate B l) ltac:(lia)).
      destruct (Inj i' (evaluate B j - evaluate B l) k' 0) as [_ Z0]; auto; try lia. rewrite evaluate_zero. lia.
    + specialize (Val (evaluate B l - evaluate B j) ltac:(lia)).
      destruct (Inj k' (evaluate B l - evaluate B j) i' 0) as [_ Z0]; auto; try lia. rewrite evaluate_zero. lia.
  - pose proof (copies_are_counted B Up j) as Cj. pose proof (copies_are_counted B Up l) as Cl. fold span in Cj, Cl.
    rewrite !Val in * by auto.
    destruct (Inj i' (evaluate B j) k' (evaluate B l)) as [-> ->]; auto; lia.
Qed.

(* The product of two injective layouts is injective. *)
Definition one_to_one (L : list mode) : Prop :=
  forall i j, 0 <= i < size L -> 0 <= j < size L -> evaluate L i = evaluate L j -> i = j.
Theorem product_of_injective A B C : Forall positive A -> Forall positive B -> size C = size B ->
  (forall i j k l, 0 <= j < size B -> 0 <= l < size B -> evaluate A i + evaluate C j = evaluate A k + evaluate C l ->
    evaluate A i = evaluate A k /\ evaluate C j = evaluate C l /\ evaluate B j = evaluate B l) ->
  one_to_one A -> one_to_one B -> one_to_one (A ++ C).
Proof.
  intros PA PB SC Once IA IB i j Hi Hj Q.
  pose proof (size_positive A PA) as SA. rewrite size_app, SC in Hi, Hj. rewrite !evaluate_app in Q by auto.
  destruct (split (size A) (size B) i) as (I1 & I2 & I3); [lia|lia|].
  destruct (split (size A) (size B) j) as (J1 & J2 & J3); [lia|lia|].
  destruct (Once i (i / size A) j (j / size A) I2 J2 Q) as (Q1 & _ & Q2).
  rewrite <- (evaluate_wraps A PA i), <- (evaluate_wraps A PA j) in Q1.
  rewrite I3, J3, (IA _ _ I1 J1 Q1), (IB _ _ I2 J2 Q2). reflexivity.
Qed.
