// The story of a game: all that has happened, and the board as it was after each move.

import { get } from "../stream.js";
import { halt } from "./sheet.js";
import { html, memory } from "../kit/svg.js";
import { t } from "../kit/words.js";
/** @import { Page } from "../app.js" */

export class Story {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
  }

  open() {
    this.root?.remove();
    const [name, earlier] = [t("story"), t("earlier positions")];
    this.list = html("ol");
    this.range = html("input", { type: "range", min: 0, value: 0, "aria-label": earlier, title: earlier, oninput: () => this.look(Number(this.range.value)) });
    const now = html("button", { id: "present", class: "btn", onclick: () => this.close() }, t("now"));
    this.root = html("section", { class: "story", "aria-label": name }, html("header", { role: "none" }, html("h2", {}, name), halt()), this.list, html("div", {}, this.range, now));
    document.querySelector(".game").append(this.root);
    document.body.classList.add("told");
    this.range.focus();
    this.differs = memory();
    this.show(this.page.now);
  }

  close() {
    this.root.remove();
    document.body.classList.remove("told");
    this.look(null);
  }

  /** Tell what has happened, newest first. @param {Picture} picture */
  show({ story, positions, seats, language }) {
    if (!this.differs("story", story, positions, language)) return;
    const rows = [...story]
      .reverse()
      .map(({ text, by, position }) => html("li", { class: `c-${seats[by]?.mouse ?? "none"}` }, html("button", { "data-position": position, onclick: () => this.look(position) }, text)));
    this.list.replaceChildren(...rows);
    this.range.max = positions;
    if (!document.body.classList.contains("past")) this.range.value = positions;
  }

  /** Look at an earlier position, or with null at the present again. @param {number} position */
  async look(position) {
    const { page } = this;
    const there = position !== null && position < page.now.positions ? position : undefined;
    page.past = there;
    document.body.classList.toggle("past", there !== undefined);
    /** @type {Picture} */
    const picture = there === undefined ? page.now : await get(`position/${there}`);
    if (page.past !== there || !picture || !page.now) return;
    const placement = there === undefined ? picture.placement : {}; // looking back brings no mouse to where it must go
    page.draw({ ...picture, story: page.now.story, positions: page.now.positions, placement }, false);
    this.range.value = there ?? page.now.positions;
  }
}
