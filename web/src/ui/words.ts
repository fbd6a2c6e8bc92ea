/** Times and lengths, as a person says them. */

const DAY = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' })

/** When something was: `Mon, 23 Nov, 14:03`. */
export function when(iso: string | null): string {
  const time = iso === null ? NaN : Date.parse(iso)
  return Number.isNaN(time) ? '' : DAY.format(time)
}

/** How long something is: `3 min 20 s`. */
export function howLong(seconds: number): string {
  const whole = Math.round(seconds)
  if (whole < 60) return seconds < 10 ? `${seconds.toFixed(1)} s` : `${whole} s`
  const minutes = Math.floor(whole / 60)
  return minutes < 60 ? `${minutes} min ${whole % 60} s` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

export const many = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`
