(* SPDX-License-Identifier: MIT *)
(* Edits of trees of any rank and nesting, as they are printed: each is the tuple of the entries that it names. Law: edits_keep_the_other_modes. *)
From Coq Require Import ZArith List Lia Bool.
Require Import Colex.Fold Colex.Nested Colex.Combinators Colex.Vocabulary Colex.Steps Colex.Trees.
Require Colex.Headers.
Import ListNotations.
Open Scope list_scope.
Open Scope Z_scope.

Local Arguments Z.add _ _ : simpl never.
Local Arguments Z.sub _ _ : simpl never.
Local Arguments Z.of_nat _ : simpl never.

(* ------------------------------------------------------------------------------------------------- the tuple of entries *)

Lemma put_one_by_one {A B} (turn : list B -> A -> list B) (f : A -> B) : (forall l k, turn l k = l ++ [f k]) ->
  forall ks l, fold_left turn ks l = l ++ map f ks.
Proof.
  intros T. induction ks as [|k ks IH]; intros l; cbn [fold_left map]; [now rewrite app_nil_r|]. now rewrite IH, T, <- app_assoc.
Qed.
Lemma numbered {A} (f : Z -> A) ts : (forall k t, nth_error ts k = Some t -> f (Z.of_nat k) = t) ->
  map f (below (Z.of_nat (length ts))) = ts.
Proof.
  unfold below. rewrite Nat2Z.id, map_map. intros H.
  enough (G : forall n, (forall k t, nth_error ts k = Some t -> f (Z.of_nat (n + k)) = t) ->
    map (fun k => f (Z.of_nat k)) (seq n (length ts)) = ts) by now apply G.
  clear H. induction ts as [|t u IH]; intros n H; [reflexivity|]. cbn [length seq map]. f_equal.
  - specialize (H 0%nat t eq_refl). now rewrite Nat.add_0_r in H.
  - apply IH. intros k x E. specialize (H (S k) x E). now rewrite Nat.add_succ_r in H.
Qed.
Lemma tuple_made {A} n (es : list (tree A)) : n = Z.of_nat (length es) -> tuple_of n es = Tuple es.
Proof. intros ->. unfold tuple_of. now rewrite Z.eqb_refl. Qed.
(* A loop that puts one entry a turn, of which only is known which. *)
Theorem gathered {A} (turn : list (tree A) -> Z -> list (tree A)) f n ts : (forall l k, turn l k = l ++ [f k]) -> n = Z.of_nat (length ts) ->
  (forall k t, nth_error ts k = Some t -> f (Z.of_nat k) = t) -> tuple_of n (fold_left turn (below n) []) = Tuple ts.
Proof.
  intros T -> H. rewrite (put_one_by_one turn f T). cbn [app]. rewrite (numbered f ts H). now apply tuple_made.
Qed.
Lemma named_entry {A} (t : tree A) k x : nth_error (entries t) k = Some x -> nth_entry t k = x.
Proof. apply nth_error_nth. Qed.

Lemma nth_error_firstn {B} (l : list B) : forall n k, (k < n)%nat -> nth_error (firstn n l) k = nth_error l k.
Proof. induction l as [|x l IH]; intros [|n] [|k] H; try lia; try reflexivity. apply IH. lia. Qed.
Lemma nth_error_skipn {B} (l : list B) : forall n k, nth_error (skipn n l) k = nth_error l (n + k).
Proof. induction l as [|x l IH]; intros [|n] k; try reflexivity; [now destruct k|]. apply IH. Qed.

(* ------------------------------------------------------------------------------------------------- the edits *)

Local Ltac compared := repeat match goal with
  | |- context [?a <? ?b] => destruct (Z.ltb_spec a b); try lia
  | |- context [?a <=? ?b] => destruct (Z.leb_spec a b); try lia
  end; cbn [andb].

Theorem take_is {A} (t : tree A) from to : Headers.take t from to =
  if (0 <=? from) && (from <=? to) && (to <=? rank t)
  then Some (Tuple (firstn (Z.to_nat (to - from)) (skipn (Z.to_nat from) (entries t)))) else None.
Proof.
  unfold Headers.take. compared; try reflexivity. cbv zeta. f_equal. set (ts := firstn _ _). unfold rank in *.
  assert (N : to - from = Z.of_nat (length ts)) by (unfold ts; rewrite firstn_length, skipn_length; lia).
  apply (gathered _ (fun k => nth_entry t (Z.to_nat (from + k)))); [reflexivity|exact N|]. intros k x E. apply named_entry.
  assert (K : (k < Z.to_nat (to - from))%nat) by (rewrite N, Nat2Z.id; apply nth_error_Some; congruence).
  unfold ts in E. rewrite nth_error_firstn in E by auto. rewrite nth_error_skipn in E. rewrite <- E. f_equal. lia.
