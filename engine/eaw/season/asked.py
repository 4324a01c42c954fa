"""Questions to an empire in the midst of the resolution, and its answers. Section 6, CHOOSE of section 4."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from pydantic import Field

from engine.act import Act
from engine.eaw.data.pack import Code, no
from engine.eaw.look import Look
from engine.eaw.season.resolution import go_on
from engine.eaw.season.run import Run
from engine.eaw.state import Choice
from engine.look import Refused
from engine.noun import Noun
from engine.question import Answer


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


class Choose(Answer):
    """Answer what you are asked."""

    path: ClassVar[str] = "eaw choose"
    line: ClassVar[str] = "choose {option}"
    option: Annotated[str, OPTION] = Field(description="one of what is offered", max_length=60)

    def obey(self, act: Act[Any, Any]) -> None:
        """Goes on with what waited for it. Refused with E-PHASE while nothing is asked."""
        look: Any = act.look  # of this rulebook's class
        choice, run = look.asked(), Run(act.world, act.table)
        assert isinstance(choice, Choice)  # or it is not ready
        run.answer_to(choice, (act.found.option,))
        go_on(run)
