"""Who is hostile to whom. Rulebook: GCW-GEN-04, register 0.3."""

from __future__ import annotations

from msgspec.structs import replace

from engine.game import Fact, Seat
from engine.gcw.look import Look
from engine.gcw.state import State
from engine.gcw.words import player
from engine.text.message import N_, Text

YOUR_PEACE = N_("You declare peace, but {other} is still hostile.")
PEACE_TO_YOU = N_("{one} declares peace, but you are still hostile.")
PEACE = N_("{one} declares peace, but {other} is still hostile.")
YOU_ANSWER = N_("You answer the hostility of {other}.")
ANSWERS_YOU = N_("{one} answers your hostility.")
ANSWERS = N_("{one} answers the hostility of {other}.")
YOU_HOSTILE, HOSTILE = N_("You and {other} are now hostile."), N_("{one} and {other} are now hostile.")
YOU_NO_MORE, NO_MORE = N_("You and {other} are no longer hostile."), N_("{one} and {other} are no longer hostile.")


class Hostility(Fact[State], frozen=True):
    """(who, towards whom): one is hostile to another by declaration or act, or takes it back (GCW-GEN-04).

    Two are hostile while one of them is. Access between them ends.
    """

    rule = "GCW-GEN-04"
    decides = True
    pair: tuple[Seat, Seat]
    hostile: bool = True

    def evolve(self, state: State) -> State:
        others = tuple(one for one in state.hostile if one != self.pair)
        if not self.hostile:
            return replace(state, hostile=others)
        access = tuple(one for one in state.access if set(one) != set(self.pair))
        return replace(state, hostile=(*others, self.pair), access=access)

    def words(self, look: Look) -> Text:
        one, other = self.pair
        mine, to_me = look.mine(one), look.mine(other)
        if not self.hostile and look.known.are_hostile(one, other):
            sentence = YOUR_PEACE if mine else PEACE_TO_YOU if to_me else PEACE
        elif self.hostile and (other, one) in look.known.hostile:
            sentence = YOU_ANSWER if mine else ANSWERS_YOU if to_me else ANSWERS
        else:
            one, other = (other, one) if to_me else (one, other)
            yours, theirs = (YOU_HOSTILE, HOSTILE) if self.hostile else (YOU_NO_MORE, NO_MORE)
            sentence = yours if mine or to_me else theirs
        return sentence(one=player(one), other=player(other))
