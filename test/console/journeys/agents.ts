import type { Locator } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { userInput } from '../../helpers/data/users.ts'
import { expectAccessible, type Walk } from '../visit.ts'

export function describeAgents({ kind, acme, arrive }: Walk): void {
  describe('agents', () => {
    test('are created and deleted by keyboard alone', async () => {
      const { page, complaints } = await arrive('Editor', '/agents')
      const press = async (...keys: string[]) => {
        for (const key of keys) await page.keyboard.press(key)
      }
      const tabTo = async (target: Locator) => {
        const isThere = () => target.and(page.locator(':focus')).count()
        for (let at = 0; at < 60 && (await isThere()) === 0; at += 1) await press('Tab')
        const focused = await page.evaluate<string | undefined>('document.activeElement?.outerHTML')
        expect(await isThere(), `the focus is at ${focused}`).toBe(1)
      }
      const button = (name: string) => page.getByRole('button', { name, exact: true }).last()
      await page.getByRole('table', { name: 'Agents' }).or(page.getByText('Agents do the work')).waitFor()
      await tabTo(button('New agent'))
      await press('Enter')
      const dialog = page.getByRole('dialog', { name: 'New agent' })
      await dialog.waitFor()
      await tabTo(dialog.getByLabel('Name'))
      await page.keyboard.type(`Grace ${kind}`)
      await press('Tab')
      await page.keyboard.type('Human')
      await expectAccessible(page)
      await tabTo(button('Create agent'))
      await press('Enter')
      await page.getByText(`Grace ${kind} was created.`).waitFor()
      const [agent] = (await acme.agents.list({ name: `Grace ${kind}` })).items
      expect(agent).toMatchObject({ type: 'HUMAN', active: true, model: null })

      await page.getByRole('link', { name: `Grace ${kind}` }).press('Enter')
      await page.getByRole('heading', { name: `Grace ${kind}` }).waitFor()
      await tabTo(button(`Delete Grace ${kind}`))
      await press('Enter')
      await page.getByRole('dialog').waitFor()
      await tabTo(button(`Delete Grace ${kind}`))
      await press('Enter')
      await page.getByText(`Grace ${kind} was deleted.`).waitFor()
      expect((await acme.agents.list({ name: `Grace ${kind}` })).items).toEqual([])
      expect(complaints).toEqual([])
    })

    test('are changed and brought back, with capabilities and metadata', async () => {
      const { id } = await acme.agents.create({
        name: `Bot ${kind}`,
        type: 'AI',
        active: true,
        model: 'claude-sonnet-4-5',
      })
      const { page } = await arrive('Editor', `/agents/${id}`)
      const capabilities = page
        .getByRole('combobox', { name: 'Capabilities' })
        .or(page.getByLabel('Capabilities'))
        .first()
      await capabilities.fill('translation')
      await capabilities.press('Enter')
      await page.getByLabel('Priority').selectOption('High')
      await page.getByLabel('Metadata').fill('no object')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('This is not a JSON object.').waitFor()
      await expectAccessible(page)
      await page.getByLabel('Metadata').fill('{"team": "Support"}')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText(`Bot ${kind} was saved.`).hover()
      const changed = { capabilities: ['translation'], priority: 'high', metadata: { team: 'Support' } }
      expect(await acme.agents.get(id)).toMatchObject(changed)
      await page.getByRole('button', { name: 'Undo' }).click()
      await expect.poll(() => acme.agents.get(id)).toMatchObject({ capabilities: [], priority: null, metadata: {} })
    })

    test('have a history, whose values can be restored, and stand in the list of all changes', async () => {
      const { id } = await acme.agents.create({ name: `Before ${kind}`, type: 'HUMAN', active: true })
      await acme.agents.update(id, { name: `After ${kind}`, type: 'HUMAN', active: true, metadata: { team: 'A' } })
      const { page, open } = await arrive('Administrator', `/agents/${id}`)
      await page.getByRole('link', { name: 'History' }).click()
      await page
        .getByRole('cell', { name: `Before ${kind}`, exact: true })
        .first()
        .waitFor()
      await page.getByRole('rowheader', { name: 'Metadata / team' }).waitFor()
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Restore these values' }).click()
      await page.getByRole('main').getByLabel('Name').waitFor()
      expect(await page.getByRole('main').getByLabel('Name').inputValue()).toBe(`Before ${kind}`)
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText(`Before ${kind} was saved.`).waitFor()
      expect(await acme.agents.get(id)).toMatchObject({ name: `Before ${kind}`, metadata: {} })

      await open(`/changes?resourceId=${id}`)
      await page.getByText('3 of 3', { exact: true }).waitFor()
      const changed = page.getByLabel('Resource').and(page.locator('input'))
      await expect.poll(() => changed.inputValue()).toBe(`Before ${kind}`)
      await page.getByRole('row', { name: new RegExp(`created the agent Before ${kind}`) }).waitFor()
      await page
        .getByRole('row', { name: /changed the agent/ })
        .first()
        .waitFor()
      await page.getByText('2 values').first().click()
      await page.getByRole('rowheader', { name: 'Metadata / team' }).waitFor()
      await expectAccessible(page)
      await page
        .getByRole('link', { name: `Before ${kind}` })
        .first()
        .click()
      await page.waitForURL(/\/agents\//)

      const { id: personId } = await acme.users.create(userInput(`person-of-${kind}`, { name: 'Jean' }))
      await open('/changes')
      await changed.fill('jean')
      await page.getByRole('option', { name: 'Jean' }).click()
      await page.waitForURL(`**/changes?resourceId=${personId}`)
      await page.getByText('1 of 1', { exact: true }).waitFor()
      await page.getByRole('row', { name: /created the user Jean|created the user person-of/ }).waitFor()
      await page.getByLabel('Action').selectOption('Delete a user')
      await page.getByText('Nothing found.').waitFor()

      // What is gone is not linked, and a person of whom no record has a name is called by none.
      await acme.agents.delete(id)
      await open(`/changes?resourceId=${id}`)
      await page.getByText(`created the agent Before ${kind} (deleted)`).waitFor()
      expect(await page.getByRole('table').getByRole('link').count()).toBe(0)
      await acme.users.delete(personId)
      // A job erases the name from the records.
      const records = async () => JSON.stringify((await acme.changes.list({ resourceId: personId })).items)
      await expect.poll(records).not.toContain('Jean')
      await open(`/changes?resourceId=${personId}`)
      await page.getByText('created a deleted user').waitFor()
      await page.getByText('deleted a user').waitFor()
      expect(await page.getByRole('table').getByRole('link').count()).toBe(0)
    })

    test('can be read by who may not change them', async () => {
      const { id } = await acme.agents.create({ name: `Still ${kind}`, type: 'HUMAN', active: true })
      const { page } = await arrive('Viewer', `/agents/${id}`)
      await page.getByRole('heading', { name: `Still ${kind}` }).waitFor()
      await page.getByRole('main').getByText('Human').waitFor()
      expect(await page.getByRole('main').getByRole('textbox').count()).toBe(0)
      expect(await page.getByRole('button', { name: /Save|Delete/ }).count()).toBe(0)
      await expectAccessible(page)
    })
  })
}
