(* SPDX-License-Identifier: MIT *)
(* complement at every rank: the modes of A and the gaps between them are a bijection onto [0, M). From the
   contracts of the step and of the last gap. Law: complement_tiles_the_codomain. *)
From Coq Require Import ZArith List Lia Permutation.
Require Import Colex.Fold Colex.Vocabulary Colex.Steps Colex.Sort Colex.Coalesce.
Import ListNotations.
Open Scope Z_scope.

Lemma whole_gaps a b : 1 <= a -> 1 <= b -> b mod a = 0 -> 1 <= b / a /\ b / a * a = b.
Proof. intros. pose proof (Z.div_mod b a ltac:(lia)). split; nia. Qed.
(* It refuses exactly where the reach does not divide the stride; otherwise one gap, from the reach to where the mode
   starts, and the new reach is where the mode ends. *)
Lemma complement_step_fills reach m : 1 <= reach -> 1 < shape m -> 1 <= stride m ->
  let r := complement_step reach m in
  (refuses r = true /\ stride m mod reach <> 0) \/
  (refuses r = false /\ stride m mod reach = 0 /\ next r = shape m * stride m /\
   exists gap, emitted r = [gap] /\ stride gap = reach /\ 1 <= shape gap /\ shape gap * reach = stride m).
Proof.
  intros Hr Hs Hd. unfold complement_step. rewrite Z.rem_mod_nonneg, Z.quot_div_nonneg by lia. cbn.
  destruct (Z.eqb_spec (stride m mod reach) 0) as [E|E]; [right|left]; cbn; auto.
  destruct (whole_gaps reach (stride m) Hr Hd E). repeat split; auto. eexists. repeat split; auto.
Qed.

(* The last gap, up to M. *)
Lemma complement_finish_finishes reach M : 1 <= reach -> 1 <= M ->
  let r := complement_finish reach M in
  (refuses r = true /\ M mod reach <> 0) \/
  (refuses r = false /\ M mod reach = 0 /\ next r = M /\
   exists gap, emitted r = [gap] /\ stride gap = reach /\ 1 <= shape gap /\ shape gap * reach = M).
Proof.
  intros Hr HM. unfold complement_finish. rewrite Z.rem_mod_nonneg, Z.quot_div_nonneg by lia. cbn.
  destruct (Z.eqb_spec (M mod reach) 0) as [E|E]; [right|left]; cbn; auto.
  destruct (whole_gaps reach M Hr HM E). repeat split; auto. eexists. repeat split; auto.
Qed.

Definition proper (m : mode) : Prop := 1 < shape m /\ 1 <= stride m.
Lemma proper_positive ms : Forall proper ms -> Forall positive ms.
Proof. intros H. eapply Forall_impl; [|exact H]. unfold proper, positive. lia. Qed.

(* (i, j) -> A(i) + R(j) is one to one onto [0, reach). *)
Record tiles (A R : list mode) (reach : Z) : Prop := Tiles {
  in_range : forall i j, 0 <= i < size A -> 0 <= j < size R -> 0 <= evaluate A i + evaluate R j < reach;
  injective : forall i j k l, 0 <= i < size A -> 0 <= j < size R -> 0 <= k < size A -> 0 <= l < size R ->
    evaluate A i + evaluate R j = evaluate A k + evaluate R l -> i = k /\ j = l;
  surjective : forall y, 0 <= y < reach ->
    exists i j, 0 <= i < size A /\ 0 <= j < size R /\ evaluate A i + evaluate R j = y }.

Lemma evaluate_one m i : 0 <= i < shape m -> evaluate [m] i = i * stride m.
Proof. intros. rewrite evaluate_cons, Z.mod_small, evaluate_nil by lia. lia. Qed.

(* Offsets A(i) + R(j) lie below the reach, and say which i and j they are; not every offset need be there. *)
Record apart (A R : list mode) (reach : Z) : Prop := Apart {
  below_reach : forall i j, 0 <= i < size A -> 0 <= j < size R -> 0 <= evaluate A i + evaluate R j < reach;
  read_back : forall i j k l, 0 <= i < size A -> 0 <= j < size R -> 0 <= k < size A -> 0 <= l < size R ->
    evaluate A i + evaluate R j = evaluate A k + evaluate R l -> i = k /\ j = l }.

(* With every offset below the reach they tile. *)
Lemma tiles_apart A R reach : tiles A R reach -> apart A R reach.
Proof. now intros [Range Inj _]. Qed.

