"""Values that cannot stand beside each other are refused with a sentence that names both."""

from __future__ import annotations

from pathlib import Path

import pytest

from mafsim import regulations
from mafsim.errors import FileError

HEAD = 'name = "x"\ntitle.en = "X"\n'
ENTRY = "[entry]\nentrants = 20\n"
TEAMS = "[entry]\nteams = 3\nteam_size = 2\n"
STAGE = '[[stages]]\nname = "main"\nrounds = 2\n'
RANKED = HEAD + TEAMS + STAGE + 'draw = "ranked"\n'
CLAUSE = '[[clauses]]\nid = "X1"\nchapter = "entry"\nsays.en = "Twenty."\n'
QUESTION = """
[[assumed]]
id = "A1"
clauses = ["X1"]
question.en = "?"
readings = [{ key = "a", says = { en = "A" } }, { key = "b", says = { en = "B" } }]
taken = "a"
why.en = "!"
"""
SETS = 'sets = ["entry.entrants"]\n'
BEST = "[scoring.best_player]\npoints = 1.2\nshared = true\n"
JUDGED = "[scoring.additional]\nstep = 0.1\n"
PENALTY = '[[scoring.penalties]]\nreason = "late"\ntitle.en = "Late"\npoints = 0.4\n'


def slots(*times: str) -> str:
    return "times = [{}]\n".format(
        ", ".join(
            "{{ date = {}, start = {}:00, end = {}:00 }}".format(*each.split()) for each in times
        )
    )


def divisions(*ages: tuple[str, int, int]) -> str:
    return "".join(
        f'[[entry.divisions]]\nname = "{name}"\ntitle.en = "{name}"\n'
        f"youngest = {youngest}\noldest = {oldest}\n"
        for name, youngest, oldest in ages
    )


