import { BlockList, isIP } from 'node:net'
import { networkInterfaces } from 'node:os'

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
const specialIpv4 = blockList('ipv4', [
  '0.0.0.0/8', // this network
  '10.0.0.0/8', // private
  '100.64.0.0/10', // shared address space (CGNAT)
  '127.0.0.0/8', // loopback
  '168.63.129.16/32', // Azure's host agent, on a public address
  '169.254.0.0/16', // link-local and most cloud metadata
  '172.16.0.0/12', // private
  '192.0.0.0/24', // IETF protocol assignments
  '192.0.2.0/24', // documentation
  '192.88.99.0/24', // 6to4 relays (retired)
  '192.168.0.0/16', // private
  '198.18.0.0/15', // benchmarking
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved and broadcast
])

// The internet routes only global unicast addresses of IPv6, so the ranges outside need no list.
const globalIpv6 = blockList('ipv6', ['2000::/3'])

const specialIpv6 = blockList('ipv6', [
  '2001::/23', // IETF protocol assignments: Teredo, benchmarking, ORCHID
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4, embeds an IPv4 address
  '3fff::/20', // documentation
])

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
