"""Names that a reader takes for each other are one name: Hilda, HILDA, Hi1da, and Hilda with a Cyrillic letter.

The letters are those that look alike in common fonts, of the scripts in which people here may type. Unicode has
whole tables of them, but keys are kept in the database, and must not change with the next edition.
"""
# ruff: noqa: RUF001 - letters that look like others are the matter here

from __future__ import annotations

import unicodedata

_LETTERS = {
    "a": "АаΑαɑ", "b": "ВвЬьΒ", "c": "СсϹϲ", "d": "ԁ", "e": "ЕеΕ", "g": "ɡ", "h": "НнҺһΗ", "i": "ІіΙιı",
    "j": "Јјϳ", "k": "КкΚκĸ", "l": "Ӏӏ", "m": "МмΜ", "n": "Ν", "o": "ОоΟοσօՕ", "p": "РрΡρ", "q": "Ԛԛ",
    "s": "Ѕѕ", "t": "ТтΤτ", "u": "υս", "v": "νѴѵ", "w": "Ԝԝ", "x": "ХхΧχ", "y": "УуΥγ", "z": "Ζ", "3": "ЗзӠӡ",
    "'": "’‘ʼ`′ʹ", "-": "‐‑‒–—−", "": "\u200d\ufe0f",
}  # fmt: skip
_AS_LATIN = str.maketrans({foreign: latin for latin, alike in _LETTERS.items() for foreign in alike})
_ONE_STROKE = str.maketrans({"i": "l", "1": "l", "|": "l", "0": "o"})
_TWO_AS_ONE = (("i\u0307", "i"), ("rn", "m"), ("vv", "w"))


def likeness(name: str) -> str:
    """What names that look alike have in common, whatever their case."""
    read = unicodedata.normalize("NFKD", name).translate(_AS_LATIN).casefold()
    for two, one in _TWO_AS_ONE:
        read = read.replace(two, one)
    return read.translate(_ONE_STROKE)
