import { text } from 'node:stream/consumers'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Role } from '../../sdk/src/index.ts'
import { userInput } from '../helpers/data/users.ts'
import { hasBrowser, openHouse } from './house.ts'
import type { Side } from './sides.ts'
import { expectAccessible, visit, type House } from './visit.ts'

if (!hasBrowser) console.warn('The console is not visited, since there is no chromium.')

/** Every journey through the console, on the mock or on the server. */
export function describeJourneys(kind: 'mock' | 'server'): void {
  describe.skipIf(!hasBrowser)(`the console on the ${kind}`, () => {
    const stops = new AsyncDisposableStack()
    let house: House
    let acme: Side['acme']
    beforeAll(async () => {
      house = await openHouse(kind, stops)
      acme = house.side.acme
    })
    afterAll(() => stops.disposeAsync())

    const arrive = (role: Role, path?: string) => visit(house, role, path)

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

    describe('TWU models', () => {
      test('show at their fields why they cannot be published, and are published, changed and compared', async () => {
        const { page, complaints } = await arrive('Editor', '/twu-models')
        await page.getByRole('button', { name: 'New model' }).click()
        const dialog = page.getByRole('dialog', { name: 'New model' })
        await dialog.getByLabel('Name').fill(`Refunds ${kind}`)
        await dialog.getByLabel('Description').fill('Pays refunds.')
        await dialog.getByRole('button', { name: 'Create model' }).click()
        await page.getByRole('heading', { name: `Refunds ${kind}, version 1 (draft)` }).waitFor()

        // Nothing is there to publish, and three steps lead to what is missing.
        const beginning = page.getByRole('region', { name: 'Get started' })
        await page.getByText('An empty model cannot be published.').waitFor()
        expect(await page.getByRole('button', { name: 'Publish', exact: true }).isDisabled()).toBe(true)
        const ends = page.getByRole('button', { name: /^(Save draft|Publish)$/ })
        expect(await ends.allInnerTexts()).toEqual(['Save draft', 'Publish'])
        await beginning.getByRole('link', { name: 'Define what is computed' }).click()
        await page.waitForURL(/#outcomes$/)
        await expectAccessible(page)

        await page.getByRole('button', { name: 'Add entity' }).click()
        await beginning.waitFor({ state: 'hidden' })
        expect(await ends.allInnerTexts()).toEqual(['Save draft', 'Publish'])
        await page.getByRole('group', { name: 'Entity 1' }).getByLabel('Name').fill('order')
        const general = page.getByRole('group', { name: 'General' })
        await general.getByLabel('Name').fill('')
        await general.getByText('Name must not be empty').waitFor()
        await general.getByLabel('Name').fill(`Refunds ${kind}`)
        await general.getByText('Name must not be empty').waitFor({ state: 'hidden' })
        await page.getByRole('button', { name: 'Add action' }).click()
        await page.getByRole('group', { name: 'Action 1' }).getByLabel('Name').fill('refund')
        await page.getByRole('button', { name: 'Add event' }).click()
        await page.getByRole('group', { name: 'Event 1' }).getByLabel('Name').fill('refunded')
        await page.getByRole('button', { name: 'Publish', exact: true }).click()
        const refused = page.getByRole('alert').filter({ hasText: 'Not published yet' })
        await refused.getByText('The model needs at least one outcome').waitFor()
        const action = page.getByRole('group', { name: 'Action 1' })
        await action.getByText('needs actors').waitFor()
        // Where there is one entity, an action is about that.
        expect(await action.getByLabel('Entity').inputValue()).toBe('order')
        await page.getByText('The model needs at least one outcome').last().waitFor()
        await expectAccessible(page)

        await action.getByLabel('Human').check()
        await page.getByRole('button', { name: 'Add outcome' }).click()
        const outcome = page.getByRole('group', { name: 'Outcome 1' })
        await outcome.getByLabel('Name').fill('cost')
        // What is mended is no longer told.
        await refused.waitFor({ state: 'hidden' })
        expect(await action.getByText('needs actors').count()).toBe(0)

        const expression = outcome.getByLabel('Expression')
        await expression.fill('sum(operations.map(o, o.price))')
        await outcome.getByText('does not compile').waitFor()
        await expression.press('ControlOrMeta+a')
        await expression.pressSequentially('su')
        await page.getByRole('option', { name: /^sum/ }).waitFor()
        await expectAccessible(page)
        await expression.press('Enter')
        await expect.poll(() => expression.innerText()).toBe('sum(list)')
        await expression.pressSequentially('operations.map(o, o.co')
        await page.getByRole('option', { name: /^cost/ }).waitFor()
        // The editor takes no key for an answer that comes within 75 ms of the question.
        await page.waitForTimeout(300)
        await expression.press('Tab')
        await expect.poll(() => expression.innerText()).toBe('sum(operations.map(o, o.cost))')
        await outcome.getByText('does not compile').waitFor({ state: 'hidden' })
        await expression.press('End')
        await expression.pressSequentially(' + operations.filter(o, o.action == "re')
        await page.getByRole('option', { name: '"refund"' }).click()
        await expect.poll(() => expression.innerText()).toMatch(/action == "refund"/)
        await expression.fill('sum(operations.map(o, o.cost))')

        const publish = page.getByRole('dialog', { name: 'Publish version 1' })
        await page.getByRole('button', { name: 'Publish', exact: true }).click()
        await publish.getByText('This is the first version').waitFor()
        await expectAccessible(page)
        await publish.getByRole('button', { name: 'Publish version 1' }).click()
        await page.getByRole('heading', { name: 'Versions' }).waitFor()
        await expectAccessible(page)

        await page.getByRole('button', { name: 'New version' }).click()
        await page.getByRole('heading', { name: 'version 2 (draft)' }).waitFor()
        const cost = page.getByRole('group', { name: 'Outcome 1' })
        await cost.getByRole('button', { expanded: false }).click()
        await cost.getByLabel('Unit').fill('USD')
        await page.getByRole('button', { name: 'Publish', exact: true }).click()
        const again = page.getByRole('dialog', { name: 'Publish version 2' })
        await again.getByRole('row', { name: 'Unit – USD', exact: true }).waitFor()
        await expectAccessible(page)
        await again.getByRole('button', { name: 'Cancel' }).click()
        await page.getByText('Version 2 was saved.').waitFor()
        await page.getByRole('link', { name: 'All versions' }).click()
        await page.getByRole('link', { name: 'Compare versions' }).click()
        await page
          .getByRole('article', { name: 'cost' })
          .filter({ hasText: 'Changed' })
          .getByRole('row', { name: 'Unit – USD', exact: true })
          .waitFor()
        await expectAccessible(page)

        await page.getByRole('link', { name: 'All versions' }).click()
        await page.getByRole('button', { name: 'Archive version 2' }).click()
        await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click()
        await page.getByText('Version 2 is archived.').waitFor()
        const [model] = (await acme.twuModels.list({ name: `Refunds ${kind}` })).items
        expect(model).toMatchObject({ status: 'published', publishedVersion: 1, draftVersion: null })
        expect(complaints.filter((line) => !line.includes('422'))).toEqual([])
      })

      test('are tried on the bench, and published once their cases are met', async () => {
        const { modelId } = await acme.twuModels.create({
          name: `Bench ${kind}`,
          description: '',
          entities: [{ name: 'order', attributes: [{ name: 'total', type: 'number' }] }],
          actions: [{ name: 'refund', entity: 'order', actors: ['AI', 'HUMAN'] }],
          events: [{ name: 'refunded', entity: 'order' }],
          outcomes: [{ name: 'spent', expression: 'sum(operations.map(o, o.cost))', unit: 'USD' }],
        })
        const { page, complaints } = await arrive('Editor', `/twu-models/${modelId}/draft/1`)
        const results = page.getByRole('region', { name: 'Results' })
        const result = (text: string) => results.getByRole('row', { name: text, exact: true }).waitFor()
        await results.getByText('Nothing to compute yet.').waitFor()
        expect(await page.getByText('Compliant', { exact: true }).count()).toBe(0)
        await page.getByRole('button', { name: 'Add operation' }).click()
        const operation = page.getByRole('group', { name: 'Operation 1' })
        await operation.getByLabel('Cost').fill('1.25')
        await operation.getByLabel('Time (s)').fill('200')
        await operation.getByLabel('Attributes').fill('{"colour": "red"}')
        await result('spent $1.25')
        await result('Active time 3 min 20 s')
        await results.getByText('colour').waitFor()
        await operation.getByLabel('Attributes').fill('{"total": 3}')
        await results.getByText('colour').waitFor({ state: 'hidden' })

        await page.getByRole('button', { name: 'Add policy' }).click()
        const policy = page.getByRole('group', { name: 'Policy 1' })
        await policy.getByLabel('Name').fill('byPeople')
        await policy.getByLabel('Expression').fill('operations.all(o, o.person == "HUMAN")')
        await results.getByText('person', { exact: true }).waitFor()
        await policy.getByText('person').last().waitFor()
        await expectAccessible(page)
        await policy.getByLabel('Expression').fill('operations.all(o, o.actor == "HUMAN")')
        await policy.getByLabel('When it is not met').selectOption('Not compliant')
        await result('byPeople Not met')
        await result('Policy status Not compliant')

        const cases = page.getByRole('group', { name: 'Cases' })
        await page.getByLabel('Name of the case').fill('A refund by AI')
        await page.getByLabel('Name of the case').press('Enter')
        await cases.getByText('As expected', { exact: true }).waitFor()

        const answers = Promise.withResolvers<void>()
        await page.route('**/twu-models/evaluate', (route) => answers.promise.then(() => route.continue()))
        const outcome = page.getByRole('group', { name: 'Outcome 1' })
        await outcome.getByRole('button', { expanded: false }).click()
        const expression = outcome.getByLabel('Expression')
        await expression.fill('sum(operations.map(o, o.cost * 2.0))')
        await page.getByRole('region', { name: 'Results' }).and(page.locator('[aria-busy=true]')).waitFor()
        await result('spent $1.25')
        answers.resolve()
        await result('spent $2.50')
        const difference = 'The case "A refund by AI" expects 1.25 as "spent", and 2.5 was computed.'
        await cases.getByText(difference).waitFor()
        await page.getByRole('button', { name: 'Save draft' }).click()
        const report = page.getByRole('region', { name: 'Draft check' })
        await report.getByText('0 of 1 case is met.').waitFor()
        await report.getByText(difference).waitFor()
        await expectAccessible(page)
        await report.getByRole('link', { name: 'A refund by AI' }).click()
        await page.waitForURL(/#cases-0$/)
        await page.locator('#cases-0').getByText(difference).waitFor()
        await expression.fill('')
        await report.waitFor({ state: 'hidden' })
        await page.getByRole('button', { name: 'Save draft' }).click()
        await page.getByRole('button', { name: /^Outcomes/ }).click()
        await page.locator('#outcomes-0').waitFor({ state: 'hidden' })
        await report.getByRole('link', { name: 'spent' }).first().click()
        await page.waitForURL(/#outcomes-0$/)
        // Below the header, which is 56 pixels high.
        const place = () => page.locator('#outcomes-0').boundingBox()
        await expect.poll(async () => Math.round((await place())?.y ?? 0)).toBe(72)
        await expression.fill('sum(operations.map(o, o.cost * 2.0))')
        await page.getByRole('button', { name: 'Publish', exact: true }).click()
        await page.getByRole('alert').getByText(difference).waitFor()
        await expectAccessible(page)
        const find = (version: number) => acme.twuModels.versions.get(modelId, version)
        const { status, ...kept } = await find(1)
        expect(status).toBe('DRAFT')
        expect(kept.policies).toMatchObject([{ name: 'byPeople', otherwise: 'non_compliant' }])
        const tried = { action: 'refund', actor: 'AI', activeTime: 200, cost: 1.25, attributes: { total: 3 } }
        const expected = { outcomes: { spent: 1.25 }, policyStatus: 'non_compliant' }
        expect(kept.cases).toMatchObject([{ name: 'A refund by AI', operations: [tried], ...expected }])

        await page.setViewportSize({ width: 390, height: 844 })
        await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(390)
        await page.setViewportSize({ width: 1200, height: 800 })
        await expression.fill('sum(operations.map(o, o.cost))')
        await cases.getByText('As expected', { exact: true }).waitFor()
        await page.getByRole('button', { name: 'Publish', exact: true }).click()
        await page.getByRole('dialog').getByRole('button', { name: 'Publish version 1' }).click()
        await page.getByRole('link', { name: 'Version 1' }).click()
        await page.getByRole('heading', { name: `Bench ${kind}, version 1 (published)` }).waitFor()
        await cases.getByRole('button', { name: 'Try A refund by AI' }).click()
        await result('spent $1.25')
        // One opens and closes the part, the other tries the case.
        expect(await cases.getByRole('button').count()).toBe(2)
        await expectAccessible(page)

        await page.getByRole('link', { name: 'All versions' }).click()
        await page.getByRole('button', { name: 'New version' }).click()
        await cases.getByRole('button', { name: 'Remove case A refund by AI' }).click()
        await page.getByRole('button', { name: 'Save draft' }).click()
        await page.getByText('Version 2 was saved.').waitFor()
        await report.getByText('Ready to publish.').waitFor()
        expect(await find(2)).toMatchObject({ cases: [], policies: kept.policies })
        expect(complaints.filter((line) => !line.includes('422'))).toEqual([])
      })

      test('count at their side as many errors as stand in the list of what to fix, with what fails when it is tried', async () => {
        const { modelId } = await acme.twuModels.create({
          name: `Counted ${kind}`,
          description: '',
          entities: [{ name: 'order' }],
          actions: [{ name: 'refund', entity: 'order' }],
          outcomes: [{ name: 'spent', expression: 'sum(operations.map(o, o.attributes.amount))' }],
        })
        const { page } = await arrive('Editor', `/twu-models/${modelId}/draft/1`)
        const parts = page.getByRole('navigation', { name: 'Parts of the model' })
        await parts.getByRole('link', { name: /^Outcomes.*1 error$/ }).waitFor()
        await page.getByRole('button', { name: 'Publish', exact: true }).click()
        const refused = page.getByRole('alert').filter({ hasText: 'Not published yet' })
        await refused.getByText('No such key: amount').waitFor()
        await refused.getByRole('link', { name: 'spent' }).waitFor()
        expect(await refused.getByRole('listitem').count()).toBe(3)
        expect(await parts.getByText('1 error').count()).toBe(3)

        // What is open because something is wrong in it stays open while that is mended.
        const outcome = page.getByRole('group', { name: 'Outcome 1' })
        await outcome.getByLabel('Expression').fill('size(operations)')
        await parts.getByRole('link', { name: /^Outcomes 1$/ }).waitFor()
        await outcome.getByLabel('Unit').fill('refunds')
      })

      test('are put in order, and taken and given whole as JSON', async () => {
        const { modelId } = await acme.twuModels.create({
          name: `Order ${kind}`,
          description: '',
          entities: [{ name: 'first' }, { name: 'second' }, { name: 'third' }],
        })
        const { page, complaints } = await arrive('Editor', `/twu-models/${modelId}/draft/1#entities`)
        const names = () =>
          Promise.all(
            [1, 2, 3].map((at) =>
              page
                .getByRole('group', { name: `Entity ${at}` })
                .getByRole('button', { expanded: false })
                .innerText(),
            ),
          )
        await page.getByRole('button', { name: 'Move entity third up' }).press('Enter')
        expect(await names()).toEqual(['first', 'third', 'second'])
        await page.keyboard.press('Enter')
        expect(await names()).toEqual(['third', 'first', 'second'])

        await page.getByRole('button', { name: 'JSON' }).click()
        const dialog = page.getByRole('dialog', { name: 'JSON' })
        const text = dialog.getByRole('textbox', { name: 'Model' })
        await expect.poll(() => text.innerText()).toContain('"name": "third"')
        await expectAccessible(page)
        await text.fill('{ "name": "Pasted" ')
        await dialog.getByRole('button', { name: 'Apply to the form' }).click()
        await dialog.getByText('This is not valid JSON').waitFor()
        const entities = [{ name: 'pasted', attributes: [{ name: 'total', type: 'number' }] }]
        await text.fill(JSON.stringify({ name: `Pasted ${kind}`, description: '', entities }))
        await dialog.getByRole('button', { name: 'Apply to the form' }).click()
        await dialog.waitFor({ state: 'hidden' })
        await page.getByRole('button', { name: 'Save draft' }).click()
        await page.getByText('Version 1 was saved.').waitFor()
        expect(await acme.twuModels.versions.get(modelId, 1)).toMatchObject({ name: `Pasted ${kind}`, entities })
        expect(complaints).toEqual([])
      })

      test('are compared by what they say of the cases, and an old version is taken back', async () => {
        const operations = [
          { action: 'refund', actor: 'AI' as const, startedAt: '2026-11-21T09:30:00.000Z', cost: 1.25 },
        ]
        const old = {
          name: `Old ${kind}`,
          description: 'As it was.',
          entities: [{ name: 'order' }],
          actions: [{ name: 'refund', entity: 'order', actors: ['AI' as const] }],
          events: [{ name: 'refunded', entity: 'order' }],
          outcomes: [{ name: 'spent', expression: 'sum(operations.map(o, o.cost))', unit: 'USD' }],
          policies: [{ name: 'cheap', expression: 'operations.all(o, o.cost < 2.0)' }],
          cases: [{ name: 'A refund by AI', operations }],
        }
        const { modelId } = await acme.twuModels.create(old)
        await acme.twuModels.publish(modelId)
        const draft = {
          ...old,
          outcomes: [{ name: 'spent', expression: 'size(operations)' }],
          policies: [{ name: 'cheap', expression: 'operations.all(o, o.cost < 1.0)' }],
        }
        await acme.twuModels.versions.create(modelId, draft)
        const find = (version: number) => acme.twuModels.versions.get(modelId, version)
        const { page, open, complaints } = await arrive('Editor', `/twu-models/${modelId}/compare?from=1&to=2`)
        const outcomes = page.getByRole('region', { name: 'Outcomes' })
        await outcomes.getByText('Breaks programs that read this outcome.').waitFor()
        await page.getByRole('region', { name: 'Policies' }).getByText('operations.all(o, o.cost < 1.0)').waitFor()
        const compared = page.getByRole('table', { name: 'A refund by AI' })
        const rows = await compared.getByRole('row').allInnerTexts()
        expect(rows.map((row) => row.replaceAll(/\s+/g, ' '))).toEqual([
          'A refund by AI Version 1 Version 2',
          'spent $1.25 1',
          'Policy status Compliant Review required',
        ])
        await expectAccessible(page)

        await open(`/twu-models/${modelId}/draft/1`)
        const takeBack = page.getByRole('button', { name: 'Restore as a draft' })
        const dialog = page.getByRole('dialog', { name: 'Restore as a draft' })
        await takeBack.click()
        await dialog.getByText('Version 2 is a draft.').waitFor()
        await expectAccessible(page)
        await dialog.getByRole('button', { name: 'Cancel' }).click()
        expect(await find(2)).toMatchObject(draft)
        await takeBack.click()
        await dialog.getByRole('button', { name: 'Replace the draft' }).click()
        await page.getByRole('heading', { name: `Old ${kind}, version 2 (draft)` }).waitFor()
        expect(await find(2)).toMatchObject(old)

        await acme.twuModels.versions.archive(modelId, 2)
        await open(`/twu-models/${modelId}/draft/1`)
        await takeBack.click()
        await page.getByRole('heading', { name: `Old ${kind}, version 3 (draft)` }).waitFor()
        expect(await find(3)).toMatchObject({ ...old, status: 'DRAFT' })
        expect(complaints).toEqual([])
      })
    })

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

    describe('the work of agents', () => {
      test('tells which one cost most this month, and why it failed', async () => {
        const { modelId } = await acme.twuModels.create({
          name: `Agents ${kind}`,
          description: '',
          entities: [{ name: 'order' }],
          actions: [{ name: 'refund', entity: 'order', actors: ['AI', 'HUMAN'] }],
          events: [{ name: 'refunded', entity: 'order' }],
          outcomes: [{ name: 'spent', expression: 'sum(operations.map(o, o.cost))', unit: 'USD' }],
        })
        await acme.twuModels.publish(modelId)
        const [dear, cheap] = await Promise.all(
          ['Dear', 'Cheap'].map((name) =>
            acme.agents.create({ name: `${name} ${kind}`, type: 'AI', active: true, model: 'claude-sonnet-4-5' }),
          ),
        )
        const startedAt = new Date().toISOString()
        const usage = { inputTokens: 4000, cachedInputTokens: 1000, outputTokens: 500 }
        const report = (at: number, agentId: string, status: 'completed' | 'failed', cost: number) =>
          acme.executions.report(modelId, {
            id: `${kind}-agents-${at}`,
            title: `Refund of order ${at}`,
            description: status === 'failed' ? 'The payment provider did not answer.' : 'Paid.',
            entityId: `order-${at}`,
            relatedEntity: `Order ${at}`,
            startedAt,
            status,
            operations: [
              {
                action: 'refund',
                actor: 'AI',
                agentId,
                aiModel: 'claude-sonnet-4-5',
                usage,
                cost,
                activeTime: 30,
                startedAt,
              },
            ],
          })
        await report(1, dear?.id ?? '', 'completed', 9)
        await report(2, dear?.id ?? '', 'failed', 3)
        await report(3, cheap?.id ?? '', 'completed', 1)
        await report(4, `made-up-${kind}`, 'completed', 0.5)

        const { page, open, complaints } = await arrive('Manager')
        const cost = page.getByRole('region', { name: 'Agents by cost (30 days)' })
        await cost.getByText('$12.00').waitFor()
        const names = [`Dear ${kind}`, `Cheap ${kind}`, `made-up-${kind}`]
        expect(await cost.getByRole('link').allTextContents()).toEqual(['View agents', ...names])
        const failing = page.getByRole('region', { name: 'Agents by failures (30 days)' })
        await failing.getByText('1 of 2 (50%)').waitFor()
        await cost.getByText('not an agent of this instance').waitFor()
        await page.locator('svg.recharts-surface').first().waitFor()
        await expectAccessible(page)

        await open('/agents?name=Dear')
        await page
          .getByRole('row', { name: new RegExp(`^Dear ${kind} Active AI .* 2 1 \\(50%\\) \\$12\\.00$`) })
          .waitFor()
        await expectAccessible(page)
        await page.goBack()
        await cost.getByRole('link', { name: `Dear ${kind}` }).click()

        await page.getByRole('heading', { name: `Dear ${kind}` }).waitFor()
        const sides = page.getByRole('navigation', { name: 'Agent' }).getByRole('link')
        expect(await sides.allTextContents()).toEqual(['Work', 'Settings', 'History'])
        await page.getByText('8,000 read, of which 2,000 from a cache; 1,000 written').waitFor()
        await page.getByRole('row', { name: /^claude-sonnet-4-5 2 1 \(50%\) 1 min 0 s \$12.00 \$6.00/ }).waitFor()
        await page.locator('svg.recharts-surface').first().waitFor()
        await expectAccessible(page)
        await page.getByRole('link', { name: '1 (50%)' }).click()

        await page.getByText('1 of 1', { exact: true }).waitFor()
        await page.getByRole('button', { name: `Agent: Dear ${kind}` }).waitFor()
        await page.getByText('Totals of whole executions').waitFor()
        await page.getByText('More filters', { exact: true }).click()
        await expect.poll(() => page.getByLabel('Agent', { exact: true }).first().inputValue()).toBe(`Dear ${kind}`)
        await page.getByText('More filters', { exact: true }).click()
        await page.getByRole('cell').getByText('The payment provider did not answer.').waitFor()
        await page.getByLabel('Period').selectOption('This month')
        await page.getByText('Charts', { exact: true }).click()
        await page
          .getByRole('term')
          .getByRole('link', { name: `Dear ${kind}` })
          .waitFor()
        await expectAccessible(page)
        await page.getByRole('link', { name: 'Refund of order 2' }).click()
        await page.getByText('The payment provider did not answer.').waitFor()
        const share = page.getByRole('table', { name: 'Agents' }).getByRole('row', { name: `Dear ${kind}` })
        expect(await share.innerText()).toMatch(/1\s+30\ss\s+\$3\.00\s+4,000 in \(1,000 cached\), 500 out/)
        await expectAccessible(page)

        // An agent that is deleted, or that only reports name, has its work, too.
        await acme.agents.delete(cheap?.id ?? '')
        await open(`/agents/${cheap?.id}/work?period=7d`)
        await page.getByText('This agent was deleted. Its work stays.').waitFor()
        await open(`/agents/made-up-${kind}/work`)
        await page.getByText('only reports of work name it').waitFor()
        expect(complaints).toEqual([])
      })
    })

    describe('prices of AI models', () => {
      test('are added where the cost of work is unknown, changed and deleted', async () => {
        const { modelId } = await acme.twuModels.create({
          name: `Prices ${kind}`,
          description: '',
          entities: [{ name: 'order' }],
          actions: [{ name: 'refund', entity: 'order', actors: ['AI'] }],
          events: [{ name: 'refunded', entity: 'order' }],
          outcomes: [{ name: 'spent', expression: 'sum(operations.map(o, o.cost))' }],
        })
        await acme.twuModels.publish(modelId)
        const [startedAt, aiModel] = [new Date().toISOString(), `new-model-${kind}`]
        const usage = { inputTokens: 1_000_000, outputTokens: 100_000 }
        const report = (id: string) =>
          acme.executions.report(modelId, {
            id: `${kind}-${id}`,
            title: 'Priced refund',
            description: '',
            entityId: 'order-1',
            relatedEntity: 'Order 1',
            startedAt,
            status: 'completed',
            operations: [{ action: 'refund', actor: 'AI', aiModel, usage, activeTime: 30, startedAt }],
          })
        await report('unpriced')
        const { page, open, complaints } = await arrive('Administrator', `/work-ledger/${kind}-unpriced`)
        await page.getByText('excludes 1 operation of unknown cost').waitFor()
        await page.getByRole('link', { name: 'add a price' }).click()
        await page.getByRole('button', { name: `Add a price for ${aiModel} (1 operation)` }).click()
        const dialog = page.getByRole('dialog', { name: 'New price' })
        expect(await dialog.getByLabel('AI model').inputValue()).toBe(aiModel)
        await dialog.getByLabel('Output').fill('2000000')
        await dialog.getByText('Output must be at most 1000000.').waitFor()
        await dialog.getByLabel('Output').fill('12.5')
        await dialog.getByRole('button', { name: 'Save price' }).click()
        await dialog.getByText('This field is required.').waitFor()
        await expectAccessible(page)
        await dialog.getByLabel(/^Input/).fill('0.075')
        await dialog.getByRole('button', { name: 'Save price' }).click()
        const row = page.getByRole('table', { name: 'AI prices' }).getByRole('row', { name: aiModel })
        expect(await row.innerText()).toMatch(/\$0\.075\s+\$0\.075\s+\$0\.075\s+\$12\.50/)
        await page.getByText('Used in the last 30 days').waitFor({ state: 'hidden' })
        await expectAccessible(page)
        expect(await report('priced')).toMatchObject({ cost: 1.325 })

        await row.getByRole('button', { name: `Change the price of ${aiModel}` }).click()
        const price = page.getByRole('dialog', { name: `Change the price of ${aiModel}` })
        await price.getByLabel('Cached input').fill('0.01')
        await price.getByRole('button', { name: 'Save price' }).click()
        await row.getByText('$0.01').waitFor()
        await row.getByRole('button').click()
        await price.getByRole('button', { name: `Delete the price of ${aiModel}` }).click()
        const question = page.getByRole('dialog', { name: `Delete the price of ${aiModel}` })
        await question.waitFor()
        await expectAccessible(page)
        await question.getByRole('button', { name: `Delete the price of ${aiModel}` }).click()
        await row.waitFor({ state: 'hidden' })
        expect(await acme.modelPrices.list({ model: aiModel })).toMatchObject({ items: [] })
        expect(complaints).toEqual([])

        const viewer = await arrive('Viewer', '/prices')
        await viewer.page
          .getByText(`${aiModel} (2 operations)`)
          .or(viewer.page.getByText(`${aiModel} (1 operation)`))
          .waitFor()
        expect(await viewer.page.getByRole('main').getByRole('button').count()).toBe(0)
        await open(`/changes?resourceType=model_price`)
        await page.getByText(aiModel).first().waitFor()
      })
    })

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

    describe('webhooks', () => {
      test('show their secret once, tell what became of a delivery, and are changed and deleted', async () => {
        const url = `https://hooks-${kind}.invalid/in`
        const { page, complaints } = await arrive('Administrator', '/webhooks')
        await page.getByText('A webhook tells an address of yours').waitFor()
        await page.getByRole('button', { name: 'New webhook' }).click()
        const dialog = page.getByRole('dialog', { name: 'New webhook' })
        await dialog.getByLabel(/^Address/).fill('http://example.com')
        await dialog.getByLabel(/^Events( \*)?$/).click()
        await page.getByRole('option', { name: 'integration.broken' }).click()
        await page.keyboard.press('Escape')
        await dialog.getByRole('button', { name: 'Create webhook' }).click()
        await dialog.getByText('must be an https URL').last().waitFor()
        await expectAccessible(page)
        // Nothing was sent, so nothing was refused.
        expect(complaints).toEqual([])
        await dialog.getByLabel(/^Address/).fill(url)
        await dialog.getByRole('button', { name: 'Create webhook' }).click()

        const shown = page.getByRole('dialog', { name: 'The secret, shown only once' })
        const secret = await shown.getByLabel('Secret').inputValue()
        expect(secret).toMatch(/^whsec_/)
        await expectAccessible(page)
        await shown.getByRole('button', { name: 'Close' }).click()
        await shown.waitFor({ state: 'hidden' })

        await page.getByRole('table', { name: 'Webhooks' }).getByRole('link', { name: url }).click()
        await page.getByText('Nothing was sent yet.').waitFor()
        await page.getByRole('button', { name: 'Send a test' }).click()
        const row = page.getByRole('table', { name: 'Deliveries' }).getByRole('row', { name: /webhook\.test/ })
        await row.getByText(kind === 'mock' ? 'Host not allowed' : 'Network error').waitFor()
        await expectAccessible(page)
        await row.getByRole('button', { name: 'Send again' }).click()
        await page.getByText('It will be sent soon.').last().waitFor()

        await page.getByRole('button', { name: 'New secret' }).click()
        await page.getByRole('dialog', { name: 'New secret' }).getByRole('button', { name: 'New secret' }).click()
        expect(await shown.getByLabel('Secret').inputValue()).not.toBe(secret)
        await shown.getByRole('button', { name: 'Close' }).click()

        await page.getByLabel('Description').fill('For the people on call')
        await page.getByLabel('Send events').uncheck()
        await page.getByRole('button', { name: 'Save' }).click()
        await page.getByText(`${url} was saved.`).waitFor()
        const [webhook] = (await acme.webhooks.list()).items
        expect(webhook).toMatchObject({ url, description: 'For the people on call', enabled: false })
        await page.getByRole('tab', { name: 'History' }).click()
        await page.getByRole('cell', { name: 'For the people on call' }).first().waitFor()

        await page.getByRole('button', { name: `Delete ${url}` }).click()
        await page
          .getByRole('dialog')
          .getByRole('button', { name: `Delete ${url}` })
          .click()
        await page.getByText('A webhook tells an address of yours').waitFor()
        expect((await acme.webhooks.list()).items).toEqual([])
        expect(complaints).toEqual([])
      })
    })

    describe('the work ledger', () => {
      test('is filtered by the address, summed up, and exported as it is filtered', async () => {
        const { page, complaints } = await arrive('Viewer', '/work-ledger?status=failed&createdFrom=2020-01-01')
        const failed = await acme.workLedger.summarise({ status: 'failed' })
        await page.getByText(`of ${failed.total.count}`).waitFor()
        await page.getByRole('main').getByLabel('Status', { exact: true }).press('ArrowDown')
        await page.getByRole('option', { name: 'Pending' }).click()
        const status = ['failed', 'pending'] as const
        const { total } = await acme.workLedger.summarise({ status })
        expect(total.count).not.toBe(failed.total.count)
        await page.getByText(`of ${total.count}`).waitFor()
        await page.keyboard.press('Escape')
        await page.getByText('Charts', { exact: true }).click()
        await page.locator('svg.recharts-surface').first().waitFor()
        await expectAccessible(page)
        const [download] = await Promise.all([
          page.waitForEvent('download'),
          page.getByRole('button', { name: 'Export CSV' }).click(),
        ])
        expect(download.suggestedFilename()).toBe('work-ledger-acme.csv')
        const lines = await text(await download.createReadStream())
        expect(lines.trim().split('\n').length).toBe(total.count + 1)

        await page.getByLabel('Policy').selectOption('Review required')
        await page.waitForURL(/policyStatus=review_required/)
        // The rows before stay until the new ones are there.
        const reviewed = await acme.workLedger.summarise({ status, policyStatus: 'review_required' })
        expect(reviewed.total.count).not.toBe(total.count)
        await page.getByText(new RegExp(`of ${reviewed.total.count}$`)).waitFor()
        await page.getByRole('table', { name: 'Work ledger' }).getByRole('link').first().click()
        await page.getByText('Review required').first().waitFor()
        await expectAccessible(page)
        await page.goBack()
        expect(await page.getByLabel('Policy').inputValue()).toBe('review_required')
        expect(complaints).toEqual([])
      })

      test('reads nothing from an address that it does not know', async () => {
        const { page } = await arrive('Viewer', '/work-ledger?status=nonsense&foo=1&costMin=much&period=all')
        const { total } = await acme.workLedger.summarise()
        await page.getByText(`20 of ${total.count}`, { exact: true }).waitFor()
      })
    })

    describe('two pages', () => {
      const save = async (page: Page, name: string) => {
        await page.getByRole('main').getByLabel('Name').fill(name)
        await page.getByRole('button', { name: 'Save' }).click()
        await page.getByText(`${name} was saved.`).waitFor()
      }
      const expectSeen = (page: Page, name: string) => page.getByRole('heading', { name }).waitFor({ timeout: 20_000 })

      async function expectLive(of: string, open: (path: string) => Promise<[Page, Page]>): Promise<void> {
        const { id } = await acme.agents.create({ name: `${of} ${kind}`, type: 'HUMAN', active: true })
        const [one, other] = await open(`/agents/${id}`)
        await other.getByRole('heading', { name: `${of} ${kind}` }).waitFor()
        await save(one, `${of} ${kind}, from one`)
        await expectSeen(other, `${of} ${kind}, from one`)
        await save(other, `${of} ${kind}, from the other`)
        await expectSeen(one, `${of} ${kind}, from the other`)
      }

      test('of two browsers show within 2 s what is changed in the other', async () => {
        await expectLive('Apart', async (path) => [
          (await arrive('Administrator', path)).page,
          (await arrive('Administrator', path)).page,
        ])
      })

      test('of one browser do so with one stream', async () => {
        const streams: string[] = []
        await expectLive('Together', async (path) => {
          const { page } = await arrive('Administrator', path)
          await page.getByRole('heading', { name: 'Together' }).waitFor()
          const tab = await page.context().newPage()
          tab.on('request', (request) => request.url().includes('/changes/stream') && streams.push(request.url()))
          await tab.goto(`${house.url}/acme${path}`)
          // The mock asks in each tab who it is.
          if (kind === 'mock') await house.side.signIn(tab, 'Administrator')
          return [page, tab]
        })
        expect(streams).toEqual([])
      })
    })

    describe('every list', () => {
      test('goes on to the next page, and shows what others change', async () => {
        const name = `Pager ${kind}`
        for (let at = 0; at < 21; at += 1)
          await acme.agents.create({ name: `${name} ${at}`, type: 'HUMAN', active: true })
        const { page } = await arrive('Viewer', `/agents?name=${encodeURIComponent(name)}`)
        await page.getByText('20 of 21', { exact: true }).waitFor()
        await page.getByRole('button', { name: 'Show more' }).click()
        await page.getByText('21 of 21', { exact: true }).waitFor()
        expect(await page.getByRole('row').count()).toBe(22)
        expect(await page.getByRole('button', { name: 'Show more' }).count()).toBe(0)

        await acme.agents.create({ name: `${name} of somebody else`, type: 'HUMAN', active: true })
        await page.getByText('22 of 22', { exact: true }).waitFor()
      })

      test('says that the service is away, with the id of the request, and tries again', async () => {
        const { page, open } = await arrive('Viewer')
        const problem = {
          detail: 'The service is busy.',
          code: 'temporarily_unavailable',
          requestId: 'request-1',
        }
        const agents = `${house.side.baseUrl}/instances/acme/agents**`
        await page.route(agents, (route) =>
          route.fulfill({
            status: 503,
            contentType: 'application/problem+json',
            headers: { 'Access-Control-Allow-Origin': '*', 'Retry-After': '0', 'X-Request-Id': 'request-1' },
            json: {
              type: 'urn:instance-admin:problem:temporarily_unavailable',
              title: 'x',
              status: 503,
              instance: '/',
              errors: [],
              ...problem,
            },
          }),
        )
        await open('/agents')
        const alert = page.getByRole('alert')
        await alert.waitFor()
        expect(await alert.innerText()).toMatch(/The service is busy\.[^]*request-1/)
        await expectAccessible(page)
        await page.unroute(agents)
        const retry = alert.getByRole('button', { name: 'Try again' })
        // What others change makes the page read again by itself, perhaps before the button is pressed.
        await retry.click({ timeout: 5000 }).catch(() => {})
        await page.getByRole('table', { name: 'Agents' }).waitFor()
        expect(await alert.count()).toBe(0)
      })

      test('begins by itself when there is a network again', async () => {
        const { page, open } = await arrive('Viewer')
        const me = /\/acme\/me$/
        await page.route(me, (route) => route.abort())
        await open('/agents')
        await page.getByRole('alert').waitFor()
        await page.context().setOffline(true)
        await page.unroute(me)
        await page.context().setOffline(false)
        await page.getByRole('heading', { name: 'Agents' }).waitFor()
      })

      test('stays on the screen without a network, and goes on with it', async () => {
        await acme.agents.create({ name: `Offline ${kind}`, type: 'HUMAN', active: true })
        const { page } = await arrive('Viewer', `/agents?name=Offline`)
        await page.getByText(`Offline ${kind}`).waitFor()
        await page.context().setOffline(true)
        await page.getByText('You are offline.').waitFor()
        await page.getByText(`Offline ${kind}`).waitFor()
        await expectAccessible(page)
        await page.context().setOffline(false)
        await page.getByText('You are offline.').waitFor({ state: 'hidden' })
        await acme.agents.create({ name: `Offline ${kind} again`, type: 'HUMAN', active: true })
        await page.getByText(`Offline ${kind} again`).waitFor()
      })
    })
  })
}
