/** What new talks are like, and the devices of this browser. */

import { type ReactNode, useState } from 'react'
import { groupsOf } from '../core/settings.ts'
import { type SettingsOf, useInstruction, useSettings } from '../react/settings.ts'
import { useSolovox } from '../react/session.tsx'
import { ActsHere } from './acts-here.tsx'
import { Show } from './asked.tsx'
import { Browsers } from './browsers.tsx'
import { Source } from './code.tsx'
import { CueChoice } from './cue-choice.tsx'
import { DeviceChoices } from './devices.tsx'
import { LearningSwitch } from './learning.tsx'
import { Setting } from './setting.tsx'
import { SoundCheck } from './sound-check.tsx'

export function SettingsScreen(): ReactNode {
  const settings = useSettings()
  const { happened } = useSolovox()
  return (
    <main className="screen" id="settings">
      <div className="head">
        <h2>Settings</h2>
        <p className="detail">They count from the next talk on. <button type="button" id="next-talk" className="quiet" onClick={() => happened({ type: 'joined', talk: '' })}>Begin a new talk</button></p>
      </div>
      <section className="card" aria-labelledby="this-browser">
        <h3 id="this-browser">This browser</h3>
        <DeviceChoices />
        <CueChoice />
        <LearningSwitch />
        <SoundCheck />
      </section>
      <ActsHere />
      <Show asked={settings.all} again={settings.again} waits="What is set is being read.">
        {(all) => <Groups groups={groupsOf(all)} of={settings} />}
      </Show>
      <Browsers />
      <Instruction />
    </main>
  )
}

function Groups({ groups, of }: { readonly groups: ReturnType<typeof groupsOf>; readonly of: SettingsOf }): ReactNode {
  return groups.map(({ title, fields }) => (
    <section key={title} className="card" aria-label={title}>
      <h3>{title}</h3>
      {fields.map((one) => <Setting key={one.key} field={one} put={of.put} confirm={of.confirm} />)}
    </section>
  ))
}

/** It is asked for when it is opened. */
function Instruction(): ReactNode {
  const [open, setOpen] = useState(false)
  return (
    <details className="card" id="instruction" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>What the ear is told</summary>
      {open && <InstructionText />}
    </details>
  )
}

function InstructionText(): ReactNode {
  const [asked, again] = useInstruction()
  return (
    <Show asked={asked} again={again} waits="It is being read.">
      {({ used, model, text }) => (
        <>
          <p className="detail">{used ? `This is told to ${model || 'it'} at the beginning of each talk.` : 'No live model listens now. One would be told this.'}</p>
          <Source label="What the ear is told">{text}</Source>
        </>
      )}
    </Show>
  )
}
