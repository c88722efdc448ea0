(* SPDX-License-Identifier: MIT *)
(* Edits of trees of any rank and nesting, over the code in which the shipped ones keep them: each is the tuple of the entries
   that its step names. Law: edits_keep_the_other_modes. *)
From Coq Require Import ZArith List Lia Bool.
Require Import Colex.Fold Colex.Nested Colex.Combinators Colex.Steps.
Import ListNotations.
Open Scope list_scope.
Open Scope Z_scope.

Local Arguments Z.add _ _ : simpl never.
Local Arguments Z.sub _ _ : simpl never.
Local Arguments Z.of_nat _ : simpl never.

Section Coded.
Context {A : Type}.
Implicit Types t : tree A.

(* ------------------------------------------------------------------------------------------------- where entries are *)

(* nested.hpp, past(): from a node on, while subtrees are open; how many nodes are passed, and where the next leaf is. *)
Fixpoint walk (open leaf : Z) (rest : list Z) : nat * Z :=
  match rest with
  | [] => (0%nat, leaf)
  | c :: more =>
      if 0 <? open then let at_ := past_step open leaf c in let (n, l) := walk (fst at_) (snd at_) more in (S n, l)
      else (0%nat, leaf)
  end.
Record place := Place { node : nat; number : nat }.
Definition past (ns : list Z) (p : place) : place :=
  let (n, l) := walk 1 (Z.of_nat (number p)) (skipn (node p) ns) in Place (node p + n) (Z.to_nat l).
Definition is_leaf (ns : list Z) (p : place) : bool := nth (node p) ns 0 =? 0.
Definition ranks (ns : list Z) : Z := if is_leaf ns (Place 0 0) then 1 else nth 0 ns 0 - 1.
(* structure.hpp: place_of() and graft(). *)
Definition place_of (c : coded A) (k : nat) : place :=
  if is_leaf (nodes c) (Place 0 0) then Place 0 0 else Nat.iter k (past (nodes c)) (Place 1 0).
Definition between {B} (l : list B) (first last : nat) : list B := firstn (last - first) (skipn first l).
Definition part (c : coded A) (from : place) : coded A :=
  let to := past (nodes c) from in
  Coded (between (nodes c) (node from) (node to)) (between (items c) (number from) (number to)).

Lemma ranks_is t : ranks (code t) = rank t.
Proof.
  destruct t as [x|es]; [reflexivity|]. unfold ranks, is_leaf, rank. cbn [code node nth entries].
  destruct (Z.eqb_spec (1 + Z.of_nat (length es)) 0); lia.
Qed.
Lemma is_leaf_is t more : is_leaf (code t ++ more) (Place 0 0) = match t with Leaf _ => true | Tuple _ => false end.
Proof. destruct t; [reflexivity|]. unfold is_leaf. cbn. apply Z.eqb_neq. lia. Qed.

(* Nodes of one tree are passed, and no more. *)
Lemma walk_trees ts : Forall (fun t => forall open leaf more, 1 <= open ->
    walk open leaf (code t ++ more) =
    let (n, l) := walk (open - 1) (leaf + Z.of_nat (length (leaves t))) more in ((length (code t) + n)%nat, l)) ts ->
  forall open leaf more, Z.of_nat (length ts) <= open ->
    walk open leaf (flat_map code ts ++ more) =
    let (n, l) := walk (open - Z.of_nat (length ts)) (leaf + Z.of_nat (length (flat_map leaves ts))) more in
    ((length (flat_map code ts) + n)%nat, l).
Proof.
  induction 1 as [|t u Ht Hu IH]; intros open leaf more O.
  - cbn [flat_map app length]. rewrite Z.sub_0_r, Z.add_0_r. now destruct (walk open leaf more).
  - cbn [flat_map length] in *. rewrite <- app_assoc, Ht, IH, !app_length by lia.
    replace (open - 1 - Z.of_nat (length u)) with (open - Z.of_nat (S (length u))) by lia.
    replace (leaf + Z.of_nat (length (leaves t)) + Z.of_nat (length (flat_map leaves u)))
      with (leaf + Z.of_nat (length (leaves t) + length (flat_map leaves u))) by lia.
    destruct (walk _ _ more). f_equal. lia.
Qed.
Lemma walk_tree t : forall open leaf more, 1 <= open ->
  walk open leaf (code t ++ more) =
  let (n, l) := walk (open - 1) (leaf + Z.of_nat (length (leaves t))) more in ((length (code t) + n)%nat, l).
