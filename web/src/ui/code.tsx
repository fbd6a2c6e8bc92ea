/** Text as it stands in a file: code, and diffs. It is scrolled by keys, too, and copied by a click. */

import { Check, Copy } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { type DiffLine, diffLines } from '../core/acts.ts'

/** `kind`: a class for how it is drawn; `label`: what a screen reader calls it. */
export function Source({ kind = '', label, children }: { readonly kind?: string; readonly label: string; readonly children: ReactNode }): ReactNode {
  return <pre className={`source ${kind}`.trim()} tabIndex={0} role="region" aria-label={label}>{children}</pre>
}

export function Code({ text, language }: { readonly text: string; readonly language: string }): ReactNode {
  return (
    <figure className="code">
      <figcaption><span>{language || 'text'}</span><CopyButton text={text} /></figcaption>
      {language === 'diff' ? <Diff text={text} label="A change" /> : <Source label={`Code${language ? ` in ${language}` : ''}`}><code>{text}</code></Source>}
    </figure>
  )
}

export function Diff({ text, label }: { readonly text: string; readonly label: string }): ReactNode {
  return <DiffLines lines={diffLines(text)} label={label} />
}

export function DiffLines({ lines, label }: { readonly lines: readonly DiffLine[]; readonly label: string }): ReactNode {
  return (
    <Source kind="diff" label={label}>
      {lines.map((one, n) => <span key={n} className={one.kind}><Seen text={n < lines.length - 1 ? `${one.text}\n` : one.text} /></span>)}
    </Source>
  )
}

const UNSEEN = /([\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0]|[^\S \t\n])/u

/** A text in which every sign is seen: one that has no form, or turns others around, is shown by its number. */
export function Seen({ text }: { readonly text: string }): ReactNode {
  return text.split(/(\n|\t)/).flatMap((piece, n) => (n % 2 ? [piece] : piece.split(UNSEEN).map((one, m) => (m % 2 ? <mark key={`${n} ${m}`} className="hidden-sign">{numberOf(one)}</mark> : one))))
}

const numberOf = (sign: string): string => `U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`

export function CopyButton({ text }: { readonly text: string }): ReactNode {
  const [done, setDone] = useState(false)
  const copy = (): void => {
    navigator.clipboard.writeText(text).then(() => setDone(true), () => setDone(false))
  }
  return (
    <button type="button" className="quiet copy" onClick={copy} onBlur={() => setDone(false)}>
      {done ? <Check aria-hidden size={16} /> : <Copy aria-hidden size={16} />}{done ? 'Copied' : 'Copy'}
    </button>
  )
}
