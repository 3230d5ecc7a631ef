import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute, createRouter, redirect } from '@tanstack/react-router'
import { apiOf } from './api.ts'
import {
  readAgentFilters,
  readChangeFilters,
  readIntegrations,
  readLedgerFilters,
  readModelFilters,
  readReviewFilters,
  readUserFilters,
  readVersions,
  readWorkFilters,
  toLedgerQuery,
} from './filters.ts'
import { Frame } from './frame/frame.tsx'
import { RouteFailure } from './frame/route-failure.tsx'
import { Loading } from './parts/loading.tsx'
import { NotFound } from './parts/not-found.tsx'
import { lazyPart } from './parts/online.ts'
import { notePlaces } from './parts/places.ts'
import { ChooseInstance } from './screens/choose-instance.tsx'
import { loadSignIn } from './session.ts'

/**
 * Every address of the console. The code of a screen is loaded when somebody goes there, and at the same time who is signed
 * in and the rows of a list.
 */
export function createConsoleRouter(queryClient: QueryClient) {
  const router = createRouter({
    routeTree,
    // The service serves the console at /console/.
    basepath: import.meta.env.BASE_URL,
    context: { queryClient },
    defaultErrorComponent: RouteFailure,
    defaultPendingComponent: Loading,
    defaultNotFoundComponent: NotFound,
    scrollRestoration: true,
    // What a route does not read from the address is not in its search: the service refuses unknown filters.
    search: { strict: true },
  })
  notePlaces(router)
  return router
}

/** Loads the code of all screens once nothing else is to be done: then somebody can go to each of them without a network. */
export function preloadScreens({ routesById, loadRouteChunk }: ReturnType<typeof createConsoleRouter>): void {
  setTimeout(() => {
    Object.values(routesById).forEach((route) => void loadRouteChunk(route))
    void loadSignIn()
  }, 4000)
}

const root = createRootRouteWithContext<{ queryClient: QueryClient }>()()

const home = createRoute({ getParentRoute: () => root, path: '/', component: ChooseInstance })

const callback = createRoute({
  getParentRoute: () => root,
  path: '/callback',
  // The answer of the identity provider, which `finishSignIn` reads.
  validateSearch: (search) => search,
  async beforeLoad() {
    const { finishSignIn } = await loadSignIn()
    throw redirect({ href: await finishSignIn(), replace: true })
  },
})

const instance = createRoute({
  getParentRoute: () => root,
  path: '/$instance',
  component: Frame,
  beforeLoad: ({ params }) => ({ api: apiOf(params.instance) }),
  loader: ({ context: { api, queryClient } }) => queryClient.ensureQueryData(api.queries.me()),
})

const overview = createRoute({
  getParentRoute: () => instance,
  path: '/',
  component: lazyPart(() => import('./screens/overview/overview.tsx'), 'Overview'),
})

const users = createRoute({
  getParentRoute: () => instance,
  path: 'users',
  validateSearch: readUserFilters,
  loaderDeps: ({ search }) => search,
  // The rows are asked for while the code that shows them is on its way.
  loader: ({ deps, context: { api, queryClient } }) =>
    void queryClient.prefetchInfiniteQuery(api.queries.users.listInfinite(deps)),
  component: lazyPart(() => import('./screens/users/users.tsx'), 'Users'),
})

const user = createRoute({
  getParentRoute: () => instance,
  path: 'users/$userId',
  component: lazyPart(() => import('./screens/users/user.tsx'), 'User'),
})

const agents = createRoute({
  getParentRoute: () => instance,
  path: 'agents',
  validateSearch: readAgentFilters,
  loaderDeps: ({ search }) => search,
  loader: ({ deps, context: { api, queryClient } }) =>
    void queryClient.prefetchInfiniteQuery(api.queries.agents.listInfinite(deps)),
  component: lazyPart(() => import('./screens/agents/agents.tsx'), 'Agents'),
})

const agent = createRoute({
  getParentRoute: () => instance,
  path: 'agents/$agentId',
  component: lazyPart(() => import('./screens/agents/agent.tsx'), 'Agent'),
})

const agentWork = createRoute({
  getParentRoute: () => instance,
  path: 'agents/$agentId/work',
  validateSearch: readWorkFilters,
  component: lazyPart(() => import('./screens/agents/agent-work.tsx'), 'AgentWork'),
})

