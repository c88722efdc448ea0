(* SPDX-License-Identifier: MIT *)
(* crd2idx of a coordinate that is nested as its shape is, at every rank and nesting: it is the place that the coordinate has in
   the count, and idx2crd undoes it. A digit stands as the stride of its mode. Law: evaluate_is_colexicographic. *)
From Coq Require Import ZArith List String Lia.
Require Import Colex.Fold Colex.Nested Colex.Steps Colex.Evaluate Colex.Limits.
Import ListNotations.
Open Scope Z_scope.

(* coordinate.hpp: the places that a shape counts by; a product that does not fit is not taken, and refused after. *)
Fixpoint counting (points : Z) (ms : list mode) : list mode :=
  match ms with
  | [] => []
  | m :: t => Mode (shape m) points :: counting (if product_fits points (shape m) then points * shape m else points) t
  end.
(* add_offset() of one leaf, and of one leaf after another. *)
Definition add_digit (digit place offset : Z) : option Z :=
  if product_fits digit place then if sum_fits offset (digit * place) then Some (offset + digit * place) else None
  else None.
Fixpoint add_digits (ms places : list mode) (offset : Z) : option Z :=
  match ms, places with
  | m :: t, p :: u => match add_digit (stride m) (stride p) offset with Some sum => add_digits t u sum | None => None end
  | _, _ => Some offset
  end.
Definition crd2idx (ms : list mode) : option Z :=
  let places := counting 1 ms in
  if (well_formed places =? "none")%string then add_digits ms places 0 else None.

Definition digits_in (ms : list mode) : list Z := map stride ms.

Lemma add_digits_from ms : forall points reach offset i, Forall positive ms -> 1 <= points ->
  well_formed_from (counting points ms) points reach = "none"%string ->
  add_digits ms (counting points ms) offset = Some i -> i = offset + points * index_of ms (digits_in ms).
Proof.
  induction ms as [|m t IH]; intros points reach offset i HP Hp W E; cbn [counting add_digits index_of digits_in map] in *.
  - injection E as <-. lia.
  - inversion_clear HP as [|? ? Pm Pt]. unfold positive in Pm. cbn [well_formed_from shape stride] in W.
    destruct (Z.ltb_spec (shape m) 1); [lia|].
    destruct (product_fits points (shape m)); [|discriminate]. destruct (product_fits (shape m) points); [|discriminate].
    destruct (sum_fits reach _); [|discriminate].
    unfold add_digit in E. destruct (product_fits _ _); [|discriminate]. destruct (sum_fits _ _); [|discriminate].
    apply (IH (points * shape m) _ _ _ Pt ltac:(nia) W) in E. rewrite E. cbn [stride]. unfold digits_in. ring.
Qed.
Theorem crd2idx_counts ms i : Forall positive ms -> crd2idx ms = Some i -> i = index_of ms (digits_in ms).
Proof.
  intros HP E. unfold crd2idx in E. destruct (String.eqb_spec (well_formed (counting 1 ms)) "none"); [|discriminate].
  apply (add_digits_from ms 1 0 0 i HP ltac:(lia)) in E; [|assumption]. lia.
Qed.

(* The two undo each other. `with_digits` puts a coordinate beside its shape. *)
Fixpoint with_digits (ms : list mode) (c : list Z) : list mode :=
  match ms, c with m :: t, x :: y => Mode (shape m) x :: with_digits t y | _, _ => [] end.
Lemma with_digits_are ms : forall c, List.length c = List.length ms ->
  digits_in (with_digits ms c) = c /\ (forall d, index_of (with_digits ms c) d = index_of ms d) /\
  (Forall positive ms -> Forall positive (with_digits ms c)).
Proof.
  induction ms as [|m t IH]; intros [|x y] L; try discriminate; [repeat split; auto|].
  injection L as L. destruct (IH y L) as (D & I & P). cbn [with_digits digits_in map stride]. fold (digits_in (with_digits t y)).
  rewrite D. split; [auto|]. split; [intros [|u v]; cbn [index_of]; [reflexivity|]; now rewrite I|].
  intros HP. inversion_clear HP. constructor; auto.
Qed.
Theorem coordinate_returns ms c j : Forall positive ms -> in_box ms c ->
  crd2idx (with_digits ms c) = Some j -> shipped_idx2crd ms j = c.
Proof.
  intros HP B E. assert (L : List.length c = List.length ms).
  { clear -B. induction B; cbn; congruence. }
  destruct (with_digits_are ms c L) as (D & I & P). apply crd2idx_counts in E; [|auto]. rewrite D, I in E. subst j.
  assert (In : 0 <= index_of ms c < size ms).
  { clear -B HP. induction B as [|m x t y Hx Ht IH]; cbn [index_of size]; [lia|]. inversion_clear HP as [|? ? _ Pt].
    specialize (IH Pt). cbv beta in Hx. nia. }
  rewrite idx2crd_is_in_the_box by auto. now apply digits_of_index.
