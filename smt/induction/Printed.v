(* SPDX-License-Identifier: MIT *)
(* The headers' functions as a program has printed them, their loops over lists included (Headers.v), are the functions that the
   other files prove things of, at every rank. *)
From Coq Require Import ZArith String List Lia Bool Permutation.
Require Import Colex.Fold Colex.Vocabulary Colex.Combinators Colex.Steps Colex.Evaluate Colex.Sort Colex.Coalesce Colex.RightInverse Colex.LeftInverse Colex.Complement Colex.Covers
  Colex.Upcast Colex.Surjective Colex.Maximal Colex.Limits Colex.Certificate.
Require Colex.Headers Colex.Loops.
Import ListNotations.
Open Scope list_scope.
Open Scope Z_scope.

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
Ltac keeps_what_matters cover :=
  rewrite (walk_alike _ (fun m l => if (shape m =? 1) || (stride m =? 0) then inl l else if stride m <? 1 then inr None else inl (l ++ [m])))
    by (intros m l; destruct (shape m =? 1), (stride m =? 0); reflexivity);
  rewrite (kept_or_refused (fun m => (shape m =? 1) || (stride m =? 0)) (fun m => stride m <? 1)); cbn [app];
  rewrite (filter_ext (matters cover) (fun m => negb ((shape m =? 1) || (stride m =? 0)))) by (intros m; now apply matters_where).
Theorem printed_covering_complement A n : 1 <= n -> Headers.covering_complement A n = complement at_least A n.
Proof.
  intros N. unfold Headers.covering_complement, complement, gaps_of. destruct (Z.ltb_spec n 1); [lia|].
  keeps_what_matters at_least. destruct (forallb _ _); [|reflexivity]. unfold gaps. rewrite a_fold_is_a_loop. cbv zeta. cbn [step_of finish_of].
  destruct (stops complement_step _ 1); [reflexivity|]. cbn [app]. unfold covering_finish.
  set (r := reached complement_step _ 1). destruct (Z.rem n r =? 0); cbn [refuses why emitted]; reflexivity.
Qed.
Theorem printed_disjoint_complement A n : 1 <= n -> Headers.disjoint_complement A n = complement disjoint A n.
Proof.
  intros N. unfold Headers.disjoint_complement, complement, gaps_of. destruct (Z.ltb_spec n 1); [lia|].
  keeps_what_matters disjoint. destruct (forallb _ _); [|reflexivity]. unfold gaps. rewrite a_fold_is_a_loop. cbv zeta. cbn [step_of finish_of].
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

Theorem printed_first_gap A : Headers.first_gap A = first_gap A. Proof. reflexivity. Qed.
Theorem printed_counting_bound A : Headers.counting_bound A = counting_bound A.
Proof.
  unfold Headers.counting_bound, counting_bound. rewrite printed_first_gap.
  set (x := shipped_size A). set (y := shipped_extent A). set (z := first_gap A).
  clearbody x y z. induction A as [|m t IH]; cbn [walk existsb]; [reflexivity|]. unfold falls at 1.
  destruct (1 <? shape m), (stride m <? 0); cbn [andb orb]; try exact IH. now destruct (x <? y).
Qed.

(* ---------------------------------------------------------------------------------------------------------- well_formed() *)

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

(* -------------------------------------------------------------------------------------------------------------- inverses *)

(* Whatever the search has found: what is answered has been looked at, and the whole modes are it where they reach the bound. *)
Ltac each_if := repeat match goal with |- context [if ?c then _ else _] => destruct c eqn:? end; try discriminate; intros [= <-].
Theorem right_inverse_says A found R : Loops.right_inverse A found = Some R -> Headers.well_formed R = "none"%string /\
  composes_to_identity A R = true /\ (shipped_size (Loops.whole_modes A) = Headers.counting_bound A -> R = Loops.whole_modes A).
Proof.
  unfold Loops.right_inverse, composes_to_identity, composes_to. destruct (Z.eqb_spec (shipped_size (Loops.whole_modes A)) (Headers.counting_bound A));
    each_if; repeat split; auto; try (now apply String.eqb_eq); intros; congruence.
Qed.
Theorem common_inverse_says A B start found R : Loops.common_inverse A B start found = Some R ->
  Headers.well_formed R = "none"%string /\ composes_to_identity A R = true /\ composes_to_identity B R = true.
Proof.
  unfold Loops.common_inverse, composes_to_identity, composes_to. each_if; repeat split; auto; now apply String.eqb_eq.
Qed.

(* ---------------------------------------------------------------------------------------------------------- left inverse *)

