import { Client } from 'pg'

/**
 * Reads a URL as libpq writes it, which may list several hosts: `postgres://user:pass@a:5432,b:5433/db?sslmode=verify-full`.
 * Returns a URL for each host, in their order, since pg knows only one host. `target_session_attrs` may say `read-write` or
 * `primary`, which several hosts mean anyway: this service has to write. Problems never repeat a part of the URL, because
 * whoever mistypes one may have the password anywhere.
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
  const { host, port } = new Client({ connectionString: url })
  return `${host}:${port}`
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

/** What pg does not understand of a URL; null for a good one. */
function findProblem(url: string): string | null {
  try {
    // Reads the URL and the files that it names, and connects to nobody.
    void new Client({ connectionString: url })
    return null
  } catch (error) {
    const isFile = error instanceof Error && 'path' in error && 'syscall' in error
    return isFile ? `names a file that cannot be read: ${String(error.path)}.` : 'is no URL of a PostgreSQL.'
  }
}

function wrong(problem: string): ParsedDatabaseUrl {
  return { ok: false, problem }
}

type ParsedDatabaseUrl =
  | { ok: true; /** At least one. */ urls: [string, ...string[]] }
  /** The end of a sentence that begins with the name of the setting. */
  | { ok: false; problem: string }
