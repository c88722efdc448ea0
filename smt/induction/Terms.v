(* SPDX-License-Identifier: MIT *)
(* Sums of rounded-down fractions, and adding one to them (Stairs::add of stairs.hpp), for any number of terms.
   Laws: composition_evaluates_pointwise, composition_refuses_rightly. *)
From Coq Require Import ZArith Znumtheory List Lia Bool.
Require Import Colex.Fold Colex.Steps Colex.Stairs.
Import ListNotations.
Open Scope Z_scope.

Definition term : Type := (Z * fraction)%type.  (* a weight and a slope *)
Fixpoint total (ts : list term) (i : Z) : Z :=
  match ts with [] => 0 | (w, f) :: r => w * floor f i + total r i end.
Lemma total_app a b i : total (a ++ b) i = total a i + total b i.
Proof. induction a as [|[w f] r IH]; cbn [total app]; lia. Qed.

(* ---------------------------------------------------------------------------------------------- adding a term *)

Fixpoint gcd_from (fuel : nat) (a b : Z) : Z :=
  match fuel with
  | O => a
  | S k => if b =? 0 then a else let r := gcd_step a b in gcd_from k (fst r) (snd r)
  end.
Definition shipped_gcd (a b : Z) : Z := gcd_from (Z.to_nat b) a b.
Theorem shipped_gcd_is a b : 0 <= a -> 0 <= b -> shipped_gcd a b = Z.gcd a b.
Proof.
  unfold shipped_gcd. intros Ha Hb. assert (F : b <= Z.of_nat (Z.to_nat b)) by lia. revert Ha Hb F.
  generalize (Z.to_nat b) as fuel. intros fuel. revert a b.
  induction fuel as [|k IH]; intros a b Ha Hb F; cbn [gcd_from].
  - assert (b = 0) as -> by lia. rewrite Z.gcd_0_r. lia.
  - destruct (Z.eqb_spec b 0) as [->|N]; [rewrite Z.gcd_0_r; lia|]. unfold gcd_step. cbn [fst snd].
    rewrite Z.rem_mod_nonneg by lia. pose proof (Z.mod_pos_bound a b ltac:(lia)).
    rewrite IH, (Z.gcd_comm b), Z.gcd_mod, Z.gcd_comm by lia. reflexivity.
Qed.

Fixpoint insert (t : term) (ts : list term) : list term :=
  match ts with
  | [] => [t]
  | s :: r =>
      if below (snd t) (snd s) then s :: insert t r
      else if (fst (snd s) =? fst (snd t)) && (snd (snd s) =? snd (snd t)) then
        if fst s + fst t =? 0 then r else (fst s + fst t, snd s) :: r
      else t :: s :: r
  end.
Definition add (weight over under : Z) (ts : list term) : list term :=
  if (over =? 0) || (weight =? 0) then ts
  else let c := shipped_gcd over under in insert (weight, (Z.quot over c, Z.quot under c)) ts.

(* Terms in order of falling slope, each below 1, in lowest terms and with a weight. *)
Definition sound (t : term) : Prop := fst t <> 0 /\ slope (snd t) /\ Z.gcd (fst (snd t)) (snd (snd t)) = 1.
Fixpoint falling (ts : list term) : Prop :=
  match ts with
  | [] => True
  | t :: r => sound t /\ Forall (fun s => less (snd s) (snd t)) r /\ falling r
  end.

Lemma less_trans a b c : slope a -> slope b -> slope c -> less a b -> less b c -> less a c.
Proof.
  intros A B C L M. unfold slope, less in *.
  assert (fst a * snd b * snd c < fst b * snd a * snd c) by (apply Z.mul_lt_mono_pos_r; lia).
  assert (fst b * snd c * snd a < fst c * snd b * snd a) by (apply Z.mul_lt_mono_pos_r; lia).
  apply (Z.mul_lt_mono_pos_r (snd b)); lia.
Qed.
Lemma lowest_terms a b : slope a -> slope b -> Z.gcd (fst a) (snd a) = 1 -> Z.gcd (fst b) (snd b) = 1 ->
  fst a * snd b = fst b * snd a -> a = b.
Proof.
  destruct a as [p q], b as [r s]. unfold slope. cbn [fst snd]. intros A B G H E.
  assert (D1 : (q | s)).
  { apply (Z.gauss q p s); [exists r; lia|]. now rewrite Z.gcd_comm. }
  assert (D2 : (s | q)).
  { apply (Z.gauss s r q); [exists p; lia|]. now rewrite Z.gcd_comm. }
  assert (q = s) by (apply Z.divide_antisym_nonneg; auto; lia). subst s. f_equal.
  apply (Z.mul_reg_r _ _ q); lia.
