"""The styles of all pages, joined into one file: one component has one file in the folder, a browser fetches one."""

from __future__ import annotations

from functools import cache

from litestar import MediaType, Response, get

from stockrail.web.pages.rendering import STATIC
from stockrail.web.security import FILES, LIMIT

YEAR = 365 * 24 * 3600
FIRST, LAST = ("tokens", "base"), ("frame",)  # what components build upon, and where they are put; else no order


@get("/styles.css", include_in_schema=False, opt={LIMIT: FILES}, sync_to_thread=False)
def styles() -> Response[str]:
    """All styles. Their address carries the version, so a browser may keep them."""
    return Response(_joined(), media_type=MediaType.CSS, headers={"Cache-Control": f"public, max-age={YEAR}"})


@cache
def _joined() -> str:
    folder = STATIC / "css"
    rest = sorted({path.stem for path in folder.glob("*.css")} - set(FIRST + LAST))
    return "\n".join((folder / f"{name}.css").read_text(encoding="utf-8") for name in (*FIRST, *rest, *LAST))


HANDLERS = [styles]
