(* SPDX-License-Identifier: MIT *)
(* Trees of any form: products of their numbers. Law: division_rounds. *)
From Coq Require Import ZArith List Lia Bool.
Require Import Colex.Fold Colex.Nested Colex.Combinators Colex.Vocabulary Colex.Steps Colex.Evaluate Colex.Limits.
Import ListNotations.
Open Scope list_scope.
Open Scope Z_scope.

(* nested.hpp's, of numbers. *)
Local Notation tree := (Nested.tree Z).
Lemma points_app a b : points (a ++ b) = points a * points b.
Proof. induction a as [|x t IH]; cbn [app points]; [lia|]. rewrite IH. ring. Qed.

(* A text that asks itself of less only: there is a function that is so. *)
Section Own.
  Variables (A R : Type) (none : R) (weight : A -> nat) (body : (A -> R) -> A -> R).
  Hypothesis Less : forall f g a, (forall x, (weight x < weight a)%nat -> f x = g x) -> body f a = body g a.
  Lemma own_text : exists f, forall a, f a = body f a.
  Proof.
    set (F := fix F (n : nat) (a : A) := match n with O => none | S k => body (F k) a end).
    assert (G : forall n m a, (weight a < n)%nat -> (weight a < m)%nat -> F n a = F m a).
    { induction n as [|n IH]; intros [|m] a N M; try lia. cbn [F]. apply Less. intros x L. apply IH; lia. }
    exists (fun a => F (S (weight a)) a). intros a.
    change (body (F (weight a)) a = body (fun x => F (S (weight x)) x) a). apply Less. intros x L. apply G; lia.
  Qed.
End Own.
Lemma own_text_of_two {A B R} (none : R) (weight : A -> B -> nat) (body : (A -> B -> R) -> A -> B -> R) :
  (forall f g a b, (forall x y, (weight x y < weight a b)%nat -> f x y = g x y) -> body f a b = body g a b) ->
  exists f, forall a b, f a b = body f a b.
Proof.
  intros Less. destruct (own_text (A * B) R none (fun p => weight (fst p) (snd p)) (fun f p => body (fun a b => f (a, b)) (fst p) (snd p)))
    as [f F]; [|exists (fun a b => f (a, b)); intros a b; exact (F (a, b))].
  intros f g [a b] H. apply Less. intros x y. exact (H (x, y)).
Qed.
Fixpoint weight {A} (t : Nested.tree A) : nat := match t with Leaf _ => 1%nat | Tuple es => S (list_sum (map weight es)) end.
Lemma an_entry_weighs_less {A} (x : Nested.tree A) es : In x es -> (weight x < weight (Tuple es))%nat.
Proof.
  intros I. enough ((weight x <= list_sum (map weight es))%nat) by (cbn [weight]; lia).
  induction es as [|y t IH]; [destruct I|]. change (list_sum (map weight (y :: t))) with (weight y + list_sum (map weight t))%nat.
  destruct I as [->|I]; [|specialize (IH I)]; lia.
Qed.
Lemma walk_alike {X state answer} (p q : X -> state -> state + answer) l : (forall x s, In x l -> p x s = q x s) ->
  forall s, walk p l s = walk q l s.
Proof.
  induction l as [|x t IH]; intros H s; cbn [walk]; [reflexivity|]. rewrite (H x s) by now left. destruct (q x s); [|reflexivity].
  apply IH. intros y z I. apply H. now right.
Qed.

(* Entries by their numbers, beside those of another tree. *)
Lemma skipn_here {X} (d : X) l : forall k, (k < length l)%nat -> skipn k l = nth k l d :: skipn (S k) l.
Proof. induction l as [|y l IH]; intros [|k] K; cbn [length] in K; try lia; [reflexivity|]. exact (IH k ltac:(lia)). Qed.
Lemma walk_map {X Y state answer} (g : X -> Y) (p : Y -> state -> state + answer) l : forall s,
  walk p (map g l) s = walk (fun x => p (g x)) l s.
Proof. induction l as [|x t IH]; intros s; [reflexivity|]. cbn [map walk]. destruct (p (g x) s); [apply IH|reflexivity]. Qed.
Lemma combine_numbered {X Y} d (vs : list Y) : forall us : list X, length us = length vs ->
  combine us vs = map (fun p => (fst p, nth (snd p) vs d)) (combine us (seq 0 (length us))).
Proof.
  induction vs as [|v w IH]; intros [|u t] L; try discriminate; [reflexivity|]. cbn [length seq combine map fst snd nth]. f_equal.
  rewrite (IH t) by (cbn [length] in L; congruence). rewrite <- seq_shift. clear.
  generalize (seq 0 (length t)) as ks. intros ks. revert ks. induction t as [|u t IH]; intros [|k ks]; try reflexivity.
  cbn [map combine fst snd nth]. f_equal. apply IH.
Qed.
Lemma numbered_entries {X Y} (a : Nested.tree X) (b : Nested.tree Y) : rank a = rank b ->
  combine (entries a) (entries b) = map (fun k => (nth_entry a (Z.to_nat k), nth_entry b (Z.to_nat k))) (below (rank a)).
Proof.
  unfold rank, nth_entry, below. intros L. rewrite Nat2Z.id, map_map, (combine_numbered b) by lia.
  transitivity (map (fun k => (nth k (entries a) a, nth k (entries b) b)) (seq 0 (length (entries a))));
    [|apply map_ext; intros k; now rewrite Nat2Z.id].
  generalize (entries b) as es. intros es. clear. generalize (entries a) as us. intros us.
  enough (G : forall n vs, skipn n vs = us -> map (fun p => (fst p, nth (snd p) es b)) (combine us (seq n (length us))) =
    map (fun k => (nth k vs a, nth k es b)) (seq n (length us))) by now apply G.
  induction us as [|u t IH]; intros n vs S; [reflexivity|]. cbn [length seq combine map fst snd].
  assert (N : nth n vs a = u /\ skipn (Datatypes.S n) vs = t).
  { clear -S. revert vs S. induction n as [|n IH]; intros [|v vs] S; try discriminate; cbn in *; [injection S as -> ->; auto|now apply IH]. }
  destruct N as [-> N]. f_equal. now apply IH.
Qed.

(* ----------------------------------------------------------------------------------- tuple.hpp: products *)

Definition times (so_far : option Z) (x : Z) : option Z :=
  match so_far with Some p => if product_fits p x then Some (p * x) else None | None => None end.
Definition product (l : list Z) : option Z := fold_left times l (Some 1).

Lemma times_none l : fold_left times l None = None.
Proof. induction l; auto. Qed.
Lemma product_from l : forall start p, fold_left times l (Some start) = Some p -> p = start * points l.
Proof.
  induction l as [|x t IH]; intros s p H; cbn [fold_left points times] in *; [injection H; lia|].
  destruct (product_fits s x); [|now rewrite times_none in H]. rewrite (IH _ _ H). ring.
Qed.
Theorem product_is l p : product l = Some p -> p = points l.
Proof. intros H. rewrite (product_from l 1 p H). ring. Qed.
Lemma points_at_least_one l : Forall (Z.le 1) l -> 1 <= points l.
Proof. induction 1; cbn [points]; nia. Qed.
Theorem product_refuses l : Forall (Z.le 1) l -> product l = None -> limit < points l.
Proof.
  unfold product. intros H. enough (G : forall s, 1 <= s -> fold_left times l (Some s) = None -> limit < s * points l).
  { intros E. specialize (G 1 ltac:(lia) E). lia. }
  induction H as [|x t Hx Ht IH]; intros s Hs E; cbn [fold_left times points] in *; [discriminate|].
  pose proof (points_at_least_one t Ht). destruct (product_fits s x) eqn:F.
  - specialize (IH (s * x) ltac:(nia) E). lia.
  - assert (limit < s * x); [|nia]. apply Z.lt_nge. intros L. unfold limit in *.
    assert (product_fits s x = true) by (apply product_fits_is; unfold limit; [lia|lia|rewrite Z.abs_eq by nia; lia]).
    congruence.
Qed.

Lemma points_rev l : points (rev l) = points l.
Proof.
  induction l as [|x t IH]; [auto|]. cbn [rev]. rewrite points_app, IH. cbn [points]. ring.
Qed.
