(* SPDX-License-Identifier: MIT *)
(* How long an inverse can be, at every rank: a layout that counts the offsets of A has no more points than counting_bound(A), the
   whole modes reach it where A is injective, and an answer that reaches it is the longest. And where the chain of strides gives a
   left inverse. From the generated steps. Laws: right_inverse_undoes_layout, max_common_layout_is_common, left_inverse_gives_back. *)
From Coq Require Import ZArith List Lia Bool Permutation Sorted String.
Require Import Colex.Fold Colex.Combinators Colex.Vocabulary Colex.Steps Colex.Evaluate Colex.Sort Colex.Coalesce Colex.Find Colex.RightInverse Colex.LeftInverse
  Colex.Certificate Colex.Surjective Colex.Composed.
Import ListNotations.
Open Scope list_scope.
Open Scope Z_scope.

(* maximal.hpp: counting_bound(). *)
Definition counting_bound (A : list mode) : Z :=
  if existsb falls A then if shipped_size A <? shipped_extent A then shipped_size A else shipped_extent A else first_gap A.
Definition counts (A R : list mode) : Prop := forall k, 0 <= k < size R -> evaluate A (evaluate R k) = k.

(* ------------------------------------------------------------------------------------------------- nothing is longer *)

Lemma below_extent A : Forall positive A -> forall x, evaluate A x < shipped_extent A.
Proof. intros H x. rewrite evaluate_adds_up. apply extent_is_past_every_offset. now apply digits_are_in_the_box. Qed.
Lemma no_more_points A R : Forall positive A -> Forall positive R -> counts A R -> size R <= size A.
Proof.
  intros HA HR C. pose proof (size_positive A HA). pose proof (size_positive R HR).
  apply (no_more (fun k => evaluate R k mod size A)); [lia|lia|intros; apply Z.mod_pos_bound; lia|]. intros i j I J E.
  now rewrite <- (C i I), <- (C j J), <- (evaluate_wraps A HA (evaluate R i)), <- (evaluate_wraps A HA (evaluate R j)), E.
Qed.
Theorem nothing_counts_further A R : Forall positive A -> Forall positive R -> counts A R -> size R <= counting_bound A.
Proof.
  intros HA HR C. pose proof (size_positive A HA). pose proof (size_positive R HR). unfold counting_bound.
  destruct (existsb falls A) eqn:F.
  - rewrite shipped_size_is. pose proof (no_more_points A R HA HR C).
    pose proof (below_extent A HA (evaluate R (size R - 1))) as B. rewrite (C (size R - 1)) in B by lia.
    destruct (Z.ltb_spec (size A) (shipped_extent A)); lia.
  - pose proof (none_falls A HA F) as U. destruct (first_gap_is_the_least_offset_missed A HA U) as [_ Gap].
    pose proof (first_gap_positive A HA U). destruct (Z.le_gt_cases (size R) (first_gap A)) as [|L]; [assumption|exfalso].
    apply (Gap (evaluate R (first_gap A) mod size A)); [apply Z.mod_pos_bound; lia|].
    rewrite evaluate_wraps by auto. apply C. lia.
Qed.

(* -------------------------------------------------------------------- the whole modes of an injective layout reach it *)

(* Below `reach` and along the modes to come, each offset once. *)
Definition once_above (reach : Z) (ts : list (mode * Z)) : Prop := forall w x c d, 0 <= w < reach -> 0 <= x < reach ->
  inside ts c -> inside ts d -> w + weighed step_of ts c = x + weighed step_of ts d -> w = x /\ c = d.
Lemma none_beyond ts : forall reach, Forall (fun t => reach < step_of t) ts -> taken (map own ts) (map keyed ts) reach = [].
Proof.
  induction ts as [|t u IH]; intros reach H; [reflexivity|]. inversion_clear H as [|? ? H1 H2]. cbn [map taken].
  unfold right_inverse_step. unfold step_of in H1. destruct (Z.eqb_spec (stride (own t)) reach); [lia|]. cbn [emitted next app]. auto.
Qed.
Lemma taken_reach_the_gap ts : Forall usable ts -> rising ts -> forall reach, 1 <= reach -> once_above reach ts ->
  reach * size (taken (map own ts) (map keyed ts) reach) = gap_from (map own ts) reach.
