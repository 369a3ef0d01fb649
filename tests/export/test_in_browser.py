"""The pages in a real browser: found by name, in both colours, on a phone, on paper, with no network."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from selenium.common.exceptions import WebDriverException

from mafsim.export.asked import Asked
from mafsim.export.board import board
from mafsim.export.html import html
from mafsim.files import read_plan, read_results
from mafsim.pairing.check import examine
from mafsim.plan import Plan
from mafsim.regulations import load
from mafsim.roster import Entrant, Roster, numbered_pairs
from mafsim.standings import view
from tests.export.browser import DESK, PHONE, Browser, chromium, missing

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(bool(missing()), reason=f"not on this machine: {', '.join(missing())}"),
]

VIEWS = ("rounds", "sheets", "cards", "wall", "balance", "standings")
HOSTILE = (
    "<script>document.title = 'run'</script>",
    "<img src=x onerror=\"document.title = 'run'\">",
    "O'Neil \"the\" & 'Co' </bdi></table>",
    "\u202eнавыворот\u202c",
    "\u05d0\u05d1\u05d2 \u200f1",
    "Щ" * 200,
    "👨‍👩‍👧‍👦 Семья 🎩",
    "{{ 7 * 7 }} ${7} %s",
    "Алёна Ёлкина",
    "Ежов Пётр",
)


def plan_of(names: tuple[str, ...], rounds: int = 4) -> Plan:
    rng = np.random.default_rng(0)
    people = tuple(
        Entrant(id=f"p{k}", name=name, team=f"Команда {k % 5}") for k, name in enumerate(names)
    )
    size = len(names) // 2
    seats = [rng.permutation(len(names))[: 2 * size].reshape(2, size) for _ in range(rounds)]
    roster = Roster(entrants=people, mates_apart=False)
    return Plan(roster=roster, seats=np.array(seats), table_size=size)


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with chromium(tmp_path_factory.mktemp("profile")) as opened:
        yield opened


@pytest.fixture(scope="module")
def event(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A real event's page, with its standings, in Russian."""
    rules = load("ugra-2021")
    plan = read_plan("examples/ugra-2021-plan.json")
    games = read_results("examples/ugra-2021-results.csv", rules).games
    text = html(plan, examine(plan), Asked(lang="ru", regulation=rules, games=games))
    return written(tmp_path_factory.mktemp("event"), text)


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    plan = plan_of(HOSTILE)
    text = html(plan, examine(plan), Asked(lang="ru"))
    return written(tmp_path_factory.mktemp("hostile"), text)


@pytest.fixture(scope="module")
def shapka(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pairs = numbered_pairs(18)
    seats = np.arange(18, dtype=np.int32).reshape(3, 6).T.reshape(1, 6, 3)
    plan = Plan(roster=pairs, seats=seats, table_size=3, game="shapka")
    text = html(plan, examine(plan), Asked(lang="ru"))
    return written(tmp_path_factory.mktemp("shapka"), text)


def written(folder: Path, text: str) -> Path:
    file = folder / "page.html"
    file.write_text(text, encoding="utf-8")
    return file


def typed(browser: Browser, words: str) -> list[str]:
    """Type into the search, and give the names that are offered."""
    from selenium.webdriver.common.by import By

    field = browser.driver.find_element(By.ID, "search")
    field.clear()
    field.send_keys(words)
    found: list[str] = browser.run(
        "return [...document.querySelectorAll('#found bdi')].map(e => e.textContent)"
    )
    return found


def shown(browser: Browser) -> list[str]:
    """Give the views and sheets that can be seen."""
    found: list[str] = browser.run(
        "return [...document.querySelectorAll('.view, .sheet')]"
        ".filter(e => e.checkVisibility()).map(e => e.id)"
    )
    return found


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("елк", "Алёна Ёлкина"),
        ("ЁЛК", "Алёна Ёлкина"),
        ("алена", "Алёна Ёлкина"),
        ("кина ал", "Алёна Ёлкина"),
        ("ёжов", "Ежов Пётр"),
        ("петр", "Ежов Пётр"),
        ("o'neil", HOSTILE[2]),
        ("семья", HOSTILE[6]),
        ("навыворот", HOSTILE[3]),
    ],
)
def test_a_part_of_a_name_is_found(words: str, name: str, browser: Browser, hostile: Path) -> None:
    browser.look(size=PHONE)
    browser.open(hostile)
    assert typed(browser, words) == [name]
    assert "1" in browser.run("return document.querySelector('#told').textContent")


