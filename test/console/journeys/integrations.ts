import { describe, expect, test } from 'vitest'
import { expectAccessible, type Walk } from '../visit.ts'

export function describeIntegrations({ kind, house, acme, arrive }: Walk): void {
  describe('integrations', () => {
    test('are connected with the form of their type, tested, changed and deleted', async () => {
      const { page, complaints } = await arrive('Editor', '/integrations')
      await page.getByRole('button', { name: 'New integration' }).click()
      const dialog = page.getByRole('dialog', { name: 'New integration' })
      await dialog.getByRole('button', { name: 'Zendesk Support' }).click()
      await dialog.getByLabel('Authentication').selectOption('Email and API token')
      await dialog.getByLabel('Name').fill(`Help desk ${kind} [bad_credentials]`)
      await dialog.getByLabel('Subdomain').fill('not a subdomain')
      await dialog.getByLabel('Email').fill('agent@example.com')
      await dialog.getByLabel('API Token').fill('your-api-token-[bad_credentials]')
      await expectAccessible(page)
      await dialog.getByRole('button', { name: 'Create integration' }).click()
      await dialog.getByText('Subdomain is not valid').last().waitFor()
      await dialog.getByLabel('Subdomain').fill('acme')
      await dialog.getByRole('button', { name: 'Test connection' }).click()
      await dialog.getByRole('list', { name: 'Steps of the test' }).getByText('Failed').waitFor()
      await dialog.getByText('Tested with your unsaved changes.').waitFor()
      if (kind === 'mock') {
        await dialog.getByText('Check API Token.').first().waitFor()
        await dialog.getByLabel('API Token').and(dialog.locator('[aria-invalid=true]')).waitFor()
      }
      expect(await acme.integrations.list({ search: `Help desk ${kind}` })).toMatchObject({ items: [] })
      const tomorrow = new Date(Date.now() + 864e5).toISOString().slice(0, 10)
      await dialog.getByLabel('Secrets expire on').fill(tomorrow)
      await expectAccessible(page)
      await dialog.getByRole('button', { name: 'Create integration' }).click()

      await page.getByRole('heading', { name: `Help desk ${kind}` }).waitFor()
      await page.getByText('Already set. Leave empty to keep it.').waitFor()
      expect(await page.getByLabel('API Token').inputValue()).toBe('')
      await page.getByRole('button', { name: 'Test connection' }).click()
      const outcome = page.getByRole('status').filter({ has: page.getByRole('list') })
      // The service calls the vendor, and no test has a network.
      const title = kind === 'mock' ? 'Wrong credentials' : /./
      await outcome.filter({ hasText: title }).waitFor()
      const find = async () => (await acme.integrations.list({ search: `Help desk ${kind}` })).items
      const status = kind === 'mock' ? 'Error' : /^(Connecting|Error)$/
      await page.getByText(status, { exact: true }).waitFor()
      await expectAccessible(page)
      const testedAt = async () => (await find())[0]?.lastTest?.at
      const before = await testedAt()
      await page.getByRole('button', { name: 'Test again' }).click()
      await expect.poll(testedAt).not.toBe(before)
      // Until then the form begins with what was there before the test.
      await page.getByRole('button', { name: 'Test again', disabled: false }).waitFor()

      // What was tested is old news. The stored secret stands in for the one that the form does not show.
      await page.getByLabel('Subdomain').fill('acme-2')
      await outcome.waitFor({ state: 'hidden' })
      await page.getByLabel('API Token').fill('your-api-token-[bad_credentials]')
      await page.getByRole('button', { name: 'Test connection' }).click()
      await outcome.getByText('Tested with your unsaved changes.').waitFor()
      await page.getByRole('button', { name: 'Cancel' }).click()
      await page.getByLabel('Description').fill('For everybody.')
      await page.getByRole('button', { name: 'Test connection' }).click()
      await outcome.getByText('Failed', { exact: true }).waitFor()
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('was saved.').waitFor()
      expect(await find()).toMatchObject([
        { description: 'For everybody.', configuredSecrets: ['apiToken'], secretsExpireAt: tomorrow },
      ])

      await page.getByRole('button', { name: 'Disable' }).click()
      await page.getByText('Inactive', { exact: true }).waitFor()
      await page.getByRole('link', { name: 'Integrations', exact: true }).click()
      await page.getByLabel('Needs attention').check()
      const ending = page.getByRole('table', { name: /Secrets expiring/ })
      await ending.getByText(`Help desk ${kind}`).waitFor()
      await expectAccessible(page)
      await ending.getByText(`Help desk ${kind}`).click()
      await page.getByRole('button', { name: /^Delete/ }).click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^Delete/ })
        .click()
      await page.getByText('was deleted.').waitFor()
      expect(await find()).toEqual([])
      expect(complaints.filter((line) => !line.includes('422'))).toEqual([])
    })

    test('of a type from the gallery are found by group and by search, and Enter takes the first', async () => {
      const { page, open, complaints } = await arrive('Editor', '/integrations')
      await page.getByRole('button', { name: 'New integration' }).click()
      const dialog = page.getByRole('dialog', { name: 'New integration' })
      const headings = dialog.getByRole('heading', { level: 3 })
      await headings.first().waitFor()
      // It has an address: the way back closes it, and a link opens it.
      await page.goBack()
      await dialog.waitFor({ state: 'hidden' })
      expect(page.url()).toBe(`${house.url}/acme/integrations`)
      await open('/integrations?new')
      await headings.first().waitFor()
      const groups = ['Contact center', 'CRM and sales', 'AI agents', 'Data and documents', 'Others']
      expect(await headings.allTextContents()).toEqual(groups)
      await dialog.getByRole('button', { name: 'AI agents' }).click()
      expect(await headings.allTextContents()).toEqual(['AI agents'])
      await expectAccessible(page)
      await dialog.getByRole('searchbox').fill('anthro')
      await expect.poll(() => dialog.getByRole('region').getByRole('button').allTextContents()).toHaveLength(1)
      await dialog.getByRole('searchbox').press('Enter')
      const link = dialog.getByRole('link', { name: 'Where to create the credentials' })
      expect(await link.getAttribute('href')).toBe('https://console.anthropic.com/settings/keys')
      await dialog.getByLabel('Name').fill(`Assistant ${kind}`)
      await dialog.getByLabel('API Key').fill('sk-ant-your-key-0123456789')
      await expectAccessible(page)

      // Another type would lose what was typed.
      await dialog.getByRole('button', { name: 'Choose another type' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Keep editing' }).click()
      expect(page.url()).toBe(`${house.url}/acme/integrations?new=ANTHROPIC`)
      await dialog.getByRole('button', { name: 'Create integration' }).click()
      await page.getByRole('heading', { name: `Assistant ${kind}` }).waitFor()
      expect(await acme.integrations.list({ search: `Assistant ${kind}` })).toMatchObject({
        items: [{ type: 'ANTHROPIC', configuredSecrets: ['apiKey'] }],
      })
      expect(complaints).toEqual([])
    })

    test('of every type have a form', async () => {
      const { page, complaints } = await arrive('Editor', '/integrations')
      const { items: types } = await acme.integrationTypes.list({ size: 200 })
      await page.getByRole('button', { name: 'New integration' }).click()
      const dialog = page.getByRole('dialog', { name: 'New integration' })
      for (const { name, fields } of types) {
        // One type is called as the button that closes.
        await dialog.getByRole('region').getByRole('button', { name, exact: true }).click()
        const [first] = fields.filter(({ when }) => when === undefined)
        await dialog
          .getByLabel(first?.label ?? '')
          .first()
          .waitFor()
        await dialog.getByRole('button', { name: 'Choose another type' }).click()
      }
      expect(types.length).toBe(83)
      expect(complaints).toEqual([])
    })
  })
}
