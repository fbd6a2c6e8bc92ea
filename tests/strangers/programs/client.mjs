// A stranger: a program on Google's SDK for JavaScript, which does what its plan says and tells what it receives.
// The plan is JSON on standard input, its steps are those of client.py; each line of output is JSON. The argument
// names the package, so that two versions of it can be asked.
import { existsSync, readFileSync } from 'node:fs';

const { GoogleGenAI } = await import(process.argv[2]);
const plan = JSON.parse(readFileSync(0, 'utf8'));

const RATE = 16_000;
const FRAME = 40; // ms
const MICROPHONE = `audio/pcm;rate=${RATE}`;
const began = performance.now();

const tell = (what) => console.log(JSON.stringify({ at: Math.round(performance.now() - began), ...what }));

const moment = () => new Promise((resolve) => setTimeout(resolve, FRAME));

const find = (message, key) =>
  message !== null && typeof message === 'object' &&
  (Object.hasOwn(message, key) || Object.values(message).some((one) => find(one, key)));

const sound = (message) =>
  (message.serverContent?.modelTurn?.parts ?? [])
    .reduce((sum, part) => sum + Buffer.from(part.inlineData?.data ?? '', 'base64').length, 0);

const samples = (path) => {
  const file = readFileSync(path);
  return file.subarray(file.indexOf('data') + 8); // a RIFF file of 16 kHz mono, as the plan promises
};

// Sends what is said, and quiet when nothing is, in real time.
class Microphone {
  #said = Buffer.alloc(0);
  #size = (2 * RATE * FRAME) / 1000;
  #due;
  #timer;
  on = false;

  constructor(session) { this.session = session; }

  say(path) {
    this.#said = Buffer.concat([this.#said, samples(path)]);
    this.on = true;
    if (this.#timer === undefined) {
      this.#due = performance.now();
      this.#timer = setInterval(() => this.#tick(), FRAME / 2);
    }
  }

  get quiet() { return this.#said.length === 0; }

  #tick() {
    while (this.#due <= performance.now()) {
      this.#due += FRAME;
      if (!this.on) continue;
      const piece = Buffer.alloc(this.#size);
      this.#said.copy(piece);
      this.#said = this.#said.subarray(this.#size);
      this.session.sendRealtimeInput({ audio: { data: piece.toString('base64'), mimeType: MICROPHONE } });
    }
  }

  stop() { clearInterval(this.#timer); }
}

// One connection.
class Talk {
  messages = [];
  closed = null;
  #read = 0;
  #wake = () => {};
  #refuse = () => {};

  async open(ai, model, config) {
    const callbacks = {
      onmessage: (message) => { tell({ got: message }); this.messages.push(message); this.#wake(); },
      onerror: (error) => tell({ error: error.message }),
      onclose: (event) => {
        this.closed = `${event.code} ${event.reason}`;
        tell({ closed: this.closed, code: event.code });
        if (!this.session) this.#refuse(new Error(this.closed));
        this.#wake();
      },
    };
    // In the line 2.x connect() stays pending for ever when it is refused; whoever minds must look himself.
    const gone = new Promise((_, reject) => { this.#refuse = reject; });
    this.session = await Promise.race([ai.live.connect({ model, config, callbacks }), gone]);
    this.microphone = new Microphone(this.session);
    tell({ opened: this.session.setupComplete ?? null });
  }

  #change() { return new Promise((resolve) => { this.#wake = resolve; }); }

  async until(key) {
    for (;;) {
      while (this.#read < this.messages.length) {
        const message = this.messages[this.#read++];
        if (find(message, key)) return message;
      }
      if (this.closed) throw new Error(`closed while waiting for ${key}: ${this.closed}`);
      await this.#change();
    }
  }

  async hear(seconds) {
    for (let wanted = 2 * 24_000 * seconds; wanted > 0;) wanted -= sound(await this.until('inlineData'));
  }

  newest(key) { return this.messages.findLast((message) => find(message, key)); }

  async do(step) {
    const { session } = this;
    const [[kind, value]] = Object.entries(step);
    switch (kind) {
      case 'say': this.microphone.say(value); break;
      case 'said': while (!this.microphone.quiet) await moment(); break;
      case 'file': while (!existsSync(value)) await moment(); break;
      case 'until': await this.until(value); break;
      case 'hear': await this.hear(value); break;
      case 'text': session.sendRealtimeInput({ text: value }); break;
      case 'content': session.sendClientContent({ turns: value, turnComplete: step.turnComplete ?? true }); break;
      case 'activity':
        if (value === 'start') { session.sendRealtimeInput({ activityStart: {} }); break; }
        this.microphone.on = false;
        session.sendRealtimeInput({ activityEnd: {} });
        break;
      case 'streamEnd': this.microphone.on = false; session.sendRealtimeInput({ audioStreamEnd: true }); break;
      case 'answer': {
        const calls = this.newest('toolCall').toolCall.functionCalls;
        session.sendToolResponse({ functionResponses: calls.map(({ id, name }) => ({ id, name, ...value })) });
        break;
      }
      case 'update': session.sendContextUpdate({ systemInstruction: value }); break;
      case 'finish': while (!this.closed) await this.#change(); break;
      default: throw new Error(`no such step: ${kind}`);
    }
  }

  // A handle can be used only when the connection that it came from is closed.
  async close() {
    this.microphone?.stop();
    this.session?.close();
    while (this.session && !this.closed) await this.#change();
  }
}

const ai = new GoogleGenAI({});
let config = plan.config;
const steps = [...plan.steps];
for (;;) {
  const talk = new Talk();
  try {
    await talk.open(ai, plan.model, config);
    while (steps.length && !('reconnect' in steps[0])) {
      const step = steps.shift();
      tell({ step });
      await talk.do(step);
    }
  } catch (error) {
    tell({ refused: error.message });
    process.exitCode = talk.session ? 1 : 0; // to be refused is an answer; to be left in the middle is not
    steps.length = 0;
  } finally {
    await talk.close();
  }
  if (!steps.length) break;
  const handle = talk.newest('newHandle').sessionResumptionUpdate.newHandle;
  config = { ...plan.config, ...steps.shift().reconnect, sessionResumption: { handle } };
}
