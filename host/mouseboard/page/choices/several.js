// A place that was touched and stands for several options.

/** @type {(action: string) => HTMLElement} */
const buttonOf = (action) => document.querySelector(`[data-action="${CSS.escape(action)}"]`);

/** Highlight the buttons of these options, and no others. @param {OptionShown[]} options */
export function highlight(options) {
  const buttons = options.map(({ action }) => buttonOf(action)).filter(Boolean);
  for (const button of document.querySelectorAll(".choice"))
    button.classList.toggle(
      "meant",
      buttons.some((other) => other === button),
    );
  buttons[0]?.closest("details")?.setAttribute("open", "");
  buttons[0]?.focus();
}
