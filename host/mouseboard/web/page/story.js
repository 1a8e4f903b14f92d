// The story of a game: all that has happened, and the board as it was after each move.

import { get } from "./stream.js";
import { html, memory } from "./svg.js";

const find = (selector) => document.querySelector(selector);

export class Story {
  constructor(page) {
    Object.assign(this, { page, differs: memory() });
    find("#present").addEventListener("click", () => this.close());
    find(".story input").addEventListener("input", ({ target }) => this.look(Number(target.value)));
  }

  open() {
    find(".story").hidden = false;
    document.body.classList.add("told");
    find(".story input").focus();
    this.show(this.page.now);
  }

  close() {
    find(".story").hidden = true;
    document.body.classList.remove("told");
    this.look(null);
  }

  /** Tell what has happened, newest first. */
  show({ story, positions, seats, language }) {
    if (!this.differs("story", story, positions, language)) return;
    const rows = [...story].reverse().map(({ text, by, position }) =>
      html("li", { class: `c-${seats[by]?.mouse ?? "none"}` }, html("button", { "data-position": position, onclick: () => this.look(position) }, text)));
    find(".story ol").replaceChildren(...rows);
    const range = find(".story input");
    range.max = positions;
    if (!document.body.classList.contains("past")) range.value = positions;
  }

  /** Look at an earlier position, or with null at the present again. */
  async look(position) {
    const { page } = this;
    const there = position !== null && position < page.now.positions ? position : undefined;
    page.past = there;
    document.body.classList.toggle("past", there !== undefined);
    const picture = there === undefined ? page.now : await get(`position/${there}`);
    if (page.past !== there || !picture || !page.now) return;
    page.draw({ ...picture, story: page.now.story, positions: page.now.positions }, false);
    find(".story input").value = there ?? page.now.positions;
  }
}
