// A TV: nobody touches it. It hides what is to be touched, makes sounds, and comes back by itself whatever happens.

import { ask } from "./kit/ask.js";
import { keep, kept } from "./kit/kept.js";
import { styled } from "./kit/svg.js";

const PAUSE = 2000; // milliseconds before the page is loaded again

await styled("tv.css");
document.documentElement.classList.add("tv");
if (kept("sound") === null) keep("sound", "on");

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