Proof.
  induction t as [x|es IH] using tree_induction; intros open leaf more O; cbn [code app walk];
    (destruct (Z.ltb_spec 0 open); [|lia]); unfold past_step.
  - cbn [Z.eqb fst snd leaves length]. now destruct (walk _ _ more).
  - destruct (Z.eqb_spec (1 + Z.of_nat (length es)) 0); [lia|]. cbn [fst snd].
    rewrite (walk_trees es IH) by lia. cbn [leaves length].
    replace (open + (1 + Z.of_nat (length es)) - 2 - Z.of_nat (length es)) with (open - 1) by lia.
    destruct (walk _ _ more). reflexivity.
Qed.
Lemma past_tree before t after n : past (before ++ code t ++ after) (Place (length before) n) =
  Place (length before + length (code t)) (n + length (leaves t)).
Proof.
  unfold past. cbn [node number]. rewrite skipn_app, skipn_all, Nat.sub_diag. cbn [app skipn].
  rewrite walk_tree by lia. replace (1 - 1) with 0 by lia.
  assert (W : forall more l, walk 0 l more = (0%nat, l)) by (intros [|] ?; reflexivity). rewrite W.
  f_equal; lia.
Qed.

Lemma between_middle {B} (a b c : list B) : between (a ++ b ++ c) (length a) (length a + length b) = b.
Proof.
  unfold between. rewrite skipn_app, skipn_all, Nat.sub_diag. cbn [app skipn].
  replace (length a + length b - length a)%nat with (length b) by lia.
  now rewrite firstn_app, firstn_all, Nat.sub_diag, firstn_O, app_nil_r.
Qed.

(* Entry k is found, and cut out whole. *)
Lemma place_of_entry before t after :
  place_of (encoded (Tuple (before ++ t :: after))) (length before) =
  Place (length (1 :: flat_map code before)) (length (flat_map leaves before)).
Proof.
  unfold place_of. cbn [encoded nodes]. rewrite <- (app_nil_r (code (Tuple _))), is_leaf_is.
  rewrite app_nil_r. cbn [code]. generalize (1 + Z.of_nat (length (before ++ t :: after))) as head. intros head.
  rewrite flat_map_app. cbn [flat_map]. generalize (code t ++ flat_map code after) as rest. intros rest.
  revert rest. induction before as [|u v IH] using rev_ind; intros rest; [reflexivity|].
  rewrite app_length, Nat.add_comm. cbn [length Nat.add Nat.iter nat_rect].
  rewrite flat_map_app, <- app_assoc. cbn [flat_map]. rewrite app_nil_r.
  change (nat_rect _ _ _ (length v)) with (Nat.iter (length v) (past (head :: flat_map code v ++ code u ++ rest)) (Place 1 0)).
  rewrite IH. change (head :: flat_map code v ++ code u ++ rest) with ((head :: flat_map code v) ++ code u ++ rest).
  change (length (1 :: flat_map code v)) with (length (head :: flat_map code v)). rewrite past_tree.
  rewrite flat_map_app. cbn [flat_map length]. rewrite app_nil_r, !app_length. reflexivity.
Qed.
Theorem entry_is t k : (k < length (entries t))%nat ->
  part (encoded t) (place_of (encoded t) k) = encoded (nth k (entries t) t).
Proof.
  intros H. destruct t as [x|es].
  - cbn [entries length] in *. assert (k = 0%nat) by lia. subst k. reflexivity.
  - cbn [entries] in *. pose proof (nth_split es (Tuple es) H) as (before & after & E & L).
    set (t := nth k es (Tuple es)) in *. rewrite E, <- L, place_of_entry. unfold part. cbn [encoded nodes items node number].
    set (head := 1 + Z.of_nat (length (before ++ t :: after))).
    assert (C : code (Tuple (before ++ t :: after)) = (head :: flat_map code before) ++ code t ++ flat_map code after).
    { cbn [code]. now rewrite flat_map_app. }
    assert (V : leaves (Tuple (before ++ t :: after)) = flat_map leaves before ++ leaves t ++ flat_map leaves after).
    { cbn [leaves]. now rewrite flat_map_app. }
    rewrite C, V. change (length (1 :: flat_map code before)) with (length (head :: flat_map code before)).
    rewrite past_tree. cbn [node number]. rewrite !between_middle. reflexivity.
Qed.

(* ------------------------------------------------------------------------------------------------- the tuple of entries *)

(* open() and graft(), again and again. *)
Definition gather (pieces : list (coded A)) : coded A :=
  Coded ((1 + Z.of_nat (length pieces)) :: flat_map nodes pieces) (flat_map items pieces).
Lemma gather_is ts : gather (map encoded ts) = encoded (Tuple ts).
Proof.
  unfold gather, encoded. cbn [code leaves]. rewrite map_length. f_equal; [f_equal|];
    induction ts as [|t u IH]; cbn [map flat_map nodes items]; congruence.
