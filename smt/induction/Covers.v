(* SPDX-License-Identifier: MIT *)
(* complement() of any A, each of its three covers, at every rank: it counts upwards and meets A at 0 only; the covering one
   tiles, and is refused rightly. From the generated steps. Laws: complement_is_ordered, complement_is_disjoint, complement_tiles_the_codomain. *)
From Coq Require Import ZArith List Lia Permutation Sorted.
Require Import Colex.Fold Colex.Vocabulary Colex.Steps Colex.Sort Colex.Coalesce Colex.Complement Colex.Laws Colex.Completion.
Import ListNotations.
Open Scope Z_scope.

Definition step_of (c : cover) := match c with disjoint => disjoint_step | _ => complement_step end.
Definition finish_of (c : cover) := match c with strict => complement_finish | _ => covering_finish end.
Definition gaps_of (c : cover) (A : list mode) (M : Z) : option (list mode) :=
  let ms := filter (matters c) A in
  if forallb (fun m => negb (stride m <? 1)) ms then gaps (step_of c) (finish_of c) (sort ms) M else None.
Lemma strict_gaps A M : gaps_of strict A M = complement_gaps A M.
Proof. reflexivity. Qed.

(* reach_cotarget(): one copy more where (A, R) would end short of M. *)
Definition adds (top : Z) (m : mode) : Z := top + (shape m - 1) * stride m.
Definition cosize_with (A gs : list mode) : Z :=
  fold_left adds gs (fold_left (fun top m => if shape m =? 1 then top else adds top m) A 0) + 1.
Definition reach_cotarget (A gs : list mode) (M : Z) : list mode :=
  if M <=? cosize_with A gs then gs
  else let g := last gs (Mode 1 1) in removelast gs ++ [Mode (shape g + 1) (stride g)].

(* complement(). *)
Definition complement (c : cover) (A : list mode) (M : Z) : option (list mode) :=
  match gaps_of c A M with
  | None => None
  | Some gs => Some (shipped_coalesce (match c with disjoint => reach_cotarget A gs M | _ => gs end))
  end.

(* ------------------------------------------------------------------------------- the modes that are left out *)

(* Every offset of A is one of the modes that matter. *)
Lemma offsets_kept c A : Forall positive A -> forall i, exists k, 0 <= k < size (filter (matters c) A) /\
  evaluate (filter (matters c) A) k = evaluate A i.
Proof.
  induction 1 as [|m t Hm Ht IH]; intros i; [exists 0; cbn; split; [lia|reflexivity]|].
  destruct (IH (i / shape m)) as (k & Hk & E). unfold positive in Hm.
  pose proof (Z.mod_pos_bound i (shape m) ltac:(lia)) as B. rewrite evaluate_cons. cbn [filter].
  destruct (matters c m) eqn:K.
  - exists (i mod shape m + shape m * k). cbn [size]. split; [now apply two_digits|].
    destruct (digits (shape m) (i mod shape m) k B) as [D1 D2]. now rewrite evaluate_cons, D1, D2, E.
  - exists k. split; [auto|]. rewrite E. assert (Q : shape m = 1 \/ stride m = 0).
    { destruct c; cbn in K; unfold moves in K; destruct (Z.eqb_spec (shape m) 1), (Z.eqb_spec (stride m) 0);
        cbn in K; auto; discriminate. }
    destruct Q as [Q|Q]; rewrite Q; [rewrite Z.mod_1_r|]; lia.
Qed.
Lemma sorted_offsets c A : Forall positive A -> forallb (fun m => negb (stride m <? 1)) (filter (matters c) A) = true ->
  forall i, exists k, 0 <= k < size (sort (filter (matters c) A)) /\
    evaluate (sort (filter (matters c) A)) k = evaluate A i.
Proof.
  intros PA F i. destruct (offsets_kept c A PA i) as (k & Hk & <-).
  assert (PF : Forall positive (filter (matters c) A)) by exact (incl_Forall (incl_filter _ A) PA).
  destruct (reindexes_permutation _ _ (sort_permutes (filter (matters c) A)) PF) as [S (f & g & G & _)].
  destruct (G k Hk) as (F1 & _ & F3). exists (f k). rewrite <- S. auto.
Qed.

(* ---------------------------------------------------------------------------- what the loop keeps for each cover *)

