"""How wide a text is in the font that our pages bring along: a server has no screen to measure on.

The numbers are the advance widths of Source Sans Pro in thousandths of the size; a test compares them with the font.
Where a reader has another font, `fitted` keeps a text within its width.
"""

from __future__ import annotations

import unicodedata

PAD = 1.0
SHORT = 46.0  # a text below this width may grow by a fifth in another font and still stay in its place
OTHER = 0.56  # of the size, for letters that are not in the table

_REGULAR = {
    200: " ", 241: "|", 246: "i", 247: "j", 249: "'’.,:;·", 255: "l", 263: "I", 292: "f", 303: "()", 311: "-",
    338: "t", 347: "r", 350: "/", 419: "s", 425: "z", 446: "x", 456: "c", 467: "vy", 476: "Y", 480: "J–", 486: "L",
    494: "F", 495: "k", 496: "e", 497: "0123456789£×", 504: "ag", 513: "X", 515: "V", 527: "E", 534: "S", 536: "T",
    539: "Z", 542: "o", 544: "huA", 547: "n", 553: "b", 555: "dpq", 566: "P", 569: "R", 571: "C", 576: "ß", 579: "K",
    588: "B", 609: "&", 615: "D", 617: "G", 645: "U", 647: "N", 652: "H", 664: "OQ", 718: "w", 727: "M", 786: "W",
    829: "m",
}  # fmt: skip
_BOLD = {
    200: " ", 268: "|", 276: "i", 278: "j", 286: "l", 300: "'’.,:;·", 301: "I", 332: "-", 339: "/", 341: "f",
    344: "()", 383: "t", 398: "r", 443: "s", 460: "z", 467: "c", 480: "–", 509: "J", 514: "x", 518: "eL", 521: "y",
    523: "v", 524: "F", 525: "Y", 527: "a", 528: "0123456789£×", 534: "g", 541: "Z", 548: "kE", 555: "o", 556: "STV",
    567: "X", 568: "u", 571: "h", 572: "n", 573: "bdpqA", 582: "C", 596: "P", 605: "B", 613: "R", 614: "K", 632: "ß",
    635: "D", 638: "G", 665: "NU", 667: "&", 674: "H", 684: "OQ", 762: "M", 776: "w", 813: "W", 857: "m",
}  # fmt: skip
WIDTHS = tuple(
    {letter: width / 1000 for width, letters in table.items() for letter in letters} for table in (_REGULAR, _BOLD)
)


def text_width(text: str, size: float, bold: bool = False) -> float:
    """The width of a text, with a little air at its ends."""
    table = WIDTHS[bold]
    return sum(table.get(letter) or table.get(_plain(letter), OTHER) for letter in text) * size + PAD


def _plain(letter: str) -> str:
    """The letter without its accent, which adds nothing to the width."""
    return unicodedata.normalize("NFD", letter)[0]


def fitted(width: float) -> dict[str, str]:
    """Attributes that hold a text to a width, whatever font it is set in."""
    return {"textLength": f"{width:.1f}".removesuffix(".0"), "lengthAdjust": "spacingAndGlyphs"}


def held(text: str, size: float, bold: bool = False) -> dict[str, str]:
    """The same for a text that may have the width of our own font; a short one needs no holding."""
    width = text_width(text, size, bold) - PAD
    return fitted(width) if width > SHORT else {}