Lemma passed pre m post j k : Forall positive pre -> positive m -> 0 <= j < size pre -> 0 <= k < shape m ->
  evaluate (pre ++ m :: post) (j + size pre * k) = evaluate pre j + k * stride m.
Proof.
  intros PP Pm Hj Hk. rewrite evaluate_app by auto. destruct (digits (size pre) j k Hj) as [D1 D2].
  rewrite <- (evaluate_wraps pre PP (j + _)), D1, D2.
  destruct (digits (shape m) k 0 Hk) as [E1 E2]. rewrite Z.mul_0_r, Z.add_0_r in *.
  now rewrite evaluate_cons, E1, E2, evaluate_zero, Z.add_0_r.
Qed.
Lemma one_more a m j : Forall positive a -> positive m -> 0 <= j < size (a ++ [m]) ->
  0 <= j mod size a < size a /\ 0 <= j / size a < shape m /\ j = j mod size a + size a * (j / size a) /\
  evaluate (a ++ [m]) j = evaluate a (j mod size a) + j / size a * stride m.
Proof.
  intros PA Pm Hj. unfold positive in Pm. pose proof (size_positive a PA).
  rewrite size_app in Hj. cbn [size] in Hj. rewrite Z.mul_1_r in Hj.
  destruct (split (size a) (shape m) j) as (B1 & B2 & B3); [lia|lia|]. repeat split; try lia.
  now rewrite evaluate_app, evaluate_one, evaluate_wraps by auto.
Qed.
(* One more mode on the right: the next digit of the offset. *)
Lemma apart_gap A R gap reach : Forall positive A -> Forall positive R -> positive gap -> 1 <= reach ->
  stride gap = reach -> apart A R reach -> apart A (R ++ [gap]) (shape gap * reach).
Proof.
  intros PA PR Pg Hr E [Range Inj]. split.
  - intros i j Hi Hj. destruct (one_more R gap j PR Pg Hj) as (B1 & B2 & _ & ->). pose proof (Range i _ Hi B1). nia.
  - intros i j k l Hi Hj Hk Hl Q. destruct (one_more R gap j PR Pg Hj) as (B1 & B2 & B3 & V).
    destruct (one_more R gap l PR Pg Hl) as (C1 & C2 & C3 & W). rewrite V, W, E in Q.
    pose proof (Range i _ Hi B1). pose proof (Range k _ Hk C1).
    assert (D : j / size R = l / size R) by nia. rewrite D in *.
    destruct (Inj i (j mod size R) k (l mod size R)) as [-> F]; auto; [lia|]. split; [auto|]. lia.
Qed.
Lemma tiles_gap A R gap reach : Forall positive A -> Forall positive R -> positive gap -> 1 <= reach ->
  tiles A R reach -> stride gap = reach -> tiles A (R ++ [gap]) (shape gap * reach).
Proof.
  intros PA PR Pg Hr T E. destruct (apart_gap A R gap reach PA PR Pg Hr E (tiles_apart _ _ _ T)) as [Range Inj].
  split; [exact Range|exact Inj|]. intros y Hy. pose proof Pg as Sg. unfold positive in Sg.
  destruct (split reach (shape gap) y) as (B1 & B2 & B3); [lia|nia|].
  destruct (surjective _ _ _ T _ B1) as (i & j & Hi & Hj & Q). exists i, (j + size R * (y / reach)). split; [auto|].
  rewrite size_app, passed by auto. cbn [size]. rewrite Z.mul_1_r. split; [now apply two_digits|]. rewrite E. lia.
Qed.
(* Law complement_is_ordered: a later index has a larger offset. *)
Definition increasing (ms : list mode) : Prop := forall i j, 0 <= i < j -> j < size ms -> evaluate ms i < evaluate ms j.
(* Modes of which each starts where the ones before end, or later, count upwards. *)
Lemma increasing_more a m reach : Forall positive a -> positive m -> reach <= stride m -> increasing a ->
  (forall i, 0 <= i < size a -> 0 <= evaluate a i < reach) ->
  increasing (a ++ [m]) /\ forall i, 0 <= i < size (a ++ [m]) -> 0 <= evaluate (a ++ [m]) i < shape m * stride m.
