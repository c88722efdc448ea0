(* SPDX-License-Identifier: MIT *)
(* A along one mode s:d of B (modes_along of carry.hpp), at every rank of A: the layout i -> A(i*d), or none is that. What A carries is
   a sum of rounded-down fractions. Laws: composition_evaluates_pointwise, composition_refuses_rightly. *)
From Coq Require Import ZArith List Lia Bool.
Require Import Colex.Fold Colex.Steps Colex.Evaluate Colex.Coalesce Colex.Find Colex.Stairs Colex.Terms Colex.FirstStep.
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

Definition adds (sign over : Z -> Z) (gs : list (Z * Z)) (ts : list term) : list term :=
  fold_left (fun ts gp => add (sign (fst gp)) (over (snd gp)) (snd gp) ts) gs ts.
Lemma adds_is sign over gs : (forall w, sign w = w \/ True) -> (forall p, In p (map snd gs) -> 0 <= over p < p) ->
  forall ts, falling ts -> falling (adds sign over gs ts) /\
  forall i, total (adds sign over gs ts) i = fold_right (fun gp s => sign (fst gp) * (i * over (snd gp) / snd gp) + s) 0 gs + total ts i.
Proof.
  intros _. induction gs as [|[w p] r IH]; intros H ts F; cbn [adds fold_left fold_right]; [split; [auto|reflexivity]|].
  cbn [fst snd]. destruct (add_keeps (sign w) (over p) p ts (H p ltac:(now left)) F) as [F1 V1].
  destruct (IH ltac:(intros; apply H; now right) _ F1) as [F2 V2]. split; [exact F2|]. intros i.
  unfold adds in V2. rewrite V2, V1. ring.
Qed.

Definition stairs_at (A : list mode) (d : Z) : list term := adds (fun g => g) (fun p => Z.rem d p) (gaps 1 A) [].
Lemma stairs_at_is A d : Forall positive A -> 0 <= d -> falling (stairs_at A d) /\
  forall i, total (stairs_at A d) i = i * runs_on A d - runs_on A (i * d).
Proof.
  intros P Hd. pose proof (gaps_positive A P 1 ltac:(lia)) as G.
  assert (B : forall p, In p (map snd (gaps 1 A)) -> 1 <= p).
  { intros p I. apply in_map_iff in I. destruct I as (gp & <- & I). rewrite Forall_forall in G. now apply G. }
  destruct (adds_is (fun g => g) (fun p => Z.rem d p) (gaps 1 A)) with (ts := @nil term) as [F V]; auto; [|exact I|].
  { intros p I. specialize (B p I). rewrite Z.rem_mod_nonneg by lia. apply Z.mod_pos_bound. lia. }
  split; [exact F|]. intros i. unfold stairs_at. rewrite V. cbn [total]. rewrite !(carries A) by auto.
  assert (E : forall gs, (forall p, In p (map snd gs) -> 1 <= p) ->
    fold_right (fun gp s => fst gp * (i * Z.rem d (snd gp) / snd gp) + s) 0 gs =
    carried gs (fun p => i * d / p) - i * carried gs (fun p => d / p)).
  { clear - Hd. induction gs as [|[w p] r IH]; intros B; cbn [fold_right carried fst snd]; [ring|].
    rewrite IH by (intros; apply B; now right). specialize (B p ltac:(now left)).
    rewrite Z.rem_mod_nonneg by lia.
    assert (Q : i * d / p = i * (d / p) + i * (d mod p) / p).
    { pose proof (Z.div_mod d p ltac:(lia)) as D. rewrite D at 1.
      replace (i * (p * (d / p) + d mod p)) with (i * (d mod p) + i * (d / p) * p) by ring.
      rewrite Z.div_add by lia. ring. }
    rewrite Q. ring. }
  rewrite E by exact B. ring.
Qed.

(* ------------------------------------------------------------------------------------ the modes, run by run *)

Fixpoint runs (fuel : nat) (A : list mode) (d step rest : Z) : option (list mode) :=
  match fuel with
  | O => None
  | S k =>
      if 1 <? rest then
        let run := first_step rest (stairs_at A (step * d)) in
        if rest mod run =? 0 then
          match runs k A d (step * run) (rest / run) with
          | Some ms => Some (Mode run (runs_on A (step * d)) :: ms)
          | None => None
          end
        else None
      else Some []
  end.
