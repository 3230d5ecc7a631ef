import { basename } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** A long file that begins last would leave the other processors with nothing to do. */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => longest.indexOf(basename(moduleId).replace('.test.ts', ''))
    return files.toSorted((one, other) => rank(place(one)) - rank(place(other)))
  }
}

function rank(place: number): number {
  return place < 0 ? longest.length : place
}

/** Half a minute and more in the heavy tests, five seconds and more in the others. */
const longest = [
  'newcomer.heavy',
  'journeys.heavy',
]
