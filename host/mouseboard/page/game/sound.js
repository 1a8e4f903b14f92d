// Sounds synthesised by the browser, and prompts read aloud if it has a voice. One touch switches either off, and this
// phone remembers it.

import { kept } from "../kit/kept.js";
import { get } from "../stream.js";
import { language } from "../kit/words.js";

const isOn = (what) => kept(what) === "on";
let context = null;
let tunes = null; // by name: notes of [pitch, milliseconds], as the table's buzzer has them
let newest = 0; // number of the tune that was asked for last

/** Play or read something when a switch is touched, because browsers make sounds only after a touch. */
export function tried(what, prompt) {
  if (what === "sound") play("turn");
  else if (isOn("voice")) read(prompt ?? "");
  else window.speechSynthesis?.cancel();
}

/** Play the sound of a change between two pictures, and read a new prompt. @param {Picture} before @param {Picture} now */
export function hear(before, now) {
  const name = soundOf(before, now);
  if (name) play(name);
  if (before.prompt !== now.prompt) read(now.prompt);
}

async function play(name) {
  if (!isOn("sound") || !window.AudioContext) return;
  context ??= new AudioContext();
  const number = ++newest;
  await context.resume().catch(() => null); // browsers wait for the first touch with this, and iPhones refuse it during a call
  tunes ??= await get("tunes"); // without an answer the next sound tries again
  if (!tunes || number < newest || context.state !== "running") return; // tunes that had to wait must not sound all at once
  let begin = context.currentTime;
  for (const [pitch, ms] of tunes[name]) {
    note(pitch, begin, ms / 1000);
    begin += ms / 1000;
  }
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

function read(text) {
  if (!isOn("voice") || !window.speechSynthesis) return;
  speechSynthesis.cancel();
  const said = new SpeechSynthesisUtterance(text);
  said.lang = language;
  speechSynthesis.speak(said);
}

/** @param {Picture} before @param {Picture} now */
function soundOf(before, now) {
  if (now.winners.length && !before.winners.length) return "over";
  if (now.trap !== before.trap && (now.trap === "caught" || now.trap === "missed")) return now.trap;
  if (["mend", "fault", "lost", "suspect", "who"].includes(now.sign) && now.sign !== before.sign) return "amiss";
  if ((now.parts ?? 0) > (before.parts ?? 0)) return "build";
  if (JSON.stringify(now.standing) !== JSON.stringify(before.standing)) return "hop";
  if (now.device === "die" && now.positions > before.positions) return "roll";
  if (now.turn !== before.turn) return "turn";
  return null;
}
