/**
 * Whether a webhook may have this URL, as far as the URL tells by itself: a name is looked up only when something is sent to
 * it. In memory, where nothing is ever sent; the service also knows what its operator opens.
 */
export function isPublicUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, username, password, hostname, port } = new URL(text)
  if (protocol !== 'https:' || username !== '' || password !== '' || hostname.endsWith('.')) return false
  const isAddress = hostname.startsWith('[') || /^[\d.]+$/.test(hostname)
  return !isAddress || (port === '' && isPublic(hostname))
}

/** An address as a URL has it: IPv4 in four numbers, IPv6 in brackets. */
function isPublic(hostname: string): boolean {
  if (!hostname.startsWith('[')) return !specialNetworks.ipv4.some((network) => isIn(hostname, network))
  const address = hostname.slice(1, -1)
  return isIn(address, specialNetworks.globalIpv6) && !specialNetworks.ipv6.some((network) => isIn(address, network))
}

function isIn(address: string, network: string): boolean {
  const [first = '', prefix] = network.split('/')
  const size = 2 ** (32 - Number(prefix))
  return Math.floor(first32Bits(address) / size) === Math.floor(first32Bits(first) / size)
}

/** All of IPv4. No network of IPv6 below is smaller. */
function first32Bits(address: string): number {
  if (!address.includes(':')) return address.split('.').reduce((bits, part) => bits * 256 + Number(part), 0)
  const [head = ''] = address.split('::')
  const [one = 0, two = 0] = head.split(':').map((group) => Number.parseInt(group || '0', 16))
  return one * 65_536 + two
}

/** What is not the public internet, of IPv6 within what the internet routes. */
export const specialNetworks = {
  ipv4: [
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
  ],
  globalIpv6: '2000::/3',
  ipv6: [
    '2001::/23', // IETF protocol assignments: Teredo, benchmarking, ORCHID
    '2001:db8::/32', // documentation
    '2002::/16', // 6to4, embeds an IPv4 address
    '3fff::/20', // documentation
  ],
} as const