(* Of the modes that the runs force, less A. *)
Definition difference (A : list mode) (d : Z) (R : list mode) : list term :=
  adds Z.opp (fun _ => 1) (gaps 1 R) (stairs_at A d).
Definition modes_along (A : list mode) (b : mode) : option (list mode) :=
  if shape b =? 2 then Some [Mode 2 (runs_on A (stride b))]
  else match runs (Z.to_nat (shape b)) A (stride b) 1 (shape b) with
       | None => None
       | Some [] => Some [Mode 1 0]
       | Some R => if first_step (shape b) (difference A (stride b) R) =? shape b then Some R else None
       end.

(* The runs are those of find_modes of the function i -> A(i * d). *)
Lemma runs_are fuel A d : Forall positive A -> 0 <= d -> runs_on A 0 = 0 -> forall step rest, 1 <= step ->
  runs fuel A d step rest = forced fuel false (fun i => runs_on A (i * d)) step rest.
Proof.
  intros P Hd Z0. induction fuel as [|k IH]; intros step rest Hs; [reflexivity|]. cbn [runs forced].
  destruct (Z.ltb_spec 1 rest) as [L|L]; [|reflexivity]. cbv zeta.
  destruct (stairs_at_is A (step * d) P ltac:(nia)) as [F V].
  destruct (first_step_is rest (stairs_at A (step * d)) ltac:(lia) F) as (A1 & A2 & A3).
  set (n := first_step rest _) in *.
  pose proof (first_run (fun j => runs_on A (j * step * d)) rest) as Q. cbv beta zeta in Q.
  destruct Q as (B1 & B2 & B3); [now rewrite !Z.mul_0_l|auto|].
  set (g := fun j => runs_on A (j * step * d)) in *.
  change (run_from (Z.to_nat rest) (fun j => runs_on A (j * step * d)) (runs_on A (1 * step * d)) rest 2) with
    (run_from (Z.to_nat rest) g (g 1) rest 2).
  change (runs_on A (1 * step * d)) with (g 1) in *.
  set (r := run_from (Z.to_nat rest) g (g 1) rest 2) in *.
  assert (G1 : g 1 = runs_on A (step * d)) by (unfold g; f_equal; ring).
  assert (T : forall i, total (stairs_at A (step * d)) i = i * g 1 - g i).
  { intros i. rewrite V, G1. unfold g. do 2 f_equal. ring. }
  assert (B4 : forall i, 0 <= i < r -> g i = i * g 1) by (intros i Hi; exact (B2 i Hi)). clear B2.
  assert (E : n = r).
  { destruct (Z.lt_total n r) as [C|[C|C]]; [exfalso|exact C|exfalso].
    - apply A3; [lia|]. pose proof (B4 n ltac:(lia)). rewrite T. lia.
    - apply B3; [lia|]. specialize (A2 r ltac:(lia)). rewrite T in A2. change (runs_on A (r * step * d)) with (g r). lia. }
  rewrite E, G1. cbn [negb orb]. destruct (rest mod r =? 0); [|reflexivity].
  rewrite IH by nia. reflexivity.
Qed.

Lemma compared_is_forced fuel f : forall step rest ms, forced fuel true f step rest = Some ms -> forced fuel false f step rest = Some ms.
Proof.
  induction fuel as [|k IH]; intros step rest ms E; [discriminate|]. cbn [forced] in *.
  destruct (1 <? rest); [|exact E]. cbv zeta in *. destruct (_ mod _ =? 0); [|discriminate]. cbn [negb orb] in *.
  destruct (adds_up_in_runs _ _ _ _); [|discriminate].
  destruct (forced k true f _ _) as [t|] eqn:T; [|discriminate]. now rewrite (IH _ _ _ T).
Qed.

Lemma runs_sizes fuel A d : forall step rest R, 1 <= rest -> Forall positive A -> 0 <= d -> 1 <= step ->
  runs fuel A d step rest = Some R -> Forall (fun m => 2 <= shape m) R /\ size R = rest /\
  (R <> [] -> leads R = runs_on A (step * d)).
