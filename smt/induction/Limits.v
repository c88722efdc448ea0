(* SPDX-License-Identifier: MIT *)
(* The limits of number.hpp and layout.hpp, at every rank: what fits, and what a well-formed layout keeps below 2^62. From the
   generated product_fits and sum_fits. Laws: steps_stay_in_64_bits, evaluate_is_colexicographic. *)
From Coq Require Import ZArith List String Lia.
Require Import Colex.Fold Colex.Steps Colex.Evaluate.
Require Colex.Vocabulary.
Import ListNotations.
Open Scope Z_scope.

Notation limit := Vocabulary.limit.
Notation farthest := Vocabulary.farthest.
Notation keeps_limits := Vocabulary.keeps_limits.

Lemma quot_at_least a b : 0 < a -> (b <=? Z.quot limit a = true <-> a * b <= limit).
Proof.
  intros Ha. rewrite Z.quot_div_nonneg by (unfold limit; lia). rewrite Z.leb_le. split; intros H.
  - pose proof (Z.mul_div_le limit a Ha). nia.
  - now apply Z.div_le_lower_bound.
Qed.
Lemma small_products_fit a b : Z.abs a <= 2147483648 -> Z.abs b <= 2147483648 -> Z.abs (a * b) <= limit.
Proof.
  intros A B. rewrite Z.abs_mul. change limit with (2147483648 * 2147483648).
  apply Z.mul_le_mono_nonneg; lia.
Qed.
(* The shipped comparisons, one after the other; what contradicts is left out. *)
Ltac each_comparison := repeat match goal with
  | |- context [?x <? ?y] => destruct (Z.ltb_spec x y); try lia
  | |- context [?x <=? 2147483648] => destruct (Z.leb_spec x 2147483648); try lia
  | |- context [(-2147483648) <=? ?x] => destruct (Z.leb_spec (-2147483648) x); try lia
  | |- context [?x <=? 2305843009213693952] => destruct (Z.leb_spec x 2305843009213693952); try lia
  | |- context [(-2305843009213693952) <=? ?x] => destruct (Z.leb_spec (-2305843009213693952) x); try lia
  | |- context [?x =? 0] => destruct (Z.eqb_spec x 0); try lia
  end.
Theorem product_fits_is a b : - limit <= a -> - limit <= b -> (product_fits a b = true <-> Z.abs (a * b) <= limit).
Proof.
  intros La Lb. unfold product_fits. change 4611686018427387904 with limit. change (-4611686018427387904) with (- limit).
  assert (Yes : forall c : bool, (if c then true else false) = c) by now destruct c.
  assert (Small := small_products_fit a b). assert (0 < limit) by (unfold limit; lia). each_comparison;
    try (split; [intros _; apply Small; lia|auto]; fail);
    try (replace a with 0 by lia; rewrite Z.mul_0_l; split; [intros _; cbn; lia|auto]; fail);
    rewrite Yes, quot_at_least, Z.abs_mul by lia;
    rewrite ?(Z.abs_neq a), ?(Z.abs_eq a), ?(Z.abs_neq b), ?(Z.abs_eq b) by lia; split; intros; lia.
Qed.
Theorem sum_fits_is a b : - limit <= a <= limit -> - limit <= b <= limit ->
  (sum_fits a b = true <-> Z.abs a + Z.abs b <= limit).
Proof.
  intros La Lb. unfold sum_fits. change 4611686018427387904 with limit. change (-4611686018427387904) with (- limit).
  assert (limit = 2 * 2305843009213693952) by reflexivity. each_comparison;
    repeat match goal with |- context [?x <=? ?y] => destruct (Z.leb_spec x y) end; split; intros; try lia; try discriminate; auto.
Qed.
Lemma sum_fits_below a b : sum_fits a b = true -> - limit <= a <= limit /\ - limit <= b <= limit.
Proof.
  intros E. assert (N : ~ (a < - limit \/ limit < a \/ b < - limit \/ limit < b)); [|lia]. intros N. revert E. unfold sum_fits.
  change 4611686018427387904 with limit. change (-4611686018427387904) with (- limit).
  assert (2305843009213693952 < limit) by (unfold limit; lia). each_comparison; discriminate.
Qed.

(* ------------------------------------------------------------------------------------------------- well_formed() *)

