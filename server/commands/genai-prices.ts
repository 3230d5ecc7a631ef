import type { calcPrice, ConditionalPrice, MatchLogic, ModelInfo, Provider } from '@pydantic/genai-prices'
import type { DatedPrice } from '../../contract/rules/prices.ts'

/** Prices by AI model, and why the other models of the package have none. */
export interface ListedPrices {
  prices: DatedPrice[]
  /** Models that several providers have, each at a price of its own. */
  ambiguous: number
  /** Models whose price depends on the hour of the day, or is not one of tokens. */
  unsuitable: number
  /** Models whose price is higher for long input: the lower one counts. */
  tiered: number
}

interface Package {
  providers: readonly Provider[]
  calcPrice: typeof calcPrice
}

/** The data of the package; null where it is not installed. */
export async function loadGenaiPrices(): Promise<Package | null> {
  try {
    const { waitForUpdate, calcPrice } = await import('@pydantic/genai-prices')
    // Nothing is fetched: without an update, these are the data of the package.
    return { providers: (await waitForUpdate()) ?? [], calcPrice }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND') return null
    throw error
  }
}

/**
 * The prices of the models of one provider, or of all: a name that several have is then the model of the provider that the package
 * takes it for. `names` are further names of models.
 */
export function listPrices(
  { providers, calcPrice }: Package,
  provider: string | undefined,
  names: readonly string[],
): ListedPrices {
  const asked = providers.filter(({ id }) => provider === undefined || id === provider)
  const byName = Map.groupBy(asked.flatMap(listNames), ({ name }) => name)
  const listed: ListedPrices = { prices: [], ambiguous: 0, unsuitable: 0, tiered: 0 }
  for (const name of new Set([...byName.keys(), ...names])) {
    const same = byName.get(name) ?? []
    const found = calcPrice({}, name, provider === undefined ? {} : { providerId: provider })?.model
    const model = found ?? (same.length === 1 ? same[0]?.model : undefined)
    const prices = model ? toDatedPrices(name, model) : []
    listed.prices.push(...prices)
    if (!model && same.length > 0) listed.ambiguous += 1
    if (model && prices.length === 0) listed.unsuitable += 1
    if (model && prices.length > 0 && isTiered(model)) listed.tiered += 1
  }
  return listed
}

/** The names of a provider's models. What a pattern matches beside them is not listed. */
function listNames({ models }: Provider) {
  return models.flatMap((model) =>
    [...new Set([model.id, ...exactNames(model.match)])].map((name) => ({ name, model })),
  )
}

function exactNames(match: MatchLogic): string[] {
  if ('equals' in match) return [match.equals]
  return 'or' in match ? match.or.flatMap(exactNames) : []
}

/** Nothing where a price is not one of tokens from a day on. */
function toDatedPrices(model: string, { prices }: ModelInfo): DatedPrice[] {
  return toConditional(prices).flatMap(({ constraint, prices }, _at, all): DatedPrice[] => {
    if (all.some((other) => other.constraint?.type === 'time_of_date')) return []
    const validFrom = constraint?.type === 'start_date' ? constraint.start_date : firstDay
    const input = baseOf(prices['input_mtok'])
    if (input === null) return []
    const cachedInput = baseOf(prices['cache_read_mtok']) ?? input
    const cacheWrite = baseOf(prices['cache_write_mtok']) ?? input
    return [{ model, validFrom, input, cachedInput, cacheWrite, output: baseOf(prices['output_mtok']) ?? 0 }]
  })
}

/** Of a price that has held for as long as the package knows. */
const firstDay = '2020-01-01'

function isTiered({ prices }: ModelInfo): boolean {
  return toConditional(prices).some(({ prices }) => Object.values(prices).some((price) => typeof price === 'object'))
}

function toConditional(prices: ModelInfo['prices']): ConditionalPrice[] {
  return Array.isArray(prices) ? prices : [{ prices }]
}

function baseOf(price: ConditionalPrice['prices'][string]): number | null {
  if (price === undefined) return null
  return typeof price === 'number' ? price : price.base
}
