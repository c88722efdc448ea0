(* SPDX-License-Identifier: MIT *)
(* composes_to() at every rank: after a yes outer(inner(k)) = want(k) for every k, whoever found inner. From the generated step.
   Laws: right_inverse_undoes_layout, left_inverse_gives_back, max_common_layout_is_common. *)
From Coq Require Import ZArith List Lia Bool String Permutation.
Require Import Colex.Fold Colex.Steps Colex.Evaluate Colex.Limits Colex.Sort Colex.Coalesce Colex.RightInverse
  Colex.LeftInverse Colex.Combinators Colex.Loops.
Import ListNotations.
Open Scope list_scope.
Open Scope Z_scope.

(* composes_to.hpp. Its last loop may end with its budget, which is a no. *)
Definition strides_compose (outer : list mode) : list mode -> list mode -> bool := pairwise (fun m w => if shape m =? shape w then
  if shape m =? 1 then true else if stride m <? 0 then false else if shipped_evaluate outer (stride m) =? stride w then true else false else false).
Definition digits_add_up : list mode -> list mode -> bool := through (fun m parts => if stops (room_step (shape m)) parts (shape m - 1) then None
  else Some (emissions (room_step (shape m)) parts (shape m - 1))) (fun parts => forallb (fun p => stride p =? 0) parts).
Definition moving : list mode -> list mode := filter (fun m => negb (shape m =? 1)).
Definition composes_to : list mode -> list mode -> list mode -> bool := Loops.composes_to.
Definition composes_to_identity (outer inner : list mode) : bool := composes_to outer inner (Loops.index_layout inner).
Lemma composes_to_is outer inner want : composes_to outer inner want = let modes := shipped_coalesce outer in
  if strides_compose modes inner want
  then digits_add_up modes (moving inner) || Loops.each_composes modes inner want (shipped_size inner) else false.
Proof.
  unfold composes_to, Loops.composes_to, Loops.strides_compose, Loops.digits_add_up. cbv zeta. fold (moving inner).
  unfold strides_compose, digits_add_up. destruct (pairwise _ _ _); [|reflexivity]. destruct (through _ _ _ _); [reflexivity|].
  now destruct (Loops.each_composes _ _ _ _).
Qed.

(* ------------------------------------------------------------------------------- digits that add up without a carry *)

Definition part (p : mode) : Prop := 1 <= shape p /\ 0 <= stride p.
(* Coordinates in the box of the parts, each weighed by a function of its stride. *)
Fixpoint weigh (f : Z -> Z) (parts : list mode) (c : list Z) : Z :=
  match parts, c with p :: t, x :: y => x * f (stride p) + weigh f t y | _, _ => 0 end.
Lemma weigh_split f g h parts : (forall x, f x = g x + h x) -> forall c, weigh f parts c = weigh g parts c + weigh h parts c.
Proof.
  intros E. induction parts as [|p t IH]; intros [|x y]; cbn [weigh]; try lia. rewrite E, IH. ring.
Qed.
Lemma weigh_times f s parts : forall c, weigh (fun x => s * f x) parts c = s * weigh f parts c.
Proof. induction parts as [|p t IH]; intros [|x y]; cbn [weigh]; try lia. rewrite IH. ring. Qed.

Lemma room_step_takes s room p : 1 <= s -> 0 <= room -> part p -> refuses (room_step s room p) = false ->
  emitted (room_step s room p) = [Mode (shape p) (stride p / s)] /\ 0 <= next (room_step s room p) /\
  next (room_step s room p) = room - (shape p - 1) * (stride p mod s).
Proof.
  intros Hs Hr [P S] R. unfold room_step in *. rewrite Z.rem_mod_nonneg, Z.quot_div_nonneg in * by lia.
  pose proof (Z.mod_pos_bound (stride p) s ltac:(lia)).
  destruct (Z.eqb_spec (stride p mod s) 0) as [E|E]; cbn [next emitted refuses why] in *; [rewrite E; split; [auto|lia]|].
  rewrite Z.quot_div_nonneg in * by lia.
  destruct (Z.ltb_spec (room / (stride p mod s)) (shape p - 1)) as [L|L]; cbn [next emitted refuses why] in *;
    [discriminate|]. split; [auto|]. split; [|auto].
  pose proof (Z.mul_div_le room (stride p mod s) ltac:(lia)). nia.
