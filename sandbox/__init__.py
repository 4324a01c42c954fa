"""A Discord of our own on loopback: gateway, REST, a web page to play on, and a plan of faults for tests.

`model/` is the world: what there is, and the deeds that change it, each told on a bus. `limits/` are Discord's. The bot
talks to `rest/` and `gateway/`, people hold `client/` in their hands; these three know the world and not each other.
`page/` lets a browser be such a client, and `server.py` puts all of it together.

It refuses what Discord refuses, tells all that Discord tells, and keeps Discord's pace; what tests set to see the bot
fail, from a thread archived to a bot thrown out, are deeds of `Sandbox` and `Player`.
"""

from sandbox.client.player import Answer, Player
from sandbox.client.values import File, Refused
from sandbox.limits.faults import Faults
from sandbox.model.permissions import Permission
from sandbox.server import Sandbox

__all__ = ["Answer", "Faults", "File", "Permission", "Player", "Refused", "Sandbox"]
