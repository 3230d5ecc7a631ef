import { execFile, execFileSync } from 'node:child_process'
import { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { environment } from '../helpers/programs/server-process.ts'

export const project = fileURLToPath(new URL('../..', import.meta.url))

/** The files that git knows or would, with the packages of this tree. */
export interface Copy {
  folder: string
  /** Runs a program of the tree's toolchain in the copy. */
  run(program: string, args: readonly string[], variables?: Record<string, string>): Promise<Ran>
  remove(): void
}

export interface Ran {
  code: number | null
  /** Both streams. */
  output: string
}

export function copyTree(): Copy {
  const folder = mkdtempSync(join(tmpdir(), 'instance-administration-copy-'))
  // PostgreSQL runs as another account where the tests run as root.
  chmodSync(folder, 0o755)
  for (const file of listFiles()) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    copyFileSync(join(project, file), join(folder, file))
  }
  for (const packages of ['node_modules', 'tools/generate/node_modules', 'sdk/node_modules']) {
    if (existsSync(join(project, packages))) symlinkSync(join(project, packages), join(folder, packages))
  }
  return {
    folder,
    run: (program, args, variables = {}) => runIn(folder, program, args, variables),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** Of the working tree, whether committed or not. */
export function listFiles(): string[] {
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: project,
    encoding: 'utf8',
  })
  return [...new Set(files.split('\0'))].filter((file) => file !== '' && existsSync(join(project, file)))
}

function runIn(
  folder: string,
  program: string,
  args: readonly string[],
  variables: Record<string, string>,
): Promise<Ran> {
  return new Promise((resolve) => {
    const child = execFile(
      program,
      args,
      { cwd: folder, env: environment(variables), maxBuffer: 64 * 1024 * 1024 },
      (_error, stdout, stderr) => resolve({ code: child.exitCode, output: stdout + stderr }),
    )
  })
}
