"""The English that only 1862 needs. Data for `words`."""

from __future__ import annotations

from collections.abc import Mapping

WORDS: Mapping[str, Mapping[str, str]] = {}
