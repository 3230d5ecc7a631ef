import type { Definition } from '../../../contract/rules/twu/evaluate.ts'
import type { TwuReport } from '../../../spec/gen/openapi.gen.ts'
import { cutFaults } from '../../../contract/rules/refusals.ts'
import type { Evaluator } from '../../twu/evaluator.ts'

/** A saved draft, and what it still lacks; without that when there is no time for it. */
export async function withReport<Saved extends object>(
  saved: Saved,
  draft: Definition,
  evaluator: Evaluator,
): Promise<Saved & { report?: TwuReport }> {
  const report = await evaluator.report(draft)
  return report ? { ...saved, report: cutFaults(report) } : saved
}
