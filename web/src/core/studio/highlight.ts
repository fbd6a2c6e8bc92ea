/** Colours for code, cheaply: one pass of one expression over a file. What it does not know stays plain. */

export type Kind = '' | 'comment' | 'text' | 'word' | 'number' | 'tag' | 'name'

export interface Piece {
  readonly kind: Kind
  readonly text: string
}

const MOST = 120_000 // characters; what is longer stays plain
const SCRIPT = /(?<comment>\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$))|(?<text>"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?|`(?:\\.|[^`\\])*`?)|(?<word>\b(?:const|let|var|function|return|if|else|for|of|in|while|do|switch|case|break|continue|default|new|class|extends|import|export|from|as|async|await|try|catch|finally|throw|typeof|instanceof|this|null|undefined|true|false|delete|void|yield)\b)|(?<number>\b\d[\d_]*(?:\.\d+)?\b)/g
const STYLE = /(?<comment>\/\*[\s\S]*?(?:\*\/|$))|(?<text>"[^"\n]*"?|'[^'\n]*'?)|(?<word>@[\w-]+|!important)|(?<number>#[\da-fA-F]{3,8}\b|\b\d+(?:\.\d+)?(?:%|[a-z]+\b)?)|(?<name>--[\w-]+|[\w-]+(?=\s*:))/g
const MARKUP = /(?<comment><!--[\s\S]*?(?:-->|$))|(?<text>(?<==)(?:"[^"]*"?|'[^']*'?))|(?<tag><\/?[\w!-]+|\/?>)|(?<name>[\w:-]+(?==))/g

const KINDS: readonly Kind[] = ['comment', 'text', 'word', 'number', 'tag', 'name']
const WORDS: Readonly<Record<string, RegExp>> = { js: SCRIPT, mjs: SCRIPT, ts: SCRIPT, tsx: SCRIPT, jsx: SCRIPT, json: SCRIPT, css: STYLE, html: MARKUP, svg: MARKUP, xml: MARKUP }

export const languageOf = (path: string): string => /\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? ''

export function highlighted(path: string, text: string): readonly Piece[] {
  const words = WORDS[languageOf(path)]
  if (!words || text.length > MOST) return text ? [{ kind: '', text }] : []
  const pieces: Piece[] = []
  let at = 0
  for (const found of text.matchAll(words)) {
    if (found.index > at) pieces.push({ kind: '', text: text.slice(at, found.index) })
    pieces.push({ kind: KINDS.find((one) => found.groups?.[one]) ?? '', text: found[0] })
    at = found.index + found[0].length
  }
  if (at < text.length) pieces.push({ kind: '', text: text.slice(at) })
  return pieces
}
