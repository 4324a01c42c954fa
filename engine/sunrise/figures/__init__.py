"""The rules of arithmetic: pure functions of numbers, cells and records."""
