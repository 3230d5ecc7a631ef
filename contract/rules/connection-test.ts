import type { ConnectionTestOutcome, ConnectionTestStep } from '../../spec/gen/openapi.gen.ts'
import type { Fault } from '../types.ts'
import type { IntegrationField } from './integration-form.ts'

export type StepName = ConnectionTestStep['step']

/** The steps of a connection test, in their order, with what is said of one that has passed. */
const steps: Readonly<Record<StepName, string>> = {
  fields: 'The fields are complete.',
  host: 'The host is allowed.',
  connection: 'The host takes the connection.',
  tls: 'The connection is encrypted.',
  token: 'The vendor issued a token.',
  request: 'The request was answered.',
  verdict: 'The answer proves the connection.',
}

export const stepNames = Object.keys(steps).filter(isStepName)

/** What each step came to. The first of the needed steps that has no duration here is the one that failed. */
export function listSteps(
  durations: ReadonlyMap<StepName, number>,
  needed: readonly StepName[],
  failure: { message: string; durationMs: number },
): ConnectionTestStep[] {
  const failed = needed.find((step) => !durations.has(step))
  return stepNames.map((step) => {
    if (step === failed) return { step, state: 'failed', ...failure }
    const durationMs = needed.includes(step) ? durations.get(step) : undefined
    if (durationMs !== undefined) return { step, state: 'passed', durationMs, message: steps[step] }
    const message = needed.includes(step) ? 'The test ended before this step.' : 'Not needed for this type.'
    return { step, state: 'skipped', durationMs: 0, message }
  })
}

/** The fields to check, as the faults that a form marks. `reason` is a sentence. */
export function suspect(fields: readonly IntegrationField[], code: ConnectionTestOutcome, reason: string): Fault[] {
  return fields.map(({ key, label }) => {
    return { in: 'body', pointer: `/metadata/${key}`, code, message: `Check ${label}. ${reason}` }
  })
}

function isStepName(name: string): name is StepName {
  return Object.hasOwn(steps, name)
}
