"""A second language: templates, plurals and numbers follow it; what is not translated stays English."""

from __future__ import annotations

import struct
from collections.abc import Mapping
from pathlib import Path

import pytest

from stockrail.core import Event, IllegalAction
from stockrail.rules.game import RailGame
from stockrail.testing import Position
from stockrail.words import Speaker
from stockrail.words.numbers import money, number

MESSAGES = {
    "": "Content-Type: text/plain; charset=UTF-8\nPlural-Forms: nplurals=2; plural=(n != 1);\n",
    "{player} passes": "{player} passa",
    "{Company} buys {a_train} {from_seller} for {price}": "Per {price} {company} compra {a_train} {from_seller}",
    "a {name} train": "un treno {name}",
    "from the depot": "dal deposito",
    "Lay or upgrade one tile": "Posa o migliora una tessera",
    "{player} for {company}: {prompt}": "{player} per {company}: {prompt}",
    "Cannot place a token in {place}: {company} already has one in this hex": "A {place} {company} ne ha già uno",
    "thousands separator\x04,": ".",
    "{Company} sells {count} treasury share into the pool for {amount}\0"
    "{Company} sells {count} treasury shares into the pool for {amount}": "{Company} vende {count} azione a {amount}\0"
    "{Company} vende {count} azioni a {amount}",
}


def write_mo(path: Path, messages: Mapping[str, str]) -> None:
    """A compiled catalogue, as msgfmt makes it."""
    texts = [(key.encode(), messages[key].encode()) for key in sorted(messages, key=str.encode)]
    offset = 28 + 16 * len(texts)
    tables: list[list[int]] = [[], []]
    blob = b""
    for side in (0, 1):
        for pair in texts:
            tables[side] += [len(pair[side]), offset + len(blob)]
            blob += pair[side] + b"\0"
    head = [0x950412DE, 0, len(texts), 28, 28 + 8 * len(texts), 0, 0]
    path.parent.mkdir(parents=True)
    path.write_bytes(struct.pack(f"<{7 + 4 * len(texts)}I", *head, *tables[0], *tables[1]) + blob)


@pytest.fixture
def game() -> RailGame:
    position = Position("18EU").corporation("SNCB", {0: 5}, cash=500).token("SNCB", "J5")
    return position.train("3", "SNCB").phase("3").operating("SNCB")


@pytest.fixture
def italian(game: RailGame, tmp_path: Path) -> Speaker:
    write_mo(tmp_path / "it" / "LC_MESSAGES" / "stockrail.mo", MESSAGES)
    return Speaker(game, "it", tmp_path)


def test_a_sentence_is_said_in_the_language_asked_for(game: RailGame, italian: Speaker) -> None:
    event = Event("buys_train", {"company": "SNCB", "train": "4-0", "price": 1300, "seller": "depot"})
    assert Speaker(game).event(event) == "SNCB buys a 4 train from the depot for £1,300"
    assert italian.event(event) == "Per £1.300 SNCB compra un treno 4 dal deposito"


def test_prompt_question_and_refusal_follow(italian: Speaker) -> None:
    assert italian.prompt() == "Posa o migliora una tessera"
    assert italian.question() == "Ada per SNCB: posa o migliora una tessera"
    refused = IllegalAction("token_in_hex", "4.4.2-b", company="SNCB", hex="J5")
    assert italian.refusal(refused) == "A Berlin SNCB ne ha già uno. 18EU 4.4.2-b"


@pytest.mark.parametrize(("count", "shares"), [(1, "1 azione a £90"), (2, "2 azioni a £180")])
def test_plurals_are_the_languages_own(italian: Speaker, count: int, shares: str) -> None:
    event = Event("issues", {"company": "SNCB", "count": count, "amount": 90 * count})
    assert italian.event(event) == f"SNCB vende {shares}"


def test_what_is_not_translated_stays_english(italian: Speaker) -> None:
    assert italian.event(Event("floats", {"company": "SNCB"})) == "SNCB floats"


def test_a_language_that_nobody_wrote_is_english(game: RailGame) -> None:
    assert Speaker(game, "eo").prompt() == "Lay or upgrade one tile"


def test_a_region_finds_its_language(game: RailGame, italian: Speaker, tmp_path: Path) -> None:
    assert Speaker(game, "it-CH", tmp_path).prompt() == "Posa o migliora una tessera"


def test_numbers_and_money() -> None:
    assert number(12000) == "12,000"
    assert number(-5) == "−5"
    assert money(-1060, "£{}") == "−£1,060"
    assert money(0, "{} M", ".") == "0 M"
    assert money(1234567, "£{}", ".") == "£1.234.567"
