import { createRequire } from 'node:module'
import { gzipSync } from 'node:zlib'
import type * as Rolldown from 'rolldown'
import { expect, test } from 'vitest'
import { table } from '../../sdk/src/table.gen.ts'
import { trust } from '../../sdk/src/trust.ts'

/** What an app downloads: minified, with everything included, gzipped; 1 kB is 1,000 bytes. */
const src = new URL('../../sdk/src/', import.meta.url).pathname

test('an app that lists users downloads at most 6.3 kB', async () => {
  const app = `
    import { createClient } from '${src}index.ts'
    const acme = createClient({ baseUrl: 'https://a.example', token: 't' }).instance('acme')
    for await (const user of acme.users.list()) console.log(user)`
  expect(await downloadSize(app)).toBeLessThanOrEqual(6300)
})

test('a program that reports executions downloads at most 1.55 kB more', async () => {
  const app = (more: string) => `
    import { createClient } from '${src}index.ts'
    const acme = createClient({ baseUrl: 'https://a.example', token: 't' }).instance('acme')
    for await (const user of acme.users.list()) console.log(user)
    ${more}`
  const reporting = `import { createReporter } from '${src}reporter/index.ts'
    createReporter(acme, { onDropped: console.error }).start({})`
  expect((await downloadSize(app(reporting))) - (await downloadSize(app('')))).toBeLessThanOrEqual(1550)
})

test('who calls and what that opens adds at most 0.44 kB', async () => {
  const app = (more: string) => `
    import { can, createClient } from '${src}index.ts'
    const acme = createClient({ baseUrl: 'https://a.example', token: 't' }).instance('acme')
    for await (const user of acme.users.list()) console.log(user)
    ${more}`
  const size = await downloadSize(app(`console.log(can(await acme.me(), 'agents.update'))`))
  // The table has the ids of operations for this alone.
  const ids = gzipSync(
    Object.values(table)
      .map(({ id }) => `id:"${id}",`)
      .join(''),
  ).length
  expect(size - (await downloadSize(app(''))) + ids).toBeLessThanOrEqual(440)
})

test('the values of an enum add at most 0.1 kB, and those that nobody names add nothing', async () => {
  const app = (values: string) => `
    import { createClient, ${values} } from '${src}index.ts'
    const acme = createClient({ baseUrl: 'https://a.example', token: 't' }).instance('acme')
    for await (const user of acme.users.list()) console.log(user, ${values})`
  const size = await downloadSize(app('isApiError'))
  expect((await downloadSize(app('isApiError, roleValues'))) - size).toBeLessThanOrEqual(100)
})

test('a form downloads at most 4 kB more for the schema of its body', async () => {
  const app = (more: string) => `
    import { createClient } from '${src}index.ts'
    ${more}
    const acme = createClient({ baseUrl: 'https://a.example', token: 't' }).instance('acme')
    for await (const user of acme.users.list()) console.log(user)`
  const form = `import * as schemas from '${src}schemas/index.gen.ts'
    console.log(schemas.agentInput['~standard'].validate({}))`
  expect((await downloadSize(app(form))) - (await downloadSize(app('')))).toBeLessThanOrEqual(4000)
})

test('all that the package exports, without the other doors, is at most 8.5 kB', async () => {
  const size = await downloadSize(`export * from '${src}index.ts'`)
  expect(size).toBeLessThanOrEqual(8500)
  // Less than the small app would mean that the bundler threw it all away.
  expect(size).toBeGreaterThan(3500)
})

async function downloadSize(app: string): Promise<number> {
  const require = createRequire(new URL('../../sdk/package.json', import.meta.url))
  const { rolldown } = trust<typeof Rolldown>(await import(require.resolve('rolldown')))
  const entry = `${src}size-test-entry.ts`
  const bundle = await rolldown({
    input: entry,
    platform: 'browser',
    plugins: [
      {
        name: 'app',
        load: (id) => (id === entry ? app : null),
        resolveId: (id) => (id === entry ? id : null),
      },
    ],
  })
  const { output } = await bundle.generate({ minify: true })
  await bundle.close()
  // In one part: of parts that are loaded later, one may be missing when the network is gone or the app was replaced.
  expect(output).toHaveLength(1)
  return gzipSync(output[0].code, { level: 9 }).length
}
