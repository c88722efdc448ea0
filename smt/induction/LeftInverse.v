(* SPDX-License-Identifier: MIT *)
(* left_inverse by the chain of strides, at every rank: L'(L(k)) = k for an injective L. From the generated step.
   Law: left_inverse_gives_back. *)
From Coq Require Import ZArith List Lia Permutation Sorted.
Require Import Colex.Fold Colex.Steps Colex.Evaluate Colex.Sort Colex.Coalesce Colex.RightInverse.
Import ListNotations.
Open Scope Z_scope.

(* left_inverse.hpp: the modes of more than one point with their places, sorted, folded; the last digit at the end. *)
Definition big (t : mode * Z) : bool := 1 <? shape (own t).
Definition kept (A : list mode) : list (mode * Z) := filter big (placed 1 A).
Fixpoint chain (ms ps : list mode) (pending : mode) (last : Z) : option (list mode) :=
  match ms, ps with
  | m :: t, p :: q =>
      let r := left_inverse_step pending m (shape p) in
      if refuses r then None else option_map (app (emitted r)) (chain t q (next r) (shape m))
  | _, _ => Some [Mode last (stride pending)]
  end.
Definition left_inverse (A : list mode) : option (list mode) :=
  option_map shipped_coalesce (chain (sort (map own (kept A))) (sort (map keyed (kept A))) (Mode 1 0) 1).
Lemma as_many A : length (sort (map keyed (kept A))) = length (sort (map own (kept A))).
Proof.
  rewrite <- (Permutation_length (sort_permutes (map keyed (kept A)))), <- (Permutation_length (sort_permutes (map own (kept A)))).
  now rewrite !map_length.
Qed.

(* --------------------------------------------------- what the chain reads, where each stride is past the one before *)

Fixpoint tight (reach : Z) (ts : list (mode * Z)) : Prop :=
  match ts with [] => True | t :: u => reach <= step_of t /\ tight (shape (own t) * step_of t) u end.
Lemma chain_reads ts : Forall (fun t => positive (own t)) ts -> forall D w s R, 1 <= D -> 1 <= s -> tight (s * D) ts ->
  chain (map own ts) (map keyed ts) (Mode D w) s = Some R -> Forall positive R /\
  forall c, inside ts c -> exists q, 0 <= q /\ weighed step_of ts c = D * q /\
    forall y, 0 <= y < s -> evaluate R (y + q) = y * w + weighed snd ts c.