Qed.
Lemma each_is_there {R} (no : R) n which :
  walk (fun k (_ : unit) => if k <? 0 then inr no else if n <=? k then inr no else inl tt) which tt =
  if forallb (fun k => (0 <=? k) && (k <? n)) which then inl tt else inr no.
Proof. induction which as [|k l IH]; [reflexivity|]. cbn [walk forallb]. compared; first [reflexivity|exact IH]. Qed.
Theorem select_is {A} (t : tree A) which : Headers.select t which =
  if forallb (fun k => (0 <=? k) && (k <? rank t)) which
  then Some (Tuple (map (fun k => nth (Z.to_nat k) (entries t) t) which)) else None.
Proof.
  unfold Headers.select. rewrite each_is_there. destruct (forallb _ which); [|reflexivity]. cbv zeta. f_equal.
  apply (gathered _ (fun k => nth_entry t (Z.to_nat (0 + nth (Z.to_nat k) which 0)))); [reflexivity|now rewrite map_length|].
  intros k x E. rewrite Nat2Z.id. destruct (nth_error which k) as [w|] eqn:W; [|rewrite nth_error_map, W in E; discriminate].
  rewrite nth_error_map, W in E. injection E as <-. now rewrite (nth_error_nth _ _ _ W).
Qed.
Theorem append_is {A} (t x : tree A) : Headers.append t x = Tuple (entries t ++ [x]).
Proof.
  unfold Headers.append. cbv zeta. apply (gathered _ (fun k => if k <? rank t then nth_entry t (Z.to_nat k) else x)).
  - intros l k. now destruct (k <? rank t).
  - unfold rank. rewrite app_length. cbn [length]. lia.
  - intros k y E. unfold rank. destruct (Z.ltb_spec (Z.of_nat k) (Z.of_nat (length (entries t)))).
    + rewrite nth_error_app1 in E by lia. rewrite Nat2Z.id. now apply named_entry.
    + rewrite nth_error_app2 in E by lia. destruct (k - length (entries t))%nat as [|[|]]; cbn in E; congruence.
Qed.
Theorem prepend_is {A} (t x : tree A) : Headers.prepend t x = Tuple (x :: entries t).
Proof.
  unfold Headers.prepend. cbv zeta. apply (gathered _ (fun k => if k =? 0 then x else nth_entry t (Z.to_nat (k - 1)))).
  - intros l k. now destruct (k =? 0).
  - unfold rank. cbn [length]. lia.
  - intros [|k] y E; [injection E as ->; reflexivity|]. cbn [nth_error] in E. destruct (Z.eqb_spec (Z.of_nat (S k)) 0); [lia|].
    apply named_entry. rewrite <- E. f_equal. lia.
Qed.
Lemma split_at {B} (l : list B) k : (k < length l)%nat -> exists x : B, l = firstn k l ++ x :: skipn (S k) l.
Proof.
  intros H. destruct (nth_error l k) as [y|] eqn:E; [|apply nth_error_None in E; lia]. exists y.
  revert l H E. induction k as [|k IH]; intros [|z l] H E; cbn [length] in H; try lia; cbn in *; [congruence|].
  f_equal. apply IH; [lia|auto].
Qed.
Theorem replace_is {A} (t : tree A) k (x : tree A) : Headers.replace t k x = if (0 <=? k) && (k <? rank t)
  then Some (match t with Leaf _ => x | Tuple es => Tuple (firstn (Z.to_nat k) es ++ x :: skipn (S (Z.to_nat k)) es) end) else None.
Proof.
  unfold Headers.replace. compared; try reflexivity. destruct t as [y|es]; [reflexivity|]. cbn [is_leaf]. cbv zeta. f_equal.
  unfold rank in *. cbn [entries] in *. destruct (split_at es (Z.to_nat k)) as (y & S); [lia|].
  set (ts := firstn _ _ ++ _). assert (F : length (firstn (Z.to_nat k) es) = Z.to_nat k) by (rewrite firstn_length; lia).
  apply (gathered _ (fun j => if j =? k then x else nth_entry (Tuple es) (Z.to_nat j))).
  - intros l j. now destruct (j =? k).
  - f_equal. rewrite S. unfold ts. now rewrite !app_length.
  - intros j z E. unfold ts in E. destruct (Z.eqb_spec (Z.of_nat j) k) as [J|J].
    + assert (j = Z.to_nat k) by lia. subst j. rewrite nth_error_app2, F, Nat.sub_diag in E by lia. now injection E.
    + rewrite Nat2Z.id. apply named_entry. cbn [entries]. rewrite <- E, S at 1.
      destruct (Nat.lt_ge_cases j (Z.to_nat k)); [now rewrite !nth_error_app1 by lia|].
      rewrite !nth_error_app2, F by lia. destruct (j - Z.to_nat k)%nat eqn:D; [lia|]. reflexivity.
