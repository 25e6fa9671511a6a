"""The commands: what each takes and says of itself. What it does is in a module of its own, imported on demand."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import App, CycloptsError, Parameter

from stockrail.cli.problems import DIFFERENCE, INTERRUPTED, USAGE, Failure, of_file
from stockrail.core import StockrailError, UnknownChoice
from stockrail.files import FileError
from stockrail.titles import HINT, UnknownTitle

NAMES = Parameter(consume_multiple=True, negative=())
FLAG = Parameter(negative=())

GameFile = Annotated[Path, Parameter(help="A save file, or a game log from 18xx.games.")]
At = Annotated[
    int | None, Parameter(help="Go to the position after action N, as the pages number them; 0 is the beginning.")
]
Recover = Annotated[bool, Parameter(negative=(), help="Use the readable part of a damaged file.")]
AsJson = Annotated[bool, Parameter(name="--json", negative=(), help="Write JSON.")]
TitleName = Annotated[str, Parameter(help="A title's name; `stockrail titles` lists them.")]
Players = Annotated[tuple[str, ...], NAMES, Parameter(help="Players' names in seat order, or how many players.")]
Options = Annotated[tuple[str, ...], NAMES, Parameter(name="--option", help="Game options, by name.")]
Preset = Annotated[str | None, Parameter(help="A set of rulings, such as 18xx.games; by default, the rulebook's.")]
Rulings = Annotated[tuple[str, ...], NAMES, Parameter(name="--ruling", help="Individual rulings, as NAME=ANSWER.")]
Seed = Annotated[int | None, Parameter(help="The seed of all random draws; by default, a random one.")]
Seats = Annotated[Literal["drawn", "given"], Parameter(help="Draw seats from the seed, or keep the given order.")]
Facts = Annotated[Path | None, Parameter(help="A file of changed facts: path = value, as TOML or JSON.")]
FirstSeed = Annotated[int, Parameter(help="The seed of the first game; later games use the next ones.")]
Out = Annotated[
    Path | None,
    Parameter(help="A folder for records and saves. The same command continues a run that was interrupted."),
]
Ray = Annotated[str | None, Parameter(help="Play on a Ray cluster: auto, HOST:PORT, or local.")]
Code = Annotated[tuple[Path, ...], NAMES, Parameter(help="Python files with bots of your own.")]
RealDice = Annotated[bool, FLAG, Parameter(help="Enter the results of real dice, cards and lots yourself.")]

app = App(
    name="stockrail",
    help="Stockrail plays 18xx railway games. Start with: stockrail serve, or stockrail play",
    help_format="plaintext",
    version_flags=["--version"],
    print_error=False,
    exit_on_error=False,
    result_action="return_value",
    suppress_keyboard_interrupt=False,
    default_parameter=Parameter(show_default=False),
)


@app.command(sort_key=1)
def play(  # noqa: PLR0913 - the flags of a command
    file: Annotated[Path | None, Parameter(help="A game to continue: a save file or an 18xx.games log.")] = None,
    /,
    *,
    title: Annotated[str | None, Parameter(help="The title to play.")] = None,
    players: Annotated[tuple[str, ...], NAMES, Parameter(help="Names in seat order; 'bot' is a bot.")] = (),
    bot: Annotated[
        tuple[str, ...], NAMES, Parameter(help="Bots: their names, or how many; 'Cy:random' with a level.")
    ] = (),
    option: Options = (),
    preset: Preset = None,
    ruling: Rulings = (),
    seed: Seed = None,
    seats: Seats = "drawn",
    facts: Facts = None,
    real_dice: RealDice = False,
    save: Annotated[Path | None, Parameter(help="Where to save after every action.")] = None,
    recover: Recover = False,
) -> int:
    """Play a game at this terminal, with people and bots.

    Asks for anything not given: title, players, options. The game is saved after every action.
    """
    from stockrail.cli.games import Order
    from stockrail.cli.play.start import play_game

    order = Order(title or "", players, option, preset, ruling, seed, seats, facts, real_dice)
    return play_game(order, bot, file, save, recover)


@app.command(sort_key=1)
def serve(  # noqa: PLR0913
    *,
    host: Annotated[str, Parameter(help="The address to listen on; 0.0.0.0 accepts other computers.")] = "127.0.0.1",
    port: Annotated[int, Parameter(help="The port; 0 picks a free one.")] = 1830,
    data: Annotated[Path | None, Parameter(help="The folder for games; by default, your user data folder.")] = None,
    database: Annotated[str, Parameter(help="A database URL, instead of a file in that folder.")] = "",
    browser: Annotated[bool, Parameter(help="Open the browser, if there is one.")] = True,
    secure: Annotated[
        bool, Parameter(help="The server is reached over https: send cookies over https only.", negative="")
    ] = False,
    proxy: Annotated[
        str, Parameter(help="The address of a reverse proxy, trusted to report visitors' addresses.")
    ] = "",
    new_database: Annotated[bool, FLAG, Parameter(help="Start with an empty database if the old one is lost.")] = False,
    new_secret: Annotated[bool, FLAG, Parameter(help="Make a new secret if the old one is lost.")] = False,
) -> int:
    """Play in the browser: start the server and open its page."""
    from stockrail.cli.serving import Wish, serve_games

    return serve_games(Wish(host, port, data, database, browser, secure, proxy, new_database, new_secret))


@app.command(sort_key=2)
def titles(
    name: Annotated[str | None, Parameter(help="Show one title in detail.")] = None, /, *, json: AsJson = False
) -> int:
    """List the titles, with their options, presets and rulings."""
    from stockrail.cli.games import show_titles

    return show_titles(name, json)


@app.command(sort_key=2)
def facts(
    title: TitleName,
    words: Annotated[tuple[str, ...], Parameter(help="Only values whose path contains all these words.")] = (),
    /,
    *,
    json: AsJson = False,
) -> int:
    """List a title's values by path: prices, tiles, hexes. Games can change them with --facts."""
    from stockrail.cli.facts import show_facts

    return show_facts(title, words, json)


