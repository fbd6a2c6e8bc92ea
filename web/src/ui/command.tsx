/** A command as the shell reads it: its parts differ by form and by colour, and are told in words below it. */

import type { ReactNode } from 'react'
import { useCommandParts } from '../react/undo.ts'
import type { CommandPart } from '../undo.ts'
import { Seen, Source } from './code.tsx'

/** What is told of a command in words, and which parts it is told of. */
const TOLD: readonly (readonly [string, string])[] = [['Runs', 'program'], ['Reads or writes', 'redirection'], ['Takes in', 'substitution']]
const MOST = 12

/** All of it, to the letter. Until it is read, and where bash's grammar does not take it, it is shown without parts. */
export function Command({ text, label = 'The command' }: { readonly text: string; readonly label?: string }): ReactNode {
  const parts = useCommandParts(text)
  return (
    <>
      <Source kind="command" label={label}>{parts?.length ? parts.map(({ kind, text: part }, n) => <span key={n} className={kind}><Seen text={part} /></span>) : <Seen text={text} />}</Source>
      {parts && <p className="told-parts">{parts.length ? <Told parts={parts} /> : 'Bash’s grammar does not take it, so its parts are not shown apart.'}</p>}
    </>
  )
}

function Told({ parts }: { readonly parts: readonly CommandPart[] }): ReactNode {
  return TOLD.map(([told, kind]) => {
    const all = [...new Set(substituted(parts).filter((one) => one.kind === kind).map((one) => one.text.trim()))].filter(Boolean)
    if (!all.length) return null
    return <span key={kind} className="told">{told} {all.slice(0, MOST).map((one, n) => <span key={one}>{n > 0 && ', '}<code className={kind}><Seen text={one} /></code></span>)}{all.length > MOST && ` and ${all.length - MOST} more`}</span>
  })
}

/** The end of a command that is put in says nothing. */
const substituted = (parts: readonly CommandPart[]): readonly CommandPart[] => parts.filter((one) => one.kind !== 'substitution' || one.text !== ')').map((one) => (one.text === '$(' || one.text === '`' ? { ...one, text: 'what another command says' } : one))
