(* SPDX-License-Identifier: MIT *)
(* Written by smt/induction/write_steps.cpp from the shipped headers; a test compares. Z.quot and Z.rem
   are C++'s / and %. X_divides says that no divisor that X meets is 0, X_stays that each number which X
   computes is a word. X_2 is the whole shipped X, loops included, on a list of two modes. *)
From Coq Require Import ZArith List String.
Require Import Colex.Fold Colex.Nested.
Import ListNotations.
Open Scope string_scope.
Open Scope Z_scope.

Definition product_fits (a b : Z) : bool :=
  if (-2147483648) <=? a then
    if a <=? 2147483648 then
      if (-2147483648) <=? b then
        if b <=? 2147483648 then
          true
        else if a <? (-4611686018427387904) then
          false
        else if b <? (-4611686018427387904) then
          false
        else if a <? 0 then
          if b <? 0 then
            if 0 - a =? 0 then
              true
            else if 0 - b <=? Z.quot 4611686018427387904 (0 - a) then
              true
            else
              false
          else if 0 - a =? 0 then
            true
          else if b <=? Z.quot 4611686018427387904 (0 - a) then
            true
          else
            false
        else if b <? 0 then
          if a =? 0 then
            true
          else if 0 - b <=? Z.quot 4611686018427387904 a then
            true
          else
            false
        else if a =? 0 then
          true
        else if b <=? Z.quot 4611686018427387904 a then
          true
        else
          false
      else if a <? (-4611686018427387904) then
        false
      else if b <? (-4611686018427387904) then
        false
      else if a <? 0 then
        if b <? 0 then
          if 0 - a =? 0 then
            true
          else if 0 - b <=? Z.quot 4611686018427387904 (0 - a) then
            true
          else
            false
        else if 0 - a =? 0 then
          true
        else if b <=? Z.quot 4611686018427387904 (0 - a) then
          true
        else
          false
      else if b <? 0 then
        if a =? 0 then
          true
        else if 0 - b <=? Z.quot 4611686018427387904 a then
          true
        else
          false
      else if a =? 0 then
        true
      else if b <=? Z.quot 4611686018427387904 a then
        true
      else
        false
    else if a <? (-4611686018427387904) then
      false
    else if b <? (-4611686018427387904) then
      false
    else if a <? 0 then
      if b <? 0 then
        if 0 - a =? 0 then
          true
        else if 0 - b <=? Z.quot 4611686018427387904 (0 - a) then
          true
        else
          false
      else if 0 - a =? 0 then
        true
      else if b <=? Z.quot 4611686018427387904 (0 - a) then
        true
      else
        false
    else if b <? 0 then
      if a =? 0 then
        true
      else if 0 - b <=? Z.quot 4611686018427387904 a then
        true
      else
        false
    else if a =? 0 then
      true
    else if b <=? Z.quot 4611686018427387904 a then
      true
    else
      false
  else if a <? (-4611686018427387904) then
    false
  else if b <? (-4611686018427387904) then
    false
  else if a <? 0 then
    if b <? 0 then
      if 0 - a =? 0 then
        true
      else if 0 - b <=? Z.quot 4611686018427387904 (0 - a) then
        true
      else
        false
    else if 0 - a =? 0 then
      true
    else if b <=? Z.quot 4611686018427387904 (0 - a) then
      true
    else
      false
  else if b <? 0 then
    if a =? 0 then
      true
    else if 0 - b <=? Z.quot 4611686018427387904 a then
      true
    else
      false
  else if a =? 0 then
    true
  else if b <=? Z.quot 4611686018427387904 a then
    true
  else
    false.
Definition product_fits_divides (a b : Z) : Prop :=
  (if (-2147483648) <=? a then
    (if a <=? 2147483648 then
      (if (-2147483648) <=? b then
        (if b <=? 2147483648 then
          True
        else
          (if a <? (-4611686018427387904) then
          True
        else
          (if b <? (-4611686018427387904) then
          True
        else
          (if a <? 0 then
          (if b <? 0 then
            (if 0 - a =? 0 then
              True
            else
              0 - a <> 0 /\ True)
          else
            (if 0 - a =? 0 then
            True
          else
            0 - a <> 0 /\ True))
        else
          (if b <? 0 then
          (if a =? 0 then
            True
          else
            a <> 0 /\ True)
        else
          (if a =? 0 then
          True
        else
          a <> 0 /\ True))))))
      else
        (if a <? (-4611686018427387904) then
        True
      else
        (if b <? (-4611686018427387904) then
        True
      else
        (if a <? 0 then
        (if b <? 0 then
          (if 0 - a =? 0 then
            True
          else
            0 - a <> 0 /\ True)
        else
          (if 0 - a =? 0 then
          True
        else
          0 - a <> 0 /\ True))
      else
        (if b <? 0 then
        (if a =? 0 then
          True
        else
          a <> 0 /\ True)
      else
        (if a =? 0 then
        True
      else
        a <> 0 /\ True))))))
    else
      (if a <? (-4611686018427387904) then
      True
    else
      (if b <? (-4611686018427387904) then
      True
    else
      (if a <? 0 then
      (if b <? 0 then
        (if 0 - a =? 0 then
          True
        else
          0 - a <> 0 /\ True)
      else
        (if 0 - a =? 0 then
        True
      else
        0 - a <> 0 /\ True))
    else
      (if b <? 0 then
      (if a =? 0 then
        True
      else
        a <> 0 /\ True)
    else
      (if a =? 0 then
      True
    else
      a <> 0 /\ True))))))
  else
    (if a <? (-4611686018427387904) then
    True
  else
    (if b <? (-4611686018427387904) then
    True
  else
    (if a <? 0 then
    (if b <? 0 then
      (if 0 - a =? 0 then
        True
      else
        0 - a <> 0 /\ True)
    else
      (if 0 - a =? 0 then
      True
    else
      0 - a <> 0 /\ True))
  else
    (if b <? 0 then
    (if a =? 0 then
      True
    else
      a <> 0 /\ True)
  else
    (if a =? 0 then
    True
  else
    a <> 0 /\ True)))))).
Definition product_fits_stays (a b : Z) : Prop :=
  (if (-2147483648) <=? a then
    (if a <=? 2147483648 then
      (if (-2147483648) <=? b then
        (if b <=? 2147483648 then
          True
        else
          (if a <? (-4611686018427387904) then
          True
        else
          (if b <? (-4611686018427387904) then
          True
        else
          (if a <? 0 then
          word (0 - a) /\ (if b <? 0 then
            word (0 - b) /\ (if 0 - a =? 0 then
              True
            else
              word (Z.quot 4611686018427387904 (0 - a)) /\ True)
          else
            (if 0 - a =? 0 then
            True
          else
            word (Z.quot 4611686018427387904 (0 - a)) /\ True))
        else
          (if b <? 0 then
          word (0 - b) /\ (if a =? 0 then
            True
          else
            word (Z.quot 4611686018427387904 a) /\ True)
        else
          (if a =? 0 then
          True
        else
          word (Z.quot 4611686018427387904 a) /\ True))))))
      else
        (if a <? (-4611686018427387904) then
        True
      else
        (if b <? (-4611686018427387904) then
        True
      else
        (if a <? 0 then
        word (0 - a) /\ (if b <? 0 then
          word (0 - b) /\ (if 0 - a =? 0 then
            True
          else
            word (Z.quot 4611686018427387904 (0 - a)) /\ True)
        else
          (if 0 - a =? 0 then
          True
        else
          word (Z.quot 4611686018427387904 (0 - a)) /\ True))
      else
        (if b <? 0 then
        word (0 - b) /\ (if a =? 0 then
          True
        else
          word (Z.quot 4611686018427387904 a) /\ True)
      else
        (if a =? 0 then
        True
      else
        word (Z.quot 4611686018427387904 a) /\ True))))))
    else
      (if a <? (-4611686018427387904) then
      True
    else
      (if b <? (-4611686018427387904) then
      True
    else
      (if a <? 0 then
      word (0 - a) /\ (if b <? 0 then
        word (0 - b) /\ (if 0 - a =? 0 then
          True
        else
          word (Z.quot 4611686018427387904 (0 - a)) /\ True)
      else
        (if 0 - a =? 0 then
        True
      else
        word (Z.quot 4611686018427387904 (0 - a)) /\ True))
    else
      (if b <? 0 then
      word (0 - b) /\ (if a =? 0 then
        True
      else
        word (Z.quot 4611686018427387904 a) /\ True)
    else
      (if a =? 0 then
      True
    else
      word (Z.quot 4611686018427387904 a) /\ True))))))
  else
    (if a <? (-4611686018427387904) then
    True
  else
    (if b <? (-4611686018427387904) then
    True
  else
    (if a <? 0 then
    word (0 - a) /\ (if b <? 0 then
      word (0 - b) /\ (if 0 - a =? 0 then
        True
      else
        word (Z.quot 4611686018427387904 (0 - a)) /\ True)
    else
      (if 0 - a =? 0 then
      True
    else
      word (Z.quot 4611686018427387904 (0 - a)) /\ True))
  else
    (if b <? 0 then
    word (0 - b) /\ (if a =? 0 then
      True
    else
      word (Z.quot 4611686018427387904 a) /\ True)
  else
    (if a =? 0 then
    True
  else
    word (Z.quot 4611686018427387904 a) /\ True)))))).

Definition sum_fits (a b : Z) : bool :=
  if (-2305843009213693952) <=? a then
    if a <=? 2305843009213693952 then
      if (-2305843009213693952) <=? b then
        if b <=? 2305843009213693952 then
          true
        else if a <? (-4611686018427387904) then
          false
        else if b <? (-4611686018427387904) then
          false
        else if 4611686018427387904 <? a then
          false
        else if 4611686018427387904 <? b then
          false
        else if b <? 0 then
          if a <? 0 then
            if 0 - a <=? 4611686018427387904 - (0 - b) then
              true
            else
              false
          else if a <=? 4611686018427387904 - (0 - b) then
            true
          else
            false
        else if a <? 0 then
          if 0 - a <=? 4611686018427387904 - b then
            true
          else
            false
        else if a <=? 4611686018427387904 - b then
          true
        else
          false
      else if a <? (-4611686018427387904) then
        false
      else if b <? (-4611686018427387904) then
        false
      else if 4611686018427387904 <? a then
        false
      else if 4611686018427387904 <? b then
        false
      else if b <? 0 then
        if a <? 0 then
          if 0 - a <=? 4611686018427387904 - (0 - b) then
            true
          else
            false
        else if a <=? 4611686018427387904 - (0 - b) then
          true
        else
          false
      else if a <? 0 then
        if 0 - a <=? 4611686018427387904 - b then
          true
        else
          false
      else if a <=? 4611686018427387904 - b then
        true
      else
        false
    else if a <? (-4611686018427387904) then
      false
    else if b <? (-4611686018427387904) then
      false
    else if 4611686018427387904 <? a then
      false
    else if 4611686018427387904 <? b then
      false
    else if b <? 0 then
      if a <? 0 then
        if 0 - a <=? 4611686018427387904 - (0 - b) then
          true
        else
          false
      else if a <=? 4611686018427387904 - (0 - b) then
        true
      else
        false
    else if a <? 0 then
      if 0 - a <=? 4611686018427387904 - b then
        true
      else
        false
    else if a <=? 4611686018427387904 - b then
      true
    else
      false
  else if a <? (-4611686018427387904) then
    false
  else if b <? (-4611686018427387904) then
    false
  else if 4611686018427387904 <? a then
    false
  else if 4611686018427387904 <? b then
    false
  else if b <? 0 then
    if a <? 0 then
      if 0 - a <=? 4611686018427387904 - (0 - b) then
        true
      else
        false
    else if a <=? 4611686018427387904 - (0 - b) then
      true
    else
      false
  else if a <? 0 then
    if 0 - a <=? 4611686018427387904 - b then
      true
    else
      false
  else if a <=? 4611686018427387904 - b then
    true
  else
    false.
Definition sum_fits_stays (a b : Z) : Prop :=
  (if (-2305843009213693952) <=? a then
    (if a <=? 2305843009213693952 then
      (if (-2305843009213693952) <=? b then
        (if b <=? 2305843009213693952 then
          True
        else
          (if a <? (-4611686018427387904) then
          True
        else
          (if b <? (-4611686018427387904) then
          True
        else
          (if 4611686018427387904 <? a then
          True
        else
          (if 4611686018427387904 <? b then
          True
        else
          (if b <? 0 then
          word (0 - b) /\ word (4611686018427387904 - (0 - b)) /\ (if a <? 0 then
            word (0 - a) /\ True
          else
            True)
        else
          word (4611686018427387904 - b) /\ (if a <? 0 then
          word (0 - a) /\ True
        else
          True)))))))
      else
        (if a <? (-4611686018427387904) then
        True
      else
        (if b <? (-4611686018427387904) then
        True
      else
        (if 4611686018427387904 <? a then
        True
      else
        (if 4611686018427387904 <? b then
        True
      else
        (if b <? 0 then
        word (0 - b) /\ word (4611686018427387904 - (0 - b)) /\ (if a <? 0 then
          word (0 - a) /\ True
        else
          True)
      else
        word (4611686018427387904 - b) /\ (if a <? 0 then
        word (0 - a) /\ True
      else
        True)))))))
    else
      (if a <? (-4611686018427387904) then
      True
    else
      (if b <? (-4611686018427387904) then
      True
    else
      (if 4611686018427387904 <? a then
      True
    else
      (if 4611686018427387904 <? b then
      True
    else
      (if b <? 0 then
      word (0 - b) /\ word (4611686018427387904 - (0 - b)) /\ (if a <? 0 then
        word (0 - a) /\ True
      else
        True)
    else
      word (4611686018427387904 - b) /\ (if a <? 0 then
      word (0 - a) /\ True
    else
      True)))))))
  else
    (if a <? (-4611686018427387904) then
    True
  else
    (if b <? (-4611686018427387904) then
    True
  else
    (if 4611686018427387904 <? a then
    True
  else
    (if 4611686018427387904 <? b then
    True
  else
    (if b <? 0 then
    word (0 - b) /\ word (4611686018427387904 - (0 - b)) /\ (if a <? 0 then
      word (0 - a) /\ True
    else
      True)
  else
    word (4611686018427387904 - b) /\ (if a <? 0 then
    word (0 - a) /\ True
  else
    True))))))).

Definition evaluate_step (at_ : position) (m : mode) : position :=
  At (Z.quot (rest at_) (shape m)) (offset at_ + Z.rem (rest at_) (shape m) * stride m).
Definition evaluate_step_divides (at_ : position) (m : mode) : Prop :=
  shape m <> 0 /\ True.
Definition evaluate_step_stays (at_ : position) (m : mode) : Prop :=
  word (Z.quot (rest at_) (shape m)) /\ word (Z.rem (rest at_) (shape m)) /\ word (Z.rem (rest at_) (shape m) * stride m) /\ word (offset at_ + Z.rem (rest at_) (shape m) * stride m) /\ True.

Definition coalesce_step (pending m : mode) : result mode :=
  if shape m =? 1 then
    Step pending [] None
  else if shape pending =? 1 then
    Step m [] None
  else if stride m =? shape pending * stride pending then
    Step (Mode (shape pending * shape m) (stride pending)) [] None
  else
    Step m [pending] None.
Definition coalesce_step_stays (pending m : mode) : Prop :=
  (if shape m =? 1 then
    True
  else
    (if shape pending =? 1 then
    True
  else
    word (shape pending * stride pending) /\ (if stride m =? shape pending * stride pending then
    word (shape pending * shape m) /\ True
  else
    True))).

Definition complement_step (reach : Z) (m : mode) : result Z :=
  if Z.rem (stride m) reach =? 0 then
    Step (shape m * stride m) [Mode (Z.quot (stride m) reach) reach] None
  else
    Step reach [] (Some (Refused "stride_divides" reach (stride m))).
Definition complement_step_divides (reach : Z) (m : mode) : Prop :=
  reach <> 0 /\ (if Z.rem (stride m) reach =? 0 then
    reach <> 0 /\ True
  else
    True).
Definition complement_step_stays (reach : Z) (m : mode) : Prop :=
  word (Z.rem (stride m) reach) /\ (if Z.rem (stride m) reach =? 0 then
    word (shape m * stride m) /\ word (Z.quot (stride m) reach) /\ True
  else
    True).

Definition disjoint_step (reach : Z) (m : mode) : result Z :=
  if stride m <? reach then
    Step reach [] (Some (Refused "stride_divides" reach (stride m)))
  else if Z.rem (stride m - Z.rem (stride m) reach) reach =? 0 then
    Step (shape m * (stride m - Z.rem (stride m) reach) + shape m * Z.rem (stride m) reach) [Mode (Z.quot (stride m - Z.rem (stride m) reach) reach) reach] None
  else
    Step (reach + shape m * Z.rem (stride m) reach) [] (Some (Refused "stride_divides" reach (stride m - Z.rem (stride m) reach))).
Definition disjoint_step_divides (reach : Z) (m : mode) : Prop :=
  (if stride m <? reach then
    True
  else
    reach <> 0 /\ (if Z.rem (stride m - Z.rem (stride m) reach) reach =? 0 then
    reach <> 0 /\ True
  else
    True)).
Definition disjoint_step_stays (reach : Z) (m : mode) : Prop :=
  (if stride m <? reach then
    True
  else
    word (Z.rem (stride m) reach) /\ word (stride m - Z.rem (stride m) reach) /\ word (Z.rem (stride m - Z.rem (stride m) reach) reach) /\ (if Z.rem (stride m - Z.rem (stride m) reach) reach =? 0 then
    word (shape m * (stride m - Z.rem (stride m) reach)) /\ word (Z.quot (stride m - Z.rem (stride m) reach) reach) /\ word (shape m * Z.rem (stride m) reach) /\ word (shape m * (stride m - Z.rem (stride m) reach) + shape m * Z.rem (stride m) reach) /\ True
  else
    word (shape m * Z.rem (stride m) reach) /\ word (reach + shape m * Z.rem (stride m) reach) /\ True)).

Definition complement_finish (reach n : Z) : result Z :=
  if Z.rem n reach =? 0 then
    Step n [Mode (Z.quot n reach) reach] None
  else
    Step reach [] (Some (Refused "cotarget_divides" reach n)).
Definition complement_finish_divides (reach n : Z) : Prop :=
  reach <> 0 /\ (if Z.rem n reach =? 0 then
    reach <> 0 /\ True
  else
    True).
Definition complement_finish_stays (reach n : Z) : Prop :=
  word (Z.rem n reach) /\ (if Z.rem n reach =? 0 then
    word (Z.quot n reach) /\ True
  else
    True).

Definition covering_finish (reach n : Z) : result Z :=
  if Z.rem n reach =? 0 then
    Step n [Mode (Z.quot n reach) reach] None
  else
    Step ((Z.quot n reach + 1) * reach) [Mode (Z.quot n reach + 1) reach] None.
Definition covering_finish_divides (reach n : Z) : Prop :=
  reach <> 0 /\ (if Z.rem n reach =? 0 then
    reach <> 0 /\ True
  else
    reach <> 0 /\ True).
Definition covering_finish_stays (reach n : Z) : Prop :=
  word (Z.rem n reach) /\ (if Z.rem n reach =? 0 then
    word (Z.quot n reach) /\ True
  else
    word (Z.quot n reach) /\ word (Z.quot n reach + 1) /\ word ((Z.quot n reach + 1) * reach) /\ True).

Definition composition_step (part m : mode) : result mode :=
  if Z.rem (stride part) (shape m) =? 0 then
    Step (Mode (shape part) (Z.quot (stride part) (shape m))) [] None
  else if Z.rem (shape m) (stride part) =? 0 then
    if shape part <=? Z.quot (shape m) (stride part) then
      Step (Mode 1 0) [Mode (shape part) (stride m * stride part)] None
    else if Z.rem (shape part) (Z.quot (shape m) (stride part)) =? 0 then
      Step (Mode (Z.quot (shape part) (Z.quot (shape m) (stride part))) 1) [Mode (Z.quot (shape m) (stride part)) (stride m * stride part)] None
    else
      Step part [] (Some (Refused "run_divides" (Z.quot (shape m) (stride part)) (shape part)))
  else
    Step part [] (Some (Refused "stride_divides" (stride part) (shape m))).
Definition composition_step_divides (part m : mode) : Prop :=
  shape m <> 0 /\ (if Z.rem (stride part) (shape m) =? 0 then
    shape m <> 0 /\ True
  else
    stride part <> 0 /\ (if Z.rem (shape m) (stride part) =? 0 then
    stride part <> 0 /\ (if shape part <=? Z.quot (shape m) (stride part) then
      True
    else
      Z.quot (shape m) (stride part) <> 0 /\ (if Z.rem (shape part) (Z.quot (shape m) (stride part)) =? 0 then
      Z.quot (shape m) (stride part) <> 0 /\ True
    else
      True))
  else
    True)).
Definition composition_step_stays (part m : mode) : Prop :=
  word (Z.rem (stride part) (shape m)) /\ (if Z.rem (stride part) (shape m) =? 0 then
    word (Z.quot (stride part) (shape m)) /\ True
  else
    word (Z.rem (shape m) (stride part)) /\ (if Z.rem (shape m) (stride part) =? 0 then
    word (Z.quot (shape m) (stride part)) /\ (if shape part <=? Z.quot (shape m) (stride part) then
      word (stride m * stride part) /\ True
    else
      word (Z.rem (shape part) (Z.quot (shape m) (stride part))) /\ (if Z.rem (shape part) (Z.quot (shape m) (stride part)) =? 0 then
      word (Z.quot (shape part) (Z.quot (shape m) (stride part))) /\ word (stride m * stride part) /\ True
    else
      True))
  else
    True)).

Definition upcast_step (n within : Z) (m : mode) : result Z :=
  if stride m <? 0 then
    if Z.rem (0 - stride m) n =? 0 then
      Step within [Mode (shape m) (0 - Z.quot (0 - stride m) n)] None
    else if shape m =? 1 then
      if Z.rem n (0 - stride m) =? 0 then
        Step within [Mode 1 (-1)] None
      else
        Step within [Mode 1 0] None
    else
      Step within [] (Some (Refused "not_negative" (stride m) n))
  else if Z.rem (stride m) n =? 0 then
    Step within [Mode (shape m) (Z.quot (stride m) n)] None
  else if shape m =? 1 then
    if Z.rem n (stride m) =? 0 then
      Step within [Mode 1 1] None
    else
      Step within [Mode 1 0] None
  else if Z.rem n (stride m) =? 0 then
    if shape m <? Z.quot n (stride m) then
      Step (within + (shape m - 1) * stride m) [Mode 1 1] None
    else if Z.rem (shape m) (Z.quot n (stride m)) =? 0 then
      Step (within + (Z.quot n (stride m) - 1) * stride m) [Mode (Z.quot (shape m - 1) (Z.quot n (stride m)) + 1) 1] None
    else
      Step within [] (Some (Refused "vector_divides" (shape m) (Z.quot n (stride m))))
  else
    Step within [] (Some (Refused "vector_divides" (stride m) n)).
Definition upcast_step_divides (n within : Z) (m : mode) : Prop :=
  (if stride m <? 0 then
    n <> 0 /\ (if Z.rem (0 - stride m) n =? 0 then
      n <> 0 /\ True
    else
      (if shape m =? 1 then
      0 - stride m <> 0 /\ True
    else
      True))
  else
    n <> 0 /\ (if Z.rem (stride m) n =? 0 then
    n <> 0 /\ True
  else
    (if shape m =? 1 then
    stride m <> 0 /\ True
  else
    stride m <> 0 /\ (if Z.rem n (stride m) =? 0 then
    stride m <> 0 /\ (if shape m <? Z.quot n (stride m) then
      True
    else
      Z.quot n (stride m) <> 0 /\ (if Z.rem (shape m) (Z.quot n (stride m)) =? 0 then
      Z.quot n (stride m) <> 0 /\ True
    else
      True))
  else
    True)))).
Definition upcast_step_stays (n within : Z) (m : mode) : Prop :=
  (if stride m <? 0 then
    word (0 - stride m) /\ word (Z.rem (0 - stride m) n) /\ (if Z.rem (0 - stride m) n =? 0 then
      word (Z.quot (0 - stride m) n) /\ word (0 - Z.quot (0 - stride m) n) /\ True
    else
      (if shape m =? 1 then
      word (Z.rem n (0 - stride m)) /\ True
    else
      True))
  else
    word (Z.rem (stride m) n) /\ (if Z.rem (stride m) n =? 0 then
    word (Z.quot (stride m) n) /\ True
  else
    (if shape m =? 1 then
    word (Z.rem n (stride m)) /\ True
  else
    word (Z.rem n (stride m)) /\ (if Z.rem n (stride m) =? 0 then
    word (Z.quot n (stride m)) /\ (if shape m <? Z.quot n (stride m) then
      word (shape m - 1) /\ word ((shape m - 1) * stride m) /\ word (within + (shape m - 1) * stride m) /\ True
    else
      word (Z.rem (shape m) (Z.quot n (stride m))) /\ (if Z.rem (shape m) (Z.quot n (stride m)) =? 0 then
      word (Z.quot n (stride m) - 1) /\ word ((Z.quot n (stride m) - 1) * stride m) /\ word (within + (Z.quot n (stride m) - 1) * stride m) /\ word (shape m - 1) /\ word (Z.quot (shape m - 1) (Z.quot n (stride m))) /\ word (Z.quot (shape m - 1) (Z.quot n (stride m)) + 1) /\ True
    else
      True))
  else
    True)))).

Definition covering_upcast_step (n within : Z) (m : mode) : result Z :=
  if stride m <? 0 then
    if Z.rem (0 - stride m) n =? 0 then
      Step within [Mode (shape m) (0 - Z.quot (0 - stride m) n)] None
    else if shape m =? 1 then
      if Z.rem n (0 - stride m) =? 0 then
        Step within [Mode 1 (-1)] None
      else
        Step within [Mode 1 0] None
    else
      Step within [] (Some (Refused "not_negative" (stride m) n))
  else if Z.rem (stride m) n =? 0 then
    Step within [Mode (shape m) (Z.quot (stride m) n)] None
  else if shape m =? 1 then
    if Z.rem n (stride m) =? 0 then
      Step within [Mode 1 1] None
    else
      Step within [Mode 1 0] None
  else if Z.rem n (stride m) =? 0 then
    if shape m <? Z.quot n (stride m) then
      Step (within + (shape m - 1) * stride m) [Mode 1 1] None
    else
      Step (within + (Z.quot n (stride m) - 1) * stride m) [Mode (Z.quot (shape m - 1) (Z.quot n (stride m)) + 1) 1] None
  else
    Step within [] (Some (Refused "vector_divides" (stride m) n)).
Definition covering_upcast_step_divides (n within : Z) (m : mode) : Prop :=
  (if stride m <? 0 then
    n <> 0 /\ (if Z.rem (0 - stride m) n =? 0 then
      n <> 0 /\ True
    else
      (if shape m =? 1 then
      0 - stride m <> 0 /\ True
    else
      True))
  else
    n <> 0 /\ (if Z.rem (stride m) n =? 0 then
    n <> 0 /\ True
  else
    (if shape m =? 1 then
    stride m <> 0 /\ True
  else
    stride m <> 0 /\ (if Z.rem n (stride m) =? 0 then
    stride m <> 0 /\ (if shape m <? Z.quot n (stride m) then
      True
    else
      Z.quot n (stride m) <> 0 /\ True)
  else
    True)))).
Definition covering_upcast_step_stays (n within : Z) (m : mode) : Prop :=
  (if stride m <? 0 then
    word (0 - stride m) /\ word (Z.rem (0 - stride m) n) /\ (if Z.rem (0 - stride m) n =? 0 then
      word (Z.quot (0 - stride m) n) /\ word (0 - Z.quot (0 - stride m) n) /\ True
    else
      (if shape m =? 1 then
      word (Z.rem n (0 - stride m)) /\ True
    else
      True))
  else
    word (Z.rem (stride m) n) /\ (if Z.rem (stride m) n =? 0 then
    word (Z.quot (stride m) n) /\ True
  else
    (if shape m =? 1 then
    word (Z.rem n (stride m)) /\ True
  else
    word (Z.rem n (stride m)) /\ (if Z.rem n (stride m) =? 0 then
    word (Z.quot n (stride m)) /\ (if shape m <? Z.quot n (stride m) then
      word (shape m - 1) /\ word ((shape m - 1) * stride m) /\ word (within + (shape m - 1) * stride m) /\ True
    else
      word (Z.quot n (stride m) - 1) /\ word ((Z.quot n (stride m) - 1) * stride m) /\ word (within + (Z.quot n (stride m) - 1) * stride m) /\ word (shape m - 1) /\ word (Z.quot (shape m - 1) (Z.quot n (stride m))) /\ word (Z.quot (shape m - 1) (Z.quot n (stride m)) + 1) /\ True)
  else
    True)))).

Definition right_inverse_step (reach : Z) (m : mode) (place : Z) : result Z :=
  if stride m =? reach then
    Step (reach * shape m) [Mode (shape m) place] None
  else
    Step reach [] None.
Definition right_inverse_step_stays (reach : Z) (m : mode) (place : Z) : Prop :=
  (if stride m =? reach then
    word (reach * shape m) /\ True
  else
    True).

Definition left_inverse_step (pending m : mode) (place : Z) : result mode :=
  if Z.rem (stride m) (shape pending) =? 0 then
    Step (Mode (stride m) place) [Mode (Z.quot (stride m) (shape pending)) (stride pending)] None
  else
    Step pending [] (Some (Refused "stride_divides" (shape pending) (stride m))).
Definition left_inverse_step_divides (pending m : mode) (place : Z) : Prop :=
  shape pending <> 0 /\ (if Z.rem (stride m) (shape pending) =? 0 then
    shape pending <> 0 /\ True
  else
    True).
Definition left_inverse_step_stays (pending m : mode) (place : Z) : Prop :=
  word (Z.rem (stride m) (shape pending)) /\ (if Z.rem (stride m) (shape pending) =? 0 then
    word (Z.quot (stride m) (shape pending)) /\ True
  else
    True).

Definition nullspace_step (points : Z) (m : mode) : result Z :=
  if stride m =? 0 then
    if shape m =? 1 then
      Step points [Mode 1 0] None
    else
      Step (points * shape m) [Mode (shape m) points] None
  else
    Step (points * shape m) [] None.
Definition nullspace_step_stays (points : Z) (m : mode) : Prop :=
  (if stride m =? 0 then
    (if shape m =? 1 then
      True
    else
      word (points * shape m) /\ True)
  else
    word (points * shape m) /\ True).

Definition first_gap_step (reach : Z) (m : mode) : result Z :=
  if shape m =? 1 then
    Step reach [] None
  else if stride m =? 0 then
    Step reach [] None
  else if reach <? stride m then
    Step reach [] (Some (Refused "surjective" reach 0))
  else
    Step (reach + (shape m - 1) * stride m) [] None.
Definition first_gap_step_stays (reach : Z) (m : mode) : Prop :=
  (if shape m =? 1 then
    True
  else
    (if stride m =? 0 then
    True
  else
    (if reach <? stride m then
    True
  else
    word (shape m - 1) /\ word ((shape m - 1) * stride m) /\ word (reach + (shape m - 1) * stride m) /\ True))).

Definition ceil_div_step (x y : Z) : option Z :=
  if x <? 0 then
    None
  else if y <? 1 then
    None
  else if x =? 0 then
    Some 0
  else
    Some (Z.quot (x - 1) y + 1).
Definition ceil_div_step_divides (x y : Z) : Prop :=
  (if x <? 0 then
    True
  else
    (if y <? 1 then
    True
  else
    (if x =? 0 then
    True
  else
    y <> 0 /\ True))).
Definition ceil_div_step_stays (x y : Z) : Prop :=
  (if x <? 0 then
    True
  else
    (if y <? 1 then
    True
  else
    (if x =? 0 then
    True
  else
    word (x - 1) /\ word (Z.quot (x - 1) y) /\ word (Z.quot (x - 1) y + 1) /\ True))).

Definition shape_div_step (x y : Z) : option Z :=
  if x <? 1 then
    None
  else if y <? 1 then
    None
  else if Z.rem x y =? 0 then
    Some (Z.quot x y)
  else if Z.rem y x =? 0 then
    Some 1
  else
    None.
