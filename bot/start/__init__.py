"""From a command line to a running bot."""
