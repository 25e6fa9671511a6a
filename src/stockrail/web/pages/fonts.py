"""The font of all pages."""

from __future__ import annotations

import asyncio

from litestar import MediaType, Response, get
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from stockrail.web.fonts import font
from stockrail.web.security import FILES, LIMIT
from stockrail.web.services import Services

WEEK = 7 * 24 * 3600


@get("/fonts/{name:str}", include_in_schema=False, media_type=MediaType.TEXT, opt={LIMIT: FILES})
async def face(name: FromPath[str], services: NamedDependency[Services]) -> Response[bytes]:
    path = await asyncio.to_thread(font, name.removesuffix(".woff2"), services.settings.data)
    if path is None or not name.endswith(".woff2"):
        raise NotFoundException
    data = await asyncio.to_thread(path.read_bytes)
    return Response(data, media_type="font/woff2", headers={"Cache-Control": f"public, max-age={WEEK}"})


HANDLERS = [face]