Qed.
Theorem group_is {A} (t : tree A) from to : let to' := if to =? -1 then rank t else to in Headers.group t from to =
  if (0 <=? from) && (from <=? to') && (to' <=? rank t)
  then Some (Tuple (firstn (Z.to_nat from) (entries t) ++
    Tuple (firstn (Z.to_nat (to' - from)) (skipn (Z.to_nat from) (entries t))) :: skipn (Z.to_nat to') (entries t))) else None.
Proof.
  intros to'. unfold Headers.group. fold to'.
  enough (G : forall to', (if is_nothing (Headers.take t from to') then None else
      Some (tuple_of (rank t - (to' - from) + 1) (fold_left (fun l k => if k <? from then l ++ [nth_entry t (Z.to_nat k)]
        else if k =? from then l ++ [tree_in (Headers.take t from to')] else l ++ [nth_entry t (Z.to_nat (k - 1 + (to' - from)))])
        (below (rank t - (to' - from) + 1)) []))) =
    if (0 <=? from) && (from <=? to') && (to' <=? rank t)
    then Some (Tuple (firstn (Z.to_nat from) (entries t) ++
      Tuple (firstn (Z.to_nat (to' - from)) (skipn (Z.to_nat from) (entries t))) :: skipn (Z.to_nat to') (entries t))) else None).
  { unfold to'. destruct (to =? -1); apply G. }
  clear to to'. intros to. rewrite take_is. compared; try reflexivity. cbn [is_nothing tree_in]. f_equal. unfold rank in *.
  set (middle := Tuple (firstn _ (skipn _ _))). set (es := entries t) in *.
  assert (F : length (firstn (Z.to_nat from) es) = Z.to_nat from) by (rewrite firstn_length; lia).
  apply (gathered _ (fun k => if k <? from then nth_entry t (Z.to_nat k) else if k =? from then middle
    else nth_entry t (Z.to_nat (k - 1 + (to - from))))).
  - intros l k. destruct (k <? from); [reflexivity|]. now destruct (k =? from).
  - rewrite app_length, F. cbn [length]. rewrite skipn_length. lia.
  - intros k x E. destruct (Z.ltb_spec (Z.of_nat k) from); [|destruct (Z.eqb_spec (Z.of_nat k) from)].
    + rewrite nth_error_app1, nth_error_firstn in E by lia. rewrite Nat2Z.id. now apply named_entry.
    + rewrite nth_error_app2, F in E by lia. replace (k - Z.to_nat from)%nat with 0%nat in E by lia. now injection E.
    + rewrite nth_error_app2, F in E by lia. destruct (k - Z.to_nat from)%nat as [|j] eqn:D; [lia|]. cbn [nth_error] in E.
      rewrite nth_error_skipn in E. apply named_entry. fold es. rewrite <- E. f_equal. lia.
Qed.

(* structure.hpp, paired(): pairs of entries of a and b; of a and b themselves where `whole`. *)
Definition pair_up {A} (a_first : bool) (p : tree A * tree A) : tree A :=
  if a_first then Tuple [fst p; snd p] else Tuple [snd p; fst p].
Theorem paired_is {A} (a b : tree A) a_first : rank a = rank b ->
  Headers.paired (rank a) a b false a_first = Tuple (map (pair_up a_first) (combine (entries a) (entries b))).
Proof.
  unfold rank. intros L.
  assert (G : forall turn : list (tree A) -> Z -> list (tree A),
    (forall l k, turn l k = l ++ [pair_up a_first (nth_entry a (Z.to_nat k), nth_entry b (Z.to_nat k))]) ->
    tuple_of (Z.of_nat (length (entries a))) (fold_left turn (below (Z.of_nat (length (entries a)))) []) =
    Tuple (map (pair_up a_first) (combine (entries a) (entries b)))).
  { intros turn T. apply (gathered turn _ _ _ T); [rewrite map_length, combine_length; lia|]. intros k x E. rewrite Nat2Z.id.
    rewrite nth_error_map in E. destruct (nth_error (combine (entries a) (entries b)) k) as [p|] eqn:P; [|discriminate].
    assert (K : (k < length (combine (entries a) (entries b)))%nat) by (apply nth_error_Some; congruence).
    apply (nth_error_nth _ _ (a, b)) in P. rewrite combine_nth in P by lia. injection E as <-. now rewrite <- P. }
  unfold Headers.paired. destruct a_first; apply G; reflexivity.
Qed.
Theorem paired_whole_is {A} (a b : tree A) a_first : Headers.paired 1 a b true a_first = Tuple [pair_up a_first (a, b)].
Proof. now destruct a_first. Qed.
Theorem zip_is {A} (a b : tree A) : Headers.zip a b =
  if rank a =? rank b then Some (Tuple (map (fun p => Tuple [fst p; snd p]) (combine (entries a) (entries b)))) else None.
Proof.
  unfold Headers.zip. destruct (Z.eqb_spec (rank a) (rank b)) as [E|]; [|reflexivity]. cbv zeta. f_equal. exact (paired_is a b true E).
Qed.

(* ------------------------------------------------------------------------------------------------- leaves in order *)

Theorem flatten_is {A} (t : tree A) : Headers.flatten t = match t with Leaf x => Leaf x | Tuple _ => Tuple (map Leaf (leaves t)) end.
Proof.
  unfold Headers.flatten. destruct t as [x|es]; [reflexivity|]. cbn [is_leaf]. cbv zeta.
  rewrite (put_one_by_one _ (@Leaf A)) by reflexivity. apply tuple_made. now rewrite map_length.
Qed.
Lemma refilled {A B} (g : tree B) : forall l : list A, length l = length (leaves g) ->
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
Theorem unflatten_is {A B} (t : tree A) (target : tree B) : if Nat.eqb (length (leaves t)) (length (leaves target))
  then exists s, Headers.unflatten t target = Some (encoded s) /\ code s = code target /\ leaves s = leaves t
  else Headers.unflatten t target = None.
Proof.
  unfold Headers.unflatten. destruct (Nat.eqb_spec (length (leaves t)) (length (leaves target))) as [L|L].
  - destruct (refilled target (leaves t) L) as (s & C & V). exists s. rewrite L, Z.eqb_refl. unfold encoded. now rewrite C, V.
  - destruct (Z.eqb_spec (Z.of_nat (length (leaves t))) (Z.of_nat (length (leaves target)))); [lia|reflexivity].
Qed.

(* ------------------------------------------------------------------------------------------------- slices *)

Section Slices.
  Context {A : Type}.
  Variable self : tree bool -> tree A -> bool -> tree A -> option (tree A).
  Hypothesis Own : forall s t kept out, self s t kept out = Headers.collect self s t kept out.
  Let turn (kept : bool) (p : tree bool * tree A) (out : tree A) : tree A + option (tree A) :=
    if is_nothing (self (fst p) (snd p) kept out) then inr None else inl (tree_in (self (fst p) (snd p) kept out)).

  Lemma collect_text s t kept out : self s t kept out =
    if is_leaf s then Some (if Bool.eqb (keep_of s) kept then Headers.append out t else out)
    else if is_leaf t then None else if rank s =? rank t then
      match walk (turn kept) (combine (entries s) (entries t)) out with inl more => Some more | inr a => a end else None.
  Proof.
    rewrite Own. unfold Headers.collect.
    destruct (is_leaf s); [now destruct kept, (keep_of s)|]. destruct (is_leaf t); [now destruct kept|].
    destruct (Z.eqb_spec (rank s) (rank t)) as [R|]; [|now destruct kept]. rewrite (numbered_entries s t R), walk_map, R. now destruct kept.
  Qed.
  Theorem collect_is kept slicer : forall t us, match self slicer t kept (Tuple us) with
    | Some c => exists l, chosen kept slicer t l /\ c = Tuple (us ++ l)
    | None => forall l, ~ chosen kept slicer t l
    end.
  Proof.
    induction slicer as [keep|ss IH] using tree_induction; intros t us; rewrite collect_text; cbn [is_leaf keep_of].
    - destruct (Bool.eqb_spec keep kept) as [->|N].
      + exists [t]. split; [constructor|]. rewrite append_is. reflexivity.
      + exists []. rewrite app_nil_r. split; [|reflexivity]. assert (E : keep = negb kept) by (destruct keep, kept; cbn; congruence).
        rewrite E. constructor.
    - destruct t as [x|ts]; cbn [is_leaf]; [intros l H; inversion H|]. unfold rank. cbn [entries].
      destruct (Z.eqb_spec (Z.of_nat (length ss)) (Z.of_nat (length ts))) as [L|L].
      2: { intros l H. inversion H as [| |? ? outs E]; subst. apply L. clear -E. induction E; cbn [length]; lia. }
      enough (G : match walk (turn kept) (combine ss ts) (Tuple us) with
        | inl c => exists outs, entrywise (chosen kept) ss ts outs /\ c = Tuple (us ++ concat outs)
        | inr a => a = None /\ forall outs, ~ entrywise (chosen kept) ss ts outs
        end).
      { destruct (walk _ _ _) as [c|a].
        - destruct G as (outs & E & ->). exists (concat outs). split; [now constructor|reflexivity].
        - destruct G as [-> G]. intros l H. inversion H; subst. eapply G; eauto. }
      revert ts us L. induction IH as [|s u Hs Hu IHu]; intros [|t v] us L; cbn [length] in L; try lia; cbn [combine walk].
      + exists []. split; [constructor|]. cbn [concat]. now rewrite app_nil_r.
      + unfold turn at 1. cbn [fst snd]. specialize (Hs t us). destruct (self s t kept _) as [c|]; cbn [is_nothing tree_in].
        * destruct Hs as (l & C & ->). specialize (IHu v (us ++ l) ltac:(lia)). destruct (walk _ _ _) as [c|a].
          -- destruct IHu as (outs & E & ->). exists (l :: outs). split; [now constructor|]. cbn [concat]. now rewrite app_assoc.
          -- destruct IHu as [-> IHu]. split; [reflexivity|]. intros outs H. inversion H; subst. eapply IHu; eauto.
        * split; [reflexivity|]. intros outs H. inversion H; subst. eapply Hs; eauto.
  Qed.
  Theorem slice_is kept slicer t : match Headers.slice self slicer t kept with
    | Some c => exists l, chosen kept slicer t l /\ c = if is_leaf slicer && negb (is_empty l) then t else Tuple l
    | None => forall l, ~ chosen kept slicer t l
    end.
  Proof.
    pose proof (collect_is kept slicer t []) as G.
    assert (E : Headers.slice self slicer t kept = if is_leaf slicer && Bool.eqb (keep_of slicer) kept then Some t
      else self slicer t kept (Tuple [])).
    { unfold Headers.slice. change (tuple_of 0 []) with (@Tuple A []).
      destruct kept, (is_leaf slicer), (keep_of slicer); cbn [andb Bool.eqb]; try reflexivity; now destruct (self slicer t _ _). }
    rewrite E. destruct slicer as [keep|ss]; cbn [is_leaf keep_of andb].
    - destruct (Bool.eqb_spec keep kept) as [->|N]; [exists [t]; split; [constructor|reflexivity]|].
      rewrite collect_text in *. cbn [is_leaf keep_of] in *. destruct (Bool.eqb_spec keep kept) as [|_]; [contradiction|].
      destruct G as (l & C & Q). exists l. split; [exact C|]. inversion C; subst; [congruence|exact Q].
    - destruct (self _ t kept _); exact G.
  Qed.
End Slices.
Theorem collect_exists {A} : exists self : tree bool -> tree A -> bool -> tree A -> option (tree A), forall s t kept out, self s t kept out = Headers.collect self s t kept out.
Proof.
  destruct (own_text (tree bool * tree A * bool * tree A) (option (tree A)) None (fun p => weight (fst (fst (fst p))))
    (fun self p => Headers.collect (fun s t kept out => self (s, t, kept, out)) (fst (fst (fst p))) (snd (fst (fst p))) (snd (fst p)) (snd p)))
    as [f F].
  - intros f g [[[s t] kept] out] H. cbn [fst snd] in *. unfold Headers.collect. destruct s as [keep|ss]; [reflexivity|]. cbn [is_leaf].
    destruct (is_leaf t); [reflexivity|]. destruct (Z.eqb_spec (rank (Tuple ss)) (rank t)) as [R|]; [|reflexivity].
    assert (G : forall k out, In k (below (rank t)) -> f (nth_entry (Tuple ss) (Z.to_nat k), nth_entry t (Z.to_nat k), kept, out) =
      g (nth_entry (Tuple ss) (Z.to_nat k), nth_entry t (Z.to_nat k), kept, out)).
    { intros k o I. apply H. cbn [fst]. apply an_entry_weighs_less. rewrite <- R in I. unfold below, rank in I. cbn [entries] in I.
      apply in_map_iff in I. destruct I as (j & <- & I). apply in_seq in I. rewrite Nat2Z.id. apply nth_In. lia. }
    destruct kept; (erewrite walk_alike; [reflexivity|]); intros k o I; cbv beta; now rewrite G.
  - exists (fun s t kept out => f (s, t, kept, out)). intros s t kept out. exact (F (s, t, kept, out)).
Qed.
