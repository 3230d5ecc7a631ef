/** Days are those of the calendar and the clock of whoever looks. */
export const timeZone = new Intl.DateTimeFormat().resolvedOptions().timeZone

/** `GMT+1`, for labels. */
export function shortZone(): string {
  const parts = new Intl.DateTimeFormat('en', { timeZoneName: 'short' }).formatToParts()
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
}

/** The day of a time, as `2026-12-24`. */
export function dayOf(time: string | number, zone = timeZone): string {
  // Swedes write days as ISO does.
  return new Intl.DateTimeFormat('sv', { timeZone: zone, dateStyle: 'short' }).format(new Date(time))
}

/** The times at which a day begins and ends here. */
export function beginOf(day: string): string {
  return new Date(`${day}T00:00:00.000`).toISOString()
}

export function endOf(day: string): string {
  return new Date(`${day}T23:59:59.999`).toISOString()
}

/** When the day began that was so many days ago. */
export function beginOfDay(daysAgo: number): string {
  const day = new Date()
  day.setDate(day.getDate() - daysAgo)
  day.setHours(0, 0, 0, 0)
  return day.toISOString()
}

/** The zone of the days of a range: of more than 400 days, the service tells those of UTC alone. */
export function zoneOf({ createdFrom, createdTo }: Range): string {
  const last = createdTo === undefined ? Date.now() : Date.parse(createdTo)
  return createdFrom !== undefined && last - Date.parse(createdFrom) < mostMs ? timeZone : 'UTC'
}

const mostMs = 399 * 86_400_000

export interface Range {
  createdFrom?: string | undefined
  createdTo?: string | undefined
}
