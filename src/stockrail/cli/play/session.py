"""The game at the terminal: question, position, menu, commands, undo, and saving after every action."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from stockrail.bots import RandomBot
from stockrail.cli.pictures import market_text, market_view, svg_board, text_board
from stockrail.cli.play.menu import Choice, Entry, choices
from stockrail.cli.play.own_runs import read_run
from stockrail.cli.play.terminal import Quit, Terminal
from stockrail.cli.problems import refusal
from stockrail.cli.show import show_result
from stockrail.cli.summary import in_play, round_name, show_companies, show_summary, show_trains
from stockrail.cli.telling import told
from stockrail.core import Action, ActionRange, IllegalAction
from stockrail.rules.game import RailGame
from stockrail.rules.rounds import operating_company
from stockrail.words import Speaker

LOG_LINES = 20

HELP = """\
  1, 2, 3 …       take that line of the menu; "3 105" also answers the question that it would ask
  p               the position: players, companies, bank
  b               the board as text
  svg [FILE]      draw the board (default: board.svg)
  m               the share market
  c               all companies, with their names and homes
  t               trains: price, what is left, when they rust
  l [N]           the log, its last N lines
  u               undo the last action of a person, and what bots did after it
  s [FILE]        save a copy
  run 3 A10 B11 … run otherwise: a train and its hexes in order, a comma before the next train
  ?               this help
  q               quit; the game is saved"""


class Session:
    """One sitting."""

    def __init__(self, terminal: Terminal, game: RailGame, bots: frozenset[int], path: Path) -> None:
        self.terminal, self.screen = terminal, terminal.screen
        self.game = game
        self.bots = bots
        self.bot = RandomBot(game.seed + len(game.actions))
        self.path = path
        self.seen: object = None  # the position that was shown last
        self.commands: Mapping[str, Callable[[list[str]], None]] = {
            "p": lambda _: self._position(),
            "b": lambda _: self._board(),
            "svg": self._draw,
            "m": lambda _: self._market(),
            "c": lambda _: self._companies(),
            "t": lambda _: show_trains(self.screen, self.game),
            "l": self._log,
            "u": lambda _: self._undo(),
            "s": self._save_copy,
            "run": self._run,
            "?": lambda _: self.screen.raw(HELP),
            "q": lambda _: self._quit(),
        }

    def play(self) -> None:
        """Until somebody quits. The game is saved whatever happens."""
        self.game.save(self.path)
        try:
            while True:
                self._turn()
        except (Quit, KeyboardInterrupt):
            self.game.save(self.path)
        verb = "Read it with: stockrail export" if self.game.is_over else "Go on with: stockrail play"
        self.screen.line(f"The game is saved. {verb} {self.path}")

    def _turn(self) -> None:
        """One decision, or one line of the player that is none."""
        if self.game.is_over:
            self._ended()
        elif self.game.actor in self.bots:
            self._take(self.bot.choose(self.game))
        else:
            self._ask()

    def _ended(self) -> None:
        if self.seen != "over":
            self.seen = "over"
            show_result(self.screen, self.game)
        if self.bots >= set(range(len(self.game.players))):
            raise Quit
        self._obey(self.terminal.ask("p, b, m, l: look; u: undo; q: quit >").split(), [])

    # -- asking -----------------------------------------------------------------------------------------------------

    def _ask(self) -> None:
        """The question and the menu, then one line after the other until something has changed."""
        game, before = self.game, self.game.actions
        menu = game.legal_actions()
        shown = choices(game, menu)
        at_any_time = choices(game, game.legal_actions(game.actor)[len(menu) :])
        self._introduce()
        for number, choice in enumerate([*shown, *at_any_time], 1):
            self.screen.line(f"{number:>3}  {choice.label}", "dim" if number > len(shown) else "", hang=5)
        name = game.players[game.actor or 0]
        default = shown[0] if len(shown) == 1 else None
        while game.actions == before:
            hint = "Enter=1, ?=help" if default else "?=help"
            words = self.terminal.ask(f"{name} [{hint}] >").split()
            self._obey(words or ["1"] if default else words, [*shown, *at_any_time])

    def _introduce(self) -> None:
        """The position, unless nothing has changed in it but by the player's own action; then the question."""
        self.screen.line()
        if self._look() != self.seen:
            show_summary(self.screen, self.game)
            self.screen.line()
        else:
            self._show_subject()
        self.seen = self._look()
        self.screen.heading(Speaker(self.game).question())

    def _look(self) -> object:
        """What the summary is about, in short: a new one is due when it has changed."""
        purses = {holder: amount for holder, amount in self.game.state.cash.amounts.items() if amount}
        return round_name(self.game), self.game.phase.name, purses

    def _show_subject(self) -> None:
        """The company that the decision is about, as it stands now."""
        decision = self.game.decision
        subject = decision.subject(self.game) if decision else None
        if isinstance(subject, str) and subject in self.game.title.companies:
            show_companies(self.screen, self.game, [subject])

    def _obey(self, words: list[str], shown: list[Choice]) -> None:
        """A command, or a way down the menu."""
        if not words:
            return
        command = self.commands.get(words[0].lower())
        if command is not None:
            command(words[1:])
            return
        self._descend(words, shown)

    def _descend(self, words: list[str], shown: list[Choice]) -> None:
        choice = _find(words[0], shown)
        if choice is None:
            self.screen.line(f"There is no {words[0]!r} in the menu; ? helps.", "red")
        else:
            self._choose(choice, words[1:])

    def _choose(self, choice: Choice, rest: list[str]) -> None:
        if choice.entry is not None:
            self._enter(choice.entry, rest)
            return
        if not rest:
            for number, inner in enumerate(choice.inner, 1):
                self.screen.line(f"{number:>3}  {inner.label}", hang=5)
            rest = self.terminal.ask("Which? [Enter goes back] >").split()
        if rest:
            self._descend(rest, list(choice.inner))

    def _enter(self, entry: Entry, rest: list[str]) -> None:
        """An action, or the number that makes one of a range."""
        if not isinstance(entry, ActionRange):
            self._try(entry)
            return
        if len(entry) == 1:
            self._try(entry.lowest())
            return
        answer = rest[0] if rest else self.terminal.ask(f"{_span(self.game, entry)} >")
        if not answer:
            self._try(entry.lowest())
        elif answer.lstrip("-").isdecimal():
            self._try(entry.at(int(answer)))
        else:
            self.screen.line(f"{answer!r} is no number.", "red")

    # -- acting -----------------------------------------------------------------------------------------------------

    def _try(self, action: Action) -> None:
        try:
            self._take(action)
        except IllegalAction as error:
            self.screen.line(refusal(self.game, error), "red")

    def _take(self, action: Action) -> None:
        by_bot = action.player in self.bots
        current = self._look() == self.seen
        self.game.push(action)
        if current and action.player == self.game.actor and not by_bot:
            self.seen = self._look()  # the player knows what he did himself
        if not by_bot or self.game.actor not in self.bots:  # bots that follow one another are saved together
            self.game.save(self.path)
        for sentence, heading in told(self.game, self.game.last_events()):
            self.screen.line(f"  {sentence}", "bold" if heading else "dim" if by_bot else "green", hang=4)

    def _undo(self) -> None:
        """Back to the last decision of a person."""
        if not any(action.player not in self.bots for action in self.game.actions):
            self.screen.line("There is nothing to take back.", "red")
            return
        count = 0
        while True:
            count += 1
            if self.game.pop().player not in self.bots:
                break
        self.game.save(self.path)
        self.seen = None
        self.screen.line(f"Taken back: {count} {'action' if count == 1 else 'actions'}.")

    def _run(self, words: list[str]) -> None:
        """A run of the player's own."""
        company = operating_company(self.game)
        if company is None or self.game.actor is None:
            self.screen.line("No company operates now.", "red")
        else:
            self._try(read_run(self.game, self.game.actor, company, words))

    # -- looking ----------------------------------------------------------------------------------------------------

    def _position(self) -> None:
        show_summary(self.screen, self.game)

    def _board(self) -> None:
        self.screen.raw(text_board(self.game, self.screen.width, ansi=self.screen.colourful))

    def _draw(self, words: list[str]) -> None:
        path = Path(words[0]) if words else Path("board.svg")
        self._write(path, lambda: path.write_text(svg_board(self.game, round_name(self.game)), encoding="utf-8"))

    def _companies(self) -> None:
        speaker, title = Speaker(self.game), self.game.title
        for company in title.companies.values():
            home = f", home {speaker.hex(company.home[0])}" if company.home else ""
            self.screen.line(f"{company.id:>5}  {company.name}{home}")
        self.screen.line()
        show_companies(self.screen, self.game, in_play(self.game))

    def _market(self) -> None:
        self.screen.raw(market_text(market_view(self.game)))

    def _log(self, words: list[str]) -> None:
        count = int(words[0]) if words and words[0].isdecimal() else LOG_LINES
        for sentence, heading in list(told(self.game, self.game.log))[-count:]:
            self.screen.line(f"  {sentence}", "bold" if heading else "", hang=4)

    def _save_copy(self, words: list[str]) -> None:
        path = Path(words[0]) if words else self.path
        self._write(path, lambda: self.game.save(path))

    def _write(self, path: Path, write: Callable[[], object]) -> None:
        try:
            write()
            self.screen.line(f"Written: {path.resolve()}")
        except OSError as error:
            self.screen.line(f"{path}: {error.strerror or error}", "red")

    def _quit(self) -> None:
        raise Quit


def _find(word: str, shown: list[Choice]) -> Choice | None:
    """By number, or by key where that is clear."""
    if word.isdecimal() and 1 <= int(word) <= len(shown):
        return shown[int(word) - 1]
    found = [choice for choice in shown if choice.key.lower() == word.lower()]
    return found[0] if len(found) == 1 else None


def _span(game: RailGame, entry: ActionRange[Action]) -> str:
    steps = f" in steps of {entry.step}" if entry.step > 1 else ""
    return f"{entry.field.capitalize()}: {entry.low} to {entry.values()[-1]}{steps} [{entry.low}]"
