(* SPDX-License-Identifier: MIT *)
(* Where the strict complement is refused, no set of offsets completes A to [0, M), at every rank; so it is answered
   exactly where one does. From the generated step. Laws: complement_refuses_rightly, complement_tiles_the_codomain,
   complement_gives_back. *)
From Coq Require Import ZArith List Lia Permutation Sorted.
Require Import Colex.Fold Colex.Vocabulary Colex.Steps Colex.Sort Colex.Coalesce Colex.Complement Colex.Laws.
Import ListNotations.
Open Scope Z_scope.

(* (i, c) -> A(i) + c is one to one from [0, |A|) x C onto [0, M). *)
Record completes (A : list mode) (C : Z -> Prop) (M : Z) : Prop := Completes {
  has_zero : C 0;
  sums_in_range : forall i c, 0 <= i < size A -> C c -> 0 <= evaluate A i + c < M;
  once : forall i c j d, 0 <= i < size A -> C c -> 0 <= j < size A -> C d ->
    evaluate A i + c = evaluate A j + d -> i = j;
  everywhere : forall y, 0 <= y < M -> exists i c, 0 <= i < size A /\ C c /\ evaluate A i + c = y }.

Lemma tiles_completes A R M : Forall positive R -> tiles A R M -> completes A (has R) M.
Proof.
  intros PR [Range Inj Sur]. pose proof (size_positive R PR). split.
  - exists 0. split; [lia|apply evaluate_zero].
  - intros i c Hi (j & Hj & <-). auto.
  - intros i c j d Hi (k & Hk & <-) Hj (l & Hl & <-) E. now destruct (Inj i k j l).
  - intros y Hy. destruct (Sur y Hy) as (i & j & Hi & Hj & E). exists i, (evaluate R j).
    split; [auto|]. split; [|auto]. now exists j.
Qed.
Lemma completes_reindexed a b C M : reindexes a b -> completes a C M -> completes b C M.
Proof.
  intros [S (f & g & F & G)] [Z0 Range Once Sur]. rewrite S in *.
  assert (V : forall i, 0 <= i < size b -> evaluate b i = evaluate a (g i) /\ 0 <= g i < size b).
  { intros i Hi. destruct (G i Hi) as [G1 G2]. destruct (F (g i) G1) as (_ & _ & F3). rewrite G2 in F3. auto. }
  split; auto.
  - intros i c Hi Hc. destruct (V i Hi) as [-> Gi]. auto.
  - intros i c j d Hi Hc Hj Hd E. destruct (V i Hi) as [Ei Gi], (V j Hj) as [Ej Gj]. rewrite Ei, Ej in E.
    pose proof (Once _ c _ d Gi Hc Gj Hd E) as Q. destruct (G i Hi) as [_ <-], (G j Hj) as [_ <-]. now rewrite Q.
  - intros y Hy. destruct (Sur y Hy) as (i & c & Hi & Hc & E). destruct (F i Hi) as (F1 & _ & F3).
    exists (f i), c. rewrite F3. auto.
Qed.
Lemma completes_without_points A C M : Forall positive A -> completes A C M -> completes (filter moves A) C M.
Proof.
  intros PA [Z0 Range Once Sur]. destruct (dropping_points A PA) as [S V]. split; auto; rewrite ?S.
  - intros i c. rewrite V. auto.
  - intros i c j d. rewrite !V. eauto.
  - intros y Hy. destruct (Sur y Hy) as (i & c & ? & ? & ?). exists i, c. rewrite V. auto.
Qed.

(* ------------------------------------------------------------------------------------------ indices and offsets *)

Lemma passed_alone pre post j : Forall positive pre -> 0 <= j < size pre -> evaluate (pre ++ post) j = evaluate pre j.
Proof. intros PP Hj. rewrite evaluate_app, Z.div_small, evaluate_zero by auto. lia. Qed.
Lemma proper_upwards ms : Forall proper ms -> upwards ms.
Proof. intros H. eapply Forall_impl; [|exact H]. unfold proper, positive. cbn. lia. Qed.

