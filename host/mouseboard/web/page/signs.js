// What is printed on places, for those who cannot read: a sign for each kind, drawn in a box of 24 x 24 round the middle.
// Each is a list of [style, path]; the styles are classes of board.css. What only some boards have is in rooms.js and
// maze.js, which add theirs to SIGNS; a room has a sign of its own, by its name.

export const dot = (x, y, r) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;

export const WEDGE = [
  ["cheese-top", "M-10 1 3-8.5Q9.5-6.5 10 1z"],
  ["cheese", "M-10 1H10V8.5H-10z"],
  ["cheese-hole", dot(-4.5, 5, 1.7) + dot(3.5, 4, 1.3) + dot(6.8, 7, 1) + dot(2.5, -3.2, 1.4)],
];
const WHEEL = [
  ["cheese", dot(0, 0, 10.5)],
  ["cheese-top", dot(0, -0.8, 8.8)],
  ["cheese-hole", dot(-4, -3, 2) + dot(3.5, -4.5, 1.3) + dot(-1.5, 3, 1.5) + dot(-6, 2.5, 1)],
  ["cheese-cut", "M0-.8 8.3 1.8A8.8 8.8 0 0 1 4.5 6.7z"],
];
const MASKED = [
  ["fur", dot(-6.5, -6, 4.5) + dot(6.5, -6, 4.5)],
  ["fur", dot(0, 1, 9)],
  ["ink", "M-9.5-2.5H9.5V2H-9.5z"],
  ["paper", dot(-3.5, -0.2, 1.8) + dot(3.5, -0.2, 1.8)],
  ["ink", dot(0, 5, 1.5)],
];
const CAGE = [
  ["cage-line", "M-8 8V-1A8 8 0 0 1 8-1V8M-4 8V-7.5M0 8V-9M4 8V-7.5M-8 0H8"],
  ["good", "M-9.5 7H9.5V10H-9.5z"],
];
const ARCH = [["hollow", "M-8.5 8.5V-.5a8.5 8.5 0 0 1 17 0V8.5z"]];
export const SNAP = [
  ["wood", "M-10-6.5H10V6.5H-10z"],
  ["line", "M-7-4H5M-7 4H5M-7-4V4M5-5V5"],
  ["cheese-top", dot(-2.5, 0, 2.2)],
];

export const STOP = ["bad", "M-4-9.5H4L9.5-4V4L4 9.5H-4L-9.5 4V-4z"];

export const SIGNS = {
  // classic
  build: [["tool", "M-3.6 2.5-9 8.2a2.3 2.3 0 0 0 3.2 3.2L0 6.2A5.6 5.6 0 0 0 7.3-1.3L4 2 .5 1.2-.4-2.3 3-5.7A5.6 5.6 0 0 0-3.6 2.5z"]],
  take: WEDGE,
  lose: WEDGE,
  rival: MASKED,
  back: [["arrow-back", "M9 7.5V4a5 5 0 0 0-5-5H-7M-2.5-6.5-8.5-1-2.5 4.5"]],
  ahead: [["arrow-ahead", "M-9 0H-2M-3.5-6.5 3 0-3.5 6.5M3-6.5 9.5 0 3 6.5"]],
  bone: [["bone", "M-5-2.2A3.2 3.2 0 1 0-9.5 0 3.2 3.2 0 1 0-5 2.2H5A3.2 3.2 0 1 0 9.5 0 3.2 3.2 0 1 0 5-2.2z"]],
  safe: [["good", "M0-10.5 8.5-7V0C8.5 5.5 4.5 9 0 11-4.5 9-8.5 5.5-8.5 0V-7z"], ["tick", "M-4.2 0-1 3.5 4.5-3.5"]],
  crank: [["metal", dot(-5, 5, 4.5)], ["crank-arm", "M-5 5 5.5-5.5"], ["bad", dot(6, -6, 3.6)], ["arrow-ahead", "M5 9.5A9.5 9.5 0 0 0 10 2M6.8 4 10.3 1.5 12 5.4"]],
  wheel: WHEEL,
  // revised
  normal: [["faint", dot(0, 3, 4.2) + dot(-5.5, -2.5, 2.1) + dot(-2, -6, 2.1) + dot(2.5, -6, 2.1) + dot(6, -2.5, 2.1)]],
  cage: CAGE,
  launch: [STOP, ["paper", "M1.5-7-4.5 1H-.5L-2 7 4.5-1.5H.5z"]],
  cheese: WEDGE,
  steal: MASKED,
  tunnel: [...ARCH, ["arrow-out", "M-5 3.5H3M-.5-.5 4 3.5-.5 7.5"]],
  start: [["flag-pole", "M-6.5-10V10"], ["bad", "M-6.5-10H9L5-5.5 9-1H-6.5z"]],
  // souriciere
  house: [["wood", "M-8-1V9H8V-1z"], ["bad", "M-11 0 0-10 11 0z"], ["hollow", "M-3 9V5a3 3 0 0 1 6 0V9z"]],
  hole: [["hollow", "M-10 2a10 7.5 0 1 0 20 0 10 7.5 0 1 0-20 0z"], ["arrow-out", "M0-8V3M-4-.5 0 4 4-.5"]],
  entry: [["hollow", "M-10 1a10 8 0 1 0 20 0 10 8 0 1 0-20 0z"], ["teeth", "M-8-2-5 3-2-2 1 3 4-2 7 3"]],
  trap: SNAP,
};

/** The sign of a place or face: by its own name, else by its kind; null where there is none. */
export function signOf(place) {
  if (place.name === "cheese") return WHEEL; // a goal is no slice but the whole cheese
  return (place.kind === "room" && SIGNS[place.name]) || SIGNS[place.kind] || null;
}

/** What a sign needs a number for: cheese gained or lost, the place it leads to. */
export function numberOf(place) {
  switch (place.kind) {
    case "take": return `+${place.count}`;
    case "lose": return `−${place.count || 1}`;
    case "rival": return "3";
    case "cheese": return place.name === "cheese" ? "" : "+1";
    case "back": case "ahead": case "tunnel": return place.to;
  }
  return "";
}

// The white shape on each mouse: its colour for those who see few colours.
const SHAPES = {
  red: "M0-5 5.2 4H-5.2z",
  blue: "M-4.2-4.2H4.2V4.2H-4.2z",
  green: "M0-5.6 1.6-1.8 5.6-1.6 2.5 1 3.5 5 0 2.8-3.5 5-2.5 1-5.6-1.6-1.6-1.8z",
  yellow: dot(0, 0, 4.6),
  white: "M-1.7-5H1.7V-1.7H5V1.7H1.7V5H-1.7V1.7H-5V-1.7H-1.7z",
  purple: "M0-5.6 5 0 0 5.6-5 0z",
};
export const shapeOf = (colour) => SHAPES[colour] ?? "";
