# SPDX-License-Identifier: MIT
"""The CuTe layout algebra: every answer is right, or refused by a named condition.

    import colex
    tile = colex.Layout((4, (2, 4)), (2, (1, 8)))
    tile(21)                                    # 19
    tile @ colex.Layout("4:2")
    colex.complement("4:3", 24)                 # (3,2):(1,12)
    colex.complement("4:3", 16)                 # raises colex.Refused: 12 does not divide 16

Every operation of docs/operations.md is a function here, and a method where its first argument is a layout. A layout may
be given as text, a table as a list or an array, `_` as None. Arguments have names, those of the signature: complement("4:3", M=24).
Options are keywords: cover, bounded, and cute for CuTe's conventions. Offsets and strides count elements; integers lie within 2^62.
"""

import colex._interpreter as _interpreter  # first: it refuses a subinterpreter
from colex._colex import *  # noqa: F403
from colex._colex import LIMIT as LIMIT
from colex._colex import ComposedLayout as ComposedLayout
from colex._colex import CoordinateLayout as CoordinateLayout
from colex._colex import IndexMap as IndexMap
from colex._colex import Layout as Layout
from colex._colex import Picture as Picture
from colex._colex import Placed as Placed
from colex._colex import Swizzle as Swizzle
from colex._colex import Verdict as Verdict
from colex._colex import __version__ as __version__
from colex._errors import InputError as InputError
from colex._errors import Refused as Refused
from colex._pictures import save as _save
from colex._search import Found as Found
from colex._search import Stopped as Stopped
from colex._search import search as search
from colex._tensor import Tensor as Tensor
from colex.layouts import Layouts as Layouts
from colex.maps import index_map as index_map
from colex.maps import maximum as maximum
from colex.maps import minimum as minimum
from colex.maps import where as where
from colex.plans import draw_plan as draw_plan
from colex.plans import plan as plan
from colex.predicates import predicate as predicate
from colex.tensors import as_strided as as_strided
from colex.tensors import layout_of as _layout_of
from colex.unknowns import NoTool as NoTool
from colex.unknowns import SymbolicLayout as SymbolicLayout
from colex.unknowns import ask as ask
from colex.unknowns import assuming as assuming
from colex.unknowns import for_which as for_which
from colex.unknowns import prove as prove
from colex.unknowns import unknown as unknown

Layout.of = staticmethod(_layout_of)  # type: ignore[assignment,unused-ignore]
Picture.save = _save  # type: ignore[method-assign,unused-ignore]