(* A digit in a mode lifts the offset to its stride. *)
Lemma lifts bound post : 0 <= bound -> Forall proper post -> Forall (fun m => bound <= stride m) post ->
  forall x, 1 <= x < size post -> bound <= evaluate post x.
Proof.
  intros HB HP. induction HP as [|m t [S D] Ht IH]; intros HF x Hx; [cbn in Hx; lia|].
  inversion_clear HF as [|? ? Hm HF']. cbn [size] in Hx. rewrite evaluate_cons.
  destruct (split (shape m) (size t) x) as (B1 & B2 & B3); [lia|lia|].
  pose proof (evaluate_upwards t (proper_upwards t Ht) (x / shape m) ltac:(lia)).
  destruct (Z.eq_dec (x mod shape m) 0) as [E|E]; [|nia].
  rewrite E in B3 |- *. specialize (IH HF' (x / shape m)). nia.
Qed.
Lemma below_is_passed pre post bound i : 0 <= bound -> Forall proper pre -> Forall proper post ->
  Forall (fun m => bound <= stride m) post -> 0 <= i < size (pre ++ post) -> evaluate (pre ++ post) i < bound ->
  0 <= i < size pre.
Proof.
  intros HB PP PQ HF Hi L. pose proof (size_positive pre (proper_positive pre PP)) as SP.
  rewrite size_app in Hi. destruct (split (size pre) (size post) i) as (B1 & B2 & B3); [lia|lia|].
  rewrite evaluate_app in L by now apply proper_positive.
  rewrite <- evaluate_wraps in L by now apply proper_positive.
  pose proof (evaluate_upwards pre (proper_upwards pre PP) (i mod size pre) ltac:(lia)).
  destruct (Z.le_gt_cases 1 (i / size pre)) as [G|G]; [|nia].
  pose proof (lifts bound post HB PQ HF (i / size pre)). lia.
Qed.

(* ----------------------------------------------------------------------------- what a completion must contain *)

Section A_completion.
  Variables (ms : list mode) (C : Z -> Prop) (M : Z).
  Hypothesis Is : completes ms C M.
  Hypothesis Proper : Forall proper ms.

  Let size_ms : 1 <= size ms. Proof. now apply size_positive, proper_positive. Qed.
  Lemma natural c : C c -> 0 <= c < M.
  Proof. intros H. pose proof (sums_in_range _ _ _ Is 0 c ltac:(lia) H) as Q. rewrite evaluate_zero in Q. lia. Qed.
  Lemma offset_natural i : 0 <= i < size ms -> 0 <= evaluate ms i < M.
  Proof. intros H. pose proof (sums_in_range _ _ _ Is i 0 H (has_zero _ _ _ Is)). lia. Qed.
  Lemma only_zero i c d : 0 <= i < size ms -> C c -> C d -> evaluate ms i + c = d -> i = 0.
  Proof.
    intros Hi Hc Hd E. apply (once _ _ _ Is i c 0 d); auto; [lia|]. rewrite evaluate_zero. lia.
  Qed.

  (* The modes passed, and how far they and C fill. *)
  Record fills_to (pre : list mode) (reach : Z) : Prop := FillsTo {
    made : forall z, 0 <= z < reach -> exists i c, 0 <= i < size pre /\ C c /\ evaluate pre i + c = z;
    below : forall i c, 0 <= i < size pre -> C c -> c < reach -> evaluate pre i + c < reach }.

  (* Above the reach, as far as the modes passed are alone, C repeats what it has below the reach. *)
  Lemma blocks pre post reach bound : ms = pre ++ post -> 1 <= reach -> fills_to pre reach -> bound <= M ->
    (forall i, 0 <= i < size ms -> evaluate ms i < bound -> 0 <= i < size pre) ->
    forall y, 0 <= y < bound -> (C (y mod reach) <-> C y).
  Proof.
    intros E Hr [Made Below] HB Alone.
    assert (PP : Forall proper pre) by (rewrite E in Proper; apply Forall_app in Proper; tauto).
    assert (PQ : Forall proper post) by (rewrite E in Proper; apply Forall_app in Proper; tauto).
    assert (Same : forall i, 0 <= i < size pre -> evaluate ms i = evaluate pre i /\ 0 <= i < size ms).
    { intros i Hi. rewrite E, size_app. pose proof (size_positive post (proper_positive _ PQ)).
      split; [apply passed_alone; auto using proper_positive|]. nia. }
    enough (G : forall n, 0 <= n -> forall y, 0 <= y < n -> y < bound -> (C (y mod reach) <-> C y)).
    { intros y Hy. apply (G (y + 1)); lia. }
    apply (natlike_ind (fun n => forall y, 0 <= y < n -> y < bound -> (C (y mod reach) <-> C y))); [intros; lia|].
    intros n Hn IH y Hy Hb. destruct (Z.eq_dec y n) as [->|]; [|apply IH; lia]. clear Hy.
    pose proof (Z.div_mod n reach ltac:(lia)) as D. pose proof (Z.mod_pos_bound n reach ltac:(lia)) as B.
    pose proof (Z.div_pos n reach Hn ltac:(lia)) as Q. split; intros H.
    - destruct (everywhere _ _ _ Is n ltac:(lia)) as (i & c & Hi & Hc & S). pose proof (natural c Hc).
      pose proof (offset_natural i Hi) as O. pose proof (Alone i Hi ltac:(lia)) as Hp.
      destruct (Same i Hp) as [V _]. destruct (Z.eq_dec i 0) as [->|N].
      + rewrite evaluate_zero in S. now replace n with c by lia.
      + exfalso. assert (L : 0 < evaluate ms i).
        { destruct (Z.eq_dec (evaluate ms i) 0) as [Z0|]; [|lia].
          pose proof (only_zero i 0 0 Hi (has_zero _ _ _ Is) (has_zero _ _ _ Is) ltac:(lia)). lia. }
        pose proof (proj2 (IH c ltac:(lia) ltac:(lia)) Hc) as Hv.
        pose proof (Z.div_mod c reach ltac:(lia)) as D'. pose proof (Z.mod_pos_bound c reach ltac:(lia)) as B'.
        pose proof (Below i (c mod reach) Hp Hv ltac:(lia)) as U. rewrite <- V in U.
        assert (W : c / reach = n / reach) by nia. rewrite W in D'.
        apply N, (only_zero i (c mod reach) (n mod reach)); auto. lia.
    - destruct (Made (n mod reach) B) as (i & w & Hi & Hw & S). destruct (Same i Hi) as [V Hi'].
      pose proof (offset_natural i Hi') as O. pose proof (natural w Hw) as Nw. rewrite V in O.
      destruct (Z.eq_dec (evaluate pre i) 0) as [Z0|Z0]; [rewrite Z0 in S; now replace (n mod reach) with w by lia|].
      exfalso. assert (Hb' : C (n / reach * reach + w)).
      { apply (IH (n / reach * reach + w)); [nia|nia|]. rewrite Z.add_comm, Z.mod_add by lia.
        now rewrite Z.mod_small by lia. }
      pose proof (only_zero i _ n Hi' Hb' H ltac:(lia)) as ->. rewrite evaluate_zero in Z0. lia.
  Qed.

  (* A mode after those passed: where its points are, and what lies below its stride. *)
  Lemma next_mode pre m post reach : ms = pre ++ m :: post -> 1 <= reach -> fills_to pre reach -> ordered ms ->
    Forall proper pre /\ proper m /\
    (forall j k, 0 <= j < size pre -> 0 <= k < shape m ->
       evaluate ms (j + size pre * k) = evaluate pre j + k * stride m /\ 0 <= j + size pre * k < size ms) /\
    stride m < M /\ forall y, 0 <= y < stride m -> (C (y mod reach) <-> C y).
  Proof.
    intros E Hr Fills Ord. pose proof Proper as P. rewrite E in P. apply Forall_app in P. destruct P as [PP PQ].
    inversion_clear PQ as [|? ? [Pm Ps] PQ']. pose proof (proper_positive _ PP) as PP'.
    pose proof (size_positive pre PP') as SP. pose proof (size_positive post (proper_positive _ PQ')) as SQ.
    assert (SM : size ms = size pre * (shape m * size post)) by (rewrite E, size_app; reflexivity).
    assert (At : forall j k, 0 <= j < size pre -> 0 <= k < shape m ->
              evaluate ms (j + size pre * k) = evaluate pre j + k * stride m /\ 0 <= j + size pre * k < size ms).
    { intros j k Hj Hk. split; [rewrite E; apply passed; auto; unfold positive; lia|]. rewrite SM. split; [nia|].
      enough (size pre * shape m <= size pre * (shape m * size post)) by nia. nia. }
    assert (Alone : forall i, 0 <= i < size ms -> evaluate ms i < stride m -> 0 <= i < size pre).
    { intros i Hi L. rewrite E in Hi, L. apply (below_is_passed pre (m :: post) (stride m)); auto; [lia| |].
      - constructor; [split; auto|auto].
      - rewrite E in Ord. destruct (ordered_split _ _ Ord) as (_ & O & _). inversion_clear O as [|? ? _ F].
        constructor; [lia|exact F]. }
    assert (DM : stride m < M).
    { destruct (At 0 1 ltac:(lia) ltac:(lia)) as [V Hi]. rewrite evaluate_zero in V. pose proof (offset_natural _ Hi). lia. }
    repeat split; auto; try apply (At j k); auto; apply (blocks pre (m :: post) reach (stride m) E Hr Fills ltac:(lia) Alone); auto.
  Qed.
  (* The last mode passed, with the modes before it, and no offset of C between its stride and the reach. *)
  Definition ends_with (pre : list mode) (reach : Z) : Prop :=
    pre = [] /\ reach = 1 \/
    exists before m, pre = before ++ [m] /\ reach = shape m * stride m /\
      (forall z, 0 <= z < stride m -> exists j c, 0 <= j < size before /\ C c /\ evaluate before j + c = z) /\
      (forall c, C c -> c < reach -> c < stride m).

  Lemma takes pre m post reach : ms = pre ++ m :: post -> 1 <= reach -> fills_to pre reach -> ordered ms ->
    stride m mod reach = 0 -> fills_to (pre ++ [m]) (shape m * stride m) /\ ends_with (pre ++ [m]) (shape m * stride m).
  Proof.
    intros E Hr Fills Ord D. pose proof Fills as [Made Below].
    destruct (next_mode pre m post reach E Hr Fills Ord) as (PP & [Pm Ps] & At & DM & Block). pose proof (proper_positive _ PP) as PP'.
    assert (Pm' : positive m) by (unfold positive; lia). pose proof (size_positive pre PP') as SP.
    assert (At1 : forall j k, 0 <= j < size pre -> 0 <= k < shape m ->
              evaluate (pre ++ [m]) (j + size pre * k) = evaluate pre j + k * stride m).
    { intros j k Hj Hk. now apply passed. }
    assert (S1 : size (pre ++ [m]) = size pre * shape m) by (rewrite size_app; cbn; lia).
    assert (Early : forall z, 0 <= z < stride m -> exists j c, 0 <= j < size pre /\ C c /\ evaluate pre j + c = z).
    { intros z Hz. pose proof (Z.div_mod z reach ltac:(lia)) as Dz. pose proof (Z.mod_pos_bound z reach ltac:(lia)) as Bz.
      pose proof (Z.div_pos z reach ltac:(lia) ltac:(lia)) as Qz.
      destruct (Made (z mod reach) Bz) as (i & c & Hi & Hc & S). pose proof (natural c Hc).
      pose proof (evaluate_upwards pre (proper_upwards pre PP) i ltac:(lia)).
      exists i, (z / reach * reach + c). split; [auto|]. split; [|lia].
      apply (Block (z / reach * reach + c)); [nia|]. rewrite Z.add_comm, Z.mod_add by lia.
      now rewrite Z.mod_small by lia. }
    assert (Made1 : forall z, 0 <= z < shape m * stride m -> exists j k c, 0 <= j < size pre /\ 0 <= k < shape m /\ C c /\
              k = z / stride m /\ evaluate pre j + k * stride m + c = z).
    { intros z Hz. destruct (split (stride m) (shape m) z) as (B1 & B2 & B3); [lia|lia|].
      destruct (Early _ B1) as (j & c & Hj & Hc & S). exists j, (z / stride m), c. repeat split; auto; lia. }
    assert (Above : forall c, C c -> c < shape m * stride m -> c < stride m).
    { intros z Hz L. destruct (Z.lt_ge_cases z (stride m)) as [|G]; [auto|exfalso]. pose proof (natural z Hz).
      destruct (Made1 z ltac:(lia)) as (j & k & c & Hj & Hk & Hc & Ek & S).
      assert (1 <= k). { rewrite Ek. apply Z.div_le_lower_bound; lia. }
      destruct (At j k Hj Hk) as [V Hi]. pose proof (only_zero _ c z Hi Hc Hz ltac:(lia)). nia. }
    split; [split|].
    - intros z Hz. destruct (Made1 z Hz) as (j & k & c & Hj & Hk & Hc & _ & S).
      exists (j + size pre * k), c. rewrite S1, At1 by auto. split; [nia|]. auto.
    - intros i c Hi Hc L. specialize (Above c Hc L). pose proof (natural c Hc). rewrite S1 in Hi.
      destruct (split (size pre) (shape m) i) as (B1 & B2 & B3); [lia|lia|].
      rewrite B3, At1 by auto. pose proof (Z.mod_pos_bound c reach ltac:(lia)) as Bc.
      pose proof (proj2 (Block c ltac:(lia)) Hc) as Hv.
      pose proof (Below (i mod size pre) (c mod reach) B1 Hv ltac:(lia)) as U.
      pose proof (Z.div_mod c reach ltac:(lia)) as Dc. apply Z.mod_divide in D; [|lia]. destruct D as [g D].
      assert (c / reach < g) by (apply Z.div_lt_upper_bound; lia). nia.
    - right. exists pre, m. repeat split; auto.
  Qed.

  (* What the step or the last gap refuses would be made twice, or lie beyond M. *)
  Lemma refused_mode pre m post reach : ms = pre ++ m :: post -> 1 <= reach -> fills_to pre reach ->
    ends_with pre reach -> ordered ms -> stride m mod reach = 0.
  Proof.
    intros E Hr Fills Ends Ord. destruct (Z.eq_dec (stride m mod reach) 0) as [|N]; [auto|exfalso].
    destruct Ends as [[_ ->]|(before & e & Ep & Er & Early & Above)]; [rewrite Z.mod_1_r in N; lia|].
    pose proof Fills as [Made Below].
    destruct (next_mode pre m post reach E Hr Fills Ord) as (PP & [Pm Ps] & At & _ & Block). pose proof (proper_positive _ PP) as PP'.
    pose proof PP as PB. rewrite Ep in PB. apply Forall_app in PB. destruct PB as [PB PE].
    inversion_clear PE as [|? ? [He1 He2] _]. pose proof (proper_positive _ PB) as PB'.
    assert (Pe : positive e) by (unfold positive; lia).
    pose proof (size_positive before PB') as SB. pose proof (size_positive pre PP') as SP.
    assert (SPre : size pre = size before * shape e) by (rewrite Ep, size_app; cbn; lia).
    assert (Le : stride e <= stride m).
    { rewrite E, Ep in Ord. destruct (ordered_split _ _ Ord) as (_ & _ & O). apply (O e m); [|cbn; auto].
      apply in_app_iff. right. cbn. auto. }
    assert (At0 : forall j, 0 <= j < size pre -> evaluate ms j = evaluate pre j /\ 0 <= j < size ms).
    { intros j Hj. destruct (At j 0 Hj ltac:(lia)) as [V Hi]. rewrite Z.mul_0_r, Z.add_0_r in *. lia. }
    destruct (At 0 1 ltac:(lia) ltac:(lia)) as [V1 Hn]. rewrite evaluate_zero in V1.
    pose proof (offset_natural _ Hn) as DM.
    pose proof (Z.div_mod (stride m) reach ltac:(lia)) as D.
    pose proof (Z.mod_pos_bound (stride m) reach ltac:(lia)) as B.
    pose proof (Z.div_pos (stride m) reach ltac:(lia) ltac:(lia)) as Q.
    set (z := stride m mod reach) in *. set (q := stride m / reach) in *. clearbody z q.
    assert (Periodic : forall w, C w -> w < reach -> q * reach + w < stride m -> C (q * reach + w)).
    { intros w Hw L L'. pose proof (natural w Hw). apply (Block (q * reach + w)); [nia|].
      rewrite Z.add_comm, Z.mod_add by lia. now rewrite Z.mod_small by lia. }
    destruct (Made z ltac:(lia)) as (i & w & Hi & Hw & S). pose proof (natural w Hw) as Nw.
    destruct (At0 i Hi) as [Vi Hi']. pose proof (offset_natural i Hi') as Oi.
    destruct (Z.eq_dec (evaluate pre i) 0) as [Z0|Z0].
    - replace w with z in * by lia. pose proof (Above z Hw ltac:(lia)) as Lz.
      pose proof (Periodic 0 (has_zero _ _ _ Is) ltac:(lia) ltac:(lia)) as Start. rewrite Z.add_0_r in Start.
      destruct (Early (stride e - z) ltac:(lia)) as (j & c & Hj & Hc & Sj).
      assert (Hj' : 0 <= j < size pre) by nia. assert (Hb : 0 <= size before < size pre) by nia.
      destruct (At j 1 Hj' ltac:(lia)) as [V2 H2]. destruct (At0 (size before) Hb) as [V3 H3].
      assert (Vb : evaluate pre (size before) = stride e).
      { rewrite Ep. pose proof (passed before e [] 0 1 PB' Pe ltac:(lia) ltac:(lia)) as T.
        rewrite evaluate_zero in T. replace (0 + size before * 1) with (size before) in T by lia. lia. }
      assert (Vj : evaluate pre j = evaluate before j) by (rewrite Ep; now apply passed_alone).
      pose proof (once _ _ _ Is _ c _ (q * reach) H2 Hc H3 Start ltac:(lia)). nia.
    - pose proof (Periodic w Hw ltac:(lia) ltac:(lia)) as Hs.
      pose proof (once _ _ _ Is _ _ _ 0 Hi' Hs Hn (has_zero _ _ _ Is) ltac:(lia)). lia.
  Qed.
  Lemma refused_cotarget reach : 1 <= M -> 1 <= reach -> fills_to ms reach -> ends_with ms reach -> M mod reach = 0.
  Proof.
    intros HM Hr Fills Ends. destruct (Z.eq_dec (M mod reach) 0) as [|N]; [auto|exfalso].
    destruct Ends as [[_ ->]|(before & e & Ep & Er & Early & Above)]; [rewrite Z.mod_1_r in N; lia|].
    pose proof Proper as PB. rewrite Ep in PB. apply Forall_app in PB. destruct PB as [PB PE].
    inversion_clear PE as [|? ? [He1 He2] _]. pose proof (proper_positive _ PB) as PB'.
    assert (Pe : positive e) by (unfold positive; lia). pose proof (size_positive before PB') as SB.
    assert (SM : size ms = size before * shape e) by (rewrite Ep, size_app; cbn; lia).
    assert (At : forall j k, 0 <= j < size before -> 0 <= k < shape e ->
              evaluate ms (j + size before * k) = evaluate before j + k * stride e /\ 0 <= j + size before * k < size ms).
    { intros j k Hj Hk. split; [rewrite Ep; now apply passed|]. rewrite SM. nia. }
    pose proof (blocks ms [] reach M (eq_sym (app_nil_r ms)) Hr Fills ltac:(lia) ltac:(auto)) as Block.
    pose proof (Z.div_mod M reach ltac:(lia)) as D. pose proof (Z.mod_pos_bound M reach ltac:(lia)) as B.
    pose proof (Z.div_pos M reach ltac:(lia) ltac:(lia)) as Q.
    set (z := M mod reach) in *. set (q := M / reach) in *. clearbody z q.
    assert (Periodic : forall w, C w -> w < reach -> q * reach + w < M -> C (q * reach + w)).
    { intros w Hw L L'. pose proof (natural w Hw). apply (Block (q * reach + w)); [nia|].
      rewrite Z.add_comm, Z.mod_add by lia. now rewrite Z.mod_small by lia. }
    destruct (Z.le_gt_cases z (stride e)) as [L|L].
    - pose proof (Periodic 0 (has_zero _ _ _ Is) ltac:(lia) ltac:(lia)) as Start.
      destruct (At 0 1 ltac:(lia) ltac:(lia)) as [V Hi]. rewrite evaluate_zero in V.
      pose proof (sums_in_range _ _ _ Is _ _ Hi Start). lia.
    - destruct (Early (stride e - 1) ltac:(lia)) as (j & c & Hj & Hc & S). pose proof (natural c Hc).
      pose proof (evaluate_upwards before (proper_upwards before PB) j ltac:(lia)).
      pose proof (Periodic c Hc ltac:(nia) ltac:(lia)) as Hs.
      destruct (At j (shape e - 1) Hj ltac:(lia)) as [V Hi].
      pose proof (sums_in_range _ _ _ Is _ _ Hi Hs). nia.
  Qed.

  Lemma answered_from : forall post pre reach out, ms = pre ++ post -> 1 <= reach -> ordered ms -> 1 <= M ->
    fills_to pre reach -> ends_with pre reach ->
    exists last out', loop complement_step post reach out = Some (last, out') /\ 1 <= last /\ M mod last = 0.
  Proof.
    induction post as [|m t IH]; intros pre reach out E Hr Ord HM Fills Ends.
    - rewrite app_nil_r in E. exists reach, out. split; [reflexivity|]. split; [auto|].
      apply refused_cotarget; auto; now rewrite E.
    - assert (Pm : proper m) by (rewrite E in Proper; apply Forall_app in Proper; destruct Proper as [_ P]; now inversion P).
      destruct Pm as [Pm Ps]. pose proof (refused_mode pre m t reach E Hr Fills Ends Ord) as D.
      cbn [loop]. destruct (complement_step_fills reach m Hr Pm Ps) as [[_ N]|(-> & _ & -> & _)]; [lia|].
      destruct (takes pre m t reach E Hr Fills Ord D) as [F1 F2].
      apply (IH (pre ++ [m])); auto; [now rewrite <- app_assoc|nia].
  Qed.
  Lemma gaps_answered : ordered ms -> 1 <= M -> gaps complement_step complement_finish ms M <> None.
  Proof.
    intros Ord HM. destruct (answered_from ms [] 1 [] eq_refl ltac:(lia) Ord HM) as (last & out & L & H1 & H2).
    - split.
      + intros z Hz. exists 0, 0. cbn. split; [lia|]. split; [apply Is|lia].
      + intros i c Hi Hc Lc. rewrite evaluate_nil. lia.
    - now left.
    - unfold gaps. rewrite L. destruct (complement_finish_finishes last M H1 HM) as [[_ N]|(-> & _)]; [lia|discriminate].
  Qed.
End A_completion.

(* ------------------------------------------------------------------------------------------ the shipped function *)

Lemma small_stride A C M m : Forall positive A -> completes A C M -> In m A -> 1 < shape m -> 1 <= stride m.
Proof.
  intros PA [Z0 Range Once _] I S. apply in_split in I. destruct I as (a & b & ->).
  pose proof PA as P. apply Forall_app in P. destruct P as [Pa Pb]. inversion_clear Pb as [|? ? Pm Pb'].
  pose proof (size_positive a Pa). pose proof (size_positive b Pb').
  assert (1 < shape m * size b) by nia.
  assert (Hi : 0 <= size a < size (a ++ m :: b)) by (rewrite size_app; cbn [size]; nia).
  pose proof (passed a m b 0 1 Pa Pm ltac:(lia) ltac:(lia)) as V. rewrite evaluate_zero in V.
  replace (0 + size a * 1) with (size a) in V by lia. pose proof (Range (size a) 0 Hi Z0) as R.
  destruct (Z.eq_dec (stride m) 0) as [E|]; [exfalso|lia].
  pose proof (Once (size a) 0 0 0 Hi Z0 ltac:(lia) Z0) as Q. rewrite evaluate_zero in Q. lia.
Qed.
Lemma steps_up c A C M : Forall positive A -> completes (filter (matters c) A) C M ->
  forallb (fun m => negb (stride m <? 1)) (filter (matters c) A) = true.
Proof.
  intros PA Is. assert (PF : Forall positive (filter (matters c) A)) by exact (incl_Forall (incl_filter _ A) PA).
  apply forallb_forall. intros m Hm. pose proof (small_stride _ C M m PF Is Hm) as S.
  rewrite Forall_forall in PF. specialize (PF m Hm). unfold positive in PF. apply filter_In in Hm. destruct Hm as [_ K].
  apply matters_moves in K. destruct (Z.ltb_spec (stride m) 1); [lia|auto].
Qed.
Theorem complement_refuses_rightly A M : Forall positive A -> 1 <= M -> complement_gaps A M = None ->
  forall C, ~ completes A C M.
Proof.
  intros PA HM E C Is. unfold complement_gaps in E. apply (completes_without_points A C M PA) in Is.
  pose proof (steps_up strict A C M PA Is : forallb (fun m => negb (stride m <? 1)) (filter moves A) = true) as F.
  rewrite F in E. revert E. apply (gaps_answered (sort (filter moves A)) C M); auto using sort_orders.
  - apply (completes_reindexed (filter moves A)); auto. apply reindexes_permutation; [apply sort_permutes|].
    exact (incl_Forall (incl_filter _ A) PA).
  - exact (proper_of strict A PA F).
Qed.
Theorem complement_is_answered_where_one_exists A M : Forall positive A -> 1 <= M ->
  ((exists C, completes A C M) <-> exists R, complement_gaps A M = Some R).
Proof.
  intros PA HM. split.
  - intros (C & Is). destruct (complement_gaps A M) eqn:E; [eauto|]. now destruct (complement_refuses_rightly A M PA HM E C).
  - intros (R & E). exists (has R). destruct (gaps_in_order A M R PA HM E) as [PR _].
    apply tiles_completes; [auto|]. now apply shipped_complement_tiles_the_codomain.
Qed.

(* The complement's complement is answered: A itself completes it. *)
Theorem complement_gives_back_whole A M R : Forall positive A -> 1 <= M -> complement_gaps A M = Some R ->
  exists Q, complement_gaps (shipped_coalesce R) M = Some Q /\
    shipped_coalesce Q = shipped_coalesce (sort (filter moves A)).
Proof.
  intros PA HM E. destruct (gaps_in_order A M R PA HM E) as [PR _].
  destruct (shipped_coalesce_preserves_the_map R PR) as (PC & _).
  destruct (complement_and_coalesce A M R PA HM E) as [T _]. apply tiles_swap in T.
  destruct (complement_gaps (shipped_coalesce R) M) as [Q|] eqn:F.
  - exists Q. split; [auto|]. now apply (complement_gives_back A M R).
  - exfalso. exact (complement_refuses_rightly _ M PC HM F _ (tiles_completes _ _ _ PA T)).
Qed.
