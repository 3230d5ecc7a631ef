import { accessSync, constants } from 'node:fs'

/**
 * Reads a URL as libpq writes it, which may list several hosts: `postgres://user:pass@a:5432,b:5433/db?sslmode=verify-full`.
 * Returns a URL for each host, in their order, since pg knows only one host. `target_session_attrs` may say `read-write` or
 * `primary`, which several hosts mean anyway: this service has to write. Problems never repeat a part of the URL, because
 * in a mistyped URL the password may be anywhere.
 */
export function parseDatabaseUrl(text: string): ParsedDatabaseUrl {
  const parts = /^(postgres(?:ql)?:\/\/)((?:[^/?#]*@)?)([^/?#]*)([^?#]*)(.*)$/s.exec(text)
  if (!parts) return wrong('must be a URL that begins with postgres:// or postgresql://.')
  const [, scheme = '', user = '', hosts = '', path = '', rest = ''] = parts
  const query = new URLSearchParams(rest.replace(/^\?/, ''))
  const wanted = query.get('target_session_attrs')
  if (wanted !== null && !['read-write', 'primary'].includes(wanted))
    return wrong('must ask for target_session_attrs=read-write, or leave it out: the service has to write.')
  if (/,/.test(`${query.get('host')}${query.get('port')}`))
    return wrong('must list its hosts before the path: //a:5432,b:5432/name.')

  query.delete('target_session_attrs')
  const ending = wanted === null ? rest : query.size > 0 ? `?${query.toString()}` : ''
  const list = hosts.split(',')
  const faulty = list.length > 1 ? list.findIndex((host) => !isHost(host)) : -1
  if (faulty >= 0) return wrong(`has a list of hosts whose host ${faulty + 1} is no name or address with a port.`)
  const [first = '', ...others] = list.map((host) => scheme + user + host + path + withAddress(host, ending))
  const problem = [first, ...others].map(findProblem).find((found) => found !== null)
  return problem === undefined ? { ok: true, urls: [first, ...others] } : wrong(problem)
}

/** `host:port` of a URL that `parseDatabaseUrl` returned, for messages. */
export function hostOf(url: string): string {
  const { hostname, port, searchParams } = new URL(url)
  return `${searchParams.get('host') ?? (hostname || 'localhost')}:${port || 5432}`
}

/** pg takes brackets for a part of the name, except in a parameter. */
function withAddress(host: string, ending: string): string {
  const address = /^\[([^\]]*)\]/.exec(host)?.[1]
  if (address === undefined) return ending
  return `${ending === '' ? '?' : `${ending}&`}host=${encodeURIComponent(address)}`
}

function isHost(host: string): boolean {
  const parts = /^(\[[0-9a-f:.]+\]|[^:[\]\s]+)(?::(\d{1,5}))?$/i.exec(host)
  return parts !== null && Number(parts[2] ?? 1) >= 1 && Number(parts[2] ?? 1) <= 65_535
}

/** What the driver could not use of a URL; null for a good one. */
function findProblem(text: string): string | null {
  const url = URL.parse(text)
  const parts = [url?.username, url?.password, url?.pathname]
  if (!url || !parts.every((part = '') => isEncoded(part))) return 'is no URL of a PostgreSQL.'
  const files = ['sslcert', 'sslkey', 'sslrootcert'].map((name) => url.searchParams.get(name))
  const missing = files.find((file) => file !== null && !isReadable(file))
  return missing === undefined ? null : `names a file that cannot be read: ${missing}.`
}

/** Whether the bytes of a percent-encoded part are UTF-8. The driver takes a lone percent sign as it is. */
function isEncoded(part: string): boolean {
  try {
    decodeURIComponent(part.replaceAll(/%(?![\da-f]{2})/gi, '%25'))
    return true
  } catch {
    return false
  }
}

function isReadable(file: string): boolean {
  try {
    accessSync(file, constants.R_OK)
    return true
  } catch {
    return false
  }
}

function wrong(problem: string): ParsedDatabaseUrl {
  return { ok: false, problem }
}

type ParsedDatabaseUrl =
  | { ok: true; /** At least one. */ urls: [string, ...string[]] }
  /** The end of a sentence that begins with the name of the setting. */
  | { ok: false; problem: string }