def deal(*tables: str) -> str:
    parts = (
        ", ".join(
            "{{ place = {}, first = {}, last = {} }}".format(*part.split())
            for part in table.split(",")
        )
        for table in tables
    )
    return "deal = [{}]\n".format(", ".join(f"[{part}]" for part in parts))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            HEAD + ENTRY + STAGE + STAGE,
            "stages: 'main' stands twice; give one of them another name",
        ),
        (
            HEAD + ENTRY + (CLAUSE + SETS) * 2,
            "clauses: 'X1' stands twice; give one of them another name",
        ),
        (HEAD + ENTRY + divisions(("a", 1, 2), ("a", 3, 4)), "entry.divisions: 'a' stands twice"),
        (
            HEAD + "dates = { first = 2021-06-13, last = 2021-06-12 }\n" + ENTRY,
            "dates: the last day, 2021-06-12, is before the first, 2021-06-13",
        ),
        (
            HEAD
            + "dates = { first = 2021-06-12, last = 2021-06-13 }\n"
            + ENTRY
            + STAGE
            + slots("2021-06-12 10:00 11:00", "2021-06-14 10:00 11:00"),
            "stages.main.times: 2021-06-14 is not a day of the event, 2021-06-12 to 2021-06-13",
        ),
        (
            HEAD + "[entry]\nentrants = 30\nteams = 14\nteam_size = 2\n",
            "entry: 30 entrants are not 14 teams of 2; change these values together",
        ),
        (
            HEAD + ENTRY + "team_size = 2\n",
            "entry: team_size is 2, but the number of teams is missing",
        ),
        (HEAD + ENTRY + 'division_by = "oldest"\n', "entry: division_by needs ages_on"),
        (
            HEAD + ENTRY + divisions(("a", 17, 14)),
            "entry.divisions.a: the oldest, 14, is younger than",
        ),
        (
            HEAD + ENTRY + divisions(("old", 17, 35), ("young", 14, 17)),
            "entry.divisions: age 17 belongs to 'young' and to 'old'",
        ),
        (
            HEAD + 'game = "shapka"\n' + ENTRY,
            "table.size: three pairs sit at a table of Shapka, not 10",
        ),
        (HEAD + ENTRY + STAGE + "field = 21\n", "stages.main.field: 21 cannot be left of 20"),
        (HEAD + TEAMS + STAGE + "field = 4\n", "stages.main.field: 4 cannot be left of 3"),
        (
            HEAD + ENTRY + STAGE + "field = 8\n" + STAGE.replace("main", "final") + "field = 9\n",
            "stages.final.field: 9 cannot be left of 8",
        ),
        (
            HEAD + ENTRY + STAGE + slots("2021-06-12 10:00 11:00"),
            "stages.main: times are given for 1 of 2 rounds; give them for all or for none",
        ),
        (
            HEAD + ENTRY + STAGE + slots("2021-06-12 10:00 11:00", "2021-06-12 10:59 12:00"),
            "stages.main.times: what starts at 10:59 comes before what ends at 11:00 is over",
        ),
        (
            HEAD + TEAMS + STAGE + "seated_per_team = 3\n",
            "stages.main.seated_per_team: 3 cannot sit of a team of 2",
        ),
        (
            RANKED.replace("ranked", "random") + deal("1 1 3", "2 1 3"),
            'stages.main: a deal belongs to a ranked draw, not to draw = "random"',
        ),
        (
            RANKED + deal("1 1 9999,2 1 3"),
            "stages.main.deal: table 1 is given 10002 entrants, but has 10",
        ),
        (
            RANKED + deal("1 1 3", "2 1 2"),
            "stages.main.deal: place 2 of team 3 must be dealt to 1 seats, not to 0",
        ),
        (
            RANKED + deal("1 1 3,2 3 3", "2 1 3"),
            "stages.main.deal: place 2 of team 3 must be dealt to 1 seats, not to 2",
        ),
        (
            RANKED + deal("1 1 4", "2 1 3"),
            "stages.main.deal: place 1 of team 4 must be dealt to 0 seats, not to 1",
        ),
        (
            RANKED + "field = 2\n" + deal("1 1 3", "2 1 2"),
            "stages.main.deal: place 1 of team 3 must be dealt to 0",
        ),
        (
            RANKED + "deal = [[{ first = 1, last = 6 }, { place = 1, first = 1 }]]\n",
            "stages.main.deal: some parts name a place inside teams and some do not",
        ),
        (
            RANKED + "deal = [[{ first = 1, last = 5 }]]\n",
            "stages.main.deal: place 6 must be dealt to 1 seats, not to 0",
        ),
        (
            RANKED + "deal = [[{ first = 1, last = 6 }, { first = 3 }]]\n",
            "stages.main.deal: place 3 must be dealt to 1 seats, not to 2",
        ),
        (
            RANKED + "field = 2\ndeal = [[{ first = 1, last = 6 }]]\n",
            "stages.main.deal: place 5 must be dealt to 0 seats, not to 1",
        ),
        (
            RANKED + deal("1 1 3,2 1 1", "2 2 3"),
            "stages.main.deal: table 1 is given two of the team in place 1, and team-mates never",
        ),
        (
            HEAD + TEAMS + STAGE + "seeding = {}\n",
            'stages.main: seeding belongs to a ranked draw, not to draw = "balanced"',
        ),
        (
            RANKED + deal("1 1 3", "2 1 3") + "seeding = {}\n",
            "stages.main: deal says who goes where, so seeding has nothing to say",
        ),
        (
            HEAD + ENTRY + STAGE + 'draw = "ranked"\nseeding = { by = ["team_place"] }\n',
            "stages.main.seeding.by: 'team_place' is of teams, and entry.teams is missing",
        ),
        (
            RANKED + 'seeding = { by = ["rating", "rating"] }\n',
            "stages.main.seeding.by: 'rating' stands twice",
        ),
        (
            HEAD + TEAMS + STAGE + 'seated_by = "standings"\n',
            "stages.main: seated_by says who sits where others advise, but seated_per_team",
        ),
        (
            HEAD + TEAMS + STAGE + 'credit = "team"\n',
            "stages.main: credit says whose game it is where others advise, but seated_per_team",
        ),
        (
            HEAD + ENTRY + "[rules]\nblack = 5\n",
            "rules.black: 5 black players are no minority of 10",
        ),
        (
            HEAD + 'base = "классические"\n' + ENTRY + "[table]\nsize = 6\n",
            "rules.black: 3 black players are no minority of 6",
        ),
        (
            HEAD + ENTRY + "[rules.speech]\nfirst_seat = 11\n",
            "rules.speech.first_seat: there is no seat 11 at a table of 10",
        ),
        (
            HEAD + ENTRY + "[rules.fouls]\nloss_at = 4\nremoved_at = 4\n",
            "rules.fouls: foul 4 cannot cost a speech, since foul 4 removes the player",
        ),
        (
            HEAD + ENTRY + JUDGED + "most_players = 3\nfewest_players = 4\n",
            "scoring.additional: 4 players at the least cannot be 3 at the most",
        ),
        (
            HEAD + ENTRY + JUDGED + "loser = { least = 0.4, most = 0.1 }\n",
            "scoring.additional.loser: the least, 0.4, is more than the most, 0.1",
        ),
        (
            HEAD + ENTRY + JUDGED + "winner = { least = 0.2, most = 0.75 }\n",
            "scoring.additional.winner: 0.75 is no whole multiple of scoring.additional.step, 0.1",
        ),
        (HEAD + ENTRY + PENALTY * 2, "scoring.penalties: 'late' stands twice"),
        (
            HEAD + ENTRY + '[ranking]\ntie_breaks = ["wins", "lot", "best_move"]\n',
            "ranking.tie_breaks: 'best_move' comes after 'lot', which leaves nothing to decide",
        ),
        (
            HEAD + ENTRY + '[ranking]\nplayer_tie_breaks = ["wins", "wins"]\n',
            "ranking.player_tie_breaks: 'wins' stands twice; take one of them out",
        ),
        (
            HEAD + ENTRY + '[ranking]\nby = ["team"]\n',
            "ranking.by: teams cannot be ranked, since entry.teams is missing",
        ),
        (
            HEAD + ENTRY + BEST + "most = 7\n",
            "scoring.best_player: 7 players cannot share 1.2 in whole thousandths",
        ),
        (
            HEAD + ENTRY + BEST + 'chosen_by = "table"\n',
            "scoring.best_player: 7 players cannot share 1.2 in whole thousandths",
        ),
        (
            HEAD + ENTRY + STAGE + "multiplier = 1.3\n[scoring.best_move]\ntwo = 0.255\n",
            "stages.main.multiplier: 1.3 times scoring.best_move.two, 0.255, is 0.3315, which is no",
        ),
        (HEAD + 'base = "классика"\n' + ENTRY, "base: no rules are called 'классика'; there are: "),
        (
            HEAD + ENTRY + CLAUSE + 'sets = ["entry.entrant"]\n',
            "clauses.X1.sets: 'entry.entrant' is the path of no value",
        ),
        (
            HEAD + ENTRY + CLAUSE + 'assumed = ["A9"]\n',
            "clauses.X1.assumed: there is no question 'A9'",
        ),
        (
            HEAD + ENTRY + CLAUSE + SETS + "unmodelled = true\n",
            "clauses.X1: an unmodelled clause cannot have",
        ),
        (HEAD + ENTRY + CLAUSE, "clauses.X1: says neither what it sets nor what is assumed nor"),
        (HEAD + ENTRY + QUESTION, "assumed.A1.clauses: there is no clause 'X1' in 'clauses'"),
        (
            HEAD + ENTRY + CLAUSE + SETS + QUESTION.replace('taken = "a"', 'taken = "c"'),
            "assumed.A1.taken: 'c' is none of the readings a, b",
        ),
        (
            HEAD + ENTRY + CLAUSE + SETS + QUESTION.replace('"b"', '"a"'),
            "assumed.A1.readings: 'a' stands twice",
        ),
        (
            HEAD + ENTRY + CLAUSE + SETS + QUESTION + 'sets = ["stages.main.draw"]\n',
            "assumed.A1.sets: 'stages.main.draw' is the path of no value",
        ),
    ],
)
def test_a_contradiction_is_refused(tmp_path: Path, text: str, sentence: str) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(FileError) as caught:
        regulations.check_file(file)
    assert str(caught.value).startswith(f"mine.toml: {sentence}")
    assert caught.value.sentence("ru").startswith("mine.toml: ")


