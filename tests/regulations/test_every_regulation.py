"""What holds for every regulation that mafsim brings along, and so for the next one too."""

from __future__ import annotations

import pickle
import tomllib
from itertools import chain

import pytest

from mafsim import regulations
from mafsim.regulations.schema import Regulation, value_at

every_regulation = pytest.mark.parametrize("name", regulations.names())


@every_regulation
def test_it_is_called_as_its_file_is(name: str) -> None:
    assert regulations.load(name).name == name


@every_regulation
def test_it_is_titled_in_both_languages(name: str) -> None:
    title = regulations.load(name).title
    assert title.en
    assert title.ru


@every_regulation
def test_no_value_stands_without_a_clause_or_a_question(name: str) -> None:
    values = regulations.describe(regulations.load(name))["values"]
    assert values
    sources = [each["clauses"] or each["assumed"] or each["from_base"] for each in values]
    assert [each["path"] for each, known in zip(values, sources, strict=True) if not known] == []


@every_regulation
def test_every_clause_is_bound_or_unmodelled(name: str) -> None:
    for clause in regulations.load(name).clauses:
        outcomes = [bool(clause.sets or clause.assumed), clause.unmodelled]
        assert sum(outcomes) == 1, clause.id


@every_regulation
def test_what_a_clause_or_a_question_sets_is_a_value_of_the_file(name: str) -> None:
    regulation = regulations.load(name)
    paths = [each["path"] for each in regulations.describe(regulation)["values"]]
    sources = [(each.id, each.sets) for each in regulation.clauses]
    sources += [(each.id, each.sets) for each in regulation.assumed]
    for source, sets in sources:
        for path in sets:
            stated = any(each == path or each.startswith(f"{path}.") for each in paths)
            assert stated or says_nothing(regulation, path), (source, path)


def says_nothing(regulation: Regulation, path: str) -> bool:
    """Say whether a path names a part that is left out because there is no such thing."""
    return value_at(regulation, path) is None


@every_regulation
def test_a_clause_quotes_russian_words_with_their_line_or_names_a_silence(name: str) -> None:
    for clause in regulations.load(name).clauses:
        assert clause.silent == (clause.line is None), clause.id
        if clause.words is None:
            assert clause.says.ru is not None, clause.id
        else:
            assert any("а" <= letter <= "я" for letter in clause.words), clause.id
        assert clause.says.en is not None, clause.id


@every_regulation
def test_an_unmodelled_clause_says_why(name: str) -> None:
    for clause in regulations.load(name).clauses:
        assert not clause.unmodelled or clause.note is not None, clause.id


@every_regulation
def test_clauses_and_questions_point_at_each_other(name: str) -> None:
    regulation = regulations.load(name)
    forth = {(clause.id, each) for clause in regulation.clauses for each in clause.assumed}
    back = {(each, question.id) for question in regulation.assumed for each in question.clauses}
    assert forth == back


@every_regulation
def test_questions_are_told_in_both_languages(name: str) -> None:
    for question in regulations.load(name).assumed:
        for text in (question.question, question.why, *(each.says for each in question.readings)):
            assert text.en, question.id
            assert text.ru, question.id


SWITCHES = [
    pytest.param(name, question.id, reading.key, id=f"{name}-{question.id}-{reading.key}")
    for name in regulations.names()
    for question in regulations.load(name).assumed
    for reading in question.readings
    if reading.set
]


def value_or_none(regulation: Regulation, path: str) -> object:
    try:
        return value_at(regulation, path)
    except LookupError:
        return None


@every_regulation
def test_the_reading_taken_needs_no_switch(name: str) -> None:
    for question in regulations.load(name).assumed:
        (taken,) = (each for each in question.readings if each.key == question.taken)
        assert not taken.set, question.id


@pytest.mark.parametrize(("name", "question", "reading"), SWITCHES)
def test_a_switch_changes_every_value_that_it_names(name: str, question: str, reading: str) -> None:
    regulation = regulations.load(name)
    (asked,) = (each for each in regulation.assumed if each.id == question)
    (other,) = (each for each in asked.readings if each.key == reading)
    switched = regulations.set_values(regulation, other.set)
    assert switched.digest != regulation.digest
    for path in (assignment.partition("=")[0] for assignment in other.set):
        assert value_or_none(switched, path) != value_or_none(regulation, path), path


@every_regulation
def test_a_reading_switches_values_that_its_question_or_clauses_set(name: str) -> None:
    regulation = regulations.load(name)
    sources = {each["path"]: each["assumed"] for each in regulations.describe(regulation)["values"]}
    for question in regulation.assumed:
        for assignment in chain.from_iterable(reading.set for reading in question.readings):
            path = assignment.partition("=")[0]
            assert path not in sources or question.id in sources[path], (question.id, path)


@every_regulation
def test_it_crosses_to_another_process_unchanged(name: str) -> None:
    regulation = regulations.load(name)
    assert pickle.loads(pickle.dumps(regulation)) == regulation


@every_regulation
def test_its_source_is_the_toml_that_it_is_read_from(name: str) -> None:
    source = regulations.source(name)
    assert tomllib.loads(source)["name"] == name
    assert source.startswith("#")


@every_regulation
def test_what_can_be_seated_at_once_is_balanced_and_comes_first(name: str) -> None:
    regulation: Regulation = regulations.load(name)
    stages = regulations.stages_at_once(regulation)
    assert stages == regulation.stages[: len(stages)]
    assert stages == regulations.stages_in_advance(regulation)
    assert all(stage.draw == "balanced" and stage.field is None for stage in stages)
