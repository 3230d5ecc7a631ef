import { Code, Stack, Table, Text, Title } from '@mantine/core'
import type { TwuAction, TwuEvent, TwuModelVersion } from '@instance-admin/sdk'
import type { ReactNode } from 'react'
import classes from '../../parts/stacked.module.css'
import { Status } from '../../parts/status.tsx'
import { texts } from '../../texts.ts'

const labels = texts.models

/** A version for reading: what was published or archived, or belongs to those who may change it. */
export function Definition({ model }: { model: TwuModelVersion }) {
  const { description, entities, actions, events, outcomes, policies } = model
  return (
    <Stack>
      {description !== '' && <Text>{description}</Text>}
      <Part title={labels.entities} of={entities}>
        {({ attributes = [] }) => attributes.map(({ name, type }) => `${name} (${labels.types[type]})`).join(', ')}
      </Part>
      <Part title={labels.actions} of={actions}>
        {sayAction}
      </Part>
      <Part title={labels.events} of={events}>
        {sayEvent}
      </Part>
      <Part title={labels.outcomes} of={outcomes}>
        {({ expression, unit }) => (
          <>
            <Code block style={{ whiteSpace: 'pre-wrap' }}>
              {expression}
            </Code>
            {unit && (
              <Text size="sm" mt={4}>
                {labels.fact(labels.unit, unit)}
              </Text>
            )}
          </>
        )}
      </Part>
      <Part title={labels.policies} of={policies}>
        {({ expression, otherwise = 'review_required' }) => (
          <>
            <Code block style={{ whiteSpace: 'pre-wrap' }}>
              {expression}
            </Code>
            <Text size="sm" component="div" mt={4}>
              {labels.otherwise}: <Status value={otherwise} />
            </Text>
          </>
        )}
      </Part>
    </Stack>
  )
}

function Part<Row extends { name: string; description?: string }>({ title, of, children }: PartProps<Row>) {
  if (of.length === 0) return null
  return (
    <section>
      <Title order={2} size="h3">
        {title}
      </Title>
      <div className={classes.frame}>
        <Table
          aria-label={title}
          role="table"
          layout="fixed"
          className={classes.stacked}
          style={{ overflowWrap: 'anywhere' }}
        >
          <Table.Tbody role="rowgroup">
            {of.map((row) => (
              <Table.Tr role="row" key={row.name}>
                <Table.Th role="rowheader" scope="row" className={classes.name}>
                  {row.name}
                </Table.Th>
                <Table.Td role="cell">
                  {row.description && <Text size="sm">{row.description}</Text>}
                  {children(row)}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
    </section>
  )
}

/** What an action is done to, and who may do it. */
export function sayAction({ entity, actors = [] }: Pick<TwuAction, 'entity' | 'actors'>): string {
  return [entity, ...actors.map((actor) => labels.actorNames[actor])].filter(Boolean).join(', ')
}

/** What an event happens to, and what causes it. */
export function sayEvent({ entity, action }: Pick<TwuEvent, 'entity' | 'action'>): string {
  return [entity, action].filter(Boolean).join(', ')
}

interface PartProps<Row> {
  title: string
  of: readonly Row[]
  /** What the definition has beside its name and its description. */
  children: (row: Row) => ReactNode
}
