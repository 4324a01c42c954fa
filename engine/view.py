"""Views: what a seat may ask to see, its words and its picture, declared in the chapter that knows them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from engine import report
from engine.game import MODERATOR, Refusal, Svg
from engine.look import Look
from engine.noun import NOTHING_FOUND, Named
from engine.orders import Option
from engine.report import Report
from engine.text.message import T_

OWN = T_("That is one player's own view.")
FIX = T_("Name whose it is.")


class View:
    """Something a seat can ask to see (`/gcw-show fleet`): what it is about, its words, its picture.

    `about` is the noun of its argument, None where it takes none; the view's words and picture get what was found.
    `usual` finds what an empty argument means. A `public` view may be asked for by anybody. A `hinted` one comes with
    what the viewer may do next (`Book.hints`). An `own` one is of the seat that asks: the referee, who has nothing, is
    told to name whose it is.
    """

    def __init__(
        self,
        name: str,
        help: str,
        words: Callable[[Any, Any], Report],  # a rulebook's own look, and what its noun finds
        about: Named[Any, Any] | None = None,
        *,
        picture: Callable[[Any, Any], Svg] | None = None,
        usual: Callable[[Any], Any] | None = None,
        public: bool = False,
        hinted: bool = False,
        own: bool = False,
    ) -> None:
        self.own = own
        self.name, self.words, self.noun, self.draws, self.usual = name, words, about, picture, usual
        self.hinted = hinted
        what = about.what if about is not None else ""
        self.card = report.View(name, help, what, picture=picture is not None, public=public)

    def _owned(self, look: Look[Any, Any]) -> None:
        """Raises Refusal where the referee asks for what one seat has."""
        if self.own and look.seat == MODERATOR:
            raise Refusal("OWN_VIEW", OWN, "", FIX)

    def _thing(self, look: Look[Any, Any], about: str) -> Any:  # what its noun finds
        if self.noun is None:
            return None
        if not about.strip() and self.usual is not None:
            return self.usual(look)
        return self.noun.find(look, about, NOTHING_FOUND)

    def show(self, look: Look[Any, Any], about: str) -> Report:
        """Its words. Raises Refusal for a thing that the viewer does not know."""
        self._owned(look)
        return self.words(look, self._thing(look, about))

    def draw(self, look: Look[Any, Any], about: str) -> Svg:
        """Its picture. Raises Refusal for a thing that the viewer does not know."""
        assert self.draws is not None  # asked of views that have one
        self._owned(look)
        return self.draws(look, self._thing(look, about))

    def subjects(self, look: Look[Any, Any]) -> Iterator[Option]:
        """Subjects that it can be about, likeliest first."""
        return iter(()) if self.noun is None else iter(self.noun.options(look, NOTHING_FOUND, ""))


def view(
    name: str,
    help: str,
    about: Named[Any, Any] | None = None,
    *,
    picture: Callable[[Any, Any], Svg] | None = None,
    usual: Callable[[Any], Any] | None = None,
    public: bool = False,
    hinted: bool = False,
    own: bool = False,
) -> Callable[[Callable[[Any, Any], Report]], View]:
    """Declares the function below it as the words of a view: `def fleet(look, thing) -> Report`."""

    def declare(words: Callable[[Any, Any], Report]) -> View:
        return View(name, help, words, about, picture=picture, usual=usual, public=public, hinted=hinted, own=own)

    return declare
