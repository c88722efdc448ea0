(* SPDX-License-Identifier: MIT *)
(* crd2idx of a coordinate with an entry for each extent, as a program has printed it, at every rank: it is the place that the coordinate
   has in the count, and idx2crd undoes it. Law: evaluate_is_colexicographic. *)
From Coq Require Import ZArith List String Lia.
Require Import Colex.Fold Colex.Combinators Colex.Steps Colex.Evaluate Colex.Limits Colex.Printed.
Require Colex.Headers.
Import ListNotations.
Open Scope list_scope.
Open Scope Z_scope.

(* The places that a shape counts by; a product that does not fit is not taken, and refused after. *)
Fixpoint counting (points : Z) (ms : list mode) : list mode :=
  match ms with
  | [] => []
  | m :: t => Mode (shape m) points :: counting (if product_fits points (shape m) then points * shape m else points) t
  end.
Theorem printed_crd2idx c ms : Headers.crd2idx c (map shape ms) =
  if (well_formed (counting 1 ms) =? "none")%string then offset_of product_fits sum_fits c (counting 1 ms) 0 else None.
Proof.
  unfold Headers.crd2idx. match goal with |- context [fold_left ?f] => assert (G : forall points out,
    exists p, fold_left f (map shape ms) (points, out) = (p, out ++ counting points ms)) end.
  { induction ms as [|m t IH]; intros points out; cbn [map fold_left counting]; [exists points; now rewrite app_nil_r|].
    destruct (product_fits points (shape m)); edestruct IH as [p ->]; exists p; now rewrite <- app_assoc. }
  destruct (G 1 []) as [p ->]. cbn [app]. rewrite printed_well_formed. destruct (_ =? _)%string; [|reflexivity].
  now destruct (offset_of _ _ _ _ _).
Qed.

Lemma offset_from ms : forall c points reach offset i, Forall positive ms -> 1 <= points ->
  well_formed_from (counting points ms) points reach = "none"%string ->
  offset_of product_fits sum_fits c (counting points ms) offset = Some i -> i = offset + points * index_of ms c.
Proof.
  induction ms as [|m t IH]; intros [|x y] points reach offset i HP Hp W E; cbn [counting offset_of index_of] in *; try discriminate;
    [injection E as <-; lia|].
  inversion_clear HP as [|? ? Pm Pt]. unfold positive in Pm. cbn [well_formed_from shape stride] in W, E.
  destruct (Z.ltb_spec (shape m) 1); [lia|].
  destruct (product_fits points (shape m)); [|discriminate]. destruct (product_fits (shape m) points); [|discriminate].
  destruct (sum_fits reach _); [|discriminate]. destruct (product_fits x points); [|discriminate]. destruct (sum_fits offset _); [|discriminate].
  apply (IH y (points * shape m) _ _ _ Pt ltac:(nia) W) in E. rewrite E. ring.
Qed.
Theorem crd2idx_counts ms c i : Forall positive ms -> Headers.crd2idx c (map shape ms) = Some i -> i = index_of ms c.
Proof.
  intros HP E. rewrite printed_crd2idx in E. destruct (String.eqb_spec (well_formed (counting 1 ms)) "none"); [|discriminate].
  apply (offset_from ms c 1 0 0 i HP ltac:(lia)) in E; [|assumption]. lia.
Qed.
Theorem coordinate_returns ms c i : Forall positive ms -> in_box ms c -> Headers.crd2idx c (map shape ms) = Some i ->
  Headers.idx2crd i (map shape ms) = c.
Proof.
  intros HP B E. apply crd2idx_counts in E; [|exact HP]. subst i. rewrite printed_idx2crd.
  assert (In : 0 <= index_of ms c < size ms).
  { clear -B HP. induction B as [|m x t y Hx Ht IH]; cbn [index_of size]; [lia|]. inversion_clear HP as [|? ? _ Pt].
    specialize (IH Pt). cbv beta in Hx. nia. }
  rewrite idx2crd_is_in_the_box by auto. now apply digits_of_index.
Qed.
