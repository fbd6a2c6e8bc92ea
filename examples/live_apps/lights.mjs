// Lights by voice: the model calls a function of this program. `node lights.mjs "Turn on the lights in the kitchen."`
import { GoogleGenAI, Modality, Type } from '@google/genai';

const lights = { kitchen: 'off', bedroom: 'off', hall: 'on' };

const setLights = {
  name: 'set_lights',
  description: 'Switch the lights of a room on or off.',
  parameters: {
    type: Type.OBJECT,
    properties: {
      room: { type: Type.STRING, enum: Object.keys(lights) },
      state: { type: Type.STRING, enum: ['on', 'off'] },
    },
    required: ['room', 'state'],
  },
};

export async function tell(words) {
  let said = '';
  let done;
  const over = new Promise((resolve) => (done = resolve));
  const session = await new GoogleGenAI({}).live.connect({
    model: 'gemini-2.5-flash-native-audio-preview-12-2025',
    config: {
      responseModalities: [Modality.AUDIO],
      outputAudioTranscription: {},
      systemInstruction: 'You control the lights of a house.',
      tools: [{ functionDeclarations: [setLights] }],
    },
    callbacks: {
      onmessage: ({ toolCall, serverContent }) => {
        for (const { id, name, args } of toolCall?.functionCalls ?? []) {
          lights[args.room] = args.state;
          const result = `The ${args.room} lights are ${args.state}.`;
          session.sendToolResponse({ functionResponses: [{ id, name, response: { result } }] });
        }
        said += serverContent?.outputTranscription?.text ?? '';
        if (serverContent?.turnComplete) done();
      },
      onerror: done,
      onclose: done,
    },
  });
  session.sendClientContent({ turns: words });
  await over;
  session.close();
  return said;
}

console.log(await tell(process.argv[2]));
console.log(JSON.stringify(lights));
