import { createTestServer } from '@instance-admin/sdk/testing'
import { QueryClient } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import { App } from '../../app.tsx'
import { createConsoleRouter } from '../../routes.tsx'

vi.mock('../../session.ts', () => ({
  createSession: () => ({ token: async () => 'any', isSignedIn: () => true, signOut: async () => {} }),
}))

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
const work = (days: number, cost: number) => ({ createdAt: daysAgo(days), updatedAt: daysAgo(days), cost })
const waiting = { status: 'completed', policyStatus: 'review_required' } as const

vi.stubGlobal(
  'fetch',
  createTestServer({
    instances: {
      acme: {
        integrations: [{ status: 'active' }, { status: 'inactive' }, { status: 'connecting' }],
        workLedger: [
          { ...work(3, 30), ...waiting, id: 'second', title: 'The second one' },
          { ...work(9, 18), ...waiting, id: 'first', title: 'The first one' },
          { ...work(40, 32), policyStatus: 'compliant' },
        ],
      },
    },
  }).fetch,
)

// Fields that grow wait for the fonts, of which happy-dom has none.
Object.defineProperty(document, 'fonts', { value: new EventTarget() })

let close = () => {}
afterEach(() => close())

test('what does not fail needs no attention, and the days before are compared', async () => {
  const page = open('/acme')
  await shows(page, 'No integration is failing.')
  await shows(page, '+50%')
  await shows(page, '+100%')
})

test('what waits for a review leads to its place in the queue', async () => {
  const page = open('/acme')
  await shows(page, 'The second one')
  const links = [...page.querySelectorAll<HTMLAnchorElement>('section[aria-label="To review"] a')]
  expect(links.map(({ textContent }) => textContent)).toEqual(['View all 2', 'The first one', 'The second one'])
  links.at(-1)?.click()
  await shows(page, '2 to review.')
  await shows(page, '2 of 2')
  expect(page.querySelector('article')?.getAttribute('aria-label')).toBe('The second one')
})

async function shows(page: HTMLElement, text: string) {
  await vi.waitFor(() => expect(page.textContent).toContain(text), 10_000)
}

/** The console at an address, as in a browser. */
function open(address: string): HTMLElement {
  history.replaceState(null, '', address)
  const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  root.render(<App queryClient={queryClient} router={createConsoleRouter(queryClient)} />)
  close = () => {
    root.unmount()
    document.body.replaceChildren()
  }
  return document.body
}
