// The signs of rooms, by their names; loaded where a board has any.

import { SIGNS, dot } from "./signs.js";

Object.assign(SIGNS, {
  boot: [["leather", "M-6-10H2V1C6 2 10 3 10 7.5V9H-6z"], ["sole", "M-7 8.5H10.5V11H-7z"], ["line", "M-1-6H2M-1-2.5H2"]],
  clock: [["wood", "M-7-11H7V11H-7z"], ["paper", dot(0, -4.5, 4.8)], ["line", "M0-7.5V-4.5L2.5-3"], ["cheese-top", dot(0, 6, 2.3)]],
  pantry: [["glass", "M-6-5H6V9A2 2 0 0 1 4 11H-4A2 2 0 0 1-6 9z"], ["bad", "M-6 0H6V7H-6z"], ["wood", "M-7-10H7V-5H-7z"]],
  piano: [["ink", "M-11-8H11V-2H-11z"], ["bone", "M-11-2H11V8H-11z"], ["line", "M-6.6-2V8M-2.2-2V8M2.2-2V8M6.6-2V8"], ["ink", "M-8-2H-5.2V3.5H-8zM-3.6-2H-.8V3.5H-3.6zM.8-2H3.6V3.5H.8zM5.2-2H8V3.5H5.2z"]],
  teapot: [["china", "M-6-4H5A7.5 7.5 0 0 1 3 8H-4A7.5 7.5 0 0 1-6-4zM-6-1-11-4-7.5 4zM-2-7H2V-4H-2z"], ["line", "M6-2C12-2 11 5 5 5"]],
  drawer: [["wood", "M-10-9H10V9H-10z"], ["line", "M-10 0H10"], ["cheese-top", dot(0, -4.5, 1.7) + dot(0, 4.5, 1.7)]],
  chimney: [["brick", "M-7-4H7V11H-7zM-9-8H9V-4H-9z"], ["line", "M-7 1H7M-7 6H7M0-4V1M-3.5 1V6M3.5 1V6M0 6V11"], ["faint", dot(1, -11, 2)]],
});
