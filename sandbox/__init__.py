"""A Discord of our own on loopback: gateway, REST, a web page to play on, and a plan of faults for tests."""
