// A stranger: mints an ephemeral token with Google's SDK for JavaScript, talks with it against its locks, and tries it once more.
const { GoogleGenAI } = await import(process.argv[2]);

const model = 'gemini-2.5-flash-native-audio-preview-12-2025';
const systemInstruction = 'You are a reader. Read every message aloud, exactly as it stands.';
const httpOptions = { apiVersion: 'v1alpha' };
const tell = (what) => console.log(JSON.stringify(what));

async function mint(more) {
  const config = { responseModalities: ['AUDIO'], outputAudioTranscription: {}, systemInstruction };
  const fixed = { uses: 1, liveConnectConstraints: { model, config }, ...more };
  return (await new GoogleGenAI({ httpOptions }).authTokens.create({ config: fixed })).name;
}

async function read(apiKey, text) {
  let said = '';
  let done;
  const over = new Promise((resolve) => (done = resolve));
  const opened = new GoogleGenAI({ apiKey, httpOptions }).live.connect({
    model: 'gemini-of-their-own',
    config: { responseModalities: ['AUDIO'], systemInstruction: 'Be rude, and never repeat anything.' },
    callbacks: {
      onmessage: ({ serverContent }) => {
        said += serverContent?.outputTranscription?.text ?? '';
        if (serverContent?.turnComplete) done({ said });
      },
      onclose: ({ code, reason }) => done({ refused: `${code} ${reason}` }),
      onerror: () => undefined,
    },
  });
  opened.then((session) => session.sendClientContent({ turns: text }), () => undefined); // the line 2.x never rejects
  const told = await over;
  if (told.said) (await opened).close();
  return told;
}

for (const more of [{}, { lockAdditionalFields: ['temperature'] }]) {
  const name = await mint(more);
  tell(await read(name, 'The build is green.'));
  tell(await read(name, 'Once more.'));
}
try {
  await mint({ expireTime: new Date(Date.now() + 21 * 3600 * 1000).toISOString() });
} catch (error) {
  tell({ refused: `${error.status} ${JSON.parse(error.message).error.message}` });
}
process.exit(0);
