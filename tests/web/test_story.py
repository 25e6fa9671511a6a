"""A game told afterwards: the overview sheet, the end as an event, finished games in the lobby."""

from __future__ import annotations

import csv
import io
import re
from typing import Any

import pytest
from litestar.testing import TestClient
from tests.web.conftest import PAGE, Visitor
from tests.web.finished import NAMES, TITLES, finished, running

import stockrail
from stockrail.bots import RandomBot
from stockrail.rules.game import RailGame
from stockrail.rules.prices import price
from stockrail.web.story.moments import gains, leads, losses, revalued, swings_of
from stockrail.web.story.rounds import incomes, rounds_of
from stockrail.web.views.lines import Line, line_chart
from stockrail.web.views.overview import harmless
from stockrail.web.views.voice import Voice

Client = TestClient[Any]
# What brings players money that is no income: they give something for it, or it was theirs before.
NO_INCOME = frozenset({
    "sells", "buys_private", "deposit_comes_back", "gives_up_option", "sells_unexchanged", "takes_over",
    "exchanges_shares", "sells_card", "buys_card", "swaps_private", "shares_bonus", "money_back",
})  # fmt: skip


def replayed(save: bytes) -> RailGame:
    return stockrail.files.load_bytes(save)


def imported(visitor: Visitor, save: bytes, name: str = "") -> str:
    files = {"file": ("game.json", save, "application/json")}
    data = {"_csrf_token": visitor.token, "name": name}
    answer = visitor.client.post("/import", data=data, files=files, headers={"accept": "application/json"})
    assert answer.status_code == 200, answer.text
    return str(answer.json()["id"])


@pytest.mark.parametrize("title", TITLES)
def test_income_is_all_that_players_get_without_giving_anything(title: str) -> None:
    game, bot = stockrail.new(title, NAMES, seed=3), RandomBot(5)
    paid = 0
    for _ in range(420):
        before = [game.state.cash[seat] for seat in range(3)]
        game.push(bot.choose(game))
        events = game.last_events()
        if NO_INCOME & {event.kind for event in events}:
            continue
        got = [0, 0, 0]
        for event in events:
            for seat, amount in incomes(game, event):
                got[seat] += amount
        more = [game.state.cash[seat] - was for seat, was in enumerate(before)]
        assert [max(0, each) for each in more if each > 0] == [got[seat] for seat in range(3) if more[seat] > 0], events
        paid += sum(got)
    assert paid > 500


@pytest.mark.parametrize("title", TITLES)
def test_rounds_end_as_the_game_stood_then(title: str) -> None:
    game = replayed(finished(title))
    rounds = rounds_of(game)
    assert [round_.start for round_ in rounds[1:]] == [round_.end for round_ in rounds[:-1]]
    assert rounds[-1].end == game.ply
    assert rounds[-1].standing.worth == game.result().worth
    revenues = [turn.revenue for round_ in rounds for turn in round_.turns]
    assert sum(revenue > 0 for revenue in revenues) >= 2
    for round_ in reversed(rounds):
        while game.ply > round_.end:
            game.pop()
        assert round_.standing.cash == tuple(game.state.cash[seat] for seat in range(3))
        assert all(price(game, company) == told for company, told in round_.standing.prices.items())


@pytest.mark.parametrize("title", TITLES)
def test_turning_points_are_what_an_action_did_to_somebody(title: str) -> None:
    game = replayed(finished(title))
    swings = swings_of(game)
    up, down = gains(swings), losses(swings)
    assert 0 < len(up) <= 5
    assert 0 < len(down) <= 5
    assert [swing.change for swing in up] == sorted((swing.change for swing in up), reverse=True)
    assert max(swing.change for swing in swings) == up[0].change
    for swing in (up[0], down[0]):
        while game.ply > swing.at:
            game.pop()
        after = game.result().worth[swing.seat]
        action = game.actions[-1]
        game.pop()
        assert after - game.result().worth[swing.seat] == swing.change
        game.push(action)
        game = replayed(finished(title))


