(() => {
  "use strict";
  const body = document.body;
  const screens = [...document.querySelectorAll(".screen")];
  const button = document.querySelector("button");
  const turn = 12000; // milliseconds that a screenful stays
  let [at, paused] = [0, false];

  body.dataset.screens = screens.length;
  const show = () => {
    screens.forEach((screen, k) => screen.classList.toggle("here", k === at));
    document.querySelector("#part").textContent =
      screens.length > 1 ? `${at + 1} / ${screens.length}` : "";
  };

  // The page is written anew when the results change: its own file says when that was.
  const written = new Date(document.lastModified);
  const clock = document.querySelector("#written");
  clock.textContent = clock.dataset.says.replace("#",
    written.toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit" }));

  const reload = +body.dataset.reload;
  setInterval(() => {
    if (paused) return;
    at = (at + 1) % screens.length;
    if (at === 0 && reload) location.reload(); else show();
  }, screens.length > 1 ? turn : (reload || 3600) * 1000);

  const pause = () => {
    paused = !paused;
    button.textContent = paused ? button.dataset.go : button.dataset.stop;
    button.setAttribute("aria-pressed", paused);
  };
  button.addEventListener("click", pause);
  addEventListener("keydown", (event) => {
    if (event.target === button) return;
    if (event.key === " ") pause();
    else if (event.key === "ArrowRight") { at = (at + 1) % screens.length; show(); }
    else if (event.key === "ArrowLeft") { at = (at + screens.length - 1) % screens.length; show(); }
    else return;
    event.preventDefault();
  });
  show();
})();
