import { readFileSync } from 'node:fs'
import { parseAllowedHosts, type AllowedHosts } from '../integrations/outbound/allowed-hosts.ts'
import { parseEncryptionKeys, type EncryptionKeys } from '../integrations/secrets.ts'

/**
 * Reads variables of an environment, a method per kind of value. What is wrong is added to `problems`, and what was
 * asked for, whether set or not, to `settings`.
 */
export function createConfigReader(env: NodeJS.ProcessEnv) {
  const problems: string[] = []
  const settings: Setting[] = []

  const value = (setting: Setting) => {
    settings.push(setting)
    const { name } = setting
    return env[name]?.trim() || secretFile(env[`${name}_FILE`], name, problems)
  }

  return {
    problems,
    settings,

    text: (name: string, fallback: string, meaning: string) =>
      value({ name, fallback, values: '', meaning }) ?? fallback,

    integer(name: string, fallback: number, least: number, most: number, meaning: string): number {
      const text = value({ name, fallback: String(fallback), values: `${least} to ${most}`, meaning })
      if (text === undefined) return fallback
      const number = Number(text)
      if (/^\d+$/.test(text) && number >= least && number <= most) return number
      problems.push(`${name} must be a whole number from ${least} to ${most}.`)
      return fallback
    },

    url<Fallback extends string | undefined>(
      name: string,
      protocols: string[],
      fallback: Fallback,
      meaning: string,
    ): string | Fallback {
      const text = value({ name, fallback: fallback ?? null, values: '', meaning })
      if (text === undefined) return fallback
      if (URL.canParse(text) && protocols.includes(new URL(text).protocol)) return text
      problems.push(`${name} must be a URL that begins with ${protocols.map((p) => `${p}//`).join(' or ')}.`)
      return fallback
    },

    origins(name: string, meaning: string): string[] {
      const origins = list(value({ name, fallback: null, values: '', meaning }))
      const wrong = origins.filter((origin) => !URL.canParse(origin) || new URL(origin).origin !== origin)
      for (const origin of wrong)
        problems.push(`${name}: "${origin}" is no origin such as https://app.example.com.`)
      return origins
    },

    oneOf<Choice extends string>(
      name: string,
      choices: readonly Choice[],
      fallback: Choice,
      meaning: string,
    ): Choice {
      const text = value({
        name,
        fallback,
        values: choices.map((choice) => `\`${choice}\``).join(', '),
        meaning,
      })
      const choice = choices.find((known) => known === text)
      if (text !== undefined && !choice) problems.push(`${name} must be one of ${choices.join(', ')}.`)
      return choice ?? fallback
    },

    encryptionKeys(name: string, meaning: string): EncryptionKeys | undefined {
      const text = value({ name, fallback: null, values: '', meaning })
      if (text === undefined) return undefined
      const parsed = parseEncryptionKeys(text)
      if (parsed.ok) return parsed
      problems.push(...parsed.problems.map((problem) => `${name}: ${problem}`))
      return undefined
    },

    allowedHosts(name: string, meaning: string): AllowedHosts {
      const entries = list(value({ name, fallback: null, values: '', meaning }))
      for (const entry of entries) {
        try {
          parseAllowedHosts([entry])
        } catch (error) {
          problems.push(`${name}: ${error instanceof Error ? error.message : String(error)}.`)
        }
      }
      return parseAllowedHosts(problems.some((problem) => problem.startsWith(`${name}:`)) ? [] : entries)
    },
  }
}

/** `<NAME>_FILE` names a file that holds the value, as container platforms mount secrets. */
function secretFile(path: string | undefined, name: string, problems: string[]): string | undefined {
  if (!path) return undefined
  try {
    return readFileSync(path, 'utf8').trim() || undefined
  } catch {
    problems.push(`${name}_FILE names a file that cannot be read: ${path}.`)
    return undefined
  }
}

function list(text: string | undefined): string[] {
  return (text ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean)
}

/** A variable as people read of it. */
export interface Setting {
  name: string
  /** Null: none. */
  fallback: string | null
  /** What it may be, where that is a range or a choice; Markdown, as the meaning is. */
  values: string
  meaning: string
}
