(* SPDX-License-Identifier: MIT *)
(* domain_distribute() of any shape, at every rank: n workers start at coordinates of their own, in order, and there is an answer
   exactly where n divides the size. Law: partitions_cover_once. *)
From Coq Require Import ZArith List Lia.
Require Import Colex.Fold Colex.Steps Colex.Evaluate Colex.Coalesce Colex.Complement.
Import ListNotations.
Open Scope Z_scope.

(* distribute(): along each mode as many as its extent and what is left of n have in common. *)
Fixpoint distribute (points left : Z) (shape : list Z) : list mode * Z :=
  match shape with
  | [] => ([], left)
  | s :: t => let share := Z.gcd s left in
              let more := distribute (points * s) (Z.quot left share) t in
              (Mode share (if share =? 1 then 0 else if s =? 1 then 0 else points) :: fst more, snd more)
  end.
Definition domain_distribute (shape : list Z) (n : Z) : option (list mode) :=
  if n <? 1 then None
  else let (modes, left) := distribute 1 n shape in if left =? 1 then Some (shipped_coalesce modes) else None.
Definition product_of (shape : list Z) : Z := fold_right Z.mul 1 shape.

(* Every start is `points` times a coordinate of the modes that are left, and these are counted upwards. *)
Lemma distribute_is shape : Forall (fun s => 1 <= s) shape -> forall points left, 1 <= points -> 1 <= left ->
  let (ms, rest) := distribute points left shape in
  Forall positive ms /\ 1 <= rest /\ size ms * rest = left /\ (rest = 1 <-> (left | product_of shape)) /\ 1 <= product_of shape /\
  exists at_, (forall i, 0 <= i < size ms -> evaluate ms i = points * at_ i /\ 0 <= at_ i < product_of shape) /\
    forall i j, 0 <= i < j -> j < size ms -> at_ i < at_ j.
Proof.
  induction 1 as [|s t Hs Ht IH]; intros points left Hp Hl; cbn [distribute product_of fold_right].
  - split; [constructor|]. split; [auto|]. cbn [size]. split; [lia|]. split.
    { split; [intros ->; exists 1; reflexivity|intros D]. apply Z.divide_1_r in D. lia. }
    split; [lia|]. exists (fun _ => 0). split; [intros i _; rewrite evaluate_nil; lia|lia].
  - set (g := Z.gcd s left). assert (Hg : 1 <= g).
    { pose proof (Z.gcd_nonneg s left). assert (g <> 0) by (intros Q; apply Z.gcd_eq_0_r in Q; lia). unfold g in *. lia. }
    destruct (Z.gcd_divide_l s left) as [u U], (Z.gcd_divide_r s left) as [v V]. fold g in U, V.
    assert (Hu : 1 <= u) by nia. assert (Hv : 1 <= v) by nia.
    rewrite Z.quot_div_nonneg by lia. replace (left / g) with v by (rewrite V, Z.div_mul; lia).
    specialize (IH (points * s) v ltac:(nia) Hv). destruct (distribute (points * s) v t) as [ms rest].
    destruct IH as (P & R & S & One & SP & at_ & Is & Up). cbn [fst snd size shape]. fold (product_of t) in *.
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

Theorem workers_start_apart shape n L : Forall (fun s => 1 <= s) shape -> domain_distribute shape n = Some L ->
  size L = n /\ increasing L /\ forall i, 0 <= i < n -> 0 <= evaluate L i < product_of shape.
Proof.
  intros H E. unfold domain_distribute in E. destruct (Z.ltb_spec n 1); [discriminate|].
  pose proof (distribute_is shape H 1 n ltac:(lia) ltac:(lia)) as D. destruct (distribute 1 n shape) as [ms r].
  destruct (Z.eqb_spec r 1) as [R|]; [|discriminate]. injection E as <-. rewrite R in D.
  destruct D as (P & _ & S & _ & _ & at_ & Is & Up). rewrite Z.mul_1_r in S.
  destruct (shipped_coalesce_preserves_the_map ms P) as (_ & SC & VC).
  rewrite <- S.
  split; [exact SC|]. split.
  - intros i j Hij Hj. rewrite SC in Hj. rewrite !VC by lia. destruct (Is i ltac:(lia)) as [-> _], (Is j ltac:(lia)) as [-> _].
    specialize (Up i j Hij Hj). lia.
  - intros i Hi. rewrite VC by lia. destruct (Is i Hi) as [-> B]. lia.
Qed.
Theorem workers_are_refused_rightly shape n : Forall (fun s => 1 <= s) shape ->
  ((exists L, domain_distribute shape n = Some L) <-> 1 <= n /\ (n | product_of shape)).
Proof.
  intros H. unfold domain_distribute. destruct (Z.ltb_spec n 1) as [N|N].
  { split; [intros [L E]; discriminate|lia]. }
  pose proof (distribute_is shape H 1 n ltac:(lia) ltac:(lia)) as D. destruct (distribute 1 n shape) as [ms r].
  destruct D as (_ & _ & _ & One & _). split.
  - intros [L E]. split; [lia|]. apply One. destruct (Z.eqb_spec r 1); [auto|discriminate].
  - intros [_ D]. apply One in D. rewrite D. cbn. eauto.
Qed.

(* The hand-made function is the shipped one at rank 2, where the product of the extents fits, which is a precondition. *)
Theorem distribute_driver_2 a b n : product_fits 1 a = true -> let (ms, left) := distribute 1 n [a; b] in
  (shipped_coalesce ms, left) = distribute_2 a b n.
Proof.
  intros F. unfold distribute_2. rewrite F. unfold distribute. rewrite coalesce_is_the_loop. unfold coalesce. cbn [loop app fst snd].
  set (g := Z.gcd a n). set (h := Z.gcd b (Z.quot n g)). clearbody g h. unfold coalesce_step, refuses.
  repeat (cbn [shape stride next emitted why app]; change (1 =? 1) with true; match goal with
    | |- context [?x =? ?y] => decide_one (x =? y)
    | |- context [product_fits ?x ?y] => destruct (product_fits x y) end); try discriminate; reflexivity.
Qed.

Definition theorems :=
  (@distribute_driver_2, @workers_start_apart, @workers_are_refused_rightly).
Print Assumptions theorems.
