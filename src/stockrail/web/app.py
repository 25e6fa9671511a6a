"""The application: routes, sessions, protection, live news."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from jinja2 import Environment
from litestar import Litestar
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.di import Provide
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme
from litestar.plugins.jinja import JinjaTemplateEngine
from litestar.static_files import create_static_files_router
from litestar.template.config import TemplateConfig

from stockrail.core import StockrailError
from stockrail.rules.game import RailGame
from stockrail.titles import all_titles
from stockrail.web import aside, places, security
from stockrail.web.api import api
from stockrail.web.pages import pages
from stockrail.web.pages.forms import Visit
from stockrail.web.pages.rendering import environment
from stockrail.web.problems import answer
from stockrail.web.services import Services
from stockrail.web.settings import BODY_LIMIT, Settings
from stockrail.web.store import games as store
from stockrail.web.store.sessions import SessionStore
from stockrail.web.views.board import Shown, board_markup, tiles_markup
from stockrail.web.views.panel import Chosen
from stockrail.web.views.table import table_of
from stockrail.web.watching import watching


def make_app(settings: Settings) -> Litestar:
    """The server's application; the database is brought up to date first."""
    settings.open_folder()
    templates = environment()
    services = Services(settings, templates)
    services.database.migrate()
    session = security.sessions(settings)
    files = create_static_files_router(
        "/static", [security.STATIC], guards=[security.ours], opt={security.LIMIT: security.FILES}
    )

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        start = asyncio.get_running_loop().create_task
        aside.prepare()
        tasks = [
            start(services.listen()),
            start(services.resume()),
            start(services.manage.tidy()),
            *([start(_warm(services, templates))] if settings.warm else []),
        ]
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            await services.hall.close()
            if settings.warm:
                await asyncio.to_thread(places.remember, settings.data)
            services.database.close()

    return Litestar(
        route_handlers=[api, *pages, files],
        guards=[watching],
        dependencies={"services": Provide(lambda: services, sync_to_thread=False)},
        request_class=Visit,
        middleware=[
            security.limits(settings),
            security.patient,
            session.middleware,
            security.forgery(settings, services.secret),
        ],
        stores={"sessions": SessionStore(services.database)},
        exception_handlers={Exception: answer},
        before_send=[security.protect],
        logging_config=None,
        request_max_body_size=BODY_LIMIT,
        compression_config=CompressionConfig(backend="gzip", gzip_compress_level=5, exclude=["/events$"]),
        template_config=TemplateConfig(instance=JinjaTemplateEngine.from_environment(templates)),
        openapi_config=OpenAPIConfig(
            title="Stockrail",
            version="1",
            description="Play 18xx railway games by program: open tables, read positions, act for a seat by token.",
            path="/api/schema",
            render_plugins=[JsonRenderPlugin(path="/openapi.json")],
            use_handler_docstrings=True,
            components=Components(security_schemes={"seat": SecurityScheme(type="http", scheme="bearer")}),
        ),
        lifespan=[lifespan],
        state=State({"services": services}),
    )


async def _warm(services: Services, templates: Environment) -> None:
    """Where names and values stand on a board is searched for once; nobody should wait for it."""
    known = places.recall(services.settings.data)
    await asyncio.to_thread(_read_templates, templates)
    for id_ in await services.database.read(store.latest):
        with suppress(StockrailError):
            live = await services.hall.game(id_, looking=False)
            await asyncio.to_thread(table_of, live, frozenset(), Chosen(), None, "en")
    await asyncio.to_thread(_draw_titles)
    if not known:
        await asyncio.to_thread(places.remember, services.settings.data)


def _read_templates(templates: Environment) -> None:
    for name in templates.list_templates():
        templates.get_template(name)


def _draw_titles() -> None:
    for title in all_titles().values():
        game = RailGame(title, [f"Player {n}" for n in range(title.players[0])])
        board_markup(game, Shown(), "")
        tiles_markup(game)
