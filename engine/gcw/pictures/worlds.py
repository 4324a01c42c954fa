"""The look of each world of the galaxy: Hoth is white, Tatooine sand, and the ground has the colour of its world."""

from __future__ import annotations

from typing import NamedTuple


class Ground(NamedTuple):
    """A world's number among the looks of planets, and the colours of its sky, its land and the hills behind it."""

    look: int
    sky: str
    earth: str
    ridge: str


SEA = Ground(0, "#16283d", "#1c3844", "#173038")
DUST = Ground(1, "#1f2838", "#3a3126", "#2f281f")
ICE = Ground(2, "#1b2f47", "#33445a", "#293a4e")
WOODS = Ground(3, "#16283d", "#2b3a2e", "#22302a")
HAZE = Ground(4, "#221f3a", "#35303f", "#2b2735")
ROCK = Ground(5, "#161d30", "#2e313c", "#252833")
SANDS = Ground(6, "#22283a", "#43371f", "#372d1b")
FIRE = Ground(7, "#26182a", "#3c2323", "#2f1c1e")
CITY = Ground(8, "#191f36", "#2a2d3d", "#212433")

WORLDS: dict[Ground, tuple[str, ...]] = {
    SEA: ("Corellia", "Duro", "Thyferra", "Naboo", "Malastare", "Mon Calamari", "Kamino", "Scarif", "Chandrila",
          "Bakura", "Commenor", "Hapes", "Lantillies", "Rishi"),
    DUST: ("Kuat", "Balmorra", "Bilbringi", "Bandomeer", "Kubindi", "Gamorr", "Klatooine", "Kinyen", "Ralltiir",
           "Roon", "Nal Hutta and Nar Shaddaa", "Utapau", "Agamar", "Sleheyron"),
    ICE: ("Hoth", "Mygeeto", "Toprawa", "Bastion", "Telos"),
    WOODS: ("Endor", "Kashyyyk", "Yavin IV", "Dagobah", "Felucia", "Onderon", "Ithor", "Myrkr", "Wayland", "Dantooine",
            "Rodia", "Teth", "Taanab", "Saleucami", "Rothana", "Ylesia", "Neimoidia", "Bothawui", "Anaxes", "Pakuuni"),
    HAZE: ("Bespin", "Cato Neimoidia", "Yag'Dhul", "Dathomir", "Byss", "Zeltros", "Christophsis", "Borleias"),
    ROCK: ("Alderaan Asteroids", "Vergesso Asteroids", "Polis Massa", "Roche", "Kessel", "Sullust", "Fondor",
           "Sluis Van", "Rendili", "Mandalore", "Yaga Minor", "Terminus"),
    SANDS: ("Tatooine", "Geonosis", "Jakku", "Ryloth", "Ord Mantell", "Jabiim", "Centares", "Gerrenthum"),
    FIRE: ("Mustafar", "Raxus Prime"),
    CITY: ("Coruscant", "Denon", "Taris", "Empress Teta", "Muunilinst", "Corulag", "Brentaal", "Eriadu", "Metalorn",
           "Bonadan", "Etti IV", "Celanon", "Columex", "Lianna"),
}  # fmt: skip
"""The worlds of the galaxy by what they are known for; of others, their name says how they look."""

GROUNDS = {world: ground for ground, worlds in WORLDS.items() for world in worlds}


def ground_of(world: str) -> Ground:
    """The colours of a world's ground: of woods where nothing is known of it."""
    return GROUNDS.get(world, WOODS)


def look_of(world: str) -> int | None:
    """The number of a world's look, None where its name says."""
    return GROUNDS[world].look if world in GROUNDS else None
