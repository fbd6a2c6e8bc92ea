/** A box that is scrolled to its end as it grows. */

import { type RefObject, useEffect } from 'react'

const NEAR = 80 // pixels from the end: the person looks at the newest

/** Keep the newest in sight, unless the person scrolls up; also when the box gets smaller. */
export function useFollow(box: RefObject<HTMLDivElement | null>): void {
  useEffect(() => {
    const element = box.current
    if (!element) return
    let follows = true
    const down = (): void => { if (follows && !element.querySelector('#empty')) element.scrollTop = element.scrollHeight }
    const scrolled = (): void => { follows = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR }
    element.addEventListener('scroll', scrolled)
    const sizes = new ResizeObserver(down)
    sizes.observe(element)
    const nodes = new MutationObserver(down)
    nodes.observe(element, { childList: true, subtree: true, characterData: true })
    return () => {
      element.removeEventListener('scroll', scrolled)
      sizes.disconnect()
      nodes.disconnect()
    }
  }, [box])
}