Proof.
  induction 1 as [|t u Ht Hu IH]; intros D w s R HD Hs T E; cbn [map chain] in E.
  - injection E as <-. split; [repeat constructor; exact Hs|]. intros c I. inversion I; subst. exists 0.
    split; [lia|]. split; [cbn [weighed]; lia|]. intros y Hy. rewrite evaluate_cons, evaluate_nil.
    cbn [shape stride weighed]. rewrite Z.add_0_r, Z.mod_small by lia. ring.
  - destruct T as [T1 T2]. unfold left_inverse_step in E. change (shape (keyed t)) with (snd t) in E.
    change (stride (own t)) with (step_of t) in E. cbn [shape stride] in E. unfold positive in Ht.
    assert (HD' : 1 <= step_of t) by nia.
    rewrite Z.rem_mod_nonneg, Z.quot_div_nonneg in E by lia.
    destruct (Z.eqb_spec (step_of t mod D) 0) as [Z0|]; [|discriminate]. cbn [refuses why emitted next] in E.
    destruct (chain (map own u) (map keyed u) (Mode (step_of t) (snd t)) (shape (own t))) as [R'|] eqn:E'; [|discriminate].
    cbn [option_map app] in E. injection E as <-.
    destruct (IH _ _ _ _ HD' Ht T2 E') as (P & H). pose proof (Z.div_mod (step_of t) D ltac:(lia)) as X.
    rewrite Z0, Z.add_0_r in X. set (k := step_of t / D) in *. clearbody k. assert (Hk : s <= k) by nia.
    split; [constructor; [unfold positive; cbn; lia|exact P]|].
    intros c I. inversion I as [|? x ? z Hx Hz]; subst. destruct (H z Hz) as (q & Q & V & W). cbv beta in Hx.
    exists (k * (x + q)). split; [nia|]. cbn [weighed]. split; [rewrite V, X; ring|].
    intros y Hy. rewrite evaluate_cons. cbn [shape stride].
    destruct (digits k y (x + q) ltac:(lia)) as [-> ->]. rewrite (W x Hx). ring.
Qed.

(* ------------------------------------------------------------------ an injective layout in order of stride is so *)

Definition injective_on (ts : list (mode * Z)) : Prop := forall c d, inside ts c -> inside ts d ->
  weighed step_of ts c = weighed step_of ts d -> c = d.
Definition still (ts : list (mode * Z)) : list Z := map (fun _ => 0) ts.
Lemma still_inside ts : Forall (fun t => 1 < shape (own t)) ts -> inside ts (still ts).
Proof. induction 1; cbn; constructor; auto; lia. Qed.
Lemma still_weighs f ts : weighed f ts (still ts) = 0.
Proof. induction ts as [|t u IH]; cbn [still map weighed]; [reflexivity|]. fold (still u). rewrite IH. ring. Qed.
Lemma injective_tail t u : 1 < shape (own t) -> injective_on (t :: u) -> injective_on u.
Proof.
  intros Ht H c d Hc Hd E. enough (Z : 0 :: c = 0 :: d) by now injection Z.
  apply H; [constructor; [lia|exact Hc]|constructor; [lia|exact Hd]|]. cbn [weighed]. lia.
Qed.
Definition rising (ts : list (mode * Z)) : Prop := StronglySorted (fun a b => step_of a <= step_of b) ts.
Lemma ordered_rises ts : ordered (map own ts) -> rising ts.
Proof.
  induction ts as [|t u IH]; intros O; [constructor|]. inversion O as [|? ? O1 O2]; subst.
  constructor; [exact (IH O1)|]. rewrite Forall_map in O2. exact O2.
Qed.
Lemma injective_is_tight u : Forall (fun t => 1 < shape (own t)) u -> forall t R, 1 < shape (own t) -> 1 <= step_of t ->
  rising (t :: u) -> injective_on (t :: u) ->
  chain (map own u) (map keyed u) (Mode (step_of t) (snd t)) (shape (own t)) = Some R ->
  tight (shape (own t) * step_of t) u.
Proof.
  induction 1 as [|n u Hn Hu IH]; intros t R Ht Hd S J E; cbn [tight]; [exact I|].
  inversion S as [|? ? S1 S2]; subst. inversion S2 as [|? ? S3 _]; subst.
  cbn [map chain] in E. unfold left_inverse_step in E. change (shape (keyed n)) with (snd n) in E.
  change (stride (own n)) with (step_of n) in E. cbn [shape stride] in E.
  rewrite Z.rem_mod_nonneg in E by lia.
  destruct (Z.eqb_spec (step_of n mod step_of t) 0) as [Z0|]; [|discriminate]. cbn [refuses why emitted next] in E.
  destruct (chain (map own u) (map keyed u) (Mode (step_of n) (snd n)) (shape (own n))) as [R'|] eqn:E'; [|discriminate].
  split; [|apply (IH n R'); auto; [lia|eapply injective_tail; eauto]].
  pose proof (Z.div_mod (step_of n) (step_of t) ltac:(lia)) as X. rewrite Z0, Z.add_0_r in X.
  set (k := step_of n / step_of t) in *. clearbody k.
  destruct (Z.le_gt_cases (shape (own t)) k) as [L|L]; [nia|]. exfalso. assert (1 <= k) by nia.
  assert (Q : k :: 0 :: still u = 0 :: 1 :: still u).
  { apply J; [repeat (constructor; [lia|]); now apply still_inside|repeat (constructor; [lia|]); now apply still_inside|].
    cbn [weighed]. rewrite still_weighs. lia. }
  injection Q as Q. lia.
Qed.

(* ------------------------------------------------------- coordinates of some modes as coordinates of all, and back *)

Lemma maps_kept ts : Forall (fun t => positive (own t)) ts -> maps (filter big ts) ts.
Proof.
  induction 1 as [|t u Ht Hu IH]; cbn [filter]; [apply maps_same|]. unfold big at 1.
  destruct (Z.ltb_spec 1 (shape (own t))) as [L|L]; [now apply maps_cons|]. unfold positive in Ht.
  destruct IH as (f & g & F & G). exists (fun c => 0 :: f c), (fun c => g (tl c)). split.
  - intros c I. destruct (F c I) as (A & B & C). split; [constructor; [lia|exact A]|].
    split; [intros w; cbn [weighed]; rewrite B; ring|exact C].
  - intros c I. inversion I as [|? x ? y Hx Hy]; subst. cbn [tl weighed]. destruct (G y Hy) as (A & B).
    split; [exact A|]. intros w. rewrite B. assert (x = 0) by lia. subst. ring.
Qed.

(* Offsets that come once, of a layout whose modes these are. *)
Definition one_to_one (A : list mode) : Prop :=
  forall i j, 0 <= i < size A -> 0 <= j < size A -> evaluate A i = evaluate A j -> i = j.
Lemma once_in_order A ts : Forall positive A -> one_to_one A -> maps ts (placed 1 A) -> injective_on ts.
Proof.
  intros HA J (to & from & To & From) c d Hc Hd W. destruct (To c Hc) as (C1 & C2 & C3). destruct (To d Hd) as (D1 & D2 & D3).
  destruct (placed_reads A 1 _ C1) as (Bc & Vc & Wc). destruct (placed_reads A 1 _ D1) as (Bd & Vd & Wd).
  rewrite <- C3, <- D3. f_equal. rewrite <- (digits_of_index A _ Bc), <- (digits_of_index A _ Bd). f_equal.
  apply J; [now apply index_in_range|now apply index_in_range|].
  rewrite !evaluate_adds_up, !digits_of_index by assumption. now rewrite <- Wc, <- Wd, C2, D2.
Qed.

Theorem left_inverse_gives_back A R k : Forall positive A -> Forall (fun m => 1 < shape m -> 0 <= stride m) A ->
  one_to_one A -> left_inverse A = Some R -> 0 <= k < size A -> evaluate R (evaluate A k) = k.
Proof.
  intros HA HS J E Hk. unfold left_inverse in E.
  destruct (sort_from_together (kept A) []) as (ts & F & G & Q). cbn [map app] in F, G, Q.
  pose proof (sort_orders (map own (kept A))) as O. unfold sort in E, O. rewrite F, G in E. rewrite F in O.
  assert (HP : Forall (fun t => positive (own t)) (placed 1 A)).
  { rewrite <- (Forall_map own positive), placed_own. exact HA. }
  assert (M : maps ts (placed 1 A)).
  { eapply maps_through; [apply maps_permuted, Permutation_sym, Q|]. apply maps_kept, HP. }
  assert (All : Forall (fun t => 1 < shape (own t) /\ 0 <= step_of t) ts).
  { apply (Permutation_Forall Q). apply Forall_forall. intros t Ht. apply filter_In in Ht. destruct Ht as [Ht B].
    unfold big in B. apply Z.ltb_lt in B. split; [exact B|]. rewrite Forall_forall in HS. apply HS; [|exact B].
    rewrite <- (placed_own A 1). now apply in_map. }
  pose proof (ordered_rises ts O) as Rise.
  pose proof (once_in_order A ts HA J M) as Inj. destruct M as (to & from & To & From).
  destruct (chain _ _ _ _) as [R0|] eqn:E0; [|discriminate]. cbn [option_map] in E. injection E as <-.
  assert (T : tight (1 * 1) ts).
  { destruct ts as [|t u]; [exact I|]. inversion All as [|? ? [A1 A2] A3]; subst.
    assert (U : Forall (fun t => 1 < shape (own t)) u) by (eapply Forall_impl; [|exact A3]; cbv beta; tauto).
    assert (P : 1 <= step_of t).
    { destruct (Z.eq_dec (step_of t) 0) as [Z0|]; [|lia]. exfalso.
      assert (X : 1 :: still u = 0 :: still u).
      { apply Inj; [constructor; [lia|now apply still_inside]|constructor; [lia|now apply still_inside]|].
        cbn [weighed]. rewrite Z0. ring. }
      discriminate. }
    split; [lia|]. cbn [map chain] in E0. unfold left_inverse_step in E0. change (shape (keyed t)) with (snd t) in E0.
    change (stride (own t)) with (step_of t) in E0. cbn [shape stride] in E0.
    destruct (Z.rem (step_of t) 1 =? 0); [|discriminate]. cbn [refuses why emitted next] in E0.
    destruct (chain (map own u) (map keyed u) (Mode (step_of t) (snd t)) (shape (own t))) as [R1|] eqn:E1; [|discriminate].
    eapply injective_is_tight; eauto. }
  assert (PT : Forall (fun t => positive (own t)) ts).
  { eapply Forall_impl; [|exact All]. unfold positive. cbv beta. lia. }
  destruct (chain_reads ts PT 1 0 1 R0 ltac:(lia) ltac:(lia) T E0) as (PR & H).
  pose proof (digits_are_in_the_box A HA k) as B.
  pose proof (box_is_inside A _ B 1) as D.
  destruct (From _ D) as (Iu & Wu). destruct (H _ Iu) as (q & Hq & V & W).
  destruct (placed_reads A 1 _ D) as (_ & V' & W'). rewrite Wu in *. rewrite W' in V.
  rewrite <- evaluate_adds_up, Z.mul_1_l in V.
  destruct (shipped_coalesce_preserves_the_map R0 PR) as (_ & _ & Same). rewrite V, Same by exact Hq.
  specialize (W 0 ltac:(lia)). rewrite Z.add_0_l in W. rewrite W, ?Wu, V', index_of_digits, Z.mod_small by auto. ring.
Qed.
