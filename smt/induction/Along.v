(* SPDX-License-Identifier: MIT *)
(* What A carries is a sum of rounded-down fractions, at every rank of A; and the shipped gcd (reach.hpp) is Coq's.
   Laws: composition_evaluates_pointwise, composition_refuses_rightly. *)
From Coq Require Import ZArith List Lia Bool.
Require Import Colex.Fold Colex.Steps.
Import ListNotations.
Open Scope Z_scope.

(* ------------------------------------------------------------------------------------------ the carry formula *)

(* A whose last mode runs on. *)
Fixpoint runs_on (ms : list mode) (x : Z) : Z :=
  match ms with
  | [] => 0
  | m :: t => match t with [] => x * stride m | _ => x mod shape m * stride m + runs_on t (x / shape m) end
  end.
Lemma runs_on_is init l : Forall positive init -> forall x, runs_on (init ++ [l]) x = extended init l x.
Proof.
  induction 1 as [|m t Hm Ht IH]; intros x; [reflexivity|]. unfold positive in Hm.
  assert (X : extended (m :: t) l x = x mod shape m * stride m + extended t l (x / shape m)).
  { unfold extended. rewrite evaluate_cons, !read_rest by (auto; constructor; auto).
    cbn [size]. pose proof (size_positive t Ht). rewrite Z.div_div by lia. ring. }
  rewrite X, <- IH. cbn [app runs_on]. destruct t; reflexivity.
Qed.

(* each_gap of carry.hpp: a gap, and the points up to it. *)
Fixpoint gaps (points : Z) (ms : list mode) : list (Z * Z) :=
  match ms with
  | m :: t =>
      match t with
      | [] => []
      | n :: _ => (shape m * stride m - stride n, points * shape m) :: gaps (points * shape m) t
      end
  | [] => []
  end.

Fixpoint carried (gs : list (Z * Z)) (f : Z -> Z) : Z :=
  match gs with [] => 0 | (g, p) :: r => g * f p + carried r f end.
Lemma gaps_positive ms : Forall positive ms -> forall points, 1 <= points -> Forall (fun gp => 1 <= snd gp) (gaps points ms).
Proof.
  induction 1 as [|m t Hm Ht IH]; intros points H; [constructor|]. unfold positive in Hm. cbn [gaps].
  destruct t as [|n u]; [constructor|]. constructor; [cbn; nia|]. apply IH. nia.
Qed.
Definition leads (ms : list mode) : Z := match ms with [] => 0 | m :: _ => stride m end.
Lemma carry_formula ms : Forall positive ms -> forall points x, 1 <= points ->
  runs_on ms (x / points) = x / points * leads ms - carried (gaps points ms) (fun p => x / p).
Proof.
  induction 1 as [|m t Hm Ht IH]; intros points x H; [cbn; lia|]. unfold positive in Hm. cbn [runs_on leads].
  destruct t as [|n u]; [cbn; lia|]. cbn [gaps carried]. rewrite Z.div_div, IH by nia. cbn [leads].
  pose proof (Z.div_mod (x / points) (shape m) ltac:(lia)) as D. rewrite Z.div_div in D by lia.
  replace ((x / points) mod shape m) with (x / points - shape m * (x / (points * shape m))) by lia.
  cbn [gaps]. ring.
Qed.
Lemma carries ms x : Forall positive ms -> runs_on ms x = x * leads ms - carried (gaps 1 ms) (fun p => x / p).
Proof. intros P. pose proof (carry_formula ms P 1 x ltac:(lia)) as C. now rewrite Z.div_1_r in C. Qed.
Lemma carried_ext gs f g : (forall p, In p (map snd gs) -> f p = g p) -> carried gs f = carried gs g.
Proof.
  induction gs as [|[w p] r IH]; intros H; cbn [carried]; [reflexivity|].
  rewrite (H p), IH; [reflexivity| |now left]. intros q I. apply H. now right.
Qed.
Lemma carried_add gs f g : carried gs (fun p => f p + g p) = carried gs f + carried gs g.
Proof. induction gs as [|[w p] r IH]; cbn [carried]; [reflexivity|]. rewrite IH. ring. Qed.

(* ------------------------------------------------------------------------------------------------------------- gcd *)

Fixpoint gcd_from (fuel : nat) (a b : Z) : Z :=
  match fuel with
  | O => a
  | S k => if b =? 0 then a else let r := gcd_step a b in gcd_from k (fst r) (snd r)
  end.
Definition shipped_gcd (a b : Z) : Z := gcd_from (Z.to_nat b) a b.
Theorem shipped_gcd_is a b : 0 <= a -> 0 <= b -> shipped_gcd a b = Z.gcd a b.
Proof.
  unfold shipped_gcd. intros Ha Hb. assert (F : b <= Z.of_nat (Z.to_nat b)) by lia. revert Ha Hb F.
  generalize (Z.to_nat b) as fuel. intros fuel. revert a b.
  induction fuel as [|k IH]; intros a b Ha Hb F; cbn [gcd_from].
  - assert (b = 0) as -> by lia. rewrite Z.gcd_0_r. lia.
  - destruct (Z.eqb_spec b 0) as [->|N]; [rewrite Z.gcd_0_r; lia|]. unfold gcd_step. cbn [fst snd].
    rewrite Z.rem_mod_nonneg by lia. pose proof (Z.mod_pos_bound a b ltac:(lia)).
    rewrite IH, (Z.gcd_comm b), Z.gcd_mod, Z.gcd_comm by lia. reflexivity.
Qed.
