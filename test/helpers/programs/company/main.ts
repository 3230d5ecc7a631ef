import { parseArgs } from 'node:util'
import { startCompany } from './company.ts'

/** A company's identity provider as a process of its own, which a test may kill. Prints its address. */
const { values } = parseArgs({
  options: { kind: { type: 'string' }, port: { type: 'string' }, file: { type: 'string' } },
})
const { kind = '', port = '0', file = '' } = values
if (kind !== 'scim' && kind !== 'keycloak') throw new Error('--kind is scim or keycloak.')
const company = await startCompany({ kind, port: Number(port), file, slownessMs: 200 })
console.log(company.url)
