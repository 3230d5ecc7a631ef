import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { createElement, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createClient } from '@instance-admin/sdk'
import { createQueries } from '@instance-admin/sdk/react-query'
import { useLiveQueries } from '@instance-admin/sdk/react-query/live'

/** Shows the agents, and never reads them again by itself. The parameter `api` is the address of the service. */
const baseUrl = new URLSearchParams(location.search).get('api') ?? ''
const client = createClient({ baseUrl, token: 'any' })
const queries = createQueries(client, 'acme')

function Agents() {
  const failure = useLiveQueries(client, 'acme')
  const { data } = useQuery({ ...queries.agents.list({ sort: 'name,asc' }), staleTime: Infinity })
  return failure?.message ?? data?.items.map(({ name }) => name).join(', ')
}

const cache = new QueryClient()
const app = createElement(QueryClientProvider, { client: cache }, createElement(Agents))
const main = document.querySelector('main')
if (main) createRoot(main).render(createElement(StrictMode, null, app))
