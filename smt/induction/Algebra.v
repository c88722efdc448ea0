(* SPDX-License-Identifier: MIT *)
(* Each law that Coq proves at every rank, as one statement by the law's name (include/colex/laws), in the words of Specification.v.
   docs/laws.md has what Coq prints of each, statements.txt the hashes of that and of what it rests on. What a law says beyond these is not proved here:
   a statement `in_part`, and the loops, which are written by hand after those of C++. *)
From Coq Require Import ZArith Bool String List Lia Permutation.
Require Import Colex.Fold Colex.Nested Colex.Vocabulary Colex.Steps Colex.Evaluate Colex.Specification.
Require Colex.Combinators Colex.Headers Colex.Loops Colex.Limits Colex.Coordinates Colex.Sort Colex.Coalesce Colex.Find Colex.Complement Colex.Upcast Colex.RightInverse
  Colex.Nullspace Colex.LeftInverse Colex.Certificate Colex.Surjective Colex.Laws Colex.Completion Colex.Covers Colex.Along
  Colex.Whole Colex.Composed Colex.Basis Colex.Shown Colex.Divided Colex.Partitions Colex.Workers Colex.Product Colex.Boxes
  Colex.Tiles Colex.Bijective Colex.Edits Colex.Variants Colex.Compact Colex.Trees Colex.Division Colex.Swizzles Colex.Found
  Colex.Inverted Colex.Linear Colex.Words Colex.Bits Colex.Refusals Colex.Maximal Colex.Mirror Colex.Solved
  Colex.Ragged Colex.Text Colex.Packed Colex.Printed Colex.Downward Colex.Composes.
Import ListNotations.
Open Scope list_scope.
Open Scope Z_scope.

(* ------------------------------------------------------------------------------------------- between the two wordings *)

Lemma up B : is_layout B -> counts_up B -> Forall Composed.upward B.
Proof.
  unfold is_layout, counts_up. intros P U. rewrite Forall_forall in *. intros b I. split; [now apply P|now apply U].
Qed.
Lemma stays A B : is_layout B -> in_domain A B -> Forall (Whole.inside_A (Composed.front (Headers.coalesce_extended A))) B.
Proof.
  unfold is_layout, in_domain, is_a_line, counts_up. intros P D. rewrite Forall_forall in *. intros b I. split; [now apply P|].
  destruct D as [[m E]|U]; [right; right; now rewrite E|destruct (U b I); auto].
Qed.
(* A line is one below 0 as well. *)
Lemma line_reads A m : is_layout A -> Composed.outer (others A) (top A) = [m] -> forall x, reads A x = Along.runs_on [m] x.
Proof.
  intros H E x. destruct (others_are A H) as (P1 & P2 & _). destruct (Composed.outer_is (others A) (top A) P1 P2) as (_ & _ & V).
  rewrite E in V. cbn [Along.runs_on] in *. unfold reads.
  pose proof (size_positive (others A) P1) as S. set (n := size (others A)) in *.
  assert (One : n * stride m = stride (top A)).
  { rewrite (V n) by lia. rewrite extended_is_evaluate by exact P1. fold n.
    rewrite <- (evaluate_wraps (others A) P1 n). fold n. rewrite Z.mod_same, evaluate_zero, Z.div_same by lia. ring. }
  set (k := Z.abs x). assert (0 <= x + k * n) by nia.
  pose proof (V (x + k * n) ltac:(lia)) as Q. rewrite extended_is_evaluate in Q by exact P1. fold n in Q.
  rewrite <- (evaluate_wraps (others A) P1 (x + k * n)) in Q. fold n in Q.
  rewrite Z.mod_add, Z.div_add in Q by lia. rewrite extended_is_evaluate by exact P1. fold n.
  rewrite <- (evaluate_wraps (others A) P1 x). fold n. nia.
Qed.
Lemma below_zero A B : is_layout A -> is_layout B -> in_domain A B -> forall i,
  Along.runs_on (Composed.outer (others A) (top A)) (evaluate B i) = reads A (evaluate B i).
Proof.
  intros HA HB [[m E]|U] i.
  - rewrite Coalesce.printed_extended in E. unfold Composed.outer, others, top. rewrite E. symmetry. now apply line_reads.
  - destruct (others_are A HA) as (P1 & P2 & _). destruct (Composed.outer_is (others A) (top A) P1 P2) as (_ & _ & V).
    rewrite V; [reflexivity|]. apply Composed.upward_above. now apply up.
