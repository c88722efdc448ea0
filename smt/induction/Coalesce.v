(* SPDX-License-Identifier: MIT *)
(* coalesce at every rank: from the contract of its step to the whole function; and the normal form decides
   equality. Laws: coalesce_preserves_the_map, coalesce_is_a_normal_form. *)
From Coq Require Import ZArith List Lia.
Require Import Colex.Fold Colex.Combinators Colex.Steps Colex.Evaluate.
Require Colex.Headers.
Import ListNotations.
Open Scope Z_scope.

(* step_keeps of laws/coalesce_preserves_the_map.hpp. *)
Lemma coalesce_step_preserves at_ points pending m : positive pending -> positive m ->
  let r := coalesce_step pending m in
  take (read (emitted r) at_) (next r) = take (take at_ pending) m /\
  points * shape pending * shape m = points * size (emitted r) * shape (next r).
Proof.
  destruct at_ as [x f], pending as [s d], m as [t e]. intros Hs Ht. unfold positive, coalesce_step, take in *. cbn in *.
  destruct (Z.eqb_spec t 1) as [->|]; [cbn; rewrite Z.mod_1_r, Z.div_1_r; split; [f_equal|]; lia|].
  destruct (Z.eqb_spec s 1) as [->|]; [cbn; rewrite Z.mod_1_r, Z.div_1_r; split; [f_equal|]; lia|].
  destruct (Z.eqb_spec e (s * d)) as [->|]; cbn; [|split; [reflexivity|lia]].
  rewrite Z.rem_mul_r, <- Z.div_div by lia. split; [f_equal|]; ring.
Qed.
(* step_keeps of laws/coalesce_is_a_normal_form.hpp: what is emitted is the pending mode, and the next one does
   not continue it; or nothing is emitted, and the pending mode starts, stays empty, or grows at its stride. *)
Lemma coalesce_step_normalizes pending m : positive pending -> positive m ->
  let r := coalesce_step pending m in
  (emitted r = [pending] /\ 1 < shape pending /\ 1 < shape (next r) /\
     stride (next r) <> shape pending * stride pending) \/
  (emitted r = [] /\ shape pending = 1 /\
     ((shape m = 1 /\ shape (next r) = 1 /\ stride (next r) = stride pending) \/
      (1 < shape (next r) /\ stride (next r) = stride m))) \/
  (emitted r = [] /\ shape pending <> 1 /\ 1 < shape (next r) /\ stride (next r) = stride pending).
Proof.
  destruct pending as [s d], m as [t e]. intros Hs Ht. unfold positive, coalesce_step in *. cbn in *.
  destruct (Z.eqb_spec t 1); [right|]. { destruct (Z.eq_dec s 1); [left|right]; cbn; repeat split; auto; lia. }
  destruct (Z.eqb_spec s 1); [right; left; cbn; repeat split; auto; right; lia|].
  destruct (Z.eqb_spec e (s * d)); [right; right|left]; cbn; repeat split; auto; nia.
Qed.
Lemma coalesce_step_total p m : refuses (coalesce_step p m) = false.
Proof. unfold coalesce_step. now repeat destruct (_ =? _). Qed.
Lemma next_positive pending m : positive pending -> positive m -> positive (next (coalesce_step pending m)).
Proof. intros Hp Hm. unfold positive. destruct (coalesce_step_normalizes pending m Hp Hm) as [?|[?|?]]; lia. Qed.
Lemma emitted_positive pending m : positive pending -> positive m -> Forall positive (emitted (coalesce_step pending m)).
Proof.
  intros Hp Hm. destruct (coalesce_step_normalizes pending m Hp Hm) as [(-> & _)|[(-> & _)|(-> & _)]]; auto.
Qed.

Notation shipped_coalesce := Headers.coalesce.  (* as it is printed *)
Lemma coalesce_runs ms : exists pending out,
  loop coalesce_step ms (Mode 1 0) [] = Some (pending, out) /\ shipped_coalesce ms = out ++ [pending].
Proof.
  assert (N : forall s, stops coalesce_step ms s = false).
  { induction ms as [|m t IH]; intros s; cbn [stops]; [reflexivity|]. rewrite coalesce_step_total. apply IH. }
  rewrite a_fold_is_a_loop, N. eexists _, _. split; reflexivity.
