import { expect, test } from 'vitest'
import { countTaken, everyType, fits, fitsPlain, integrationsOf, unions } from './type-metadata.ts'

test.each(unions)('what the validator checks takes all that %s takes', (name) => {
  for (const { id, type } of everyType) {
    for (const integration of integrationsOf(name, id, type)) {
      expect(fits(name, integration), id).toBe(true)
      expect(fitsPlain(name, integration), id).toBe(true)
    }
  }
})

test('whatever the server takes, the contract allows', () => {
  expect(countTaken(1000)).toBeGreaterThan(100)
})
