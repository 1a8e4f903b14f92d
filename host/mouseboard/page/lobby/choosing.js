// What the pages of the lobby share: what can be chosen for everybody, and the sheets that choose it.

import { memory } from "../kit/svg.js";
/** @import { Page } from "../app.js" */

export class Choosing {
  /** @param {any} root @param {Page} page */
  constructor(root, page) {
    this.root = root;
    this.page = page;
    this.differs = memory();
    this.covers = {}; // by game
    /** @type {LobbyPicture} */
    this.picture = null;
    /** @type {You} */
    this.you = null;
    /** @type {Offer} */
    this.data = null;
    this.sheet = null; // what follows the pictures while it is open
  }

  /** The game that is wished for, with all that can be chosen about it; undefined until that is known. */
  get game() {
    return this.data?.games.find(({ name }) => name === this.picture.wish.game);
  }

  /** Choose something for everybody. */
  async wish(what) {
    return this.page.send("lobby", { wish: what });
  }

  /** Change a seat; `was` tells who played there when that was chosen. */
  async seat(seat, what, was) {
    return this.page.send("seats", { seat, ...what, was });
  }

  /** Open the house rules. */
  async openRules() {
    this.open((await this.page.loaded("lobby/lobby-rules.js")).openRules);
  }

  /** Ask who plays on a seat. @param {number} n */
  async openSeat(n) {
    const { openSeat } = await this.page.loaded("lobby/lobby-seat.js");
    this.open(() => openSeat(this, n));
  }

  /** Open a sheet that follows the lobby's pictures until it closes. */
  open(make) {
    const opener = document.activeElement?.getAttribute("data-focus");
    const sheet = make(this);
    this.sheet = sheet;
    sheet.dialog.addEventListener("close", () => {
      if (this.sheet === sheet) this.sheet = null;
      this.focus(opener);
    });
  }

  /** Give the focus back to a button that may have been drawn again. */
  focus(name) {
    if (name) this.root.querySelector(`[data-focus="${CSS.escape(name)}"]`)?.focus();
  }
}
