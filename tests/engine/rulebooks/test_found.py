"""Whatever a package declares is found by its rulebook: nothing is declared and forgotten."""

from __future__ import annotations

import inspect
import pkgutil
from collections.abc import Iterator
from importlib import import_module
from types import ModuleType
from typing import Any

import pytest

from engine import act, orders
from engine.book import Book, Clock, Contents, Group, Hook, Obeyed, clock
from engine.game import KERNEL_FACTS, Fact
from engine.question import Question
from engine.view import View, view
from tests.rulebooks import BOOKS


def modules(package: str) -> Iterator[ModuleType]:
    """All modules of a rulebook but its checks, which only fuzz and tests load."""
    root = import_module(package)
    yield root
    for found in pkgutil.walk_packages(root.__path__, f"{package}."):
        if not found.name.startswith(f"{package}.checks"):
            yield import_module(found.name)


def declared(package: str, kind: type) -> set[Any]:
    """Classes of a kind that a package declares, and not only other classes' base."""
    classes = (
        thing
        for module in modules(package)
        for thing in vars(module).values()
        if inspect.isclass(thing) and issubclass(thing, kind) and thing.__module__ == module.__name__
    )
    return {thing for thing in classes if not thing.__subclasses__() or "path" in vars(thing) or stored(thing)}


def stored(kind: type) -> bool:
    """True for a kind of fact that is said, whatever other is made of it: it has words, or says why it needs none."""
    return issubclass(kind, Fact) and bool(kind.says or kind.silent or kind.words is not Fact.words)


def made(package: str, kind: type) -> set[int]:
    """Objects of a kind that a package declares, by identity."""
    return {id(thing) for module in modules(package) for thing in vars(module).values() if isinstance(thing, kind)}


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.name)
def test_every_order_fact_view_and_clock_of_a_package_is_found(book: Book[Any, Any]) -> None:
    package = ".".join(type(book).__module__.split(".")[:2])
    assert {kind for kind in declared(package, orders.Order) if kind.path} == set(book.orders)
    assert len({order.path for order in book.orders}) == len(book.orders), "two orders would be one command"
    shared = {kind for kind in book.facts if kind.__module__.startswith("engine.declared.")}
    assert {kind.__module__ for kind in shared} <= {chapter.__name__ for chapter in book.chapters}
    assert declared(package, Fact) | shared == set(book.facts) - set(KERNEL_FACTS)
    found = Contents(book.chapters)
    assert declared(package, Question) == set(found.questions)
    for kind, things in ((Clock, found.clocks), (Hook, found.hooks), (Obeyed, found.obeyed), (View, found.views)):
        assert made(package, kind) == {id(thing) for thing in things}, f"a {kind.__name__} is in no chapter"
    assert {card.name for card in book.views} >= {one.name for one in found.views}


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.name)
def test_every_command_group_has_a_description(book: Book[Any, Any]) -> None:
    groups = {order.path.rpartition(" ")[0] for order in book.orders if order.slash} - {book.name}
    assert groups == set(book.groups)


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.name)
def test_commands_that_are_used_are_there_and_come_first(book: Book[Any, Any]) -> None:
    """Whoever moves or renames an order hears that its place among the commands is lost."""
    shown = {f"{book.name}-show {view.name}" for view in book.views}
    commands = [kind.path for kind in book.by_use if kind.slash] + [
        f"{book.name}-show {view.name}" for view in book.views
    ]
    assert len(set(book.named())) == len(book.named()) and set(book.named()) <= set(commands)
    assert set(book.by_use) == set(book.orders)
    orders = [path for path in book.named() if path not in shown]
    assert [kind.path for kind in book.by_use][: len(orders)] == orders
    views = [path for path in book.named() if path in shown]
    assert (
        len(orders) > 10
        and len(views) > 5
        and [f"{book.name}-show {view.name}" for view in book.views][: len(views)] == views
    )


def test_a_chapter_is_searched_for_whatever_can_be_declared() -> None:
    chapter = ModuleType("chapter")

    class Wave(act.Order):
        """Wave."""

        path = "toy wave"
        line = "wave"

    class Waved(Fact[Any], frozen=True):
        """Somebody waved."""

    @clock(lambda state: None, priority=1)
    def tick(world: object, table: object) -> None:
        """Nothing."""

    @view("waves", "who waved")
    def waves(look: Any, about: Any) -> Any:
        """Nobody."""

    @clock(lambda state: None, priority=1)
    def tock(world: object, table: object) -> None:
        """Nothing either."""

    imported = type("Imported", (act.Order,), {"path": "toy imported", "__doc__": "Not declared here."})
    for kind in (Wave, Waved):
        kind.__module__ = "chapter"
    vars(chapter).update(Wave=Wave, Waved=Waved, tick=tick, waves=waves, Imported=imported, GROUP=Group("toy", "Toys"))
    found = Contents((chapter,))
    assert (found.orders, found.facts) == ((Wave,), (Waved,))
    assert (found.clocks, found.views, found.groups) == ((tick,), (waves,), {"toy": "Toys"})
    chapter.tock = tock  # type: ignore[attr-defined]  # a module of this test's own
    with pytest.raises(AssertionError, match="two clocks have the priority 1"):
        Contents((chapter,))
