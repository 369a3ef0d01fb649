"""Players of a simulated table: one decides from its `View` alone and never sees the game."""
