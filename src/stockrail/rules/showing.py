"""How a title's own log entries, refusals and parameters are shown, as data: screens know none of them by name."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec


class Showing(msgspec.Struct, frozen=True):
    """How screens treat a title's own kinds; they already know the shared ones."""

    said: frozenset[str] = frozenset()  # log entries that say no more than the button of their action
    with_a_share: frozenset[str] = frozenset()  # log entries of which buyers and sellers of shares are told beforehand
    any_hex: tuple[str, ...] = ()  # refusals of a tile that would hold in any hex, the weightiest last
    alike: Mapping[str, str] = {}  # parameters that are worded like a shared one: {"minor": "company"}
