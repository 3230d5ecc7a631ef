import { basename } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** A long file that begins last would leave the other processors with nothing to do. */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((one, other) => rank(one) - rank(other))
  }
}

function rank({ moduleId }: TestSpecification): number {
  const place = longest.indexOf(basename(moduleId).replace('.test.ts', ''))
  return place < 0 ? longest.length : place
}

/** The files that take longest, first those of the heavy tests. */
const longest = [
  'journeys.heavy',
  'newcomer.heavy',
  'executions.heavy',
  'work.heavy',
  'work-ledger-differential.heavy',
  'directories.heavy',
  'newcomer-dev.heavy',
  'kills.heavy',
  'service.heavy',
  'behaviour.heavy',
  'same-answers.heavy',
  'browser-journey.heavy',
  'hostile.heavy',
  'ledger-import.heavy',
  'template.heavy',
  'mock.heavy',
  'every-operation.heavy',
  'rolling.heavy',
  'hanging.heavy',
  'docs-page.heavy',
  'clone.heavy',
  'documents-run.heavy',
  'same-answers',
  'every-operation',
  'directories',
  'mock',
  'streamChanges',
  'background-checks',
]
