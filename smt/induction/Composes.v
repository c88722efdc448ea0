(* SPDX-License-Identifier: MIT *)
(* The composition as a program has printed it of composition.hpp (Loops.v) is the one that Composed.v proves things of, at every rank. *)
From Coq Require Import ZArith String List Lia Bool.
Require Import Colex.Fold Colex.Vocabulary Colex.Combinators Colex.Steps Colex.Evaluate Colex.Coalesce Colex.Find Colex.Composition Colex.Along
  Colex.Whole Colex.Composed Colex.Sort Colex.Complement Colex.Covers Colex.Printed.
Require Colex.Headers Colex.Loops Colex.Divided Colex.Room Colex.Product Colex.Tiles.
Import ListNotations.
Open Scope list_scope.
Open Scope Z_scope.

(* ------------------------------------------------------------------------------------------------- A, which runs on *)

Lemma modes_before (A : list mode) : map snd (combine (skipn 1 A) A) = removelast A.
Proof.
  destruct A as [|a t]; [reflexivity|]. cbn [skipn]. revert a. induction t as [|b u IH]; intros a; [reflexivity|].
  change (combine (b :: u) (a :: b :: u)) with ((b, a) :: combine u (b :: u)). cbn [map snd]. now rewrite IH.
Qed.
Lemma steps_are_printed (l : list (mode * mode)) : forall x y,
  fold_left (fun '(x2, x3) '(_, n1) => (Z.quot x2 (shape n1), x3 + Z.rem x2 (shape n1) * stride n1)) l (x, y) =
  (rest (fold_left evaluate_step (map snd l) (At x y)), offset (fold_left evaluate_step (map snd l) (At x y))).
Proof. induction l as [|[m n] t IH]; intros x y; [reflexivity|]. cbn [fold_left map snd]. rewrite IH. reflexivity. Qed.
Theorem printed_evaluate_extended A x : Forall positive A -> 0 <= x \/ removelast A = [] ->
  Headers.evaluate_extended A x = runs_on A x.
Proof.
  intros P H. unfold Headers.evaluate_extended. rewrite steps_are_printed, modes_before. destruct A as [|a t]; [reflexivity|].
  cbn [is_empty]. assert (N : a :: t <> []) by discriminate. pose proof (app_removelast_last (Mode 1 0) N) as S.
  set (init := removelast (a :: t)) in *. set (l := List.last (a :: t) (Mode 1 0)) in *. rewrite S in P |- *. apply Forall_app in P.
  destruct P as [P _]. rewrite runs_on_is by exact P. destruct H as [H| ->]; [now apply shipped_extended_is|]. reflexivity.
Qed.

(* --------------------------------------------------------------------------------------------------- one mode of B *)

Fixpoint added (us ds : list Z) : list Z := match us, ds with u :: v, d :: e => d + u :: added v e | _, _ => ds end.
Lemma added_zeros (ms : list mode) : forall ds, added (map (fun _ => 0) ms) ds = ds.
Proof. induction ms as [|m t IH]; intros [|d e]; cbn [map added]; [reflexivity..|]. now rewrite IH, Z.add_0_r. Qed.
Lemma added_length us : forall ds, List.length (added us ds) = List.length ds.
Proof. induction us as [|u v IH]; intros [|d e]; cbn [added List.length]; [reflexivity..|]. now rewrite IH. Qed.
Lemma put_there (pre : list Z) d suf v : put_at (List.length pre) v (pre ++ d :: suf) = pre ++ v :: suf.
Proof. induction pre as [|x t IH]; cbn [List.length app put_at]; [reflexivity|]. now rewrite IH. Qed.

Notation takes no := (fun '(m3, k3) '(l4, l5, x6, x7) => if x7 =? 0 then inl (l4, l5, x6, x7) else
  if Z.rem x7 (shape m3) =? 0 then inl (l4, l5, x6, Z.quot x7 (shape m3)) else
  if Z.rem (shape m3) x7 =? 0 then
    if x6 <=? Z.quot (shape m3) x7 then inl (put_at k3 (nth k3 l4 0 + (x6 - 1) * x7) l4, l5 ++ [Mode x6 (stride m3 * x7)], 1, 0) else
    if Z.rem x6 (Z.quot (shape m3) x7) =? 0 then
      inl (put_at k3 (nth k3 l4 0 + (Z.quot (shape m3) x7 - 1) * x7) l4, l5 ++ [Mode (Z.quot (shape m3) x7) (stride m3 * x7)],
           Z.quot x6 (Z.quot (shape m3) x7), 1)
    else inr (no l4)
  else inr (no l4)).
