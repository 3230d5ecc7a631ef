import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asArray, asObject, isObject } from '../../contract/json.ts'
import { end, startServer, type RunningServer } from '../helpers/programs/server-process.ts'
import { copyTree, listFiles, project, type Copy } from '../walks/copy.ts'
import { readBlocks } from '../walks/markdown.ts'

/** The blocks that documents mark with `sh run`, as a reader pastes them, beside a server of this tree. */
const blocks = listFiles()
  .filter((file) => file.endsWith('.md'))
  .flatMap((document) => readBlocks(project, document))
  .filter(({ language, info }) => language === 'sh' && info === 'run')

let copy: Copy
let server: RunningServer
beforeAll(async () => {
  copy = copyTree()
  server = await startServer({ DATA_DIR: join(copy.folder, '.data') })
})
afterAll(async () => {
  await end(server, 'SIGTERM')
  copy.remove()
})

/** The part of the answer that README.md shows below its call. */
const answer = readBlocks(project, 'README.md').find(({ language }) => language === 'json')?.text ?? ''

test('documents have such blocks', () => {
  expect(blocks.map(({ place }) => place.split(':')[0])).toEqual(
    expect.arrayContaining(['README.md', 'CONTRIBUTING.md', 'docs/development.md']),
  )
})

// The packages of the copy are those of the tree, so that such a block would take them away from under everybody.
test.each(blocks)('$place installs and removes nothing', ({ text }) => {
  expect(text).not.toMatch(/\bnpm (ci|i|install|uninstall|update|prune)\b|\brm\b|\bnpx\b/)
})

test.each(blocks)('$place runs', async ({ text }) => {
  const script = text.replaceAll('http://127.0.0.1:3000', server.baseUrl)
  const { code, output } = await copy.run('bash', ['--norc', '-euo', 'pipefail', '-c', script], {
    DATA_DIR: join(copy.folder, '.data'),
    PORT: new URL(server.baseUrl).port,
  })
  expect(code === 0 ? '' : output).toBe('')
  // curl succeeds with a problem, too.
  expect(output).not.toContain('urn:instance-admin:problem:')
  if (text.includes('curl')) expect(shows(JSON.parse(output), JSON.parse(answer)), output).toBe(true)
})

/** Whether an answer has what a part of it shows; of a list, whether it has such elements. */
function shows(whole: unknown, part: unknown): boolean {
  if (Array.isArray(part)) return part.every((one) => asArray(whole).some((each) => shows(each, one)))
  if (isObject(part)) return Object.entries(part).every(([name, value]) => shows(asObject(whole)[name], value))
  return whole === part
}

test('what the blocks leave behind is in the copy', () => {
  expect(existsSync(join(copy.folder, 'entries.ndjson'))).toBe(true)
  expect(existsSync(join(project, 'entries.ndjson'))).toBe(false)
})