Qed.
Lemma some_mode_is_left ms : shipped_coalesce ms <> [].
Proof. destruct (coalesce_runs ms) as (pending & out & _ & ->). now destruct out. Qed.
Theorem shipped_coalesce_preserves_the_map ms : Forall positive ms ->
  Forall positive (shipped_coalesce ms) /\ size (shipped_coalesce ms) = size ms /\
  forall i, 0 <= i -> evaluate (shipped_coalesce ms) i = evaluate ms i.
Proof.
  intros HP. destruct (coalesce_runs ms) as (pending & out & E & ->).
  apply (induction _ coalesce_step positive (fun ms out pending => Forall positive (out ++ [pending]) /\
           size (out ++ [pending]) = size ms /\
           forall i, 0 <= i -> read (out ++ [pending]) (At i 0) = read ms (At i 0))) in E; auto.
  - destruct E as (E1 & E2 & E3). repeat split; auto. intros i Hi. unfold evaluate. now rewrite E3.
  - clear dependent out. clear dependent pending.
    intros before out s m (I1 & I2 & I3) Hm _. apply Forall_app in I1. destruct I1 as [Ho Hs].
    inversion_clear Hs as [|? ? Hs' _]. repeat split.
    + rewrite !Forall_app. repeat split; auto using emitted_positive, next_positive.
    + destruct (coalesce_step_preserves (At 0 0) (size out) s m Hs' Hm) as [_ S].
      rewrite !size_app in *. cbn [size] in *. rewrite <- I2. nia.
    + intros i Hi. rewrite !read_app, <- I3, read_app by auto.
      now destruct (coalesce_step_preserves (read out (At i 0)) 1 s m Hs' Hm) as [S _].
  - repeat split.
    + cbn. constructor; [unfold positive; cbn; lia|constructor].
    + intros i _. cbn. unfold take. cbn. rewrite Z.div_1_r. f_equal. lia.
Qed.

(* Normal: extents above 1, and no mode that continues the one before it. The empty list is one point, which
   the shipped function writes 1:0. *)
Fixpoint normal (ms : list mode) : Prop :=
  match ms with
  | [] => True
  | m :: t => 1 < shape m /\ match t with n :: _ => stride n <> shape m * stride m | [] => True end /\ normal t
  end.
Definition is_normal (ms : list mode) : Prop := ms = [Mode 1 0] \/ (ms <> [] /\ normal ms).

Lemma normal_last out : forall a b, normal (out ++ [a]) -> 1 < shape b -> stride b = stride a -> normal (out ++ [b]).
Proof.
  induction out as [|m t IH]; intros a b H Hb E; cbn in *; [auto|]. destruct H as (H1 & H2 & H3).
  split; [auto|]. split; [|eapply IH; eauto]. destruct t; cbn in *; [now rewrite E|auto].
Qed.
Lemma normal_append out : forall a b, normal (out ++ [a]) -> 1 < shape b -> stride b <> shape a * stride a ->
  normal (out ++ [a] ++ [b]).
Proof.
  induction out as [|m t IH]; intros a b H Hb E; cbn in *; [tauto|]. destruct H as (H1 & H2 & H3).
  split; [auto|]. split; [|apply IH; auto]. destruct t; cbn in *; auto.
Qed.

Theorem shipped_is_normal ms : Forall positive ms -> is_normal (shipped_coalesce ms).
Proof.
  intros HP. destruct (coalesce_runs ms) as (pending & out & E & ->).
  apply (induction _ coalesce_step positive (fun _ out pending => positive pending /\
           ((out = [] /\ pending = Mode 1 0) \/ (1 < shape pending /\ normal (out ++ [pending]))))) in E; auto.
  - destruct E as [_ [[-> ->]|[E1 E2]]]; [now left|]. right. split; [|auto]. destruct out; discriminate.
  - clear dependent out. clear dependent pending.
    intros _ out s m (Hs & I) Hm _. split; [now apply next_positive|].
    destruct (coalesce_step_normalizes s m Hs Hm) as [(-> & A & B & C)|[(-> & A & D)|(-> & A & B & C)]];
      destruct I as [[-> ->]|[I1 I2]]; cbn [shape] in *; try lia.
    + right. split; [auto|]. rewrite <- app_assoc. now apply normal_append.
    + destruct D as [(D1 & D2 & D3)|(D1 & D2)].
      * left. split; [auto|]. destruct (next _) as [x y]. cbn in *. now subst.
      * right. cbn. auto.
    + right. split; [auto|]. rewrite app_nil_r. now apply normal_last with s.
  - split; [unfold positive; cbn; lia|now left].
Qed.

(* ---------------------------------------------------------------- normal layouts are equal, or differ *)

Lemma normal_positive ms : normal ms -> Forall positive ms.
Proof. induction ms as [|m t IH]; cbn; constructor; unfold positive; [lia|]. apply IH. tauto. Qed.
Lemma evaluate_small m t i : 0 <= i < shape m -> evaluate (m :: t) i = i * stride m.
Proof. intros. rewrite evaluate_cons, Z.mod_small, Z.div_small, evaluate_zero by lia. lia. Qed.
Lemma evaluate_high m t j : 0 < shape m -> evaluate (m :: t) (shape m * j) = evaluate t j.
Proof.
  intros. rewrite evaluate_cons. pose proof (digits (shape m) 0 j ltac:(lia)) as [D1 D2].
  rewrite Z.add_0_l in *. rewrite D1, D2. lia.
Qed.

Definition agree a b := size a = size b /\ forall i, 0 <= i < size a -> evaluate a i = evaluate b i.

(* The head of a normal layout is its first linear run: no head can be longer than the other's. *)
Lemma head_no_longer m t n u : normal (m :: t) -> normal (n :: u) -> agree (m :: t) (n :: u) ->
  stride m = stride n /\ shape n <= shape m.
Proof.
  intros (Hm & Lm & Ht) (Hn & _ & Hu) [S F]. cbn [size] in *.
  pose proof (size_positive t (normal_positive t Ht)) as PT.
  pose proof (size_positive u (normal_positive u Hu)) as PU.
  assert (D : stride m = stride n).
  { pose proof (F 1 ltac:(nia)) as Q. rewrite !evaluate_small in Q by lia. lia. }
  split; [exact D|]. destruct (Z_le_gt_dec (shape n) (shape m)) as [|L]; [auto|exfalso].
  assert (B : shape m < shape m * size t) by nia. pose proof (F (shape m) ltac:(lia)) as Q.
  rewrite (evaluate_small n) in Q by lia. rewrite <- (Z.mul_1_r (shape m)) in Q at 1.
  rewrite evaluate_high in Q by lia. destruct t as [|k t]; [cbn [size] in B; lia|].
  cbn in Ht. rewrite evaluate_small in Q by lia. apply Lm. lia.
Qed.

Theorem normal_forms_are_unique : forall a b, normal a -> normal b -> agree a b -> a = b.
Proof.
  induction a as [|m t IH]; intros [|n u] HA HB AB; auto.
  - destruct AB as [S _]. cbn in S, HB. pose proof (size_positive u (normal_positive u ltac:(tauto))). nia.
  - destruct AB as [S _]. cbn in S, HA. pose proof (size_positive t (normal_positive t ltac:(tauto))). nia.
  - destruct (head_no_longer m t n u HA HB AB) as [D L1].
    assert (BA : agree (n :: u) (m :: t)) by (destruct AB; split; [auto|intros; symmetry; apply H0; lia]).
    destruct (head_no_longer n u m t HB HA BA) as [_ L2].
    assert (E : m = n) by (destruct m, n; cbn in *; f_equal; lia). subst n.
    destruct HA as (Hm & _ & Ht), HB as (_ & _ & Hu). f_equal. apply IH; auto.
    destruct AB as [S F]. cbn [size] in *. split; [nia|]. intros j Hj.
    pose proof (F (shape m * j) ltac:(nia)) as Q. now rewrite !evaluate_high in Q by lia.
Qed.

Lemma one_point ms : normal ms -> agree ms [Mode 1 0] -> ms = [].
Proof.
  destruct ms as [|m t]; [auto|]. intros (Hm & _ & Ht) [S _]. cbn in S.
  pose proof (size_positive t (normal_positive t Ht)). nia.
Qed.

Theorem shipped_coalesce_decides_equality a b : Forall positive a -> Forall positive b ->
  (agree a b <-> shipped_coalesce a = shipped_coalesce b).
Proof.
  intros HA HB. destruct (shipped_coalesce_preserves_the_map a HA) as (_ & SA & EA).
  destruct (shipped_coalesce_preserves_the_map b HB) as (_ & SB & EB).
  assert (Back : forall i, 0 <= i < size a -> 0 <= i) by lia. split.
  - intros [S F]. assert (C : agree (shipped_coalesce a) (shipped_coalesce b)).
    { split; [lia|]. intros i Hi. rewrite EA, EB by lia. apply F. lia. }
    assert (C' : agree (shipped_coalesce b) (shipped_coalesce a)).
    { destruct C; split; [auto|intros; symmetry; apply H0; lia]. }
    destruct (shipped_is_normal a HA) as [A|[NA A]], (shipped_is_normal b HB) as [B|[NB B]].
    + congruence.
    + rewrite A in *. now apply one_point in C'.
    + rewrite B in *. now apply one_point in C.
    + now apply normal_forms_are_unique.
  - intros E. split; [congruence|]. intros i Hi. rewrite <- EA, <- EB by lia. now rewrite E.
Qed.
(* ------------------------------------------------ coalesce_extended: the last mode runs on past its extent *)

(* `last` after the coalesced others; coalesce_extended_2 is the shipped function on two modes. *)
Definition coalesce_extended (others : list mode) (last : mode) : list mode :=
  let r := shipped_coalesce others in removelast r ++ coalesce_extended_2 (List.last r (Mode 1 0)) last.

Theorem coalesce_extended_preserves_the_map others last i : Forall positive others -> positive last -> 0 <= i ->
  let r := coalesce_extended others last in
  extended (removelast r) (List.last r (Mode 1 0)) i = extended others last i.
Proof.
  intros HP HL Hi r. destruct (shipped_coalesce_preserves_the_map others HP) as (P & S & E).
  pose proof (shipped_is_normal others HP) as N. pose proof (some_mode_is_left others) as NE.
  subst r. unfold coalesce_extended. remember (shipped_coalesce others) as q eqn:Q. clear Q.
  destruct (exists_last NE) as (front & top & ->). rewrite removelast_last, last_last.
  apply Forall_app in P. destruct P as [PF PT]. inversion_clear PT as [|? ? PT' _].
  rewrite (extended_is_evaluate others) by auto.
  rewrite <- S, <- (E i Hi). destruct top as [s d], last as [t e]. unfold positive in PT', HL. cbn in PT', HL.
  assert (Front : s = 1 -> front = [] /\ d = 0).
  { intros ->. destruct N as [N|[_ N]].
    - destruct front as [|x [|y f]]; [injection N; auto|discriminate|discriminate].
    - exfalso. clear - N. induction front as [|x f IH]; cbn in N; [lia|]. destruct N as (_ & _ & N). auto. }
  pose proof (size_positive _ PF) as SF. rewrite size_app, evaluate_app by auto. cbn [size shape].
  unfold coalesce_extended_2. cbn [shape stride].
  destruct (Z.eqb_spec s 1) as [O|O].
  - destruct (Front O) as [-> ->]. subst s. cbn -[Z.div Z.mul]. rewrite !Z.div_1_r. unfold evaluate. cbn. ring.
  - destruct (Z.eqb_spec e (s * d)) as [C|C].
    + rewrite removelast_last, last_last, extended_is_evaluate by auto. cbn [stride].
      rewrite evaluate_cons, evaluate_nil. cbn [shape stride]. subst e.
      replace (i / (size front * (s * 1))) with (i / size front / s) by (rewrite Z.div_div by lia; f_equal; ring).
      pose proof (Z.div_mod (i / size front) s ltac:(lia)). nia.
    + change (front ++ [Mode s d; Mode t e]) with (front ++ [Mode s d] ++ [Mode t e]).
      rewrite app_assoc, removelast_last, last_last, extended_is_evaluate by (apply Forall_app; auto).
      rewrite evaluate_app, size_app by auto. reflexivity.
Qed.

(* The printed function. *)
Theorem printed_extended A : Headers.coalesce_extended A = coalesce_extended (removelast A) (List.last A (Mode 1 0)).
Proof.
  unfold Headers.coalesce_extended. destruct A as [|a t]; [reflexivity|]. cbn [is_empty]. destruct t as [|b u]; [reflexivity|].
  set (o := removelast (a :: b :: u)). assert (N : is_empty o = false) by reflexivity. rewrite N. cbv zeta.
  unfold coalesce_extended, Headers.coalesce. rewrite removelast_last, last_last. unfold coalesce_extended_2.
  destruct (shape (reached coalesce_step o (Mode 1 0)) =? 1); [reflexivity|]. now destruct (_ =? _).
Qed.

(* ------------------------------------------------------------------------------------- equal(): one value or not *)

(* equal.hpp, after the sizes: mode after mode of the normal forms, as far as both go. *)
Definition same_modes (x y : list mode) (points : Z) : bool := match walk (fun '(m, n) p => if shape m =? shape n then
  if stride m =? stride n then inl (p * shape m) else inr false else inr false) (combine x y) points with inl _ => true | inr a => a end.

Lemma same_modes_refl x : forall p, same_modes x x p = true.
Proof. unfold same_modes. induction x as [|m t IH]; intros p; cbn; [auto|]. now rewrite !Z.eqb_refl. Qed.
Lemma same_modes_same x : forall y p, normal x -> normal y -> size x = size y -> same_modes x y p = true -> x = y.
Proof.
  assert (One : forall m t, normal (m :: t) -> 1 < size (m :: t)).
  { intros m t (Hm & _ & Ht). pose proof (size_positive t (normal_positive t Ht)). cbn [size]. nia. }
  unfold same_modes. induction x as [|m t IH]; intros [|n u] p Hx Hy S E; auto.
  - pose proof (One n u Hy). cbn [size] in *. lia.
  - pose proof (One m t Hx). cbn [size] in *. lia.
  - cbn [combine walk] in E. destruct (Z.eqb_spec (shape m) (shape n)) as [E1|]; [|discriminate].
    destruct (Z.eqb_spec (stride m) (stride n)) as [E2|]; [|discriminate].
    destruct Hx as (Hm & _ & Ht), Hy as (_ & _ & Hu). cbn [size] in S.
    assert (m = n) by (destruct m, n; cbn in *; congruence). subst n. f_equal. eapply IH; eauto. nia.
Qed.
Theorem equal_decides_equality a b : Forall positive a -> Forall positive b -> (Headers.equal a b = true <-> agree a b).
Proof.
  intros HA HB. unfold Headers.equal. fold (same_modes (shipped_coalesce a) (shipped_coalesce b) 1). rewrite !shipped_size_is. rewrite (shipped_coalesce_decides_equality a b HA HB).
  destruct (shipped_coalesce_preserves_the_map a HA) as (_ & SA & _).
  destruct (shipped_coalesce_preserves_the_map b HB) as (_ & SB & _).
  destruct (Z.eqb_spec (size a) (size b)) as [S|S].
  2:{ split; [discriminate|]. intros E. rewrite E in SA. lia. }
  split; [|intros ->; apply same_modes_refl]. intros E.
  pose proof (shipped_is_normal a HA) as NA. pose proof (shipped_is_normal b HB) as NB.
  assert (Big : forall x, x <> [] -> normal x -> 1 < size x).
  { intros [|m t] NE N; [congruence|]. destruct N as (Hm & _ & Ht).
    pose proof (size_positive t (normal_positive t Ht)). cbn [size]. nia. }
  destruct NA as [A|[A1 A2]], NB as [B|[B1 B2]].
  - congruence.
  - pose proof (Big _ B1 B2). rewrite A in SA. cbn [size shape] in SA. lia.
  - pose proof (Big _ A1 A2). rewrite B in SB. cbn [size shape] in SB. lia.
  - now apply (same_modes_same _ _ 1); auto; lia.
Qed.
