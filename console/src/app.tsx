import './styles.ts'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import type { createConsoleRouter } from './routes.tsx'
import { cssVariablesResolver, theme } from './theme.ts'

/** The console, with all that its screens need around them. */
export function App({ queryClient, router }: AppProps) {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} defaultColorScheme="auto">
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  )
}

interface AppProps {
  queryClient: QueryClient
  router: ReturnType<typeof createConsoleRouter>
}
