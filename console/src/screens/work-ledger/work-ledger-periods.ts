import type { WorkLedgerGroup } from '@instance-admin/sdk'
import { dayOf, zoneOf, type Range } from '../../days.ts'
import { language } from '../../texts.ts'

const dayMs = 24 * 60 * 60 * 1000

/** Sums of days as sums of periods until today: of days while they are few, else of weeks, else of months. */
export function toPeriods<Name extends string>(
  sums: readonly { name: Name; days: readonly Pick<WorkLedgerGroup, 'key' | 'count'>[] }[],
  range: Range,
) {
  const all = sums.flatMap(({ days }) => days.map(({ key }) => Date.parse(key)))
  const { createdFrom, createdTo } = range
  const day = (time: string | number) => Date.parse(dayOf(time, zoneOf(range)))
  const begin = createdFrom === undefined ? [] : [day(createdFrom)]
  const end = Math.min(day(Date.now()), createdTo === undefined ? Infinity : day(createdTo))
  const [first, last] = [Math.min(...begin, ...all), Math.max(end, ...all)]
  const count = Math.floor((last - first) / dayMs) + 1
  const unit: Unit = count <= 31 ? 'day' : count <= 183 ? 'week' : 'month'
  const periods = new Map<string, Period<Name>>()
  // Those without an entry, too.
  for (let day = first; day <= last; day += dayMs) {
    const key = beginOf(unit, new Date(day))
    periods.set(key, { label: format[unit].format(new Date(key)), counts: {} })
  }
  for (const { name, days } of sums)
    for (const { key, count } of days) {
      const counts = periods.get(beginOf(unit, new Date(key)))?.counts
      if (counts) counts[name] = (counts[name] ?? 0) + count
    }
  return { unit, periods: [...periods.values()] }
}

/** A week begins on its Monday. */
function beginOf(unit: Unit, day: Date): string {
  const date = new Date(day)
  if (unit === 'month') date.setUTCDate(1)
  if (unit === 'week') date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7))
  return date.toISOString().slice(0, 'YYYY-MM-DD'.length)
}

const dayFormat = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', timeZone: 'UTC' })
const format = {
  day: dayFormat,
  week: dayFormat,
  month: new Intl.DateTimeFormat(language, { month: 'short', year: 'numeric', timeZone: 'UTC' }),
}

type Unit = keyof typeof format

interface Period<Name extends string> {
  label: string
  counts: Partial<Record<Name, number>>
}
