"""`python -m stockrail.testing` as somebody types it who reads no manual: a sentence, never a traceback."""

from __future__ import annotations

from pathlib import Path

import pytest

from stockrail.testing.__main__ import main


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        ([], 2, "python -m stockrail.testing check TITLE"),
        (["new", "18EU"], 2, "python -m stockrail.testing check TITLE"),
        (["new", "18EU", "{}", "one"], 2, "python -m stockrail.testing check TITLE"),
        (["check", "18EU", "many"], 2, "python -m stockrail.testing check TITLE"),
        (["check", "18XX"], 1, "there is no title '18XX'"),
        (["new", "18XX", "{}"], 1, "there is no title '18XX'"),
        (["new", "18EU", "{}/file/folder"], 1, "file"),
        (["renew", "{}/nowhere"], 1, "there is no folder"),
        (["renew", "{}/file"], 1, "there is no folder"),
    ],
)
def test_what_cannot_be_done_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: list[str], code: int, said: str
) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    assert main([word.format(tmp_path) for word in words]) == code
    assert said in capsys.readouterr().err
