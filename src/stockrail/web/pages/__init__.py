"""The pages: lobby, table, accounts, and the API explained."""

from stockrail.web.pages import accounts, docs, fonts, lobby, table

pages = [*lobby.HANDLERS, *table.HANDLERS, *accounts.HANDLERS, *docs.HANDLERS, *fonts.HANDLERS]

__all__ = ["pages"]
