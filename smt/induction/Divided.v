(* SPDX-License-Identifier: MIT *)
(* logical_divide, strict, at every rank and by every route of the composition: A at a permutation of its indices that starts with B.
   From the generated steps. Law: divide_permutes_the_layout. *)
From Coq Require Import ZArith List Lia Permutation.
Require Import Colex.Fold Colex.Vocabulary Colex.Steps Colex.Evaluate Colex.Sort Colex.Complement Colex.Laws Colex.Completion Colex.Covers
  Colex.Coalesce Colex.Find Colex.Bijective Colex.Composed.
Import ListNotations.
Open Scope Z_scope.

(* What maps [0, a) into [0, n), once each and onto, is a permutation, and a = n. *)
Lemma permutes f a n : 0 <= a -> 0 <= n -> (forall i, 0 <= i < a -> 0 <= f i < n) ->
  (forall i j, 0 <= i < a -> 0 <= j < a -> f i = f j -> i = j) -> (forall y, 0 <= y < n -> exists i, 0 <= i < a /\ f i = y) ->
  Permutation (map f (upto a)) (upto n) /\ a = n.
Proof.
  intros Ha Hn In_ Inj Sur. assert (P : Permutation (map f (upto a)) (upto n)).
  { apply NoDup_Permutation; [|apply upto_nodup|].
    - now apply once_upto.
    - intros y. split; intros I.
      + apply in_map_iff in I. destruct I as (x & <- & I). apply in_upto. apply In_. now apply upto_in.
      + apply upto_in in I. destruct (Sur y I) as (x & Hx & <-). apply in_map. now apply in_upto. }
  split; [exact P|]. apply Permutation_length in P. rewrite map_length, !upto_length in P. lia.
Qed.

Lemma divided_by others top B R : Forall positive others -> positive top -> Forall positive B ->
  complement strict B (size (others ++ [top])) = Some R ->
  Forall positive R /\ Forall upward (B ++ R) /\ tiles B R (size (others ++ [top])).
Proof.
  intros PO PT PB E. assert (PA : Forall positive (others ++ [top])) by (apply Forall_app; auto).
  pose proof (size_positive _ PA) as HM. pose proof (complement_is_ordered strict B (size (others ++ [top])) R PB ltac:(lia) E) as [PR _].
  unfold complement in E. rewrite strict_gaps in E. destruct (complement_gaps B (size (others ++ [top]))) as [gs|] eqn:G; [|discriminate].
  injection E as E. destruct (complement_and_coalesce B (size (others ++ [top])) gs PB ltac:(lia) G) as [T _]. rewrite E in T.
  split; [exact PR|]. split; [|exact T]. pose proof (size_positive B PB). pose proof (size_positive R PR).
  destruct T as [Range _ _]. apply Forall_app. split; apply upward_by_values; auto; intros i Hi.
  - specialize (Range i 0 Hi ltac:(lia)). rewrite evaluate_zero in Range. lia.
  - specialize (Range 0 i ltac:(lia) Hi). rewrite evaluate_zero in Range. lia.
Qed.

(* divide_by_tile(), strict: A o (B, R), R the complement of B in |A|. *)
Theorem divide_permutes_the_layout others top B R D : Forall positive others -> positive top -> Forall positive B ->
  let n := size (others ++ [top]) in
  complement strict B n = Some R -> composed (extended others top) (B ++ R) (Some D) ->
  exists P : Z -> Z, Permutation (map P (upto n)) (upto n) /\ size D = n /\ size B <= n /\
    (forall i, 0 <= i < n -> evaluate D i = evaluate (others ++ [top]) (P i)) /\
    forall i, 0 <= i < size B -> P i = evaluate B i.
Proof.
  intros PO PT PB n C E. destruct (divided_by others top B R PO PT PB C) as (PR & UP & T). fold n in T.
  destruct (composed_values _ _ _ E) as (_ & S & V).
  pose proof (size_positive B PB) as SB. pose proof (size_positive R PR) as SR.
  pose proof (size_positive (others ++ [top]) ltac:(apply Forall_app; auto)) as SA. fold n in SA.
  destruct (proj2 (thread_and_value B R n PB PR) T) as [In_ Once All].
  assert (Points : 0 <= size (B ++ R)) by (rewrite size_app; nia).
  destruct (permutes (evaluate (B ++ R)) (size (B ++ R)) n Points ltac:(lia) In_ Once All) as [Perm N].
  rewrite N in S, V, In_, Perm. rewrite size_app in N. exists (evaluate (B ++ R)). split; [exact Perm|]. split; [lia|]. split; [nia|]. split.
  - intros i Hi. rewrite V by auto. apply inside_extended; auto.
  - intros i Hi. now apply passed_alone.
Qed.