Qed.
(* A place is full: the rest is dropped, and remembered. *)
Definition room (cap : Z) {B} (l : list B) : list B * bool := (firstn (Z.to_nat cap) l, cap <? Z.of_nat (length l)).

Definition numbers (count : Z) : list Z := map Z.of_nat (seq 0 (Z.to_nat count)).
Definition stands (a b : coded A) (p : pick) : coded A :=
  match p with
  | First k => part a (place_of a (Z.to_nat k))
  | Second k => part b (place_of b (Z.to_nat k))
  | First_whole => a
  | Second_whole => b
  end.
(* structure.hpp, gathered(). *)
Definition gathered (count : Z) (a b : coded A) (step : Z -> pick) : coded A :=
  gather (map (fun k => stands a b (step k)) (numbers count)).

(* What the pick names, of the trees themselves. *)
Inductive names (a b : tree A) : pick -> tree A -> Prop :=
  | first_entry k t : 0 <= k -> nth_error (entries a) (Z.to_nat k) = Some t -> names a b (First k) t
  | second_entry k t : 0 <= k -> nth_error (entries b) (Z.to_nat k) = Some t -> names a b (Second k) t
  | first_tree : names a b First_whole a
  | second_tree : names a b Second_whole b.
Lemma stands_is a b p t : names a b p t -> stands (encoded a) (encoded b) p = encoded t.
Proof.
  intros [k u Hk E|k u Hk E| |]; cbn [stands]; auto.
  - rewrite entry_is by (apply nth_error_Some; congruence). f_equal. now apply nth_error_nth.
  - rewrite entry_is by (apply nth_error_Some; congruence). f_equal. now apply nth_error_nth.
Qed.
(* A step of which only is known which entries it names. *)
Theorem gathered_is a b step ts : (forall k t, nth_error ts k = Some t -> names a b (step (Z.of_nat k)) t) ->
  gathered (Z.of_nat (length ts)) (encoded a) (encoded b) step = encoded (Tuple ts).
Proof.
  intros H. unfold gathered, numbers. rewrite Nat2Z.id, <- gather_is, map_map. f_equal.
  enough (G : forall n, (forall k t, nth_error ts k = Some t -> names a b (step (Z.of_nat (n + k))) t) ->
    map (fun k => stands (encoded a) (encoded b) (step (Z.of_nat k))) (seq n (length ts)) = map encoded ts) by now apply G.
  clear H. induction ts as [|t u IH]; intros n H; [reflexivity|]. cbn [length seq map]. f_equal.
  - apply stands_is. specialize (H 0%nat t eq_refl). now rewrite Nat.add_0_r in H.
  - apply IH. intros k x E. specialize (H (S k) x E). now rewrite Nat.add_succ_r in H.
Qed.

(* ------------------------------------------------------------------------------------------------- the edits *)

Definition take (c : coded A) (from to : Z) : option (coded A) :=
  if lacks_entries from to (ranks (nodes c)) then None else Some (gathered (to - from) c c (take_step from)).
Definition select (c : coded A) (which : list Z) : option (coded A) :=
  if existsb (fun k => lacks_entry k (ranks (nodes c))) which then None
  else Some (gathered (Z.of_nat (length which)) c c (fun k => take_step 0 (nth (Z.to_nat k) which 0))).
Definition append (c x : coded A) : coded A :=
  let n := ranks (nodes c) in gathered (n + 1) c x (append_step n).
Definition prepend (c x : coded A) : coded A := gathered (ranks (nodes c) + 1) c x prepend_step.
Definition replace (c : coded A) (k : Z) (x : coded A) : option (coded A) :=
  if lacks_entry k (ranks (nodes c)) then None
  else if is_leaf (nodes c) (Place 0 0) then Some x
  else Some (gathered (ranks (nodes c)) c x (replace_step k)).
Definition group (c : coded A) (from to : Z) : option (coded A) :=
  let to := if to =? -1 then ranks (nodes c) else to in
  match take c from to with
  | Some middle => Some (gathered (ranks (nodes c) - (to - from) + 1) c middle (group_step from to))
  | None => None
  end.

Lemma nth_error_firstn {B} (l : list B) : forall n k, (k < n)%nat -> nth_error (firstn n l) k = nth_error l k.
Proof. induction l as [|x l IH]; intros [|n] [|k] H; try lia; try reflexivity. apply IH. lia. Qed.
Lemma nth_error_skipn {B} (l : list B) : forall n k, nth_error (skipn n l) k = nth_error l (n + k).
Proof. induction l as [|x l IH]; intros [|n] k; try reflexivity; [now destruct k|]. apply IH. Qed.
Lemma lacks_entry_is k n : lacks_entry k n = false <-> 0 <= k < n.
Proof. unfold lacks_entry. destruct (Z.ltb_spec k 0), (Z.leb_spec n k); split; intros; auto; try discriminate; lia. Qed.
Lemma lacks_entries_is from to n : lacks_entries from to n = false <-> 0 <= from <= to /\ to <= n.
Proof.
  unfold lacks_entries. destruct (Z.ltb_spec from 0), (Z.ltb_spec to from), (Z.ltb_spec n to); split; intros; auto;
    try discriminate; lia.