Qed.
Definition above (s : Z) (p : mode) : mode := Mode (shape p) (stride p / s).
Lemma room_for_all s parts : 1 <= s -> Forall part parts -> forall room out left_ seen,
  0 <= room -> loop (room_step s) parts room out = Some (left_, seen) ->
  seen = out ++ map (above s) parts /\ 0 <= left_ /\
  forall c, in_box parts c -> 0 <= weigh (fun x => x mod s) parts c <= room - left_.
Proof.
  intros Hs H. induction H as [|p t Hp Ht IH]; intros room out l seen Hr L; cbn [loop map] in *.
  - injection L as <- <-. rewrite app_nil_r. repeat split; try lia; inversion H; subst; cbn [weigh]; lia.
  - destruct (refuses (room_step s room p)) eqn:R; [discriminate|].
    destruct (room_step_takes s room p Hs Hr Hp R) as (E & N & W).
    destruct (IH _ _ _ _ N L) as (-> & Q & B). rewrite E, <- app_assoc. split; [reflexivity|]. split; [exact Q|].
    intros c I. inversion I as [|? x ? y Hx Hy]; subst. cbn [weigh]. specialize (B y Hy).
    pose proof (Z.mod_pos_bound (stride p) s ltac:(lia)). rewrite W in B.
    assert (0 <= x * (stride p mod s) <= (shape p - 1) * (stride p mod s)) by nia. lia.
Qed.
Lemma weigh_above f s parts : forall c, weigh f (map (above s) parts) c = weigh (fun x => f (x / s)) parts c.
Proof. induction parts as [|p t IH]; intros [|x y]; cbn [map weigh]; auto. now rewrite IH. Qed.
Lemma above_in_box s parts c : in_box parts c -> in_box (map (above s) parts) c.
Proof. induction 1; cbn [map]; constructor; auto. Qed.

Theorem digits_that_add_up outer : Forall positive outer -> forall parts, Forall part parts ->
  digits_add_up outer parts = true -> forall c, in_box parts c ->
  0 <= weigh (fun x => x) parts c < size outer /\
  evaluate outer (weigh (fun x => x) parts c) = weigh (evaluate outer) parts c.
Proof.
  induction 1 as [|m t Hm Ht IH]; intros parts HP D c I; unfold digits_add_up in D; cbn [through size] in *.
  - enough (Z0 : forall f, f 0 = 0 -> weigh f parts c = 0).
    { rewrite !Z0 by auto. split; [lia|reflexivity]. }
    intros f F. clear HP. induction I as [|p x u y Hx Hy IH]; cbn [weigh]; [auto|]. cbn [forallb] in D.
    apply andb_true_iff in D. destruct D as [D1 D2]. apply Z.eqb_eq in D1. rewrite IH, D1, F by auto. ring.
  - pose proof (a_fold_is_a_loop (room_step (shape m)) parts (shape m - 1) []) as L. destruct (stops _ _ _); [discriminate|]. unfold positive in Hm.
    destruct (room_for_all (shape m) parts Hm HP (shape m - 1) [] _ _ ltac:(lia) L) as (Seen & Q & B). cbn [app] in Seen. rewrite Seen in D.
    assert (HA : Forall part (map (above (shape m)) parts)).
    { rewrite Forall_map. eapply Forall_impl; [|exact HP]. intros p [P S]. split; [exact P|]. cbn.
      apply Z.div_pos; lia. }
    destruct (IH _ HA D c (above_in_box _ _ _ I)) as (R & E). rewrite !weigh_above in R. rewrite !weigh_above in E.
    specialize (B c I).
    assert (S : weigh (fun x => x) parts c =
                weigh (fun x => x mod shape m) parts c + shape m * weigh (fun x => x / shape m) parts c).
    { rewrite <- weigh_times. apply weigh_split. intros x. pose proof (Z.div_mod x (shape m)). lia. }
    rewrite S. set (low := weigh (fun x => x mod shape m) parts c) in *.
    set (high := weigh (fun x => x / shape m) parts c) in *.
    destruct (digits (shape m) low high ltac:(lia)) as [D1 D2]. split; [apply two_digits; lia|].
    rewrite evaluate_cons, D1, D2, E.
    assert (W : weigh (evaluate (m :: t)) parts c =
                weigh (fun x => stride m * (x mod shape m)) parts c + weigh (fun x => evaluate t (x / shape m)) parts c).
    { apply weigh_split. intros x. rewrite evaluate_cons. now rewrite Z.mul_comm. }
    rewrite W, weigh_times. fold low. ring.
