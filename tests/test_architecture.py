"""The engine's general parts name no title and speak no title's words; import-linter checks where imports go."""

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.title_words import title_words

PACKAGE = Path(__file__).parents[1] / "src" / "stockrail"
TITLES = ["18EU", "1862", "1883", "18FB"]
DATA = {".toml", ".json", ".js", ".css", ".html"}


def title_names() -> re.Pattern[str]:
    folders = [p.name.removeprefix("g") for p in (PACKAGE / "titles").glob("g18*") if p.is_dir()]
    names = sorted({name.lower() for name in TITLES + folders})
    return re.compile(rf"(?<![0-9])({'|'.join(names)})(?![0-9])", re.IGNORECASE)


def general_files() -> list[Path]:
    titles = PACKAGE / "titles"
    files = [p for p in PACKAGE.rglob("*") if p.suffix in {".py"} | DATA and not p.is_relative_to(titles)]
    return sorted(p for p in files if "__pycache__" not in p.parts)


def code_pieces(text: str) -> Iterator[tuple[int, str]]:
    """Line and text of each token that is neither comment nor docstring: these may give examples."""
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    docstrings = {
        (node.body[0].lineno, node.body[0].col_offset)
        for node in ast.walk(ast.parse(text))
        if isinstance(node, documented) and ast.get_docstring(node, clean=False) is not None
    }
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type != tokenize.COMMENT and token.start not in docstrings:
            for offset, line in enumerate(token.string.splitlines()):
                yield token.start[0] + offset, line


def pieces(path: Path) -> Iterator[tuple[int, str]]:
    text = path.read_text(encoding="utf-8")
    return code_pieces(text) if path.suffix == ".py" else iter(enumerate(text.splitlines(), 1))


def test_nothing_outside_titles_names_a_title() -> None:
    names = title_names()
    found = [
        f"{path.relative_to(PACKAGE.parent)}:{line}: {match[0]}"
        for path in general_files()
        for line, piece in pieces(path)
        for match in names.finditer(piece)
    ]
    assert not found, "these name a title:\n" + "\n".join(found)


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ('"""As in 18EU."""\nx = 1  # as in 18EU\n', []),
        ('def f():\n    """As in 1862."""\n    return "1862"\n', [3]),
        ("from stockrail.titles import g18eu\n", [1]),
        ("text = '''\none\nfor 18fb\n'''\n", [3]),
        ("price = 118620\n", []),
        ("label = f'the {price} of 1883'\n", [1]),
    ],
)
def test_names_are_found_in_code_but_not_in_its_commentary(text: str, lines: list[int]) -> None:
    assert [line for line, piece in code_pieces(text) if title_names().search(piece)] == lines


# -- a title's own words ----------------------------------------------------------------------------------------------


def test_nothing_outside_titles_speaks_a_titles_words() -> None:
    words = title_words()
    found = [
        f"{path.relative_to(PACKAGE.parent)}:{line}: {word}"
        for path in general_files()
        for line, piece in pieces(path)
        for word in words.spoken(piece)
    ]
    assert not found, "these are words of one title:\n" + "\n".join(found)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('"""Close a minor with CloseMinor."""\nx = 1  # hudson\n', []),
        ("from stockrail.titles.x import CloseMinor\n", ["CloseMinor"]),
        ("names = {'Exchange': 'Exchange'}\n", ["Exchange", "Exchange"]),
        ("say('Exchange one share')\n", []),
        ("from stockrail.rules.actions import Exchange, Pass, Refinance\n", ["Exchange", "Refinance"]),
        ("WORDS = {'Answer decision=Consent': 'Keep it closed'}\n", ["Consent"]),
        ("if event.kind in ('lays', 'merges_for_nothing', 'exchanges'): pass\n", ["merges_for_nothing", "exchanges"]),
        ("kinds = 'company minor other survivor'\n", ["minor"]),
        ("notes(action.minor, warranties=1)\n", ["minor", "warranties"]),
        ("short = {'stock': 'SR', 'parliament': 'PR'}[kind]\n", ["parliament"]),
        ("heading = {'full': 'Full', 'hudson': 'Topped up'}\n", ["hudson"]),
        ("bonus == 'red_to_red' or 'pullman' in facts\n", ["red_to_red", "pullman"]),
        ("general = ('no_tile_left', 'minor_upgrades')\n", ["minor_upgrades"]),
        ("if game.ruling('minors_count') == 'no': pass\n", ["minors_count"]),
        ("if 'half_underwritten' in phase.status: pass\n", ["half_underwritten"]),
        ("Pass, LayTile, BuyTrain, LayTrack, 'dividend', 'places_token', 'major', 'skipping'\n", []),
        ("say('The sale is over, the local trains have merged')\n", []),
    ],
)
def test_words_of_titles_are_found_in_code(text: str, words: list[str]) -> None:
    assert [word for _, piece in code_pieces(text) for word in title_words().spoken(piece)] == words


def test_words_of_titles_are_found_in_templates_and_styles() -> None:
    words = title_words()
    assert list(words.spoken(".co.minor{min-width:24px}")) == ["minor"]
    assert list(words.spoken("{% if round == 'parliament' %}")) == ["parliament"]
    assert list(words.spoken("<p>After the sale the exchange opens")) == []
