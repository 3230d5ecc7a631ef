import { Button, Group, Table, Text } from '@mantine/core'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { CursorInfo, PageInfo } from '@instance-admin/sdk'
import type { PageData } from '@instance-admin/sdk/react-query'
import { texts } from '../texts.ts'
import { Failure } from './failure.tsx'
import { Loading } from './loading.tsx'

/** A list of the service in all its states: loading, failed, empty, and with a next page. */
export function List<Item>({ label, list, idOf, columns, minWidth = 600 }: ListProps<Item>) {
  const retry = () => void (list.data && list.hasNextPage ? list.fetchNextPage() : list.refetch())
  if (list.isPending) return <Loading />
  if (!list.data) return <Failure error={list.error} retry={retry} />
  const items = list.data.pages.flatMap(({ items }) => items)
  const [firstPage] = list.data.pages
  return (
    <>
      {items.length === 0 && <Text c="dimmed">{texts.list.empty}</Text>}
      {items.length > 0 && (
        <Table.ScrollContainer minWidth={minWidth}>
          <Table aria-label={label} highlightOnHover>
            <Table.Thead>
              <Table.Tr>
                {columns.map(({ header }) => (
                  <Table.Th key={header}>{header}</Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {items.map((item) => (
                <Table.Tr key={idOf(item)}>
                  {columns.map(({ header, cell }) => (
                    <Table.Td key={header}>{cell(item)}</Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      {list.error && <Failure error={list.error} retry={retry} />}
      <Group justify="space-between">
        <Text size="sm" c="dimmed" role="status">
          {firstPage && 'totalElements' in firstPage.page && texts.list.shown(items.length, firstPage.page)}
        </Text>
        {list.hasNextPage && (
          <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {texts.list.more}
          </Button>
        )}
      </Group>
    </>
  )
}

interface ListProps<Item> {
  /** Names the table for a screen reader. */
  label: string
  /** Not every list of the service counts its items. */
  list: UseInfiniteQueryResult<InfiniteData<PageData<Item, PageInfo | CursorInfo>>>
  idOf: (item: Item) => string
  columns: { header: string; cell: (item: Item) => ReactNode }[]
  /** Where there is less room, the table is scrolled sideways. */
  minWidth?: number
}