def test_nobody_is_found_by_a_name_that_nobody_has(browser: Browser, hostile: Path) -> None:
    browser.open(hostile)
    assert typed(browser, "бэтмен") == []
    told = browser.run("return document.querySelector('#told').textContent")
    assert told == "Никого с таким именем здесь нет."


def test_enter_opens_one_s_own_sheet_with_whom_one_meets(browser: Browser, event: Path) -> None:
    browser.look(size=PHONE)
    browser.open(event)
    assert typed(browser, "ежик") == ["Ёжик в тумане"]
    browser.driver.switch_to.active_element.send_keys("\n")
    wait_for(lambda: shown(browser) == ["sheets", "p-2"])
    sheet = browser.run("return document.querySelector('.chosen').innerText")
    assert "Северное сияние" in sheet
    assert len(re.findall(r"12 июн|13 июн", sheet)) == 12
    assert "За одним столом" in sheet
    met = browser.run("return document.querySelectorAll('.met bdi').length")
    assert met == 30 - 2  # not himself, and not his team-mate
    assert browser.run("return document.title") == "Ёжик в тумане"


def test_the_address_leads_to_one_s_sheet(browser: Browser, event: Path) -> None:
    browser.open(event, "p-3")
    assert shown(browser) == ["sheets", "p-3"]


def test_the_keyboard_walks_through_what_is_found(browser: Browser, event: Path) -> None:
    from selenium.webdriver.common.keys import Keys

    browser.open(event)
    names = typed(browser, "а")
    for _ in range(2):
        browser.driver.switch_to.active_element.send_keys(Keys.ARROW_DOWN)
    focused = "return document.activeElement.querySelector('bdi').textContent"
    assert browser.run(focused) == names[1]
    browser.driver.switch_to.active_element.send_keys(Keys.ESCAPE)
    assert browser.run("return document.activeElement.id") == "search"
    assert browser.run("return document.querySelectorAll('#found li').length") == 0


def test_one_view_is_shown_at_a_time(browser: Browser, event: Path) -> None:
    browser.look(size=DESK)
    browser.open(event)
    for each in VIEWS:
        browser.turn(each)
        assert [one for one in shown(browser) if not one.startswith("p-")] == [each]
        current = "return document.querySelector('nav.views a[aria-current]').hash"
        assert browser.run(current) == f"#{each}"


@pytest.mark.parametrize("size", [PHONE, (320, 568)])
def test_a_phone_never_scrolls_sideways(
    size: tuple[int, int], browser: Browser, event: Path, hostile: Path
) -> None:
    browser.look(size=size)
    for file in (event, hostile):
        browser.open(file)
        for each in (*VIEWS, "p-6"):
            browser.turn(each)
            assert browser.run("return document.documentElement.scrollWidth") <= size[0], each


@pytest.mark.parametrize("size", [DESK, PHONE])
def test_nothing_is_wider_than_its_card(
    size: tuple[int, int], browser: Browser, event: Path, hostile: Path, shapka: Path
) -> None:
    browser.look(size=size)
    for file in (event, hostile, shapka):
        browser.open(file)
        for each in ("sheets", "cards"):
            browser.turn(each)
            wide = browser.run(
                "return [...document.querySelectorAll('.sheet, .card')]"
                ".filter(e => e.scrollWidth > e.clientWidth + 1).map(e => e.innerText)"
            )
            assert wide == []


