import { lookup } from 'node:dns/promises'
import os from 'node:os'
import type { Lookup } from '../../../server/integrations/outbound/guard.ts'

/** Ways to write a host that leads into this machine, for every door through which a caller names a host. */
export function hostileHosts(): string[] {
  const own = ownAddresses()
  const written = `
    127.0.0.1 127.0.0.2 127.1 127.0.1 2130706433 0x7f000001 0x7f.1 017700000001 0177.0.0.1 127.0.0.1.
    0.0.0.0 0 0x0 %31%32%37.0.0.1 127。0。0。1 １２７.0.0.1 ①②⑦.0.0.1 localhost LOCALHOST localhost.
    ip6-localhost foo.localhost [::1] [::] [0:0:0:0:0:0:0:1] [::ffff:127.0.0.1] [::ffff:7f00:1]
    [::127.0.0.1] [64:ff9b::7f00:1]
  `
  return [
    ...written.trim().split(/\s+/),
    ...own.map((address) => (address.includes(':') ? `[${address}]` : address)),
    ...own.filter((address) => !address.includes(':')).map((address) => `[::ffff:${address}]`),
  ]
}

/** Names that look public and resolve inwards, at least in part. Only `lookUpHostile` knows them. */
export const hostileNames: Readonly<Record<string, readonly string[]>> = {
  'loopback.example.test': ['127.0.0.1'],
  'loopback6.example.test': ['::1'],
  'mapped.example.test': ['::ffff:127.0.0.1'],
  'nat64.example.test': ['64:ff9b::7f00:1'],
  'private.example.test': ['10.0.0.1'],
  'unique-local.example.test': ['fd12::1'],
  'link-local.example.test': ['fe80::1'],
  'metadata.example.test': ['169.254.169.254'],
  'half-public.example.test': ['93.184.215.14', '127.0.0.1'],
}

/** Resolves the hostile names; all others as the system does. */
export const lookUpHostile: Lookup = async (hostname) =>
  hostileNames[hostname] ?? (await lookup(hostname, { all: true })).map(({ address }) => address)

/** The addresses of this machine. */
export function ownAddresses(): string[] {
  return Object.values(os.networkInterfaces())
    .flat()
    .flatMap((item) => (item === undefined ? [] : [item.address]))
}
