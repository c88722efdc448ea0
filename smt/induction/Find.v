(* SPDX-License-Identifier: MIT *)
(* find_layout of any function and any number of points: an answer is the function, and where it is refused no layout is. The functions
   here are what is proved with; that of Loops.v, of loops by name, is theirs. Law: find_layout_is_exact. *)
From Coq Require FinFun.
From Coq Require Import ZArith List Lia Bool.
Require Import Colex.Fold Colex.Steps Colex.Evaluate Colex.Combinators Colex.Coalesce Colex.Loops.
Require Colex.Vocabulary.
Import ListNotations.
Open Scope Z_scope.

(* find.hpp. `g j` is f at j steps. *)
Notation upto := Vocabulary.upto.
Fixpoint run_from (fuel : nat) (g : Z -> Z) (stride rest run : Z) : Z :=
  match fuel with
  | O => run
  | S k => if run <? rest then if g run =? run * stride then run_from k g stride rest (run + 1) else run else run
  end.
Definition adds_up_in_runs (g : Z -> Z) (stride rest run : Z) : bool :=
  forallb (fun q => forallb (fun i => g (run * (q + 1) + (i + 1)) =? g (run * (q + 1)) + (i + 1) * stride) (upto (run - 1)))
    (upto (rest / run - 1)).
Fixpoint forced (fuel : nat) (compared : bool) (f : Z -> Z) (step rest : Z) : option (list mode) :=
  match fuel with
  | O => None
  | S k =>
      if 1 <? rest then
        let g j := f (j * step) in
        let run := run_from (Z.to_nat rest) g (g 1) rest 2 in
        if rest mod run =? 0 then
          if negb compared || adds_up_in_runs g (g 1) rest run then
            match forced k compared f (step * run) (rest / run) with
            | Some ms => Some (Mode run (g 1) :: ms)
            | None => None
            end
          else None
        else None
      else Some []
  end.
Definition forced_modes (compared : bool) (f : Z -> Z) (points : Z) : option (list mode) :=
  if f 0 =? 0 then
    match forced (Z.to_nat points) compared f 1 points with Some [] => Some [Mode 1 0] | r => r end
  else None.
Fixpoint repeats_from (f : Z -> Z) (ms : list mode) (points : Z) : bool :=
  match ms with
  | [] => true
  | m :: t =>
      forallb (fun i => f (points + i) =? f (points + i - points) + stride m) (upto (points * shape m - points)) &&
      repeats_from f t (points * shape m)
  end.
Definition repeats (f : Z -> Z) (ms : list mode) : bool :=
  match ms with [] => true | m :: t => repeats_from f t (shape m) end.
Definition find_modes (f : Z -> Z) (points : Z) : option (list mode) :=
  match forced_modes false f points with
  | Some ms => if repeats f ms then Some ms else forced_modes true f points
  | None => forced_modes true f points
  end.

(* ----------------------------------------------------------------------------------------------- the loops *)

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

(* The run: as far as g is a multiple, and no further. *)
Lemma run_is fuel g stride rest : forall run, 2 <= run <= rest -> rest <= run + Z.of_nat fuel ->
  (forall i, 0 <= i < run -> g i = i * stride) ->
  let r := run_from fuel g stride rest run in
  run <= r <= rest /\ (forall i, 0 <= i < r -> g i = i * stride) /\ (r < rest -> g r <> r * stride).
Proof.
  induction fuel as [|k IH]; intros run Hr Hf H; cbn [run_from]; cbv zeta.
  - split; [lia|]. split; [auto|]. lia.
  - destruct (Z.ltb_spec run rest) as [L|L]; [|split; [lia|]; split; [auto|lia]].
    destruct (Z.eqb_spec (g run) (run * stride)) as [E|E]; [|split; [lia|]; split; auto].
    destruct (IH (run + 1)) as (A & B & C); [lia|lia| |split; [lia|]; split; auto].
    intros i Hi. destruct (Z.eq_dec i run) as [->|]; auto. apply H. lia.
Qed.
Lemma first_run g rest : g 0 = 0 -> 1 < rest -> let r := run_from (Z.to_nat rest) g (g 1) rest 2 in
  2 <= r <= rest /\ (forall i, 0 <= i < r -> g i = i * g 1) /\ (r < rest -> g r <> r * g 1).
