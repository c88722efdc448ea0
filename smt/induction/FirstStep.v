(* SPDX-License-Identifier: MIT *)
(* The first index at which a sum of rounded-down fractions is not 0 (Stairs::first_step of stairs.hpp), for any number of terms.
   Laws: composition_evaluates_pointwise, composition_refuses_rightly. *)
From Coq Require Import ZArith Znumtheory List Lia Bool.
Require Import Colex.Fold Colex.Steps Colex.Stairs Colex.Terms.
Import ListNotations.
Open Scope Z_scope.

(* ------------------------------------------------------------------------------------------------- groups *)

(* The terms that have stepped together so far stand together. *)
Definition weight (g : list term) : Z := fold_right (fun t s => fst t + s) 0 g.
Definition top (g : list term) : fraction := match g with t :: _ => snd t | [] => (0, 1) end.
Definition bottom (g : list term) : fraction := snd (last g (0, (0, 1))).

(* The next index at which the group can matter. *)
Definition candidate (at_ : Z) (g : list term) : Z :=
  if weight g =? 0 then snd (simplest (Z.to_nat (snd (bottom g) + snd (top g) + 1)) false (bottom g) (top g))
  else next_step (top g) at_.
Definition sooner (i next : Z) : Z := if i <? next then i else next.
Fixpoint soonest (at_ points : Z) (gs : list (list term)) : Z :=
  match gs with [] => points | g :: r => sooner (candidate at_ g) (soonest at_ points r) end.

(* What the group adds up to where no two of its heights differ by more than 1. *)
Definition height_of (i : Z) (g : list term) : Z :=
  let low := height (bottom g) i in
  weight g * low + fold_right (fun t s => (if height (snd t) i =? low then 0 else fst t) + s) 0 g.
Definition heights (i : Z) (gs : list (list term)) : Z := fold_right (fun g s => height_of i g + s) 0 gs.

Fixpoint part (i : Z) (g : list term) : list (list term) :=
  match g with
  | [] => []
  | t :: r =>
      match part i r with
      | [] => [[t]]
      | h :: others => if height (snd t) i =? height (top h) i then (t :: h) :: others else [t] :: h :: others
      end
  end.

Fixpoint step_from (fuel : nat) (gs : list (list term)) (at_ points : Z) : Z :=
  match fuel with
  | O => points
  | S k =>
      let next := soonest at_ points gs in
      if next =? points then points
      else if heights next gs =? 0 then step_from k (flat_map (part next) gs) next points
      else next
  end.
Fixpoint drop_idle (points : Z) (ts : list term) : list term :=
  match ts with
  | [] => []
  | t :: r => match drop_idle points r with
              | [] => if height (snd t) (points - 1) =? 0 then [] else [t]
              | r' => t :: r'
              end
  end.
Definition first_step (points : Z) (ts : list term) : Z :=
  match drop_idle points ts with [] => points | ts' => step_from (Z.to_nat points) [ts'] 0 points end.

Definition together (n : Z) (g : list term) : Prop :=
  forall t, In t g -> forall i, 0 <= i <= n -> floor (snd t) i = floor (top g) i.

Lemma falling_sound ts : falling ts -> forall t, In t ts -> sound t.
Proof. induction ts as [|s r IH]; intros F t I; [destruct I|]. destruct F as (S & _ & F). destruct I as [<-|I]; auto. Qed.
Lemma falling_app a b : falling (a ++ b) -> falling a /\ falling b.
Proof.
  induction a as [|t r IH]; intros F; cbn [app] in *; [split; [exact I|exact F]|].
  destruct F as (S & L & F). destruct (IH F) as [A B]. apply Forall_app in L.
  split; [split; [exact S|split; [apply L|exact A]]|exact B].
Qed.
Lemma falling_concat gs : falling (concat gs) -> Forall falling gs.
Proof.
  induction gs as [|g r IH]; intros F; cbn [concat] in *; constructor; apply falling_app in F; [tauto|]. apply IH. tauto.
Qed.
Lemma total_concat gs i : total (concat gs) i = fold_right (fun g s => total g i + s) 0 gs.
Proof. induction gs as [|g r IH]; cbn [concat fold_right]; [reflexivity|]. rewrite total_app. lia. Qed.

Lemma top_is g : falling g -> g <> [] -> slope (top g) /\ forall t, In t g -> snd t = top g \/ less (snd t) (top g).
Proof.
  destruct g as [|t r]; intros F N; [congruence|]. destruct F as ((_ & S & _) & L & _). split; [exact S|].
  intros s [<-|I]; [now left|right]. rewrite Forall_forall in L. now apply L.
