(* SPDX-License-Identifier: MIT *)
(* Compact strides of any number of extents, as they are printed: each is the product of those that the order counts before. Law:
   edits_keep_the_other_modes. *)
From Coq Require Import ZArith List Lia Bool.
Require Import Colex.Fold Colex.Nested Colex.Combinators Colex.Vocabulary Colex.Steps Colex.Evaluate Colex.Limits Colex.Trees Colex.Edits.
Require Colex.Headers.
Import ListNotations.
Open Scope list_scope.
Open Scope Z_scope.

Local Notation tree := (Nested.tree Z).
Lemma as_many {X Y} (R : X -> Y -> Prop) a b : Forall2 R a b -> length a = length b.
Proof. induction 1; cbn [length]; congruence. Qed.

(* ------------------------------------------------------------------------------------------------- in any order *)

Theorem weakly_congruent_is self : (forall a b, self a b = Headers.weakly_congruent self a b) ->
  forall a b : tree, self a b = true <-> opens_into a b.
Proof.
  intros Own. induction a as [x|us IH] using tree_induction; intros b; rewrite Own; unfold Headers.weakly_congruent; cbn [is_leaf].
  { split; [constructor|reflexivity]. }
  destruct b as [y|vs]; cbn [is_leaf]; [split; [discriminate|now inversion 1]|]. unfold rank. cbn [entries].
  destruct (Z.eqb_spec (Z.of_nat (length us)) (Z.of_nat (length vs))) as [L|L].
  2: { split; [discriminate|]. inversion 1 as [|? ? F]; subst. apply as_many in F. lia. }
  assert (W : walk (fun '(m1, k1) (_ : unit) => if self m1 (nth_entry (Tuple vs) k1) then inl tt else inr false)
      (combine us (seq 0 (length us))) tt =
    walk (fun p (_ : unit) => if self (fst p) (snd p) then inl tt else inr false) (combine us vs) tt).
  { rewrite (combine_numbered (Tuple vs) vs us) by lia. rewrite walk_map. apply walk_alike. intros [m k] s _. reflexivity. }
  rewrite W. clear W.
  enough (G : (match walk (fun p (_ : unit) => if self (fst p) (snd p) then inl tt else inr false) (combine us vs) tt with
    inl _ => true | inr a => a end) = true <-> Forall2 opens_into us vs).
  { rewrite G. split; [now constructor|now inversion 1]. }
  revert vs L. induction IH as [|u t Hu Ht IHt]; intros [|v w] L; cbn [length] in L; try lia; cbn [combine walk fst snd].
  - split; auto.
  - destruct (self u v) eqn:O.
    + apply Hu in O. rewrite IHt by lia. split; [now constructor|now inversion 1].
    + split; [discriminate|]. intros F. inversion_clear F as [|? ? ? ? F1 _]. apply Hu in F1. congruence.
Qed.
Theorem spread_is self : (forall order shape out, self order shape out = Headers.spread self order shape out) ->
  forall order shape : tree, opens_into order shape -> forall out, exists l, self order shape out = out ++ l /\
    spread_over order shape l /\ length l = length (leaves shape).
Proof.
  intros Own. induction order as [o|os IH] using tree_induction; intros shape C out; rewrite Own; unfold Headers.spread; cbn [is_leaf leaf_of].
  - exists (map (fun _ => o) (leaves shape)). cbv zeta. rewrite (put_one_by_one _ (fun _ => o)) by reflexivity.
    split; [|split; [constructor|apply map_length]]. f_equal. unfold below. rewrite Nat2Z.id, map_map.
    generalize 0%nat. induction (leaves shape) as [|x t IH]; intros n; [reflexivity|]. cbn [length seq map]. f_equal. apply IH.
  - inversion C as [|? ss F]; subst. cbv zeta.
    assert (R : rank (Tuple os) = rank (Tuple ss)) by (unfold rank; cbn [entries]; apply as_many in F; lia).
    pose proof (numbered_entries (Tuple os) (Tuple ss) R) as N. cbn [entries] in N.
    assert (W : forall ks out, fold_left (fun l k => self (nth_entry (Tuple os) (Z.to_nat k)) (nth_entry (Tuple ss) (Z.to_nat k)) l) ks out =
      fold_left (fun l p => self (fst p) (snd p) l)
        (map (fun k => (nth_entry (Tuple os) (Z.to_nat k), nth_entry (Tuple ss) (Z.to_nat k))) ks) out).
    { induction ks as [|k ks IHk]; intros l; [reflexivity|]. cbn [fold_left map fst snd]. apply IHk. }
    rewrite W, <- N. clear W N R C.
    enough (G : exists ls, fold_left (fun l p => self (fst p) (snd p) l) (combine os ss) out = out ++ concat ls /\
      entrywise spread_over os ss ls /\ length (concat ls) = length (flat_map leaves ss)).
    { destruct G as (ls & E & S & L). exists (concat ls). split; [exact E|]. split; [now constructor|exact L]. }
    revert out. induction F as [|o s u v H F IHF]; intros out.
    + exists []. cbn. rewrite app_nil_r. repeat split. constructor.
    + inversion_clear IH as [|? ? Ho Hu]. cbn [combine fold_left fst snd]. destruct (Ho s H out) as (l & -> & S & L).
      destruct (IHF Hu (out ++ l)) as (ls & -> & Ss & Ls). exists (l :: ls). cbn [concat flat_map]. rewrite <- app_assoc.
      split; [reflexivity|]. split; [now constructor|]. now rewrite !app_length, L, Ls.
Qed.

(* compact_order(): one loop over all leaves k, and in each one over all leaves j. *)
Section Order.
  Variables extents orders : list Z.
  Let all := map Z.of_nat (seq 0 (length orders)).
  Definition multiply (k j x : Z) : Z + (list Z + option (list Z)) :=
    let more := if product_fits x (nth (Z.to_nat j) extents 0) then inl (x * nth (Z.to_nat j) extents 0) else inr (inr None) in
    if nth (Z.to_nat j) orders 0 <? nth (Z.to_nat k) orders 0 then more
    else if nth (Z.to_nat j) orders 0 =? nth (Z.to_nat k) orders 0 then if j <? k then more else inl x else inl x.
  Definition put_stride (k : Z) (l : list Z) : list Z + option (list Z) :=
    match walk (multiply k) all 1 with
    | inl x => if nth (Z.to_nat k) extents 0 =? 1 then inl (l ++ [0]) else inl (l ++ [x])
    | inr a => a
    end.
  Let before (k : nat) := extents_before extents orders k.

  Lemma multiplied k : walk (multiply (Z.of_nat k)) all 1 = match product (before k) with Some p => inl p | None => inr (inr None) end.
  Proof.
    unfold product, before, extents_before, all. generalize 1 as x. induction (seq 0 (length orders)) as [|j l IH]; intros x; [reflexivity|].
    cbn [map walk filter]. unfold multiply at 1, counted_before at 1. rewrite !Nat2Z.id.
    assert (Q : (Z.of_nat j <? Z.of_nat k) = (j <? k)%nat) by (destruct (Z.ltb_spec (Z.of_nat j) (Z.of_nat k)), (Nat.ltb_spec j k); auto; lia).
    rewrite Q. destruct (nth j orders 0 <? nth k orders 0), (nth j orders 0 =? nth k orders 0), (j <? k)%nat; cbn [orb andb]; try apply IH;
      cbn [map fold_left times]; (destruct (product_fits x (nth j extents 0)); [apply IH|now rewrite times_none]).
  Qed.
  Lemma strides_are ks : forall l, match walk put_stride (map Z.of_nat ks) l with
    | inl r => r = l ++ map (fun k => if nth k extents 0 =? 1 then 0 else points (before k)) ks
    | inr a => a = None /\ exists k, In k ks /\ product (before k) = None
    end.
  Proof.
    induction ks as [|k t IH]; intros l; [symmetry; apply app_nil_r|]. cbn [map walk]. unfold put_stride at 1. rewrite multiplied, Nat2Z.id.
    destruct (product (before k)) as [p|] eqn:P; [|split; [reflexivity|exists k; cbn; auto]]. apply product_is in P. subst p.
    assert (S : forall x, match walk put_stride (map Z.of_nat t) (l ++ [x]) with
      | inl r => r = l ++ x :: map (fun k => if nth k extents 0 =? 1 then 0 else points (before k)) t
      | inr a => a = None /\ exists j, In j (k :: t) /\ product (before j) = None
      end).
    { intros x. specialize (IH (l ++ [x])). destruct (walk _ _ _) as [r|a]; [now rewrite <- app_assoc in IH|].
      destruct IH as [-> (j & I & N)]. split; [reflexivity|]. exists j. cbn. auto. }
    destruct (nth k extents 0 =? 1); apply S.
  Qed.
End Order.

Section Printed.
  Variables (weakly_congruent : tree -> tree -> bool) (spread : tree -> tree -> list Z -> list Z).
  Hypothesis Opens : forall a b, weakly_congruent a b = Headers.weakly_congruent weakly_congruent a b.
  Hypothesis Spreads : forall order shape out, spread order shape out = Headers.spread spread order shape out.

  Theorem compact_order_is shape order : match Headers.compact_order weakly_congruent spread shape order with
    | Some r => exists orders, spread_over order shape orders /\ length r = length (leaves shape) /\
        forall k, (k < length (leaves shape))%nat ->
          nth k r 0 = if nth k (leaves shape) 0 =? 1 then 0 else points (extents_before (leaves shape) orders k)
    | None => Forall (Z.le 1) (leaves shape) -> ~ opens_into order shape \/
        exists orders k, spread_over order shape orders /\ (k < length (leaves shape))%nat /\
          limit < points (extents_before (leaves shape) orders k)
    end.
  Proof.
    unfold Headers.compact_order. destruct (weakly_congruent order shape) eqn:C.
    2: { intros _. left. intros O. apply (weakly_congruent_is _ Opens) in O. congruence. }
    apply (weakly_congruent_is _ Opens) in C. destruct (spread_is _ Spreads order shape C []) as (orders & E & S & L). cbn [app] in E.
    rewrite E. unfold below. rewrite Nat2Z.id.
    pose proof (strides_are (leaves shape) orders (seq 0 (length orders)) []) as G.
    change (walk _ _ []) with (walk (put_stride (leaves shape) orders) (map Z.of_nat (seq 0 (length orders))) []).
    destruct (walk _ _ []) as [r|a].
    - cbn [app] in G. exists orders. subst r. rewrite map_length, seq_length. split; [exact S|]. split; [exact L|]. intros k K.
      set (f := fun k : nat => _). rewrite (nth_indep _ 0 (f 0%nat)) by (rewrite map_length, seq_length; lia).
      rewrite map_nth, seq_nth by lia. reflexivity.
    - destruct G as [-> (k & I & N)]. intros P. right. exists orders, k. split; [exact S|]. apply in_seq in I. split; [lia|].
      apply product_refuses; [|exact N]. apply Forall_forall. intros x X. apply in_map_iff in X. destruct X as (j & <- & J).
      apply filter_In in J. destruct J as [J _]. apply in_seq in J. rewrite Forall_forall in P. apply P, nth_In. lia.
  Qed.
End Printed.
Theorem weakly_congruent_exists : exists self, forall a b, self a b = Headers.weakly_congruent self a b.
Proof.
  apply (own_text_of_two false (fun a _ => weight a)). intros f g a b H. unfold Headers.weakly_congruent.
  destruct a as [x|u]; [reflexivity|]. cbn [is_leaf entries].
  erewrite walk_alike; [reflexivity|]. intros [m k] s I. apply in_combine_l in I. cbv beta iota.
  rewrite H; [reflexivity|]. now apply an_entry_weighs_less.
Qed.
Theorem spread_exists : exists self, forall order shape out, self order shape out = Headers.spread self order shape out.
Proof.
  destruct (own_text (tree * tree * list Z) (list Z) [] (fun p => weight (fst (fst p)))
    (fun self p => Headers.spread (fun a b out => self (a, b, out)) (fst (fst p)) (snd (fst p)) (snd p))) as [f F].
  - intros f g [[a b] out] H. cbn [fst snd] in *. unfold Headers.spread. destruct a as [x|u]; [reflexivity|]. cbn [is_leaf]. cbv zeta.
    assert (G : forall k, In k (below (rank (Tuple u))) -> forall l, f (nth_entry (Tuple u) (Z.to_nat k), nth_entry b (Z.to_nat k), l) =
      g (nth_entry (Tuple u) (Z.to_nat k), nth_entry b (Z.to_nat k), l)).
    { intros k I l. apply H. cbn [fst]. apply an_entry_weighs_less. unfold below, rank in I. cbn [entries] in I.
      apply in_map_iff in I. destruct I as (j & <- & I). apply in_seq in I. rewrite Nat2Z.id. apply nth_In. lia. }
    revert out H G. generalize (below (rank (Tuple u))) as ks. induction ks as [|k ks IH]; intros out H G; [reflexivity|]. cbn [fold_left].
    rewrite G by now left. apply IH; [exact H|]. intros j J. apply G. now right.
  - exists (fun a b out => f (a, b, out)). intros a b out. exact (F (a, b, out)).
Qed.

(* ------------------------------------------------------------------------------------------------- from the left, and the right *)

(* layout.hpp, compact_col_major(): a product that does not fit is not taken, and make_layout's to refuse. *)
Lemma col_major_from l : forall start out, Forall (Z.le 1) l -> 1 <= start -> start * points l <= limit ->
  exists r last, fold_left (fun '(x2, l3) m1 => if m1 =? 1 then if product_fits x2 m1 then (x2 * m1, (l3 ++ [0])) else (x2, (l3 ++ [0]))
    else if product_fits x2 m1 then (x2 * m1, (l3 ++ [x2])) else (x2, (l3 ++ [x2]))) l (start, out) = (last, out ++ r) /\
  length r = length l /\ forall k, (k < length l)%nat -> nth k r 0 = if nth k l 0 =? 1 then 0 else start * points (firstn k l).
Proof.
  induction l as [|s t IH]; intros start out P S L; [exists [], start; rewrite app_nil_r; repeat split; cbn; lia|].
  inversion_clear P as [|? ? Ps Pt]. cbn [points] in L. pose proof (points_at_least_one t Pt) as Q.
  assert (F : product_fits start s = true) by (apply product_fits_is; unfold limit in *; try lia; rewrite Z.abs_eq; nia).
  cbn [fold_left]. rewrite F. set (x := if s =? 1 then 0 else start).
  assert (E : (if s =? 1 then (start * s, out ++ [0]) else (start * s, out ++ [start])) = (start * s, out ++ [x]))
    by (unfold x; now destruct (s =? 1)).
  rewrite E. destruct (IH (start * s) (out ++ [x]) Pt ltac:(nia) ltac:(lia)) as (r & last & -> & N & V).
  exists (x :: r), last. rewrite <- app_assoc. split; [reflexivity|]. split; [cbn [length]; lia|].
  intros [|k] K; cbn [nth firstn points]; [unfold x; now rewrite Z.mul_1_r|].
  cbn [length] in K. rewrite V by lia. destruct (nth k t 0 =? 1); [reflexivity|]. ring.
Qed.
Theorem col_major_is l start : Forall (Z.le 1) l -> 1 <= start -> start * points l <= limit ->
  length (Headers.compact_col_major l start) = length l /\ forall k, (k < length l)%nat ->
    nth k (Headers.compact_col_major l start) 0 = if nth k l 0 =? 1 then 0 else start * points (firstn k l).
Proof.
  intros P S L. unfold Headers.compact_col_major. destruct (col_major_from l start [] P S L) as (r & last & -> & N & V). now split.
Qed.
Theorem row_major_is l start : Forall (Z.le 1) l -> 1 <= start -> start * points l <= limit ->
  length (Headers.compact_row_major l start) = length l /\ forall k, (k < length l)%nat ->
    nth k (Headers.compact_row_major l start) 0 = if nth k l 0 =? 1 then 0 else start * points (skipn (S k) l).
Proof.
  intros P T L. assert (E : Headers.compact_row_major l start = rev (Headers.compact_col_major (rev l) start))
    by (unfold Headers.compact_row_major, Headers.compact_col_major; now destruct (fold_left _ (rev l) _)).
  rewrite E.
  destruct (col_major_is (rev l) start) as [N V]; [now apply Forall_rev|auto|now rewrite points_rev|].
  rewrite rev_length in *. split; [exact N|]. intros k K. rewrite rev_nth, N, V by lia. rewrite rev_nth by lia.
  replace (length l - S (length l - S k))%nat with k by lia. destruct (nth k l 0 =? 1); [reflexivity|]. f_equal.
  rewrite firstn_rev, points_rev. do 2 f_equal. lia.
Qed.