Proof.
  intros G0 H. apply run_is; [lia|lia|]. intros i Hi. assert (i = 0 \/ i = 1) as [-> | ->] by lia; lia.
Qed.
Lemma runs_are g stride rest run : 1 <= run -> rest mod run = 0 -> adds_up_in_runs g stride rest run = true ->
  (forall i, 0 <= i < run -> g i = i * stride) -> g 0 = 0 ->
  forall j, 0 <= j < rest -> g j = j mod run * stride + g (run * (j / run)).
Proof.
  intros Hr D A First G0 j Hj. apply Z.mod_divide in D; [|lia]. destruct D as [n D].
  rewrite D in *. rewrite Z.mul_comm in Hj. destruct (split run n j) as (B1 & B2 & B3); [lia|lia|].
  destruct (Z.eq_dec (j / run) 0) as [Q|Q].
  { rewrite Q in B3 |- *. rewrite Z.mul_0_r, G0. replace (j mod run) with j by lia. rewrite First by lia. lia. }
  destruct (Z.eq_dec (j mod run) 0) as [M|M]; [rewrite M in B3 |- *; replace (run * (j / run)) with j by lia; lia|].
  unfold adds_up_in_runs in A. rewrite forallb_forall in A. specialize (A (j / run - 1)).
  rewrite Z.div_mul in A by lia. specialize (A (in_upto (n - 1) (j / run - 1) ltac:(lia))). rewrite forallb_forall in A.
  specialize (A (j mod run - 1) (in_upto (run - 1) (j mod run - 1) ltac:(lia))). apply Z.eqb_eq in A.
  replace (j / run - 1 + 1) with (j / run) in A by lia. replace (j mod run - 1 + 1) with (j mod run) in A by lia.
  replace (run * (j / run) + j mod run) with j in A by lia. lia.
Qed.

(* ------------------------------------------------------------------------------------------ an answer is f *)

Lemma forced_is fuel f : f 0 = 0 -> forall step rest ms, 1 <= rest -> forced fuel true f step rest = Some ms ->
  Forall positive ms /\ size ms = rest /\ forall j, 0 <= j < rest -> evaluate ms j = f (j * step).
Proof.
  intros F0. induction fuel as [|k IH]; intros step rest ms Hr E; [discriminate|]. cbn [forced] in E.
  destruct (Z.ltb_spec 1 rest) as [L|L].
  2:{ injection E as <-. split; [constructor|]. split; [cbn; lia|]. intros j Hj. assert (j = 0) as -> by lia.
      rewrite evaluate_nil. now rewrite Z.mul_0_l. }
  cbv zeta in E. set (g j := f (j * step)) in *. change (f (1 * step)) with (g 1) in *. destruct (first_run g rest) as (R1 & R2 & _); [unfold g; now rewrite Z.mul_0_l|auto|].
  set (run := run_from _ g (g 1) rest 2) in *. destruct (Z.eqb_spec (rest mod run) 0) as [D|]; [|discriminate].
  destruct (adds_up_in_runs g (g 1) rest run) eqn:A; [|discriminate]. cbn [negb orb] in E.
  destruct (forced k true f (step * run) (rest / run)) as [t|] eqn:T; [|discriminate]. injection E as <-.
  pose proof (Z.div_mod rest run ltac:(lia)) as Dm. rewrite D, Z.add_0_r in Dm.
  destruct (IH (step * run) (rest / run) t) as (P & S & V); [nia|auto|].
  split; [constructor; [unfold positive; cbn; lia|auto]|]. split; [cbn [size shape]; lia|].
  intros j Hj. rewrite evaluate_cons. cbn [shape stride].
  destruct (split run (rest / run) j) as (B1 & B2 & B3); [lia|lia|]. rewrite V by lia.
  change (f (j * step)) with (g j).
  assert (G0 : g 0 = 0) by (unfold g; now rewrite Z.mul_0_l).
  rewrite (runs_are g (g 1) rest run ltac:(lia) D A R2 G0 j Hj). unfold g at 3. f_equal. f_equal. lia.
Qed.
Lemma repeats_is f t : forall pre points, Forall positive pre -> size pre = points ->
  Forall positive t -> (forall i, 0 <= i < points -> evaluate pre i = f i) -> repeats_from f t points = true ->
  forall i, 0 <= i < points * size t -> evaluate (pre ++ t) i = f i.