@pytest.mark.rule("1862:10.4-a")
def test_shares_that_count_more_at_the_same_price_are_named(visitor: Visitor) -> None:
    """A company's first train doubles what its shares count at the end; the log says nothing of it."""
    game = replayed(finished("1862"))
    up, down = gains(swings_of(game)), losses(swings_of(game))
    counted = revalued(game, [*up, *down])
    assert counted[up[0]] == {}, "a dividend explains itself"
    first = next(swing for swing in up if counted[swing])
    assert counted[first] == {"NGC": first.change}
    page = visitor.get(f"/game/{imported(visitor, finished('1862'))}/end").text
    told = re.sub("<[^>]+>", "", page)
    assert f"{game.players[first.seat]}’s shares of NGC count £{first.change} more" in told
    assert re.search(r"shares of WStI count £\d+ less", told)


def test_the_line_of_a_price_ends_where_a_company_closes() -> None:
    voice = Voice(replayed(running("1883")), "en")
    drawn = line_chart([Line("FMV", "red", [60, 40, None, None, 90, 95])], ["a", "b", "c", "d", "e", "f"], voice, "")
    assert str(drawn).count("<polyline") == 2


def test_what_somebody_buys_is_no_loss() -> None:
    game, bot = stockrail.new("18EU", NAMES, seed=3), RandomBot(5)
    while not any(event.kind == "wins_minor" for event in game.log):
        game.push(bot.choose(game))
    assert min(game.result().worth) < max(game.result().worth), "a minor counts nothing"
    assert losses(swings_of(game)) == []


def test_a_lead_that_changes_is_told_with_who_lost_it() -> None:
    game = replayed(finished("1862"))
    rounds = rounds_of(game)
    found = leads(rounds)
    assert found
    worth = {round_.end: round_.standing.worth for round_ in rounds}
    for lead in found:
        assert worth[lead.at][lead.seat] - max(w for s, w in enumerate(worth[lead.at]) if s != lead.seat) == lead.ahead
        assert lead.before != lead.seat


@pytest.mark.parametrize("text", ["=SUM(A1)", "+1", "-1", "@x", "\t=1", " =1", "|cmd", "%x", "\uff1d1"])
def test_no_name_in_a_file_is_a_formula(text: str) -> None:
    assert harmless(text) == f"'{text}"
    assert harmless(f"Ada {text}") == f"Ada {text}"


def rows_of(visitor: Visitor, game: str, table: str) -> list[list[str]]:
    answer = visitor.get(f"/game/{game}/csv/{table}")
    assert answer.status_code == 200
    assert "attachment" in answer.headers["content-disposition"]
    assert answer.text[0] == "\ufeff"
    return list(csv.reader(io.StringIO(answer.text[1:])))


@pytest.mark.parametrize("title", TITLES)
def test_the_sheet_as_a_file_says_what_the_rounds_say(visitor: Visitor, title: str) -> None:
    game, rounds = imported(visitor, running(title)), rounds_of(replayed(running(title)))
    heads, *rows = rows_of(visitor, game, "players")
    assert heads == ["Round", "Player", "Received", "Cash", "Worth"]
    assert len(rows) == 3 * len(rounds)
    names = [name.replace("=", "'=") for name in replayed(running(title)).players]
    assert [row[1] for row in rows[:3]] == names
    assert sum(int(row[2]) for row in rows) == sum(sum(round_.income) for round_ in rounds)
    heads, *rows = rows_of(visitor, game, "companies")
    assert heads[5:] == names
    earned = sum(int(row[2]) for row in rows if row[2])
    assert earned == sum(turn.revenue for round_ in rounds if round_.operating for turn in round_.turns)
    assert visitor.get(f"/game/{game}/csv/seats").status_code == 404


@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize("title", TITLES)
def test_the_overview_is_there_while_the_game_goes_on(
    visitor: Visitor, client: Client, title: str, language: str
) -> None:
    game = imported(visitor, running(title))
    page = client.get(f"/game/{game}/overview", headers={**PAGE, "accept-language": language}).text
    assert page.count('<svg class="lines"') == 3
    assert 'id="t-incomes"' in page
    assert ("Income of the players" if language == "en" else "Entrate dei giocatori") in page
    assert "/end" not in page
    moved = client.get(f"/game/{game}/end", headers=PAGE, follow_redirects=False)
    assert (moved.status_code, moved.headers["location"]) == (302, f"/game/{game}/overview")


