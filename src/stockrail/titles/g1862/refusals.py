"""Which rule of the checklist stands behind a kind of refusal."""

from __future__ import annotations

from collections.abc import Mapping

RULE_OF: Mapping[str, str] = {}