@pytest.mark.parametrize(
    "text",
    [
        HEAD + ENTRY + STAGE + slots("2021-06-12 22:00 23:30", "2021-06-12 23:30 01:00"),
        HEAD + ENTRY + STAGE + slots("2021-06-12 23:00 00:00", "2021-06-13 00:00 01:00"),
        HEAD + TEAMS + STAGE + "field = 3\n",
        HEAD + ENTRY + divisions(("young", 14, 17), ("old", 18, 35)),
        HEAD + ENTRY + CLAUSE + "unmodelled = true\n",
        HEAD + ENTRY + "[table]\nsize = 4\n",
        HEAD + 'game = "shapka"\n' + ENTRY + "[table]\nsize = 3\n[rules.shapka]\nturns = 2\n",
        HEAD + ENTRY + BEST + "most = 6\n",
        HEAD + ENTRY + BEST + 'most = 7\nrounding = "half_up"\n',
        HEAD + ENTRY + BEST + 'chosen_by = "table"\ntie = "lot"\n',
        HEAD + ENTRY + STAGE + "multiplier = 1.3\n[scoring.best_move]\ntwo = 0.25\n",
        HEAD + ENTRY + '[ranking]\ntie_breaks = ["wins", "lot"]\n',
        HEAD + ENTRY + CLAUSE + SETS + QUESTION,
        RANKED + deal("1 1 3", "2 1 3"),
        RANKED + deal("1 1 3,2 1 1", "2 2 3") + "[table]\nteam_mates_apart = false\n",
        RANKED + "deal = [[{ first = 1, last = 3 }], [{ first = 4 }, { first = 5, last = 6 }]]\n",
        RANKED + 'seeding = { by = ["place_in_team", "team_place"], to = "snake" }\n',
        HEAD
        + TEAMS
        + STAGE.replace("main", "cut")
        + "field = 2\n"
        + STAGE
        + 'draw = "ranked"\n'
        + deal("1 1 2", "2 1 2"),
        HEAD + TEAMS + STAGE + 'seated_per_team = 1\nseated_by = "alternating"\n',
        RANKED,
    ],
)
def test_what_only_looks_like_a_contradiction_is_read(tmp_path: Path, text: str) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(text, encoding="utf-8")
    assert regulations.check_file(file).name == "x"
