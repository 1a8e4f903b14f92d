// A place that was touched and stands for several options.

/** Highlight the buttons of these options, and no others. */
export function highlight(options) {
  const buttons = options.map(({ action }) => document.querySelector(`[data-action="${CSS.escape(action)}"]`)).filter(Boolean);
  for (const button of document.querySelectorAll(".choice")) button.classList.toggle("meant", buttons.includes(button));
  buttons[0]?.closest("details")?.setAttribute("open", "");
  buttons[0]?.focus();
}
