"""Titles are found wherever they lie; one that cannot be imported is named, and the others are there."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest
from tests import mini

import stockrail
from stockrail.core import UnknownChoice
from stockrail.titles import add, all_titles, faults, remove, title

ROOT = Path(__file__).parents[2]
OWN = list(all_titles())
FINDER = sys.modules[all_titles.__module__]  # stockrail.titles is a function of the public face

HOLLOW = """
from tests.mini import Mini

class Hollow(Mini):
    name = "Hollow"
    package = __name__

TITLE = Hollow()
"""


@pytest.fixture(autouse=True)
def afresh(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Titles are looked for anew, and found again as they were."""
    monkeypatch.setattr(FINDER, "_faults", {})
    kept = all_titles()
    all_titles.cache_clear()
    yield
    all_titles.cache_clear()
    all_titles().clear()
    all_titles().update(kept)


@pytest.mark.parametrize("named", ["tests.mini", str(ROOT / "tests" / "mini"), f"tests.mini{os.pathsep} "])
def test_the_environment_names_packages_and_folders(named: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.setenv("STOCKRAIL_TITLES", named)
    assert list(all_titles()) == [*OWN, "Mini"]
    assert stockrail.titles()[-1] == title("mini").name == "Mini"


def test_an_installed_package_offers_titles(monkeypatch: pytest.MonkeyPatch) -> None:
    entry = EntryPoint("mini", "tests.mini:TITLE", "stockrail.titles")
    monkeypatch.setattr(FINDER, "entry_points", lambda group: [entry])
    assert all_titles()["Mini"] is mini.TITLE


def test_a_program_adds_a_title_and_removes_it() -> None:
    add(mini.TITLE)
    assert title("MINI") is mini.TITLE
    remove("Mini")
    with pytest.raises(UnknownChoice, match="there is no title 'Mini'; the titles are"):
        title("Mini")


def test_a_title_that_cannot_be_imported_is_named_and_the_others_are_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    for name, text in {"broken_title": "1 / 0\n", "empty_title": ""}.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text(text)
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.setenv("STOCKRAIL_TITLES", f"{tmp_path / 'broken_title'},tests.mini,{tmp_path / 'empty_title'},nowhere")
    assert list(all_titles()) == [*OWN, "Mini"]
    assert [fault.rpartition("/")[2] for fault in faults()] == [
        "broken_title cannot be loaded: ZeroDivisionError: division by zero",
        "empty_title cannot be loaded: it has no TITLE",
        "nowhere cannot be loaded: ModuleNotFoundError: No module named 'nowhere'",
    ]
    assert caplog.text.count("cannot be loaded") == 3


def test_of_a_folder_without_a_package_it_is_said_what_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STOCKRAIL_TITLES", str(tmp_path))
    assert list(all_titles()) == OWN
    assert faults() == [f"{tmp_path} cannot be loaded: FileNotFoundError: there is no __init__.py in {tmp_path}"]


def test_of_two_titles_with_one_name_the_first_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STOCKRAIL_TITLES", "stockrail.titles.g18eu,tests.mini")
    assert list(all_titles()) == [*OWN, "Mini"]
    assert faults() == []  # it is the very same title
    monkeypatch.setattr(mini.TITLE, "name", OWN[0])
    all_titles.cache_clear()
    assert list(all_titles()) == OWN
    assert faults() == [f"tests.mini cannot be loaded: there is another title called {OWN[0]}"]


def test_a_name_in_other_letters_is_the_same_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else its saves would be read as those of the other title."""
    monkeypatch.setenv("STOCKRAIL_TITLES", "tests.mini")
    monkeypatch.setattr(mini.TITLE, "name", OWN[0].lower())
    assert list(all_titles()) == OWN
    assert faults() == [f"tests.mini cannot be loaded: there is another title called {OWN[0]}"]


@pytest.mark.parametrize(
    ("folder", "text", "why"),
    [
        ("number_title", "TITLE = 5", "its TITLE is not a RailTitle"),
        ("leaving_title", "import sys; sys.exit(3)", "SystemExit: 3"),
        ("json", "TITLE = None", "ImportError: another module is called json; rename the folder"),
        ("hollow_title", HOLLOW, "no game of it can begin (FileNotFoundError: "),
    ],
)
def test_whatever_a_folder_holds_the_others_are_there(
    folder: str, text: str, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a folder" / folder).mkdir(parents=True)
    (tmp_path / "a folder" / folder / "__init__.py").write_text(text)
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.setenv("STOCKRAIL_TITLES", f"{tmp_path / 'a folder' / folder},tests.mini")
    assert list(all_titles()) == [*OWN, "Mini"]
    assert f"{folder} cannot be loaded: {why}" in faults()[0]


def test_the_command_says_which_title_is_broken_and_lists_the_others() -> None:
    start = "import sys; from stockrail.cli import main; sys.exit(main())"
    environment = {**os.environ, "STOCKRAIL_TITLES": "nowhere"}
    said = subprocess.run(
        [sys.executable, "-c", start, "titles"], capture_output=True, text=True, env=environment, check=False
    )
    assert said.returncode == 0 and all(name in said.stdout for name in OWN)
    assert said.stderr == "nowhere cannot be loaded: ModuleNotFoundError: No module named 'nowhere'\n"
