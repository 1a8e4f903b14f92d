// A TV: nobody has to touch it. It hides what is to be touched, makes sounds, and comes back by itself whatever happens.

import { ask, script } from "./kit/ask.js";
import { keep, kept } from "./kit/kept.js";
import { html, styled } from "./kit/svg.js";
import { speakSheets, t } from "./kit/words.js";

const PAUSE = 2000; // milliseconds before the page is loaded again
const BEGUN = 2000; // milliseconds in which a browser that needs no touch begins its sound
const OFFERED = 30_000; // milliseconds for which sound is offered: a TV that nobody can touch is not to be covered all evening

await Promise.all([styled("tv.css"), speakSheets()]);
document.documentElement.classList.add("tv");
if (kept("sound") === null) keep("sound", "on");
if (kept("sound") === "on" && window.AudioContext) offerSound(new AudioContext());

/** Most browsers make no sound until the page is touched once, or any key pressed: say so, and play one then. @param {AudioContext} context */
function offerSound(context) {
  const offer = html("p", { class: "offer", role: "status" }, t("touch for sound"));
  const shown = setTimeout(() => document.body.append(offer), BEGUN);
  setTimeout(() => offer.remove(), BEGUN + OFFERED);
  const begun = context.resume().then(() => {
    clearTimeout(shown);
    offer.remove();
  });
  const over = new AbortController();
  const touched = async () => {
    over.abort();
    context.resume();
    await begun;
    (await script("game/sound.js")).tried("sound");
  };
  for (const touch of ["pointerdown", "keydown"]) addEventListener(touch, touched, over);
}

/** Load the page again, as the server has it now: it may be newer, or know nobody who was here on another evening. */
async function again() {
  const { ok } = await ask("tv", { method: "HEAD" });
  if (ok) location.replace("tv");
  else setTimeout(again, PAUSE);
}

let wasLost = false;
const watcher = new MutationObserver(() => {
  const { classList, dataset } = document.body;
  const isBack = wasLost && !classList.contains("lost");
  wasLost = classList.contains("lost");
  if (!isBack && dataset.at !== "join") return;
  watcher.disconnect();
  setTimeout(again, PAUSE);
});
watcher.observe(document.body, { attributeFilter: ["class", "data-at"] });