Qed.
Lemma bottom_is g : falling g -> g <> [] -> In (last g (0, (0, 1))) g /\
  forall t, In t g -> snd t = bottom g \/ less (bottom g) (snd t).
Proof.
  unfold bottom. induction g as [|t r IH]; intros F N; [congruence|]. destruct F as (S & L & F).
  destruct r as [|s u]; [split; [now left|intros x [<-|[]]; now left]|].
  destruct (IH F) as [A B]; [discriminate|]. change (last (t :: s :: u) (0, (0, 1))) with (last (s :: u) (0, (0, 1))).
  split; [now right|]. intros x [<-|I]; [right|auto]. rewrite Forall_forall in L. now apply L.
Qed.
Lemma at_most_top g t i : falling g -> In t g -> 0 <= i -> floor (snd t) i <= floor (top g) i.
Proof.
  intros F I Hi. destruct (top_is g F) as [S L]; [intros ->; destruct I|]. destruct (L t I) as [->|M]; [lia|].
  apply floor_of_less; auto. apply (falling_sound g F t I).
Qed.
Lemma at_least_bottom g t i : falling g -> In t g -> 0 <= i -> floor (bottom g) i <= floor (snd t) i.
Proof.
  intros F I Hi. destruct (bottom_is g F) as [B L]; [intros ->; destruct I|]. destruct (L t I) as [->|M]; [lia|].
  apply floor_of_less; auto; [apply (falling_sound g F _ B)|apply (falling_sound g F t I)].
Qed.
Lemma slope_of g t : falling g -> In t g -> slope (snd t).
Proof. intros F I. apply (falling_sound g F t I). Qed.

(* Before the candidate nothing of the group changes. *)
Lemma candidate_is at_ g : falling g -> g <> [] -> 0 <= at_ -> together at_ g -> at_ < candidate at_ g /\
  together (candidate at_ g - 1) g /\
  forall i, at_ <= i < candidate at_ g -> total g i = total g at_.
Proof.
  intros F N Ha T. destruct (top_is g F N) as [St Lt].
  assert (Tot : forall i c, (forall t, In t g -> floor (snd t) i = c) -> total g i = weight g * c).
  { clear. intros i c. induction g as [|[w f] r IH]; intros H; cbn [total weight fold_right fst]; [reflexivity|].
    pose proof (H (w, f) ltac:(now left)) as Hf. cbn [snd] in Hf. rewrite Hf.
    rewrite IH by (intros; apply H; now right). unfold weight. ring. }
  unfold candidate. destruct (Z.eqb_spec (weight g) 0) as [W|W].
  - destruct (bottom_is g F N) as [B Lb]. set (b := last g (0, (0, 1))) in *.
    assert (Lbt : less (bottom g) (top g)).
    { destruct (Lt b B) as [E|E]; [exfalso|exact E]. destruct g as [|t r]; [congruence|].
      destruct r as [|s u]; [destruct F as ((Nz & _) & _); cbn in W; lia|].
      destruct F as (_ & L & _). rewrite Forall_forall in L. cbn [top] in E.
      assert (I : In b (s :: u)).
      { unfold b. change (last (t :: s :: u) (0, (0, 1))) with (last (s :: u) (0, (0, 1))).
        clear. revert s. induction u as [|x u IH]; intros s; [now left|right; apply IH]. }
      specialize (L b I). rewrite E in L. unfold less in L. lia. }
    assert (Sb : slope (bottom g)) by (apply (falling_sound g F b B)).
    pose proof St as St'. pose proof Sb as Sb'. unfold slope in St', Sb'.
    destruct (simplest_is (Z.to_nat (snd (bottom g) + snd (top g) + 1)) false (bottom g) (top g)) as [I Least];
      try lia; [now right|].
    set (r := simplest _ false (bottom g) (top g)) in *.
    assert (Same : forall i, 0 <= i < snd r -> forall t, In t g -> floor (snd t) i = floor (top g) i).
    { intros i Hi t It. pose proof (at_most_top g t i F It ltac:(lia)) as Q.
      destruct (Z.eq_dec (floor (snd t) i) (floor (top g) i)) as [E|E]; [exact E|exfalso].
      pose proof (at_least_bottom g t i F It ltac:(lia)) as Q2.
      assert (i <> 0) by (intros ->; rewrite !floor_zero in E; lia).
      destruct (Least (floor (top g) i) i) as [_ L2]; [|lia]. split; [lia|].
      pose proof (floor_between (bottom g) i Sb). pose proof (floor_between (top g) i St).
      assert ((floor (bottom g) i + 1) * snd (bottom g) <= floor (top g) i * snd (bottom g))
        by (apply Z.mul_le_mono_nonneg_r; lia). split; [lia|right; lia]. }
    assert (Later : at_ < snd r).
    { apply Z.lt_nge. intros L. destruct I as (I1 & I2 & [I3|I3]); [lia|].
      pose proof (T b B (snd r) ltac:(lia)) as E. change (snd b) with (bottom g) in E.
      pose proof (floor_between (bottom g) (snd r) Sb). pose proof (floor_between (top g) (snd r) St).
      assert (floor (bottom g) (snd r) < fst r) by (apply (Z.mul_lt_mono_pos_r (snd (bottom g))); lia).
      assert (fst r < floor (top g) (snd r) + 1) by (apply (Z.mul_lt_mono_pos_r (snd (top g))); lia). lia. }
    split; [exact Later|]. split; [intros t It i Hi; apply Same; auto; lia|].
    intros i Hi. rewrite (Tot i (floor (top g) i)), (Tot at_ (floor (top g) at_)), W; [lia| |]; intros t It; apply Same; auto; lia.
  - destruct (next_step_is (top g) at_ St Ha) as [L S]. split; [exact L|].
    assert (Same : forall i, at_ <= i < next_step (top g) at_ -> forall t, In t g -> floor (snd t) i = floor (top g) at_).
    { intros i Hi t It. pose proof (at_most_top g t i F It ltac:(lia)) as Q. rewrite S in Q by lia.
      pose proof (T t It at_ ltac:(lia)) as E. pose proof (floor_grows (snd t) at_ i (slope_of g t F It) ltac:(lia)). lia. }
    split.
    + intros t It i Hi. destruct (Z.le_gt_cases i at_); [apply T; auto; lia|]. 
      rewrite (Same i) by (auto; lia). symmetry. apply S. lia.
    + intros i Hi. rewrite (Tot i (floor (top g) at_)), (Tot at_ (floor (top g) at_)); [lia| |]; intros t It; apply Same; auto; lia.
