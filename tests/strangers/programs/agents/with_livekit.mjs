// A stranger: an agent session of LiveKit Agents for Node, without a room: its microphone and its speaker are ours.
import { initializeLogger, llm, voice } from '@livekit/agents';
import * as google from '@livekit/agents-plugin-google';
import { AudioFrame } from '@livekit/rtc-node';
import { ReadableStream } from 'node:stream/web';
import { z } from 'zod';

import { called, came, instruction, model, RATE, run, sounded } from './conversation.mjs';

initializeLogger({ pretty: false, level: 'warn' });

let microphone;

class Microphone extends voice.AudioInput {
  constructor() {
    super();
    this.multiStream.addInputStream(new ReadableStream({ start: (controller) => { microphone = controller; } }));
  }
}

// Plays at once: what it was given has been heard. A piece of an answer ends where it is flushed, or thrown away.
class Speaker extends voice.AudioOutput {
  #seconds = 0;
  #timer;

  constructor() { super(24_000, undefined, { pause: false }); }

  async captureFrame(frame) {
    await super.captureFrame(frame);
    if (this.#seconds === 0) this.onPlaybackStarted(Date.now());
    this.#seconds += frame.samplesPerChannel / frame.sampleRate;
    sounded(Buffer.from(frame.data.buffer, frame.data.byteOffset, frame.data.byteLength));
  }

  flush() {
    super.flush();
    this.#finish(false);
  }

  clearBuffer() {
    came('interrupted');
    this.#finish(true);
  }

  #finish(interrupted) {
    if (this.#seconds === 0) return;
    this.onPlaybackFinished({ playbackPosition: this.#seconds, interrupted });
    this.#seconds = 0;
  }
}

const agent = new voice.Agent({
  instructions: instruction,
  tools: {
    get_weather: llm.tool({
      description: 'The weather in a city.',
      parameters: z.object({ city: z.string() }),
      execute: async (args) => called('get_weather', args),
    }),
    set_timer: llm.tool({
      description: 'Set a timer that rings after some minutes.',
      parameters: z.object({ minutes: z.number().int() }),
      execute: async (args) => called('set_timer', args),
    }),
  },
});
const session = new voice.AgentSession({
  llm: new google.realtime.RealtimeModel({ model }),
  aecWarmupDuration: null, // else it is deaf while it first speaks: there is no echo here
});
session.input.audio = new Microphone();
session.output.audio = new Speaker();
session.on('user_input_transcribed', ({ transcript, isFinal }) => { if (isFinal) came('heard', transcript); });
session.on('conversation_item_added', ({ item }) => {
  if (item.role !== 'assistant') return;
  came('said', item.textContent);
  came('done');
});
session.on('error', ({ error }) => { console.error(error); process.exit(1); });
session.on('close', () => { console.error('the framework ended the talk before its last step'); process.exit(1); });
await session.start({ agent, record: false });
await run(
  (pcm) => microphone.enqueue(new AudioFrame(new Int16Array(pcm.buffer, pcm.byteOffset, pcm.length / 2), RATE, 1, pcm.length / 2)),
  (text) => { session.generateReply({ userInput: text }); },
);
