import type { Operation } from '../contract/operation.ts'
import { findModelPrice, modelPrices } from '../db/model-prices.ts'
import { deleteRecorded } from '../db/query/recorded.ts'
import { etagOf, preconditionFailed, readIfMatch } from '../../contract/rules/etag.ts'
import { modelPriceNotFound } from '../../contract/rules/refusals.ts'

export const deleteModelPrice: Operation<'deleteModelPrice'> = async ({ path, headers }, { db, origin }) => {
  const { instanceId, priceId } = path
  if (await deleteRecorded(db, origin, modelPrices, priceId, readIfMatch(headers['If-Match']))) return { status: 204 }
  const current = await findModelPrice(db, instanceId, priceId)
  return current ? preconditionFailed(etagOf(current.revision)) : modelPriceNotFound
}
