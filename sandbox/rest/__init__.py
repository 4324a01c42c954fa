"""The HTTP interface: a request becomes a call of a handler, its result an answer."""
