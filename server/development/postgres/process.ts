import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Account } from './home.ts'

/** Runs a PostgreSQL program to its end; rejects with its standard error. */
export async function run(program: string, args: string[], account: Account | null): Promise<void> {
  await promisify(execFile)(program, args, {
    ...account,
    // A working folder that any account can enter, and none of our environment: PostgreSQL keeps its own
    // for as long as it runs, and it may hold secrets.
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
