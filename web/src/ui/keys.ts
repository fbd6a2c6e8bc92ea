/** Keys that work anywhere: Space is the talk key, Escape silences, Ctrl and a full stop stops the work. */

import { useEffect } from 'react'
import type { Event } from '../core/state.ts'

const within = (target: EventTarget | null, selector: string): boolean => target instanceof Element && target.closest(selector) !== null

const isTalkKey = ({ code, target, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean =>
  code === 'Space' && !ctrlKey && !altKey && !metaKey
  && !within(target, 'input, textarea, select, [contenteditable]')
  && (!within(target, 'button, a, summary, audio, dialog, [role=tab], [role=switch]') || within(target, '#talk'))

/** Escape leaves an edit first. */
function leftEditor(target: EventTarget | null): boolean {
  const back = target instanceof Element ? target.closest('.editing')?.querySelector('button.cancel') : null
  if (!(back instanceof HTMLElement)) return false
  back.click()
  return true
}

export function useKeys(happened: (event: Event) => void): void {
  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      if (document.querySelector('dialog[open]')) return // keys are its own, also where nothing in it has the focus
      if (event.key === 'Escape') return leftEditor(event.target) ? undefined : happened({ type: 'silenced' })
      if (event.key === '.' && (event.ctrlKey || event.metaKey)) {
        event.preventDefault()
        return happened({ type: 'stopped' })
      }
      if (!isTalkKey(event)) return
      event.preventDefault() // no scrolling, no click
      if (!event.repeat) happened({ type: 'floor taken' })
    }
    const left = ({ code }: KeyboardEvent): void => { if (code === 'Space') happened({ type: 'floor left' }) }
    const clicked = (event: MouseEvent): void => {
      const button = event.composedPath().find((one) => one instanceof HTMLButtonElement) // as it was clicked: what was in it may be another by now
      if (event.detail) button?.blur() // Space is the talk key again
    }
    document.addEventListener('keydown', pressed)
    document.addEventListener('keyup', left)
    document.addEventListener('click', clicked)
    return () => {
      document.removeEventListener('keydown', pressed)
      document.removeEventListener('keyup', left)
      document.removeEventListener('click', clicked)
    }
  }, [happened])
}
