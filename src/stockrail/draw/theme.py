"""The two tables of colours. A theme is a palette and nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Palette:
    """Every colour of a picture, named by what it colours."""

    page: str = "#F3F1EA"
    land: str = "#FCFAF4"
    landline: str = "#D8D2C4"
    rough: str = "#F3EBD6"
    mountain: str = "#E7E0D3"
    border: str = "#E6E2D8"
    sea: str = "#D3E5EC"
    waves: str = "#B5D1DC"
    coast: str = "#86AEBF"
    hill_sign: str = "#C3B08A"
    mountain_sign: str = "#8C7B66"
    snow: str = "#FFFFFF"
    port: str = "#2F6E88"
    rail: str = "#1F2328"
    casing: str = "#FFFDF7"
    city: str = "#FFFFFF"
    cityline: str = "#1F2328"
    slotfill: str = "#F3F2EE"
    slot: str = "#6F757D"
    disc: str = "#FFFDF7"
    ink: str = "#1F2328"
    plate_ink: str = "#1F2328"
    soft: str = "#5E625F"
    rim: str = "#6C6A62"
    badge: str = "#FFFDF7"
    badge_ink: str = "#5A4632"
    offboard_ink: str = "#4A1D14"
    other_value: str = "#6B6A66"
    river: str = "#5D9DB8"
    line: str = "#B23A2E"
    par: str = "#CFE6D6"
    parline: str = "#256B45"
    cell: str = "#FCFAF4"
    cellline: str = "#CFC9BA"
    accent: str = "#0B6A72"
    last: str = "#A11B70"
    reach: str = "#007A5C"
    route_opacity: str = ".8"
    routes: tuple[str, ...] = ("#0A4DB8", "#BD1264", "#00664F", "#8A3F00")
    ground: Mapping[str, tuple[str, str]] = field(
        default_factory=lambda: {
            "yellow": ("#F6DC85", "#D9B748"),
            "green": ("#A5CB98", "#7AA86C"),
            "brown": ("#C9A27B", "#A0764C"),
            "grey": ("#BCC1C8", "#8F969F"),
            "red": ("#E6A798", "#BF7362"),
            "darkgreen": ("#7FA98A", "#5E8A6B"),
        }
    )
    values: Mapping[str, str] = field(
        default_factory=lambda: {
            "yellow": "#F6DC85",
            "green": "#A5CB98",
            "brown": "#C9A27B",
            "grey": "#BCC1C8",
        }
    )


LIGHT = Palette()

# The accent of both themes is the teal of the pages around the board: the first route is blue already.
DARK = Palette(
    page="#14181D",
    land="#242A31",
    landline="#39424C",
    rough="#2E2E2C",
    mountain="#38363A",
    border="#1A1F25",
    sea="#142A38",
    waves="#24465A",
    coast="#3B6E88",
    hill_sign="#7C6C4B",
    mountain_sign="#8B8078",
    snow="#D9DCE0",
    port="#2F6E88",
    rail="#F6F2E7",
    casing="#12161B",
    city="#F1EEE6",
    cityline="#12161B",
    slotfill="#DDD9CF",
    slot="#5F656D",
    disc="#F1EEE6",
    ink="#F2EFE6",
    plate_ink="#1F2328",
    soft="#B5BAC0",
    rim="#858C94",
    badge="#1A1F25",
    badge_ink="#E3D3B4",
    offboard_ink="#FBE9E4",
    other_value="#6B6A66",
    river="#3F86A6",
    line="#D9705F",
    par="#24493A",
    parline="#7FD3A6",
    cell="#242A31",
    cellline="#3B444E",
    accent="#5CC4C7",
    last="#FF8CC6",
    reach="#3DDCA8",
    route_opacity=".9",
    routes=("#86C1FF", "#FF93C6", "#58E0B4", "#FFC272"),
    ground={
        "yellow": ("#755F20", "#A0863A"),
        "green": ("#33603D", "#548A5F"),
        "brown": ("#6E4A33", "#976C50"),
        "grey": ("#525A65", "#808A96"),
        "red": ("#7A3B33", "#A8604F"),
        "darkgreen": ("#2C4F3B", "#47735A"),
    },
    values={"yellow": "#C2A24A", "green": "#5C9167", "brown": "#BD8E68", "grey": "#808A96"},
)

THEMES: Mapping[str, Palette] = {"light": LIGHT, "dark": DARK}


def palette(theme: str | Palette) -> Palette:
    """A theme's palette; a caller may also bring one of its own (CSS variables, print)."""
    return theme if isinstance(theme, Palette) else THEMES[theme]