Definition at_place (t : mode * Z) : mode := Mode (shape (own t)) (snd t).
(* The modes that move and their places. *)
Lemma moving_are_kept {answer} (no : answer) A : forall ms ps top points, exists more,
  walk (fun m '(ms, ps, top, points) => if 1 <? shape m then if stride m <? 0 then inr no
    else inl (ms ++ [m], ps ++ [Mode (shape m) points], top + (shape m - 1) * stride m, points * shape m)
    else inl (ms, ps, top, points * shape m)) A (ms, ps, top, points) =
  if existsb falls A then inr no
  else inl (ms ++ map own (filter big (placed points A)), ps ++ map at_place (filter big (placed points A)), fst more, snd more).
Proof.
  induction A as [|m t IH]; intros ms ps top points; cbn [walk existsb placed filter map].
  - exists (top, points). now rewrite !app_nil_r.
  - unfold falls at 1. change (big (m, points)) with (1 <? shape m). destruct (1 <? shape m); cbn [andb orb]; [|apply IH].
    destruct (stride m <? 0); [exists (0, 0); reflexivity|]. cbn [orb map]. edestruct IH as [more ->]. exists more.
    now rewrite <- !app_assoc.
Qed.
Lemma places_are_keyed ts : forall l,
  fold_left (fun l '(m, n) => l ++ [Mode (stride n) (stride m)]) (combine (map own ts) (map at_place ts)) l = l ++ map keyed ts.
Proof.
  induction ts as [|t u IH]; intros l; cbn [map combine fold_left]; [now rewrite app_nil_r|]. rewrite IH. now rewrite <- app_assoc.
Qed.

(* The chain without its last mode, and what that mode begins as. *)
Fixpoint links (ms ps : list mode) (pending : mode) : option (list mode * mode) :=
  match ms, ps with
  | m :: t, p :: q =>
      let r := left_inverse_step pending m (shape p) in
      if refuses r then None else option_map (fun e => (emitted r ++ fst e, snd e)) (links t q (next r))
  | _, _ => Some ([], pending)
  end.
Definition ends (ms : list mode) (s : Z) : Z := if is_empty ms then s else shape (last ms (Mode 1 0)).
Lemma chain_is_links ms : forall ps pending s, List.length ps = List.length ms ->
  chain ms ps pending s = option_map (fun e => fst e ++ [Mode (ends ms s) (stride (snd e))]) (links ms ps pending).
Proof.
  induction ms as [|m t IH]; intros [|p q] pending s L; cbn [chain links List.length] in *; try discriminate; [reflexivity|].
  destruct (refuses _); [reflexivity|]. rewrite IH by congruence. destruct (links t q _) as [[es e]|]; [|reflexivity].
  cbn [option_map fst snd]. rewrite <- app_assoc. f_equal. do 4 f_equal. unfold ends. destruct t; reflexivity.
Qed.
Lemma folds_join a b : forall s, emissions coalesce_step (a ++ b) s = emissions coalesce_step a s ++ emissions coalesce_step b (reached coalesce_step a s) /\
  reached coalesce_step (a ++ b) s = reached coalesce_step b (reached coalesce_step a s).
Proof.
  induction a as [|m t IH]; intros s; cbn [app emissions reached]; [auto|]. rewrite coalesce_step_total.
  destruct (IH (next (coalesce_step s m))) as [-> ->]. now rewrite app_assoc.
Qed.
Notation chains no := (fun '(m, n) '(l, x, y, es, d, w) => if Z.rem (stride m) d =? 0 then
    if Z.quot (stride m) d =? 1 then inl (l, x, y, es ++ [Mode (Z.quot (stride m) d) w], stride m, shape n)
    else if x =? 1 then inl (l, Z.quot (stride m) d, w, es ++ [Mode (Z.quot (stride m) d) w], stride m, shape n)
    else if w =? x * y then inl (l, x * Z.quot (stride m) d, y, es ++ [Mode (Z.quot (stride m) d) w], stride m, shape n)
    else inl (l ++ [Mode x y], Z.quot (stride m) d, w, es ++ [Mode (Z.quot (stride m) d) w], stride m, shape n)
  else inr no).
Lemma links_are_walked (no : option (list mode)) ms : forall ps out pending es at_, List.length ps = List.length ms ->
  walk (chains no) (combine ms ps) (out, shape pending, stride pending, es, shape at_, stride at_) =
  match links ms ps at_ with
  | None => inr no
  | Some (more, r) => let p := reached coalesce_step more pending in
      inl (out ++ emissions coalesce_step more pending, shape p, stride p, es ++ more, shape r, stride r)
  end.
Proof.
  induction ms as [|m t IH]; intros [|n u] out pending es at_ L; cbn [combine walk links List.length] in *; try discriminate;
    [cbn [reached emissions]; now rewrite !app_nil_r|].
  unfold left_inverse_step. destruct (Z.rem (stride m) (shape at_) =? 0); [|reflexivity]. cbn [refuses why emitted next].
  set (q := Z.quot (stride m) (shape at_)). specialize (IH u). set (e := Mode q (stride at_)).
  assert (N : List.length u = List.length t) by congruence.
  assert (S : forall out' p', out ++ emitted (coalesce_step pending e) = out' -> next (coalesce_step pending e) = p' ->
    match links t u (Mode (stride m) (shape n)) with
    | None => inr no
    | Some (more, r) => let p := reached coalesce_step more p' in
        inl (out' ++ emissions coalesce_step more p', shape p, stride p, (es ++ [e]) ++ more, shape r, stride r)
    end = match option_map (fun f => ([e] ++ fst f, snd f)) (links t u (Mode (stride m) (shape n))) with
    | None => inr no
    | Some (more, r) => let p := reached coalesce_step more pending in
        inl (out ++ emissions coalesce_step more pending, shape p, stride p, es ++ more, shape r, stride r)
    end).
  { intros out' p' <- <-. destruct (links t u _) as [[more r]|]; [|reflexivity]. cbn [option_map fst snd app emissions reached].
    rewrite coalesce_step_total. cbv zeta. now rewrite <- !app_assoc. }
  assert (C : coalesce_step pending e = if q =? 1 then Step pending [] None else if shape pending =? 1 then Step e [] None
    else if stride at_ =? shape pending * stride pending then Step (Mode (shape pending * q) (stride pending)) [] None
    else Step e [pending] None) by reflexivity.
  destruct (q =? 1); rewrite C in S; clear C; cbn [emitted next] in S.
  { rewrite <- (S _ _ eq_refl eq_refl), app_nil_r. apply (IH out pending (es ++ [e]) (Mode (stride m) (shape n)) N). }
  destruct (shape pending =? 1).
  { rewrite <- (S _ _ eq_refl eq_refl), app_nil_r. apply (IH out e (es ++ [e]) (Mode (stride m) (shape n)) N). }
  destruct (stride at_ =? shape pending * stride pending); rewrite <- (S _ _ eq_refl eq_refl); cbn [emitted next].
  - rewrite app_nil_r. apply (IH out (Mode (shape pending * q) (stride pending)) (es ++ [e]) (Mode (stride m) (shape n)) N).
  - destruct pending as [x y]. apply (IH (out ++ [Mode x y]) e (es ++ [e]) (Mode (stride m) (shape n)) N).
Qed.

(* The last mode joins, and the modes are the answer. *)
Lemma chain_as_printed {answer} (yes : list mode -> answer) A more r : let ms := sort (map own (kept A)) in
  links ms (sort (map keyed (kept A))) (Mode 1 0) = Some (more, r) ->
  let p := reached coalesce_step more (Mode 1 0) in let out := emissions coalesce_step more (Mode 1 0) in let last_ := shape (last ms (Mode 1 0)) in
  exists R, left_inverse A = Some R /\
  (if is_empty ms then yes (out ++ [Mode (shape p) (stride p)])
   else if last_ =? 1 then yes (out ++ [Mode (shape p) (stride p)])
   else if shape p =? 1 then yes (out ++ [Mode last_ (stride r)])
   else if stride r =? shape p * stride p then yes (out ++ [Mode (shape p * last_) (stride p)])
   else yes (out ++ [Mode (shape p) (stride p); Mode last_ (stride r)])) = yes R.
Proof.
  intros ms E p out last_.
  pose proof (as_many A : _ = List.length ms) as L.
  exists (shipped_coalesce (more ++ [Mode (ends ms 1) (stride r)])). split.
  { unfold left_inverse. fold ms. rewrite chain_is_links by exact L. rewrite E. reflexivity. }
  unfold Headers.coalesce. destruct (folds_join more [Mode (ends ms 1) (stride r)] (Mode 1 0)) as [-> ->]. fold p out.
  cbn [emissions reached]. rewrite coalesce_step_total. cbn [app]. unfold coalesce_step, ends. cbn [shape stride]. fold last_.
  assert (P : Mode (shape p) (stride p) = p) by now destruct p.
  destruct (is_empty ms) eqn:N; [cbn [Z.eqb Pos.eqb emitted next]; now rewrite !app_nil_r, P|].
  destruct (last_ =? 1); cbn [emitted next]; [now rewrite !app_nil_r, P|].
  destruct (shape p =? 1); cbn [emitted next]; [now rewrite !app_nil_r|].
  destruct (stride r =? shape p * stride p); cbn [emitted next]; [now rewrite !app_nil_r|].
  rewrite P, app_nil_r, <- app_assoc. reflexivity.
Qed.
Lemma no_chain A : links (sort (map own (kept A))) (sort (map keyed (kept A))) (Mode 1 0) = None -> left_inverse A = None.
Proof. intros E. unfold left_inverse. rewrite chain_is_links, E by apply as_many. reflexivity. Qed.

Theorem printed_chain_inverse A : Loops.chain_inverse A = if existsb falls A then None else left_inverse A.
Proof.
  unfold Loops.chain_inverse. destruct (moving_are_kept (@None (list mode)) A [] [] 0 1) as [more ->].
  destruct (existsb falls A); [reflexivity|]. cbn [app]. fold (kept A). rewrite (places_are_keyed (kept A) []). cbn [app].
  pose proof (links_are_walked None (sort (map own (kept A))) (sort (map keyed (kept A))) [] (Mode 1 0) [] (Mode 1 0) (as_many A)) as W.
  cbn [shape stride] in W. rewrite W. clear W.
  destruct (links _ _ _) as [[es r]|] eqn:E; [|symmetry; now apply no_chain]. cbn [app]. cbv zeta.
  destruct (chain_as_printed Some A es r E) as (R & -> & <-). reflexivity.
Qed.
(* Whatever the searches say: what is answered has been looked at. *)
Theorem printed_left_inverse one A found R : Loops.left_inverse one A found = Some R ->
  existsb falls A = false /\ certified_left_inverse A R = Some R /\ (well_formed R = "none"%string \/ left_inverse A = Some R).
Proof.
  unfold Loops.left_inverse. destruct (String.eqb _ _); [|discriminate].
  destruct (moving_are_kept (@None (list mode)) A [] [] 0 1) as [more ->].
  destruct (existsb falls A); [discriminate|]. cbn [app]. fold (kept A). rewrite (places_are_keyed (kept A) []). cbn [app].
  destruct (is_none _); [|discriminate]. cbv zeta.
  set (looked := if is_empty found then None else if String.eqb (Headers.well_formed found) "none" then
    if Loops.composes_to found (map own (kept A)) (map at_place (kept A)) then Some found else None else None).
  rewrite (walk_alike _ (chains looked)).
  2:{ intros [m n] [[[[[l x] y] es] d] w]. unfold looked. destruct (Z.rem (stride m) d =? 0); [reflexivity|].
      destruct (is_empty found); [reflexivity|]. destruct (String.eqb _ _); [|reflexivity]. now destruct (Loops.composes_to _ _ _). }
  pose proof (links_are_walked looked (sort (map own (kept A))) (sort (map keyed (kept A))) [] (Mode 1 0) [] (Mode 1 0) (as_many A)) as W.
  cbn [shape stride] in W. rewrite W. clear W.
  assert (Found : looked = Some R -> certified_left_inverse A R = Some R /\ (well_formed R = "none"%string \/ left_inverse A = Some R)).
  { unfold looked, certified_left_inverse. destruct (is_empty found); [discriminate|]. rewrite printed_well_formed.
    destruct (String.eqb_spec (well_formed found) "none"); [|discriminate]. destruct (Loops.composes_to _ _ _) eqn:C; [|discriminate].
    intros [= <-]. unfold composes_to. change (map (fun t => Mode (shape (own t)) (snd t)) (kept A)) with (map at_place (kept A)).
    rewrite C. auto. }
  destruct (links _ _ _) as [[es r]|] eqn:E; [|intros F; split; [reflexivity|now apply Found]]. cbn [app]. cbv zeta.
  destruct (chain_as_printed (fun C => if Loops.composes_to C (map own (kept A)) (map at_place (kept A)) then Some C else looked) A es r E)
    as (C & F & Z). intros Q. split; [reflexivity|]. assert (Q' := eq_trans (eq_sym Z) Q). cbv beta in Q'. clear Q Z.
  destruct (Loops.composes_to C _ _) eqn:K; [|now apply Found]. injection Q' as <-. split; [|now right].
  unfold certified_left_inverse, composes_to. change (map (fun t => Mode (shape (own t)) (snd t)) (kept A)) with (map at_place (kept A)).
  now rewrite K.
Qed.

(* An answer has positive extents: a stride of 0 among modes of several points fails the certificate. *)
Lemma at_nothing L : Headers.evaluate L 0 = 0.
Proof.
  unfold Headers.evaluate. enough (G : forall x, fold_left (fun '(x2, x3) m1 => (Z.quot x2 (shape m1), x3 + Z.rem x2 (shape m1) * stride m1)) L (0, x) = (0, x))
    by now rewrite G.
  induction L as [|m t IH]; intros x; cbn [fold_left]; [reflexivity|].
  replace (Z.quot 0 (shape m)) with 0 by (now destruct (shape m)). replace (Z.rem 0 (shape m)) with 0 by (now destruct (shape m)).
  rewrite Z.mul_0_l, Z.add_0_r. apply IH.
Qed.
Lemma certified_moves outer ts : Forall (fun t => 1 < shape (own t) /\ 1 <= snd t) ts ->
  strides_compose outer (map own ts) (map at_place ts) = true -> Forall (fun m => 1 < shape m /\ 1 <= stride m) (map own ts).
Proof.
  induction 1 as [|t u [B P] H IH]; intros E; unfold strides_compose in *; cbn [map pairwise] in *; constructor.
  - cbn [at_place shape] in E. rewrite Z.eqb_refl in E. destruct (Z.eqb_spec (shape (own t)) 1); [lia|].
    destruct (Z.ltb_spec (stride (own t)) 0); [discriminate|]. destruct (Z.eq_dec (stride (own t)) 0) as [Z0|]; [|split; lia].
    rewrite Z0, at_nothing in E. cbn [at_place stride] in E. destruct (Z.eqb_spec 0 (snd t)); [lia|discriminate].
  - apply IH. cbn [at_place shape] in E. rewrite Z.eqb_refl in E. destruct (Z.eqb_spec (shape (own t)) 1); [lia|].
    destruct (stride (own t) <? 0); [discriminate|]. now destruct (_ =? _).
Qed.
Lemma chain_is_positive ms : Forall (fun m => 1 < shape m /\ 1 <= stride m) ms -> forall ps pending s R, 1 <= shape pending -> 1 <= s ->
  chain ms ps pending s = Some R -> Forall positive R.
Proof.
  induction 1 as [|m t [S D] H IH]; intros [|p q] pending s R P L E; cbn [chain] in E;
    try (injection E as <-; repeat constructor; exact L).
  unfold left_inverse_step in E. destruct (Z.eqb_spec (Z.rem (stride m) (shape pending)) 0) as [Z0|]; [|discriminate].
  cbn [refuses why emitted next] in E. destruct (chain t q _ _) as [R'|] eqn:E'; [|discriminate]. injection E as <-. cbn [app].
  rewrite Z.rem_mod_nonneg in Z0 by lia. pose proof (Z.div_mod (stride m) (shape pending) ltac:(lia)) as Dm.
  constructor; [unfold positive; cbn [shape]; rewrite Z.quot_div_nonneg by lia; nia|]. eapply IH; [| |exact E']; cbn [shape]; lia.
Qed.
Theorem certified_chains_are_positive A R : Forall positive A -> certified_left_inverse A R = Some R -> left_inverse A = Some R -> Forall positive R.
Proof.
  intros HA E F. unfold certified_left_inverse in E. destruct (composes_to _ _ _) eqn:K; [|discriminate]. clear E.
  rewrite composes_to_is in K. cbv zeta in K. destruct (strides_compose _ _ _) eqn:S; [|discriminate]. clear K.
  assert (P : Forall (fun t => 1 < shape (own t) /\ 1 <= snd t) (kept A)).
  { assert (Q : forall p, 1 <= p -> Forall (fun t => 1 <= snd t) (placed p A)).
    { clear -HA. induction HA as [|m t Hm Ht IH]; intros p Hp; cbn [placed]; constructor; [exact Hp|]. apply IH. unfold positive in Hm. nia. }
    apply Forall_forall. intros t T. unfold kept in T. apply filter_In in T. destruct T as [T B].
    pose proof (Q 1 ltac:(lia)) as G. rewrite Forall_forall in G. split; [unfold big in B; lia|now apply G]. }
  apply (certified_moves _ _ P) in S. unfold left_inverse in F. destruct (chain _ _ _ _) as [C|] eqn:G; [|discriminate]. injection F as <-.
  apply shipped_coalesce_preserves_the_map. eapply chain_is_positive; [| | |exact G]; [|cbn; lia|lia].
  apply (Permutation_Forall (sort_permutes _)). exact S.
Qed.
