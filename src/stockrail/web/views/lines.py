"""Charts of lines over the rounds of a game: a name at the end of each line, sums beside them, rounds below."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec
from markupsafe import Markup

from stockrail.web.views.voice import Voice
from stockrail.web.views.worth import grid, label, spread, sums

WIDE, HIGH, SIZE, SUMS = 400.0, 250.0, 13.0, 13
RIGHT, FOOT, TOP = 84.0, 22.0, 4.0  # for names and for rounds
MOST_TICKS = 5
LETTER = 6.9  # the width of a letter below the chart, roughly
ROOM = 15  # lines whose names have room one below the other
Value = int | None


class Line(msgspec.Struct, frozen=True):
    """One line; None where there is nothing to show, before a company has a price or after it has gone."""

    name: str
    colour: str
    values: Sequence[Value]
    dash: str = ""
    outlined: bool = False  # a colour that need not stand out by itself


def line_chart(lines: Sequence[Line], ticks: Sequence[str], voice: Voice, said: str) -> Markup:
    """The picture; `ticks` name the moments, `said` is its text for those who cannot see it."""
    known = [value for line in lines for value in line.values if value is not None]
    most = max(known, default=0) or 1
    right, bottom = WIDE - RIGHT, HIGH - FOOT
    step = (right - 8) / max(1, len(ticks) - 1)

    def place(number: int, value: int) -> tuple[float, float]:
        return 4 + number * step, TOP + (bottom - 8) * (1 - max(0, value) / most)

    parts = grid(right, bottom)
    for line in lines:
        for stretch in _stretches(line.values):
            parts += _drawn(line, [place(n, value) for n, value in stretch])
    parts += sums(most, bottom, voice, SUMS)
    parts += _names(lines, place, right)
    parts += _ticks(ticks, step)
    head = Markup('<svg class="lines" viewBox="0 0 {} {}" role="img" aria-label="{}">')
    return head.format(f"{WIDE:.0f}", f"{HIGH:.0f}", said) + Markup("".join(parts)) + Markup("</svg>")


def _stretches(values: Sequence[Value]) -> list[list[tuple[int, int]]]:
    """The values with their numbers, parted where there are none: what closes and begins anew has risen nowhere."""
    found: list[list[tuple[int, int]]] = [[]]
    for n, value in enumerate(values):
        if value is not None:
            found[-1].append((n, value))
        elif found[-1]:
            found.append([])
    return found


def _drawn(line: Line, points: Sequence[tuple[float, float]]) -> list[str]:
    if not points:
        return []
    if len(points) == 1:
        points = [points[0], (points[0][0] + 0.5, points[0][1])]
    way = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    dash = f' stroke-dasharray="{line.dash}"' if line.dash else ""
    shape = f'<polyline points="{way}" fill="none" stroke-linejoin="round"'
    under = [f'{shape} stroke="var(--ink)" stroke-opacity=".4" stroke-width="3.2"/>'] if line.outlined else []
    return [*under, f'{shape} stroke="{line.colour}" stroke-width="2"{dash}/>']


def _names(lines: Sequence[Line], place: Callable[[int, int], tuple[float, float]], right: float) -> list[str]:
    """At the lines' ends; where there are too many, those that end highest."""
    ends = {n: (len(line.values) - 1, line.values[-1]) for n, line in enumerate(lines) if line.values}
    heights = {n: place(at, value)[1] for n, (at, value) in ends.items() if value is not None}
    shown = dict(sorted(heights.items(), key=lambda item: item[1])[:ROOM])
    found = []
    for n, y in spread(shown, SIZE, HIGH - FOOT - SIZE * 0.5).items():
        line = lines[n]
        colour = "var(--ink)" if line.outlined else line.colour
        found.append(label(line.name, 10, (right + 8, max(y, SIZE * 0.6) + SIZE * 0.35), SIZE, colour))
    return found


def _ticks(ticks: Sequence[str], step: float) -> list[str]:
    """The first round, the last one, and some between, none of them over another."""
    count = len(ticks)
    wanted = min(count, MOST_TICKS)
    shown = sorted({round(n * (count - 1) / max(1, wanted - 1)) for n in range(wanted)})
    found: list[str] = []
    free = 0.0
    for n in shown:
        last = n == count - 1 and count > 1
        anchor, x, long = "end" if last else "start" if n == 0 else "middle", 4 + n * step, len(ticks[n]) * LETTER
        left = x - {"start": 0.0, "middle": long / 2, "end": long}[anchor]
        if left < free and not last:
            continue
        if left < free:
            found.pop()
        free = left + long + LETTER
        text = Markup('<text x="{}" y="{}" font-size="13" text-anchor="{}" fill="var(--muted)">{}</text>')
        found.append(str(text.format(f"{x:.1f}", f"{HIGH - 5:.0f}", anchor, ticks[n])))
    return found
