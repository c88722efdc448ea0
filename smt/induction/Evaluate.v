(* SPDX-License-Identifier: MIT *)
(* evaluate at every rank: the sum of colexicographic digits times strides. Law: evaluate_is_colexicographic. *)
From Coq Require Import ZArith List Lia.
Require Import Colex.Fold Colex.Steps.
Require Export Colex.Vocabulary.
Require Colex.Headers.
Import ListNotations.
Open Scope Z_scope.

(* The printed functions. *)
Notation shipped_evaluate := Headers.evaluate.
Notation shipped_size := Headers.size.
Notation shipped_extent := Headers.extent.
Notation shipped_cosize := Headers.cosize.
Lemma evaluate_is_the_loop ms i : shipped_evaluate ms i = offset (fold_left evaluate_step ms (At i 0)).
Proof.
  unfold Headers.evaluate. generalize 0 as o. revert i.
  induction ms as [|m t IH]; intros i o; cbn [fold_left]; [reflexivity|]. apply IH.
Qed.

Lemma evaluate_step_takes at_ m : 0 <= rest at_ -> positive m -> evaluate_step at_ m = take at_ m.
Proof.
  intros Hr Hm. unfold positive in Hm. unfold evaluate_step, take.
  now rewrite Z.quot_div_nonneg, Z.rem_mod_nonneg by lia.
Qed.
Lemma shipped_reads ms : Forall positive ms -> forall at_, 0 <= rest at_ ->
  fold_left evaluate_step ms at_ = read ms at_.
Proof.
  induction 1 as [|m t Hm Ht IH]; intros at_ H; cbn [fold_left]; [auto|].
  rewrite evaluate_step_takes by auto. apply IH. apply Z.div_pos; [auto|]. unfold positive in Hm. lia.
Qed.
Theorem shipped_evaluate_is ms i : Forall positive ms -> 0 <= i -> shipped_evaluate ms i = evaluate ms i.
Proof. intros HP Hi. rewrite evaluate_is_the_loop. now rewrite shipped_reads. Qed.

Lemma sum_from ms : Forall positive ms -> forall points i, 1 <= points ->
  sum_of_digits points ms i = evaluate ms (i / points).
Proof.
  induction 1 as [|m t Hm Ht IH]; intros points i Hp; cbn [sum_of_digits]; [reflexivity|].
  unfold positive in Hm. rewrite evaluate_cons, IH, Z.div_div by nia. reflexivity.
Qed.
Theorem evaluate_is_colexicographic ms i : Forall positive ms -> 0 <= i ->
  shipped_evaluate ms i = sum_of_digits 1 ms i.
Proof. intros HP Hi. rewrite shipped_evaluate_is, sum_from, Z.div_1_r by (auto; lia). reflexivity. Qed.

(* The digits are a coordinate in the box, and each coordinate in the box is the digits of one index. *)
Lemma digits_are_in_the_box ms : Forall positive ms -> forall i, in_box ms (digits_of ms i).
Proof.
  unfold in_box. induction 1 as [|m t Hm Ht IH]; intros i; cbn; constructor; auto.
  apply Z.mod_pos_bound. unfold positive in Hm. lia.
Qed.
Theorem index_of_digits ms : Forall positive ms -> forall i, index_of ms (digits_of ms i) = i mod size ms.
Proof.
  induction 1 as [|m t Hm Ht IH]; intros i; cbn [digits_of index_of size]; [now rewrite Z.mod_1_r|].
  pose proof (size_positive t Ht). unfold positive in Hm. now rewrite IH, Z.rem_mul_r by lia.
Qed.
Theorem digits_of_index ms c : in_box ms c -> digits_of ms (index_of ms c) = c.
Proof.
  unfold in_box. induction 1 as [|m x t y Hx Ht IH]; [reflexivity|]. cbn [digits_of index_of].
  destruct (digits (shape m) x (index_of t y) Hx) as [-> ->]. now rewrite IH.
Qed.
Theorem evaluate_adds_up ms : forall i, evaluate ms i = adds_up ms (digits_of ms i).
Proof. induction ms as [|m t IH]; intros i; [reflexivity|]. rewrite evaluate_cons, IH. reflexivity. Qed.

Theorem evaluate_step_divides_by_no_zero at_ m : positive m -> evaluate_step_divides at_ m.
Proof. unfold positive, evaluate_step_divides. lia. Qed.

