// What the programs on agent frameworks of others share, as `conversation.py`: its steps, and what is told.
import { readFileSync } from 'node:fs';

export const RATE = 16_000;
const VOICE = 24_000;
const FRAME = 40; // ms
const began = performance.now();
const plan = JSON.parse(readFileSync(0, 'utf8'));

export const { model, instruction } = plan;

const tell = (what) => process.stdout.write(`${JSON.stringify({ at: Math.round(performance.now() - began), ...what })}\n`);
const samples = (path) => {
  const file = readFileSync(path);
  return file.subarray(file.indexOf('data') + 8); // a RIFF file of 16 kHz mono, as the plan promises
};

const kinds = [];
let read = 0;
let heard = 0;
let latest = performance.now();
let said = Buffer.alloc(0);
let stirred = () => {};

export const came = (kind, value = true, more = {}) => {
  tell({ [kind]: value, ...more });
  kinds.push(kind);
  stirred();
};

export const sounded = (pcm) => { // a Buffer of 24 kHz
  heard += pcm.length / 2 / VOICE;
  latest = performance.now();
  came('sound', pcm.toString('base64'));
};

// What the tool of that name returns.
export const called = (name, args) => {
  came('called', name, { args });
  return plan.answers[name];
};

const until = async (done) => {
  while (!done()) await new Promise((resolve) => { stirred = resolve; });
};

// Sends what is said, and quiet when nothing is, in real time from the first word on.
const speak = (hear) => {
  const size = (2 * RATE * FRAME) / 1000;
  let due = performance.now();
  return setInterval(() => {
    while (due <= performance.now()) {
      due += FRAME;
      const piece = Buffer.alloc(size);
      said.copy(piece);
      said = said.subarray(size);
      hear(piece);
    }
  }, FRAME / 2);
};

// Does all steps, and ends the program. `hear` takes a piece of the microphone, `write` what is typed.
export const run = async (hear, write) => {
  let microphone;
  for (const step of plan.steps) {
    tell({ step });
    const [[kind, value]] = Object.entries(step);
    switch (kind) {
      case 'say':
        said = Buffer.concat([said, samples(value)]);
        microphone ??= speak(hear);
        break;
      case 'text': await write(value); break;
      case 'until':
        await until(() => {
          while (read < kinds.length) if (kinds[read++] === value) return true;
          return false;
        });
        break;
      case 'hear': {
        const enough = heard + value;
        await until(() => heard >= enough);
        read = kinds.length;
        break;
      }
      case 'quiet':
        for (let left; (left = latest + 1000 * value - performance.now()) > 0;) {
          await new Promise((resolve) => { setTimeout(resolve, left); });
        }
        break;
      default: throw new Error(`no such step: ${kind}`);
    }
  }
  clearInterval(microphone);
  process.stdout.write('', () => process.exit(0));
};
