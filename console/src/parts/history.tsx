import type { ChangeTypeFilter } from '@instance-admin/sdk'
import { Button, Stack, Tabs, Text } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useApi } from '../api.ts'
import { texts } from '../texts.ts'
import { Differences } from './differences.tsx'
import { nameIn } from './keys-of.ts'
import { List } from './list.tsx'
import { notify } from './notify.tsx'
import type { Difference } from './restore.ts'
import { Time } from './time.tsx'
import { useList } from './use-list.ts'

const labels = texts.changes

/** A resource beside its history, for those who may see it. What was typed stays while the history is shown. */
export function WithHistory({ type, id, fields, restore, children }: WithHistoryProps) {
  const { may } = useApi()
  const [tab, setTab] = useState<string | null>('details')
  if (!may('changes.list')) return children
  const restoreAndShow = (difference: Difference[]) => {
    restore?.(difference)
    setTab('details')
    notify(labels.restored)
  }
  return (
    <Tabs value={tab} onChange={setTab}>
      <Tabs.List mb="md">
        <Tabs.Tab value="details">{texts.details}</Tabs.Tab>
        <Tabs.Tab value="history">{labels.history}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="details">{children}</Tabs.Panel>
      <Tabs.Panel value="history">
        {tab === 'history' && <History type={type} id={id} fields={fields} restore={restore && restoreAndShow} />}
      </Tabs.Panel>
    </Tabs>
  )
}

export function History({ type, id, fields, restore }: Omit<WithHistoryProps, 'children'>) {
  const { queries } = useApi()
  const list = useList(queries.changes.listInfinite({ resourceType: type, resourceId: id }))
  return (
    <Stack>
      <List
        label={labels.history}
        list={list}
        empty={labels.empty}
        idOf={({ sequence }) => String(sequence)}
        columns={[
          {
            header: labels.who,
            isLong: true,
            width: '30%',
            cell: ({ at, actor, kind }) => (
              <>
                <Text size="sm">{nameIn(labels.kinds, kind)}</Text>
                <Text size="sm">{actor.name ?? actor.id ?? labels.service}</Text>
                <Text size="sm" c="dimmed">
                  <Time at={at} />
                </Text>
              </>
            ),
          },
          {
            header: labels.what,
            isLong: true,
            cell: ({ kind, difference }) => (
              <Stack gap="xs">
                <Differences type={type} difference={difference} fields={fields} />
                {restore && kind === 'updated' && difference.some(({ isSecret }) => !isSecret) && (
                  <Button variant="default" size="xs" w="fit-content" onClick={() => restore(difference)}>
                    {labels.restore}
                  </Button>
                )}
              </Stack>
            ),
          },
        ]}
      />
    </Stack>
  )
}

export interface WithHistoryProps {
  type: ChangeTypeFilter
  id: string
  /** What the fields are called that this console does not know. */
  fields?: Readonly<Record<string, string>>
  /** Fills the form with the values before a change; undefined where nothing can be filled. */
  restore?: ((difference: Difference[]) => void) | undefined
  children: ReactNode
}