Definition shape_div_step_divides (x y : Z) : Prop :=
  (if x <? 1 then
    True
  else
    (if y <? 1 then
    True
  else
    y <> 0 /\ (if Z.rem x y =? 0 then
    y <> 0 /\ True
  else
    x <> 0 /\ True))).
Definition shape_div_step_stays (x y : Z) : Prop :=
  (if x <? 1 then
    True
  else
    (if y <? 1 then
    True
  else
    word (Z.rem x y) /\ (if Z.rem x y =? 0 then
    word (Z.quot x y) /\ True
  else
    word (Z.rem y x) /\ True))).

Definition room_step (extent room : Z) (part : mode) : result Z :=
  if Z.rem (stride part) extent =? 0 then
    Step room [Mode (shape part) (Z.quot (stride part) extent)] None
  else if Z.quot room (Z.rem (stride part) extent) <? shape part - 1 then
    Step room [] (Some (Refused "no_carry" (shape part) room))
  else
    Step (room - (shape part - 1) * Z.rem (stride part) extent) [Mode (shape part) (Z.quot (stride part) extent)] None.
Definition room_step_divides (extent room : Z) (part : mode) : Prop :=
  extent <> 0 /\ (if Z.rem (stride part) extent =? 0 then
    True
  else
    Z.rem (stride part) extent <> 0 /\ True).
Definition room_step_stays (extent room : Z) (part : mode) : Prop :=
  word (Z.rem (stride part) extent) /\ word (Z.quot (stride part) extent) /\ (if Z.rem (stride part) extent =? 0 then
    True
  else
    word (shape part - 1) /\ word (Z.quot room (Z.rem (stride part) extent)) /\ (if Z.quot room (Z.rem (stride part) extent) <? shape part - 1 then
    True
  else
    word (shape part - 1) /\ word ((shape part - 1) * Z.rem (stride part) extent) /\ word (room - (shape part - 1) * Z.rem (stride part) extent) /\ True)).

Definition fitting_step (step : Z) (by_ : mode) (points extent : Z) : Z :=
  if shape by_ <=? 1 then
    step
  else if stride by_ <=? 0 then
    step
  else if Z.rem (stride by_) points =? 0 then
    if Z.quot (stride by_) points <=? extent then
      if step <? Z.quot (stride by_) points then
        if Z.rem (shape by_ * stride by_) points =? 0 then
          if Z.quot (shape by_ * stride by_) points <=? extent then
            if Z.quot (stride by_) points <? Z.quot (shape by_ * stride by_) points then
              (Z.quot (shape by_ * stride by_) points)
            else
              (Z.quot (stride by_) points)
          else
            (Z.quot (stride by_) points)
        else
          (Z.quot (stride by_) points)
      else if Z.rem (shape by_ * stride by_) points =? 0 then
        if Z.quot (shape by_ * stride by_) points <=? extent then
          if step <? Z.quot (shape by_ * stride by_) points then
            (Z.quot (shape by_ * stride by_) points)
          else
            step
        else
          step
      else
        step
    else if Z.rem (shape by_ * stride by_) points =? 0 then
      if Z.quot (shape by_ * stride by_) points <=? extent then
        if step <? Z.quot (shape by_ * stride by_) points then
          (Z.quot (shape by_ * stride by_) points)
        else
          step
      else
        step
    else
      step
  else if Z.rem (shape by_ * stride by_) points =? 0 then
    if Z.quot (shape by_ * stride by_) points <=? extent then
      if step <? Z.quot (shape by_ * stride by_) points then
        (Z.quot (shape by_ * stride by_) points)
      else
        step
    else
      step
  else
    step.
Definition fitting_step_divides (step : Z) (by_ : mode) (points extent : Z) : Prop :=
  (if shape by_ <=? 1 then
    True
  else
    (if stride by_ <=? 0 then
    True
  else
    points <> 0 /\ (if Z.rem (stride by_) points =? 0 then
    points <> 0 /\ (if Z.quot (stride by_) points <=? extent then
      points <> 0 /\ (if step <? Z.quot (stride by_) points then
        points <> 0 /\ (if Z.rem (shape by_ * stride by_) points =? 0 then
          points <> 0 /\ (if Z.quot (shape by_ * stride by_) points <=? extent then
            points <> 0 /\ (if Z.quot (stride by_) points <? Z.quot (shape by_ * stride by_) points then
              points <> 0 /\ True
            else
              True)
          else
            True)
        else
          True)
      else
        points <> 0 /\ (if Z.rem (shape by_ * stride by_) points =? 0 then
        points <> 0 /\ (if Z.quot (shape by_ * stride by_) points <=? extent then
          points <> 0 /\ (if step <? Z.quot (shape by_ * stride by_) points then
            points <> 0 /\ True
          else
            True)
        else
          True)
      else
        True))
    else
      points <> 0 /\ (if Z.rem (shape by_ * stride by_) points =? 0 then
      points <> 0 /\ (if Z.quot (shape by_ * stride by_) points <=? extent then
        points <> 0 /\ (if step <? Z.quot (shape by_ * stride by_) points then
          points <> 0 /\ True
        else
          True)
      else
        True)
    else
      True))
  else
    points <> 0 /\ (if Z.rem (shape by_ * stride by_) points =? 0 then
    points <> 0 /\ (if Z.quot (shape by_ * stride by_) points <=? extent then
      points <> 0 /\ (if step <? Z.quot (shape by_ * stride by_) points then
        points <> 0 /\ True
      else
        True)
    else
      True)
  else
    True)))).
Definition fitting_step_stays (step : Z) (by_ : mode) (points extent : Z) : Prop :=
  (if shape by_ <=? 1 then
    True
  else
    (if stride by_ <=? 0 then
    True
  else
    word (shape by_ * stride by_) /\ word (Z.rem (stride by_) points) /\ (if Z.rem (stride by_) points =? 0 then
    word (Z.quot (stride by_) points) /\ (if Z.quot (stride by_) points <=? extent then
      word (Z.quot (stride by_) points) /\ (if step <? Z.quot (stride by_) points then
        word (Z.quot (stride by_) points) /\ word (Z.rem (shape by_ * stride by_) points) /\ (if Z.rem (shape by_ * stride by_) points =? 0 then
          word (Z.quot (shape by_ * stride by_) points) /\ (if Z.quot (shape by_ * stride by_) points <=? extent then
            word (Z.quot (shape by_ * stride by_) points) /\ (if Z.quot (stride by_) points <? Z.quot (shape by_ * stride by_) points then
              word (Z.quot (shape by_ * stride by_) points) /\ True
            else
              True)
          else
            True)
        else
          True)
      else
        word (Z.rem (shape by_ * stride by_) points) /\ (if Z.rem (shape by_ * stride by_) points =? 0 then
        word (Z.quot (shape by_ * stride by_) points) /\ (if Z.quot (shape by_ * stride by_) points <=? extent then
          word (Z.quot (shape by_ * stride by_) points) /\ (if step <? Z.quot (shape by_ * stride by_) points then
            word (Z.quot (shape by_ * stride by_) points) /\ True
          else
            True)
        else
          True)
      else
        True))
    else
      word (Z.rem (shape by_ * stride by_) points) /\ (if Z.rem (shape by_ * stride by_) points =? 0 then
      word (Z.quot (shape by_ * stride by_) points) /\ (if Z.quot (shape by_ * stride by_) points <=? extent then
        word (Z.quot (shape by_ * stride by_) points) /\ (if step <? Z.quot (shape by_ * stride by_) points then
          word (Z.quot (shape by_ * stride by_) points) /\ True
        else
          True)
      else
        True)
    else
      True))
  else
    word (Z.rem (shape by_ * stride by_) points) /\ (if Z.rem (shape by_ * stride by_) points =? 0 then
    word (Z.quot (shape by_ * stride by_) points) /\ (if Z.quot (shape by_ * stride by_) points <=? extent then
      word (Z.quot (shape by_ * stride by_) points) /\ (if step <? Z.quot (shape by_ * stride by_) points then
        word (Z.quot (shape by_ * stride by_) points) /\ True
      else
        True)
    else
      True)
  else
    True)))).

Definition round_up_step (points : Z) (m : mode) (step : Z) : result Z :=
  if product_fits (Z.quot (shape m - 1) step + 1) step then
    if product_fits points ((Z.quot (shape m - 1) step + 1) * step) then
      Step (points * ((Z.quot (shape m - 1) step + 1) * step)) [Mode ((Z.quot (shape m - 1) step + 1) * step) (stride m)] None
    else
      Step points [] (Some (Refused "overflow" (Z.quot (shape m - 1) step + 1) step))
  else
    Step points [] (Some (Refused "overflow" (Z.quot (shape m - 1) step + 1) step)).
Definition round_up_step_divides (points : Z) (m : mode) (step : Z) : Prop :=
  step <> 0 /\ True.
Definition round_up_step_stays (points : Z) (m : mode) (step : Z) : Prop :=
  word (shape m - 1) /\ word (Z.quot (shape m - 1) step) /\ word (Z.quot (shape m - 1) step + 1) /\ (if product_fits (Z.quot (shape m - 1) step + 1) step then
    word ((Z.quot (shape m - 1) step + 1) * step) /\ (if product_fits points ((Z.quot (shape m - 1) step + 1) * step) then
      word ((Z.quot (shape m - 1) step + 1) * step) /\ word (points * ((Z.quot (shape m - 1) step + 1) * step)) /\ True
    else
      True)
  else
    True).

Definition last_point_step (at_ : Z * Z) (extent rounded : Z) : Z * Z :=
  (fst at_ + (extent - 1) * snd at_, snd at_ * rounded).
Definition last_point_step_stays (at_ : Z * Z) (extent rounded : Z) : Prop :=
  word (extent - 1) /\ word ((extent - 1) * snd at_) /\ word (fst at_ + (extent - 1) * snd at_) /\ word (snd at_ * rounded) /\ True.

Definition bijective_step (points past least n : Z) : option refusal :=
  if 0 <=? least then
    if points =? n then
      None
    else if n <? past then
      (Some (Refused "in_domain" (past - 1) n))
    else if least <? 0 then
      (Some (Refused "in_domain" least n))
    else
      (Some (Refused "undecided" points n))
  else if n <? past then
    (Some (Refused "in_domain" (past - 1) n))
  else if least <? 0 then
    (Some (Refused "in_domain" least n))
  else
    (Some (Refused "undecided" points n)).
Definition bijective_step_stays (points past least n : Z) : Prop :=
  (if 0 <=? least then
    (if points =? n then
      True
    else
      (if n <? past then
      word (past - 1) /\ True
    else
      True))
  else
    (if n <? past then
    word (past - 1) /\ True
  else
    True)).

Definition sort_swaps (a b : mode) : bool :=
  if stride b <? stride a then
    true
  else
    false.

Definition simplest_above (low high : Z * Z) : Z * option ((Z * Z) * (Z * Z)) :=
  if snd high =? 0 then
    (Z.quot (fst low) (snd low) + 1, None)
  else if Z.quot (fst low) (snd low) <? Z.quot (fst high) (snd high) then
    if Z.quot (fst low) (snd low) + 1 <? Z.quot (fst high) (snd high) then
      (Z.quot (fst low) (snd low) + 1, None)
    else
      (Z.quot (fst low) (snd low) + 1, None)
  else
    (Z.quot (fst low) (snd low), Some ((snd high, Z.rem (fst high) (snd high)), (snd low, Z.rem (fst low) (snd low)))).
Definition simplest_above_divides (low high : Z * Z) : Prop :=
  snd low <> 0 /\ (if snd high =? 0 then
    True
  else
    snd high <> 0 /\ True).
Definition simplest_above_stays (low high : Z * Z) : Prop :=
  word (Z.quot (fst low) (snd low)) /\ word (Z.rem (fst low) (snd low)) /\ (if snd high =? 0 then
    word (Z.quot (fst low) (snd low) + 1) /\ True
  else
    word (Z.quot (fst high) (snd high)) /\ word (Z.rem (fst high) (snd high)) /\ (if Z.quot (fst low) (snd low) <? Z.quot (fst high) (snd high) then
    word (Z.quot (fst low) (snd low) + 1) /\ (if Z.quot (fst low) (snd low) + 1 <? Z.quot (fst high) (snd high) then
      word (Z.quot (fst low) (snd low) + 1) /\ True
    else
      word (Z.quot (fst low) (snd low) + 1) /\ True)
  else
    True)).

Definition simplest_from (low high : Z * Z) : Z * option ((Z * Z) * (Z * Z)) :=
  if Z.rem (fst low) (snd low) =? 0 then
    (Z.quot (fst low) (snd low), None)
  else if snd high =? 0 then
    (Z.quot (fst low) (snd low) + 1, None)
  else if Z.quot (fst low) (snd low) <? Z.quot (fst high) (snd high) then
    if Z.quot (fst low) (snd low) + 1 <? Z.quot (fst high) (snd high) then
      (Z.quot (fst low) (snd low) + 1, None)
    else if Z.rem (fst high) (snd high) =? 0 then
      (Z.quot (fst low) (snd low), Some ((snd high, snd high), (snd low, Z.rem (fst low) (snd low))))
    else
      (Z.quot (fst low) (snd low) + 1, None)
  else
    (Z.quot (fst low) (snd low), Some ((snd high, Z.rem (fst high) (snd high)), (snd low, Z.rem (fst low) (snd low)))).
Definition simplest_from_divides (low high : Z * Z) : Prop :=
  snd low <> 0 /\ (if Z.rem (fst low) (snd low) =? 0 then
    True
  else
    (if snd high =? 0 then
    True
  else
    snd high <> 0 /\ True)).
Definition simplest_from_stays (low high : Z * Z) : Prop :=
  word (Z.quot (fst low) (snd low)) /\ word (Z.rem (fst low) (snd low)) /\ (if Z.rem (fst low) (snd low) =? 0 then
    True
  else
    (if snd high =? 0 then
    word (Z.quot (fst low) (snd low) + 1) /\ True
  else
    word (Z.quot (fst high) (snd high)) /\ word (Z.rem (fst high) (snd high)) /\ (if Z.quot (fst low) (snd low) <? Z.quot (fst high) (snd high) then
    word (Z.quot (fst low) (snd low) + 1) /\ (if Z.quot (fst low) (snd low) + 1 <? Z.quot (fst high) (snd high) then
      word (Z.quot (fst low) (snd low) + 1) /\ True
    else
      (if Z.rem (fst high) (snd high) =? 0 then
      True
    else
      word (Z.quot (fst low) (snd low) + 1) /\ True))
  else
    True))).

Definition below_step (a b : Z * Z) : bool + ((Z * Z) * (Z * Z)) :=
  if Z.quot (fst a) (snd a) <? Z.quot (fst b) (snd b) then
    inl true
  else if Z.quot (fst a) (snd a) =? Z.quot (fst b) (snd b) then
    if Z.rem (fst b) (snd b) =? 0 then
      inl false
    else if Z.rem (fst a) (snd a) =? 0 then
      inl true
    else
      inr ((snd b, Z.rem (fst b) (snd b)), (snd a, Z.rem (fst a) (snd a)))
  else
    inl false.
Definition below_step_divides (a b : Z * Z) : Prop :=
  snd a <> 0 /\ snd b <> 0 /\ (if Z.quot (fst a) (snd a) <? Z.quot (fst b) (snd b) then
    True
  else
    (if Z.quot (fst a) (snd a) =? Z.quot (fst b) (snd b) then
    snd a <> 0 /\ snd b <> 0 /\ True
  else
    True)).
Definition below_step_stays (a b : Z * Z) : Prop :=
  word (Z.quot (fst a) (snd a)) /\ word (Z.quot (fst b) (snd b)) /\ (if Z.quot (fst a) (snd a) <? Z.quot (fst b) (snd b) then
    True
  else
    (if Z.quot (fst a) (snd a) =? Z.quot (fst b) (snd b) then
    word (Z.rem (fst a) (snd a)) /\ word (Z.rem (fst b) (snd b)) /\ True
  else
    True)).

Definition height (slope : Z * Z) (i : Z) : Z :=
  (Z.quot (i * fst slope) (snd slope)).
Definition height_divides (slope : Z * Z) (i : Z) : Prop :=
  snd slope <> 0 /\ True.
Definition height_stays (slope : Z * Z) (i : Z) : Prop :=
  word (i * fst slope) /\ word (Z.quot (i * fst slope) (snd slope)) /\ True.

Definition next_step (slope : Z * Z) (at_ : Z) : Z :=
  (at_ + Z.quot (snd slope - Z.rem (at_ * fst slope) (snd slope) - 1) (fst slope) + 1).
Definition next_step_divides (slope : Z * Z) (at_ : Z) : Prop :=
  snd slope <> 0 /\ fst slope <> 0 /\ True.
Definition next_step_stays (slope : Z * Z) (at_ : Z) : Prop :=
  word (at_ * fst slope) /\ word (Z.rem (at_ * fst slope) (snd slope)) /\ word (snd slope - Z.rem (at_ * fst slope) (snd slope)) /\ word (snd slope - Z.rem (at_ * fst slope) (snd slope) - 1) /\ word (Z.quot (snd slope - Z.rem (at_ * fst slope) (snd slope) - 1) (fst slope)) /\ word (at_ + Z.quot (snd slope - Z.rem (at_ * fst slope) (snd slope) - 1) (fst slope)) /\ word (at_ + Z.quot (snd slope - Z.rem (at_ * fst slope) (snd slope) - 1) (fst slope) + 1) /\ True.

Definition gcd_step (a b : Z) : Z * Z :=
  (b, Z.rem a b).
Definition gcd_step_divides (a b : Z) : Prop :=
  b <> 0 /\ True.
Definition gcd_step_stays (a b : Z) : Prop :=
  word (Z.rem a b) /\ True.

Definition largest_rest (m : mode) (points : Z) : Z :=
  if shape m =? 1 then
    0
  else if Z.rem (stride m) points =? 0 then
    0
  else if shape m - 1 <=? Z.quot (points - 1) (Z.rem (stride m) points) then
    ((shape m - 1) * Z.rem (stride m) points)
  else
    (points - Z.gcd (Z.rem (stride m) points) points).
Definition largest_rest_divides (m : mode) (points : Z) : Prop :=
  (if shape m =? 1 then
    True
  else
    points <> 0 /\ (if Z.rem (stride m) points =? 0 then
    True
  else
    Z.rem (stride m) points <> 0 /\ True)).
Definition largest_rest_stays (m : mode) (points : Z) : Prop :=
  (if shape m =? 1 then
    True
  else
    word (Z.rem (stride m) points) /\ word (shape m - 1) /\ (if Z.rem (stride m) points =? 0 then
    True
  else
    word (points - 1) /\ word (Z.quot (points - 1) (Z.rem (stride m) points)) /\ (if shape m - 1 <=? Z.quot (points - 1) (Z.rem (stride m) points) then
    word ((shape m - 1) * Z.rem (stride m) points) /\ True
  else
    word (Z.gcd (Z.rem (stride m) points) points) /\ word (points - Z.gcd (Z.rem (stride m) points) points) /\ True))).

Definition gaps_4 (a b c d : mode) : list (Z * Z) :=
  [(shape a * stride a - stride b, 1 * shape a); (shape b * stride b - stride c, 1 * shape a * shape b); (shape c * stride c - stride d, 1 * shape a * shape b * shape c)].

Definition bit_step (sum column x k : Z) : Z :=
  if Z.land (Z.shiftr x k) 1 =? 0 then
    sum
  else
    (Z.lxor sum column).
Definition bit_step_stays (sum column x k : Z) : Prop :=
  word (Z.shiftr x k) /\ word (Z.land (Z.shiftr x k) 1) /\ (if Z.land (Z.shiftr x k) 1 =? 0 then
    True
  else
    word (Z.lxor sum column) /\ True).

Definition swizzled (bits base shift x : Z) : Z :=
  if 0 <=? shift then
    (Z.lxor x (Z.shiftr (Z.land x (Z.shiftl (Z.shiftl 1 bits - 1) (base + shift))) shift))
  else
    (Z.lxor x (Z.shiftl (Z.land x (Z.shiftl (Z.shiftl 1 bits - 1) base)) (0 - shift))).
Definition swizzled_stays (bits base shift x : Z) : Prop :=
  (if 0 <=? shift then
    word (base + shift) /\ word (Z.shiftl 1 bits) /\ word (Z.shiftl 1 bits - 1) /\ word (Z.shiftl (Z.shiftl 1 bits - 1) (base + shift)) /\ word (Z.land x (Z.shiftl (Z.shiftl 1 bits - 1) (base + shift))) /\ word (Z.shiftr (Z.land x (Z.shiftl (Z.shiftl 1 bits - 1) (base + shift))) shift) /\ word (Z.lxor x (Z.shiftr (Z.land x (Z.shiftl (Z.shiftl 1 bits - 1) (base + shift))) shift)) /\ True
  else
    word (Z.shiftl 1 bits) /\ word (Z.shiftl 1 bits - 1) /\ word (Z.shiftl (Z.shiftl 1 bits - 1) base) /\ word (Z.land x (Z.shiftl (Z.shiftl 1 bits - 1) base)) /\ word (0 - shift) /\ word (Z.shiftl (Z.land x (Z.shiftl (Z.shiftl 1 bits - 1) base)) (0 - shift)) /\ word (Z.lxor x (Z.shiftl (Z.land x (Z.shiftl (Z.shiftl 1 bits - 1) base)) (0 - shift))) /\ True).

Definition bit_map_3 (a b c x : Z) : Z :=
  if Z.land (Z.shiftr x 0) 1 =? 0 then
    if Z.land (Z.shiftr x 1) 1 =? 0 then
      if Z.land (Z.shiftr x 2) 1 =? 0 then
        0
      else
        (Z.lxor 0 c)
    else if Z.land (Z.shiftr x 2) 1 =? 0 then
      (Z.lxor 0 b)
    else
      (Z.lxor (Z.lxor 0 b) c)
  else if Z.land (Z.shiftr x 1) 1 =? 0 then
    if Z.land (Z.shiftr x 2) 1 =? 0 then
      (Z.lxor 0 a)
    else
      (Z.lxor (Z.lxor 0 a) c)
  else if Z.land (Z.shiftr x 2) 1 =? 0 then
    (Z.lxor (Z.lxor 0 a) b)
  else
    (Z.lxor (Z.lxor (Z.lxor 0 a) b) c).

Definition bit_composition_2 (a b c d : Z) : list Z :=
  if Z.land (Z.shiftr c 0) 1 =? 0 then
    if Z.land (Z.shiftr c 1) 1 =? 0 then
      if Z.land (Z.shiftr d 0) 1 =? 0 then
        if Z.land (Z.shiftr d 1) 1 =? 0 then
          [0; 0]
        else
          [0; Z.lxor 0 b]
      else if Z.land (Z.shiftr d 1) 1 =? 0 then
        [0; Z.lxor 0 a]
      else
        [0; Z.lxor (Z.lxor 0 a) b]
    else if Z.land (Z.shiftr d 0) 1 =? 0 then
      if Z.land (Z.shiftr d 1) 1 =? 0 then
        [Z.lxor 0 b; 0]
      else
        [Z.lxor 0 b; Z.lxor 0 b]
    else if Z.land (Z.shiftr d 1) 1 =? 0 then
      [Z.lxor 0 b; Z.lxor 0 a]
    else
      [Z.lxor 0 b; Z.lxor (Z.lxor 0 a) b]
  else if Z.land (Z.shiftr c 1) 1 =? 0 then
    if Z.land (Z.shiftr d 0) 1 =? 0 then
      if Z.land (Z.shiftr d 1) 1 =? 0 then
        [Z.lxor 0 a; 0]
      else
        [Z.lxor 0 a; Z.lxor 0 b]
    else if Z.land (Z.shiftr d 1) 1 =? 0 then
      [Z.lxor 0 a; Z.lxor 0 a]
    else
      [Z.lxor 0 a; Z.lxor (Z.lxor 0 a) b]
  else if Z.land (Z.shiftr d 0) 1 =? 0 then
    if Z.land (Z.shiftr d 1) 1 =? 0 then
      [Z.lxor (Z.lxor 0 a) b; 0]
    else
      [Z.lxor (Z.lxor 0 a) b; Z.lxor 0 b]
  else if Z.land (Z.shiftr d 1) 1 =? 0 then
    [Z.lxor (Z.lxor 0 a) b; Z.lxor 0 a]
  else
    [Z.lxor (Z.lxor 0 a) b; Z.lxor (Z.lxor 0 a) b].

