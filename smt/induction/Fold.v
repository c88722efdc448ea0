(* SPDX-License-Identifier: MIT *)
(* The one induction behind coalesce, complement and composition, and what evaluation means.
   `loop` is fold.hpp's loop. A step is any function: what is needed of it is a contract. Steps.v has the shipped
   steps, and the other files prove that those keep their contracts. *)
From Coq Require Import ZArith List String Lia.
Import ListNotations.
Open Scope Z_scope.

Record mode := Mode { shape : Z; stride : Z }.
Record position := At { rest : Z; offset : Z }.

Definition take (at_ : position) (m : mode) : position :=
  At (rest at_ / shape m) (offset at_ + rest at_ mod shape m * stride m).
Definition read (ms : list mode) (at_ : position) : position := fold_left take ms at_.
Definition evaluate (ms : list mode) (i : Z) : Z := offset (read ms (At i 0)).
Fixpoint size (ms : list mode) : Z := match ms with [] => 1 | m :: t => shape m * size t end.
Definition positive (m : mode) : Prop := 1 <= shape m.
Definition word (x : Z) : Prop := -9223372036854775808 <= x <= 9223372036854775807.  (* of 64 bits *)

(* A condition by its name, and the two numbers that show it. *)
Record refusal := Refused { condition : string; shown : Z; against : Z }.

Section The_loop.
  Variable state : Type.
  Record result := Step { next : state; emitted : list mode; why : option refusal }.
  Definition refuses (r : result) : bool := match why r with Some _ => true | None => false end.
  Variable step : state -> mode -> result.

  Fixpoint loop (ms : list mode) (s : state) (out : list mode) : option (state * list mode) :=
    match ms with
    | [] => Some (s, out)
    | m :: t => let r := step s m in if refuses r then None else loop t (next r) (out ++ emitted r)
    end.

  (* What holds of nothing, and goes on holding at each mode read, holds of the whole. *)
  Theorem induction (P : mode -> Prop) (Inv : list mode -> list mode -> state -> Prop) :
    (forall read_ out s m, Inv read_ out s -> P m -> refuses (step s m) = false ->
       Inv (read_ ++ [m]) (out ++ emitted (step s m)) (next (step s m))) ->
    forall ms start last out, Inv [] [] start -> Forall P ms -> loop ms start [] = Some (last, out) ->
       Inv ms out last.
  Proof.
    intros Step_ ms start last out Base HP.
    assert (G : forall ms pre o s, Inv pre o s -> Forall P ms -> loop ms s o = Some (last, out) ->
                  Inv (pre ++ ms) out last).
    { clear ms HP Base. induction ms as [|m t IH]; intros pre o s HI HP H; cbn in H.
      - injection H as <- <-. now rewrite app_nil_r.
      - inversion_clear HP as [|? ? Hm Ht]. destruct (refuses (step s m)) eqn:R; [discriminate|].
        replace (pre ++ m :: t) with ((pre ++ [m]) ++ t) by now rewrite <- app_assoc.
        eapply IH; eauto. }
    intros H. exact (G ms [] [] start Base HP H).
  Qed.
End The_loop.
Arguments Step {state}. Arguments next {state}. Arguments emitted {state}. Arguments why {state}.
Arguments refuses {state}.
Arguments loop {state}.

(* ------------------------------------------------------------------ evaluation, one mode after another *)

Lemma size_positive ms : Forall positive ms -> 1 <= size ms.
Proof. induction 1 as [|m t Hm Ht IH]; cbn; unfold positive in *; nia. Qed.
Lemma size_app a b : size (a ++ b) = size a * size b.
Proof. induction a as [|m t IH]; cbn [app size]; [now rewrite Z.mul_1_l|]. rewrite IH. ring. Qed.
Lemma read_app a b at_ : read (a ++ b) at_ = read b (read a at_).
Proof. apply fold_left_app. Qed.

(* What was added before does not matter to what is added, nor to what is left. *)
Lemma read_shift ms : forall x f, read ms (At x f) = At (rest (read ms (At x 0))) (f + evaluate ms x).
Proof.
  unfold evaluate. induction ms as [|m t IH]; intros x f; [cbn; now rewrite Z.add_0_r|].
  cbn [read fold_left]. unfold take at 2 4 6. cbn [rest offset].
  change (fold_left take t) with (read t).
  rewrite (IH _ (f + _)), (IH _ (0 + _)). cbn [rest offset]. f_equal. ring.
