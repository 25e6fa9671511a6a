"""Worth over time as a chart: a line for each player, with dashes of its own and the name at its end."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from stockrail.rules.game import RailGame
from stockrail.web.play.projection import Done
from stockrail.web.views.voice import Voice

DASHES = ("", "2 2", "6 2", "5 2 1.5 2", "1 2.5", "9 3", "3 1.5 3 1.5 1 1.5", "12 2 2 2")
LETTERS = {False: 8, True: 10}  # of a name that fit beside the small and the big chart


MOST_NAMED = 6  # lines with names at their ends in the small chart


def series(game: RailGame, done: Sequence[Done]) -> list[tuple[int, ...]]:
    """Everybody's worth at the beginning of each round so far, and now."""
    acts = game.ply
    found = [one.worth for one in done[:acts] if one.worth is not None]
    now = game.result().worth
    return [*found, now] if not found or found[-1] != now else found


def chart(game: RailGame, done: Sequence[Done], voice: Voice, big: bool = False) -> Markup:
    """The lines; the big chart, which opens by a press, has the sums beside them."""
    points = series(game, done)
    width, height, size = (400.0, 230.0, 14.0) if big else (216.0, 78.0, 12.0)
    named = big or len(game.players) <= MOST_NAMED
    right, foot = (86.0, 26.0) if big else (58.0 if named else 6.0, 0.0)
    most = max(max(row) for row in points) or 1
    step = (width - right - 8) / max(1, len(points) - 1)

    def place(index: int, value: int) -> str:
        return f"{4 + index * step:.1f},{4 + (height - foot - 8) * (1 - value / most):.1f}"

    parts = grid(width - right, height - foot)
    ends = {seat: 4 + (height - foot - 8) * (1 - value / most) for seat, value in enumerate(points[-1])}
    labels = spread(ends, size, height - size * 0.7)
    for seat, name in enumerate(game.players):
        line = " ".join(place(n, row[seat]) for n, row in enumerate(points))
        dash = f' stroke-dasharray="{DASHES[seat % 8]}"' if DASHES[seat % 8] else ""
        colour = f"var(--p{seat % 8})"
        parts.append(
            f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="{2 if big else 1.5}"{dash}/>'
        )
        if named:
            parts.append(label(name, LETTERS[big], (width - right + 8, labels[seat] + size * 0.35), size, colour))
    if big:
        parts += sums(most, height - foot, voice)
        caption = voice._("Worth, round by round")
        parts.append(f'<text x="4" y="{height - 3:.0f}" font-size="{size:.0f}" fill="var(--muted)">{caption}</text>')
    said = ", ".join(f"{name} {voice.money(points[-1][seat])}" for seat, name in enumerate(game.players))
    head = Markup('<svg viewBox="0 0 {} {}" role="img" aria-label="{}">').format(f"{width:.0f}", f"{height:.0f}", said)
    return head + Markup("".join(parts)) + Markup("</svg>")


THIRDS = (0.0, 1 / 3, 2 / 3, 1.0)


def grid(right: float, bottom: float) -> list[str]:
    """Lines across."""
    heights = (4 + (bottom - 8) * (1 - part) for part in THIRDS)
    line = '<line x1="4" x2="{}" y1="{}" y2="{}" stroke="var(--line)" stroke-width="1"/>'
    return [line.format(f"{right:.0f}", f"{y:.1f}", f"{y:.1f}") for y in heights]


def sums(most: int, bottom: float, voice: Voice, size: int = 11) -> list[str]:
    """What the lines across stand for. Drawn last and with a rim, so that no player's line runs through a sum."""
    found = []
    for part in THIRDS[1:]:
        y = 4 + (bottom - 8) * (1 - part)
        below = y + size + 1 if part == 1.0 else y - 3  # nothing stands above the highest line
        rim = 'stroke="var(--surface)" stroke-width="6" stroke-linejoin="round" paint-order="stroke"'
        text = Markup('<text x="6" y="{}" font-size="{}" fill="var(--muted)" {}>{}</text>')
        found.append(str(text.format(f"{below:.1f}", size, Markup(rim), voice.money(round(most * part)))))
    return found


def label(name: str, letters: int, at: tuple[float, float], size: float, colour: str) -> str:
    """A name at the end of its line, cut where it would be too long."""
    label = Markup('<text x="{}" y="{}" font-size="{}" font-weight="600" fill="{}">{}</text>')
    return str(label.format(f"{at[0]:.0f}", f"{at[1]:.1f}", size, Markup(colour), _short(name, letters)))


def _short(name: str, letters: int) -> str:
    return name if len(name) <= letters else name[: letters - 1] + "…"


def spread(places: dict[int, float], size: float, lowest: float) -> dict[int, float]:
    """Names at the lines' ends, moved apart until none covers another, and none below the chart."""
    order = sorted(places, key=lambda seat: places[seat])
    found: dict[int, float] = {}
    edge = -size
    for seat in order:
        found[seat] = edge = max(places[seat], edge + size * 1.05)
    edge = lowest + size * 1.05
    for seat in reversed(order):
        found[seat] = edge = min(found[seat], edge - size * 1.05)
    return found
