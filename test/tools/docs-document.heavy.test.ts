import { test } from 'vitest'
import { readContract } from '../../contract/document.ts'
import { describeContract } from '../../tools/docs/document.ts'
import { documentedOperations } from '../../tools/docs/operations.ts'
import { startTestService } from '../helpers/service.ts'
import { expectCurlsKeepTheContract } from './curl-samples.ts'

test('every sample for curl keeps the contract', async () => {
  const { document } = await readContract()
  const service = await startTestService({ checkIntervalMinutes: 0 })
  await expectCurlsKeepTheContract(service, documentedOperations(describeContract(document)))
  await service.close()
})