Lemma takes_digits {answer} (no : list Z -> answer) t : forall pre suf out x y, List.length suf = List.length t ->
  walk (takes no) (combine t (seq (List.length pre) (List.length t))) (pre ++ suf, out, x, y) =
  match loop composition_step t (Mode x y) out with
  | Some (part, all) => inl (pre ++ added (counted_from t (Mode x y)) suf, all, shape part, stride part)
  | None => inr (no (pre ++ added (counted_from t (Mode x y)) suf))
  end.
Proof.
  induction t as [|m t IH]; intros pre [|d suf] out x y L; try discriminate; [reflexivity|]. cbn [List.length] in L. injection L as L.
  assert (Go : forall ds es part u, ds = pre ++ (d + u) :: suf ->
    walk (takes no) (combine t (seq (S (List.length pre)) (List.length t))) (ds, out ++ es, shape part, stride part) =
    match loop composition_step t part (out ++ es) with
    | Some (p, all) => inl (pre ++ added (u :: counted_from t part) (d :: suf), all, shape p, stride p)
    | None => inr (no (pre ++ added (u :: counted_from t part) (d :: suf)))
    end).
  { intros ds es part u ->. specialize (IH (pre ++ [d + u]) suf (out ++ es) (shape part) (stride part) L).
    rewrite app_length, Nat.add_1_r in IH. cbn [added]. rewrite <- !app_assoc in IH. cbn [app] in IH. destruct part as [p q].
    cbn [shape stride] in *. exact IH. }
  assert (No : no (pre ++ d :: suf) = no (pre ++ added (map (fun _ => 0) (m :: t)) (d :: suf))) by (now rewrite added_zeros).
  assert (Pass : pre ++ d :: suf = pre ++ (d + (size [] - 1) * y) :: suf) by (cbn [size]; now rewrite Z.mul_0_l, Z.add_0_r).
  cbn [List.length seq combine walk loop counted_from]. cbv zeta.
  assert (S : composition_step (Mode x y) m = if Z.rem y (shape m) =? 0 then Step (Mode x (Z.quot y (shape m))) [] None
    else if Z.rem (shape m) y =? 0 then
      if x <=? Z.quot (shape m) y then Step (Mode 1 0) [Mode x (stride m * y)] None
      else if Z.rem x (Z.quot (shape m) y) =? 0 then
        Step (Mode (Z.quot x (Z.quot (shape m) y)) 1) [Mode (Z.quot (shape m) y) (stride m * y)] None
      else Step (Mode x y) [] (Some (Refused "run_divides" (Z.quot (shape m) y) x))
    else Step (Mode x y) [] (Some (Refused "stride_divides" y (shape m)))) by reflexivity.
  rewrite S. clear S. cbn [stride].
  destruct (Z.eqb_spec y 0) as [->|Y].
  { replace (Z.rem 0 (shape m)) with 0 by (now destruct (shape m)). replace (Z.quot 0 (shape m)) with 0 by (now destruct (shape m)).
    cbn [Z.eqb refuses why next emitted]. pose proof (Go _ [] (Mode x 0) _ Pass) as G. rewrite app_nil_r in G |- *. exact G. }
  destruct (Z.rem y (shape m) =? 0).
  { cbn [refuses why next emitted]. pose proof (Go _ [] (Mode x (Z.quot y (shape m))) _ Pass) as G. rewrite app_nil_r in G |- *. exact G. }
  rewrite nth_middle, !put_there.
  destruct (Z.rem (shape m) y =? 0); [|cbn [refuses why]; now rewrite No].
  destruct (x <=? Z.quot (shape m) y); [|destruct (Z.rem x (Z.quot (shape m) y) =? 0); [|cbn [refuses why]; now rewrite No]];
    cbn [refuses why next emitted size shape].
  - rewrite Z.mul_1_r. apply (Go _ [Mode x (stride m * y)] (Mode 1 0)). reflexivity.
  - rewrite Z.mul_1_r.
    apply (Go _ [Mode (Z.quot (shape m) y) (stride m * y)] (Mode (Z.quot x (Z.quot (shape m) y)) 1)). reflexivity.
Qed.

(* What is emitted has several points, and the mode that is left is all of b where nothing is. *)
Lemma emits_several init b part out : Forall positive init -> 2 <= shape b -> 0 <= stride b ->
  loop composition_step init b [] = Some (part, out) -> (out = [] -> shape part = shape b) /\ Forall (fun m => 2 <= shape m) out.