Qed.

Theorem take_is t from to : take (encoded t) from to =
  if lacks_entries from to (rank t) then None
  else Some (encoded (Tuple (firstn (Z.to_nat (to - from)) (skipn (Z.to_nat from) (entries t))))).
Proof.
  unfold take. cbn [encoded nodes]. rewrite ranks_is. destruct (lacks_entries from to (rank t)) eqn:L; [reflexivity|].
  apply lacks_entries_is in L. unfold rank in L. f_equal.
  set (ts := firstn _ _). assert (N : to - from = Z.of_nat (length ts)).
  { unfold ts. rewrite firstn_length, skipn_length. lia. }
  rewrite N at 1. apply gathered_is. intros k x E. unfold take_step. constructor; [lia|].
  assert (K : (k < Z.to_nat (to - from))%nat) by (rewrite N, Nat2Z.id; apply nth_error_Some; congruence).
  unfold ts in E. rewrite nth_error_firstn in E by auto. rewrite nth_error_skipn in E. rewrite <- E. f_equal. lia.
Qed.
Theorem select_is t which : select (encoded t) which =
  if existsb (fun k => lacks_entry k (rank t)) which then None
  else Some (encoded (Tuple (map (fun k => nth (Z.to_nat k) (entries t) t) which))).
Proof.
  unfold select. cbn [encoded nodes]. rewrite ranks_is. destruct (existsb _ which) eqn:X; [reflexivity|]. f_equal.
  set (ts := map _ which). replace (length which) with (length ts) by apply map_length. apply gathered_is.
  intros k x E. rewrite Nat2Z.id. unfold ts in E.
  destruct (nth_error which k) as [w|] eqn:W; [|rewrite nth_error_map, W in E; discriminate].
  rewrite nth_error_map, W in E. injection E as <-. rewrite (nth_error_nth _ _ _ W).
  assert (B : lacks_entry w (rank t) = false).
  { apply nth_error_In in W. destruct (lacks_entry w (rank t)) eqn:Q; [|reflexivity]. exfalso.
    enough (existsb (fun k => lacks_entry k (rank t)) which = true) by congruence. apply existsb_exists. eauto. }
  apply lacks_entry_is in B. unfold rank in B. unfold take_step. constructor; [lia|]. cbn [Z.add].
  apply nth_error_nth'. lia.
Qed.
Theorem append_is t x : append (encoded t) (encoded x) = encoded (Tuple (entries t ++ [x])).
Proof.
  unfold append. cbn [encoded nodes]. rewrite ranks_is. cbv zeta. unfold rank.
  replace (Z.of_nat (length (entries t)) + 1) with (Z.of_nat (length (entries t ++ [x]))) by (rewrite app_length; cbn; lia).
  apply gathered_is. intros k y E. unfold append_step. destruct (Z.ltb_spec (Z.of_nat k) (Z.of_nat (length (entries t)))).
  - rewrite nth_error_app1 in E by lia. constructor; [lia|]. now rewrite Nat2Z.id.
  - rewrite nth_error_app2 in E by lia. destruct (k - length (entries t))%nat as [|[|]]; cbn in E; [|discriminate|discriminate].
    injection E as <-. constructor.
Qed.
Theorem prepend_is t x : prepend (encoded t) (encoded x) = encoded (Tuple (x :: entries t)).
Proof.
  unfold prepend. cbn [encoded nodes]. rewrite ranks_is. unfold rank.
  replace (Z.of_nat (length (entries t)) + 1) with (Z.of_nat (length (x :: entries t))) by (cbn [length]; lia).
  apply gathered_is. intros [|k] y E; unfold prepend_step.
  - injection E as <-. constructor.
  - cbn [nth_error] in E. destruct (Z.eqb_spec (Z.of_nat (S k)) 0); [lia|]. constructor; [lia|]. rewrite <- E. f_equal. lia.
Qed.
Lemma split_at {B} (l : list B) k : (k < length l)%nat -> exists x : B, nth_error l k = Some x /\
  l = firstn k l ++ x :: skipn (S k) l.
Proof.
  intros H. destruct (nth_error l k) as [y|] eqn:E; [|apply nth_error_None in E; lia]. exists y. split; [reflexivity|].
  revert l H E. induction k as [|k IH]; intros [|z l] H E; cbn [length] in H; try lia; cbn in *; [congruence|].
  f_equal. apply IH; [lia|auto].