(* The extended one, whose last mode runs on. *)
Definition shipped_extended (init : list mode) (last : mode) (i : Z) : Z :=
  let at_ := fold_left evaluate_step init (At i 0) in offset at_ + rest at_ * stride last.
Theorem shipped_extended_is init last i : Forall positive init -> 0 <= i ->
  shipped_extended init last i = extended init last i.
Proof. intros HP Hi. unfold shipped_extended, extended, evaluate. now rewrite shipped_reads. Qed.

(* size: the product of the extents. *)
Theorem shipped_size_is ms : shipped_size ms = size ms.
Proof.
  unfold Headers.size. enough (G : forall p, fold_left (fun q m => q * shape m) ms p = p * size ms) by
    (rewrite G; ring).
  induction ms as [|m t IH]; intros p; cbn [fold_left size]; [ring|]. rewrite IH. ring.
Qed.

(* ------------------------------------------------------------------- coordinates: idx2crd, and counting them *)

(* coordinate.hpp: digits are taken off one after the other, and the last mode has what is left. *)
Fixpoint shipped_idx2crd (ms : list mode) (rest_ : Z) : list Z :=
  match ms with
  | [] => []
  | [_] => [rest_]
  | m :: t => Z.rem rest_ (shape m) :: shipped_idx2crd t (Z.quot rest_ (shape m))
  end.
Theorem printed_idx2crd ms i : Headers.idx2crd i (map shape ms) = shipped_idx2crd ms i.
Proof.
  unfold Headers.idx2crd. rewrite map_length. match goal with |- context [fold_left ?f] => enough (G : forall t n out x,
    List.length ms = (n + List.length t)%nat ->
    exists y, fold_left f (combine (map shape t) (seq n (List.length t))) (out, x) = (out ++ shipped_idx2crd t x, y)) end.
  { destruct (G ms 0%nat [] i eq_refl) as [y E]. rewrite E. reflexivity. }
  induction t as [|m t IH]; intros n out x N; cbn [List.length seq map combine fold_left];
    [exists x; cbn [shipped_idx2crd]; now rewrite app_nil_r|].
  cbn [List.length] in N. destruct t as [|k u].
  - cbn [List.length] in N. replace (List.length ms) with (S n) by lia. rewrite Nat.eqb_refl. exists x. reflexivity.
  - destruct (Nat.eqb_spec (S n) (List.length ms)) as [Q|_]; [cbn [List.length] in N; lia|].
    destruct (IH (S n) (out ++ [Z.rem x (shape m)]) (Z.quot x (shape m)) ltac:(cbn [List.length] in *; lia)) as [y E].
    exists y. rewrite E, <- app_assoc. reflexivity.
Qed.

(* The coordinate makes the index again, and past the end nothing is lost; below it all digits are in the box. *)
Theorem index_of_idx2crd ms : Forall positive ms -> ms <> [] -> forall i, 0 <= i ->
  index_of ms (shipped_idx2crd ms i) = i.
Proof.
  induction 1 as [|m t Hm Ht IH]; intros NE i Hi; [congruence|]. destruct t as [|n u].
  - cbn. ring.
  - unfold positive in Hm. change (shipped_idx2crd (m :: n :: u) i) with
      (Z.rem i (shape m) :: shipped_idx2crd (n :: u) (Z.quot i (shape m))).
    rewrite Z.rem_mod_nonneg, Z.quot_div_nonneg by lia.
    change (i mod shape m + shape m * index_of (n :: u) (shipped_idx2crd (n :: u) (i / shape m)) = i).
    rewrite IH by (try discriminate; apply Z.div_pos; lia). pose proof (Z.div_mod i (shape m) ltac:(lia)). lia.
Qed.
Theorem idx2crd_is_in_the_box ms : Forall positive ms -> forall i, 0 <= i < size ms ->
  shipped_idx2crd ms i = digits_of ms i.
Proof.
  induction 1 as [|m t Hm Ht IH]; intros i Hi; [reflexivity|]. unfold positive in Hm. cbn [size] in Hi.
  destruct t as [|n u].
  - cbn [size] in Hi. cbn. now rewrite Z.mod_small by lia.
  - change (shipped_idx2crd (m :: n :: u) i) with
      (Z.rem i (shape m) :: shipped_idx2crd (n :: u) (Z.quot i (shape m))).
    rewrite Z.rem_mod_nonneg, Z.quot_div_nonneg by lia.
    change (i mod shape m :: shipped_idx2crd (n :: u) (i / shape m) = i mod shape m :: digits_of (n :: u) (i / shape m)).
    f_equal. apply IH.
    split; [apply Z.div_pos; lia|apply Z.div_lt_upper_bound; lia].
