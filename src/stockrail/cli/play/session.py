"""The game at the terminal: question, position, menu, commands, undo, and saving after every action."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from stockrail.bots.seated import chosen
from stockrail.cli.numbers import signed, whole
from stockrail.cli.play.menu import Choice, Entry, choices
from stockrail.cli.play.own_runs import read_run
from stockrail.cli.play.terminal import Quit, Terminal
from stockrail.cli.problems import Failure, refusal
from stockrail.cli.sheets import show_sheets
from stockrail.cli.show import refuse_to_draw_over, show_result
from stockrail.cli.summary import round_name, show_companies, show_summary, show_trains
from stockrail.cli.telling import told
from stockrail.core import CHANCE, Action, ActionRange, IllegalAction
from stockrail.draw.of_game import BOARD_LEGEND, MARKET_LEGEND, market_text, market_view, svg_board, text_board
from stockrail.rules.game import RailGame
from stockrail.rules.rounds import operating_company
from stockrail.rules.shares import companies_in_play
from stockrail.words import Speaker

LOG_LINES = 20
BACK = ("back", "-")

HELP = """\
  1, 2, 3 …       choose that line of the menu; "3 105" also answers the question that follows
  pass, J7 …      choose a line by its hex, company or train; a number always means a line
  !1              choose a line that is always available
  menu            show the question and the menu again; so does Enter where there is no default
  back or -       go back from a question to the menu
  p               the position: players, companies, bank
  b               the board as text
  svg [FILE]      draw the board (default: board.svg)
  m               the stock market
  c               all companies, with their names and homes
  t               trains: price, what is left, when they rust
  k               what lies beside the board: cards, concessions, events
  l [N]           the last N lines of the log
  u               undo the last action by a person, and what bots did after it
  s [FILE]        save a copy
  run 3 A10 B11 … run your own route: a train and its hexes in order, a comma before the next train
  ?               this help
  q               quit; the game is saved"""


class Session:
    """One sitting."""

    def __init__(self, terminal: Terminal, game: RailGame, bots: Mapping[int, str], path: Path) -> None:
        self.terminal, self.screen = terminal, terminal.screen
        self.game = game
        self.bots = bots  # their levels by seat
        self.path = path
        self.finished = game.is_over and path.exists()  # the file of a finished game stays as it is
        self.saved = True  # whether the file holds the game as it stands
        self.written = _mark(path)  # how the file looked when it was written or read last
        self.seen: object = None  # the position that was shown last
        self.shown: list[Choice] = []  # the menu
        self.asked = 0  # how many of its lines answer the question; the others are there at any time
        self.commands: Mapping[str, Callable[[list[str]], None]] = {
            "p": lambda _: self._position(),
            "b": lambda _: self._board(),
            "svg": self._draw,
            "m": lambda _: self._market(),
            "c": lambda _: self._companies(),
            "t": lambda _: show_trains(self.screen, self.game),
            "k": lambda _: show_sheets(self.screen, self.game),
            "l": self._log,
            "u": lambda _: self._undo(),
            "s": self._save_copy,
            "run": self._run,
            "menu": lambda _: self._show_again(),
            "?": lambda _: self.screen.raw(HELP),
            "help": lambda _: self.screen.raw(HELP),
            "q": lambda _: self._quit(),
            "quit": lambda _: self._quit(),
        }

    def play(self) -> bool:
        """Until somebody quits. The game is saved whatever happens; returns whether that went well."""
        if not self.finished:
            self._write_game()
        try:
            while True:
                self._turn()
        except (Quit, KeyboardInterrupt):
            self._save()
        if not self.saved:
            return False
        verb = "Read it with: stockrail export" if self.game.is_over else "Continue with: stockrail play"
        self.screen.line(f"The game is saved. {verb} {self.path}")
        return True

    def _turn(self) -> None:
        """One decision, or one line of the player that is none."""
        if self.game.is_over:
            self._ended()
        elif self._plays_itself(self.game.actor):
            self._take(self._choice())
        else:
            self._ask()

    def _choice(self) -> Action:
        """What a bot does, or what chance brings."""
        seat = self.game.actor
        return self.game.draw() if seat == CHANCE or seat is None else chosen(self.game, self.bots[seat]).action

    def _plays_itself(self, seat: int | None) -> bool:
        """Whether nobody is asked: a bot acts, or chance."""
        return (seat == CHANCE and not self.game.real_dice) or seat in self.bots

    def _ended(self) -> None:
        if self.seen != "over":
            self.seen = "over"
            show_result(self.screen, self.game)
        if self.bots.keys() >= set(range(len(self.game.players))):
            raise Quit
        self.shown, self.asked = [], 0
        self._obey(self.terminal.ask("p, b, m, l: look; u: undo; q: quit >").split())

    # -- asking -----------------------------------------------------------------------------------------------------

    def _ask(self) -> None:
        """The question and the menu, then one line after the other until something has changed."""
        game, before = self.game, self.game.actions
        menu = game.legal_actions()
        self.shown = choices(game, menu)
        self.asked = len(self.shown)
        self.shown += choices(
            game, [entry for entry in game.legal_actions(game.actor)[len(menu) :] if entry not in menu]
        )
        self._introduce()
        self._show_menu()
        name = "Real dice" if game.waits_for_dice else game.players[game.actor or 0]
        default = self.asked == 1 and not self.shown[0].gives
        while game.actions == before:
            hint = "Enter=1, ?=help" if default else "?=help"
            words = self.terminal.ask(f"{name} [{hint}] >").split()
            self._obey(words or ["1"] if default else words)

    def _show_menu(self) -> None:
        """The question, then its answers and what may be done at any time."""
        self.screen.heading(Speaker(self.game).question())
        for number, choice in enumerate(self.shown, 1):
            later = number > self.asked
            name = f"!{number - self.asked}" if later else str(number)
            self.screen.line(f"{name:>3}  {choice.label}", "dim" if later else "", hang=5)

    def _show_again(self) -> None:
        """What the player is asked; at the end of the game how it ended."""
        if self.game.is_over:
            self.seen = None
        else:
            self._show_menu()

    def _introduce(self) -> None:
        """The position, unless nothing has changed in it but by the player's own action."""
        self.screen.line()
        if self._look() != self.seen:
            show_summary(self.screen, self.game)
            self.screen.line()
        else:
            self._show_subject()
        self.seen = self._look()

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

    def _obey(self, words: list[str], inner: Sequence[Choice] = ()) -> None:
        """A command, or a way down the menu or a part of it."""
        if not words or words[0].lower() in BACK:
            self._show_again()
            return
        command = self.commands.get(words[0].lower())
        if command is not None:
            command(words[1:])
            return
        if words[0].startswith("!"):  # lines of their own, so that no slip of a number takes one
            self._descend([words[0][1:], *words[1:]], self.shown[self.asked :])
        else:
            self._descend(words, inner or self.shown[: self.asked])

    def _descend(self, words: list[str], shown: Sequence[Choice]) -> None:
        choice = _find(words[0], shown)
        if choice is None:
            self.screen.line(f"{words[0]!r} is not in the menu; type ? for help.", "red")
        else:
            self._choose(choice, words[1:])

    def _choose(self, choice: Choice, rest: list[str]) -> None:
        if choice.entry is not None:
            self._enter(choice.entry, rest)
            return
        if not rest:
            for number, inner in enumerate(choice.inner, 1):
                self.screen.line(f"{number:>3}  {inner.label}", hang=5)
            self._obey(self.terminal.ask("Which? [Enter goes back] >").split(), choice.inner)
        else:
            self._descend(rest, choice.inner)

    def _enter(self, entry: Entry, rest: list[str]) -> None:
        """An action, or the number that makes one of a range."""
        if not isinstance(entry, ActionRange):
            self._try(entry)
            return
        if len(entry) == 1:
            self._try(entry.lowest())
            return
        answer = rest[0] if rest else self.terminal.answer(f"{_span(entry)} >", "Type a number, or back for the menu.")
        number = signed(answer) if answer else entry.low
        if number is not None:
            self._try(entry.at(number))
        elif answer.lower() in BACK:
            self._show_again()
        else:
            self.screen.line(f"{answer!r} is not a number.", "red")

    # -- acting -----------------------------------------------------------------------------------------------------

    def _try(self, action: Action) -> None:
        try:
            self._take(action)
        except IllegalAction as error:
            self.screen.line(refusal(self.game, error), "red")

    def _take(self, action: Action) -> None:
        by_bot = self._plays_itself(action.player)
        current = self._look() == self.seen
        self.game.push(action)
        if current and action.player == self.game.actor and not by_bot:
            self.seen = self._look()  # the player knows their own action
        if not by_bot or not self._plays_itself(self.game.actor):  # bots that follow one another are saved together
            self._save()
        for sentence, heading in told(self.game, self.game.last_events()):
            self.screen.line(f"  {sentence}", "bold" if heading else "dim" if by_bot else "green", hang=4)

    def _undo(self) -> None:
        """Back to the last decision of a person."""
        if all(self._plays_itself(action.player) for action in self.game.actions):
            self.screen.line("There is nothing to undo.", "red")
            return
        if self.finished:
            self.finished, finished = False, self.path
            self.path = _beside(finished)
            self.screen.line(f"The finished game stays in {finished}; this one continues in {self.path}")
        count = 0
        while True:
            count += 1
            if not self._plays_itself(self.game.pop().player):
                break
        self._save()
        self.seen = None
        self.screen.line(f"Undone: {count} {'action' if count == 1 else 'actions'}.")

    def _save(self) -> None:
        """To the game's own file. A full disk is no reason to stop playing."""
        if self.finished:
            return
        if _mark(self.path) not in (None, self.written):
            theirs, self.path = self.path, _beside(self.path)
            self.screen.line(f"Another program has written {theirs}; this game continues in {self.path}", "bold red")
        try:
            self._write_game()
        except OSError as error:
            self.saved = False
            self.screen.line(
                f"The game is NOT saved. {self.path}: {error.strerror or error}. 's FILE' saves elsewhere.", "bold red"
            )

    def _write_game(self) -> None:
        self.game.save(self.path)
        self.written = _mark(self.path)
        self.saved = True

    def _run(self, words: list[str]) -> None:
        """A run of the player's own."""
        company = operating_company(self.game)
        if company is None or self.game.actor is None:
            self.screen.line("No company is operating now.", "red")
        else:
            self._try(read_run(self.game, self.game.actor, company, words))

    # -- looking ----------------------------------------------------------------------------------------------------

    def _position(self) -> None:
        show_summary(self.screen, self.game)

    def _board(self) -> None:
        self.screen.raw(text_board(self.game, self.screen.width, ansi=self.screen.colourful))
        self.screen.raw(BOARD_LEGEND)

    def _draw(self, words: list[str]) -> None:
        path = Path(words[0]) if words else Path("board.svg")
        try:
            refuse_to_draw_over(path, self.path)
        except Failure as error:
            self.screen.line(str(error), "red")
            return
        self._write(path, lambda: path.write_text(svg_board(self.game, round_name(self.game)), encoding="utf-8"))

    def _companies(self) -> None:
        speaker, title = Speaker(self.game), self.game.title
        for company in title.companies.values():
            home = f", home {speaker.hex(company.home[0])}" if company.home else ""
            self.screen.line(f"{company.id:>5}  {company.name}{home}")
        self.screen.line()
        show_companies(self.screen, self.game, companies_in_play(self.game))

    def _market(self) -> None:
        self.screen.raw(market_text(market_view(self.game)))
        self.screen.raw(MARKET_LEGEND)

    def _log(self, words: list[str]) -> None:
        count = (whole(words[0]) if words else None) or LOG_LINES
        for sentence, heading in list(told(self.game, self.game.log))[-count:]:
            self.screen.line(f"  {sentence}", "bold" if heading else "", hang=4)

    def _save_copy(self, words: list[str]) -> None:
        path = Path(words[0]) if words else self.path
        other = path.exists() and not (self.path.exists() and path.samefile(self.path))
        if other and not self.terminal.yes(f"{path} exists. Overwrite it?", default=False):
            return
        self._write(path, lambda: self.game.save(path))

    def _write(self, path: Path, write: Callable[[], object]) -> None:
        try:
            write()
            self.screen.line(f"Written: {path.resolve()}")
        except OSError as error:
            self.screen.line(f"{path}: {error.strerror or error}", "red")

    def _quit(self) -> None:
        raise Quit


def _find(word: str, shown: Sequence[Choice]) -> Choice | None:
    """By number, or by key where that is clear. A number is always a line's: 12 is never the company 12."""
    if word.isdecimal():
        number = whole(word) or 0
        return shown[number - 1] if 1 <= number <= len(shown) else None
    found = [choice for choice in shown if choice.key.lower() == word.lower()]
    return found[0] if len(found) == 1 else None


def _mark(path: Path) -> tuple[int, int] | None:
    """Tells whether a file is still the one that was written: every save is a new file."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_ino, found.st_mtime_ns


def _beside(path: Path) -> Path:
    """A file that does not exist yet, with nearly the same name."""
    return next(new for n in range(2, 10**6) if not (new := path.with_name(f"{path.stem}-{n}{path.suffix}")).exists())


def _span(entry: ActionRange[Action]) -> str:
    steps = f" in steps of {entry.step}" if entry.step > 1 else ""
    return f"{entry.field.capitalize()}: {entry.low} to {entry.values()[-1]}{steps} [Enter={entry.low}, back=menu]"
