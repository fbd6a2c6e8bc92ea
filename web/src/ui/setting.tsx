/** One setting: a label, what it is now, where that comes from, and what is wrong with it, beside it. */

import { type ReactNode, type SubmitEvent, useId, useState } from 'react'
import { type Changed, type Field, originLine } from '../core/settings.ts'
import { lineOf } from '../core/text.ts'
import { AddressAsk } from './address-ask.tsx'

const KEPT = 'Kept. It counts from the next talk on.'

interface SettingProps {
  readonly field: Field
  readonly put: (key: string, value: string | null) => Promise<Changed>
  readonly confirm: (id: string, yes: boolean) => Promise<Changed>
}

export function Setting({ field, put, confirm }: SettingProps): ReactNode {
  const id = useId()
  const [came, setCame] = useState({ line: '', trouble: '', asks: '' })
  const set = async (value: string | null): Promise<boolean> => {
    try {
      const { missing, waits } = await put(field.key, value)
      setCame(waits ? { line: '', trouble: '', asks: waits.id } : { line: KEPT, trouble: missing.join(' '), asks: '' })
      return true
    } catch (error) {
      setCame({ line: '', trouble: lineOf(error), asks: '' })
      return false
    }
  }
  const said = async (id: string, yes: boolean): Promise<Changed> => {
    const changed = await confirm(id, yes)
    setCame({ line: yes ? KEPT : '', trouble: yes ? changed.missing.join(' ') : '', asks: '' })
    return changed
  }
  const { label, help, how, missing } = field
  return (
    <div className="setting" data-setting={field.key}>
      <label htmlFor={id}>{label}</label>
      {how === 'choice' ? <Choice id={id} field={field} set={set} /> : <Line key={field.value} id={id} field={field} set={set} />}
      <p id={`${id}-about`} className="detail">{help && `${help} `}<span className="origin">{originLine(field)}</span></p>
      {field.waits && <AddressAsk of={field.waits} now={field.waits.id === came.asks} confirm={said} />}
      {missing && !came.trouble && <p className="wrong">It lacks: {missing}</p>}
      <p id={`${id}-trouble`} role="alert" className="wrong trouble">{came.trouble}</p>
      <p role="status" className="kept">{came.line}</p>
    </div>
  )
}

interface ControlProps {
  readonly id: string
  readonly field: Field
  readonly set: (value: string | null) => Promise<boolean>
}

function Choice({ id, field, set }: ControlProps): ReactNode {
  const [chosen, setChosen] = useState<string | null>(null) // shown at once
  const choose = async (value: string): Promise<void> => {
    setChosen(value)
    await set(value || null) // what was not chosen is left to the profile
    setChosen(null)
  }
  return (
    <select id={id} aria-describedby={`${id}-about ${id}-trouble`} disabled={field.elsewhere !== ''} value={chosen ?? field.value} onChange={({ target }) => void choose(target.value)}>
      {field.options.map(({ value, name }) => <option key={value} value={value}>{name}</option>)}
    </select>
  )
}

/** Text is kept when the person says so. A secret is written, and never shown. */
function Line({ id, field, set }: ControlProps): ReactNode {
  const { how, value, elsewhere, set: is, label } = field
  const [text, setText] = useState(value)
  const save = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    if (await set(text.trim() || null) && how === 'secret') setText('')
  }
  const shared = {
    id, value: text, disabled: elsewhere !== '', 'aria-describedby': `${id}-about ${id}-trouble`, autoComplete: 'off',
    onChange: ({ target }: { readonly target: { readonly value: string } }) => setText(target.value),
  }
  return (
    <form noValidate onSubmit={(event) => void save(event)}>
      {how === 'text' && <textarea {...shared} rows={3} maxLength={10_000} />}
      {how === 'number' && <input {...shared} type="number" min={0} max={600} />}
      {how === 'line' && <input {...shared} type="text" maxLength={10_000} spellCheck={false} />}
      {how === 'secret' && <input {...shared} type="password" maxLength={10_000} placeholder={is ? 'A key is set; write another to replace it' : ''} autoComplete="new-password" />}
      {!elsewhere && text !== value && <button type="submit" className="primary">Save</button>}
      {!elsewhere && how === 'secret' && is && !text && <button type="button" aria-label={`Forget it: ${label}`} onClick={() => void set(null)}>Forget it</button>}
    </form>
  )
}
