import { existsSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asArray, asObject, type JsonObject } from '../../contract/json.ts'
import { compareContracts, type ContractChange } from '../../tools/gate/changes.ts'
import { withRelease, withUnreleased } from '../../tools/gate/changelog.ts'
import { isAtLeast, nextVersion } from '../../tools/gate/version.ts'
import {
  addField,
  narrowEnum,
  removeField,
  removeStatus,
  requireParameter,
  seeds,
} from '../helpers/data/contract-seeds.ts'
import { runHere } from '../helpers/programs/command.ts'

const contract = fileURLToPath(new URL('../../spec/gen/openapi.gen.json', import.meta.url))
const folder = await mkdtemp(join(tmpdir(), 'contract-gate-'))

afterAll(() => rm(folder, { recursive: true }))

test('contract diff refuses what breaks callers, and names each', async () => {
  const seeded = await seedUsers('breaking', (document) => {
    for (const change of [removeField, narrowEnum, requireParameter, removeStatus]) change(document)
  })
  const { code, output } = await runDiff(seeded)
  expect(output).toContain('breaking  `User`: Property `email` of `User` was removed.')
  expect(output).toContain('breaking  `UserSort`: Enum of `UserSort` lost values: `username,desc`.')
  expect(output).toContain('breaking  `GET /instances/{instanceId}/users`: Required `team` query parameter')
  expect(output).toContain('breaking  `GET /instances/{instanceId}/users`: Response `403` was removed.')
  expect(output).toContain('info.version: 2.0.0')
  expect(code).toBe(1)
})

test('a difference that was reviewed breaks nobody, and is taken from the list once it is none', async () => {
  const seeded = await seedUsers('reviewed', narrowEnum)
  const list = join(seeded, 'spec/released/accepted.yaml')
  const difference = '`UserSort`: Enum of `UserSort` lost values: `username,desc`.'
  await writeFile(list, JSON.stringify([{ difference, because: 'Nobody sent it.' }]))
  expect(await runDiff(seeded)).toMatchObject({ code: 0 })
  expect(await readChangelog(seeded)).toContain(`Additive:\n\n- ${difference}`)

  await writeFile(list, JSON.stringify([{ difference, because: '' }]))
  const unsaid = await runDiff(seeded)
  expect([unsaid.code, unsaid.output]).toEqual([1, expect.stringContaining('say why it breaks no caller')])

  await copyFile(join(seeded, 'spec/released/openapi.gen.json'), join(seeded, 'spec/gen/openapi.gen.json'))
  await writeFile(list, JSON.stringify([{ difference, because: 'Nobody sent it.' }]))
  const needless = await runDiff(seeded)
  expect(needless.output).toContain(`take it out.\n  ${difference}`)
  expect(needless.code).toBe(1)
})

describe('of what the service sends', () => {
  const closed = { type: 'string', enum: ['a', 'b'], description: 'A closed enum.' }
  const schemaOf = (document: JsonObject, name: string) =>
    asObject(asObject(asObject(document['components'])['schemas'])[name])
  const propertiesOf = (document: JsonObject, name: string) => asObject(schemaOf(document, name)['properties'])
  const changes: [what: string, impact: ContractChange['impact'], text: string, change: Change][] = [
    [
      'a new field',
      'additive',
      '`EventData`: property `more` added.',
      (document) => (propertiesOf(document, 'EventData')['more'] = { type: 'boolean' }),
    ],
    [
      'a new type of events',
      'additive',
      '`AgentEvent`: Enum of `type` gained values: `agent.moved`.',
      (document) => void asArray(asObject(propertiesOf(document, 'AgentEvent')['type'])['enum']).push('agent.moved'),
    ],
    [
      'a new kind of events',
      'additive',
      'webhook `more`: event added.',
      (document) => (asObject(document['webhooks'])['more'] = structuredClone(asObject(document['webhooks'])['agent'])),
    ],
    [
      'a field that goes',
      'breaking',
      '`EventData`: Property `etag` of `data` was removed.',
      (document) => void delete propertiesOf(document, 'EventData')['etag'],
    ],
    [
      'a value of another enum that comes',
      'breaking',
      '`EventData`: Enum of `closed` gained values: `c`.',
      (document) => void asArray(asObject(propertiesOf(document, 'EventData')['closed'])['enum']).push('c'),
    ],
    [
      'a kind of events that goes',
      'breaking',
      'webhook `user`: Path `/webhooks#user` was removed.',
      (document) => void delete asObject(document['webhooks'])['user'],
    ],
    [
      'a header that goes',
      'breaking',
      'webhook `agent`: Response header `webhook-signature` was removed.',
      (document) =>
        void asArray(asObject(asObject(asObject(document['webhooks'])['agent'])['post'])['parameters']).pop(),
    ],
    [
      'a field that must be sent',
      'breaking',
      '`WebhookInput`: Properties of `WebhookInput` became required: `description`.',
      (document) => void asArray(schemaOf(document, 'WebhookInput')['required']).push('description'),
    ],
    [
      'a field that may no longer be sent',
      'breaking',
      '`WebhookInput`: Property `enabled` of `WebhookInput` was removed.',
      (document) => void delete propertiesOf(document, 'WebhookInput')['enabled'],
    ],
  ]
  // Not all at once: one event that goes and one that comes would be one with a new name.
  describe.each(['additive', 'breaking'] as const)('%s', (impact) => {
    const those = changes.filter((change) => change[1] === impact)
    let found: ContractChange[]
    beforeAll(async () => {
      const seeded = await seed(
        impact,
        (document) => {
          for (const [_what, _impact, _text, change] of those) change(document)
        },
        (document) => {
          const paths = Object.entries(asObject(document['paths'])).filter(([path]) => path.includes('/webhooks'))
          document['paths'] = Object.fromEntries(paths)
          asObject(schemaOf(document, 'EventData')['properties'])['closed'] = closed
          keepUsedSchemas(document)
        },
      )
      found = await compareSeeded(seeded)
    })

    test.each(those)('is %s', (_what, _impact, text) => {
      expect(found).toContainEqual({ impact, text })
    })

    test('is nothing else', () => {
      const told = found.filter((change) => change.impact !== 'wording').map(({ text }) => text)
      expect(told.sort()).toEqual(those.map(([, , text]) => text).sort())
    })
  })
})

