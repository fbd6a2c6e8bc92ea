/** What new talks are like: what can be set here, what is in force, and where each value comes from. */

/** A setting in force. `origin`: where it was set, or why it is so. */
export interface InForce {
  readonly key: string
  readonly value: string
  readonly origin: string
}

/** A brain, an ear or a voice. `missing`: what it needs and has not; `keys`: settings of its own that can be set. */
export interface Kind {
  readonly name: string
  readonly ready: boolean
  readonly missing: string
  readonly keys: readonly string[]
  /** Why it cannot be known whether it is ready, such as a login that is not seen. Empty: it can. */
  readonly unsure: string
  /** What could be installed for it. Empty: nothing. */
  readonly installs: string
}

/** A key that can be set. `elsewhere`: the place that sets it and goes before this one. */
export interface Settable {
  readonly key: string
  readonly secret: boolean
  readonly elsewhere: string
}

export interface Choices {
  readonly brains: readonly Kind[]
  readonly ears: readonly Kind[]
  readonly voices: readonly Kind[]
  readonly settings: readonly Settable[]
  /** What can be said at first, as who runs the server suggests. */
  readonly suggestions: readonly string[]
}

/** An address that was set, and is used for nothing before the person has seen its host and said yes. */
export interface Waiting {
  readonly id: string
  readonly key: string
  readonly address: string
  readonly host: string
  /** What would be sent there. */
  readonly gets: string
}

export interface All {
  readonly waiting: readonly Waiting[]
  readonly inForce: readonly InForce[]
  readonly choices: Choices
}

/** What came of a change. `missing`: what the next talk would need and has not. */
export interface Changed {
  readonly missing: readonly string[]
  /** It was an address, and waits for the person's yes. */
  readonly waits: Waiting | null
}

export interface Option {
  readonly value: string
  readonly name: string
}

/** How a setting is shown. No options: any text. */
export interface Field {
  readonly key: string
  readonly label: string
  readonly help: string
  readonly how: 'choice' | 'line' | 'text' | 'secret' | 'number'
  readonly options: readonly Option[]
  /** Empty: it has none, or (a secret) it is not told. */
  readonly value: string
  readonly origin: string
  /** Not empty: it is set there, and cannot be set here. */
  readonly elsewhere: string
  /** What is lacking for what is chosen now. */
  readonly missing: string
  readonly set: boolean
  /** Another address that was set and waits for the person's yes. */
  readonly waits: Waiting | null
}

export interface Group {
  readonly title: string
  readonly fields: readonly Field[]
}

interface Plan {
  readonly key: string
  readonly label: string
  readonly help?: string
  readonly how?: Field['how']
  readonly options?: readonly Option[]
}

const NAMES: Readonly<Record<string, string>> = {
  claude_code: 'Claude Code', anthropic: 'Claude (Anthropic)', openai: 'OpenAI', gemini: 'Gemini', acp: 'An agent by ACP', sse: 'Your own server', python: 'Your own function',
  openai_compatible: 'Ollama, or another server like OpenAI’s', local: 'This machine',
}
export const kindName = (name: string): string => NAMES[name] ?? name

const OWN: Readonly<Record<string, Omit<Plan, 'key'>>> = {
  model: { label: 'Model', help: 'Its name, as the service writes it.' },
  url: { label: 'Address', help: 'Where the service is.' },
  prompt: { label: 'Prompt and persona', help: 'Who it is to be, and how it is to answer.', how: 'text' },
  api_key: { label: 'Key', help: 'It is written to a file that only you can read, and is never shown again.', how: 'secret' },
}
/** What becomes of what the person says. */
export const APPROVAL: readonly Option[] = [
  { value: 'direct', name: 'is sent at once' },
  { value: 'review', name: 'waits for your yes' },
  { value: 'correct', name: 'waits, in a better wording if there is one' },
]
const KEEP: readonly Option[] = ['never', '1 day', '7 days', '30 days', '365 days', 'forever'].map((value) => ({ value, name: value }))
/** What becomes of speech that is not for it. */
const LISTENS: readonly Option[] = [{ value: '', name: 'not chosen' }, { value: 'woken', name: 'is neither sent nor kept' }, { value: 'always', name: 'may be sent and kept' }]
/** What the person speaks. Phrases such as “stop” and “yes” are known in the first of them; the others are heard, and all is for the agent. */
const LANGUAGES: readonly Option[] = [
  { value: 'en', name: 'English' }, { value: 'de', name: 'German' }, { value: 'fr', name: 'French' }, { value: 'es', name: 'Spanish' }, { value: 'it', name: 'Italian' },
  { value: 'pt', name: 'Portuguese' }, { value: 'auto', name: 'whichever of them it hears' },
]
const YES_NO: readonly Option[] = [{ value: 'yes', name: 'yes' }, { value: 'no', name: 'no' }]

