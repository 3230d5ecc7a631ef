import { chosenTest, sayOutcome } from '../../../contract/rules/connection-test-messages.ts'
import { listSteps, type StepName } from '../../../contract/rules/connection-test.ts'
import type { Metadata } from '../../../contract/rules/metadata.ts'
import type { ConnectionTestOutcome, ConnectionTestReport } from '../../../spec/gen/openapi.gen.ts'
import { contract } from './contract.gen.ts'

/** The report of a test without a call, in the words of the service. */
export function reportOf(
  outcome: ConnectionTestOutcome,
  { type, metadata }: { type: string; metadata: Metadata },
  testedAt: string,
): ConnectionTestReport {
  const form = contract.integrationTypes[type]
  if (!form) throw new Error(`The contract has no type ${type}.`)
  const facts = chosenTest(form, metadata)
  const { message, errors } = sayOutcome(outcome, form, facts)
  const needed = facts.steps
  const passed = outcome === 'ok' ? needed : needed.slice(0, needed.indexOf(failingStep[outcome] ?? 'verdict'))
  const steps = listSteps(new Map(passed.map((step) => [step, 0])), needed, { message, durationMs: 0 })
  return { outcome, message, testedAt, durationMs: 0, errors, steps }
}

/** Other failures are found by the answer of the vendor. */
const failingStep: { readonly [Outcome in ConnectionTestOutcome]?: StepName } = {
  invalid_configuration: 'fields',
  blocked_host: 'host',
  network_error: 'connection',
  timeout: 'connection',
}
