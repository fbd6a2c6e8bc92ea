/**
 * An answer as its writer meant it: Markdown, with what was played marked. Nothing of it is ever HTML: the text is taken apart into
 * a tree, and each node is an element of ours. HTML in it is shown as text, and a picture as its words.
 */

import type { Nodes, PhrasingContent, Root, RootContent, TableRow } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import { Fragment, type ReactNode, useMemo } from 'react'
import { Code } from './code.tsx'

const parsed = (text: string): Root => fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] })

/** `heard`: up to which place in the text it was played, in UTF-16 code units. */
export function Markdown({ text, heard }: { readonly text: string; readonly heard: number }): ReactNode {
  const root = useMemo(() => parsed(text), [text])
  return children(root.children, heard)
}

const children = (nodes: readonly RootContent[], heard: number): ReactNode =>
  nodes.map((one, n) => <Fragment key={n}>{drawn(one, heard)}</Fragment>)

const WEB = /^(https?:|mailto:)/i
const HEADINGS = ['h3', 'h4', 'h5', 'h6', 'h6', 'h6'] as const // the page has its own h1 and h2

function drawn(node: RootContent, heard: number): ReactNode {
  switch (node.type) {
    case 'text': return <Words value={node.value} from={startOf(node)} to={endOf(node)} heard={heard} />
    case 'inlineCode': return <code><Words value={node.value} from={startOf(node)} to={endOf(node)} heard={heard} /></code>
    case 'paragraph': return <p>{children(node.children, heard)}</p>
    case 'heading': {
      const Heading = HEADINGS[node.depth - 1] ?? 'h6'
      return <Heading>{children(node.children, heard)}</Heading>
    }
    case 'emphasis': return <em>{children(node.children, heard)}</em>
    case 'strong': return <strong>{children(node.children, heard)}</strong>
    case 'delete': return <s>{children(node.children, heard)}</s>
    case 'blockquote': return <blockquote>{children(node.children, heard)}</blockquote>
    case 'list': return node.ordered ? <ol start={node.start ?? 1}>{children(node.children, heard)}</ol> : <ul>{children(node.children, heard)}</ul>
    case 'listItem': return <li>{typeof node.checked === 'boolean' && (node.checked ? '☑ ' : '☐ ')}{children(node.children, heard)}</li>
    case 'code': return <Code text={node.value} language={node.lang ?? ''} />
    case 'link': return WEB.test(node.url) ? <a href={node.url} target="_blank" rel="noreferrer noopener">{children(node.children, heard)}</a> : children(node.children, heard)
    case 'image': return <Words value={node.alt ?? node.url} from={startOf(node)} to={endOf(node)} heard={heard} />
    case 'break': return <br />
    case 'thematicBreak': return <hr />
    case 'table': return <Table rows={node.children} heard={heard} />
    case 'html': return <Words value={node.value} from={startOf(node)} to={endOf(node)} heard={heard} />
    case 'footnoteReference': return <sup>{node.label ?? node.identifier}</sup>
    case 'footnoteDefinition': return <div className="footnote">{node.label ?? node.identifier}: {children(node.children, heard)}</div>
    case 'linkReference': case 'imageReference': return <span>{'children' in node ? children(node.children, heard) : (node.alt ?? '')}</span>
    case 'definition': case 'yaml': case 'tableRow': case 'tableCell': return null
  }
}

function Table({ rows, heard }: { readonly rows: readonly TableRow[]; readonly heard: number }): ReactNode {
  const [head, ...body] = rows
  const cells = (row: TableRow, Cell: 'th' | 'td'): ReactNode => row.children.map((one, n) => <Cell key={n}>{phrases(one.children, heard)}</Cell>)
  return (
    <div className="table" role="region" aria-label="Table" tabIndex={0}>
      <table>
        {head && <thead><tr>{cells(head, 'th')}</tr></thead>}
        <tbody>{body.map((row, n) => <tr key={n}>{cells(row, 'td')}</tr>)}</tbody>
      </table>
    </div>
  )
}

const phrases = (nodes: readonly PhrasingContent[], heard: number): ReactNode => children(nodes, heard)

const startOf = (node: Nodes): number => node.position?.start.offset ?? 0
const endOf = (node: Nodes): number => node.position?.end.offset ?? 0

interface WordsProps {
  readonly value: string
  /** Where it stands in the whole text. */
  readonly from: number
  readonly to: number
  readonly heard: number
}

/** Words of which the first were heard. What stands in the source may be longer than what is shown: signs are left out. */
function Words({ value, from, to, heard }: WordsProps): ReactNode {
  const at = heard >= to ? value.length : Math.max(0, Math.min(value.length, heard - from))
  return (
    <>
      {at > 0 && <span className="heard">{value.slice(0, at)}</span>}
      {at < value.length && <span className="ahead">{value.slice(at)}</span>}
    </>
  )
}