@app.command(sort_key=3)
def new(  # noqa: PLR0913
    title: TitleName,
    file: Annotated[Path, Parameter(help="The save file to write.")],
    /,
    *,
    players: Players,
    option: Options = (),
    preset: Preset = None,
    ruling: Rulings = (),
    seed: Seed = None,
    seats: Seats = "drawn",
    facts: Facts = None,
    real_dice: RealDice = False,
    force: Annotated[bool, FLAG, Parameter(help="Overwrite an existing file.")] = False,
) -> int:
    """Create the save file of a new game."""
    from stockrail.cli.games import Order, new_save

    return new_save(Order(title, players, option, preset, ruling, seed, seats, facts, real_dice), file, force)


@app.command(sort_key=4)
def show(
    file: GameFile,
    /,
    *,
    at: At = None,
    board: Annotated[bool, FLAG, Parameter(help="Also show the board as text.")] = False,
    market: Annotated[bool, FLAG, Parameter(help="Also show the stock market.")] = False,
    svg: Annotated[Path | None, Parameter(help="Write a picture of the board to this file.")] = None,
    recover: Recover = False,
) -> int:
    """Show a position: who has what, and what the game is waiting for."""
    from stockrail.cli.show import Parts, show_position

    return show_position(file, at, Parts(board, market, svg), recover)


@app.command(sort_key=5)
def export(
    file: GameFile,
    /,
    *,
    at: At = None,
    output: Annotated[Path | None, Parameter(alias="-o", help="Write the transcript to this file.")] = None,
    save: Annotated[Path | None, Parameter(help="Write a save file instead, for example of a log.")] = None,
    force: Annotated[bool, FLAG, Parameter(help="Overwrite an existing file.")] = False,
    recover: Recover = False,
) -> int:
    """Export a game as a readable transcript, or as a save file."""
    from stockrail.cli.transcript import export_game

    return export_game(file, at, output, save, force=force, recover=recover)


@app.command(sort_key=6)
def replay(
    log: GameFile,
    /,
    *,
    trace: Annotated[Path | None, Parameter(help="Recorded states to compare with after every action.")] = None,
    recover: Recover = False,
) -> int:
    """Replay a log and compare it with a recorded trace.

    Ends with "ok: N actions …", or with the first difference and exit status 1.
    """
    from stockrail.cli.replay import replay_file

    return replay_file(log, trace, recover)


@app.command(sort_key=7)
def routes(log: GameFile, /, *, at: At = None, recover: Recover = False, json: AsJson = False) -> int:
    """Compare every run of a game with the best run possible.

    With --at N, only action N: the run it was, or what the operating company could earn after it.
    """
    from stockrail.cli.best_runs import show_routes

    return show_routes(log, at, recover, json)


@app.command(sort_key=8)
def bots(*, code: Code = (), json: AsJson = False) -> int:
    """List the bots by name, from weakest to strongest."""
    from stockrail.cli.arena import show_bots

    return show_bots(code, json)


