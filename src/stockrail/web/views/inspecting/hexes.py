"""A hex: its tile, stops and tokens; the tiles that it can become; who reaches it."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from stockrail.board import Face, fitting
from stockrail.board.faces import END, PASS, Stop
from stockrail.draw.grid import Grid
from stockrail.draw.of_game import board_view
from stockrail.rules.actions import LayTile
from stockrail.rules.game import RailGame
from stockrail.rules.laying import ENDLESS, supply
from stockrail.rules.rounds import operating_company
from stockrail.rules.shares import companies_in_play
from stockrail.rules.track import track
from stockrail.rules.trains import later_phases
from stockrail.web.views.board import tile_markup
from stockrail.web.views.inspecting.phases import opened_by
from stockrail.web.views.inspecting.thing import Becomes, Inspected, company_link, hex_link, joined, line, some
from stockrail.web.views.voice import Voice

LAYERS = ("sea", "ground", "routes", "track", "stops", "names")  # of the page's own board


def hex_of(game: RailGame, voice: Voice, name: str) -> Inspected | None:
    place = game.title.board.hexes.get(name)
    if place is None:
        return None
    _, now, terms = voice._, track(game), game.title.lay_policy(game).on(track(game), place)
    face = now.face(name)
    tiles = tiles_for(game, voice, fitting(game.title.board, place, face, terms))
    near = {company: reached(game, company, name) for company in companies_in_play(game)}
    inside, up_to = ([c for c, how in near.items() if how == wanted] for wanted in ("in", "to"))
    passed = [company_link(voice, company) for company in last_passing(game, name)]
    return Inspected(
        of=f"hex:{name}",
        kind=_("Hex"),
        name=f"{place.place}, {name}" if place.place else name,
        picture=hex_cut(game, name),
        what=some([
            ("", _tile(game, voice, name, face)),
            *((_stop_name(voice, face, n), _values(game, voice, stop)) for n, stop in enumerate(face.stops)),
            (_("Tokens"), _tokens(game, voice, name, face)),
            (_("Home of"), joined(company_link(voice, company) for company in _at_home(game, name))),
            (_("Cost"), _costs(game, voice, name, [tile.tile for tile in tiles])),
            (_("A line pays"), _line_costs(game, voice, name)),
        ]),
        becomes=[] if tiles else [line("", _("No tile can be laid here."))],
        who=some([
            (_("Reached by"), joined(company_link(voice, company) for company in inside)),
            (_("Track leads up to it"), joined(company_link(voice, company) for company in up_to)),
            (_("On the last run of"), joined(passed)),
        ]) or [line("", _("No company reaches it."))],
        heading=_("Can become"),
        who_heading=_("Who reaches it"),
        tiles=tiles,
        hex=name,
        reached_by=[*inside, *up_to],
    )  # fmt: skip


def hex_cut(game: RailGame, name: str) -> Markup:
    """The hex as it stands in the page's own board, not drawn a second time."""
    x, y = Grid.of(game.title.board).centres[name]
    uses = Markup("").join(Markup('<use href="#{}"/>').format(layer) for layer in LAYERS)
    box = f"{x - 104:.0f} {y - 104:.0f} 208 208"
    return Markup('<svg viewBox="{}" class="cut" aria-hidden="true" text-anchor="middle">{}</svg>').format(box, uses)


def _tile(game: RailGame, voice: Voice, name: str, face: Face) -> str:
    laid, label = game.state.laid.get(name), game.title.board.hexes[name].label
    colour = voice.speaker.colour(face.color)
    if laid is not None:
        text = voice._("Tile {tile}, {colour}").format(tile=laid[0], colour=colour)
    else:
        text = voice._("Printed on the map: {colour}").format(colour=colour) if face.color != "white" else ""
    return ", ".join(part for part in (text or voice._("Nothing built yet"), label) if part)


def _stop_name(voice: Voice, face: Face, number: int) -> str:
    _, kind = voice._, face.stops[number].kind
    names = {"city": _("City"), "town": _("Town"), "offboard": _("Off-map place"), "port": _("Port")}
    several = sum(stop.kind == kind for stop in face.stops) > 1
    name = names.get(kind, kind.capitalize())
    return f"{name} {number + 1}" if several else name


def _values(game: RailGame, voice: Voice, stop: Stop) -> Markup:
    """What it pays now, and from which later phase something else."""
    _, money = voice._, voice.money
    if not isinstance(stop.revenue, int) and PASS in stop.revenue:
        text = _("{passing} passing through, {ending} at the end of a run")
        return Markup.escape(text.format(passing=money(stop.revenue[PASS]), ending=money(stop.revenue[END])))
    found = [Markup("<b>{}</b>").format(money(stop.value(game.phase.offboard)))]
    last = stop.value(game.phase.offboard)
    for phase in later_phases(game):
        if stop.value(phase.offboard) != last:
            last = stop.value(phase.offboard)
            found.append(Markup.escape(_("{value} from phase {phase}").format(value=money(last), phase=phase.name)))
    return joined(found, ", ")


