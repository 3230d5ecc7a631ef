import type { ModelPrice } from '@instance-admin/sdk'
import { sayDay } from '../../parts/time.tsx'
import { priceTexts } from '../../texts/prices.ts'

export function nameOfPrice({ model, validFrom }: Pick<ModelPrice, 'model' | 'validFrom'>): string {
  return priceTexts.of(model, sayDay(validFrom))
}
