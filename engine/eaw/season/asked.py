"""Questions to an empire in the midst of the resolution, and its answers. Section 6, CHOOSE of section 4."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar, Self

from pydantic import Field

from engine import act
from engine.eaw.data.pack import Code, no
from engine.eaw.look import Act, Look
from engine.eaw.season.resolution import go_on
from engine.eaw.season.run import Run
from engine.look import Refused
from engine.noun import Noun


def offered(look: Look) -> tuple[str, ...]:
    """Options of what is asked; none while nothing is."""
    choice = look.asked()
    return () if isinstance(choice, Refused) else choice.options


OPTION: Noun[Look, str] = Noun(
    "one of what is offered",
    lambda look, found: offered(look),
    lambda option: (option,),
    unknown=lambda look, name, hint: no(Code.E_VALUE, f"there are {', '.join(offered(look))}", "EAW-16.0"),
)


class Choose(act.Order):
    """Answer what you are asked."""

    path: ClassVar[str] = "eaw choose"
    line: ClassVar[str] = "choose {option}"
    option: Annotated[str, OPTION] = Field(description="one of what is offered", max_length=60)

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        """Refuses E-PHASE while nothing is asked."""
        asked = look.asked()
        return asked if isinstance(asked, Refused) else None

    def obey(self, act: Act) -> None:
        """Goes on with what waited for it."""
        choice = act.look.asked()
        if isinstance(choice, Refused):
            act.look.decline(choice)
        run = Run(act.world, act.table)
        run.answer_to(choice, (act.found.option,))
        go_on(run)

    @classmethod
    def likely(cls, look: Look) -> Iterator[Self]:
        yield from (cls(option=option) for option in offered(look))