def _line_costs(game: RailGame, voice: Voice, name: str) -> Markup:
    """What a line to a new station pays on its way to each neighbour; last those to which there is no way yet."""
    costs, closed = game.title.line_costs(game), game.title.closed_sides(game)
    ways: dict[int | None, list[Markup]] = {}
    for edge, other in enumerate(game.title.board.hexes[name].neighbors):
        if other is not None and (name, edge) in costs:
            cost = None if (name, edge) in closed else costs[name, edge]
            ways.setdefault(cost, []).append(hex_link(voice, other))
    text, shut = Markup.escape(voice._("{cost} to {places}")), Markup.escape(voice._("no way to {places} yet"))
    order = sorted(ways, key=lambda cost: (cost is None, cost or 0))
    told = [
        shut.format(places=joined(ways[cost], ", "))
        if cost is None
        else text.format(cost=Markup("<b>{}</b>").format(voice.money(cost)), places=joined(ways[cost], ", "))
        for cost in order
    ]
    return joined(told, "; ")


def _tokens(game: RailGame, voice: Voice, name: str, face: Face) -> Markup:
    """Those that stand there; how many circles are free, and for whom they are kept."""
    now, _ = track(game), voice._
    cities = [n for n, stop in enumerate(face.stops) if stop.slots]
    if not cities:
        return Markup("")
    placed = [company_link(voice, company) for stop in cities for company in now.tokens(name, stop)]
    free = sum(max(0, face.stops[stop].slots - len(now.tokens(name, stop))) for stop in cities)
    kept = [company for (hex_, _stop), company in board_view(game).reserved.items() if hex_ == name]
    said = _("{count} free").format(count=free) if free else _("no open circle")
    parts = [*placed, Markup.escape(said)]
    if kept:
        text = Markup.escape(_("reserved for {companies}"))
        parts.append(text.format(companies=joined(company_link(voice, c) for c in kept)))
    return joined(parts[: len(placed)]) + (" " if placed else "") + joined(parts[len(placed) :], "; ")


def _at_home(game: RailGame, name: str) -> list[str]:
    return [c.id for c in game.title.companies.values() if name in [hex_ for hex_, _ in c.homes]]


def _costs(game: RailGame, voice: Voice, name: str, tiles: Sequence[str]) -> str:
    """What the next tile costs there, by the rules of the title."""
    company = operating_company(game) or next(iter(game.title.companies))
    costs = {game.title.tile_cost(game, LayTile(0, company, name, tile, 0)) for tile in tiles}
    return " / ".join(voice.money(cost) for cost in sorted(costs) if cost)


def tiles_for(game: RailGame, voice: Voice, faces: Sequence[Face]) -> list[Becomes]:
    """Each tile once, with how many are left and the phase that opens it."""
    left, found = supply(game), {}
    for face in faces:
        if face.tile is not None and face.tile not in found:
            found[face.tile] = _becomes(game, voice, face, face.tile, left[face.tile])
    return list(found.values())


def _becomes(game: RailGame, voice: Voice, face: Face, tile: str, left: int) -> Becomes:
    opens, _ = opened_by(game, face.color), voice._
    now = opens is game.phase and left > 0
    count = "∞" if left >= ENDLESS // 2 else str(left)
    parts = [_("{count} left").format(count=count)]
    if opens is not None and opens is not game.phase:
        parts.append(_("phase {phase}").format(phase=opens.name))
    return Becomes(tile, tile_markup(game, tile, face.rotation, f"in{tile}-"), ", ".join(parts), now)


def reached(game: RailGame, company: str, name: str) -> str:
    """Whether track of a company leads into a hex ("in"), up to its edge ("to"), or neither."""
    setting = game.title.run_setting(game, company)
    reach = track(game).reach(company, setting is None or setting.rules.one_stop_a_hex)
    if reach.pieces_in(name) or reach.stops_in(name):
        return "in"
    return "to" if reach.arrivals_in(name) else ""


def last_passing(game: RailGame, name: str) -> list[str]:
    """The companies whose last run went through a hex."""
    last: dict[str, set[str]] = {}
    complete: set[str] = set()
    for event in reversed(game.log):
        company = str(event.params.get("company", ""))
        if event.kind == "runs" and company not in complete:
            last.setdefault(company, set()).update(event.params["hexes"])
        elif event.kind == "operates" and company in last:
            complete.add(company)
    return [company for company in companies_in_play(game) if name in last.get(company, ())]
