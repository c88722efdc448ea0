(* SPDX-License-Identifier: MIT *)
(* surjective() of strides of any sign, at every rank: modes that count downwards read backwards, which shifts all offsets; and offset after
   offset, as the search for a coordinate has them. Law: surjective_is_exact. *)
From Coq Require Import ZArith List Lia Bool Sorted String.
Require Import Colex.Fold Colex.Combinators Colex.Vocabulary Colex.Steps Colex.Evaluate Colex.Surjective Colex.Swizzles Colex.Printed.
Require Colex.Headers.
Import ListNotations.
Open Scope list_scope.
Open Scope Z_scope.

Definition hit (A : list mode) (v : Z) : Prop := exists i, 0 <= i < size A /\ evaluate A i = v.
(* The least offset that is missed below n, or none, or neither. *)
Definition right_about (H : Z -> Prop) (n : Z) (gave_up : bool) (answer : option refusal) : Prop := match answer with
  | None => forall v, 0 <= v < n -> H v
  | Some why => let v := shown why in why = Refused "undecided" 0 0 /\ gave_up = true \/
      why = Refused "surjective" v 0 /\ 0 <= v < n /\ ~ H v /\ forall w, 0 <= w < v -> H w
  end.

(* --------------------------------------------------------------------------------------------------- read backwards *)

Definition upright (m : mode) : mode := if stride m <? 0 then Mode (shape m) (0 - stride m) else m.
Fixpoint shift (A : list mode) : Z := match A with [] => 0 | m :: t => (if stride m <? 0 then (shape m - 1) * (0 - stride m) else 0) + shift t end.
Lemma read_backwards A : Forall positive A -> forall i, 0 <= i < size A -> exists j, 0 <= j < size A /\ evaluate A j = evaluate (map upright A) i - shift A.
Proof.
  induction 1 as [|m t Hm Ht IH]; intros i I; cbn [size map shift] in *; [exists i; split; [exact I|]; rewrite evaluate_nil; lia|].
  unfold positive in Hm. pose proof (Z.mod_pos_bound i (shape m) ltac:(lia)) as D. pose proof (Z.div_mod i (shape m) ltac:(lia)) as E.
  destruct (IH (i / shape m)) as (j & J & V); [split; [apply Z.div_pos; lia|apply Z.div_lt_upper_bound; lia]|].
  set (x := if stride m <? 0 then shape m - 1 - i mod shape m else i mod shape m).
  assert (X : 0 <= x < shape m) by (unfold x; destruct (stride m <? 0); lia).
  exists (x + shape m * j). split; [nia|]. rewrite !evaluate_cons.
  assert (Q : (x + shape m * j) mod shape m = x /\ (x + shape m * j) / shape m = j).
  { split; [symmetry; apply (Z.mod_unique _ _ j); lia|symmetry; apply (Z.div_unique _ _ _ x); lia]. }
  destruct Q as [-> ->]. rewrite V. unfold upright, x. destruct (stride m <? 0); cbn [shape stride]; ring.
