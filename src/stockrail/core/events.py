"""Log entries as data: what happened, for `words` to say in the reader's language."""

from __future__ import annotations

from typing import Any

import msgspec


class Event(msgspec.Struct, frozen=True, array_like=True):
    """One fact for the log: a kind ("pays_dividend") and its parameters."""

    kind: str
    params: dict[str, Any]

    def __getitem__(self, name: str) -> Any:
        return self.params[name]
