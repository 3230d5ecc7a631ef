import { BlockList, isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import { specialNetworks } from '../../../contract/rules/webhook-url.ts'

/**
 * True for an address on the public internet. Refuses every other address: loopback, private, link-local, unique local,
 * shared (CGNAT), multicast, documentation, benchmarking and reserved ranges, every IPv6 form that embeds an IPv4 address
 * (mapped, NAT64, 6to4, Teredo), and the addresses of this machine. Refuses a text that is no address, too.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || address.includes('%') || isOwnAddress(address)) return false
  if (isIP(address) === 4) return !specialIpv4.check(address, 'ipv4')
  return globalIpv6.check(address, 'ipv6') && !specialIpv6.check(address, 'ipv6')
}

/** True for the addresses at which clouds hand out a machine's credentials. No allow-list opens them. */
export function isMetadataAddress(address: string): boolean {
  const family = isIP(address)
  return family !== 0 && metadataAddresses.check(address, family === 4 ? 'ipv4' : 'ipv6')
}

function isOwnAddress(address: string): boolean {
  const own = new BlockList()
  for (const item of Object.values(networkInterfaces()).flat()) {
    if (item !== undefined) own.addAddress(item.address, item.family === 'IPv4' ? 'ipv4' : 'ipv6')
  }
  return own.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6')
}

/** A BlockList of CIDRs, all of one family. */
export function blockList(family: 'ipv4' | 'ipv6', cidrs: readonly string[]): BlockList {
  const list = new BlockList()
  for (const cidr of cidrs) {
    const [network = '', prefix] = cidr.split('/')
    list.addSubnet(network, Number(prefix), family)
  }
  return list
}

// One list for each family: a BlockList compares IPv4 also with IPv4-mapped rules, so a mixed list matches too much.
const specialIpv4 = blockList('ipv4', specialNetworks.ipv4)
const globalIpv6 = blockList('ipv6', [specialNetworks.globalIpv6])
const specialIpv6 = blockList('ipv6', specialNetworks.ipv6)

// One list for both families, so that it also matches the IPv4-mapped forms.
const metadataAddresses = blockList('ipv4', [
  '169.254.169.254/32',
  '169.254.170.2/32',
  '169.254.170.23/32',
  '100.100.100.200/32',
  '168.63.129.16/32',
  '192.0.0.192/32',
])
for (const address of ['fd00:ec2::254', 'fd00:ec2::23', 'fd20:ce::254']) metadataAddresses.addAddress(address, 'ipv6')
