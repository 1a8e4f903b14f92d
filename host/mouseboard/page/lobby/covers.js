// What the lobby shows of a game: its cover, its minutes, and its board if it was left. Covers of games from other packages,
// and boards that were left, are drawn when the browser has time.

import { script } from "../kit/ask.js";
import { html, svg } from "../kit/svg.js";
import { t } from "../kit/words.js";

/** Return the cover; words beside it tell which game it is. @param {string} game @param {boolean} isThere */
export function cover(game, isThere) {
  if (!isThere) return drawn(`how/${game}`);
  return html("picture", {}, [
    html("source", { srcset: `covers/${game}-dark.webp`, media: "(prefers-color-scheme: dark)" }),
    html("img", { src: `covers/${game}-light.webp`, alt: "", width: 256, height: 256 }),
  ]);
}

/** Return the picture of a game that was left. */
export const leftAs = (number) => drawn(`left/${number}`);

/** Return how long a game takes for `count` players, or for the fewest if `count` cannot play; null if unknown. @param {GameOffered} game @param {number} count */
export function lasts({ minutes, seat_counts: counts }, count) {
  const took = minutes?.[counts.includes(count) ? count : counts[0]];
  return took ? t("minutes", { n: Math.round((took[0] + took[1]) / 2) }) : null;
}

/** @type {(then: () => void, how: any) => void} */
const idle = window.requestIdleCallback ?? setTimeout; // Safari has none

function drawn(where) {
  const root = svg("svg", { class: "table still", "aria-hidden": "true" });
  idle(
    async () => {
      const [{ BoardView, loadPrint }, { get }] = await Promise.all([script("board/board.js"), script("stream.js")]);
      /** @type {HowPlayed} */
      const told = await get(where);
      if (!told) return;
      const view = new BoardView(root);
      view.draw(told.board, await loadPrint(told.board));
      view.show({ ...told.moment, lamps: {}, steps: [] });
    },
    { timeout: 1000 },
  );
  return root;
}