Qed.

(* ------------------------------------------------------------------------------------------- nested coordinates *)

(* A shape and a coordinate of one nesting; the leaves as modes whose strides are the digits. *)
Local Notation tree := (Nested.tree mode).

(* add_offset(): entry after entry; each leaf takes the next place. *)
Fixpoint add_tree (t : tree) (places : list mode) (offset : Z) : option (Z * list mode) :=
  match t with
  | Leaf m =>
      match places with
      | p :: u => match add_digit (stride m) (stride p) offset with Some sum => Some (sum, u) | None => None end
      | [] => None
      end
  | Tuple ts =>
      (fix entries (ts : list tree) (places : list mode) (offset : Z) : option (Z * list mode) :=
         match ts with
         | [] => Some (offset, places)
         | t :: u => match add_tree t places offset with Some (sum, free) => entries u free sum | None => None end
         end) ts places offset
  end.

Lemma add_digits_app a : forall b places more offset, List.length places = List.length a ->
  add_digits (a ++ b) (places ++ more) offset =
  match add_digits a places offset with Some sum => add_digits b more sum | None => None end.
Proof.
  induction a as [|m t IH]; intros b [|p u] more offset L; try discriminate; [reflexivity|].
  injection L as L. cbn [app add_digits]. destruct (add_digit _ _ _); [|reflexivity]. now apply IH.
Qed.
Lemma add_tree_is t : forall places more offset, List.length places = List.length (leaves t) ->
  add_tree t (places ++ more) offset =
  match add_digits (leaves t) places offset with Some sum => Some (sum, more) | None => None end.
Proof.
  induction t as [m|ts H] using tree_induction; intros places more offset L.
  - destruct places as [|p [|q u]]; try discriminate. cbn. destruct (add_digit _ _ _); reflexivity.
  - revert places offset L. induction H as [|t u Ht Hu IH]; intros places offset L.
    + destruct places; [reflexivity|discriminate].
    + cbn [leaves flat_map] in L |- *. rewrite app_length in L.
      rewrite <- (firstn_skipn (List.length (leaves t)) places).
      set (a := firstn _ _). set (b := skipn _ _).
      assert (La : List.length a = List.length (leaves t)) by (apply firstn_length_le; lia).
      assert (Lb : List.length b = List.length (flat_map leaves u)) by (unfold b; rewrite skipn_length; lia).
      rewrite <- app_assoc. rewrite add_digits_app by auto.
      change (match add_tree t (a ++ b ++ more) offset with Some (sum, free) => add_tree (Tuple u) free sum | None => None end =
        match match add_digits (leaves t) a offset with Some sum => add_digits (flat_map leaves u) b sum | None => None end
        with Some sum => Some (sum, more) | None => None end).
      rewrite Ht by auto. destruct (add_digits (leaves t) a offset) as [sum|]; [|reflexivity]. now apply IH.
Qed.

(* So the nesting does not matter, as long as it is one: crd2idx reads the leaves. *)
Theorem nested_crd2idx t : crd2idx (leaves t) =
  let places := counting 1 (leaves t) in
  if (well_formed places =? "none")%string
  then match add_tree t places 0 with Some (sum, _) => Some sum | None => None end else None.
Proof.
  unfold crd2idx. cbv zeta. destruct (String.eqb _ _); [|reflexivity].
  assert (L : forall ms points, List.length (counting points ms) = List.length ms).
  { induction ms as [|m u IH]; intros points; cbn; [auto|]. now rewrite IH. }
  pose proof (add_tree_is t (counting 1 (leaves t)) [] 0 (L _ _)) as Q. rewrite app_nil_r in Q. rewrite Q.
  now destruct (add_digits _ _ _).
Qed.

(* The functions by hand are the shipped ones at ranks 0 and 1. *)
Ltac decide_all := repeat match goal with
  | H : ?c = _ |- context [if ?c then _ else _] => rewrite H
  | |- context [if ?c then _ else _] => decide_one c
  end.
Ltac crd2idx_driver := unfold crd2idx, well_formed; cbn [counting well_formed_from add_digits shape stride];
  unfold add_digit, farthest, magnitude; cbn [shape stride]; decide_all; reflexivity || discriminate.
Theorem crd2idx_driver_0 : crd2idx [] = crd2idx_0. Proof. reflexivity. Qed.
Theorem crd2idx_driver_1 a : crd2idx [a] = crd2idx_1 a.
Proof. unfold crd2idx_1. crd2idx_driver. Qed.

Definition theorems :=
  (@coordinate_returns, @nested_crd2idx, @crd2idx_driver_1).
Print Assumptions theorems.
