"""Positions, procedures, verdicts, legal moves, chance and odds. Knows no game, no file and no network."""
