import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A fenced block of a document. */
export interface Block {
  /** `README.md:12`, where the fence opens. */
  place: string
  language: string
  /** What follows the language: how a test treats the block. */
  info: string
  text: string
}

/** Every fenced block, in order. */
export function readBlocks(root: string, document: string): Block[] {
  const blocks: Block[] = []
  let open: (Block & { fence: string; lines: string[] }) | null = null
  for (const [index, line] of readFileSync(join(root, document), 'utf8').split('\n').entries()) {
    if (open !== null && line.trimEnd() === open.fence) {
      const { place, language, info, lines } = open
      blocks.push({ place, language, info, text: lines.map((line) => `${line}\n`).join('') })
      open = null
    } else if (open !== null) {
      open.lines.push(line)
    } else {
      const [, fence, language = '', info = ''] = /^(`{3,})(\w*) ?(.*)$/.exec(line) ?? []
      if (fence !== undefined) open = { fence, place: `${document}:${index + 1}`, language, info, text: '', lines: [] }
    }
  }
  if (open !== null) throw new Error(`The block at ${open.place} never ends.`)
  return blocks
}
