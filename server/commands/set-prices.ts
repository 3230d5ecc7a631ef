import type { Database } from '../db/database.ts'
import { listAgentModels } from '../db/agents.ts'
import { isInstanceKnown } from '../db/instances.ts'
import { addModelPrices } from '../db/model-prices.ts'
import { serviceOrigin } from '../db/query/recorded.ts'
import { fail } from './fail.ts'
import { listPrices, loadGenaiPrices } from './genai-prices.ts'
import { failOnMissingInstance } from './on-database.ts'
import { formatCount } from './progress.ts'

/** So many prices are added in one transaction. */
const atOnce = 500

/** Adds the prices of `@pydantic/genai-prices` to those of an instance. A price that is there stays as it is. */
export async function setPrices(db: Database, id: string, provider: string | undefined): Promise<number> {
  const found = await loadGenaiPrices()
  if (!found)
    return fail('The package @pydantic/genai-prices is missing. Run: npm install --no-save @pydantic/genai-prices')
  const ids = found.providers.map((each) => each.id)
  if (provider !== undefined && !ids.includes(provider))
    return fail(`The package knows no provider ${provider}, but these: ${ids.join(', ')}.`)
  if (!(await isInstanceKnown(db, id))) return failOnMissingInstance(db, id)
  const listed = listPrices(found, provider, await listAgentModels(db, id))
  let added = 0
  for (let at = 0; at < listed.prices.length; at += atOnce)
    added += await addModelPrices(db, serviceOrigin(id, 'instances:prices'), listed.prices.slice(at, at + atOnce))
  const there = listed.prices.length - added
  console.log(`Added ${formatCount(added)} prices to ${id}, ${formatCount(there)} were there already.`)
  const { ambiguous, unsuitable, tiered } = listed
  if (ambiguous > 0)
    console.log(
      `${formatCount(ambiguous)} names have other prices at other providers: take those of one by --provider.`,
    )
  if (unsuitable > 0) console.log(`${formatCount(unsuitable)} models have no price of tokens, or one for each hour.`)
  if (tiered > 0) console.log(`${formatCount(tiered)} models cost more for long input: the lower price was taken.`)
  return 0
}