Qed.
Theorem replace_is t k x : replace (encoded t) k (encoded x) =
  if lacks_entry k (rank t) then None
  else Some (match t with
             | Leaf _ => encoded x
             | Tuple es => encoded (Tuple (firstn (Z.to_nat k) es ++ x :: skipn (S (Z.to_nat k)) es))
             end).
Proof.
  unfold replace. cbn [encoded nodes]. rewrite ranks_is. destruct (lacks_entry k (rank t)) eqn:L; [reflexivity|].
  apply lacks_entry_is in L. unfold rank in *. rewrite <- (app_nil_r (code t)), is_leaf_is.
  destruct t as [y|es]; [reflexivity|]. f_equal. cbn [entries] in *.
  destruct (split_at es (Z.to_nat k)) as (y & _ & S); [lia|].
  set (ts := firstn _ _ ++ _). assert (F : length (firstn (Z.to_nat k) es) = Z.to_nat k) by (rewrite firstn_length; lia).
  replace (length es) with (length ts).
  2: { rewrite S. unfold ts. now rewrite !app_length. }
  apply gathered_is. intros j z E. unfold replace_step, ts in *. destruct (Z.eqb_spec (Z.of_nat j) k) as [J|J].
  - assert (j = Z.to_nat k) by lia. subst j. rewrite nth_error_app2, F, Nat.sub_diag in E by lia. injection E as <-. constructor.
  - constructor; [lia|]. rewrite Nat2Z.id. cbn [entries]. rewrite <- E, S at 1.
    destruct (Nat.lt_ge_cases j (Z.to_nat k)); [now rewrite !nth_error_app1 by lia|].
    rewrite !nth_error_app2, F by lia. destruct (j - Z.to_nat k)%nat eqn:D; [lia|]. reflexivity.
