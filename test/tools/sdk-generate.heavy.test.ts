import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { contractOperations } from '../../tools/generate/sdk/operations.ts'
import { writeQuerySamplesModule } from '../../tools/generate/sdk/react-query.ts'
import { run } from '../helpers/programs/server-process.ts'
import { compilers } from '../sdk/package/typescript.ts'
import { project } from '../walks/copy.ts'

const text = readFileSync(new URL('../../spec/gen/openapi.gen.json', import.meta.url), 'utf8')
const operations = contractOperations(JSON.parse(text))

test('the samples of the React Query door compile', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'samples-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  symlinkSync(join(project, 'node_modules'), join(folder, 'node_modules'))
  const door = join(project, 'sdk/src/react-query/index.ts')
  writeFileSync(join(folder, 'samples.mts'), writeQuerySamplesModule(operations, door))
  const config = { extends: join(project, 'tsconfig.json'), include: ['samples.mts'] }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
  const { code, stdout } = await run(process.execPath, [compilers['7'], '-p', folder], {})
  expect([code, stdout]).toEqual([0, ''])
})
