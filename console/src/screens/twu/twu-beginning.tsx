import { Anchor, List, Paper, Text, Title } from '@mantine/core'
import { texts } from '../../texts.ts'
import type { DraftValues } from './twu-draft-values.ts'

const labels = texts.models

/** Whether nobody has written anything into a draft beside its name. */
export function isEmptyModel({ name: _name, description: _description, ...lists }: DraftValues): boolean {
  return Object.values(lists).every((rows) => rows.length === 0)
}

/** Where to begin with an empty draft: three steps, each with the way to its part. */
export function Beginning() {
  return (
    <Paper component="section" withBorder p="md" aria-label={labels.begin}>
      <Title order={2} size="h4" mb="xs">
        {labels.begin}
      </Title>
      <List type="ordered" spacing="xs">
        {steps.map((id) => (
          <List.Item key={id}>
            <Anchor href={`#${id}`} underline="always">
              {labels.steps[id]}
            </Anchor>
            <Text size="sm" c="dimmed">
              {labels.stepHints[id]}
            </Text>
          </List.Item>
        ))}
      </List>
    </Paper>
  )
}

const steps = ['entities', 'outcomes', 'policies'] as const
