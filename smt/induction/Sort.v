(* SPDX-License-Identifier: MIT *)
(* sort_by_stride at every rank: it permutes, and it orders.
   `sort_swaps a b` is generated: whether the shipped sort swaps the neighbours a, b. *)
From Coq Require Import ZArith List Lia Permutation Sorted.
Require Import Colex.Fold Colex.Steps.
Import ListNotations.
Open Scope Z_scope.

(* The inner loop: m moves down past its neighbours while they are to be swapped. `down` holds the modes below m,
   the nearest first, and `up` those above it. *)
Fixpoint insert (down : list mode) (m : mode) (up : list mode) : list mode :=
  match down with
  | [] => m :: up
  | n :: t => if sort_swaps n m then insert t m (n :: up) else rev down ++ m :: up
  end.
(* The outer loop: each mode in turn, among those before it. *)
Fixpoint sort_from (sorted todo : list mode) : list mode :=
  match todo with [] => sorted | m :: t => sort_from (insert (rev sorted) m []) t end.
Definition sort (ms : list mode) : list mode := sort_from [] ms.

Lemma insert_permutes down : forall m up, Permutation (rev down ++ m :: up) (insert down m up).
Proof.
  induction down as [|n t IH]; intros m up; cbn [insert]; [auto|]. destruct (sort_swaps n m); [|auto].
  rewrite <- IH. cbn [rev]. rewrite <- app_assoc. apply Permutation_app_head. cbn. apply perm_swap.
Qed.
Lemma sort_from_permutes todo : forall sorted, Permutation (sorted ++ todo) (sort_from sorted todo).
Proof.
  induction todo as [|m t IH]; intros sorted; cbn [sort_from]; [now rewrite app_nil_r|].
  rewrite <- IH. change (m :: t) with ([m] ++ t). rewrite app_assoc. apply Permutation_app_tail.
  rewrite <- (rev_involutive sorted) at 1. apply insert_permutes.
Qed.
Theorem sort_permutes ms : Permutation ms (sort ms).
Proof. apply (sort_from_permutes ms []). Qed.

Definition below (a b : mode) : Prop := stride a <= stride b.
Definition ordered : list mode -> Prop := StronglySorted below.

Lemma swaps_where_larger a b : sort_swaps a b = (stride b <? stride a).
Proof. unfold sort_swaps. now destruct (stride b <? stride a). Qed.

Lemma ordered_app a b : ordered a -> ordered b -> (forall x y, In x a -> In y b -> below x y) -> ordered (a ++ b).
Proof.
  induction 1 as [|x t Ht IH Hx]; intros Hb H; cbn; [auto|]. constructor.
  - apply IH; auto. intros; apply H; cbn; auto.
  - apply Forall_app. split; [auto|]. apply Forall_forall. intros y Hy. apply H; cbn; auto.
Qed.
Lemma ordered_split a b : ordered (a ++ b) -> ordered a /\ ordered b /\ (forall x y, In x a -> In y b -> below x y).
Proof.
  induction a as [|x t IH]; cbn; intros H; [repeat split; auto; try constructor; tauto|].
  inversion_clear H as [|? ? H1 H2]. destruct (IH H1) as (A & B & C). apply Forall_app in H2. destruct H2 as [D E].
  split; [constructor; auto|]. split; [auto|]. intros u v [<-|Hu] Hv; [|auto].
  rewrite Forall_forall in E. auto.
Qed.
Lemma insert_orders down : forall m up, ordered (rev down ++ up) -> (forall y, In y up -> stride m < stride y) ->
  ordered (insert down m up).
Proof.
  induction down as [|n t IH]; intros m up H Hup; cbn [insert].
  - cbn in H. constructor; [auto|]. apply Forall_forall. intros y Hy. specialize (Hup y Hy). unfold below. lia.
  - rewrite swaps_where_larger. destruct (Z.ltb_spec (stride m) (stride n)) as [L|L].
    + apply IH; [cbn [rev] in H; now rewrite <- app_assoc in H|]. intros y [<-|Hy]; auto.
    + destruct (ordered_split _ _ H) as (A & B & C). apply ordered_app; [auto| |].
      * constructor; [auto|]. apply Forall_forall. intros y Hy. specialize (Hup y Hy). unfold below. lia.
      * intros x y Hx [<-|Hy]; [|auto]. cbn [rev] in A, Hx. destruct (ordered_split _ _ A) as (_ & _ & D).
        unfold below in *. apply in_app_iff in Hx. destruct Hx as [Hx|[<-|[]]]; [|auto].
        specialize (D x n Hx (or_introl eq_refl)). lia.
Qed.
Lemma sort_from_orders todo : forall sorted, ordered sorted -> ordered (sort_from sorted todo).
Proof.
  induction todo as [|m t IH]; intros sorted H; cbn [sort_from]; [auto|]. apply IH. apply insert_orders.
  - now rewrite rev_involutive, app_nil_r.
  - intros y [].
Qed.
Theorem sort_orders ms : ordered (sort ms).
Proof. apply sort_from_orders. constructor. Qed.

(* The driver is the shipped function at ranks 3 and 4. *)
Ltac sort_driver := unfold sort; same_tree_after ltac:(rewrite ?swaps_where_larger).
Theorem sort_driver_3 a b c : sort [a; b; c] = sort_3 a b c.
Proof. unfold sort_3. sort_driver. Qed.
Theorem sort_driver_4 a b c d : sort [a; b; c; d] = sort_4 a b c d.
Proof. unfold sort_4. sort_driver. Qed.