Proof.
  induction 1 as [|t u [Pt Rt] Hu IH]; intros S reach Hr O; cbn [map taken reached]; [cbn; ring|].
  inversion S as [|? ? S1 S2]; subst. pose proof (none_moves u Hu) as Iu. unfold positive in Pt. unfold rises in Rt.
  assert (Keeps : forall r, r <= reach -> once_above r u).
  { intros r Lr w x c d Hw Hx Hc Hd E. destruct (O w x (0 :: c) (0 :: d)) as [Q1 Q2]; try lia; try (now constructor; [lia|]); [cbn [weighed]; lia|].
    split; [exact Q1|congruence]. }
  unfold right_inverse_step, first_gap_step. fold (step_of t) in *. destruct (Z.eqb_spec (shape (own t)) 1) as [P1|P1]; cbn [orb].
  - cbn [refuses why next]. destruct (Z.eqb_spec (step_of t) reach) as [E|E]; cbn [emitted next app size shape].
    + rewrite P1, !Z.mul_1_r, Z.mul_1_l. apply IH; auto. apply Keeps; lia.
    + apply IH; auto. apply Keeps; lia.
  - assert (Up : 0 <= step_of t) by (destruct Rt; [assumption|lia]).
    assert (Past : reach <= step_of t).
    { destruct (Z.le_gt_cases reach (step_of t)) as [|L]; [assumption|exfalso].
      destruct (O (step_of t) 0 (0 :: LeftInverse.still u) (1 :: LeftInverse.still u)) as [_ Q]; try lia; try (now constructor; [lia|]);
        [cbn [weighed]; rewrite still_weighs; lia|discriminate]. }
    destruct (Z.eqb_spec (step_of t) 0) as [Z0|Z0]; [lia|].
    destruct (Z.eqb_spec (step_of t) reach) as [E|E]; cbn [emitted next app size shape].
    + destruct (Z.ltb_spec reach (step_of t)); [lia|]. cbn [refuses why next].
      replace (reach + (shape (own t) - 1) * step_of t) with (reach * shape (own t)) by (rewrite E; ring).
      rewrite Z.mul_assoc. apply IH; [assumption|nia|]. intros w x c d Hw Hx Hc Hd Q.
      destruct (split reach (shape (own t)) w ltac:(lia) Hw) as (W1 & W2 & W3).
      destruct (split reach (shape (own t)) x ltac:(lia) Hx) as (X1 & X2 & X3).
      destruct (O (w mod reach) (x mod reach) (w / reach :: c) (x / reach :: d)) as [Q1 Q2]; auto;
        try (constructor; assumption); [cbn [weighed]; rewrite E; lia|]. injection Q2 as Q2 Q3. split; [congruence|exact Q3].
    + destruct (Z.ltb_spec reach (step_of t)); [|lia]. cbn [refuses why]. rewrite none_beyond; [cbn; ring|].
      eapply Forall_impl; [|exact S2]. cbv beta. intros v Hv. lia.
Qed.

Lemma gap_of_the_map A B : Forall positive A -> Forall positive B -> Forall rises A -> Forall rises B -> size A = size B ->
  (forall i, 0 <= i < size A -> evaluate A i = evaluate B i) -> first_gap A = first_gap B.
Proof.
  intros PA PB RA RB S V.
  destruct (first_gap_is_the_least_offset_missed A PA RA) as [BA GA], (first_gap_is_the_least_offset_missed B PB RB) as [BB GB].
  pose proof (first_gap_positive A PA RA). pose proof (first_gap_positive B PB RB).
  destruct (Z.lt_trichotomy (first_gap A) (first_gap B)) as [L|[E|L]]; [|exact E|]; exfalso.
  - destruct (BB (first_gap A) ltac:(lia)) as (i & I & E). apply (GA i); [lia|]. now rewrite V by lia.
  - destruct (BA (first_gap B) ltac:(lia)) as (i & I & E). apply (GB i); [lia|]. now rewrite <- V by lia.
Qed.
Lemma rising_offsets A : Forall rises A -> Forall positive A -> forall i, 0 <= evaluate A i.
Proof.
  intros R P. apply upward_above. rewrite Forall_forall in *. intros m I. split; [now apply P|]. now apply R.
Qed.
Theorem whole_modes_reach_the_bound A : Forall positive A -> existsb falls A = false -> one_to_one A ->
  size (right_inverse A) = counting_bound A.
Proof.
  intros HA F J. unfold counting_bound. rewrite F. pose proof (none_falls A HA F) as RA. unfold right_inverse.
  destruct (shipped_coalesce_preserves_the_map A HA) as (P & S & E). set (ms := shipped_coalesce A) in *. clearbody ms.
  assert (RM : Forall rises ms).
  { eapply Forall_impl; [|apply (upward_by_values ms P)]; [unfold upward, rises; cbv beta; tauto|]. intros i I. rewrite E by lia.
    now apply rising_offsets. }
  destruct (sort_from_together (placed 1 ms) []) as (ts & T & G & Q). cbn [map app] in T, G, Q.
  rewrite placed_own in T. rewrite placed_keyed in G. unfold sort. rewrite T, G.
  assert (U : Forall usable ts).
  { apply (Permutation_Forall Q). clear - P RM. generalize 1. induction ms as [|m t IH]; intros p; cbn [placed]; constructor.
    - split; [now inversion P|now inversion RM].
    - apply IH; [now inversion P|now inversion RM]. }
  assert (Rise : rising ts) by (apply ordered_rises; rewrite <- T; apply sort_orders).
  assert (PT : Forall (fun t => positive (own t)) ts) by (eapply Forall_impl; [|exact U]; intros t [X _]; exact X).
  destruct (taken_reads ts PT 1) as (PR & _).
  destruct (shipped_coalesce_preserves_the_map _ PR) as (_ & -> & _).
  assert (Inj : injective_on ts).
  { apply (once_in_order ms ts P); [|exact (maps_permuted _ _ (Permutation_sym Q))]. intros i j Hi Hj V. apply J; try lia. rewrite <- !E by lia. exact V. }
  rewrite (gap_of_the_map A ms HA P RA RM); [|now symmetry|intros i I; now rewrite E by lia].
  unfold first_gap, sort. rewrite T. rewrite <- (taken_reach_the_gap ts U Rise 1); [ring|lia|].
  intros w x c d Hw Hx Hc Hd V. split; [lia|]. apply Inj; auto. lia.