describe('contract diff lets pass', () => {
  test('a breaking change with a new major version, and tells of it in the changelog', async () => {
    const seeded = await seedUsers('major', (document) => {
      removeField(document)
      asObject(document['info'])['version'] = '2.0.0'
    })
    const { code } = await runDiff(seeded)
    expect(code).toBe(0)
    expect(await readChangelog(seeded)).toContain(
      '## Unreleased\n\nBreaking:\n\n- `User`: Properties of `User` are no longer required: `email`.',
    )
  })

  test('an additive change, after it was written to the changelog; a release wants a minor version', async () => {
    const seeded = await seedUsers('additive', addField)
    const unwritten = await runDiff(seeded, '--check')
    expect(unwritten.output).toContain('run "npm run contract -- diff"')
    expect(unwritten.code).toBe(1)

    expect(await runDiff(seeded)).toMatchObject({ code: 0 })
    expect(await readChangelog(seeded)).toContain(
      '## Unreleased\n\nAdditive:\n\n- `User`: property `nickname` added.\n\n## 1.0.0',
    )
    await writeFile(join(seeded, 'spec/released/accepted.yaml'), '# Nothing.\n')
    const refused = await runCommand('release', seeded)
    expect(refused.output).toContain('it must be 1.1.0 or higher')
    expect(refused.code).toBe(1)

    await edit(join(seeded, 'spec/gen/openapi.gen.json'), (document) => {
      asObject(document['info'])['version'] = '1.1.0'
    })
    expect(await runCommand('release', seeded)).toMatchObject({ code: 0 })
    expect(await readFile(join(seeded, 'spec/released/openapi.gen.json'), 'utf8')).toContain('"version": "1.1.0"')
    expect(existsSync(join(seeded, 'spec/released/accepted.yaml'))).toBe(false)
    expect(await readChangelog(seeded)).toMatch(
      /## Unreleased\n\nNothing\.\n\n## 1\.1\.0 \(\d{4}-\d\d-\d\d\)\n\nAdditive:\n\n- `User`: property `nickname` added\.\n\n## 1\.0\.0/,
    )
  })
})

test('contract diff prints the changes that have no sentence for callers yet, and counts the others', async () => {
  const seeded = await seedUsers('told', (document) => {
    addField(document)
    removeField(document)
    asObject(document['info'])['version'] = '2.0.0'
  })
  const line = 'additive  `User`: property `nickname` added.\n'
  const untold = await runDiff(seeded)
  expect(untold.output).toContain(line)
  expect(untold.output).toContain('Since 1.0.0: 3 changes for callers (3 without a sentence in spec/CHANGELOG.md), 0')

  const text = await readChangelog(seeded)
  const covered = text.replace(
    /^Additive:\n\n- (.*)$/m,
    'Additive:\n\n- Users have nicknames.\n  <!--\n  $1\n  An earlier change.\n  -->',
  )
  await writeFile(join(seeded, 'spec/CHANGELOG.md'), covered)
  const told = await runDiff(seeded)
  expect(told.output).not.toContain(line)
  expect(told.output).toContain('breaking  `User`: Property `email` of `User` was removed.\n')
  expect(told.output).toContain('Since 1.0.0: 3 changes for callers (2 without a sentence in spec/CHANGELOG.md), 0')
})

