"""The pages: lobby, table, accounts, and the API explained."""

from stockrail.web.pages import accounts, bots, docs, fonts, inspecting, lobby, logs, news, seats, styles, table

pages = [
    *lobby.HANDLERS, *table.HANDLERS, *news.HANDLERS, *logs.HANDLERS, *inspecting.HANDLERS, *bots.HANDLERS,
    *accounts.HANDLERS, *docs.HANDLERS, *seats.HANDLERS, *fonts.HANDLERS, *styles.HANDLERS,
]  # fmt: skip

__all__ = ["pages"]