Qed.
Lemma printed_upright A : forall x l,
  fold_left (fun '(x2, l3) m => if stride m <? 0 then (x2 + (shape m - 1) * (0 - stride m), l3 ++ [Mode (shape m) (0 - stride m)]) else (x2, l3 ++ [m])) A (x, l) =
  (x + shift A, l ++ map upright A).
Proof.
  induction A as [|m t IH]; intros x l; cbn [fold_left map shift]; [now rewrite Z.add_0_r, app_nil_r|]. unfold upright at 1.
  destruct (stride m <? 0); rewrite IH, <- app_assoc; cbn [app]; f_equal; ring.
Qed.
Lemma upright_size A : size (map upright A) = size A.
Proof. induction A as [|m t IH]; cbn [size map]; [reflexivity|]. rewrite IH. unfold upright. now destruct (stride m <? 0). Qed.
Lemma below_the_shifted_gap A n : Forall positive A -> n <= Headers.first_gap (map upright A) - shift A -> forall v, 0 <= v < n -> hit A v.
Proof.
  intros H N v V. rewrite printed_first_gap in N.
  assert (P : Forall positive (map upright A)) by (rewrite Forall_map; eapply Forall_impl; [|exact H]; intros m M; unfold upright; now destruct (stride m <? 0)).
  assert (R : Forall rises (map upright A)).
  { rewrite Forall_map. eapply Forall_impl; [|exact H]. intros m _. unfold upright, rises. destruct (Z.ltb_spec (stride m) 0); cbn [stride]; lia. }
  assert (S : 0 <= shift A).
  { clear - H. induction H as [|m t M T IH]; cbn [shift]; [lia|]. unfold positive in M. destruct (Z.ltb_spec (stride m) 0); nia. }
  destruct (proj1 (first_gap_is_the_least_offset_missed _ P R) (v + shift A) ltac:(lia)) as (i & I & E). rewrite upright_size in I.
  destruct (read_backwards A H i I) as (j & J & F). exists j. split; [exact J|]. lia.
Qed.

(* ------------------------------------------------------------------------------------------------- CuTe's coordinate *)

Lemma a_digit x y s : 0 <= x -> 0 < y -> 1 <= s -> 0 <= Z.rem (Z.quot x y) s < s.
Proof. intros X Y S. apply Z.rem_bound_pos; [apply Z.quot_pos; lia|lia]. Qed.
Lemma direct_is_a_coordinate A offset : Forall positive A -> hit A (snd (Headers.direct_coordinate A offset)).
Proof.
  intros H. unfold Headers.direct_coordinate.
  match goal with |- context [fold_left ?f A (0, 0, 1)] => set (turn := f) end.
  enough (G : forall x2 x3 x4, exists y z, exists i, 0 <= i < size A /\ fold_left turn A (x2, x3, x4) = (y, x3 + evaluate A i, z)).
  { destruct (G 0 0 1) as (y & z & i & I & ->). cbn [snd]. exists i. split; [exact I|ring]. }
  assert (T : forall m, positive m -> forall x2 x3 x4, exists y z d, 0 <= d < shape m /\ turn (x2, x3, x4) m = (y, x3 + d * stride m, z)).
  { intros m M x2 x3 x4. unfold positive in M. unfold turn.
    repeat match goal with |- context [if ?c then _ else _] => destruct c eqn:? end;
      rewrite ?Z.ltb_lt, ?Z.ltb_ge, ?Z.eqb_neq in *;
      first [eexists _, _, 0; split; [lia|f_equal; f_equal; ring]
            |eexists _, _, _; split; [|reflexivity]; apply a_digit; lia]. }
  clearbody turn. induction H as [|m t Hm Ht IH]; intros x2 x3 x4; cbn [fold_left].
  - exists x2, x4, 0. cbn [size]. split; [lia|]. rewrite evaluate_nil, Z.add_0_r. reflexivity.
  - destruct (T m Hm x2 x3 x4) as (y & z & d & D & ->). destruct (IH y (x3 + d * stride m) z) as (y' & z' & i & I & ->).
    exists y', z', (d + shape m * i). cbn [size]. split; [nia|]. do 2 f_equal. rewrite evaluate_cons.
    replace ((d + shape m * i) mod shape m) with d by (apply (Z.mod_unique _ _ i); lia).
    replace ((d + shape m * i) / shape m) with i by (apply (Z.div_unique _ _ _ d); lia). ring.
Qed.

(* --------------------------------------------------------------------------------------------- offset after offset *)

Section Searched.
  Variables (H : Z -> Prop) (n : Z).
  Lemma goes_up {ans} (turn : Z -> unit -> unit + ans) (fine : ans -> Prop) :
    (forall v, 0 <= v < n -> (forall w, 0 <= w < v -> H w) -> match turn v tt with inl _ => H v | inr r => fine r end) ->
    forall from, 0 <= from -> (forall w, 0 <= w < from -> H w) ->
    match walk turn (map (Z.add from) (below (n - from))) tt with inl _ => forall v, 0 <= v < n -> H v | inr r => fine r end.
  Proof.
    intros T from F. unfold below. replace (map (Z.add from) (map Z.of_nat (seq 0 (Z.to_nat (n - from)))))
      with (map (fun k => from + Z.of_nat k) (seq 0 (Z.to_nat (n - from)))) by (now rewrite map_map).
    remember (Z.to_nat (n - from)) as k eqn:K. revert from F K. induction k as [|k IH]; intros from F K B; cbn [seq map walk].
    - intros v V. apply B. lia.
    - rewrite Z.add_0_r. assert (X : 0 <= from < n) by lia. specialize (T from X B) as Q. destruct (turn from tt) as [[]|r]; [|exact Q].
      rewrite <- seq_shift, map_map. specialize (IH (from + 1) ltac:(lia) ltac:(lia)).
      replace (map (fun x => from + Z.of_nat (S x)) (seq 0 k)) with (map (fun j => from + 1 + Z.of_nat j) (seq 0 k)) by (apply map_ext; lia).
      apply IH. intros w W. destruct (Z.eq_dec w from) as [->|]; [exact Q|apply B; lia].
  Qed.
  Lemma in_their_order {ans} (turn : Z -> Z -> Z + ans) (fine : ans -> Prop) :
    (forall m x, 0 <= x -> (forall w, 0 <= w < x -> H w) -> (forall v, x <= v < m -> ~ H v) ->
       match turn m x with inl y => y = x /\ m < x \/ y = x + 1 /\ m = x | inr r => fine r end) ->
    forall l, StronglySorted Z.le l -> forall x, 0 <= x -> (forall w, 0 <= w < x -> H w) -> (forall v, In v l -> H v) -> (forall v, x <= v -> H v -> In v l) ->
    match walk turn l x with inl y => 0 <= y /\ (forall w, 0 <= w < y -> H w) /\ ~ H y | inr r => fine r end.
  Proof.
    intros T l. induction 1 as [|m t S IH F]; intros x X B I O; cbn [walk].
    - split; [exact X|]. split; [exact B|]. intros Y. exact (O x (Z.le_refl x) Y).
    - rewrite Forall_forall in F. assert (M : H m) by (apply I; now left).
      assert (L : forall v, x <= v < m -> ~ H v).
      { intros v V Y. destruct (O v ltac:(lia) Y) as [E|E]; [lia|]. specialize (F v E). lia. }
      specialize (T m x X B L). destruct (turn m x) as [y|r]; [|exact T].
      destruct T as [(-> & E)|(-> & ->)]; apply IH; auto with datatypes; try lia.
      + intros v V Y. destruct (O v V Y) as [Q|Q]; [lia|exact Q].
      + intros w W. destruct (Z.eq_dec w x) as [->|]; [exact M|apply B; lia].
      + intros v V Y. destruct (O v ltac:(lia) Y) as [Q|Q]; [lia|exact Q].
  Qed.

  (* What the loops answer, inside of others' turns or not: `wrap` puts it there. *)
  Variables (s : search) (ans : Type) (wrap : option refusal -> ans).
  Hypothesis S : searches H s.
  Notation undecided_ := (Some (Refused "undecided" 0 0)).
  Notation misses x := (Some (Refused "surjective" x 0)).
  Notation right_ := (right_about H n (exhausted s)).

  Lemma all_looked_up from : 0 <= from -> (forall w, 0 <= w < from -> H w) -> exhausted s = false -> exists r, right_ r /\
    match walk (fun m _ => if at_last s m then inl tt else if m <? n then inr (wrap (misses m)) else inr (wrap None))
      (map (Z.add from) (below (n - from))) tt with inl _ => wrap None | inr a => a end = wrap r.
  Proof.
    intros F B E. destruct S as (_ & _ & Last & All & _).
    match goal with |- context [walk ?turn _ _] => pose proof (goes_up turn (fun a => exists r, right_ r /\ a = wrap r)) as G end.
    match type of G with ?P -> _ => assert (T : P); [|specialize (G T from F B)] end.
    - intros v V W. destruct (at_last s v) eqn:A; [now apply Last|]. destruct (Z.ltb_spec v n); [|lia]. eexists. split; [|reflexivity].
      right. cbn. repeat split; auto; try lia. intros Y. rewrite (All E v Y) in A. discriminate.
    - destruct (walk _ _ _); [now exists None|exact G].
  Qed.
  Lemma all_in_order l : in_order s = Some l -> exists r, right_ r /\
    match walk (fun m x => if x <? n then if x <? m then inr (wrap (misses x)) else if m =? x then inl (x + 1) else inl x else inr (wrap None)) l 0 with
    inl x => if x <? n then wrap (misses x) else wrap None | inr a => a end = wrap r.
  Proof.
    intros E. destruct S as (_ & _ & _ & _ & O). destruct (O l E) as [L I].
    match goal with |- context [walk ?turn _ _] => pose proof (in_their_order turn (fun a => exists r, right_ r /\ a = wrap r)) as G end.
    match type of G with ?P -> _ => assert (T : P); [|specialize (G T l L 0 ltac:(lia) ltac:(lia) (fun v => proj1 (I v)) (fun v _ => proj2 (I v)))] end.
    - intros m x X B N. destruct (Z.ltb_spec x n); [|exists None; split; [intros v V; apply B; lia|reflexivity]].
      destruct (Z.ltb_spec x m); [|destruct (Z.eqb_spec m x); [now right|left; split; [reflexivity|lia]]].
      eexists. split; [|reflexivity]. right. cbn. repeat split; auto; try lia. apply N. lia.
    - destruct (walk _ _ _) as [x|a]; [|exact G]. destruct G as (X & B & N). destruct (Z.ltb_spec x n); eexists; (split; [|reflexivity]).
      + right. cbn. repeat split; auto; lia.
      + intros v V. apply B. lia.
  Qed.
  Lemma none_is_said from : match walk (fun m _ => if at_last s m then inl tt else inr (wrap undecided_)) from tt with
    inl _ => wrap undecided_ | inr a => a end = wrap undecided_.
  Proof. induction from as [|m t IH]; cbn [walk]; [reflexivity|]. destruct (at_last s m); [exact IH|reflexivity]. Qed.
  Lemma none_is_said_in_order {state} (l : list Z) (x : state) : match walk (fun _ _ => inr (wrap undecided_)) l x with
    inl _ => wrap undecided_ | inr a => a end = wrap undecided_.
  Proof. now destruct l. Qed.
End Searched.

Theorem gap_is_right found A n : Forall positive A -> existsb falls A = false ->
  match Headers.surjective found A n with None => forall v, 0 <= v < n -> hit A v | Some why => let v := shown why in
    why = Refused "surjective" v 0 /\ 0 <= v < n /\ ~ hit A v /\ forall w, 0 <= w < v -> hit A w end.
Proof.
  intros HA F. rewrite printed_surjective by exact F. pose proof (none_falls A HA F) as R.
  destruct (first_gap_is_the_least_offset_missed A HA R) as [Below Gap]. pose proof (first_gap_positive A HA R).
  destruct (Z.ltb_spec (first_gap A) n); cbn.
  - repeat split; auto; try lia. intros (i & I & J). exact (Gap i I J).
  - intros v V. apply Below. lia.
Qed.
Theorem search_is_right found A n : Forall positive A -> searches (hit A) (found A) ->
  right_about (hit A) n (exhausted (found A)) (Headers.surjective found A n).
Proof.
  intros HA S. destruct (existsb falls A) eqn:F.
  2: { pose proof (gap_is_right found A n HA F) as Q. destruct (Headers.surjective found A n); [now right|exact Q]. }
  unfold Headers.surjective. rewrite a_flag, F, printed_upright, Z.add_0_l, Z.ltb_irrefl, Z.sub_diag. cbn [Z.eqb app].
  destruct (Z.leb_spec n (Headers.first_gap (map upright A) - shift A)) as [L|_]; [exact (below_the_shifted_gap A n HA L)|].
  pose proof (direct_is_a_coordinate A) as Direct. assert (First : _) by exact (proj1 S). assert (All : _) by exact (proj1 (proj2 S)). set (s := found A) in *.
  assert (U : exhausted s = true -> right_about (hit A) n (exhausted s) (Some (Refused "undecided" 0 0))) by (intros X; left; auto).
  set (w := walk _ (below n) tt).
  assert (W : match w with inl _ => forall v, 0 <= v < n -> hit A v | inr r => right_about (hit A) n (exhausted s) r end).
  { unfold w. clear w. replace (below n) with (map (Z.add 0) (below (n - 0))) by (rewrite Z.sub_0_r; apply map_id).
    apply goes_up; [|lia|intros; lia]. intros v V B.
    destruct (Z.eqb_spec (snd (Headers.direct_coordinate A v)) v) as [E|_]; [rewrite <- E; apply Direct; exact HA|].
    destruct (at_first s v) eqn:AF; [now apply First|]. destruct (ended s) eqn:EN.
    - destruct (exhausted s) eqn:X; (destruct (in_order s) as [l|] eqn:O; cbn [is_nothing numbers_of]).
      + rewrite (none_is_said_in_order (unit + option refusal) inr). now apply U.
      + rewrite (none_is_said s (unit + option refusal) inr). now apply U.
      + destruct (all_in_order (hit A) n s (unit + option refusal) inr S l O) as (r & G & E). rewrite X in G. now rewrite E.
      + destruct (all_looked_up (hit A) n s (unit + option refusal) inr S v ltac:(lia) B X) as (r & G & E). rewrite X in G. now rewrite E.
    - destruct (Z.ltb_spec v n); [|lia]. right. cbn. repeat split; auto; try lia. intros Y. rewrite (All eq_refl v Y) in AF. discriminate. }
  clearbody w. destruct w as [_|r]; [|exact W]. destruct (ended s); [|exact W].
  destruct (exhausted s) eqn:X; (destruct (in_order s) as [l|] eqn:O; cbn [is_nothing numbers_of]); try exact W.
  - rewrite (none_is_said_in_order (option refusal) (fun r => r)). now apply U.
  - now apply U.
  - destruct (all_in_order (hit A) n s (option refusal) (fun r => r) S l O) as (r & G & E). rewrite X in G. now rewrite E.
Qed.
