import { describe, expect, test } from 'vitest'
import { userInput } from '../../helpers/data/users.ts'
import { expectAccessible, type Walk } from '../visit.ts'

export function describeUsers({ kind, acme, arrive }: Walk): void {
  describe('users', () => {
    test('are created, found, changed and brought back', async () => {
      const { page, complaints } = await arrive('Administrator', '/users')
      await page.getByRole('button', { name: 'New user' }).click()
      const dialog = page.getByRole('dialog', { name: 'New user' })
      await dialog.getByLabel('Username').fill(`ada-${kind}`)
      await dialog.getByLabel('Email').fill(`ada-${kind}@example.com`)
      await dialog.getByLabel('First name').fill('Ada')
      await dialog.getByLabel(/^Temporary password/).fill('correct-horse-battery')
      await dialog.getByText('Without a role this person can sign in').waitFor()
      await dialog.getByRole('checkbox', { name: 'Manager' }).check()
      await dialog.getByText('Without a role').waitFor({ state: 'hidden' })
      await dialog.getByText('Decides reviews.').waitFor()
      await expectAccessible(page)
      await dialog.getByRole('button', { name: 'Create user' }).click()
      await dialog.waitFor({ state: 'hidden' })
      const issued = page.getByRole('dialog', { name: `ada-${kind} can sign in` })
      await expect.poll(() => issued.getByLabel('Temporary password').inputValue()).toBe('correct-horse-battery')
      await page.keyboard.press('Escape')
      await expectAccessible(page)
      await issued.getByRole('button', { name: 'Close' }).click()

      await page.getByLabel('Search username, email or name').fill(`ADA-${kind}`)
      await page.waitForURL(/search=ADA/)
      await page.getByText('1 of 1', { exact: true }).waitFor()
      await expectAccessible(page)
      await page.getByRole('link', { name: `Ada ada-${kind}` }).click()
      await page.getByText('Temporary, not replaced yet').waitFor()

      await page.getByLabel('Family name').fill('Lovelace')
      await page.getByLabel('Can sign in').uncheck()
      await page.getByRole('button', { name: 'Save' }).click()
      // A notification stays under the pointer.
      await page.getByText(`ada-${kind} was saved.`).hover()
      await expectAccessible(page)
      const find = async () => (await acme.users.list({ search: `ada-${kind}` })).items[0]
      expect(await find()).toMatchObject({ familyName: 'Lovelace', enabled: false, roles: ['Manager'] })

      await page.getByRole('button', { name: 'Undo' }).click()
      await expect.poll(find).toMatchObject({ familyName: null, enabled: true })
      await expect.poll(() => page.getByLabel('Family name').inputValue()).toBe('')

      await page.getByRole('button', { name: 'Delete Ada' }).click()
      const question = page.getByRole('dialog', { name: 'Delete Ada' })
      await question.getByText('Their work stays in the ledger.').waitFor()
      await expectAccessible(page)
      await question.getByRole('button', { name: 'Delete Ada' }).click()
      await page.getByText('Ada was deleted.').waitFor()
      expect(await find()).toBeUndefined()
      expect(complaints).toEqual([])
    })

    test('show at the field what the service refuses', async () => {
      await acme.users.create(userInput(`taken-${kind}`))
      const { page } = await arrive('Administrator', '/users')
      await page.getByRole('button', { name: 'New user' }).click()
      const dialog = page.getByRole('dialog', { name: 'New user' })
      await dialog.getByLabel('Username').fill(`taken-${kind}`)
      await dialog.getByLabel('Email').fill('other@example.com')
      await dialog.getByLabel('First name').fill('Ada')
      await dialog.getByLabel(/^Temporary password/).fill('correct-horse-battery')
      await dialog.getByRole('button', { name: 'Create user' }).click()
      await dialog.getByText('Username is taken').last().waitFor()
      await dialog.getByLabel('Username').and(dialog.locator('[aria-invalid=true]')).waitFor()
      await expectAccessible(page)
    })

    test.each([
      ['Overwrite with mine', 'Mine'],
      ['Use theirs', 'Theirs'],
    ])('that somebody else has changed meanwhile ask what counts: %s', async (button, name) => {
      const user = await acme.users.create(userInput(`${kind}-${name}`))
      const { page } = await arrive('Administrator', `/users/${user.id}`)
      await page.getByLabel('First name').fill('Mine')
      await acme.users.update(user.id, { name: 'Theirs' })
      await page.getByRole('button', { name: 'Save' }).click()
      const dialog = page.getByRole('dialog', { name: 'Somebody else changed this' })
      expect(await dialog.getByRole('row').last().innerText()).toMatch(/First name\s+Mine\s+Theirs/)
      await expectAccessible(page)
      await dialog.getByRole('button', { name: button }).click()
      await dialog.waitFor({ state: 'hidden' })
      expect(await page.getByRole('alert').filter({ hasText: 'Failed to' }).count()).toBe(0)
      expect(await page.getByLabel('First name').inputValue()).toBe(name)
      await expect.poll(async () => (await acme.users.get(user.id)).name).toBe(name)
    })
  })
}
