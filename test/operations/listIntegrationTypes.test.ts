import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { integrationTypesFolder } from '../../contract/integration-type-files.ts'
import type { IntegrationType, ListIntegrationTypesQuery } from '../../sdk/src/index.ts'
import { faultsOf } from '../helpers/faults.ts'
import { isExhaustive } from '../helpers/rounds.ts'
import { startTestService, type TestService } from '../helpers/service.ts'
import { collect, walkPages } from '../helpers/walks.ts'

const path = '/instances/acme/integration-types'
/** A file a type. */
const total = readdirSync(integrationTypesFolder).length

let service: TestService
let all: IntegrationType[]
beforeAll(async () => {
  service = await startTestService()
  all = (await list({ size: 200 })).items
})
afterAll(() => service.close())

function list(query: ListIntegrationTypesQuery) {
  return service.acme('Viewer').integrationTypes.list(query)
}

function memberNames(objects: object[]): string[] {
  return [...new Set(objects.flatMap((object) => Object.keys(object)))].sort()
}

function namesOf(types: IntegrationType[]): string[] {
  return types.map(({ name }) => name.toLowerCase())
}

describe('200', () => {
  test('there is a type for every file, by name whatever the case', () => {
    expect(all).toHaveLength(total)
    expect(new Set(all.map(({ type }) => type)).size).toBe(total)
    expect(namesOf(all)).toEqual(namesOf(all).sort())
  })

  test('twenty come to a page', async () => {
    const { items, page } = await list({})
    expect(items).toEqual(all.slice(0, 20))
    expect(page).toMatchObject({
      size: 20,
      number: 0,
      totalElements: total,
      totalPages: Math.ceil(total / 20),
      totalIsExact: true,
    })
    expect((await list({ page: 4 })).items).toEqual(all.slice(80))
    expect(await list({ page: Math.ceil(total / 20) })).toMatchObject({
      items: [],
      page: { totalElements: total, next: null },
    })
  })

  test.each(isExhaustive() ? [1, 20, 41, total] : [41, total])(
    'pages of %i, by number or by cursor, give every type once',
    async (size) => {
      expect(await walkPages(list, size, total)).toEqual(all)
      expect(await collect(list({ size }))).toEqual(all)
    },
  )

  test('the other direction is exactly the other way round', async () => {
    const backwards: typeof list = (query) => list({ ...query, sort: 'name,desc' })
    expect(await walkPages(backwards, 30, total)).toEqual(all.toReversed())
    expect(await collect(backwards({ size: 30 }))).toEqual(all.toReversed())
  })

  test('the groups divide the types among them', async () => {
    const groups = ['contact_center', 'crm_sales', 'ai_agents', 'data_documents', 'other'] as const
    const listed = await Promise.all(groups.map((group) => list({ group, size: 200 })))
    for (const [at, { items, page }] of listed.entries()) {
      expect(items).toEqual(all.filter(({ group }) => group === groups[at]))
      expect(page.totalElements).toBe(items.length)
      expect(items.length).toBeGreaterThan(0)
    }
    expect(listed.flatMap(({ items }) => items)).toHaveLength(total)
  })

  test.each([
    ['SALES', ['FRESHSALES', 'SALESFORCE', 'SALESLOFT']],
    ['slack', ['SLACK']],
    ['amazon connect', ['AMAZON_CONNECT']],
    ['aws_s3', ['AWS_S3']],
    ['.*', []],
    ['slack\nslack', []],
  ])('search matches a part of the name or the identifier, whatever the case: %j', async (search, types) => {
    expect((await list({ search })).items.map(({ type }) => type)).toEqual(types)
  })

  test('filters narrow each other down', async () => {
    const { items } = await list({ group: 'crm_sales', search: 'zoho' })
    expect(items.map(({ type }) => type)).toEqual(['ZOHO_CRM'])
    expect((await list({ group: 'ai_agents', search: 'zoho' })).items).toEqual([])
  })

  test('a type tells what a form needs, and nothing about its connection test', async () => {
    const told = ['credentialsUrl', 'description', 'fields', 'group', 'name', 'type']
    const toldOfField = 'default enum enumLabels example format hint key label maxLength pattern required secret when'
    expect(told).toEqual(expect.arrayContaining(memberNames(all)))
    expect(memberNames(all.flatMap(({ fields }) => fields))).toEqual(toldOfField.split(' '))
    const { items } = await list({ search: 'AMAZON_CONNECT' })
    expect(items).toEqual([
      {
        type: 'AMAZON_CONNECT',
        name: 'Amazon Connect',
        group: 'contact_center',
        credentialsUrl: 'https://docs.aws.amazon.com/IAM/latest/UserGuide/id_credentials_access-keys.html',
        fields: [
          {
            key: 'instanceId',
            label: 'Instance ID',
            required: true,
            secret: false,
            maxLength: 256,
            pattern: String.raw`^[A-Za-z0-9\-]{1,100}$`,
            example: '11111111-2222-3333-4444-555555555555',
            hint: 'last part of the instance ARN',
          },
          expect.objectContaining({ key: 'accessKeyId', label: 'Access Key ID', secret: false }),
          {
            key: 'secretAccessKey',
            label: 'Secret Access Key',
            required: true,
            secret: true,
            maxLength: 4096,
            pattern: String.raw`^[\x21-\x7E]{8,4096}$`,
          },
          expect.objectContaining({ key: 'region', label: 'Region', example: 'us-east-1' }),
          expect.objectContaining({ key: 'sessionToken', required: false, secret: true }),
        ],
      },
    ])
  })

  test('secrets have no example and no default; examples and defaults fit their own rules', () => {
    for (const field of all.flatMap(({ fields }) => fields)) {
      const values = [field.example, field.default].filter((value) => value !== undefined)
      if (field.secret) expect(values).toEqual([])
      for (const value of values) {
        expect(value.length).toBeLessThanOrEqual(field.maxLength)
        if (field.pattern !== undefined) expect(value).toMatch(new RegExp(field.pattern, 'u'))
        if (field.enum !== undefined) expect(field.enum).toContain(value)
      }
    }
  })

  test('a choice between fields is told', async () => {
    const { items } = await list({ search: 'HTTP' })
    const fields = items.find(({ type }) => type === 'HTTP')?.fields
    expect(fields?.find(({ key }) => key === 'token')).toMatchObject({ when: { authType: 'bearer' } })
    expect(fields?.find(({ key }) => key === 'authType')).toMatchObject({
      enum: ['none', 'basic', 'bearer', 'header'],
      default: 'none',
    })
  })
})

describe('400', () => {
  test('every faulty parameter is pointed at', async () => {
    const refused = await service.request(
      `${path}?group=crm&search=%00&sort=type,asc&size=201&page=0&page=1&status=active`,
    )
    expect(refused).toMatchObject({ status: 400, json: { code: 'invalid_request' } })
    expect(faultsOf(refused)).toEqual([
      'query /group enum',
      'query /page repeated',
      'query /search nul',
      'query /size maximum',
      'query /sort enum',
      'query /status unknown',
    ])
  })

  test('a page that is too deep is refused', async () => {
    const refused = list({ page: 51, size: 200 })
    await expect(refused).rejects.toMatchObject({ status: 400, code: 'page_too_deep' })
  })

  test.each<ListIntegrationTypesQuery>([{ group: 'other' }, { search: 'a' }, { sort: 'name,desc' }])(
    'a cursor does not go with another filter or sort: %j',
    async (change) => {
      const { page } = await list({})
      const refused = list({ ...change, cursor: page.next ?? '' })
      await expect(refused).rejects.toMatchObject({ status: 400, code: 'invalid_cursor' })
    },
  )
})
