// SPDX-License-Identifier: MIT
#pragma once
#include "triton/Tools/LinearLayout.h"