Proof.
  induction t as [|m t IH]; intros pre points PP S PT V E i Hi.
  - cbn [size] in Hi. rewrite app_nil_r. apply V. lia.
  - inversion_clear PT as [|? ? Pm Pt]. unfold positive in Pm. cbn [repeats_from] in E.
    apply andb_prop in E. destruct E as [E1 E2]. rewrite forallb_forall in E1. pose proof (size_positive pre PP) as SP.
    change (m :: t) with ([m] ++ t). rewrite app_assoc. apply (IH (pre ++ [m]) (points * shape m)); auto.
    + apply Forall_app; split; auto.
    + rewrite size_app. cbn. lia.
    + assert (G : forall n, 0 <= n -> forall r, 0 <= r < points -> n < shape m -> f (r + points * n) = f r + n * stride m).
      { apply (natlike_ind (fun n => forall r, 0 <= r < points -> n < shape m -> f (r + points * n) = f r + n * stride m)).
        - intros r Hr _. rewrite Z.mul_0_r, Z.add_0_r. lia.
        - intros n Hn IHn r Hr L. specialize (IHn r Hr ltac:(lia)).
          assert (In_ : In (r + points * n) (upto (points * shape m - points))) by (apply in_upto; nia).
          specialize (E1 _ In_). apply Z.eqb_eq in E1.
          replace (points + (r + points * n) - points) with (r + points * n) in E1 by lia.
          replace (r + points * Z.succ n) with (points + (r + points * n)) by lia. lia. }
      intros x Hx. destruct (split points (shape m) x) as (B1 & B2 & B3); [lia|lia|].
      rewrite evaluate_app, <- (evaluate_wraps pre PP), S by auto. rewrite V by auto.
      rewrite evaluate_cons, evaluate_nil, (Z.mod_small (x / points)) by lia.
      pose proof (G (x / points) ltac:(lia) (x mod points) B1 ltac:(lia)) as Q. rewrite <- B3 in Q. lia.
    + cbn [size] in Hi. lia.
Qed.
Lemma unforced_size fuel f : f 0 = 0 -> forall step rest ms, 1 <= rest -> forced fuel false f step rest = Some ms ->
  Forall positive ms /\ size ms = rest /\
  match ms with [] => True | m :: _ => forall j, 0 <= j < shape m -> f (j * step) = j * stride m end.
Proof.
  intros F0. induction fuel as [|k IH]; intros step rest ms Hr E; [discriminate|]. cbn [forced] in E.
  destruct (Z.ltb_spec 1 rest) as [L|L]; [|injection E as <-; repeat split; [constructor|cbn; lia]].
  cbv zeta in E. set (g j := f (j * step)) in *. change (f (1 * step)) with (g 1) in *. destruct (first_run g rest) as (R1 & R2 & _); [unfold g; now rewrite Z.mul_0_l|auto|].
  set (run := run_from _ g (g 1) rest 2) in *. destruct (Z.eqb_spec (rest mod run) 0) as [D|]; [|discriminate].
  cbn [negb orb] in E. destruct (forced k false f (step * run) (rest / run)) as [t|] eqn:T; [|discriminate].
  injection E as <-. pose proof (Z.div_mod rest run ltac:(lia)) as Dm. rewrite D, Z.add_0_r in Dm.
  destruct (IH (step * run) (rest / run) t) as (P & S & _); [nia|auto|].
  split; [constructor; [unfold positive; cbn; lia|auto]|]. split; [cbn [size shape]; lia|]. exact R2.
Qed.
Theorem find_layout_is_exact f points L : 1 <= points -> find_modes f points = Some L ->
  Forall positive L /\ size L = points /\ forall i, 0 <= i < points -> evaluate L i = f i.
