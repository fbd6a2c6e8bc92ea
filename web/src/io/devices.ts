/** Which microphones and speakers there are. Their names are known once a microphone was allowed. */

export interface Device {
  readonly id: string
  readonly name: string
}

export interface Devices {
  readonly microphones: readonly Device[]
  readonly speakers: readonly Device[]
}

export async function devices(): Promise<Devices> {
  const all = 'mediaDevices' in navigator ? await navigator.mediaDevices.enumerateDevices() : []
  const of = (kind: MediaDeviceKind): readonly Device[] =>
    all.filter((one) => one.kind === kind && one.label).map(({ deviceId: id, label: name }) => ({ id, name }))
  return { microphones: of('audioinput'), speakers: of('audiooutput') }
}

/** Calls it when something was plugged in or out; gives what ends that. */
export function onDevices(changed: () => void): () => void {
  if (!('mediaDevices' in navigator)) return () => undefined
  navigator.mediaDevices.addEventListener('devicechange', changed)
  return () => navigator.mediaDevices.removeEventListener('devicechange', changed)
}