Proof.
  induction fuel as [|k IH]; intros step rest R Hr P Hd Hs E; [discriminate|]. cbn [runs] in E.
  destruct (Z.ltb_spec 1 rest) as [L|L]; [|injection E as <-; repeat split; [constructor|cbn; lia|congruence]].
  cbv zeta in E. destruct (stairs_at_is A (step * d) P ltac:(nia)) as [F V].
  destruct (first_step_is rest (stairs_at A (step * d)) ltac:(lia) F) as (A1 & A2 & A3).
  set (n := first_step rest _) in *.
  assert (N2 : n <> 1). { intros Q. apply A3; [lia|]. rewrite V, Q, !Z.mul_1_l. lia. }
  destruct (Z.eqb_spec (rest mod n) 0) as [D|]; [|discriminate].
  destruct (runs k A d (step * n) (rest / n)) as [t|] eqn:T; [|discriminate]. injection E as <-.
  pose proof (Z.div_mod rest n ltac:(lia)) as Dm. rewrite D, Z.add_0_r in Dm.
  destruct (IH (step * n) (rest / n) t) as (I1 & I2 & _); auto; try nia.
  repeat split; [constructor; [cbn; lia|auto]|cbn [size shape]; lia].
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

Lemma difference_is A d R n : Forall positive A -> 0 <= d -> R <> [] -> Forall (fun m => 2 <= shape m) R -> size R = n ->
  leads R = runs_on A d -> falling (difference A d R) /\
  forall i, 0 <= i < n -> total (difference A d R) i = evaluate R i - runs_on A (i * d).
Proof.
  intros P Hd N H2 S L. destruct (stairs_at_is A d P Hd) as [F V].
  assert (PR : Forall positive R) by (eapply Forall_impl; [|exact H2]; unfold positive; cbn; lia).
  destruct (adds_is Z.opp (fun _ => 1) (gaps 1 R)) with (ts := stairs_at A d) as [F2 V2]; auto.
  { intros p I. pose proof (gaps_grow R H2 1 ltac:(lia) p I). lia. }
  split; [exact F2|]. intros i Hi. unfold difference. rewrite V2, V, <- runs_on_inside, (carries R), L by (auto; lia).
  assert (E : forall gs, fold_right (fun gp s => - fst gp * (i * 1 / snd gp) + s) 0 gs = - carried gs (fun p => i / p)).
  { induction gs as [|[w p] r IH]; cbn [fold_right carried fst snd]; [reflexivity|]. rewrite IH, Z.mul_1_r. ring. }
  rewrite E. ring.
Qed.

Theorem modes_along_is A b R : Forall positive A -> runs_on A 0 = 0 -> positive b -> 0 <= stride b ->
  modes_along A b = Some R ->
  Forall positive R /\ size R = shape b /\ forall i, 0 <= i < shape b -> evaluate R i = runs_on A (i * stride b).
Proof.
  intros P Z0 Pb Hd E. unfold positive in Pb. unfold modes_along in E. destruct (Z.eqb_spec (shape b) 2) as [Two|].
  { injection E as <-. rewrite Two. split; [constructor; [unfold positive; cbn; lia|constructor]|]. split; [reflexivity|].
    intros i Hi. rewrite evaluate_cons, evaluate_nil. cbn [shape stride]. rewrite Z.mod_small by lia.
    assert (i = 0 \/ i = 1) as [-> | ->] by lia; [rewrite !Z.mul_0_l; lia|rewrite !Z.mul_1_l; lia]. }
  destruct (runs _ A (stride b) 1 (shape b)) as [ms|] eqn:Q; [|discriminate].
  destruct (runs_sizes _ A (stride b) 1 (shape b) ms Pb P Hd ltac:(lia) Q) as (H2 & S & L).
  destruct ms as [|m t].
  - injection E as <-. cbn [size] in S. rewrite <- S.
    split; [constructor; [unfold positive; cbn; lia|constructor]|]. split; [reflexivity|].
    intros i Hi. assert (i = 0) as -> by lia. rewrite evaluate_zero, Z.mul_0_l. lia.
  - rewrite Z.mul_1_l in L. specialize (L ltac:(discriminate)).
    destruct (difference_is A (stride b) (m :: t) _ P Hd ltac:(discriminate) H2 S L) as [F V].
    destruct (first_step_is (shape b) (difference A (stride b) (m :: t)) Pb F) as (A1 & A2 & _).
    destruct (Z.eqb_spec (first_step (shape b) (difference A (stride b) (m :: t))) (shape b)) as [Eq|]; [|discriminate].
    injection E as <-. rewrite Eq in A2. split; [eapply Forall_impl; [|exact H2]; unfold positive; cbn; lia|].
    split; [exact S|]. intros i Hi. specialize (A2 i Hi). rewrite V in A2 by auto. lia.
