(* SPDX-License-Identifier: MIT *)
(* Trees of any form with leaves of any kind, and the code in which nested.hpp keeps them: nodes in preorder, a 0 for a leaf, 1 + k
   for a tuple of k entries, and the leaves beside them. *)
From Coq Require Import ZArith List.
Import ListNotations.
Open Scope Z_scope.

Inductive tree {A : Type} : Type := Leaf (x : A) | Tuple (entries : list tree).
Arguments tree : clear implicits.
Section Induction.
  Variable A : Type.
  Variable P : tree A -> Prop.
  Hypothesis of_leaf : forall x, P (Leaf x).
  Hypothesis of_tuple : forall entries, Forall P entries -> P (Tuple entries).
  Fixpoint tree_induction (t : tree A) : P t :=
    match t with
    | Leaf x => of_leaf x
    | Tuple entries => of_tuple entries ((fix all (l : list (tree A)) : Forall P l :=
        match l with [] => Forall_nil P | u :: v => Forall_cons u (tree_induction u) (all v) end) entries)
    end.
End Induction.
Arguments tree_induction {A}.

Section Code.
  Context {A : Type}.
  Fixpoint leaves (t : tree A) : list A := match t with Leaf x => [x] | Tuple entries => flat_map leaves entries end.
  Fixpoint code (t : tree A) : list Z :=
    match t with Leaf _ => [0] | Tuple entries => 1 + Z.of_nat (length entries) :: flat_map code entries end.
  Record coded := Coded { nodes : list Z; items : list A }.
  Definition encoded (t : tree A) : coded := Coded (code t) (leaves t).
End Code.
Arguments coded : clear implicits.

(* Two lists, entry by entry, both of one length. *)
Inductive entrywise {A B C} (R : A -> B -> C -> Prop) : list A -> list B -> list C -> Prop :=
  | none_left : entrywise R [] [] []
  | one_more x y z t u v : R x y z -> entrywise R t u v -> entrywise R (x :: t) (y :: u) (z :: v).
Lemma entrywise_app {A B C} (R : A -> B -> C -> Prop) a b c a' b' c' :
  entrywise R a b c -> entrywise R a' b' c' -> entrywise R (a ++ a') (b ++ b') (c ++ c').
Proof. induction 1; cbn [app]; [auto|]. intros. constructor; auto. Qed.
