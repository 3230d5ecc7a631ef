import { describe, expect, test } from 'vitest'
import { expectAccessible, type Walk } from '../visit.ts'

export function describeSignIn({ kind, house, arrive }: Walk): void {
  describe('whoever signs in', () => {
    test('comes back to the address where the sign-in began', async () => {
      const { page } = await arrive('Administrator', '/users?search=nobody')
      await page.getByText('Nothing found.').waitFor()
      expect(page.url()).toBe(`${house.url}/acme/users?search=nobody`)
    })

    test('sees what the role opens, and nothing else', async () => {
      const { page, open } = await arrive('Editor')
      const menu = page.getByRole('navigation', { name: 'Menu' }).getByRole('link')
      expect(await menu.allTextContents()).toEqual(['Overview', 'Agents', 'TWU models', 'AI prices', 'Integrations'])
      await open('/users')
      const alert = page.getByRole('alert')
      await alert.waitFor()
      expect(await alert.innerText()).toMatch(/This operation is open to [^]*Request ID/)
    })

    test('sees the name of the instance', async () => {
      const { page } = await arrive('Viewer')
      const option = page.getByRole('banner').getByText('Acme', { exact: true })
      await option.waitFor({ state: 'attached' })
      expect(await option.textContent()).toBe('Acme')
    })

    // A token of the embedded provider is for one instance.
    test.skipIf(kind === 'server')('chooses among those of the token, without another sign-in', async () => {
      const { page, open, complaints } = await arrive('Viewer')
      const chosen = page.getByRole('combobox', { name: 'Instance' })
      await chosen.selectOption('Globex')
      await page.waitForURL(`${house.url}/globex`)
      await page.getByRole('heading', { name: 'Overview' }).waitFor()
      await expectAccessible(page)
      await page.goto(house.url)
      await page.getByRole('heading', { name: 'Your instances' }).waitFor()
      await expectAccessible(page)
      await page.getByRole('link', { name: 'Demo' }).click()
      await page.getByRole('heading', { name: 'Overview' }).waitFor()
      expect(page.url()).toBe(`${house.url}/demo`)
      await open('')
      expect(await chosen.inputValue()).toBe('acme')
      expect(complaints).toEqual([])
    })

    test('signs out, and has to sign in again', async () => {
      const { page, open } = await arrive('Viewer')
      await page.getByRole('button', { name: 'Account of' }).click()
      const signOut = page.getByRole('button', { name: 'Sign out' })
      await signOut.waitFor()
      await expectAccessible(page)
      await signOut.click()
      if (kind === 'server') {
        // The page of the identity provider asks again, by a button of the same name.
        await page.waitForURL((url) => url.origin === new URL(house.side.issuer).origin)
        await page.getByRole('button', { name: 'Sign out' }).click()
      }
      await page.getByRole('button', { name: 'Open' }).waitFor()
      await open('')
      await house.side.signIn(page, 'Manager')
      await page.getByRole('button', { name: 'Account of' }).click()
      await page.getByText('Manager', { exact: true }).waitFor()
    })
  })
}
