"""The pages: lobby, table, accounts, and the API explained."""

from stockrail.web.pages import (
    accounts,
    bots,
    docs,
    finished,
    fonts,
    inspecting,
    lobby,
    logs,
    news,
    orders,
    reference,
    seats,
    story,
    styles,
    table,
)

pages = [
    *lobby.HANDLERS, *table.HANDLERS, *news.HANDLERS, *logs.HANDLERS, *inspecting.HANDLERS, *bots.HANDLERS,
    *accounts.HANDLERS, *docs.HANDLERS, *fonts.HANDLERS, *styles.HANDLERS, *story.HANDLERS, *reference.HANDLERS,
    *finished.HANDLERS, *orders.HANDLERS, *seats.HANDLERS,
]  # fmt: skip

__all__ = ["pages"]