/** All that can be set, in groups. What the server does not know is left out. */
export function groupsOf({ inForce, choices, waiting }: All): readonly Group[] {
  const valueOf = (key: string): InForce | undefined => inForce.find((one) => one.key === key)
  const kinds = (all: readonly Kind[]): readonly Option[] => all.map(({ name, ready }) => ({ value: name, name: `${kindName(name)}${ready ? '' : ' (not ready)'}` }))
  const voices = choices.voices.map(({ name, ready }) => ({ value: name, name: `${name}${ready ? '' : ' (not installed)'}` }))
  const field = ({ key, label, help = '', how = 'line', options = [] }: Plan): readonly Field[] => {
    const can = choices.settings.find((one) => one.key === key)
    const now = valueOf(key) ?? general(key)
    const ownKind = ownKindOf(key)
    if (!can && !ownKind) return []
    const value = now?.value ?? ''
    const secret = how === 'secret' || can?.secret === true
    return [{
      key, label, help, options: withValue(options, value), how: secret ? 'secret' : options.length ? 'choice' : how, value: secret ? '' : value,
      origin: now?.origin ?? '', elsewhere: can?.elsewhere ?? '', missing: lacks(key, value), set: value !== '',
      waits: waiting.find((one) => one.key === key) ?? null,
    }]
  }
  /** What was set for the section counts for the kind that is chosen. */
  const general = (key: string): InForce | undefined => {
    const [section = '', name = '', last = ''] = key.split('.')
    return last && valueOf(`${section}.kind`)?.value === name ? valueOf(`${section}.${last}`) : undefined
  }
  const lacks = (key: string, value: string): string => {
    const all = { 'brain.kind': choices.brains, 'ear.kind': choices.ears, 'narrator.voice': choices.voices }[key]
    return all?.find((one) => one.name === value)?.missing ?? ''
  }
  const ownKindOf = (key: string): Kind | undefined => [...choices.brains, ...choices.ears].find((one) => one.keys.includes(key))
  const own = (all: readonly Kind[], kind: string): readonly Field[] => (kind === 'local' ? [] : all.find((one) => one.name === kind)?.keys ?? []) // of this machine's own nothing is chosen
    .toSorted((one, other) => placeOf(one) - placeOf(other))
    .flatMap((key) => {
      const plan = OWN[lastOf(key)]
      return plan ? field({ key, ...plan }) : []
    })
  const groups: readonly Group[] = [
    { title: 'Who thinks', fields: [...field({ key: 'brain.kind', label: 'Brain', options: kinds(choices.brains) }), ...own(choices.brains, valueOf('brain.kind')?.value ?? '')] },
    { title: 'Who hears', fields: [...field({ key: 'ear.kind', label: 'Ear', options: kinds(choices.ears) }), ...own(choices.ears, valueOf('ear.kind')?.value ?? '')] },
    { title: 'Who reads', fields: [
      ...field({ key: 'narrator.voice', label: 'Voice', options: voices }),
      ...field({ key: 'narrator.speed', label: 'Speed of the voice', help: 'In percent of its usual speed, from 50 to 200. “Faster” and “slower” change it for one talk.', how: 'number' }),
      ...field({ key: 'narrator.spoken_seconds', label: 'Seconds that are read', help: 'Of a long answer; then you are asked “More?”. 0: all of it.', how: 'number' }),
      ...field({ key: 'own_words', label: 'Words of its own', help: 'It may say what no brain wrote: “More?”, what it works at, what went wrong.', options: YES_NO }),
    ] },
    { title: 'What you say', fields: [
      ...field({ key: 'language', label: 'Language', help: 'What you speak. In it “stop”, “yes” and the like are understood. The voice of this machine speaks English only: other answers are shown, unless a live model reads them.', options: LANGUAGES }),
      ...field({ key: 'approval', label: 'What you say', help: 'The switch at the top changes the talk that runs, too.', options: APPROVAL }),
      ...field({ key: 'barge_in', label: 'Talk over the voice', help: '“no”: while the voice sounds, only “stop” and its kin count.', options: YES_NO }),
      ...field({ key: 'wake.phrase', label: 'Wake phrase', help: 'One to six words: only what is said with them is for it. “none”: all that you say is.' }),
      ...field({ key: 'ear.listens', label: 'What is said without the wake phrase', options: LISTENS }),
      ...field({ key: 'wake.follow_seconds', label: 'Seconds without the wake phrase', help: 'So soon after an answer you need not say it. 0: say it each time.', how: 'number' }),
    ] },
    { title: 'What is kept', fields: field({ key: 'journal.keep', label: 'Keep talks', help: 'Their words and their sound, on the machine where Solovox runs. “never”: nothing is written down.', options: KEEP }) },
  ]
  return groups.filter(({ fields }) => fields.length)
}

const lastOf = (key: string): string => key.slice(key.lastIndexOf('.') + 1)
const ORDER: readonly string[] = ['model', 'url', 'prompt', 'api_key']
const placeOf = (key: string): number => ORDER.indexOf(lastOf(key))

/** A value that is not among them is shown as well. */
const withValue = (options: readonly Option[], value: string): readonly Option[] =>
  options.length && !options.some((one) => one.value === value) ? [{ value, name: value || 'not chosen' }, ...options] : options

/** Where a value comes from, in a few words. */
export function originLine({ key, origin, elsewhere, set, how }: Pick<Field, 'key' | 'origin' | 'elsewhere' | 'set' | 'how'>): string {
  if (elsewhere) return `Set in ${elsewhere}, which goes before this page: change it there.`
  if (how === 'secret') return set ? 'A key is set.' : 'No key is set.'
  if (!set) return 'Not set.'
  return key.endsWith('.kind') ? `Why this one: ${origin}` : `From: ${origin}`
}
