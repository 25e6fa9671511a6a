"""Why a bot chose what it chose, in sentences."""

from __future__ import annotations

from collections.abc import Mapping

import stockrail
from stockrail.bots import Thought
from stockrail.bots.prospects import FEATURES
from stockrail.bots.registry import OURS
from stockrail.core import Action
from stockrail.rules.actions import Pass, Select
from stockrail.words import Speaker
from stockrail.words.bots import BOTS, LEVELS
from stockrail.words.why import why

CHOSEN, OTHER = Select(0, "1"), Select(0, "2")


def said(chosen: Mapping[str, float], *others: tuple[Action, Mapping[str, float]], language: str = "en") -> list[str]:
    game = stockrail.new("18EU", ["Ada", "Ben"], seed=1, seats="given")
    thoughts = [Thought(action, sum(parts.values()), parts) for action, parts in ((CHOSEN, chosen), *others)]
    found = why(Speaker(game, language), thoughts)
    return [found.chosen, *found.others]


def test_every_part_of_our_bots_sums_and_every_level_has_words() -> None:
    parts = [*FEATURES, "others"]
    assert [part for part in parts for more in ("", " more") if f"reason name={part}{more}" not in BOTS] == []
    assert [level.name for level in OURS if level.name not in LEVELS] == []


def test_an_alternative_is_told_with_what_speaks_against_it_and_what_for_it() -> None:
    lines = said({"dividends": 84, "cash": 10}, (OTHER, {"dividends": 20, "cash": 40, "treasury": -30}))
    assert lines == [
        "Ada chose: Auction 1 Chemin de Fer du Nord",
        "Auction 2 État Belge instead: about £64 worse, with £64 less in dividends to come"
        " and £30 less of its companies’ money, but £30 more in hand",
    ]


def test_what_costs_less_is_better() -> None:
    """Trains to buy are a negative part: less of it is more."""
    assert "£40 more needed for a first train" in said({"need": -10}, (OTHER, {"need": -50}))[1]


def test_small_differences_are_left_out_and_no_more_than_two_on_each_side_are_told() -> None:
    other = {"dividends": -50, "growth": -40, "cash": -30, "worth": -2}
    assert said({}, (OTHER, other))[1].endswith(
        "about £122 worse, with £50 less in dividends to come and £40 less from rising share prices"
    )


def test_a_part_without_words_is_called_by_its_name() -> None:
    assert said({"dump_risk": 30}, (OTHER, {}))[1].endswith("about £30 worse, with £30 less for dump risk")


def test_what_is_as_good_or_better_by_the_bots_own_figures_is_told_as_such() -> None:
    assert said({"cash": 5}, (OTHER, {"cash": 5.3}))[1].endswith("instead: about as good")
    assert said({"cash": 5}, (OTHER, {"cash": 25}))[1].endswith("about £20 better, by its own figures")


def test_a_choice_without_alternatives_says_so() -> None:
    assert said({"cash": 5})[1] == "It saw nothing else worth considering"


def test_it_is_told_in_italian() -> None:
    (_, line) = said({"dividends": 84}, (Pass(0), {}), language="it")
    assert line.endswith("invece: circa £84 in meno, con £84 in meno di dividendi futuri")
