(* SPDX-License-Identifier: MIT *)
(* Trees with every tuple turned round, and layouts of which the last mode runs fastest. Law: lexicographic_is_the_mirror. *)
From Coq Require Import ZArith List Lia.
Require Import Colex.Fold Colex.Nested Colex.Steps Colex.Evaluate.
Import ListNotations.
Open Scope list_scope.
Open Scope Z_scope.

(* lexicographic.hpp. *)
Fixpoint reversed {A} (t : tree A) : tree A := match t with Leaf x => Leaf x | Tuple es => Tuple (rev (map reversed es)) end.

Lemma flat_map_rev {A B} (f : A -> list B) l : rev (flat_map f l) = flat_map (fun x => rev (f x)) (rev l).
Proof.
  induction l as [|x t IH]; [reflexivity|]. cbn [flat_map rev]. rewrite rev_app_distr, IH, flat_map_app. cbn [flat_map].
  now rewrite app_nil_r.
Qed.
Theorem leaves_are_turned_round {A} (t : tree A) : leaves (reversed t) = rev (leaves t).
Proof.
  induction t as [x|es IH] using tree_induction; [reflexivity|]. cbn [reversed leaves]. rewrite flat_map_rev.
  rewrite <- map_rev. apply Forall_rev in IH. induction IH as [|u v Hu _ IH]; [reflexivity|].
  cbn [map flat_map]. now rewrite Hu, IH.
Qed.
Theorem reversed_twice {A} (t : tree A) : reversed (reversed t) = t.
Proof.
  induction t as [x|es IH] using tree_induction; [reflexivity|]. cbn [reversed]. rewrite map_rev, rev_involutive, map_map.
  f_equal. induction IH as [|u v Hu _ IH]; [reflexivity|]. cbn [map]. now rewrite Hu, IH.
Qed.
Theorem reversed_driver {A} (a b c d e f : A) :
  encoded (reversed (Tuple [Leaf a; Tuple [Leaf b; Leaf c]; Leaf d])) = reversed_form a b c d e f.
Proof. reflexivity. Qed.

(* Digit times stride, the last mode's digit being i mod its extent. *)
Fixpoint in_rows (ms : list mode) (i : Z) : Z :=
  match ms with [] => 0 | m :: t => (i / size t) mod shape m * stride m + in_rows t i end.
Lemma size_rev ms : size (rev ms) = size ms.
Proof. induction ms as [|m t IH]; [reflexivity|]. cbn [rev size]. rewrite size_app, IH. cbn [size]. ring. Qed.
Theorem turned_round ms i : Forall positive ms -> evaluate (rev ms) i = in_rows ms i.
Proof.
  induction 1 as [|m t Hm Ht IH]; [reflexivity|]. cbn [rev in_rows]. rewrite evaluate_app by now apply Forall_rev.
  rewrite IH, size_rev, evaluate_cons, evaluate_nil. ring.
Qed.
Theorem shipped_rows ms i : Forall positive ms -> 0 <= i -> shipped_evaluate (rev ms) i = in_rows ms i.
Proof. intros H I. rewrite shipped_evaluate_is by (auto; now apply Forall_rev). now apply turned_round. Qed.

Definition theorems :=
  (@leaves_are_turned_round, @reversed_twice, @reversed_driver, @size_rev, @turned_round, @shipped_rows).
Print Assumptions theorems.
