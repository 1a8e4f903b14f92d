// Sounds made by the browser itself, and prompts read aloud where it has a voice. Off with one touch, kept per phone.

import { language } from "./words.js";

const NOTES = {
  hop: [[520, 0, 0.06], [660, 0.05, 0.06]],
  roll: [[180, 0, 0.03], [240, 0.07, 0.03], [200, 0.14, 0.03], [320, 0.2, 0.06]],
  turn: [[523, 0, 0.1], [784, 0.1, 0.16]],
  amiss: [[220, 0, 0.16], [175, 0.18, 0.22]],
  build: [[392, 0, 0.06], [523, 0.07, 0.12]],
  caught: [[330, 0, 0.1], [262, 0.1, 0.1], [196, 0.2, 0.35]],
  missed: [[262, 0, 0.1], [247, 0.12, 0.3]],
  over: [[523, 0, 0.12], [659, 0.12, 0.12], [784, 0.24, 0.12], [1047, 0.36, 0.4]],
};

const kept = (key) => localStorage.getItem(key) === "on";
export const settings = { sound: kept("sound"), voice: kept("voice") };
export const hasVoice = () => "speechSynthesis" in window && speechSynthesis.getVoices().length > 0;

let context = null;

/** Sound or voice on or off. It begins with a touch, which is what browsers ask for. */
export function toggle(what) {
  settings[what] = !settings[what];
  localStorage.setItem(what, settings[what] ? "on" : "off");
  if (what === "voice" && !settings.voice) speechSynthesis.cancel();
  play("turn");
  return settings[what];
}

export function play(name) {
  if (!settings.sound) return;
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
  for (const [pitch, begin, length] of NOTES[name]) note(pitch, context.currentTime + begin, length);
}

function note(pitch, begin, length) {
  const tone = new OscillatorNode(context, { type: "triangle", frequency: pitch });
  const loudness = new GainNode(context, { gain: 0.0001 });
  loudness.gain.setValueAtTime(0.0001, begin);
  loudness.gain.exponentialRampToValueAtTime(0.16, begin + 0.012);
  loudness.gain.exponentialRampToValueAtTime(0.0001, begin + length + 0.08);
  tone.connect(loudness).connect(context.destination);
  tone.start(begin);
  tone.stop(begin + length + 0.1);
}

export function read(text) {
  if (!settings.voice || !hasVoice()) return;
  speechSynthesis.cancel();
  const said = new SpeechSynthesisUtterance(text);
  said.lang = language;
  speechSynthesis.speak(said);
}

/** What a change between two pictures sounds like; nothing for most. */
export function soundOf(before, now) {
  if (now.winners.length && !before.winners.length) return "over";
  if (now.trap !== before.trap && (now.trap === "caught" || now.trap === "missed")) return now.trap;
  if (["mend", "fault", "lost", "suspect"].includes(now.sign) && now.sign !== before.sign) return "amiss";
  if ((now.parts ?? 0) > (before.parts ?? 0)) return "build";
  if (JSON.stringify(now.standing) !== JSON.stringify(before.standing)) return "hop";
  if (now.device === "die" && now.positions > before.positions) return "roll";
  if (now.turn !== before.turn) return "turn";
  return null;
}
