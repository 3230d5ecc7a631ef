import { createTestServer } from '@instance-admin/sdk/testing'
import { QueryClient } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import { App } from '../../app.tsx'
import { createConsoleRouter } from '../../routes.tsx'

// Nobody has to sign in: the test server takes any token.
vi.mock('../../session.ts', () => ({
  createSession: () => ({ token: async () => 'any', isSignedIn: () => true, signOut: async () => {} }),
}))

const server = createTestServer({
  instances: {
    acme: {
      users: [
        { username: 'ada', email: 'ada@example.com', roles: ['Administrator'] },
        { username: 'grace', email: 'grace@example.com', roles: ['Viewer'], enabled: false },
      ],
    },
  },
})
vi.stubGlobal('fetch', server.fetch)

let close = () => {}
afterEach(() => close())

test('the list shows who may sign in, and the address filters it', async () => {
  const page = open('/acme/users?search=gra')
  await vi.waitFor(() => expect(page.querySelector('table')).not.toBeNull(), 10_000)
  const rows = [...page.querySelectorAll('tbody tr')].map((row) => row.textContent)
  expect(rows).toEqual([expect.stringMatching(/grace.*Viewer.*Disabled/)])
})

test('the list says why it cannot be shown, and tries again', async () => {
  server.respondOnce('users.list', { status: 403, code: 'role_missing' })
  const page = open('/acme/users')
  const again = () => page.querySelector<HTMLButtonElement>('[role=alert] button')
  await vi.waitFor(() => expect(again()).not.toBeNull(), 10_000)
  expect(again()?.closest('[role=alert]')?.textContent).toMatch(/^Failed to .*Ask an administrator/)
  again()?.click()
  await vi.waitFor(() => expect(page.querySelectorAll('tbody tr').length).toBe(2), 10_000)
})

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
