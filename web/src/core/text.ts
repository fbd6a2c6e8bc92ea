/** Places in a text are counted in characters (code points), as the server counts them. */

const BMP = /^[^\ud800-\udfff]*$/ // as good as always: then a character is one code unit

/** How many characters a text has. */
export const count = (text: string): number => (BMP.test(text) ? text.length : [...text].length)

/** A piece of a text, from one character to another. */
export const piece = (text: string, from: number, to?: number): string =>
  BMP.test(text) ? text.slice(from, to) : [...text].slice(from, to).join('')

/** Why something failed, in one line. */
export const lineOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
