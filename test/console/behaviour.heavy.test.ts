import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { completeInput } from '../helpers/data/twu-models.ts'
import { userInput } from '../helpers/data/users.ts'
import { hasBrowser, openHouse } from './house.ts'
import type { Side } from './sides.ts'
import { expectAccessible, visit, type House } from './visit.ts'

/** What the console does by itself, whatever it works on. The journeys are on the mock and on the server. */
describe.skipIf(!hasBrowser)('the console', () => {
  const stops = new AsyncDisposableStack()
  let house: House
  let acme: Side['acme']
  beforeAll(async () => {
    house = await openHouse('mock', stops)
    acme = house.side.acme
  })
  afterAll(() => stops.disposeAsync())

  const isFocused = async (target: Locator) => (await target.and(target.page().locator(':focus')).count()) === 1
  const expectFocus = (target: Locator) => expect.poll(() => isFocused(target)).toBe(true)

  test('asks for who is signed in, for the rows and for the code that shows them at the same time', async () => {
    await acme.users.create(userInput('beside'))
    const { page, open } = await visit(house, 'Administrator')
    const { promise: release, resolve } = Promise.withResolvers<void>()
    const held = new Set<string>()
    for (const [name, pattern] of [
      ['me', '**/instances/acme/me'],
      ['rows', '**/instances/acme/users'],
      ['code', '**/assets/users-*.js'],
    ] as const)
      await page.route(pattern, async (route) => {
        held.add(name)
        await release
        await route.continue()
      })
    await open('/users')
    await expect.poll(() => held.size).toBe(3)
    resolve()
    await page.getByRole('table', { name: 'Users' }).waitFor()
  })

  test('dims the rows and the sums of other filters, and says nothing of their number, until the new ones are there', async () => {
    const { page } = await visit(house, 'Viewer', '/work-ledger')
    await page.getByText('20 of 300', { exact: true }).waitFor()
    const answers = Promise.withResolvers<void>()
    await page.route('**/work-ledger**policyStatus=**', (route) => answers.promise.then(() => route.continue()))
    await page.getByLabel('Policy').selectOption('Not compliant')
    const old = page.locator('[aria-busy=true]')
    await old.getByRole('table', { name: 'Work ledger' }).waitFor()
    await old.getByText('Entries', { exact: true }).waitFor()
    await old.getByRole('progressbar').first().waitFor()
    expect(await page.getByText('20 of 300', { exact: true }).count()).toBe(0)
    answers.resolve()
    await page.getByText(/^\d+ of \d+$/).waitFor()
    await expect.poll(() => old.count()).toBe(0)
  })

  describe('the focus', () => {
    test('stays on the button that saves, and goes to the first field that is at fault', async () => {
      const user = await acme.users.create(userInput('focus'))
      const { page } = await visit(house, 'Administrator', `/users/${user.id}`)
      const save = page.getByRole('button', { name: 'Save' })
      await page.getByLabel('Family name').fill('Hopper')
      await save.press('Enter')
      await page.getByText('was saved.').waitFor()
      expect(await isFocused(save)).toBe(true)
      await page.getByLabel('First name').fill('')
      await page.getByLabel('Email').fill('no address')
      await save.press('Enter')
      await expectFocus(page.getByLabel('Email'))
      expect(await page.locator('[aria-invalid=true]').count()).toBe(2)
      await expectAccessible(page)
    })

    test('goes to the heading of what is opened, and to that of the list after the way back', async () => {
      await acme.users.create(userInput('opened'))
      const { page } = await visit(house, 'Administrator', '/users?search=opened')
      await page.getByRole('link', { name: 'opened' }).press('Enter')
      await expectFocus(page.getByRole('heading', { name: 'opened', level: 1 }))
      await page.getByRole('link', { name: 'All users' }).press('Enter')
      await expectFocus(page.getByRole('heading', { name: 'Users', level: 1 }))
      expect(page.url()).toBe(`${house.url}/acme/users?search=opened`)
    })

    test('stays where it was after a conflict, and is at the first fault after a publication that failed', async () => {
      const { modelId } = await acme.twuModels.create({ name: 'Focus', description: '', entities: [{ name: 'order' }] })
      const { page } = await visit(house, 'Editor', `/twu-models/${modelId}/draft/1`)
      await page.getByRole('button', { name: 'Add action' }).press('Enter')
      await page.getByRole('group', { name: 'Action 1' }).getByLabel('Name').fill('refund')
      await page.getByRole('button', { name: 'Publish', exact: true }).press('Enter')
      await expectFocus(page.getByRole('group', { name: 'Action 1' }).getByLabel('Entity'))
      await acme.twuModels.versions.update(modelId, 1, { name: 'Theirs', description: '' })
      await page.getByLabel('Description').first().fill('Mine')
      const save = page.getByRole('button', { name: 'Save draft' })
      await save.press('Enter')
      await page.getByRole('dialog').getByRole('button', { name: 'Go on editing' }).press('Enter')
      await expectFocus(save)
    })

    test('is never on the body on a way through all screens by keyboard alone', async () => {
      await acme.users.create(userInput('walker'))
      await acme.agents.create({ name: 'Walker', type: 'HUMAN', active: true })
      const { page, complaints } = await visit(house, 'Administrator')
      await page.evaluate(watchFocus)
      await page.keyboard.press('Tab')
      await expectFocus(page.getByRole('link', { name: 'Skip to the content' }))
      const screens = ['Users', 'Agents', 'Integrations', 'TWU models', 'Work ledger', 'Changes', 'Webhooks']
      for (const name of screens) {
        // The menu is before the screen. Beyond the last element of a page the focus is with the browser.
        const key = name === 'Users' ? 'Tab' : 'Shift+Tab'
        await tabTo(page, page.getByRole('navigation').getByRole('link', { name, exact: true }), key)
        await page.keyboard.press('Enter')
        await expectFocus(page.getByRole('heading', { name, level: 1 }))
        const first = page.getByRole('table', { name }).getByRole('link').first()
        const button = page.getByRole('button', { name: /^New/ })
        await page.getByRole('table', { name }).or(page.getByText(nothingYet)).first().waitFor()
        if (await button.count()) {
          await tabTo(page, button)
          await page.keyboard.press('Enter')
          await page.getByRole('dialog').waitFor()
          await page.keyboard.press('Escape')
          await page.getByRole('dialog').waitFor({ state: 'hidden' })
          await expectFocus(button)
        }
        if ((await first.count()) === 0) continue
        await tabTo(page, first)
        await page.keyboard.press('Enter')
        await page.getByRole('heading', { name, level: 1 }).waitFor({ state: 'hidden' })
        await expectFocus(page.getByRole('heading', { level: 1 }))
      }
      expect(await page.evaluate('lost')).toEqual([])
      expect(complaints).toEqual([])
    })
  })

  test('goes to screens that were never shown without a network, and shows them once there is one', async () => {
    const { page } = await visit(house, 'Viewer', '/integrations')
    await page.getByRole('table', { name: 'Integrations' }).or(page.getByText('Integrations connect')).waitFor()
    await page.waitForTimeout(6000)
    await page.context().setOffline(true)
    await page.getByText('You are offline.').waitFor()
    for (const name of ['Agents', 'TWU models', 'Work ledger']) {
      await page.getByRole('link', { name, exact: true }).click()
      await page.waitForURL((url) => !url.pathname.endsWith('integrations'))
      await page.getByText('You are offline.').waitFor()
    }
    await expectAccessible(page)
    await page.context().setOffline(false)
    await page.getByText('20 of 300', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Agents', exact: true }).click()
    await page.getByRole('heading', { name: 'Agents' }).waitFor()
  })

  describe('what was typed', () => {
    test('since a save stays when the save is undone', async () => {
      const user = await acme.users.create(userInput('undone'))
      const { page } = await visit(house, 'Administrator', `/users/${user.id}`)
      await page.getByLabel('Family name').fill('Hopper')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('was saved.').hover()
      await page.getByLabel('Middle name').fill('Brewster')
      await page.getByRole('button', { name: 'Undo' }).click()
      await page.getByText('This is undone.').waitFor()
      expect(await page.getByLabel('Family name').inputValue()).toBe('')
      expect(await page.getByLabel('Middle name').inputValue()).toBe('Brewster')
      expect(await acme.users.get(user.id)).toMatchObject({ familyName: null, middleName: null })
    })

    test('is not lost by a link, a reload or a click beside a dialog unless somebody says so', async () => {
      const { page } = await visit(house, 'Administrator', '/users')
      await page.getByRole('button', { name: 'New user' }).click()
      const dialog = page.getByRole('dialog', { name: 'New user' })
      await dialog.getByLabel('Username').fill('half')
      await page.mouse.click(5, 400)
      const question = page.getByRole('dialog', { name: 'Leave without saving?' })
      await expectAccessible(page)
      await question.getByRole('button', { name: 'Go on editing' }).click()
      expect(await dialog.getByLabel('Username').inputValue()).toBe('half')
      await page.keyboard.press('Escape')
      await question.getByRole('button', { name: 'Discard what I typed' }).click()
      await dialog.waitFor({ state: 'hidden' })

      const user = await acme.users.create(userInput('unsaved'))
      await page.goto(`${house.url}/acme/users/${user.id}`)
      await page.getByLabel('First name').fill('Not saved')
      await page.getByRole('link', { name: 'All users' }).click()
      await question.getByRole('button', { name: 'Go on editing' }).click()
      expect(await page.getByLabel('First name').inputValue()).toBe('Not saved')
      const asked = page.waitForEvent('dialog')
      void page.reload().catch(() => null)
      const reload = await asked
      expect(reload.type()).toBe('beforeunload')
      await reload.dismiss()
      await page.getByRole('button', { name: 'Cancel' }).click()
      expect(await page.getByLabel('First name').inputValue()).toBe(user.name)
      await page.getByRole('link', { name: 'All users' }).click()
      await page.getByRole('heading', { name: 'Users' }).waitFor()
    })

    test('and saved cannot be taken back once it is published, and the console says so', async () => {
      const { modelId } = await acme.twuModels.create({
        name: 'Too late',
        description: '',
        entities: [{ name: 'order' }],
        actions: [{ name: 'refund', entity: 'order', actors: ['AI'] }],
        events: [{ name: 'refunded', entity: 'order' }],
        outcomes: [{ name: 'spent', expression: 'sum(operations.map(o, o.cost))' }],
      })
      const { page } = await visit(house, 'Editor', `/twu-models/${modelId}/draft/1`)
      await page.getByLabel('Description').first().fill('Published at once.')
      await page.getByRole('button', { name: 'Publish', exact: true }).click()
      await page.getByText('Version 1 is published.').waitFor()
      await page.getByRole('button', { name: 'Undo' }).click()
      const alert = page.getByRole('alert').filter({ hasText: 'This could not be undone' })
      await alert.waitFor()
      expect((await acme.twuModels.get(modelId)).description).toBe('Published at once.')
    })
  })

  test('says of an address that it does not know, once, and leads back', async () => {
    const { page, open } = await visit(house, 'Viewer', '/nonsense')
    expect(await page.getByText('There is no such page').count()).toBe(1)
    await expectAccessible(page)
    await page.getByRole('link', { name: 'To the overview' }).click()
    await page.waitForURL(`${house.url}/acme`)
    await open('/agents/no-such-agent')
    await page.getByRole('alert').getByRole('link', { name: 'All agents' }).click()
    await page.getByRole('heading', { name: 'Agents' }).waitFor()
  })

  test('shows at their fields all that the catalogue knows to be wrong, before anything is sent', async () => {
    const { page } = await visit(house, 'Editor', '/integrations')
    const sent: string[] = []
    page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
    await page.getByRole('button', { name: 'New integration' }).click()
    const dialog = page.getByRole('dialog', { name: 'New integration' })
    await dialog.getByLabel('Type', { exact: true }).fill('Zendesk')
    await page.getByRole('listbox').getByRole('option', { name: 'Zendesk Support' }).click()
    await dialog.getByLabel('Subdomain').fill('not a subdomain')
    await dialog.getByRole('button', { name: 'Create integration' }).click()
    await expectFocus(dialog.getByLabel('Name'))
    const fields = await dialog.locator('[aria-invalid=true]').all()
    const faulty = await Promise.all(fields.map((field) => field.getAttribute('data-path')))
    expect(faulty).toEqual(['name', 'metadata.subdomain', 'metadata.email', 'metadata.apiToken'])
    await dialog.getByText('Subdomain is not valid').waitFor()
    await expectAccessible(page)
    expect(sent).toEqual([])
  })

  test('reads again what has no stream of changes, while it is seen, and nothing else', async () => {
    await acme.twuModels.create({ name: 'Read again', description: '' })
    const { page, open } = await visit(house, 'Viewer')
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname.replace('/instances/acme', '')))
    await page.clock.install()
    asked.length = 0
    await open('/twu-models')
    await page.getByRole('table', { name: 'TWU models' }).waitFor()
    // Whoever follows the changes first reads everything again.
    const begun = () => expect.poll(() => asked.filter((path) => path === '/me').length).toBeGreaterThan(1)
    await begun()
    await page.waitForTimeout(1000)
    asked.length = 0
    await page.clock.runFor(30_000)
    expect(asked.filter((path) => !path.includes('stream') && !path.endsWith('.js') && !path.endsWith('.css'))).toEqual(
      [],
    )

    asked.length = 0
    await open('/work-ledger')
    await page.getByText('20 of 300', { exact: true }).waitFor()
    await begun()
    await page.waitForTimeout(1000)
    asked.length = 0
    await page.clock.runFor(10_500)
    await expect.poll(() => asked.filter((path) => path === '/work-ledger').length).toBe(1)
    await page.evaluate(hide)
    asked.length = 0
    await page.clock.runFor(30_000)
    expect(asked).toEqual([])
  })

  describe('what is seen', () => {
    test('first is what needs attention, and leads to the list of it', async () => {
      const { id } = await acme.integrations.create({
        name: 'Broken desk [bad_credentials]',
        type: 'ZENDESK',
        metadata: { subdomain: 'acme', email: 'agent@example.com', apiToken: 'your-api-token' },
      })
      await acme.integrations.test(id)
      const definition = completeInput('In use and drafted')
      const { modelId } = await acme.twuModels.create(definition)
      await acme.twuModels.publish(modelId)
      await acme.twuModels.versions.create(modelId, definition)
      const { page, open } = await visit(house, 'Administrator')
      const failing = page.getByRole('region', { name: 'Integrations that fail' })
      await failing.getByText('The credentials are wrong').first().waitFor()
      await failing.getByText('did not accept the credentials').first().waitFor()
      const drafts = page.getByRole('region', { name: 'Open drafts' })
      await drafts.getByRole('link', { name: 'In use and drafted' }).waitFor()
      await page.getByRole('region', { name: 'The last 30 days' }).getByText('Cost').waitFor()
      await page.getByRole('region', { name: 'Changed last' }).getByText('In use and drafted').first().waitFor()
      await expectAccessible(page)
      await failing.getByRole('link', { name: /^Show all/ }).click()
      await page.waitForURL(`${house.url}/acme/integrations?status=error`)
      await page.getByRole('cell').getByText('did not accept the credentials').first().waitFor()
      await page.getByLabel('Type').selectOption('Zendesk Support')
      await page.waitForURL(/type=ZENDESK/)
      await expectAccessible(page)

      await open('')
      await drafts.getByRole('link', { name: /^Show all/ }).click()
      await page.waitForURL(`${house.url}/acme/twu-models?hasDraft=true`)
      await page.getByRole('row', { name: /^In use and drafted Published 1 2/ }).waitFor()
      await page.getByLabel('Has a draft').selectOption('No')
      await page.waitForURL(`${house.url}/acme/twu-models?hasDraft=false`)
    })

    test('as a table is sorted by its headings, and is a card for each row on a phone', async () => {
      for (const name of ['Aa sorted', 'Bb sorted']) await acme.agents.create({ name, type: 'HUMAN', active: true })
      const { page } = await visit(house, 'Viewer', '/agents?name=sorted')
      const first = page.getByRole('table', { name: 'Agents' }).getByRole('link').first()
      const heading = page.getByRole('columnheader', { name: 'Name' })
      await heading.getByRole('button').click()
      await page.waitForURL(/sort=name%2Casc|sort=name,asc/)
      await expect.poll(() => first.innerText()).toBe('Aa sorted')
      expect(await heading.getAttribute('aria-sort')).toBe('ascending')
      await heading.getByRole('button').click()
      await expect.poll(() => first.innerText()).toBe('Bb sorted')
      await page.setViewportSize({ width: 390, height: 844 })
      await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(390)
      expect(await page.getByRole('row').count()).toBe(3)
      const box = await page.getByRole('row', { name: 'Aa sorted' }).boundingBox()
      expect(box?.height).toBeGreaterThan(100)
      await page.getByLabel('Order').selectOption('Name, A to Z')
      await expect.poll(() => first.innerText()).toBe('Aa sorted')
      await expectAccessible(page)
    })

    test('of the ledger answers what the money went to and whose time it was, in weeks where days are too many', async () => {
      const { page } = await visit(house, 'Viewer', '/work-ledger?createdFrom=2026-08-01&createdTo=2026-11-20')
      await page.getByRole('heading', { name: 'Entries per week' }).waitFor()
      await page.getByRole('heading', { name: 'What was the money spent on?' }).waitFor()
      await page.getByText('AI and humans').last().waitFor()
      await expectAccessible(page)
    })

    test('of a form are the buttons that end it, however long it is', async () => {
      const { modelId } = await acme.twuModels.create({
        name: 'Long',
        description: '',
        entities: ['one', 'two', 'three', 'four'].map((name) => ({ name })),
      })
      const { page } = await visit(house, 'Editor', `/twu-models/${modelId}/draft/1`)
      const box = await page.getByRole('button', { name: 'Publish', exact: true }).boundingBox()
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(800)
      await page.getByLabel('Description').first().fill('Changed.')
      await page.getByRole('button', { name: 'Cancel' }).click()
      expect(await page.getByLabel('Description').first().inputValue()).toBe('')
    })

    test('is German for whoever wants German', async () => {
      const { page } = await visit(house, 'Viewer', '/agents')
      await page.getByRole('button', { name: 'Deutsch' }).click()
      await page.getByRole('heading', { name: 'Agenten' }).waitFor()
      expect(await page.evaluate('document.documentElement.lang')).toBe('de')
      await expectAccessible(page)
      await page.getByRole('button', { name: 'English' }).click()
      await page.getByRole('heading', { name: 'Agents' }).waitFor()
    })
  })
})

async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  const isThere = () => target.and(page.locator(':focus')).count()
  for (let at = 0; at < 80 && (await isThere()) === 0; at += 1) await page.keyboard.press(key)
  expect(await isThere()).toBe(1)
}

/** What stands where a list would be. */
const nothingYet = /^(Nothing|Users are|Agents do|Integrations connect|A TWU model|A webhook is)/

/** Notes each frame in which the focus has fallen to the body. */
const watchFocus = `
  lost = []
  let hasBegun = false
  function look() {
    if (document.activeElement !== document.body) hasBegun = true
    else if (hasBegun) lost.push(location.pathname)
    requestAnimationFrame(look)
  }
  look()
`

const hide = `
  Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
  document.dispatchEvent(new Event('visibilitychange'))
`
