import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { completeInput } from '../helpers/data/twu-models.ts'
import { userInput } from '../helpers/data/users.ts'
import { hasBrowser, openHouse } from './house.ts'
import type { Side } from './sides.ts'
import { expectAccessible, visit, type House } from './visit.ts'
import { until } from '../helpers/until.ts'

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
    const { page } = await visit(house, 'Viewer', '/work-ledger?period=all')
    await page.getByText('20 of 300', { exact: true }).waitFor()
    const answers = Promise.withResolvers<void>()
    await page.route('**/work-ledger**policyStatus=**', (route) => answers.promise.then(() => route.continue()))
    await page.getByLabel('Policy').selectOption('Not compliant')
    const old = page.locator('[aria-busy=true]')
    await old.getByRole('table', { name: 'Work ledger' }).waitFor()
    await old.getByText('Executions', { exact: true }).waitFor()
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

    test('stays in the field of a dialog to which somebody goes before the dialog has moved it to the first', async () => {
      const { page } = await visit(house, 'Administrator', '/users')
      const create = page.getByRole('button', { name: 'New user' })
      await create.waitFor()
      // The dialog moves the focus by a timer without a time, which a busy machine runs late.
      await page.evaluate(`{
        const { setTimeout } = window
        window.setTimeout = (run, ms, ...rest) => setTimeout(run, ms ?? 1000, ...rest)
      }`)
      await create.click()
      const dialog = page.getByRole('dialog', { name: 'New user' })
      await expectFocus(dialog.getByLabel('Username'))
      await dialog.getByLabel('Email').fill('ada@example.com')
      await page.waitForTimeout(1500)
      await expectFocus(dialog.getByLabel('Email'))
      // What nobody typed is not at fault.
      expect(await page.locator('[aria-invalid=true]').count()).toBe(0)
    })

    test('goes to the heading of what is opened, and to that of the list after the way back', async () => {
      await acme.users.create(userInput('opened'))
      const { page } = await visit(house, 'Administrator', '/users?search=opened')
      await page.getByRole('link', { name: 'opened' }).press('Enter')
      await expectFocus(page.getByRole('heading', { name: 'Ada', level: 1 }))
      await page.getByRole('link', { name: 'All users' }).press('Enter')
      await expectFocus(page.getByRole('heading', { name: 'Users', level: 1 }))
      expect(page.url()).toBe(`${house.url}/acme/users?search=opened`)
    })

    test('stays where it was after a conflict, and is at the first fault after a publication that failed', async () => {
      const entities = [{ name: 'order' }, { name: 'customer' }]
      const { modelId } = await acme.twuModels.create({ name: 'Focus', description: '', entities })
      const { page } = await visit(house, 'Editor', `/twu-models/${modelId}/draft/1`)
      await page.getByRole('button', { name: 'Add action' }).press('Enter')
      await page.getByRole('group', { name: 'Action 1' }).getByLabel('Name').fill('refund')
      await page.getByRole('button', { name: 'Publish', exact: true }).press('Enter')
      await expectFocus(page.getByRole('group', { name: 'Action 1' }).getByLabel('Entity'))
      // Before the other change, which a form without changes would show at once.
      await page.getByLabel('Description').first().fill('Mine')
      await acme.twuModels.versions.update(modelId, 1, { name: 'Theirs', description: '' })
      const save = page.getByRole('button', { name: 'Save draft' })
      await save.press('Enter')
      await page.getByRole('dialog').getByRole('button', { name: 'Keep editing' }).press('Enter')
      await expectFocus(save)
    })

    test('is on the first field of a dialog, also where its address opens it before the fields are there', async () => {
      const { page, open } = await visit(house, 'Administrator', '/integrations?new')
      await expectFocus(page.getByRole('searchbox', { name: 'What do you want to connect?' }))
      await page.getByRole('button', { name: 'Zendesk Support' }).press('Enter')
      await expectFocus(page.getByRole('dialog').getByLabel('Name'))
      await open('/integrations?new=SLACK')
      await expectFocus(page.getByRole('dialog').getByLabel('Name'))
      await open('/agents')
      await page.getByRole('button', { name: 'New agent' }).press('Enter')
      await expectFocus(page.getByRole('dialog').getByLabel('Name'))
    })

    test('is never on the body on a way through all screens by keyboard alone', async () => {
      await acme.users.create(userInput('walker'))
      await acme.agents.create({ name: 'Walker', type: 'HUMAN', active: true })
      const { page, complaints } = await visit(house, 'Administrator')
      await page.evaluate(watchFocus)
      await page.keyboard.press('Tab')
      await expectFocus(page.getByRole('link', { name: 'Skip to the content' }))
      const screens = [
        'Users',
        'Agents',
        'Integrations',
        'TWU models',
        'Work ledger',
        'AI prices',
        'Changes',
        'Webhooks',
      ]
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
    await page.getByRole('heading', { name: 'Work ledger' }).waitFor()
    await page.getByText('Executions', { exact: true }).waitFor()
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
      await page.getByText('Change undone.').waitFor()
      expect(await page.getByLabel('Family name').inputValue()).toBe('')
      expect(await page.getByLabel('Middle name').inputValue()).toBe('Brewster')
      expect(await acme.users.get(user.id)).toMatchObject({ familyName: null, middleName: null })
    })

    test('and refused at once keeps what the service says of it until it is typed again', async () => {
      await acme.users.create(userInput('refused'))
      const { page } = await visit(house, 'Administrator', '/users')
      await page.getByRole('button', { name: 'New user' }).click()
      const dialog = page.getByRole('dialog', { name: 'New user' })
      await dialog.getByLabel('Email').fill('other@example.com')
      await dialog.getByLabel('First name').fill('Ada')
      await dialog.getByLabel(/^Temporary password/).fill('correct-horse-battery')
      const username = dialog.getByLabel('Username')
      await username.fill('refused')
      await username.press('Enter')
      const wrong = username.and(page.locator('[aria-invalid=true]'))
      await wrong.waitFor()
      // Longer than what is typed waits to be checked.
      await page.waitForTimeout(1500)
      expect(await wrong.count()).toBe(1)
      await username.fill('refused twice')
      await wrong.waitFor({ state: 'hidden' })
    })

    test('is not lost by a link, a reload or a click beside a dialog unless somebody says so', async () => {
      const { page } = await visit(house, 'Administrator', '/users')
      await page.getByRole('button', { name: 'New user' }).click()
      const dialog = page.getByRole('dialog', { name: 'New user' })
      await dialog.getByLabel('Username').fill('half')
      await page.mouse.click(5, 400)
      const question = page.getByRole('dialog', { name: 'Discard unsaved changes?' })
      await question.waitFor()
      await expectAccessible(page)
      await question.getByRole('button', { name: 'Keep editing' }).click()
      expect(await dialog.getByLabel('Username').inputValue()).toBe('half')
      await page.keyboard.press('Escape')
      await question.getByRole('button', { name: 'Discard changes' }).click()
      await dialog.waitFor({ state: 'hidden' })

      const user = await acme.users.create(userInput('unsaved'))
      await page.goto(`${house.url}/acme/users/${user.id}`)
      await page.getByLabel('First name').fill('Not saved')
      await page.getByRole('link', { name: 'All users' }).click()
      await question.getByRole('button', { name: 'Keep editing' }).click()
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
      const { page, open } = await visit(house, 'Editor', `/twu-models/${modelId}/draft/1`)
      await page.getByLabel('Description').first().fill('Published at once.')
      await page.getByRole('button', { name: 'Save draft' }).click()
      await page.getByText('Version 1 was saved.').waitFor()
      await acme.twuModels.publish(modelId)
      const undo = page.getByRole('button', { name: 'Undo' })
      await undo.click()
      const alert = page.getByRole('alert').filter({ hasText: 'Could not undo the change' })
      await alert.waitFor()
      expect((await acme.twuModels.get(modelId)).description).toBe('Published at once.')

      await acme.twuModels.versions.create(modelId, completeInput('Too late'))
      await open(`/twu-models/${modelId}/draft/2`)
      await page.getByLabel('Description').first().fill('Not to be undone.')
      await page.getByRole('button', { name: 'Publish', exact: true }).click()
      await page.getByText('Version 2 was saved.').waitFor()
      expect(await undo.count()).toBe(1)
      await page.getByRole('button', { name: 'Publish version 2' }).click()
      await page.getByText('Version 2 is published.').waitFor()
      await undo.waitFor({ state: 'hidden' })
    })
  })

  test('says of an address that it does not know, once, and leads back', async () => {
    const { page, open } = await visit(house, 'Viewer', '/nonsense')
    expect(await page.getByText('Page not found').count()).toBe(1)
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Go to overview' }).click()
    await page.waitForURL(`${house.url}/acme`)
    await open('/integrations/new')
    await page.getByText('This does not exist.').waitFor()
    // It is read once more when the stream of changes has opened, and is not there meanwhile.
    await until(() => expectAccessible(page))
    await open('/agents/no-such-agent')
    await page.getByText('This does not exist.').waitFor()
    expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0)
    await page.getByRole('link', { name: 'All agents' }).click()
    await page.getByRole('heading', { name: 'Agents' }).waitFor()
  })

  test('says of an empty list what it is for, with the next step for those who may take it', async () => {
    const { page } = await visit(house, 'Administrator')
    await page.goto(`${house.url}/globex`)
    await house.side.signIn(page, 'Administrator')
    await page.getByRole('heading', { level: 1 }).waitFor()
    for (const [path, next] of [
      ['users', 'Create your first user'],
      ['agents', 'Create your first agent'],
      ['integrations', 'Connect your first system'],
      ['twu-models', 'Create your first model'],
      ['webhooks', 'Create your first webhook'],
      ['prices', 'Add your first price'],
    ] as const) {
      await page.goto(`${house.url}/globex/${path}`)
      await page.getByRole('button', { name: next }).click()
      await page.getByRole('dialog', { name: /^New/ }).waitFor()
    }
    await page.goto(`${house.url}/globex/changes`)
    await page.getByRole('main').getByRole('link', { name: 'Go to overview' }).waitFor()
    await page.goto(`${house.url}/globex/work-ledger?createdFrom=2020-01-01&createdTo=2020-01-02`)
    await page.getByRole('button', { name: 'Clear all filters' }).waitFor()
    await expectAccessible(page)

    const viewer = await visit(house, 'Viewer')
    await viewer.page.goto(`${house.url}/globex/integrations`)
    await house.side.signIn(viewer.page, 'Viewer')
    await viewer.page.getByText('Integrations connect').waitFor()
    expect(await viewer.page.getByRole('button', { name: 'Connect your first system' }).count()).toBe(0)
  })

  test('says what to do where no type of integration matches', async () => {
    const { page } = await visit(house, 'Editor', '/integrations?new')
    const search = page.getByRole('searchbox', { name: 'What do you want to connect?' })
    await search.fill('no such system')
    await page.getByText('No type matches.').waitFor()
    await expectAccessible(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Clear all filters' }).click()
    await page.getByRole('button', { name: 'Zendesk Support' }).waitFor()
    await search.fill('no such system')
    await page.getByRole('button', { name: 'Generic HTTP API' }).click()
    await page.waitForURL(/new=HTTP$/)
  })

  test('takes the days of changes in the zone of the browser', async () => {
    const { page } = await visit(house, 'Manager', '/changes?from=2026-11-01', 'Asia/Kabul')
    expect(await page.getByLabel('From (GMT+4:30)').inputValue()).toBe('2026-11-01')
    const asked = page.waitForRequest(/changes\?.*to=2026-11-20T19%3A29%3A59\.999Z/)
    await page.getByLabel('To (GMT+4:30)').fill('2026-11-20')
    expect((await asked).url()).toContain('from=2026-10-31T19%3A30%3A00.000Z')
  })

  test('shows at their fields all that the catalogue knows to be wrong, before anything is sent', async () => {
    const { page } = await visit(house, 'Editor', '/integrations')
    const sent: string[] = []
    page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
    await page.getByRole('button', { name: 'New integration' }).click()
    const dialog = page.getByRole('dialog', { name: 'New integration' })
    await dialog.getByRole('button', { name: 'Zendesk Support' }).click()
    await dialog.getByLabel('Subdomain').fill('not a subdomain')
    await dialog.getByText('Subdomain is not valid').waitFor()
    await dialog.getByLabel('Subdomain').fill('acme')
    await dialog.getByText('Subdomain is not valid').waitFor({ state: 'hidden' })
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

  test('checks what is typed in the sentences of the service, before anything is sent', async () => {
    const { page } = await visit(house, 'Administrator', '/users')
    const sent: string[] = []
    page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
    await page.getByRole('button', { name: 'New user' }).click()
    const dialog = page.getByRole('dialog', { name: 'New user' })
    const email = dialog.getByLabel('Email')
    await email.fill('ada')
    await dialog.getByText('Email must be an email address such as ada@example.com').waitFor()
    expect(await email.getAttribute('aria-invalid')).toBe('true')
    await dialog.getByText('* Required', { exact: true }).waitFor()
    await expectAccessible(page)
    await email.fill('ada@example.com')
    await dialog.getByText('must be an email address').waitFor({ state: 'hidden' })
    await dialog.getByLabel(/^Temporary password/).fill('short')
    await dialog.getByRole('button', { name: 'Create user' }).click()
    await dialog.getByText('must have at least 12 characters').waitFor()
    expect(sent).toEqual([])
  })

  test('reads again what has no stream of changes, while it is seen, and nothing else', async () => {
    await acme.twuModels.create({ name: 'Read again', description: '' })
    const { page, open } = await visit(house, 'Viewer')
    // What the first page still asks for is not counted.
    await page.goto('about:blank')
    // Nothing comes by the stream: what is asked twice is asked by the clock of the page.
    await page.route('**/changes/stream**', () => {})
    await page.route('**/mark', (route) => route.fulfill())
    await page.clock.install()
    let asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    /** What the service was asked until now: the requests of a page are told in their order. */
    async function listAsked(): Promise<string[]> {
      const isMark = (url: string) => url.endsWith('/mark')
      const before = asked.filter(isMark).length
      await page.evaluate("void fetch('/mark')")
      await expect.poll(() => asked.filter(isMark).length).toBe(before + 1)
      return asked.filter((url) => url.includes('/instances/acme/') && !url.includes('/changes/stream'))
    }
    await open('/twu-models')
    await page.getByRole('table', { name: 'TWU models' }).waitFor()
    // Less than a request may take: one that is under way would be sent again.
    await page.clock.runFor(25_000)
    const once = await listAsked()
    expect(once.length).toBeGreaterThan(1)
    expect(once).toEqual([...new Set(once)])

    asked = []
    await open('/work-ledger?period=all')
    await page.getByText('20 of 300', { exact: true }).waitFor()
    const timesRead = async () =>
      (await listAsked()).filter((url) => new URL(url).pathname.endsWith('/work-ledger')).length
    const first = await timesRead()
    await page.clock.runFor(10_500)
    await expect.poll(timesRead).toBeGreaterThan(first)
    await page.evaluate(hide)
    const whenHidden = await listAsked()
    await page.clock.runFor(30_000)
    expect(await listAsked()).toEqual(whenHidden)
  })

  describe('the search', () => {
    test('finds everything by name with Ctrl+K or a slash, and leads there by keyboard alone', async () => {
      await acme.users.create(userInput('needle-user'))
      const agent = await acme.agents.create({ name: 'Needle agent', type: 'HUMAN', active: true })
      await acme.twuModels.create({ name: 'Needle model', description: '' })
      const { page, complaints } = await visit(house, 'Administrator', '/webhooks')
      const input = page.getByRole('combobox', { name: 'Search everything by name' })
      const chosen = page.getByRole('listbox').getByRole('option', { selected: true })
      await page.keyboard.press('Control+k')
      await expectFocus(input)
      await page.keyboard.type('needle')
      for (const group of ['Users', 'Agents', 'TWU models'])
        await page
          .getByRole('group', { name: group })
          .getByRole('option', { name: /needle/i })
          .waitFor()
      await expect.poll(() => chosen.innerText()).toMatch(/^needle-user/)
      expect(await input.getAttribute('aria-activedescendant')).toBe(await chosen.getAttribute('id'))
      await expectAccessible(page)
      await page.keyboard.press('ArrowDown')
      await expect.poll(() => chosen.innerText()).toMatch(/^Needle agent/)
      await page.keyboard.press('Enter')
      await page.waitForURL(`${house.url}/acme/agents/${agent.id}/work`)
      await expectFocus(page.getByRole('heading', { name: 'Needle agent', level: 1 }))

      await page.keyboard.press('/')
      await expectFocus(input)
      await page.keyboard.type('no such needle')
      await page.getByText('No results for “no such needle”.').first().waitFor()
      await page.keyboard.press('Escape')
      await input.waitFor({ state: 'hidden' })
      await expectFocus(page.getByRole('heading', { name: 'Needle agent', level: 1 }))
      await page.getByRole('link', { name: 'Settings' }).click()
      const name = page.getByRole('main').getByLabel('Name')
      await name.fill('a')
      await name.press('/')
      expect(await name.inputValue()).toBe('a/')
      expect(complaints).toEqual([])
    })

    test('asks only for what the role opens', async () => {
      const { page } = await visit(house, 'Editor', '/agents')
      const asked: string[] = []
      page.on('request', (request) => asked.push(new URL(request.url()).pathname.replace('/instances/acme', '')))
      await page.getByRole('button', { name: 'Search' }).click()
      await page.getByRole('combobox', { name: 'Search everything by name' }).fill('refund')
      await expect.poll(() => asked).toContain('/twu-models')
      await page.getByText('to choose').waitFor()
      expect(asked.filter((path) => ['/users', '/work-ledger'].includes(path))).toEqual([])
    })
  })

  test('speaks of the same days in the sums, the rows and the charts of the ledger: those of the browser', async () => {
    const path = '/work-ledger?createdFrom=2026-11-01&createdTo=2026-11-20'
    const { page } = await visit(house, 'Viewer', path, 'Asia/Kabul')
    const { total } = await acme.workLedger.summarise({
      createdFrom: '2026-10-31T19:30:00.000Z',
      createdTo: '2026-11-20T19:29:59.999Z',
    })
    await page.getByText(new RegExp(`^\\d+ of ${total.count}$`)).waitFor()
    await page.getByRole('region', { name: 'Totals' }).getByText(String(total.count), { exact: true }).waitFor()
    await page.getByText('Charts', { exact: true }).click()
    await page.getByText('Daily figures', { exact: true }).click()
    await page.getByRole('columnheader', { name: 'Day (Asia/Kabul)' }).waitFor()
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.getByLabel('Period').selectOption('Last 7 days')
    await page.waitForURL(`${house.url}/acme/work-ledger?period=7d`)
    await expect.poll(() => asked.filter((url) => /work-ledger(\/summary)?\?/.test(url)).length).toBeGreaterThan(1)
    const ranges = asked.flatMap((url) => new URL(url).searchParams.getAll('createdFrom'))
    // On a slow machine, a part of the screen may still ask for the range before.
    const chosen = ranges.slice(ranges.findIndex((from) => !from.startsWith('2026-10-31')))
    expect([...new Set(chosen)]).toEqual([expect.stringMatching(/T19:30:00\.000Z$/)])
    const zones = asked.flatMap((url) => new URL(url).searchParams.getAll('timeZone'))
    expect([...new Set(zones)]).toEqual(['Asia/Kabul'])
  })

  test('counts in its menu what waits for somebody', async () => {
    const { page } = await visit(house, 'Administrator')
    const link = page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Reviews', exact: true })
    const { openReviews } = await acme.workLedger.summarise()
    await expect.poll(() => link.getAttribute('title')).toBe(`${openReviews} to review`)
    await expectAccessible(page)
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
      const failing = page.getByRole('region', { name: 'Failing integrations' })
      await failing.getByText('Wrong credentials').first().waitFor()
      await failing.getByTitle('did not accept the credentials').first().waitFor()
      const drafts = page.getByRole('region', { name: 'Open drafts' })
      await drafts.getByRole('link', { name: 'In use and drafted' }).waitFor()
      await page.getByRole('region', { name: 'Last 30 days', exact: true }).getByText('Cost', { exact: true }).waitFor()
      await page.getByRole('region', { name: 'Recent changes' }).getByText('In use and drafted').first().waitFor()
      await expectAccessible(page)
      await failing.getByRole('link', { name: /^View all/ }).click()
      await page.waitForURL(`${house.url}/acme/integrations?status=error`)
      await page.getByRole('cell').getByTitle('did not accept the credentials').first().waitFor()
      await page.getByLabel('Type').selectOption('Zendesk Support')
      await page.waitForURL(/type=ZENDESK/)
      await expect.poll(() => page.locator('[aria-busy=true]').count()).toBe(0)
      await expectAccessible(page)

      await open('')
      await drafts.getByRole('link', { name: /^View all/ }).click()
      await page.waitForURL(`${house.url}/acme/twu-models?hasDraft=true`)
      await page.getByRole('row', { name: /^In use and drafted Published 1 2/ }).waitFor()
      await page.getByLabel('Has a draft').selectOption('No')
      await page.waitForURL(`${house.url}/acme/twu-models?hasDraft=false`)
    })

    test('as a table is sorted by its headings, and has two lines for each row on a phone', async () => {
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
      expect(box?.height).toBeGreaterThan(50)
      expect(box?.height).toBeLessThan(90)
      expect(await page.getByLabel('Sort by').isVisible()).toBe(false)
      await page.getByRole('button', { name: 'Filters (1)' }).click()
      await page.getByLabel('Sort by').selectOption('Name, A to Z')
      await expect.poll(() => first.innerText()).toBe('Aa sorted')
      await expectAccessible(page)
    })

    test('of the ledger answers what the money went to and whose time it was, in weeks where days are too many', async () => {
      const { page } = await visit(house, 'Viewer', '/work-ledger?createdFrom=2026-08-01&createdTo=2026-11-20')
      await page.getByText('Charts', { exact: true }).click()
      await page.getByRole('heading', { name: 'Executions per week' }).waitFor()
      await page.getByRole('heading', { name: 'Cost by TWU model' }).waitFor()
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
      await page.getByRole('button', { name: 'Account of' }).click()
      await page.getByLabel('Language').selectOption('Deutsch')
      await page.getByRole('heading', { name: 'Agenten' }).waitFor()
      expect(await page.evaluate('document.documentElement.lang')).toBe('de')
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Konto von' }).click()
      await page.getByLabel('Sprache').selectOption('English')
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
const nothingYet =
  /^(Nothing|Users are|Agents do|Integrations connect|A TWU model|A webhook tells|No prices|No changes)/

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