Qed.

Lemma height_of_is next g : falling g -> g <> [] -> 1 <= next -> together (next - 1) g -> height_of next g = total g next.
Proof.
  intros F N Hn T. unfold height_of. destruct (bottom_is g F N) as [B _]. set (b := last g (0, (0, 1))) in *.
  assert (Sb : slope (bottom g)) by (apply (falling_sound g F b B)). rewrite height_is by (auto; lia).
  assert (Two : forall t, In t g -> floor (snd t) next = floor (bottom g) next \/ floor (snd t) next = floor (bottom g) next + 1).
  { intros t It. pose proof (at_least_bottom g t next F It ltac:(lia)).
    pose proof (T t It (next - 1) ltac:(lia)) as E1. pose proof (T b B (next - 1) ltac:(lia)) as E2.
    change (snd b) with (bottom g) in E2.
    pose proof (floor_by_one (snd t) (next - 1) (slope_of g t F It)) as G1.
    pose proof (floor_by_one (bottom g) (next - 1) Sb) as G2. rewrite Z.sub_add in G1, G2. lia. }
  assert (Sl : forall t, In t g -> slope (snd t)) by (intros; now apply (slope_of g)).
  clear T B Sb F N. revert Two Sl. set (low := floor (bottom g) next). clearbody low. clear b.
  induction g as [|[w f] r IH]; intros Two Sl; cbn [weight fold_right total fst snd]; [lia|].
  specialize (IH ltac:(intros; apply Two; now right) ltac:(intros; apply Sl; now right)). unfold weight in *.
  assert (Hf : slope f) by (apply (Sl (w, f)); now left). rewrite height_is by (auto; lia).
  destruct (Two (w, f) ltac:(now left)) as [E|E]; cbn [snd] in E; rewrite E.
  - rewrite Z.eqb_refl. lia.
  - destruct (Z.eqb_spec (low + 1) low); [lia|]. lia.
Qed.

Lemma part_is i g : concat (part i g) = g /\ Forall (fun h => h <> [] /\ forall t, In t h -> height (snd t) i = height (top h) i)
  (part i g).
