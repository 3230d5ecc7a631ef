import { BlockList, isIP } from 'node:net'
import { hostMatches } from './hosts.ts'
import { blockList, isMetadataAddress } from './addresses.ts'

/** The hosts and networks that an operator opens beside the public internet, for on-premise systems. */
export interface AllowedHosts {
  hosts: readonly string[]
  networks: BlockList
}

/**
 * Reads the operator's allow-list: host names (`gitlab.corp.example`, `*.corp.example`), addresses and CIDRs
 * (`10.20.0.0/16`, `fd12::/48`). A listed name may resolve to any address of a private network; loopback, link-local and
 * other special addresses need their own CIDR. Cloud metadata always stays closed. Throws an Error that names a faulty
 * entry.
 */
export function parseAllowedHosts(entries: readonly string[]): AllowedHosts {
  const hosts: string[] = []
  const networks = new BlockList()
  for (const entry of entries.map((entry) => entry.trim().toLowerCase())) {
    if (hostPattern.test(entry) && isIP(entry) === 0) hosts.push(entry)
    else addNetwork(networks, entry)
  }
  return { hosts, networks }
}

/** True when the operator opened `address`, which `host` resolved to. */
export function isAllowedByOperator(host: string, address: string, allowed: AllowedHosts | undefined): boolean {
  if (!allowed || isIP(address) === 0 || isMetadataAddress(address)) return false
  const family = isIP(address) === 4 ? 'ipv4' : 'ipv6'
  return (
    allowed.networks.check(address, family) ||
    (hostMatches(host, allowed.hosts) && privateNetworks[family].check(address, family))
  )
}

function addNetwork(networks: BlockList, entry: string): void {
  const [network = '', prefix, ...more] = entry.split('/')
  const version = isIP(network)
  const bits = version === 4 ? 32 : 128
  const length = prefix === undefined ? bits : /^\d{1,3}$/.test(prefix) ? Number(prefix) : Number.NaN
  if (version === 0 || more.length > 0 || !(length >= 0 && length <= bits)) {
    throw new Error(`"${entry}" is no host name, address or CIDR for the outbound allow-list`)
  }
  networks.addSubnet(network, length, version === 4 ? 'ipv4' : 'ipv6')
}

const hostPattern = /^(?:\*\.)?(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/

const privateNetworks = {
  ipv4: blockList('ipv4', ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10']),
  ipv6: blockList('ipv6', ['fc00::/7']),
}
