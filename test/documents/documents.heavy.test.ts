import { test } from 'vitest'
import { run } from '../helpers/programs/server-process.ts'
import { commandLine, commands, expectHelp, isOwn, nowhere } from './scripts.ts'

/** Programs of others, which take seconds to say anything. */
test.each(commands.filter((name) => !isOwn(name)))(
  '%s --help says how it is used, and does nothing else',
  async (name) => {
    const [program = '', ...given] = commandLine(name).split(' ')
    expectHelp(await run(program, [...given, '--help'], nowhere))
  },
)