Qed.

(* ---------------------------------------------------------------------------- where the chain of strides is an answer *)

(* Strides in order, each dividing the next. *)
Definition divides_each (ms : list mode) : Prop := StronglySorted (fun m n => Z.rem (stride n) (stride m) = 0) ms.
Lemma chain_answers ms : forall ps pending last, List.length ps = List.length ms ->
  Forall (fun m => Z.rem (stride m) (shape pending) = 0) ms -> divides_each ms -> exists R, chain ms ps pending last = Some R.
Proof.
  induction ms as [|m t IH]; intros [|p q] pending last L D S; cbn [chain List.length] in *; try discriminate; [eauto|].
  inversion_clear D as [|? ? D1 D2]. inversion S as [|? ? S1 S2]; subst. unfold left_inverse_step. rewrite D1, Z.eqb_refl.
  cbn [refuses why emitted next].
  destruct (IH q (Mode (stride m) (shape p)) (shape m)) as [R E]; [congruence|exact S2|exact S1|]. rewrite E. eexists. reflexivity.
Qed.
Lemma kept_modes A : map own (kept A) = filter (fun m => 1 <? shape m) A.
Proof.
  unfold kept. enough (G : forall p, map own (filter big (placed p A)) = filter (fun m => 1 <? shape m) A) by apply G.
  induction A as [|m t IH]; intros p; cbn [placed filter]; [reflexivity|].
  change (big (m, p)) with (1 <? shape m). destruct (1 <? shape m); cbn [map]; rewrite IH; reflexivity.
Qed.
Theorem a_chain_is_answered A : strides_divide A -> exists R, left_inverse A = Some R.
Proof.
  intros D. unfold left_inverse. set (ms := map own (kept A)).
  assert (S : divides_each (sort ms)).
  { pose proof (sort_orders ms) as O. pose proof (sort_permutes ms) as P.
    assert (I : forall m, In m (sort ms) -> In m A /\ 1 < shape m).
    { intros m M. apply (Permutation_in m (Permutation_sym P)) in M. unfold ms in M. rewrite kept_modes in M. apply filter_In in M.
      destruct M as [M1 M2]. apply Z.ltb_lt in M2. auto. }
    revert O I. generalize (sort ms) as l. induction l as [|m t IH]; intros O I; [constructor|].
    inversion O as [|? ? O1 O2]; subst. constructor; [apply IH; [exact O1|intros; apply I; now right]|].
    rewrite Forall_forall in *. intros n N. specialize (O2 n N). cbv beta in O2.
    destruct (I m (or_introl eq_refl)), (I n (or_intror N)). apply D; auto. }
  pose proof (as_many A : _ = List.length (sort ms)) as L.
  destruct (chain_answers _ _ (Mode 1 0) 1 L ltac:(apply Forall_forall; intros m _; cbn [shape]; apply Z.rem_1_r) S) as [R ->].
  cbn. eauto.
Qed.
(* The step's refusal names what divides neither way round: the stride before, and this one. *)
Theorem left_inverse_step_names pending m place r : why (left_inverse_step pending m place) = Some r ->
  r = Refused "stride_divides" (shape pending) (stride m) /\ Z.rem (stride m) (shape pending) <> 0.
Proof. unfold left_inverse_step. destruct (Z.eqb_spec (Z.rem (stride m) (shape pending)) 0); cbn; [discriminate|]. intros [= <-]. auto. Qed.

(* What is supposed can be: (4,8):(8,1) counts 32 offsets, (4,3):(1,2) eight, of which whole modes count four. *)
Example whole_modes_count : size (right_inverse [Mode 4 8; Mode 8 1]) = 32 /\ counting_bound [Mode 4 8; Mode 8 1] = 32.
Proof. now vm_compute. Qed.
Example parts_count_further : size (right_inverse [Mode 4 1; Mode 3 2]) = 4 /\ counting_bound [Mode 4 1; Mode 3 2] = 8.
Proof. now vm_compute. Qed.
Example a_chain : left_inverse [Mode 4 8; Mode 8 1] = Some [Mode 8 4; Mode 4 1]. Proof. now vm_compute. Qed.