Qed.
Lemma read_at ms at_ : read ms at_ = At (rest (read ms (At (rest at_) 0))) (offset at_ + evaluate ms (rest at_)).
Proof. destruct at_ as [x f]. apply read_shift. Qed.
Lemma evaluate_nil i : evaluate [] i = 0. Proof. reflexivity. Qed.
Lemma evaluate_cons m t i : evaluate (m :: t) i = i mod shape m * stride m + evaluate t (i / shape m).
Proof.
  unfold evaluate at 1. cbn [read fold_left]. change (fold_left take t) with (read t).
  rewrite read_at. cbn. ring.
Qed.
Lemma read_rest ms : Forall positive ms -> forall x f, rest (read ms (At x f)) = x / size ms.
Proof.
  induction 1 as [|m t Hm Ht IH]; intros x f; cbn [read fold_left size]; [cbn; now rewrite Z.div_1_r|].
  change (fold_left take t) with (read t). unfold take. cbn [rest offset].
  rewrite IH. pose proof (size_positive t Ht). unfold positive in Hm. apply Z.div_div; lia.
Qed.
Lemma evaluate_app a b i : Forall positive a -> evaluate (a ++ b) i = evaluate a i + evaluate b (i / size a).
Proof.
  intros Ha. unfold evaluate at 1. rewrite read_app, read_at. cbn [offset]. now rewrite read_rest by auto.
Qed.
(* Digits: 0 <= low < radix and value = low + radix * high say which digits value has. *)
Lemma digits radix low high : 0 <= low < radix ->
  (low + radix * high) mod radix = low /\ (low + radix * high) / radix = high.
Proof.
  intros H. rewrite (Z.mul_comm radix). rewrite Z.mod_add, Z.div_add by lia.
  rewrite Z.mod_small, Z.div_small by lia. lia.
Qed.
Lemma split radix count x : 0 < radix -> 0 <= x < radix * count ->
  0 <= x mod radix < radix /\ 0 <= x / radix < count /\ x = x mod radix + radix * (x / radix).
Proof.
  intros Hr Hx. pose proof (Z.mod_pos_bound x radix Hr). pose proof (Z.div_mod x radix ltac:(lia)).
  repeat split; try lia; [apply Z.div_pos; lia|apply Z.div_lt_upper_bound; lia].
Qed.
Lemma two_digits radix count low high : 0 <= low < radix -> 0 <= high < count ->
  0 <= low + radix * high < radix * count.
Proof. nia. Qed.

Lemma evaluate_wraps ms : Forall positive ms -> forall i, evaluate ms (i mod size ms) = evaluate ms i.
Proof.
  induction 1 as [|m t Hm Ht IH]; intros i; [reflexivity|]. cbn [size].
  pose proof (size_positive t Ht). unfold positive in Hm. rewrite !evaluate_cons, Z.rem_mul_r by lia.
  destruct (digits (shape m) (i mod shape m) ((i / shape m) mod size t)) as [-> ->];
    [apply Z.mod_pos_bound; lia|]. now rewrite IH.
Qed.
Lemma evaluate_zero ms : evaluate ms 0 = 0.
Proof. induction ms as [|m t IH]; [reflexivity|]. rewrite evaluate_cons, Zmod_0_l, Zdiv_0_l, IH. lia. Qed.

(* A layout whose last mode runs on past its extent. *)
Definition extended (init : list mode) (last : mode) (x : Z) : Z :=
  evaluate init x + rest (read init (At x 0)) * stride last.
Lemma extended_is_evaluate init last x : Forall positive init ->
  extended init last x = evaluate init x + x / size init * stride last.
Proof. intros H. unfold extended. now rewrite read_rest. Qed.

(* Two functions that decide the same comparisons and answer alike: every comparison both ways, innermost first, and
   one that is met again as before. *)
Ltac decide_one c := match c with context [if _ then _ else _] => fail 1 | _ => destruct c eqn:? end.
Ltac same_tree_after open := repeat (cbn; open; match goal with
  | H : ?c = true |- context [?c] => rewrite H
  | H : ?c = false |- context [?c] => rewrite H
  | |- context [?x =? ?y] => decide_one (x =? y)
  | |- context [?x <? ?y] => decide_one (x <? y)
  end); reflexivity.
