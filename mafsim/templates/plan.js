(() => {
  "use strict";
  const one = (query, within = document) => within.querySelector(query);
  const all = (query, within = document) => [...within.querySelectorAll(query)];
  const body = document.body;
  const title = document.title;

  // Letters that readers take for one: ё is е, é is e, but й stays й.
  const folded = (text) => text.normalize("NFD")
    .replace(/[\u0300-\u0305\u0307-\u036f\u200b-\u200f\u202a-\u202e\u2066-\u2069]/g, "")
    .toLowerCase().replace(/\s+/g, " ").trim();

  const made = (tag, text, parent) => {
    const element = document.createElement(tag);
    element.textContent = text;
    parent.append(element);
    return element;
  };

  // Which view is open is the address behind the #, so that a link leads to a person's own sheet.
  const sheets = all(".sheet");
  const views = all(".view").map((view) => view.id);
  const show = () => {
    const target = document.getElementById(location.hash.slice(1));
    const view = target && target.closest(".view");
    const chosen = target && target.classList.contains("sheet") ? target : null;
    sheets.forEach((sheet) => sheet.classList.toggle("chosen", sheet === chosen));
    body.dataset.view = chosen ? "player" : view ? view.id : views[0];
    all("nav.views a").forEach((link) => {
      const here = link.hash === "#" + body.dataset.view;
      if (here) link.setAttribute("aria-current", "page"); else link.removeAttribute("aria-current");
    });
    all(".met").forEach((list) => list.remove());
    document.title = title;
    if (chosen) {
      tellMeetings(chosen);
      document.title = one("h4", chosen).textContent;
      one("h4", chosen).focus({ preventScroll: true });
    }
    if (target && target !== view && !chosen) target.scrollIntoView(); else if (target) scrollTo(0, 0);
  };

  // How often one meets whom is read off the first heat map.
  const counted = (map, row, column) =>
    parseInt(map.dataset.counts[row * +map.dataset.columns + column], 36);
  const tellMeetings = (sheet) => {
    const map = one("#meetings .heat");
    if (!map) return;
    const row = +sheet.dataset.index;
    const by = new Map();
    sheets.forEach((other) => {
      const n = counted(map, row, +other.dataset.index);
      if (Number.isNaN(n)) return;
      if (!by.has(n)) by.set(n, []);
      by.get(n).push(one("h4", other).textContent);
    });
    const list = document.createElement("dl");
    list.className = "met";
    made("dt", one("#sheets").dataset.met, list);
    [...by.keys()].sort((a, b) => b - a).forEach((n) => {
      const line = made("dd", n + " × ", list);
      by.get(n).forEach((name, k) => {
        if (k) line.append(", ");
        made("bdi", name, line);
      });
    });
    sheet.append(list);
  };

  // Finding yourself.
  const most = 12;
  const search = one("#search");
  const found = one("#found");
  const told = one("#told");
  const people = sheets.map((sheet) => ({
    sheet, text: folded(one("header", sheet).textContent), name: one("h4", sheet).textContent,
  }));
  const find = () => {
    const words = folded(search.value).split(" ").filter(Boolean);
    found.replaceChildren();
    told.textContent = "";
    if (!words.length) return;
    const hits = people.filter((each) => words.every((word) => each.text.includes(word)));
    hits.slice(0, most).forEach(({ sheet, name }) => {
      const link = document.createElement("a");
      link.href = "#" + sheet.id;
      made("bdi", name, link);
      const team = one(".team", sheet);
      if (team) made("small", team.textContent, link);
      const item = document.createElement("li");
      item.append(link);
      found.append(item);
    });
    told.textContent = hits.length ? told.dataset.some.replace("#", hits.length) : told.dataset.none;
  };
  search.addEventListener("input", find);
  found.addEventListener("click", (event) => {
    if (event.target.closest("a")) { search.value = ""; find(); show(); }
  });
  one("#finder").addEventListener("submit", (event) => {
    event.preventDefault();
    const first = one("a", found);
    if (first) first.click();
  });
  one("#finder").addEventListener("keydown", (event) => {
    const links = all("a", found);
    const at = links.indexOf(document.activeElement);
    if (event.key === "ArrowDown" && links[at + 1]) links[at + 1].focus();
    else if (event.key === "ArrowUp" && at >= 0) (links[at - 1] || search).focus();
    else if (event.key === "Escape") { search.value = ""; find(); search.focus(); }
    else return;
    event.preventDefault();
  });

  // What is on the screen is what is printed; or everything.
  all("button[data-print]").forEach((button) => button.addEventListener("click", () => {
    const before = body.dataset.view;
    if (button.dataset.print === "all") body.dataset.view = "all";
    print();
    body.dataset.view = before;
  }));

  // A heat map says the count under the pointer, or under a cursor that the arrow keys move.
  all(".heat").forEach((map) => {
    const { left, top, cell, columns } = map.dataset;
    const rows = all(".rows text", map);
    const heads = all(".columns text", map);
    const read = one(".read", map.closest("figure"));
    const cursor = document.createElementNS(map.namespaceURI, "rect");
    cursor.setAttribute("class", "cursor");
    cursor.setAttribute("width", cell);
    cursor.setAttribute("height", cell);
    let [row, column] = [0, 0];
    const tell = () => {
      if (row < 0 || column < 0 || row >= rows.length || column >= +columns) return;
      const n = counted(map, row, column);
      const what = map.dataset.across ? map.dataset.across + " " : "";
      read.textContent = `${rows[row].textContent} – ${what}${heads[column].textContent}: ` +
        (Number.isNaN(n) ? "—" : n);
      cursor.setAttribute("x", +left + cell * column);
      cursor.setAttribute("y", +top + cell * row);
      if (!cursor.isConnected) map.append(cursor);
    };
    map.addEventListener("pointermove", (event) => {
      const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(map.getScreenCTM().inverse());
      row = Math.floor((point.y - top) / cell);
      column = Math.floor((point.x - left) / cell);
      tell();
    });
    map.addEventListener("keydown", (event) => {
      const [down, right] = {
        ArrowDown: [1, 0], ArrowUp: [-1, 0], ArrowRight: [0, 1], ArrowLeft: [0, -1],
      }[event.key] || [0, 0];
      if (!down && !right) return;
      event.preventDefault();
      row = Math.min(Math.max(row + down, 0), rows.length - 1);
      column = Math.min(Math.max(column + right, 0), columns - 1);
      tell();
    });
  });

  addEventListener("hashchange", show);
  show();
})();