test('a sentence for callers stays in the changelog as long as one of its changes does', async () => {
  const changelog = '# Changes\n\n## 1.0.0 (2026-01-01)\n\nThe first release.\n'
  const change = (text: string): ContractChange => ({ impact: 'additive', text })
  const [field, other] = [change('`User`: property `nickname` added.'), change('`Agent`: `x` added.')]
  const listed = await withUnreleased(changelog, [field, other])
  const written = listed.replace(
    `- ${field.text}`,
    `- Users have nicknames.\n  <!--\n  ${field.text}\n  An earlier change.\n  -->`,
  )
  const kept = written.replace('  An earlier change.\n', '')
  expect(await withUnreleased(written, [field, other])).toBe(kept)
  expect(await withUnreleased(written, [other])).not.toContain('nicknames')
  const released = await withRelease(written, [field], '1.1.0')
  expect(released).toContain('Additive:\n\n- Users have nicknames.\n\n## 1.0.0')
})

describe('Each change is rated for what it does to callers:', () => {
  let changes: ContractChange[] = []
  beforeAll(async () => {
    const seeded = await seed('everything', (document) => {
      for (const one of seeds) one.change(document)
    })
    changes = await compareSeeded(seeded)
  })

  test.for(seeds)('$name is $impact', ({ impact, text }) => {
    expect(changes).toContainEqual({ impact, text })
  })

  test('nothing else is found', () => {
    const told = changes.filter(({ impact }) => impact !== 'wording').map(({ text }) => text)
    const seeded = seeds.filter(({ impact }) => impact !== 'wording')
    expect(told.sort()).toEqual(seeded.flatMap(({ text, also = [] }) => [text].concat(also)).sort())
  })
})

test('A version follows the gravest change', () => {
  expect(nextVersion('1.4.2', ['wording', 'breaking', 'additive'])).toBe('2.0.0')
  expect(nextVersion('1.4.2', ['additive', 'wording'])).toBe('1.5.0')
  expect(nextVersion('1.4.2', ['wording'])).toBe('1.4.3')
  expect(isAtLeast('1.10.0', '1.9.9')).toBe(true)
  expect(isAtLeast('1.9.9', '1.10.0')).toBe(false)
  expect(isAtLeast('2.0.0', '2.0.0')).toBe(true)
})

/** A working directory with a released contract, version 1.0.0, and the changed one. */
async function seed(name: string, change: Change, prepare: Change = () => {}): Promise<string> {
  const seeded = join(folder, name)
  const [released, current] = [
    join(seeded, 'spec/released/openapi.gen.json'),
    join(seeded, 'spec/gen/openapi.gen.json'),
  ]
  for (const name of ['released', 'gen']) await mkdir(join(seeded, 'spec', name), { recursive: true })
  await writeFile(join(seeded, 'spec/CHANGELOG.md'), '# Changes\n\n## 1.0.0 (2026-01-01)\n\nThe first release.\n')
  await copyFile(contract, released)
  await edit(released, (document) => {
    asObject(document['info'])['version'] = '1.0.0'
    prepare(document)
  })
  await copyFile(released, current)
  await edit(current, change)
  return seeded
}

function compareSeeded(seeded: string): Promise<ContractChange[]> {
  return compareContracts(join(seeded, 'spec/released/openapi.gen.json'), join(seeded, 'spec/gen/openapi.gen.json'))
}

/** Like `seed()`, with the operations on users alone, which are compared in a tenth of the time. */
function seedUsers(name: string, change: Change): Promise<string> {
  return seed(name, change, (document) => {
    const paths = Object.entries(asObject(document['paths'])).filter(([path]) => path.includes('/users'))
    document['paths'] = Object.fromEntries(paths)
    delete document['webhooks']
    keepUsedSchemas(document)
  })
}

function keepUsedSchemas(document: JsonObject): void {
  const components = asObject(document['components'])
  const { schemas, ...others } = components
  const used: JsonObject = {}
  const keepFrom = (part: unknown) => {
    for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (name in used) continue
      used[name] = asObject(schemas)[name]
      keepFrom(used[name])
    }
  }
  keepFrom([document['paths'], document['webhooks'] ?? {}, others])
  components['schemas'] = used
}

async function edit(file: string, change: Change): Promise<void> {
  const document = asObject(JSON.parse(await readFile(file, 'utf8')))
  change(document)
  await writeFile(file, JSON.stringify(document, null, 1))
}

function readChangelog(seeded: string): Promise<string> {
  return readFile(join(seeded, 'spec/CHANGELOG.md'), 'utf8')
}

function runDiff(seeded: string, ...args: string[]): Promise<Outcome> {
  return runCommand('diff', seeded, args)
}

async function runCommand(name: string, seeded: string, args: string[] = []): Promise<Outcome> {
  const { code, stdout, stderr } = await runHere('tools/gate/contract.ts', [name, ...args], {}, { folder: seeded })
  return { code, output: stdout + stderr }
}

type Change = (document: JsonObject) => void

interface Outcome {
  code: number | null
  output: string
}
