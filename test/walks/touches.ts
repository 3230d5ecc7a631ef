import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readBlocks, type Block } from './markdown.ts'

/** A change of the tree that CONTRIBUTING.md shows: a new file, or lines beside one that is there. */
export interface Touch {
  path: string
  text: string
  /** Null: a new file. */
  at: { place: 'after' | 'before'; line: string } | null
}

/** The touches of CONTRIBUTING.md between a heading of the second level and the next. */
export function readTouches(root: string, heading: string): Touch[] {
  const lines = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8').split('\n')
  const first = lines.indexOf(`## ${heading}`) + 1
  if (first === 0) throw new Error(`CONTRIBUTING.md has no heading ${heading}.`)
  const next = lines.findIndex((line, index) => index >= first && line.startsWith('## '))
  const isWithin = ({ place }: Block) => {
    const number = Number(place.split(':')[1])
    return number > first && (next === -1 || number <= next)
  }
  return readBlocks(root, 'CONTRIBUTING.md')
    .filter((block) => isWithin(block) && block.info.includes('/'))
    .map(toTouch)
}

export function applyTouches(root: string, touches: readonly Touch[]): void {
  for (const touch of touches) {
    const file = join(root, touch.path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, touch.at ? insert(readFileSync(file, 'utf8'), touch, touch.at) : touch.text)
  }
}

/** Beside the first line that, but for its indentation, is the one that is named; indented as that one. */
function insert(content: string, { path, text }: Touch, { place, line }: NonNullable<Touch['at']>): string {
  const lines = content.split('\n')
  const index = lines.findIndex((candidate) => candidate.trim() === line)
  if (index === -1) throw new Error(`CONTRIBUTING.md: ${path} has no line ${line}`)
  const [indentation = ''] = /^ */.exec(lines[index] ?? '') ?? []
  const added = text.trimEnd().split('\n')
  lines.splice(
    place === 'after' ? index + 1 : index,
    0,
    ...added.map((line) => (line === '' ? '' : indentation + line)),
    ...(added.length > 1 ? [''] : []),
  )
  return lines.join('\n')
}

function toTouch({ place: where, info, text }: Block): Touch {
  const [, path = '', place, line = ''] = /^(\S+)(?: (after|before) "(.+)")?$/.exec(info) ?? []
  if (path === '') throw new Error(`${where} is no touch: ${info}`)
  return { path, text, at: place === 'after' || place === 'before' ? { place, line } : null }
}