Proof.
  intros P S D L. apply (induction _ composition_step positive (fun _ out part => 0 <= stride part /\ (stride part = 0 \/ 2 <= shape part) /\
    (out = [] -> shape part = shape b) /\ Forall (fun m => 2 <= shape m) out)) in L; [tauto| |repeat split; auto|exact P].
  clear L. intros ms o [x y] m (D1 & D2 & D3 & D4) Pm NR. cbn [shape stride] in *. unfold positive in Pm.
  unfold composition_step in *. cbn [shape stride] in *.
  destruct (Z.eqb_spec (Z.rem y (shape m)) 0) as [R|R].
  { cbn [next emitted shape stride]. rewrite app_nil_r. split; [apply Z.quot_pos; lia|]. split; [|auto].
    destruct D2 as [->|]; [left; now destruct (shape m)|now right]. }
  assert (Y : 1 <= y) by (destruct (Z.eq_dec y 0) as [->|]; [destruct R; now destruct (shape m)|lia]).
  assert (X : 2 <= x) by lia. clear D2.
  destruct (Z.eqb_spec (Z.rem (shape m) y) 0) as [Q|Q]; [|discriminate]. set (n := Z.quot (shape m) y) in *.
  assert (E : shape m = y * n) by (pose proof (Z.quot_rem' (shape m) y); fold n in H; lia).
  assert (N : 2 <= n).
  { enough (n <> 1) by nia. intros One. apply R. rewrite E, One, Z.mul_1_r. apply Z.rem_same. lia. }
  destruct (Z.leb_spec x n).
  - cbn [next emitted shape stride]. split; [lia|]. split; [now left|]. split; [intros F; now destruct o|].
    apply Forall_app. split; [exact D4|]. repeat constructor. exact X.
  - destruct (Z.eqb_spec (Z.rem x n) 0) as [W|W]; [|discriminate]. cbn [next emitted shape stride]. split; [lia|]. split.
    { right. pose proof (Z.quot_rem' x n). nia. }
    split; [intros F; now destruct o|]. apply Forall_app. split; [exact D4|]. repeat constructor. exact N.
Qed.

Definition taken (init : list mode) (last : mode) (b : mode) : option (list mode) :=
  match compose_one composition_step init last b with
  | Some R => Some (match R with [_] => R | _ => shipped_coalesce R end)
  | None => None
  end.
Lemma one_point_more ms x : shipped_coalesce (ms ++ [Mode 1 x]) = shipped_coalesce ms.
Proof.
  unfold Headers.coalesce. enough (F : forall s, emissions coalesce_step (ms ++ [Mode 1 x]) s = emissions coalesce_step ms s /\
    reached coalesce_step (ms ++ [Mode 1 x]) s = reached coalesce_step ms s) by (destruct (F (Mode 1 0)) as [-> ->]; reflexivity).
  induction ms as [|m t IH]; intros s; cbn [app emissions reached].
  - unfold coalesce_step. cbn [shape Z.eqb Pos.eqb refuses why emitted next]. auto.
  - rewrite coalesce_step_total. destruct (IH (next (coalesce_step s m))) as [-> ->]. auto.
Qed.
Lemma one_mode_stays m : 2 <= shape m -> shipped_coalesce [m] = [m].
Proof.
  intros H. unfold Headers.coalesce. cbn [emissions reached]. rewrite coalesce_step_total. unfold coalesce_step. cbn [shape Z.eqb Pos.eqb].
  destruct (Z.eqb_spec (shape m) 1); [lia|]. reflexivity.
Qed.
Theorem printed_textbook A b ds : positive b -> Forall positive (removelast A) -> 0 <= stride b \/ removelast A = [] ->
  List.length ds = List.length (removelast A) ->
  Loops.textbook A b ds = (taken (removelast A) (List.last A (Mode 1 0)) b, added (counted_from (removelast A) b) ds).
Proof.
  intros Pb PA D L. unfold positive in Pb. unfold Loops.textbook, taken, compose_one. set (init := removelast A) in *.
  pose proof (takes_digits (fun l => (@None (list mode), l)) init [] ds [] (shape b) (stride b) L) as W. cbn [List.length app] in W.
  rewrite W. clear W. replace (Mode (shape b) (stride b)) with b by (now destruct b).
  destruct (loop composition_step init b []) as [[part out]|] eqn:E; [|reflexivity].
  set (tail := Mode (shape part) (stride part * stride (List.last A (Mode 1 0)))).
  assert (Long : is_empty out = false -> match out ++ [tail] with [_] => out ++ [tail] | _ => shipped_coalesce (out ++ [tail]) end =
    shipped_coalesce (out ++ [tail])) by (destruct out as [|m [|n u]]; [discriminate|reflexivity..]).
  assert (Plain : (if is_empty out then (Some [tail], added (counted_from init b) ds)
    else (Some (shipped_coalesce (out ++ [tail])), added (counted_from init b) ds)) =
    (Some match out ++ [tail] with [_] => out ++ [tail] | _ => shipped_coalesce (out ++ [tail]) end, added (counted_from init b) ds)).
  { destruct (is_empty out) eqn:N; [now destruct out|]. now rewrite Long. }
  destruct (Z.eqb_spec (shape b) 1) as [One|More]; [exact Plain|].
  destruct (Z.eqb_spec (shape part) 1) as [Q|Q]; [|exact Plain].
  assert (F : (out = [] -> shape part = shape b) /\ Forall (fun m => 2 <= shape m) out).
  { destruct D as [D|D]; [apply (emits_several init b part out PA); [lia|exact D|exact E]|].
    rewrite D in E. injection E as <- <-. auto. }
  destruct F as [F1 F2]. assert (N : is_empty out = false) by (destruct out; [exfalso; rewrite F1 in Q by reflexivity; lia|reflexivity]).
  rewrite Long by exact N. subst tail. rewrite Q, one_point_more. destruct out as [|m [|n u]]; [discriminate| |reflexivity].
  cbn [List.length Nat.eqb hd]. inversion_clear F2. now rewrite one_mode_stays.
Qed.

(* ------------------------------------------------------------------------------------------- the modes of B in turn *)

Section Of_one_A.
  Variables (A : list mode) (along : mode -> option (list mode)) (gave_up : mode -> bool).
  Notation init := (removelast A).
  Notation last := (List.last A (Mode 1 0)).
  Notation beyond := (Loops.compose_beyond along gave_up A).
  Hypothesis Some_A : A <> [].
  Hypothesis P : Forall positive A.

  Lemma split_A : A = init ++ [last].
  Proof. now apply app_removelast_last. Qed.
  Lemma init_positive : Forall positive init.
  Proof. pose proof P as Q. rewrite split_A in Q. now apply Forall_app in Q. Qed.

  (* Where the stairs give up, a table is as exact. *)
  Lemma beyond_is_exact : (forall b, positive b -> 0 <= stride b -> gave_up b = false ->
      match along b with
      | Some R => Forall positive R /\ size R = shape b /\ forall i, 0 <= i < shape b -> evaluate R i = runs_on A (i * stride b)
      | None => forall L, Forall positive L -> size L = shape b -> ~ forall i, 0 <= i < shape b -> evaluate L i = runs_on A (i * stride b)
      end) -> exact_along A beyond.
  Proof.
    intros H b Pb Sb. unfold Loops.compose_beyond. unfold positive in Pb. destruct (gave_up b) eqn:G.
    - rewrite printed_find_modes by lia.
      assert (V : forall i, 0 <= i -> Headers.evaluate_extended A (i * stride b) = runs_on A (i * stride b)).
      { intros i I. apply printed_evaluate_extended; [exact P|]. left. nia. }
      destruct (find_modes _ _) as [R|] eqn:E; cbn [is_nothing modes_of].
      + apply find_layout_is_exact in E; [|lia]. destruct E as (Q1 & Q2 & Q3). split; [exact Q1|]. split; [exact Q2|].
        intros i I. rewrite Q3 by exact I. apply V. lia.
      + intros L PL SL W. apply (find_layout_refuses_rightly _ (shape b) ltac:(lia) E L PL SL). intros i I. rewrite W by exact I.
        symmetry. apply V. lia.
    - specialize (H b ltac:(exact Pb) Sb G). destruct (along b); exact H.
  Qed.

  (* A turn of the loop over B, and all of them. *)
  Definition turned (b : mode) (s : Z * list mode * list Z) : Z * list mode * list Z + option (list mode) :=
    match compose_mode init last beyond b with
    | Some (R, t) => inl (if t then fst (fst s) else 1, snd (fst s) ++ R, added (counted init b) (snd s))
    | None => inr None
    end.
  Lemma all_turns turn B : Forall (inside_A init) B ->
    (forall b h L ds, inside_A init b -> List.length ds = List.length init -> h = 0 \/ h = 1 -> turn b (h, L, ds) = turned b (h, L, ds)) ->
    forall h L ds, List.length ds = List.length init -> h = 0 \/ h = 1 ->
    walk turn B (h, L, ds) = match compose_modes init last beyond B with
      | Some ps => inl (if forallb snd ps then h else 1, L ++ joined ps, fold_left (fun ds u => added u ds) (map (counted init) B) ds)
      | None => inr None
      end.
  Proof.
    intros HB T. induction HB as [|b t Hb Ht IH]; intros h L ds D H; cbn [walk compose_modes map fold_left].
    { unfold joined. cbn [map concat forallb]. now rewrite app_nil_r. }
    rewrite T by auto. unfold turned. cbn [fst snd]. destruct (compose_mode init last beyond b) as [[R x]|]; [|reflexivity].
    rewrite IH by (try (rewrite added_length; exact D); destruct x; auto).
    destruct (compose_modes init last beyond t) as [ps|]; [|reflexivity]. unfold joined. cbn [map concat fst forallb snd].
    rewrite <- app_assoc. destruct x; cbn [andb]; [reflexivity|]. now destruct (forallb snd ps).
  Qed.

  (* ------------------------------------------------------------------------------------ whether B's modes add up *)

  Lemma flags (l : list (Z * mode)) : forall h, h = 0 \/ h = 1 ->
    fold_left (fun h1 '(m1, n1) => if h1 =? 0 then if shape n1 <=? m1 then 1 else 0 else 1) l h =
    if (h =? 0) && forallb (fun '(d, n) => d <? shape n) l then 0 else 1.
  Proof.
    induction l as [|[d n] t IH]; intros h H; cbn [fold_left forallb]; [now destruct H as [-> | ->]|].
    destruct H as [-> | ->]; cbn [Z.eqb andb].
    - rewrite Z.leb_antisym. destruct (d <? shape n); cbn [negb andb]; rewrite IH by auto; reflexivity.
    - rewrite IH by auto. reflexivity.
  Qed.
  Lemma columns us : forall d ds, Forall (fun u => u <> []) us -> fold_left (fun ds u => added u ds) us (d :: ds) =
    d + Composition.sum (map (hd 0) us) :: fold_left (fun ds u => added u ds) (map (@tl Z) us) ds.
  Proof.
    induction us as [|u v IH]; intros d ds H; cbn [fold_left map Composition.sum]; [now rewrite Z.add_0_r|]. inversion_clear H as [|? ? N Hv].
    destruct u as [|x y]; [easy|]. cbn [added hd tl]. rewrite IH by exact Hv. f_equal. ring.
  Qed.
  Lemma room_is_flagged ms : forall us more, Forall (fun u => List.length u = List.length ms) us ->
    forallb (fun '(d, n) => d <? shape n) (combine (fold_left (fun ds u => added u ds) us (repeat 0 (List.length ms))) (ms ++ more)) =
    has_room ms us.
  Proof.
    induction ms as [|m t IH]; intros us more H; cbn [List.length repeat app has_room].
    - enough (E : fold_left (fun ds u => added u ds) us [] = []) by (now rewrite E).
      clear H. induction us as [|u v IH]; [reflexivity|]. cbn [fold_left]. now destruct u.
    - rewrite columns. 2:{ eapply Forall_impl; [|exact H]. intros [|x y] Q; [discriminate|easy]. }
      cbn [combine forallb]. rewrite Z.add_0_l, IH; [reflexivity|]. apply Forall_map. eapply Forall_impl; [|exact H].
      intros [|x y] Q; [discriminate|]. now injection Q.
  Qed.
  Lemma counted_long b : List.length (counted init b) = List.length init.
  Proof. unfold counted. destruct (_ && _); [now rewrite map_length|apply counted_length]. Qed.

  Variables (B R : list mode).
  Hypothesis HB : Forall (inside_A init) B.
  Hypothesis PR : Forall positive R.
  Lemma B_positive : Forall positive B.
  Proof. eapply Forall_impl; [|exact HB]. unfold inside_A. tauto. Qed.
  Lemma right_is_printed i : 0 <= i ->
    (Headers.evaluate R i =? Headers.evaluate_extended A (Headers.evaluate B i)) = right_at init last B R i.
  Proof.
    intros I. unfold right_at, value, Whole.A. rewrite <- split_A. pose proof B_positive as PB.
    rewrite !shipped_evaluate_is by auto. rewrite printed_evaluate_extended; [reflexivity|exact P|].
    destruct init as [|x y] eqn:E; [now right|left]. apply upward_above. eapply Forall_impl; [|exact HB].
    intros b (Pb & [Q|[Q|Q]]); [split; auto|split; auto|discriminate].
  Qed.
  Lemma compared_by_walking {answer} (no : answer) : walk (fun m1 (_ : unit) =>
      if Headers.evaluate R m1 =? Headers.evaluate_extended A (Headers.evaluate B m1) then inl tt else inr no) (Combinators.below (size B)) tt =
    if forallb (right_at init last B R) (upto (size B)) then inl tt else inr no.
  Proof.
    change (Combinators.below (size B)) with (upto (size B)). pose proof (fun i => upto_in (size B) i) as H. revert H. generalize (upto (size B)) as l.
    induction l as [|i t IH]; intros H; cbn [walk forallb]; [reflexivity|]. rewrite right_is_printed by (apply H; now left).
    destruct (right_at init last B R i); [|reflexivity]. apply IH. intros j J. apply H. now right.
  Qed.
  Theorem printed_modes_add_up first textbook : 0 <= first ->
    Loops.modes_add_up first A B R textbook (fold_left (fun ds u => added u ds) (map (counted init) B) (repeat 0 (List.length init))) =
    match B with
    | [_] => true
    | _ => if textbook then has_room init (map (counted init) B) ||
                            right_at init last B R first && forallb (right_at init last B R) (upto (size B))
           else never_carries init last B || forallb (right_at init last B R) (upto (size B))
    end.
  Proof.
    intros F. unfold Loops.modes_add_up. change (Headers.size B) with (shipped_size B). rewrite shipped_size_is.
    rewrite flags by auto.
    pose proof (room_is_flagged init (map (counted init) B) [last] ltac:(apply Forall_map, Forall_forall; intros; apply counted_long)) as Room.
    rewrite <- split_A in Room. rewrite Room.
    rewrite right_is_printed by exact F. rewrite !compared_by_walking. unfold never_carries, Whole.A. rewrite <- split_A.
    assert (Same : forall x : bool, match B with [_] => true | _ => x end = if Nat.eqb (List.length B) 1 then true else x)
      by (intros x; destruct B as [|? [|? ?]]; reflexivity).
    rewrite Same. destruct (Nat.eqb _ 1); [now destruct textbook|].
    clear Room Same. destruct textbook.
    - destruct (has_room init _); cbn [andb orb Z.eqb]; [reflexivity|]. destruct (right_at _ _ _ _ first); cbn [andb]; [|reflexivity].
      now destruct (forallb _ _).
    - destruct (Loops.never_carries A B); cbn [orb]; [reflexivity|]. now destruct (forallb _ _).
  Qed.
End Of_one_A.

(* ------------------------------------------------------------------------------------------------------- all of it *)

Lemma printed_inside (linear : bool) B : Loops.inside_domain linear B =
  forallb (fun b => negb ((stride b <? 0) && (1 <? shape b) && negb linear)) B.
Proof.
  unfold Loops.inside_domain. destruct linear.
  { symmetry. apply forallb_forall. intros b _. now rewrite andb_false_r. }
  enough (W : forall x, (exists y, walk (fun m1 x2 => if stride m1 <? 0 then if 1 <? shape m1 then inr false
    else inl (x2 + (shape m1 - 1) * (0 - stride m1)) else inl (x2 + (shape m1 - 1) * stride m1)) B x = inl y /\
      forallb (fun b => negb ((stride b <? 0) && (1 <? shape b) && negb false)) B = true) \/
    walk (fun m1 x2 => if stride m1 <? 0 then if 1 <? shape m1 then inr false
    else inl (x2 + (shape m1 - 1) * (0 - stride m1)) else inl (x2 + (shape m1 - 1) * stride m1)) B x = inr false /\
      forallb (fun b => negb ((stride b <? 0) && (1 <? shape b) && negb false)) B = false)
    by (destruct (W 0) as [(y & -> & ->)|[-> ->]]; reflexivity).
  induction B as [|b t IH]; intros x; cbn [walk forallb]; [left; eauto|].
  destruct (stride b <? 0); cbn [andb negb]; [|apply IH]. destruct (1 <? shape b); cbn [andb negb]; [now right|apply IH].
Qed.
Lemma line_is others top A : A = Headers.coalesce_extended (others ++ [top]) -> Nat.eqb (List.length A) 1 = linear (front (outer others top)).
Proof.
  intros ->. rewrite printed_extended, removelast_last, last_last. fold (outer others top). unfold front.
  destruct (outer others top) as [|x [|y z]] eqn:E; [exfalso|reflexivity..].
  unfold outer, coalesce_extended, coalesce_extended_2 in E. apply app_eq_nil in E. destruct E as [_ E].
  repeat match type of E with context [if ?c then _ else _] => destruct c end; discriminate.
Qed.
Theorem nothing_outside along gave_up first others top B : Product.stays_inside others top B = false ->
  Loops.composition along gave_up first (others ++ [top]) B = None.
Proof.
  intros E. unfold Loops.composition. rewrite (line_is others top _ eq_refl). unfold Product.stays_inside in E.
  rewrite !printed_inside. destruct (linear (front (outer others top))); rewrite E; reflexivity.
Qed.
Theorem printed_composition along gave_up first A B : Forall positive (removelast A) -> positive (List.last A (Mode 1 0)) ->
  let O := Headers.coalesce_extended A in let beyond := Loops.compose_beyond along gave_up O in
  reads_along (removelast A) (List.last A (Mode 1 0)) beyond -> Forall (stays (removelast A) (List.last A (Mode 1 0))) B -> 0 <= first ->
  Loops.composition along gave_up first A B = shipped_composition beyond first (removelast A) (List.last A (Mode 1 0)) B.
Proof.
  intros PI PL O beyond X HB F. unfold shipped_composition. unfold reads_along in X. unfold stays in HB.
  destruct (outer_is _ _ PI PL) as (PO & SO & _). unfold outer in *. rewrite <- printed_extended in *. fold O in PO, SO, X, HB |- *.
  unfold front, back in *. assert (NO : O <> []) by (intros Q; rewrite Q in SO; discriminate).
  set (init := removelast O) in *. set (last := List.last O (Mode 1 0)) in *.
  assert (Line : Nat.eqb (List.length O) 1 = linear init).
  { rewrite SO, app_length. cbn [List.length]. destruct init; [reflexivity|]. cbn [List.length linear]. now rewrite Nat.add_1_r. }
  assert (HI : Forall (inside_A init) B) by exact HB.
  assert (In_ : Loops.inside_domain (linear init) B = true).
  { rewrite printed_inside. apply forallb_forall. intros b I. rewrite Forall_forall in HI. destruct (HI b I) as (_ & [Q|[Q|Q]]).
    - now destruct (Z.ltb_spec (stride b) 0); [lia|].
    - rewrite Q. cbn [Z.ltb Z.compare Pos.compare Pos.compare_cont]. now rewrite andb_false_r.
    - rewrite Q. cbn [linear negb]. now rewrite andb_false_r. }
  assert (PIn : Forall positive init) by (now apply init_positive).
  assert (Ex : exact_along (init ++ [last]) beyond) by (rewrite <- SO; exact X).
  assert (End_ : forall turn, (forall b h L ds, inside_A init b -> List.length ds = List.length init -> h = 0 \/ h = 1 ->
      turn b (h, L, ds) = turned O along gave_up b (h, L, ds)) ->
    match walk turn B (0, [], repeat 0 (List.length init)) with
    | inl (h1, l1, l2) => if h1 =? 0 then if Loops.modes_add_up first O B l1 true l2 then Some l1 else None
                          else if Loops.modes_add_up first O B l1 false l2 then Some l1 else None
    | inr a => a
    end = composition init last beyond first B).
  { intros turn T. rewrite (all_turns O along gave_up turn B HI T 0 [] _ (repeat_length _ _) (or_introl eq_refl)). cbn [app].
    unfold composition. fold init last beyond. destruct (compose_modes init last beyond B) as [ps|] eqn:C; [|reflexivity].
    assert (PR : Forall positive (joined ps)).
    { apply (joined_is init last _ B (pieces_are init last beyond PIn Ex B HI ps C)). }
    rewrite !(printed_modes_add_up O along gave_up NO PO B (joined ps) HI PR) by exact F. fold init last.
    unfold compare_points. destruct B as [|b [|c t]].
    - injection C as <-. cbn [forallb map Z.eqb orb]. destruct (has_room init []), (right_at _ _ _ _ first), (forallb _ _); reflexivity.
    - destruct (forallb snd ps); reflexivity.
    - destruct (forallb snd ps); cbn [Z.eqb].
      + destruct (has_room _ _), (right_at _ _ _ _ first), (forallb _ _); reflexivity.
      + destruct (never_carries _ _ _), (forallb _ _); reflexivity. }
  assert (Text : forall b ds, positive b -> 0 <= stride b \/ init = [] -> List.length ds = List.length init ->
    Loops.textbook O b ds = (taken init last b, added (counted_from init b) ds)) by (intros; now apply printed_textbook).
  assert (Join : forall (l : list mode) R, l ++ modes_of (Some R) = l ++ R) by reflexivity.
  unfold Loops.composition. fold O. rewrite Line. fold init beyond. destruct (linear init) eqn:L.
  - rewrite In_. apply End_. intros b h l ds (Pb & S) D H. unfold turned, compose_mode, counted. fold init last beyond. rewrite L, andb_false_r.
    rewrite !Text by (auto; right; unfold linear in L; now destruct init). unfold taken. cbn [fst snd].
    destruct (compose_one _ _ _ _) as [Q|]; cbn [is_nothing modes_of].
    + destruct H as [-> | ->]; cbn [Z.eqb]; destruct (shape b =? 1); reflexivity.
    + destruct (shape b =? 1); [now destruct H as [-> | ->]|].
      destruct (beyond b) as [Q|]; destruct H as [-> | ->]; reflexivity.
  - rewrite In_. apply End_. intros b h l ds (Pb & S) D H. unfold turned, compose_mode, counted. fold init last beyond. rewrite L, andb_true_r.
    assert (NI : init <> []) by (intros Q; rewrite Q in L; discriminate).
    destruct (Z.eqb_spec (shape b) 1) as [One|More].
    + rewrite Z.leb_antisym. destruct (Z.ltb_spec (stride b) 0); cbn [negb andb].
      * rewrite added_zeros. now destruct H as [-> | ->].
      * rewrite !Text by auto. unfold taken. cbn [fst snd]. destruct (compose_one _ _ _ _); destruct H as [-> | ->]; reflexivity.
    + assert (0 <= stride b) by (destruct S as [|[|]]; [auto|lia|easy]). cbn [andb].
      rewrite !Text by auto. unfold taken. cbn [fst snd]. destruct (compose_one _ _ _ _); [destruct H as [-> | ->]; reflexivity|].
      cbn [is_nothing]. destruct (beyond b) as [Q|]; destruct H as [-> | ->]; reflexivity.
Qed.

(* ---------------------------------------------------------------------------------------------- divides and products *)

(* To the composition, with R, of what the complement leaves of W's size. *)
Ltac rest_is complement B W :=
  change (Headers.size W) with (shipped_size W); rewrite shipped_size_is;
  destruct (complement B (size W)) as [R|]; cbn [is_nothing modes_of]; [|reflexivity].

Theorem printed_divide along gave_up first A B : Loops.divide along gave_up first A B =
  match Headers.strict_complement B (size A) with
  | None => None
  | Some R => Loops.composition (along A) (gave_up A) first A (B ++ R)
  end.
Proof.
  unfold Loops.divide. rest_is Headers.strict_complement B A. now destruct (Loops.composition _ _ _ A (B ++ R)).
Qed.
Theorem printed_covering_divide found along gave_up first A B : Loops.covering_divide found along gave_up first A B =
  match Headers.padded A B with
  | None => None
  | Some W =>
      match Headers.covering_complement B (size W) with
      | None => None
      | Some R => Loops.composition (along W) (gave_up W) first W (B ++ R)
      end
  end.
Proof.
  unfold Loops.covering_divide. destruct (Headers.padded A B) as [W|]; cbn [is_nothing modes_of]; [|reflexivity].
  rest_is Headers.covering_complement B W.
  now destruct (Loops.composition _ _ _ W (B ++ R)).
Qed.
Theorem printed_disjoint_divide found along gave_up first A B : Loops.disjoint_divide found along gave_up first A B =
  match Headers.padded A B with
  | None => None
  | Some W =>
      match Headers.disjoint_complement B (size W) with
      | None => None
      | Some R => if is_none (Headers.surjective found (B ++ R) (Tiles.last_in (Headers.coalesce_extended A) W + 1))
                  then Loops.composition (along W) (gave_up W) first W (B ++ R) else None
      end
  end.
Proof.
  unfold Loops.disjoint_divide. destruct (Headers.padded A B) as [W|]; cbn [is_nothing modes_of]; [|reflexivity].
  rest_is Headers.disjoint_complement B W.
  pose proof (Tiles.last_point_is (Headers.coalesce_extended A) W 0 1) as L. destruct (fold_left _ _ _) as [x p]. cbn [fst] in L.
  rewrite L, Z.mul_1_l, Z.add_0_l. destruct (is_none _); [|reflexivity]. now destruct (Loops.composition _ _ _ W (B ++ R)).
Qed.
Theorem printed_gaps A n : Headers.disjoint_gaps A n = gaps_of disjoint A n.
Proof.
  unfold Headers.disjoint_gaps, gaps_of.
  keeps_what_matters disjoint. destruct (forallb _ _); [|reflexivity]. unfold gaps. rewrite a_fold_is_a_loop. cbv zeta. cbn [step_of finish_of].
  destruct (stops disjoint_step _ 1); [reflexivity|]. cbn [app]. unfold covering_finish.
  now destruct (Z.rem n _ =? 0).
Qed.
Theorem printed_room A n : Headers.room_for_copies A n = Room.room_for_copies A n.
Proof.
  unfold Headers.room_for_copies, Room.room_for_copies. rewrite !printed_gaps.
  change (Headers.least_cotarget A) with (Room.least_cotarget A). change (Headers.size A) with (shipped_size A).
  destruct (gaps_of disjoint A (shipped_size A * n)) as [gs|]; cbn [is_nothing modes_of]; [|reflexivity].
  change (Headers.size gs) with (shipped_size gs). destruct (shipped_size gs <? n); [|reflexivity].
  now destruct (gaps_of disjoint A (Room.least_cotarget A * n)).
Qed.
Theorem printed_product along gave_up first A B : Loops.product along gave_up first A B =
  match Headers.room_for_copies A (shipped_cosize B) with
  | None => None
  | Some gs => let free := shipped_coalesce gs in option_map (app A) (Loops.composition (along free) (gave_up free) first free B)
  end.
Proof.
  unfold Loops.product. destruct (Headers.room_for_copies A (shipped_cosize B)) as [gs|]; cbn [is_nothing modes_of]; [|reflexivity].
  cbv zeta. now destruct (Loops.composition _ _ _ (Headers.coalesce gs) B).
Qed.
