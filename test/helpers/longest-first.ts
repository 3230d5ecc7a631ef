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
  'two-sides.heavy',
  'journeys-on-server.heavy',
  'journeys-on-mock.heavy',
  'newcomer-dev.heavy',
  'behaviour.heavy',
  'kills.heavy',
  'rounds.heavy',
  'executions.heavy',
  'newcomer.heavy',
  'browser-journey.heavy',
  'hanging.heavy',
  'work.heavy',
  'canaries.heavy',
  'hostile.heavy',
  'service.heavy',
  'docs-page.heavy',
  'hostile-input.heavy',
  'flood.heavy',
  'clone.heavy',
  'package.heavy',
  'every-operation.heavy',
  'template.heavy',
  'same-answers',
  'every-operation',
  'directories',
  'mock',
  'streamChanges',
  'background-checks',
]
