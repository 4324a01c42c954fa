"""A Discord of our own on loopback: gateway, REST, a web page to play on, and a plan of faults for tests."""

from sandbox.client.player import Answer, Player
from sandbox.client.values import File, Refused
from sandbox.limits.faults import Faults
from sandbox.model.permissions import Permission
from sandbox.server import Sandbox

__all__ = ["Answer", "Faults", "File", "Permission", "Player", "Refused", "Sandbox"]
