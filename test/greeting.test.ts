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

test('the commands find a service that has another folder and another port', () => {
  const read = readConfig({ DATA_DIR: '/tmp/elsewhere', PORT: '4300' })
  if (!read.ok) expect.fail(read.problems.join('\n'))
  const service = { baseUrl: 'http://127.0.0.1:4300', issuer: 'http://127.0.0.1:3002', hasDocs: true }
  const offered = greet(read.config, { ...service, hasTools: true })
  expect(offered.match(/\S+=.*/g)).toEqual([
    'DATA_DIR=/tmp/elsewhere npm run --silent token -- --role Editor',
    'DATA_DIR=/tmp/elsewhere PORT=4300 npm run demo',
    'DATA_DIR=/tmp/elsewhere PORT=4300 npm run console -- --server',
  ])
})
