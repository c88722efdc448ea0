(* SPDX-License-Identifier: MIT *)
(* Compact strides of any number of extents: each is the product of those that the order counts before. Law:
   edits_keep_the_other_modes. *)
From Coq Require Import ZArith List Lia Bool.
Require Import Colex.Fold Colex.Nested Colex.Vocabulary Colex.Steps Colex.Evaluate Colex.Limits Colex.Trees.
Import ListNotations.
Open Scope list_scope.
Open Scope Z_scope.

Local Notation tree := (Nested.tree Z).

(* ------------------------------------------------------------------------------------------------- in any order *)

(* make.hpp, spread(): each number of the order stands for the leaves of one part of the shape. *)
Fixpoint spread (order shape : tree) {struct order} : list Z :=
  match order with
  | Leaf o => map (fun _ => o) (leaves shape)
  | Tuple os =>
      match shape with
      | Leaf _ => []
      | Tuple ss => (fix each (os ss : list tree) {struct os} : list Z :=
          match os, ss with o :: u, s :: v => spread o s ++ each u v | _, _ => [] end) os ss
      end
  end.
(* compact_order(): one loop for each leaf k, over all leaves j. *)
Definition before (orders : list Z) (k j : nat) : bool :=
  counted_before (nth j orders 0) (nth k orders 0) (Z.of_nat j) (Z.of_nat k).
Definition stride_of (extents orders : list Z) (k : nat) : option Z :=
  fold_left (fun so_far j => if before orders k j then times so_far (nth j extents 0) else so_far)
    (seq 0 (length orders)) (Some 1).
Fixpoint strides_from (extents orders : list Z) (ks : list nat) : option (list Z) :=
  match ks with
  | [] => Some []
  | k :: t =>
      match stride_of extents orders k with
      | Some s => option_map (cons (if nth k extents 0 =? 1 then 0 else s)) (strides_from extents orders t)
      | None => None
      end
  end.
Definition compact_order (shape order : tree) : option (list Z) :=
  if weakly_congruent order shape then
    let orders := spread order shape in strides_from (leaves shape) orders (seq 0 (length orders))
  else None.

(* The extents that the order counts before leaf k. *)
Definition counted (orders : list Z) (k j : nat) : Prop := nth j orders 0 < nth k orders 0 \/
  nth j orders 0 = nth k orders 0 /\ (j < k)%nat.
Definition extents_before (extents orders : list Z) (k : nat) : list Z :=
  map (fun j => nth j extents 0) (filter (before orders k) (seq 0 (length orders))).
Lemma stride_of_is extents orders k : stride_of extents orders k = product (extents_before extents orders k).
Proof.
  unfold stride_of, product, extents_before. generalize (Some 1). induction (seq 0 (length orders)) as [|j l IH]; intros s; [reflexivity|].
  cbn [fold_left filter]. rewrite IH. now destruct (before orders k j).
Qed.

Lemma spread_length order : forall shape, weakly_congruent order shape = true ->
  length (spread order shape) = length (leaves shape).
Proof.
  unfold weakly_congruent. induction order as [o|os IH] using tree_induction; intros shape C; [apply map_length|].
  apply opened_is in C. inversion C as [|? ss F]; subst. cbn [spread leaves]. clear C.
  induction F as [|o s u v H F IHF]; [reflexivity|]. inversion_clear IH as [|? ? Ho Hu].
  cbn [flat_map]. rewrite !app_length, Ho, IHF; auto. now apply opened_is.
Qed.
Lemma strides_from_is extents orders ks : forall r, strides_from extents orders ks = Some r ->
  r = map (fun k => if nth k extents 0 =? 1 then 0 else points (extents_before extents orders k)) ks.
Proof.
  induction ks as [|k t IH]; intros r E; cbn [strides_from] in E; [now injection E as <-|].
  rewrite stride_of_is in E. destruct (product _) as [s|] eqn:P; [|discriminate]. apply product_is in P.
  destruct (strides_from extents orders t) as [q|]; [|discriminate]. injection E as <-. cbn [map]. rewrite P. f_equal. now apply IH.
Qed.
Theorem compact_order_is shape order r : compact_order shape order = Some r ->
  let orders := spread order shape in
  is_opened (fun _ _ => true) order shape /\ length orders = length (leaves shape) /\ length r = length (leaves shape) /\
  forall k, (k < length (leaves shape))%nat ->
    nth k r 0 = if nth k (leaves shape) 0 =? 1 then 0 else points (extents_before (leaves shape) orders k).
Proof.
  unfold compact_order. cbv zeta. destruct (weakly_congruent order shape) eqn:C; [|discriminate]. intros E.
  pose proof (spread_length _ _ C) as L. set (orders := spread order shape) in *. apply opened_is in C. apply strides_from_is in E. subst r.
  rewrite map_length, seq_length. split; [exact C|]. split; [exact L|]. split; [exact L|]. intros k K.
  set (f := fun k : nat => _). rewrite (nth_indep _ 0 (f 0%nat)) by (rewrite map_length, seq_length; lia).
  rewrite map_nth, seq_nth by lia. reflexivity.
