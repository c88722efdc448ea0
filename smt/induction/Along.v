(* SPDX-License-Identifier: MIT *)
(* A along one mode s:d of B (modes_along of carry.hpp), at every rank of A: the layout i -> A(i*d), or none is that, and an index shows it.
   What A carries is a sum of rounded-down fractions. Laws: composition_evaluates_pointwise, composition_refuses_rightly. *)
From Coq Require Import ZArith List Lia Bool.
Require Import Colex.Fold Colex.Steps Colex.Evaluate Colex.Combinators Colex.Coalesce Colex.Find Colex.Stairs Colex.Terms Colex.FirstStep.
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
Theorem gaps_driver_4 a b c d : gaps 1 [a; b; c; d] = gaps_4 a b c d.
Proof. reflexivity. Qed.

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

(* ------------------------------------------------------------------------------ the stairs of i -> A(i * d) *)

Definition adds (over : Z -> Z) (gs : list (Z * Z)) (ts : list term) : list term :=
  fold_left (fun ts gp => add (fst gp) (over (snd gp)) (snd gp) ts) gs ts.
Lemma adds_is over gs : (forall p, In p (map snd gs) -> 0 <= over p < p) -> forall ts, falling ts -> falling (adds over gs ts) /\
  forall i, total (adds over gs ts) i = carried gs (fun p => i * over p / p) + total ts i.
Proof.
  induction gs as [|[w p] r IH]; intros H ts F; cbn [adds fold_left carried]; [split; [auto|reflexivity]|].
  cbn [fst snd]. destruct (add_keeps w (over p) p ts (H p ltac:(now left)) F) as [F1 V1].
  destruct (IH ltac:(intros; apply H; now right) _ F1) as [F2 V2]. split; [exact F2|]. intros i.
  unfold adds in V2. rewrite V2, V1. ring.
Qed.

Definition stairs_at (A : list mode) (d : Z) : list term := adds (fun p => Z.rem d p) (gaps 1 A) [].
Lemma stairs_at_is A d : Forall positive A -> 0 <= d -> falling (stairs_at A d) /\
  forall i, total (stairs_at A d) i = i * runs_on A d - runs_on A (i * d).
Proof.
  intros P Hd. pose proof (gaps_positive A P 1 ltac:(lia)) as G.
  assert (B : forall p, In p (map snd (gaps 1 A)) -> 1 <= p).
  { intros p I. apply in_map_iff in I. destruct I as (gp & <- & I). rewrite Forall_forall in G. now apply G. }
  destruct (adds_is (fun p => Z.rem d p) (gaps 1 A)) with (ts := @nil term) as [F V]; [|exact I|].
  { intros p I. specialize (B p I). rewrite Z.rem_mod_nonneg by lia. apply Z.mod_pos_bound. lia. }
  split; [exact F|]. intros i. unfold stairs_at. rewrite V. cbn [total]. rewrite !(carries A) by auto.
  rewrite (carried_ext _ _ (fun p => i * d / p + - i * (d / p))), (carried_add _ (fun p => i * d / p)).
  - enough (T : forall gs, carried gs (fun p => - i * (d / p)) = - i * carried gs (fun p => d / p)) by (rewrite T; ring).
    induction gs as [|[w p] r IH]; cbn [carried]; [ring|]. rewrite IH. ring.
  - intros p I. specialize (B p I). rewrite Z.rem_mod_nonneg by lia. pose proof (Z.div_mod d p ltac:(lia)) as D. rewrite D at 2.
    replace (i * (p * (d / p) + d mod p)) with (i * (d mod p) + i * (d / p) * p) by ring. rewrite Z.div_add by lia. ring.
Qed.

(* ------------------------------------------------------------------------------------ the modes, run by run *)

Definition run_along (A : list mode) (d : Z) (s : Z * Z) : turn (Z * Z) :=
  forced_turn (fun i => runs_on A (i * d)) (fun s => first_step (snd s) (stairs_at A (fst s * d))) false s.