Proof.
  intros PA Pm W I B. split.
  - intros i j Hij Hj. destruct (one_more a m i PA Pm ltac:(lia)) as (B1 & B2 & B3 & ->).
    destruct (one_more a m j PA Pm ltac:(lia)) as (C1 & C2 & C3 & ->). pose proof (B _ B1). pose proof (B _ C1).
    destruct (Z.eq_dec (i / size a) (j / size a)) as [D|D]; [|nia].
    rewrite D in *. specialize (I (i mod size a) (j mod size a)). nia.
  - intros i Hi. destruct (one_more a m i PA Pm Hi) as (B1 & B2 & _ & ->). pose proof (B _ B1). nia.
Qed.
Lemma increasing_gap A R gap reach : Forall positive A -> Forall positive R -> positive gap -> stride gap = reach ->
  apart A R reach -> increasing R -> increasing (R ++ [gap]).
Proof.
  intros PA PR Pg E [Range _] Inc. pose proof (size_positive A PA). apply (increasing_more R gap reach); auto; [lia|].
  intros i Hi. specialize (Range 0 i ltac:(lia) Hi). rewrite evaluate_zero in Range. lia.
Qed.
Lemma tiles_swap A R reach : tiles A R reach -> tiles R A reach.
Proof.
  intros [Range Inj Sur]. split.
  - intros i j Hi Hj. rewrite Z.add_comm. auto.
  - intros i j k l Hi Hj Hk Hl Q. destruct (Inj j i l k); auto. lia.
  - intros y Hy. destruct (Sur y Hy) as (i & j & Hi & Hj & Q). exists j, i. repeat split; auto; lia.
Qed.
(* A layout with the same values does as well. *)
Lemma tiles_alike A R S M : agree R S -> tiles A R M -> tiles A S M.
Proof.
  intros [Size V] [Range Inj Sur]. split; rewrite <- Size.
  - intros i j Hi Hj. rewrite <- V by lia. auto.
  - intros i j k l Hi Hj Hk Hl. rewrite <- !V by lia. auto.
  - intros y Hy. destruct (Sur y Hy) as (i & j & Hi & Hj & E). exists i, j. rewrite <- V by lia. auto.
Qed.

Definition gaps (step : Z -> mode -> result Z) (finish : Z -> Z -> result Z) (ms : list mode) (M : Z) : option (list mode) :=
  match loop step ms 1 [] with
  | Some (reach, out) => let r := finish reach M in if refuses r then None else Some (out ++ emitted r)
  | None => None
  end.

Lemma filled ms reach out : Forall proper ms -> loop complement_step ms 1 [] = Some (reach, out) ->
  1 <= reach /\ Forall positive out /\ tiles ms out reach /\ increasing out.
Proof.
  intros HP E. apply (induction _ complement_step proper (fun ms out reach => Forall positive ms /\ 1 <= reach /\
    Forall positive out /\ tiles ms out reach /\ increasing out)) in E; auto; [tauto| |].
  - clear dependent out. clear dependent ms. intros ms out s m (I0 & I1 & I2 & I3 & I4) [Hm1 Hm2] NR.
    destruct (complement_step_fills s m I1 Hm1 Hm2) as [[R _]|(_ & _ & N & gap & G & G1 & G2 & G3)]; [congruence|].
    rewrite N, G.
    assert (P1 : Forall positive (out ++ [gap])) by (apply Forall_app; auto).
    assert (P0 : positive m) by (unfold positive; lia).
    split; [apply Forall_app; auto|]. split; [nia|]. split; [auto|].
    pose proof (tiles_gap _ _ gap s I0 I2 G2 I1 I3 G1) as T. rewrite G3 in T.
    split; [|now apply (increasing_gap ms out gap s); auto using tiles_apart].
    apply tiles_swap. apply tiles_gap; auto. now apply tiles_swap.
  - split; [constructor|]. split; [lia|]. split; [constructor|].
    split; [|intros i j Hij Hj; cbn [size] in Hj; lia]. split; cbn [size].
    + intros i j Hi Hj. rewrite !evaluate_nil. lia.
    + lia.
    + intros y Hy. exists 0, 0. rewrite !evaluate_nil. lia.
Qed.

(* The modes in the order in which the loop takes them. *)
Theorem complement_tiles ms M R : Forall proper ms -> 1 <= M -> gaps complement_step complement_finish ms M = Some R ->
  Forall positive R /\ tiles ms R M /\ increasing R.