CONTRAST = """
const light = c => { const v = c / 255; return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; };
const parsed = text => text.match(/[\\d.]+/g).map(Number);
const luminance = ([r, g, b]) => 0.2126 * light(r) + 0.7152 * light(g) + 0.0722 * light(b);
const behind = element => {
  for (let e = element; e; e = e.parentElement) {
    const colour = parsed(getComputedStyle(e).backgroundColor);
    if (colour.length < 4 || colour[3] > 0) return colour;
  }
  return [255, 255, 255];
};
const least = {};
for (const element of document.querySelectorAll('body *')) {
  const own = [...element.childNodes].some(n => n.nodeType === 3 && n.textContent.trim());
  if (!own || element.closest('svg') || !element.checkVisibility()) continue;
  const style = getComputedStyle(element);
  const [a, b] = [luminance(parsed(style.color)), luminance(behind(element))].sort((x, y) => y - x);
  const ratio = (a + 0.05) / (b + 0.05);
  const name = element.tagName + '.' + element.className;
  least[name] = Math.min(ratio, least[name] ?? 99);
}
return least;
"""


@pytest.mark.parametrize("dark", [False, True])
def test_every_text_is_told_from_its_ground(dark: bool, browser: Browser, event: Path) -> None:
    """The ratio is WCAG 2.1's for ordinary text, 4.5; a dark screen has a dark ground."""
    browser.look(dark=dark)
    grounds = set()
    browser.open(event)
    for each in (*VIEWS, "p-1"):
        browser.turn(each)
        least = browser.run(CONTRAST)
        assert len(least) > 5
        assert {name: ratio for name, ratio in least.items() if ratio < 4.5} == {}
        grounds.add(
            browser.run("return getComputedStyle(document.documentElement).backgroundColor")
        )
    assert grounds == {"rgb(20, 22, 26)" if dark else "rgb(255, 255, 255)"}


@pytest.mark.parametrize("dark", [False, True])
def test_counts_are_legible_in_their_cells(dark: bool, browser: Browser, event: Path) -> None:
    browser.look(dark=dark)
    browser.open(event, "balance")
    ratios = browser.run(
        CONTRAST.partition("const least")[0]
        + """return [0, 1, 2, 3, 4, 5, 6].map(k => {
          const svg = document.querySelector('.heat');
          const made = kind => {
            const e = document.createElementNS(svg.namespaceURI, 'g');
            e.setAttribute('class', kind + k); svg.append(e);
            return luminance(parsed(getComputedStyle(e).fill));
          };
          const [a, b] = [made('n'), made('h')].sort((x, y) => y - x);
          return (a + 0.05) / (b + 0.05);
        });"""
    )
    assert len(ratios) == 7
    assert min(ratios) >= 4.5


def test_everybody_s_sheet_is_whole_on_paper(browser: Browser, event: Path, tmp_path: Path) -> None:
    """Each name is on one page, with as many rounds as a sheet has."""
    browser.look(dark=True)  # paper is white all the same
    browser.open(event, "sheets")
    names = browser.run("return [...document.querySelectorAll('.sheet h4')].map(e => e.innerText)")
    pages = browser.printed(tmp_path)
    assert len(names) == 30
    for name in names:
        assert sum(name in page for page in pages) == 1, name
    for page in pages:
        here = sum(name in page for name in names)
        assert len(re.findall(r"1[23] июн", page)) == 12 * here
    assert len(pages) == 5


def test_a_sheet_of_forty_rounds_is_whole_on_paper(browser: Browser, tmp_path: Path) -> None:
    plan = plan_of(tuple(f"Игрок {k:02}" for k in range(20)), rounds=40)
    browser.open(written(tmp_path, html(plan, examine(plan), Asked(lang="ru"))), "sheets")
    pages = browser.printed(tmp_path)
    for k in range(20):
        assert sum(f"Игрок {k:02}" in page for page in pages) == 1
    for page in pages:
        here = len(re.findall(r"Игрок \d\d", page))
        assert len(re.findall(r"(?<!\d)40(?!\d)", page)) == here


def test_no_table_is_split_between_two_sheets_of_paper(
    browser: Browser, event: Path, tmp_path: Path
) -> None:
    for part, pages_of_a_round in (("rounds", 1), ("cards", 2)):
        browser.open(event, part)
        pages = browser.printed(tmp_path)
        for page in pages:
            heads = len(re.findall(r"Стол \d", page))
            tens = len(re.findall(r"(?<![\d·:])(?<!Тур )10 (?! *мест)", page))
            assert heads == tens > 0, page
        assert sum("Тур 7" in page for page in pages) == pages_of_a_round
        assert len(re.findall(r"Стол \d", " ".join(pages))) == 36


