"""Errors as data: a kind, its parameters and the rule's id. `words` puts them into sentences."""

from __future__ import annotations

from typing import Any


class StockrailError(Exception):
    """The base of every error that Stockrail raises on purpose."""


class UnknownChoice(StockrailError):
    """A title, number of players, option, preset or ruling that does not exist."""


class IllegalAction(StockrailError):
    """The rules do not allow an action; nothing has changed."""

    def __init__(self, kind: str, rule: str | None = None, /, **params: Any) -> None:
        super().__init__(kind, rule, params)
        self.kind = kind
        self.rule = rule
        self.params = params

    def __str__(self) -> str:
        facts = ", ".join(f"{name}={value}" for name, value in self.params.items())
        return f"{self.kind}({facts})" + (f", rule {self.rule}" if self.rule else "")

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuild, (self.kind, self.rule, self.params)


def _rebuild(kind: str, rule: str | None, params: dict[str, Any]) -> IllegalAction:
    return IllegalAction(kind, rule, **params)
