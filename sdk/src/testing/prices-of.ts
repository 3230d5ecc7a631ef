import { groupPrices, type Prices } from '../../../contract/rules/prices.ts'
import type { Instance } from './operation.ts'
import { itemsOf } from './rows.ts'

/** The prices of the instance, for operations without a cost. */
export function pricesOf({ modelPrices }: Pick<Instance, 'modelPrices'>): Prices {
  return groupPrices(itemsOf(modelPrices))
}
