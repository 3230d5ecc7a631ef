import { test } from 'vitest'
import { runHere } from '../helpers/programs/command.ts'
import { run } from '../helpers/programs/server-process.ts'
import { commandLine, commands, expectHelp, expectRefusal, isOwn, loadMuch, nowhere } from './scripts.ts'

/** Programs of others, which take seconds to say anything. */
test.each(commands.filter((name) => !isOwn(name)))(
  '%s --help says how it is used, and does nothing else',
  async (name) => {
    const [program = '', ...given] = commandLine(name).split(' ')
    expectHelp(await run(program, [...given, '--help'], nowhere))
  },
)

test.each(loadMuch)('%s --help and --nonsense say how it is used, and do nothing else', async (name) => {
  const file = commandLine(name).split(' ').at(-1) ?? ''
  expectHelp(await runHere(file, ['--help'], nowhere))
  expectRefusal(await runHere(file, ['--nonsense'], nowhere))
})