def test_the_wall_list_is_on_one_page(browser: Browser, event: Path, tmp_path: Path) -> None:
    browser.open(event, "wall")
    assert [len(re.findall(r"\d·\d+", page)) for page in browser.printed(tmp_path)] == [360]


def test_everything_is_printed_if_asked(browser: Browser, event: Path, tmp_path: Path) -> None:
    browser.open(event)
    browser.run("window.print = () => { window.seen = document.body.dataset.view; }")
    browser.run("document.querySelector('button[data-print=all]').click()")
    assert browser.run("return window.seen") == "all"
    browser.run("document.body.dataset.view = 'all'")
    pages = browser.printed(tmp_path)
    told = " ".join(pages)
    assert all(part in told for part in ("Тур 12", "Список на стену", "Насколько ровна", "Таблица"))
    assert len(pages) > 20


def test_a_heat_map_says_the_count_under_the_arrow_keys(browser: Browser, event: Path) -> None:
    from selenium.webdriver.common.keys import Keys

    browser.look()
    browser.open(event, "balance")
    browser.run("document.querySelector('#meetings .heat').focus()")
    for key in (Keys.ARROW_DOWN, Keys.ARROW_DOWN, Keys.ARROW_UP):
        browser.driver.switch_to.active_element.send_keys(key)
    read = "return document.querySelector('#meetings .read').textContent"
    assert browser.run(read) == "Ёжик в тумане – Полынь: —"  # they are of one team
    browser.driver.switch_to.active_element.send_keys(Keys.ARROW_DOWN)
    assert re.fullmatch(r"Штурман – Полынь: [1-6]", browser.run(read))


def test_a_hostile_name_is_text(browser: Browser, hostile: Path) -> None:
    browser.look()
    browser.open(hostile)
    for each in ("rounds", "sheets", "cards", "wall"):
        browser.turn(each)
        names = browser.run(
            f"return [...document.querySelectorAll('#{each} bdi:not(.team)')].map(e => e.textContent)"
        )
        assert set(names) == set(HOSTILE)
    assert browser.run("return document.title") != "run"
    assert browser.run("return document.images.length") == 0
    assert browser.run("return document.scripts.length") == 1


def test_a_name_that_turns_the_writing_turns_nothing_but_itself(
    browser: Browser, hostile: Path
) -> None:
    """The number before it stays on its left."""
    browser.open(hostile, "cards")
    left = browser.run(
        "return [...document.querySelectorAll('#cards tbody tr')].every(row => "
        "row.cells[0].getBoundingClientRect().right <= "
        "row.querySelector('bdi').getBoundingClientRect().left + 1)"
    )
    assert left


def test_nothing_is_said_on_the_console_and_nothing_asked_of_a_network(
    browser: Browser, event: Path, hostile: Path
) -> None:
    for file in (event, hostile):
        browser.said()
        browser.asked.clear()
        browser.open(file)
        for each in (*VIEWS, "p-1"):
            browser.turn(each)
            typed(browser, "а")
        assert browser.said() == []
        asked = {address.split("#")[0] for address in browser.asked}
        assert asked - {"about:blank", "data:,"} == {file.resolve().as_uri()}


def test_a_script_that_is_not_the_page_s_own_does_not_run(
    browser: Browser, event: Path, tmp_path: Path
) -> None:
    """Even if a name came through unescaped, the page's policy would hold it."""
    text = event.read_text(encoding="utf-8")
    planted = text.replace("</h1>", "<script>document.title = 'run'</script></h1>", 1)
    browser.open(written(tmp_path, planted))
    assert browser.run("return document.title") != "run"
    assert any("Content Security Policy" in line for line in browser.said())


