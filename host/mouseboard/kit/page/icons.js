// Line icons in a box of 24, in the colour of the words beside them.

import { icon, path } from "./svg.js";

export const LINES = {
  play: "M8 5.5v13l11-6.5z",
  tick: "M4.5 12.5 10 18 20 6.5",
  cross: "M6 6l12 12M18 6 6 18",
  robot: "M5 9h14v10H5zM12 9V5M9 13.2v1.6M15 13.2v1.6M2.5 13v3M21.5 13v3",
  people: "M9 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 20c0-4.5 3-6 6.5-6s6.5 1.5 6.5 6M16 4.8a3.4 3.4 0 0 1 0 6.4M18 14.5c2.3.8 3.5 2.5 3.5 5.5",
  eye: "M2 12C6 5.5 18 5.5 22 12 18 18.5 6 18.5 2 12zM12 9.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5",
  ask: "M8 8.5C8 3 16.5 3 16.5 8.5 16.5 12 12 12 12 15.5M12 20v.2",
  alert: "M12 3.5 21.5 20H2.5zM12 9.5V14M12 17v.2",
  dots: "M5 12v.1M12 12v.1M19 12v.1",
  fence: "M2 9h20v6H2zM7.5 7v10M16.5 7v10",
  menu: "M4 6.5h16M4 12h16M4 17.5h16",
  back: "M10 5 3.5 12 10 19M4 12h16.5",
  again: "M19.5 9A8 8 0 1 0 20 14M20 3.5V9h-5.5",
  sound: "M4 9.5v5h3.5L12 19V5L7.5 9.5zM15.5 9a4 4 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11",
  deal: "M4 3h6v8H4zM14 3h6v8h-6zM4 14h6v8H4zM14 14h6v8h-6z",
  snowflake: "M12 2v20M3.3 7l17.4 10M20.7 7 3.3 17M9 3.5l3 3 3-3M9 20.5l3-3 3 3M3 11l4-1-1-4M21 13l-4 1 1 4M6 18l1-4-4-1M18 6l-1 4 4 1",
  dice: "M4.5 4.5h15v15h-15zM9 9v.1M15 15v.1M12 12v.1M15 9v.1M9 15v.1",
  hand: "M7 21v-8.5L5 10.5C4 9 6 7.5 7.5 9L9 10.5V4.5c0-1.5 2-1.5 2 0V9 3.5c0-1.5 2.5-1.5 2.5 0V9 4.5c0-1.5 2-1.5 2 0V10 7c0-1.5 2-1.5 2 0v8L16 21z",
  pause: "M9 5v14M15 5v14",
  list: "M8.5 6.5H20M8.5 12H20M8.5 17.5H20M4 6.5v.1M4 12v.1M4 17.5v.1",
  cup: "M7 4h10v6a5 5 0 0 1-10 0zM7 6H3.5c0 3.5 1.5 5 3.5 5M17 6h3.5c0 3.5-1.5 5-3.5 5M12 15v4M8 20h8",
  sleep: "M4 6h7l-7 8h7M14 12h6l-6 7h6",
  cards: "M4 6.5 13 4l4 14-9 2.5zM15 5h5v14",
  flame: "M12 3c1 4 5.5 6 5.5 11a5.5 5.5 0 0 1-11 0c0-2.5 1.5-4 2.5-5 .3 1.8 1 2.5 2 3 0-3-.5-6 1-9z",
  wait: "M6 3h12M6 21h12M7 3c0 9 10 9 10 18M17 3c0 9-10 9-10 18",
};
const KINDS = { fence: "fence", play: "solid", flame: "solid flame", snowflake: "snowflake" };

/** Return an icon to go beside words. */
export const sign = (name) => icon("0 0 24 24", `i ${KINDS[name] ?? ""}`, path(LINES[name]));