Lemma apart_fold c ms reach out : Forall proper ms -> loop (step_of c) ms 1 [] = Some (reach, out) ->
  Forall positive out /\ 1 <= reach /\ apart ms out reach /\ increasing out.
Proof.
  intros HP L. destruct c; cbn [step_of] in L; try (now destruct (disjoint_fold ms reach out HP L) as (_ & H)).
  all: destruct (filled ms reach out HP L) as (R1 & P & [Range Inj _] & I);
    (split; [exact P|]; split; [exact R1|]; split; [now split|exact I]).
Qed.
Lemma finish_emits c reach M : 1 <= reach -> 1 <= M -> refuses (finish_of c reach M) = false ->
  exists k, 1 <= k /\ emitted (finish_of c reach M) = [Mode k reach].
Proof.
  intros Hr HM. pose proof (Z.div_mod M reach ltac:(lia)) as D. pose proof (Z.mod_pos_bound M reach ltac:(lia)) as B.
  pose proof (Z.div_pos M reach ltac:(lia) ltac:(lia)) as P.
  destruct c; cbn [finish_of]; unfold complement_finish, covering_finish;
    rewrite Z.rem_mod_nonneg, Z.quot_div_nonneg by lia; destruct (Z.eqb_spec (M mod reach) 0); cbn; try discriminate;
    intros _; eexists; (split; [|reflexivity]); nia.
Qed.

(* (A, R) for the answer before its last coalesce: gaps, of which the last has any number of points. *)
Lemma gaps_apart c A M gs : Forall positive A -> 1 <= M -> gaps_of c A M = Some gs ->
  exists out k reach ms, gs = out ++ [Mode k reach] /\ 1 <= k /\
    (forall i, exists k, 0 <= k < size ms /\ evaluate ms k = evaluate A i) /\
    forall k, 1 <= k -> let R := out ++ [Mode k reach] in
      Forall positive R /\ increasing R /\ Forall positive ms /\ apart ms R (k * reach).
Proof.
  intros PA HM E. unfold gaps_of in E. destruct (forallb _ _) eqn:F; [|discriminate].
  pose proof (proper_of c A PA F) as HP. unfold gaps in E.
  destruct (loop _ _ 1 []) as [[reach out]|] eqn:L; [|discriminate].
  destruct (apart_fold c _ reach out HP L) as (PO & R1 & Ap & I).
  destruct (refuses _) eqn:Q; [discriminate|]. destruct (finish_emits c reach M R1 HM Q) as (k & Hk & Em).
  rewrite Em in E. injection E as <-. exists out, k, reach, (sort (filter (matters c) A)).
  split; [auto|]. split; [auto|]. split; [now apply sorted_offsets|]. intros n Hn R. pose proof (proper_positive _ HP) as PM.
  assert (Pg : positive (Mode n reach)) by (unfold positive; cbn; lia).
  split; [apply Forall_app; auto|]. split; [now apply (increasing_gap (sort (filter (matters c) A)) out (Mode n reach) reach)|].
  split; [auto|]. now apply (apart_gap _ out (Mode n reach) reach).
Qed.
Lemma complement_apart c A M R : Forall positive A -> 1 <= M -> complement c A M = Some R ->
  exists ms gs end_, R = shipped_coalesce gs /\ Forall positive gs /\ increasing gs /\ Forall positive ms /\
    apart ms gs end_ /\ forall i, exists k, 0 <= k < size ms /\ evaluate ms k = evaluate A i.
Proof.
  intros PA HM E. unfold complement in E. destruct (gaps_of c A M) as [gs|] eqn:G; [|discriminate]. injection E as <-.
  destruct (gaps_apart c A M gs PA HM G) as (out & k & reach & ms & -> & Hk & Off & H).
  assert (Q : exists n, 1 <= n /\ match c with disjoint => reach_cotarget A (out ++ [Mode k reach]) M
                                | _ => out ++ [Mode k reach] end = out ++ [Mode n reach]).
  { destruct c; [exists k; auto|exists k; auto|]. unfold reach_cotarget. destruct (M <=? _); [exists k; auto|].
    rewrite last_last, removelast_last. exists (k + 1). split; [lia|reflexivity]. }
  destruct Q as (n & Hn & ->). destruct (H n Hn) as (P1 & P2 & P3 & P4).
  exists ms, (out ++ [Mode n reach]), (n * reach). auto 10.
Qed.

