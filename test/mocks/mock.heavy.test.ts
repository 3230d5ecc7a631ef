import { describe, test } from 'vitest'
import { readContract } from '../../contract/document.ts'
import { prismOnce } from '../helpers/programs/mock.ts'
import { expectEveryExample } from './examples.ts'

// The mock does not serve assistants.
const operations = (await readContract()).operations.filter(({ isMcp }) => !isMcp)

describe('every operation of the mock', () => {
  test.each(operations)('$id can answer every status and every example', async (operation) => {
    await expectEveryExample(operation, await prismOnce())
  })
})
