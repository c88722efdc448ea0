(* SPDX-License-Identifier: MIT *)
(* find_layout of any function and any number of points, as it is printed (Loops.v): an answer is the function, and where it is refused no
   layout is. Law: find_layout_is_exact. *)
From Coq Require FinFun.
From Coq Require Import ZArith List Lia Bool.
Require Import Colex.Fold Colex.Steps Colex.Evaluate Colex.Combinators Colex.Coalesce Colex.Loops.
Require Colex.Vocabulary.
Import ListNotations.
Open Scope Z_scope.

(* ----------------------------------------------------------------------------------------------- the loops *)

Notation upto := Vocabulary.upto.
Lemma upto_nodup n : NoDup (upto n).
Proof.
  unfold upto. apply FinFun.Injective_map_NoDup; [intros x y E; lia|apply seq_NoDup].
Qed.
Lemma upto_length n : length (upto n) = Z.to_nat n.
Proof. unfold upto. now rewrite map_length, seq_length. Qed.
Lemma in_upto n i : 0 <= i < n -> In i (upto n).
Proof.
  intros H. unfold upto. apply in_map_iff. exists (Z.to_nat i). split; [lia|]. apply in_seq. lia.
Qed.
Lemma upto_in n i : In i (upto n) -> 0 <= i < n.
Proof. unfold upto. intros H. apply in_map_iff in H. destruct H as (k & <- & H). apply in_seq in H. lia. Qed.
(* No offset is written twice exactly where the destination is one to one on the indices that are written. *)
Lemma written_once (f : Z -> Z) l : NoDup l -> (NoDup (map f l) <-> forall x y, In x l -> In y l -> f x = f y -> x = y).
Proof.
  induction 1 as [|x l NI N IH]; cbn [map]; [split; [intros _ x y []|constructor]|]. split.
  - intros D. inversion_clear D as [|? ? NF D']. intros y z [<-|Iy] [<-|Iz] E; auto; [| |now apply IH].
    + destruct NF. rewrite E. now apply in_map.
    + destruct NF. rewrite <- E. now apply in_map.
  - intros Inj. constructor.
    + intros I. apply in_map_iff in I. destruct I as (y & E & I). apply NI. rewrite (Inj x y); auto; [now left|now right].
    + apply IH. intros y z Iy Iz. apply Inj; now right.
Qed.
Lemma once_upto (f : Z -> Z) a : (forall i j, 0 <= i < a -> 0 <= j < a -> f i = f j -> i = j) -> NoDup (map f (upto a)).
Proof. intros H. apply written_once; [apply upto_nodup|]. intros x y X Y. apply H; now apply upto_in. Qed.
Lemma no_more (f : Z -> Z) a b : 0 <= a -> 0 <= b -> (forall i, 0 <= i < a -> 0 <= f i < b) ->
  (forall i j, 0 <= i < a -> 0 <= j < a -> f i = f j -> i = j) -> a <= b.
Proof.
  intros Ha Hb Range Inj. apply once_upto, (NoDup_incl_length (l' := upto b)) in Inj; [rewrite map_length, !upto_length in Inj; lia|].
  intros y Y. apply in_map_iff in Y. destruct Y as (i & <- & I). now apply in_upto, Range, upto_in.
Qed.

Lemma every_is from to by_ holds : every from to by_ holds = true <-> forall q, 0 <= q < (to - from + by_ - 1) / by_ -> holds (from + q * by_) = true.
Proof.
  unfold every. rewrite forallb_forall. change (below ((to - from + by_ - 1) / by_)) with (upto ((to - from + by_ - 1) / by_)).
  split; intros H q I; apply H; [now apply in_upto|now apply upto_in].
Qed.
Lemma the_first_that_fails from to by_ holds : every from to by_ holds = false -> let i := first_failing from to by_ holds in
  holds i = false /\ exists q, 0 <= q < (to - from + by_ - 1) / by_ /\ i = from + q * by_.
Proof.
  unfold every, first_failing. intros E. destruct (find _ _) as [q|] eqn:F.
  - apply find_some in F. destruct F as [I N]. apply negb_true_iff in N. split; [exact N|]. exists q. split; [|reflexivity]. now apply upto_in in I.
  - exfalso. assert (A : forallb (fun q => holds (from + q * by_)) (below ((to - from + by_ - 1) / by_)) = true); [|congruence].
    apply forallb_forall. intros q I. apply (find_none _ _ F) in I. now apply negb_false_iff in I.
Qed.

(* ----------------------------------------------------------------------------------------- the modes that f forces *)

(* One a turn. `run_at` says where a run ends: here a search over indices, in Along.v the stairs. Where they are `compared`, what follows a
   run must repeat it. *)
Section Forced.
  Variables (f : Z -> Z) (run_at : Z * Z -> Z).
  (* Where f is not the sum of its parts: by `start` and `i` steps. *)
  Let adds (s : Z * Z) (start i : Z) : bool := f ((start + i) * fst s) =? f (start * fst s) + i * f (fst s).
  Let start_at (s : Z * Z) : Z := first_failing (run_at s) (snd s) (run_at s) (fun start => every 1 (run_at s) 1 (adds s start)).
  Let part_at (s : Z * Z) : Z := first_failing 1 (run_at s) 1 (adds s (start_at s)).
  Definition forced_turn (compared : bool) (s : Z * Z) : turn (Z * Z) :=
    if 1 <? snd s then
      let run := run_at s in
      if Z.rem (snd s) run =? 0 then
        if (if compared then every run (snd s) run (fun start => every 1 run 1 (adds s start)) else true)
        then On (Mode run (f (fst s))) (fst s * run, Z.quot (snd s) run)
        else Stuck ((start_at s + part_at s) * fst s) (f (start_at s * fst s) + part_at s * f (fst s))
      else Stuck (run * fst s) (run * f (fst s))
    else Done.
  (* A run goes as far as f is a multiple, and no further. *)
  Definition ends_runs : Prop := forall step rest, 1 <= step -> 1 < rest -> let run := run_at (step, rest) in
    2 <= run <= rest /\ (forall j, 0 <= j < run -> f (j * step) = j * f step) /\ (run < rest -> f (run * step) <> run * f step).
  Hypothesis Runs : ends_runs.
  Hypothesis F0 : f 0 = 0.

  (* What is compared: each run but the first. *)
  Lemma compared_is step rest run : 1 <= run -> rest mod run = 0 ->
    (every run rest run (fun start => every 1 run 1 (adds (step, rest) start)) = true <->
     forall q i, 1 <= q < rest / run -> 1 <= i < run -> f ((run * q + i) * step) = f (run * q * step) + i * f step).
  Proof.
    intros H D. pose proof (Z.div_mod rest run ltac:(lia)) as E. rewrite D, Z.add_0_r in E. rewrite every_is.
    replace ((rest - run + run - 1) / run) with (rest / run - 1) by (apply Z.div_unique with (run - 1); [lia|]; rewrite E at 1; ring).
    unfold adds. cbn [fst]. split.
    - intros A q i Q I. specialize (A (q - 1) ltac:(lia)). rewrite every_is in A. specialize (A (i - 1)).
      rewrite Z.div_1_r in A. specialize (A ltac:(lia)). apply Z.eqb_eq in A. replace (run + (q - 1) * run) with (run * q) in A by ring.
      now replace (1 + (i - 1) * 1) with i in A by ring.
    - intros A q Q. apply every_is. intros i I. rewrite Z.div_1_r in I. apply Z.eqb_eq. replace (run + q * run) with (run * (q + 1)) by ring.
      apply A; lia.
  Qed.

  (* Without the comparison the modes have f's values in the first of them. *)
  Lemma forced_is compared fuel : forall step rest ms, 1 <= step -> 1 <= rest -> turns fuel (forced_turn compared) (step, rest) = Some ms ->
    Forall (fun m => 2 <= shape m) ms /\ size ms = rest /\
    forall j, 0 <= j < (if compared then rest else match ms with [] => rest | m :: _ => shape m end) -> evaluate ms j = f (j * step).
  Proof.
    induction fuel as [|k IH]; intros step rest ms Hs Hr E; [discriminate|]. cbn [turns] in E. unfold forced_turn at 1 in E. cbn [fst snd] in E.
    destruct (Z.ltb_spec 1 rest) as [L|L].
    2:{ injection E as <-. split; [constructor|]. split; [cbn; lia|]. intros j Hj. assert (j = 0) as -> by (destruct compared; lia).
        rewrite evaluate_nil. now rewrite Z.mul_0_l. }
    destruct (Runs step rest Hs L) as (R1 & R2 & _). set (run := run_at (step, rest)) in *. clearbody run.
    rewrite Z.rem_mod_nonneg, Z.quot_div_nonneg in E by lia. destruct (Z.eqb_spec (rest mod run) 0) as [D|]; [|discriminate].
    destruct (if compared then _ else true) eqn:A; [|discriminate]. destruct (turns k (forced_turn compared) (step * run, rest / run)) as [t|] eqn:T; [|discriminate].
    injection E as <-. pose proof (Z.div_mod rest run ltac:(lia)) as Dm. rewrite D, Z.add_0_r in Dm.
    destruct (IH (step * run) (rest / run) t) as (P & S & V); [nia|nia|exact T|].
    split; [constructor; [cbn; lia|auto]|]. split; [cbn [size shape]; lia|].
    intros j Hj. rewrite evaluate_cons. cbn [shape stride] in *. destruct compared.
    - destruct (split run (rest / run) j) as (B1 & B2 & B3); [lia|lia|]. rewrite V by exact B2.
      replace (j / run * (step * run)) with (run * (j / run) * step) by ring. set (q := j / run) in *. set (i := j mod run) in *. clearbody q i. subst j.
      destruct (Z.eq_dec i 0) as [->|I]; [now rewrite Z.mul_0_l, !Z.add_0_l|].
      destruct (Z.eq_dec q 0) as [->|Q]; [rewrite Z.mul_0_r, Z.add_0_r, Z.mul_0_l, F0, (R2 i) by exact B1; ring|].
      rewrite (Z.add_comm i), (proj1 (compared_is step rest run ltac:(lia) D) A) by lia. ring.
    - rewrite Z.mod_small, Z.div_small, evaluate_zero, R2 by lia. lia.
  Qed.
  Lemma forced_finds compared fuel : forall step rest L, rest <= Z.of_nat fuel -> 1 <= step -> 1 <= rest -> normal L -> size L = rest ->
    (forall j, 0 <= j < rest -> evaluate L j = f (j * step)) -> turns fuel (forced_turn compared) (step, rest) = Some L.
  Proof.
    induction fuel as [|k IH]; intros step rest L Hf Hs Hr N S V; [lia|]. cbn [turns]. unfold forced_turn at 1. cbn [fst snd].
    destruct (Z.ltb_spec 1 rest) as [L1|].
    2:{ destruct L as [|m t]; [reflexivity|]. destruct N as (Hm & _ & Nt). pose proof (size_positive t (normal_positive t Nt)). cbn [size] in S. nia. }
    destruct L as [|m t]; [cbn in S; lia|]. pose proof N as (Hm & Next & Nt).
    pose proof (normal_positive t Nt) as Pt. pose proof (size_positive t Pt) as St. cbn [size] in S.
    assert (Small : forall j, 0 <= j < shape m -> f (j * step) = j * stride m) by (intros j Hj; rewrite <- V by nia; now apply evaluate_small).
    assert (G1 : f step = stride m) by (rewrite <- (Z.mul_1_l step), Small by lia; lia).
    destruct (Runs step rest Hs L1) as (R1 & R2 & R3). rewrite G1 in *. set (run := run_at (step, rest)) in *.
    assert (Run : run = shape m).
    { destruct (Z.lt_total run (shape m)) as [Lt|[Eq|Gt]]; [exfalso|exact Eq|exfalso].
      - apply R3; [nia|]. apply Small. lia.
      - assert (Q : f (shape m * step) = shape m * stride m) by (apply R2; lia).
        rewrite <- V in Q by lia. rewrite <- (Z.mul_1_r (shape m)) in Q at 1. rewrite evaluate_high in Q by lia.
        destruct t as [|n u]; [cbn in S; lia|]. cbn in Nt. rewrite evaluate_small in Q by lia. apply Next. lia. }
    clearbody run. subst run. assert (D : rest mod shape m = 0) by (rewrite <- S, Z.mul_comm; apply Z.mod_mul; lia).
    rewrite Z.rem_mod_nonneg, Z.quot_div_nonneg, D by lia. cbn [Z.eqb].
    assert (Dv : rest / shape m = size t) by (rewrite <- S, Z.mul_comm; apply Z.div_mul; lia).
    rewrite (proj2 (compared_is step rest (shape m) ltac:(lia) D)).
    2:{ rewrite Dv. intros q i Q I. assert (shape m * q + shape m <= rest) by nia. rewrite G1, <- !V by nia. rewrite evaluate_high by lia.
        rewrite evaluate_cons. rewrite (Z.add_comm (shape m * _)). destruct (digits (shape m) i q ltac:(lia)) as [-> ->]. lia. }
    replace (if compared then true else true) with true by now destruct compared.
    rewrite Dv, (IH (step * shape m) (size t) t); auto; [now destruct m|nia|nia|].
    intros j Hj. rewrite <- (evaluate_high m t j) by lia. rewrite V by nia. f_equal. lia.
  Qed.
  Lemma forced_finds_a_layout compared points L : 1 <= points -> Forall positive L -> size L = points ->
    (forall i, 0 <= i < points -> evaluate L i = f i) -> exists ms, turns (Z.to_nat points) (forced_turn compared) (1, points) = Some ms /\
    forall i, 0 <= i < points -> evaluate ms i = f i.
  Proof.
    intros Hp PL S V. destruct (shipped_coalesce_preserves_the_map L PL) as (_ & SC & VC).
    destruct (shipped_is_normal L PL) as [One|[_ N]]; [exists []|exists (shipped_coalesce L)].
    - rewrite One in SC. cbn [size shape] in SC. assert (E : forall i, 0 <= i < points -> evaluate [] i = f i)
        by (intros j Hj; assert (j = 0) as -> by lia; rewrite F0; apply evaluate_nil).
      split; [|exact E]. apply forced_finds; [lia|lia|lia|exact I|cbn; lia|]. intros j Hj. rewrite Z.mul_1_r. now apply E.
    - assert (E : forall i, 0 <= i < points -> evaluate (shipped_coalesce L) i = f i) by (intros j Hj; rewrite VC, V by lia; reflexivity).
      split; [|exact E]. apply forced_finds; auto; try lia. intros j Hj. rewrite Z.mul_1_r. now apply E.
  Qed.

  (* Where it is stuck, the modes so far would be another function. *)
  Lemma stuck_where compared fuel : forall step rest, 1 <= step -> 1 <= rest <= Z.of_nat fuel -> turns fuel (forced_turn compared) (step, rest) = None ->
    exists i got, stuck fuel (forced_turn compared) (step, rest) = Some (i, got) /\ 0 <= i < step * rest /\ got <> f i.
  Proof.
    induction fuel as [|k IH]; intros step rest Hs Hr E; [lia|]. cbn [turns stuck] in *.
    unfold forced_turn at 1 in E. unfold forced_turn at 1. cbn [fst snd] in *.
    destruct (Z.ltb_spec 1 rest) as [L|L]; [|discriminate].
    destruct (Runs step rest Hs L) as (B & _ & Past). set (run := run_at (step, rest)) in *. rewrite Z.rem_mod_nonneg, Z.quot_div_nonneg in * by lia.
    destruct (Z.eqb_spec (rest mod run) 0) as [D|D].
    - pose proof (Z.div_mod rest run ltac:(lia)) as Dm. rewrite D, Z.add_0_r in Dm. destruct (if compared then _ else true) eqn:A.
      + destruct (turns k (forced_turn compared) _) as [t|] eqn:T; [discriminate|].
        destruct (IH (step * run) (rest / run)) as (i & got & Q1 & Q2 & Q3); auto; try nia. exists i, got. split; [exact Q1|]. split; [nia|exact Q3].
      + destruct compared; [|discriminate]. destruct (the_first_that_fails _ _ _ _ A) as (A1 & q & Q & S). fold (start_at (step, rest)) in A1, S.
        change (first_failing run rest run (fun start => every 1 run 1 (adds (step, rest) start))) with (start_at (step, rest)) in *.
        destruct (the_first_that_fails _ _ _ _ A1) as (P & p & W & T).
        change (first_failing 1 run 1 (adds (step, rest) (start_at (step, rest)))) with (part_at (step, rest)) in *.
        set (start := start_at (step, rest)) in *. set (part := part_at (step, rest)) in *. clearbody start part.
        replace ((rest - run + run - 1) / run) with (rest / run - 1) in Q
          by (apply Z.div_unique with (run - 1); [lia|]; rewrite Dm at 1; ring).
        replace ((run - 1 + 1 - 1) / 1) with (run - 1) in W by (rewrite Z.div_1_r; ring).
        eexists _, _. split; [reflexivity|]. unfold adds in P. cbn [fst snd] in P. apply Z.eqb_neq in P.
        split; [|congruence]. assert (0 <= start + part < rest) by nia. nia.
    - assert (run < rest). { destruct (Z.eq_dec run rest) as [Q|]; [|lia]. rewrite Q, Z.mod_same in D by lia. congruence. }
      specialize (Past ltac:(lia)).
      eexists _, _. split; [reflexivity|]. split; [nia|congruence].
  Qed.
End Forced.
Lemma two_or_more ms : Forall (fun m => 2 <= shape m) ms -> Forall positive ms.
Proof. intros H. eapply Forall_impl; [|exact H]. unfold positive. cbn. lia. Qed.

Section The_function.
  Variable f : Z -> Z.
  Let stops_at (s : Z * Z) (i : Z) : bool := negb (f (i * fst s) =? i * f (fst s)).
  Let run_at (s : Z * Z) : Z := first_index 2 (snd s) (stops_at s).
  Let go : bool -> Z * Z -> turn (Z * Z) := forced_turn f run_at.

  Lemma runs_end : f 0 = 0 -> ends_runs f run_at.
  Proof.
    intros F0 step rest _ L run. destruct (first_is 2 rest (stops_at (step, rest)) ltac:(lia)) as (B & Before & Past).
    change (first_index 2 rest (stops_at (step, rest))) with run in *.
    assert (S : forall i, stops_at (step, rest) i = negb (f (i * step) =? i * f step)) by reflexivity. split; [exact B|]. split.
    - intros j J. destruct (Z.le_gt_cases 2 j) as [G|G]; [specialize (Before j ltac:(lia)); rewrite S in Before; now apply negb_false_iff, Z.eqb_eq in Before|].
      assert (j = 0 \/ j = 1) as [-> | ->] by lia; [now rewrite !Z.mul_0_l|now rewrite !Z.mul_1_l].
    - intros G. specialize (Past G). rewrite S in Past. now apply negb_true_iff, Z.eqb_neq in Past.
  Qed.

  (* ------------------------------------------------------------------------------------------ an answer is f *)

  Let repeats (l : list mode) (points : Z) : bool := through (fun m x => if every x (x * shape m) 1 (fun i => f i =? f (i - x) + stride m)
    then Some (x * shape m) else None) (fun _ => true) l points.
  Lemma repeats_is t : forall pre points, Forall positive pre -> size pre = points ->
    Forall positive t -> (forall i, 0 <= i < points -> evaluate pre i = f i) -> repeats t points = true ->
    forall i, 0 <= i < points * size t -> evaluate (pre ++ t) i = f i.
  Proof.
    induction t as [|m t IH]; intros pre points PP S PT V E i Hi.
    - cbn [size] in Hi. rewrite app_nil_r. apply V. lia.
    - inversion_clear PT as [|? ? Pm Pt]. unfold positive in Pm. unfold repeats in E. cbn [through] in E.
      destruct (every _ _ _ _) eqn:E1; [|discriminate]. rewrite every_is, Z.div_1_r in E1. pose proof (size_positive pre PP) as SP.
      change (m :: t) with ([m] ++ t). rewrite app_assoc. apply (IH (pre ++ [m]) (points * shape m)); auto.
      + apply Forall_app; split; auto.
      + rewrite size_app. cbn. lia.
      + assert (G : forall n, 0 <= n -> forall r, 0 <= r < points -> n < shape m -> f (r + points * n) = f r + n * stride m).
        { apply (natlike_ind (fun n => forall r, 0 <= r < points -> n < shape m -> f (r + points * n) = f r + n * stride m)).
          - intros r Hr _. rewrite Z.mul_0_r, Z.add_0_r. lia.
          - intros n Hn IHn r Hr L. specialize (IHn r Hr ltac:(lia)).
            specialize (E1 (r + points * n) ltac:(nia)). apply Z.eqb_eq in E1. rewrite Z.mul_1_r in E1.
            replace (points + (r + points * n) - points) with (r + points * n) in E1 by lia.
            replace (r + points * Z.succ n) with (points + (r + points * n)) by lia. lia. }
        intros x Hx. destruct (split points (shape m) x) as (B1 & B2 & B3); [lia|lia|].
        rewrite evaluate_app, <- (evaluate_wraps pre PP), S by auto. rewrite V by auto.
        rewrite evaluate_cons, evaluate_nil, (Z.mod_small (x / points)) by lia.
        pose proof (G (x / points) ltac:(lia) (x mod points) B1 ltac:(lia)) as Q. rewrite <- B3 in Q. lia.
      + cbn [size] in Hi. lia.
  Qed.
  Theorem find_layout_is_exact points L : 1 <= points -> Loops.find_modes f points = Some L ->
    Forall positive L /\ size L = points /\ forall i, 0 <= i < points -> evaluate L i = f i.
  Proof.
    intros Hp E.
    (* Of what either loop finds, whose first mode is right; the other all of it. *)
    assert (Found : forall compared, (if f 0 =? 0 then and_then (turns (Z.to_nat points) (go compared) (1, points))
        (fun l => if is_empty l then Some [Mode 1 0] else Some l) else None) = Some L -> Forall positive L /\ size L = points /\
      forall i, 0 <= i < (if compared then points else first_extent L) -> evaluate L i = f i).
    { intros compared Q. destruct (Z.eqb_spec (f 0) 0) as [F0|]; [|discriminate]. destruct (turns _ _ _) as [ms|] eqn:T; [|discriminate].
      destruct (forced_is f run_at (runs_end F0) F0 compared _ 1 points ms ltac:(lia) Hp T) as (P & S & V). destruct ms as [|m t]; injection Q as <-.
      - split; [repeat constructor; unfold positive; cbn; lia|]. cbn [size shape] in *. split; [lia|]. intros i Hi. cbn [first_extent shape] in Hi.
        assert (i = 0) as -> by (destruct compared; lia). now rewrite evaluate_zero.
      - split; [now apply two_or_more|]. split; [exact S|]. intros i Hi. rewrite V by exact Hi. now rewrite Z.mul_1_r. }
    assert (Compared : Loops.compared_modes f points = Some L -> Forall positive L /\ size L = points /\ forall i, 0 <= i < points -> evaluate L i = f i)
      by exact (Found true).
    unfold Loops.find_modes, either in E. destruct (Loops.forced_modes f points) as [ms|] eqn:F; [|auto].
    destruct (if through _ _ _ _ then true else false) eqn:R; [|auto]. injection E as ->. destruct (Found false F) as (P & S & V).
    split; [exact P|]. split; [exact S|]. destruct L as [|m t]; [intros i Hi; cbn [size] in S; apply V; cbn; lia|].
    intros i Hi. inversion_clear P as [|? ? Pm Pt]. cbn [size] in S. assert (P1 : Forall positive [m]) by auto.
    change (m :: t) with ([m] ++ t). apply (repeats_is t [m] (shape m) P1); auto; [cbn; lia| | |lia].
    - intros j Hj. rewrite <- V by exact Hj. rewrite !evaluate_cons, Z.div_small, !evaluate_zero by lia. reflexivity.
    - cbn [tl first_extent] in R. unfold repeats. now destruct (through _ _ _ _).
  Qed.

  (* ------------------------------------------------------------------------- refused only where no layout is f *)

  Theorem find_layout_refuses_rightly points : 1 <= points -> Loops.find_modes f points = None ->
    forall L, Forall positive L -> size L = points -> ~ (forall i, 0 <= i < points -> evaluate L i = f i).
  Proof.
    intros Hp E L PL S V. assert (T : Loops.compared_modes f points = None).
    { unfold Loops.find_modes, either in E. destruct (Loops.forced_modes f points); [|auto]. now destruct (if through _ _ _ _ then true else false). }
    assert (F0 : f 0 = 0) by (rewrite <- V by lia; apply evaluate_zero).
    destruct (forced_finds_a_layout f run_at (runs_end F0) F0 true points L Hp PL S V) as (ms & Q & _).
    change ((if f 0 =? 0 then and_then (turns (Z.to_nat points) (go true) (1, points)) (fun l => if is_empty l then Some [Mode 1 0] else Some l)
      else None) = None) in T. rewrite F0 in T. cbn [Z.eqb] in T. unfold go in T. rewrite Q in T. now destruct ms.
  Qed.

  (* ------------------------------------------------------------------------- where it is refused *)

  Theorem find_names_where points : 1 <= points -> Loops.compared_modes f points = None ->
    exists i got, Loops.compared_shows f points = Some (i, got) /\ 0 <= i < points /\ got <> f i.
  Proof.
    intros P E. unfold Loops.compared_modes, Loops.compared_shows in *. destruct (Z.eqb_spec (f 0) 0) as [F0|F0].
    - change (and_then (turns (Z.to_nat points) (go true) (1, points)) (fun l => if is_empty l then Some [Mode 1 0] else Some l) = None) in E.
      destruct (turns (Z.to_nat points) (go true) (1, points)) as [ms|] eqn:T.
      + cbn [and_then] in E. now destruct (is_empty ms).
      + apply (stuck_where f run_at (runs_end F0)) in T; [|lia|lia]. rewrite Z.mul_1_l in T. exact T.
    - exists 0, 0. split; [reflexivity|]. split; [lia|congruence].
  Qed.
  Theorem find_shows_where points : 1 <= points -> Loops.find_modes f points = None ->
    exists i got, Loops.find_shows f points = Some (i, got) /\ 0 <= i < points /\ got <> f i.
  Proof.
    unfold Loops.find_modes, Loops.find_shows, either, otherwise. intros P E. destruct (Loops.forced_modes f points) as [l|].
    - destruct (if through _ _ _ _ then true else false); [discriminate|]. now apply find_names_where.
    - now apply find_names_where.
  Qed.
End The_function.