Definition swizzle_map_62 (bits base shift : Z) : list Z :=
  if 0 <=? shift then
    [Z.lxor 1 (Z.shiftr (Z.land 1 (Z.shiftl (Z.shiftl 1 bits - 1) (base + shift))) shift); Z.lxor 2 (Z.shiftr (Z.land 2 (Z.shiftl (Z.shiftl 1 bits - 1) (base + shift))) shift); Z.lxor 4 (Z.shiftr (Z.land 4 (Z.shiftl (Z.shiftl 1 bits - 1) (base + shift))) shift); Z.lxor 8 (Z.shiftr (Z.land 8 (Z.shiftl (Z.shiftl 1 bits - 1) (base + shift))) shift); Z.lxor 16 (Z.shiftr (Z.land 16 (Z.shiftl (Z.shiftl 1 bits - 1) (base + shift))) shift); Z.lxor 32 (Z.shiftr (Z.land 32 (Z.shiftl (Z.shiftl 1 bits - 1) (base + shift))) shift); Z.lxor 64 (Z.shiftr (Z.land 64 (Z.shiftl (Z.shiftl 1 bits - 1) (base + shift))) shift); Z.lxor 128 (Z.shiftr (Z.land 128 (Z.shiftl (Z.shiftl 1 bits - 1) (base + shift))) shift); Z.lxor 256 (Z.shiftr (Z.land 256 (Z.shiftl (Z.shiftl 1 bits - 1) (base + shift))) shift); Z.lxor 512 (Z.shiftr (Z.land 512 (Z.shiftl (Z.shiftl 1 bits - 1) (base + shift))) shift); Z.lxor 1024 (Z.shiftr (Z.land 1024 (Z.shiftl (Z.shiftl 1 bits - 1) (base + shift))) shift); Z.lxor 2048 (Z.shiftr (Z.land 2048 (Z.shiftl (Z.shiftl 1 bits - 1) (base + shift))) shift); Z.lxor 4096 (Z.shiftr (Z.land 4096 (Z.shiftl (Z.shiftl 1 bits - 1) (base + shift))) shift); Z.lxor 8192 (Z.shiftr (Z.land 8192 (Z.shiftl (Z.shiftl 1 bits - 1) (base + shift))) shift); Z.lxor 16384 (Z.shiftr (Z.land 16384 (Z.shiftl (Z.shiftl 1 bits - 1) (base + shift))) shift); Z.lxor 32768 (Z.shiftr (Z.land 32768 (Z.shiftl (Z.shiftl 1 bits - 1) (base + shift))) shift); Z.lxor 65536 (Z.shiftr (Z.land 65536 (Z.shiftl (Z.shiftl 1 bits - 1) (base + shift))) shift); Z.lxor 131072 (Z.shiftr (Z.land 131072 (Z.shiftl (Z.shiftl 1 bits - 1) (base + shift))) shift); Z.lxor 262144 (Z.shiftr (Z.land 262144 (Z.shiftl (Z.shiftl 1 bits - 1) (base + shift))) shift); Z.lxor 524288 (Z.shiftr (Z.land 524288 (Z.shiftl (Z.shiftl 1 bits - 1) (base + shift))) shift); Z.lxor 1048576 (Z.shiftr (Z.land 1048576 (Z.shiftl (Z.shiftl 1 bits - 1) (base + shift))) shift); Z.lxor 2097152 (Z.shiftr (Z.land 2097152 (Z.shiftl (Z.shiftl 1 bits - 1) (base + shift))) shift); Z.lxor 4194304 (Z.shiftr (Z.land 4194304 (Z.shiftl (Z.shiftl 1 bits - 1) (base + shift))) shift); Z.lxor 8388608 (Z.shiftr (Z.land 8388608 (Z.shiftl (Z.shiftl 1 bits - 1) (base + shift))) shift); Z.lxor 16777216 (Z.shiftr (Z.land 16777216 (Z.shiftl (Z.shiftl 1 bits - 1) (base + shift))) shift); Z.lxor 33554432 (Z.shiftr (Z.land 33554432 (Z.shiftl (Z.shiftl 1 bits - 1) (base + shift))) shift); Z.lxor 67108864 (Z.shiftr (Z.land 67108864 (Z.shiftl (Z.shiftl 1 bits - 1) (base + shift))) shift); Z.lxor 134217728 (Z.shiftr (Z.land 134217728 (Z.shiftl (Z.shiftl 1 bits - 1) (base + shift))) shift); Z.lxor 268435456 (Z.shiftr (Z.land 268435456 (Z.shiftl (Z.shiftl 1 bits - 1) (base + shift))) shift); Z.lxor 536870912 (Z.shiftr (Z.land 536870912 (Z.shiftl (Z.shiftl 1 bits - 1) (base + shift))) shift); Z.lxor 1073741824 (Z.shiftr (Z.land 1073741824 (Z.shiftl (Z.shiftl 1 bits - 1) (base + shift))) shift); Z.lxor 2147483648 (Z.shiftr (Z.land 2147483648 (Z.shiftl (Z.shiftl 1 bits - 1) (base + shift))) shift); Z.lxor 4294967296 (Z.shiftr (Z.land 4294967296 (Z.shiftl (Z.shiftl 1 bits - 1) (base + shift))) shift); Z.lxor 8589934592 (Z.shiftr (Z.land 8589934592 (Z.shiftl (Z.shiftl 1 bits - 1) (base + shift))) shift); Z.lxor 17179869184 (Z.shiftr (Z.land 17179869184 (Z.shiftl (Z.shiftl 1 bits - 1) (base + shift))) shift); Z.lxor 34359738368 (Z.shiftr (Z.land 34359738368 (Z.shiftl (Z.shiftl 1 bits - 1) (base + shift))) shift); Z.lxor 68719476736 (Z.shiftr (Z.land 68719476736 (Z.shiftl (Z.shiftl 1 bits - 1) (base + shift))) shift); Z.lxor 137438953472 (Z.shiftr (Z.land 137438953472 (Z.shiftl (Z.shiftl 1 bits - 1) (base + shift))) shift); Z.lxor 274877906944 (Z.shiftr (Z.land 274877906944 (Z.shiftl (Z.shiftl 1 bits - 1) (base + shift))) shift); Z.lxor 549755813888 (Z.shiftr (Z.land 549755813888 (Z.shiftl (Z.shiftl 1 bits - 1) (base + shift))) shift); Z.lxor 1099511627776 (Z.shiftr (Z.land 1099511627776 (Z.shiftl (Z.shiftl 1 bits - 1) (base + shift))) shift); Z.lxor 2199023255552 (Z.shiftr (Z.land 2199023255552 (Z.shiftl (Z.shiftl 1 bits - 1) (base + shift))) shift); Z.lxor 4398046511104 (Z.shiftr (Z.land 4398046511104 (Z.shiftl (Z.shiftl 1 bits - 1) (base + shift))) shift); Z.lxor 8796093022208 (Z.shiftr (Z.land 8796093022208 (Z.shiftl (Z.shiftl 1 bits - 1) (base + shift))) shift); Z.lxor 17592186044416 (Z.shiftr (Z.land 17592186044416 (Z.shiftl (Z.shiftl 1 bits - 1) (base + shift))) shift); Z.lxor 35184372088832 (Z.shiftr (Z.land 35184372088832 (Z.shiftl (Z.shiftl 1 bits - 1) (base + shift))) shift); Z.lxor 70368744177664 (Z.shiftr (Z.land 70368744177664 (Z.shiftl (Z.shiftl 1 bits - 1) (base + shift))) shift); Z.lxor 140737488355328 (Z.shiftr (Z.land 140737488355328 (Z.shiftl (Z.shiftl 1 bits - 1) (base + shift))) shift); Z.lxor 281474976710656 (Z.shiftr (Z.land 281474976710656 (Z.shiftl (Z.shiftl 1 bits - 1) (base + shift))) shift); Z.lxor 562949953421312 (Z.shiftr (Z.land 562949953421312 (Z.shiftl (Z.shiftl 1 bits - 1) (base + shift))) shift); Z.lxor 1125899906842624 (Z.shiftr (Z.land 1125899906842624 (Z.shiftl (Z.shiftl 1 bits - 1) (base + shift))) shift); Z.lxor 2251799813685248 (Z.shiftr (Z.land 2251799813685248 (Z.shiftl (Z.shiftl 1 bits - 1) (base + shift))) shift); Z.lxor 4503599627370496 (Z.shiftr (Z.land 4503599627370496 (Z.shiftl (Z.shiftl 1 bits - 1) (base + shift))) shift); Z.lxor 9007199254740992 (Z.shiftr (Z.land 9007199254740992 (Z.shiftl (Z.shiftl 1 bits - 1) (base + shift))) shift); Z.lxor 18014398509481984 (Z.shiftr (Z.land 18014398509481984 (Z.shiftl (Z.shiftl 1 bits - 1) (base + shift))) shift); Z.lxor 36028797018963968 (Z.shiftr (Z.land 36028797018963968 (Z.shiftl (Z.shiftl 1 bits - 1) (base + shift))) shift); Z.lxor 72057594037927936 (Z.shiftr (Z.land 72057594037927936 (Z.shiftl (Z.shiftl 1 bits - 1) (base + shift))) shift); Z.lxor 144115188075855872 (Z.shiftr (Z.land 144115188075855872 (Z.shiftl (Z.shiftl 1 bits - 1) (base + shift))) shift); Z.lxor 288230376151711744 (Z.shiftr (Z.land 288230376151711744 (Z.shiftl (Z.shiftl 1 bits - 1) (base + shift))) shift); Z.lxor 576460752303423488 (Z.shiftr (Z.land 576460752303423488 (Z.shiftl (Z.shiftl 1 bits - 1) (base + shift))) shift); Z.lxor 1152921504606846976 (Z.shiftr (Z.land 1152921504606846976 (Z.shiftl (Z.shiftl 1 bits - 1) (base + shift))) shift); Z.lxor 2305843009213693952 (Z.shiftr (Z.land 2305843009213693952 (Z.shiftl (Z.shiftl 1 bits - 1) (base + shift))) shift)]
  else
    [Z.lxor 1 (Z.shiftl (Z.land 1 (Z.shiftl (Z.shiftl 1 bits - 1) base)) (0 - shift)); Z.lxor 2 (Z.shiftl (Z.land 2 (Z.shiftl (Z.shiftl 1 bits - 1) base)) (0 - shift)); Z.lxor 4 (Z.shiftl (Z.land 4 (Z.shiftl (Z.shiftl 1 bits - 1) base)) (0 - shift)); Z.lxor 8 (Z.shiftl (Z.land 8 (Z.shiftl (Z.shiftl 1 bits - 1) base)) (0 - shift)); Z.lxor 16 (Z.shiftl (Z.land 16 (Z.shiftl (Z.shiftl 1 bits - 1) base)) (0 - shift)); Z.lxor 32 (Z.shiftl (Z.land 32 (Z.shiftl (Z.shiftl 1 bits - 1) base)) (0 - shift)); Z.lxor 64 (Z.shiftl (Z.land 64 (Z.shiftl (Z.shiftl 1 bits - 1) base)) (0 - shift)); Z.lxor 128 (Z.shiftl (Z.land 128 (Z.shiftl (Z.shiftl 1 bits - 1) base)) (0 - shift)); Z.lxor 256 (Z.shiftl (Z.land 256 (Z.shiftl (Z.shiftl 1 bits - 1) base)) (0 - shift)); Z.lxor 512 (Z.shiftl (Z.land 512 (Z.shiftl (Z.shiftl 1 bits - 1) base)) (0 - shift)); Z.lxor 1024 (Z.shiftl (Z.land 1024 (Z.shiftl (Z.shiftl 1 bits - 1) base)) (0 - shift)); Z.lxor 2048 (Z.shiftl (Z.land 2048 (Z.shiftl (Z.shiftl 1 bits - 1) base)) (0 - shift)); Z.lxor 4096 (Z.shiftl (Z.land 4096 (Z.shiftl (Z.shiftl 1 bits - 1) base)) (0 - shift)); Z.lxor 8192 (Z.shiftl (Z.land 8192 (Z.shiftl (Z.shiftl 1 bits - 1) base)) (0 - shift)); Z.lxor 16384 (Z.shiftl (Z.land 16384 (Z.shiftl (Z.shiftl 1 bits - 1) base)) (0 - shift)); Z.lxor 32768 (Z.shiftl (Z.land 32768 (Z.shiftl (Z.shiftl 1 bits - 1) base)) (0 - shift)); Z.lxor 65536 (Z.shiftl (Z.land 65536 (Z.shiftl (Z.shiftl 1 bits - 1) base)) (0 - shift)); Z.lxor 131072 (Z.shiftl (Z.land 131072 (Z.shiftl (Z.shiftl 1 bits - 1) base)) (0 - shift)); Z.lxor 262144 (Z.shiftl (Z.land 262144 (Z.shiftl (Z.shiftl 1 bits - 1) base)) (0 - shift)); Z.lxor 524288 (Z.shiftl (Z.land 524288 (Z.shiftl (Z.shiftl 1 bits - 1) base)) (0 - shift)); Z.lxor 1048576 (Z.shiftl (Z.land 1048576 (Z.shiftl (Z.shiftl 1 bits - 1) base)) (0 - shift)); Z.lxor 2097152 (Z.shiftl (Z.land 2097152 (Z.shiftl (Z.shiftl 1 bits - 1) base)) (0 - shift)); Z.lxor 4194304 (Z.shiftl (Z.land 4194304 (Z.shiftl (Z.shiftl 1 bits - 1) base)) (0 - shift)); Z.lxor 8388608 (Z.shiftl (Z.land 8388608 (Z.shiftl (Z.shiftl 1 bits - 1) base)) (0 - shift)); Z.lxor 16777216 (Z.shiftl (Z.land 16777216 (Z.shiftl (Z.shiftl 1 bits - 1) base)) (0 - shift)); Z.lxor 33554432 (Z.shiftl (Z.land 33554432 (Z.shiftl (Z.shiftl 1 bits - 1) base)) (0 - shift)); Z.lxor 67108864 (Z.shiftl (Z.land 67108864 (Z.shiftl (Z.shiftl 1 bits - 1) base)) (0 - shift)); Z.lxor 134217728 (Z.shiftl (Z.land 134217728 (Z.shiftl (Z.shiftl 1 bits - 1) base)) (0 - shift)); Z.lxor 268435456 (Z.shiftl (Z.land 268435456 (Z.shiftl (Z.shiftl 1 bits - 1) base)) (0 - shift)); Z.lxor 536870912 (Z.shiftl (Z.land 536870912 (Z.shiftl (Z.shiftl 1 bits - 1) base)) (0 - shift)); Z.lxor 1073741824 (Z.shiftl (Z.land 1073741824 (Z.shiftl (Z.shiftl 1 bits - 1) base)) (0 - shift)); Z.lxor 2147483648 (Z.shiftl (Z.land 2147483648 (Z.shiftl (Z.shiftl 1 bits - 1) base)) (0 - shift)); Z.lxor 4294967296 (Z.shiftl (Z.land 4294967296 (Z.shiftl (Z.shiftl 1 bits - 1) base)) (0 - shift)); Z.lxor 8589934592 (Z.shiftl (Z.land 8589934592 (Z.shiftl (Z.shiftl 1 bits - 1) base)) (0 - shift)); Z.lxor 17179869184 (Z.shiftl (Z.land 17179869184 (Z.shiftl (Z.shiftl 1 bits - 1) base)) (0 - shift)); Z.lxor 34359738368 (Z.shiftl (Z.land 34359738368 (Z.shiftl (Z.shiftl 1 bits - 1) base)) (0 - shift)); Z.lxor 68719476736 (Z.shiftl (Z.land 68719476736 (Z.shiftl (Z.shiftl 1 bits - 1) base)) (0 - shift)); Z.lxor 137438953472 (Z.shiftl (Z.land 137438953472 (Z.shiftl (Z.shiftl 1 bits - 1) base)) (0 - shift)); Z.lxor 274877906944 (Z.shiftl (Z.land 274877906944 (Z.shiftl (Z.shiftl 1 bits - 1) base)) (0 - shift)); Z.lxor 549755813888 (Z.shiftl (Z.land 549755813888 (Z.shiftl (Z.shiftl 1 bits - 1) base)) (0 - shift)); Z.lxor 1099511627776 (Z.shiftl (Z.land 1099511627776 (Z.shiftl (Z.shiftl 1 bits - 1) base)) (0 - shift)); Z.lxor 2199023255552 (Z.shiftl (Z.land 2199023255552 (Z.shiftl (Z.shiftl 1 bits - 1) base)) (0 - shift)); Z.lxor 4398046511104 (Z.shiftl (Z.land 4398046511104 (Z.shiftl (Z.shiftl 1 bits - 1) base)) (0 - shift)); Z.lxor 8796093022208 (Z.shiftl (Z.land 8796093022208 (Z.shiftl (Z.shiftl 1 bits - 1) base)) (0 - shift)); Z.lxor 17592186044416 (Z.shiftl (Z.land 17592186044416 (Z.shiftl (Z.shiftl 1 bits - 1) base)) (0 - shift)); Z.lxor 35184372088832 (Z.shiftl (Z.land 35184372088832 (Z.shiftl (Z.shiftl 1 bits - 1) base)) (0 - shift)); Z.lxor 70368744177664 (Z.shiftl (Z.land 70368744177664 (Z.shiftl (Z.shiftl 1 bits - 1) base)) (0 - shift)); Z.lxor 140737488355328 (Z.shiftl (Z.land 140737488355328 (Z.shiftl (Z.shiftl 1 bits - 1) base)) (0 - shift)); Z.lxor 281474976710656 (Z.shiftl (Z.land 281474976710656 (Z.shiftl (Z.shiftl 1 bits - 1) base)) (0 - shift)); Z.lxor 562949953421312 (Z.shiftl (Z.land 562949953421312 (Z.shiftl (Z.shiftl 1 bits - 1) base)) (0 - shift)); Z.lxor 1125899906842624 (Z.shiftl (Z.land 1125899906842624 (Z.shiftl (Z.shiftl 1 bits - 1) base)) (0 - shift)); Z.lxor 2251799813685248 (Z.shiftl (Z.land 2251799813685248 (Z.shiftl (Z.shiftl 1 bits - 1) base)) (0 - shift)); Z.lxor 4503599627370496 (Z.shiftl (Z.land 4503599627370496 (Z.shiftl (Z.shiftl 1 bits - 1) base)) (0 - shift)); Z.lxor 9007199254740992 (Z.shiftl (Z.land 9007199254740992 (Z.shiftl (Z.shiftl 1 bits - 1) base)) (0 - shift)); Z.lxor 18014398509481984 (Z.shiftl (Z.land 18014398509481984 (Z.shiftl (Z.shiftl 1 bits - 1) base)) (0 - shift)); Z.lxor 36028797018963968 (Z.shiftl (Z.land 36028797018963968 (Z.shiftl (Z.shiftl 1 bits - 1) base)) (0 - shift)); Z.lxor 72057594037927936 (Z.shiftl (Z.land 72057594037927936 (Z.shiftl (Z.shiftl 1 bits - 1) base)) (0 - shift)); Z.lxor 144115188075855872 (Z.shiftl (Z.land 144115188075855872 (Z.shiftl (Z.shiftl 1 bits - 1) base)) (0 - shift)); Z.lxor 288230376151711744 (Z.shiftl (Z.land 288230376151711744 (Z.shiftl (Z.shiftl 1 bits - 1) base)) (0 - shift)); Z.lxor 576460752303423488 (Z.shiftl (Z.land 576460752303423488 (Z.shiftl (Z.shiftl 1 bits - 1) base)) (0 - shift)); Z.lxor 1152921504606846976 (Z.shiftl (Z.land 1152921504606846976 (Z.shiftl (Z.shiftl 1 bits - 1) base)) (0 - shift)); Z.lxor 2305843009213693952 (Z.shiftl (Z.land 2305843009213693952 (Z.shiftl (Z.shiftl 1 bits - 1) base)) (0 - shift))].

Definition lowest_bit (x : Z) : Z :=
  (Z.land x (0 - x)).
Definition lowest_bit_stays (x : Z) : Prop :=
  word (0 - x) /\ word (Z.land x (0 - x)) /\ True.

Definition is_power_of_two (x : Z) : bool :=
  if 0 <? x then
    if Z.land x (x - 1) =? 0 then
      true
    else
      false
  else
    false.
Definition is_power_of_two_stays (x : Z) : Prop :=
  (if 0 <? x then
    word (x - 1) /\ word (Z.land x (x - 1)) /\ True
  else
    True).

Definition eliminate_step (at_ by_ : Z * Z) (pivot : Z) : Z * Z :=
  if Z.land (fst at_) pivot =? 0 then
    (fst at_, snd at_)
  else
    (Z.lxor (fst at_) (fst by_), Z.lxor (snd at_) (snd by_)).
Definition eliminate_step_stays (at_ by_ : Z * Z) (pivot : Z) : Prop :=
  word (Z.land (fst at_) pivot) /\ (if Z.land (fst at_) pivot =? 0 then
    True
  else
    word (Z.lxor (fst at_) (fst by_)) /\ word (Z.lxor (snd at_) (snd by_)) /\ True).

Definition apart_step (used column : Z) : Z * bool :=
  if Z.land used column =? 0 then
    (Z.lor used column, true)
  else
    (Z.lor used column, false).
Definition apart_step_stays (used column : Z) : Prop :=
  word (Z.lor used column) /\ word (Z.land used column) /\ True.

Definition swizzle_condition (bits base shift : Z) : string :=
  if bits <? 0 then
    "not_negative"
  else if base <? 0 then
    "not_negative"
  else if 62 <? bits then
    "capacity"
  else if 62 <? base then
    "capacity"
  else if 62 <? shift then
    "capacity"
  else if shift <? (-62) then
    "capacity"
  else if shift <? 0 then
    if 62 <? bits + base + (0 - shift) then
      "capacity"
    else if 0 - shift <? bits then
      "overlap"
    else
      "none"
  else if 62 <? bits + base + shift then
    "capacity"
  else if shift <? bits then
    "overlap"
  else
    "none".
Definition swizzle_condition_stays (bits base shift : Z) : Prop :=
  (if bits <? 0 then
    True
  else
    (if base <? 0 then
    True
  else
    (if 62 <? bits then
    True
  else
    (if 62 <? base then
    True
  else
    (if 62 <? shift then
    True
  else
    (if shift <? (-62) then
    True
  else
    (if shift <? 0 then
    word (0 - shift) /\ word (bits + base) /\ word (bits + base + (0 - shift)) /\ True
  else
    word (bits + base) /\ word (bits + base + shift) /\ True))))))).

Definition swizzle_numbers (bits from to : Z) : Z * Z * Z :=
  if bits =? 0 then
    (0, 0, 0)
  else if from <? to then
    (bits, from, from - to)
  else
    (bits, to, from - to).
Definition swizzle_numbers_stays (bits from to : Z) : Prop :=
  (if bits =? 0 then
    True
  else
    (if from <? to then
    word (from - to) /\ True
  else
    word (from - to) /\ True)).

Definition source_mask (bits base shift : Z) : Z :=
  if 0 <? shift then
    (Z.shiftl (Z.shiftl 1 bits - 1) (base + shift))
  else
    (Z.shiftl (Z.shiftl 1 bits - 1) base).
Definition source_mask_stays (bits base shift : Z) : Prop :=
  (if 0 <? shift then
    word (base + shift) /\ word (Z.shiftl 1 bits) /\ word (Z.shiftl 1 bits - 1) /\ word (Z.shiftl (Z.shiftl 1 bits - 1) (base + shift)) /\ True
  else
    word (Z.shiftl 1 bits) /\ word (Z.shiftl 1 bits - 1) /\ word (Z.shiftl (Z.shiftl 1 bits - 1) base) /\ True).

Definition target_mask (bits base shift : Z) : Z :=
  if shift <? 0 then
    (Z.shiftl (Z.shiftl 1 bits - 1) (base - shift))
  else
    (Z.shiftl (Z.shiftl 1 bits - 1) base).
Definition target_mask_stays (bits base shift : Z) : Prop :=
  (if shift <? 0 then
    word (base - shift) /\ word (Z.shiftl 1 bits) /\ word (Z.shiftl 1 bits - 1) /\ word (Z.shiftl (Z.shiftl 1 bits - 1) (base - shift)) /\ True
  else
    word (Z.shiftl 1 bits) /\ word (Z.shiftl 1 bits - 1) /\ word (Z.shiftl (Z.shiftl 1 bits - 1) base) /\ True).

Definition trailing_zeros_62 (x : Z) : Z :=
  if Z.land (Z.shiftr x 0) 1 =? 0 then
    if Z.land (Z.shiftr x 1) 1 =? 0 then
      if Z.land (Z.shiftr x 2) 1 =? 0 then
        if Z.land (Z.shiftr x 3) 1 =? 0 then
          if Z.land (Z.shiftr x 4) 1 =? 0 then
            if Z.land (Z.shiftr x 5) 1 =? 0 then
              if Z.land (Z.shiftr x 6) 1 =? 0 then
                if Z.land (Z.shiftr x 7) 1 =? 0 then
                  if Z.land (Z.shiftr x 8) 1 =? 0 then
                    if Z.land (Z.shiftr x 9) 1 =? 0 then
                      if Z.land (Z.shiftr x 10) 1 =? 0 then
                        if Z.land (Z.shiftr x 11) 1 =? 0 then
                          if Z.land (Z.shiftr x 12) 1 =? 0 then
                            if Z.land (Z.shiftr x 13) 1 =? 0 then
                              if Z.land (Z.shiftr x 14) 1 =? 0 then
                                if Z.land (Z.shiftr x 15) 1 =? 0 then
                                  if Z.land (Z.shiftr x 16) 1 =? 0 then
                                    if Z.land (Z.shiftr x 17) 1 =? 0 then
                                      if Z.land (Z.shiftr x 18) 1 =? 0 then
                                        if Z.land (Z.shiftr x 19) 1 =? 0 then
                                          if Z.land (Z.shiftr x 20) 1 =? 0 then
                                            if Z.land (Z.shiftr x 21) 1 =? 0 then
                                              if Z.land (Z.shiftr x 22) 1 =? 0 then
                                                if Z.land (Z.shiftr x 23) 1 =? 0 then
                                                  if Z.land (Z.shiftr x 24) 1 =? 0 then
                                                    if Z.land (Z.shiftr x 25) 1 =? 0 then
                                                      if Z.land (Z.shiftr x 26) 1 =? 0 then
                                                        if Z.land (Z.shiftr x 27) 1 =? 0 then
                                                          if Z.land (Z.shiftr x 28) 1 =? 0 then
                                                            if Z.land (Z.shiftr x 29) 1 =? 0 then
                                                              if Z.land (Z.shiftr x 30) 1 =? 0 then
                                                                if Z.land (Z.shiftr x 31) 1 =? 0 then
                                                                  if Z.land (Z.shiftr x 32) 1 =? 0 then
                                                                    if Z.land (Z.shiftr x 33) 1 =? 0 then
                                                                      if Z.land (Z.shiftr x 34) 1 =? 0 then
                                                                        if Z.land (Z.shiftr x 35) 1 =? 0 then
                                                                          if Z.land (Z.shiftr x 36) 1 =? 0 then
                                                                            if Z.land (Z.shiftr x 37) 1 =? 0 then
                                                                              if Z.land (Z.shiftr x 38) 1 =? 0 then
                                                                                if Z.land (Z.shiftr x 39) 1 =? 0 then
                                                                                  if Z.land (Z.shiftr x 40) 1 =? 0 then
                                                                                    if Z.land (Z.shiftr x 41) 1 =? 0 then
                                                                                      if Z.land (Z.shiftr x 42) 1 =? 0 then
                                                                                        if Z.land (Z.shiftr x 43) 1 =? 0 then
                                                                                          if Z.land (Z.shiftr x 44) 1 =? 0 then
                                                                                            if Z.land (Z.shiftr x 45) 1 =? 0 then
                                                                                              if Z.land (Z.shiftr x 46) 1 =? 0 then
                                                                                                if Z.land (Z.shiftr x 47) 1 =? 0 then
                                                                                                  if Z.land (Z.shiftr x 48) 1 =? 0 then
                                                                                                    if Z.land (Z.shiftr x 49) 1 =? 0 then
                                                                                                      if Z.land (Z.shiftr x 50) 1 =? 0 then
                                                                                                        if Z.land (Z.shiftr x 51) 1 =? 0 then
                                                                                                          if Z.land (Z.shiftr x 52) 1 =? 0 then
                                                                                                            if Z.land (Z.shiftr x 53) 1 =? 0 then
                                                                                                              if Z.land (Z.shiftr x 54) 1 =? 0 then
                                                                                                                if Z.land (Z.shiftr x 55) 1 =? 0 then
                                                                                                                  if Z.land (Z.shiftr x 56) 1 =? 0 then
                                                                                                                    if Z.land (Z.shiftr x 57) 1 =? 0 then
                                                                                                                      if Z.land (Z.shiftr x 58) 1 =? 0 then
                                                                                                                        if Z.land (Z.shiftr x 59) 1 =? 0 then
                                                                                                                          if Z.land (Z.shiftr x 60) 1 =? 0 then
                                                                                                                            if Z.land (Z.shiftr x 61) 1 =? 0 then
                                                                                                                              62
                                                                                                                            else
                                                                                                                              61
                                                                                                                          else
                                                                                                                            60
                                                                                                                        else
                                                                                                                          59
                                                                                                                      else
                                                                                                                        58
                                                                                                                    else
                                                                                                                      57
                                                                                                                  else
                                                                                                                    56
                                                                                                                else
                                                                                                                  55
                                                                                                              else
                                                                                                                54
                                                                                                            else
                                                                                                              53
                                                                                                          else
                                                                                                            52
                                                                                                        else
                                                                                                          51
                                                                                                      else
                                                                                                        50
                                                                                                    else
                                                                                                      49
                                                                                                  else
                                                                                                    48
                                                                                                else
                                                                                                  47
                                                                                              else
                                                                                                46
                                                                                            else
                                                                                              45
                                                                                          else
                                                                                            44
                                                                                        else
                                                                                          43
                                                                                      else
                                                                                        42
                                                                                    else
                                                                                      41
                                                                                  else
                                                                                    40
                                                                                else
                                                                                  39
                                                                              else
                                                                                38
                                                                            else
                                                                              37
                                                                          else
                                                                            36
                                                                        else
                                                                          35
                                                                      else
                                                                        34
                                                                    else
                                                                      33
                                                                  else
                                                                    32
                                                                else
                                                                  31
                                                              else
                                                                30
                                                            else
                                                              29
                                                          else
                                                            28
                                                        else
                                                          27
                                                      else
                                                        26
                                                    else
                                                      25
                                                  else
                                                    24
                                                else
                                                  23
                                              else
                                                22
                                            else
                                              21
                                          else
                                            20
                                        else
                                          19
                                      else
                                        18
                                    else
                                      17
                                  else
                                    16
                                else
                                  15
                              else
                                14
                            else
                              13
                          else
                            12
                        else
                          11
                      else
                        10
                    else
                      9
                  else
                    8
                else
                  7
              else
                6
            else
              5
          else
            4
        else
          3
      else
        2
    else
      1
  else
    0.

Definition trailing_ones_62 (x : Z) : Z :=
  if Z.land (Z.shiftr x 0) 1 =? 0 then
    0
  else if Z.land (Z.shiftr x 1) 1 =? 0 then
    1
  else if Z.land (Z.shiftr x 2) 1 =? 0 then
    2
  else if Z.land (Z.shiftr x 3) 1 =? 0 then
    3
  else if Z.land (Z.shiftr x 4) 1 =? 0 then
    4
  else if Z.land (Z.shiftr x 5) 1 =? 0 then
    5
  else if Z.land (Z.shiftr x 6) 1 =? 0 then
    6
  else if Z.land (Z.shiftr x 7) 1 =? 0 then
    7
  else if Z.land (Z.shiftr x 8) 1 =? 0 then
    8
  else if Z.land (Z.shiftr x 9) 1 =? 0 then
    9
  else if Z.land (Z.shiftr x 10) 1 =? 0 then
    10
  else if Z.land (Z.shiftr x 11) 1 =? 0 then
    11
  else if Z.land (Z.shiftr x 12) 1 =? 0 then
    12
  else if Z.land (Z.shiftr x 13) 1 =? 0 then
    13
  else if Z.land (Z.shiftr x 14) 1 =? 0 then
    14
  else if Z.land (Z.shiftr x 15) 1 =? 0 then
    15
  else if Z.land (Z.shiftr x 16) 1 =? 0 then
    16
  else if Z.land (Z.shiftr x 17) 1 =? 0 then
    17
  else if Z.land (Z.shiftr x 18) 1 =? 0 then
    18
  else if Z.land (Z.shiftr x 19) 1 =? 0 then
    19
  else if Z.land (Z.shiftr x 20) 1 =? 0 then
    20
  else if Z.land (Z.shiftr x 21) 1 =? 0 then
    21
  else if Z.land (Z.shiftr x 22) 1 =? 0 then
    22
  else if Z.land (Z.shiftr x 23) 1 =? 0 then
    23
  else if Z.land (Z.shiftr x 24) 1 =? 0 then
    24
  else if Z.land (Z.shiftr x 25) 1 =? 0 then
    25
  else if Z.land (Z.shiftr x 26) 1 =? 0 then
    26
  else if Z.land (Z.shiftr x 27) 1 =? 0 then
    27
  else if Z.land (Z.shiftr x 28) 1 =? 0 then
    28
  else if Z.land (Z.shiftr x 29) 1 =? 0 then
    29
  else if Z.land (Z.shiftr x 30) 1 =? 0 then
    30
  else if Z.land (Z.shiftr x 31) 1 =? 0 then
    31
  else if Z.land (Z.shiftr x 32) 1 =? 0 then
    32
  else if Z.land (Z.shiftr x 33) 1 =? 0 then
    33
  else if Z.land (Z.shiftr x 34) 1 =? 0 then
    34
  else if Z.land (Z.shiftr x 35) 1 =? 0 then
    35
  else if Z.land (Z.shiftr x 36) 1 =? 0 then
    36
  else if Z.land (Z.shiftr x 37) 1 =? 0 then
    37
  else if Z.land (Z.shiftr x 38) 1 =? 0 then
    38
  else if Z.land (Z.shiftr x 39) 1 =? 0 then
    39
  else if Z.land (Z.shiftr x 40) 1 =? 0 then
    40
  else if Z.land (Z.shiftr x 41) 1 =? 0 then
    41
  else if Z.land (Z.shiftr x 42) 1 =? 0 then
    42
  else if Z.land (Z.shiftr x 43) 1 =? 0 then
    43
  else if Z.land (Z.shiftr x 44) 1 =? 0 then
    44
  else if Z.land (Z.shiftr x 45) 1 =? 0 then
    45
  else if Z.land (Z.shiftr x 46) 1 =? 0 then
    46
  else if Z.land (Z.shiftr x 47) 1 =? 0 then
    47
  else if Z.land (Z.shiftr x 48) 1 =? 0 then
    48
  else if Z.land (Z.shiftr x 49) 1 =? 0 then
    49
  else if Z.land (Z.shiftr x 50) 1 =? 0 then
    50
  else if Z.land (Z.shiftr x 51) 1 =? 0 then
    51
  else if Z.land (Z.shiftr x 52) 1 =? 0 then
    52
  else if Z.land (Z.shiftr x 53) 1 =? 0 then
    53
  else if Z.land (Z.shiftr x 54) 1 =? 0 then
    54
  else if Z.land (Z.shiftr x 55) 1 =? 0 then
    55
  else if Z.land (Z.shiftr x 56) 1 =? 0 then
    56
  else if Z.land (Z.shiftr x 57) 1 =? 0 then
    57
  else if Z.land (Z.shiftr x 58) 1 =? 0 then
    58
  else if Z.land (Z.shiftr x 59) 1 =? 0 then
    59
  else if Z.land (Z.shiftr x 60) 1 =? 0 then
    60
  else if Z.land (Z.shiftr x 61) 1 =? 0 then
    61
  else
    62.

Definition bit_length_62 (x : Z) : Z :=
  if Z.shiftr x 0 =? 0 then
    0
  else if Z.shiftr x 1 =? 0 then
    1
  else if Z.shiftr x 2 =? 0 then
    2
  else if Z.shiftr x 3 =? 0 then
    3
  else if Z.shiftr x 4 =? 0 then
    4
  else if Z.shiftr x 5 =? 0 then
    5
  else if Z.shiftr x 6 =? 0 then
    6
  else if Z.shiftr x 7 =? 0 then
    7
  else if Z.shiftr x 8 =? 0 then
    8
  else if Z.shiftr x 9 =? 0 then
    9
  else if Z.shiftr x 10 =? 0 then
    10
  else if Z.shiftr x 11 =? 0 then
    11
  else if Z.shiftr x 12 =? 0 then
    12
  else if Z.shiftr x 13 =? 0 then
    13
  else if Z.shiftr x 14 =? 0 then
    14
  else if Z.shiftr x 15 =? 0 then
    15
  else if Z.shiftr x 16 =? 0 then
    16
  else if Z.shiftr x 17 =? 0 then
    17
  else if Z.shiftr x 18 =? 0 then
    18
  else if Z.shiftr x 19 =? 0 then
    19
  else if Z.shiftr x 20 =? 0 then
    20
  else if Z.shiftr x 21 =? 0 then
    21
  else if Z.shiftr x 22 =? 0 then
    22
  else if Z.shiftr x 23 =? 0 then
    23
  else if Z.shiftr x 24 =? 0 then
    24
  else if Z.shiftr x 25 =? 0 then
    25
  else if Z.shiftr x 26 =? 0 then
    26
  else if Z.shiftr x 27 =? 0 then
    27
  else if Z.shiftr x 28 =? 0 then
    28
  else if Z.shiftr x 29 =? 0 then
    29
  else if Z.shiftr x 30 =? 0 then
    30
  else if Z.shiftr x 31 =? 0 then
    31
  else if Z.shiftr x 32 =? 0 then
    32
  else if Z.shiftr x 33 =? 0 then
    33
  else if Z.shiftr x 34 =? 0 then
    34
  else if Z.shiftr x 35 =? 0 then
    35
  else if Z.shiftr x 36 =? 0 then
    36
  else if Z.shiftr x 37 =? 0 then
    37
  else if Z.shiftr x 38 =? 0 then
    38
  else if Z.shiftr x 39 =? 0 then
    39
  else if Z.shiftr x 40 =? 0 then
    40
  else if Z.shiftr x 41 =? 0 then
    41
  else if Z.shiftr x 42 =? 0 then
    42
  else if Z.shiftr x 43 =? 0 then
    43
  else if Z.shiftr x 44 =? 0 then
    44
  else if Z.shiftr x 45 =? 0 then
    45
  else if Z.shiftr x 46 =? 0 then
    46
  else if Z.shiftr x 47 =? 0 then
    47
  else if Z.shiftr x 48 =? 0 then
    48
  else if Z.shiftr x 49 =? 0 then
    49
  else if Z.shiftr x 50 =? 0 then
    50
  else if Z.shiftr x 51 =? 0 then
    51
  else if Z.shiftr x 52 =? 0 then
    52
  else if Z.shiftr x 53 =? 0 then
    53
  else if Z.shiftr x 54 =? 0 then
    54
  else if Z.shiftr x 55 =? 0 then
    55
  else if Z.shiftr x 56 =? 0 then
    56
  else if Z.shiftr x 57 =? 0 then
    57
  else if Z.shiftr x 58 =? 0 then
    58
  else if Z.shiftr x 59 =? 0 then
    59
  else if Z.shiftr x 60 =? 0 then
    60
  else if Z.shiftr x 61 =? 0 then
    61
  else
    62.

Definition eliminated_2 (a b : Z) : list (Z * Z) + Z :=
  if a =? 0 then
    inr 1
  else if Z.land b (Z.land a (0 - a)) =? 0 then
    if b =? 0 then
      inr 2
    else if Z.land a (Z.land b (0 - b)) =? 0 then
      inl [(a, 1); (b, 2)]
    else
      inl [(Z.lxor a b, 3); (b, 2)]
  else if Z.lxor b a =? 0 then
    inr 3
  else if Z.land a (Z.land (Z.lxor b a) (0 - Z.lxor b a)) =? 0 then
    inl [(a, 1); (Z.lxor b a, 3)]
  else
    inl [(Z.lxor a (Z.lxor b a), 2); (Z.lxor b a, 3)].

