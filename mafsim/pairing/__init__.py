"""Who sits with whom: the problem, its measures and bounds, the checker, and the search."""
