"""One font on every machine, so that no page depends on what is installed: cut down once and kept with the data."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from importlib.metadata import version
from importlib.resources import as_file, files
from io import BytesIO
from pathlib import Path
from threading import Lock

from stockrail.core.saving import write

PACKAGE = "font_source_sans_pro"
FACES = {
    "regular": "SourceSansPro-Regular.ttf",
    "semibold": "SourceSansPro-Semibold.ttf",
    "bold": "SourceSansPro-Bold.ttf",
}
# Latin letters with their accents, punctuation, currencies, arrows and signs. People's names may hold others; those
# letters come from the reader's own machine.
LETTERS = ((0x20, 0x17F), (0x218, 0x21B), (0x2010, 0x203A), (0x20A0, 0x20BF), (0x2190, 0x21FF), (0x2200, 0x22FF))
SIGNS = (0x2116, 0x2122, *range(0x25A0, 0x2600), 0x2605, 0x2606, 0x2713, 0x2717, 0xFB01, 0xFB02)
FEATURES = ["kern", "liga", "lnum", "tnum", "mark", "mkmk", "ccmp", "locl"]
MAKING = Lock()


def font(name: str, folder: Path) -> Path | None:
    """The file of a face, made if it is not there yet; None if there is no such face."""
    if name not in FACES:
        return None
    with MAKING:  # whoever comes while it is being made waits for it
        path = folder / "fonts" / f"{name}-{_edition()}.woff2"
        if not path.is_file():
            path.parent.mkdir(parents=True, exist_ok=True)
            write(_cut_down(FACES[name]), path)
        return path


def _edition() -> str:
    """Changes with whatever the files are made from, so that an old one is never taken for a new one."""
    made_from = (PACKAGE, version(PACKAGE), FACES, LETTERS, SIGNS, FEATURES)
    return hashlib.sha256(repr(made_from).encode()).hexdigest()[:8]


def _cut_down(source: str) -> bytes:
    from fontTools.subset import Options, Subsetter
    from fontTools.ttLib import TTFont

    options = Options(flavor="woff2", layout_features=FEATURES, hinting=False, notdef_outline=True)
    with as_file(files(PACKAGE) / "files" / source) as path, TTFont(path) as face:
        subsetter = Subsetter(options)
        subsetter.populate(unicodes=_wanted())
        subsetter.subset(face)
        face.flavor = "woff2"
        cut = BytesIO()
        face.save(cut)
    return cut.getvalue()


def _wanted() -> Iterable[int]:
    return [*(code for first, last in LETTERS for code in range(first, last + 1)), *SIGNS]
