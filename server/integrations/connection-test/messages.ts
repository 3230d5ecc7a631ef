import type { IntegrationType, Outcome } from '../../../contract/integration-types.ts'
import { sayOutcome, type TestFacts } from '../../../contract/rules/connection-test-messages.ts'
import { stepNames } from '../../../contract/rules/connection-test.ts'
import type { Fault } from '../../../contract/types.ts'
import type { ChosenAuth } from './authenticate/authenticate.ts'
import { keysIn } from './template.ts'

/** What is told of an outcome; `blamed` are the keys of the fields that the answer points at, if it does. */
export function messageFor(
  outcome: Outcome,
  type: IntegrationType,
  auth: ChosenAuth | null,
  blamed: readonly string[] = [],
): { message: string; errors: Fault[] } {
  return sayOutcome(outcome, type, factsOf(type, auth), blamed)
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