Theorem complement_is_ordered c A M R : Forall positive A -> 1 <= M -> complement c A M = Some R ->
  Forall positive R /\ increasing R.
Proof.
  intros PA HM E. destruct (complement_apart c A M R PA HM E) as (ms & gs & top & -> & PG & I & _).
  destruct (shipped_coalesce_preserves_the_map gs PG) as (PC & S & V). split; [auto|].
  intros i j Hij Hj. rewrite S in Hj. rewrite !V by lia. apply I; lia.
Qed.
Theorem complement_is_disjoint c A M R i j : Forall positive A -> 1 <= M -> complement c A M = Some R ->
  0 <= j < size R -> evaluate A i = evaluate R j -> evaluate A i = 0.
Proof.
  intros PA HM E Hj Q. destruct (complement_apart c A M R PA HM E) as (ms & gs & top & -> & PG & _ & PM & [_ Inj] & Off).
  destruct (shipped_coalesce_preserves_the_map gs PG) as (_ & S & V). rewrite S in Hj. rewrite V in Q by lia.
  destruct (Off i) as (k & Hk & Ek). pose proof (size_positive ms PM). pose proof (size_positive gs PG).
  destruct (Inj k 0 0 j) as [-> _]; try lia; [rewrite !evaluate_zero; lia|]. now rewrite <- Ek, evaluate_zero.
Qed.

(* Covering: the modes that matter, and R, are one to one onto [0, c), c the least multiple of the reach from M on. *)
Theorem covering_complement_tiles_the_codomain A M R : Forall positive A -> 1 <= M -> complement at_least A M = Some R ->
  exists reach c, 1 <= reach /\ c mod reach = 0 /\ M <= c < M + reach /\ tiles (filter (matters at_least) A) R c.
Proof.
  intros PA HM E. unfold complement in E. destruct (gaps_of at_least A M) as [gs|] eqn:G; [|discriminate]. injection E as <-.
  unfold gaps_of in G. destruct (forallb _ _) eqn:F; [|discriminate].
  pose proof (proper_of at_least A PA F) as HP. unfold gaps in G. cbn [step_of finish_of] in G.
  destruct (loop _ _ 1 []) as [[reach out]|] eqn:L; [|discriminate].
  destruct (covering_complement_tiles _ M reach out HP HM L) as (N & D & B & T & _). rewrite N in G. injection G as <-.
  destruct (filled _ reach out HP L) as (R1 & PO & _ & _).
  exists reach, (next (covering_finish reach M)). split; [auto|]. split; [auto|]. split; [auto|].
  destruct (finish_emits at_least reach M R1 HM N) as (k & Hk & Em). cbn [finish_of] in Em. rewrite Em in *.
  assert (PG : Forall positive (out ++ [Mode k reach])).
  { apply Forall_app; split; [auto|]. constructor; [exact Hk|constructor]. }
  assert (PF : Forall positive (filter (matters at_least) A)) by exact (incl_Forall (incl_filter _ A) PA).
  apply (tiles_reindexed _ _ _ _ (reindexes_permutation _ _ (sort_permutes _) PF)) in T.
  exact (tiles_alike _ _ _ _ (coalesced _ PG) T).
Qed.

(* Where the covering one is refused, no set of offsets completes the modes that matter to any [0, N). *)
Theorem covering_complement_refuses_rightly A M : Forall positive A -> 1 <= M -> complement at_least A M = None ->
  forall C N, 1 <= N -> ~ completes (filter (matters at_least) A) C N.
Proof.
  intros PA HM E C N HN Is. unfold complement in E. destruct (gaps_of at_least A M) eqn:G; [discriminate|]. clear E.
  unfold gaps_of in G.
  assert (PF : Forall positive (filter (matters at_least) A)) by exact (incl_Forall (incl_filter _ A) PA).
  pose proof (steps_up at_least A C N PA Is) as F.
  rewrite F in G. pose proof (proper_of at_least A PA F) as HP.
  apply (completes_reindexed _ _ C N (reindexes_permutation _ _ (sort_permutes _) PF)) in Is.
  pose proof (gaps_answered _ C N Is HP (sort_orders _) HN) as Q. unfold gaps in G, Q. cbn [step_of finish_of] in G.
  destruct (loop complement_step _ 1 []) as [[reach out]|] eqn:L; [|auto].
  destruct (covering_complement_tiles _ M reach out HP HM L) as (T & _). now rewrite T in G.
Qed.
