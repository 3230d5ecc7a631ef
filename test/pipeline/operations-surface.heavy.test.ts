import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { readContract } from '../../contract/document.ts'
import { startTestService } from '../helpers/service.ts'

test('/openapi.json and /openapi.yaml are the whole contract that the service obeys, and much smaller compressed', async () => {
  const { document } = await readContract()
  const service = await startTestService()
  for (const path of ['/openapi.json', '/openapi.yaml']) {
    const zipped = await fetch(service.baseUrl + path, { headers: { 'Accept-Encoding': 'gzip' } })
    const text = await zipped.text()
    expect(Number(zipped.headers.get('content-length'))).toBeLessThan(text.length / 4)
    expect(path.endsWith('json') ? JSON.parse(text) : parse(text, { maxAliasCount: 0 })).toEqual(document)
  }
  await service.close()
})
