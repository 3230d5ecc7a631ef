import type { ConnectionTestOutcome as Outcome } from '../../spec/gen/openapi.gen.ts'
import type { Fault } from '../types.ts'
import { suspect, type StepName } from './connection-test.ts'
import type { IntegrationField, IntegrationForm } from './integration-form.ts'

/** What the file of a type says of its connection test, as far as messages tell of it. Fields are named by their keys. */
export interface TestFacts {
  /** The fields that decide which address is called. */
  settings: readonly string[]
  /** The fields of the authentication that are no settings. */
  credentials: readonly string[]
  scheme: string
  /** Other reasons for which the vendor refuses the credentials. Default: the scheme's. */
  advice?: string | undefined
  /** The right that the test needs. */
  permission: string
  steps: readonly StepName[]
}

/** Where a field chooses how to sign in, a test for each of its values. */
export type TestsOfForm = { test: TestFacts } | { testsBy: string; tests: Readonly<Record<string, TestFacts>> }

/** The test for the way to sign in that the metadata chooses. */
export function chosenTest(
  form: IntegrationForm & TestsOfForm,
  metadata: Readonly<Record<string, unknown>>,
): TestFacts {
  if ('test' in form) return form.test
  const chosen = metadata[form.testsBy]
  const { default: initial = '' } = form.fields.find(({ key }) => key === form.testsBy) ?? {}
  const facts = form.tests[typeof chosen === 'string' && chosen !== '' ? chosen : initial]
  if (!facts) throw new Error(`${form.name} has no such choice.`)
  return facts
}

/**
 * A message for people about an outcome and the next step, and the fields to check. It contains only our own sentences, the
 * type's name and its fields' labels: no value of a field and no text of the vendor. `blamed` are the keys of the fields that
 * the answer points at, if it does.
 */
export function sayOutcome(
  outcome: Outcome,
  { name, fields }: { name: string; fields: readonly IntegrationField[] },
  facts: Pick<TestFacts, 'settings' | 'credentials' | 'scheme' | 'advice' | 'permission'>,
  blamed: readonly string[] = [],
): { message: string; errors: Fault[] } {
  const named = (keys: readonly string[]) => fields.filter(({ key }) => keys.includes(key))
  const isKnown = blamed.length > 0
  const settings = named(facts.settings)
  const credentials = named(isKnown ? blamed : facts.credentials)
  const finding = messages[outcome]({
    name,
    credentials,
    settings,
    suspects: isKnown ? credentials : [...settings, ...credentials],
    address: settings.filter(({ host }) => host),
    right: !/^(?:none|any|n\/a)\b/i.test(facts.permission) && `Needed: ${facts.permission}.`,
    advice: facts.advice ?? adviceFor[facts.scheme],
  })
  const { says, check = [], advice } = finding
  return { message: [says, ...advice].filter(Boolean).join(' '), errors: suspect(check, outcome, says) }
}

function all(fields: readonly IntegrationField[]): string {
  return conjunction.format(fields.map(({ label }) => label))
}

function any(fields: readonly IntegrationField[]): string {
  return disjunction.format(fields.map(({ label }) => label))
}

const messages: Readonly<Record<Outcome, (about: About) => Finding>> = {
  ok: ({ name }) => ({ says: `The connection to ${name} works.`, advice: [] }),
  bad_credentials: ({ name, credentials, settings, advice }) => ({
    says: `${name} did not accept the credentials.`,
    check: credentials,
    advice: [
      credentials.length > 0 && `Check ${all(credentials)} and repeat the test.`,
      settings.length > 0 && `A wrong ${any(settings)} fails the same way.`,
      advice,
    ],
  }),
  missing_permission: ({ name, right }) => ({
    says: `${name} accepted the credentials, but they lack a right that the test needs.`,
    advice: [right, `Grant it in ${name} and repeat the test.`],
  }),
  not_found: ({ name, settings }) => ({
    says: `${name} found no such account or resource for these credentials.`,
    check: settings,
    advice: [
      settings.length > 0
        ? `Check ${all(settings)} and repeat the test.`
        : `Check in ${name} that the account is complete and active.`,
    ],
  }),
  invalid_configuration: ({ name, suspects }) => ({
    says: `The settings for ${name} are incomplete or wrong.`,
    check: suspects,
    advice: [`Check ${all(suspects)} and repeat the test.`],
  }),
  clock_skew: ({ name }) => ({
    says: `${name} refused the time in our signature; ${unchecked}.`,
    advice: ['Ask the operator of this service to synchronise its clock.'],
  }),
  rate_limited: ({ name }) => ({
    says: `${name} limits requests at the moment; ${unchecked}.`,
    advice: ['Repeat the test in a few minutes.'],
  }),
  vendor_unavailable: ({ name }) => ({
    says: `${name} answered with a failure of its own; ${unchecked}.`,
    advice: [`Look at the status page of ${name} and repeat the test later.`],
  }),
  timeout: ({ name, address }) => ({
    says: `${name} did not answer in time; ${unchecked}.`,
    check: address,
    advice: [address.length > 0 && `Check ${all(address)}.`, 'Repeat the test in a few minutes.'],
  }),
  network_error: ({ name, address }) => ({
    says: `No secure connection to ${name} could be made and kept; ${unchecked}.`,
    check: address,
    advice: [
      address.length > 0 && `Check ${all(address)}, and that the host has a valid certificate.`,
      'Repeat the test in a few minutes; if it fails again, ask the operator of this service to check its network.',
    ],
  }),
  blocked_host: ({ name, address }) => ({
    says: `This service may not connect to the address that was given or found for ${name}.`,
    check: address,
    advice: [
      address.length > 0 &&
        `Check ${all(address)}: only public hosts that belong there are allowed, over HTTPS and on its usual port.`,
      'If the host is in your own network or has another port, ask the operator of this service to allow it.',
    ],
  }),
  unexpected_response: ({ name, address }) => ({
    says: `${name} gave an answer that the test does not know; ${unchecked}.`,
    check: address,
    advice: [
      address.length > 0 && `Check ${all(address)}.`,
      'Repeat the test later; if it fails again, tell the operator of this service.',
    ],
  }),
}

interface Finding {
  says: string
  /** The fields that are told to be checked. */
  check?: readonly IntegrationField[]
  advice: readonly (string | false | undefined)[]
}

const unchecked = 'the credentials were not checked'

const conjunction = new Intl.ListFormat('en', { type: 'conjunction' })
const disjunction = new Intl.ListFormat('en', { type: 'disjunction' })

/** Other reasons for which vendors refuse credentials of a scheme. */
const adviceFor: Readonly<Record<string, string | undefined>> = {
  oauth2_password: 'The answer is the same when the user is inactive, or when a policy forbids this way of signing in.',
  oauth2_refresh_token: 'A refresh token that was revoked or has expired must be issued anew.',
  google_service_account: 'The answer is the same when the service account or its key was disabled or deleted.',
}

interface About {
  name: string
  credentials: readonly IntegrationField[]
  /** The fields that decide which address is called. */
  settings: readonly IntegrationField[]
  /** The fields that the answer points at, otherwise all of both. */
  suspects: readonly IntegrationField[]
  /** The settings that decide the host. */
  address: readonly IntegrationField[]
  right: string | false
  advice: string | undefined
}
