import '@mantine/spotlight/styles.css'
import { VisuallyHidden } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { createSpotlight, Spotlight, useSpotlight } from '@mantine/spotlight'
import { useEffect, useState } from 'react'
import { shortestLedgerSearch } from '../filters.ts'
import { Sign, signs } from '../parts/signs.tsx'
import { texts } from '../texts.ts'
import classes from './search.module.css'
import { useFound } from './search-found.ts'

const labels = texts.search
const [store, spotlight] = createSpotlight()
const listId = 'search-found'

/** Searches everything by name: the screens, and what the caller's roles open. */
export function Search({ isOpen, close }: { isOpen: boolean; close: () => void }) {
  useEffect(() => (isOpen ? spotlight.open() : spotlight.close()), [isOpen])
  return (
    <Spotlight.Root
      store={store}
      shortcut={null}
      onSpotlightClose={close}
      // Where it was, or at the heading of what was opened: `useKeptFocus` knows which.
      returnFocus={false}
      overlayProps={{ backgroundOpacity: 0.35 }}
      attributes={{ content: { 'aria-label': labels.label } }}
      classNames={{ actionDescription: classes.description }}
      scrollable
      maxHeight="60vh"
    >
      <Results />
    </Spotlight.Root>
  )
}

function Results() {
  const { query } = useSpotlight(store)
  const [chosen, choose] = useState({ among: '', at: 0 })
  const [text] = useDebouncedValue(query.trim(), 200)
  const { groups, isSearching, hasFailed } = useFound(text)
  const ids = groups.flatMap(({ found }) => found.map(({ id }) => id))
  const all = ids.join(' ')
  // The first of what was found is chosen, as soon as it is there, and marked as the library does.
  useEffect(() => {
    store.setState({ ...store.getState(), selected: 0 })
    for (const [at, id] of all.split(' ').entries())
      document.getElementById(id)?.toggleAttribute('data-selected', at === 0)
  }, [all])
  const selected = chosen.among === all ? chosen.at : 0
  /** The library marks what is chosen, and tells nobody. */
  const follow = () => queueMicrotask(() => choose({ among: all, at: store.getState().selected }))
  const isEmpty = ids.length === 0 && !isSearching
  return (
    <>
      <Spotlight.Search
        placeholder={labels.label}
        aria-label={labels.label}
        role="combobox"
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={ids[selected]}
        leftSection={<Sign of={signs.search} />}
        onKeyDown={follow}
        onChange={follow}
      />
      <Spotlight.ActionsList id={listId} role="listbox" aria-label={labels.label} aria-busy={isSearching}>
        {groups.map(({ label, found }) => (
          <Spotlight.ActionsGroup key={label} label={label} role="group" aria-label={label}>
            {found.map(({ id, label, description, sign, go }) => (
              <Spotlight.Action
                key={id}
                // The library keeps an `id` to itself, and a screen reader needs it.
                ref={(element: HTMLElement | null) => element?.setAttribute('id', id)}
                role="option"
                aria-selected={ids[selected] === id}
                label={label}
                description={description ?? ''}
                leftSection={<Sign of={sign} />}
                highlightQuery
                onClick={go}
              />
            ))}
          </Spotlight.ActionsGroup>
        ))}
      </Spotlight.ActionsList>
      {isEmpty && <Spotlight.Empty>{labels.nothing(text)}</Spotlight.Empty>}
      <VisuallyHidden role="status">{isEmpty && labels.nothing(text)}</VisuallyHidden>
      <Spotlight.Footer className={classes.footer}>
        {hasFailed
          ? labels.failed
          : text !== '' && text.length < shortestLedgerSearch
            ? labels.short(shortestLedgerSearch)
            : labels.hint}
      </Spotlight.Footer>
    </>
  )
}
