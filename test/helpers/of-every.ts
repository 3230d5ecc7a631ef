import { test } from 'vitest'

/**
 * One test of a rule for many items, which names the first that breaks it. For pure functions, of which vitest itself would
 * take more time for a test an item.
 */
export const ofEvery =
  <Item extends { id: string; key?: string }>(items: readonly Item[]) =>
  (rule: string, check: (item: Item) => unknown): void => {
    test(rule, async () => {
      if (items.length === 0) throw new Error('There is nothing to check.')
      for (const item of items) {
        try {
          await check(item)
        } catch (error) {
          throw new Error(`${item.id} ${item.key ?? ''}: ${String(error)}`, { cause: error })
        }
      }
    })
  }
