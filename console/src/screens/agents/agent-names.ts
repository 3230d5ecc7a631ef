import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../api.ts'
import { beginOfDay, dayOf, timeZone } from '../../days.ts'
import type { Option } from '../../parts/named-filter.tsx'

/** The agents whose names have a text in them. */
export function useAgentNames(search: string | undefined): Option[] {
  const { queries } = useApi()
  const agents = useQuery(queries.agents.list({ name: search, sort: 'name,asc' }))
  return (agents.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }))
}

/** What an agent is called, or was called before it was deleted; null where it never was, undefined while nobody knows. */
export function useAgentName(id: string | undefined): string | null | undefined {
  const { queries } = useApi()
  // The name is the same of every range, and of one day it comes soonest.
  const today = { from: dayOf(beginOfDay(0)), timeZone }
  const work = useQuery({ ...queries.agents.work.get(id ?? '', today), enabled: id !== undefined })
  return work.data?.name
}
