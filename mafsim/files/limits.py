"""How much is too much: what a file may hold before it is refused politely."""

MAX_ROSTER_BYTES = 8 * 2**20
"""The largest roster file: 5,000 entrants with every column filled take under 2 MB."""

MAX_PLAN_BYTES = 32 * 2**20
"""The largest plan file: 5,000 entrants over 100 rounds take about 20 MB as CSV."""

MAX_UNPACKED_BYTES = 32 * 2**20
"""The most that a spreadsheet may unpack to; a few kilobytes of zip can hold gigabytes."""

MAX_CELLS = 4_000_000
"""The most cells in the rectangle of a spreadsheet: two cells in far corners span 17 billion."""

MAX_MARKUP = 2_000_000
"""The most tags in a spreadsheet, four for a usual cell: 5,000 entrants over 20 rounds take as many."""

MAX_CELL = 20_000
"""The longest cell of a text, in characters: it may list several hundred names."""

MAX_COLUMNS = 200
"""The most columns of a table; mafsim reads about a dozen."""

MAX_ENTRANTS = 5_000
"""The most entrants of an event."""

MAX_ROSTER_ROWS = 10_000
"""The most rows of a roster: everybody, and as many rows that are skipped."""

MAX_PLAN_ROWS = 1_000_000
"""The most rows of a plan that is a table: 5,000 entrants in 200 rounds."""

MAX_NAME = 200
"""The longest name of a person, team or stage, in characters."""

MAX_ROUNDS = 1_000
"""The highest number of a round."""

MAX_TABLES = 1_000
"""The highest number of a table."""

MAX_SEATS = 100
"""The most people whom a file may put at one table in one round, and the largest table."""

MAX_PLAN_SEATS = 1_000_000
"""The most seats of a plan, rounds times tables times seats: 5,000 entrants in 200 rounds."""

MAX_JUDGES = 1_000
"""The most judges of an event: one for each of the most tables."""

MAX_DEMANDS = 100_000
"""The most pairs kept apart, and the most banned tables, in a plan's file."""

MAX_FAULTS = 1_000
"""The most cells of a results file that cannot be read, before the file is refused as a whole."""

MAX_DEPTH = 64
"""How deep JSON may nest; real documents stay under twenty."""

MAX_AGE = 150
"""The greatest age in whole years."""

MAX_RESULTS_BYTES = 32 * 2**20
"""The largest results file: 100,000 rows with every column filled take about 20 MB as JSON."""

MAX_RESULT_ROWS = 200_000
"""The most rows of a results file: 20,000 games of Mafia."""

MAX_WORDS = 1_000
"""The most words that a pair may have guessed in one part of a game, and the most breaches."""

MAX_TOML_BYTES = 2**20
"""The most bytes of a file of people or words in TOML that are taken in; far fewer are read."""

MAX_BLOCK_BYTES = 64 * 2**20
"""The largest file of a finished block of a simulation."""
