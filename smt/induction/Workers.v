(* SPDX-License-Identifier: MIT *)
(* domain_distribute() of any shape, at every rank: n workers start at coordinates of their own, in order, and there is an answer
   exactly where n divides the size. Law: partitions_cover_once. *)
From Coq Require Import ZArith List Lia.
Require Import Colex.Fold Colex.Vocabulary Colex.Steps Colex.Evaluate Colex.Coalesce Colex.Complement.
Require Colex.Headers Colex.Compact.
Import ListNotations.
Open Scope list_scope.
Open Scope Z_scope.

(* Along each mode as many as its extent and what is left of n have in common. *)
Fixpoint distribute (place left : Z) (shape : list Z) : list mode * Z :=
  match shape with
  | [] => ([], left)
  | s :: t => let share := Z.gcd s left in
              let more := distribute (place * s) (Z.quot left share) t in
              (Mode share (if share =? 1 then 0 else if s =? 1 then 0 else place) :: fst more, snd more)
  end.
Lemma printed_distribute strides t : forall k place left out, exists ms,
  fold_left (fun '(l2, x3) '(m1, k1) => if Z.gcd m1 x3 =? 1 then (l2 ++ [Mode (Z.gcd m1 x3) 0], Z.quot x3 (Z.gcd m1 x3))
    else (l2 ++ [Mode (Z.gcd m1 x3) (nth k1 strides 0)], Z.quot x3 (Z.gcd m1 x3))) (combine t (seq k (length t))) (out, left) =
    (out ++ ms, snd (distribute place left t)) /\
  ((forall j, (j < length t)%nat -> nth (k + j) strides 0 = if nth j t 0 =? 1 then 0 else place * points (firstn j t)) ->
     ms = fst (distribute place left t)).
Proof.
  induction t as [|s t IH]; intros k place left out; cbn [length seq combine fold_left distribute]; [exists []; now rewrite app_nil_r|].
  destruct (IH (S k) (place * s) (Z.quot left (Z.gcd s left))
    (out ++ [Mode (Z.gcd s left) (if Z.gcd s left =? 1 then 0 else nth k strides 0)])) as (ms & E & N).
  exists (Mode (Z.gcd s left) (if Z.gcd s left =? 1 then 0 else nth k strides 0) :: ms). cbn [fst snd]. split.
  - destruct (Z.gcd s left =? 1); rewrite E, <- app_assoc; reflexivity.
  - intros H. f_equal.
    + pose proof (H 0%nat ltac:(cbn [length]; lia)) as Q. rewrite Nat.add_0_r in Q. cbn [nth firstn points] in Q. rewrite Q, Z.mul_1_r. reflexivity.
    + apply N. intros j J. specialize (H (S j) ltac:(cbn [length]; lia)). rewrite Nat.add_succ_r in H. cbn [Nat.add]. rewrite H.
      cbn [nth firstn points]. destruct (nth j t 0 =? 1); [reflexivity|ring].
Qed.
Lemma domain_distribute_is shape n : exists ms, Headers.domain_distribute shape n = (if n <? 1 then None
    else if snd (distribute 1 n shape) =? 1 then Some (shipped_coalesce ms) else None) /\
  (Forall (Z.le 1) shape -> points shape <= limit -> ms = fst (distribute 1 n shape)).
Proof.
  unfold Headers.domain_distribute. destruct (printed_distribute (Headers.compact_col_major shape 1) shape 0 1 n []) as (ms & E & N).
  exists ms. rewrite E. cbn [app]. split; [reflexivity|]. intros H L. apply N. intros j J. cbn [Nat.add].
  now destruct (Compact.col_major_is shape 1 H ltac:(lia) ltac:(lia)) as [_ ->].
Qed.

(* Every start is `place` times a coordinate of the modes that are left, and these are counted upwards. *)
Lemma distribute_is shape : Forall (fun s => 1 <= s) shape -> forall place left, 1 <= place -> 1 <= left ->
  let (ms, rest) := distribute place left shape in
  Forall positive ms /\ 1 <= rest /\ size ms * rest = left /\ (rest = 1 <-> (left | points shape)) /\ 1 <= points shape /\
  exists at_, (forall i, 0 <= i < size ms -> evaluate ms i = place * at_ i /\ 0 <= at_ i < points shape) /\
    forall i j, 0 <= i < j -> j < size ms -> at_ i < at_ j.