@app.command(sort_key=8)
def simulate(  # noqa: PLR0913
    title: TitleName,
    /,
    *,
    seats: Annotated[
        tuple[str, ...],
        FLAG,
        Parameter(help="The bots in seat order, as in greedy,random,random; or one for all seats. Repeat to compare."),
    ] = (),
    players: Annotated[int | None, Parameter(help="How many bots play each game; by default, 4.")] = None,
    games: Annotated[int, Parameter(help="How many games to play with each line-up.")] = 10,
    seed: FirstSeed = 0,
    rotate: Annotated[bool, FLAG, Parameter(help="Move the line-up on by one seat after each game.")] = False,
    jobs: Annotated[int, Parameter(help="How many processes share the work.")] = 1,
    out: Out = None,
    ray: Ray = None,
    code: Code = (),
    check: Annotated[bool, FLAG, Parameter(help="Check all invariants after every action.")] = False,
    option: Options = (),
    preset: Preset = None,
    ruling: Rulings = (),
    json: AsJson = False,
) -> int:
    """Let bots play whole games: random ones, or those that --seats names.

    `stockrail bots` lists their names. With --check, also says how far into the game play came; unless --seats names
    bots, one game of ten is then played by better ones, which come further.
    """
    from stockrail.cli.arena import Arena
    from stockrail.cli.simulation import Plan, simulate_games

    plan = Plan(title, seats, players, games, seed, rotate, check, option, preset, ruling)
    return simulate_games(plan, Arena(jobs, out, ray, code), json)


@app.command(sort_key=8)
def ladder(  # noqa: PLR0913
    titles: Annotated[tuple[str, ...], Parameter(help="Titles' names; by default, all.")] = (),
    /,
    *,
    bots: Annotated[
        tuple[str, ...], NAMES, Parameter(help="Bots, strongest first; by default, ours. Each plays against the next.")
    ] = (),
    games: Annotated[int, Parameter(help="How many games each bot plays in each title.")] = 40,
    players: Annotated[int, Parameter(help="How many bots play each game.")] = 4,
    seed: FirstSeed = 0,
    jobs: Annotated[int | None, Parameter(help="How many processes; by default, all processors but one.")] = None,
    out: Out = None,
    ray: Ray = None,
    code: Code = (),
    option: Options = (),
    preset: Preset = None,
    ruling: Rulings = (),
    json: AsJson = False,
) -> int:
    """Measure how strong bots are: one of each against others of the next weaker one.

    The bot goes through all seats with each seed. The table says how often it won, with a 95 % interval, what it was
    worth in comparison with the others, and how much time a move took.
    """
    from stockrail.cli.arena import Arena, usual_jobs
    from stockrail.cli.climbing import Climb, climb_ladder

    arena = Arena(usual_jobs(ray) if jobs is None else jobs, out, ray, code)
    return climb_ladder(Climb(titles, bots, games, players, seed, option, preset, ruling), arena, json)


@app.command(sort_key=9)
def rules(
    title: TitleName,
    /,
    *,
    missing: Annotated[
        bool, FLAG, Parameter(help="Only rules without a test; exit status 1 if there are any.")
    ] = False,
    json: AsJson = False,
) -> int:
    """List a title's rules and the tests that prove each one."""
    from stockrail.cli.rules import show_rules

    return show_rules(title, missing, json)


def run(argv: Sequence[str] | None = None) -> int:
    """Run the command. Bad input becomes a sentence on standard error, never a traceback."""
    words = list(sys.argv[1:] if argv is None else argv)
    try:
        return _call(words)
    except BrokenPipeError:
        sys.stderr.close()  # whoever read our output has gone; there is nobody to tell
        return DIFFERENCE
    except (CycloptsError, StockrailError, OSError, KeyboardInterrupt) as error:
        return _report(_failure(error, words))


def _report(failure: Failure) -> int:
    from stockrail.cli.screen import Screen

    screen = Screen(sys.stderr)
    screen.line(f"stockrail: {failure}", "bold red")
    if failure.hint:
        screen.line(failure.hint)
    return failure.status


def _failure(error: BaseException, words: Sequence[str]) -> Failure:
    """What the user is told."""
    match error:
        case Failure():
            return error
        case CycloptsError():
            return Failure(str(error), USAGE, _help_hint(words))
        case UnknownTitle():
            return Failure(str(error), USAGE, HINT)
        case UnknownChoice():
            return Failure(str(error), USAGE)
        case FileError():
            return Failure(of_file(error))
        case OSError():
            return Failure(f"{error.filename or 'input or output'}: {error.strerror or error}")
        case KeyboardInterrupt():
            return Failure("interrupted", INTERRUPTED)
    return Failure(str(error))


def _call(words: list[str]) -> int:
    app.help_formatter = "default" if sys.stdout.isatty() else "plain"
    app.version = _version
    return int(app(words) or 0)


def _version() -> str:
    from importlib.metadata import version

    return f"stockrail {version('stockrail')}"


def _help_hint(words: Sequence[str]) -> str:
    command = f"{words[0]} " if words and words[0] in app else ""
    return f"See: stockrail {command}--help"
