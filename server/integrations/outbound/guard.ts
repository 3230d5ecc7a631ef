import { lookup as systemLookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { isPublicAddress } from './addresses.ts'
import { isAllowedByOperator, type AllowedHosts } from './allowed-hosts.ts'
import { hostMatches } from './hosts.ts'

/**
 * Decides whether the service may connect to `url`, and to which addresses. The host must match `rules.hosts`, and every
 * address of the host must be public or opened by the operator: one other address refuses the whole host. The caller
 * connects to the returned addresses without another lookup, so a DNS answer that changes after the check has no effect.
 * Only the port of the protocol is allowed, with two exceptions for types that accept any host (`*`): the ports of
 * `rules.ports`, and every port of addresses that the operator has opened. With other ports, callers could scan the
 * internet from here.
 */
export async function guard(url: URL, rules: OutboundRules, portOfProtocol = 443): Promise<CheckedTarget | NoTarget> {
  const hostname = url.hostname.replace(/^\[|\]$/g, '')
  if (!isAcceptable(url, hostname, rules.hosts)) return { failure: 'blocked_host' }

  const { allowed, ports = [], lookup = lookupAll } = rules
  const addresses = isIP(hostname) === 0 ? await lookup(hostname).catch(() => []) : [hostname]
  if (addresses.length === 0) return { failure: 'network_error' }
  const isOpened = (address: string) => isAllowedByOperator(hostname, address, allowed)
  if (!addresses.every((address) => isPublicAddress(address) || isOpened(address))) return { failure: 'blocked_host' }

  const port = Number(url.port || 443)
  const isPortOpen = port === portOfProtocol || ports.includes(port) || addresses.every(isOpened)
  if (!isPortOpen) return { failure: 'blocked_host' }
  return { hostname, port, addresses: addresses.map((address) => ({ address, family: isIP(address) })) }
}

function isAcceptable(url: URL, hostname: string, hosts: readonly string[]): boolean {
  return (
    url.protocol === 'https:' &&
    url.username === '' &&
    url.password === '' &&
    !hostname.endsWith('.') &&
    (url.port === '' || hosts.includes('*')) &&
    hostMatches(hostname, hosts)
  )
}

async function lookupAll(hostname: string): Promise<string[]> {
  const found = await systemLookup(hostname, { all: true })
  return found.map(({ address }) => address)
}

export interface OutboundRules {
  /** The type's `hosts.allow`. */
  hosts: readonly string[]
  /** The hosts that the operator opens beside the public internet. */
  allowed?: AllowedHosts | undefined
  /** Ports that are open beside that of the protocol. */
  ports?: readonly number[] | undefined
  /** Returns all addresses of a host name. Default: the system's resolver. A rejection counts as no addresses. */
  lookup?: Lookup | undefined
}

export type Lookup = (hostname: string) => Promise<readonly string[]>
export interface CheckedTarget {
  hostname: string
  port: number
  addresses: readonly { address: string; family: number }[]
}
export interface NoTarget {
  failure: 'blocked_host' | 'network_error'
}
