import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import express from 'express'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createBoundServer } from '../../server/http/bound-server.ts'
import { drain, listen } from '../../server/http/listening.ts'
import { mountConsole } from '../../server/pipeline/console.ts'
import { mountHome } from '../../server/pipeline/home.ts'
import { sendRaw } from '../helpers/raw-http.ts'
import { startTestService } from '../helpers/service.ts'
import { sendUnread } from '../helpers/unread.ts'

const script = `console.log("${'x'.repeat(2_000_000)}")`
const signIn = { issuer: 'https://id.example.com/realms/"a"<b>', clientId: 'the "console" & <more>' }
const secret = 'what lies beside the folder'

let folder: string
let url: string
let close: () => Promise<void>
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'served-console-'))
  const built = join(folder, 'console')
  mkdirSync(join(built, 'assets'), { recursive: true })
  writeFileSync(join(folder, 'secret.txt'), secret)
  writeFileSync(join(built, 'index.html'), '<!doctype html><html><head><title>One</title></head></html>')
  writeFileSync(join(built, 'assets/index-abc.js'), script)
  writeFileSync(join(built, 'assets/index-abc.css'), 'a{}')
  writeFileSync(join(built, 'mark.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  const app = express().disable('x-powered-by').enable('case sensitive routing').enable('strict routing')
  mountConsole(app, signIn, built)
  mountHome(app, { hasConsole: true }, join(folder, 'nowhere.html'))
  const server = createBoundServer({}, app)
  url = `http://127.0.0.1:${await listen(server, 0, '127.0.0.1')}`
  close = () => drain(server, 0)
})
afterAll(async () => {
  await close()
  rmSync(folder, { recursive: true })
})

describe('the page of the console', () => {
  test.each(['/console/', '/console/demo', '/console/demo/users/1?from=here', '/console/callback?code=1'])(
    'is the answer to %s, is never kept, and says where people sign in',
    async (path) => {
      const answer = await fetch(url + path)
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store'])
      expect(answer.headers.get('content-type')).toMatch(/^text\/html/)
      expect(await answer.text()).toBe(
        '<!doctype html><html><head><title>One</title>' +
          '<meta name="issuer" content="https://id.example.com/realms/&quot;a&quot;&lt;b>" />' +
          '<meta name="client-id" content="the &quot;console&quot; &amp; &lt;more>" /></head></html>',
      )
    },
  )

  test('runs scripts of its own alone, and calls the API and the identity provider alone', async () => {
    const policy = (await fetch(`${url}/console/`)).headers.get('content-security-policy')?.split('; ')
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self'")
    expect(policy).toContain("connect-src 'self' https://id.example.com")
    expect(policy).toContain("frame-ancestors 'none'")
  })

  test('/console leads to it', async () => {
    const answer = await fetch(`${url}/console`, { redirect: 'manual' })
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/console/'])
  })

  test('is another one as soon as the console was built anew', async () => {
    const index = join(folder, 'console/index.html')
    writeFileSync(index, '<html><head><title>Two</title></head></html>')
    utimesSync(index, new Date(), new Date(4_000_000_000_000))
    expect(await (await fetch(`${url}/console/`)).text()).toContain('<title>Two</title>')
  })
})

describe('its files', () => {
  test.each([
    ['assets/index-abc.js', 'text/javascript; charset=utf-8', 'public, max-age=31536000, immutable'],
    ['assets/index-abc.css', 'text/css; charset=utf-8', 'public, max-age=31536000, immutable'],
    ['mark.svg', 'image/svg+xml', 'no-cache'],
  ])('%s', async (name, mediaType, cacheControl) => {
    const answer = await fetch(`${url}/console/${name}`)
    expect([answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([mediaType, cacheControl])
    expect(answer.headers.get('content-encoding')).toBe('gzip')
    const held = await fetch(`${url}/console/${name}`, {
      headers: { 'If-None-Match': answer.headers.get('etag') ?? '' },
    })
    expect([held.status, await held.text()]).toEqual([304, ''])
    const head = await fetch(`${url}/console/${name}`, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
  })

  test('one of an earlier build is gone, and not the page', async () => {
    expect((await fetch(`${url}/console/assets/index-old.js`)).status).toBe(404)
  })

  test.each([
    '/console/../secret.txt',
    '/console/assets/../../secret.txt',
    '/console/assets/..%2f..%2fsecret.txt',
    '/console/%2e%2e/secret.txt',
    '/console/..\\secret.txt',
    '/console//../secret.txt',
    '/console/assets/%00',
    '/console/%E0%A4%A',
    '/console/index.html/../../secret.txt',
  ])('none outside is reached by %s', async (target) => {
    const { status, text } = await sendRaw(url, { target })
    expect([200, 404]).toContain(status)
    expect(text).not.toContain(secret)
  })

  test('are served to others while somebody asks for many and reads none', async () => {
    const request = `GET /console/assets/index-abc.js HTTP/1.1\r\nHost: x\r\nAccept-Encoding: identity\r\n\r\n`
    const before = process.memoryUsage().arrayBuffers
    const unread = await Promise.all(Array.from({ length: 20 }, () => sendUnread(url, request.repeat(30))))
    const answer = await fetch(`${url}/console/assets/index-abc.js`)
    expect((await answer.text()).length).toBe(script.length)
    // Every answer shares the same buffers.
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(60_000_000)
    for (const socket of unread) socket.destroy()
  })
})

describe('/', () => {
  test('is a page of links for browsers', async () => {
    const answer = await fetch(url, { headers: { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } })
    expect(answer.headers.get('content-type')).toMatch(/^text\/html/)
    expect(answer.headers.get('vary')).toContain('Accept')
    expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src/)
    // The reference is not built here.
    expect((await answer.text()).match(/href="[^"]+"/g)).toEqual(['href="/console/"', 'href="/openapi.json"'])
  })

  test('leads everybody else to the contract', async () => {
    const answer = await fetch(url, { redirect: 'manual' })
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/openapi.json'])
  })
})

test.each([
  [{ consoleClientId: 'console' }, true],
  [{ consoleClientId: undefined }, false],
])('the service has a console only where its client is known: %j', async (config, isServed) => {
  const service = await startTestService(config)
  const { status, headers, text } = await service.request('/console/', { role: null })
  await service.close()
  expect(headers.get('x-frame-options')).toBe('DENY')
  expect(headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/)
  expect(headers.get('cache-control')).toBe('no-store')
  // The console itself is there only when somebody has built it.
  if (isServed) expect(status === 200 || text.startsWith('The console is not built here')).toBe(true)
  else expect([status, headers.get('content-type')]).toEqual([404, 'application/problem+json; charset=utf-8'])
})
