import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router'
import { apiOf } from './api.ts'
import { readAgentFilters, readIntegrationFilters, readLedgerFilters } from './filters.ts'
import { readChangeFilters, readModelFilters, readUserFilters, readVersions } from './filters.ts'
import { Frame } from './frame.tsx'
import { Failure } from './parts/failure.tsx'
import { Loading } from './parts/loading.tsx'
import { ChooseInstance } from './screens/choose-instance.tsx'
import { finishSignIn } from './session.ts'

/** Every address of the console. The code of a screen is loaded when somebody goes there. */
export function createConsoleRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree,
    context: { queryClient },
    defaultErrorComponent: ({ error, reset }) => <Failure error={error} retry={reset} />,
    defaultPendingComponent: Loading,
    defaultNotFoundComponent: ChooseInstance,
    scrollRestoration: true,
    // What a route does not read from the address is not in its search: the service refuses unknown filters.
    search: { strict: true },
  })
}

const root = createRootRouteWithContext<{ queryClient: QueryClient }>()()

const home = createRoute({ getParentRoute: () => root, path: '/', component: ChooseInstance })

const callback = createRoute({
  getParentRoute: () => root,
  path: '/callback',
  // The answer of the identity provider, which `finishSignIn` reads.
  validateSearch: (search) => search,
  async beforeLoad() {
    throw redirect({ href: await finishSignIn(), replace: true })
  },
})

const instance = createRoute({
  getParentRoute: () => root,
  path: '/$instance',
  component: Frame,
  async beforeLoad({ params, context: { queryClient } }) {
    const api = apiOf(params.instance)
    await queryClient.ensureQueryData(api.queries.me())
    return { api }
  },
})

const overview = createRoute({
  getParentRoute: () => instance,
  path: '/',
  component: lazyRouteComponent(() => import('./screens/overview.tsx'), 'Overview'),
})

const users = createRoute({
  getParentRoute: () => instance,
  path: 'users',
  validateSearch: readUserFilters,
  component: lazyRouteComponent(() => import('./screens/users.tsx'), 'Users'),
})

const user = createRoute({
  getParentRoute: () => instance,
  path: 'users/$userId',
  component: lazyRouteComponent(() => import('./screens/user.tsx'), 'User'),
})

const agents = createRoute({
  getParentRoute: () => instance,
  path: 'agents',
  validateSearch: readAgentFilters,
  component: lazyRouteComponent(() => import('./screens/agents.tsx'), 'Agents'),
})

const agent = createRoute({
  getParentRoute: () => instance,
  path: 'agents/$agentId',
  component: lazyRouteComponent(() => import('./screens/agent.tsx'), 'Agent'),
})

const integrations = createRoute({
  getParentRoute: () => instance,
  path: 'integrations',
  validateSearch: readIntegrationFilters,
  component: lazyRouteComponent(() => import('./screens/integrations.tsx'), 'Integrations'),
})

const integration = createRoute({
  getParentRoute: () => instance,
  path: 'integrations/$integrationId',
  component: lazyRouteComponent(() => import('./screens/integration.tsx'), 'Integration'),
})

const models = createRoute({
  getParentRoute: () => instance,
  path: 'twu-models',
  validateSearch: readModelFilters,
  component: lazyRouteComponent(() => import('./screens/twu-models.tsx'), 'TwuModels'),
})

const model = createRoute({
  getParentRoute: () => instance,
  path: 'twu-models/$modelId',
  component: lazyRouteComponent(() => import('./screens/twu-model.tsx'), 'TwuModel'),
})

const draft = createRoute({
  getParentRoute: () => instance,
  path: 'twu-models/$modelId/draft/$version',
  component: lazyRouteComponent(() => import('./screens/twu-draft.tsx'), 'TwuDraft'),
})

const comparison = createRoute({
  getParentRoute: () => instance,
  path: 'twu-models/$modelId/compare',
  validateSearch: readVersions,
  component: lazyRouteComponent(() => import('./screens/twu-comparison.tsx'), 'TwuComparison'),
})

const ledger = createRoute({
  getParentRoute: () => instance,
  path: 'work-ledger',
  validateSearch: readLedgerFilters,
  component: lazyRouteComponent(() => import('./screens/work-ledger.tsx'), 'WorkLedger'),
})

const ledgerEntry = createRoute({
  getParentRoute: () => instance,
  path: 'work-ledger/$entryId',
  component: lazyRouteComponent(() => import('./screens/work-ledger-entry.tsx'), 'WorkLedgerEntry'),
})

const reviews = createRoute({
  getParentRoute: () => instance,
  path: 'reviews',
  component: lazyRouteComponent(() => import('./screens/reviews.tsx'), 'Reviews'),
})

const changes = createRoute({
  getParentRoute: () => instance,
  path: 'changes',
  validateSearch: readChangeFilters,
  component: lazyRouteComponent(() => import('./screens/changes.tsx'), 'Changes'),
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
    integrations,
    integration,
    models,
    model,
    draft,
    comparison,
    ledger,
    ledgerEntry,
    reviews,
    changes,
  ]),
])

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>
  }
}
