import { groupsOf } from './groups.ts'
import type { ModelPrice, ModelPriceInput, TokenUsage, WorkOperation } from '../../spec/gen/openapi.gen.ts'
import { costOfMillions } from './decimals.ts'

/** An operation as it is kept: with the cost that a price gave, where the report said none. */
export interface PricedOperation extends WorkOperation {
  costFrom?: 'price'
}

type TokenPrices = Pick<ModelPrice, 'input' | 'cachedInput' | 'cacheWrite' | 'output'>

export type DatedPrice = TokenPrices & Pick<ModelPrice, 'model' | 'validFrom'>

/** The prices of each AI model, the newest first. */
export type Prices = ReadonlyMap<string, readonly DatedPrice[]>

/** The price that a caller sets, whole. */
export function toDatedPrice({ model, validFrom, ...given }: ModelPriceInput): DatedPrice {
  const { input, cachedInput = input, cacheWrite = input, output } = given
  return { model, validFrom, input, cachedInput, cacheWrite, output }
}

export function groupPrices(prices: readonly DatedPrice[]): Prices {
  const newestFirst = prices.toSorted((a, b) => (a.validFrom < b.validFrom ? 1 : -1))
  return groupsOf(newestFirst, ({ model }) => model)
}

/** The AI models whose prices these operations need, each once. */
export function modelsToPrice(operations: readonly WorkOperation[]): string[] {
  return [...new Set(operations.filter(needsPrice).map(({ aiModel }) => aiModel))]
}

/** The operations, those without a cost with the one that a price of their day gives. Their times are in UTC. */
export function priceOperations(operations: readonly WorkOperation[], prices: Prices): PricedOperation[] {
  return operations.map((operation) => {
    if (!needsPrice(operation)) return operation
    const price = findPrice(prices, operation.aiModel, operation.startedAt)
    return price ? { ...operation, cost: costOf(operation.usage, price), costFrom: 'price' } : operation
  })
}

/** The price of an AI model at a time in UTC. */
export function findPrice(prices: Prices, model: string, at: string): DatedPrice | undefined {
  const day = at.slice(0, 10)
  return prices.get(model)?.find(({ validFrom }) => validFrom <= day)
}

/** Whether an AI model was at work, and nobody knows what it cost. */
export function isWithoutCost({ cost, aiModel, usage }: WorkOperation): boolean {
  return cost === undefined && (aiModel !== undefined || usage !== undefined)
}

function needsPrice(operation: WorkOperation): operation is WorkOperation & { aiModel: string; usage: TokenUsage } {
  const { cost, aiModel, usage } = operation
  return cost === undefined && aiModel !== undefined && usage !== undefined
}

function costOf(usage: TokenUsage, { input, cachedInput, cacheWrite, output }: TokenPrices): number {
  const { inputTokens = 0, cachedInputTokens = 0, cacheWriteTokens = 0, outputTokens = 0 } = usage
  return costOfMillions([
    { count: inputTokens - cachedInputTokens - cacheWriteTokens, price: input },
    { count: cachedInputTokens, price: cachedInput },
    { count: cacheWriteTokens, price: cacheWrite },
    { count: outputTokens, price: output },
  ])
}
