/** Raise a notification; a newer one takes the place of an older. Some browsers have none for pages: then there is the title. */
export function notify(line: string): void {
  if (!('Notification' in window) || Notification.permission !== 'granted') return
  try {
    const one = new Notification('Solovox', { body: line, tag: 'solovox' })
    one.onclick = () => {
      window.focus()
      one.close()
    }
  } catch {
    // the title tells it
  }
}
