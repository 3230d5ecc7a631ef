import type { PageData, ReadOptions } from '@instance-admin/sdk/react-query'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useApi } from '../api.ts'
import { shortestLedgerSearch } from '../filters.ts'
import { signs } from '../parts/signs.tsx'
import { texts } from '../texts.ts'
import { menu } from './screens.ts'

const size = 5

/** What has the text in its name, in groups: the screens, and a few of each list that the caller's roles open. */
export function useFound(text: string) {
  const screens = useScreens(text)
  const lists = useLists(text)
  return {
    groups: [{ label: texts.search.screens, found: screens }, ...lists].filter(({ found }) => found.length > 0),
    isSearching: lists.some(({ isSearching }) => isSearching),
    hasFailed: lists.some(({ hasFailed }) => hasFailed),
  }
}

function useScreens(text: string): Found[] {
  const { instance, may } = useApi()
  const navigate = useNavigate()
  return menu
    .flatMap(({ screens }): MenuScreen[] => [...screens])
    .filter(({ label, opensBy }) => may(opensBy) && label.toLowerCase().includes(text.toLowerCase()))
    .map(({ to, label, sign }) => ({
      id: `found-${label.replaceAll(' ', '-')}`,
      label,
      sign,
      go: () => void navigate({ to, params: { instance } }),
    }))
}

function useLists(text: string) {
  const { instance, queries, may } = useApi()
  const navigate = useNavigate()
  const isTyped = text !== ''
  const toAgent = may('agents.work.get') ? '/$instance/agents/$agentId/work' : '/$instance/agents/$agentId'
  return [
    useList({
      label: texts.users.title,
      sign: signs.users,
      isAsked: isTyped && may('users.list'),
      query: queries.users.list({ search: text, size }),
      toFound: ({ id, username, name, familyName }) => ({
        id,
        label: username,
        description: [name, familyName].filter(Boolean).join(' '),
        go: () => void navigate({ to: '/$instance/users/$userId', params: { instance, userId: id } }),
      }),
    }),
    useList({
      label: texts.agents.title,
      sign: signs.agents,
      isAsked: isTyped && may('agents.list'),
      query: queries.agents.list({ name: text, size }),
      toFound: ({ id, name, type, model }) => ({
        id,
        label: name,
        description: model ?? texts.agents.types[type],
        go: () => void navigate({ to: toAgent, params: { instance, agentId: id } }),
      }),
    }),
    useList({
      label: texts.integrations.title,
      sign: signs.integrations,
      isAsked: isTyped && may('integrations.list'),
      query: queries.integrations.list({ search: text, size }),
      toFound: ({ id, name, status }) => ({
        id,
        label: name,
        description: texts.statuses[status],
        go: () =>
          void navigate({ to: '/$instance/integrations/$integrationId', params: { instance, integrationId: id } }),
      }),
    }),
    useList({
      label: texts.models.title,
      sign: signs.models,
      isAsked: isTyped && may('twuModels.list'),
      query: queries.twuModels.list({ name: text, size }),
      toFound: ({ modelId, name, status }) => ({
        id: modelId,
        label: name,
        description: texts.statuses[status],
        go: () => void navigate({ to: '/$instance/twu-models/$modelId', params: { instance, modelId } }),
      }),
    }),
    useList({
      label: texts.ledger.title,
      sign: signs.ledger,
      isAsked: text.length >= shortestLedgerSearch && may('workLedger.list'),
      query: queries.workLedger.list({ search: text, size }),
      toFound: ({ id, title, relatedEntity }) => ({
        id,
        label: title,
        description: relatedEntity,
        go: () => void navigate({ to: '/$instance/work-ledger/$entryId', params: { instance, entryId: id } }),
      }),
    }),
  ]
}

/** What was found for one text stays until the next is found, and is of no use a minute later. */
function useList<Item, Code extends string>({ label, sign, isAsked, query, toFound }: SearchedList<Item, Code>) {
  const { data, isFetching, isError } = useQuery({
    ...query,
    placeholderData: keepPreviousData,
    gcTime: 60_000,
    enabled: isAsked,
  })
  const items = isAsked && data ? data.items : []
  return {
    label,
    found: items.map(toFound).map(({ id, ...found }): Found => ({ ...found, id: `found-${id}`, sign })),
    isSearching: isFetching,
    hasFailed: isAsked && isError,
  }
}

interface SearchedList<Item, Code extends string> {
  label: string
  sign: ReactNode
  isAsked: boolean
  query: ReadOptions<PageData<Item>, Code>
  toFound: (item: Item) => Omit<Found, 'sign'>
}

export interface Found {
  id: string
  label: string
  description?: string
  sign: ReactNode
  go: () => void
}

type MenuScreen = (typeof menu)[number]['screens'][number]
