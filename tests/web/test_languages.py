"""English and Italian are complete, on the pages and in the log."""

from __future__ import annotations

import gettext
import re
import string
from typing import Any

import pytest

pytest.importorskip("babel", reason="Babel is not installed")

from litestar.testing import TestClient
from markupsafe import Markup
from tests.web.catalogues import read, wanted
from tests.web.conftest import Visitor

from stockrail.titles import all_titles
from stockrail.web.language import available
from stockrail.web.views.table import rules_of
from stockrail.words.naming import DOMAIN, LOCALE

LANGUAGE = "it"
NAME = re.compile(r"<\w+[^>]*>")


def fields(text: str) -> set[str]:
    """The names in braces; a capital is a matter of the sentence."""
    return {name.lower() for _, name, _, _ in string.Formatter().parse(text) if name}


def test_no_message_lacks_its_italian() -> None:
    known = {
        (message.context, message.id if isinstance(message.id, str) else message.id[0]): message
        for message in read(LANGUAGE)
    }
    missing = [first for (context, first) in wanted() if (context, first) not in known]
    empty = [first for (_, first), message in known.items() if first and not all([*_forms(message.string)])]
    assert missing + empty == [], "bring the catalogue up to date: python -m tests.web.catalogues it"


def _forms(text: Any) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text)


def test_translations_name_the_same_things() -> None:
    for message in read(LANGUAGE):
        if not message.id:
            continue
        for said, meant in zip(_forms(message.string), _forms(message.id), strict=False):
            assert fields(said) == fields(meant), message.id
            assert len(NAME.findall(said)) == len(NAME.findall(meant)), message.id


def test_the_compiled_catalogue_is_that_of_the_text() -> None:
    spoken = gettext.translation(DOMAIN, LOCALE, [LANGUAGE])
    for message in read(LANGUAGE):
        if isinstance(message.id, str) and message.id and not message.context:
            assert spoken.gettext(message.id) == message.string, "compile it: python -m tests.web.catalogues it"


def test_a_browser_is_spoken_to_in_its_language(visitor: Visitor, client: TestClient[Any]) -> None:
    page = client.get("/", headers={"accept": "text/html", "accept-language": "de,it-IT;q=0.8,en;q=0.5"}).text
    assert '<html lang="it">' in page
    assert "Nuova partita" in page
    assert "New game" not in page
    page = client.get("/", headers={"accept": "text/html", "accept-language": "de"}).text
    assert "New game" in page


def test_the_switch_holds_for_log_prompts_money_and_refusals(visitor: Visitor, client: TestClient[Any]) -> None:
    game = visitor.new_game("screen", "screen")
    visitor.act(game, 0, '{"type":"Select","player":0,"item":"1"}')
    answer = client.post(
        "/language",
        data={"_csrf_token": visitor.token, "language": "it", "back": f"/game/{game}"},
        follow_redirects=False,
    )
    assert (answer.status_code, answer.headers["location"]) == (303, f"/game/{game}")
    page = Markup(visitor.get(f"/game/{game}").text).striptags()
    for text in ("Ada mette all’asta", "Apri l’asta o rifiuta", "£10.500", "Vendita iniziale", "Tocca a te"):
        assert text in page, text
    refused = visitor.act(game, 1, '{"type":"Bid","player":0,"item":"1","price":103}')
    assert "le offerte devono essere multipli di" in refused.json()["detail"]
    client.cookies.delete("language")


@pytest.mark.parametrize("back", ["https://example.com", "//example.com", "javascript:alert(1)", ""])
def test_the_switch_leads_nowhere_else(visitor: Visitor, client: TestClient[Any], back: str) -> None:
    fields = {"_csrf_token": visitor.token, "language": "en", "back": back}
    answer = client.post("/language", data=fields, follow_redirects=False)
    assert answer.headers["location"] == "/"
    client.cookies.delete("language")


@pytest.mark.parametrize("title", all_titles())
@pytest.mark.parametrize("language", [language for language in available() if language != "en"])
def test_every_rule_has_its_text_in_every_language(title: str, language: str) -> None:
    english, other = rules_of(title, "en"), rules_of(title, language)
    assert list(other) == list(english)
    assert not [id_ for id_, text in other.items() if text == english[id_] and len(text.split()) > 4]
