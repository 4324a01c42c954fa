"""A Discord of our own on loopback: gateway, REST, a web page to play on, and a plan of faults for tests."""

from sandbox.driver import Answer, Player
from sandbox.faults import Faults
from sandbox.interact import File, Refused
from sandbox.people import Permission
from sandbox.server import Sandbox

__all__ = ["Answer", "Faults", "File", "Permission", "Player", "Refused", "Sandbox"]
