import { fail } from './fail.ts'

/** Runs a command with the arguments of this process, whose exit code becomes the command's; 1 with the message of a throw. */
export async function runCommand(main: (args: string[]) => Promise<number>): Promise<void> {
  process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) =>
    fail(error instanceof Error ? error.message : String(error)),
  )
}