Qed.
Lemma insert_keeps t ts : sound t -> falling ts -> falling (insert t ts) /\
  (forall f, Forall (fun s => less (snd s) f) ts -> less (snd t) f -> Forall (fun s => less (snd s) f) (insert t ts)) /\
  forall i, total (insert t ts) i = fst t * floor (snd t) i + total ts i.
Proof.
  intros St. induction ts as [|s r IH]; intros F; cbn [insert].
  - split; [repeat split; try apply St; constructor|]. split; [auto|]. intros i. destruct t. cbn. lia.
  - destruct F as (Ss & Fr & F). specialize (IH F). destruct IH as (I1 & I2 & I3).
    pose proof St as (Tw & Tf & Tg). pose proof Ss as (Sw & Sf & Sg).
    destruct (below (snd t) (snd s)) eqn:B.
    + apply below_is in B; auto. split; [split; [auto|split; auto]|]. split.
      * intros f G L. inversion_clear G. constructor; auto.
      * intros i. cbn [total]. destruct s as [w f]. rewrite I3. lia.
    + assert (NB : ~ less (snd t) (snd s)) by (intros L; apply below_is in L; auto; congruence).
      destruct s as [w f], t as [v g]. cbn [fst snd] in *.
      destruct ((fst f =? fst g) && (snd f =? snd g)) eqn:E.
      * apply andb_prop in E. destruct E as [E1 E2]. apply Z.eqb_eq in E1, E2.
        assert (f = g) by (destruct f, g; cbn in *; congruence). subst g.
        destruct (Z.eqb_spec (w + v) 0) as [Z0|NZ].
        -- split; [auto|]. split; [intros h G _; now inversion_clear G|]. intros i. cbn [total fst snd].
           replace w with (- v) by lia. ring.
        -- split; [split; [split; [exact NZ|split; auto]|split; [exact Fr|exact F]]|].
           split; [intros h G _; inversion_clear G; constructor; auto|]. intros i. cbn [total]. ring.
      * assert (L : less f g).
        { unfold less in *. destruct (Z.lt_total (fst f * snd g) (fst g * snd f)) as [|[Q|]]; [auto| |lia].
          exfalso. rewrite (lowest_terms f g), !Z.eqb_refl in E by auto. discriminate. }
        split; [split; [auto|]; split; [|split; auto]|].
        -- constructor; [exact L|]. clear - Fr F L Sf Tf. induction r as [|x r IH]; [constructor|].
           inversion_clear Fr as [|? ? X Y]. destruct F as ((_ & Xf & _) & _ & F). constructor; [|now apply IH].
           apply (less_trans _ f); auto.
        -- split; [intros h G H; constructor; auto|]. intros i. reflexivity.
Qed.
Lemma add_keeps w over under ts : 0 <= over < under -> falling ts -> falling (add w over under ts) /\
  forall i, total (add w over under ts) i = w * (i * over / under) + total ts i.
Proof.
  intros H F. unfold add. destruct (Z.eqb_spec over 0) as [->|O]; cbn [orb].
  { split; [auto|]. intros i. rewrite Z.mul_0_r, Zdiv_0_l. lia. }
  destruct (Z.eqb_spec w 0) as [->|W]; [split; [auto|lia]|].
  rewrite shipped_gcd_is by lia. set (c := Z.gcd over under).
  assert (C : 0 < c) by (pose proof (Z.gcd_nonneg over under); assert (c <> 0) by (intros Q; apply Z.gcd_eq_0_l in Q; lia); lia).
  destruct (Z.gcd_divide_l over under) as [p P]. destruct (Z.gcd_divide_r over under) as [q Q]. fold c in P, Q.
  rewrite !Z.quot_div_nonneg by lia.
  assert (Dp : over / c = p) by (rewrite P; apply Z.div_mul; lia).
  assert (Dq : under / c = q) by (rewrite Q; apply Z.div_mul; lia). rewrite Dp, Dq.
  assert (S : sound (w, (p, q))).
  { split; [exact W|]. cbn [fst snd]. split; [unfold slope; cbn; nia|].
    rewrite <- Dp, <- Dq. apply Z.gcd_div_gcd; [lia|reflexivity]. }
  destruct (insert_keeps (w, (p, q)) ts S F) as (K & _ & V). split; [exact K|]. intros i. rewrite V. cbn [fst snd].
  unfold floor. cbn [fst snd]. do 2 f_equal. rewrite P, Q, Z.mul_assoc, Z.div_mul_cancel_r by nia. reflexivity.
Qed.
