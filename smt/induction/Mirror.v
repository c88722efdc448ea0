(* SPDX-License-Identifier: MIT *)
(* Trees with every tuple turned round, and layouts of which the last mode runs fastest. Law: lexicographic_is_the_mirror. *)
From Coq Require Import ZArith List Lia.
Require Import Colex.Fold Colex.Nested Colex.Combinators Colex.Steps Colex.Evaluate.
Require Colex.Headers Colex.Loops.
Import ListNotations.
Open Scope list_scope.
Open Scope Z_scope.

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
Lemma size_rev ms : size (rev ms) = size ms.
Proof. induction ms as [|m t IH]; [reflexivity|]. cbn [rev size]. rewrite size_app, IH. cbn [size]. ring. Qed.
Theorem turned_round ms i : Forall positive ms -> evaluate (rev ms) i = in_rows ms i.
Proof.
  induction 1 as [|m t Hm Ht IH]; [reflexivity|]. cbn [rev in_rows]. rewrite evaluate_app by now apply Forall_rev.
  rewrite IH, size_rev, evaluate_cons, evaluate_nil. ring.
Qed.
Theorem shipped_rows ms i : Forall positive ms -> 0 <= i -> shipped_evaluate (rev ms) i = in_rows ms i.
Proof. intros H I. rewrite shipped_evaluate_is by (auto; now apply Forall_rev). now apply turned_round. Qed.

(* The printed functions, of leaves in order. *)
Definition turned (r : option (list mode)) : option (list mode) := option_map (@rev mode) r.
Lemma turned_back r answer : turned r = answer -> r = turned answer.
Proof. intros <-. destruct r; cbn; [now rewrite rev_involutive|reflexivity]. Qed.
Theorem printed_lex_evaluate A i : Headers.lex_evaluate A i = Headers.evaluate (rev A) i.
Proof. reflexivity. Qed.
Theorem printed_lex_coalesce A : Headers.lex_coalesce A = rev (Headers.coalesce (rev A)).
Proof. reflexivity. Qed.
Theorem printed_lex_complement A n : Headers.lex_complement A n = turned (Headers.strict_complement (rev A) n).
Proof. unfold Headers.lex_complement. now destruct (Headers.strict_complement (rev A) n). Qed.
Theorem printed_lex_composition along gave_up first A B : Loops.lex_composition along gave_up first A B =
  turned (Loops.composition (along (rev A)) (gave_up (rev A)) first (rev A) (rev B)).
Proof. unfold Loops.lex_composition. now destruct (Loops.composition _ _ _ (rev A) (rev B)). Qed.
Theorem printed_lex_right_inverse A found : Loops.lex_right_inverse A found = turned (Loops.right_inverse (rev A) found).
Proof. unfold Loops.lex_right_inverse. now destruct (Loops.right_inverse (rev A) found). Qed.
Theorem printed_lex_left_inverse one A found : Loops.lex_left_inverse one A found = turned (Loops.left_inverse one (rev A) found).
Proof. unfold Loops.lex_left_inverse. now destruct (Loops.left_inverse one (rev A) found). Qed.