const integrations = createRoute({
  getParentRoute: () => instance,
  path: 'integrations',
  validateSearch: readIntegrations,
  loaderDeps: ({ search: { new: _type, ...filters } }) => filters,
  loader({ deps, context: { api, queryClient } }) {
    // What needs attention are two lists, which ask for themselves.
    if (!deps.attention) void queryClient.prefetchInfiniteQuery(api.queries.integrations.listInfinite(deps))
  },
  component: lazyPart(() => import('./screens/integrations/integrations.tsx'), 'Integrations'),
})

const integration = createRoute({
  getParentRoute: () => instance,
  path: 'integrations/$integrationId',
  component: lazyPart(() => import('./screens/integrations/integration.tsx'), 'Integration'),
})

const models = createRoute({
  getParentRoute: () => instance,
  path: 'twu-models',
  validateSearch: readModelFilters,
  loaderDeps: ({ search }) => search,
  loader: ({ deps, context: { api, queryClient } }) =>
    void queryClient.prefetchInfiniteQuery(api.queries.twuModels.listInfinite(deps)),
  component: lazyPart(() => import('./screens/twu/twu-models.tsx'), 'TwuModels'),
})

const model = createRoute({
  getParentRoute: () => instance,
  path: 'twu-models/$modelId',
  component: lazyPart(() => import('./screens/twu/twu-model.tsx'), 'TwuModel'),
})

const draft = createRoute({
  getParentRoute: () => instance,
  path: 'twu-models/$modelId/draft/$version',
  component: lazyPart(() => import('./screens/twu/twu-draft.tsx'), 'TwuDraft'),
})

const comparison = createRoute({
  getParentRoute: () => instance,
  path: 'twu-models/$modelId/compare',
  validateSearch: readVersions,
  component: lazyPart(() => import('./screens/twu/twu-comparison.tsx'), 'TwuComparison'),
})

const ledger = createRoute({
  getParentRoute: () => instance,
  path: 'work-ledger',
  validateSearch: readLedgerFilters,
  loaderDeps: ({ search }) => search,
  loader: ({ deps, context: { api, queryClient } }) =>
    void queryClient.prefetchInfiniteQuery(api.queries.workLedger.listInfinite(toLedgerQuery(deps))),
  component: lazyPart(() => import('./screens/work-ledger/work-ledger.tsx'), 'WorkLedger'),
})

const ledgerEntry = createRoute({
  getParentRoute: () => instance,
  path: 'work-ledger/$entryId',
  component: lazyPart(() => import('./screens/work-ledger/work-ledger-entry.tsx'), 'WorkLedgerEntry'),
})

const reviews = createRoute({
  getParentRoute: () => instance,
  path: 'reviews',
  validateSearch: readReviewFilters,
  component: lazyPart(() => import('./screens/reviews/reviews.tsx'), 'Reviews'),
})

const prices = createRoute({
  getParentRoute: () => instance,
  path: 'prices',
  component: lazyPart(() => import('./screens/prices/prices.tsx'), 'Prices'),
})

const changes = createRoute({
  getParentRoute: () => instance,
  path: 'changes',
  validateSearch: readChangeFilters,
  loaderDeps: ({ search }) => search,
  loader: ({ deps, context: { api, queryClient } }) =>
    void queryClient.prefetchInfiniteQuery(api.queries.changes.listInfinite(deps)),
  component: lazyPart(() => import('./screens/changes/changes.tsx'), 'Changes'),
})

const webhooks = createRoute({
  getParentRoute: () => instance,
  path: 'webhooks',
  loader: ({ context: { api, queryClient } }) =>
    void queryClient.prefetchInfiniteQuery(api.queries.webhooks.listInfinite()),
  component: lazyPart(() => import('./screens/webhooks/webhooks.tsx'), 'Webhooks'),
})

const webhook = createRoute({
  getParentRoute: () => instance,
  path: 'webhooks/$webhookId',
  component: lazyPart(() => import('./screens/webhooks/webhook.tsx'), 'Webhook'),
})

const routeTree = root.addChildren([
  home,
  callback,
  instance.addChildren([
    overview,
    users,
    user,
    agents,
    agent,
    agentWork,
    integrations,
    integration,
    models,
    model,
    draft,
    comparison,
    ledger,
    ledgerEntry,
    reviews,
    prices,
    changes,
    webhooks,
    webhook,
  ]),
])

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>
  }
}
