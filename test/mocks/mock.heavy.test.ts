import { describe, test } from 'vitest'
import { readContract } from '../../contract/document.ts'
import { prismOnce } from '../helpers/programs/mock.ts'
import { expectEveryExample } from './examples.ts'

const { operations } = await readContract()

describe('every operation of the mock', () => {
  test.each(operations)('$id can answer every status and every example', async (operation) => {
    await expectEveryExample(operation, await prismOnce())
  })
})
