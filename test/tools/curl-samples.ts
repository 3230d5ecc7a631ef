import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { promisify } from 'node:util'
import { expect } from 'vitest'
import { asArray, asObject, asString } from '../../contract/json.ts'
import { insertInstance } from '../../server/db/instances.ts'
import type { documentedOperations } from '../../tools/docs/operations.ts'
import { spawnChild } from '../helpers/programs/child.ts'
import type { TestService } from '../helpers/service.ts'

/** Runs the samples for curl of these operations as the page shows them, and returns the status of each. */
export async function expectCurlsKeepTheContract(
  service: TestService,
  operations: ReturnType<typeof documentedOperations>,
): Promise<string[][]> {
  await insertInstance(service.db, { id: 'demo', name: 'Demo' })
  const env = {
    PATH: process.env['PATH'] ?? '',
    BASE_URL: service.baseUrl,
    TOKEN: await service.token('Administrator', { instances: ['demo'] }),
  }
  const samples = operations.map(({ id, source }) => ({
    id,
    sample: asString(asObject(asArray(source['x-codeSamples']).at(-1))['source']),
  }))
  // One after the other, in one shell, as on a slow machine they would wait for each other. The stream has no end.
  const script = samples
    .filter(({ id }) => id !== 'streamChanges')
    .map(({ id, sample }) => `${sample} -s -o /dev/null -w '${id} %{http_code}\\n'`)
    .join('\n')
  const { stdout } = await promisify(execFile)('sh', ['-c', script], { env })
  const answers = stdout
    .trim()
    .split('\n')
    .map((line) => line.split(' '))
  expect(
    answers
      .map(([id = '']) => id)
      .concat('streamChanges')
      .toSorted(),
  ).toEqual(operations.map(({ id }) => id).toSorted())
  // What the examples name is not there; what they send is right.
  expect(answers.filter(([, status = '']) => !['200', '201', '204', '404'].includes(status))).toEqual([])
  const stream = samples.find(({ id }) => id === 'streamChanges')?.sample ?? expect.fail()
  expect(await firstPiece(`exec ${stream} -s --no-buffer --include`, env)).toMatch(/^HTTP\/1\.1 200 /)
  return answers
}

/** What a command says first; then it is ended. */
async function firstPiece(command: string, env: Record<string, string>): Promise<string> {
  const child = spawnChild('sh', ['-c', command], { env })
  const [piece]: unknown[] = await Promise.race([once(child.stdout, 'data'), once(child, 'close').then(() => [''])])
  child.kill()
  return String(piece)
}
