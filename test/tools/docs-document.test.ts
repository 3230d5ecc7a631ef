import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readContract, resolve } from '../../contract/document.ts'
import { integrationTypesFolder, loadIntegrationTypes } from '../../contract/integration-type-files.ts'
import { asArray, asObject, asString } from '../../contract/json.ts'
import { describeContract } from '../../tools/docs/document.ts'
import { describeFlows } from '../../tools/docs/flows.ts'
import { readLifeCycles, start } from '../../tools/docs/life-cycles.ts'
import { operationPath, tagPath } from '../../tools/docs/markdown.ts'
import { documentedOperations } from '../../tools/docs/operations.ts'
import { integrations, putInStatus, slack } from '../helpers/data/integrations.ts'
import { startTestService, type TestService } from '../helpers/service.ts'
import { completeInput, twuModels } from '../helpers/data/twu-models.ts'
import { expectCurlsKeepTheContract } from './curl-samples.ts'

const { document: contract, titles } = await readContract()
const page = describeContract(contract)
const operations = documentedOperations(page)
const sections = new Map(
  asArray(page['tags']).map((tag) => {
    const { name, description } = asObject(tag)
    return [asString(name), asString(description)]
  }),
)

describe('operations', () => {
  test.each(operations)('$id has badges of its origin and its roles', ({ origin, decision, roles, source }) => {
    const names = asArray(source['x-badges']).map((badge) => asObject(badge)['name'])
    expect(names).toEqual([decision === null ? origin : `${origin} ${decision}`, ...roles])
  })

  test('each has a sample in TypeScript, as the compiler checks it, and one for curl', () => {
    for (const { source } of operations.filter((operation) => operation.source['x-without-sdk'] !== true)) {
      const samples = asArray(source['x-codeSamples']).map(asObject)
      expect(samples.map(({ lang }) => lang)).toEqual(['TypeScript', 'curl'])
      expect(samples[0]?.['source']).toMatch(/acme\.|client\.instances\./)
    }
  })
})