Qed.
(* The composition as it is printed has A's values. *)
Lemma read_so A along gave_up : is_layout A -> reads_along A along gave_up ->
  Whole.exact_along (Headers.coalesce_extended A) (Loops.compose_beyond along gave_up (Headers.coalesce_extended A)).
Proof.
  intros HA X. destruct (others_are A HA) as (P1 & P2 & _).
  destruct (Composed.outer_is (others A) (top A) P1 P2) as (PO & SO & V). unfold Composed.outer, others, top in *.
  rewrite <- Coalesce.printed_extended in *. set (O := Headers.coalesce_extended A) in *.
  apply Composes.beyond_is_exact; [exact PO|]. intros b Pb Sb G. specialize (X b Pb Sb G). unfold positive in Pb.
  assert (W : forall i, 0 <= i < shape b -> Along.runs_on O (i * stride b) = reads A (i * stride b)) by (intros i I; apply V; nia).
  destruct (along b) as [L|].
  - destruct X as (X1 & X2 & X3). split; [exact X1|]. split; [exact X2|]. intros i I. now rewrite W, X3.
  - intros L L1 L2 L3. apply (X L). split; [exact L1|]. split; [exact L2|]. intros i I. now rewrite <- W, L3.
Qed.
Lemma composed A B answer : is_layout A -> is_layout B -> in_domain A B -> composition A B answer -> Composed.composed (reads A) B answer.
Proof.
  intros HA HB D (along & gave_up & first & X & F & E). destruct (others_are A HA) as (P1 & P2 & _).
  pose proof (Composes.composition_is along gave_up first A B answer P1 P2 (read_so A _ _ HA X) (stays A B HB D) F E) as C.
  revert C. apply Composed.composed_ext. intros i _. rewrite Coalesce.printed_extended. exact (below_zero A B HA HB D i).
Qed.
Lemma tiles_is A R M : Complement.tiles A R M -> tiles A R M.
Proof. intros [X Y W]. exact (conj X (conj Y W)). Qed.
Lemma completes_is A C M : Completion.completes A C M <-> completes A C M.
Proof. split; [intros [X Y W V]; exact (conj X (conj Y (conj W V)))|intros (X & Y & W & V); now constructor]. Qed.

Lemma complement_is c A M : 1 <= M -> complement c A M = Covers.complement c A M.
Proof.
  intros H. destruct c; [now apply Printed.printed_strict_complement|now apply Printed.printed_covering_complement|
    now apply Printed.printed_disjoint_complement].
Qed.

(* --------------------------------------------------------------------------------------------- evaluate and coalesce *)

Theorem evaluate_is_colexicographic :
  (forall A i, is_layout A -> 0 <= i -> shipped_evaluate A i = sum_of_digits 1 A i) /\
  (forall A i, is_layout A -> A <> [] -> 0 <= i -> index_of A (Headers.idx2crd i (map shape A)) = i) /\
  (forall A i, is_layout A -> 0 <= i < size A -> in_box A (Headers.idx2crd i (map shape A))) /\
  (forall A c i, is_layout A -> in_box A c -> Headers.crd2idx c (map shape A) = Some i ->
     i = index_of A c /\ Headers.idx2crd i (map shape A) = c).
Proof.
  split; [exact evaluate_is_colexicographic|]. split; [|split].
  - intros A i H N I. rewrite printed_idx2crd. now apply index_of_idx2crd.
  - intros A i H I. rewrite printed_idx2crd, idx2crd_is_in_the_box by auto. now apply digits_are_in_the_box.
  - intros A c i H B E. split; [now apply Coordinates.crd2idx_counts|now apply Coordinates.coordinate_returns].
Qed.

Theorem coalesce_preserves_the_map : forall A, is_layout A ->
  is_layout (coalesce A) /\ size (coalesce A) = size A /\ forall i, 0 <= i -> evaluate (coalesce A) i = evaluate A i.
Proof. exact Coalesce.shipped_coalesce_preserves_the_map. Qed.

Theorem coalesce_is_a_normal_form : forall A B, is_layout A -> is_layout B ->
  (same A B <-> coalesce A = coalesce B) /\ (Headers.equal A B = true <-> same A B).
Proof.
  intros A B HA HB. split;
  [now apply Coalesce.shipped_coalesce_decides_equality|now apply Coalesce.equal_decides_equality].
Qed.

(* ------------------------------------------------------------------------------------------------------- complement *)

Theorem complement_tiles_the_codomain : forall A M, is_layout A -> 1 <= M ->
  (forall R, complement strict A M = Some R -> tiles A R M) /\
  ((exists R, complement strict A M = Some R) <-> exists C, completes A C M) /\
  (forall R, complement at_least A M = Some R -> exists reach end_, 1 <= reach /\ end_ mod reach = 0 /\
     M <= end_ < M + reach /\ tiles (filter (matters at_least) A) R end_) /\
  (complement at_least A M = None -> forall C N, 1 <= N ->
     ~ completes (filter (matters at_least) A) C N).
Proof.
  intros A M HA HM. split; [|split; [|split]].
  - intros R E. rewrite complement_is in E by exact HM. unfold Covers.complement in E. rewrite Covers.strict_gaps in E.
    destruct (Complement.complement_gaps A M) as [gs|] eqn:G; [|discriminate]. injection E as <-.
    apply tiles_is. now apply (Complement.complement_and_coalesce A M gs).
  - destruct (Completion.complement_is_answered_where_one_exists A M HA HM) as [X Y].
    split.
    + intros [R E]. rewrite complement_is in E by exact HM. unfold Covers.complement in E. rewrite Covers.strict_gaps in E. destruct (Complement.complement_gaps A M) as [gs|]; [|discriminate].
      destruct Y as [C Q]; [eauto|]. exists C. now apply completes_is.
    + intros [C Q]. apply completes_is in Q. destruct X as [gs G]; [eauto|]. rewrite complement_is by exact HM.
      unfold Covers.complement. rewrite Covers.strict_gaps, G. eauto.
  - intros R E. rewrite complement_is in E by exact HM. destruct (Covers.covering_complement_tiles_the_codomain A M R HA HM E) as (r & c & Q1 & Q2 & Q3 & Q4).
    exists r, c. exact (conj Q1 (conj Q2 (conj Q3 (tiles_is _ _ _ Q4)))).
  - intros E C N HN Q. rewrite complement_is in E by exact HM. apply (Covers.covering_complement_refuses_rightly A M HA HM E C N HN). now apply completes_is.
Qed.

(* The modes are passed in order of stride: `reach` is where those passed end, and what a refusal names does not divide. *)
Theorem complement_refuses_rightly :
  (forall A M, is_layout A -> 1 <= M -> complement strict A M = None -> forall C, ~ completes A C M) /\
  (forall reach m r, 1 <= reach -> 0 <= stride m -> why (complement_step reach m) = Some r ->
     r = Refused "stride_divides" reach (stride m) /\ stride m mod reach <> 0) /\
  (forall reach M r, 1 <= reach -> 0 <= M -> why (complement_finish reach M) = Some r ->
     r = Refused "cotarget_divides" reach M /\ M mod reach <> 0).
Proof.
  split; [|split; [exact Refusals.complement_step_names|exact Refusals.complement_finish_names]]. intros A M HA HM E C Q.
  destruct (complement_tiles_the_codomain A M HA HM) as (_ & [_ Y] & _). destruct Y as [R F]; [eauto|]. congruence.
Qed.

Theorem complement_is_disjoint : forall cover A M R i j, is_layout A -> 1 <= M -> complement cover A M = Some R ->
  0 <= j < size R -> evaluate A i = evaluate R j -> evaluate A i = 0.
Proof. intros cover A M R i j H P E. rewrite complement_is in E by exact P. revert E. now apply Covers.complement_is_disjoint. Qed.

Theorem complement_is_ordered : forall cover A M R, is_layout A -> 1 <= M -> complement cover A M = Some R ->
  is_layout R /\ increasing R.
Proof. intros cover A M R H P E. rewrite complement_is in E by exact P. revert E. now apply Covers.complement_is_ordered. Qed.

Theorem complement_gives_back : forall A M R, is_layout A -> 1 <= M -> complement strict A M = Some R ->
  complement strict R M = Some (coalesce (Sort.sort (filter moves A))).
Proof.
  intros A M R HA HM. rewrite !complement_is by exact HM. unfold Covers.complement, coalesce. rewrite (Covers.strict_gaps A), (Covers.strict_gaps R).
  destruct (Complement.complement_gaps A M) as [gs|] eqn:G; [|discriminate]. intros E.
  assert (S : Coalesce.shipped_coalesce gs = R) by congruence.
  destruct (Completion.complement_gives_back_whole A M gs HA HM G) as (Q & F & V). rewrite S in F. now rewrite F, V.
Qed.

(* ------------------------------------------------------------------------------------------------------ composition *)

Theorem composition_evaluates_pointwise : forall A B R, is_layout A -> is_layout B -> in_domain A B ->
  composition A B (Some R) -> values (fun i => reads A (evaluate B i)) (size B) R.
Proof. intros A B R HA HB D C. exact (Composed.composed_values _ _ _ (composed A B _ HA HB D C)). Qed.

Lemma reads_extended A x : is_layout A -> 0 <= x -> Headers.evaluate_extended (Headers.coalesce_extended A) x = reads A x.
Proof.
  intros HA X. destruct (others_are A HA) as (P1 & P2 & _). destruct (Composed.outer_is (others A) (top A) P1 P2) as (PO & _ & V).
  assert (E : Headers.coalesce_extended A = Composed.outer (others A) (top A)) by exact (Coalesce.printed_extended A).
  rewrite E, Composes.printed_evaluate_extended by auto. exact (V x X).
Qed.
Theorem composition_refuses_rightly :
  (forall A B, is_layout A -> is_layout B -> in_domain A B -> composition A B None ->
     forall Ls, nested_as Ls B -> ~ values (fun i => reads A (evaluate B i)) (size B) (concat Ls)) /\
  (forall A along along_shows gave_up b, is_layout A -> positive b -> 0 <= stride b -> shows_along A along along_shows gave_up ->
     Loops.compose_beyond along gave_up (Headers.coalesce_extended A) b = None ->
     shows_where (Loops.beyond_shows along gave_up along_shows (Headers.coalesce_extended A) b) (fun i => reads A (i * stride b)) (shape b)) /\
  (forall f points, 1 <= points -> Loops.find_modes f points = None -> shows_where (Loops.find_shows f points) f points) /\
  (forall first A B R textbook digits, Loops.modes_add_up first A B R textbook digits = false ->
     exists i got, Loops.adds_up_shows first A B R textbook digits = Some (i, got) /\ (i = first \/ 0 <= i < Headers.size B) /\
     got = Headers.evaluate R i /\ got <> Headers.evaluate_extended A (Headers.evaluate B i)).
Proof.
  split; [|split; [|split]].
  - intros A B HA HB D C Ls N (_ & _ & V). exact (composed A B _ HA HB D C Ls N V).
  - intros A along along_shows gave_up b HA Pb Sb [_ Y] N.
    destruct (Shown.beyond_shows_where _ _ along_shows _ _ Pb N) as (i & got & E & W). exists i, got. split; [exact E|].
    destruct (gave_up b) eqn:G.
    + destruct W as [I W]. split; [exact I|]. rewrite reads_extended in W by (auto; nia). exact W.
    + destruct W as [No W]. destruct (Y b Pb Sb G No) as (j & other & Q & I & V). rewrite Q in W. injection W as <- <-. auto.
  - exact Find.find_shows_where.
  - exact Shown.adds_up_shows_where.
Qed.

Theorem composition_is_associative : forall A B C D BC left right, is_layout A -> is_layout B -> B <> [] -> counts_up B ->
  is_layout C -> counts_up C -> (forall i, 0 <= i < size C -> evaluate C i < size B) ->
  composition A B (Some D) -> D <> [] -> composition B C (Some BC) -> composition D C left -> composition A BC right ->
  (forall L R, left = Some L -> right = Some R -> same L R) /\ ((exists R, right = Some R) -> exists L, left = Some L).
Proof.
  intros A B C D BC left right HA HB NB UB HC UC In_ C1 ND C2 C3 C4.
  destruct (composition_evaluates_pointwise A B D HA HB (or_intror UB) C1) as (HD & _).
  destruct (composition_evaluates_pointwise B C BC HB HC (or_intror UC) C2) as (HBC & SBC & VBC).
  assert (Inside : forall L, is_layout L -> forall x, 0 <= x < size L -> reads L x = evaluate L x).
  { intros L HL x I. destruct (others_are L HL) as (P1 & P2 & S & V). unfold reads. rewrite Composed.inside_extended by (auto; now rewrite S). apply V. }
  assert (In' : forall i, 0 <= i < size C -> 0 <= evaluate C i < size B) by (intros i I; split; [now apply Composed.upward_above, up|auto]).
  assert (UBC : counts_up BC).
  { enough (Q : Forall Composed.upward BC) by (eapply Forall_impl; [|exact Q]; unfold Composed.upward; tauto).
    apply Composed.upward_by_values; [exact HBC|]. intros i I. rewrite SBC in I. rewrite VBC, Inside by auto. now apply Composed.upward_above, up. }
  destruct (Composed.composition_is_associative _ _ _ B C D BC left right (composed A B _ HA HB (or_intror UB) C1)
    (composed B C _ HB HC (or_intror UC) C2) (Inside B HB) (Inside D HD) In' (composed D C _ HD HC (or_intror UC) C3)
    (composed A BC _ HA HBC (or_intror UBC) C4)) as [Q1 Q2].
  split; [|exact Q2]. intros L R -> E. destruct (Q1 L R eq_refl E) as [S V]. split; [exact S|]. intros i I. apply V.
  destruct (composition_evaluates_pointwise D C L HD HC (or_intror UC) C3) as (_ & Z & _). now rewrite <- Z.
Qed.

Theorem composition_sees_the_map :
  (forall A B R answer, is_layout A -> is_layout B -> in_domain A B -> composition A B (Some R) ->
     composition A (coalesce B) answer -> exists S, answer = Some S /\ same R S) /\
  (forall A X B own long, is_layout A -> A <> [] -> positive X -> is_layout B -> counts_up B ->
     (forall i, 0 <= i < size B -> evaluate B i < size A) -> composition A B own -> composition (A ++ [X]) B long ->
     ((exists R, own = Some R) <-> exists S, long = Some S) /\ forall R S, own = Some R -> long = Some S -> same R S).
Proof.
  split.
  - intros A B R answer HA HB D C1 C2. assert (HC : is_layout (coalesce B)) by apply (Coalesce.shipped_coalesce_preserves_the_map B HB).
    assert (DC : in_domain A (coalesce B)).
    { destruct D as [D|D]; [now left|right].
      eapply Forall_impl; [|exact (Composed.coalesced_upward B (up B HB D))]. unfold Composed.upward. tauto. }
    destruct (Composed.composition_sees_the_map _ B R answer HB (composed A B _ HA HB D C1) (composed A _ _ HA HC DC C2)) as (S & E & Z & V).
    exists S. split; [exact E|]. split; [now symmetry|]. intros i I. symmetry. now apply V.
  - intros A X B own long HA NA PX HB UB In_ C1 C2. destruct (others_are A HA) as (P1 & P2 & S & V).
    assert (HX : is_layout (A ++ [X])) by (apply Forall_app; repeat constructor; auto).
    assert (O : others (A ++ [X]) = A) by (unfold others; apply removelast_last).
    destruct (Composed.composed_alike (reads A) (reads (A ++ [X])) B B own long eq_refl (composed A B _ HA HB (or_intror UB) C1)
      (composed (A ++ [X]) B _ HX HB (or_intror UB) C2)) as [Q1 Q2].
    + intros i I. pose proof (Composed.upward_above B (up B HB UB) i). specialize (In_ i I). unfold reads. rewrite O.
      rewrite (Composed.inside_extended (others A)) by (auto; rewrite S; lia). rewrite V, extended_is_evaluate by exact HA.
      rewrite Z.div_small by lia. ring.
    + split; [exact Q1|]. intros R L E F. destruct (Q2 R L E F) as [Z W]. split; [exact Z|]. intros i I. apply W. rewrite E in C1.
      destruct (composition_evaluates_pointwise A B R HA HB (or_intror UB) C1) as (_ & SR & _). now rewrite <- SR.
Qed.

Theorem box_modes_compose : forall A b answer, is_layout A -> positive b -> 1 <= stride b -> fills_a_box (others A) b ->
  composition A [b] answer ->
  exists R, answer = Some R /\ size R = shape b /\ forall i, 0 <= i < shape b -> evaluate R i = reads A (i * stride b).
Proof.
  intros A b answer HA Pb Sb F C. destruct (others_are A HA) as (P1 & _).
  apply (Boxes.box_modes_compose (others A) (top A) b answer P1 Pb Sb F).
  apply (composed A [b] answer HA); [now repeat constructor|right; repeat constructor; lia|exact C].
Qed.

Theorem basis_modes_compose : forall before o t after_ s a alone whole,
  let entries := before ++ (o, t) :: after_ in let A := leaves_of entries in let P := size (leaves_of before) in
  is_layout A -> 1 <= s -> 0 <= a -> composition (o ++ [t]) [Mode s a] alone -> composition A [Mode s (a * P)] whole ->
  (forall R, alone = Some R ->
     values (fun i => at_coordinate entries (zeros before ++ i * a :: zeros after_)) s R) /\
  (a * (s - 1) < size (o ++ [t]) -> ((exists R, alone = Some R) <-> exists S, whole = Some S) /\
     forall R S, alone = Some R -> whole = Some S -> same R S).
Proof.
  intros before o t after_ s a alone whole entries A P HA Hs Ha C1 C2.
  assert (L : A = leaves_of before ++ (o ++ [t]) ++ leaves_of after_).
  { unfold A, entries, leaves_of. rewrite flat_map_app. reflexivity. }
  pose proof HA as HA'. unfold is_layout in HA'. rewrite L in HA'. apply Forall_app in HA'. destruct HA' as [B1 B2].
  apply Forall_app in B2. destruct B2 as [B2 _]. assert (HO : is_layout (o ++ [t])) by exact B2.
  apply Forall_app in B2. destruct B2 as [PO PT]. inversion_clear PT as [|? ? PT' _].
  assert (P0 : 0 <= P) by (pose proof (size_positive _ B1); unfold P; lia).
  assert (One_mode : forall d, 0 <= d -> is_layout [Mode s d] /\ counts_up [Mode s d]) by (intros d Hd; split; repeat constructor; cbn; auto).
  destruct (One_mode a Ha) as [M1 M2]. destruct (One_mode (a * P) ltac:(nia)) as [M3 M4].
  pose proof (composed _ _ _ HO M1 (or_intror M2) C1) as X1. pose proof (composed A _ _ HA M3 (or_intror M4) C2) as X2.
  assert (O : others (o ++ [t]) = o) by (unfold others; apply removelast_last).
  assert (T : top (o ++ [t]) = t) by (unfold top; apply last_last). unfold reads in X1. rewrite O, T in X1.
  destruct (others_are A HA) as (P1 & P2 & _).
  assert (NA : A <> []) by (rewrite L; intros Q; apply app_eq_nil in Q; destruct Q as [_ Q]; destruct o; discriminate).
  pose proof (app_removelast_last (Mode 1 0) NA) as S. fold (others A) (top A) in S.
  destruct (Basis.basis_modes_compose before o t after_ (others A) (top A) s a alone whole B1 PO PT' S P1 P2 Hs Ha X1 X2) as [Q1 Q2].
  split; [exact Q1|]. intros B. destruct (Q2 B) as [Q3 Q4]. split; [exact Q3|]. intros R S' E F. destruct (Q4 R S' E F) as [Z V].
  destruct (Q1 R E) as (_ & SR & _). split; [exact Z|]. now rewrite SR.
Qed.

(* ------------------------------------------------------------------------------- layouts that are found, and inverses *)

Theorem find_layout_is_exact : forall f n, 1 <= n ->
  (forall L, Loops.find_modes f n = Some L -> values f n L) /\
  (Loops.find_modes f n = None -> (forall L, ~ values f n L) /\ shows_where (Loops.find_shows f n) f n).
Proof.
  intros f n N. split; [intros L E; exact (Find.find_layout_is_exact f n L N E)|].
  intros E. split; [|now apply Find.find_shows_where]. intros L (P & S & V). exact (Find.find_layout_refuses_rightly f n N E L P S V).
Qed.

Lemma none_falls A : counts_up A -> existsb Surjective.falls A = false.
Proof.
  unfold counts_up. induction 1 as [|m t H Ht IH]; [reflexivity|]. cbn [existsb]. rewrite IH, orb_false_r. unfold Surjective.falls.
  destruct H; lia.
Qed.
Lemma counted A R : is_layout A -> Headers.well_formed R = "none"%string -> Certificate.composes_to_identity A R = true -> is_layout R /\
  forall k, 0 <= k < size R -> 0 <= evaluate R k < size A /\ evaluate A (evaluate R k) = k.
Proof.
  intros HA W C. rewrite Printed.printed_well_formed in W. pose proof (Certificate.well_formed_is_positive R 1 0 W) as P.
  split; [exact P|]. intros k K. now apply Certificate.gives_back_is_right.
Qed.
Lemma no_further A S : is_layout A -> is_layout S -> counts A S -> size S <= Headers.counting_bound A.
Proof. rewrite Printed.printed_counting_bound. apply Maximal.nothing_counts_further. Qed.

(* No layout counts further than counting_bound(A), and where the whole modes do they are the answer: so for every one-to-one A
   without strides below 0. Elsewhere the search decides. *)
Theorem right_inverse_undoes_layout :
  (forall A R, is_layout A -> R = whole_modes A \/ right_inverse A (Some R) ->
     forall k, 0 <= k < size R -> 0 <= evaluate R k < size A /\ evaluate A (evaluate R k) = k) /\
  (forall A S, is_layout A -> is_layout S -> counts A S -> size S <= Headers.counting_bound A) /\
  (forall A R, is_layout A -> right_inverse A (Some R) ->
     size (whole_modes A) = Headers.counting_bound A \/ one_to_one A /\ counts_up A -> R = whole_modes A /\ longest [A] R).
Proof.
  assert (Printed : forall A, whole_modes A = RightInverse.right_inverse A) by exact RightInverse.printed_whole_modes.
  split; [|split].
  - intros A R H [->|(found & E)]; [rewrite Printed; intros k; now apply RightInverse.right_inverse_undoes_layout|].
    destruct (Printed.right_inverse_says A found R E) as (W & C & _). now apply counted.
  - exact no_further.
  - intros A R H (found & E) W. destruct (Printed.right_inverse_says A found R E) as (F & C & B).
    assert (Size : size (whole_modes A) = Headers.counting_bound A).
    { destruct W as [W|[J U]]; [exact W|]. rewrite Printed, Printed.printed_counting_bound. apply Maximal.whole_modes_reach_the_bound; auto. now apply none_falls. }
    rewrite Evaluate.shipped_size_is in B. specialize (B Size). split; [exact B|]. destruct (counted A R H F C) as [P G]. split.
    + constructor; [|constructor]. intros k K. now apply G.
    + intros S HS CS. inversion_clear CS. rewrite B. change (size S <= size (whole_modes A)). rewrite Size. now apply no_further.
Qed.

Theorem max_common_layout_is_common : forall A B R, is_layout A -> is_layout B -> max_common_layout A B (Some R) ->
  counts A R /\ counts B R /\
  (forall S, is_layout S -> counts A S -> counts B S -> size S <= Z.min (Headers.counting_bound A) (Headers.counting_bound B)) /\
  (size R = Z.min (Headers.counting_bound A) (Headers.counting_bound B) -> longest [A; B] R).
Proof.
  intros A B R HA HB (start & found & E). destruct (Printed.common_inverse_says A B start found R E) as (W & CA & CB).
  destruct (counted A R HA W CA) as [_ GA]. destruct (counted B R HB W CB) as [_ GB].
  assert (Longer : forall S, is_layout S -> counts A S -> counts B S -> size S <= Z.min (Headers.counting_bound A) (Headers.counting_bound B))
    by (intros S HS SA SB; apply Z.min_glb; now apply no_further).
  split; [intros k K; now apply GA|]. split; [intros k K; now apply GB|]. split; [exact Longer|]. intros Q. split.
  - repeat constructor; intros k K; [now apply GA|now apply GB].
  - intros S HS CS. inversion_clear CS as [|? ? SA SB]. inversion_clear SB. rewrite Q. now apply Longer.
Qed.

(* What is answered has been looked at. The chain of strides is right for a one-to-one A, and is there wherever of any two modes of
   several points the lesser stride divides the greater; what a step's refusal names are two that do not. Left out: of other strides,
   that a refusal is right, which the search over chains says. *)
Theorem left_inverse_gives_back :
  (forall A R, is_layout A -> left_inverse A (Some R) ->
     is_layout R /\ forall k, 0 <= k < size A -> 0 <= evaluate A k < size R /\ evaluate R (evaluate A k) = k) /\
  (forall A R, is_layout A -> one_to_one A -> Loops.chain_inverse A = Some R ->
     forall k, 0 <= k < size A -> evaluate R (evaluate A k) = k) /\
  (forall A, counts_up A -> strides_divide A -> exists R, Loops.chain_inverse A = Some R) /\
  (forall pending m place r, why (left_inverse_step pending m place) = Some r ->
     r = Refused "stride_divides" (shape pending) (stride m) /\ Z.rem (stride m) (shape pending) <> 0).
Proof.
  split; [|split; [|split; [|exact Maximal.left_inverse_step_names]]].
  - intros A R HA (one & found & E). destruct (Printed.printed_left_inverse one A found R E) as (_ & C & [W|F]).
    + pose proof (Certificate.well_formed_is_positive R 1 0 W) as P. split; [exact P|]. intros k K.
      now apply (Certificate.any_left_inverse_gives_back A R R k).
    + pose proof (Printed.certified_chains_are_positive A R HA C F) as P. split; [exact P|]. intros k K.
      now apply (Certificate.any_left_inverse_gives_back A R R k).
  - intros A R HA I E k K. rewrite Printed.printed_chain_inverse in E. destruct (existsb Surjective.falls A) eqn:F; [discriminate|].
    apply (LeftInverse.left_inverse_gives_back A R k HA); auto. apply Forall_forall. intros m M L.
    assert (N : Surjective.falls m = false).
    { destruct (Surjective.falls m) eqn:N; [|reflexivity]. rewrite <- F. symmetry. apply existsb_exists. eauto. }
    unfold Surjective.falls in N. lia.
  - intros A U D. rewrite Printed.printed_chain_inverse, none_falls by exact U. now apply Maximal.a_chain_is_answered.
Qed.

Theorem nullspace_is_the_kernel : forall A, is_layout A ->
  (forall N, Loops.nullspace A = Some N ->
     increasing N /\ forall x, has N x <-> 0 <= x < size A /\ evaluate A x = 0) /\
  (Loops.nullspace A = None ->
     let at_ i := nth (Z.to_nat i) (kernel A) 0 in let n := Z.of_nat (List.length (kernel A)) in
     (forall L, ~ values at_ n L) /\ shows_where (Loops.nullspace_shows A) at_ n).
Proof.
  intros A H. split.
  - intros N E. destruct (Nullspace.shipped_nullspace_is_the_kernel A N H E) as (Q1 & Q2 & Q3). split; [exact Q3|].
    intros x. split; [intros (i & I & <-); now apply Q1|intros [X Y]; now apply Q2].
  - intros E at_ n. split; [|now apply Nullspace.nullspace_shows_where]. intros L (P & S & V). apply (Nullspace.nullspace_is_refused_rightly A H E L P S). intros i I. apply V. now rewrite <- S.
Qed.

(* A no names the least offset that is missed, and the step that says it the reach. Where a mode of several points counts downwards a search
   is asked for coordinates; where its budget has ended nothing may be said. *)
Theorem surjective_is_exact :
  (forall found A M, is_layout A -> counts_up A \/ searches (has A) (found A) -> match Headers.surjective found A M with
   | None => forall v, 0 <= v < M -> has A v
   | Some why => let v := shown why in
       why = Refused "undecided" 0 0 /\ Combinators.exhausted (found A) = true /\ ~ counts_up A \/
       why = Refused "surjective" v 0 /\ 0 <= v < M /\ ~ has A v /\ forall w, 0 <= w < v -> has A w
   end) /\
  (forall reach m r, why (first_gap_step reach m) = Some r -> r = Refused "surjective" reach 0 /\ reach < stride m).
Proof.
  split; [|exact Refusals.first_gap_step_names]. intros found A M H S.
  destruct (existsb Surjective.falls A) eqn:F.
  - destruct S as [Up|S]; [rewrite none_falls in F by exact Up; discriminate|].
    pose proof (Downward.search_is_right found A M H S) as Q. destruct (Headers.surjective found A M) as [why|]; [|exact Q]. cbv zeta.
    destruct Q as [[Q E]|Q]; [left|now right]. split; [exact Q|]. split; [exact E|]. intros Up. now rewrite none_falls in F by exact Up.
  - pose proof (Downward.gap_is_right found A M H F) as Q. destruct (Headers.surjective found A M) as [why|]; [right|]; exact Q.
Qed.

(* `one` and `found` are what the searches of injective() and surjective() say. *)
Theorem tv_layouts_cover_once : forall one found T V M, is_layout T -> is_layout V ->
  (Headers.bijective one found (T ++ V) M = None -> tiles T V M) /\
  (forall why, Headers.bijective one found (T ++ V) M = Some why -> condition why <> "undecided"%string -> ~ tiles T V M).
Proof.
  intros one found T V M HT HV. assert (HA : Forall positive (T ++ V)) by (now apply Forall_app).
  pose proof (Bijective.bijective_is_exact one found (T ++ V) M HA) as P. pose proof (Bijective.thread_and_value T V M HT HV) as Q.
  destruct (Headers.bijective one found (T ++ V) M) as [why|]; (split; [|intros w E U]); try discriminate.
  - injection E as <-. intros (A & B & C). apply P; [cbn; now apply String.eqb_neq|]. apply Q. now constructor.
  - intros _. now apply tiles_is, Q.
Qed.

(* ---------------------------------------------------------------------------------------------- divides and products *)

(* What is composed where the complement of B in |A| is R. *)
Lemma divided A B answer : is_layout A -> is_layout B -> logical_divide A B answer ->
  match complement strict B (size A) with
  | Some R => Covers.complement strict B (size (others A ++ [top A])) = Some R /\ is_layout R /\ counts_up (B ++ R) /\ tiles B R (size A) /\
      composition A (B ++ R) answer
  | None => answer = None
  end.
Proof.
  intros HA HB (along & gave_up & first & X & F & <-). destruct (others_are A HA) as (P1 & P2 & S & _). pose proof (size_positive A HA) as Z1.
  rewrite Composes.printed_divide. change (Headers.strict_complement B (size A)) with (complement strict B (size A)).
  destruct (complement strict B (size A)) as [R|] eqn:C; [|reflexivity]. rewrite complement_is, <- S in C by exact Z1. split; [exact C|].
  destruct (Divided.divided_by _ _ B R P1 P2 HB C) as (PR & UP & T). rewrite S in T. split; [exact PR|].
  split; [eapply Forall_impl; [|exact UP]; unfold Composed.upward; tauto|]. split; [now apply tiles_is|]. exists (along A), (gave_up A), first. auto.
Qed.

(* A at a permutation P of [0, |A|) that starts with B. Refused where no set of offsets completes B to [0, |A|), or where no layout,
   nested as B and its complement are, has A's values there; nowhere else. *)
Theorem divide_permutes_the_layout :
  (forall A B D, is_layout A -> is_layout B -> logical_divide A B (Some D) ->
     exists P : Z -> Z, Permutation (map P (upto (size A))) (upto (size A)) /\ size D = size A /\ size B <= size A /\
       (forall i, 0 <= i < size A -> evaluate D i = evaluate A (P i)) /\ forall i, 0 <= i < size B -> P i = evaluate B i) /\
  (forall A B, is_layout A -> is_layout B -> logical_divide A B None ->
     (forall C, ~ completes B C (size A)) \/
     exists R, complement strict B (size A) = Some R /\ tiles B R (size A) /\
       forall Ls, nested_as Ls (B ++ R) -> ~ values (fun i => reads A (evaluate (B ++ R) i)) (size (B ++ R)) (concat Ls)).
Proof.
  split; intros A B; [intros D|]; intros HA HB L; pose proof (divided A B _ HA HB L) as W;
    (destruct (complement strict B (size A)) as [R|] eqn:C; [destruct W as (K & HR & U & T & W)|]).
  - destruct (others_are A HA) as (P1 & P2 & S & V). assert (HBR : is_layout (B ++ R)) by (now apply Forall_app).
    destruct (Divided.divide_permutes_the_layout _ _ B R D P1 P2 HB K (composed A (B ++ R) _ HA HBR (or_intror U) W)) as (P & Q1 & Q2 & Q3 & Q4 & Q5).
    rewrite S in *. exists P. repeat split; auto. intros i I. rewrite Q4 by exact I. apply V.
  - discriminate.
  - right. exists R. split; [reflexivity|]. split; [exact T|].
    apply (proj1 composition_refuses_rightly A (B ++ R) HA); [now apply Forall_app|now right|exact W].
  - left. exact (proj1 complement_refuses_rightly B (size A) HB (size_positive A HA) C).
Qed.

(* A's modes are rounded up to the largest step of B that fits in them; B's modes begin the answer; it has every offset of A. *)
Theorem covering_tiles_hold_every_point : forall cover A B D, cover <> strict -> is_layout A -> is_layout B ->
  covering_divide cover A B (Some D) ->
  (exists W, Headers.padded A B = Some W /\ rounded_up B 1 (Headers.coalesce_extended A) W) /\
  (exists tile grid, D = List.concat tile ++ grid /\ nested_as tile B) /\
  forall k, 0 <= k < size A -> has D (evaluate A k).
Proof.
  intros c A B D NS HA HB (found & along & gave_up & first & X & F & E). destruct (others_are A HA) as (P1 & P2 & SA & VA).
  destruct (Composed.outer_is _ _ P1 P2) as (PO & SO & _). destruct (Tiles.outer_keeps _ _ P1 P2) as [NO VO].
  unfold Composed.outer, others, top in PO, SO, NO, VO, SA, VA. rewrite <- Coalesce.printed_extended in PO, SO, NO, VO.
  destruct (Tiles.padded_rounds_up A B PO) as (W & EW & RW). split; [eauto|].
  destruct (Tiles.points_stay B _ PO 1 W RW) as (PW & L1 & L0 & Stay). pose proof (size_positive W PW) as ZW.
  assert (G : exists R, complement c B (size W) = Some R /\ Loops.composition (along W) (gave_up W) first W (B ++ R) = Some D /\
    (c = disjoint -> Headers.surjective found (B ++ R) (Tiles.last_in (Headers.coalesce_extended A) W + 1) = None)).
  { destruct c; [congruence|rewrite Composes.printed_covering_divide, EW in E|rewrite Composes.printed_disjoint_divide, EW in E];
      cbn [complement]; destruct (_ B (size W)) as [R|]; try discriminate; exists R; split; auto; [split; [exact E|discriminate]|].
    destruct (Headers.surjective found _ _); [discriminate|auto]. }
  destruct G as (R & ER & ED & Reached). rewrite complement_is in ER by exact ZW.
  destruct (Tiles.completed_is_upward c B (size W) R HB ZW ER NS) as [PR U].
  assert (HBR : is_layout (B ++ R)) by (now apply Forall_app).
  assert (UBR : counts_up (B ++ R)) by (eapply Forall_impl; [|exact U]; unfold Composed.upward; tauto).
  assert (C : composition W (B ++ R) (Some D)) by (exists (along W), (gave_up W), first; auto).
  destruct (composition_evaluates_pointwise W (B ++ R) D PW HBR (or_intror UBR) C) as (_ & SD & VD).
  destruct (others_are W PW) as (Q1 & Q2 & SW & VW).
  split.
  - destruct (composed W (B ++ R) _ PW HBR (or_intror UBR) C) as (Ls & N & -> & _).
    apply Forall2_app_inv_r in N. destruct N as (T & G & NT & _ & ->). exists T, (List.concat G). split; [apply concat_app|exact NT].
  - intros k K. destruct (Stay k) as (y & Hy & V). rewrite VO, VA in V by (rewrite SA; exact K).
    assert (Hi : has (B ++ R) y).
    { destruct c; [congruence|apply (Tiles.covering_reaches B (size W) R HB ZW ER); lia|].
      pose proof (proj1 surjective_is_exact found (B ++ R) (Tiles.last_in (Headers.coalesce_extended A) W + 1) HBR (or_introl UBR)) as Q. rewrite (Reached eq_refl) in Q. apply Q. lia. }
    destruct Hi as (i & Hi & Q). exists i. rewrite SD. split; [exact Hi|]. rewrite VD, Q by exact Hi. unfold reads.
    rewrite Composed.inside_extended by (auto; rewrite SW; lia). now rewrite VW.
Qed.

Theorem product_repeats_the_block : forall A B P, is_layout A -> is_layout B -> logical_product A B (Some P) ->
  exists C, P = A ++ C /\ is_layout C /\ size C = size B /\ evaluate C 0 = 0 /\
    (forall i j k l, 0 <= j < size B -> 0 <= l < size B -> evaluate A i + evaluate C j = evaluate A k + evaluate C l ->
       evaluate A i = evaluate A k /\ evaluate C j = evaluate C l /\ evaluate B j = evaluate B l) /\
    (one_to_one A -> one_to_one B -> one_to_one P).
Proof.
  intros A B P HA HB (along & gave_up & first & X & F & E). rewrite Composes.printed_product, Composes.printed_room in E.
  destruct (Room.room_for_copies A (shipped_cosize B)) as [gs|] eqn:R; [|discriminate]. cbv zeta in E. set (free := Headers.coalesce gs) in *.
  destruct (Loops.composition _ _ first free B) as [C|] eqn:Y; [|discriminate]. injection E as <-. exists C.
  assert (PG : Forall positive gs) by (apply (Room.there_is_room A (shipped_cosize B) gs HA); [pose proof (Product.values_apart B HB 0 0); lia|exact R]).
  assert (PF : is_layout free) by apply (Coalesce.shipped_coalesce_preserves_the_map gs PG).
  destruct (others_are free PF) as (P1 & P2 & _). pose proof (Composes.answers_inside _ _ _ _ _ _ HB Y) as In_.
  pose proof (Composes.composition_is _ _ _ _ _ _ P1 P2 (read_so free _ _ PF (X free PF)) In_ F Y) as W.
  rewrite Coalesce.printed_extended in W, In_.
  destruct (Product.product_repeats_the_block A B C gs HA HB R W) as (Q1 & Q2 & Q3 & Q4).
  { fold free. unfold Composed.outer. destruct (Composed.front _) as [|x y]; [now left|right]. eapply Forall_impl; [|exact In_].
    intros b (Pb & [Q|[Q|Q]]); [split; auto|split; auto|discriminate]. }
  split; [reflexivity|]. split; [exact Q1|]. split; [exact Q2|]. split; [exact Q3|]. split; [exact Q4|].
  intros I J. exact (Product.product_of_injective A B C HA HB Q2 Q4 I J).
Qed.

(* The tiles of A at all coordinates of the grid, or the grids at all of a tile, show together what A shows, each offset as often; and workers
   start at coordinates of their own. *)
Theorem partitions_cover_once :
  (forall divide apply_at unzip_at collect add_offset, divides_whole divide -> applies divide apply_at -> unzips unzip_at ->
     collects collect -> adds_offsets add_offset -> forall by_ A (keep_tile : bool) split numbers parts,
     is_layout (leaves A) -> tiles_are_layouts by_ -> Headers.zipped_divide apply_at unzip_at divide by_ A = Some split ->
     counts_part (is_tile by_) numbers (Combinators.nth_entry split (if keep_tile then 1 else 0)) ->
     Forall2 (fun at_ part => Headers.partition apply_at unzip_at collect add_offset divide by_ A at_ keep_tile = Some part)
       (coordinates numbers) parts ->
     Permutation (flat_map offsets_from parts) (offsets (leaves A))) /\
  (forall extents n L, Forall (Z.le 1) extents -> points extents <= limit -> Headers.domain_distribute extents n = Some L ->
     size L = n /\ increasing L /\ forall i, 0 <= i < n -> 0 <= evaluate L i < points extents) /\
  (forall extents n, Forall (Z.le 1) extents ->
     ((exists L, Headers.domain_distribute extents n = Some L) <-> 1 <= n /\ (n | points extents))).
Proof.
  split; [|split; [exact Workers.workers_start_apart|exact Workers.workers_are_refused_rightly]].
  intros divide apply_at unzip_at collect add_offset D Ap U C Ad by_ A keep_tile split numbers parts HA HB.
  apply (Partitions.partitions_cover_once divide apply_at unzip_at collect add_offset); auto.
  intros T B R HT HTB E. destruct (D T B) as [L P]. destruct (P R E) as (tile & grid & ->). rewrite E in L. exists tile, grid. split; [reflexivity|].
  cbn [option_map leaves flat_map] in L. rewrite app_nil_r in L. destruct divide_permutes_the_layout as [Q _].
  destruct (Q _ _ _ HT HTB L) as (I & Perm & S & _ & V & _). pose proof (divided _ _ _ HT HTB L) as Y.
  split.
  - destruct (complement strict (leaves B) (size (leaves T))) as [G|]; [|discriminate]. destruct Y as (_ & HG & Up & _ & Y).
    exact (proj1 (composition_evaluates_pointwise _ _ _ HT (proj2 (Forall_app _ _ _) (conj HTB HG)) (or_intror Up) Y)).
  - unfold Partitions.shows, offsets. rewrite S. eapply perm_trans; [|exact (Permutation_map (evaluate (leaves T)) Perm)]. rewrite map_map.
    erewrite map_ext_in; [apply Permutation_refl|]. intros i J. apply V. now apply Find.upto_in.
Qed.

(* The vector that an element lies in, by upcast() or rounding up; and what is refused. *)
Theorem upcast_keeps_the_addresses : forall strict n A, 1 <= n -> is_layout A ->
  let step := if strict : bool then upcast_step else covering_upcast_step in
  let upcast := if strict then Headers.upcast A n else Headers.covering_upcast A n in
  (forall U c, upcast = Some U -> in_box A c ->
     in_box U (digits_after n A c) /\ adds_up A c / n = adds_up U (digits_after n A c)) /\
  (upcast = None -> Exists (misfits strict n) A \/ n <= total (place_in n) A) /\
  (forall within m r, why (step n within m) = Some r -> names_a_misfit n m r).
Proof.
  intros strict n A N H step upcast.
  assert (Is : upcast = Upcast.upcast_by step n A).
  { unfold upcast, step. destruct strict; [now apply Printed.printed_upcast|now apply Printed.printed_covering_upcast]. }
  rewrite Is. clearbody upcast. split; [|split].
  - intros U c E. apply (Upcast.upcast_keeps_the_addresses step); auto. unfold step. destruct strict; auto.
  - now apply Upcast.upcast_is_refused_only.
  - intros within m r. unfold step. destruct strict; [now apply Refusals.upcast_step_names|now apply Refusals.covering_upcast_step_names].
Qed.

(* ------------------------------------------------------------------------------------------------ trees of any nesting *)

Import Colex.Combinators Colex.Edits Colex.Variants.

(* The coordinate (t, g) by pairs, and the variants at it; and a product's, whose pairs are of entries, or of both whole. Where both offsets are
   within the limits. *)
Theorem variants_regroup_the_modes : forall add_offset unzip_at, adds_offsets add_offset -> unzips unzip_at ->
  let offset c t := Headers.crd2idx_nested add_offset c t in
  (forall by_ pairs c t g x, at_pairs by_ pairs c t g -> offset c pairs = Some x -> let zipped := Headers.unzip unzip_at by_ pairs in
     (forall y, offset (Tuple [t; g]) zipped = Some y -> y = x) /\
     forall tile grid tile_too y, zipped = Tuple [tile; grid] -> rank tile = rank t -> rank grid = rank g ->
       offset (Headers.unpack (Tuple [t; g]) tile_too) (Headers.unpack zipped tile_too) = Some y -> y = x) /\
  (forall a b s t x a_first, offset (Tuple [s; t]) (Tuple [a; b]) = Some x ->
     (forall y, rank a = rank b -> rank s = rank a -> rank t = rank b ->
        offset (Headers.paired (rank s) s t false a_first) (Headers.paired (rank a) a b false a_first) = Some y -> y = x) /\
     forall y, offset (Headers.paired 1 s t true a_first) (Headers.paired 1 a b true a_first) = Some y -> y = x).
Proof.
  intros add_offset unzip_at Adds Unzips offset. split; [|now apply pairs_regroup_the_modes]. intros by_ pairs c t g x F E zipped.
  destruct (variants_regroup_the_modes add_offset unzip_at Adds Unzips by_ pairs c t g x F E) as [P Q]. split; [exact P|].
  intros tile grid tile_too y U. unfold zipped in *. rewrite U. now apply Q.
Qed.

(* Wherever a tiler has `_`, the mode stands whole in the tile, and 1:0 in the grid. *)
Theorem kept_modes_stay_whole : forall unzip_at, unzips unzip_at -> forall path by_ (t u : tree mode),
  tiles_part by_ t -> at_path path by_ = Some (Leaf Keep) -> at_path path t = Some u ->
  at_path path (fst (unzip_at by_ t)) = Some u /\ at_path path (snd (unzip_at by_ t)) = Some (Leaf (Mode 1 0)).
Proof. exact Variants.kept_modes_stay_whole. Qed.

(* Each edit by the entries of the answer, and what is refused. *)
Theorem edits_keep_the_other_modes :
  (forall (t : tree mode) from to, Headers.take t from to = if (0 <=? from) && (from <=? to) && (to <=? rank t)
     then Some (Tuple (firstn (Z.to_nat (to - from)) (skipn (Z.to_nat from) (entries t)))) else None) /\
  (forall (t : tree mode) which, Headers.select t which = if forallb (fun k => (0 <=? k) && (k <? rank t)) which
     then Some (Tuple (map (fun k => nth (Z.to_nat k) (entries t) t) which)) else None) /\
  (forall t x : tree mode, Headers.append t x = Tuple (entries t ++ [x])) /\
  (forall t x : tree mode, Headers.prepend t x = Tuple (x :: entries t)) /\
  (forall (t : tree mode) k x, Headers.replace t k x = if (0 <=? k) && (k <? rank t)
     then Some (match t with
                | Leaf _ => x
                | Tuple es => Tuple (firstn (Z.to_nat k) es ++ x :: skipn (S (Z.to_nat k)) es)
                end) else None) /\
  (forall (t : tree mode) from to, let to' := if to =? -1 then rank t else to in
     Headers.group t from to = if (0 <=? from) && (from <=? to') && (to' <=? rank t)
     then Some (Tuple (firstn (Z.to_nat from) (entries t) ++
       Tuple (firstn (Z.to_nat (to' - from)) (skipn (Z.to_nat from) (entries t))) :: skipn (Z.to_nat to') (entries t))) else None) /\
  (forall a b : tree mode, Headers.zip a b = if rank a =? rank b
     then Some (Tuple (map (fun p => Tuple [fst p; snd p]) (combine (entries a) (entries b)))) else None) /\
  (forall t : tree mode, Headers.flatten t = match t with Leaf x => Leaf x | Tuple _ => Tuple (map Leaf (leaves t)) end) /\
  (forall (t : tree mode) (target : tree Z), if Nat.eqb (List.length (leaves t)) (List.length (leaves target))
     then exists s, Headers.unflatten t target = Some (encoded s) /\ code s = code target /\ leaves s = leaves t
     else Headers.unflatten t target = None) /\
  (forall collect, collects collect -> forall kept slicer (t : tree mode), match Headers.slice collect slicer t kept with
     | Some c => exists l, chosen kept slicer t l /\ c = if is_leaf slicer && negb (is_empty l) then t else Tuple l
     | None => forall l, ~ chosen kept slicer t l
     end) /\
  (forall weakly_congruent spread, opens weakly_congruent -> spreads spread -> forall shape order,
     match Headers.compact_order weakly_congruent spread shape order with
     | Some r => exists orders, spread_over order shape orders /\ List.length r = List.length (leaves shape) /\
         forall k, (k < List.length (leaves shape))%nat ->
           nth k r 0 = if nth k (leaves shape) 0 =? 1 then 0 else points (extents_before (leaves shape) orders k)
     | None => Forall (Z.le 1) (leaves shape) -> ~ opens_into order shape \/
         exists orders k, spread_over order shape orders /\ (k < List.length (leaves shape))%nat /\
           limit < points (extents_before (leaves shape) orders k)
     end) /\
  (forall l, Forall (Z.le 1) l -> points l <= limit -> forall k, (k < List.length l)%nat ->
     nth k (Headers.compact_col_major l 1) 0 = (if nth k l 0 =? 1 then 0 else points (firstn k l)) /\
     nth k (Headers.compact_row_major l 1) 0 = if nth k l 0 =? 1 then 0 else points (skipn (S k) l)).
Proof.
  repeat apply conj.
  - exact take_is.
  - exact select_is.
  - exact append_is.
  - exact prepend_is.
  - exact replace_is.
  - exact group_is.
  - exact zip_is.
  - exact flatten_is.
  - exact unflatten_is.
  - exact slice_is.
  - exact Compact.compact_order_is.
  - intros l H P k K.
    destruct (Compact.col_major_is l 1 H ltac:(lia) ltac:(lia)) as [_ C].
    destruct (Compact.row_major_is l 1 H ltac:(lia) ltac:(lia)) as [_ R].
    rewrite C, R by exact K. now rewrite !Z.mul_1_l.
Qed.

Theorem division_rounds :
  (forall x y, (forall c, ceil_div_step x y = Some c -> 0 <= x /\ 1 <= y /\ ceiling x y c) /\
     (ceil_div_step x y = None <-> x < 0 \/ y < 1) /\
     (forall q, shape_div_step x y = Some q -> 1 <= x /\ 1 <= y /\ (q * y = x \/ q = 1 /\ y mod x = 0)) /\
     (shape_div_step x y = None <-> x < 1 \/ y < 1 \/ x mod y <> 0 /\ y mod x <> 0)) /\
  (forall step divide, divides_by step divide ->
     (forall a b r, congruent a b -> divide a b = Some r ->
        congruent a r /\ entrywise (fun x y z => step x y = Some z) (leaves a) (leaves b) (leaves r)) /\
     (forall x t d r, divide (Tuple (x :: t)) (Leaf d) = Some r ->
        exists q left_ v, divide x (Leaf d) = Some q /\ step d (points (leaves x)) = Some left_ /\
          divide (Tuple t) (Leaf left_) = Some (Tuple v) /\ r = Tuple (q :: v))) /\
  (forall divide, (forall step, divides_by step (divide step)) -> forall a b,
     Headers.ceil_div divide a b = divide ceil_div_step a b /\ Headers.shape_div divide a b = divide shape_div_step a b) /\
  (forall ceil_div, ceil_divides ceil_div ->
     (forall a d r, Forall (Z.le 1) (leaves a) -> ceil_div a (Leaf d) = Some r -> congruent a r /\ leaves r = quotients (leaves a) d) /\
     (forall a b r, Headers.round_up ceil_div a b = Some r ->
        congruent a b /\ entrywise (fun x y z => z = ceil x y * y) (leaves a) (leaves b) r) /\
     (forall evenly_divides, (forall a b, evenly_divides a b = Headers.evenly_divides ceil_div evenly_divides a b) ->
        forall a y yes, Forall (Z.le 1) (leaves a) -> 1 <= y -> evenly_divides a (Leaf y) = Some yes ->
        (yes = true <-> points (quotients (leaves a) y) * y = points (leaves a)))) /\
  (forall elem_scale, (forall a b, elem_scale a b = Headers.elem_scale elem_scale a b) ->
     forall a b r, elem_scale a b = Some r -> scaled a b r).
Proof.
  repeat apply conj.
  - intros x y. exact (conj (Division.ceil_div_step_rounds_up x y) (conj (Division.ceil_div_step_refuses x y)
      (conj (Division.shape_div_step_is_exact x y) (Division.shape_div_step_refuses x y)))).
  - intros step divide O. pose proof (Division.printed_divide step divide O) as E. split.
    + intros a b r C. rewrite E. now apply Division.divide_leaf_by_leaf.
    + intros x t d r. rewrite E. intros Q. destruct (Division.divide_by_what_is_left _ _ _ _ _ Q) as (q & l & v & Q1 & Q2 & Q3 & Q4).
      exists q, l, v. now rewrite !E.
  - intros divide _ a b. unfold Headers.ceil_div, Headers.shape_div. destruct (divide ceil_div_step a b), (divide shape_div_step a b); auto.
  - intros ceil_div (divide & O & C).
    assert (D : forall a b, ceil_div a b = Division.divide ceil_div_step a b).
    { intros a b. rewrite C. unfold Headers.ceil_div. rewrite (Division.printed_divide _ _ (O ceil_div_step)).
      now destruct (Division.divide ceil_div_step a b). }
    assert (C' : forall a b, ceil_div a b = Headers.ceil_div Division.divide a b).
    { intros a b. rewrite D. unfold Headers.ceil_div. now destruct (Division.divide ceil_div_step a b). }
    split; [|split; [exact (Division.round_up_is ceil_div C')|intros e E; exact (Division.evenly_divides_a_number ceil_div e C' E)]].
    intros a d r. rewrite D. apply Division.ceil_div_by_a_number.
  - exact Division.elem_scale_is.
Qed.

(* ------------------------------------------------------------------------------------------- maps over GF(2), swizzles *)

Lemma moves_bit count from to x n : 0 <= count -> 0 <= from -> 0 <= to -> 0 <= n ->
  Z.testbit (moves_run count from to x) n =
  xorb (Z.testbit x n) ((to <=? n) && (n <? to + count) && Z.testbit x (n - to + from)).
Proof.
  intros Hc Hf Ht Hn. unfold moves_run. destruct (Z.leb_spec to from).
  - rewrite Z.lxor_spec, Z.shiftr_spec, Z.land_spec, Found.run_bit by lia. f_equal. replace (n + (from - to)) with (n - to + from) by ring.
    rewrite andb_comm. f_equal. lia.
  - rewrite Z.lxor_spec, Z.shiftl_spec by lia. f_equal. replace (n - (to - from)) with (n - to + from) by ring.
    destruct (Z.ltb_spec (n - to + from) 0); [rewrite !Z.testbit_neg_r by lia; now rewrite andb_false_r|].
    rewrite Z.land_spec, Found.run_bit by lia. rewrite andb_comm. f_equal. lia.
Qed.
Lemma involution : forall S x, Found.admissible S = "none"%string ->
  Swizzles.swizzles S (Swizzles.swizzles S x) = x /\
  Z.shiftr (Swizzles.swizzles S x) (Swizzles.reach_bits S) = Z.shiftr x (Swizzles.reach_bits S).
Proof.
  intros S x A. apply Found.admissible_is in A. destruct A as (B & C & D & E). unfold Swizzles.reach_bits.
  rewrite !Found.swizzles_moves by lia.
  split; apply Z.bits_inj'; intros n Hn; rewrite ?Z.shiftr_spec by lia; rewrite ?moves_bit by lia.
  - set (from := Swizzles.base S + _). set (to := Swizzles.base S - _).
    destruct (Z.leb_spec to n), (Z.ltb_spec n (to + Swizzles.bits S)); cbn [andb]; rewrite ?xorb_false_r; try reflexivity.
    rewrite moves_bit by lia. replace ((to <=? n - to + from) && (n - to + from <? to + Swizzles.bits S)) with false by lia.
    now rewrite andb_false_l, xorb_false_r, xorb_assoc, xorb_nilpotent, xorb_false_r.
  - match goal with |- xorb _ (?c && _) = _ => replace c with false by lia end. apply xorb_false_r.
Qed.

(* No bit from bits + base + |shift| on is changed. *)
Theorem swizzle_is_an_involution : forall bits base shift x, swizzle_condition bits base shift = "none"%string ->
  let s := swizzled bits base shift in let reach := bits + base + Z.abs shift in
  s (s x) = x /\ Z.shiftr (s x) reach = Z.shiftr x reach.
Proof. intros bits base shift x A. exact (involution (Swizzles.Swizzle bits base shift) x A). Qed.

Theorem swizzles_compose_over_gf2 : forall bits1 base1 shift1 bits2 base2 shift2 x, 0 <= bits1 -> 0 <= base1 -> 0 <= bits2 -> 0 <= base2 ->
  0 <= x < 2 ^ Z.max (bits1 + base1 + Z.abs shift1) (bits2 + base2 + Z.abs shift2) ->
  Headers.image (Headers.compose_swizzles bits1 base1 shift1 bits2 base2 shift2) x = swizzled bits1 base1 shift1 (swizzled bits2 base2 shift2 x).
Proof.
  intros b a s d c t x B A D C X. rewrite Swizzles.printed_image, Swizzles.printed_composition.
  apply Swizzles.swizzles_compose_over_gf2; auto. unfold Swizzles.inputs, Swizzles.reach_bits. cbn.
  destruct (Z.ltb_spec (b + a + Z.abs s) (d + c + Z.abs t)); [rewrite Z.max_r in X|rewrite Z.max_l in X]; lia.
Qed.

Theorem swizzles_are_found_exactly :
  (forall source target bits base shift, Headers.make_swizzle source target = Some (bits, base, shift) ->
     swizzle_condition bits base shift = "none"%string /\ Z.land source target = 0 /\ moved source shift source = target /\
     forall x, swizzled bits base shift x = Z.lxor x (moved source shift x)) /\
  (forall source target, Headers.make_swizzle source target = None ->
     forall count from to, is_swizzle count from to 62 -> ~ (run count from = source /\ run count to = target)) /\
  (forall n bits base shift, Headers.swizzle_xor16 n = Some (bits, base, shift) ->
     swizzle_condition bits base shift = "none"%string /\ n = 2 ^ bits /\ moves_blocks (swizzled bits base shift) n) /\
  (forall n, 1 <= n -> Headers.swizzle_xor16 n = None ->
     forall bits base shift, swizzle_condition bits base shift = "none"%string -> ~ moves_blocks (swizzled bits base shift) n) /\
  (forall m bits base shift, Headers.swizzle_of m = Some (bits, base, shift) -> let n := Z.of_nat (List.length m) in
     0 <= bits <= Z.abs shift /\ 0 <= base /\ bits + base + Z.abs shift <= n /\
     forall x, 0 <= x < 2 ^ n -> swizzled bits base shift x = Headers.image m x) /\
  (forall m, Headers.swizzle_of m = None -> forall count from to, is_swizzle count from to (Z.of_nat (List.length m)) ->
     exists k, 0 <= k < Z.of_nat (List.length m) /\ moves_run count from to (2 ^ k) <> nth (Z.to_nat k) m 0).
Proof.
  repeat apply conj; [intros p q b a s; apply Found.the_masks_swizzle|exact Found.no_swizzle_of_the_masks|intros n b a s; apply Found.the_rows_swizzle
    |intros n N E b a s; exact (Found.no_swizzle_of_the_rows n N E (Swizzles.Swizzle b a s))| |exact Found.no_swizzle_is_the_map].
  intros m b a s E n. destruct (Found.the_maps_swizzle m _ E) as (B & A & R & V). split; [exact B|]. split; [exact A|]. split; [exact R|].
  intros x X. rewrite Swizzles.printed_image. now apply V.
Qed.

Theorem bit_maps_invert_exactly : forall m, is_map m -> let n := Z.of_nat (List.length m) in let image := Headers.image in
  (forall x, image m x = xor_from 0 m x) /\
  (forall back x, Headers.inverse m = inl back -> 0 <= x < 2 ^ n -> image back (image m x) = x) /\
  (forall why, Headers.inverse m = inr why ->
     condition why = "injective"%string /\ shown why = 0 /\ 0 < against why < 2 ^ n /\ image m (against why) = 0) /\
  (forall outputs, 0 <= outputs -> (Headers.bijective_map m outputs = None <-> onto (image m) n outputs)) /\
  (forall outputs c left_ right_, 0 <= outputs -> Headers.bijective_map m outputs = Some (Refused c left_ right_) ->
     c = "in_domain"%string /\ In left_ m /\ 2 ^ outputs <= left_ /\ right_ = 2 ^ outputs \/
     c = "injective"%string /\ left_ = 0 /\ 0 < right_ < 2 ^ n /\ image m right_ = 0 \/
     c = "surjective"%string /\ 0 <= left_ < 2 ^ outputs /\ forall x, 0 <= x < 2 ^ n -> image m x <> left_).
Proof.
  intros m H n image. assert (I : forall m x, image m x = Swizzles.bit_map m x) by exact Swizzles.printed_image.
  clearbody image. rewrite Inverted.printed_inverse. repeat apply conj.
  - intros x. rewrite I. now apply Bits.image_is.
  - intros back x E X. rewrite !I. destruct (Inverted.inverse m) as [b|] eqn:E'; [|discriminate]. injection E as ->. now apply (Inverted.inverse_undoes m back H E').
  - intros why E. rewrite I. destruct (Inverted.inverse m) as [b|x] eqn:E'; [discriminate|]. injection E as <-. cbn.
    destruct (Inverted.not_injective_is_shown m x H E') as (Q1 & Q2 & _). now repeat split.
  - intros outputs O. rewrite Inverted.printed_bijective, (Inverted.bijective_decides m outputs H O).
    split; apply Inverted.onto_alike; intros x; now rewrite I.
  - intros outputs c l r O E. rewrite Inverted.printed_bijective in E. rewrite I.
    destruct (proj2 (Inverted.bijective_says_no m outputs c l r H O E)) as [Q|[Q|(Q1 & Q2 & Q3)]]; [now left|right; now left|right; right].
    split; [exact Q1|]. split; [exact Q2|]. intros x X. rewrite I. now apply Q3.
Qed.

(* No linear function has L's values. *)
Theorem bit_maps_are_layouts_exactly : let image := Headers.image in
  let no_map := fun L => forall g, linear g -> ~ forall x, 0 <= x < size L -> g x = evaluate L x in
  (forall m R, Headers.layout_of_map m = Some R -> values (image m) (2 ^ Z.of_nat (List.length m)) R) /\
  (forall m, Headers.layout_of_map m = None -> forall R, ~ values (image m) (2 ^ Z.of_nat (List.length m)) R) /\
  (forall A m, Headers.map_of_layout A = inl m ->
     size A = 2 ^ Z.of_nat (List.length m) /\ forall x, 0 <= x -> image m x = evaluate A x) /\
  (forall A why, Headers.map_of_layout A = inr why -> Headers.well_formed A = "none"%string ->
     exists before m after_, A = before ++ m :: after_ /\
     (condition why = "linear"%string /\ no_map (before ++ [m]) /\ no_map A \/
      condition why = "power_of_two"%string /\ shown why = shape m /\ (forall k, 0 <= k -> shape m <> 2 ^ k) /\ (forall n, 0 <= n -> size A <> 2 ^ n) \/
      condition why = "not_negative"%string /\ shown why = stride m /\ stride m < 0 /\ 1 < shape m /\ exists x, 0 <= x < size A /\ evaluate A x < 0)) /\
  (forall f n m, Headers.find_bit_map f n = inl m ->
     n = 2 ^ Z.of_nat (List.length m) /\ forall x, 0 <= x < n -> image m x = f x) /\
  (forall f n why, Headers.find_bit_map f n = inr why ->
     condition why = "power_of_two"%string /\ shown why = n /\ (forall k, 0 <= k -> n <> 2 ^ k) \/
     exists k, 0 <= k /\ n = 2 ^ k /\ (forall g, linear g -> ~ forall x, 0 <= x < n -> g x = f x) /\
     (condition why = "starts_at_zero"%string /\ shown why = f 0 /\ f 0 <> 0 \/
      condition why = "linear"%string /\ exists i, Headers.find_bit_map_shows f n = Some (i, shown why) /\ 0 <= i < n /\
        against why = f i /\ shown why <> f i /\ shown why = xor_from 0 (map (fun b => f (2 ^ b)) (upto k)) i)).
Proof.
  intros image no_map. assert (I : forall m x, image m x = Swizzles.bit_map m x) by exact Swizzles.printed_image. clearbody image.
  assert (K : forall A, Headers.well_formed A = "none"%string -> keeps_limits A).
  { intros A. rewrite Printed.printed_well_formed. apply Limits.well_formed_keeps_limits. }
  repeat apply conj.
  - intros m R E. destruct (Linear.the_maps_layout m R E) as (P & S & V). split; [exact P|]. split; [exact S|].
    intros i J. rewrite I. apply V. lia.
  - intros m E R (P & S & V). apply (Linear.no_layout_is_the_map m E R P S). intros x X. rewrite <- I. apply V. now rewrite <- S.
  - intros A m E. destruct (Linear.the_layouts_map A m (K A (Linear.answered A (ex_intro _ m E))) E) as [S V]. split; [exact S|].
    intros x X. rewrite I. now apply V.
  - intros A why E F. destruct (Linear.no_map_is_the_layout A why (K A F) E F) as (b & m & a & Q & H). exists b, m, a. split; [exact Q|].
    destruct H as [H|[(C & S & P & N)|H]]; [now left| |now right; right]. right. left. split; [exact C|]. split; [exact S|]. split; [|exact N].
    intros k Hk X. apply P. now exists k.
  - intros f n m E. destruct (Linear.the_tables_map f n m E) as [S V]. split; [exact S|]. intros x X. rewrite I. now apply V.
  - intros f n why E. destruct (Linear.no_map_is_the_table f n why E) as [H|(k & Hk & N & G & H)]; [now left|right]. exists k.
    split; [exact Hk|]. split; [exact N|]. split; [exact G|]. destruct H as [H|(C & i & S & B & Ag & D & X)]; [now left|right].
    split; [exact C|]. exists i. repeat split; auto; try lia. rewrite X. unfold Swizzles.bit_map. rewrite Bits.image_is by lia.
    f_equal. apply map_ext. intros b. now rewrite Z.shiftl_1_l.
Qed.

(* Left out: the names of dimensions, products and quotients. *)
Theorem linear_layouts_compose_and_divide : in_part (let image := Headers.image in
  (forall a b x, 0 <= x < 2 ^ Z.of_nat (List.length b) -> image (Headers.compose_maps a b) x = image a (image b x)) /\
  (forall a b x, Headers.solve a b = inl x -> List.length x = List.length b /\
     forall i, 0 <= i < 2 ^ Z.of_nat (List.length b) -> image a (image x i) = image b i) /\
  (forall a b why, is_map a -> Headers.solve a b = inr why ->
     condition why = "surjective"%string /\ In (shown why) b /\ forall x, image a x <> shown why)).
Proof.
  unfold in_part. cbv zeta. assert (I : forall m x, Headers.image m x = Swizzles.bit_map m x) by exact Swizzles.printed_image. repeat apply conj.
  - intros a b x X. rewrite !I, Swizzles.printed_compose_maps. now apply Solved.composed.
  - intros a b x E. destruct (Solved.solve_is a b x E) as [L V]. split; [exact L|]. intros i X. rewrite !I. now apply V.
  - intros a b why [_ A] E. destruct (Solved.solve_refuses a b why) as (C & J & N); [|exact E|].
    + eapply Forall_impl; [|exact A]. cbn. lia.
    + split; [exact C|]. split; [exact J|]. intros x. rewrite I. apply N.
Qed.

(* -------------------------------------------------------------------------------------------- the rightmost mode fastest *)

(* What lex_f answers is R where f of the layouts with their leaves turned round answers R turned round. *)
Theorem lexicographic_is_the_mirror :
  (forall t : tree mode, leaves (Combinators.reversed t) = rev (leaves t) /\ Combinators.reversed (Combinators.reversed t) = t) /\
  (forall A i, is_layout A -> 0 <= i -> Headers.lex_evaluate A i = in_rows A i /\ lex_evaluate A i = in_rows A i) /\
  (forall A, is_layout A -> let R := Headers.lex_coalesce A in
     is_layout R /\ size R = size A /\ forall i, 0 <= i -> lex_evaluate R i = lex_evaluate A i) /\
  (forall A B R, is_layout A -> is_layout B -> in_domain (rev A) (rev B) -> lex_composition A B (Some R) ->
     size R = size B /\ forall i, 0 <= i < size B -> lex_evaluate R i = reads (rev A) (lex_evaluate B i)) /\
  (forall A B, is_layout A -> is_layout B -> in_domain (rev A) (rev B) -> lex_composition A B None ->
     forall Ls, nested_as Ls (rev B) -> ~ values (fun i => reads (rev A) (lex_evaluate B i)) (size B) (concat Ls)) /\
  (forall A M R, is_layout A -> 1 <= M -> Headers.lex_complement A M = Some R ->
     (forall i j, 0 <= i < size A -> 0 <= j < size R -> 0 <= lex_evaluate A i + lex_evaluate R j < M) /\
     (forall i j k l, 0 <= i < size A -> 0 <= j < size R -> 0 <= k < size A -> 0 <= l < size R ->
        lex_evaluate A i + lex_evaluate R j = lex_evaluate A k + lex_evaluate R l -> i = k /\ j = l) /\
     forall y, 0 <= y < M -> exists i j, 0 <= i < size A /\ 0 <= j < size R /\ lex_evaluate A i + lex_evaluate R j = y) /\
  (forall A M, is_layout A -> 1 <= M -> Headers.lex_complement A M = None -> forall C, ~ completes (rev A) C M) /\
  (forall A R, is_layout A -> lex_right_inverse A (Some R) ->
     forall k, 0 <= k < size R -> 0 <= lex_evaluate R k < size A /\ lex_evaluate A (lex_evaluate R k) = k) /\
  (forall A R, is_layout A -> lex_left_inverse A (Some R) ->
     forall k, 0 <= k < size A -> 0 <= lex_evaluate A k < size R /\ lex_evaluate R (lex_evaluate A k) = k).
Proof.
  unfold lex_evaluate. assert (turned : forall A, is_layout A -> is_layout (rev A)) by (intros A; apply Forall_rev).
  assert (composed_so : forall A B answer, is_layout A -> lex_composition A B answer -> composition (rev A) (rev B) (Mirror.turned answer)).
  { intros A B answer HA (along & gave_up & first & X & F & E). exists (along (rev A)), (gave_up (rev A)), first.
    split; [now apply X, turned|]. split; [exact F|]. apply Mirror.turned_back. now rewrite <- Mirror.printed_lex_composition. }
  repeat apply conj.
  - intros t. exact (conj (Mirror.leaves_are_turned_round t) (Mirror.reversed_twice t)).
  - intros A i H I. exact (conj (Mirror.shipped_rows A i H I) (Mirror.turned_round A i H)).
  - intros A H. pose proof (Coalesce.shipped_coalesce_preserves_the_map (rev A) (turned A H)) as (P & S & V).
    rewrite Mirror.size_rev in S. rewrite Mirror.printed_lex_coalesce. rewrite rev_involutive, Mirror.size_rev. split; [now apply turned|auto].
  - intros A B R HA HB D E. destruct (composition_evaluates_pointwise (rev A) (rev B) (rev R) (turned A HA) (turned B HB) D
      (composed_so A B _ HA E)) as (P & S & V). rewrite !Mirror.size_rev in *. now split.
  - intros A B HA HB D E Ls N. destruct composition_refuses_rightly as [Q _]. rewrite <- (Mirror.size_rev B).
    exact (Q (rev A) (rev B) (turned A HA) (turned B HB) D (composed_so A B _ HA E) Ls N).
  - intros A M R HA HM E. rewrite Mirror.printed_lex_complement in E. apply Mirror.turned_back in E. destruct (complement_tiles_the_codomain (rev A) M (turned A HA) HM) as [Q _].
    specialize (Q (rev R) E). unfold tiles in Q. rewrite !Mirror.size_rev in Q. exact Q.
  - intros A M HA HM E. rewrite Mirror.printed_lex_complement in E. apply Mirror.turned_back in E. exact (proj1 complement_refuses_rightly (rev A) M (turned A HA) HM E).
  - intros A R HA (found & E) k K. rewrite Mirror.printed_lex_right_inverse in E. apply Mirror.turned_back in E. destruct right_inverse_undoes_layout as [Q _]. rewrite <- (Mirror.size_rev A).
    apply (Q (rev A) (rev R) (turned A HA)); [right; now exists found|]. now rewrite Mirror.size_rev.
  - intros A R HA (one & found & E) k K. rewrite Mirror.printed_lex_left_inverse in E. apply Mirror.turned_back in E. destruct left_inverse_gives_back as [Q _]. rewrite <- (Mirror.size_rev R).
    apply (Q (rev A) (rev R) (turned A HA)); [now exists one, found|]. now rewrite Mirror.size_rev.
Qed.

(* ------------------------------------------------------------------------------------- tiles that do not come out even *)

Theorem ragged_tiles_hold_each_point_once : forall n T, 0 <= n -> 1 <= T ->
  n <= tiles_along n T * T < n + T /\
  (forall e, 0 <= e < n -> 0 <= e / T < tiles_along n T /\ 0 <= e mod T < points_inside (e / T * T) T n) /\
  (forall t p, 0 <= p < T -> (t * T + p) / T = t /\ (t * T + p) mod T = p) /\
  (forall t, 0 <= t < tiles_along n T -> t * T < n) /\
  (forall first, 0 <= first -> 0 <= points_inside first T n <= T /\
     forall p, 0 <= p < T -> (p < points_inside first T n <-> first + p < n)).
Proof.
  intros n T N P. pose proof (Ragged.tiles_are_enough n T N P) as B. repeat apply conj; try apply B.
  - intros e E. now apply Ragged.a_point_is_in_a_tile.
  - intros t p Q. now apply Ragged.tile_of_place.
  - intros t Q. nia.
  - intros first F. split; [now apply Ragged.points_inside_bounds|]. intros p Q. now apply Ragged.points_inside_is.
Qed.

Theorem residues_follow_the_strides : forall a d c W, 0 <= a -> 0 <= d -> 0 <= c -> 1 <= W ->
  0 <= misalignment a d c W < W /\
  (forall k, (a + d * c - misalignment a d c W + k * W) mod W = 0) /\
  (forall i j k, 0 <= i -> 0 <= j -> 0 <= k ->
     misalignment (a + W * i) (d + W * j) (c + W * k) W = misalignment a d c W) /\
  (forall l, 0 <= l -> (d * l) mod W = 0 -> misalignment a d (c + l) W = misalignment a d c W).
Proof.
  intros a d c W A D C P. repeat apply conj.
  - rewrite Ragged.misalignment_is by auto. apply Z.mod_pos_bound. lia.
  - rewrite Ragged.misalignment_is by auto. apply Z.mod_pos_bound. lia.
  - intros k. now apply Ragged.what_is_left_is_words.
  - intros i j k I J K. rewrite !Ragged.misalignment_is by nia.
    replace (a + W * i + (d + W * j) * (c + W * k)) with (a + d * c + (i + j * c + d * k + W * j * k) * W) by ring. now rewrite Z.mod_add by lia.
  - intros l L Q. rewrite !Ragged.misalignment_is by lia. pose proof (Z.div_mod (d * l) W ltac:(lia)) as E. rewrite Q, Z.add_0_r in E.
    replace (a + d * (c + l)) with (a + d * c + d * l / W * W) by nia. now rewrite Z.mod_add by lia.
Qed.

(* Word k has the points y with k W <= y + s < k W + W. *)
Theorem shifted_tiles_hold_each_word_once : forall n W u s R, 1 <= W -> 1 <= u -> 0 <= s < R ->
  (forall y, 0 <= y -> exists k, 0 <= k /\ k * W <= y + s < k * W + W /\ forall j, j * W <= y + s < j * W + W -> j = k) /\
  (forall y k, 0 <= y < n -> 0 <= k -> k * W <= y + s < k * W + W ->
     0 <= k / u < tiles_along (n + R - 1) (u * W) /\ k * W / (u * W) = k / u /\ (k * W) mod (u * W) = k mod u * W /\
     0 <= k mod u * W /\ k mod u * W + W <= u * W /\
     forall j, 0 <= j < W -> 1 - R <= k mod u * W - s + j < u * W).
Proof.
  intros n W u s R P U S. split.
  - intros y Y. exists ((y + s) / W). split; [apply Z.div_pos; lia|]. split; [now apply Ragged.word_of|].
    intros j J. now apply Ragged.word_of in J.
  - intros y k Y K L. destruct (Ragged.a_word_is_in_its_tile W u k P U K) as (A & B & C & D).
    split; [apply (Ragged.its_tile_is_in_the_grid n W u s R y k); auto; lia|]. repeat split; auto; lia.
Qed.

(* ------------------------------------------------------------------------------------------- text, and fewer bytes *)

(* A text is the list of its characters' codes. Of a tree with at most `most_nodes` nodes and `most_leaves` leaves, as each has. *)
Theorem text_reads_back :
  (forall x behind, Z.abs x <= limit -> Text.ends behind -> Text.integer (Text.write_number x ++ behind) = Some (x, behind)) /\
  (forall t, Text.has_room t -> Forall (fun x => Z.abs x <= limit) (leaves t) ->
     Text.parse_tuple (Text.write_tuple t) = Some (encoded t)) /\
  (forall t, Text.has_room t -> Limits.well_formed (leaves t) = "none"%string ->
     Text.parse_layout (Text.write_layout t) = Some (encoded t)).
Proof.
  split; [|split; [exact Text.a_tuple_is_read_back|exact Text.a_layout_is_read_back]].
  intros x behind L E. exact (proj1 (Text.a_number_is_read_back x behind L E)).
Qed.

Theorem packed_layouts_are_whole : forall room (t : tree mode), 1 <= room <= most_leaves ->
  let leaves_ := Z.of_nat (List.length (leaves t)) in let nodes_ := Z.of_nat (List.length (code t)) in
  (forall p, Headers.packed room (encoded t) = Some p -> Headers.unpacked p = encoded t) /\
  (nodes_ <= most_nodes -> (Headers.packed room (encoded t) = None <-> room < leaves_ \/ 16 * room - 2 < nodes_)).
Proof.
  intros room t R leaves_ nodes_. split; [intros p; now apply Packed.packed_is_whole|]. intros N. now apply Packed.packed_refuses.
Qed.

(* -------------------------------------------------------------------------------------------------------- 64 bits *)

(* Left out: what the loops add around the steps, and the steps of other functions. *)
Theorem steps_stay_in_64_bits : in_part (
  (forall A i, keeps_limits A -> 0 <= i -> word i ->
     forall before m after, A = before ++ m :: after -> evaluate_step_stays (fold_left evaluate_step before (At i 0)) m) /\
  (forall A, keeps_limits A -> Vocabulary.at_each coalesce_step coalesce_step_stays A (Mode 1 0)) /\
  (forall c A M, keeps_limits A -> 1 <= M <= limit ->
     let ms := Sort.sort (filter (matters c) A) in Forall (fun m => 1 <= stride m) ms ->
     (c <> disjoint -> Vocabulary.at_each complement_step complement_step_stays ms 1 /\
        (Combinators.stops complement_step ms 1 = false -> let reach := Combinators.reached complement_step ms 1 in
           (c = strict -> complement_finish_stays reach M) /\ (c = at_least -> covering_finish_stays reach M))) /\
     (c = disjoint -> Vocabulary.at_each disjoint_step disjoint_step_stays ms 1 /\
        (Combinators.stops disjoint_step ms 1 = false -> covering_finish_stays (Combinators.reached disjoint_step ms 1) M))) /\
  (forall A b, keeps_limits A -> within_limits b -> 0 <= stride b ->
     Vocabulary.at_each composition_step composition_step_stays (Headers.coalesce_extended A) b) /\
  (forall A place, keeps_limits A -> Vocabulary.at_each (fun s m => right_inverse_step s m (place m))
     (fun s m => right_inverse_step_stays s m (place m)) (Sort.sort (coalesce A)) 1) /\
  (forall A place, Forall (fun m => within_limits m /\ 1 <= stride m) A ->
     Vocabulary.at_each (fun s m => left_inverse_step s m (place m)) (fun s m => left_inverse_step_stays s m (place m)) A (Mode 1 0)) /\
  (forall A, keeps_limits A -> Vocabulary.at_each nullspace_step nullspace_step_stays A 1) /\
  (forall A, keeps_limits A -> Forall (fun m => 0 <= stride m) A -> Vocabulary.at_each first_gap_step first_gap_step_stays (Sort.sort A) 1) /\
  (forall n A, 1 <= n <= limit -> keeps_limits A ->
     Vocabulary.at_each (upcast_step n) (upcast_step_stays n) A 0 /\ Vocabulary.at_each (covering_upcast_step n) (covering_upcast_step_stays n) A 0) /\
  (forall a b, word a -> word b -> product_fits_stays a b /\ sum_fits_stays a b) /\
  (forall A, Headers.well_formed A = "none"%string -> keeps_limits A) /\
  (forall A c, keeps_limits A -> in_box A c -> Z.abs (adds_up A c) <= limit)).
Proof.
  repeat apply conj.
  - intros A i K I W. apply Words.along_without_refusals. now apply Words.evaluate_stays.
  - intros A K. now apply Words.along_a_fold, Words.coalesce_stays.
  - intros c A M K HM ms P.
    assert (F : forallb (fun m => negb (stride m <? 1)) (filter (matters c) A) = true).
    { apply (Permutation_Forall (Permutation_sym (Sort.sort_permutes _))) in P. apply forallb_forall. intros m I. rewrite Forall_forall in P.
      specialize (P m I). cbv beta in P. destruct (Z.ltb_spec (stride m) 1); [lia|reflexivity]. }
    assert (Q : forall reach out, loop (Covers.step_of c) ms 1 [] = Some (reach, out) -> Words.finish_stays_of c reach M)
      by (intros reach out; now apply (Words.complement_stays c A M reach out K HM F)).
    destruct (Words.complement_stays c A M 0 [] K HM F) as [S _]. fold ms in S. apply Words.along_a_fold in S.
    rewrite Combinators.a_fold_is_a_loop in Q. destruct c; cbn [Covers.step_of Words.stays_of Words.finish_stays_of] in *; split; intros N; try congruence;
      (split; [exact S|]); intros T; rewrite T in Q; specialize (Q _ _ eq_refl); try exact Q; split; intros; congruence || exact Q.
  - intros A b K W S. apply Words.along_a_fold. rewrite Coalesce.printed_extended. apply Words.composition_stays; auto. apply Words.extended_modes_are_kept.
    destruct A as [|a t]; [|now rewrite <- app_removelast_last by discriminate].
    cbn. unfold keeps_limits. cbn. unfold positive, limit. cbn. repeat split; try lia; repeat constructor; cbn; lia.
  - intros A place K. apply Words.along_any_fold, Words.right_inverse_stays. exact K.
  - intros A place K. now apply Words.along_a_fold, Words.left_inverse_stays.
  - intros A K. now apply Words.along_any_fold, Words.nullspace_stays.
  - intros A K P. now apply Words.along_a_fold, Words.first_gap_stays.
  - intros n A N K. split; apply Words.along_a_fold; now apply Words.upcast_stays.
  - exact Words.fits_stay.
  - intros A. rewrite Printed.printed_well_formed. exact (Limits.well_formed_keeps_limits A).
  - exact Limits.offsets_keep_limits.
Qed.
