import type { IntegrationType } from '../../../contract/integration-types.ts'
import type { TestFacts, TestsOfForm } from '../../../contract/rules/connection-test-messages.ts'
import { stepNames } from '../../../contract/rules/connection-test.ts'
import type { IntegrationForm } from '../../../contract/rules/integration-form.ts'
import type { ChosenAuth } from './authenticate/authenticate.ts'
import { keysIn } from './template.ts'

/** The form of a type, and of its connection test what messages tell. */
export function toForm(type: IntegrationType): IntegrationForm & TestsOfForm {
  const { name, group, description, credentialsUrl, fields, test } = type
  const described = { ...(description !== undefined && { description }), ...(credentialsUrl && { credentialsUrl }) }
  const form = { name, group, ...described, fields }
  if (test.auth.scheme !== 'by_field') return { ...form, test: factsOf(type, test.auth) }
  const tests = Object.entries(test.auth.cases).map(([value, chosen]) => [value, factsOf(type, chosen)] as const)
  return { ...form, testsBy: test.auth.field, tests: Object.fromEntries(tests) }
}

/** Settings are the fields in a URL, or the host of a driver. Not every type asks for a token; for some it is the whole test. */
export function factsOf({ fields, test }: IntegrationType, auth: ChosenAuth | null): TestFacts {
  const tokenUrl = auth !== null && 'tokenUrl' in auth ? auth.tokenUrl : ''
  const [inUrls, inAuth] = [keysIn([test.request?.url, tokenUrl]), keysIn(auth)]
  const isSetting = fields.map(({ key, secret, host }) => !secret && (host || inUrls.includes(key)))
  const hasRequest = test.request !== undefined || auth?.scheme === 'driver_postgresql'
  return {
    settings: fields.flatMap(({ key }, at) => (isSetting[at] ? [key] : [])),
    credentials: fields.flatMap(({ key }, at) => (!isSetting[at] && inAuth.includes(key) ? [key] : [])),
    scheme: auth?.scheme ?? '',
    ...(auth !== null && 'advice' in auth && { advice: auth.advice }),
    permission: test.permission,
    steps: stepNames.filter((step) => (step === 'token' ? tokenUrl !== '' : step !== 'request' || hasRequest)),
  }
}
