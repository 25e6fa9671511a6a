"""Where a command writes: tables and colours in a terminal, plain text in a pipe."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from textwrap import wrap
from typing import IO, Any, NamedTuple

import msgspec
from rich.console import Console
from rich.table import Table
from rich.text import Text

# What a name from a foreign file could do to a terminal.
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")


class Cell(NamedTuple):
    """A piece of text in a style of its own, such as a company in its colours."""

    text: str
    style: str = ""


Content = str | int | Cell


class Column(NamedTuple):
    """A column's heading; numbers stand at the right."""

    heading: str
    right: bool = False


def clean(text: str) -> str:
    """A text without control characters."""
    return _CONTROL.sub("�", text)


class Screen:
    """One place to write to, standard output unless told otherwise."""

    def __init__(self, file: IO[str] | None = None) -> None:
        self.console = Console(file=file or sys.stdout, highlight=False, markup=False, emoji=False)

    @property
    def colourful(self) -> bool:
        return self.console.is_terminal and self.console.color_system is not None

    @property
    def is_terminal(self) -> bool:
        return self.console.is_terminal

    @property
    def width(self) -> int | None:
        """The columns of a terminal; a pipe has no end."""
        return self.console.width if self.is_terminal else None

    def line(self, text: str = "", style: str = "", hang: int = 0) -> None:
        """A line of text; a terminal breaks it between words and lets what follows hang."""
        text = clean(text)
        if self.is_terminal:
            lines = wrap(
                text, self.console.width, subsequent_indent=" " * hang, break_long_words=False, break_on_hyphens=False
            )
            self.console.print(Text("\n".join(lines), style=style), soft_wrap=True)  # a path stays whole
        else:
            self.raw(text)

    def parts(self, *contents: Content) -> None:
        """A line of several pieces, one after the other."""
        if self.is_terminal:
            self.console.print(Text.assemble(*(_styled(content) for content in contents)))
        else:
            self.raw("".join(_plain(content) for content in contents))

    def heading(self, text: str) -> None:
        self.line(text, "bold")

    def raw(self, text: str) -> None:
        """Text that is ready as it is: JSON, a drawn board."""
        self.console.file.write(text + "\n")
        self.console.file.flush()

    def json(self, value: Any) -> None:
        self.raw(msgspec.json.format(msgspec.json.encode(value)).decode())

    def table(self, columns: Sequence[Column], rows: Sequence[Sequence[Content]]) -> None:
        """Rows under headings; a column without any content is left out."""
        used = [n for n in range(len(columns)) if any(_plain(row[n]) for row in rows)]
        columns, rows = [columns[n] for n in used], [[row[n] for n in used] for row in rows]
        if not rows:
            return
        if self.is_terminal:
            self.console.print(_rich_table(columns, rows))
        else:
            self.raw("\n".join(plain_table(columns, rows)))


def _plain(content: Content) -> str:
    return clean(content.text if isinstance(content, Cell) else str(content))


def _styled(content: Content) -> tuple[str, str]:
    return _plain(content), content.style if isinstance(content, Cell) else ""


def _rich_table(columns: Sequence[Column], rows: Sequence[Sequence[Content]]) -> Table:
    table = Table(
        box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim", show_header=any(c.heading for c in columns)
    )
    for column in columns:
        table.add_column(column.heading, justify="right" if column.right else "left", no_wrap=column.right)
    for row in rows:
        table.add_row(*(Text(*_styled(content)) for content in row))
    return table


def plain_table(columns: Sequence[Column], rows: Sequence[Sequence[Content]]) -> list[str]:
    """The lines of a table for a pipe."""
    cells = [[_plain(content) for content in row] for row in rows]
    if any(column.heading for column in columns):
        cells.insert(0, [column.heading for column in columns])
    widths = [max(len(row[n]) for row in cells) for n in range(len(columns))]
    return [
        "  ".join(
            text.rjust(width) if column.right else text.ljust(width)
            for text, width, column in zip(row, widths, columns, strict=True)
        ).rstrip()
        for row in cells
    ]