Proof.
  induction g as [|t r [C P]]; cbn [part]; [split; [reflexivity|constructor]|].
  destruct (part i r) as [|h others] eqn:E.
  - cbn [concat] in C. subst r. split; [reflexivity|]. constructor; [|constructor].
    split; [discriminate|]. intros s [<-|[]]. reflexivity.
  - inversion_clear P as [|? ? [Ph1 Ph2] Po].
    destruct (Z.eqb_spec (height (snd t) i) (height (top h) i)) as [Q|Q]; cbn [concat app] in *.
    + split; [now f_equal|]. constructor; [|exact Po]. split; [discriminate|]. intros s [<-|I]; [reflexivity|].
      rewrite Ph2 by auto. cbn [top]. now rewrite Q.
    + split; [now f_equal|]. constructor; [|constructor; auto]. split; [discriminate|]. intros s [<-|[]]. reflexivity.
Qed.
Lemma parts_are i gs : concat (flat_map (part i) gs) = concat gs.
Proof.
  induction gs as [|g r IH]; cbn [flat_map concat]; [reflexivity|].
  rewrite concat_app, IH. destruct (part_is i g) as [-> _]. reflexivity.
Qed.
Lemma in_concat_part i g h : In h (part i g) -> forall t, In t h -> In t g.
Proof. intros I t It. destruct (part_is i g) as [C _]. rewrite <- C. apply in_concat. eauto. Qed.

Lemma soonest_is at_ points gs : at_ < points -> (forall g, In g gs -> at_ < candidate at_ g) ->
  let n := soonest at_ points gs in at_ < n <= points /\ forall g, In g gs -> n <= candidate at_ g.
Proof.
  intros L. induction gs as [|g r IH]; intros H; cbn [soonest]; [split; [lia|intros g []]|]. cbv zeta in *.
  destruct IH as [A B]; [intros; apply H; now right|]. specialize (H g ltac:(now left)).
  unfold sooner. destruct (Z.ltb_spec (candidate at_ g) (soonest at_ points r)).
  - split; [lia|]. intros x [<-|I]; [lia|]. specialize (B x I). lia.
  - split; [lia|]. intros x [<-|I]; [lia|auto].
Qed.

Definition is_first_step (points : Z) (f : Z -> Z) (n : Z) : Prop :=
  1 <= n <= points /\ (forall i, 0 <= i < n -> f i = 0) /\ (n < points -> f n <> 0).

Lemma step_from_is fuel : forall gs at_ points, falling (concat gs) -> Forall (fun g => g <> []) gs ->
  Forall (together at_) gs -> 0 <= at_ < points -> points - at_ <= Z.of_nat fuel ->
  (forall i, 0 <= i <= at_ -> total (concat gs) i = 0) ->
  is_first_step points (total (concat gs)) (step_from fuel gs at_ points).
Proof.
  induction fuel as [|k IH]; intros gs at_ points F N T Ha Hf Zero; [lia|]. cbn [step_from].
  pose proof (falling_concat gs F) as Fg. rewrite Forall_forall in Fg, N, T.
  assert (C : forall g, In g gs -> at_ < candidate at_ g /\ together (candidate at_ g - 1) g /\
    forall i, at_ <= i < candidate at_ g -> total g i = total g at_).
  { intros g I. apply candidate_is; auto; lia. }
  destruct (soonest_is at_ points gs) as [L B]; [lia|intros g I; now apply C|].
  set (n := soonest at_ points gs) in *. clearbody n.
  assert (Before : forall i, 0 <= i < n -> total (concat gs) i = 0).
  { intros i Hi. destruct (Z.le_gt_cases i at_); [apply Zero; lia|]. rewrite <- (Zero at_) by lia. rewrite !total_concat.
    assert (G : forall g, In g gs -> total g i = total g at_).
    { intros g I. specialize (B g I). apply C; [auto|lia]. }
    clear - G. induction gs as [|g r IH]; cbn [fold_right]; [reflexivity|].
    rewrite (G g), IH by (intros; try apply G; cbn; auto). reflexivity. }
  assert (Same : forall g, In g gs -> together (n - 1) g).
  { intros g I t It i Hi. specialize (B g I). apply C; auto; lia. }
  destruct (Z.eqb_spec n points) as [->|NP].
  - split; [lia|]. split; [auto|lia].
  - assert (H : heights n gs = total (concat gs) n).
    { rewrite total_concat. unfold heights. clear - Same Fg N L Ha. induction gs as [|g r IH]; cbn [fold_right]; [reflexivity|].
      rewrite height_of_is, IH; try (intros; try apply Fg; try apply N; try apply Same; cbn; auto); try lia. }
    rewrite H. destruct (Z.eqb_spec (total (concat gs) n) 0) as [E|E].
    + rewrite <- (parts_are n gs). apply IH; rewrite ?parts_are; auto; try lia.
      * apply Forall_forall. intros h I. apply in_flat_map in I. destruct I as (g & Ig & Ih).
        destruct (part_is n g) as [_ P]. rewrite Forall_forall in P. now apply P.
      * apply Forall_forall. intros h I. apply in_flat_map in I. destruct I as (g & Ig & Ih).
        destruct (part_is n g) as [_ P]. rewrite Forall_forall in P. destruct (P h Ih) as [P1 P2].
        intros t It i Hi. assert (In_ : forall s, In s h -> In s g) by (intros; eapply in_concat_part; eauto).
        assert (Top : exists s, In s h /\ snd s = top h) by (destruct h as [|s u]; [now destruct P1|exists s; split; [now left|reflexivity]]).
        destruct Top as (s & Is & Es). destruct (Z.eq_dec i n) as [->|].
        -- assert (slope (top h)) by (rewrite <- Es; apply (slope_of g); auto).
           assert (slope (snd t)) by (apply (slope_of g); auto).
           specialize (P2 t It). rewrite !height_is in P2 by (auto; lia). exact P2.
        -- rewrite <- Es. rewrite (Same g Ig t), (Same g Ig s); auto; lia.
      * intros i Hi. destruct (Z.eq_dec i n) as [->|]; [exact E|]. apply Before. lia.
    + split; [lia|]. split; [auto|auto].
