"""The page says who sits where to everybody, whatever people are called, and needs nothing but itself."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import datetime
from html.parser import HTMLParser

import numpy as np
import pytest

from mafsim.export.asked import Asked
from mafsim.export.html import alphabetical, html
from mafsim.export.pages import digest
from mafsim.files import read_results
from mafsim.pairing.check import examine
from mafsim.plan import EMPTY, Plan
from mafsim.regulations import load
from mafsim.roster import Entrant, Judge, Roster, numbered, numbered_pairs
from tests.export.seatings import EVENING, FIVE, HOSTILE, MARKED, plan_of

VIEWS = ["rounds", "sheets", "cards", "wall", "balance"]


def page(plan: Plan, lang: str = "en") -> str:
    return html(plan, examine(plan), Asked(lang=lang))


class Page(HTMLParser):
    """What a browser would see: open elements, attributes, and the text inside elements."""

    VOID = frozenset({"meta", "link", "img", "br", "hr", "input", "source", "rect", "path", "line"})

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[tuple[str, dict[str, str | None]]] = []
        self.seen: list[tuple[str, dict[str, str | None]]] = []
        self.inside: list[tuple[str, str | None, str]] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))
        if tag not in self.VOID:
            self.open.append((tag, dict(attrs)))
            self.inside.append((tag, self.view(), ""))

    def view(self) -> str | None:
        found = [a.get("id") for tag, a in self.open if "view" in (a.get("class") or "").split()]
        return found[0] if found else None

    def handle_endtag(self, tag: str) -> None:
        if tag in self.VOID:
            return
        assert self.open.pop()[0] == tag, f"</{tag}> closes something else"

    def handle_data(self, data: str) -> None:
        if self.open and self.inside[-1][0] == self.open[-1][0]:
            tag, view, text = self.inside[-1]
            self.inside[-1] = (tag, view, text + data)

    def texts(self, tag: str, view: str | None = None) -> list[str]:
        return [text for seen, where, text in self.inside if seen == tag and view in (None, where)]


def test_the_page_is_well_formed_and_says_its_language() -> None:
    for lang in ("en", "ru"):
        parsed = Page(page(EVENING, lang))
        assert parsed.open == []
        assert parsed.seen[0] == ("html", {"lang": lang})
        assert ("meta", {"charset": "utf-8"}) in parsed.seen


def test_the_page_needs_nothing_but_itself() -> None:
    text = page(plan_of(HOSTILE, [[list(range(10))]]))
    parsed = Page(text)
    tags = [tag for tag, _ in parsed.seen]
    assert tags.count("script") == 1
    assert not {"img", "iframe", "object", "embed", "base"} & set(tags)
    for tag, attributes in parsed.seen:
        assert "src" not in attributes
        assert not any(name.startswith("on") for name in attributes)
        assert (attributes.get("href") or "#").startswith("data:," if tag == "link" else "#")
    assert "url(" not in text
    assert "@import" not in text


def test_the_page_lets_no_script_run_but_its_own() -> None:
    """A browser hashes what stands between the tags, character by character."""
    text = page(EVENING)
    script = re.search(r"<script>(.*)</script>", text, re.DOTALL)
    assert script
    assert (
        f"default-src 'none'; style-src 'unsafe-inline'; script-src '{digest(script[1])}'" in text
    )


def test_the_page_shows_every_round_table_and_seat() -> None:
    parsed = Page(page(EVENING))
    sections = [a.get("id") for tag, a in parsed.seen if tag == "section" and "id" in a]
    assert sections == ["rounds", "round-1", "round-2", "round-3", *VIEWS[1:]]
    assert parsed.texts("caption", "rounds") == ["Table 1", "Table 2"] * 2 + ["Table 1"]
    assert parsed.texts("th", "rounds") == ["1", "2"] * 5
    assert parsed.texts("h3", "rounds") == [
        "Round 1, qualifying", "Round 2, qualifying", "Round 3, final",
    ]  # fmt: skip


def test_every_link_leads_somewhere_on_the_page() -> None:
    parsed = Page(page(EVENING))
    ids = {a["id"] for _, a in parsed.seen if "id" in a}
    links = {(a["href"] or "")[1:] for tag, a in parsed.seen if tag == "a"}
    assert links <= ids
    assert set(VIEWS) | {"round-3"} <= links


def test_everybody_has_a_sheet_with_all_rounds() -> None:
    text = page(EVENING)
    sheets = re.findall(r'<article class="sheet".*?</article>', text, re.DOTALL)
    assert [re.findall(r"<bdi>(.*?)</bdi>", sheet)[0] for sheet in sheets] == FIVE
    ann, eve = sheets[0], sheets[4]
    assert re.findall(r"<tr.*?</tr>", ann)[1:] == [
        '<tr><th scope="row">1</th><td>1</td><td>1</td></tr>',
        '<tr><th scope="row">2</th><td>1</td><td>2</td></tr>',
        '<tr class="out"><th scope="row">3</th><td colspan="2">sits out</td></tr>',
    ]
    assert [">absent<" in eve, eve.count("sits out")] == [True, 1]


def test_the_wall_list_is_by_the_alphabet_with_table_and_seat() -> None:
    text = page(plan_of(["Яна", "ёж", "Еж", "Ева"], [[[0, 1], [2, 3]]]), "ru")
    wall = text[text.index('id="wall"') :]
    rows = re.findall(r"<tr><th scope=\"row\"><bdi>(.*?)</bdi></th><td>(.*?)</td></tr>", wall)
    assert rows == [("Ева", "2·2"), ("Еж", "2·1"), ("ёж", "1·2"), ("Яна", "1·1")]


def test_yo_stands_with_ye_in_the_alphabet() -> None:
    assert sorted(["Яша", "Ёлка", "Жук", "Ель", "ёж"], key=alphabetical) == [
        "ёж", "Ёлка", "Ель", "Жук", "Яша",
    ]  # fmt: skip


def test_there_is_a_card_for_each_table_of_each_round() -> None:
    text = page(EVENING)
    cards = re.findall(r'<article class="card">(.*?)</article>', text, re.DOTALL)
    assert [re.search(r"<h4>(.*?)</h4>", card)[1] for card in cards] == [  # type: ignore[index]
        "Round 1, qualifying · Table 1",
        "Round 1, qualifying · Table 2",
        "Round 2, qualifying · Table 1",
        "Round 2, qualifying · Table 2",
        "Round 3, final · Table 1",
    ]
    assert all("add. points" in card for card in cards)


def test_a_card_of_shapka_asks_for_words() -> None:
    pairs = numbered_pairs(3, team_size=1)
    plan = Plan(roster=pairs, seats=np.array([[[0, 1, 2]]]), table_size=3, game="shapka")
    text = page(plan, "ru")
    assert "слова 1.1" in text
    assert "первый убитый" not in text.lower()


def test_who_judges_stands_beside_the_table() -> None:
    people = Roster(entrants=numbered(4).entrants, judges=(Judge(name="Ю. <b>"),))
    seats = np.array([[[0, 1], [2, 3]]])
    plan = Plan(roster=people, seats=seats, table_size=2, judges=np.array([[EMPTY, 0]]))
    text = page(plan)
    assert text.count("judge: <bdi>Ю. &lt;b&gt;</bdi>") == 2  # at the table, and on its card
    assert "<caption>Table 2 <small>judge:" in text


def test_names_on_the_page_are_text_and_isolated() -> None:
    parsed = Page(page(plan_of(HOSTILE, [[list(range(10))]])))
    for view in ("rounds", "sheets", "cards"):
        names = [text for text in parsed.texts("bdi", view) if not text.startswith("=T")]
        assert names == HOSTILE
    assert sorted(parsed.texts("bdi", "wall")) == sorted(HOSTILE)
    assert parsed.open == []


def test_a_control_character_does_not_reach_the_page() -> None:
    parsed = Page(page(plan_of(MARKED, [[[0, 1, 2, 3]]])))
    shown = [text for text in parsed.texts("bdi", "rounds") if not text.startswith("=T")]
    assert shown == ["\u202eнавыворот", r"с\x1b[31mцветом", r"две\nстроки", "אבג \u200f1"]


def test_byes_and_absences_are_on_the_page() -> None:
    text = page(EVENING)
    assert re.search(r"<strong>Absent:</strong>\s*<bdi>Eve</bdi>", text)
    assert re.search(r"<strong>Sitting out:</strong>\s*<bdi>Dan</bdi>", text)


def test_a_round_that_is_missing_is_said_to_be_empty() -> None:
    gap = plan_of(FIVE[:2], [[[0, 1]], [[EMPTY, EMPTY]], [[1, 0]]], missing_rounds=(1,))
    assert "No games in this round." in page(gap)


@pytest.mark.parametrize(
    ("tables", "by_four"), [(1, False), (3, False), (4, True), (6, False), (8, True)]
)
def test_tables_stand_four_abreast_where_that_saves_a_row(tables: int, by_four: bool) -> None:
    seats = np.arange(2 * tables, dtype=np.int32).reshape(1, tables, 2)
    plan = Plan(roster=numbered(2 * tables), seats=seats, table_size=2)
    assert ('<div class="grid tables by-four">' in page(plan)) == by_four


def test_a_broken_rule_stands_at_the_top_of_the_page() -> None:
    twice = plan_of(FIVE, [[[0, 0], [2, 3]]])
    text = page(twice)
    assert text.index('role="alert"') < text.index("<section")
    assert "violations:" in text
    assert 'class="lead"' not in text
    assert 'role="alert"' not in page(plan_of(FIVE[:4], [[[0, 1], [2, 3]]]))


def test_many_broken_rules_leave_the_search_in_sight() -> None:
    together = plan_of(FIVE, [[[0, 0], [1, 1]]] * 4)
    text = page(together)
    alert = text[text.index('role="alert"') : text.index("</div>", text.index('role="alert"'))]
    assert alert.count("<p>") == 1 + 5 + 1  # how many, five of them, and how many more
    told = text[text.index("<dt>Rules</dt>") : text.index("<dt>Games</dt>")]
    assert told.count("<dd>") == 1 + len(examine(together).violations) > 7


def test_the_page_tells_the_balance_and_names_nobody_as_worst() -> None:
    text = page(plan_of(FIVE[:4], [[[0, 1], [2, 3]], [[1, 0], [3, 2]]]))
    assert "Sum of squares 8: at most 100.0 % above the least that any plan can have" in text
    assert "at most 100.0 % less evenly than in the best seating that this event can have" in text
    assert "Meet most" not in text
    assert "Never meet" not in text


def test_the_histogram_says_its_finding() -> None:
    same = plan_of(FIVE[:4], [[[0, 1], [2, 3]]] * 2)
    assert "<figcaption>Most minus least is 2; no plan has less than 1<" in page(same)


def test_a_proof_is_told_in_plain_words() -> None:
    best = plan_of(FIVE[:4], [[[0, 1], [2, 3]], [[0, 2], [1, 3]], [[0, 3], [1, 2]]])
    assert "cannot be shared out more evenly: that is proved" in page(best)
    assert "это доказано для любой рассадки этого турнира" in page(best, "ru")


def test_the_heat_maps_have_a_count_for_every_two() -> None:
    three = Plan(
        roster=numbered(4), seats=np.array([[[0, 1], [2, 3]], [[1, 0], [2, 3]]]), table_size=2
    )
    maps = [a for tag, a in Page(page(three)).seen if "heat" in (a.get("class") or "").split()]
    assert [each["data-counts"] for each in maps] == [
        "-2002-0000-2002-",
        "11112002",
        "20200202",
    ]
    assert all(each["aria-label"] for each in maps)


def test_who_may_not_meet_is_explained() -> None:
    teams = Plan(roster=numbered(4, team_size=2), seats=np.array([[[0, 2], [1, 3]]]), table_size=2)
    assert "light grey: these two may not meet" in page(teams)
    assert "light grey" not in page(plan_of(["a", "b"], [[[0, 1]]]))


def test_an_adviser_stands_beside_whom_he_advises_and_on_his_own_sheet() -> None:
    people = tuple(Entrant(id=name, name=name, team=name[0]) for name in ("Аня", "Алёна", "Боря"))
    plan = Plan(
        roster=Roster(entrants=people),
        seats=np.array([[[0, 2]]]),
        table_size=2,
        advisers=np.array([[[1, EMPTY]]]),
    )
    assert "adviser: Алёна" in page(plan)
    assert "advises Аня, table 1" in page(plan)
    assert "advises" not in page(plan.with_(advisers=None))


def test_results_give_the_page_its_standings() -> None:
    plan = numbered(10)
    rules = load("ugra-2021")
    read = read_results("examples/ugra-2021-results.csv", rules)
    seats = np.arange(10, dtype=np.int32).reshape(1, 1, 10)
    event = Plan(roster=plan, seats=seats)
    text = html(event, examine(event), Asked(lang="en", regulation=rules, games=read.games))
    parsed = Page(text)
    assert "Standings" in parsed.texts("a")
    places = parsed.texts("bdi", "standings")
    assert len(places) == len(set(places)) > 10
    assert "more points, " in text


def test_a_hundred_people_take_less_than_a_megabyte() -> None:
    rng = np.random.default_rng(0)
    seats = np.array([rng.permutation(100).reshape(10, 10) for _ in range(15)])
    people = numbered(100, team_size=2)
    named = tuple(
        replace(each, name=f"Александра Преображенская {each.id}") for each in people.entrants
    )
    plan = Plan(roster=replace(people, entrants=named), seats=seats)
    assert len(page(plan, "ru").encode()) < 1_000_000


@pytest.mark.parametrize(("lang", "told"), [("en", "Dec 5 12:00"), ("ru", "5 дек. 12:00")])
def test_sheets_say_when_a_round_begins(lang: str, told: str) -> None:
    """Three rounds of twelve hours begin on two days, so the day is said too."""
    asked = Asked(lang=lang, start=datetime(2026, 12, 5, 12, 0), minutes=720)  # noqa: DTZ001
    text = html(EVENING, examine(EVENING), asked)
    assert f'<td class="n">{told}</td>' in text
    one_day = replace(asked, minutes=50)
    assert '<td class="n">12:50</td>' in html(EVENING, examine(EVENING), one_day)


def test_the_same_plan_gives_the_same_page() -> None:
    assert page(EVENING, "ru") == page(EVENING, "ru")
