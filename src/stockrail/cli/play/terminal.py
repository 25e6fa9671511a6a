"""Asking the person at the terminal, or the script that plays through a pipe."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import suppress

from stockrail.cli.numbers import whole
from stockrail.cli.screen import Screen

LEAVE = ("q", "quit")


class Quit(Exception):
    """No more answers: the input ended, or the player wants to leave."""


class Terminal:
    """A screen to write to and a keyboard to read from."""

    def __init__(self) -> None:
        self.screen = Screen()
        self.typed = sys.stdin.isatty()
        if self.typed:
            _enable_line_editing()

    def ask(self, prompt: str) -> str:
        """One line; what comes through a pipe is written out, so that the output can be read."""
        try:
            answer = input(f"{prompt} ")
        except (EOFError, KeyboardInterrupt):
            self.screen.raw("")
            raise Quit from None
        if not self.typed:
            self.screen.raw(answer)
        return answer.strip()

    def answer(self, prompt: str, help_: str = "") -> str:
        """One line that is an answer: q leaves, ? explains and asks again."""
        while True:
            answer = self.ask(prompt)
            if answer.lower() in LEAVE:
                raise Quit
            if answer != "?":
                return answer
            self.screen.line(f"{help_} Enter takes the answer in brackets, q quits.".lstrip())

    def yes(self, question: str, default: bool, help_: str = "") -> bool:
        while True:
            answer = self.answer(f"{question} [{'Y/n' if default else 'y/N'}]", f"{help_} y is yes, n is no.").lower()
            if not answer:
                return default
            if answer in ("y", "yes", "n", "no"):
                return answer.startswith("y")
            self.screen.line("Please answer y or n.")

    def one_of(self, question: str, names: Sequence[str], default: str, help_: str = "") -> str:
        """One of some names, by number or by name; Enter takes the default."""
        for number, name in enumerate(names, 1):
            self.screen.line(f"  {number}  {name}")
        while True:
            answer = self.answer(f"{question} [{default}]", f"{help_} Type a line's number or its name.") or default
            found = pick(answer, names)
            if found is not None:
                return found
            self.screen.line(f"{answer!r} is not one of them.")

    def some_of(self, question: str, names: Sequence[str], help_: str = "") -> list[str]:
        """Any of some names, by number or name, with blanks or commas between; Enter takes none."""
        while True:
            answers = self.answer(f"{question} [none]", help_).replace(",", " ").split()
            found = [pick(answer, names) for answer in answers]
            if None not in found:
                return [name for name in found if name is not None]
            self.screen.line(f"{answers[found.index(None)]!r} is not one of them.")


def pick(answer: str, names: Sequence[str]) -> str | None:
    """The name that an answer means: itself whatever its case, or its number in the list."""
    for name in names:
        if name.lower() == answer.lower():
            return name
    number = whole(answer) or 0
    return names[number - 1] if 1 <= number <= len(names) else None


def _enable_line_editing() -> None:
    with suppress(ImportError):
        import readline  # noqa: F401 - makes input() editable
