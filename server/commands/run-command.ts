import type { ParseArgsOptionsConfig } from 'node:util'
import { fail } from './fail.ts'
import { readArguments, type Expected } from './read-arguments.ts'

/**
 * Runs a command with the arguments of this process, as `readArguments` reads them. Sets the exit code of the process: the
 * result of `main`, or 1 after a throw, whose message is printed.
 */
export async function runCommand<const Options extends ParseArgsOptionsConfig>(
  main: (values: Values<Options>, positionals: string[]) => Promise<number>,
  expected: Omit<Expected<Options>, 'args'>,
): Promise<void> {
  const run = async () => {
    const read = readArguments({ args: process.argv.slice(2), ...expected })
    return read.ok ? main(read.values, read.positionals) : read.exitCode
  }
  process.exitCode = await run().catch((error: unknown) => fail(error instanceof Error ? error.message : String(error)))
}

/** What `main` gets of these options. */
export type Values<Options extends ParseArgsOptionsConfig> = Extract<
  ReturnType<typeof readArguments<Options>>,
  { ok: true }
>['values']
