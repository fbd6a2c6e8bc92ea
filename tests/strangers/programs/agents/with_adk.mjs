// A stranger: an agent on Google's Agent Development Kit for JavaScript, live.
import { Modality } from '@google/genai';
import { FunctionTool, InMemoryRunner, LiveRequestQueue, LlmAgent } from '@google/adk';
import { z } from 'zod';

import { called, came, instruction, model, RATE, run, sounded } from './conversation.mjs';

const agent = new LlmAgent({
  name: 'helper',
  model,
  instruction,
  tools: [
    new FunctionTool({
      name: 'get_weather',
      description: 'The weather in a city.',
      parameters: z.object({ city: z.string() }),
      execute: (args) => called('get_weather', args),
    }),
    new FunctionTool({
      name: 'set_timer',
      description: 'Set a timer that rings after some minutes.',
      parameters: z.object({ minutes: z.number().int() }),
      execute: (args) => called('set_timer', args),
    }),
  ],
});
const runner = new InMemoryRunner({ agent, appName: 'stranger' });
const session = await runner.sessionService.createSession({ appName: 'stranger', userId: 'person' });
const queue = new LiveRequestQueue();

const listen = async () => {
  const events = runner.runLive({
    userId: 'person',
    sessionId: session.id,
    liveRequestQueue: queue,
    runConfig: { responseModalities: [Modality.AUDIO], inputAudioTranscription: {}, outputAudioTranscription: {} },
  });
  for await (const event of events) {
    if (event.errorMessage) throw new Error(event.errorMessage);
    if (event.inputTranscription?.text && !event.inputTranscription.finished) came('heard', event.inputTranscription.text);
    if (event.outputTranscription?.text && !event.outputTranscription.finished) came('said', event.outputTranscription.text);
    for (const part of event.content?.parts ?? []) {
      if (part.inlineData) sounded(Buffer.from(part.inlineData.data, 'base64'));
    }
    if (event.interrupted) came('interrupted');
    if (event.turnComplete) came('done');
  }
  throw new Error('the framework ended the talk before its last step');
};

listen().catch((error) => { console.error(error); process.exit(1); });
await run(
  (pcm) => queue.sendRealtime({ data: pcm.toString('base64'), mimeType: `audio/pcm;rate=${RATE}` }),
  (text) => queue.sendContent({ role: 'user', parts: [{ text }] }),
);
