import { randomUUID } from 'node:crypto'
import type { ModelPrice, ModelPriceInput } from '../../../sdk/src/index.ts'
import { succeed } from '../succeed.ts'
import type { TestService } from '../service.ts'

export const sonnet = {
  model: 'claude-sonnet-4-5',
  validFrom: '2026-11-01',
  input: 3,
  cachedInput: 0.3,
  cacheWrite: 3.75,
  output: 15,
} satisfies ModelPriceInput

/** Sets and reads prices of `acme`. Every function throws when the call fails. */
export function modelPrices(service: TestService) {
  const { modelPrices } = service.keyless('Editor')
  const set = (given: Partial<ModelPriceInput> = {}) => succeed(modelPrices.set({ ...sonnet, ...given }))
  const read = async (id: string): Promise<{ body: ModelPrice; etag: string }> => {
    for await (const body of modelPrices.list()) if (body.id === id) return { body, etag: body.etag }
    throw new Error(`There is no price ${id}.`)
  }
  return {
    set,
    /** Of a model that has no other. */
    create: () => set({ model: randomUUID() }),
    read,
    replace: async (id: string, given: Partial<ModelPriceInput>) =>
      set({ model: (await read(id)).body.model, ...given }),
  }
}