Definition swizzle_of_1 (a : Z) : option (Z * Z * Z) :=
  if 1 =? a then
    Some (0, 0, (-1))
  else
    None.

Definition swizzle_of_2 (a b : Z) : option (Z * Z * Z) :=
  if 1 =? a then
    if 2 =? b then
      Some (0, 0, (-2))
    else if 3 =? a then
      if 3 =? b then
        Some (1, 0, 1)
      else
        None
    else if 3 =? b then
      Some (1, 0, 1)
    else
      None
  else if 3 =? a then
    if 2 =? b then
      Some (1, 0, (-1))
    else
      None
  else
    None.

Definition layout_of_3 (a b c : Z) : option (list mode) :=
  if Z.land 0 a =? 0 then
    if Z.land (Z.lor 0 a) b =? 0 then
      if b =? 2 * a then
        if Z.land (Z.lor (Z.lor 0 a) b) c =? 0 then
          if c =? 4 * a then
            Some [Mode 8 a]
          else
            Some [Mode 4 a; Mode 2 c]
        else
          None
      else if Z.land (Z.lor (Z.lor 0 a) b) c =? 0 then
        if c =? 2 * b then
          Some [Mode 2 a; Mode 4 b]
        else
          Some [Mode 2 a; Mode 2 b; Mode 2 c]
      else
        None
    else
      None
  else
    None.

Definition bit_map_of_4 (a : Z) : option (list Z) :=
  if product_fits 4 a then
    if sum_fits 0 (3 * a) then
      if 3 * a <? 0 then
        if a <? 0 then
          None
        else if Z.land 0 (1 * a) =? 0 then
          if Z.land (Z.lor 0 (1 * a)) (2 * a) =? 0 then
            Some [1 * a; 2 * a]
          else
            None
        else
          None
      else if a <? 0 then
        None
      else if Z.land 0 (1 * a) =? 0 then
        if Z.land (Z.lor 0 (1 * a)) (2 * a) =? 0 then
          Some [1 * a; 2 * a]
        else
          None
      else
        None
    else
      None
  else
    None.

Definition bit_map_of_2_2 (a b : Z) : option (list Z) :=
  if product_fits 2 a then
    if sum_fits 0 (1 * a) then
      if 1 * a <? 0 then
        if product_fits 2 b then
          if sum_fits (0 + (0 - 1 * a)) (1 * b) then
            if 1 * b <? 0 then
              if a <? 0 then
                None
              else if Z.land 0 (1 * a) =? 0 then
                if b <? 0 then
                  None
                else if Z.land (Z.lor 0 (1 * a)) (1 * b) =? 0 then
                  Some [1 * a; 1 * b]
                else
                  None
              else
                None
            else if a <? 0 then
              None
            else if Z.land 0 (1 * a) =? 0 then
              if b <? 0 then
                None
              else if Z.land (Z.lor 0 (1 * a)) (1 * b) =? 0 then
                Some [1 * a; 1 * b]
              else
                None
            else
              None
          else
            None
        else
          None
      else if product_fits 2 b then
        if sum_fits (0 + 1 * a) (1 * b) then
          if 1 * b <? 0 then
            if a <? 0 then
              None
            else if Z.land 0 (1 * a) =? 0 then
              if b <? 0 then
                None
              else if Z.land (Z.lor 0 (1 * a)) (1 * b) =? 0 then
                Some [1 * a; 1 * b]
              else
                None
            else
              None
          else if a <? 0 then
            None
          else if Z.land 0 (1 * a) =? 0 then
            if b <? 0 then
              None
            else if Z.land (Z.lor 0 (1 * a)) (1 * b) =? 0 then
              Some [1 * a; 1 * b]
            else
              None
          else
            None
        else
          None
      else
        None
    else
      None
  else
    None.

Definition find_bit_map_1 (f : Z -> Z) : option (list Z) :=
  if f 0 =? 0 then
    Some []
  else
    None.

Definition find_bit_map_2 (f : Z -> Z) : option (list Z) :=
  if f 0 =? 0 then
    if f 1 =? Z.lxor 0 (f 1) then
      Some [f 1]
    else
      None
  else
    None.

Definition find_bit_map_3 (f : Z -> Z) : option (list Z) :=
  None.

Definition find_bit_map_4 (f : Z -> Z) : option (list Z) :=
  if f 0 =? 0 then
    if f 1 =? Z.lxor 0 (f 1) then
      if f 2 =? Z.lxor 0 (f 2) then
        if f 3 =? Z.lxor (Z.lxor 0 (f 1)) (f 2) then
          Some [f 1; f 2]
        else
          None
      else
        None
    else
      None
  else
    None.

Definition evaluate_0 (i : Z) : Z :=
  0.

Definition sort_0 : list mode :=
  [].

Definition coalesce_0 : list mode :=
  [Mode 1 0].

Definition coalesce_extended_0 : list mode :=
  [Mode 1 0].

Definition first_gap_0 : Z :=
  1.

Definition well_formed_0 : string :=
  "none".

Definition crd2idx_0 : option Z :=
  Some 0.

Definition complement_gaps_0 (n : Z) : option (list mode) :=
  if Z.rem n 1 =? 0 then
    Some [Mode (Z.quot n 1) 1]
  else
    None.

Definition covering_gaps_0 (n : Z) : option (list mode) :=
  if Z.rem n 1 =? 0 then
    Some [Mode (Z.quot n 1) 1]
  else
    Some [Mode (Z.quot n 1 + 1) 1].

Definition disjoint_gaps_0 (n : Z) : option (list mode) :=
  if Z.rem n 1 =? 0 then
    Some [Mode (Z.quot n 1) 1]
  else
    Some [Mode (Z.quot n 1 + 1) 1].

Definition room_for_copies_0 (span : Z) : option (list mode) :=
  if product_fits 1 span then
    if Z.rem (1 * span) 1 =? 0 then
      if 1 * Z.quot (1 * span) 1 <? span then
        Some [Mode (Z.quot (1 * span) 1) 1]
      else
        Some [Mode (Z.quot (1 * span) 1) 1]
    else if 1 * (Z.quot (1 * span) 1 + 1) <? span then
      Some [Mode (Z.quot (1 * span) 1 + 1) 1]
    else
      Some [Mode (Z.quot (1 * span) 1 + 1) 1]
  else
    None.

Definition evaluate_1 (a : mode) (i : Z) : Z :=
  (0 + Z.rem i (shape a) * stride a).

Definition sort_1 (a : mode) : list mode :=
  [a].

Definition coalesce_1 (a : mode) : list mode :=
  if shape a =? 1 then
    [Mode 1 0]
  else
    [a].

Definition coalesce_extended_1 (a : mode) : list mode :=
  [a].

Definition first_gap_1 (a : mode) : Z :=
  if shape a =? 1 then
    1
  else if stride a =? 0 then
    1
  else if 1 <? stride a then
    1
  else
    (1 + (shape a - 1) * stride a).

Definition well_formed_1 (a : mode) : string :=
  if shape a <? 1 then
    "shape_positive"
  else if product_fits 1 (shape a) then
    if product_fits (shape a) (stride a) then
      if shape a =? 1 then
        if sum_fits 0 (stride a) then
          if stride a <? 0 then
            "none"
          else
            "none"
        else
          "overflow"
      else if sum_fits 0 ((shape a - 1) * stride a) then
        if (shape a - 1) * stride a <? 0 then
          "none"
        else
          "none"
      else
        "overflow"
    else
      "overflow"
  else
    "overflow".

Definition values_fit_1 (a : mode) (top : Z) : bool :=
  if top <? 0 then
    if product_fits (0 - top) (stride a) then
      if sum_fits 0 ((0 - top) * stride a) then
        true
      else
        false
    else
      false
  else if product_fits top (stride a) then
    if sum_fits 0 (top * stride a) then
      true
    else
      false
  else
    false.

Definition crd2idx_1 (a : mode) : option Z :=
  if product_fits 1 (shape a) then
    if shape a <? 1 then
      None
    else if product_fits (shape a) 1 then
      if shape a =? 1 then
        if product_fits (stride a) 1 then
          if sum_fits 0 (stride a * 1) then
            Some (0 + stride a * 1)
          else
            None
        else
          None
      else if sum_fits 0 ((shape a - 1) * 1) then
        if (shape a - 1) * 1 <? 0 then
          if product_fits (stride a) 1 then
            if sum_fits 0 (stride a * 1) then
              Some (0 + stride a * 1)
            else
              None
          else
            None
        else if product_fits (stride a) 1 then
          if sum_fits 0 (stride a * 1) then
            Some (0 + stride a * 1)
          else
            None
        else
          None
      else
        None
    else
      None
  else if shape a <? 1 then
    None
  else
    None.

Definition complement_gaps_1 (a : mode) (n : Z) : option (list mode) :=
  if shape a =? 1 then
    if Z.rem n 1 =? 0 then
      Some [Mode (Z.quot n 1) 1]
    else
      None
  else if stride a <? 1 then
    None
  else if Z.rem (stride a) 1 =? 0 then
    if Z.rem n (shape a * stride a) =? 0 then
      Some [Mode (Z.quot (stride a) 1) 1; Mode (Z.quot n (shape a * stride a)) (shape a * stride a)]
    else
      None
  else
    None.

Definition covering_gaps_1 (a : mode) (n : Z) : option (list mode) :=
  if shape a =? 1 then
    if Z.rem n 1 =? 0 then
      Some [Mode (Z.quot n 1) 1]
    else
      Some [Mode (Z.quot n 1 + 1) 1]
  else if stride a =? 0 then
    if Z.rem n 1 =? 0 then
      Some [Mode (Z.quot n 1) 1]
    else
      Some [Mode (Z.quot n 1 + 1) 1]
  else if stride a <? 1 then
    None
  else if Z.rem (stride a) 1 =? 0 then
    if Z.rem n (shape a * stride a) =? 0 then
      Some [Mode (Z.quot (stride a) 1) 1; Mode (Z.quot n (shape a * stride a)) (shape a * stride a)]
    else
      Some [Mode (Z.quot (stride a) 1) 1; Mode (Z.quot n (shape a * stride a) + 1) (shape a * stride a)]
  else
    None.

Definition disjoint_gaps_1 (a : mode) (n : Z) : option (list mode) :=
  if shape a =? 1 then
    if Z.rem n 1 =? 0 then
      Some [Mode (Z.quot n 1) 1]
    else
      Some [Mode (Z.quot n 1 + 1) 1]
  else if stride a =? 0 then
    if Z.rem n 1 =? 0 then
      Some [Mode (Z.quot n 1) 1]
    else
      Some [Mode (Z.quot n 1 + 1) 1]
  else if stride a <? 1 then
    None
  else if Z.rem (stride a - Z.rem (stride a) 1) 1 =? 0 then
    if Z.rem n (shape a * (stride a - Z.rem (stride a) 1) + shape a * Z.rem (stride a) 1) =? 0 then
      Some [Mode (Z.quot (stride a - Z.rem (stride a) 1) 1) 1; Mode (Z.quot n (shape a * (stride a - Z.rem (stride a) 1) + shape a * Z.rem (stride a) 1)) (shape a * (stride a - Z.rem (stride a) 1) + shape a * Z.rem (stride a) 1)]
    else
      Some [Mode (Z.quot (stride a - Z.rem (stride a) 1) 1) 1; Mode (Z.quot n (shape a * (stride a - Z.rem (stride a) 1) + shape a * Z.rem (stride a) 1) + 1) (shape a * (stride a - Z.rem (stride a) 1) + shape a * Z.rem (stride a) 1)]
  else
    None.

Definition room_for_copies_1 (a : mode) (span : Z) : option (list mode) :=
  if product_fits (1 * shape a) span then
    if shape a =? 1 then
      if Z.rem (1 * shape a * span) 1 =? 0 then
        if 1 * Z.quot (1 * shape a * span) 1 <? span then
          if product_fits 1 span then
            if Z.rem (1 * span) 1 =? 0 then
              Some [Mode (Z.quot (1 * span) 1) 1]
            else
              Some [Mode (Z.quot (1 * span) 1 + 1) 1]
          else
            None
        else
          Some [Mode (Z.quot (1 * shape a * span) 1) 1]
      else if 1 * (Z.quot (1 * shape a * span) 1 + 1) <? span then
        if product_fits 1 span then
          if Z.rem (1 * span) 1 =? 0 then
            Some [Mode (Z.quot (1 * span) 1) 1]
          else
            Some [Mode (Z.quot (1 * span) 1 + 1) 1]
        else
          None
      else
        Some [Mode (Z.quot (1 * shape a * span) 1 + 1) 1]
    else if stride a =? 0 then
      if Z.rem (1 * shape a * span) 1 =? 0 then
        if 1 * Z.quot (1 * shape a * span) 1 <? span then
          if 1 <? shape a * stride a then
            if product_fits (shape a * stride a) span then
              if Z.rem (shape a * stride a * span) 1 =? 0 then
                Some [Mode (Z.quot (shape a * stride a * span) 1) 1]
              else
                Some [Mode (Z.quot (shape a * stride a * span) 1 + 1) 1]
            else
              None
          else if product_fits 1 span then
            if Z.rem (1 * span) 1 =? 0 then
              Some [Mode (Z.quot (1 * span) 1) 1]
            else
              Some [Mode (Z.quot (1 * span) 1 + 1) 1]
          else
            None
        else
          Some [Mode (Z.quot (1 * shape a * span) 1) 1]
      else if 1 * (Z.quot (1 * shape a * span) 1 + 1) <? span then
        if 1 <? shape a * stride a then
          if product_fits (shape a * stride a) span then
            if Z.rem (shape a * stride a * span) 1 =? 0 then
              Some [Mode (Z.quot (shape a * stride a * span) 1) 1]
            else
              Some [Mode (Z.quot (shape a * stride a * span) 1 + 1) 1]
          else
            None
        else if product_fits 1 span then
          if Z.rem (1 * span) 1 =? 0 then
            Some [Mode (Z.quot (1 * span) 1) 1]
          else
            Some [Mode (Z.quot (1 * span) 1 + 1) 1]
        else
          None
      else
        Some [Mode (Z.quot (1 * shape a * span) 1 + 1) 1]
    else if stride a <? 1 then
      None
    else if Z.rem (stride a - Z.rem (stride a) 1) 1 =? 0 then
      if Z.rem (1 * shape a * span) (shape a * (stride a - Z.rem (stride a) 1) + shape a * Z.rem (stride a) 1) =? 0 then
        if 1 * Z.quot (stride a - Z.rem (stride a) 1) 1 * Z.quot (1 * shape a * span) (shape a * (stride a - Z.rem (stride a) 1) + shape a * Z.rem (stride a) 1) <? span then
          if 1 <? shape a * stride a then
            if product_fits (shape a * stride a) span then
              if Z.rem (shape a * stride a * span) (shape a * (stride a - Z.rem (stride a) 1) + shape a * Z.rem (stride a) 1) =? 0 then
                Some [Mode (Z.quot (stride a - Z.rem (stride a) 1) 1) 1; Mode (Z.quot (shape a * stride a * span) (shape a * (stride a - Z.rem (stride a) 1) + shape a * Z.rem (stride a) 1)) (shape a * (stride a - Z.rem (stride a) 1) + shape a * Z.rem (stride a) 1)]
              else
                Some [Mode (Z.quot (stride a - Z.rem (stride a) 1) 1) 1; Mode (Z.quot (shape a * stride a * span) (shape a * (stride a - Z.rem (stride a) 1) + shape a * Z.rem (stride a) 1) + 1) (shape a * (stride a - Z.rem (stride a) 1) + shape a * Z.rem (stride a) 1)]
            else
              None
          else if product_fits 1 span then
            if Z.rem (1 * span) (shape a * (stride a - Z.rem (stride a) 1) + shape a * Z.rem (stride a) 1) =? 0 then
              Some [Mode (Z.quot (stride a - Z.rem (stride a) 1) 1) 1; Mode (Z.quot (1 * span) (shape a * (stride a - Z.rem (stride a) 1) + shape a * Z.rem (stride a) 1)) (shape a * (stride a - Z.rem (stride a) 1) + shape a * Z.rem (stride a) 1)]
            else
              Some [Mode (Z.quot (stride a - Z.rem (stride a) 1) 1) 1; Mode (Z.quot (1 * span) (shape a * (stride a - Z.rem (stride a) 1) + shape a * Z.rem (stride a) 1) + 1) (shape a * (stride a - Z.rem (stride a) 1) + shape a * Z.rem (stride a) 1)]
          else
            None
        else
          Some [Mode (Z.quot (stride a - Z.rem (stride a) 1) 1) 1; Mode (Z.quot (1 * shape a * span) (shape a * (stride a - Z.rem (stride a) 1) + shape a * Z.rem (stride a) 1)) (shape a * (stride a - Z.rem (stride a) 1) + shape a * Z.rem (stride a) 1)]
      else if 1 * Z.quot (stride a - Z.rem (stride a) 1) 1 * (Z.quot (1 * shape a * span) (shape a * (stride a - Z.rem (stride a) 1) + shape a * Z.rem (stride a) 1) + 1) <? span then
        if 1 <? shape a * stride a then
          if product_fits (shape a * stride a) span then
            if Z.rem (shape a * stride a * span) (shape a * (stride a - Z.rem (stride a) 1) + shape a * Z.rem (stride a) 1) =? 0 then
              Some [Mode (Z.quot (stride a - Z.rem (stride a) 1) 1) 1; Mode (Z.quot (shape a * stride a * span) (shape a * (stride a - Z.rem (stride a) 1) + shape a * Z.rem (stride a) 1)) (shape a * (stride a - Z.rem (stride a) 1) + shape a * Z.rem (stride a) 1)]
            else
              Some [Mode (Z.quot (stride a - Z.rem (stride a) 1) 1) 1; Mode (Z.quot (shape a * stride a * span) (shape a * (stride a - Z.rem (stride a) 1) + shape a * Z.rem (stride a) 1) + 1) (shape a * (stride a - Z.rem (stride a) 1) + shape a * Z.rem (stride a) 1)]
          else
            None
        else if product_fits 1 span then
          if Z.rem (1 * span) (shape a * (stride a - Z.rem (stride a) 1) + shape a * Z.rem (stride a) 1) =? 0 then
            Some [Mode (Z.quot (stride a - Z.rem (stride a) 1) 1) 1; Mode (Z.quot (1 * span) (shape a * (stride a - Z.rem (stride a) 1) + shape a * Z.rem (stride a) 1)) (shape a * (stride a - Z.rem (stride a) 1) + shape a * Z.rem (stride a) 1)]
          else
            Some [Mode (Z.quot (stride a - Z.rem (stride a) 1) 1) 1; Mode (Z.quot (1 * span) (shape a * (stride a - Z.rem (stride a) 1) + shape a * Z.rem (stride a) 1) + 1) (shape a * (stride a - Z.rem (stride a) 1) + shape a * Z.rem (stride a) 1)]
        else
          None
      else
        Some [Mode (Z.quot (stride a - Z.rem (stride a) 1) 1) 1; Mode (Z.quot (1 * shape a * span) (shape a * (stride a - Z.rem (stride a) 1) + shape a * Z.rem (stride a) 1) + 1) (shape a * (stride a - Z.rem (stride a) 1) + shape a * Z.rem (stride a) 1)]
    else
      None
  else
    None.

Definition evaluate_2 (a b : mode) (i : Z) : Z :=
  (0 + Z.rem i (shape a) * stride a + Z.rem (Z.quot i (shape a)) (shape b) * stride b).

Definition sort_2 (a b : mode) : list mode :=
  if stride b <? stride a then
    [b; a]
  else
    [a; b].

Definition coalesce_2 (a b : mode) : list mode :=
  if shape a =? 1 then
    if shape b =? 1 then
      [Mode 1 0]
    else
      [b]
  else if shape b =? 1 then
    [a]
  else if stride b =? shape a * stride a then
    [Mode (shape a * shape b) (stride a)]
  else
    [a; b].

Definition coalesce_extended_2 (a b : mode) : list mode :=
  if shape a =? 1 then
    [b]
  else if stride b =? shape a * stride a then
    [Mode (shape a * shape b) (stride a)]
  else
    [a; b].

Definition equal_2_2 (a b c d : mode) : bool :=
  if 1 * shape a * shape b =? 1 * shape c * shape d then
    if shape a =? 1 then
      if shape b =? 1 then
        if shape c =? 1 then
          if shape d =? 1 then
            true
          else if 1 =? shape d then
            if 0 =? stride d then
              true
            else
              false
          else if 0 =? stride d then
            if 1 <? shape d then
              false
            else
              false
          else
            false
        else if shape d =? 1 then
          if 1 =? shape c then
            if 0 =? stride c then
              true
            else
              false
          else if 0 =? stride c then
            if 1 <? shape c then
              false
            else
              false
          else
            false
        else if stride d =? shape c * stride c then
          if 1 =? shape c * shape d then
            if 0 =? stride c then
              true
            else
              false
          else if 0 =? stride c then
            if 1 <? shape c * shape d then
              false
            else
              false
          else
            false
        else if 1 =? shape c then
          if 0 =? stride c then
            true
          else
            false
        else if 0 =? stride c then
          if 1 <? shape c then
            false
          else
            false
        else
          false
      else if shape c =? 1 then
        if shape d =? 1 then
          if stride b =? 0 then
            if shape b <? 1 then
              false
            else
              false
          else
            false
        else if shape b =? shape d then
          if stride b =? stride d then
            true
          else
            false
        else if stride b =? stride d then
          if shape b <? shape d then
            false
          else
            false
        else
          false
      else if shape d =? 1 then
        if shape b =? shape c then
          if stride b =? stride c then
            true
          else
            false
        else if stride b =? stride c then
          if shape b <? shape c then
            false
          else
            false
        else
          false
      else if stride d =? shape c * stride c then
        if shape b =? shape c * shape d then
          if stride b =? stride c then
            true
          else
            false
        else if stride b =? stride c then
          if shape b <? shape c * shape d then
            false
          else
            false
        else
          false
      else if shape b =? shape c then
        if stride b =? stride c then
          true
        else
          false
      else if stride b =? stride c then
        if shape b <? shape c then
          false
        else
          false
      else
        false
    else if shape b =? 1 then
      if shape c =? 1 then
        if shape d =? 1 then
          if stride a =? 0 then
            if shape a <? 1 then
              false
            else
              false
          else
            false
        else if shape a =? shape d then
          if stride a =? stride d then
            true
          else
            false
        else if stride a =? stride d then
          if shape a <? shape d then
            false
          else
            false
        else
          false
      else if shape d =? 1 then
        if shape a =? shape c then
          if stride a =? stride c then
            true
          else
            false
        else if stride a =? stride c then
          if shape a <? shape c then
            false
          else
            false
        else
          false
      else if stride d =? shape c * stride c then
        if shape a =? shape c * shape d then
          if stride a =? stride c then
            true
          else
            false
        else if stride a =? stride c then
          if shape a <? shape c * shape d then
            false
          else
            false
        else
          false
      else if shape a =? shape c then
        if stride a =? stride c then
          true
        else
          false
      else if stride a =? stride c then
        if shape a <? shape c then
          false
        else
          false
      else
        false
    else if stride b =? shape a * stride a then
      if shape c =? 1 then
        if shape d =? 1 then
          if shape a * shape b =? 1 then
            if stride a =? 0 then
              true
            else
              false
          else if stride a =? 0 then
            if shape a * shape b <? 1 then
              false
            else
              false
          else
            false
        else if shape a * shape b =? shape d then
          if stride a =? stride d then
            true
          else
            false
        else if stride a =? stride d then
          if shape a * shape b <? shape d then
            false
          else
            false
        else
          false
      else if shape d =? 1 then
        if shape a * shape b =? shape c then
          if stride a =? stride c then
            true
          else
            false
        else if stride a =? stride c then
          if shape a * shape b <? shape c then
            false
          else
            false
        else
          false
      else if stride d =? shape c * stride c then
        if shape a * shape b =? shape c * shape d then
          if stride a =? stride c then
            true
          else
            false
        else if stride a =? stride c then
          if shape a * shape b <? shape c * shape d then
            false
          else
            false
        else
          false
      else if shape a * shape b =? shape c then
        if stride a =? stride c then
          true
        else
          false
      else if stride a =? stride c then
        if shape a * shape b <? shape c then
          false
        else
          false
      else
        false
    else if shape c =? 1 then
      if shape d =? 1 then
        if stride a =? 0 then
          if shape a <? 1 then
            false
          else
            false
        else
          false
      else if shape a =? shape d then
        if stride a =? stride d then
          true
        else
          false
      else if stride a =? stride d then
        if shape a <? shape d then
          false
        else
          false
      else
        false
    else if shape d =? 1 then
      if shape a =? shape c then
        if stride a =? stride c then
          true
        else
          false
      else if stride a =? stride c then
        if shape a <? shape c then
          false
        else
          false
      else
        false
    else if stride d =? shape c * stride c then
      if shape a =? shape c * shape d then
        if stride a =? stride c then
          true
        else
          false
      else if stride a =? stride c then
        if shape a <? shape c * shape d then
          false
        else
          false
      else
        false
    else if shape a =? shape c then
      if stride a =? stride c then
        if shape b =? shape d then
          if stride b =? stride d then
            true
          else
            false
        else if stride b =? stride d then
          if shape b <? shape d then
            false
          else
            false
        else
          false
      else
        false
    else if stride a =? stride c then
      if shape a <? shape c then
        false
      else
        false
    else
      false
  else
    false.

Definition first_gap_2 (a b : mode) : Z :=
  if stride b <? stride a then
    if shape b =? 1 then
      if shape a =? 1 then
        1
      else if stride a =? 0 then
        1
      else if 1 <? stride a then
        1
      else
        (1 + (shape a - 1) * stride a)
    else if stride b =? 0 then
      if shape a =? 1 then
        1
      else if stride a =? 0 then
        1
      else if 1 <? stride a then
        1
      else
        (1 + (shape a - 1) * stride a)
    else if 1 <? stride b then
      1
    else if shape a =? 1 then
      (1 + (shape b - 1) * stride b)
    else if stride a =? 0 then
      (1 + (shape b - 1) * stride b)
    else if 1 + (shape b - 1) * stride b <? stride a then
      (1 + (shape b - 1) * stride b)
    else
      (1 + (shape b - 1) * stride b + (shape a - 1) * stride a)
  else if shape a =? 1 then
    if shape b =? 1 then
      1
    else if stride b =? 0 then
      1
    else if 1 <? stride b then
      1
    else
      (1 + (shape b - 1) * stride b)
  else if stride a =? 0 then
    if shape b =? 1 then
      1
    else if stride b =? 0 then
      1
    else if 1 <? stride b then
      1
    else
      (1 + (shape b - 1) * stride b)
  else if 1 <? stride a then
    1
  else if shape b =? 1 then
    (1 + (shape a - 1) * stride a)
  else if stride b =? 0 then
    (1 + (shape a - 1) * stride a)
  else if 1 + (shape a - 1) * stride a <? stride b then
    (1 + (shape a - 1) * stride a)
  else
    (1 + (shape a - 1) * stride a + (shape b - 1) * stride b).

Definition least_cotarget_2 (a b : mode) : Z :=
  if shape a =? 1 then
    if shape b =? 1 then
      1
    else if 1 <? shape b * stride b then
      (shape b * stride b)
    else
      1
  else if 1 <? shape a * stride a then
    if shape b =? 1 then
      (shape a * stride a)
    else if shape a * stride a <? shape b * stride b then
      (shape b * stride b)
    else
      (shape a * stride a)
  else if shape b =? 1 then
    1
  else if 1 <? shape b * stride b then
    (shape b * stride b)
  else
    1.

Definition well_formed_2 (a b : mode) : string :=
  if shape a <? 1 then
    "shape_positive"
  else if product_fits 1 (shape a) then
    if product_fits (shape a) (stride a) then
      if shape a =? 1 then
        if sum_fits 0 (stride a) then
          if stride a <? 0 then
            if shape b <? 1 then
              "shape_positive"
            else if product_fits (1 * shape a) (shape b) then
              if product_fits (shape b) (stride b) then
                if shape b =? 1 then
                  if sum_fits (0 + (0 - stride a)) (stride b) then
                    if stride b <? 0 then
                      "none"
                    else
                      "none"
                  else
                    "overflow"
                else if sum_fits (0 + (0 - stride a)) ((shape b - 1) * stride b) then
                  if (shape b - 1) * stride b <? 0 then
                    "none"
                  else
                    "none"
                else
                  "overflow"
              else
                "overflow"
            else
              "overflow"
          else if shape b <? 1 then
            "shape_positive"
          else if product_fits (1 * shape a) (shape b) then
            if product_fits (shape b) (stride b) then
              if shape b =? 1 then
                if sum_fits (0 + stride a) (stride b) then
                  if stride b <? 0 then
                    "none"
                  else
                    "none"
                else
                  "overflow"
              else if sum_fits (0 + stride a) ((shape b - 1) * stride b) then
                if (shape b - 1) * stride b <? 0 then
                  "none"
                else
                  "none"
              else
                "overflow"
            else
              "overflow"
          else
            "overflow"
        else
          "overflow"
      else if sum_fits 0 ((shape a - 1) * stride a) then
        if (shape a - 1) * stride a <? 0 then
          if shape b <? 1 then
            "shape_positive"
          else if product_fits (1 * shape a) (shape b) then
            if product_fits (shape b) (stride b) then
              if shape b =? 1 then
                if sum_fits (0 + (0 - (shape a - 1) * stride a)) (stride b) then
                  if stride b <? 0 then
                    "none"
                  else
                    "none"
                else
                  "overflow"
              else if sum_fits (0 + (0 - (shape a - 1) * stride a)) ((shape b - 1) * stride b) then
                if (shape b - 1) * stride b <? 0 then
                  "none"
                else
                  "none"
              else
                "overflow"
            else
              "overflow"
          else
            "overflow"
        else if shape b <? 1 then
          "shape_positive"
        else if product_fits (1 * shape a) (shape b) then
          if product_fits (shape b) (stride b) then
            if shape b =? 1 then
              if sum_fits (0 + (shape a - 1) * stride a) (stride b) then
                if stride b <? 0 then
                  "none"
                else
                  "none"
              else
                "overflow"
            else if sum_fits (0 + (shape a - 1) * stride a) ((shape b - 1) * stride b) then
              if (shape b - 1) * stride b <? 0 then
                "none"
              else
                "none"
            else
              "overflow"
          else
            "overflow"
        else
          "overflow"
      else
        "overflow"
    else
      "overflow"
  else
    "overflow".

Definition values_fit_2 (a b : mode) (top : Z) : bool :=
  if top <? 0 then
    if stride a <? 0 then
      if product_fits (Z.quot (0 - top) (shape a)) (stride b) then
        if sum_fits (0 + (shape a - 1) * (0 - stride a)) (Z.quot (0 - top) (shape a) * stride b) then
          true
        else
          false
      else
        false
    else if product_fits (Z.quot (0 - top) (shape a)) (stride b) then
      if sum_fits (0 + (shape a - 1) * stride a) (Z.quot (0 - top) (shape a) * stride b) then
        true
      else
        false
    else
      false
  else if stride a <? 0 then
    if product_fits (Z.quot top (shape a)) (stride b) then
      if sum_fits (0 + (shape a - 1) * (0 - stride a)) (Z.quot top (shape a) * stride b) then
        true
      else
        false
    else
      false
  else if product_fits (Z.quot top (shape a)) (stride b) then
    if sum_fits (0 + (shape a - 1) * stride a) (Z.quot top (shape a) * stride b) then
      true
    else
      false
  else
    false.