Proof.
  intros HP HM E. unfold gaps in E. destruct (loop complement_step ms 1 []) as [[reach out]|] eqn:L; [|discriminate].
  destruct (filled ms reach out HP L) as (I1 & I2 & I3 & I4).
  destruct (complement_finish_finishes reach M I1 HM) as [[RR _]|(RR & _ & _ & gap & G & G1 & G2 & G3)]; rewrite RR in E;
    [discriminate|].
  injection E as <-. rewrite G. split; [apply Forall_app; auto|]. pose proof (proper_positive ms HP).
  split; [rewrite <- G3; apply tiles_gap; auto|]. apply (increasing_gap ms out gap reach); auto using tiles_apart.
Qed.

(* ------------------------------------------------ the order of A's modes does not matter to the bijection *)

(* a and b take the same values, at indices that a one-to-one map of [0, size) pairs. *)
Definition reindexes (a b : list mode) : Prop := size a = size b /\ exists f g,
  (forall i, 0 <= i < size a -> 0 <= f i < size a /\ g (f i) = i /\ evaluate b (f i) = evaluate a i) /\
  (forall i, 0 <= i < size a -> 0 <= g i < size a /\ f (g i) = i).

Lemma reindexes_same a : reindexes a a.
Proof. split; [auto|]. exists (fun i => i), (fun i => i). auto. Qed.
Lemma reindexes_trans a b c : reindexes a b -> reindexes b c -> reindexes a c.
Proof.
  intros [S (f & g & F & G)] [S' (f' & g' & F' & G')]. split; [lia|].
  exists (fun i => f' (f i)), (fun i => g (g' i)). split; intros i Hi.
  - destruct (F i Hi) as (F1 & F2 & F3). destruct (F' (f i) ltac:(lia)) as (F4 & F5 & F6).
    split; [lia|]. split; [congruence|]. congruence.
  - destruct (G' i ltac:(lia)) as (G1 & G2). destruct (G (g' i) ltac:(lia)) as (G3 & G4). split; [lia|]. congruence.
Qed.
Lemma reindexes_cons m a b : positive m -> Forall positive a -> reindexes a b -> reindexes (m :: a) (m :: b).
Proof.
  intros Hm PA [S (f & g & F & G)]. unfold positive in Hm. pose proof (size_positive a PA).
  split; [cbn; lia|]. exists (fun i => i mod shape m + shape m * f (i / shape m)),
    (fun i => i mod shape m + shape m * g (i / shape m)). cbn [size].
  split; intros i Hi; destruct (split (shape m) (size a) i) as (B1 & B2 & B3); try lia.
  - destruct (F _ B2) as (F1 & F2 & F3). destruct (digits (shape m) (i mod shape m) (f (i / shape m)) B1) as [D1 D2].
    split; [now apply two_digits|]. rewrite D1, D2, F2. split; [lia|]. rewrite !evaluate_cons, D1, D2, F3. auto.
  - destruct (G _ B2) as (G1 & G2). destruct (digits (shape m) (i mod shape m) (g (i / shape m)) B1) as [D1 D2].
    split; [now apply two_digits|]. rewrite D1, D2, G2. lia.
Qed.
Lemma reindexes_swap m n a : positive m -> positive n -> Forall positive a -> reindexes (m :: n :: a) (n :: m :: a).
Proof.
  intros Hm Hn PA. unfold positive in *. pose proof (size_positive a PA).
  assert (Turn : forall m n, 1 <= shape m -> 1 <= shape n -> forall i, 0 <= i < shape m * (shape n * size a) ->
    let k := (i / shape m) mod shape n + shape n * (i mod shape m + shape m * (i / shape m / shape n)) in
    0 <= k < shape n * (shape m * size a) /\
    (k / shape n) mod shape m + shape m * (k mod shape n + shape n * (k / shape n / shape m)) = i /\
    evaluate (n :: m :: a) k = evaluate (m :: n :: a) i).
  { clear m n Hm Hn. intros m n Hm Hn i Hi k.
    destruct (split (shape m) (shape n * size a) i) as (B1 & B2 & B3); [lia|lia|].
    destruct (split (shape n) (size a) (i / shape m)) as (C1 & C2 & C3); [lia|lia|].
    pose proof (two_digits (shape m) (size a) _ _ B1 C2) as T.
    pose proof (two_digits (shape n) (shape m * size a) _ _ C1 T) as T'.
    destruct (digits (shape n) _ (i mod shape m + shape m * (i / shape m / shape n)) C1) as [D1 D2].
    destruct (digits (shape m) _ (i / shape m / shape n) B1) as [D3 D4].
    subst k. split; [exact T'|]. rewrite !evaluate_cons, D1, D2, D3, D4. split; [lia|]. ring. }
  pose (turn := fun a b i => (i / a) mod b + b * (i mod a + a * (i / a / b))).
  split; [cbn; ring|]. exists (turn (shape m) (shape n)), (turn (shape n) (shape m)).
  cbn [size]. unfold turn. split; intros i Hi.
  - destruct (Turn m n Hm Hn i Hi) as (T1 & T2 & T3). split; [|split; [exact T2|exact T3]]. lia.
  - destruct (Turn n m Hn Hm i ltac:(lia)) as (T1 & T2 & T3). split; [|exact T2]. lia.
Qed.
Lemma reindexes_permutation a b : Permutation a b -> Forall positive a -> reindexes a b.
Proof.
  induction 1 as [|m a b P IH|m n a|a b c P IH Q IH']; intros HP.
  - apply reindexes_same.
  - inversion_clear HP. apply reindexes_cons; auto.
  - inversion_clear HP as [|? ? ? HP']. inversion_clear HP'. now apply reindexes_swap.
  - eapply reindexes_trans; [apply IH; auto|]. apply IH'. now apply (Permutation_Forall P).
Qed.

Lemma tiles_reindexed a b R M : reindexes a b -> tiles b R M -> tiles a R M.
Proof.
  intros [S (f & g & F & G)] [Range Inj Sur]. split.
  - intros i j Hi Hj. destruct (F i Hi) as (F1 & _ & F3). rewrite <- F3. apply Range; auto; lia.
  - intros i j k l Hi Hj Hk Hl Q. destruct (F i Hi) as (F1 & F2 & F3), (F k Hk) as (K1 & K2 & K3).
    rewrite <- F3, <- K3 in Q. destruct (Inj (f i) j (f k) l) as [E E']; auto; try lia. split; [congruence|auto].
  - intros y Hy. destruct (Sur y Hy) as (i & j & Hi & Hj & Q). destruct (G i ltac:(lia)) as (G1 & G2).
    destruct (F (g i) G1) as (_ & _ & F3). exists (g i), j. split; [auto|]. split; [auto|]. rewrite <- F3, G2. auto.
Qed.

(* A mode of one point reads nothing. *)
Lemma dropping_points a : Forall positive a -> size (filter moves a) = size a /\
  forall i, evaluate (filter moves a) i = evaluate a i.
Proof.
  induction 1 as [|m t Hm Ht [S E]]; [auto|]. cbn [filter]. destruct (moves m) eqn:Q; cbn [size].
  - rewrite S. split; [auto|]. intros i. now rewrite !evaluate_cons, E.
  - unfold moves in Q. destruct (Z.eqb_spec (shape m) 1) as [O|]; [|discriminate].
    rewrite S, O. split; [lia|]. intros i. rewrite E, evaluate_cons, O, Z.mod_1_r, Z.div_1_r. lia.
Qed.

(* ----------------------------------------------------------------------------------------- the shipped function *)

(* complement_gaps(), strict: modes of one point go, a stride below 1 is refused, the others are sorted. *)
Definition complement_gaps (A : list mode) (M : Z) : option (list mode) :=
  let moving := filter moves A in
  if forallb (fun m => negb (stride m <? 1)) moving
  then gaps complement_step complement_finish (sort moving) M else None.

Lemma matters_moves c m : matters c m = true -> shape m <> 1.
Proof. intros K O. destruct c; cbn in K; unfold moves in K; rewrite O in K; discriminate. Qed.
Lemma proper_of c A : Forall positive A -> forallb (fun m => negb (stride m <? 1)) (filter (matters c) A) = true ->
  Forall proper (sort (filter (matters c) A)).
Proof.
  intros PA F. apply (Permutation_Forall (sort_permutes _)). apply Forall_forall. intros m Hm.
  rewrite forallb_forall in F. specialize (F m Hm). destruct (Z.ltb_spec (stride m) 1); [discriminate|].
  apply filter_In in Hm. destruct Hm as [I K]. rewrite Forall_forall in PA. specialize (PA m I). unfold positive in PA.
  apply matters_moves in K. split; [lia|auto].
Qed.
Theorem shipped_complement_tiles_the_codomain A M R : Forall positive A -> 1 <= M ->
  complement_gaps A M = Some R -> tiles A R M.
Proof.
  intros PA HM E. unfold complement_gaps in E. destruct (forallb _ _) eqn:F; [|discriminate].
  destruct (complement_tiles _ M R (proper_of strict A PA F) HM E) as (_ & T & _).
  assert (PF : Forall positive (filter moves A)) by exact (incl_Forall (incl_filter _ A) PA).
  apply (tiles_reindexed _ _ _ _ (reindexes_permutation _ _ (sort_permutes _) PF)) in T.
  apply tiles_swap, (tiles_alike _ (filter moves A)); [|now apply tiles_swap]. destruct (dropping_points A PA). split; auto.
Qed.

(* And after the last coalesce, which keeps the values. *)
Lemma coalesced R : Forall positive R -> agree R (shipped_coalesce R).
Proof.
  intros PR. destruct (shipped_coalesce_preserves_the_map R PR) as (_ & S & V). split; [now symmetry|].
  intros i Hi. symmetry. apply V. lia.
Qed.
Lemma gaps_in_order A M R : Forall positive A -> 1 <= M -> complement_gaps A M = Some R ->
  Forall positive R /\ increasing R.
Proof.
  intros PA HM E. unfold complement_gaps in E. destruct (forallb _ _) eqn:F; [|discriminate].
  pose proof (complement_tiles _ M R (proper_of strict A PA F) HM E). tauto.
Qed.
Theorem complement_and_coalesce A M R : Forall positive A -> 1 <= M -> complement_gaps A M = Some R ->
  tiles A (shipped_coalesce R) M /\ increasing (shipped_coalesce R).
Proof.
  intros PA HM E. destruct (gaps_in_order A M R PA HM E) as [PR Inc].
  destruct (shipped_coalesce_preserves_the_map R PR) as (_ & S & V).
  split; [|intros i j Hij Hj; rewrite S in Hj; rewrite !V by lia; apply Inc; lia].
  apply (tiles_alike A R); [now apply coalesced|]. now apply shipped_complement_tiles_the_codomain.
Qed.

(* Covering: the last gap goes on to the first multiple of the reach from M on. *)
Theorem covering_complement_tiles ms M reach out : Forall proper ms -> 1 <= M ->
  loop complement_step ms 1 [] = Some (reach, out) ->
  let r := covering_finish reach M in
  refuses r = false /\ next r mod reach = 0 /\ M <= next r < M + reach /\ tiles ms (out ++ emitted r) (next r) /\
  increasing (out ++ emitted r).
Proof.
  intros HP HM L. destruct (filled ms reach out HP L) as (I1 & I2 & I3 & I4).
  unfold covering_finish. rewrite Z.rem_mod_nonneg, Z.quot_div_nonneg by lia.
  pose proof (Z.div_mod M reach ltac:(lia)) as D. pose proof (Z.mod_pos_bound M reach ltac:(lia)) as B.
  pose proof (Z.div_pos M reach ltac:(lia) ltac:(lia)) as P.
  pose proof (proper_positive ms HP) as PM.
  assert (T : forall k, 1 <= k -> tiles ms (out ++ [Mode k reach]) (k * reach)).
  { intros k Hk. now apply (tiles_gap ms out (Mode k reach) reach). }
  assert (O : forall k, 1 <= k -> increasing (out ++ [Mode k reach])).
  { intros k Hk. apply (increasing_gap ms out (Mode k reach) reach); auto using tiles_apart. }
  destruct (Z.eqb_spec (M mod reach) 0) as [E|E]; cbn [refuses why next emitted].
  - split; [auto|]. split; [auto|]. split; [lia|].
    split; [|apply O; nia]. replace M with (M / reach * reach) at 2 by nia. apply T. nia.
  - split; [auto|]. split; [apply Z_mod_mult|]. split; [nia|]. split; [apply T|apply O]; lia.
Qed.

Theorem complement_steps_divide_by_no_zero reach m n : 1 <= reach ->
  complement_step_divides reach m /\ disjoint_step_divides reach m /\ complement_finish_divides reach n /\
  covering_finish_divides reach n.
Proof.
  intros. unfold complement_step_divides, disjoint_step_divides, complement_finish_divides, covering_finish_divides.
  repeat match goal with |- context [if ?b then _ else _] => destruct b end; lia.
Qed.
