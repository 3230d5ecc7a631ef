import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createReporter } from '../../sdk/src/reporter/index.ts'
import { hasBrowser, openHouse } from './house.ts'
import { expectAccessible, visit, type House } from './visit.ts'

describe.skipIf(!hasBrowser).each(['mock', 'server'] as const)('on the %s', (kind) => {
  const stops = new AsyncDisposableStack()
  let house: House
  beforeAll(async () => {
    house = await openHouse(kind, stops)
  })
  afterAll(() => stops.disposeAsync())

  test('a model is tried and published, work is reported and reviewed, and a changed draft is tried on it', async () => {
    const { acme } = house.side
    const { modelId } = await acme.twuModels.create({
      name: 'Whole journey',
      description: '',
      entities: [{ name: 'order' }],
      actions: [{ name: 'refund', entity: 'order', actors: ['AI', 'HUMAN'] }],
      events: [{ name: 'refunded', entity: 'order' }],
      outcomes: [{ name: 'spent', expression: 'sum(operations.map(o, o.cost))', unit: 'USD' }],
      policies: [{ name: 'cheap', expression: 'operations.all(o, o.cost < 1.0)' }],
    })
    const { page, open, complaints } = await visit(house, 'Administrator', `/twu-models/${modelId}/draft/1`)

    // On the bench: a case, which becomes red and green again.
    await page.getByRole('button', { name: 'Add operation' }).click()
    await page.getByRole('group', { name: 'Operation 1' }).getByLabel('Cost').fill('1.25')
    const results = page.getByRole('region', { name: 'Results' })
    await results.getByRole('row', { name: 'spent $1.25', exact: true }).waitFor()
    const cases = page.getByRole('group', { name: 'Cases' })
    await page.getByLabel('Name of the case').fill('Dear')
    await page.getByLabel('Name of the case').press('Enter')
    await cases.getByText('As expected', { exact: true }).waitFor()
    const outcome = page.getByRole('group', { name: 'Outcome 1' })
    await outcome.getByRole('button', { expanded: false }).click()
    const expression = outcome.getByLabel('Expression')
    await expression.fill('sum(operations.map(o, o.cost)) + 1.0')
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByRole('alert').getByText('The case "Dear" expects 1.25 as "spent", and 2.25 was computed.').waitFor()
    await expression.fill('sum(operations.map(o, o.cost))')
    await cases.getByText('As expected', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByRole('button', { name: 'Publish version 1' }).click()
    await page.getByRole('heading', { name: 'Versions' }).waitFor()

    // Work is done elsewhere, and shows itself.
    const reporter = createReporter(acme, { onDropped: (_report, { detail }) => expect.fail(detail) })
    const about = { title: 'Refund order 1', entityId: 'order-1', relatedEntity: 'Order 1' }
    const work = reporter.start({ modelId, id: `journey-${kind}`, ...about })
    work.did({ action: 'refund', actor: 'HUMAN', cost: 3 })
    work.complete()
    await reporter.close()
    const executions = page.getByRole('table', { name: 'Executions' })
    await executions.getByRole('row', { name: /Refund order 1 1 Completed Review required spent: \$3\.00/ }).waitFor()
    await expectAccessible(page)
    await executions.getByRole('link', { name: 'Refund order 1' }).click()
    const computed = page.getByRole('table', { name: 'Outcomes' })
    await computed.getByRole('row', { name: /^spent \$3\.00$/ }).waitFor()
    const missed = page.getByRole('region', { name: 'Policies not met' }).getByRole('article', { name: 'cheap' })
    await missed.getByText('operations.all(o, o.cost < 1.0)').waitFor()
    await missed.getByText('$3.00').waitFor()
    await page
      .getByRole('table', { name: 'Operations' })
      .getByRole('row', { name: /^refund Human/ })
      .waitFor()
    await expectAccessible(page)

    // The queue works by keyboard alone.
    await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Reviews' }).press('Enter')
    const article = page.getByRole('article')
    const titleOf = async () => article.getByRole('heading', { level: 2 }).first().innerText()
    await article.waitFor()
    await expectAccessible(page)
    const { openReviews } = await acme.workLedger.summarise()
    await page.getByText(`${openReviews} to review.`).waitFor()
    const href = () => article.getByRole('heading', { level: 2 }).first().getByRole('link').getAttribute('href')
    const first = await href()
    expect(await page.getByRole('radio', { checked: true }).count()).toBe(0)
    await page.keyboard.press('p')
    await expect.poll(href).not.toBe(first)
    await page.keyboard.press('n')
    await expect.poll(href).toBe(first)
    await page.keyboard.press('n')
    await expect.poll(href).not.toBe(first)
    const current = page.getByRole('navigation', { name: 'Reviews' }).locator('[aria-current]')
    expect(await current.getAttribute('title')).toBe(await titleOf())
    const [title, id] = [await titleOf(), (await href())?.split('/').at(-1) ?? '']
    await page.keyboard.press('x')
    await page.keyboard.type('Cheaper next time, n and c are letters here.')
    await page.evaluate('scrollTo(0, document.body.scrollHeight)')
    await page.keyboard.press('Control+Enter')
    await page.getByText(`${title}: Not compliant.`).waitFor()
    await page.getByText(`${openReviews - 1} to review.`).waitFor()
    // The next one begins at its title, and the address names it.
    const named = () => new URL(page.url()).searchParams.get('entry')
    const shown = async () => (await href())?.split('/').at(-1)
    expect(named()).not.toBe(id)
    await expect.poll(shown).toBe(named())
    await expect.poll(() => page.evaluate('scrollY')).toBe(0)
    expect(await acme.workLedger.get(id)).toMatchObject({
      policyStatus: 'non_compliant',
      review: { computed: 'review_required', reason: 'Cheaper next time, n and c are letters here.' },
    })

    // What was decided is told, a person by name and a client by its id, and what waits is beside it.
    await page.getByRole('link', { name: 'Open', exact: true }).click()
    const review = page.getByRole('table', { name: 'Review', exact: true })
    const by = (await acme.workLedger.get(id)).review?.by
    const reviewer = by?.type === 'user' ? (await acme.users.get(by.id)).name : by?.id
    await review.getByRole('row', { name: `Reviewed by ${reviewer}` }).waitFor()
    await open(`/reviews?entry=${id}`)
    await article.getByText('This entry no longer needs a review.').waitFor()
    expect(await shown()).toBe(id)
    await review.getByRole('row', { name: `Reviewed by ${reviewer}` }).waitFor()
    expect(await page.getByRole('radio').count()).toBe(0)
    expect(await current.count()).toBe(0)
    await expectAccessible(page)
    await page.getByRole('heading', { name: 'Reviews', level: 1 }).waitFor()

    // The ledger has what was decided, and leads back.
    await page.getByRole('link', { name: 'Decided reviews' }).click()
    await page.getByRole('button', { name: 'Review: Decided' }).waitFor()
    await page
      .getByRole('table', { name: 'Work ledger' })
      .getByRole('link', { name: title, exact: true })
      .first()
      .waitFor()
    await page.getByRole('main').getByRole('link', { name: 'Reviews' }).click()
    await page.getByRole('heading', { name: 'Reviews', level: 1 }).waitFor()
    await open(`/reviews?entry=${id}`)
    await article.getByText('This entry no longer needs a review.').waitFor()
    await page.keyboard.press('n')
    await expect.poll(shown).toBe(first?.split('/').at(-1))

    // A phone shows the list, then what somebody chose there. It is so low that every entry is longer.
    await page.setViewportSize({ width: 390, height: 500 })
    await open('/reviews')
    const queue = page.getByRole('navigation', { name: 'Reviews' })
    await queue.waitFor()
    await expectAccessible(page)
    await queue.getByRole('link').nth(1).click()
    await article.waitFor()
    await expect.poll(() => queue.count()).toBe(0)
    expect(await page.evaluate('document.activeElement?.tagName')).toBe('H1')
    // It has no keyboard, and begins with the next one at its title, too.
    await page.getByRole('button', { name: 'Next', exact: true }).waitFor()
    const onPhone = named()
    await page.getByRole('radio', { name: 'Compliant', exact: true }).check()
    expect(await page.getByText('Ctrl+Enter').isVisible()).toBe(false)
    await page.getByLabel('Reason').fill('Seen on the way.')
    await page.evaluate('scrollTo(0, document.body.scrollHeight)')
    expect(await page.evaluate('scrollY')).not.toBe(0)
    await page.getByRole('button', { name: 'Decide' }).click()
    await expect.poll(named).not.toBe(onPhone)
    await expect.poll(shown).toBe(named())
    await expect.poll(() => page.evaluate('scrollY')).toBe(0)
    await page.getByText(`${openReviews - 2} to review.`).waitFor()
    await page.getByRole('main').getByRole('link', { name: 'Reviews', exact: true }).click()
    await queue.waitFor()
    await open('/work-ledger?period=all')
    const newest = page.getByRole('table', { name: 'Work ledger' }).getByRole('row').nth(1)
    await expect.poll(async () => (await newest.boundingBox())?.height).toBeLessThan(80)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
    await expectAccessible(page)
    await page.setViewportSize({ width: 1200, height: 800 })

    // What the last one in the queue is decided by stands beside the decision, which nobody makes by Enter alone.
    await open(`/work-ledger/journey-${kind}`)
    await page.getByRole('radio', { name: 'Compliant (C)' }).waitFor()
    await missed.getByText('Review required').waitFor()
    await page.getByRole('button', { name: 'Decide' }).click()
    await page.getByText('Choose whether it is compliant.').waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await page.keyboard.press('c')
    await page.keyboard.type('Agreed.')
    await page.getByRole('button', { name: 'Decide' }).click()
    await page
      .getByRole('table', { name: 'Review', exact: true })
      .getByRole('row', { name: /Review required.*Compliant/ })
      .waitFor()

    // What would the next version have said?
    await open(`/twu-models/${modelId}`)
    await page.getByRole('button', { name: 'New version' }).click()
    await page.getByRole('heading', { name: 'Whole journey, version 2 (draft)' }).waitFor()
    await outcome.getByRole('button', { expanded: false }).click()
    await expression.fill('sum(operations.map(o, o.cost)) * 2.0')
    await page.getByRole('button', { name: 'Save draft' }).click()
    await page.getByText('Version 2 was saved.').waitFor()
    const backtest = page.getByRole('group', { name: 'Test on past work' })
    await backtest.getByRole('button', { name: 'Run test' }).click()
    await backtest.getByText('1 of 1 execution would change.').waitFor()
    await backtest
      .getByRole('table', { name: 'Refund order 1' })
      .getByRole('row', { name: /^spent \$3\.00 \$6\.00$/ })
      .waitFor()
    await backtest.getByRole('row', { name: 'spent 3 6', exact: true }).waitFor()
    await expectAccessible(page)
    // A draft that is faulty on purpose, and a trial for which a busy machine has no time: the console asks again.
    expect(complaints.filter((line) => !/ (422|503) /.test(line))).toEqual([])
  })
})