Definition complement_gaps_2 (a b : mode) (n : Z) : option (list mode) :=
  if shape a =? 1 then
    if shape b =? 1 then
      if Z.rem n 1 =? 0 then
        Some [Mode (Z.quot n 1) 1]
      else
        None
    else if stride b <? 1 then
      None
    else if Z.rem (stride b) 1 =? 0 then
      if Z.rem n (shape b * stride b) =? 0 then
        Some [Mode (Z.quot (stride b) 1) 1; Mode (Z.quot n (shape b * stride b)) (shape b * stride b)]
      else
        None
    else
      None
  else if stride a <? 1 then
    None
  else if shape b =? 1 then
    if Z.rem (stride a) 1 =? 0 then
      if Z.rem n (shape a * stride a) =? 0 then
        Some [Mode (Z.quot (stride a) 1) 1; Mode (Z.quot n (shape a * stride a)) (shape a * stride a)]
      else
        None
    else
      None
  else if stride b <? 1 then
    None
  else if stride b <? stride a then
    if Z.rem (stride b) 1 =? 0 then
      if Z.rem (stride a) (shape b * stride b) =? 0 then
        if Z.rem n (shape a * stride a) =? 0 then
          Some [Mode (Z.quot (stride b) 1) 1; Mode (Z.quot (stride a) (shape b * stride b)) (shape b * stride b); Mode (Z.quot n (shape a * stride a)) (shape a * stride a)]
        else
          None
      else
        None
    else
      None
  else if Z.rem (stride a) 1 =? 0 then
    if Z.rem (stride b) (shape a * stride a) =? 0 then
      if Z.rem n (shape b * stride b) =? 0 then
        Some [Mode (Z.quot (stride a) 1) 1; Mode (Z.quot (stride b) (shape a * stride a)) (shape a * stride a); Mode (Z.quot n (shape b * stride b)) (shape b * stride b)]
      else
        None
    else
      None
  else
    None.

Definition reach_cotarget_2 (a b : mode) (g h : mode) (n : Z) : option (list mode) :=
  if shape a =? 1 then
    if shape b =? 1 then
      if n <=? 0 + (shape g - 1) * stride g + (shape h - 1) * stride h + 1 then
        Some [g; h]
      else if product_fits (shape h + 1) (stride h) then
        Some [g; Mode (shape h + 1) (stride h)]
      else
        None
    else if n <=? 0 + (shape b - 1) * stride b + (shape g - 1) * stride g + (shape h - 1) * stride h + 1 then
      Some [g; h]
    else if product_fits (shape h + 1) (stride h) then
      Some [g; Mode (shape h + 1) (stride h)]
    else
      None
  else if shape b =? 1 then
    if n <=? 0 + (shape a - 1) * stride a + (shape g - 1) * stride g + (shape h - 1) * stride h + 1 then
      Some [g; h]
    else if product_fits (shape h + 1) (stride h) then
      Some [g; Mode (shape h + 1) (stride h)]
    else
      None
  else if n <=? 0 + (shape a - 1) * stride a + (shape b - 1) * stride b + (shape g - 1) * stride g + (shape h - 1) * stride h + 1 then
    Some [g; h]
  else if product_fits (shape h + 1) (stride h) then
    Some [g; Mode (shape h + 1) (stride h)]
  else
    None.

Definition evaluate_3 (a b c : mode) (i : Z) : Z :=
  (0 + Z.rem i (shape a) * stride a + Z.rem (Z.quot i (shape a)) (shape b) * stride b + Z.rem (Z.quot (Z.quot i (shape a)) (shape b)) (shape c) * stride c).

Definition sort_3 (a b c : mode) : list mode :=
  if stride b <? stride a then
    if stride c <? stride a then
      if stride c <? stride b then
        [c; b; a]
      else
        [b; c; a]
    else
      [b; a; c]
  else if stride c <? stride b then
    if stride c <? stride a then
      [c; a; b]
    else
      [a; c; b]
  else
    [a; b; c].

Definition coalesce_3 (a b c : mode) : list mode :=
  if shape a =? 1 then
    if shape b =? 1 then
      if shape c =? 1 then
        [Mode 1 0]
      else
        [c]
    else if shape c =? 1 then
      [b]
    else if stride c =? shape b * stride b then
      [Mode (shape b * shape c) (stride b)]
    else
      [b; c]
  else if shape b =? 1 then
    if shape c =? 1 then
      [a]
    else if stride c =? shape a * stride a then
      [Mode (shape a * shape c) (stride a)]
    else
      [a; c]
  else if stride b =? shape a * stride a then
    if shape c =? 1 then
      [Mode (shape a * shape b) (stride a)]
    else if shape a * shape b =? 1 then
      [c]
    else if stride c =? shape a * shape b * stride a then
      [Mode (shape a * shape b * shape c) (stride a)]
    else
      [Mode (shape a * shape b) (stride a); c]
  else if shape c =? 1 then
    [a; b]
  else if stride c =? shape b * stride b then
    [a; Mode (shape b * shape c) (stride b)]
  else
    [a; b; c].

Definition coalesce_extended_3 (a b c : mode) : list mode :=
  if shape a =? 1 then
    if shape b =? 1 then
      [c]
    else if stride c =? shape b * stride b then
      [Mode (shape b * shape c) (stride b)]
    else
      [b; c]
  else if shape b =? 1 then
    if stride c =? shape a * stride a then
      [Mode (shape a * shape c) (stride a)]
    else
      [a; c]
  else if stride b =? shape a * stride a then
    if shape a * shape b =? 1 then
      [c]
    else if stride c =? shape a * shape b * stride a then
      [Mode (shape a * shape b * shape c) (stride a)]
    else
      [Mode (shape a * shape b) (stride a); c]
  else if stride c =? shape b * stride b then
    [a; Mode (shape b * shape c) (stride b)]
  else
    [a; b; c].

Definition evaluate_4 (a b c d : mode) (i : Z) : Z :=
  (0 + Z.rem i (shape a) * stride a + Z.rem (Z.quot i (shape a)) (shape b) * stride b + Z.rem (Z.quot (Z.quot i (shape a)) (shape b)) (shape c) * stride c + Z.rem (Z.quot (Z.quot (Z.quot i (shape a)) (shape b)) (shape c)) (shape d) * stride d).

Definition sort_4 (a b c d : mode) : list mode :=
  if stride b <? stride a then
    if stride c <? stride a then
      if stride c <? stride b then
        if stride d <? stride a then
          if stride d <? stride b then
            if stride d <? stride c then
              [d; c; b; a]
            else
              [c; d; b; a]
          else
            [c; b; d; a]
        else
          [c; b; a; d]
      else if stride d <? stride a then
        if stride d <? stride c then
          if stride d <? stride b then
            [d; b; c; a]
          else
            [b; d; c; a]
        else
          [b; c; d; a]
      else
        [b; c; a; d]
    else if stride d <? stride c then
      if stride d <? stride a then
        if stride d <? stride b then
          [d; b; a; c]
        else
          [b; d; a; c]
      else
        [b; a; d; c]
    else
      [b; a; c; d]
  else if stride c <? stride b then
    if stride c <? stride a then
      if stride d <? stride b then
        if stride d <? stride a then
          if stride d <? stride c then
            [d; c; a; b]
          else
            [c; d; a; b]
        else
          [c; a; d; b]
      else
        [c; a; b; d]
    else if stride d <? stride b then
      if stride d <? stride c then
        if stride d <? stride a then
          [d; a; c; b]
        else
          [a; d; c; b]
      else
        [a; c; d; b]
    else
      [a; c; b; d]
  else if stride d <? stride c then
    if stride d <? stride b then
      if stride d <? stride a then
        [d; a; b; c]
      else
        [a; d; b; c]
    else
      [a; b; d; c]
  else
    [a; b; c; d].

Definition coalesce_extended_4 (a b c d : mode) : list mode :=
  if shape a =? 1 then
    if shape b =? 1 then
      if shape c =? 1 then
        [d]
      else if stride d =? shape c * stride c then
        [Mode (shape c * shape d) (stride c)]
      else
        [c; d]
    else if shape c =? 1 then
      if stride d =? shape b * stride b then
        [Mode (shape b * shape d) (stride b)]
      else
        [b; d]
    else if stride c =? shape b * stride b then
      if shape b * shape c =? 1 then
        [d]
      else if stride d =? shape b * shape c * stride b then
        [Mode (shape b * shape c * shape d) (stride b)]
      else
        [Mode (shape b * shape c) (stride b); d]
    else if stride d =? shape c * stride c then
      [b; Mode (shape c * shape d) (stride c)]
    else
      [b; c; d]
  else if shape b =? 1 then
    if shape c =? 1 then
      if stride d =? shape a * stride a then
        [Mode (shape a * shape d) (stride a)]
      else
        [a; d]
    else if stride c =? shape a * stride a then
      if shape a * shape c =? 1 then
        [d]
      else if stride d =? shape a * shape c * stride a then
        [Mode (shape a * shape c * shape d) (stride a)]
      else
        [Mode (shape a * shape c) (stride a); d]
    else if stride d =? shape c * stride c then
      [a; Mode (shape c * shape d) (stride c)]
    else
      [a; c; d]
  else if stride b =? shape a * stride a then
    if shape c =? 1 then
      if shape a * shape b =? 1 then
        [d]
      else if stride d =? shape a * shape b * stride a then
        [Mode (shape a * shape b * shape d) (stride a)]
      else
        [Mode (shape a * shape b) (stride a); d]
    else if shape a * shape b =? 1 then
      if stride d =? shape c * stride c then
        [Mode (shape c * shape d) (stride c)]
      else
        [c; d]
    else if stride c =? shape a * shape b * stride a then
      if shape a * shape b * shape c =? 1 then
        [d]
      else if stride d =? shape a * shape b * shape c * stride a then
        [Mode (shape a * shape b * shape c * shape d) (stride a)]
      else
        [Mode (shape a * shape b * shape c) (stride a); d]
    else if stride d =? shape c * stride c then
      [Mode (shape a * shape b) (stride a); Mode (shape c * shape d) (stride c)]
    else
      [Mode (shape a * shape b) (stride a); c; d]
  else if shape c =? 1 then
    if stride d =? shape b * stride b then
      [a; Mode (shape b * shape d) (stride b)]
    else
      [a; b; d]
  else if stride c =? shape b * stride b then
    if shape b * shape c =? 1 then
      [a; d]
    else if stride d =? shape b * shape c * stride b then
      [a; Mode (shape b * shape c * shape d) (stride b)]
    else
      [a; Mode (shape b * shape c) (stride b); d]
  else if stride d =? shape c * stride c then
    [a; b; Mode (shape c * shape d) (stride c)]
  else
    [a; b; c; d].

Definition unzip_3 (a b c d e : mode) : list mode :=
  [a; c; b; d; e].

Definition unzip_kept (a b c d e : mode) : list mode :=
  [a; c; d; b; Mode 1 0; e].

Definition cut_2 (a b c d e : mode) (x y : Z) : option (list mode * Z) :=
  if x <? 0 then
    None
  else if y <? 0 then
    None
  else if product_fits x (stride c) then
    if sum_fits 0 (x * stride c) then
      if product_fits (Z.quot y (shape d)) (stride e) then
        if sum_fits (0 + x * stride c + Z.rem y (shape d) * stride d) (Z.quot y (shape d) * stride e) then
          Some ([a; b], 0 + x * stride c + Z.rem y (shape d) * stride d + Z.quot y (shape d) * stride e)
        else
          None
      else
        None
    else
      None
  else
    None.

Definition cut_1 (a b c d e : mode) (x : Z) : option (list mode * Z) :=
  if x <? 0 then
    None
  else if product_fits x (stride c) then
    if sum_fits 0 (x * stride c) then
      if product_fits (Z.quot 0 (shape d)) (stride e) then
        if sum_fits (0 + x * stride c + Z.rem 0 (shape d) * stride d) (Z.quot 0 (shape d) * stride e) then
          Some ([a; b; d; e], 0 + x * stride c + Z.rem 0 (shape d) * stride d + Z.quot 0 (shape d) * stride e)
        else
          None
      else
        None
    else
      None
  else
    None.

Definition distribute_2 (a b n : Z) : list mode * Z :=
  if a =? 1 then
    if product_fits 1 a then
      if b =? 1 then
        if product_fits (1 * a) b then
          if Z.gcd a n =? 1 then
            if Z.gcd b (Z.quot n (Z.gcd a n)) =? 1 then
              ([Mode 1 0], Z.quot (Z.quot n (Z.gcd a n)) (Z.gcd b (Z.quot n (Z.gcd a n))))
            else
              ([Mode (Z.gcd b (Z.quot n (Z.gcd a n))) 0], Z.quot (Z.quot n (Z.gcd a n)) (Z.gcd b (Z.quot n (Z.gcd a n))))
          else if Z.gcd b (Z.quot n (Z.gcd a n)) =? 1 then
            ([Mode (Z.gcd a n) 0], Z.quot (Z.quot n (Z.gcd a n)) (Z.gcd b (Z.quot n (Z.gcd a n))))
          else if 0 =? Z.gcd a n * 0 then
            ([Mode (Z.gcd a n * Z.gcd b (Z.quot n (Z.gcd a n))) 0], Z.quot (Z.quot n (Z.gcd a n)) (Z.gcd b (Z.quot n (Z.gcd a n))))
          else
            ([Mode (Z.gcd a n) 0; Mode (Z.gcd b (Z.quot n (Z.gcd a n))) 0], Z.quot (Z.quot n (Z.gcd a n)) (Z.gcd b (Z.quot n (Z.gcd a n))))
        else if Z.gcd a n =? 1 then
          if Z.gcd b (Z.quot n (Z.gcd a n)) =? 1 then
            ([Mode 1 0], Z.quot (Z.quot n (Z.gcd a n)) (Z.gcd b (Z.quot n (Z.gcd a n))))
          else
            ([Mode (Z.gcd b (Z.quot n (Z.gcd a n))) 0], Z.quot (Z.quot n (Z.gcd a n)) (Z.gcd b (Z.quot n (Z.gcd a n))))
        else if Z.gcd b (Z.quot n (Z.gcd a n)) =? 1 then
          ([Mode (Z.gcd a n) 0], Z.quot (Z.quot n (Z.gcd a n)) (Z.gcd b (Z.quot n (Z.gcd a n))))
        else if 0 =? Z.gcd a n * 0 then
          ([Mode (Z.gcd a n * Z.gcd b (Z.quot n (Z.gcd a n))) 0], Z.quot (Z.quot n (Z.gcd a n)) (Z.gcd b (Z.quot n (Z.gcd a n))))
        else
          ([Mode (Z.gcd a n) 0; Mode (Z.gcd b (Z.quot n (Z.gcd a n))) 0], Z.quot (Z.quot n (Z.gcd a n)) (Z.gcd b (Z.quot n (Z.gcd a n))))
      else if product_fits (1 * a) b then
        if Z.gcd a n =? 1 then
          if Z.gcd b (Z.quot n (Z.gcd a n)) =? 1 then
            ([Mode 1 0], Z.quot (Z.quot n (Z.gcd a n)) (Z.gcd b (Z.quot n (Z.gcd a n))))
          else
            ([Mode (Z.gcd b (Z.quot n (Z.gcd a n))) (1 * a)], Z.quot (Z.quot n (Z.gcd a n)) (Z.gcd b (Z.quot n (Z.gcd a n))))
        else if Z.gcd b (Z.quot n (Z.gcd a n)) =? 1 then
          ([Mode (Z.gcd a n) 0], Z.quot (Z.quot n (Z.gcd a n)) (Z.gcd b (Z.quot n (Z.gcd a n))))
        else if 1 * a =? Z.gcd a n * 0 then
          ([Mode (Z.gcd a n * Z.gcd b (Z.quot n (Z.gcd a n))) 0], Z.quot (Z.quot n (Z.gcd a n)) (Z.gcd b (Z.quot n (Z.gcd a n))))
        else
          ([Mode (Z.gcd a n) 0; Mode (Z.gcd b (Z.quot n (Z.gcd a n))) (1 * a)], Z.quot (Z.quot n (Z.gcd a n)) (Z.gcd b (Z.quot n (Z.gcd a n))))
      else if Z.gcd a n =? 1 then
        if Z.gcd b (Z.quot n (Z.gcd a n)) =? 1 then
          ([Mode 1 0], Z.quot (Z.quot n (Z.gcd a n)) (Z.gcd b (Z.quot n (Z.gcd a n))))
        else
          ([Mode (Z.gcd b (Z.quot n (Z.gcd a n))) (1 * a)], Z.quot (Z.quot n (Z.gcd a n)) (Z.gcd b (Z.quot n (Z.gcd a n))))
      else if Z.gcd b (Z.quot n (Z.gcd a n)) =? 1 then
        ([Mode (Z.gcd a n) 0], Z.quot (Z.quot n (Z.gcd a n)) (Z.gcd b (Z.quot n (Z.gcd a n))))
      else if 1 * a =? Z.gcd a n * 0 then
        ([Mode (Z.gcd a n * Z.gcd b (Z.quot n (Z.gcd a n))) 0], Z.quot (Z.quot n (Z.gcd a n)) (Z.gcd b (Z.quot n (Z.gcd a n))))
      else
        ([Mode (Z.gcd a n) 0; Mode (Z.gcd b (Z.quot n (Z.gcd a n))) (1 * a)], Z.quot (Z.quot n (Z.gcd a n)) (Z.gcd b (Z.quot n (Z.gcd a n))))
    else if b =? 1 then
      if product_fits 1 b then
        if Z.gcd a n =? 1 then
          if Z.gcd b (Z.quot n (Z.gcd a n)) =? 1 then
            ([Mode 1 0], Z.quot (Z.quot n (Z.gcd a n)) (Z.gcd b (Z.quot n (Z.gcd a n))))
          else
            ([Mode (Z.gcd b (Z.quot n (Z.gcd a n))) 0], Z.quot (Z.quot n (Z.gcd a n)) (Z.gcd b (Z.quot n (Z.gcd a n))))
        else if Z.gcd b (Z.quot n (Z.gcd a n)) =? 1 then
          ([Mode (Z.gcd a n) 0], Z.quot (Z.quot n (Z.gcd a n)) (Z.gcd b (Z.quot n (Z.gcd a n))))
        else if 0 =? Z.gcd a n * 0 then
          ([Mode (Z.gcd a n * Z.gcd b (Z.quot n (Z.gcd a n))) 0], Z.quot (Z.quot n (Z.gcd a n)) (Z.gcd b (Z.quot n (Z.gcd a n))))
        else
          ([Mode (Z.gcd a n) 0; Mode (Z.gcd b (Z.quot n (Z.gcd a n))) 0], Z.quot (Z.quot n (Z.gcd a n)) (Z.gcd b (Z.quot n (Z.gcd a n))))
      else if Z.gcd a n =? 1 then
        if Z.gcd b (Z.quot n (Z.gcd a n)) =? 1 then
          ([Mode 1 0], Z.quot (Z.quot n (Z.gcd a n)) (Z.gcd b (Z.quot n (Z.gcd a n))))
        else
          ([Mode (Z.gcd b (Z.quot n (Z.gcd a n))) 0], Z.quot (Z.quot n (Z.gcd a n)) (Z.gcd b (Z.quot n (Z.gcd a n))))
      else if Z.gcd b (Z.quot n (Z.gcd a n)) =? 1 then
        ([Mode (Z.gcd a n) 0], Z.quot (Z.quot n (Z.gcd a n)) (Z.gcd b (Z.quot n (Z.gcd a n))))
      else if 0 =? Z.gcd a n * 0 then
        ([Mode (Z.gcd a n * Z.gcd b (Z.quot n (Z.gcd a n))) 0], Z.quot (Z.quot n (Z.gcd a n)) (Z.gcd b (Z.quot n (Z.gcd a n))))
      else
        ([Mode (Z.gcd a n) 0; Mode (Z.gcd b (Z.quot n (Z.gcd a n))) 0], Z.quot (Z.quot n (Z.gcd a n)) (Z.gcd b (Z.quot n (Z.gcd a n))))
    else if product_fits 1 b then
      if Z.gcd a n =? 1 then
        if Z.gcd b (Z.quot n (Z.gcd a n)) =? 1 then
          ([Mode 1 0], Z.quot (Z.quot n (Z.gcd a n)) (Z.gcd b (Z.quot n (Z.gcd a n))))
        else
          ([Mode (Z.gcd b (Z.quot n (Z.gcd a n))) 1], Z.quot (Z.quot n (Z.gcd a n)) (Z.gcd b (Z.quot n (Z.gcd a n))))
      else if Z.gcd b (Z.quot n (Z.gcd a n)) =? 1 then
        ([Mode (Z.gcd a n) 0], Z.quot (Z.quot n (Z.gcd a n)) (Z.gcd b (Z.quot n (Z.gcd a n))))
      else if 1 =? Z.gcd a n * 0 then
        ([Mode (Z.gcd a n * Z.gcd b (Z.quot n (Z.gcd a n))) 0], Z.quot (Z.quot n (Z.gcd a n)) (Z.gcd b (Z.quot n (Z.gcd a n))))
      else
        ([Mode (Z.gcd a n) 0; Mode (Z.gcd b (Z.quot n (Z.gcd a n))) 1], Z.quot (Z.quot n (Z.gcd a n)) (Z.gcd b (Z.quot n (Z.gcd a n))))
    else if Z.gcd a n =? 1 then
      if Z.gcd b (Z.quot n (Z.gcd a n)) =? 1 then
        ([Mode 1 0], Z.quot (Z.quot n (Z.gcd a n)) (Z.gcd b (Z.quot n (Z.gcd a n))))
      else
        ([Mode (Z.gcd b (Z.quot n (Z.gcd a n))) 1], Z.quot (Z.quot n (Z.gcd a n)) (Z.gcd b (Z.quot n (Z.gcd a n))))
    else if Z.gcd b (Z.quot n (Z.gcd a n)) =? 1 then
      ([Mode (Z.gcd a n) 0], Z.quot (Z.quot n (Z.gcd a n)) (Z.gcd b (Z.quot n (Z.gcd a n))))
    else if 1 =? Z.gcd a n * 0 then
      ([Mode (Z.gcd a n * Z.gcd b (Z.quot n (Z.gcd a n))) 0], Z.quot (Z.quot n (Z.gcd a n)) (Z.gcd b (Z.quot n (Z.gcd a n))))
    else
      ([Mode (Z.gcd a n) 0; Mode (Z.gcd b (Z.quot n (Z.gcd a n))) 1], Z.quot (Z.quot n (Z.gcd a n)) (Z.gcd b (Z.quot n (Z.gcd a n))))
  else if product_fits 1 a then
    if b =? 1 then
      if product_fits (1 * a) b then
        if Z.gcd a n =? 1 then
          if Z.gcd b (Z.quot n (Z.gcd a n)) =? 1 then
            ([Mode 1 0], Z.quot (Z.quot n (Z.gcd a n)) (Z.gcd b (Z.quot n (Z.gcd a n))))
          else
            ([Mode (Z.gcd b (Z.quot n (Z.gcd a n))) 0], Z.quot (Z.quot n (Z.gcd a n)) (Z.gcd b (Z.quot n (Z.gcd a n))))
        else if Z.gcd b (Z.quot n (Z.gcd a n)) =? 1 then
          ([Mode (Z.gcd a n) 1], Z.quot (Z.quot n (Z.gcd a n)) (Z.gcd b (Z.quot n (Z.gcd a n))))
        else if 0 =? Z.gcd a n * 1 then
          ([Mode (Z.gcd a n * Z.gcd b (Z.quot n (Z.gcd a n))) 1], Z.quot (Z.quot n (Z.gcd a n)) (Z.gcd b (Z.quot n (Z.gcd a n))))
        else
          ([Mode (Z.gcd a n) 1; Mode (Z.gcd b (Z.quot n (Z.gcd a n))) 0], Z.quot (Z.quot n (Z.gcd a n)) (Z.gcd b (Z.quot n (Z.gcd a n))))
      else if Z.gcd a n =? 1 then
        if Z.gcd b (Z.quot n (Z.gcd a n)) =? 1 then
          ([Mode 1 0], Z.quot (Z.quot n (Z.gcd a n)) (Z.gcd b (Z.quot n (Z.gcd a n))))
        else
          ([Mode (Z.gcd b (Z.quot n (Z.gcd a n))) 0], Z.quot (Z.quot n (Z.gcd a n)) (Z.gcd b (Z.quot n (Z.gcd a n))))
      else if Z.gcd b (Z.quot n (Z.gcd a n)) =? 1 then
        ([Mode (Z.gcd a n) 1], Z.quot (Z.quot n (Z.gcd a n)) (Z.gcd b (Z.quot n (Z.gcd a n))))
      else if 0 =? Z.gcd a n * 1 then
        ([Mode (Z.gcd a n * Z.gcd b (Z.quot n (Z.gcd a n))) 1], Z.quot (Z.quot n (Z.gcd a n)) (Z.gcd b (Z.quot n (Z.gcd a n))))
      else
        ([Mode (Z.gcd a n) 1; Mode (Z.gcd b (Z.quot n (Z.gcd a n))) 0], Z.quot (Z.quot n (Z.gcd a n)) (Z.gcd b (Z.quot n (Z.gcd a n))))
    else if product_fits (1 * a) b then
      if Z.gcd a n =? 1 then
        if Z.gcd b (Z.quot n (Z.gcd a n)) =? 1 then
          ([Mode 1 0], Z.quot (Z.quot n (Z.gcd a n)) (Z.gcd b (Z.quot n (Z.gcd a n))))
        else
          ([Mode (Z.gcd b (Z.quot n (Z.gcd a n))) (1 * a)], Z.quot (Z.quot n (Z.gcd a n)) (Z.gcd b (Z.quot n (Z.gcd a n))))
      else if Z.gcd b (Z.quot n (Z.gcd a n)) =? 1 then
        ([Mode (Z.gcd a n) 1], Z.quot (Z.quot n (Z.gcd a n)) (Z.gcd b (Z.quot n (Z.gcd a n))))
      else if 1 * a =? Z.gcd a n * 1 then
        ([Mode (Z.gcd a n * Z.gcd b (Z.quot n (Z.gcd a n))) 1], Z.quot (Z.quot n (Z.gcd a n)) (Z.gcd b (Z.quot n (Z.gcd a n))))
      else
        ([Mode (Z.gcd a n) 1; Mode (Z.gcd b (Z.quot n (Z.gcd a n))) (1 * a)], Z.quot (Z.quot n (Z.gcd a n)) (Z.gcd b (Z.quot n (Z.gcd a n))))
    else if Z.gcd a n =? 1 then
      if Z.gcd b (Z.quot n (Z.gcd a n)) =? 1 then
        ([Mode 1 0], Z.quot (Z.quot n (Z.gcd a n)) (Z.gcd b (Z.quot n (Z.gcd a n))))
      else
        ([Mode (Z.gcd b (Z.quot n (Z.gcd a n))) (1 * a)], Z.quot (Z.quot n (Z.gcd a n)) (Z.gcd b (Z.quot n (Z.gcd a n))))
    else if Z.gcd b (Z.quot n (Z.gcd a n)) =? 1 then
      ([Mode (Z.gcd a n) 1], Z.quot (Z.quot n (Z.gcd a n)) (Z.gcd b (Z.quot n (Z.gcd a n))))
    else if 1 * a =? Z.gcd a n * 1 then
      ([Mode (Z.gcd a n * Z.gcd b (Z.quot n (Z.gcd a n))) 1], Z.quot (Z.quot n (Z.gcd a n)) (Z.gcd b (Z.quot n (Z.gcd a n))))
    else
      ([Mode (Z.gcd a n) 1; Mode (Z.gcd b (Z.quot n (Z.gcd a n))) (1 * a)], Z.quot (Z.quot n (Z.gcd a n)) (Z.gcd b (Z.quot n (Z.gcd a n))))
  else if b =? 1 then
    if product_fits 1 b then
      if Z.gcd a n =? 1 then
        if Z.gcd b (Z.quot n (Z.gcd a n)) =? 1 then
          ([Mode 1 0], Z.quot (Z.quot n (Z.gcd a n)) (Z.gcd b (Z.quot n (Z.gcd a n))))
        else
          ([Mode (Z.gcd b (Z.quot n (Z.gcd a n))) 0], Z.quot (Z.quot n (Z.gcd a n)) (Z.gcd b (Z.quot n (Z.gcd a n))))
      else if Z.gcd b (Z.quot n (Z.gcd a n)) =? 1 then
        ([Mode (Z.gcd a n) 1], Z.quot (Z.quot n (Z.gcd a n)) (Z.gcd b (Z.quot n (Z.gcd a n))))
      else if 0 =? Z.gcd a n * 1 then
        ([Mode (Z.gcd a n * Z.gcd b (Z.quot n (Z.gcd a n))) 1], Z.quot (Z.quot n (Z.gcd a n)) (Z.gcd b (Z.quot n (Z.gcd a n))))
      else
        ([Mode (Z.gcd a n) 1; Mode (Z.gcd b (Z.quot n (Z.gcd a n))) 0], Z.quot (Z.quot n (Z.gcd a n)) (Z.gcd b (Z.quot n (Z.gcd a n))))
    else if Z.gcd a n =? 1 then
      if Z.gcd b (Z.quot n (Z.gcd a n)) =? 1 then
        ([Mode 1 0], Z.quot (Z.quot n (Z.gcd a n)) (Z.gcd b (Z.quot n (Z.gcd a n))))
      else
        ([Mode (Z.gcd b (Z.quot n (Z.gcd a n))) 0], Z.quot (Z.quot n (Z.gcd a n)) (Z.gcd b (Z.quot n (Z.gcd a n))))
    else if Z.gcd b (Z.quot n (Z.gcd a n)) =? 1 then
      ([Mode (Z.gcd a n) 1], Z.quot (Z.quot n (Z.gcd a n)) (Z.gcd b (Z.quot n (Z.gcd a n))))
    else if 0 =? Z.gcd a n * 1 then
      ([Mode (Z.gcd a n * Z.gcd b (Z.quot n (Z.gcd a n))) 1], Z.quot (Z.quot n (Z.gcd a n)) (Z.gcd b (Z.quot n (Z.gcd a n))))
    else
      ([Mode (Z.gcd a n) 1; Mode (Z.gcd b (Z.quot n (Z.gcd a n))) 0], Z.quot (Z.quot n (Z.gcd a n)) (Z.gcd b (Z.quot n (Z.gcd a n))))
  else if product_fits 1 b then
    if Z.gcd a n =? 1 then
      if Z.gcd b (Z.quot n (Z.gcd a n)) =? 1 then
        ([Mode 1 0], Z.quot (Z.quot n (Z.gcd a n)) (Z.gcd b (Z.quot n (Z.gcd a n))))
      else
        ([Mode (Z.gcd b (Z.quot n (Z.gcd a n))) 1], Z.quot (Z.quot n (Z.gcd a n)) (Z.gcd b (Z.quot n (Z.gcd a n))))
    else if Z.gcd b (Z.quot n (Z.gcd a n)) =? 1 then
      ([Mode (Z.gcd a n) 1], Z.quot (Z.quot n (Z.gcd a n)) (Z.gcd b (Z.quot n (Z.gcd a n))))
    else if 1 =? Z.gcd a n * 1 then
      ([Mode (Z.gcd a n * Z.gcd b (Z.quot n (Z.gcd a n))) 1], Z.quot (Z.quot n (Z.gcd a n)) (Z.gcd b (Z.quot n (Z.gcd a n))))
    else
      ([Mode (Z.gcd a n) 1; Mode (Z.gcd b (Z.quot n (Z.gcd a n))) 1], Z.quot (Z.quot n (Z.gcd a n)) (Z.gcd b (Z.quot n (Z.gcd a n))))
  else if Z.gcd a n =? 1 then
    if Z.gcd b (Z.quot n (Z.gcd a n)) =? 1 then
      ([Mode 1 0], Z.quot (Z.quot n (Z.gcd a n)) (Z.gcd b (Z.quot n (Z.gcd a n))))
    else
      ([Mode (Z.gcd b (Z.quot n (Z.gcd a n))) 1], Z.quot (Z.quot n (Z.gcd a n)) (Z.gcd b (Z.quot n (Z.gcd a n))))
  else if Z.gcd b (Z.quot n (Z.gcd a n)) =? 1 then
    ([Mode (Z.gcd a n) 1], Z.quot (Z.quot n (Z.gcd a n)) (Z.gcd b (Z.quot n (Z.gcd a n))))
  else if 1 =? Z.gcd a n * 1 then
    ([Mode (Z.gcd a n * Z.gcd b (Z.quot n (Z.gcd a n))) 1], Z.quot (Z.quot n (Z.gcd a n)) (Z.gcd b (Z.quot n (Z.gcd a n))))
  else
    ([Mode (Z.gcd a n) 1; Mode (Z.gcd b (Z.quot n (Z.gcd a n))) 1], Z.quot (Z.quot n (Z.gcd a n)) (Z.gcd b (Z.quot n (Z.gcd a n)))).

