// Line icons of lobby, end and sheets, beside those that every game shows.

import { LINES, sign } from "./icons.js";

Object.assign(LINES, {
  plus: "M12 5v14M5 12h14",
  phone: "M8 2.5h8a1.5 1.5 0 0 1 1.5 1.5v16a1.5 1.5 0 0 1-1.5 1.5H8A1.5 1.5 0 0 1 6.5 20V4A1.5 1.5 0 0 1 8 2.5zM11 18.5h2",
  person: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 21c0-5 3.5-6.5 7.5-6.5s7.5 1.5 7.5 6.5",
  gear: "M12 15.2a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.4zM12 2.5v3M12 18.5v3M2.5 12h3M18.5 12h3M5.3 5.3l2.1 2.1M16.6 16.6l2.1 2.1M18.7 5.3l-2.1 2.1M7.4 16.6l-2.1 2.1",
  clock: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5.2l3.5 2",
  scale: "M12 3.5V20M7 20h10M4 7h16M4 7 1.5 14h5zM20 7l-2.5 7h5z",
  bulb: "M9 17.5h6M10 21h4M12 3a6.5 6.5 0 0 0-3.6 11.8V17h7.2v-2.2A6.5 6.5 0 0 0 12 3z",
  undo: "M8 5 3.5 9.5 8 14M4 9.5h10a6 6 0 0 1 0 12h-3",
  lang: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM3 12h18M12 3c3 3 3.5 6 3.5 9s-.5 6-3.5 9c-3-3-3.5-6-3.5-9S9 6 12 3z",
});

export { sign };
