import type { IntegrationType, IntegrationTypes } from '../../contract/integration-types.ts'
import type { IntegrationField } from '../../contract/rules/integration-form.ts'
import { code, plain, table } from './markdown.ts'

/** One section for each group of integration types; each type with its fields, its secrets and its hosts. */
export function describeIntegrationTypes(types: IntegrationTypes): { name: string; description: string }[] {
  const sorted = [...types].sort(([, a], [, b]) => a.name.localeCompare(b.name, 'en'))
  return Object.entries(groupNames).map(([group, name]) => ({
    name,
    description: sorted
      .filter(([, type]) => type.group === group)
      .map(([id, type]) => describeType(id, type))
      .join('\n\n'),
  }))
}

const groupNames: Record<IntegrationType['group'], string> = {
  contact_center: 'Contact center and CX',
  crm_sales: 'CRM and sales',
  ai_agents: 'AI agents',
  data_documents: 'Data and documents',
  other: 'Other systems',
}

function describeType(id: string, type: IntegrationType): string {
  const facts = [
    `Type ${code(id)}. The connection test may reach ${type.hosts.allow.map(nameHost).join(', ')}.`,
    type.credentialsUrl === undefined ? '' : `The credentials are made [at the vendor](${type.credentialsUrl}).`,
    type.test.permission === 'none' ? '' : `The credentials need: ${plain(type.test.permission)}.`,
  ]
  return [
    `## ${plain(type.name)}`,
    ...(type.description === undefined ? [] : [plain(type.description)]),
    facts.filter(Boolean).join(' '),
    type.fields.length === 0
      ? 'It has no fields.'
      : table(
          ['Field', '', 'Value'],
          type.fields.map((field) => [
            `**${plain(field.label)}** ${code(field.key)}`,
            [field.secret ? '**secret**' : '', describeNeed(type, field)].filter(Boolean).join(', '),
            describeValue(field),
          ]),
        ),
  ].join('\n\n')
}

function nameHost(pattern: string): string {
  return pattern === '*' ? 'any public host, never a private address' : code(pattern)
}

function describeNeed(type: IntegrationType, { required, when = {} }: IntegrationField): string {
  const choices = Object.entries(when).map(([key, value]) => {
    const label = type.fields.find((field) => field.key === key)?.label ?? key
    return `${plain(label)} is ${code(value)}`
  })
  if (choices.length > 0) return `when ${choices.join(' and ')}`
  return required ? 'required' : 'optional'
}

function nameChoice(value: string, labels: IntegrationField['enumLabels'] = {}): string {
  const label = labels[value]
  return label === undefined ? code(value) : `${code(value)} (${plain(label)})`
}

/** The example of a secret is left out, as in the contract. */
function describeValue({ hint, example, secret, pattern, format, ...field }: IntegrationField): string {
  return [
    hint === undefined ? '' : plain(hint.charAt(0).toUpperCase() + hint.slice(1)).replace(/\.?$/, '.'),
    field.enum ? `One of ${field.enum.map((value) => nameChoice(value, field.enumLabels)).join(', ')}.` : '',
    field.default === undefined ? '' : `Default ${code(field.default)}.`,
    format === undefined ? '' : `Format ${code(format)}.`,
    pattern === undefined || field.enum ? '' : `Matches ${code(pattern)}.`,
    example === undefined || secret ? '' : `Example ${code(example)}.`,
  ]
    .filter(Boolean)
    .join(' ')
}