Qed.

Lemma drop_idle_is points ts : 1 <= points -> falling ts -> falling (drop_idle points ts) /\
  (forall t, In t (drop_idle points ts) -> In t ts) /\
  forall i, 0 <= i < points -> total (drop_idle points ts) i = total ts i.
Proof.
  intros Hp. induction ts as [|t r IH]; intros F; cbn [drop_idle]; [split; [exact I|split; [auto|reflexivity]]|].
  destruct F as (S & L & F). destruct (IH F) as (D & In_ & V). destruct (drop_idle points r) as [|s u] eqn:E.
  - destruct S as (S1 & S2 & S3). rewrite height_is by (auto; lia).
    destruct (Z.eqb_spec (floor (snd t) (points - 1)) 0) as [Z0|NZ].
    + split; [exact I|]. split; [intros x []|]. intros i Hi. cbn [total]. destruct t as [w f]. cbn [snd] in *.
      rewrite <- V by auto. cbn [total].
      pose proof (floor_grows f 0 i S2 ltac:(lia)) as G1. pose proof (floor_grows f i (points - 1) S2 ltac:(lia)) as G2.
      rewrite floor_zero in G1. replace (floor f i) with 0 by lia. lia.
    + split; [split; [split; auto|split; [constructor|exact I]]|]. split; [intros x [<-|[]]; now left|].
      intros i Hi. cbn [total]. destruct t as [w f]. rewrite <- V by auto. cbn [total]. lia.
  - split; [split; [auto|split; [|auto]]|].
    + apply Forall_forall. intros x Ix. rewrite Forall_forall in L. apply L. auto.
    + split; [intros x [<-|Ix]; [now left|right; auto]|]. intros i Hi. cbn [total]. destruct t as [w f].
      rewrite <- V by auto. reflexivity.
Qed.

Theorem first_step_is points ts : 1 <= points -> falling ts -> is_first_step points (total ts) (first_step points ts).
Proof.
  intros Hp F. destruct (drop_idle_is points ts Hp F) as (D & _ & V). unfold first_step.
  destruct (drop_idle points ts) as [|t r] eqn:E.
  - split; [lia|]. split; [intros i Hi; rewrite <- V by lia; reflexivity|lia].
  - assert (Q : is_first_step points (total (concat [t :: r])) (step_from (Z.to_nat points) [t :: r] 0 points)).
    { apply step_from_is; cbn [concat]; rewrite ?app_nil_r; auto; try lia.
      - repeat constructor. discriminate.
      - constructor; [|constructor]. intros s Is i Hi. assert (i = 0) as -> by lia. now rewrite !floor_zero.
      - intros i Hi. assert (i = 0) as -> by lia. clear. generalize (t :: r) as us.
        induction us as [|[w f] u IH]; cbn [total]; [auto|]. rewrite floor_zero. lia. }
    cbn [concat] in Q. rewrite app_nil_r in Q. destruct Q as (A & B & C). split; [lia|]. split.
    + intros i Hi. rewrite <- V by lia. auto.
    + intros L. rewrite <- V by lia. auto.
Qed.
