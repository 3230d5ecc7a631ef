import { randomUUIDv7 } from 'node:crypto'
import type { Operation } from '../contract/operation.ts'
import { insertModelPrice, lockPriceOfDay, lockPrices, replaceModelPrice, toModelPrice } from '../db/model-prices.ts'
import { etagOf, refuseChange } from '../../contract/rules/etag.ts'
import { toDatedPrice } from '../../contract/rules/prices.ts'
import { modelPriceNotFound } from '../../contract/rules/refusals.ts'

/** A caller who names a state of the price replaces one that is there. */
export const setModelPrice: Operation<'setModelPrice'> = async ({ path, headers, body }, { commit, origin }) => {
  const { instanceId } = path
  const price = toDatedPrice(body)
  return commit(async (transaction) => {
    await lockPrices(transaction, instanceId)
    const current = await lockPriceOfDay(transaction, instanceId, price)
    if (!current && headers['If-Match'] !== undefined) return modelPriceNotFound
    const refused = current && refuseChange(etagOf(current.revision), headers)
    if (refused) return refused
    const replaced = current && (await replaceModelPrice(transaction, origin, current.id, price))
    const row = replaced ?? (await insertModelPrice(transaction, origin, randomUUIDv7(), price))
    return { status: 200, headers: { ETag: etagOf(row.revision) }, body: toModelPrice(row) }
  })
}