Definition magnitude (a : Z) : Z := if a <? 0 then 0 - a else a.
Lemma magnitude_is a : magnitude a = Z.abs a.
Proof. unfold magnitude. destruct (Z.ltb_spec a 0); lia. Qed.
Fixpoint well_formed_from (ms : list mode) (points reach : Z) : string :=
  match ms with
  | [] => "none"
  | m :: t =>
      if shape m <? 1 then "shape_positive"
      else if product_fits points (shape m) then
        if product_fits (shape m) (stride m) then
          if sum_fits reach (farthest m) then well_formed_from t (points * shape m) (reach + magnitude (farthest m))
          else "overflow"
        else "overflow"
      else "overflow"
  end.
Definition well_formed (ms : list mode) : string := well_formed_from ms 1 0.

(* What the function says yes to. *)
Lemma far_total_nonneg ms : 0 <= total (fun m => Z.abs (farthest m)) ms.
Proof. induction ms as [|m t IH]; cbn [total]; lia. Qed.
Lemma well_formed_from_is ms : forall points reach, 1 <= points <= limit -> 0 <= reach <= limit ->
  Forall (fun m => Z.abs (stride m) <= limit) ms ->
  (well_formed_from ms points reach = "none"%string <->
   Forall positive ms /\ points * size ms <= limit /\ Forall (fun m => Z.abs (shape m * stride m) <= limit) ms /\
   reach + total (fun m => Z.abs (farthest m)) ms <= limit).