Qed.
Theorem modes_along_refuses_rightly A b : Forall positive A -> runs_on A 0 = 0 -> positive b -> 0 <= stride b ->
  modes_along A b = None ->
  forall L, Forall positive L -> size L = shape b -> ~ forall i, 0 <= i < shape b -> evaluate L i = runs_on A (i * stride b).
Proof.
  intros P Z0 Pb Hd E. unfold positive in Pb. set (f := fun i => runs_on A (i * stride b)).
  enough (N : find_modes f (shape b) = None) by (now apply find_layout_refuses_rightly).
  unfold modes_along in E. destruct (Z.eqb_spec (shape b) 2) as [Two|]; [discriminate|].
  assert (F0 : f 0 =? 0 = true) by (apply Z.eqb_eq; unfold f; now rewrite Z.mul_0_l).
  rewrite runs_are in E by (auto; lia). fold f in E.
  assert (Never : forall ms, find_modes f (shape b) = Some ms -> forced (Z.to_nat (shape b)) false f 1 (shape b) = None \/
    match forced (Z.to_nat (shape b)) false f 1 (shape b) with Some [] => ms = [Mode 1 0] | Some r => ms = r | None => True end).
  { intros ms Q. unfold find_modes, forced_modes in Q. rewrite F0 in Q.
    destruct (forced (Z.to_nat (shape b)) false f 1 (shape b)) as [r|] eqn:G; [right|now left].
    assert (T : forall r', forced (Z.to_nat (shape b)) true f 1 (shape b) = Some r' -> r' = r).
    { intros r' X. apply compared_is_forced in X. congruence. }
    destruct (forced (Z.to_nat (shape b)) true f 1 (shape b)) as [r'|].
    - rewrite (T r' eq_refl) in Q. destruct r as [|m t]; destruct (repeats f _); congruence.
    - destruct r as [|m t]; destruct (repeats f _); congruence. }
  destruct (find_modes f (shape b)) as [ms|] eqn:Q; [exfalso|reflexivity].
  destruct (find_layout_is_exact f (shape b) ms Pb Q) as (PM & SM & VM).
  destruct (Never ms eq_refl) as [G|G]; destruct (forced (Z.to_nat (shape b)) false f 1 (shape b)) as [r|] eqn:H; try discriminate.
  - unfold find_modes, forced_modes in Q. rewrite F0, H in Q.
    destruct (forced (Z.to_nat (shape b)) true f 1 (shape b)) as [r'|] eqn:X; [|discriminate].
    apply compared_is_forced in X. congruence.
  - destruct r as [|m t]; [discriminate|]. subst ms.
    unfold f in H. rewrite <- runs_are in H by (auto; lia).
    destruct (runs_sizes _ A (stride b) 1 (shape b) _ Pb P Hd ltac:(lia) H) as (H2 & S & L).
    rewrite Z.mul_1_l in L. specialize (L ltac:(discriminate)).
    destruct (difference_is A (stride b) (m :: t) _ P Hd ltac:(discriminate) H2 S L) as [F V].
    destruct (first_step_is (shape b) (difference A (stride b) (m :: t)) Pb F) as (A1 & A2 & A3).
    destruct (Z.eqb_spec (first_step (shape b) (difference A (stride b) (m :: t))) (shape b)) as [Eq|Ne]; [discriminate|].
    apply A3; [lia|]. rewrite V by lia. rewrite VM by lia. unfold f. ring.
  - unfold find_modes, forced_modes in Q. rewrite F0, H in Q.
    destruct (forced (Z.to_nat (shape b)) true f 1 (shape b)) as [r'|] eqn:X; [|discriminate].
    apply compared_is_forced in X. congruence.
Qed.
