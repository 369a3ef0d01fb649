"""Reading: names and paths, bad files, bases, and values that are set for one run."""

from __future__ import annotations

import os
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mafsim import regulations, words
from mafsim.errors import FileError, MafsimError, UsageError
from mafsim.regulations import Regulation
from tests.laws import tried

SMALL = 'name = "small"\ntitle.en = "Small"\n[entry]\nentrants = 20\n'
"""The least that a regulation can say."""
STAGES = """
[[stages]]
name = "first"
rounds = 4
times = [{ date = 2021-06-12, start = 10:00:00, end = 14:00:00, rounds = 4 }]
[[stages]]
name = "second"
rounds = 2
field = 10
"""


Write = Callable[..., Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Write a file beside the others of the test, and give its path."""

    def written(text: str | bytes, name: str = "small.toml") -> Path:
        file = tmp_path / name
        file.write_bytes(text if isinstance(text, bytes) else text.encode())
        return file

    return written


def refused(file: Path, kind: type[MafsimError] = FileError) -> str:
    with pytest.raises(kind) as caught:
        regulations.check_file(file)
    assert caught.value.exit_code == {FileError: 3, UsageError: 2}[kind]
    assert caught.value.sentence("ru")
    return str(caught.value)


def refusal_of(read: Callable[[], Regulation]) -> MafsimError | None:
    """Give the refusal that a reading ends in; what is not refused has a digest."""
    try:
        assert read().digest
    except MafsimError as error:
        return error
    return None


def is_one_line(error: MafsimError) -> bool:
    return all("\n" not in error.sentence(lang) for lang in words.LANGUAGES)


# ---- Names and paths


@pytest.mark.parametrize("name", ["ugra-2021", "UGRA-2021", "Ugra_2021", " ugra-2021 "])
def test_a_name_goes_in_capital_and_in_small_letters(name: str) -> None:
    assert regulations.load(name).name == "ugra-2021"


@pytest.mark.parametrize(
    ("name", "near"),
    [
        ("ugra", "ugra-2021"),
        ("omsk", "omsk-2012"),
        ("charly", "charlie-2016"),
        ("Togliatti", "togliatti-2014"),
        ("ugra-2012", "ugra-2021"),
    ],
)
def test_an_unknown_name_is_answered_with_the_near_one(name: str, near: str) -> None:
    with pytest.raises(UsageError) as caught:
        regulations.load(name)
    assert str(caught.value) == f"unknown regulation '{name}', did you mean '{near}'?"
    assert caught.value.exit_code == 2


def test_a_name_that_is_near_to_nothing_is_answered_with_all_names() -> None:
    with pytest.raises(UsageError) as caught:
        regulations.load("chess")
    assert all(name in str(caught.value) for name in regulations.names())


@pytest.mark.parametrize("path", ["nowhere/x.toml", "x.toml", "nowhere/x", "X.TOML", "\0.toml"])
def test_a_file_that_is_not_there_is_a_matter_of_usage(path: str) -> None:
    with pytest.raises(UsageError, match="no such file"):
        regulations.load(path)


def test_a_path_below_a_file_is_a_file_that_is_not_there(write: Write) -> None:
    assert "no such file" in refused(write(SMALL) / "x.toml", UsageError)


def test_a_folder_is_no_regulation(tmp_path: Path) -> None:
    assert "folder" in refused(tmp_path, UsageError)


@pytest.mark.skipif(os.name != "posix", reason="needs /dev/zero")
def test_a_file_without_end_is_not_read_to_its_end() -> None:
    assert "longer than 256 kB" in refused(Path("/dev/zero"))


def test_a_path_is_read_with_and_without_an_ending(
    write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = write(SMALL, "mine")
    assert regulations.load(str(file)).name == "small"
    monkeypatch.chdir(file.parent)
    assert regulations.load("mine").name == "small"
    assert regulations.load("./mine").name == "small"


def test_a_name_goes_before_a_file_and_a_check_reads_the_file(
    write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(write(SMALL, "ugra-2021").parent)
    assert regulations.load("ugra-2021").name == "ugra-2021"
    assert regulations.check_file("ugra-2021").name == "small"


# ---- What is no regulation at all


@pytest.mark.parametrize("content", ["", "\n\n", "# a comment alone\n", "\ufeff"])
def test_a_file_that_says_nothing_is_refused(write: Write, content: str) -> None:
    assert refused(write(content)).startswith("small.toml: the file says nothing")


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('name = "a"\nrounds = = 3\n', 2),
        ('name = "a"\nname = "b"\n', 2),
        ('name = "a"\n\nlist = [1,\n\n', 3),
        ("[entry\n", 1),
        ("{}", 1),
        ("dates.first = 2021-02-30", 1),
        ("round,table,seat\n1,1,1\n", 1),
    ],
)
def test_what_is_not_toml_is_refused_with_its_line(write: Write, text: str, line: int) -> None:
    assert refused(write(text)).startswith(f"small.toml: line {line}: not TOML: ")


def test_windows_1251_is_refused_with_its_line(write: Write) -> None:
    sentence = refused(write('name = "a"\ntitle.ru = "Кубок"\n'.encode("cp1251")))
    assert sentence == "small.toml: line 2: not UTF-8; save the file in that encoding"


def test_a_byte_order_mark_and_line_ends_of_windows_do_no_harm(write: Write) -> None:
    assert regulations.check_file(write("\ufeff" + SMALL.replace("\n", "\r\n"))).name == "small"


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("a" + ".a" * 100_000 + " = 1", "more than 12 parts"),
        ("x = 1\n" + '"a" . ' * 40 + "b = 1", "line 2: a key of more than 12 parts"),
        ("a = " + "[" * 100_000, "nested too deeply"),
        ("a = " + "[" * 13 + "]" * 13, "nested too deeply"),
        ("a = " + "9" * 5_000, "too many digits"),
        ("a = 1e99999999999999999999", "too many digits"),
        ("a = [" + "1," * 50_000 + "]", "more than 20000 values"),
        ("#" * 256_001, "longer than 256 kB"),
    ],
)
def test_masses_are_refused_before_they_cost_anything(write: Write, text: str, part: str) -> None:
    assert part in refused(write(text))


def test_long_words_and_prose_with_many_dots_are_no_mass(write: Write) -> None:
    prose = "и т. д. " * 100 + "a" * 1_000
    assert regulations.check_file(write(SMALL + f'[place]\nen = "{prose}"\n')).place is not None


@given(junk=st.binary(max_size=200) | st.text(max_size=200).map(str.encode))
def test_junk_is_refused_as_what_a_user_can_mend(
    tmp_path_factory: pytest.TempPathFactory, junk: bytes
) -> None:
    file = tmp_path_factory.getbasetemp() / "junk.toml"
    file.write_bytes(junk)
    refused(file)


SOURCES = {name: regulations.source(name) for name in regulations.names()}
TOKENS = [
    "=",
    "[",
    "]",
    "[[stages]]",
    "[entry]",
    '"',
    "{",
    "}",
    ".",
    ",",
    "-1",
    "0",
    "1e999",
    "true",
    "nan",
    "2021-06-12",
    "10:00:00",
    "name",
    "x",
]
TOKENS += ["\n", "\\", "\x00", "'", "entry."]


@given(
    name=st.sampled_from(sorted(SOURCES)),
    wounds=st.lists(
        st.tuples(
            st.floats(0, 1), st.integers(0, 30), st.sampled_from(TOKENS) | st.text(max_size=5)
        ),
        min_size=1,
        max_size=3,
    ),
)
def test_a_damaged_regulation_is_read_or_refused_as_what_a_user_can_mend(
    tmp_path_factory: pytest.TempPathFactory, name: str, wounds: list[tuple[float, int, str]]
) -> None:
    text = SOURCES[name]
    for where, length, token in wounds:
        start = int(where * len(text))
        text = text[:start] + token + text[start + length :]
    file = tmp_path_factory.getbasetemp() / "damaged.toml"
    file.write_bytes(text.encode())
    error = refusal_of(lambda: regulations.check_file(file))
    assert error is None or (error.exit_code == 3 and is_one_line(error))


# ---- Bases


def test_a_regulation_takes_from_its_base_what_it_does_not_say(write: Write) -> None:
    file = write(
        'based_on = "ugra-2021"\nname = "longer"\n[[stages]]\nname = "final"\nrounds = 5\n'
    )
    ugra, longer = regulations.load("ugra-2021"), regulations.check_file(file)
    assert [stage.rounds for stage in longer.stages] == [12, 5]
    assert longer.entry == ugra.entry
    assert longer.stages[0] == ugra.stages[0]
    assert longer.stages[1].deal == ugra.stages[1].deal
    assert longer.clauses == ugra.clauses
    assert (longer.name, longer.based_on) == ("longer", "ugra-2021")


def test_times_of_the_base_fall_away_where_the_number_of_rounds_changes(write: Write) -> None:
    base = write(SMALL + STAGES, "base.toml")
    changed = 'based_on = "base.toml"\nname = "b"\n[[stages]]\nname = "first"\nrounds = 5\n'
    assert regulations.check_file(base).stages[0].times
    assert regulations.check_file(write(changed)).stages[0].times == ()


def test_a_base_is_found_beside_the_file_that_names_it(
    write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(SMALL, "base.toml")
    file = write('based_on = "base.toml"\nname = "b"\n')
    monkeypatch.chdir("/")
    assert regulations.check_file(file).entry.entrants == 20


def test_new_things_come_after_those_of_the_base_and_plain_lists_are_replaced(write: Write) -> None:
    write(SMALL + STAGES, "base.toml")
    file = write(
        'based_on = "base.toml"\nname = "b"\n[[stages]]\nname = "third"\nrounds = 1\n'
        '[[stages]]\nname = "first"\ntimes = []\n'
    )
    stages = regulations.check_file(file).stages
    assert [stage.name for stage in stages] == ["first", "second", "third"]
    assert stages[0].times == ()
    assert stages[0].rounds == 4


def test_a_regulation_that_has_a_base_has_a_name_of_its_own(write: Write) -> None:
    assert refused(write('based_on = "ugra-2021"\n')) == "small.toml: the key 'name' is missing"


def test_what_does_not_fit_in_the_base_is_told_of_the_base(write: Write) -> None:
    write(SMALL + "[tabel]\nsize = 10\n", "base.toml")
    sentence = refused(write('based_on = "base.toml"\nname = "b"\n'))
    assert sentence == "base.toml: unknown key 'tabel', did you mean 'table'?"


@pytest.mark.parametrize(
    ("base", "part"),
    [
        ("ugra", "unknown regulation 'ugra', did you mean 'ugra-2021'?"),
        ("nowhere.toml", "no regulation is called 'nowhere.toml'"),
        ("small.toml", "based on one another"),
    ],
)
def test_a_base_that_cannot_be_had_is_told_of_the_file(write: Write, base: str, part: str) -> None:
    sentence = refused(write(f'based_on = "{base}"\nname = "b"\n'))
    assert sentence.startswith("small.toml: based_on: ")
    assert part in sentence


def test_bases_in_a_circle_are_refused(write: Write) -> None:
    write('based_on = "../{}/b.toml"\nname = "a"\n'.format(write("", "x").parent.name), "a.toml")
    assert "in a circle" in refused(write('based_on = "a.toml"\nname = "b"\n', "b.toml"))


# ---- Values that are set


def ugra(*assignments: str) -> Regulation:
    return regulations.set_values(regulations.load("ugra-2021"), assignments)


def test_a_value_is_set_by_name_or_by_number_from_one() -> None:
    assert ugra("stages.final.rounds=5") == ugra("stages.2.rounds=5")
    assert [stage.rounds for stage in ugra("stages.2.rounds=5").stages] == [12, 5]


def test_setting_changes_no_other_value_and_not_the_regulation_itself() -> None:
    before = regulations.load("ugra-2021")
    after = regulations.set_values(before, ["stages.final.multiplier=1.5"])
    assert before == regulations.load("ugra-2021")
    assert after.stages[1].multiplier == Decimal("1.5")
    assert regulations.set_values(after, ["stages.final.multiplier=1.3"]) == before


def test_text_goes_with_and_without_quotation_marks() -> None:
    assert ugra("stages.1.draw=random") == ugra('stages.1.draw="random"')


def test_values_that_the_file_leaves_to_the_default_can_be_set() -> None:
    assert ugra("cut.when_one_withdraws=nobody").cut.when_one_withdraws == "nobody"
    assert ugra("stages.final.title.en=Grand final").stages[1].title is not None


def test_an_item_deep_in_a_list_can_be_set() -> None:
    changed = ugra("stages.final.times.3.start=16:30:00", "stages.final.times.3.end=17:30:00")
    assert f"{changed.stages[1].times[2].start:%H:%M}" == "16:30"


def test_of_two_assignments_the_later_one_holds() -> None:
    assert ugra("stages.1.rounds=10", "stages.1.rounds=11").stages[0].rounds == 11


def test_times_fall_away_where_the_number_of_rounds_is_set_and_they_are_not() -> None:
    changed = ugra("stages.qualifying.rounds=10")
    assert changed.stages[0].times == ()
    assert len(changed.stages[1].times) == 3
    assert len(ugra("stages.qualifying.rounds=12").stages[0].times) == 12


def test_values_that_belong_together_are_set_together() -> None:
    with pytest.raises(UsageError, match="30 entrants are not 14 teams of 2"):
        regulations.set_values(
            regulations.load("charlie-2016"), ["entry.entrants=30", "entry.teams=14"]
        )
    changed = regulations.set_values(
        regulations.load("charlie-2016"), ["entry.teams=12", "entry.entrants=24"]
    )
    assert (changed.entry.teams, changed.entry.entrants) == (12, 24)


@pytest.mark.parametrize(
    ("assignment", "sentence"),
    [
        ("stages.2", "--set stages.2: must have the form PATH=VALUE, such as stages.2.field=20"),
        ("=3", "--set =3: must have the form PATH=VALUE, such as stages.2.field=20"),
        ("a..b=3", "--set a..b: must have the form PATH=VALUE, such as stages.2.field=20"),
        ("stages.2.rounds=", "--set stages.2.rounds=: must have the form PATH=VALUE"),
        ("stages.2.feild=9", "--set: stages.final: unknown key 'feild', did you mean 'field'?"),
        ("stages.3.field=9", "--set stages.3.field: there is no '3'; things in a list go by name"),
        ("stages.0.field=9", "--set stages.0.field: there is no '0'; things in a list go by name"),
        ("stages.semi.field=9", "--set stages.semi.field: there is no 'semi'; things in a list"),
        ("stages.2.rounds=many", '--set: stages.final.rounds: must be a whole number, not "many"'),
        ("stages.2.rounds=0", "--set: stages.final.rounds: must be 1 at least, not 0"),
        ("name=other", "--set name: 'name' is not a value of the regulation and cannot be set"),
        ("clauses.U1.line=3", "--set clauses.U1.line: 'clauses' is not a value"),
        ("entry.teams.x=3", "--set entry.teams.x: nothing can be set inside a single value"),
        ("stages.1=3", "--set: stages.1: must be a table of keys, not 3"),
        ("table.size=1\nname='x'", "--set: table.size: must be a whole number"),
        ("table.size=" + "[" * 9_999, "--set: table.size: must be a whole number"),
        ("a." * 9_999 + "b=1", "--set a.a."),
    ],
    ids=lambda text: text[:24],
)
def test_an_assignment_that_cannot_be_made_is_a_matter_of_usage(
    assignment: str, sentence: str
) -> None:
    with pytest.raises(UsageError) as caught:
        ugra(assignment)
    assert str(caught.value).startswith(sentence)
    assert len(str(caught.value)) < 400
    assert caught.value.sentence("ru").startswith("--set")


@tried(50)
@given(assignment=st.text(max_size=40) | st.from_regex(r"[a-z0-9.]{1,20}=\S{0,10}", fullmatch=True))
def test_no_assignment_gives_more_than_a_refusal(assignment: str) -> None:
    error = refusal_of(lambda: ugra(assignment))
    assert error is None or (error.exit_code == 2 and is_one_line(error))
