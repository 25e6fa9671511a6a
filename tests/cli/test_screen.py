"""Tables for pipes and terminals."""

from __future__ import annotations

import io

from stockrail.cli.screen import Cell, Column, Screen


def written(columns: list[Column], rows: list[list[str | int | Cell]]) -> list[str]:
    file = io.StringIO()
    Screen(file).table(columns, rows)
    return file.getvalue().splitlines()


def test_a_table_in_a_pipe_is_columns_of_plain_text() -> None:
    columns = [Column("Company"), Column("Price", right=True), Column("Empty")]
    lines = written(columns, [[Cell("SNCB", "red"), 100, ""], ["FS", 82, ""]])
    assert lines == ["Company  Price", "SNCB       100", "FS          82"]


def test_a_table_without_rows_is_nothing() -> None:
    assert written([Column("Company")], []) == []


def test_a_line_is_not_broken_in_a_pipe() -> None:
    file = io.StringIO()
    Screen(file).line("word " * 100, "bold red")
    assert file.getvalue() == "word " * 100 + "\n"


def test_control_characters_are_replaced() -> None:
    file = io.StringIO()
    Screen(file).parts("a\x1b[2J", Cell("b\x07"))
    assert file.getvalue() == "a�[2Jb�\n"
