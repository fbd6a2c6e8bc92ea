/** Paths as a tree: folders first, each in the order of its names. */

export interface Leaf {
  readonly name: string
  readonly path: string
}

export interface Branch {
  readonly name: string
  readonly folders: readonly Branch[]
  readonly leaves: readonly Leaf[]
}

export function treeOf(paths: readonly string[], name = '', from = ''): Branch {
  const below = paths.filter((one) => one.startsWith(from)).map((path) => ({ path, rest: path.slice(from.length).split('/') }))
  const folders = [...new Set(below.flatMap(({ rest: [first = '', ...more] }) => (more.length ? [first] : [])))].toSorted()
  const leaves = below.flatMap(({ path, rest }) => (rest.length === 1 ? [{ name: rest.join(''), path }] : []))
  return { name, folders: folders.map((one) => treeOf(paths, one, `${from}${one}/`)), leaves: leaves.toSorted((one, other) => (one.name < other.name ? -1 : 1)) }
}

const FIRST = ['index.html', 'app.js', 'style.css']

/** The file to be shown where none was chosen. */
export const firstOf = (paths: readonly string[]): string => FIRST.find((one) => paths.includes(one)) ?? paths[0] ?? ''
