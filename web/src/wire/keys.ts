// Made from protocol/browser/schema.json by scripts/frames.mjs: `npm run frames`.

export type Kind = 'text' | 'number' | 'boolean' | 'list' | 'object' | 'null'

/** What a key may be and, if it may be left out, what it is then. */
export interface Key {
  readonly kinds: readonly Kind[]
  readonly otherwise?: unknown
  /** Of an object: all its keys. */
  readonly inside?: Readonly<Record<string, readonly Kind[]>>
}

/** The keys of each frame that a page gets. */
export const KEYS: Readonly<Record<string, Readonly<Record<string, Key>>>> = {
  ready: {"sessionId":{"kinds":["text"]},"solovox":{"kinds":["number"],"otherwise":0},"page":{"kinds":["text"],"otherwise":""},"token":{"kinds":["text"],"otherwise":""},"grace_ms":{"kinds":["number"],"otherwise":0},"samples":{"kinds":["number"],"otherwise":0},"engines":{"kinds":["text"],"otherwise":""}},
  transcript: {"role":{"kinds":["text"]},"text":{"kinds":["text"]}},
  tool_call: {"name":{"kinds":["text"]},"args":{"kinds":["text","number","boolean","list","object","null"]}},
  tool_result: {"name":{"kinds":["text"]},"data":{"kinds":["text","number","boolean","list","object","null"]}},
  ui_action: {"action":{"kinds":["text"]},"target":{"kinds":["text"]}},
  error: {"message":{"kinds":["text"]}},
  session_end: {"reason":{"kinds":["text"]},"detail":{"kinds":["text"],"otherwise":""}},
  state: {"view":{"kinds":["object"],"inside":{"surfaces":["list"],"turns":["list"],"holds":["list"],"drafts":["list"],"reads":["list"],"failures":["list"],"notices":["list"],"calls":["list"],"ducked":["boolean"],"leaving":["boolean"],"state":["text"],"ended":["text","null"]}},"holder":{"kinds":["text"],"otherwise":""},"muted":{"kinds":["boolean"],"otherwise":false},"at":{"kinds":["number"],"otherwise":0},"earlier":{"kinds":["list"],"otherwise":[]}},
  pages: {"pages":{"kinds":["list"],"otherwise":[]}},
  settings: {"approval":{"kinds":["text"]},"barge_in":{"kinds":["boolean"]},"own_words":{"kinds":["boolean"]},"learning":{"kinds":["boolean"],"otherwise":false}},
  holder: {"page":{"kinds":["text"],"otherwise":""}},
  muted: {"muted":{"kinds":["boolean"]}},
  heard: {"utterance":{"kinds":["number"]},"text":{"kinds":["text"]},"final":{"kinds":["boolean"]},"source":{"kinds":["text"]},"mends":{"kinds":["list"],"otherwise":[]}},
  typed: {"text":{"kinds":["text"]}},
  asked: {"run":{"kinds":["number"]},"instruction":{"kinds":["text"]},"by":{"kinds":["text"]},"utterance":{"kinds":["number","null"],"otherwise":null},"amends":{"kinds":["number","null"],"otherwise":null}},
  amendment: {"run":{"kinds":["number"]},"amends":{"kinds":["number"]},"how":{"kinds":["text"]}},
  text: {"run":{"kinds":["number"]},"text":{"kinds":["text"]}},
  finished: {"run":{"kinds":["number"]},"why":{"kinds":["text"],"otherwise":""}},
  read: {"read":{"kinds":["number"]},"said":{"kinds":["text"],"otherwise":""},"run":{"kinds":["number","null"],"otherwise":null},"shown_from":{"kinds":["number"],"otherwise":0},"shown_to":{"kinds":["number"],"otherwise":0},"first":{"kinds":["number"],"otherwise":0}},
  read_end: {"read":{"kinds":["number"]},"samples":{"kinds":["number"]}},
  flush: {"read":{"kinds":["number"]}},
  spoken: {"run":{"kinds":["number"]},"shown_to":{"kinds":["number"]},"then":{"kinds":["text"],"otherwise":""}},
  duck: {"ducked":{"kinds":["boolean"]}},
  leaving: {"leaving":{"kinds":["boolean"]}},
  talk_state: {"state":{"kinds":["text"]}},
  cue: {"kind":{"kinds":["text"]}},
  hold: {"hold":{"kinds":["number"]},"text":{"kinds":["text"]},"kind":{"kinds":["text"]},"risk":{"kinds":["text"],"otherwise":""},"heard":{"kinds":["text"],"otherwise":""},"proposed":{"kinds":["text"],"otherwise":""},"utterance":{"kinds":["number","null"],"otherwise":null},"left_ms":{"kinds":["number"],"otherwise":0},"span":{"kinds":["object","null"],"otherwise":null},"code":{"kinds":["text"],"otherwise":""},"editable":{"kinds":["boolean"],"otherwise":true},"mends":{"kinds":["list"],"otherwise":[]}},
  hold_closed: {"hold":{"kinds":["number"]},"outcome":{"kinds":["text"]},"draft":{"kinds":["boolean"],"otherwise":false}},
  unmended: {"heard":{"kinds":["text"]},"meant":{"kinds":["text"]}},
  taught: {"hold":{"kinds":["number"]},"id":{"kinds":["text"]}},
  step: {"run":{"kinds":["number"]},"step":{"kinds":["text"]},"kind":{"kinds":["text"]},"title":{"kinds":["text"]},"state":{"kinds":["text"]},"detail":{"kinds":["text"],"otherwise":""},"effects":{"kinds":["boolean"],"otherwise":false},"receipt":{"kinds":["text","null"],"otherwise":null}},
  call: {"effect":{"kinds":["number"]},"tool":{"kinds":["text"]},"arguments":{"kinds":["text"]}},
  activity: {"effect":{"kinds":["number"]},"tool":{"kinds":["text"]},"text":{"kinds":["text"]}},
  result: {"effect":{"kinds":["number"]},"tool":{"kinds":["text"]},"result":{"kinds":["text"]},"failed":{"kinds":["boolean"],"otherwise":false},"receipt":{"kinds":["text","null"],"otherwise":null}},
  act: {"action":{"kinds":["text"]},"target":{"kinds":["text"]}},
  usage: {"run":{"kinds":["number"]},"input_tokens":{"kinds":["number"]},"output_tokens":{"kinds":["number"]},"cost":{"kinds":["number","null"],"otherwise":null}},
  changes: {"run":{"kinds":["number"]},"files":{"kinds":["list"],"otherwise":[]},"diff":{"kinds":["text"],"otherwise":""}},
  notice: {"text":{"kinds":["text"]},"hold":{"kinds":["number","null"],"otherwise":null},"run":{"kinds":["number","null"],"otherwise":null}},
  failure: {"text":{"kinds":["text"]}},
}