(* Of the modes that the runs force, less A. *)
Definition difference (A : list mode) (d : Z) (R : list mode) : list term :=
  adds (fun _ => 1) (map (fun gp => (- fst gp, snd gp)) (gaps 1 R)) (stairs_at A d).
Definition modes_along (A : list mode) (b : mode) : option (list mode) :=
  if shape b =? 2 then Some [Mode 2 (runs_on A (stride b))]
  else match turns (Z.to_nat (shape b)) (run_along A (stride b)) (1, shape b) with
       | None => None
       | Some [] => Some [Mode 1 0]
       | Some R => if first_step (shape b) (difference A (stride b) R) =? shape b then Some R else None
       end.
(* The index and `got` of its refusal: run_divides names where the run ends, additive the first index at which the modes are wrong. *)
Definition along_shows (A : list mode) (b : mode) : option (Z * Z) :=
  match turns (Z.to_nat (shape b)) (run_along A (stride b)) (1, shape b) with
  | None => stuck (Z.to_nat (shape b)) (run_along A (stride b)) (1, shape b)
  | Some R => let i := first_step (shape b) (difference A (stride b) R) in Some (i, evaluate R i)
  end.

Lemma value_zero ms : runs_on ms 0 = 0.
Proof.
  induction ms as [|m t IH]; [reflexivity|]. cbn [runs_on]. destruct t; [reflexivity|].
  rewrite Zmod_0_l, Zdiv_0_l, IH. lia.
Qed.
Lemma stairs_end_runs A d : Forall positive A -> 0 <= d ->
  ends_runs (fun i => runs_on A (i * d)) (fun s => first_step (snd s) (stairs_at A (fst s * d))).
Proof.
  intros P Hd step rest Hs L. cbn [fst snd]. destruct (stairs_at_is A (step * d) P ltac:(nia)) as [F V].
  destruct (first_step_is rest (stairs_at A (step * d)) ltac:(lia) F) as (A1 & A2 & A3). set (n := first_step rest _) in *. cbv zeta.
  assert (N : n <> 1) by (intros Q; apply A3; [lia|]; rewrite V, Q, !Z.mul_1_l; lia).
  split; [lia|]. split; [intros j J; specialize (A2 j J)|intros G; specialize (A3 G)]; rewrite V in *; rewrite <- Z.mul_assoc; lia.
Qed.
Lemma gaps_grow R : Forall (fun m => 2 <= shape m) R -> forall points, 1 <= points ->
  forall p, In p (map snd (gaps points R)) -> 1 < p.
Proof.
  induction 1 as [|m t Hm Ht IH]; intros points H p I; [destruct I|]. cbn [gaps] in I.
  destruct t as [|n u]; [destruct I|]. destruct I as [<-|I]; [cbn; nia|]. apply (IH (points * shape m)); auto. nia.
Qed.
Lemma runs_on_inside R : Forall positive R -> R <> [] -> forall i, 0 <= i < size R -> runs_on R i = evaluate R i.
Proof.
  induction 1 as [|m t Hm Ht IH]; intros N i Hi; [congruence|]. unfold positive in Hm. cbn [runs_on]. rewrite evaluate_cons.
  destruct t as [|n u]; [cbn [size] in Hi; rewrite evaluate_nil, Z.mod_small by lia; ring|].
  rewrite IH; [reflexivity|discriminate|]. cbn [size] in *. pose proof (size_positive (n :: u) Ht). cbn [size] in *.
  split; [apply Z.div_pos; lia|apply Z.div_lt_upper_bound; lia].
Qed.
Lemma difference_is A d R : Forall positive A -> 0 <= d -> R <> [] -> Forall (fun m => 2 <= shape m) R -> leads R = runs_on A d ->
  falling (difference A d R) /\ forall i, 0 <= i < size R -> total (difference A d R) i = evaluate R i - runs_on A (i * d).