Definition strides_compose_1 (a m v : mode) : bool :=
  if shape m =? shape v then
    if shape m =? 1 then
      true
    else if stride m <? 0 then
      false
    else if 0 + Z.rem (stride m) (shape a) * stride a =? stride v then
      true
    else
      false
  else
    false.

Definition digits_add_up_1 (a m : mode) : bool :=
  if Z.rem (stride m) (shape a) =? 0 then
    if Z.quot (stride m) (shape a) =? 0 then
      true
    else
      false
  else if Z.quot (shape a - 1) (Z.rem (stride m) (shape a)) <? shape m - 1 then
    false
  else if Z.quot (stride m) (shape a) =? 0 then
    true
  else
    false.

Definition each_composes_1 (a n w : mode) : bool :=
  if 0 + 0 * stride n <? 0 then
    false
  else if 1 * shape a <=? 0 + 0 * stride n then
    false
  else if 0 + Z.rem (0 + 0 * stride n) (shape a) * stride a =? 0 + 0 * stride w then
    if 0 + 1 * stride n <? 0 then
      false
    else if 1 * shape a <=? 0 + 1 * stride n then
      false
    else if 0 + Z.rem (0 + 1 * stride n) (shape a) * stride a =? 0 + 1 * stride w then
      if 0 + 2 * stride n <? 0 then
        false
      else if 1 * shape a <=? 0 + 2 * stride n then
        false
      else if 0 + Z.rem (0 + 2 * stride n) (shape a) * stride a =? 0 + 2 * stride w then
        true
      else
        false
    else
      false
  else
    false.

Definition strides_compose_2 (a b m n v w : mode) : bool :=
  if shape m =? shape v then
    if shape m =? 1 then
      if shape n =? shape w then
        if shape n =? 1 then
          true
        else if stride n <? 0 then
          false
        else if 0 + Z.rem (stride n) (shape a) * stride a + Z.rem (Z.quot (stride n) (shape a)) (shape b) * stride b =? stride w then
          true
        else
          false
      else
        false
    else if stride m <? 0 then
      false
    else if 0 + Z.rem (stride m) (shape a) * stride a + Z.rem (Z.quot (stride m) (shape a)) (shape b) * stride b =? stride v then
      if shape n =? shape w then
        if shape n =? 1 then
          true
        else if stride n <? 0 then
          false
        else if 0 + Z.rem (stride n) (shape a) * stride a + Z.rem (Z.quot (stride n) (shape a)) (shape b) * stride b =? stride w then
          true
        else
          false
      else
        false
    else
      false
  else
    false.

Definition digits_add_up_2 (a b m n : mode) : bool :=
  if Z.rem (stride m) (shape a) =? 0 then
    if Z.rem (stride n) (shape a) =? 0 then
      if Z.rem (Z.quot (stride m) (shape a)) (shape b) =? 0 then
        if Z.rem (Z.quot (stride n) (shape a)) (shape b) =? 0 then
          if Z.quot (Z.quot (stride m) (shape a)) (shape b) =? 0 then
            if Z.quot (Z.quot (stride n) (shape a)) (shape b) =? 0 then
              true
            else
              false
          else
            false
        else if Z.quot (shape b - 1) (Z.rem (Z.quot (stride n) (shape a)) (shape b)) <? shape n - 1 then
          false
        else if Z.quot (Z.quot (stride m) (shape a)) (shape b) =? 0 then
          if Z.quot (Z.quot (stride n) (shape a)) (shape b) =? 0 then
            true
          else
            false
        else
          false
      else if Z.quot (shape b - 1) (Z.rem (Z.quot (stride m) (shape a)) (shape b)) <? shape m - 1 then
        false
      else if Z.rem (Z.quot (stride n) (shape a)) (shape b) =? 0 then
        if Z.quot (Z.quot (stride m) (shape a)) (shape b) =? 0 then
          if Z.quot (Z.quot (stride n) (shape a)) (shape b) =? 0 then
            true
          else
            false
        else
          false
      else if Z.quot (shape b - 1 - (shape m - 1) * Z.rem (Z.quot (stride m) (shape a)) (shape b)) (Z.rem (Z.quot (stride n) (shape a)) (shape b)) <? shape n - 1 then
        false
      else if Z.quot (Z.quot (stride m) (shape a)) (shape b) =? 0 then
        if Z.quot (Z.quot (stride n) (shape a)) (shape b) =? 0 then
          true
        else
          false
      else
        false
    else if Z.quot (shape a - 1) (Z.rem (stride n) (shape a)) <? shape n - 1 then
      false
    else if Z.rem (Z.quot (stride m) (shape a)) (shape b) =? 0 then
      if Z.rem (Z.quot (stride n) (shape a)) (shape b) =? 0 then
        if Z.quot (Z.quot (stride m) (shape a)) (shape b) =? 0 then
          if Z.quot (Z.quot (stride n) (shape a)) (shape b) =? 0 then
            true
          else
            false
        else
          false
      else if Z.quot (shape b - 1) (Z.rem (Z.quot (stride n) (shape a)) (shape b)) <? shape n - 1 then
        false
      else if Z.quot (Z.quot (stride m) (shape a)) (shape b) =? 0 then
        if Z.quot (Z.quot (stride n) (shape a)) (shape b) =? 0 then
          true
        else
          false
      else
        false
    else if Z.quot (shape b - 1) (Z.rem (Z.quot (stride m) (shape a)) (shape b)) <? shape m - 1 then
      false
    else if Z.rem (Z.quot (stride n) (shape a)) (shape b) =? 0 then
      if Z.quot (Z.quot (stride m) (shape a)) (shape b) =? 0 then
        if Z.quot (Z.quot (stride n) (shape a)) (shape b) =? 0 then
          true
        else
          false
      else
        false
    else if Z.quot (shape b - 1 - (shape m - 1) * Z.rem (Z.quot (stride m) (shape a)) (shape b)) (Z.rem (Z.quot (stride n) (shape a)) (shape b)) <? shape n - 1 then
      false
    else if Z.quot (Z.quot (stride m) (shape a)) (shape b) =? 0 then
      if Z.quot (Z.quot (stride n) (shape a)) (shape b) =? 0 then
        true
      else
        false
    else
      false
  else if Z.quot (shape a - 1) (Z.rem (stride m) (shape a)) <? shape m - 1 then
    false
  else if Z.rem (stride n) (shape a) =? 0 then
    if Z.rem (Z.quot (stride m) (shape a)) (shape b) =? 0 then
      if Z.rem (Z.quot (stride n) (shape a)) (shape b) =? 0 then
        if Z.quot (Z.quot (stride m) (shape a)) (shape b) =? 0 then
          if Z.quot (Z.quot (stride n) (shape a)) (shape b) =? 0 then
            true
          else
            false
        else
          false
      else if Z.quot (shape b - 1) (Z.rem (Z.quot (stride n) (shape a)) (shape b)) <? shape n - 1 then
        false
      else if Z.quot (Z.quot (stride m) (shape a)) (shape b) =? 0 then
        if Z.quot (Z.quot (stride n) (shape a)) (shape b) =? 0 then
          true
        else
          false
      else
        false
    else if Z.quot (shape b - 1) (Z.rem (Z.quot (stride m) (shape a)) (shape b)) <? shape m - 1 then
      false
    else if Z.rem (Z.quot (stride n) (shape a)) (shape b) =? 0 then
      if Z.quot (Z.quot (stride m) (shape a)) (shape b) =? 0 then
        if Z.quot (Z.quot (stride n) (shape a)) (shape b) =? 0 then
          true
        else
          false
      else
        false
    else if Z.quot (shape b - 1 - (shape m - 1) * Z.rem (Z.quot (stride m) (shape a)) (shape b)) (Z.rem (Z.quot (stride n) (shape a)) (shape b)) <? shape n - 1 then
      false
    else if Z.quot (Z.quot (stride m) (shape a)) (shape b) =? 0 then
      if Z.quot (Z.quot (stride n) (shape a)) (shape b) =? 0 then
        true
      else
        false
    else
      false
  else if Z.quot (shape a - 1 - (shape m - 1) * Z.rem (stride m) (shape a)) (Z.rem (stride n) (shape a)) <? shape n - 1 then
    false
  else if Z.rem (Z.quot (stride m) (shape a)) (shape b) =? 0 then
    if Z.rem (Z.quot (stride n) (shape a)) (shape b) =? 0 then
      if Z.quot (Z.quot (stride m) (shape a)) (shape b) =? 0 then
        if Z.quot (Z.quot (stride n) (shape a)) (shape b) =? 0 then
          true
        else
          false
      else
        false
    else if Z.quot (shape b - 1) (Z.rem (Z.quot (stride n) (shape a)) (shape b)) <? shape n - 1 then
      false
    else if Z.quot (Z.quot (stride m) (shape a)) (shape b) =? 0 then
      if Z.quot (Z.quot (stride n) (shape a)) (shape b) =? 0 then
        true
      else
        false
    else
      false
  else if Z.quot (shape b - 1) (Z.rem (Z.quot (stride m) (shape a)) (shape b)) <? shape m - 1 then
    false
  else if Z.rem (Z.quot (stride n) (shape a)) (shape b) =? 0 then
    if Z.quot (Z.quot (stride m) (shape a)) (shape b) =? 0 then
      if Z.quot (Z.quot (stride n) (shape a)) (shape b) =? 0 then
        true
      else
        false
    else
      false
  else if Z.quot (shape b - 1 - (shape m - 1) * Z.rem (Z.quot (stride m) (shape a)) (shape b)) (Z.rem (Z.quot (stride n) (shape a)) (shape b)) <? shape n - 1 then
    false
  else if Z.quot (Z.quot (stride m) (shape a)) (shape b) =? 0 then
    if Z.quot (Z.quot (stride n) (shape a)) (shape b) =? 0 then
      true
    else
      false
  else
    false.

Definition each_composes_2 (a b n w : mode) : bool :=
  if 0 + 0 * stride n <? 0 then
    false
  else if 1 * shape a * shape b <=? 0 + 0 * stride n then
    false
  else if 0 + Z.rem (0 + 0 * stride n) (shape a) * stride a + Z.rem (Z.quot (0 + 0 * stride n) (shape a)) (shape b) * stride b =? 0 + 0 * stride w then
    if 0 + 1 * stride n <? 0 then
      false
    else if 1 * shape a * shape b <=? 0 + 1 * stride n then
      false
    else if 0 + Z.rem (0 + 1 * stride n) (shape a) * stride a + Z.rem (Z.quot (0 + 1 * stride n) (shape a)) (shape b) * stride b =? 0 + 1 * stride w then
      if 0 + 2 * stride n <? 0 then
        false
      else if 1 * shape a * shape b <=? 0 + 2 * stride n then
        false
      else if 0 + Z.rem (0 + 2 * stride n) (shape a) * stride a + Z.rem (Z.quot (0 + 2 * stride n) (shape a)) (shape b) * stride b =? 0 + 2 * stride w then
        true
      else
        false
    else
      false
  else
    false.

Definition certified_inverse_1 (a b : mode) : option (list mode) :=
  if shape a =? 1 then
    None
  else if 0 + Z.rem 3 (shape a) * stride a =? 1 then
    if Z.rem 3 (shape a) =? 0 then
      if Z.quot 3 (shape a) =? 0 then
        if shape b =? 1 then
          None
        else if 0 + Z.rem 3 (shape b) * stride b =? 1 then
          if Z.rem 3 (shape b) =? 0 then
            if Z.quot 3 (shape b) =? 0 then
              Some [Mode 2 3]
            else if 1 * shape b <=? 0 then
              None
            else if 0 + Z.rem 0 (shape b) * stride b =? 0 then
              if 1 * shape b <=? 3 then
                None
              else
                Some [Mode 2 3]
            else
              None
          else if Z.quot (shape b - 1) (Z.rem 3 (shape b)) <? 1 then
            if 1 * shape b <=? 0 then
              None
            else if 0 + Z.rem 0 (shape b) * stride b =? 0 then
              if 1 * shape b <=? 3 then
                None
              else
                Some [Mode 2 3]
            else
              None
          else if Z.quot 3 (shape b) =? 0 then
            Some [Mode 2 3]
          else if 1 * shape b <=? 0 then
            None
          else if 0 + Z.rem 0 (shape b) * stride b =? 0 then
            if 1 * shape b <=? 3 then
              None
            else
              Some [Mode 2 3]
          else
            None
        else
          None
      else if 1 * shape a <=? 0 then
        None
      else if 0 + Z.rem 0 (shape a) * stride a =? 0 then
        if 1 * shape a <=? 3 then
          None
        else if shape b =? 1 then
          None
        else if 0 + Z.rem 3 (shape b) * stride b =? 1 then
          if Z.rem 3 (shape b) =? 0 then
            if Z.quot 3 (shape b) =? 0 then
              Some [Mode 2 3]
            else if 1 * shape b <=? 0 then
              None
            else if 0 + Z.rem 0 (shape b) * stride b =? 0 then
              if 1 * shape b <=? 3 then
                None
              else
                Some [Mode 2 3]
            else
              None
          else if Z.quot (shape b - 1) (Z.rem 3 (shape b)) <? 1 then
            if 1 * shape b <=? 0 then
              None
            else if 0 + Z.rem 0 (shape b) * stride b =? 0 then
              if 1 * shape b <=? 3 then
                None
              else
                Some [Mode 2 3]
            else
              None
          else if Z.quot 3 (shape b) =? 0 then
            Some [Mode 2 3]
          else if 1 * shape b <=? 0 then
            None
          else if 0 + Z.rem 0 (shape b) * stride b =? 0 then
            if 1 * shape b <=? 3 then
              None
            else
              Some [Mode 2 3]
          else
            None
        else
          None
      else
        None
    else if Z.quot (shape a - 1) (Z.rem 3 (shape a)) <? 1 then
      if 1 * shape a <=? 0 then
        None
      else if 0 + Z.rem 0 (shape a) * stride a =? 0 then
        if 1 * shape a <=? 3 then
          None
        else if shape b =? 1 then
          None
        else if 0 + Z.rem 3 (shape b) * stride b =? 1 then
          if Z.rem 3 (shape b) =? 0 then
            if Z.quot 3 (shape b) =? 0 then
              Some [Mode 2 3]
            else if 1 * shape b <=? 0 then
              None
            else if 0 + Z.rem 0 (shape b) * stride b =? 0 then
              if 1 * shape b <=? 3 then
                None
              else
                Some [Mode 2 3]
            else
              None
          else if Z.quot (shape b - 1) (Z.rem 3 (shape b)) <? 1 then
            if 1 * shape b <=? 0 then
              None
            else if 0 + Z.rem 0 (shape b) * stride b =? 0 then
              if 1 * shape b <=? 3 then
                None
              else
                Some [Mode 2 3]
            else
              None
          else if Z.quot 3 (shape b) =? 0 then
            Some [Mode 2 3]
          else if 1 * shape b <=? 0 then
            None
          else if 0 + Z.rem 0 (shape b) * stride b =? 0 then
            if 1 * shape b <=? 3 then
              None
            else
              Some [Mode 2 3]
          else
            None
        else
          None
      else
        None
    else if Z.quot 3 (shape a) =? 0 then
      if shape b =? 1 then
        None
      else if 0 + Z.rem 3 (shape b) * stride b =? 1 then
        if Z.rem 3 (shape b) =? 0 then
          if Z.quot 3 (shape b) =? 0 then
            Some [Mode 2 3]
          else if 1 * shape b <=? 0 then
            None
          else if 0 + Z.rem 0 (shape b) * stride b =? 0 then
            if 1 * shape b <=? 3 then
              None
            else
              Some [Mode 2 3]
          else
            None
        else if Z.quot (shape b - 1) (Z.rem 3 (shape b)) <? 1 then
          if 1 * shape b <=? 0 then
            None
          else if 0 + Z.rem 0 (shape b) * stride b =? 0 then
            if 1 * shape b <=? 3 then
              None
            else
              Some [Mode 2 3]
          else
            None
        else if Z.quot 3 (shape b) =? 0 then
          Some [Mode 2 3]
        else if 1 * shape b <=? 0 then
          None
        else if 0 + Z.rem 0 (shape b) * stride b =? 0 then
          if 1 * shape b <=? 3 then
            None
          else
            Some [Mode 2 3]
        else
          None
      else
        None
    else if 1 * shape a <=? 0 then
      None
    else if 0 + Z.rem 0 (shape a) * stride a =? 0 then
      if 1 * shape a <=? 3 then
        None
      else if shape b =? 1 then
        None
      else if 0 + Z.rem 3 (shape b) * stride b =? 1 then
        if Z.rem 3 (shape b) =? 0 then
          if Z.quot 3 (shape b) =? 0 then
            Some [Mode 2 3]
          else if 1 * shape b <=? 0 then
            None
          else if 0 + Z.rem 0 (shape b) * stride b =? 0 then
            if 1 * shape b <=? 3 then
              None
            else
              Some [Mode 2 3]
          else
            None
        else if Z.quot (shape b - 1) (Z.rem 3 (shape b)) <? 1 then
          if 1 * shape b <=? 0 then
            None
          else if 0 + Z.rem 0 (shape b) * stride b =? 0 then
            if 1 * shape b <=? 3 then
              None
            else
              Some [Mode 2 3]
          else
            None
        else if Z.quot 3 (shape b) =? 0 then
          Some [Mode 2 3]
        else if 1 * shape b <=? 0 then
          None
        else if 0 + Z.rem 0 (shape b) * stride b =? 0 then
          if 1 * shape b <=? 3 then
            None
          else
            Some [Mode 2 3]
        else
          None
      else
        None
    else
      None
  else
    None.

Definition product_3 (a b c : Z) : option Z :=
  if product_fits 1 a then
    if product_fits (1 * a) b then
      if product_fits (1 * a * b) c then
        Some (1 * a * b * c)
      else
        None
    else
      None
  else
    None.

Definition prefix_product_3 (a b c d : Z) : option (list Z) :=
  if product_fits d a then
    if product_fits (d * a) b then
      Some [d; d * a; d * a * b]
    else
      None
  else
    None.

Definition suffix_product_3 (a b c d : Z) : option (list Z) :=
  if product_fits d c then
    if product_fits (d * c) b then
      Some [d * c * b; d * c; d]
    else
      None
  else
    None.

Definition inner_product_2 (a b c d : Z) : option Z :=
  if product_fits a c then
    if sum_fits 0 (a * c) then
      if product_fits b d then
        if sum_fits (0 + a * c) (b * d) then
          Some (0 + a * c + b * d)
        else
          None
      else
        None
    else
      None
  else
    None.

Definition elem_less_3 (a b c d e f : Z) : bool :=
  if a <? d then
    if b <? e then
      if c <? f then
        true
      else
        false
    else
      false
  else
    false.

Definition lex_less_3 (a b c d e f : Z) : bool :=
  if a =? d then
    if b =? e then
      if c =? f then
        false
      else if c <? f then
        true
      else
        false
    else if b <? e then
      true
    else
      false
  else if a <? d then
    true
  else
    false.

Definition colex_less_3 (a b c d e f : Z) : bool :=
  if c =? f then
    if b =? e then
      if a =? d then
        false
      else if a <? d then
        true
      else
        false
    else if b <? e then
      true
    else
      false
  else if c <? f then
    true
  else
    false.

Definition compatible_2 (a b c d : Z) : bool :=
  if product_fits 1 c then
    if a =? 1 * c then
      if product_fits (1 * c) d then
        if b =? 1 * c * d then
          true
        else
          false
      else
        false
    else
      false
  else
    false.

Definition ceil_div_each (a b c d e f : Z) : option (list Z) :=
  if product_fits 1 d then
    if a <? 0 then
      None
    else if 1 * d <? 1 then
      None
    else if a =? 0 then
      if product_fits 1 e then
        if b <? 0 then
          None
        else if 1 * e <? 1 then
          None
        else if b =? 0 then
          if product_fits 1 f then
            if c <? 0 then
              None
            else if 1 * f <? 1 then
              None
            else if c =? 0 then
              Some [0; 0; 0]
            else
              Some [0; 0; Z.quot (c - 1) (1 * f) + 1]
          else
            None
        else if product_fits 1 f then
          if c <? 0 then
            None
          else if 1 * f <? 1 then
            None
          else if c =? 0 then
            Some [0; Z.quot (b - 1) (1 * e) + 1; 0]
          else
            Some [0; Z.quot (b - 1) (1 * e) + 1; Z.quot (c - 1) (1 * f) + 1]
        else
          None
      else
        None
    else if product_fits 1 e then
      if b <? 0 then
        None
      else if 1 * e <? 1 then
        None
      else if b =? 0 then
        if product_fits 1 f then
          if c <? 0 then
            None
          else if 1 * f <? 1 then
            None
          else if c =? 0 then
            Some [Z.quot (a - 1) (1 * d) + 1; 0; 0]
          else
            Some [Z.quot (a - 1) (1 * d) + 1; 0; Z.quot (c - 1) (1 * f) + 1]
        else
          None
      else if product_fits 1 f then
        if c <? 0 then
          None
        else if 1 * f <? 1 then
          None
        else if c =? 0 then
          Some [Z.quot (a - 1) (1 * d) + 1; Z.quot (b - 1) (1 * e) + 1; 0]
        else
          Some [Z.quot (a - 1) (1 * d) + 1; Z.quot (b - 1) (1 * e) + 1; Z.quot (c - 1) (1 * f) + 1]
      else
        None
    else
      None
  else
    None.

Definition ceil_div_along (a b d : Z) : option (list Z) :=
  if product_fits 1 d then
    if a <? 0 then
      None
    else if 1 * d <? 1 then
      None
    else if a =? 0 then
      if product_fits 1 a then
        if d <? 0 then
          None
        else if 1 * a <? 1 then
          None
        else if d =? 0 then
          if b <? 0 then
            None
          else
            None
        else if product_fits 1 (Z.quot (d - 1) (1 * a) + 1) then
          if b <? 0 then
            None
          else if 1 * (Z.quot (d - 1) (1 * a) + 1) <? 1 then
            None
          else if b =? 0 then
            if product_fits 1 b then
              if Z.quot (d - 1) (1 * a) + 1 <? 0 then
                None
              else if 1 * b <? 1 then
                None
              else if Z.quot (d - 1) (1 * a) + 1 =? 0 then
                Some [0; 0]
              else
                Some [0; 0]
            else
              None
          else if product_fits 1 b then
            if Z.quot (d - 1) (1 * a) + 1 <? 0 then
              None
            else if 1 * b <? 1 then
              None
            else if Z.quot (d - 1) (1 * a) + 1 =? 0 then
              Some [0; Z.quot (b - 1) (1 * (Z.quot (d - 1) (1 * a) + 1)) + 1]
            else
              Some [0; Z.quot (b - 1) (1 * (Z.quot (d - 1) (1 * a) + 1)) + 1]
          else
            None
        else
          None
      else
        None
    else if product_fits 1 a then
      if d <? 0 then
        None
      else if 1 * a <? 1 then
        None
      else if d =? 0 then
        if b <? 0 then
          None
        else
          None
      else if product_fits 1 (Z.quot (d - 1) (1 * a) + 1) then
        if b <? 0 then
          None
        else if 1 * (Z.quot (d - 1) (1 * a) + 1) <? 1 then
          None
        else if b =? 0 then
          if product_fits 1 b then
            if Z.quot (d - 1) (1 * a) + 1 <? 0 then
              None
            else if 1 * b <? 1 then
              None
            else if Z.quot (d - 1) (1 * a) + 1 =? 0 then
              Some [Z.quot (a - 1) (1 * d) + 1; 0]
            else
              Some [Z.quot (a - 1) (1 * d) + 1; 0]
          else
            None
        else if product_fits 1 b then
          if Z.quot (d - 1) (1 * a) + 1 <? 0 then
            None
          else if 1 * b <? 1 then
            None
          else if Z.quot (d - 1) (1 * a) + 1 =? 0 then
            Some [Z.quot (a - 1) (1 * d) + 1; Z.quot (b - 1) (1 * (Z.quot (d - 1) (1 * a) + 1)) + 1]
          else
            Some [Z.quot (a - 1) (1 * d) + 1; Z.quot (b - 1) (1 * (Z.quot (d - 1) (1 * a) + 1)) + 1]
        else
          None
      else
        None
    else
      None
  else
    None.

Definition ceil_div_number (a b c : Z) : option (list Z) :=
  if product_fits 1 b then
    if product_fits (1 * b) c then
      if a <? 0 then
        None
      else if 1 * b * c <? 1 then
        None
      else if a =? 0 then
        Some [0]
      else
        Some [Z.quot (a - 1) (1 * b * c) + 1]
    else
      None
  else
    None.

Definition shape_div_along (a b d : Z) : option (list Z) :=
  if product_fits 1 d then
    if a <? 1 then
      None
    else if 1 * d <? 1 then
      None
    else if Z.rem a (1 * d) =? 0 then
      if product_fits 1 a then
        if d <? 1 then
          None
        else if 1 * a <? 1 then
          None
        else if Z.rem d (1 * a) =? 0 then
          if product_fits 1 (Z.quot d (1 * a)) then
            if b <? 1 then
              None
            else if 1 * Z.quot d (1 * a) <? 1 then
              None
            else if Z.rem b (1 * Z.quot d (1 * a)) =? 0 then
              if product_fits 1 b then
                if Z.quot d (1 * a) <? 1 then
                  None
                else if 1 * b <? 1 then
                  None
                else if Z.rem (Z.quot d (1 * a)) (1 * b) =? 0 then
                  Some [Z.quot a (1 * d); Z.quot b (1 * Z.quot d (1 * a))]
                else if Z.rem (1 * b) (Z.quot d (1 * a)) =? 0 then
                  Some [Z.quot a (1 * d); Z.quot b (1 * Z.quot d (1 * a))]
                else
                  None
              else
                None
            else if Z.rem (1 * Z.quot d (1 * a)) b =? 0 then
              if product_fits 1 b then
                if Z.quot d (1 * a) <? 1 then
                  None
                else if 1 * b <? 1 then
                  None
                else if Z.rem (Z.quot d (1 * a)) (1 * b) =? 0 then
                  Some [Z.quot a (1 * d); 1]
                else if Z.rem (1 * b) (Z.quot d (1 * a)) =? 0 then
                  Some [Z.quot a (1 * d); 1]
                else
                  None
              else
                None
            else
              None
          else
            None
        else if Z.rem (1 * a) d =? 0 then
          if b <? 1 then
            None
          else if Z.rem b 1 =? 0 then
            if product_fits 1 b then
              if 1 * b <? 1 then
                None
              else if Z.rem 1 (1 * b) =? 0 then
                Some [Z.quot a (1 * d); Z.quot b 1]
              else if Z.rem (1 * b) 1 =? 0 then
                Some [Z.quot a (1 * d); Z.quot b 1]
              else
                None
            else
              None
          else if Z.rem 1 b =? 0 then
            if product_fits 1 b then
              if 1 * b <? 1 then
                None
              else if Z.rem 1 (1 * b) =? 0 then
                Some [Z.quot a (1 * d); 1]
              else if Z.rem (1 * b) 1 =? 0 then
                Some [Z.quot a (1 * d); 1]
              else
                None
            else
              None
          else
            None
        else
          None
      else
        None
    else if Z.rem (1 * d) a =? 0 then
      if product_fits 1 a then
        if d <? 1 then
          None
        else if 1 * a <? 1 then
          None
        else if Z.rem d (1 * a) =? 0 then
          if product_fits 1 (Z.quot d (1 * a)) then
            if b <? 1 then
              None
            else if 1 * Z.quot d (1 * a) <? 1 then
              None
            else if Z.rem b (1 * Z.quot d (1 * a)) =? 0 then
              if product_fits 1 b then
                if Z.quot d (1 * a) <? 1 then
                  None
                else if 1 * b <? 1 then
                  None
                else if Z.rem (Z.quot d (1 * a)) (1 * b) =? 0 then
                  Some [1; Z.quot b (1 * Z.quot d (1 * a))]
                else if Z.rem (1 * b) (Z.quot d (1 * a)) =? 0 then
                  Some [1; Z.quot b (1 * Z.quot d (1 * a))]
                else
                  None
              else
                None
            else if Z.rem (1 * Z.quot d (1 * a)) b =? 0 then
              if product_fits 1 b then
                if Z.quot d (1 * a) <? 1 then
                  None
                else if 1 * b <? 1 then
                  None
                else if Z.rem (Z.quot d (1 * a)) (1 * b) =? 0 then
                  Some [1; 1]
                else if Z.rem (1 * b) (Z.quot d (1 * a)) =? 0 then
                  Some [1; 1]
                else
                  None
              else
                None
            else
              None
          else
            None
        else if Z.rem (1 * a) d =? 0 then
          if b <? 1 then
            None
          else if Z.rem b 1 =? 0 then
            if product_fits 1 b then
              if 1 * b <? 1 then
                None
              else if Z.rem 1 (1 * b) =? 0 then
                Some [1; Z.quot b 1]
              else if Z.rem (1 * b) 1 =? 0 then
                Some [1; Z.quot b 1]
              else
                None
            else
              None
          else if Z.rem 1 b =? 0 then
            if product_fits 1 b then
              if 1 * b <? 1 then
                None
              else if Z.rem 1 (1 * b) =? 0 then
                Some [1; 1]
              else if Z.rem (1 * b) 1 =? 0 then
                Some [1; 1]
              else
                None
            else
              None
          else
            None
        else
          None
      else
        None
    else
      None
  else
    None.

Definition round_up_2 (a b c d : Z) : option (list Z) :=
  if product_fits 1 c then
    if a <? 0 then
      None
    else if 1 * c <? 1 then
      None
    else if a =? 0 then
      if product_fits 1 d then
        if b <? 0 then
          None
        else if 1 * d <? 1 then
          None
        else if b =? 0 then
          if product_fits 0 c then
            if product_fits 0 d then
              Some [0 * c; 0 * d]
            else
              None
          else
            None
        else if product_fits 0 c then
          if product_fits (Z.quot (b - 1) (1 * d) + 1) d then
            Some [0 * c; (Z.quot (b - 1) (1 * d) + 1) * d]
          else
            None
        else
          None
      else
        None
    else if product_fits 1 d then
      if b <? 0 then
        None
      else if 1 * d <? 1 then
        None
      else if b =? 0 then
        if product_fits (Z.quot (a - 1) (1 * c) + 1) c then
          if product_fits 0 d then
            Some [(Z.quot (a - 1) (1 * c) + 1) * c; 0 * d]
          else
            None
        else
          None
      else if product_fits (Z.quot (a - 1) (1 * c) + 1) c then
        if product_fits (Z.quot (b - 1) (1 * d) + 1) d then
          Some [(Z.quot (a - 1) (1 * c) + 1) * c; (Z.quot (b - 1) (1 * d) + 1) * d]
        else
          None
      else
        None
    else
      None
  else
    None.

Definition elem_scale_2 (a b c d : Z) : option (list Z) :=
  if product_fits 1 c then
    if product_fits a (1 * c) then
      if product_fits (1 * c) d then
        if product_fits b (1 * c * d) then
          Some [a * (1 * c); b * (1 * c * d)]
        else
          None
      else
        None
    else
      None
  else
    None.

Definition past_step (open leaf code : Z) : Z * Z :=
  if code =? 0 then
    (open - 1, leaf + 1)
  else
    (open + code - 2, leaf).

Definition lacks_entry (k ranks : Z) : bool :=
  if k <? 0 then
    true
  else if ranks <=? k then
    true
  else
    false.

Definition lacks_entries (from to ranks : Z) : bool :=
  if from <? 0 then
    true
  else if to <? from then
    true
  else if ranks <? to then
    true
  else
    false.

Definition take_step (from k : Z) : pick :=
  First (from + k).

Definition append_step (ranks k : Z) : pick :=
  if k <? ranks then
    First k
  else
    Second_whole.

Definition prepend_step (k : Z) : pick :=
  if k =? 0 then
    Second_whole
  else
    First (k - 1).

Definition replace_step (at_ k : Z) : pick :=
  if k =? at_ then
    Second_whole
  else
    First k.

