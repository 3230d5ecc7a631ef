import './styles.ts'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { withNetwork } from './parts/online.ts'
import type { createConsoleRouter } from './routes.tsx'
import { cssVariablesResolver, theme } from './theme.ts'

/** Nothing is told before the first screen is there. */
const Notifications = lazy(
  withNetwork(async () => ({ default: (await import('./parts/notifications.tsx')).Notifications })),
)

/** The console, with all that its screens need around them. */
export function App({ queryClient, router }: AppProps) {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} defaultColorScheme="auto">
      <QueryClientProvider client={queryClient}>
        <Suspense>
          <Notifications />
        </Suspense>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  )
}

interface AppProps {
  queryClient: QueryClient
  router: ReturnType<typeof createConsoleRouter>
}
