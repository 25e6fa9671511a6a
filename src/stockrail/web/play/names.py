"""Names as others see them, from whatever somebody has typed."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from stockrail.web.store.likeness import likeness

NAME_LENGTH = 24
_BLANK = "\u034f\u115f\u1160\u2800\u3164\uffa0"  # letters and signs that show nothing
_EMOJI = "\u2190-\u2bff\U0001f000-\U0001faff"
_MARK = "[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]"
# What binds or colours emoji means nothing elsewhere, nor does a mark without a letter before it.
_LOOSE = re.compile(f"(?<![{_EMOJI}\ufe0f])\u200d|\u200d(?![{_EMOJI}])|(?<![{_EMOJI}0-9#*])\ufe0f|(?:^|(?<= )){_MARK}+")
_HEAP = re.compile(f"({_MARK}{{2}}){_MARK}+")


def clean(text: str, length: int = NAME_LENGTH) -> str:
    """Nothing invisible, nothing that turns or heaps letters, no runs of blanks, not too long."""
    seen = "".join(_seen(letter) for letter in unicodedata.normalize("NFC", text[: 8 * length]))
    seen = _LOOSE.sub("", re.sub(r"\s+", " ", seen))
    return _HEAP.sub(r"\1", seen).strip()[:length].rstrip(" \u200d")


def _seen(letter: str) -> str:
    kind = unicodedata.category(letter)
    if kind == "Cc":
        return " "
    return letter if letter == "\u200d" or (kind[0] in "LMNPSZ" and letter not in _BLANK) else ""


def unlike(name: str, taken: Sequence[str]) -> str:
    """The name, with a number if somebody has it already, or one that looks like it."""
    known = {likeness(other) for other in taken}
    numbered = (f"{name[: NAME_LENGTH - 4]} ({n})" for n in range(2, len(taken) + 3))
    return name if likeness(name) not in known else next(new for new in numbered if likeness(new) not in known)
