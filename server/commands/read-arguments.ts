import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'
import { fail } from './fail.ts'

/**
 * Reads the flags of a command, and its positional arguments where the command takes them. `--help` prints the usage. An
 * unknown flag or argument prints the fault and the usage to standard error. In both cases the caller must only exit.
 */
export function readArguments<const Options extends ParseArgsOptionsConfig>({
  args,
  usage,
  options,
  allowPositionals = false,
}: Expected<Options>) {
  if (args.includes('--help')) {
    console.log(usage)
    return { ok: false as const, exitCode: 0 }
  }
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals })
    return { ok: true as const, values, positionals }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    // Node's message continues with advice about arguments that begin with a dash.
    const message = error.message.replace(/\. To specify [^]*/, '.')
    return { ok: false as const, exitCode: fail(`${message}\n\n${usage}`) }
  }
}

/** The whole number in an argument, without sign, fraction or exponent; null when it is outside the limits. */
export function wholeNumber(text: string, min: number, max: number): number | null {
  return /^\d{1,15}$/.test(text) && Number(text) >= min && Number(text) <= max ? Number(text) : null
}

export interface Expected<Options> {
  /** The arguments without the program and the script. */
  args: string[]
  usage: string
  /** All options except `--help`. */
  options: Options
  allowPositionals?: boolean
}
