import type { JsonObject } from '../../contract/json.ts'
import { origins } from './badges.ts'
import { table, tagPath } from './markdown.ts'
import { documentedOperations, linkTo } from './operations.ts'

/** The section that explains the badges and lists the roles that may call each operation. */
export function describeBadges(document: JsonObject, decisionsTag: string): string {
  const operations = documentedOperations(document)
  const roles = [...new Set(operations.flatMap((operation) => operation.roles))]
  const count = (origin: string) => operations.filter((operation) => operation.origin === origin).length
  return [
    '## Where an operation comes from',
    `Every operation has one of these badges. A parameter has its own where it differs or is shared, and a field has one
where the form of its value is not documented. The number after "decided" is that of a [decision](${tagPath(decisionsTag)}).`,
    table(
      ['Badge', 'Meaning', 'Operations'],
      Object.entries(origins).map(([name, { meaning }]) => [`**${name}**`, meaning, String(count(name))]),
    ),
    '## Who may call what',
    'The other badges of an operation are roles. The token says which its caller has; any one of them opens the operation.',
    table(
      ['Operation', ...roles],
      operations.map((operation) => [
        linkTo(operation),
        ...roles.map((role) => (operation.roles.includes(role) ? 'yes' : '')),
      ]),
    ),
  ].join('\n\n')
}
