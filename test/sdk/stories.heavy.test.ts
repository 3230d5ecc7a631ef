import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { build, preview, type PreviewServer } from 'vite'
import { hasBrowser, openPage, type OpenPage } from './package/web-app.ts'

/** The recipe of the README with stories, as it stands there, does what Storybook would do with it. */
const project = fileURLToPath(new URL('../..', import.meta.url))
const from = (path: string) => join(project, path)
const blocks = [...readFileSync(from('sdk/README.md'), 'utf8').matchAll(/^```ts\n(.*?)^```/gms)].map(
  ([, code = '']) => code,
)

/** What Storybook does to show a story: it runs the loaders of the preview, then renders. */
const storybook = `
import preview from './preview.ts'
import * as stories from './users.stories.ts'
window.show = async (name) => {
  const { parameters = {} } = stories[name]
  for (const load of preview.loaders) await load({ parameters })
  document.body.replaceChildren(stories.default.render())
}`

describe.skipIf(!hasBrowser)('the stories of the README', () => {
  const folder = mkdtempSync(join(tmpdir(), 'stories-'))
  let site: PreviewServer
  let browser: OpenPage
  beforeAll(async () => {
    const write = (name: string, text = '') => writeFileSync(join(folder, name), text)
    write(
      'preview.ts',
      blocks.find((block) => block.includes('setupWorker')),
    )
    write(
      'users.stories.ts',
      blocks.find((block) => block.includes("title: 'Users'")),
    )
    write('main.js', storybook)
    write('index.html', '<!doctype html><title>Stories</title><script type="module" src="/main.js"></script>')
    mkdirSync(join(folder, 'public'))
    cpSync(from('node_modules/msw/lib/mockServiceWorker.js'), join(folder, 'public/mockServiceWorker.js'))
    symlinkSync(from('node_modules'), join(folder, 'node_modules'))
    const alias = ['testing/world', 'testing/msw', 'testing', ''].map((door) => ({
      find: new RegExp(`^@instance-admin/sdk${door && `/${door}`}$`),
      replacement: from(`sdk/src/${door === 'testing/msw' ? 'testing/msw.ts' : `${door}/index.ts`}`),
    }))
    const config = { root: folder, configFile: false, logLevel: 'silent', resolve: { alias } } as const
    await build({ ...config, build: { target: 'esnext' } })
    site = await preview({ ...config, preview: { port: 0, host: '127.0.0.1' } })
    browser = await openPage()
    await browser.page.goto(site.resolvedUrls?.local[0] ?? '')
  })
  afterAll(async () => {
    await browser.close()
    await site.close()
    rmSync(folder, { recursive: true })
  })

  test.each<[string, RegExp[]]>([
    ['Everyone', [/^\w+\.\w+$/, /^\w+\.\w+$/, /^\w+\.\w+$/, /^\w+\.\w+$/, /^\w+\.\w+$/]],
    ['Nobody', []],
    ['Forbidden', [/^Failed to fetch users: This operation is open to Manager and Administrator\./]],
    ['Failing', [/^Failed to fetch users: /]],
    ['Everyone', Array.from({ length: 5 }, () => /^\w+\.\w+$/)],
  ])('%s', async (story, expected) => {
    const { page } = browser
    await Promise.all([page.waitForResponse(/\/users\?/), page.evaluate(`show(${JSON.stringify(story)})`)])
    const texts = () => page.locator('li').allTextContents()
    await expect.poll(async () => (await texts()).length).toBe(expected.length)
    for (const [at, text] of (await texts()).entries()) expect(text).toMatch(expected[at] ?? /^$/)
  })
})
