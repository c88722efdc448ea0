(* SPDX-License-Identifier: MIT *)
(* Where the copies of a product may lie, at every rank: gaps of A, as many as there are copies, none of which brings one point of A
   onto another. From the generated steps. Law: product_repeats_the_block. *)
From Coq Require Import ZArith List Lia Permutation.
Require Import Colex.Fold Colex.Vocabulary Colex.Steps Colex.Evaluate Colex.Sort Colex.Complement Colex.Laws Colex.Covers.
Import ListNotations.
Open Scope Z_scope.

(* least_cotarget(): where the modes end, each read from 0. *)
Definition least_cotarget (A : list mode) : Z :=
  fold_left (fun reach m => if shape m =? 1 then reach
                            else if reach <? shape m * stride m then shape m * stride m else reach) A 1.

(* room_for_copies(): where A's holes took the room, the gaps go on above A. *)
Definition room_for_copies (A : list mode) (span : Z) : option (list mode) :=
  match gaps_of disjoint A (shipped_size A * span) with
  | None => None
  | Some gs => if shipped_size gs <? span then gaps_of disjoint A (least_cotarget A * span) else Some gs
  end.

Lemma least_cotarget_is A : 1 <= least_cotarget A /\
  forall m, In m A -> shape m <> 1 -> shape m * stride m <= least_cotarget A.
Proof.
  unfold least_cotarget. enough (G : forall r, let top := fold_left (fun reach m => if shape m =? 1 then reach
    else if reach <? shape m * stride m then shape m * stride m else reach) A r in
    r <= top /\ forall m, In m A -> shape m <> 1 -> shape m * stride m <= top) by apply G.
  induction A as [|m t IH]; intros r; cbn [fold_left]; [split; [lia|intros m []]|].
  set (s := if shape m =? 1 then _ else _).
  assert (S : r <= s /\ (shape m <> 1 -> shape m * stride m <= s)).
  { subst s. destruct (Z.eqb_spec (shape m) 1); [lia|]. destruct (Z.ltb_spec r (shape m * stride m)); lia. }
  clearbody s. destruct (IH s) as [L H]. split; [lia|]. intros n [<-|I] N; [lia|now apply H].
Qed.
Lemma ends_with_a_mode ms reach out : Forall proper ms -> loop disjoint_step ms 1 [] = Some (reach, out) ->
  reach = 1 \/ exists m, In m ms /\ reach = shape m * stride m.
Proof.
  intros HP L. apply (induction _ disjoint_step proper (fun pre _ reach => 1 <= reach /\
    (reach = 1 \/ exists m, In m pre /\ reach = shape m * stride m))) in L; auto; [tauto| |split; [lia|now left]].
  intros pre o r m [R1 _] [M1 M2] NR. enough (E : next (disjoint_step r m) = shape m * stride m).
  { rewrite E. split; [nia|]. right. exists m. split; [apply in_app_iff; right; now left|reflexivity]. }
  unfold disjoint_step in *. destruct (stride m <? r); [discriminate|].
  destruct (Z.rem (stride m - Z.rem (stride m) r) r =? 0); [cbn; ring|discriminate].
Qed.

(* What is answered has room for as many copies, and says of A(i) + gaps(j) which A(i) and which j it is. *)
Lemma there_is_room A span gs : Forall positive A -> 1 <= span -> room_for_copies A span = Some gs ->
  span <= size gs /\ Forall positive gs /\ exists ms reach, Forall positive ms /\ apart ms gs reach /\
    forall i, exists k, 0 <= k < size ms /\ evaluate ms k = evaluate A i.
Proof.
  intros PA HS E. pose proof (size_positive A PA) as SA. destruct (least_cotarget_is A) as [L1 Last].
  assert (Gaps : forall M hs, 1 <= M -> gaps_of disjoint A M = Some hs -> Forall positive hs /\ exists ms reach,
    Forall positive ms /\ apart ms hs reach /\ forall i, exists k, 0 <= k < size ms /\ evaluate ms k = evaluate A i).
  { intros M hs HM G. destruct (gaps_apart disjoint A M hs PA HM G) as (out & k & reach & ms & -> & Hk & Off & H).
    destruct (H k Hk) as (P & _ & PM & Ap). split; [exact P|]. exists ms, (k * reach). auto. }
  unfold room_for_copies in E. rewrite shipped_size_is in E.
  destruct (gaps_of disjoint A (size A * span)) as [hs|] eqn:G; [|discriminate].
  rewrite shipped_size_is in E. destruct (Z.ltb_spec (size hs) span) as [Small|Large].
  - split; [|apply (Gaps (least_cotarget A * span)); [nia|exact E]].
    unfold gaps_of in E. destruct (forallb _ _) eqn:F; [|discriminate]. pose proof (proper_of disjoint A PA F) as HP.
    unfold Complement.gaps in E. cbn [step_of finish_of] in E.
    destruct (loop disjoint_step _ 1 []) as [[reach out]|] eqn:L; [|discriminate].
    destruct (disjoint_fold _ reach out HP L) as (_ & PO & R1 & _ & _).
    assert (R2 : reach <= least_cotarget A).
    { destruct (ends_with_a_mode _ reach out HP L) as [->|(m & I & ->)]; [exact L1|].
      apply (Permutation_in m (Permutation_sym (sort_permutes _))), filter_In in I. destruct I as [I K]. apply Last; [exact I|].
      intros O. cbn in K. unfold moves in K. rewrite O in K. discriminate. }
    set (M := least_cotarget A * span) in *. assert (HM : 1 <= M) by (subst M; nia).
    assert (D : span <= M / reach) by (apply Z.div_le_lower_bound; subst M; nia).
    pose proof (size_positive out PO) as SO. unfold covering_finish in E. rewrite Z.rem_mod_nonneg, Z.quot_div_nonneg in E by lia.
    destruct (M mod reach =? 0); cbn in E; injection E as <-; rewrite size_app; cbn [size shape]; nia.
  - injection E as <-. split; [exact Large|]. apply (Gaps (size A * span)); [nia|exact G].
Qed.