def test_without_scripts_everything_is_there_one_below_another(
    browser: Browser, event: Path
) -> None:
    browser.tell("Emulation.setScriptExecutionDisabled", value=True)
    browser.open(event)
    try:
        text = browser.tell("DOM.getDocument", depth=0)["root"]["nodeId"]
        seen = {}
        for each in (*VIEWS, "finder"):
            node = browser.tell("DOM.querySelector", nodeId=text, selector=f"#{each}")["nodeId"]
            try:
                seen[each] = browser.tell("DOM.getBoxModel", nodeId=node)["model"]["height"] > 0
            except WebDriverException:  # what is not shown has no box
                seen[each] = False
        assert seen == dict.fromkeys(VIEWS, True) | {"finder": False}
    finally:
        browser.tell("Emulation.setScriptExecutionDisabled", value=False)


def test_everything_that_is_asked_has_a_label(browser: Browser, event: Path) -> None:
    browser.open(event)
    nameless = browser.run(
        "return [...document.querySelectorAll('input, button, a, svg[role], [role=region], nav')]"
        ".filter(e => !(e.labels?.length || e.getAttribute('aria-label') || e.textContent.trim()))"
        ".map(e => e.outerHTML.slice(0, 80))"
    )
    assert nameless == []


def test_a_hundred_people_are_found_as_quickly(browser: Browser, tmp_path: Path) -> None:
    plan = plan_of(tuple(f"Игрок {k:03}" for k in range(100)), rounds=10)
    browser.open(written(tmp_path, html(plan, examine(plan), Asked(lang="ru"))))
    assert typed(browser, "к 07")[:2] == ["Игрок 007", "Игрок 070"]
    assert len(typed(browser, "игрок")) == 12
    assert "100" in browser.run("return document.querySelector('#told').textContent")


# --- the screen of a hall ---------------------------------------------------------------------


@pytest.fixture(scope="module")
def places(tmp_path_factory: pytest.TempPathFactory) -> Path:
    rules = load("ugra-2021")
    games = read_results("examples/ugra-2021-results.csv", rules).games
    shown_ = view(games, rules, by="player")
    return written(tmp_path_factory.mktemp("places"), board(shown_, "ru", reload=1))


@pytest.mark.parametrize("size", [(1920, 1080), (1280, 720), (1024, 768)])
def test_all_places_are_on_the_hall_s_screen(
    size: tuple[int, int], browser: Browser, places: Path
) -> None:
    browser.look(size=size, dark=True)
    browser.open(places)
    outside = browser.run(
        "return [...document.querySelectorAll('tbody tr')].filter(e => { const r = "
        "e.getBoundingClientRect(); return r.bottom > innerHeight || r.right > innerWidth; }).length"
    )
    assert outside == 0
    assert browser.run("return document.querySelectorAll('tbody tr').length") == 30
    least = browser.run(
        "return parseFloat(getComputedStyle(document.querySelector('tbody td')).fontSize) / innerHeight"
    )
    assert least > 0.025  # of the screen's height
    assert {k: v for k, v in browser.run(CONTRAST).items() if v < 4.5} == {}


def test_the_hall_s_screen_follows_its_file(browser: Browser, places: Path) -> None:
    browser.look()
    browser.open(places)
    text = places.read_text(encoding="utf-8")
    places.write_text(text.replace("Пуля", "Пуля и Ко"), encoding="utf-8")
    name = "return document.querySelector('tbody bdi').textContent"
    wait_for(lambda: browser.run(name) == "Пуля и Ко")
    assert browser.said() == []


def test_the_hall_s_screen_can_be_held(browser: Browser, places: Path) -> None:
    browser.open(places)
    browser.run("document.querySelector('button').click(); window.mine = true")
    assert browser.run("return document.querySelector('button').textContent") == "Дальше"
    time.sleep(1.5)
    assert browser.run("return window.mine") is True


def test_on_a_phone_the_places_stand_below_each_other(browser: Browser, places: Path) -> None:
    browser.look(size=PHONE)
    browser.open(places)
    assert browser.run("return document.documentElement.scrollWidth") <= PHONE[0]


def wait_for(holds: Callable[[], Any], seconds: float = 10) -> None:
    """Wait until something holds; a page that reloads meanwhile is asked again."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            if holds():
                return
        except WebDriverException:
            pass
        time.sleep(0.1)
    pytest.fail("it never came to hold")
