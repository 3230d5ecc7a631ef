import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'
import { fail } from './fail.ts'

/**
 * The flags of a command, and what stands beside them where it takes such. `--help` prints the usage; a flag or an argument
 * that the command does not have prints it to standard error, with what was wrong. After either there is only to exit.
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
    // Node goes on about arguments that begin with a dash.
    const message = error.message.replace(/\. To specify [^]*/, '.')
    return { ok: false as const, exitCode: fail(`${message}\n\n${usage}`) }
  }
}

/** The number that an argument writes, without sign, fraction or exponent; null when it is not within the limits. */
export function wholeNumber(text: string, min: number, max: number): number | null {
  return /^\d{1,15}$/.test(text) && Number(text) >= min && Number(text) <= max ? Number(text) : null
}

export interface Expected<Options> {
  /** Without the program and the script. */
  args: string[]
  usage: string
  /** All but `--help`. */
  options: Options
  allowPositionals?: boolean
}
