import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { vi } from 'vitest'
// What `npm run` hands to the commands.
import '../../../workshop/for-commands.ts'
import { environment, type Ran, type Variables } from './server-process.ts'

/** Runs `server/commands/<name>.ts` like `runHere()`; a name of two words is that of a command and its subcommand. */
export function runCommandHere(name: string, args: string[], variables: Variables, input = ''): Promise<Ran> {
  const [file = '', ...subcommand] = name.split(' ')
  return runHere(`server/commands/${file}.ts`, [...subcommand, ...args], variables, { input })
}

/**
 * Runs a command, a file of the project, like a process of its own, but in this process, which takes a tenth of the time. One
 * at a time: the arguments, the environment, the folder and the console of this process are the command's until it ends.
 */
export async function runHere(
  file: string,
  args: string[],
  variables: Variables,
  { input = '', folder = process.cwd() } = {},
): Promise<Ran> {
  if (isRunning) throw new Error('Another command runs in this process. Start commands that run at once with run().')
  isRunning = true
  const ran: Ran = { code: null, stdout: '', stderr: '' }
  const { argv, env } = process
  const cwd = process.cwd()
  const stdin = Object.getOwnPropertyDescriptor(process, 'stdin') ?? {}
  const spies = [
    vi.spyOn(console, 'log').mockImplementation((text) => void (ran.stdout += `${text}\n`)),
    vi.spyOn(console, 'error').mockImplementation((text) => void (ran.stderr += `${text}\n`)),
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => Boolean((ran.stderr += String(text)))),
    vi.spyOn(process, 'exit').mockImplementation((code) => {
      process.exitCode = code
      throw exit
    }),
  ]
  process.argv = [process.execPath, file, ...args]
  process.env = environment(variables)
  process.chdir(folder)
  Object.defineProperty(process, 'stdin', {
    configurable: true,
    value: Readable.from(input === '' ? [] : [Buffer.from(input)]),
  })
  try {
    // Another address for each run, so that Node evaluates the module again.
    runs += 1
    await import(`${project}${file}?run=${runs}`).catch((error: unknown) => {
      if (error !== exit) throw error
    })
    return { ...ran, code: Number(process.exitCode) }
  } finally {
    isRunning = false
    process.exitCode = undefined
    process.argv = argv
    process.env = env
    process.chdir(cwd)
    Object.defineProperty(process, 'stdin', stdin)
    for (const spy of spies) spy.mockRestore()
  }
}

/** What ends a command that calls process.exit(). */
const exit = new Error('The command exits.')
let runs = 0
let isRunning = false
const project = fileURLToPath(new URL('../../../', import.meta.url))