Qed.

(* ------------------------------------------------------------------------------------------------- the certificate *)

Lemma moving_parts outer inner : forall want, Forall positive inner -> strides_compose outer inner want = true ->
  Forall part (moving inner).
Proof.
  unfold moving, strides_compose. induction inner as [|m t IH]; intros [|w u] H D; cbn [pairwise filter] in *; try discriminate;
    [constructor|]. inversion_clear H as [|? ? Hm Ht]. unfold positive in Hm.
  destruct (shape m =? shape w); [|discriminate]. destruct (shape m =? 1); cbn [negb]; [eauto|].
  destruct (Z.ltb_spec (stride m) 0); [discriminate|]. destruct (_ =? stride w); [|discriminate].
  constructor; [split; lia|eauto].
Qed.
Lemma moving_weighs outer inner : forall want, Forall positive outer -> Forall positive inner ->
  strides_compose outer inner want = true -> forall c, in_box inner c ->
  exists d, in_box (moving inner) d /\ weigh (fun x => x) (moving inner) d = adds_up inner c /\
    weigh (evaluate outer) (moving inner) d = adds_up want c.
Proof.
  unfold moving, strides_compose. induction inner as [|m t IH]; intros [|w u] HO H D c I; cbn [pairwise] in D; try discriminate.
  { exists []. repeat split. constructor. }
  inversion I as [|? x ? y Hx Hy]; subst.
  inversion_clear H as [|? ? Hm Ht]. destruct (Z.eqb_spec (shape m) (shape w)) as [E|]; [|discriminate].
  destruct (Z.eqb_spec (shape m) 1) as [E1|E1]; cbn [filter].
  - destruct (IH u HO Ht D y Hy) as (d & B & V & W). exists d. rewrite E1, Z.eqb_refl. cbn [negb adds_up].
    assert (x = 0) by lia. subst x. rewrite V, W. auto.
  - destruct (Z.ltb_spec (stride m) 0); [discriminate|].
    destruct (Z.eqb_spec (shipped_evaluate outer (stride m)) (stride w)) as [F|]; [|discriminate].
    destruct (IH u HO Ht D y Hy) as (d & B & V & W). exists (x :: d).
    destruct (Z.eqb_spec (shape m) 1); [contradiction|]. cbn [negb weigh adds_up].
    split; [constructor; auto|]. rewrite V, W, <- F, shipped_evaluate_is by auto. auto.
Qed.
Lemma same_extents outer inner : forall want, strides_compose outer inner want = true ->
  map shape want = map shape inner.
Proof.
  unfold strides_compose. induction inner as [|m t IH]; intros [|w u] D; cbn [pairwise map] in *; try discriminate; [auto|].
  destruct (Z.eqb_spec (shape m) (shape w)) as [E|]; [|discriminate]. rewrite E. f_equal. apply IH.
  destruct (shape m =? 1); [auto|]. destruct (stride m <? 0); [discriminate|].
  destruct (_ =? stride w); [auto|discriminate].
Qed.
Lemma same_digits a : forall b, map shape a = map shape b -> forall k, digits_of a k = digits_of b k.
Proof. induction a as [|m t IH]; intros [|n u] [=] k; cbn [digits_of]; [reflexivity|]. rewrite H0. f_equal. now apply IH. Qed.
Theorem composes_to_is_right outer inner want : Forall positive outer -> Forall positive inner ->
  composes_to outer inner want = true -> forall k, 0 <= k < size inner ->
  0 <= evaluate inner k < size outer /\ evaluate outer (evaluate inner k) = evaluate want k.
