/** The looks of the Studio. Their ids and voices are the server's (`src/solovox/studio/vox.py`); a test holds them together. */

export const THEMES = ['expert', 'sharp', 'warm', 'casual', 'future', 'minimal', 'retro', 'creative'] as const
export type Theme = (typeof THEMES)[number]

/** A name, and what it is like in a few words. */
export const ABOUT: Readonly<Record<Theme, readonly [string, string]>> = {
  expert: ['Expert', 'Calm and exact'],
  sharp: ['Sharp', 'Quick and pointed'],
  warm: ['Warm', 'Friendly and soft'],
  casual: ['Casual', 'Easy and plain'],
  future: ['Future', 'Bright and curious'],
  minimal: ['Minimal', 'Quiet and short'],
  retro: ['Retro', 'Green on black'],
  creative: ['Creative', 'Playful and colourful'],
}
