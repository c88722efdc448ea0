(* SPDX-License-Identifier: MIT *)
(* Layouts that have A's values along each mode of B, and where these add up, at every rank of A and of B. A is `init` and then `last`,
   which runs on. Laws: composition_evaluates_pointwise, composition_refuses_rightly. *)
From Coq Require Import ZArith List Lia Bool.
Require Import Colex.Fold Colex.Steps Colex.Combinators Colex.Loops Colex.Evaluate Colex.Coalesce Colex.Find Colex.Composition Colex.Along.
Import ListNotations.
Open Scope Z_scope.

(* How A is read along a mode of B that the textbook's fold does not take. *)
Definition exact_along (A : list mode) (along : mode -> option (list mode)) : Prop := forall b, positive b -> 0 <= stride b ->
  match along b with
  | Some R => Forall positive R /\ size R = shape b /\ forall i, 0 <= i < shape b -> evaluate R i = runs_on A (i * stride b)
  | None => forall L, Forall positive L -> size L = shape b -> ~ forall i, 0 <= i < shape b -> evaluate L i = runs_on A (i * stride b)
  end.

Section Composing.
  Variables (init : list mode) (last : mode).
  Definition A : list mode := init ++ [last].
  Hypothesis Init : Forall positive init.
  Definition value (x : Z) : Z := runs_on A x.

  (* What stays_inside() lets pass. *)
  Definition inside_A (b : mode) : Prop := positive b /\ (0 <= stride b \/ shape b = 1 \/ init = []).
  (* L has A's values along b. *)
  Definition piece (b : mode) (L : list mode) : Prop := Forall positive L /\ size L = shape b /\
    forall i, 0 <= i < shape b -> evaluate L i = value (stride b * i).

  (* Layouts, one for each mode of B, that have A's values along it: together they have the sum of them. *)
  Definition along_each (Ls : list (list mode)) (B : list mode) : Prop := Forall2 (fun L b => piece b L) Ls B.
  Lemma joined_is Ls B : along_each Ls B -> Forall positive (concat Ls) /\ size (concat Ls) = size B /\
    forall i, evaluate (concat Ls) i = sum (map value (coordinates B i)).
  Proof.
    induction 1 as [|L b Ls B (P & S & V) H (IP & IS & IV)]; cbn [concat]; [repeat split; constructor|].
    split; [apply Forall_app; auto|]. split; [rewrite size_app; cbn [size]; congruence|]. intros i.
    pose proof (size_positive L P) as SP.
    rewrite evaluate_app, S, <- (evaluate_wraps L P), S by auto. cbn [coordinates map sum].
    rewrite V, IV by (apply Z.mod_pos_bound; lia). reflexivity.
  Qed.

  (* ------------------------------------------------------------------- where A's values at B's modes add up *)

  Definition rests_fit (points : Z) (B : list mode) (room : Z) : bool :=
    through (fun m x => if x <? largest_rest m points then None else Some (x - largest_rest m points)) (fun _ => true) B room.

  Lemma rest_is_no_larger b points c : 1 <= points -> inside_A b -> init <> [] -> 0 <= c < shape b ->
    (stride b * c) mod points <= largest_rest b points.
  Proof.
    intros Hp [Pb In_] NL Hc. unfold positive in Pb. unfold largest_rest.
    destruct (Z.eqb_spec (shape b) 1) as [S|S]; [assert (c = 0) as -> by lia; rewrite Z.mul_0_r, Zmod_0_l; lia|].
    assert (Sb : 0 <= stride b) by (destruct In_ as [|[|]]; [auto|lia|congruence]).
    rewrite Z.rem_mod_nonneg by lia. pose proof (Z.mod_pos_bound (stride b) points ltac:(lia)) as O.
    rewrite <- Z.mul_mod_idemp_l by lia. set (over := stride b mod points) in *. clearbody over.
    destruct (Z.eqb_spec over 0) as [->|NZ]; [rewrite Z.mul_0_l, Zmod_0_l; lia|].
    rewrite Z.quot_div_nonneg by lia.
    destruct (Z.leb_spec (shape b - 1) ((points - 1) / over)) as [L|L].
    - assert ((over * c) mod points <= over * c) by (apply Z.mod_le; nia). nia.
    - set (g := Z.gcd over points). assert (G : 0 < g).
      { pose proof (Z.gcd_nonneg over points). assert (g <> 0) by (intros Q; apply Z.gcd_eq_0_l in Q; lia). unfold g in *. lia. }
      destruct (Z.gcd_divide_l over points) as [u U]. destruct (Z.gcd_divide_r over points) as [v V]. fold g in U, V.
      pose proof (Z.mod_pos_bound (over * c) points ltac:(lia)) as B. pose proof (Z.div_mod (over * c) points ltac:(lia)) as D.
      set (q := over * c / points) in *. clearbody q.
      assert (M : (over * c) mod points = g * (u * c - v * q)) by nia.
      rewrite M in *. assert (u * c - v * q < v) by nia. nia.
  Qed.
  Lemma rests_fit_is B : Forall inside_A B -> init <> [] -> forall points room i, 1 <= points -> rests_fit points B room = true ->
    sum (map (fun y => y mod points) (coordinates B i)) <= room \/ B = [].
  Proof.
    intros H NL. induction H as [|b t Hb Ht IH]; intros points room i Hp E; [now right|left].
    unfold rests_fit in *. cbn [through] in E. cbn [coordinates map sum].
    destruct (Z.ltb_spec room (largest_rest b points)) as [|L]; [discriminate|].
    pose proof (rest_is_no_larger b points (i mod shape b) Hp Hb NL) as Q.
    assert (0 <= i mod shape b < shape b) as R by (apply Z.mod_pos_bound; destruct Hb as [Pb _]; unfold positive in Pb; lia).
    specialize (Q R). destruct (IH points (room - largest_rest b points) (i / shape b) Hp E) as [W| ->]; [lia|]. cbn. lia.
  Qed.
  Lemma never_carries_fits B : Loops.never_carries A B = true -> forall g p, In (g, p) (gaps 1 A) -> rests_fit p B (p - 1) = true.
  Proof.
    unfold Loops.never_carries. match goal with |- (if linked ?f _ _ then _ else _) = _ -> _ => enough (G : forall ms q,
      linked f ms q = true -> forall g p, In (g, p) (gaps q ms) -> rests_fit p B (p - 1) = true) end.
    { intros E. apply G. now destruct (linked _ _ _). }
    induction ms as [|m t IH]; intros q E g p I; [destruct I|]. cbn [linked gaps] in *. destruct t as [|n u]; [destruct I|].
    unfold rests_fit at 1. destruct (through _ _ B _) eqn:T; [|discriminate]. destruct I as [Q|I]; [|exact (IH _ E g p I)].
    injection Q as <- <-. exact T.
  Qed.
  Lemma never_carries_is B : Forall inside_A B -> B <> [] -> Forall positive A -> Loops.never_carries A B = true ->
    forall i, value (sum (coordinates B i)) = sum (map value (coordinates B i)).
  Proof.
    intros H NB PA E i. unfold value.
    assert (C : forall ys, sum (map (runs_on A) ys) = sum ys * leads A - carried (gaps 1 A) (fun p => sum (map (fun y => y / p) ys))).
    { induction ys as [|y r IH]; cbn [map sum].
      - enough (Z : carried (gaps 1 A) (fun _ => 0) = 0) by (rewrite Z; lia).
        generalize (gaps 1 A) as gs. induction gs as [|[w p] gs IHg]; cbn [carried]; [auto|]. rewrite IHg. lia.
      - rewrite IH, (carries A y PA), (carried_add (gaps 1 A) (fun p => y / p) (fun p => sum (map (fun y => y / p) r))). ring. }
    rewrite C, carries by auto. f_equal. apply carried_ext. intros p I.
    apply in_map_iff in I. destruct I as ((g & q) & Q & I). cbn [snd] in Q. subst q.
    pose proof (gaps_positive A PA 1 ltac:(lia)) as G. rewrite Forall_forall in G. specialize (G _ I). cbn [snd] in G.
    assert (NL : init <> []) by (intros L; unfold A in I; rewrite L in I; destruct I).
    destruct (rests_fit_is B H NL p (p - 1) i G (never_carries_fits B E g p I)) as [W|]; [|congruence].
    destruct (sum_digits p (coordinates B i) ltac:(lia)) as [D1 D2].
    rewrite D1. apply (digits p). lia.
  Qed.

  (* A layout nested as B: one list of modes for each mode of B. *)
  Definition nested_as (Ls : list (list mode)) (B : list mode) : Prop :=
    Forall2 (fun L b => Forall positive L /\ size L = shape b) Ls B.
  Lemma nested_values Ls B : nested_as Ls B -> Forall positive B ->
    (forall i, 0 <= i < size B -> evaluate (concat Ls) i = value (evaluate B i)) -> along_each Ls B.
  Proof.
    induction 1 as [|L b Ls B (P & S) H IH]; intros PB V; constructor.
    - split; [auto|]. split; [auto|]. intros i Hi. inversion_clear PB as [|? ? Pb Pt]. pose proof (size_positive B Pt).
      specialize (V i). cbn [size concat] in V. rewrite evaluate_app, S, evaluate_cons in V by auto.
      rewrite Z.div_small, !evaluate_zero, Z.mod_small in V by lia. rewrite !Z.add_0_r in V.
      rewrite V by nia. f_equal. ring.
    - inversion_clear PB as [|? ? Pb Pt]. apply IH; auto. intros j Hj. unfold positive in Pb.
      specialize (V (shape b * j)). cbn [size concat] in V. rewrite evaluate_app, <- (evaluate_wraps L P), S, evaluate_cons in V by auto.
      rewrite (Z.mul_comm (shape b)), Z.mod_mul, Z.div_mul, evaluate_zero in V by lia. rewrite !Z.add_0_l in V. apply V. nia.
  Qed.
End Composing.

Theorem largest_rest_divides_by_no_zero m points : 1 <= points -> largest_rest_divides m points.
Proof.
  intros P. unfold largest_rest_divides. repeat match goal with |- context [if ?c then _ else _] => destruct c eqn:? end; repeat split; lia.
Qed.