Proof.
  induction ms as [|m t IH]; intros points reach Hp Hr HS; cbn [well_formed_from size total].
  - split; [|auto]. intros _. repeat split; auto; lia.
  - inversion_clear HS as [|? ? Sm St]. pose proof (far_total_nonneg t) as T0.
    assert (L0 : 0 < limit) by (unfold limit; lia).
    destruct (Z.ltb_spec (shape m) 1) as [N|N].
    { split; [discriminate|]. intros (P & _). inversion_clear P as [|? ? Pm]. unfold positive in Pm. lia. }
    destruct (product_fits points (shape m)) eqn:F1.
    2:{ split; [discriminate|]. intros (P & B & _). inversion_clear P as [|? ? Pm Pt].
        pose proof (size_positive t Pt). assert (product_fits points (shape m) = true); [|congruence].
        apply product_fits_is; nia. }
    apply product_fits_is in F1; [|lia|lia]. assert (F1' : points * shape m <= limit) by lia.
    destruct (product_fits (shape m) (stride m)) eqn:F2.
    2:{ split; [discriminate|]. intros (_ & _ & P & _). inversion_clear P as [|? ? Pm Pt].
        assert (product_fits (shape m) (stride m) = true); [|congruence]. apply product_fits_is; lia. }
    apply product_fits_is in F2; [|lia|lia].
    assert (Fm : Z.abs (farthest m) <= limit).
    { unfold farthest. destruct (Z.eqb_spec (shape m) 1) as [O|O]; [lia|]. nia. }
    destruct (sum_fits reach (farthest m)) eqn:F3.
    2:{ split; [discriminate|]. intros (_ & _ & _ & B).
        assert (sum_fits reach (farthest m) = true); [|congruence]. apply sum_fits_is; lia. }
    apply sum_fits_is in F3; [|lia|lia]. rewrite magnitude_is, IH by (auto; nia). split.
    + intros (P & B & Q & R). repeat split; try (constructor; auto); nia.
    + intros (P & B & Q & R). inversion_clear P. inversion_clear Q. repeat split; auto; nia.
Qed.
Theorem well_formed_is ms : Forall (fun m => Z.abs (stride m) <= limit) ms ->
  (well_formed ms = "none"%string <-> keeps_limits ms).
Proof.
  intros H. unfold well_formed, keeps_limits. rewrite well_formed_from_is by (unfold limit in *; auto; lia).
  now rewrite Z.mul_1_l, Z.add_0_l.
Qed.
(* A stride beyond the limit is refused as well. *)
Theorem well_formed_keeps_limits ms : well_formed ms = "none"%string -> keeps_limits ms.
Proof.
  intros E. apply well_formed_is; [|exact E]. unfold well_formed in E. revert E. generalize 1 0.
  induction ms as [|m t IH]; intros points reach E; [constructor|]. cbn [well_formed_from] in E.
  destruct (Z.ltb_spec (shape m) 1); [discriminate|]. destruct (product_fits points _); [|discriminate].
  destruct (product_fits (shape m) (stride m)) eqn:F; [|discriminate]. destruct (sum_fits _ _) eqn:G; [|discriminate].
  constructor; [|eapply IH; exact E]. destruct (sum_fits_below _ _ G) as [_ B]. unfold farthest in B.
  destruct (Z.eqb_spec (shape m) 1); nia.
Qed.

(* And then no index leaves them: offsets, and their distance. *)
Lemma far_kept ms : keeps_limits ms -> total far ms <= limit.
Proof.
  intros (P & _ & _ & T). enough (total far ms <= total (fun m => Z.abs (farthest m)) ms) by lia. clear -P.
  induction P as [|m t Pm Pt IH]; cbn [total]; [lia|]. unfold positive in Pm.
  assert (far m <= Z.abs (farthest m)); [|lia]. unfold far, farthest.
  destruct (Z.eqb_spec (shape m) 1) as [O|O]; [rewrite O; lia|]. rewrite Z.abs_mul, (Z.abs_eq (shape m - 1)) by lia. lia.
Qed.
Theorem offsets_keep_limits ms c : keeps_limits ms -> in_box ms c -> Z.abs (adds_up ms c) <= limit.
Proof.
  intros K B. pose proof (cosize_bounds_every_offset ms c B) as C. rewrite cosize_adds in C. pose proof (far_kept ms K). lia.
Qed.

(* carry.hpp, values_fit(): A's values at 0 to `top`, where the last mode runs on. *)
Fixpoint values_from (init : list mode) (last : mode) (rest_ reach : Z) : bool :=
  match init with
  | [] => if product_fits rest_ (stride last) then sum_fits reach (rest_ * stride last) else false
  | m :: t => values_from t last (Z.quot rest_ (shape m)) (reach + (shape m - 1) * magnitude (stride m))
  end.
Definition values_fit (init : list mode) (last : mode) (top : Z) : bool := values_from init last (magnitude top) 0.

Lemma values_from_fit last init : Forall positive init -> forall rest_ reach, 0 <= rest_ -> 0 <= reach ->
  values_from init last rest_ reach = true ->
  reach + total far init + rest_ / size init * Z.abs (stride last) <= limit.
Proof.
  induction 1 as [|m t Hm Ht IH]; intros rest_ reach Hx Hr E; cbn [values_from total size] in *.
  - destruct (product_fits _ _); [|discriminate]. destruct (sum_fits_below _ _ E) as [B1 B2].
    apply sum_fits_is in E; auto. rewrite Z.div_1_r. rewrite Z.abs_mul, (Z.abs_eq rest_) in E by lia. lia.
  - unfold positive in Hm. pose proof (size_positive t Ht). rewrite Z.quot_div_nonneg in E by lia.
    rewrite magnitude_is in E. pose proof (Z.abs_nonneg (stride m)).
    apply IH in E; [|apply Z.div_pos; lia|nia].
    rewrite Z.div_div in E by lia. change (far m) with ((shape m - 1) * Z.abs (stride m)). lia.
Qed.
Theorem values_fit_keeps_limits init last top i : Forall positive init -> values_fit init last top = true ->
  0 <= i <= top -> Z.abs (extended init last i) <= limit.
Proof.
  intros HP E Hi. unfold values_fit in E. rewrite magnitude_is, (Z.abs_eq top) in E by lia.
  apply values_from_fit in E; try lia; auto. pose proof (size_positive init HP).
  pose proof (cosize_bounds_every_offset init _ (digits_are_in_the_box init HP i)) as B. rewrite cosize_adds in B.
  rewrite <- evaluate_adds_up in B. rewrite extended_is_evaluate by auto.
  pose proof (Z.div_le_mono i top (size init) ltac:(lia) ltac:(lia)).
  pose proof (Z.div_pos i (size init) ltac:(lia) ltac:(lia)).
  pose proof (Z.abs_triangle (evaluate init i) (i / size init * stride last)).
  rewrite Z.abs_mul, (Z.abs_eq (i / size init)) in * by lia. nia.
Qed.

Theorem fits_divide_by_no_zero a b : product_fits_divides a b.
Proof.
  unfold product_fits_divides. repeat match goal with |- context [if ?c then _ else _] => destruct c eqn:? end; auto; split;
    auto; lia.
Qed.

Ltac values_driver := cbn [values_from]; unfold magnitude;
  repeat match goal with
    | H : ?c = _ |- context [if ?c then _ else _] => rewrite H
    | |- context [if ?c then _ else _] => decide_one c
    end; reflexivity.
Theorem values_driver_1 a top : values_fit [] a top = values_fit_1 a top.
Proof. unfold values_fit, values_fit_1. values_driver. Qed.
Theorem values_driver_2 a b top : values_fit [a] b top = values_fit_2 a b top.
Proof. unfold values_fit, values_fit_2. values_driver. Qed.
