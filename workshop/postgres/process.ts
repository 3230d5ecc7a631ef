import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Account } from './home.ts'

/** Runs a PostgreSQL program to its end. Rejects with the program's standard error. */
export async function run(program: string, args: string[], account: Account | null): Promise<void> {
  await promisify(execFile)(program, args, {
    ...account,
    // PostgreSQL keeps its working folder and its environment as long as it runs. So it gets a folder that every account can
    // enter, and no variables of this process, which may be secrets.
    cwd: '/',
    env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' },
    timeout: 120_000,
  })
}

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
