import { describe, expect, test } from 'vitest'
import { expectAccessible, type Walk } from '../visit.ts'

export function describeTwuModels({ kind, acme, arrive }: Walk): void {
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
      const operations = [{ action: 'refund', actor: 'AI' as const, startedAt: '2026-11-21T09:30:00.000Z', cost: 1.25 }]
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
}
