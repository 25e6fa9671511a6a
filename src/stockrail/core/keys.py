"""A hash of a state's content: the same for the same content, by whatever path and in whatever process."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from functools import lru_cache
from hashlib import blake2b
from typing import Any

import msgspec

BYTES = 16
MASK = (1 << 8 * BYTES) - 1
KEPT = 1 << 15  # rows whose hash is remembered: most rows of a position are also in the next one


def key_of(rows: Iterable[tuple[str, Hashable, Hashable]]) -> int:
    """A number for a set of rows (where, key, value), which have no order: the sum of their hashes."""
    return sum([_row(*row) for row in rows]) & MASK


@lru_cache(KEPT)
def _row(where: str, key: Hashable, value: Hashable) -> int:
    text = "".join(_texts((where, key, value)))
    return int.from_bytes(blake2b(text.encode(), digest_size=BYTES).digest())


def _texts(value: Any) -> Iterator[str]:
    """A value as text. Values that are equal have the same text: a truth value that of its number."""
    if value is None:
        yield "~"
    elif isinstance(value, str):
        yield f"{len(value)}:{value}"
    elif isinstance(value, int):
        yield f"#{int(value)};"
    elif isinstance(value, tuple):
        yield "("
        for part in value:
            yield from _texts(part)
        yield ")"
    else:
        yield from _texts_of_more(value)


def _texts_of_more(value: Any) -> Iterator[str]:
    if isinstance(value, msgspec.Struct):
        yield f"<{type(value).__qualname__}"
        for name in value.__struct_fields__:
            yield from _texts(getattr(value, name))
        yield ">"
    elif isinstance(value, frozenset | Mapping):
        parts = value.items() if isinstance(value, Mapping) else value
        yield "{"
        yield from sorted("".join(_texts(part)) for part in parts)
        yield "}"
    else:
        raise TypeError(f"a state holds {value!r}, which has no text that is the same in every process")