Proof.
  induction 1 as [|s t Hs Ht IH]; intros place left Hp Hl; cbn [distribute points].
  - split; [constructor|]. split; [auto|]. cbn [size]. split; [lia|]. split.
    { split; [intros ->; exists 1; reflexivity|intros D]. apply Z.divide_1_r in D. lia. }
    split; [lia|]. exists (fun _ => 0). split; [intros i _; rewrite evaluate_nil; lia|lia].
  - set (g := Z.gcd s left). assert (Hg : 1 <= g).
    { pose proof (Z.gcd_nonneg s left). assert (g <> 0) by (intros Q; apply Z.gcd_eq_0_r in Q; lia). unfold g in *. lia. }
    destruct (Z.gcd_divide_l s left) as [u U], (Z.gcd_divide_r s left) as [v V]. fold g in U, V.
    assert (Hu : 1 <= u) by nia. assert (Hv : 1 <= v) by nia.
    rewrite Z.quot_div_nonneg by lia. replace (left / g) with v by (rewrite V, Z.div_mul; lia).
    specialize (IH (place * s) v ltac:(nia) Hv). destruct (distribute (place * s) v t) as [ms rest].
    destruct IH as (P & R & S & One & SP & at_ & Is & Up). cbn [fst snd size shape]. 
    assert (Coprime : Z.gcd v u = 1).
    { rewrite Z.gcd_comm. apply (Z.mul_reg_l _ _ g); [lia|]. rewrite <- Z.gcd_mul_mono_l_nonneg by lia.
      rewrite (Z.mul_comm g u), (Z.mul_comm g v), <- U, <- V. fold g. lia. }
    split; [constructor; [unfold positive; cbn; lia|exact P]|]. split; [exact R|]. split; [rewrite V, <- S; ring|]. split.
    { rewrite One. split; intros [w W].
      - exists (u * w). rewrite U, V, W. ring.
      - apply (Z.gauss v u); [|exact Coprime]. exists w. apply (Z.mul_reg_l _ _ g); [lia|]. rewrite U, V in W. lia. }
    split; [nia|]. exists (fun i => i mod g + s * at_ (i / g)). pose proof (size_positive ms P) as SM. assert (Hgs : g <= s) by nia.
    assert (Parts : forall i, 0 <= i < g * size ms -> 0 <= i mod g < g /\ 0 <= i / g < size ms /\ i = i mod g + g * (i / g)).
    { intros i Hi. apply split; lia. }
    split.
    + intros i Hi. destruct (Parts i Hi) as (B1 & B2 & _). destruct (Is _ B2) as [E B3]. rewrite evaluate_cons. cbn [shape stride].
      rewrite E. split; [|nia]. destruct (Z.eqb_spec g 1) as [G|G]; [rewrite G in *; rewrite Z.mod_1_r; ring|].
      destruct (Z.eqb_spec s 1) as [S1|]; [lia|ring].
    + intros i j Hij Hj. destruct (Parts i ltac:(lia)) as (B1 & B2 & B3), (Parts j ltac:(lia)) as (C1 & C2 & C3).
      destruct (Z.eq_dec (i / g) (j / g)) as [Q|Q]; [rewrite Q in *; lia|].
      pose proof (Z.div_le_mono i j g ltac:(lia) ltac:(lia)). specialize (Up (i / g) (j / g) ltac:(lia) ltac:(lia)). nia.
Qed.

Theorem workers_start_apart shape n L : Forall (Z.le 1) shape -> points shape <= limit -> Headers.domain_distribute shape n = Some L ->
  size L = n /\ increasing L /\ forall i, 0 <= i < n -> 0 <= evaluate L i < points shape.
Proof.
  intros H F. destruct (domain_distribute_is shape n) as (ms & -> & N). rewrite (N H F). destruct (Z.ltb_spec n 1); [discriminate|].
  pose proof (distribute_is shape H 1 n ltac:(lia) ltac:(lia)) as D. clear N. destruct (distribute 1 n shape) as [ks r]. cbn [fst snd].
  destruct (Z.eqb_spec r 1) as [R|]; [|discriminate]. intros E. injection E as <-. rewrite R in D.
  destruct D as (P & _ & S & _ & _ & at_ & Is & Up). rewrite Z.mul_1_r in S.
  destruct (shipped_coalesce_preserves_the_map ks P) as (_ & SC & VC).
  rewrite <- S.
  split; [exact SC|]. split.
  - intros i j Hij Hj. rewrite SC in Hj. rewrite !VC by lia. destruct (Is i ltac:(lia)) as [-> _], (Is j ltac:(lia)) as [-> _].
    specialize (Up i j Hij Hj). lia.
  - intros i Hi. rewrite VC by lia. destruct (Is i Hi) as [-> B]. lia.
Qed.
Theorem workers_are_refused_rightly shape n : Forall (Z.le 1) shape ->
  ((exists L, Headers.domain_distribute shape n = Some L) <-> 1 <= n /\ (n | points shape)).
Proof.
  intros H. destruct (domain_distribute_is shape n) as (ms & -> & _). destruct (Z.ltb_spec n 1) as [N|N].
  { split; [intros [L E]; discriminate|lia]. }
  pose proof (distribute_is shape H 1 n ltac:(lia) ltac:(lia)) as D. destruct (distribute 1 n shape) as [ks r]. cbn [snd].
  destruct D as (_ & _ & _ & One & _). split.
  - intros [L E]. split; [lia|]. apply One. destruct (Z.eqb_spec r 1); [auto|discriminate].
  - intros [_ D]. apply One in D. rewrite D. cbn. eauto.
Qed.
