import { expect, test } from 'vitest'
import { readConfig } from '../server/config/config.ts'
import { greet } from '../server/greeting.ts'

test('a start offers only commands that run: most need the development dependencies', () => {
  const read = readConfig({})
  if (!read.ok) expect.fail(read.problems.join('\n'))
  const service = { baseUrl: 'http://127.0.0.1:3000', issuer: 'http://127.0.0.1:3002', hasDocs: false }

  const withoutTools = greet(read.config, { ...service, hasTools: false })
  expect(withoutTools.match(/npm .*/g)).toEqual([
    'npm run --silent token -- --role Editor',
    'npm ci, and start it again',
  ])
  const offered = greet(read.config, { ...service, hasTools: true })
  expect(offered.match(/npm .*/g)).toEqual([
    'npm run docs',
    'npm run --silent token -- --role Editor',
    'npm run demo',
    'npm run console -- --server',
  ])
})