Proof.
  intros Hp E.
  assert (Compared : forced_modes true f points = Some L ->
    Forall positive L /\ size L = points /\ forall i, 0 <= i < points -> evaluate L i = f i).
  { clear E. unfold forced_modes. destruct (Z.eqb_spec (f 0) 0) as [F0|]; [|discriminate].
    destruct (forced _ true f 1 points) as [ms|] eqn:E; [|discriminate].
    destruct (forced_is _ f F0 1 points ms Hp E) as (P & S & V).
    destruct ms as [|m t]; intros H; injection H as <-.
    - split; [constructor; [unfold positive; cbn; lia|constructor]|]. cbn [size shape] in *. split; [lia|]. intros i Hi. assert (i = 0) as -> by lia.
      now rewrite evaluate_zero.
    - split; [auto|]. split; [auto|]. intros i Hi. rewrite V by auto. now rewrite Z.mul_1_r. }
  unfold find_modes in E. destruct (forced_modes false f points) as [ms|] eqn:F; [|auto].
  destruct (repeats f ms) eqn:R; [|auto]. injection E as <-. unfold forced_modes in F.
  destruct (Z.eqb_spec (f 0) 0) as [F0|]; [|discriminate].
  destruct (forced _ false f 1 points) as [l|] eqn:G; [|discriminate].
  destruct (unforced_size _ f F0 1 points l Hp G) as (P & S & V).
  destruct l as [|m t]; injection F as <-.
  - split; [constructor; [unfold positive; cbn; lia|constructor]|]. cbn [size shape] in *. split; [lia|]. intros i Hi. assert (i = 0) as -> by lia.
    now rewrite evaluate_zero.
  - split; [auto|]. split; [auto|]. intros i Hi. inversion_clear P as [|? ? Pm Pt]. cbn [size] in S.
    change (m :: t) with ([m] ++ t). apply (repeats_is f t [m] (shape m)); auto; [cbn; lia| |lia].
    intros j Hj. rewrite evaluate_cons, evaluate_nil, Z.mod_small by lia. specialize (V j Hj). rewrite Z.mul_1_r in V. lia.
Qed.

(* ------------------------------------------------------------------------- refused only where no layout is f *)

Lemma forced_finds fuel f : forall step rest L, rest <= Z.of_nat fuel -> 1 <= rest -> normal L -> size L = rest ->
  (forall j, 0 <= j < rest -> evaluate L j = f (j * step)) -> forced fuel true f step rest <> None.
Proof.
  induction fuel as [|k IH]; intros step rest L Hf Hr N S V; [lia|]. cbn [forced].
  destruct (Z.ltb_spec 1 rest) as [L1|]; [|discriminate]. cbv zeta. set (g j := f (j * step)) in *. change (f (1 * step)) with (g 1).
  destruct L as [|m t]; [cbn in S; lia|]. pose proof N as (Hm & Next & Nt).
  pose proof (normal_positive t Nt) as Pt. pose proof (size_positive t Pt) as St. cbn [size] in S.
  assert (Small : forall j, 0 <= j < shape m -> g j = j * stride m).
  { intros j Hj. unfold g. rewrite <- V by nia. now apply evaluate_small. }
  assert (G1 : g 1 = stride m) by (rewrite Small by lia; lia).
  destruct (first_run g rest) as (R1 & R2 & R3); [rewrite Small by lia; lia|auto|]. rewrite G1 in *.
  set (run := run_from _ g (stride m) rest 2) in *.
  assert (Run : run = shape m).
  { destruct (Z.lt_total run (shape m)) as [Lt|[Eq|Gt]]; [exfalso|exact Eq|exfalso].
    - apply R3; [nia|]. apply Small. lia.
    - assert (Q : g (shape m) = shape m * stride m) by (apply R2; lia). unfold g in Q.
      rewrite <- V in Q by lia. rewrite <- (Z.mul_1_r (shape m)) in Q at 1. rewrite evaluate_high in Q by lia.
      destruct t as [|n u]; [cbn in S; lia|]. cbn in Nt. rewrite evaluate_small in Q by lia. apply Next. lia. }
  rewrite Run. assert (D : rest mod shape m = 0) by (rewrite <- S, Z.mul_comm; apply Z.mod_mul; lia).
  rewrite D. cbn [Z.eqb]. assert (Dv : rest / shape m = size t) by (rewrite <- S, Z.mul_comm; apply Z.div_mul; lia).
  assert (A : adds_up_in_runs g (stride m) rest (shape m) = true).
  { unfold adds_up_in_runs. apply forallb_forall. intros q Hq. apply upto_in in Hq. rewrite Dv in Hq.
    apply forallb_forall. intros i Hi. apply upto_in in Hi. apply Z.eqb_eq. unfold g.
    assert (shape m * (q + 1) + shape m <= rest) by nia. rewrite <- !V by lia. rewrite evaluate_high by lia.
    rewrite evaluate_cons. rewrite (Z.add_comm (shape m * _)).
    destruct (digits (shape m) (i + 1) (q + 1) ltac:(lia)) as [-> ->]. lia. }
  rewrite A. cbn [negb orb]. specialize (IH (step * shape m) (rest / shape m) t). rewrite Dv in *.
  destruct (forced k true f (step * shape m) (size t)); [discriminate|]. exfalso. apply IH; auto; [nia|].
  intros j Hj. rewrite <- (evaluate_high m t j) by lia. rewrite V by nia. f_equal. lia.
