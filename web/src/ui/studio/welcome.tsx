/** The welcome: who talks with you, who writes the files, and how all of it looks. Each choice says what it lacks, and takes a key. */

import { Cpu, KeyRound, Sparkles, Star } from 'lucide-react'
import { type ReactNode, type SubmitEvent, useState } from 'react'
import { MODELS, type Model, type Need, WAYS } from '../../core/studio/models.ts'
import { ABOUT, THEMES } from '../../core/studio/themes.ts'
import { useScreen } from '../../react/screen.ts'
import { put } from '../../react/settings.ts'
import { type ModelChoice, useModel, useTheme } from '../../react/studio-choice.ts'
import { useGoing } from '../going.ts'

const ICONS: Readonly<Record<Model, typeof Star>> = { claude: Star, gemini: Sparkles, local: Cpu }

export function Welcome(): ReactNode {
  const model = useModel()
  return (
    <main className="screen" id="welcome">
      <header>
        <h2>Talk, and a small app appears</h2>
        <p className="soft">VOX listens, helps you choose, and has it built. Choose who does what; you can come back here at any time.</p>
      </header>
      <section aria-labelledby="who-does-what">
        <h3 id="who-does-what">Who talks, and who writes</h3>
        <ul className="ways-of">{MODELS.map((one) => <ModelCard key={one} model={one} of={model} />)}</ul>
      </section>
      <Looks />
    </main>
  )
}

function ModelCard({ model, of: { chosen, needs, again, choose } }: { readonly model: Model; readonly of: ModelChoice }): ReactNode {
  const { going, wrong, go } = useGoing()
  const [, address] = useScreen()
  const way = WAYS[model]
  const Icon = ICONS[model]
  const lacks = needs(model)
  const take = (): void => go(() => choose(model).then(() => { location.hash = address('studio') }))
  return (
    <li className="card way" data-model={model} data-ready={lacks === null ? 'unknown' : lacks.length === 0} aria-current={chosen === model ? 'true' : undefined}>
      <p className="name"><Icon aria-hidden size={20} />{way.title}{chosen === model && <span className="badge">chosen</span>}</p>
      <p>{way.talks}</p>
      <p>{way.writes}</p>
      {lacks === null && <p className="soft" role="status">It is being asked whether this is ready.</p>}
      {lacks?.map((one) => <Lacks key={one.what} need={one} again={again} />)}
      <div className="ways"><button type="button" className="primary" disabled={going || lacks === null || lacks.length > 0} onClick={take}>{way.begin}</button></div>
      {wrong && <p role="alert" className="wrong">{wrong}</p>}
    </li>
  )
}

/** What is missing, and where it goes: a key is taken here, and never shown again. */
function Lacks({ need: { what, key }, again }: { readonly need: Need; readonly again: () => void }): ReactNode {
  const [, address] = useScreen()
  const [text, setText] = useState('')
  const { going, wrong, go } = useGoing()
  const keep = (event: SubmitEvent): void => {
    event.preventDefault()
    if (text.trim()) go(() => put(key, text.trim()).then(() => { setText(''); again() }))
  }
  const id = `needs-${key.replaceAll('.', '-')}`
  return (
    <div className="lacks">
      <p><KeyRound aria-hidden size={16} />{what}</p>
      {key
        ? (
          <form autoComplete="off" onSubmit={keep}>
            <label htmlFor={id} className="unseen">The key</label>
            <input id={id} type="password" maxLength={10_000} autoComplete="new-password" placeholder="The key" value={text} onChange={({ target }) => setText(target.value)} />
            <button type="submit" className="quiet" disabled={going || !text.trim()}>Keep it</button>
          </form>
        )
        : <p className="soft">What can be set from here is in the <a href={address('settings')}>settings</a>.</p>}
      {wrong && <p role="alert" className="wrong">{wrong}</p>}
    </div>
  )
}

function Looks(): ReactNode {
  const [theme, choose] = useTheme()
  return (
    <section aria-labelledby="looks">
      <h3 id="looks">How it looks and sounds</h3>
      <div className="looks" role="radiogroup" aria-labelledby="looks">
        {THEMES.map((one) => {
          const [name, about] = ABOUT[one]
          return (
            <label key={one} className="look" data-theme={one}>
              <input type="radio" name="theme" value={one} checked={one === (theme || 'expert')} onChange={() => choose(one)} />
              <span className="swatch" aria-hidden><i /><i /><i /></span>
              <b>{name}</b>
              <span>{about}</span>
            </label>
          )
        })}
      </div>
    </section>
  )
}
