(* SPDX-License-Identifier: MIT *)
(* The headers' functions as a program has printed them, their loops over lists included (Headers.v), are the functions that the
   other files prove things of, at every rank. *)
From Coq Require Import ZArith String List Lia Bool.
Require Import Colex.Fold Colex.Vocabulary Colex.Combinators Colex.Steps Colex.Evaluate Colex.Sort Colex.Coalesce Colex.Complement Colex.Covers
  Colex.Upcast Colex.Surjective Colex.Maximal Colex.Limits Colex.Bijective Colex.Certificate.
Require Colex.Headers Colex.Loops.
Import ListNotations.
Open Scope list_scope.
Open Scope Z_scope.

(* ----------------------------------------------------------------------------------------------------------------- equal *)

Lemma walk_is_same_modes l : forall k x,
  match walk (fun '(m, n) x => if shape m =? shape n then if stride m =? stride n then inl (x * shape m) else inr false else inr false) (combine l k) x
  with inl _ => true | inr a => a end = same_modes l k.
Proof.
  induction l as [|m t IH]; intros [|n u] x; cbn [combine walk same_modes]; try reflexivity.
  destruct (shape m =? shape n); [|reflexivity]. destruct (stride m =? stride n); [apply IH|reflexivity].
Qed.
Theorem printed_equal A B : Headers.equal A B = equal A B.
Proof.
  unfold Headers.equal, equal.
  destruct (shipped_size A =? shipped_size B); [|reflexivity]. apply walk_is_same_modes.
Qed.

(* ------------------------------------------------------------------------------------------------------------ complement *)

(* The modes that matter, or the first of them that does not go up. *)
Lemma kept_or_refused {answer} (drop bad : mode -> bool) (why : answer) A : forall kept,
  walk (fun m l => if drop m then inl l else if bad m then inr why else inl (l ++ [m])) A kept =
  if forallb (fun m => negb (bad m)) (filter (fun m => negb (drop m)) A)
  then inl (kept ++ filter (fun m => negb (drop m)) A) else inr why.
Proof.
  induction A as [|m t IH]; intros kept; cbn [walk filter forallb]; [now rewrite app_nil_r|].
  destruct (drop m); cbn [negb]; [apply IH|]. cbn [forallb]. destruct (bad m); [reflexivity|]. cbn [negb andb].
  rewrite IH. now rewrite <- app_assoc.
Qed.
Lemma walk_alike {A state answer} (f g : A -> state -> state + answer) (E : forall x s, f x s = g x s) l : forall s, walk f l s = walk g l s.
Proof. induction l as [|x t IH]; intros s; cbn [walk]; [reflexivity|]. rewrite E. destruct (g x s); auto. Qed.
Lemma filter_alike {A} (f g : A -> bool) (E : forall x, f x = g x) l : filter f l = filter g l.
Proof. induction l as [|x t IH]; cbn [filter]; [reflexivity|]. now rewrite E, IH. Qed.

Lemma last_gap (gs : list mode) m : last (gs ++ [m]) (Mode 1 1) = m /\ removelast (gs ++ [m]) = gs.
Proof. split; [apply last_last|apply removelast_last]. Qed.

Theorem printed_strict_complement A n : 1 <= n -> Headers.strict_complement A n = complement strict A n.
Proof.
  intros N. unfold Headers.strict_complement, complement, gaps_of. destruct (Z.ltb_spec n 1); [lia|].
  rewrite (kept_or_refused (fun m => shape m =? 1) (fun m => stride m <? 1)). cbn [app].
  change (matters strict) with (fun m => negb (shape m =? 1)).
  destruct (forallb _ _); [|reflexivity]. unfold gaps. rewrite a_fold_is_a_loop. cbv zeta. cbn [step_of finish_of].
  destruct (stops complement_step _ 1); [reflexivity|]. cbn [app]. unfold complement_finish.
  set (r := reached complement_step _ 1). destruct (Z.rem n r =? 0); [|reflexivity].
  cbn [refuses why emitted]. reflexivity.
Qed.
Lemma matters_where c m : c <> strict -> matters c m = negb ((shape m =? 1) || (stride m =? 0)).
Proof. intros H. destruct c; [congruence| |]; unfold matters, moves; now rewrite negb_orb. Qed.
Theorem printed_covering_complement A n : 1 <= n -> Headers.covering_complement A n = complement at_least A n.
Proof.
  intros N. unfold Headers.covering_complement, complement, gaps_of. destruct (Z.ltb_spec n 1); [lia|].
  rewrite (walk_alike _ (fun m l => if (shape m =? 1) || (stride m =? 0) then inl l else if stride m <? 1 then inr None else inl (l ++ [m])))
    by (intros m l; destruct (shape m =? 1), (stride m =? 0); reflexivity).
  rewrite (kept_or_refused (fun m => (shape m =? 1) || (stride m =? 0)) (fun m => stride m <? 1)). cbn [app].
  rewrite (filter_alike (matters at_least) (fun m => negb ((shape m =? 1) || (stride m =? 0)))) by (intros m; now apply matters_where).
  destruct (forallb _ _); [|reflexivity]. unfold gaps. rewrite a_fold_is_a_loop. cbv zeta. cbn [step_of finish_of].
  destruct (stops complement_step _ 1); [reflexivity|]. cbn [app]. unfold covering_finish.
  set (r := reached complement_step _ 1). destruct (Z.rem n r =? 0); cbn [refuses why emitted]; reflexivity.
Qed.
Theorem printed_disjoint_complement A n : 1 <= n -> Headers.disjoint_complement A n = complement disjoint A n.
Proof.
  intros N. unfold Headers.disjoint_complement, complement, gaps_of. destruct (Z.ltb_spec n 1); [lia|].
  rewrite (walk_alike _ (fun m l => if (shape m =? 1) || (stride m =? 0) then inl l else if stride m <? 1 then inr None else inl (l ++ [m])))
    by (intros m l; destruct (shape m =? 1), (stride m =? 0); reflexivity).
  rewrite (kept_or_refused (fun m => (shape m =? 1) || (stride m =? 0)) (fun m => stride m <? 1)). cbn [app].
  rewrite (filter_alike (matters disjoint) (fun m => negb ((shape m =? 1) || (stride m =? 0)))) by (intros m; now apply matters_where).
  destruct (forallb _ _); [|reflexivity]. unfold gaps. rewrite a_fold_is_a_loop. cbv zeta. cbn [step_of finish_of].
  destruct (stops disjoint_step _ 1); [reflexivity|]. cbn [app]. unfold covering_finish, reach_cotarget, cosize_with, adds.
  set (r := reached disjoint_step _ 1). set (gs := emissions disjoint_step _ 1).
  destruct (Z.rem n r =? 0); cbn [refuses why emitted];
    match goal with |- context [last (gs ++ [?m])] => destruct (last_gap gs m) as [-> ->] end;
    match goal with |- context [n <=? ?x] => destruct (n <=? x) end; cbn [shape stride]; reflexivity.
Qed.

(* ---------------------------------------------------------------------------------------------------------------- upcast *)

Theorem printed_upcast A n : 1 <= n -> Headers.upcast A n = upcast_by upcast_step n A.
Proof.
  intros N. unfold Headers.upcast, upcast_by. rewrite a_fold_is_a_loop. destruct (Z.ltb_spec n 1); [lia|].
  now destruct (stops (upcast_step n) A 0).
Qed.
Theorem printed_covering_upcast A n : 1 <= n -> Headers.covering_upcast A n = upcast_by covering_upcast_step n A.
Proof.
  intros N. unfold Headers.covering_upcast, upcast_by. rewrite a_fold_is_a_loop. destruct (Z.ltb_spec n 1); [lia|].
  now destruct (stops (covering_upcast_step n) A 0).
Qed.

(* ---------------------------------------------------------------------------------------------------------------- bounds *)

Theorem printed_first_gap A : Headers.first_gap A = first_gap A.
Proof.
  unfold Headers.first_gap, first_gap. generalize 1 as r. generalize (sort A) as l.
  induction l as [|m t IH]; intros r; cbn [reached gap_from]; [reflexivity|]. destruct (refuses _); auto.
Qed.
Theorem printed_counting_bound A : Headers.counting_bound A = counting_bound A.
Proof.
  unfold Headers.counting_bound, counting_bound. rewrite printed_first_gap.
  set (x := shipped_size A). set (y := shipped_extent A). set (z := first_gap A).
  clearbody x y z. induction A as [|m t IH]; cbn [walk existsb]; [reflexivity|]. unfold falls at 1.
  destruct (1 <? shape m), (stride m <? 0); cbn [andb orb]; try exact IH. now destruct (x <? y).
Qed.

(* -------------------------------------------------------------------------------------------------------------- verdicts *)

Theorem printed_well_formed A : Headers.well_formed A = well_formed A.
Proof.
  unfold Headers.well_formed, well_formed.
  match goal with |- match walk ?f _ _ with _ => _ end = _ => enough (G : forall p r,
    match walk f A (p, r) with inl (_, _) => "none"%string | inr a => a end = well_formed_from A p r) by apply G end.
  induction A as [|m t IH]; intros p r; cbn [walk well_formed_from]; [reflexivity|]. unfold farthest, magnitude.
  destruct (shape m <? 1); [reflexivity|]. destruct (product_fits p (shape m)); [|reflexivity].
  destruct (product_fits (shape m) (stride m)); [|reflexivity].
  destruct (shape m =? 1); (destruct (sum_fits r _); [|reflexivity]); (destruct (_ <? 0); apply IH).
Qed.

Definition verdict_of (r : option refusal) : verdict := if is_none r then yes else if is_undecided r then undecided else no.
Lemma a_flag A : forall h, fold_left (fun h m => if h =? 0 then if 1 <? shape m then if stride m <? 0 then 1 else 0 else 0 else 1) A h =
  if h =? 0 then if existsb falls A then 1 else 0 else match A with [] => h | _ => 1 end.
Proof.
  induction A as [|m t IH]; intros h; cbn [fold_left existsb]; [destruct (Z.eqb_spec h 0); auto|]. rewrite IH. unfold falls at 2.
  destruct (h =? 0); [|cbn [Z.eqb]; now destruct t].
  destruct (1 <? shape m), (stride m <? 0); cbn [Z.eqb andb orb]; now destruct t.
Qed.
Theorem printed_surjective missing A n : existsb falls A = false -> Headers.surjective missing A n =
  if first_gap A <? n then Some (Refused "surjective" (first_gap A) 0) else None.
Proof. intros F. unfold Headers.surjective. rewrite a_flag, F. cbn [Z.eqb]. now rewrite printed_first_gap. Qed.
Lemma surjective_says missing A n : verdict_of (Headers.surjective missing A n) =
  Surjective.surjective (fun L k => verdict_of (Headers.surjective missing L k)) A n.
Proof.
  unfold Surjective.surjective. destruct (existsb falls A) eqn:F; [reflexivity|]. rewrite printed_surjective by exact F.
  now destruct (first_gap A <? n).
Qed.
Definition collision (r : option refusal) : option (Z * Z) :=
  if is_none r then None else if is_undecided r then None else Some (left_of r, right_of r).
Theorem printed_bijective one missing A n : Forall positive A -> verdict_of (Headers.bijective one missing A n) =
  Bijective.bijective (collision (one A)) (fun L k => verdict_of (Headers.surjective missing L k)) A n.
Proof.
  intros HA. unfold Bijective.bijective. rewrite <- surjective_says. unfold Headers.bijective, collision, collide.
  rewrite !shipped_size_is. set (b := bijective_step _ _ _ _). set (s := Headers.surjective missing A n).
  assert (B : match b with None => verdict_of s | Some why => if String.eqb (condition why) "undecided" then undecided else no end =
    if is_none b then verdict_of s else if is_undecided b then undecided else no) by (destruct b; reflexivity).
  rewrite B. clear B. clearbody b s. unfold verdict_of.
  assert (E : forall i j, 0 <= i -> i < j -> (Headers.evaluate A i =? Headers.evaluate A j) = (evaluate A i =? evaluate A j)).
  { intros i j I J. now rewrite !shipped_evaluate_is by (auto; lia). }
  destruct (is_none (one A)) eqn:O; [|destruct (is_undecided (one A)) eqn:U].
  1, 2: destruct (is_none s) eqn:N; [|destruct (is_undecided s) eqn:D]; destruct (is_none b), (is_undecided b); cbn; try reflexivity.
  destruct (Z.leb_spec 0 (left_of (one A))); cbn [andb];
    [destruct (Z.ltb_spec (left_of (one A)) (right_of (one A))); cbn [andb]; [destruct (right_of (one A) <? size A); cbn [andb];
      [rewrite E by auto; destruct (evaluate A _ =? evaluate A _); cbn [andb]; [reflexivity|]|]|]|];
    destruct (is_none s) eqn:N; [|destruct (is_undecided s) eqn:D| |destruct (is_undecided s) eqn:D| |destruct (is_undecided s) eqn:D| |
      destruct (is_undecided s) eqn:D]; destruct (is_none b), (is_undecided b); cbn; reflexivity.
Qed.

(* -------------------------------------------------------------------------------------------------------------- inverses *)

Ltac each_if := repeat (try reflexivity; match goal with |- context [if ?c then _ else _] => destruct c end).
Theorem printed_right_inverse A found : exists start_or_found,
  Loops.right_inverse A found = maximal_inverse [A] (Loops.whole_modes A) start_or_found.
Proof.
  exists (if is_empty found then Loops.whole_modes A else Headers.coalesce found). unfold Loops.right_inverse, maximal_inverse, certified_inverse.
  unfold bound. cbn [map fold_left]. rewrite printed_counting_bound. cbn [forallb]. rewrite !andb_true_r.
  change (Loops.composes_to ?x ?y (Loops.index_layout ?y)) with (composes_to_identity x y).
  destruct (_ =? _); [|destruct (is_empty found)]; rewrite ?printed_well_formed; each_if.
Qed.
Theorem printed_common_inverse A B start found : exists start_or_found,
  Loops.common_inverse A B start found = maximal_inverse [A; B] start start_or_found.
Proof.
  exists (if is_empty found then start else Headers.coalesce found). unfold Loops.common_inverse, maximal_inverse, certified_inverse.
  unfold bound. cbn [map fold_left]. rewrite !printed_counting_bound. cbn [forallb]. rewrite !andb_true_r.
  change (Loops.composes_to ?x ?y (Loops.index_layout ?y)) with (composes_to_identity x y).
  rewrite !printed_well_formed.
  replace (counting_bound B <? counting_bound A) with (negb (counting_bound A <=? counting_bound B)) by (rewrite Z.leb_antisym; now destruct (_ <? _)).
  destruct (Z.ltb_spec (counting_bound A) (counting_bound B)), (Z.leb_spec (counting_bound A) (counting_bound B)); cbn [negb];
    try lia; try (replace (counting_bound B) with (counting_bound A) by lia);
    (destruct (_ =? _); [|destruct (is_empty found)]); each_if.
Qed.

Definition theorems :=
  (@printed_equal, @printed_strict_complement, @printed_covering_complement, @printed_disjoint_complement, @printed_upcast,
   @printed_covering_upcast, @printed_first_gap, @printed_counting_bound, @printed_well_formed, @printed_surjective, @printed_bijective,
   @printed_right_inverse, @printed_common_inverse).
Print Assumptions theorems.
