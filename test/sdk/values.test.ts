import { readFileSync } from 'node:fs'
import { expect, expectTypeOf, test } from 'vitest'
import { asArray, asObject } from '../../contract/json.ts'
import * as sdk from '../../sdk/src/index.ts'
import type * as values from '../../sdk/src/values.gen.ts'
import type { components } from '../../spec/gen/openapi.gen.ts'

/** The values of enums at run time: those of the contract, and of the types. */
const contract: unknown = JSON.parse(readFileSync(new URL('../../spec/gen/openapi.gen.json', import.meta.url), 'utf8'))
const schemas = Object.entries(asObject(asObject(asObject(contract)['components'])['schemas']))

test('each named enum of the contract has its values, but for those that may grow', () => {
  const enums = schemas
    .filter(([, schema]) => 'enum' in asObject(schema) && asObject(schema)['x-extensible'] !== true)
    .map(([name, schema]) => [`${name.charAt(0).toLowerCase()}${name.slice(1)}Values`, asObject(schema)['enum']])
    .map(([name, all]) => [name, asArray(all).filter((value) => value !== null)])
  expect(enums.length).toBeGreaterThan(10)
  const exported = Object.entries(sdk).filter(([name]) => name.endsWith('Values'))
  expect(Object.fromEntries(exported)).toEqual(Object.fromEntries(enums))
})

test('values and types are the same, without the null of a priority that nobody gave', () => {
  type Values = typeof values
  type FromValues = {
    [Name in keyof Values as Name extends `${infer Type}Values` ? Capitalize<Type> : never]: Values[Name][number]
  }
  type FromTypes = {
    [Name in keyof FromValues]: Name extends keyof Schemas ? NonNullable<Schemas[Name]> : never
  }
  type Schemas = components['schemas']
  expectTypeOf<FromValues>().toEqualTypeOf<FromTypes>()
  expectTypeOf<'Role' | 'AgentPriority' | 'WorkLedgerSort'>().toExtend<keyof FromValues>()
})

test('text that may be a value needs no assertion to become one', () => {
  const roleIn = (query: string) => sdk.roleValues.find((role) => role === new URLSearchParams(query).get('role'))
  expectTypeOf<ReturnType<typeof roleIn>>().toEqualTypeOf<sdk.Role | undefined>()
  expect([roleIn('role=Editor'), roleIn('role=editor'), roleIn('')]).toEqual(['Editor', undefined, undefined])
})

test('a list of values is a list of its type', () => {
  expectTypeOf(sdk.roleValues).toExtend<readonly sdk.Role[]>()
  expectTypeOf(sdk.agentPriorityValues).toExtend<readonly NonNullable<sdk.AgentPriority>[]>()
  expectTypeOf(sdk.connectionTestOutcomeValues).toExtend<readonly sdk.ConnectionTestOutcome[]>()
})