describe('sections', () => {
  const types = loadIntegrationTypes(integrationTypesFolder)

  test('every error code of the contract is explained', () => {
    const section = sections.get('Error codes')
    for (const [code, title] of titles) expect(section).toContain(`| \`${code}\` | ${title} |`)
  })

  test('the codes of an operation lead to it', () => {
    const row = sections
      .get('Error codes')
      ?.split('\n')
      .find((line) => line.startsWith('| `version_not_draft`'))
    expect(row).toContain('[Edit a draft](#/twu-models/updatetwumodelversion) |')
  })

  test('every integration type is there with its fields, its secrets and its hosts', () => {
    const parts = [...sections.values()].join('\n').split(/^## /m)
    expect(types.size).toBeGreaterThan(80)
    for (const [id, { fields, hosts }] of types) {
      const section = parts.find((part) => part.includes(`Type \`${id}\`.`)) ?? ''
      for (const host of hosts.allow)
        expect(section).toContain(host === '*' ? 'any public host, never a private address.' : `\`${host}\``)
      const rows = section.split('\n').filter((line) => line.startsWith('| **'))
      expect(rows.map((row) => row.includes('| **secret**'))).toEqual(fields.map(({ secret }) => secret))
      for (const [index, { key }] of fields.entries()) expect(rows[index]).toContain(`\`${key}\``)
    }
  })

  test('no example of a secret is on the page', () => {
    const text = JSON.stringify([...sections])
    const examples = [...types.values()].flatMap(({ fields }) =>
      fields.filter(({ secret }) => secret).map(({ example }) => example),
    )
    const shown = examples.filter((example) => example !== undefined && text.includes(example))
    expect(shown).toEqual([])
  })

  test('every decision that a badge names is there', () => {
    const named = [...JSON.stringify(contract).matchAll(/"x-decision":"(D-\d+)"/g)].map(([, id]) => id)
    expect(named.length).toBeGreaterThan(20)
    for (const id of new Set(named)) expect(sections.get('Decisions')).toContain(`### ${id} `)
  })

  test('every link leads to an operation or a section', () => {
    const targets = new Set([
      ...operations.map(({ tag, id }) => operationPath(tag, id)),
      ...[...sections.keys()].map(tagPath),
    ])
    const links = [...sections.values()].flatMap((text) => [...text.matchAll(/\]\((#[^)]*)\)/g)])
    expect(links.length).toBeGreaterThan(50)
    for (const [, link] of links) expect(targets).toContain(link)
  })

  test('the contract leads to the guide to outcomes and policies, which is one of them', () => {
    const links = asArray(contract['tags']).flatMap((tag) => asObject(asObject(tag)['externalDocs'] ?? {})['url'] ?? [])
    expect(links).toEqual([`/docs${tagPath('Outcomes and policies')}`])
    expect(sections.get('Outcomes and policies')).toContain('## Ten examples')
  })

  test('without a flow there is no section of flows', () => {
    expect(describeFlows(contract, [])).toBeNull()
  })

  test('a flow that calls what is no operation is refused', () => {
    const flow = {
      workflows: [{ workflowId: 'broken', steps: [{ stepId: 'one', operationId: 'renameUser' }] }],
    }
    expect(() => describeFlows(contract, [flow])).toThrow('The flow broken calls renameUser, which is no operation.')
  })
})

describe('against the service', () => {
  let service: TestService

  beforeAll(async () => {
    service = await startTestService({ checkIntervalMinutes: 0 })
  })
  afterAll(() => service.close())

  // Of every method, with and without a body and a query. `docs-document.heavy.test.ts` runs the samples of all operations.
  test('the samples for curl keep the contract', async () => {
    const kinds = [
      'listUsers',
      'getAgent',
      'createAgent',
      'updateAgent',
      'deleteAgent',
      'exportWorkLedger',
      'streamChanges',
    ]
    const sample = operations.filter(({ id }) => kinds.includes(id))
    expect(sample).toHaveLength(kinds.length)
    const answers = await expectCurlsKeepTheContract(service, sample)
    expect(answers).toEqual(
      expect.arrayContaining([
        ['createAgent', '201'],
        ['listUsers', '200'],
      ]),
    )
  })

  describe('life cycles', () => {
    const lifeCycles = readLifeCycles()

    test.each(lifeCycles)('the states of $name are those of the contract', ({ schema, states }) => {
      const { enum: values } = resolve(contract, { $ref: `#/components/schemas/${schema}` })
      expect(states.map(({ name }) => name).sort()).toEqual(asArray(values).map(asString).sort())
    })

    /** Where the page says that the operation moves the state to; the state itself where it says nothing. */
    function described(schema: string, from: string, operation: string): string {
      const { transitions = [] } = lifeCycles.find((lifeCycle) => lifeCycle.schema === schema) ?? {}
      return transitions.find((move) => move.from === from && move.by.includes(operation))?.to ?? from
    }

    test('a version of a TWU model moves as it is described', async () => {
      const models = twuModels(service)
      const { twuModels: api } = service.acme('Editor')
      const moves = {
        updateTwuModelVersion: (id: string) => api.versions.update(id, 1, completeInput()),
        publishTwuModel: (id: string) => api.publish(id),
        archiveTwuModelVersion: (id: string) => api.versions.archive(id, 1),
      }
      const reach = {
        DRAFT: () => Promise.resolve(),
        published: (id: string) => models.publish(id),
        archived: (id: string) => models.archiveVersion(id, 1),
      }
      expect(described('TwuModelStatus', start, 'createTwuModel')).toBe('DRAFT')
      for (const [from, prepare] of Object.entries(reach)) {
        for (const [operation, move] of Object.entries(moves)) {
          const { body } = await models.create()
          await prepare(body.id)
          await move(body.id).catch(() => undefined)
          const { status } = (await models.readVersion(body.id, 1)).body
          expect([from, operation, status]).toEqual([from, operation, described('TwuModelStatus', from, operation)])
        }
      }
    })

    test('an integration moves as it is described', async () => {
      const { create, read, update, enable, disable } = integrations(service)
      const moves = {
        updateIntegration: (id: string) => update(id, { ...slack, metadata: { botToken: 'secret-bot-token-2' } }),
        enableIntegration: enable,
        disableIntegration: disable,
      }
      expect(described('IntegrationStatus', start, 'createIntegration')).toBe('connecting')
      for (const from of ['connecting', 'active', 'error', 'inactive'] as const) {
        for (const [operation, move] of Object.entries(moves)) {
          const { body } = await create()
          await putInStatus(service, body.id, from)
          await move(body.id)
          const { status } = (await read(body.id)).body
          expect([from, operation, status]).toEqual([from, operation, described('IntegrationStatus', from, operation)])
        }
      }
    })
  })
})
