"""The Order and Movement phases."""
