import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const project = fileURLToPath(new URL('../..', import.meta.url))
const probes = readdirSync(join(project, 'test/types'))
  .filter((file) => file.endsWith('.probe.ts'))
  .map((file) => ({ file, lines: readFileSync(join(project, 'test/types', file), 'utf8').split('\n') }))

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'contract-types-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

describe('types', () => {
  test('what the probes do wrong does not compile, and what they do right does', async () => {
    expect(await run(project, 'tsc', '-p', 'test/types')).toEqual({ code: 0, output: '' })
  })

  // A directive that expects an error would also be content with a wrong import.
  test('every probe is an error of its own, on its own line', async () => {
    const expected = probes.flatMap(({ file, lines }) =>
      lines.flatMap((line, index) => (isDirective(line) ? [`${file}(${index + 2}`] : [])),
    )
    expect(expected.length).toBeGreaterThan(30)
    const { code, output } = await run(project, 'tsc', '-p', copyWithoutDirectives(), '--pretty', 'false')
    expect(code).not.toBe(0)
    const found = [...output.matchAll(/([\w-]+\.probe\.ts\(\d+),/g)].map(([, place]) => place)
    expect(found).toEqual(expected)
  })
})

describe('generated files', () => {
  test('follow from the contract', async () => {
    const { code, output } = await checkGenerated(project)
    expect([code, code === 0 ? '' : output]).toEqual([0, ''])
  })

  test('that fall behind are noticed', async () => {
    const { code, output } = await checkGenerated(copyWithChangedDescription())
    expect(code).not.toBe(0)
    expect(output).toMatch(/not up.to.date/i)
  })
})

function isDirective(line: string): boolean {
  return line.startsWith('// @ts-expect-error ')
}

/** The folder of a project whose probes expect nothing. */
function copyWithoutDirectives(): string {
  for (const { file, lines } of probes) {
    const copy = lines.map((line) => (isDirective(line) ? '//' : line.replace(`'../../`, `'${project}`)))
    writeFileSync(join(folder, file), copy.join('\n'))
  }
  const settings = {
    extends: join(project, 'tsconfig.json'),
    compilerOptions: { typeRoots: [join(project, 'node_modules/@types')] },
    include: ['*.ts'],
  }
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }))
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings))
  return folder
}

/** The folder of a project whose contract says something that its types do not. */
function copyWithChangedDescription(): string {
  const copy = join(folder, 'project')
  const installed = new Set(['node_modules', 'sdk/node_modules', 'tools/generate/node_modules'])
  for (const part of [
    'package.json',
    '.npmrc',
    'docs',
    'contract',
    'sdk',
    'server',
    'spec',
    'tools',
    'workshop',
    'test/types',
  ]) {
    cpSync(join(project, part), join(copy, part), {
      recursive: true,
      filter: (path) => !installed.has(relative(project, path)),
    })
  }
  for (const part of installed) symlinkSync(join(project, part), join(copy, part))
  const contract = join(copy, 'spec/agents.yaml')
  const text = readFileSync(contract, 'utf8')
  writeFileSync(contract, text.replace('summary: List agents', 'summary: List every agent'))
  return copy
}

function checkGenerated(cwd: string) {
  return run(cwd, 'npm', 'run', '--silent', 'generate', '--', '--check')
}

function run(cwd: string, program: string, ...args: string[]): Promise<Ran> {
  const searchPath = `${join(project, 'node_modules/.bin')}:${process.env['PATH'] ?? ''}`
  return new Promise((resolve) => {
    const child = execFile(program, args, { cwd, env: { ...process.env, searchPath } }, (_error, out, err) =>
      resolve({ code: child.exitCode, output: out + err }),
    )
  })
}

interface Ran {
  code: number | null
  /** Both streams. */
  output: string
}
