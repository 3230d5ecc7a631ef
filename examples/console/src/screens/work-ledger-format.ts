import { language, texts } from '../texts.ts'

const labels = texts.ledger

/** All that the service has of the cost: fractions of a cent, too. */
export function formatCost(dollars: number): string {
  return cost.format(dollars)
}

/** `3 min 20 s` for 200. */
export function formatDuration(seconds: number): string {
  const whole = Math.round(seconds)
  if (whole < 60) return labels.seconds(seconds.toLocaleString(language, { maximumSignificantDigits: 3 }))
  const minutes = Math.floor(whole / 60)
  if (minutes < 60) return labels.minutes(minutes, whole % 60)
  return labels.hours(Math.floor(minutes / 60).toLocaleString(language), minutes % 60)
}

const cost = new Intl.NumberFormat(language, {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 6,
})
