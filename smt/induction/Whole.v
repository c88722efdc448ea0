(* SPDX-License-Identifier: MIT *)
(* The whole composition (decide_composition of composition.hpp) at every rank of A and of B, by each of its routes: an answer has the
   values A(B(i)), and where it is refused for what A and B are no layout nested as B has them. A is `init` and then `last`, in normal
   form, and runs on. Laws: composition_evaluates_pointwise, composition_refuses_rightly. *)
From Coq Require Import ZArith List Lia Bool.
Require Import Colex.Fold Colex.Steps Colex.Combinators Colex.Loops Colex.Evaluate Colex.Coalesce Colex.Find Colex.Composition Colex.Along.
Import ListNotations.
Open Scope Z_scope.

Lemma value_zero ms : runs_on ms 0 = 0.
Proof.
  induction ms as [|m t IH]; [reflexivity|]. cbn [runs_on]. destruct t; [reflexivity|].
  rewrite Zmod_0_l, Zdiv_0_l, IH. lia.
Qed.

(* How A is read along a mode of B that the textbook's fold does not take. *)
Definition exact_along (A : list mode) (along : mode -> option (list mode)) : Prop := forall b, positive b -> 0 <= stride b ->
  match along b with
  | Some R => Forall positive R /\ size R = shape b /\ forall i, 0 <= i < shape b -> evaluate R i = runs_on A (i * stride b)
  | None => forall L, Forall positive L -> size L = shape b -> ~ forall i, 0 <= i < shape b -> evaluate L i = runs_on A (i * stride b)
  end.

Section Composing.
  Variables (init : list mode) (last : mode) (along : mode -> option (list mode)).
  Definition A : list mode := init ++ [last].
  Hypothesis Init : Forall positive init.
  Hypothesis Along : exact_along A along.
  Definition value (x : Z) : Z := runs_on A x.
  Definition linear : bool := match init with [] => true | _ => false end.
  Definition still : list mode := [Mode 1 0].

  (* A mode of B, and whether the textbook's fold took it. *)
  Definition compose_mode (b : mode) : option (list mode * bool) :=
    if (shape b =? 1) && (stride b <? 0) && negb linear then Some (still, true)
    else match compose_one composition_step init last b with
         | Some R => Some (match R with [_] => R | _ => shipped_coalesce R end, true)
         | None => if shape b =? 1 then Some (still, true)
                   else match along b with Some R => Some (R, false) | None => None end
         end.
  Fixpoint compose_modes (B : list mode) : option (list (list mode * bool)) :=
    match B with
    | [] => Some []
    | b :: t => match compose_mode b, compose_modes t with Some p, Some ps => Some (p :: ps) | _, _ => None end
    end.
  Definition joined (ps : list (list mode * bool)) : list mode := concat (map fst ps).

  (* The digits that are counted, and whether they stay below A's extents. *)
  Fixpoint counted_from (ms : list mode) (part : mode) : list Z :=
    match ms with
    | [] => []
    | m :: t => let r := composition_step part m in
                if refuses r then map (fun _ => 0) ms else (size (emitted r) - 1) * stride part :: counted_from t (next r)
    end.
  Definition counted (b : mode) : list Z :=
    if (shape b =? 1) && (stride b <? 0) && negb linear then map (fun _ => 0) init else counted_from init b.
  Fixpoint has_room (ms : list mode) (us : list (list Z)) : bool :=
    match ms with [] => true | m :: t => (sum (map (hd 0) us) <? shape m) && has_room t (map (@tl Z) us) end.

  Fixpoint rests_fit (points room : Z) (B : list mode) : bool :=
    match B with
    | [] => true
    | b :: t => if room <? largest_rest b points then false else rests_fit points (room - largest_rest b points) t
    end.
  Definition never_carries (B : list mode) : bool := Loops.never_carries A B.  (* rests_fit at each gap, as is shown below *)

  Definition right_at (B R : list mode) (i : Z) : bool := evaluate R i =? value (evaluate B i).
  Definition compare_points (B R : list mode) : option (list mode) :=
    if forallb (right_at B R) (upto (size B)) then Some R else None.

  (* `witness`: the index that carry_witness() names, whichever it is. *)
  Definition composition (witness : Z) (B : list mode) : option (list mode) :=
    match compose_modes B with
    | None => None
    | Some ps =>
        let R := joined ps in
        match B with
        | [_] => Some R
        | _ => if forallb snd ps then
                 if has_room init (map counted B) then Some R
                 else if right_at B R witness then compare_points B R else None
               else if never_carries B then Some R else compare_points B R
        end
    end.

  (* What stays_inside() lets pass. *)
  Definition inside_A (b : mode) : Prop := positive b /\ (0 <= stride b \/ shape b = 1 \/ init = []).

  (* -------------------------------------------------------------------------------- each mode of B by itself *)

  Lemma value_is x : value x = extended init last x.
  Proof. apply runs_on_is. exact Init. Qed.
  Lemma mode_is b R t : inside_A b -> compose_mode b = Some (R, t) ->
    Forall positive R /\ size R = shape b /\ forall i, 0 <= i < shape b -> evaluate R i = value (stride b * i).
  Proof.
    intros [Pb In_] E. unfold positive in Pb. unfold compose_mode in E.
    assert (Still : shape b = 1 -> Forall positive still /\ size still = shape b /\
      forall i, 0 <= i < shape b -> evaluate still i = value (stride b * i)).
    { intros S. rewrite S. split; [constructor; [unfold positive; cbn; lia|constructor]|]. split; [reflexivity|].
      intros i Hi. assert (i = 0) as -> by lia. rewrite Z.mul_0_r. unfold value. now rewrite value_zero. }
    destruct ((shape b =? 1) && (stride b <? 0) && negb linear) eqn:Skip.
    { injection E as <- <-. apply Still. destruct (Z.eqb_spec (shape b) 1); [auto|discriminate]. }
    destruct (compose_one composition_step init last b) as [r|] eqn:C.
    - assert (One : Forall positive r /\ size r = shape b /\ forall i, 0 <= i < shape b -> evaluate r i = value (stride b * i)).
      { destruct (Z.le_gt_cases 0 (stride b)) as [Sb|Sb].
        - destruct (one_mode _ composition_step_reads init last Init b r Pb Sb C) as (Q1 & Q2 & Q3).
          split; [auto|]. split; [auto|]. intros i Hi. now rewrite value_is, Q3.
        - assert (L : init = []).
          { destruct In_ as [|[S|L]]; [lia| |exact L]. rewrite S in Skip. cbn [Z.eqb] in Skip.
            destruct (Z.ltb_spec (stride b) 0); [|lia]. unfold linear in Skip. destruct init; [auto|discriminate]. }
          unfold compose_one in C. unfold value, A. rewrite L in C |- *. cbn [loop app] in C. injection C as <-.
          split; [constructor; [exact Pb|constructor]|]. split; [cbn [size shape]; lia|].
          intros i Hi. rewrite evaluate_cons, evaluate_nil. cbn [shape stride app runs_on]. rewrite Z.mod_small by lia. ring. }
      destruct One as (O1 & O2 & O3). injection E as <- <-.
      destruct (shipped_coalesce_preserves_the_map r O1) as (P1 & S1 & V1).
      destruct r as [|m [|n u]]; [|auto|]; split; auto; split; try congruence; intros i Hi; rewrite V1 by lia; auto.
    - destruct (Z.eqb_spec (shape b) 1) as [S|S]; [injection E as <- <-; auto|].
      destruct (along b) as [r|] eqn:G; [|discriminate]. injection E as <- <-.
      assert (Sb : 0 <= stride b).
      { destruct In_ as [|[|L]]; [auto|lia|]. unfold compose_one in C. rewrite L in C. discriminate. }
      specialize (Along b Pb Sb). rewrite G in Along. destruct Along as (Q1 & Q2 & Q3).
      split; [auto|]. split; [auto|]. intros i Hi. rewrite Q3 by auto. unfold value. now rewrite Z.mul_comm.
  Qed.
  Lemma no_mode b : inside_A b -> compose_mode b = None ->
    forall L, Forall positive L -> size L = shape b -> ~ forall i, 0 <= i < shape b -> evaluate L i = value (stride b * i).
  Proof.
    intros [Pb In_] E L PL SL V. unfold compose_mode in E. destruct ((shape b =? 1) && (stride b <? 0) && negb linear); [discriminate|].
    destruct (compose_one composition_step init last b) as [r|] eqn:C; [discriminate|].
    destruct (Z.eqb_spec (shape b) 1) as [S|S]; [discriminate|]. destruct (along b) as [r|] eqn:G; [discriminate|].
    assert (Sb : 0 <= stride b).
    { destruct In_ as [|[|Q]]; [auto|lia|]. unfold compose_one in C. rewrite Q in C. discriminate. }
    specialize (Along b Pb Sb). rewrite G in Along. apply (Along L PL SL). intros i Hi. rewrite V by auto. unfold value.
    now rewrite Z.mul_comm.
  Qed.

  (* Layouts, one for each mode of B, that have A's values along it: together they have the sum of them. *)
  Definition along_each (Ls : list (list mode)) (B : list mode) : Prop :=
    Forall2 (fun L b => Forall positive L /\ size L = shape b /\
      forall i, 0 <= i < shape b -> evaluate L i = value (stride b * i)) Ls B.
  Lemma joined_is Ls B : along_each Ls B -> Forall positive (concat Ls) /\ size (concat Ls) = size B /\
    forall i, evaluate (concat Ls) i = sum (map value (coordinates B i)).
  Proof.
    induction 1 as [|L b Ls B (P & S & V) H (IP & IS & IV)]; cbn [concat]; [repeat split; constructor|].
    split; [apply Forall_app; auto|]. split; [rewrite size_app; cbn [size]; congruence|]. intros i.
    pose proof (size_positive L P) as SP.
    rewrite evaluate_app, S, <- (evaluate_wraps L P), S by auto. cbn [coordinates map sum].
    rewrite V, IV by (apply Z.mod_pos_bound; lia). reflexivity.
  Qed.
  Lemma pieces_are B : Forall inside_A B -> forall ps, compose_modes B = Some ps -> along_each (map fst ps) B.
  Proof.
    induction 1 as [|b t Hb Ht IH]; intros ps E; cbn [compose_modes] in E; [injection E as <-; constructor|].
    destruct (compose_mode b) as [[r tb]|] eqn:C; [|discriminate]. destruct (compose_modes t) as [qs|]; [|discriminate].
    injection E as <-. cbn [map fst]. constructor; [exact (mode_is b r tb Hb C)|now apply IH].
  Qed.

  (* ------------------------------------------------------------------- where A's values at B's modes add up *)

  Lemma bounded_zero ms : Forall positive ms -> forall u, Forall (fun k => 0 <= k) u -> bounded ms 0 u.
  Proof.
    induction 1 as [|m t Hm Ht IH]; intros [|k v] H; cbn [bounded]; auto. inversion_clear H.
    rewrite Zmod_0_l, Zdiv_0_l. split; [lia|auto].
  Qed.
  Lemma counted_length ms : forall part, length (counted_from ms part) = length ms.
  Proof.
    induction ms as [|m t IH]; intros part; cbn [counted_from]; [reflexivity|].
    destruct (refuses _); [now rewrite map_length|]. cbn [length]. now rewrite IH.
  Qed.
  Lemma zeros_nonnegative (ms : list mode) : Forall (fun k => 0 <= k) (map (fun _ => 0) ms).
  Proof. induction ms; constructor; auto; lia. Qed.
  Lemma counted_nonnegative ms : Forall positive ms -> forall part, 1 <= shape part -> 0 <= stride part ->
    Forall (fun k => 0 <= k) (counted_from ms part).
  Proof.
    induction 1 as [|m t Hm Ht IH]; intros part H1 H2; cbn [counted_from]; [constructor|].
    destruct (refuses (composition_step part m)) eqn:R; [apply zeros_nonnegative|].
    destruct (composition_step_reads part m 0 H2 Hm ltac:(lia) R) as (_ & _ & _ & D4 & D5 & _ & D7 & _).
    pose proof (size_positive _ D7). constructor; [nia|auto].
  Qed.
  Lemma counted_is_used ms : forall part out r, loop composition_step ms part out = Some r ->
    counted_from ms part = used composition_step ms part.
  Proof.
    induction ms as [|m t IH]; intros part out r L; cbn [counted_from used loop] in *; [reflexivity|].
    destruct (refuses (composition_step part m)); [discriminate|]. f_equal. eapply IH; eauto.
  Qed.
  Lemma counts_bound b R : inside_A b -> compose_mode b = Some (R, true) -> forall c, 0 <= c < shape b ->
    bounded init (stride b * c) (counted b) /\ length (counted b) = length init.
  Proof.
    intros [Pb In_] E c Hc. unfold positive in Pb. unfold compose_mode, counted in *.
    destruct ((shape b =? 1) && (stride b <? 0) && negb linear) eqn:Skip.
    { split; [|now rewrite map_length]. destruct (Z.eqb_spec (shape b) 1) as [S|]; [|discriminate].
      assert (c = 0) as -> by lia. rewrite Z.mul_0_r. apply bounded_zero; [auto|apply zeros_nonnegative]. }
    split; [|apply counted_length].
    destruct init as [|m0 t0] eqn:I0; [exact I|]. rewrite <- I0 in *.
    assert (Sb : 0 <= stride b).
    { destruct In_ as [|[S|]]; [auto| |congruence]. rewrite S in Skip. unfold linear in Skip. rewrite I0 in Skip. cbn in Skip.
      destruct (Z.ltb_spec (stride b) 0); [discriminate|auto]. }
    unfold compose_one in E. destruct (loop composition_step init b []) as [[part out]|] eqn:L.
    - rewrite (counted_is_used _ _ _ _ L). eapply positions_are_bounded; eauto. exact composition_step_reads.
    - destruct (Z.eqb_spec (shape b) 1) as [S|]; [|destruct (along b); discriminate].
      assert (c = 0) as -> by lia. rewrite Z.mul_0_r. apply bounded_zero; [auto|]. apply counted_nonnegative; auto.
  Qed.
  Lemma counts_bound_all B : Forall inside_A B -> forall ps, compose_modes B = Some ps -> forallb snd ps = true ->
    forall i, all_bounded init (coordinates B i) (map counted B).
  Proof.
    induction 1 as [|b t Hb Ht IH]; intros ps E T i; cbn [compose_modes] in E; cbn [coordinates map all_bounded]; [exact I|].
    destruct (compose_mode b) as [[r tb]|] eqn:C; [|discriminate]. destruct (compose_modes t) as [qs|]; [|discriminate].
    injection E as <-. cbn [forallb snd] in T. apply andb_prop in T. destruct T as [-> T].
    destruct (counts_bound b r Hb C (i mod shape b)) as [Q1 Q2].
    { apply Z.mod_pos_bound. destruct Hb as [Pb _]. unfold positive in Pb. lia. }
    split; [exact Q1|]. split; [exact Q2|]. now apply (IH qs).
  Qed.
  Lemma has_room_is ms : forall us, has_room ms us = true -> room ms us.
  Proof.
    induction ms as [|m t IH]; intros us H; cbn [has_room room] in *; [exact I|]. apply andb_prop in H. destruct H as [H1 H2].
    apply Z.ltb_lt in H1. split; [exact H1|]. apply IH. exact H2.
  Qed.

  Lemma rest_is_no_larger b points c : 1 <= points -> inside_A b -> init <> [] -> 0 <= c < shape b ->
    (stride b * c) mod points <= largest_rest b points.
  Proof.
    intros Hp [Pb In_] NL Hc. unfold positive in Pb. unfold largest_rest.
    destruct (Z.eqb_spec (shape b) 1) as [S|S]; [assert (c = 0) as -> by lia; rewrite Z.mul_0_r, Zmod_0_l; lia|].
    assert (Sb : 0 <= stride b) by (destruct In_ as [|[|]]; [auto|lia|congruence]).
    rewrite Z.rem_mod_nonneg by lia. pose proof (Z.mod_pos_bound (stride b) points ltac:(lia)) as O.
    rewrite <- Z.mul_mod_idemp_l by lia. set (over := stride b mod points) in *. clearbody over.
    destruct (Z.eqb_spec over 0) as [->|NZ]; [rewrite Z.mul_0_l, Zmod_0_l; lia|].
    rewrite Z.quot_div_nonneg by lia.
    destruct (Z.leb_spec (shape b - 1) ((points - 1) / over)) as [L|L].
    - assert ((over * c) mod points <= over * c) by (apply Z.mod_le; nia). nia.
    - set (g := Z.gcd over points). assert (G : 0 < g).
      { pose proof (Z.gcd_nonneg over points). assert (g <> 0) by (intros Q; apply Z.gcd_eq_0_l in Q; lia). unfold g in *. lia. }
      destruct (Z.gcd_divide_l over points) as [u U]. destruct (Z.gcd_divide_r over points) as [v V]. fold g in U, V.
      pose proof (Z.mod_pos_bound (over * c) points ltac:(lia)) as B. pose proof (Z.div_mod (over * c) points ltac:(lia)) as D.
      set (q := over * c / points) in *. clearbody q.
      assert (M : (over * c) mod points = g * (u * c - v * q)) by nia.
      rewrite M in *. assert (u * c - v * q < v) by nia. nia.
  Qed.
  Lemma rests_fit_is B : Forall inside_A B -> init <> [] -> forall points room i, 1 <= points -> rests_fit points room B = true ->
    sum (map (fun y => y mod points) (coordinates B i)) <= room \/ B = [].
  Proof.
    intros H NL. induction H as [|b t Hb Ht IH]; intros points room i Hp E; [now right|left].
    cbn [rests_fit] in E. cbn [coordinates map sum].
    destruct (Z.ltb_spec room (largest_rest b points)) as [|L]; [discriminate|].
    pose proof (rest_is_no_larger b points (i mod shape b) Hp Hb NL) as Q.
    assert (0 <= i mod shape b < shape b) as R by (apply Z.mod_pos_bound; destruct Hb as [Pb _]; unfold positive in Pb; lia).
    specialize (Q R). destruct (IH points (room - largest_rest b points) (i / shape b) Hp E) as [W| ->]; [lia|]. cbn. lia.
  Qed.
  Lemma rests_are_walked points B : forall room, through (fun m x => if x <? largest_rest m points then None
    else Some (x - largest_rest m points)) (fun _ => true) B room = rests_fit points room B.
  Proof.
    induction B as [|b t IH]; intros room; cbn [through rests_fit]; [reflexivity|].
    destruct (room <? largest_rest b points); [reflexivity|apply IH].
  Qed.
  Lemma printed_never_carries B : never_carries B = forallb (fun gp => rests_fit (snd gp) (snd gp - 1) B) (gaps 1 A).
  Proof.
    unfold never_carries, Loops.never_carries. assert (Yes : forall b c : bool, b = c -> (if b then true else false) = c)
      by (intros [] c E; exact E). apply Yes. set (fits := fun gp : Z * Z => rests_fit (snd gp) (snd gp - 1) B).
    match goal with |- linked ?f _ _ = _ => enough (G : forall ms p, linked f ms p = forallb fits (gaps p ms)) by apply G end.
    induction ms as [|m t IH]; intros p; [reflexivity|]. cbn [linked gaps]. destruct t as [|n u]; [reflexivity|].
    cbn [forallb]. unfold fits at 1. cbn [snd]. rewrite (rests_are_walked (p * shape m)).
    destruct (rests_fit _ _ B); cbn [andb]; [apply IH|reflexivity].
  Qed.
  Lemma never_carries_is B : Forall inside_A B -> B <> [] -> Forall positive A -> never_carries B = true ->
    forall i, value (sum (coordinates B i)) = sum (map value (coordinates B i)).
  Proof.
    intros H NB PA E i. unfold value.
    assert (C : forall ys, sum (map (runs_on A) ys) = sum ys * leads A - carried (gaps 1 A) (fun p => sum (map (fun y => y / p) ys))).
    { induction ys as [|y r IH]; cbn [map sum].
      - enough (Z : carried (gaps 1 A) (fun _ => 0) = 0) by (rewrite Z; lia).
        generalize (gaps 1 A) as gs. induction gs as [|[w p] gs IHg]; cbn [carried]; [auto|]. rewrite IHg. lia.
      - rewrite IH, (carries A y PA), (carried_add (gaps 1 A) (fun p => y / p) (fun p => sum (map (fun y => y / p) r))). ring. }
    rewrite C, carries by auto. f_equal. apply carried_ext. intros p I.
    apply in_map_iff in I. destruct I as ((g & q) & Q & I). cbn [snd] in Q. subst q.
    pose proof (gaps_positive A PA 1 ltac:(lia)) as G. rewrite Forall_forall in G. specialize (G _ I). cbn [snd] in G.
    assert (NL : init <> []) by (intros L; unfold A in I; rewrite L in I; destruct I).
    rewrite printed_never_carries, forallb_forall in E. specialize (E _ I). cbn [snd] in E.
    destruct (rests_fit_is B H NL p (p - 1) i G E) as [W|]; [|congruence].
    destruct (sum_digits p (coordinates B i) ltac:(lia)) as [D1 D2].
    rewrite D1. apply (digits p). lia.
  Qed.

  (* ------------------------------------------------------------------------------------------- the two laws *)

  Lemma compared_points B R r : Forall positive B -> compare_points B R = Some r -> r = R /\
    forall i, 0 <= i < size B -> evaluate R i = value (evaluate B i).
  Proof.
    unfold compare_points. intros PB E. destruct (forallb _ _) eqn:F; [|discriminate]. injection E as <-. split; [auto|].
    intros i Hi. rewrite forallb_forall in F. specialize (F i (in_upto (size B) i Hi)). now apply Z.eqb_eq.
  Qed.
  Theorem composition_is_right witness B R : Forall positive A -> Forall inside_A B -> composition witness B = Some R ->
    Forall positive R /\ size R = size B /\ forall i, 0 <= i < size B -> evaluate R i = value (evaluate B i).
  Proof.
    intros PA HB E. unfold composition in E. destruct (compose_modes B) as [ps|] eqn:C; [|discriminate].
    destruct (joined_is _ B (pieces_are B HB ps C)) as (P & S & V). fold (joined ps) in P, S, V.
    assert (PB : Forall positive B) by (eapply Forall_impl; [|exact HB]; unfold inside_A; tauto).
    assert (Add : (forall i, value (sum (coordinates B i)) = sum (map value (coordinates B i))) ->
      forall i, 0 <= i < size B -> evaluate (joined ps) i = value (evaluate B i)).
    { intros H i Hi. now rewrite V, evaluate_sums, H. }
    assert (Textbook : forallb snd ps = true -> has_room init (map counted B) = true ->
      forall i, value (sum (coordinates B i)) = sum (map value (coordinates B i))).
    { intros T H i. rewrite value_is.
      rewrite (additive init last Init (coordinates B i)).
      - f_equal. apply map_ext. intros y. now rewrite value_is.
      - apply (room_means_no_carry init _ (map counted B)); [now apply (counts_bound_all B HB ps)|now apply has_room_is]. }
    assert (Done : forall r, compare_points B (joined ps) = Some r -> Forall positive r /\ size r = size B /\
      forall i, 0 <= i < size B -> evaluate r i = value (evaluate B i)).
    { intros r Q. destruct (compared_points B _ _ PB Q) as [-> W]. auto. }
    destruct B as [|b [|c t]].
    - cbn [compose_modes] in C. injection C as <-. cbn [forallb map] in *.
      assert (R0 : forall ms, has_room ms [] = true \/ ~ Forall positive ms).
      { clear. induction ms as [|m u IH]; cbn [has_room map sum]; [now left|]. destruct IH as [IH|IH].
        - destruct (Z.ltb_spec 0 (shape m)); [left; exact IH|right; intros Q; inversion_clear Q; unfold positive in *; lia].
        - right. intros Q. inversion_clear Q. tauto. }
      destruct (R0 init) as [Q|Q]; [|tauto]. rewrite Q in E. injection E as <-. auto.
    - injection E as <-. split; [auto|]. split; [auto|]. apply Add. intros i. cbn [coordinates map sum].
      rewrite !Z.add_0_r. reflexivity.
    - destruct (forallb snd ps) eqn:T.
      + destruct (has_room init _) eqn:H; [injection E as <-; auto|].
        destruct (right_at _ _ witness); [auto|discriminate].
      + destruct (never_carries _) eqn:N; [|auto]. injection E as <-. split; [auto|]. split; [auto|]. apply Add.
        apply never_carries_is; auto. discriminate.
  Qed.

  (* A layout nested as B: one list of modes for each mode of B. *)
  Definition nested_as (Ls : list (list mode)) (B : list mode) : Prop :=
    Forall2 (fun L b => Forall positive L /\ size L = shape b) Ls B.
  Lemma nested_values Ls B : nested_as Ls B -> Forall positive B ->
    (forall i, 0 <= i < size B -> evaluate (concat Ls) i = value (evaluate B i)) -> along_each Ls B.
  Proof.
    induction 1 as [|L b Ls B (P & S) H IH]; intros PB V; constructor.
    - split; [auto|]. split; [auto|]. intros i Hi. inversion_clear PB as [|? ? Pb Pt]. pose proof (size_positive B Pt).
      specialize (V i). cbn [size concat] in V. rewrite evaluate_app, S, evaluate_cons in V by auto.
      rewrite Z.div_small, !evaluate_zero, Z.mod_small in V by lia. rewrite !Z.add_0_r in V.
      rewrite V by nia. f_equal. ring.
    - inversion_clear PB as [|? ? Pb Pt]. apply IH; auto. intros j Hj. unfold positive in Pb.
      specialize (V (shape b * j)). cbn [size concat] in V. rewrite evaluate_app, <- (evaluate_wraps L P), S, evaluate_cons in V by auto.
      rewrite (Z.mul_comm (shape b)), Z.mod_mul, Z.div_mul, evaluate_zero in V by lia. rewrite !Z.add_0_l in V. apply V. nia.
  Qed.
  Theorem composition_is_nested witness B R : Forall inside_A B -> composition witness B = Some R ->
    exists Ls, nested_as Ls B /\ R = concat Ls.
  Proof.
    intros HB E. unfold composition in E. destruct (compose_modes B) as [ps|] eqn:C; [|discriminate].
    exists (map fst ps). split.
    - pose proof (pieces_are B HB ps C) as Q. clear - Q. unfold along_each, nested_as in *.
      induction Q; constructor; tauto.
    - unfold compare_points, joined in E. destruct B as [|b [|c t]];
        repeat match type of E with context [if ?c then _ else _] => destruct c end; congruence.
  Qed.
  Lemma no_piece Ls B : along_each Ls B -> Forall inside_A B -> compose_modes B <> None.
  Proof.
    induction 1 as [|L b Ls B (P & S & V) H IH]; intros HB; cbn [compose_modes]; [discriminate|].
    inversion_clear HB as [|? ? Hb Ht]. specialize (IH Ht). destruct (compose_mode b) as [p|] eqn:C.
    - destruct (compose_modes B); [discriminate|congruence].
    - exfalso. now apply (no_mode b Hb C L).
  Qed.
  Theorem composition_refuses_rightly witness B : Forall positive A -> Forall inside_A B -> composition witness B = None ->
    forall Ls, nested_as Ls B -> ~ forall i, 0 <= i < size B -> evaluate (concat Ls) i = value (evaluate B i).
  Proof.
    intros PA HB E Ls N V.
    assert (PB : Forall positive B) by (eapply Forall_impl; [|exact HB]; unfold inside_A; tauto).
    pose proof (nested_values Ls B N PB V) as Each. unfold composition in E.
    destruct (compose_modes B) as [ps|] eqn:C; [|now apply (no_piece Ls B Each HB)].
    destruct (joined_is _ B (pieces_are B HB ps C)) as (_ & SR & VR). fold (joined ps) in SR, VR.
    destruct (joined_is Ls B Each) as (_ & _ & VL).
    assert (Right : forall i, 0 <= i < size B -> right_at B (joined ps) i = true).
    { intros i Hi. apply Z.eqb_eq. now rewrite VR, <- VL, V. }
    assert (PR : Forall positive (joined ps)) by (apply (joined_is _ B (pieces_are B HB ps C))).
    assert (Right' : right_at B (joined ps) witness = true).
    { unfold right_at. rewrite <- (evaluate_wraps (joined ps) PR), <- (evaluate_wraps B PB), SR. apply Right.
      apply Z.mod_pos_bound. pose proof (size_positive B PB). lia. }
    assert (All : compare_points B (joined ps) <> None).
    { unfold compare_points. rewrite (proj2 (forallb_forall _ _)); [discriminate|].
      intros i I. apply Right. now apply upto_in. }
    rewrite Right' in E. destruct B as [|b [|c t]]; try discriminate;
      repeat match type of E with context [if ?c then _ else _] => destruct c end; congruence.
  Qed.
End Composing.

Theorem largest_rest_divides_by_no_zero m points : 1 <= points -> largest_rest_divides m points.
Proof.
  intros P. unfold largest_rest_divides. repeat match goal with |- context [if ?c then _ else _] => destruct c eqn:? end; repeat split; lia.
Qed.
