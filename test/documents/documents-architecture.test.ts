import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import { listFiles, project } from '../walks/copy.ts'
import { readBlocks } from '../walks/markdown.ts'

/** The tree of docs/architecture.md, against the folders that are there and the imports between them. */
const tree = readBlocks(project, 'docs/architecture.md').find(({ language }) => language === 'text')?.text ?? ''
const named = (pattern: RegExp) => Array.from(tree.matchAll(pattern), ([, name = '']) => name)
const rooms = named(/^(\w+)\//gm)

const files = listFiles()
const foldersIn = (parent: string) => {
  const below = files.filter((file) => file.startsWith(parent)).map((file) => file.slice(parent.length).split('/'))
  return new Set(below.filter((path) => path.length > 1).map(([name = '']) => name))
}

test('the tree has every folder, one a line, and no other', () => {
  const top = [...foldersIn('')].filter((name) => !name.startsWith('.') && name !== 'docs')
  expect(rooms.toSorted()).toEqual(top.toSorted())
  expect(named(/^ {2}(\w+)\//gm).toSorted()).toEqual([...foldersIn('server/')].toSorted())
})

test('imports between its folders run downward', () => {
  const imports = files
    .filter((file) => /\.tsx?$/.test(file) && rooms.includes(roomOf(file)))
    .flatMap((file) => {
      const text = readFileSync(join(project, file), 'utf8')
      const targets = Array.from(text.matchAll(/ from '(\.[^']+)'/g), ([, path = '']) =>
        normalize(join(dirname(file), path)),
      )
      return targets.map((target) => ({ file, target }))
    })
  expect(imports.length).toBeGreaterThan(1000)
  const upward = imports.filter(({ file, target }) => rooms.indexOf(roomOf(target)) < rooms.indexOf(roomOf(file)))
  expect(upward).toEqual([])
})

function roomOf(file: string): string {
  return file.split('/')[0] ?? ''
}