Proof.
  intros HO HI C k Hk. rewrite composes_to_is in C. cbv zeta in C.
  destruct (shipped_coalesce_preserves_the_map outer HO) as (HM & S & V). set (modes := shipped_coalesce outer) in *.
  clearbody modes.
  enough (G : 0 <= evaluate inner k < size modes /\ evaluate modes (evaluate inner k) = evaluate want k)
    by (rewrite <- V by lia; rewrite <- S; exact G).
  destruct (strides_compose modes inner want) eqn:D; [|discriminate].
  apply orb_true_iff in C. destruct C as [C|C].
  - destruct (moving_weighs modes inner want HM HI D (digits_of inner k)) as (d & B & V1 & W1);
      [now apply digits_are_in_the_box|].
    destruct (digits_that_add_up modes HM (moving inner) (moving_parts _ _ _ HI D) C d B) as (R & E).
    rewrite V1, <- evaluate_adds_up in R, E. split; [exact R|].
    rewrite E, W1, evaluate_adds_up, (same_digits want inner (same_extents modes inner want D)). reflexivity.
  - unfold Loops.each_composes in C. rewrite one_apart, Z.sub_0_r in C. destruct (forallb _ _) eqn:F; [|discriminate].
    rewrite forallb_forall in F. specialize (F k). clear C. rename F into C. rewrite Z.add_0_l, !shipped_size_is in C.
    assert (I : In k (below (size inner))) by (apply in_map_iff; exists (Z.to_nat k); split; [lia|]; apply in_seq; lia). specialize (C I).
    rewrite (shipped_evaluate_is inner) in C by (auto; lia). destruct (Z.ltb_spec (evaluate inner k) 0); [discriminate|].
    destruct (Z.leb_spec (size modes) (evaluate inner k)); [discriminate|]. split; [lia|].
    destruct (Z.eqb_spec (shipped_evaluate modes (evaluate inner k)) (shipped_evaluate want k)) as [C'|]; [|discriminate]. clear C. rename C' into C. rewrite (shipped_evaluate_is modes) in C by (auto; lia).
    assert (HW : Forall positive want).
    { apply same_extents in D. clear - D HI. revert want D. induction HI as [|m t Hm Ht IH]; intros [|w u] D;
        cbn in D; try discriminate; constructor; injection D as D1 D2; [unfold positive in *; congruence|auto]. }
    rewrite C. apply shipped_evaluate_is; [auto|lia].
Qed.

Lemma index_layout_counts ms : Forall positive ms -> forall place k,
  evaluate (emissions (fun s m => Step (s * shape m) [Mode (shape m) s] None) ms place) k = place * (k mod size ms).
Proof.
  induction 1 as [|m t Hm Ht IH]; intros place k; cbn [emissions refuses why emitted next app size].
  - rewrite evaluate_nil, Z.mod_1_r. ring.
  - rewrite evaluate_cons, IH. cbn [shape stride]. pose proof (size_positive t Ht). unfold positive in Hm.
    rewrite Z.rem_mul_r by lia. ring.
Qed.
Theorem gives_back_is_right outer inner : Forall positive outer -> Forall positive inner ->
  composes_to_identity outer inner = true -> forall k, 0 <= k < size inner ->
  0 <= evaluate inner k < size outer /\ evaluate outer (evaluate inner k) = k.
Proof.
  intros HO HI C k Hk. destruct (composes_to_is_right _ _ _ HO HI C k Hk) as [B E]. split; [exact B|].
  rewrite E. unfold Loops.index_layout. rewrite index_layout_counts, Z.mod_small by auto. ring.
Qed.

(* ------------------------------------------------------------- answers, of whatever finds them: `found` is any list *)

Lemma well_formed_is_positive ms : forall points reach, well_formed_from ms points reach = "none"%string -> Forall positive ms.
Proof.
  induction ms as [|m t IH]; intros p r H; cbn [well_formed_from] in H; [constructor|].
  destruct (Z.ltb_spec (shape m) 1); [discriminate|].
  repeat match type of H with (if ?c then _ else _) = _ => destruct c; try discriminate end.
  constructor; [unfold positive; lia|eauto].
Qed.
(* left_inverse.hpp: the modes that move and their places, which are what the inverse of the whole layout gives back. *)
Definition certified_left_inverse (A found : list mode) : option (list mode) :=
  if composes_to found (map own (kept A)) (map (fun t => Mode (shape (own t)) (snd t)) (kept A)) then Some found
  else None.
Lemma weighed_places ts c : weighed snd ts c = adds_up (map (fun t => Mode (shape (own t)) (snd t)) ts) c.
Proof. revert c. induction ts as [|t u IH]; intros [|x y]; cbn; auto. now rewrite IH. Qed.
Lemma weighed_own ts c : weighed step_of ts c = adds_up (map own ts) c.
Proof. revert c. induction ts as [|t u IH]; intros [|x y]; cbn; auto. now rewrite IH. Qed.
Lemma inside_is_in_box ts c : inside ts c -> in_box (map own ts) c.
Proof. induction 1; cbn [map]; constructor; auto. Qed.
Theorem any_left_inverse_gives_back A found R k : Forall positive A -> Forall positive found ->
  certified_left_inverse A found = Some R -> 0 <= k < size A ->
  0 <= evaluate A k < size R /\ evaluate R (evaluate A k) = k.
Proof.
  intros HA HF E Hk. unfold certified_left_inverse in E. destruct (composes_to _ _ _) eqn:C; [|discriminate].
  injection E as <-.
  assert (HP : Forall (fun t => positive (own t)) (placed 1 A)).
  { rewrite <- (Forall_map own positive), placed_own. exact HA. }
  assert (HK : Forall positive (map own (kept A))).
  { rewrite Forall_map. apply Forall_forall. intros t Ht. apply filter_In in Ht. rewrite Forall_forall in HP. now apply HP. }
  destruct (maps_kept (placed 1 A) HP) as (to & from & _ & From).
  pose proof (box_is_inside A _ (digits_are_in_the_box A HA k) 1) as D.
  destruct (From _ D) as (Iu & Wu). destruct (placed_reads A 1 _ D) as (_ & V & W).
  set (c := from (digits_of A k)) in *. fold (kept A) in Iu, Wu. pose proof (inside_is_in_box _ _ Iu) as B.
  pose proof (index_in_range _ _ HK B) as J. set (j := index_of (map own (kept A)) c) in *.
  destruct (composes_to_is_right _ _ _ HF HK C j J) as [R E].
  rewrite (evaluate_adds_up (map own _)) in R, E. unfold j in R, E at 1. rewrite digits_of_index in R, E by auto.
  rewrite <- weighed_own, Wu, W, <- evaluate_adds_up in R, E. split; [exact R|]. rewrite E, evaluate_adds_up.
  rewrite (same_digits _ (map own (kept A))) by (now rewrite !map_map). unfold j. rewrite digits_of_index by auto.
  rewrite <- weighed_places, Wu, V, index_of_digits, Z.mod_small by auto. ring.
Qed.

(* The step divides by no zero, and computes words where outer's extent, the room and inner's mode are within limits. *)
Theorem room_step_divides_by_no_zero extent room p : positive (Mode extent 0) -> room_step_divides extent room p.
Proof. unfold positive, room_step_divides. cbn. intros H. split; [lia|]. now destruct (Z.eqb_spec (Z.rem (stride p) extent) 0). Qed.
Theorem room_step_stays_in_words extent room p : 1 <= extent <= limit -> 0 <= room <= limit -> part p ->
  shape p <= limit -> stride p <= limit -> room_step_stays extent room p.
Proof.
  intros He Hr [P S] L M. unfold room_step_stays. rewrite Z.rem_mod_nonneg, Z.quot_div_nonneg by lia.
  pose proof (Z.mod_pos_bound (stride p) extent ltac:(lia)).
  assert (0 <= stride p / extent <= stride p) by (split; [apply Z.div_pos; lia|apply Z.div_le_upper_bound; nia]).
  unfold word, limit in *. destruct (Z.eqb_spec (stride p mod extent) 0) as [E|E]; [repeat split; lia|].
  rewrite Z.quot_div_nonneg by lia.
  assert (0 <= room / (stride p mod extent) <= room) by (split; [apply Z.div_pos; lia|apply Z.div_le_upper_bound; nia]).
  destruct (Z.ltb_spec (room / (stride p mod extent)) (shape p - 1)) as [T|T]; [repeat split; lia|].
  pose proof (Z.mul_div_le room (stride p mod extent) ltac:(lia)).
  assert (0 <= (shape p - 1) * (stride p mod extent) <= room) by nia. repeat split; lia.
Qed.