Definition group_step (from to k : Z) : pick :=
  if k <? from then
    First k
  else if k =? from then
    Second_whole
  else
    First (k - 1 + (to - from)).

Definition unpack_step (tiles grids k : Z) : pick :=
  if k <? tiles then
    if tiles =? 1 then
      First_whole
    else
      First k
  else if grids =? 1 then
    Second_whole
  else
    Second (k - tiles).

Definition unzip_step (is_tile is_keep : bool) (ranks : Z) : unzipped :=
  if is_keep then
    if is_tile then
      if ranks =? 2 then
        Pair
      else
        All_tile
    else
      All_tile
  else if is_tile then
    Pair
  else
    By_entry.

Definition counted_before (order_j order_k j k : Z) : bool :=
  if order_j <? order_k then
    true
  else if order_j =? order_k then
    if j <? k then
      true
    else
      false
  else
    false.

Definition most_nodes : Z :=
  64.

Definition most_leaves : Z :=
  32.

Definition open_form {A} (a b c d e f : A) : coded A :=
  Coded [3; 4; 0; 3; 0; 0; 0; 3; 0; 0] [a; b; c; d; e; f].

Definition take_form {A} (a b c d e f : A) : coded A :=
  Coded [3; 3; 0; 0; 0] [b; c; d].

Definition select_form {A} (a b c d e f : A) : coded A :=
  Coded [5; 0; 0; 3; 0; 0; 3; 0; 0] [d; a; b; c; b; c].

Definition append_form {A} (a b c d e f : A) : coded A :=
  Coded [5; 0; 3; 0; 0; 0; 3; 0; 0] [a; b; c; d; e; f].

Definition prepend_form {A} (a b c d e f : A) : coded A :=
  Coded [5; 3; 0; 0; 0; 3; 0; 0; 0] [e; f; a; b; c; d].

Definition replace_form {A} (a b c d e f : A) : coded A :=
  Coded [4; 0; 3; 0; 0; 0] [a; e; f; d].

Definition group_form {A} (a b c d e f : A) : coded A :=
  Coded [3; 3; 0; 3; 0; 0; 0] [a; b; c; d].

Definition zip_form {A} (a b c d e f : A) : coded A :=
  Coded [4; 3; 0; 3; 0; 0; 3; 3; 0; 0; 0; 3; 0; 0] [a; e; f; b; c; e; d; f].

Definition slice_form {A} (a b c d e f : A) : coded A :=
  Coded [3; 0; 0] [a; c].

Definition flatten_form {A} (a b c d e f : A) : coded A :=
  Coded [5; 0; 0; 0; 0] [a; b; c; d].

Definition unflatten_form {A} (a b c d e f : A) : coded A :=
  Coded [4; 2; 0; 3; 0; 0; 0] [a; b; c; d].

Definition unpack_form {A} (a b c d e f : A) : coded A :=
  Coded [6; 0; 3; 0; 0; 0; 0; 0] [a; b; c; d; e; f].

Definition tiled_form {A} (a b c d e f : A) : coded A :=
  Coded [4; 4; 0; 3; 0; 0; 0; 0; 0] [a; b; c; d; e; f].

Definition blocked_form {A} (a b c d e f : A) : coded A :=
  Coded [3; 3; 0; 0; 3; 0; 0] [b; e; c; f].

Definition raked_form {A} (a b c d e f : A) : coded A :=
  Coded [3; 3; 0; 0; 3; 0; 0] [e; b; f; c].

Definition unzip_form (a b c d e f g : mode) : coded mode :=
  Coded [3; 3; 3; 0; 0; 3; 0; 0; 4; 0; 3; 3; 0; 0; 0; 0] [a; b; c; f; Mode 1 0; d; e; Mode 1 0; g].

Definition unzip_pairs_form (a b c d e f g : mode) : coded mode :=
  Coded [3; 3; 0; 3; 0; 0; 4; 0; 3; 3; 0; 0; 0; 0] [a; c; f; b; d; e; Mode 1 0; g].

Definition crd2idx_form (a b c : mode) (i j : Z) : option Z :=
  if product_fits i (stride a) then
    if sum_fits 0 (i * stride a) then
      if product_fits (Z.quot j (shape b)) (stride c) then
        if sum_fits (0 + i * stride a + Z.rem j (shape b) * stride b) (Z.quot j (shape b) * stride c) then
          Some (0 + i * stride a + Z.rem j (shape b) * stride b + Z.quot j (shape b) * stride c)
        else
          None
      else
        None
    else
      None
  else
    None.

Definition compact_order_form (a b c : Z) : option (list Z) :=
  if product_fits 1 b then
    if a =? 1 then
      if b =? 1 then
        if product_fits 1 a then
          if product_fits (1 * a) b then
            if c =? 1 then
              Some [0; 0; 0]
            else
              Some [0; 0; 1 * a * b]
          else
            None
        else
          None
      else if product_fits 1 a then
        if product_fits (1 * a) b then
          if c =? 1 then
            Some [0; 1; 0]
          else
            Some [0; 1; 1 * a * b]
        else
          None
      else
        None
    else if b =? 1 then
      if product_fits 1 a then
        if product_fits (1 * a) b then
          if c =? 1 then
            Some [1 * b; 0; 0]
          else
            Some [1 * b; 0; 1 * a * b]
        else
          None
      else
        None
    else if product_fits 1 a then
      if product_fits (1 * a) b then
        if c =? 1 then
          Some [1 * b; 1; 0]
        else
          Some [1 * b; 1; 1 * a * b]
      else
        None
    else
      None
  else
    None.

Definition compact_col_major_form (a b start : Z) : list Z :=
  if a =? 1 then
    if product_fits start a then
      if b =? 1 then
        if product_fits (start * a) b then
          [0; 0]
        else
          [0; 0]
      else if product_fits (start * a) b then
        [0; start * a]
      else
        [0; start * a]
    else if b =? 1 then
      if product_fits start b then
        [0; 0]
      else
        [0; 0]
    else if product_fits start b then
      [0; start]
    else
      [0; start]
  else if product_fits start a then
    if b =? 1 then
      if product_fits (start * a) b then
        [start; 0]
      else
        [start; 0]
    else if product_fits (start * a) b then
      [start; start * a]
    else
      [start; start * a]
  else if b =? 1 then
    if product_fits start b then
      [start; 0]
    else
      [start; 0]
  else if product_fits start b then
    [start; start]
  else
    [start; start].

Definition compact_row_major_form (a b start : Z) : list Z :=
  if b =? 1 then
    if product_fits start b then
      if a =? 1 then
        if product_fits (start * b) a then
          [0; 0]
        else
          [0; 0]
      else if product_fits (start * b) a then
        [start * b; 0]
      else
        [start * b; 0]
    else if a =? 1 then
      if product_fits start a then
        [0; 0]
      else
        [0; 0]
    else if product_fits start a then
      [start; 0]
    else
      [start; 0]
  else if product_fits start b then
    if a =? 1 then
      if product_fits (start * b) a then
        [0; start]
      else
        [0; start]
    else if product_fits (start * b) a then
      [start * b; start]
    else
      [start * b; start]
  else if a =? 1 then
    if product_fits start a then
      [0; start]
    else
      [0; start]
  else if product_fits start a then
    [start; start]
  else
    [start; start].

Definition extent_5 (a b c d e : mode) : Z :=
  if 0 <? stride a then
    if 0 <? stride b then
      if 0 <? stride c then
        if 0 <? stride d then
          if 0 <? stride e then
            (0 + (shape a - 1) * stride a + (shape b - 1) * stride b + (shape c - 1) * stride c + (shape d - 1) * stride d + (shape e - 1) * stride e + 1)
          else
            (0 + (shape a - 1) * stride a + (shape b - 1) * stride b + (shape c - 1) * stride c + (shape d - 1) * stride d + 1)
        else if 0 <? stride e then
          (0 + (shape a - 1) * stride a + (shape b - 1) * stride b + (shape c - 1) * stride c + (shape e - 1) * stride e + 1)
        else
          (0 + (shape a - 1) * stride a + (shape b - 1) * stride b + (shape c - 1) * stride c + 1)
      else if 0 <? stride d then
        if 0 <? stride e then
          (0 + (shape a - 1) * stride a + (shape b - 1) * stride b + (shape d - 1) * stride d + (shape e - 1) * stride e + 1)
        else
          (0 + (shape a - 1) * stride a + (shape b - 1) * stride b + (shape d - 1) * stride d + 1)
      else if 0 <? stride e then
        (0 + (shape a - 1) * stride a + (shape b - 1) * stride b + (shape e - 1) * stride e + 1)
      else
        (0 + (shape a - 1) * stride a + (shape b - 1) * stride b + 1)
    else if 0 <? stride c then
      if 0 <? stride d then
        if 0 <? stride e then
          (0 + (shape a - 1) * stride a + (shape c - 1) * stride c + (shape d - 1) * stride d + (shape e - 1) * stride e + 1)
        else
          (0 + (shape a - 1) * stride a + (shape c - 1) * stride c + (shape d - 1) * stride d + 1)
      else if 0 <? stride e then
        (0 + (shape a - 1) * stride a + (shape c - 1) * stride c + (shape e - 1) * stride e + 1)
      else
        (0 + (shape a - 1) * stride a + (shape c - 1) * stride c + 1)
    else if 0 <? stride d then
      if 0 <? stride e then
        (0 + (shape a - 1) * stride a + (shape d - 1) * stride d + (shape e - 1) * stride e + 1)
      else
        (0 + (shape a - 1) * stride a + (shape d - 1) * stride d + 1)
    else if 0 <? stride e then
      (0 + (shape a - 1) * stride a + (shape e - 1) * stride e + 1)
    else
      (0 + (shape a - 1) * stride a + 1)
  else if 0 <? stride b then
    if 0 <? stride c then
      if 0 <? stride d then
        if 0 <? stride e then
          (0 + (shape b - 1) * stride b + (shape c - 1) * stride c + (shape d - 1) * stride d + (shape e - 1) * stride e + 1)
        else
          (0 + (shape b - 1) * stride b + (shape c - 1) * stride c + (shape d - 1) * stride d + 1)
      else if 0 <? stride e then
        (0 + (shape b - 1) * stride b + (shape c - 1) * stride c + (shape e - 1) * stride e + 1)
      else
        (0 + (shape b - 1) * stride b + (shape c - 1) * stride c + 1)
    else if 0 <? stride d then
      if 0 <? stride e then
        (0 + (shape b - 1) * stride b + (shape d - 1) * stride d + (shape e - 1) * stride e + 1)
      else
        (0 + (shape b - 1) * stride b + (shape d - 1) * stride d + 1)
    else if 0 <? stride e then
      (0 + (shape b - 1) * stride b + (shape e - 1) * stride e + 1)
    else
      (0 + (shape b - 1) * stride b + 1)
  else if 0 <? stride c then
    if 0 <? stride d then
      if 0 <? stride e then
        (0 + (shape c - 1) * stride c + (shape d - 1) * stride d + (shape e - 1) * stride e + 1)
      else
        (0 + (shape c - 1) * stride c + (shape d - 1) * stride d + 1)
    else if 0 <? stride e then
      (0 + (shape c - 1) * stride c + (shape e - 1) * stride e + 1)
    else
      (0 + (shape c - 1) * stride c + 1)
  else if 0 <? stride d then
    if 0 <? stride e then
      (0 + (shape d - 1) * stride d + (shape e - 1) * stride e + 1)
    else
      (0 + (shape d - 1) * stride d + 1)
  else if 0 <? stride e then
    (0 + (shape e - 1) * stride e + 1)
  else
    1.

Definition cosize_5 (a b c d e : mode) : Z :=
  if stride a <? 0 then
    if stride b <? 0 then
      if stride c <? 0 then
        if stride d <? 0 then
          if stride e <? 0 then
            (0 + (shape a - 1) * (0 - stride a) + (shape b - 1) * (0 - stride b) + (shape c - 1) * (0 - stride c) + (shape d - 1) * (0 - stride d) + (shape e - 1) * (0 - stride e) + 1)
          else
            (0 + (shape a - 1) * (0 - stride a) + (shape b - 1) * (0 - stride b) + (shape c - 1) * (0 - stride c) + (shape d - 1) * (0 - stride d) + (shape e - 1) * stride e + 1)
        else if stride e <? 0 then
          (0 + (shape a - 1) * (0 - stride a) + (shape b - 1) * (0 - stride b) + (shape c - 1) * (0 - stride c) + (shape d - 1) * stride d + (shape e - 1) * (0 - stride e) + 1)
        else
          (0 + (shape a - 1) * (0 - stride a) + (shape b - 1) * (0 - stride b) + (shape c - 1) * (0 - stride c) + (shape d - 1) * stride d + (shape e - 1) * stride e + 1)
      else if stride d <? 0 then
        if stride e <? 0 then
          (0 + (shape a - 1) * (0 - stride a) + (shape b - 1) * (0 - stride b) + (shape c - 1) * stride c + (shape d - 1) * (0 - stride d) + (shape e - 1) * (0 - stride e) + 1)
        else
          (0 + (shape a - 1) * (0 - stride a) + (shape b - 1) * (0 - stride b) + (shape c - 1) * stride c + (shape d - 1) * (0 - stride d) + (shape e - 1) * stride e + 1)
      else if stride e <? 0 then
        (0 + (shape a - 1) * (0 - stride a) + (shape b - 1) * (0 - stride b) + (shape c - 1) * stride c + (shape d - 1) * stride d + (shape e - 1) * (0 - stride e) + 1)
      else
        (0 + (shape a - 1) * (0 - stride a) + (shape b - 1) * (0 - stride b) + (shape c - 1) * stride c + (shape d - 1) * stride d + (shape e - 1) * stride e + 1)
    else if stride c <? 0 then
      if stride d <? 0 then
        if stride e <? 0 then
          (0 + (shape a - 1) * (0 - stride a) + (shape b - 1) * stride b + (shape c - 1) * (0 - stride c) + (shape d - 1) * (0 - stride d) + (shape e - 1) * (0 - stride e) + 1)
        else
          (0 + (shape a - 1) * (0 - stride a) + (shape b - 1) * stride b + (shape c - 1) * (0 - stride c) + (shape d - 1) * (0 - stride d) + (shape e - 1) * stride e + 1)
      else if stride e <? 0 then
        (0 + (shape a - 1) * (0 - stride a) + (shape b - 1) * stride b + (shape c - 1) * (0 - stride c) + (shape d - 1) * stride d + (shape e - 1) * (0 - stride e) + 1)
      else
        (0 + (shape a - 1) * (0 - stride a) + (shape b - 1) * stride b + (shape c - 1) * (0 - stride c) + (shape d - 1) * stride d + (shape e - 1) * stride e + 1)
    else if stride d <? 0 then
      if stride e <? 0 then
        (0 + (shape a - 1) * (0 - stride a) + (shape b - 1) * stride b + (shape c - 1) * stride c + (shape d - 1) * (0 - stride d) + (shape e - 1) * (0 - stride e) + 1)
      else
        (0 + (shape a - 1) * (0 - stride a) + (shape b - 1) * stride b + (shape c - 1) * stride c + (shape d - 1) * (0 - stride d) + (shape e - 1) * stride e + 1)
    else if stride e <? 0 then
      (0 + (shape a - 1) * (0 - stride a) + (shape b - 1) * stride b + (shape c - 1) * stride c + (shape d - 1) * stride d + (shape e - 1) * (0 - stride e) + 1)
    else
      (0 + (shape a - 1) * (0 - stride a) + (shape b - 1) * stride b + (shape c - 1) * stride c + (shape d - 1) * stride d + (shape e - 1) * stride e + 1)
  else if stride b <? 0 then
    if stride c <? 0 then
      if stride d <? 0 then
        if stride e <? 0 then
          (0 + (shape a - 1) * stride a + (shape b - 1) * (0 - stride b) + (shape c - 1) * (0 - stride c) + (shape d - 1) * (0 - stride d) + (shape e - 1) * (0 - stride e) + 1)
        else
          (0 + (shape a - 1) * stride a + (shape b - 1) * (0 - stride b) + (shape c - 1) * (0 - stride c) + (shape d - 1) * (0 - stride d) + (shape e - 1) * stride e + 1)
      else if stride e <? 0 then
        (0 + (shape a - 1) * stride a + (shape b - 1) * (0 - stride b) + (shape c - 1) * (0 - stride c) + (shape d - 1) * stride d + (shape e - 1) * (0 - stride e) + 1)
      else
        (0 + (shape a - 1) * stride a + (shape b - 1) * (0 - stride b) + (shape c - 1) * (0 - stride c) + (shape d - 1) * stride d + (shape e - 1) * stride e + 1)
    else if stride d <? 0 then
      if stride e <? 0 then
        (0 + (shape a - 1) * stride a + (shape b - 1) * (0 - stride b) + (shape c - 1) * stride c + (shape d - 1) * (0 - stride d) + (shape e - 1) * (0 - stride e) + 1)
      else
        (0 + (shape a - 1) * stride a + (shape b - 1) * (0 - stride b) + (shape c - 1) * stride c + (shape d - 1) * (0 - stride d) + (shape e - 1) * stride e + 1)
    else if stride e <? 0 then
      (0 + (shape a - 1) * stride a + (shape b - 1) * (0 - stride b) + (shape c - 1) * stride c + (shape d - 1) * stride d + (shape e - 1) * (0 - stride e) + 1)
    else
      (0 + (shape a - 1) * stride a + (shape b - 1) * (0 - stride b) + (shape c - 1) * stride c + (shape d - 1) * stride d + (shape e - 1) * stride e + 1)
  else if stride c <? 0 then
    if stride d <? 0 then
      if stride e <? 0 then
        (0 + (shape a - 1) * stride a + (shape b - 1) * stride b + (shape c - 1) * (0 - stride c) + (shape d - 1) * (0 - stride d) + (shape e - 1) * (0 - stride e) + 1)
      else
        (0 + (shape a - 1) * stride a + (shape b - 1) * stride b + (shape c - 1) * (0 - stride c) + (shape d - 1) * (0 - stride d) + (shape e - 1) * stride e + 1)
    else if stride e <? 0 then
      (0 + (shape a - 1) * stride a + (shape b - 1) * stride b + (shape c - 1) * (0 - stride c) + (shape d - 1) * stride d + (shape e - 1) * (0 - stride e) + 1)
    else
      (0 + (shape a - 1) * stride a + (shape b - 1) * stride b + (shape c - 1) * (0 - stride c) + (shape d - 1) * stride d + (shape e - 1) * stride e + 1)
  else if stride d <? 0 then
    if stride e <? 0 then
      (0 + (shape a - 1) * stride a + (shape b - 1) * stride b + (shape c - 1) * stride c + (shape d - 1) * (0 - stride d) + (shape e - 1) * (0 - stride e) + 1)
    else
      (0 + (shape a - 1) * stride a + (shape b - 1) * stride b + (shape c - 1) * stride c + (shape d - 1) * (0 - stride d) + (shape e - 1) * stride e + 1)
  else if stride e <? 0 then
    (0 + (shape a - 1) * stride a + (shape b - 1) * stride b + (shape c - 1) * stride c + (shape d - 1) * stride d + (shape e - 1) * (0 - stride e) + 1)
  else
    (0 + (shape a - 1) * stride a + (shape b - 1) * stride b + (shape c - 1) * stride c + (shape d - 1) * stride d + (shape e - 1) * stride e + 1).

Definition fills_a_box_2 (a b : mode) (e : Z) : bool :=
  if Z.rem (Z.quot (0 * e) 1) (shape a) =? Z.rem (Z.quot (1 * e) 1) (shape a) then
    if Z.rem (Z.quot (0 * e) 1) (shape a) =? Z.rem (Z.quot (2 * e) 1) (shape a) then
      if Z.quot (0 * e) (1 * shape a) =? Z.quot (1 * e) (1 * shape a) then
        if Z.quot (0 * e) (1 * shape a) =? Z.quot (2 * e) (1 * shape a) then
          false
        else if Z.quot (1 * e) (1 * shape a) =? Z.quot (2 * e) (1 * shape a) then
          false
        else
          false
      else if Z.quot (0 * e) (1 * shape a) =? Z.quot (2 * e) (1 * shape a) then
        false
      else if Z.quot (1 * e) (1 * shape a) =? Z.quot (2 * e) (1 * shape a) then
        false
      else
        true
    else if Z.rem (Z.quot (1 * e) 1) (shape a) =? Z.rem (Z.quot (2 * e) 1) (shape a) then
      if Z.quot (0 * e) (1 * shape a) =? Z.quot (1 * e) (1 * shape a) then
        if Z.quot (0 * e) (1 * shape a) =? Z.quot (2 * e) (1 * shape a) then
          false
        else if Z.quot (1 * e) (1 * shape a) =? Z.quot (2 * e) (1 * shape a) then
          false
        else
          false
      else if Z.quot (0 * e) (1 * shape a) =? Z.quot (2 * e) (1 * shape a) then
        false
      else if Z.quot (1 * e) (1 * shape a) =? Z.quot (2 * e) (1 * shape a) then
        false
      else
        true
    else if Z.quot (0 * e) (1 * shape a) =? Z.quot (1 * e) (1 * shape a) then
      if Z.quot (0 * e) (1 * shape a) =? Z.quot (2 * e) (1 * shape a) then
        false
      else if Z.quot (1 * e) (1 * shape a) =? Z.quot (2 * e) (1 * shape a) then
        false
      else
        false
    else if Z.quot (0 * e) (1 * shape a) =? Z.quot (2 * e) (1 * shape a) then
      false
    else if Z.quot (1 * e) (1 * shape a) =? Z.quot (2 * e) (1 * shape a) then
      false
    else
      false
  else if Z.rem (Z.quot (0 * e) 1) (shape a) =? Z.rem (Z.quot (2 * e) 1) (shape a) then
    if Z.quot (0 * e) (1 * shape a) =? Z.quot (1 * e) (1 * shape a) then
      if Z.quot (0 * e) (1 * shape a) =? Z.quot (2 * e) (1 * shape a) then
        false
      else if Z.quot (1 * e) (1 * shape a) =? Z.quot (2 * e) (1 * shape a) then
        false
      else
        false
    else if Z.quot (0 * e) (1 * shape a) =? Z.quot (2 * e) (1 * shape a) then
      false
    else if Z.quot (1 * e) (1 * shape a) =? Z.quot (2 * e) (1 * shape a) then
      false
    else
      false
  else if Z.rem (Z.quot (1 * e) 1) (shape a) =? Z.rem (Z.quot (2 * e) 1) (shape a) then
    if Z.quot (0 * e) (1 * shape a) =? Z.quot (1 * e) (1 * shape a) then
      if Z.quot (0 * e) (1 * shape a) =? Z.quot (2 * e) (1 * shape a) then
        false
      else if Z.quot (1 * e) (1 * shape a) =? Z.quot (2 * e) (1 * shape a) then
        false
      else
        false
    else if Z.quot (0 * e) (1 * shape a) =? Z.quot (2 * e) (1 * shape a) then
      false
    else if Z.quot (1 * e) (1 * shape a) =? Z.quot (2 * e) (1 * shape a) then
      false
    else
      false
  else if Z.quot (0 * e) (1 * shape a) =? Z.quot (1 * e) (1 * shape a) then
    if Z.quot (0 * e) (1 * shape a) =? Z.quot (2 * e) (1 * shape a) then
      true
    else if Z.quot (1 * e) (1 * shape a) =? Z.quot (2 * e) (1 * shape a) then
      true
    else
      false
  else if Z.quot (0 * e) (1 * shape a) =? Z.quot (2 * e) (1 * shape a) then
    false
  else if Z.quot (1 * e) (1 * shape a) =? Z.quot (2 * e) (1 * shape a) then
    false
  else
    false.

Definition find_modes_1 (f : Z -> Z) : option (list mode) :=
  if f 0 =? 0 then
    Some [Mode 1 0]
  else
    None.

Definition find_modes_2 (f : Z -> Z) : option (list mode) :=
  if f 0 =? 0 then
    Some [Mode 2 (f 1)]
  else
    None.

Definition find_modes_3 (f : Z -> Z) : option (list mode) :=
  if f 0 =? 0 then
    if f 2 =? 2 * f 1 then
      Some [Mode 3 (f 1)]
    else
      None
  else
    None.

Definition find_modes_4 (f : Z -> Z) : option (list mode) :=
  if f 0 =? 0 then
    if f 2 =? 2 * f 1 then
      if f 3 =? 3 * f 1 then
        Some [Mode 4 (f 1)]
      else
        None
    else if f 2 =? f 0 + f 2 then
      if f 3 =? f 1 + f 2 then
        Some [Mode 2 (f 1); Mode 2 (f 2)]
      else if f 3 =? f 2 + 1 * f 1 then
        Some [Mode 2 (f 1); Mode 2 (f 2)]
      else
        None
    else if f 3 =? f 2 + 1 * f 1 then
      Some [Mode 2 (f 1); Mode 2 (f 2)]
    else
      None
  else
    None.

Definition compact_stride (s start : Z) : list Z :=
  if s =? 1 then
    if product_fits start s then
      [0]
    else
      [0]
  else if product_fits start s then
    [start]
  else
    [start].

Definition evaluate_32 (m : Z -> mode) (i : Z) : Z :=
  (0 + Z.rem i (shape (m 0)) * stride (m 0) + Z.rem (Z.quot i (shape (m 0))) (shape (m 1)) * stride (m 1) + Z.rem (Z.quot (Z.quot i (shape (m 0))) (shape (m 1))) (shape (m 2)) * stride (m 2) + Z.rem (Z.quot (Z.quot (Z.quot i (shape (m 0))) (shape (m 1))) (shape (m 2))) (shape (m 3)) * stride (m 3) + Z.rem (Z.quot (Z.quot (Z.quot (Z.quot i (shape (m 0))) (shape (m 1))) (shape (m 2))) (shape (m 3))) (shape (m 4)) * stride (m 4) + Z.rem (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot i (shape (m 0))) (shape (m 1))) (shape (m 2))) (shape (m 3))) (shape (m 4))) (shape (m 5)) * stride (m 5) + Z.rem (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot i (shape (m 0))) (shape (m 1))) (shape (m 2))) (shape (m 3))) (shape (m 4))) (shape (m 5))) (shape (m 6)) * stride (m 6) + Z.rem (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot i (shape (m 0))) (shape (m 1))) (shape (m 2))) (shape (m 3))) (shape (m 4))) (shape (m 5))) (shape (m 6))) (shape (m 7)) * stride (m 7) + Z.rem (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot i (shape (m 0))) (shape (m 1))) (shape (m 2))) (shape (m 3))) (shape (m 4))) (shape (m 5))) (shape (m 6))) (shape (m 7))) (shape (m 8)) * stride (m 8) + Z.rem (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot i (shape (m 0))) (shape (m 1))) (shape (m 2))) (shape (m 3))) (shape (m 4))) (shape (m 5))) (shape (m 6))) (shape (m 7))) (shape (m 8))) (shape (m 9)) * stride (m 9) + Z.rem (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot i (shape (m 0))) (shape (m 1))) (shape (m 2))) (shape (m 3))) (shape (m 4))) (shape (m 5))) (shape (m 6))) (shape (m 7))) (shape (m 8))) (shape (m 9))) (shape (m 10)) * stride (m 10) + Z.rem (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot i (shape (m 0))) (shape (m 1))) (shape (m 2))) (shape (m 3))) (shape (m 4))) (shape (m 5))) (shape (m 6))) (shape (m 7))) (shape (m 8))) (shape (m 9))) (shape (m 10))) (shape (m 11)) * stride (m 11) + Z.rem (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot i (shape (m 0))) (shape (m 1))) (shape (m 2))) (shape (m 3))) (shape (m 4))) (shape (m 5))) (shape (m 6))) (shape (m 7))) (shape (m 8))) (shape (m 9))) (shape (m 10))) (shape (m 11))) (shape (m 12)) * stride (m 12) + Z.rem (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot i (shape (m 0))) (shape (m 1))) (shape (m 2))) (shape (m 3))) (shape (m 4))) (shape (m 5))) (shape (m 6))) (shape (m 7))) (shape (m 8))) (shape (m 9))) (shape (m 10))) (shape (m 11))) (shape (m 12))) (shape (m 13)) * stride (m 13) + Z.rem (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot i (shape (m 0))) (shape (m 1))) (shape (m 2))) (shape (m 3))) (shape (m 4))) (shape (m 5))) (shape (m 6))) (shape (m 7))) (shape (m 8))) (shape (m 9))) (shape (m 10))) (shape (m 11))) (shape (m 12))) (shape (m 13))) (shape (m 14)) * stride (m 14) + Z.rem (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot i (shape (m 0))) (shape (m 1))) (shape (m 2))) (shape (m 3))) (shape (m 4))) (shape (m 5))) (shape (m 6))) (shape (m 7))) (shape (m 8))) (shape (m 9))) (shape (m 10))) (shape (m 11))) (shape (m 12))) (shape (m 13))) (shape (m 14))) (shape (m 15)) * stride (m 15) + Z.rem (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot i (shape (m 0))) (shape (m 1))) (shape (m 2))) (shape (m 3))) (shape (m 4))) (shape (m 5))) (shape (m 6))) (shape (m 7))) (shape (m 8))) (shape (m 9))) (shape (m 10))) (shape (m 11))) (shape (m 12))) (shape (m 13))) (shape (m 14))) (shape (m 15))) (shape (m 16)) * stride (m 16) + Z.rem (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot i (shape (m 0))) (shape (m 1))) (shape (m 2))) (shape (m 3))) (shape (m 4))) (shape (m 5))) (shape (m 6))) (shape (m 7))) (shape (m 8))) (shape (m 9))) (shape (m 10))) (shape (m 11))) (shape (m 12))) (shape (m 13))) (shape (m 14))) (shape (m 15))) (shape (m 16))) (shape (m 17)) * stride (m 17) + Z.rem (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot i (shape (m 0))) (shape (m 1))) (shape (m 2))) (shape (m 3))) (shape (m 4))) (shape (m 5))) (shape (m 6))) (shape (m 7))) (shape (m 8))) (shape (m 9))) (shape (m 10))) (shape (m 11))) (shape (m 12))) (shape (m 13))) (shape (m 14))) (shape (m 15))) (shape (m 16))) (shape (m 17))) (shape (m 18)) * stride (m 18) + Z.rem (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot i (shape (m 0))) (shape (m 1))) (shape (m 2))) (shape (m 3))) (shape (m 4))) (shape (m 5))) (shape (m 6))) (shape (m 7))) (shape (m 8))) (shape (m 9))) (shape (m 10))) (shape (m 11))) (shape (m 12))) (shape (m 13))) (shape (m 14))) (shape (m 15))) (shape (m 16))) (shape (m 17))) (shape (m 18))) (shape (m 19)) * stride (m 19) + Z.rem (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot i (shape (m 0))) (shape (m 1))) (shape (m 2))) (shape (m 3))) (shape (m 4))) (shape (m 5))) (shape (m 6))) (shape (m 7))) (shape (m 8))) (shape (m 9))) (shape (m 10))) (shape (m 11))) (shape (m 12))) (shape (m 13))) (shape (m 14))) (shape (m 15))) (shape (m 16))) (shape (m 17))) (shape (m 18))) (shape (m 19))) (shape (m 20)) * stride (m 20) + Z.rem (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot i (shape (m 0))) (shape (m 1))) (shape (m 2))) (shape (m 3))) (shape (m 4))) (shape (m 5))) (shape (m 6))) (shape (m 7))) (shape (m 8))) (shape (m 9))) (shape (m 10))) (shape (m 11))) (shape (m 12))) (shape (m 13))) (shape (m 14))) (shape (m 15))) (shape (m 16))) (shape (m 17))) (shape (m 18))) (shape (m 19))) (shape (m 20))) (shape (m 21)) * stride (m 21) + Z.rem (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot i (shape (m 0))) (shape (m 1))) (shape (m 2))) (shape (m 3))) (shape (m 4))) (shape (m 5))) (shape (m 6))) (shape (m 7))) (shape (m 8))) (shape (m 9))) (shape (m 10))) (shape (m 11))) (shape (m 12))) (shape (m 13))) (shape (m 14))) (shape (m 15))) (shape (m 16))) (shape (m 17))) (shape (m 18))) (shape (m 19))) (shape (m 20))) (shape (m 21))) (shape (m 22)) * stride (m 22) + Z.rem (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot i (shape (m 0))) (shape (m 1))) (shape (m 2))) (shape (m 3))) (shape (m 4))) (shape (m 5))) (shape (m 6))) (shape (m 7))) (shape (m 8))) (shape (m 9))) (shape (m 10))) (shape (m 11))) (shape (m 12))) (shape (m 13))) (shape (m 14))) (shape (m 15))) (shape (m 16))) (shape (m 17))) (shape (m 18))) (shape (m 19))) (shape (m 20))) (shape (m 21))) (shape (m 22))) (shape (m 23)) * stride (m 23) + Z.rem (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot i (shape (m 0))) (shape (m 1))) (shape (m 2))) (shape (m 3))) (shape (m 4))) (shape (m 5))) (shape (m 6))) (shape (m 7))) (shape (m 8))) (shape (m 9))) (shape (m 10))) (shape (m 11))) (shape (m 12))) (shape (m 13))) (shape (m 14))) (shape (m 15))) (shape (m 16))) (shape (m 17))) (shape (m 18))) (shape (m 19))) (shape (m 20))) (shape (m 21))) (shape (m 22))) (shape (m 23))) (shape (m 24)) * stride (m 24) + Z.rem (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot i (shape (m 0))) (shape (m 1))) (shape (m 2))) (shape (m 3))) (shape (m 4))) (shape (m 5))) (shape (m 6))) (shape (m 7))) (shape (m 8))) (shape (m 9))) (shape (m 10))) (shape (m 11))) (shape (m 12))) (shape (m 13))) (shape (m 14))) (shape (m 15))) (shape (m 16))) (shape (m 17))) (shape (m 18))) (shape (m 19))) (shape (m 20))) (shape (m 21))) (shape (m 22))) (shape (m 23))) (shape (m 24))) (shape (m 25)) * stride (m 25) + Z.rem (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot i (shape (m 0))) (shape (m 1))) (shape (m 2))) (shape (m 3))) (shape (m 4))) (shape (m 5))) (shape (m 6))) (shape (m 7))) (shape (m 8))) (shape (m 9))) (shape (m 10))) (shape (m 11))) (shape (m 12))) (shape (m 13))) (shape (m 14))) (shape (m 15))) (shape (m 16))) (shape (m 17))) (shape (m 18))) (shape (m 19))) (shape (m 20))) (shape (m 21))) (shape (m 22))) (shape (m 23))) (shape (m 24))) (shape (m 25))) (shape (m 26)) * stride (m 26) + Z.rem (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot i (shape (m 0))) (shape (m 1))) (shape (m 2))) (shape (m 3))) (shape (m 4))) (shape (m 5))) (shape (m 6))) (shape (m 7))) (shape (m 8))) (shape (m 9))) (shape (m 10))) (shape (m 11))) (shape (m 12))) (shape (m 13))) (shape (m 14))) (shape (m 15))) (shape (m 16))) (shape (m 17))) (shape (m 18))) (shape (m 19))) (shape (m 20))) (shape (m 21))) (shape (m 22))) (shape (m 23))) (shape (m 24))) (shape (m 25))) (shape (m 26))) (shape (m 27)) * stride (m 27) + Z.rem (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot i (shape (m 0))) (shape (m 1))) (shape (m 2))) (shape (m 3))) (shape (m 4))) (shape (m 5))) (shape (m 6))) (shape (m 7))) (shape (m 8))) (shape (m 9))) (shape (m 10))) (shape (m 11))) (shape (m 12))) (shape (m 13))) (shape (m 14))) (shape (m 15))) (shape (m 16))) (shape (m 17))) (shape (m 18))) (shape (m 19))) (shape (m 20))) (shape (m 21))) (shape (m 22))) (shape (m 23))) (shape (m 24))) (shape (m 25))) (shape (m 26))) (shape (m 27))) (shape (m 28)) * stride (m 28) + Z.rem (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot i (shape (m 0))) (shape (m 1))) (shape (m 2))) (shape (m 3))) (shape (m 4))) (shape (m 5))) (shape (m 6))) (shape (m 7))) (shape (m 8))) (shape (m 9))) (shape (m 10))) (shape (m 11))) (shape (m 12))) (shape (m 13))) (shape (m 14))) (shape (m 15))) (shape (m 16))) (shape (m 17))) (shape (m 18))) (shape (m 19))) (shape (m 20))) (shape (m 21))) (shape (m 22))) (shape (m 23))) (shape (m 24))) (shape (m 25))) (shape (m 26))) (shape (m 27))) (shape (m 28))) (shape (m 29)) * stride (m 29) + Z.rem (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot i (shape (m 0))) (shape (m 1))) (shape (m 2))) (shape (m 3))) (shape (m 4))) (shape (m 5))) (shape (m 6))) (shape (m 7))) (shape (m 8))) (shape (m 9))) (shape (m 10))) (shape (m 11))) (shape (m 12))) (shape (m 13))) (shape (m 14))) (shape (m 15))) (shape (m 16))) (shape (m 17))) (shape (m 18))) (shape (m 19))) (shape (m 20))) (shape (m 21))) (shape (m 22))) (shape (m 23))) (shape (m 24))) (shape (m 25))) (shape (m 26))) (shape (m 27))) (shape (m 28))) (shape (m 29))) (shape (m 30)) * stride (m 30) + Z.rem (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot i (shape (m 0))) (shape (m 1))) (shape (m 2))) (shape (m 3))) (shape (m 4))) (shape (m 5))) (shape (m 6))) (shape (m 7))) (shape (m 8))) (shape (m 9))) (shape (m 10))) (shape (m 11))) (shape (m 12))) (shape (m 13))) (shape (m 14))) (shape (m 15))) (shape (m 16))) (shape (m 17))) (shape (m 18))) (shape (m 19))) (shape (m 20))) (shape (m 21))) (shape (m 22))) (shape (m 23))) (shape (m 24))) (shape (m 25))) (shape (m 26))) (shape (m 27))) (shape (m 28))) (shape (m 29))) (shape (m 30))) (shape (m 31)) * stride (m 31)).

