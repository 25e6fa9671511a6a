"""Bots are found by name: Stockrail's own, installed ones, and those that somebody registers."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import stockrail
from stockrail.bots import Bot, BrokenBot, RandomBot, Thought, UnknownBot, bot, levels, register
from stockrail.bots.registry import OURS, _installed, strongest_cheap


def test_a_bot_is_made_by_its_name_and_a_seed_decides_what_it_does() -> None:
    game = stockrail.new("18EU", ["Ada", "Ben", "Cy"], seed=4)
    chosen = [bot("random", seed=7).choose(game) for _ in range(5)]
    assert chosen == [RandomBot(7).choose(game)] * 5
    assert len({str(bot("random", seed=seed).choose(game)) for seed in range(9)}) > 1


def test_a_random_bot_has_no_thoughts() -> None:
    made = bot("random")
    assert isinstance(made, Bot)
    assert made.explain() == ()


def test_a_thought_says_what_an_action_is_worth_and_why() -> None:
    thought = Thought(stockrail.actions.Pass(0), 120.0, {"cash": 100.0, "shares": 20.0})
    assert sum(thought.parts.values()) == thought.value
    assert not Thought(stockrail.actions.Pass(0), 1.0).parts


@pytest.mark.parametrize("level", OURS, ids=lambda level: level.name)
def test_each_of_our_bots_has_a_sentence_a_version_and_can_be_made(level: Any) -> None:
    made = bot(level.name, seed=1)
    assert made.name == level.name
    assert level.text and getattr(made, "version", "")


def test_our_bots_are_listed_from_weakest_to_strongest_and_one_is_fast_enough_for_tests() -> None:
    names = [level.name for level in levels()]
    assert names[: len(OURS)] == [level.name for level in OURS] and names[0] == "random"
    assert strongest_cheap().cheap


def test_an_unknown_name_is_refused_with_the_known_ones_and_the_nearest() -> None:
    with pytest.raises(UnknownBot, match=r"no bot 'rndom'; the bots are random.*did you mean 'random'"):
        bot("rndom")
    with pytest.raises(UnknownBot, match=r"no bot 'zebra'; the bots are random(?!.*did you mean)"):
        bot("zebra")


# -- arguments ----------------------------------------------------------------------------------------------------


class Tuned(RandomBot):
    """A bot with arguments of every type."""

    def __init__(
        self, seed: int, work: int = 10, share: float | None = None, bold: bool = False, word: str = ""
    ) -> None:
        super().__init__(seed)
        self.arguments = (work, share, bold, word)


def test_arguments_of_a_spec_have_the_types_that_the_bot_declares() -> None:
    register("tuned")(Tuned)
    made: Any = bot("tuned: work = 4000 :share=0.5:bold=true:word=hello")
    assert made.arguments == (4000, 0.5, True, "hello")
    assert bot("tuned:work=3").arguments == (3, None, False, "")  # type: ignore[attr-defined]


def test_arguments_without_a_declared_type_have_that_of_their_default() -> None:
    @register("plain")
    def plain(seed, depth=2, name="x", **more):  # type: ignore[no-untyped-def]
        made = RandomBot(seed)
        made.weights = {"depth": depth, "name": name}
        return made

    assert bot("plain:depth=5:name=7").weights == {"depth": 5, "name": "7"}  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("tuned:wrk=3", "no argument 'wrk'; it takes work, share, bold, word"),
        ("tuned:seed=3", "no argument 'seed'"),
        ("random:weights=3", "no argument 'weights'; it takes none"),
        ("tuned:work=many", "work .* must be a whole number, not 'many'"),
        ("tuned:share=much", "share .* must be a number, not 'much'"),
        ("tuned:bold=perhaps", "bold .* must be true or false, not 'perhaps'"),
        ("tuned:4000", "arguments must be NAME=VALUE .* not '4000'"),
        ("tuned:work=", "arguments must be NAME=VALUE"),
        ("tuned:work=1:work=2", "work is given twice"),
        ("", "no bot ''"),
    ],
)
def test_a_wrong_argument_is_refused_in_words(spec: str, said: str) -> None:
    register("tuned")(Tuned)
    with pytest.raises(UnknownBot, match=said):
        bot(spec)


# -- one's own ----------------------------------------------------------------------------------------------------


def test_a_registered_bot_is_listed_with_the_first_line_of_its_docstring_unless_told_otherwise() -> None:
    register("tuned")(Tuned)
    register("other", "another sentence")(Tuned)
    told = {level.name: level.text for level in levels()}
    assert (told["tuned"], told["other"]) == ("A bot with arguments of every type", "another sentence")


@pytest.mark.parametrize("name", ["", "a:b", "a,b", "a=b", " a", "random"])
def test_names_that_a_spec_could_not_hold_or_that_are_ours_are_refused(name: str) -> None:
    with pytest.raises(BrokenBot, match=r"cannot name a bot|Stockrail's own"):
        register(name)(Tuned)


def test_a_name_is_given_once_but_its_own_module_may_give_it_again() -> None:
    register("tuned")(Tuned)
    register("tuned")(type("Again", (Tuned,), {"__module__": __name__}))
    with pytest.raises(BrokenBot, match="already a bot called 'tuned'"):
        register("tuned")(type("Foreign", (Tuned,), {"__module__": "elsewhere"}))


@pytest.mark.parametrize(
    ("maker", "said"),
    [
        (lambda seed: 1 / 0, "cannot be made: ZeroDivisionError"),
        (lambda seed: "no bot", r"lacks a name, choose\(game\) or explain"),
        (lambda: RandomBot(1), "cannot be made: TypeError.*seed"),
    ],
)
def test_a_bot_that_cannot_be_made_says_why(maker: Any, said: str) -> None:
    register("broken")(maker)
    with pytest.raises(BrokenBot, match=said):
        bot("broken")


# -- installed ones -----------------------------------------------------------------------------------------------


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A package with two bots, one of which cannot be imported, and one that takes a name of ours."""
    (tmp_path / "clever_bots.py").write_text(
        "from stockrail.bots import RandomBot\nclass Clever(RandomBot):\n    name = 'clever'\n", encoding="utf-8"
    )
    about = tmp_path / "clever_bots-1.2.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: clever-bots\nVersion: 1.2\n", encoding="utf-8")
    (about / "entry_points.txt").write_text(
        "[stockrail.bots]\nclever = clever_bots:Clever\nlame = no_such_module:Bot\nrandom = clever_bots:Clever\n",
        encoding="utf-8",
    )
    monkeypatch.syspath_prepend(tmp_path)
    _installed.cache_clear()
    yield
    _installed.cache_clear()
    sys.modules.pop("clever_bots", None)


@pytest.mark.usefixtures("installed")
def test_installed_bots_are_found_and_a_broken_one_hurts_only_who_asks_for_it() -> None:
    assert bot("clever", seed=3).name == "clever"
    (level,) = (level for level in levels() if level.name == "clever")
    assert (level.text, level.version) == ("from clever-bots", "1.2")
    with pytest.raises(BrokenBot, match="'lame' cannot be loaded: ModuleNotFoundError"):
        bot("lame")


@pytest.mark.usefixtures("installed")
def test_an_installed_bot_does_not_take_the_place_of_ours() -> None:
    assert type(bot("random")) is RandomBot
