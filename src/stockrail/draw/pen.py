"""A pen draws into one picture: it knows the palette, the prefix of ids, and what has been defined so far."""

from __future__ import annotations

from collections.abc import Callable

from .geometry import Point
from .svg import FONT, element, escaped, num, translate
from .svg import use as use_element
from .theme import Palette


class Pen:
    """Writes references and keeps each definition once."""

    def __init__(self, palette: Palette, prefix: str = "", live: bool = False) -> None:
        """`live`: for a page, whose styles and scripts find classes and data; else presentation attributes only."""
        self.palette = palette
        self.live = live
        self.prefix = prefix
        self._defs: dict[str, str] = {}
        self._shapes: dict[str, str] = {}

    def id(self, name: str) -> str:
        return self.prefix + name

    def define(self, name: str, make: Callable[[], str]) -> None:
        """Define a shape under a name unless it is there already; `make` writes it with `{id}` for its id."""
        if name not in self._defs:
            self._defs[name] = ""  # holds its place in front of what `make` itself defines
            markup = make()
            del self._defs[name]
            self._defs[name] = markup.replace("{id}", self.id(name), 1)

    def shape(self, name: str, markup: str) -> str:
        """Define a shape by its content: equal shapes share the first name under which they came."""
        if markup not in self._shapes:
            self._shapes[markup] = name
            self.define(name, lambda: markup)
        return self._shapes[markup]

    def use(self, name: str, point: Point = (0, 0), /, **values: str | float | None) -> str:
        return use_element(self.id(name), point, **values)

    def turned(self, name: str, point: Point, turn: float = 0.0, scale: str = "", **values: str | float | None) -> str:
        """A reference that is moved and turned or scaled."""
        if not turn % 360 and not scale:
            return self.use(name, point, **values)
        return use_element(self.id(name), transform=translate(point, turn, scale), **values)

    def defs(self) -> str:
        return element("defs", "".join(self._defs.values())) if self._defs else ""

    def picture(
        self,
        size: Point,
        body: str,
        title: str,
        desc: str = "",
        *,
        role: str = "img",
        page: bool = True,
        box: str = "",
        **values: str | None,
    ) -> str:
        """The whole SVG with its title and description for those who do not see it; `box` is shown instead of all."""
        width, height = size
        heads = element("title", escaped(title), id=self.id("bt"))
        named = self.id("bt")
        if desc:
            heads += element("desc", escaped(desc), id=self.id("bd"))
            named += " " + self.id("bd")
        ground = element("rect", width=width, height=height, fill=self.palette.page) if page else ""
        return element(
            "svg",
            heads + self.defs() + ground + body,
            xmlns="http://www.w3.org/2000/svg",
            viewBox=box or f"0 0 {num(width)} {num(height)}",
            role=role,
            aria_labelledby=named,
            font_family=FONT,
            font_size="16",
            fill=self.palette.ink,
            text_anchor="middle",
            **values,
        )
