import type { ParseArgsOptionsConfig } from 'node:util'
import { fail } from './fail.ts'
import { readArguments, type Expected } from './read-arguments.ts'

/** Runs a command with the arguments of this process, and sets the exit code of the process. */
export async function runCommand<const Options extends ParseArgsOptionsConfig>(
  main: Main<Options>,
  expected: Omit<Expected<Options>, 'args'>,
): Promise<void> {
  await exitWith(subcommand(main, expected), process.argv.slice(2))
}

/** Runs the one of several commands that the first argument of this process names, with the other arguments. */
export async function runSubcommand(subcommands: Readonly<Record<string, Subcommand>>, usage: string): Promise<void> {
  const [name = '', ...rest] = process.argv.slice(2)
  const named = Object.hasOwn(subcommands, name) ? subcommands[name] : undefined
  await (named ? exitWith(named, rest) : exitWith(async (args) => explain(args, usage), process.argv.slice(2)))
}

/** A command whose arguments are read as `readArguments` does; it gives the result of `main`. */
export function subcommand<const Options extends ParseArgsOptionsConfig>(
  main: Main<Options>,
  expected: Omit<Expected<Options>, 'args'>,
): Subcommand {
  return async (args) => {
    const read = readArguments({ args, ...expected })
    return read.ok ? main(read.values, read.positionals) : read.exitCode
  }
}

/** 1 after a throw, whose message is printed. */
export async function exitWith(command: Subcommand, args: string[]): Promise<void> {
  process.exitCode = await command(args).catch((error: unknown) =>
    fail(error instanceof Error ? error.message : String(error)),
  )
}

function explain(args: string[], usage: string): number {
  const read = readArguments({ args, usage, options: {}, allowPositionals: true })
  if (!read.ok) return read.exitCode
  const [name] = read.positionals
  if (name !== undefined) return fail(`There is no command ${name}.\n\n${usage}`)
  console.log(usage)
  return 0
}

/** Takes the arguments, and returns the exit code. */
export type Subcommand = (args: string[]) => Promise<number>

type Main<Options extends ParseArgsOptionsConfig> = (values: Values<Options>, positionals: string[]) => Promise<number>

/** What `main` gets of these options. */
export type Values<Options extends ParseArgsOptionsConfig> = Extract<
  ReturnType<typeof readArguments<Options>>,
  { ok: true }
>['values']
