import { QueryClient } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { createConsoleRouter, preloadScreens } from './routes.tsx'
import { language } from './texts.ts'

/** What is on the screen is followed (`Frame`), so nothing becomes old by itself. */
const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
const router = createConsoleRouter(queryClient)
preloadScreens(router)

document.documentElement.lang = language
const container = document.getElementById('root')
if (!container) throw new Error('The page has no #root.')
createRoot(container).render(
  <StrictMode>
    <App queryClient={queryClient} router={router} />
  </StrictMode>,
)
