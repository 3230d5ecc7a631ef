import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { asObject } from '../../contract/json.ts'
import { runRedocly } from '../../tools/redocly.ts'

/** What linters and generators stumble over. `npm run walk -- tools` runs more of them. */
const spec = fileURLToPath(new URL('../../spec/', import.meta.url))
const served = join(spec, 'gen/openapi.gen.json')
const contract = asObject(JSON.parse(await readFile(served, 'utf8')))

test.each([join(spec, 'openapi.yaml'), served])(
  'Redocly finds no fault in %s by its own strict rules',
  async (file) => {
    const folder = await mkdtemp(join(tmpdir(), 'stock-tools-'))
    const config = join(folder, 'redocly.yaml')
    await writeFile(config, 'telemetry: off\nextends: [recommended-strict]')
    const { code, output } = await runRedocly(['lint', file, '--config', config])
    await rm(folder, { recursive: true })
    expect([code, output]).toEqual([0, output])
  },
)

test('the address is a plain URL: Spectral refuses a variable whose default has no host', () => {
  expect(contract['servers']).toMatchObject([{ url: '/' }])
  expect(JSON.stringify(contract['servers'])).not.toContain('variables')
})

test('no two schemas have one title: some generators name types after titles', () => {
  const schemas = Object.values(asObject(asObject(contract['components'])['schemas']))
  const titles = schemas.flatMap((schema) => asObject(schema)['title'] ?? [])
  expect(titles.length).toBeGreaterThan(200)
  expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([])
})