Proof.
  intros P Hd N H2 L. destruct (stairs_at_is A d P Hd) as [F V]. pose proof (two_or_more R H2) as PR.
  destruct (adds_is (fun _ => 1) (map (fun gp => (- fst gp, snd gp)) (gaps 1 R))) with (ts := stairs_at A d) as [F2 V2]; auto.
  { intros p I. rewrite map_map in I. pose proof (gaps_grow R H2 1 ltac:(lia) p I). lia. }
  split; [exact F2|]. intros i Hi. unfold difference. rewrite V2, V, <- runs_on_inside, (carries R), L by auto.
  assert (E : forall gs, carried (map (fun gp => (- fst gp, snd gp)) gs) (fun p => i * 1 / p) = - carried gs (fun p => i / p)).
  { induction gs as [|[w p] r IH]; cbn [map carried fst snd]; [reflexivity|]. rewrite IH, Z.mul_1_r. ring. }
  rewrite E. ring.
Qed.

Theorem modes_along_is_exact A b : Forall positive A -> positive b -> 0 <= stride b -> let f i := runs_on A (i * stride b) in
  match modes_along A b with
  | Some R => Forall positive R /\ size R = shape b /\ forall i, 0 <= i < shape b -> evaluate R i = f i
  | None => (forall L, Forall positive L -> size L = shape b -> ~ forall i, 0 <= i < shape b -> evaluate L i = f i) /\
      exists i got, along_shows A b = Some (i, got) /\ 0 <= i < shape b /\ got <> f i
  end.
Proof.
  intros P Pb Hd f. unfold positive in Pb. assert (F0 : f 0 = 0) by apply value_zero.
  pose proof (stairs_end_runs A (stride b) P Hd) as Runs. unfold modes_along, along_shows. destruct (Z.eqb_spec (shape b) 2) as [Two|].
  { rewrite Two. split; [repeat constructor; unfold positive; cbn; lia|]. split; [reflexivity|]. intros i Hi.
    rewrite evaluate_cons, evaluate_nil. cbn [shape stride]. rewrite Z.mod_small by lia. unfold f in *.
    assert (i = 0 \/ i = 1) as [-> | ->] by lia; [lia|rewrite !Z.mul_1_l; lia]. }
  pose proof (fun L PL S V => forced_finds_a_layout f _ Runs F0 false (shape b) L Pb PL S V) as Finds.
  change (forced_turn f _ false) with (run_along A (stride b)) in Finds.
  destruct (turns _ _ _) as [R|] eqn:T.
  2:{ split; [intros L PL S V; destruct (Finds L PL S V) as (ms & Q & _); discriminate|].
      destruct (stuck_where f _ Runs false (Z.to_nat (shape b)) 1 (shape b) ltac:(lia) ltac:(lia) T) as (i & got & Q). rewrite Z.mul_1_l in Q. eauto. }
  destruct (forced_is f _ Runs F0 false _ 1 (shape b) R ltac:(lia) Pb T) as (H2 & S & V).
  destruct R as [|m t].
  - cbn [size] in S. rewrite <- S. split; [repeat constructor; unfold positive; cbn; lia|]. split; [reflexivity|].
    intros i Hi. assert (i = 0) as -> by lia. now rewrite evaluate_zero.
  - assert (L : leads (m :: t) = runs_on A (stride b)).
    { inversion_clear H2. specialize (V 1 ltac:(lia)). rewrite evaluate_small in V by lia. unfold f in V. rewrite !Z.mul_1_l in V. exact V. }
    destruct (difference_is A (stride b) (m :: t) P Hd ltac:(discriminate) H2 L) as [F D]. rewrite S in D.
    destruct (first_step_is (shape b) (difference A (stride b) (m :: t)) Pb F) as (A1 & A2 & A3).
    destruct (Z.eqb_spec (first_step (shape b) (difference A (stride b) (m :: t))) (shape b)) as [Eq|Ne].
    + rewrite Eq in A2. split; [now apply two_or_more|]. split; [exact S|]. intros i Hi. specialize (A2 i Hi). rewrite D in A2 by exact Hi. unfold f. lia.
    + specialize (A3 ltac:(lia)). rewrite D in A3 by lia. split; [|eexists _, _; split; [reflexivity|]; unfold f; split; lia].
      intros L' PL SL VL. destruct (Finds L' PL SL VL) as (ms & Q & E). injection Q as <-. apply A3. rewrite E by lia. unfold f. lia.
Qed.