Definition evaluate_extended_32 (m : Z -> mode) (i : Z) : Z :=
  (0 + Z.rem i (shape (m 0)) * stride (m 0) + Z.rem (Z.quot i (shape (m 0))) (shape (m 1)) * stride (m 1) + Z.rem (Z.quot (Z.quot i (shape (m 0))) (shape (m 1))) (shape (m 2)) * stride (m 2) + Z.rem (Z.quot (Z.quot (Z.quot i (shape (m 0))) (shape (m 1))) (shape (m 2))) (shape (m 3)) * stride (m 3) + Z.rem (Z.quot (Z.quot (Z.quot (Z.quot i (shape (m 0))) (shape (m 1))) (shape (m 2))) (shape (m 3))) (shape (m 4)) * stride (m 4) + Z.rem (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot i (shape (m 0))) (shape (m 1))) (shape (m 2))) (shape (m 3))) (shape (m 4))) (shape (m 5)) * stride (m 5) + Z.rem (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot i (shape (m 0))) (shape (m 1))) (shape (m 2))) (shape (m 3))) (shape (m 4))) (shape (m 5))) (shape (m 6)) * stride (m 6) + Z.rem (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot i (shape (m 0))) (shape (m 1))) (shape (m 2))) (shape (m 3))) (shape (m 4))) (shape (m 5))) (shape (m 6))) (shape (m 7)) * stride (m 7) + Z.rem (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot i (shape (m 0))) (shape (m 1))) (shape (m 2))) (shape (m 3))) (shape (m 4))) (shape (m 5))) (shape (m 6))) (shape (m 7))) (shape (m 8)) * stride (m 8) + Z.rem (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot i (shape (m 0))) (shape (m 1))) (shape (m 2))) (shape (m 3))) (shape (m 4))) (shape (m 5))) (shape (m 6))) (shape (m 7))) (shape (m 8))) (shape (m 9)) * stride (m 9) + Z.rem (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot i (shape (m 0))) (shape (m 1))) (shape (m 2))) (shape (m 3))) (shape (m 4))) (shape (m 5))) (shape (m 6))) (shape (m 7))) (shape (m 8))) (shape (m 9))) (shape (m 10)) * stride (m 10) + Z.rem (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot i (shape (m 0))) (shape (m 1))) (shape (m 2))) (shape (m 3))) (shape (m 4))) (shape (m 5))) (shape (m 6))) (shape (m 7))) (shape (m 8))) (shape (m 9))) (shape (m 10))) (shape (m 11)) * stride (m 11) + Z.rem (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot i (shape (m 0))) (shape (m 1))) (shape (m 2))) (shape (m 3))) (shape (m 4))) (shape (m 5))) (shape (m 6))) (shape (m 7))) (shape (m 8))) (shape (m 9))) (shape (m 10))) (shape (m 11))) (shape (m 12)) * stride (m 12) + Z.rem (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot i (shape (m 0))) (shape (m 1))) (shape (m 2))) (shape (m 3))) (shape (m 4))) (shape (m 5))) (shape (m 6))) (shape (m 7))) (shape (m 8))) (shape (m 9))) (shape (m 10))) (shape (m 11))) (shape (m 12))) (shape (m 13)) * stride (m 13) + Z.rem (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot i (shape (m 0))) (shape (m 1))) (shape (m 2))) (shape (m 3))) (shape (m 4))) (shape (m 5))) (shape (m 6))) (shape (m 7))) (shape (m 8))) (shape (m 9))) (shape (m 10))) (shape (m 11))) (shape (m 12))) (shape (m 13))) (shape (m 14)) * stride (m 14) + Z.rem (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot i (shape (m 0))) (shape (m 1))) (shape (m 2))) (shape (m 3))) (shape (m 4))) (shape (m 5))) (shape (m 6))) (shape (m 7))) (shape (m 8))) (shape (m 9))) (shape (m 10))) (shape (m 11))) (shape (m 12))) (shape (m 13))) (shape (m 14))) (shape (m 15)) * stride (m 15) + Z.rem (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot i (shape (m 0))) (shape (m 1))) (shape (m 2))) (shape (m 3))) (shape (m 4))) (shape (m 5))) (shape (m 6))) (shape (m 7))) (shape (m 8))) (shape (m 9))) (shape (m 10))) (shape (m 11))) (shape (m 12))) (shape (m 13))) (shape (m 14))) (shape (m 15))) (shape (m 16)) * stride (m 16) + Z.rem (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot i (shape (m 0))) (shape (m 1))) (shape (m 2))) (shape (m 3))) (shape (m 4))) (shape (m 5))) (shape (m 6))) (shape (m 7))) (shape (m 8))) (shape (m 9))) (shape (m 10))) (shape (m 11))) (shape (m 12))) (shape (m 13))) (shape (m 14))) (shape (m 15))) (shape (m 16))) (shape (m 17)) * stride (m 17) + Z.rem (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot i (shape (m 0))) (shape (m 1))) (shape (m 2))) (shape (m 3))) (shape (m 4))) (shape (m 5))) (shape (m 6))) (shape (m 7))) (shape (m 8))) (shape (m 9))) (shape (m 10))) (shape (m 11))) (shape (m 12))) (shape (m 13))) (shape (m 14))) (shape (m 15))) (shape (m 16))) (shape (m 17))) (shape (m 18)) * stride (m 18) + Z.rem (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot i (shape (m 0))) (shape (m 1))) (shape (m 2))) (shape (m 3))) (shape (m 4))) (shape (m 5))) (shape (m 6))) (shape (m 7))) (shape (m 8))) (shape (m 9))) (shape (m 10))) (shape (m 11))) (shape (m 12))) (shape (m 13))) (shape (m 14))) (shape (m 15))) (shape (m 16))) (shape (m 17))) (shape (m 18))) (shape (m 19)) * stride (m 19) + Z.rem (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot i (shape (m 0))) (shape (m 1))) (shape (m 2))) (shape (m 3))) (shape (m 4))) (shape (m 5))) (shape (m 6))) (shape (m 7))) (shape (m 8))) (shape (m 9))) (shape (m 10))) (shape (m 11))) (shape (m 12))) (shape (m 13))) (shape (m 14))) (shape (m 15))) (shape (m 16))) (shape (m 17))) (shape (m 18))) (shape (m 19))) (shape (m 20)) * stride (m 20) + Z.rem (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot i (shape (m 0))) (shape (m 1))) (shape (m 2))) (shape (m 3))) (shape (m 4))) (shape (m 5))) (shape (m 6))) (shape (m 7))) (shape (m 8))) (shape (m 9))) (shape (m 10))) (shape (m 11))) (shape (m 12))) (shape (m 13))) (shape (m 14))) (shape (m 15))) (shape (m 16))) (shape (m 17))) (shape (m 18))) (shape (m 19))) (shape (m 20))) (shape (m 21)) * stride (m 21) + Z.rem (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot i (shape (m 0))) (shape (m 1))) (shape (m 2))) (shape (m 3))) (shape (m 4))) (shape (m 5))) (shape (m 6))) (shape (m 7))) (shape (m 8))) (shape (m 9))) (shape (m 10))) (shape (m 11))) (shape (m 12))) (shape (m 13))) (shape (m 14))) (shape (m 15))) (shape (m 16))) (shape (m 17))) (shape (m 18))) (shape (m 19))) (shape (m 20))) (shape (m 21))) (shape (m 22)) * stride (m 22) + Z.rem (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot i (shape (m 0))) (shape (m 1))) (shape (m 2))) (shape (m 3))) (shape (m 4))) (shape (m 5))) (shape (m 6))) (shape (m 7))) (shape (m 8))) (shape (m 9))) (shape (m 10))) (shape (m 11))) (shape (m 12))) (shape (m 13))) (shape (m 14))) (shape (m 15))) (shape (m 16))) (shape (m 17))) (shape (m 18))) (shape (m 19))) (shape (m 20))) (shape (m 21))) (shape (m 22))) (shape (m 23)) * stride (m 23) + Z.rem (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot i (shape (m 0))) (shape (m 1))) (shape (m 2))) (shape (m 3))) (shape (m 4))) (shape (m 5))) (shape (m 6))) (shape (m 7))) (shape (m 8))) (shape (m 9))) (shape (m 10))) (shape (m 11))) (shape (m 12))) (shape (m 13))) (shape (m 14))) (shape (m 15))) (shape (m 16))) (shape (m 17))) (shape (m 18))) (shape (m 19))) (shape (m 20))) (shape (m 21))) (shape (m 22))) (shape (m 23))) (shape (m 24)) * stride (m 24) + Z.rem (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot i (shape (m 0))) (shape (m 1))) (shape (m 2))) (shape (m 3))) (shape (m 4))) (shape (m 5))) (shape (m 6))) (shape (m 7))) (shape (m 8))) (shape (m 9))) (shape (m 10))) (shape (m 11))) (shape (m 12))) (shape (m 13))) (shape (m 14))) (shape (m 15))) (shape (m 16))) (shape (m 17))) (shape (m 18))) (shape (m 19))) (shape (m 20))) (shape (m 21))) (shape (m 22))) (shape (m 23))) (shape (m 24))) (shape (m 25)) * stride (m 25) + Z.rem (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot i (shape (m 0))) (shape (m 1))) (shape (m 2))) (shape (m 3))) (shape (m 4))) (shape (m 5))) (shape (m 6))) (shape (m 7))) (shape (m 8))) (shape (m 9))) (shape (m 10))) (shape (m 11))) (shape (m 12))) (shape (m 13))) (shape (m 14))) (shape (m 15))) (shape (m 16))) (shape (m 17))) (shape (m 18))) (shape (m 19))) (shape (m 20))) (shape (m 21))) (shape (m 22))) (shape (m 23))) (shape (m 24))) (shape (m 25))) (shape (m 26)) * stride (m 26) + Z.rem (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot i (shape (m 0))) (shape (m 1))) (shape (m 2))) (shape (m 3))) (shape (m 4))) (shape (m 5))) (shape (m 6))) (shape (m 7))) (shape (m 8))) (shape (m 9))) (shape (m 10))) (shape (m 11))) (shape (m 12))) (shape (m 13))) (shape (m 14))) (shape (m 15))) (shape (m 16))) (shape (m 17))) (shape (m 18))) (shape (m 19))) (shape (m 20))) (shape (m 21))) (shape (m 22))) (shape (m 23))) (shape (m 24))) (shape (m 25))) (shape (m 26))) (shape (m 27)) * stride (m 27) + Z.rem (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot i (shape (m 0))) (shape (m 1))) (shape (m 2))) (shape (m 3))) (shape (m 4))) (shape (m 5))) (shape (m 6))) (shape (m 7))) (shape (m 8))) (shape (m 9))) (shape (m 10))) (shape (m 11))) (shape (m 12))) (shape (m 13))) (shape (m 14))) (shape (m 15))) (shape (m 16))) (shape (m 17))) (shape (m 18))) (shape (m 19))) (shape (m 20))) (shape (m 21))) (shape (m 22))) (shape (m 23))) (shape (m 24))) (shape (m 25))) (shape (m 26))) (shape (m 27))) (shape (m 28)) * stride (m 28) + Z.rem (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot i (shape (m 0))) (shape (m 1))) (shape (m 2))) (shape (m 3))) (shape (m 4))) (shape (m 5))) (shape (m 6))) (shape (m 7))) (shape (m 8))) (shape (m 9))) (shape (m 10))) (shape (m 11))) (shape (m 12))) (shape (m 13))) (shape (m 14))) (shape (m 15))) (shape (m 16))) (shape (m 17))) (shape (m 18))) (shape (m 19))) (shape (m 20))) (shape (m 21))) (shape (m 22))) (shape (m 23))) (shape (m 24))) (shape (m 25))) (shape (m 26))) (shape (m 27))) (shape (m 28))) (shape (m 29)) * stride (m 29) + Z.rem (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot i (shape (m 0))) (shape (m 1))) (shape (m 2))) (shape (m 3))) (shape (m 4))) (shape (m 5))) (shape (m 6))) (shape (m 7))) (shape (m 8))) (shape (m 9))) (shape (m 10))) (shape (m 11))) (shape (m 12))) (shape (m 13))) (shape (m 14))) (shape (m 15))) (shape (m 16))) (shape (m 17))) (shape (m 18))) (shape (m 19))) (shape (m 20))) (shape (m 21))) (shape (m 22))) (shape (m 23))) (shape (m 24))) (shape (m 25))) (shape (m 26))) (shape (m 27))) (shape (m 28))) (shape (m 29))) (shape (m 30)) * stride (m 30) + Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot i (shape (m 0))) (shape (m 1))) (shape (m 2))) (shape (m 3))) (shape (m 4))) (shape (m 5))) (shape (m 6))) (shape (m 7))) (shape (m 8))) (shape (m 9))) (shape (m 10))) (shape (m 11))) (shape (m 12))) (shape (m 13))) (shape (m 14))) (shape (m 15))) (shape (m 16))) (shape (m 17))) (shape (m 18))) (shape (m 19))) (shape (m 20))) (shape (m 21))) (shape (m 22))) (shape (m 23))) (shape (m 24))) (shape (m 25))) (shape (m 26))) (shape (m 27))) (shape (m 28))) (shape (m 29))) (shape (m 30)) * stride (m 31)).

Definition size_32 (m : Z -> mode) : Z :=
  (1 * shape (m 0) * shape (m 1) * shape (m 2) * shape (m 3) * shape (m 4) * shape (m 5) * shape (m 6) * shape (m 7) * shape (m 8) * shape (m 9) * shape (m 10) * shape (m 11) * shape (m 12) * shape (m 13) * shape (m 14) * shape (m 15) * shape (m 16) * shape (m 17) * shape (m 18) * shape (m 19) * shape (m 20) * shape (m 21) * shape (m 22) * shape (m 23) * shape (m 24) * shape (m 25) * shape (m 26) * shape (m 27) * shape (m 28) * shape (m 29) * shape (m 30) * shape (m 31)).

Definition idx2crd_32 (m : Z -> mode) (i : Z) : list Z :=
  [Z.rem i (shape (m 0)); Z.rem (Z.quot i (shape (m 0))) (shape (m 1)); Z.rem (Z.quot (Z.quot i (shape (m 0))) (shape (m 1))) (shape (m 2)); Z.rem (Z.quot (Z.quot (Z.quot i (shape (m 0))) (shape (m 1))) (shape (m 2))) (shape (m 3)); Z.rem (Z.quot (Z.quot (Z.quot (Z.quot i (shape (m 0))) (shape (m 1))) (shape (m 2))) (shape (m 3))) (shape (m 4)); Z.rem (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot i (shape (m 0))) (shape (m 1))) (shape (m 2))) (shape (m 3))) (shape (m 4))) (shape (m 5)); Z.rem (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot i (shape (m 0))) (shape (m 1))) (shape (m 2))) (shape (m 3))) (shape (m 4))) (shape (m 5))) (shape (m 6)); Z.rem (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot i (shape (m 0))) (shape (m 1))) (shape (m 2))) (shape (m 3))) (shape (m 4))) (shape (m 5))) (shape (m 6))) (shape (m 7)); Z.rem (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot i (shape (m 0))) (shape (m 1))) (shape (m 2))) (shape (m 3))) (shape (m 4))) (shape (m 5))) (shape (m 6))) (shape (m 7))) (shape (m 8)); Z.rem (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot i (shape (m 0))) (shape (m 1))) (shape (m 2))) (shape (m 3))) (shape (m 4))) (shape (m 5))) (shape (m 6))) (shape (m 7))) (shape (m 8))) (shape (m 9)); Z.rem (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot i (shape (m 0))) (shape (m 1))) (shape (m 2))) (shape (m 3))) (shape (m 4))) (shape (m 5))) (shape (m 6))) (shape (m 7))) (shape (m 8))) (shape (m 9))) (shape (m 10)); Z.rem (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot i (shape (m 0))) (shape (m 1))) (shape (m 2))) (shape (m 3))) (shape (m 4))) (shape (m 5))) (shape (m 6))) (shape (m 7))) (shape (m 8))) (shape (m 9))) (shape (m 10))) (shape (m 11)); Z.rem (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot i (shape (m 0))) (shape (m 1))) (shape (m 2))) (shape (m 3))) (shape (m 4))) (shape (m 5))) (shape (m 6))) (shape (m 7))) (shape (m 8))) (shape (m 9))) (shape (m 10))) (shape (m 11))) (shape (m 12)); Z.rem (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot i (shape (m 0))) (shape (m 1))) (shape (m 2))) (shape (m 3))) (shape (m 4))) (shape (m 5))) (shape (m 6))) (shape (m 7))) (shape (m 8))) (shape (m 9))) (shape (m 10))) (shape (m 11))) (shape (m 12))) (shape (m 13)); Z.rem (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot i (shape (m 0))) (shape (m 1))) (shape (m 2))) (shape (m 3))) (shape (m 4))) (shape (m 5))) (shape (m 6))) (shape (m 7))) (shape (m 8))) (shape (m 9))) (shape (m 10))) (shape (m 11))) (shape (m 12))) (shape (m 13))) (shape (m 14)); Z.rem (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot i (shape (m 0))) (shape (m 1))) (shape (m 2))) (shape (m 3))) (shape (m 4))) (shape (m 5))) (shape (m 6))) (shape (m 7))) (shape (m 8))) (shape (m 9))) (shape (m 10))) (shape (m 11))) (shape (m 12))) (shape (m 13))) (shape (m 14))) (shape (m 15)); Z.rem (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot i (shape (m 0))) (shape (m 1))) (shape (m 2))) (shape (m 3))) (shape (m 4))) (shape (m 5))) (shape (m 6))) (shape (m 7))) (shape (m 8))) (shape (m 9))) (shape (m 10))) (shape (m 11))) (shape (m 12))) (shape (m 13))) (shape (m 14))) (shape (m 15))) (shape (m 16)); Z.rem (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot i (shape (m 0))) (shape (m 1))) (shape (m 2))) (shape (m 3))) (shape (m 4))) (shape (m 5))) (shape (m 6))) (shape (m 7))) (shape (m 8))) (shape (m 9))) (shape (m 10))) (shape (m 11))) (shape (m 12))) (shape (m 13))) (shape (m 14))) (shape (m 15))) (shape (m 16))) (shape (m 17)); Z.rem (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot i (shape (m 0))) (shape (m 1))) (shape (m 2))) (shape (m 3))) (shape (m 4))) (shape (m 5))) (shape (m 6))) (shape (m 7))) (shape (m 8))) (shape (m 9))) (shape (m 10))) (shape (m 11))) (shape (m 12))) (shape (m 13))) (shape (m 14))) (shape (m 15))) (shape (m 16))) (shape (m 17))) (shape (m 18)); Z.rem (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot i (shape (m 0))) (shape (m 1))) (shape (m 2))) (shape (m 3))) (shape (m 4))) (shape (m 5))) (shape (m 6))) (shape (m 7))) (shape (m 8))) (shape (m 9))) (shape (m 10))) (shape (m 11))) (shape (m 12))) (shape (m 13))) (shape (m 14))) (shape (m 15))) (shape (m 16))) (shape (m 17))) (shape (m 18))) (shape (m 19)); Z.rem (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot i (shape (m 0))) (shape (m 1))) (shape (m 2))) (shape (m 3))) (shape (m 4))) (shape (m 5))) (shape (m 6))) (shape (m 7))) (shape (m 8))) (shape (m 9))) (shape (m 10))) (shape (m 11))) (shape (m 12))) (shape (m 13))) (shape (m 14))) (shape (m 15))) (shape (m 16))) (shape (m 17))) (shape (m 18))) (shape (m 19))) (shape (m 20)); Z.rem (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot i (shape (m 0))) (shape (m 1))) (shape (m 2))) (shape (m 3))) (shape (m 4))) (shape (m 5))) (shape (m 6))) (shape (m 7))) (shape (m 8))) (shape (m 9))) (shape (m 10))) (shape (m 11))) (shape (m 12))) (shape (m 13))) (shape (m 14))) (shape (m 15))) (shape (m 16))) (shape (m 17))) (shape (m 18))) (shape (m 19))) (shape (m 20))) (shape (m 21)); Z.rem (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot i (shape (m 0))) (shape (m 1))) (shape (m 2))) (shape (m 3))) (shape (m 4))) (shape (m 5))) (shape (m 6))) (shape (m 7))) (shape (m 8))) (shape (m 9))) (shape (m 10))) (shape (m 11))) (shape (m 12))) (shape (m 13))) (shape (m 14))) (shape (m 15))) (shape (m 16))) (shape (m 17))) (shape (m 18))) (shape (m 19))) (shape (m 20))) (shape (m 21))) (shape (m 22)); Z.rem (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot i (shape (m 0))) (shape (m 1))) (shape (m 2))) (shape (m 3))) (shape (m 4))) (shape (m 5))) (shape (m 6))) (shape (m 7))) (shape (m 8))) (shape (m 9))) (shape (m 10))) (shape (m 11))) (shape (m 12))) (shape (m 13))) (shape (m 14))) (shape (m 15))) (shape (m 16))) (shape (m 17))) (shape (m 18))) (shape (m 19))) (shape (m 20))) (shape (m 21))) (shape (m 22))) (shape (m 23)); Z.rem (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot i (shape (m 0))) (shape (m 1))) (shape (m 2))) (shape (m 3))) (shape (m 4))) (shape (m 5))) (shape (m 6))) (shape (m 7))) (shape (m 8))) (shape (m 9))) (shape (m 10))) (shape (m 11))) (shape (m 12))) (shape (m 13))) (shape (m 14))) (shape (m 15))) (shape (m 16))) (shape (m 17))) (shape (m 18))) (shape (m 19))) (shape (m 20))) (shape (m 21))) (shape (m 22))) (shape (m 23))) (shape (m 24)); Z.rem (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot i (shape (m 0))) (shape (m 1))) (shape (m 2))) (shape (m 3))) (shape (m 4))) (shape (m 5))) (shape (m 6))) (shape (m 7))) (shape (m 8))) (shape (m 9))) (shape (m 10))) (shape (m 11))) (shape (m 12))) (shape (m 13))) (shape (m 14))) (shape (m 15))) (shape (m 16))) (shape (m 17))) (shape (m 18))) (shape (m 19))) (shape (m 20))) (shape (m 21))) (shape (m 22))) (shape (m 23))) (shape (m 24))) (shape (m 25)); Z.rem (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot i (shape (m 0))) (shape (m 1))) (shape (m 2))) (shape (m 3))) (shape (m 4))) (shape (m 5))) (shape (m 6))) (shape (m 7))) (shape (m 8))) (shape (m 9))) (shape (m 10))) (shape (m 11))) (shape (m 12))) (shape (m 13))) (shape (m 14))) (shape (m 15))) (shape (m 16))) (shape (m 17))) (shape (m 18))) (shape (m 19))) (shape (m 20))) (shape (m 21))) (shape (m 22))) (shape (m 23))) (shape (m 24))) (shape (m 25))) (shape (m 26)); Z.rem (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot i (shape (m 0))) (shape (m 1))) (shape (m 2))) (shape (m 3))) (shape (m 4))) (shape (m 5))) (shape (m 6))) (shape (m 7))) (shape (m 8))) (shape (m 9))) (shape (m 10))) (shape (m 11))) (shape (m 12))) (shape (m 13))) (shape (m 14))) (shape (m 15))) (shape (m 16))) (shape (m 17))) (shape (m 18))) (shape (m 19))) (shape (m 20))) (shape (m 21))) (shape (m 22))) (shape (m 23))) (shape (m 24))) (shape (m 25))) (shape (m 26))) (shape (m 27)); Z.rem (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot i (shape (m 0))) (shape (m 1))) (shape (m 2))) (shape (m 3))) (shape (m 4))) (shape (m 5))) (shape (m 6))) (shape (m 7))) (shape (m 8))) (shape (m 9))) (shape (m 10))) (shape (m 11))) (shape (m 12))) (shape (m 13))) (shape (m 14))) (shape (m 15))) (shape (m 16))) (shape (m 17))) (shape (m 18))) (shape (m 19))) (shape (m 20))) (shape (m 21))) (shape (m 22))) (shape (m 23))) (shape (m 24))) (shape (m 25))) (shape (m 26))) (shape (m 27))) (shape (m 28)); Z.rem (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot i (shape (m 0))) (shape (m 1))) (shape (m 2))) (shape (m 3))) (shape (m 4))) (shape (m 5))) (shape (m 6))) (shape (m 7))) (shape (m 8))) (shape (m 9))) (shape (m 10))) (shape (m 11))) (shape (m 12))) (shape (m 13))) (shape (m 14))) (shape (m 15))) (shape (m 16))) (shape (m 17))) (shape (m 18))) (shape (m 19))) (shape (m 20))) (shape (m 21))) (shape (m 22))) (shape (m 23))) (shape (m 24))) (shape (m 25))) (shape (m 26))) (shape (m 27))) (shape (m 28))) (shape (m 29)); Z.rem (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot i (shape (m 0))) (shape (m 1))) (shape (m 2))) (shape (m 3))) (shape (m 4))) (shape (m 5))) (shape (m 6))) (shape (m 7))) (shape (m 8))) (shape (m 9))) (shape (m 10))) (shape (m 11))) (shape (m 12))) (shape (m 13))) (shape (m 14))) (shape (m 15))) (shape (m 16))) (shape (m 17))) (shape (m 18))) (shape (m 19))) (shape (m 20))) (shape (m 21))) (shape (m 22))) (shape (m 23))) (shape (m 24))) (shape (m 25))) (shape (m 26))) (shape (m 27))) (shape (m 28))) (shape (m 29))) (shape (m 30)); Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot (Z.quot i (shape (m 0))) (shape (m 1))) (shape (m 2))) (shape (m 3))) (shape (m 4))) (shape (m 5))) (shape (m 6))) (shape (m 7))) (shape (m 8))) (shape (m 9))) (shape (m 10))) (shape (m 11))) (shape (m 12))) (shape (m 13))) (shape (m 14))) (shape (m 15))) (shape (m 16))) (shape (m 17))) (shape (m 18))) (shape (m 19))) (shape (m 20))) (shape (m 21))) (shape (m 22))) (shape (m 23))) (shape (m 24))) (shape (m 25))) (shape (m 26))) (shape (m 27))) (shape (m 28))) (shape (m 29))) (shape (m 30))].