Qed.
Theorem find_layout_refuses_rightly f points : 1 <= points -> find_modes f points = None ->
  forall L, Forall positive L -> size L = points -> ~ (forall i, 0 <= i < points -> evaluate L i = f i).
Proof.
  intros Hp E L PL S V. assert (T : forced_modes true f points = None).
  { unfold find_modes in E. destruct (forced_modes false f points); [|auto]. destruct (repeats f l); [discriminate|auto]. }
  destruct (shipped_coalesce_preserves_the_map L PL) as (_ & SC & VC). pose proof (shipped_is_normal L PL) as NC.
  unfold forced_modes in T. assert (F0 : f 0 = 0) by (rewrite <- V by lia; apply evaluate_zero). rewrite F0 in T.
  cbn [Z.eqb] in T. revert T. assert (Q : forced (Z.to_nat points) true f 1 points <> None).
  { destruct NC as [One|[_ N]].
    - apply (forced_finds _ f 1 points []); [lia|lia|exact I| |].
      + rewrite One in SC. cbn [size shape] in *. lia.
      + intros j Hj. rewrite One in SC. cbn [size shape] in SC. assert (j = 0) as -> by lia. now rewrite evaluate_nil.
    - apply (forced_finds _ f 1 points (shipped_coalesce L)); auto; try lia.
      intros j Hj. rewrite VC, V, Z.mul_1_r by lia. reflexivity. }
  destruct (forced _ true f 1 points) as [[|m t]|]; [discriminate|discriminate|tauto].
Qed.

(* ------------------------------------------------------------------------------------------- the printed function *)

Lemma a_run_is_first g stride rest fuel : forall run,
  first_index_of fuel run rest (fun i => negb (g i =? i * stride)) = run_from fuel g stride rest run.
Proof.
  induction fuel as [|k IH]; intros run; cbn [first_index_of run_from]; [reflexivity|]. destruct (run <? rest); [|reflexivity].
  destruct (g run =? run * stride); cbn [negb]; [apply IH|reflexivity].
Qed.
Lemma runs_are_compared g stride rest run : 1 <= run -> rest mod run = 0 ->
  every run rest run (fun start => every 1 run 1 (fun i => g (start + i) =? g start + i * stride)) = adds_up_in_runs g stride rest run.
Proof.
  intros H D. unfold every at 1, adds_up_in_runs. pose proof (Z.div_mod rest run ltac:(lia)) as E. rewrite D, Z.add_0_r in E.
  replace ((rest - run + run - 1) / run) with (rest / run - 1).
  2:{ apply Z.div_unique with (run - 1); [lia|]. rewrite E at 1. ring. }
  apply forallb_alike. intros q _. rewrite one_apart. apply forallb_alike. intros i _.
  replace (run + q * run) with (run * (q + 1)) by ring. now replace (1 + i) with (i + 1) by ring.
Qed.
Lemma the_first_that_fails from to by_ holds : every from to by_ holds = false -> let i := first_failing from to by_ holds in
  holds i = false /\ exists q, 0 <= q < (to - from + by_ - 1) / by_ /\ i = from + q * by_.
Proof.
  unfold every, first_failing. intros E. destruct (find _ _) as [q|] eqn:F.
  - apply find_some in F. destruct F as [I N]. apply negb_true_iff in N. split; [exact N|]. exists q. split; [|reflexivity]. now apply upto_in in I.
  - exfalso. assert (A : forallb (fun q => holds (from + q * by_)) (below ((to - from + by_ - 1) / by_)) = true); [|congruence].
    apply forallb_forall. intros q I. apply (find_none _ _ F) in I. now apply negb_false_iff in I.