Qed.

(* ------------------------------------------------------------------------------------ measures: extent, cosize *)

(* What a mode's coordinates reach: upwards, and in either direction. *)
Definition up (m : mode) : Z := (shape m - 1) * Z.max 0 (stride m).
Definition far (m : mode) : Z := (shape m - 1) * Z.abs (stride m).
Lemma extent_adds ms : shipped_extent ms = total up ms + 1.
Proof.
  unfold Headers.extent. cbv zeta. enough (G : forall top, fold_left (fun top m => if 0 <? stride m then
    top + (shape m - 1) * stride m else top) ms top = top + total up ms) by (rewrite G; ring).
  induction ms as [|m t IH]; intros top; cbn [fold_left total]; [ring|]. rewrite IH.
  change (up m) with ((shape m - 1) * Z.max 0 (stride m)).
  destruct (Z.ltb_spec 0 (stride m)); [rewrite Z.max_r by lia|rewrite Z.max_l by lia]; ring.
Qed.
Lemma cosize_adds ms : shipped_cosize ms = total far ms + 1.
Proof.
  unfold Headers.cosize. cbv zeta. enough (G : forall top, fold_left (fun top m => if stride m <? 0 then
    top + (shape m - 1) * (0 - stride m) else top + (shape m - 1) * stride m) ms top = top + total far ms)
    by (rewrite G; ring).
  induction ms as [|m t IH]; intros top; cbn [fold_left total]; [ring|]. rewrite IH.
  change (far m) with ((shape m - 1) * Z.abs (stride m)).
  destruct (Z.ltb_spec (stride m) 0); [rewrite Z.abs_neq by lia|rewrite Z.abs_eq by lia]; ring.
Qed.

(* extent: one past the largest offset, which some coordinate has. cosize: no offset is further from 0. *)
Theorem extent_is_past_every_offset ms c : in_box ms c -> adds_up ms c < shipped_extent ms.
Proof.
  rewrite extent_adds. enough (G : in_box ms c -> adds_up ms c <= total up ms) by (intros B; specialize (G B); lia).
  induction 1 as [|m x t y Hx Ht IH]; cbn [adds_up total]; [lia|].
  change (up m) with ((shape m - 1) * Z.max 0 (stride m)).
  cbv beta in Hx. pose proof (Z.mul_le_mono_nonneg_l _ _ x (proj1 Hx) (Z.le_max_r 0 (stride m))).
  pose proof (Z.mul_le_mono_nonneg_r x (shape m - 1) _ (Z.le_max_l 0 (stride m)) ltac:(lia)). lia.
Qed.
Theorem extent_is_reached ms : Forall positive ms -> exists c, in_box ms c /\ adds_up ms c + 1 = shipped_extent ms.
Proof.
  rewrite extent_adds. induction 1 as [|m t Hm Ht (c & B & E)]; [exists []; split; [constructor|reflexivity]|].
  unfold positive in Hm. exists ((if 0 <? stride m then shape m - 1 else 0) :: c). cbn [adds_up total].
  change (up m) with ((shape m - 1) * Z.max 0 (stride m)).
  split; [constructor; [|exact B]|]; destruct (Z.ltb_spec 0 (stride m)); lia.
Qed.
Theorem cosize_bounds_every_offset ms c : in_box ms c -> Z.abs (adds_up ms c) < shipped_cosize ms.
Proof.
  rewrite cosize_adds.
  enough (G : in_box ms c -> Z.abs (adds_up ms c) <= total far ms) by (intros B; specialize (G B); lia).
  induction 1 as [|m x t y Hx Ht IH]; cbn [adds_up total]; [lia|].
  change (far m) with ((shape m - 1) * Z.abs (stride m)). cbv beta in Hx.
  pose proof (Z.abs_triangle (x * stride m) (adds_up t y)). rewrite Z.abs_mul, (Z.abs_eq x) in * by lia.
  pose proof (Z.mul_le_mono_nonneg_r x (shape m - 1) _ (Z.abs_nonneg (stride m)) ltac:(lia)). lia.
Qed.