def test_an_overview_before_anything_was_earned(visitor: Visitor) -> None:
    game = visitor.new_game("screen", "screen")
    assert "Nothing has been earned yet" in visitor.get(f"/game/{game}/overview").text
    assert rows_of(visitor, game, "companies")[1:] == []


@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize("title", TITLES)
def test_the_end_tells_who_won_and_leads_to_its_moments(
    visitor: Visitor, client: Client, title: str, language: str
) -> None:
    save = finished(title)
    result, name = replayed(save).result(), replayed(save).players
    game = imported(visitor, save)
    page = client.get(f"/game/{game}/end", headers={**PAGE, "accept-language": language}).text
    standing = re.findall(r'<th scope="row">\s*([^<]+?)\s*<', page)
    order = sorted(range(3), key=lambda seat: -result.worth[seat])
    assert standing == [name[seat] for seat in order]
    moments = [int(at) for at in re.findall(rf"/game/{game}\?at=(\d+)", page)]
    assert len(moments) > 12
    assert all(0 < at <= replayed(save).ply for at in moments)
    assert visitor.get(f"/game/{game}?at={moments[0]}").status_code == 200
    for words in ("Records of this table", "Largest gains") if language == "en" else ("I primati di questo tavolo",):
        assert words in page
    assert f'href="/game/{game}/end"' in visitor.get(f"/game/{game}").text


def test_finished_games_are_listed_with_winner_and_score(visitor: Visitor) -> None:
    game = imported(visitor, finished("1883"), "Sunday evening")
    result = replayed(finished("1883")).result()
    lobby = visitor.get("/").text
    assert f'href="/game/{game}/end"' in lobby
    winner = replayed(finished("1883")).players[result.winners[0]]
    row = lobby.partition(f'id="g-{game}"')[2].partition("</li>")[0]
    assert f"<b>{winner}</b>" in row
    assert f"{winner} L. {result.worth[result.winners[0]]:,}" in row


def test_finished_games_are_searched_by_title_table_and_player(visitor: Visitor, client: Client) -> None:
    old = imported(visitor, finished("1883"), "Sunday evening")
    new = imported(visitor, finished("18EU"), "100% Monday")
    unfinished = imported(visitor, running("18EU"), "Sunday running")

    def found(text: str) -> set[str]:
        page = client.get("/finished", params={"q": text}, headers=PAGE).text
        return {game for game in (old, new, unfinished) if f"/game/{game}/end" in page}

    assert found("") == {old, new}
    assert found("sunday") == {old}
    assert found("18eu") == {new}
    assert found("cy 1883") == {old}
    assert found("100%") == {new}
    assert found("Zoe") == found("1_0%") == set()
    client.cookies.clear()
    assert found("") == set()


def test_a_finished_game_that_was_put_away_is_found_no_more(visitor: Visitor) -> None:
    kept, archived = imported(visitor, finished("18EU"), "one"), imported(visitor, finished("18EU"), "two")
    assert visitor.post(f"/game/{archived}/archive").status_code == 200
    page = visitor.get("/finished").text
    assert kept in page and archived not in page


def test_more_finished_games_than_a_page_holds(
    visitor: Visitor, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("stockrail.web.store.finished.PAGE", 1)
    monkeypatch.setattr("stockrail.web.pages.finished.PAGE", 1)
    first, second = imported(visitor, finished("18EU"), "one"), imported(visitor, finished("18EU"), "two")
    page = visitor.get("/finished").text
    assert (second in page, first in page) == (True, False)
    older = re.findall(r'href="(\?[^"]*after=1)"', page)[0].replace("&amp;", "&")
    assert first in visitor.get(f"/finished{older}").text
    assert visitor.get("/finished?after=-1").status_code == 200
