/** What was taught: seen, heard, put right, taken elsewhere, and tried. */

import { Download, FlaskConical, Plus, Upload } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { type Correction, found, takenLine } from '../core/corrections.ts'
import { lineOf } from '../core/text.ts'
import { type Corrections, useCorrections } from '../react/corrections.ts'
import { Show } from './asked.tsx'
import { CorrectionCard } from './correction.tsx'
import { NewCorrection } from './correction-form.tsx'
import { TestOfCorrections } from './correction-test.tsx'
import { LearningSwitch } from './learning.tsx'

export function CorrectionsScreen(): ReactNode {
  const corrections = useCorrections()
  return (
    <main className="screen" id="corrections">
      <div className="head">
        <h2>Corrections</h2>
        <p className="detail">What Solovox learned from you. They help it to hear and understand you, and to say words right.</p>
      </div>
      <Show asked={corrections.all} again={corrections.again} waits="What was taught is being read.">
        {({ corrections: all }) => <Loaded corrections={corrections} all={all} />}
      </Show>
    </main>
  )
}

function Loaded({ corrections, all }: { readonly corrections: Corrections; readonly all: readonly Correction[] }): ReactNode {
  const [adding, setAdding] = useState(false)
  const [testing, setTesting] = useState(false)
  const [words, setWords] = useState('')
  const shown = found(all, words)
  return (
    <>
      <div className="tools" role="group" aria-label="What can be done">
        <LearningSwitch />
        <button type="button" id="add-correction" aria-expanded={adding} onClick={() => setAdding(!adding)}><Plus aria-hidden size={18} />Add</button>
        <button type="button" id="test-corrections" disabled={!all.some((one) => one.type === 'stt' && one.sound)} onClick={() => setTesting(true)}><FlaskConical aria-hidden size={18} />Test</button>
        <a className="button" id="export-corrections" href={corrections.file} download><Download aria-hidden size={18} />Export</a>
        <Import corrections={corrections} />
      </div>
      {adding && <NewCorrection add={corrections.add} close={() => setAdding(false)} />}
      {testing && <TestOfCorrections test={corrections.test} close={() => setTesting(false)} />}
      {all.length > 5 && (
        <label className="search">Find
          <input id="find-correction" type="search" value={words} onChange={({ target }) => setWords(target.value)} />
        </label>
      )}
      {all.length > 0 ? <ul className="cards" aria-label="What was taught">{shown.map((one) => <CorrectionCard key={one.id} correction={one} corrections={corrections} />)}</ul> : <Nothing />}
      {all.length > 0 && !shown.length && <p role="status">None has these words.</p>}
    </>
  )
}

function Nothing(): ReactNode {
  return (
    <section className="nothing" aria-label="How one teaches">
      <p><b>Nothing was taught yet.</b></p>
      <ol>
        <li>Let what you say wait for your yes: “What you say” at the top.</li>
        <li>Switch on “Learn from my edits”.</li>
        <li>Say something. Where a word is wrong, press Edit and put it right.</li>
      </ol>
      <p>The next time it is heard right. Or add a word here, with Add.</p>
    </section>
  )
}

function Import({ corrections: { take } }: { readonly corrections: Corrections }): ReactNode {
  const field = useRef<HTMLInputElement>(null)
  const [came, setCame] = useState('')
  const took = async (file: File): Promise<void> => {
    setCame('Reading the file.')
    try {
      setCame(`Import: ${takenLine(await take(file))}.`)
    } catch (error) {
      setCame(`Import: ${lineOf(error)}`)
    }
  }
  return (
    <>
      <button type="button" id="import-corrections" onClick={() => field.current?.click()}><Upload aria-hidden size={18} />Import</button>
      <input
        ref={field} type="file" accept=".json,application/json" hidden aria-label="A file of corrections"
        onChange={({ target }) => {
          const file = target.files?.[0]
          target.value = '' // the same file may be chosen again
          if (file) void took(file)
        }}
      />
      <p role="status" id="import-came" className="detail">{came}</p>
    </>
  )
}
