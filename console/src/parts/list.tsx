import { Button, Group, Text, UnstyledButton, VisuallyHidden } from '@mantine/core'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { useRef, type ReactNode } from 'react'
import type { CursorInfo, PageInfo } from '@instance-admin/sdk'
import type { PageData } from '@instance-admin/sdk/react-query'
import { texts } from '../texts.ts'
import { Empty } from './empty.tsx'
import { Failure } from './failure.tsx'
import classes from './list.module.css'
import { Loading } from './loading.tsx'
import { Outdated } from './outdated.tsx'
import { PendingButton } from './pending-button.tsx'

/** A list of the service in all its states: loading, failed, empty, of filters that are no longer set, with a next page. */
export function List<Item, Sort extends string>(props: ListProps<Item, Sort>) {
  const { label, list, idOf, empty, next, narrowing, isWide = false } = props
  const body = useRef<HTMLTableSectionElement>(null)
  const retry = () => void (list.data && list.hasNextPage ? list.fetchNextPage() : list.refetch())
  if (list.isPending) return <Loading />
  if (!list.data) return <Failure error={list.error} retry={retry} />
  const columns = props.columns.filter((column) => column !== false)
  const items = list.data.pages.flatMap(({ items }) => items)
  const [firstPage] = list.data.pages

  /** The button is gone after the last page: whoever pressed it goes on with what it brought. */
  async function showMore() {
    const shown = list.data?.pages.length
    let { data } = await list.fetchNextPage()
    // Reading again what others have changed meanwhile takes its place.
    if (data?.pages.length === shown) ({ data } = await list.fetchNextPage())
    // The next rows are drawn by then.
    requestAnimationFrame(() => body.current?.rows[items.length]?.querySelector('a')?.focus())
  }

  return (
    <Outdated isOld={list.isPlaceholderData}>
      {items.length === 0 &&
        (narrowing?.isNarrowed ? <NothingFound clear={narrowing.clear} /> : <Empty of={empty} next={next} />)}
      {items.length > 0 && (
        <div className={classes.frame} data-wide={isWide}>
          {/* Its parts name their roles, since cards are no table for a browser. */}
          <table role="table" aria-label={label} className={classes.table}>
            <thead role="rowgroup">
              <tr role="row">
                {columns.map((column) => (
                  <Heading key={column.header} column={column} sort={narrowing?.sort} sortBy={narrowing?.sortBy} />
                ))}
              </tr>
            </thead>
            <tbody role="rowgroup" ref={body}>
              {items.map((item) => (
                <tr role="row" key={idOf(item)}>
                  {columns.map(({ header, cell, isNumber, isMinor, isLong, isAction, inRow }) => (
                    <td
                      role="cell"
                      key={header}
                      data-label={header}
                      data-number={isNumber}
                      data-minor={isMinor}
                      data-long={isLong}
                      data-action={isAction}
                      data-in-row={inRow}
                      onPointerEnter={nameWhatIsCut}
                    >
                      {cell(item)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {list.error && <Failure error={list.error} retry={retry} />}
      <Group justify="space-between" mt="sm">
        <Text size="sm" c="dimmed" role="status">
          {items.length > 0 &&
            !list.isPlaceholderData &&
            firstPage &&
            'totalElements' in firstPage.page &&
            texts.list.shown(items.length, firstPage.page)}
        </Text>
        {list.hasNextPage && (
          <PendingButton variant="default" isPending={list.isFetchingNextPage} onClick={() => void showMore()}>
            {texts.list.more}
          </PendingButton>
        )}
      </Group>
    </Outdated>
  )
}

function NothingFound({ clear }: { clear: () => void }) {
  const button = (
    <Button variant="default" onClick={clear}>
      {texts.list.clear}
    </Button>
  )
  return <Empty of={texts.list.empty} next={button} />
}

/** A heading that sorts, where the service can sort by its column: first the way that is named first, then the other. */
function Heading<Item, Sort extends string>({ column, sort, sortBy }: HeadingProps<Item, Sort>) {
  const { header, sorts, isNumber, isMinor, isAction, width } = column
  const [first, second] = sorts ?? []
  const isSorted = sort !== undefined && (sort === first || sort === second)
  const order = isSorted ? (sort.endsWith('asc') ? 'ascending' : 'descending') : undefined
  return (
    <th role="columnheader" aria-sort={order} data-number={isNumber} data-minor={isMinor} style={{ width }}>
      {first === undefined || sortBy === undefined ? (
        isAction ? (
          <VisuallyHidden>{header}</VisuallyHidden>
        ) : (
          header
        )
      ) : (
        <UnstyledButton className={classes.heading} onClick={() => sortBy(sort === first ? second : first)}>
          {header}
          <span aria-hidden>{order === undefined ? '↕' : order === 'ascending' ? '↑' : '↓'}</span>
        </UnstyledButton>
      )}
    </th>
  )
}

/** Text that is cut is told whole under the pointer; the focus in a cell shows all of it. */
function nameWhatIsCut({ currentTarget: cell }: { currentTarget: HTMLElement }) {
  const isCut = [cell, ...cell.children].some(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
  cell.title = isCut ? (cell.textContent ?? '') : ''
}

interface Column<Item, Sort> {
  header: string
  cell: (item: Item) => ReactNode
  /** Both ways to sort by it; undefined where the service cannot. */
  sorts?: readonly [first: Sort, second: Sort]
  /** Numbers are at the right, so that their digits are under each other. */
  isNumber?: boolean
  /** Not shown where a table has little room. */
  isMinor?: boolean
  /** Not cut to one line. */
  isLong?: boolean
  /** A button, which says itself what it does. */
  isAction?: boolean
  /**
   * Its place where there is no room for columns. A row then has two lines in place of a card: it begins with its first column,
   * and what has no place in it is only heard. A good state has none beside one that is `belowUnlessGood`.
   */
  inRow?: 'end' | 'below' | 'belowUnlessGood' | 'belowEnd'
  width?: string
}

interface Narrowing<Sort> {
  sort?: Sort | undefined
  isNarrowed: boolean
  clear: () => void
  sortBy: (sort: Sort | undefined) => void
}

interface ListProps<Item, Sort extends string> {
  /** Names the table for a screen reader. */
  label: string
  /** Not every list of the service counts its items. */
  list: UseInfiniteQueryResult<InfiniteData<PageData<Item, PageInfo | CursorInfo>>>
  idOf: (item: Item) => string
  /** A column that is false is left out. */
  columns: (Column<Item, NoInfer<Sort>> | false)[]
  /** What somebody reads who has nothing yet: what this is. */
  empty: string
  /** What somebody does who has nothing yet. */
  next?: ReactNode
  /** What `useFilters` gives; undefined for a list without filters. */
  narrowing?: Narrowing<Sort>
  /** Rows of two lines, or cards, take the place of the table earlier: it has many columns. */
  isWide?: boolean
}

interface HeadingProps<Item, Sort> {
  column: Column<Item, Sort>
  sort: Sort | undefined
  sortBy: Narrowing<Sort>['sortBy'] | undefined
}
