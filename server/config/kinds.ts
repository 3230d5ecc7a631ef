import { resolve } from 'node:path'
import { parseDatabaseUrl } from '../db/connection/hosts.ts'
import { parseAllowedHosts, type AllowedHosts } from '../integrations/outbound/allowed-hosts.ts'
import { parseEncryptionKeys, type EncryptionKeys } from '../integrations/secrets.ts'

export const text: Kind<string> = { parse: right }

export const folder: Kind<string> = { parse: (text) => right(resolve(text)) }

export function integer(min: number, max: number): Kind<number> {
  return {
    values: `${min} to ${max}`,
    parse(text, name) {
      const number = Number(text)
      const isGood = /^\d+$/.test(text) && number >= min && number <= max
      return isGood ? right(number) : wrong(`${name} must be a whole number from ${min} to ${max}.`)
    },
  }
}

export function oneOf<const Choice extends string>(choices: readonly Choice[]): Kind<Choice> {
  return {
    values: choices.map((choice) => `\`${choice}\``).join(', '),
    parse(text, name) {
      const choice = choices.find((known) => known === text)
      return choice === undefined ? wrong(`${name} must be one of ${choices.join(', ')}.`) : right(choice)
    },
  }
}

/** A URL without credentials, because messages and log lines show it. */
export function url(...protocols: string[]): Kind<string> {
  const beginnings = protocols.map((protocol) => `${protocol}//`).join(' or ')
  return {
    parse(text, name) {
      const { protocol = '', username = '', password = '' } = URL.parse(text) ?? {}
      const problems = [
        ...(protocols.includes(protocol) ? [] : [`${name} must be a URL that begins with ${beginnings}.`]),
        ...(username === '' && password === '' ? [] : [`${name} must have no user and no password.`]),
      ]
      return problems.length === 0 ? right(text) : wrong(...problems)
    },
  }
}

/** The URL stays as it is: it may name several hosts, which only `openDatabase` takes apart. */
export const databaseUrl: Kind<string> = {
  parse(text, name) {
    const parsed = parseDatabaseUrl(text)
    return parsed.ok ? right(text) : wrong(`${name} ${parsed.problem}`)
  },
}

/** A URL to which paths are added. */
export function baseUrl(...protocols: string[]): Kind<string> {
  return {
    parse(text, name) {
      const read = url(...protocols).parse(text, name)
      const problems = [
        ...(read.ok ? [] : read.problems),
        ...(/[?#]/.test(text) ? [`${name} must have no ? and no #.`] : []),
      ]
      return problems.length === 0 ? right(text.replace(/\/+$/, '')) : wrong(...problems)
    },
  }
}

/** A secret that is sent in a header. */
export const secret: Kind<string> = {
  parse: (text, name) =>
    /^[\x21-\x7e]+$/.test(text) ? right(text) : wrong(`${name} must be one line of ASCII without spaces.`),
}

/** Headers that are sent with every request: `<name>=<value>`, the value percent-encoded. */
export const headers: Kind<Record<string, string>> = {
  parse(text, name) {
    const entries = split(text).map((entry) =>
      /^([\w-]+)=((?:[\x21-\x24\x26-\x7e]|%(?:[2-6][\da-f]|7[\da-e]))*)$/i.exec(entry),
    )
    return entries.includes(null)
      ? wrong(`${name} must list headers as <name>=<value>, the values percent-encoded.`)
      : right(Object.fromEntries(entries.map((entry) => [entry?.[1], decodeURIComponent(entry?.[2] ?? '')])))
  },
}

export const fraction: Kind<number> = {
  values: '0 to 1',
  parse(text, name) {
    const isGood = /^\d*\.?\d+$/.test(text) && Number(text) <= 1
    return isGood ? right(Number(text)) : wrong(`${name} must be a number from 0 to 1.`)
  },
}

export const list: Kind<string[]> = { parse: (text) => right(split(text)) }

export const origins: Kind<string[]> = {
  parse(text, name) {
    const entries = split(text)
    const problems = entries
      .filter((entry) => URL.parse(entry)?.origin !== entry)
      .map((entry) => hideCredentials(`${name}: "${entry}" is no origin such as https://app.example.com.`))
    return problems.length === 0 ? right(entries) : wrong(...problems)
  },
}

export const hosts: Kind<AllowedHosts> = {
  parse(text, name) {
    const entries = split(text)
    const problems = entries.flatMap((entry) => {
      try {
        parseAllowedHosts([entry])
        return []
      } catch (error) {
        return [hideCredentials(`${name}: ${error instanceof Error ? error.message : String(error)}.`)]
      }
    })
    return problems.length === 0 ? right(parseAllowedHosts(entries)) : wrong(...problems)
  },
}

export const encryptionKeys: Kind<EncryptionKeys> = {
  parse(text, name) {
    const parsed = parseEncryptionKeys(text)
    return parsed.ok ? right(parsed) : wrong(...parsed.problems.map((problem) => `${name}: ${problem}`))
  },
}

/** In the entry that a message repeats, what comes before an @ may be a password. */
function hideCredentials(message: string): string {
  return message.replace(/".*@/s, '"...@')
}

function split(text: string): string[] {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean)
}

function right<Value>(value: Value): Parsed<Value> {
  return { ok: true, value }
}

export function wrong(...problems: string[]) {
  return { ok: false as const, problems }
}

export type Parsed<Value> = { ok: true; value: Value } | { ok: false; problems: string[] }

export interface Kind<Value> {
  /** The allowed values, where they are a range or a choice; Markdown. */
  values?: string
  /** Reads the text of a variable. Problems begin with the variable's name and never contain a secret. */
  parse(text: string, name: string): Parsed<Value>
}

export interface Setting<Value> extends Kind<Value> {
  /** The default, written as in the environment. */
  default?: string | number
  /** The members that differ in production. */
  inProduction?: Partial<Pick<Setting<Value>, 'default' | 'parse'>>
  /** Production does not start without this setting: the text tells its operator what to do. */
  neededInProduction?: string
  /** The meaning for the operator; Markdown. */
  meaning: string
}
