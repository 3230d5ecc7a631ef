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
  'newcomer.heavy',
  'documents-run.heavy',
  'journeys.heavy',
  'kills.heavy',
  'rolling.heavy',
  'clone.heavy',
  'same-answers.heavy',
  'directories.heavy',
  'background-checks.heavy',
  'every-operation.heavy',
  'same-answers',
  'every-operation',
  'directories',
  'mock',
  'streamChanges',
  'background-checks',
]
