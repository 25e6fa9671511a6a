"""Styles, scripts and templates stay small enough to be read."""

from __future__ import annotations

from pathlib import Path

import pytest

WEB = Path(__file__).parents[2] / "src" / "stockrail" / "web"
STYLES = sorted((WEB / "static").rglob("*.css"))
SCRIPTS = sorted((WEB / "static").rglob("*.js"))
TEMPLATES = sorted((WEB / "templates").rglob("*.html"))


def lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines()


def named(path: Path) -> str:
    return path.relative_to(WEB).as_posix()


@pytest.mark.parametrize("path", SCRIPTS, ids=named)
def test_a_script_says_what_it_is_for_and_fits_250_lines(path: Path) -> None:
    assert len(lines(path)) <= 250
    assert lines(path)[0].startswith(("//", "/*"))


@pytest.mark.parametrize("path", STYLES, ids=named)
def test_a_style_says_what_it_is_for_and_fits_500_lines(path: Path) -> None:
    assert len(lines(path)) <= 500
    assert lines(path)[0].startswith("/*")


def test_no_style_mends_another() -> None:
    assert [path.name for path in STYLES if path.stem in {"more", "fixes", "misc", "overrides"}] == []


@pytest.mark.parametrize("path", TEMPLATES, ids=named)
def test_a_template_needs_no_scrolling_sideways(path: Path) -> None:
    assert [number for number, line in enumerate(lines(path), 1) if len(line) > 160] == []
