/** The command of a hold that asks for one: every agent's is written so, where it is a command of the shell and nothing else. */

import { is, object, optional, boolean, string } from 'valibot'

const GIVEN = object({ command: string(), dangerouslyDisableSandbox: optional(boolean()) })

/** A command, and whether it asks to run without the fence. */
export interface HeldCommand {
  readonly command: string
  readonly leaves: boolean
}

/** Null: it is no command. */
export function heldCommand(text: string): HeldCommand | null {
  const given = text.startsWith('Bash {') ? read(text.slice('Bash '.length)) : null
  return is(GIVEN, given) && given.command.trim() ? { command: given.command, leaves: given.dangerouslyDisableSandbox === true } : null
}

function read(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