Qed.
Theorem group_is t from to : let to' := if to =? -1 then rank t else to in group (encoded t) from to =
  if lacks_entries from to' (rank t) then None
  else Some (encoded (Tuple (firstn (Z.to_nat from) (entries t) ++
    Tuple (firstn (Z.to_nat (to' - from)) (skipn (Z.to_nat from) (entries t))) :: skipn (Z.to_nat to') (entries t)))).
Proof.
  intros to'. unfold group. cbn [encoded nodes]. rewrite ranks_is. fold to'. cbv zeta. rewrite take_is.
  destruct (lacks_entries from to' (rank t)) eqn:L; [reflexivity|]. apply lacks_entries_is in L. unfold rank in *. f_equal.
  set (middle := Tuple (firstn _ (skipn _ _))). set (es := entries t) in *.
  assert (F : length (firstn (Z.to_nat from) es) = Z.to_nat from) by (rewrite firstn_length; lia).
  set (ts := firstn (Z.to_nat from) es ++ _).
  replace (Z.of_nat (length es) - (to' - from) + 1) with (Z.of_nat (length ts)).
  2: { unfold ts. rewrite app_length, F. cbn [length]. rewrite skipn_length. lia. }
  apply gathered_is. intros k x E. unfold group_step, ts in *.
  destruct (Z.ltb_spec (Z.of_nat k) from); [|destruct (Z.eqb_spec (Z.of_nat k) from)].
  - rewrite nth_error_app1, nth_error_firstn in E by lia. constructor; [lia|]. now rewrite Nat2Z.id.
  - rewrite nth_error_app2, F in E by lia. replace (k - Z.to_nat from)%nat with 0%nat in E by lia. injection E as <-. constructor.
  - rewrite nth_error_app2, F in E by lia. destruct (k - Z.to_nat from)%nat as [|j] eqn:D; [lia|]. cbn [nth_error] in E.
    rewrite nth_error_skipn in E. constructor; [lia|]. fold es. rewrite <- E. f_equal. lia.
Qed.

(* structure.hpp, paired(): pairs of entries of a and b; of a and b themselves where `whole`. *)
Definition paired (count : Z) (a b : coded A) (whole a_first : bool) : coded A :=
  gather (map (fun k => let x := if whole then a else stands a b (First k) in let y := if whole then b else stands a b (Second k) in
    if a_first then gather [x; y] else gather [y; x]) (numbers count)).
Definition zip (a b : coded A) : option (coded A) :=
  if ranks (nodes a) =? ranks (nodes b) then Some (paired (ranks (nodes a)) a b false true) else None.

Definition pair_up (a_first : bool) (p : tree A * tree A) : tree A :=
  if a_first then Tuple [fst p; snd p] else Tuple [snd p; fst p].
Lemma gather_two t u : gather [encoded t; encoded u] = encoded (Tuple [t; u]).
Proof. apply (gather_is [t; u]). Qed.
Theorem paired_is a b a_first : rank a = rank b ->
  paired (rank a) (encoded a) (encoded b) false a_first = encoded (Tuple (map (pair_up a_first) (combine (entries a) (entries b)))).
Proof.
  unfold paired, rank. intros L. rewrite <- gather_is. f_equal. unfold numbers. rewrite Nat2Z.id, !map_map.
  assert (N : forall k, (k < length (entries a))%nat -> stands (encoded a) (encoded b) (First (Z.of_nat k)) =
    encoded (nth k (entries a) a) /\ stands (encoded a) (encoded b) (Second (Z.of_nat k)) = encoded (nth k (entries b) b)).
  { intros k K. cbn [stands]. rewrite Nat2Z.id, !entry_is by lia. auto. }
  apply (nth_ext _ _ (encoded a) (encoded (pair_up a_first (a, b)))).
  { rewrite !map_length, seq_length, combine_length. lia. }
  intros k K. rewrite map_length, seq_length in K.
  rewrite (map_nth (fun p => encoded (pair_up a_first p)) (combine _ _) (a, b) k), combine_nth by lia.
  set (f := fun _ : nat => _). rewrite (nth_indep _ (encoded a) (f 0%nat)) by (now rewrite map_length, seq_length).
  rewrite map_nth, seq_nth by auto. unfold f. cbv beta iota zeta. cbn [Nat.add]. destruct (N k K) as [-> ->]. rewrite !gather_two. now destruct a_first.
Qed.
Theorem paired_whole_is a b a_first : paired 1 (encoded a) (encoded b) true a_first = encoded (Tuple [pair_up a_first (a, b)]).
Proof.
  unfold paired. change (numbers 1) with [0]. cbn [map]. rewrite !gather_two. rewrite <- gather_is. now destruct a_first.
Qed.
Theorem zip_is a b : zip (encoded a) (encoded b) =
  if rank a =? rank b then Some (encoded (Tuple (map (fun p => Tuple [fst p; snd p]) (combine (entries a) (entries b))))) else None.
Proof.
  unfold zip. cbn [encoded nodes]. rewrite !ranks_is. destruct (Z.eqb_spec (rank a) (rank b)) as [E|]; [|reflexivity].
  f_equal. now apply paired_is.
Qed.

(* ------------------------------------------------------------------------------------------------- leaves in order *)

Definition flatten (c : coded A) : coded A :=
  if is_leaf (nodes c) (Place 0 0) then c else gather (map (fun x => Coded [0] [x]) (items c)).
Theorem flatten_is t : flatten (encoded t) =
  encoded (match t with Leaf x => Leaf x | Tuple _ => Tuple (map Leaf (leaves t)) end).
Proof.
  unfold flatten. cbn [encoded nodes items]. rewrite <- (app_nil_r (code t)), is_leaf_is.
  destruct t as [x|es]; [reflexivity|]. rewrite <- gather_is, map_map. reflexivity.
Qed.

Lemma refilled {B} (g : tree B) : forall l : list A, length l = length (leaves g) ->
  exists s, code s = code g /\ leaves s = l.
Proof.
  induction g as [y|es IH] using tree_induction; intros l L; cbn [leaves length] in L.
  - destruct l as [|x [|]]; try discriminate. now exists (Leaf x).
  - enough (exists ss, length ss = length es /\ flat_map code ss = flat_map code es /\ flat_map leaves ss = l) as (ss & N & C & V).
    { exists (Tuple ss). cbn [code leaves]. now rewrite N, C. }
    revert l L. induction IH as [|g u Hg Hu IHu]; intros l L; cbn [flat_map length] in *.
    + exists []. destruct l; [auto|discriminate].
    + rewrite app_length in L. destruct (Hg (firstn (length (leaves g)) l)) as (s & C & V); [rewrite firstn_length; lia|].
      destruct (IHu (skipn (length (leaves g)) l)) as (ss & N & D & W); [rewrite skipn_length; lia|].
      exists (s :: ss). cbn [length flat_map]. rewrite N, C, D, V, W, firstn_skipn. auto.
Qed.
Definition unflatten {B} (c : coded A) (target : coded B) : option (coded A) :=
  if Z.of_nat (length (items c)) =? Z.of_nat (length (items target)) then Some (Coded (nodes target) (items c)) else None.
Theorem unflatten_is {B} t (target : tree B) :
  if Nat.eqb (length (leaves t)) (length (leaves target))
  then exists s, unflatten (encoded t) (encoded target) = Some (encoded s) /\ code s = code target /\ leaves s = leaves t
  else unflatten (encoded t) (encoded target) = None.
Proof.
  unfold unflatten. cbn [encoded items nodes]. destruct (Nat.eqb_spec (length (leaves t)) (length (leaves target))) as [L|L].
  - destruct (refilled target (leaves t) L) as (s & C & V). exists s. rewrite L, Z.eqb_refl.
    unfold encoded. now rewrite C, V.
  - destruct (Z.eqb_spec (Z.of_nat (length (leaves t))) (Z.of_nat (length (leaves target)))); [lia|reflexivity].
Qed.

(* A code is that of one tree. *)
Lemma code_is_read t : forall u more less l k, code t ++ more = code u ++ less -> leaves t ++ l = leaves u ++ k ->
  t = u /\ more = less /\ l = k.
Proof.
  induction t as [x|es IH] using tree_induction; intros [y|us] more less l k C V; cbn [code leaves app] in *;
    try (injection C; intros; lia).
  - injection C as ->. injection V as -> ->. auto.
  - injection C as N C. assert (L : length es = length us) by lia. clear N.
    enough (es = us /\ more = less /\ l = k) as (-> & -> & ->) by auto.
    revert us more less l k L C V. induction IH as [|t v Ht Hv IHv]; intros [|u us] more less l k L C V; try discriminate; [auto|].
    cbn [flat_map] in *. rewrite <- !app_assoc in C, V. destruct (Ht _ _ _ _ _ C V) as (-> & D & W).
    injection L as L. destruct (IHv _ _ _ _ _ L D W) as (-> & E). auto.
Qed.
Theorem encoded_once t u : encoded t = encoded u -> t = u.
Proof.
  intros E. injection E as C V. apply (code_is_read t u [] [] [] []); now rewrite !app_nil_r.
Qed.

(* ------------------------------------------------------------------------------------------------- slices *)

(* slice.hpp, collect(): `_` is true; what is chosen is appended. *)
Fixpoint collect (kept : bool) (slicer : tree bool) (t : tree A) (out : coded A) {struct slicer} : option (coded A) :=
  match slicer with
  | Leaf keep => Some (if Bool.eqb keep kept then append out (encoded t) else out)
  | Tuple ss =>
      match t with
      | Leaf _ => None
      | Tuple ts => (fix each (ss : list (tree bool)) (ts : list (tree A)) (out : coded A) {struct ss} :=
          match ss, ts with
          | [], [] => Some out
          | s :: u, t :: v => match collect kept s t out with Some more => each u v more | None => None end
          | _, _ => None
          end) ss ts out
      end
  end.
Definition slice (kept : bool) (slicer : tree bool) (t : tree A) : option (coded A) :=
  match slicer with
  | Leaf keep => if Bool.eqb keep kept then Some (encoded t) else collect kept slicer t (encoded (Tuple []))
  | _ => collect kept slicer t (encoded (Tuple []))
  end.

(* The subtrees of t at the slots that are `kept`, in order; nested no further than t. *)
Inductive chosen (kept : bool) : tree bool -> tree A -> list (tree A) -> Prop :=
  | here t : chosen kept (Leaf kept) t [t]
  | elsewhere t : chosen kept (Leaf (negb kept)) t []
  | inside ss ts outs : entrywise (chosen kept) ss ts outs -> chosen kept (Tuple ss) (Tuple ts) (concat outs).
Lemma append_more us t : append (encoded (Tuple us)) (encoded t) = encoded (Tuple (us ++ [t])).
Proof. apply (append_is (Tuple us)). Qed.
Theorem collect_is kept slicer : forall t us, match collect kept slicer t (encoded (Tuple us)) with
  | Some c => exists l, chosen kept slicer t l /\ c = encoded (Tuple (us ++ l))
  | None => forall l, ~ chosen kept slicer t l
  end.
Proof.
  induction slicer as [keep|ss IH] using tree_induction; intros t us; cbn [collect].
  - destruct (Bool.eqb_spec keep kept) as [->|N].
    + exists [t]. split; [constructor|]. apply append_more.
    + exists []. rewrite app_nil_r. split; [|reflexivity]. assert (E : keep = negb kept) by (destruct keep, kept; cbn; congruence).
      rewrite E. constructor.
  - destruct t as [x|ts]; [intros l H; inversion H|].
    enough (G : forall ts us, match (fix each (ss : list (tree bool)) (ts : list (tree A)) (out : coded A) {struct ss} :=
          match ss, ts with
          | [], [] => Some out
          | s :: u, t :: v => match collect kept s t out with Some more => each u v more | None => None end
          | _, _ => None
          end) ss ts (encoded (Tuple us)) with
      | Some c => exists outs, entrywise (chosen kept) ss ts outs /\ c = encoded (Tuple (us ++ concat outs))
      | None => forall outs, ~ entrywise (chosen kept) ss ts outs
      end).
    { specialize (G ts us). destruct (_ ss ts _) as [c|].
      - destruct G as (outs & E & ->). exists (concat outs). split; [now constructor|reflexivity].
      - intros l H. inversion H; subst. now apply (G outs). }
    clear ts us. induction IH as [|s u Hs Hu IHu]; intros [|t v] us; try (intros outs H; inversion H; fail).
    + exists []. split; [constructor|]. cbn [concat]. now rewrite app_nil_r.
    + specialize (Hs t us). destruct (collect kept s t _) as [c|].
      * destruct Hs as (l & C & ->). specialize (IHu v (us ++ l)). destruct (_ u v _) as [c|].
        -- destruct IHu as (outs & E & ->). exists (l :: outs). split; [now constructor|]. cbn [concat]. now rewrite app_assoc.
        -- intros outs H. inversion H; subst. eapply IHu; eauto.
      * intros outs H. inversion H; subst. eapply Hs; eauto.
Qed.
Theorem slice_is kept slicer t : match slice kept slicer t with
  | Some c => exists l, chosen kept slicer t l /\ c = encoded (if match slicer with Leaf _ => match l with [] => false | _ => true end
      | _ => false end then t else Tuple l)
  | None => forall l, ~ chosen kept slicer t l
  end.
Proof.
  pose proof (collect_is kept slicer t []) as G. unfold slice. destruct slicer as [keep|ss].
  - destruct (Bool.eqb_spec keep kept) as [->|N].
    + exists [t]. split; [constructor|reflexivity].
    + cbn [collect] in *. destruct (Bool.eqb_spec keep kept); [contradiction|]. destruct G as (l & C & E).
      exists l. split; [auto|]. inversion C; subst; [congruence|]. exact E.
  - destruct (collect _ _ _ _); auto.
Qed.

End Coded.

(* ------------------------------------------------------------------------------------------------- the shipped functions *)

(* The functions by hand answer as the shipped ones do, loops included, on these forms. *)
Section Forms.
  Context {A : Type} (a b c d e f : A).
  Let t : tree A := Tuple [Leaf a; Tuple [Leaf b; Leaf c]; Leaf d].
  Let x : tree A := Tuple [Leaf e; Leaf f].
  Let bc : tree A := Tuple [Leaf b; Leaf c].
  Theorem open_form_is : encoded (Tuple [t; x]) = open_form a b c d e f. Proof. reflexivity. Qed.
  Theorem take_form_is : take (encoded t) 1 3 = Some (take_form a b c d e f). Proof. reflexivity. Qed.
  Theorem select_form_is : select (encoded t) [2; 0; 1; 1] = Some (select_form a b c d e f). Proof. reflexivity. Qed.
  Theorem append_form_is : append (encoded t) (encoded x) = append_form a b c d e f. Proof. reflexivity. Qed.
  Theorem prepend_form_is : prepend (encoded t) (encoded x) = prepend_form a b c d e f. Proof. reflexivity. Qed.
  Theorem replace_form_is : replace (encoded t) 1 (encoded x) = Some (replace_form a b c d e f). Proof. reflexivity. Qed.
  Theorem group_form_is : group (encoded t) 0 2 = Some (group_form a b c d e f). Proof. reflexivity. Qed.
  Theorem zip_form_is : zip (encoded t) (encoded (Tuple [x; Leaf e; Leaf f])) = Some (zip_form a b c d e f).
  Proof. reflexivity. Qed.
  Theorem slice_form_is : slice true (Tuple [Leaf true; Tuple [Leaf false; Leaf true]; Leaf false]) t =
    Some (slice_form a b c d e f). Proof. reflexivity. Qed.
  Theorem flatten_form_is : flatten (encoded t) = flatten_form a b c d e f. Proof. reflexivity. Qed.
  Theorem unflatten_form_is : unflatten (encoded t) (encoded (Tuple [Tuple [Leaf a]; x; Leaf b])) =
    Some (unflatten_form a b c d e f). Proof. reflexivity. Qed.
  Theorem blocked_form_is : paired 2 (encoded bc) (encoded x) false true = blocked_form a b c d e f. Proof. reflexivity. Qed.
  Theorem raked_form_is : paired 2 (encoded bc) (encoded x) false false = raked_form a b c d e f. Proof. reflexivity. Qed.
End Forms.

Definition theorems :=
  (@entry_is, @gathered_is, @take_is, @select_is, @append_is, @prepend_is, @replace_is, @group_is, @zip_is,
   @flatten_is, @unflatten_is, @encoded_once, @slice_is).
Print Assumptions theorems.