Qed.
Section The_printed_function.
  Variable f : Z -> Z.
  Let stops_at (s : Z * Z) (i : Z) : bool := negb (f (i * fst s) =? i * f (fst s)).
  Let run_at (s : Z * Z) : Z := first_index 2 (snd s) (stops_at s).
  (* Where f is not the sum of its parts: by `start` and `i` steps. *)
  Let adds (s : Z * Z) (start i : Z) : bool := f ((start + i) * fst s) =? f (start * fst s) + i * f (fst s).
  Let start_at (s : Z * Z) : Z := first_failing (run_at s) (snd s) (run_at s) (fun start => every 1 (run_at s) 1 (adds s start)).
  Let part_at (s : Z * Z) : Z := first_failing 1 (run_at s) 1 (adds s (start_at s)).
  Let go (compared : bool) (s : Z * Z) : turn (Z * Z) :=
    if 1 <? snd s then
      if Z.rem (snd s) (run_at s) =? 0 then
        if negb compared || every (run_at s) (snd s) (run_at s) (fun start => every 1 (run_at s) 1 (adds s start))
        then On (Mode (run_at s) (f (fst s))) (fst s * run_at s, Z.quot (snd s) (run_at s))
        else Stuck ((start_at s + part_at s) * fst s) (f (start_at s * fst s) + part_at s * f (fst s))
      else Stuck (run_at s * fst s) (run_at s * f (fst s))
    else Done.
  Lemma turns_are_forced compared fuel : forall step rest, 1 <= step -> 0 <= rest ->
    turns fuel (go compared) (step, rest) = forced fuel compared f step rest.
  Proof.
    induction fuel as [|k IH]; intros step rest Hs Hr; cbn [turns forced]; [reflexivity|]. unfold go at 1. cbn [fst snd].
    destruct (Z.ltb_spec 1 rest) as [L|L]; [|reflexivity]. cbv zeta.
    set (g j := f (j * step)). assert (G : f step = g 1) by (unfold g; now rewrite Z.mul_1_l). change (f (1 * step)) with (g 1).
    assert (R : run_at (step, rest) = run_from (Z.to_nat rest) g (g 1) rest 2).
    { unfold run_at, first_index, stops_at. cbn [fst snd]. rewrite G. apply (a_run_is_first g (g 1)). }
    assert (B : 2 <= run_at (step, rest) <= rest) by (apply first_is; cbn [snd]; lia). rewrite <- R.
    set (run := run_at (step, rest)) in *. clearbody run. rewrite Z.rem_mod_nonneg, Z.quot_div_nonneg, G by lia.
    destruct (Z.eqb_spec (rest mod run) 0) as [D|]; [|reflexivity].
    unfold adds. cbn [fst snd]. rewrite G.
    change (every run rest run (fun start => every 1 run 1 (fun i => f ((start + i) * step) =? f (start * step) + i * g 1)))
      with (every run rest run (fun start => every 1 run 1 (fun i => g (start + i) =? g start + i * g 1))).
    rewrite runs_are_compared by (auto; lia). destruct (negb compared || _); [|reflexivity].
    rewrite IH; [reflexivity|nia|apply Z.div_pos; lia].
  Qed.
  Lemma answers_are_forced compared points : 0 <= points ->
    (if f 0 =? 0 then and_then (turns (Z.to_nat points) (go compared) (1, points))
       (fun l => if is_empty l then Some [Mode 1 0] else Some l) else None) = forced_modes compared f points.
  Proof.
    intros H. unfold forced_modes. rewrite turns_are_forced by lia. destruct (f 0 =? 0); [|reflexivity].
    destruct (forced _ _ _ _ _) as [[|m t]|]; reflexivity.
  Qed.
  Lemma modes_repeat l : forall points, through (fun m x => if every x (x * shape m) 1 (fun i => f i =? f (i - x) + stride m)
    then Some (x * shape m) else None) (fun _ => true) l points = repeats_from f l points.
  Proof.
    induction l as [|m t IH]; intros points; cbn [through repeats_from]; [reflexivity|]. rewrite one_apart.
    change (below (points * shape m - points)) with (upto (points * shape m - points)).
    destruct (forallb _ _); cbn [andb]; [apply IH|reflexivity].
  Qed.
  (* Where it is stuck, the modes so far would be another function. *)
  Lemma stuck_where fuel : f 0 = 0 -> forall step rest, 1 <= step -> 1 <= rest <= Z.of_nat fuel -> turns fuel (go true) (step, rest) = None ->
    exists i got, stuck fuel (go true) (step, rest) = Some (i, got) /\ 0 <= i < step * rest /\ got <> f i.
  Proof.
    intros F0. induction fuel as [|k IH]; intros step rest Hs Hr E; [lia|]. cbn [turns stuck] in *. unfold go at 1 in E. unfold go at 1. cbn [fst snd] in *.
    destruct (Z.ltb_spec 1 rest) as [L|L]; [|discriminate].
    assert (B : 2 <= run_at (step, rest) <= rest /\ (run_at (step, rest) < rest -> stops_at (step, rest) (run_at (step, rest)) = true)).
    { destruct (first_is 2 rest (stops_at (step, rest)) ltac:(lia)) as (B1 & _ & B2). now split. }
    destruct B as [B Past]. set (run := run_at (step, rest)) in *. rewrite Z.rem_mod_nonneg, Z.quot_div_nonneg in * by lia.
    destruct (Z.eqb_spec (rest mod run) 0) as [D|D].
    - pose proof (Z.div_mod rest run ltac:(lia)) as Dm. rewrite D, Z.add_0_r in Dm. cbn [negb orb] in *.
      destruct (every run rest run _) eqn:A.
      + destruct (turns k (go true) _) as [t|] eqn:T; [discriminate|].
        destruct (IH (step * run) (rest / run)) as (i & got & Q1 & Q2 & Q3); auto; try nia. exists i, got. split; [exact Q1|]. split; [nia|exact Q3].
      + destruct (the_first_that_fails _ _ _ _ A) as (A1 & q & Q & S). fold (start_at (step, rest)) in A1, S.
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
      specialize (Past ltac:(lia)). unfold stops_at in Past. cbn [fst snd] in Past. apply negb_true_iff, Z.eqb_neq in Past.
      eexists _, _. split; [reflexivity|]. split; [nia|congruence].
  Qed.
  Theorem find_names_where points : 1 <= points -> Loops.compared_modes f points = None ->
    exists i got, Loops.compared_shows f points = Some (i, got) /\ 0 <= i < points /\ got <> f i.
  Proof.
    intros P E. unfold Loops.compared_modes, Loops.compared_shows in *. destruct (Z.eqb_spec (f 0) 0) as [F0|F0].
    - change (and_then (turns (Z.to_nat points) (go true) (1, points)) (fun l => if is_empty l then Some [Mode 1 0] else Some l) = None) in E.
      destruct (turns (Z.to_nat points) (go true) (1, points)) as [ms|] eqn:T.
      + cbn [and_then] in E. now destruct (is_empty ms).
      + apply stuck_where in T; [|exact F0|lia|lia]. rewrite Z.mul_1_l in T. exact T.
    - exists 0, 0. split; [reflexivity|]. split; [lia|congruence].
  Qed.
  Theorem printed_find_modes points : 0 <= points -> Loops.find_modes f points = find_modes f points.
  Proof.
    intros H. unfold Loops.find_modes, find_modes. pose proof (answers_are_forced false points H) as A.
    pose proof (answers_are_forced true points H) as B.
    change (Loops.forced_modes f points = forced_modes false f points) in A. change (Loops.compared_modes f points = forced_modes true f points) in B.
    rewrite A, B. clear A B.
    destruct (forced_modes false f points) as [l|]; cbn [either]; [|reflexivity].
    assert (R : repeats f l = through (fun m x => if every x (x * shape m) 1 (fun i => f i =? f (i - x) + stride m)
      then Some (x * shape m) else None) (fun _ => true) (tl l) (first_extent l)).
    { destruct l as [|m t]; [reflexivity|]. symmetry. apply modes_repeat. }
    rewrite R. now destruct (through _ _ _ _).
  Qed.
  Theorem find_shows_where points : 1 <= points -> Loops.find_modes f points = None ->
    exists i got, Loops.find_shows f points = Some (i, got) /\ 0 <= i < points /\ got <> f i.
  Proof.
    unfold Loops.find_modes, Loops.find_shows, either, otherwise. intros P E. destruct (Loops.forced_modes f points) as [l|].
    - destruct (if through _ _ _ _ then true else false); [discriminate|]. now apply find_names_where.
    - now apply find_names_where.
  Qed.
End The_printed_function.