Qed.
(* What is refused: an order of another nesting, or a product above 2^62. *)
Theorem compact_order_refuses shape order : Forall (Z.le 1) (leaves shape) -> compact_order shape order = None ->
  ~ is_opened (fun _ _ => true) order shape \/
  exists k, (k < length (leaves shape))%nat /\ limit < points (extents_before (leaves shape) (spread order shape) k).
Proof.
  unfold compact_order. cbv zeta. intros P. destruct (weakly_congruent order shape) eqn:C.
  2: { intros _. left. intros O. apply opened_is in O. unfold weakly_congruent in C. congruence. }
  pose proof (spread_length _ _ C) as L. rewrite L. set (orders := spread order shape) in *. intros E. right.
  assert (G : forall ks, strides_from (leaves shape) orders ks = None ->
    exists k, In k ks /\ product (extents_before (leaves shape) orders k) = None).
  { clear E. induction ks as [|k t IH]; cbn [strides_from]; [discriminate|]. rewrite stride_of_is.
    destruct (product _) eqn:Q; [|intros _; exists k; cbn; auto].
    destruct (strides_from (leaves shape) orders t); [discriminate|]. intros _. destruct (IH eq_refl) as (j & I & N). exists j. cbn. auto. }
  destruct (G _ E) as (k & I & N). apply in_seq in I. exists k. split; [lia|]. apply product_refuses; [|exact N].
  apply Forall_forall. intros x X. apply in_map_iff in X. destruct X as (j & <- & J). apply filter_In in J. destruct J as [J _].
  apply in_seq in J. rewrite Forall_forall in P. apply P, nth_In. lia.
Qed.

(* ------------------------------------------------------------------------------------------------- from the left, and the right *)

(* layout.hpp, compact_col_major(): a product that does not fit is not taken, and make_layout's to refuse. *)
Fixpoint col_major (next : Z) (l : list Z) : list Z :=
  match l with [] => [] | s :: t => compact_stride s next ++ col_major (if product_fits next s then next * s else next) t end.
Definition row_major (start : Z) (l : list Z) : list Z := rev (col_major start (rev l)).

Theorem col_major_is l : forall start, Forall (Z.le 1) l -> 1 <= start -> start * points l <= limit ->
  length (col_major start l) = length l /\
  forall k, (k < length l)%nat -> nth k (col_major start l) 0 = if nth k l 0 =? 1 then 0 else start * points (firstn k l).
Proof.
  induction l as [|s t IH]; intros start P S L; cbn [col_major]; [split; [auto|]; cbn; lia|].
  inversion_clear P as [|? ? Ps Pt]. cbn [points] in L. pose proof (points_at_least_one t Pt) as Q.
  assert (F : product_fits start s = true) by (apply product_fits_is; unfold limit in *; try lia; rewrite Z.abs_eq; nia).
  rewrite F, compact_stride_is. destruct (IH (start * s) Pt ltac:(nia) ltac:(lia)) as [N V].
  split; [cbn [length app]; lia|]. intros [|k] K; cbn [app nth firstn points]; [now rewrite Z.mul_1_r|].
  cbn [length] in K. rewrite V by lia. destruct (nth k t 0 =? 1); [reflexivity|]. ring.
Qed.
Theorem row_major_is l start : Forall (Z.le 1) l -> 1 <= start -> start * points l <= limit ->
  length (row_major start l) = length l /\
  forall k, (k < length l)%nat -> nth k (row_major start l) 0 = if nth k l 0 =? 1 then 0 else start * points (skipn (S k) l).
Proof.
  intros P T L. unfold row_major. destruct (col_major_is (rev l) start) as [N V]; [now apply Forall_rev|auto|now rewrite points_rev|].
  rewrite rev_length in *. split; [exact N|]. intros k K. rewrite rev_nth, N, V by lia. rewrite rev_nth by lia.
  replace (length l - S (length l - S k))%nat with k by lia. destruct (nth k l 0 =? 1); [reflexivity|]. f_equal.
  rewrite firstn_rev, points_rev. do 2 f_equal. lia.
Qed.

(* The functions are the shipped ones on these forms. *)
Local Arguments product_fits _ _ : simpl never.
Theorem compact_order_driver a b c :
  compact_order (form a b c) (Tuple [Leaf 1; Tuple [Leaf 0; Leaf 1]]) = compact_order_form a b c.
Proof. unfold compact_order_form. alike. Qed.
Theorem col_major_driver a b start : col_major start [a; b] = compact_col_major_form a b start.
Proof. unfold compact_col_major_form. cbn [col_major]. rewrite !compact_stride_is. alike. Qed.
Theorem row_major_driver a b start : row_major start [a; b] = compact_row_major_form a b start.
Proof. unfold compact_row_major_form, row_major. cbn [rev col_major app]. rewrite !compact_stride_is. alike. Qed.

Definition theorems :=
  (@compact_order_is, @compact_order_refuses, @row_major_is).
Print Assumptions theorems.
