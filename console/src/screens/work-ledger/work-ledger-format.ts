import type { WorkLedgerEntry, WorkLedgerGroup } from '@instance-admin/sdk'
import type { LedgerFilters } from '../../filters.ts'
import { language, texts } from '../../texts.ts'
import { ledgerTexts } from '../../texts/ledger.ts'
import { workTexts } from '../../texts/work.ts'

const labels = texts.ledger

/** Money, wherever it is shown: to the cent, and what is less than a cent by its first two digits. */
export function formatCost(amount: number, currency = 'USD'): string {
  // What is left of a difference of decimals is no money.
  const isSmall = Math.abs(amount) < 0.01 && Math.abs(amount) > 1e-9
  const digits = isSmall ? { maximumSignificantDigits: 2 } : {}
  return amount.toLocaleString(language, { style: 'currency', currency, signDisplay: 'negative', ...digits })
}

/** `3 min 20 s` for 200. */
export function formatDuration(seconds: number): string {
  const whole = Math.round(seconds)
  if (whole < 60) return labels.seconds(seconds.toLocaleString(language, { maximumSignificantDigits: 3 }))
  const minutes = Math.floor(whole / 60)
  if (minutes < 60) return labels.minutes(minutes, whole % 60)
  return labels.hours(Math.floor(minutes / 60).toLocaleString(language), minutes % 60)
}

export function formatPercent(share: number): string {
  return percent.format(share)
}

/** How many, and which part of all they are, where that is known. */
export function formatPart(count: number, share: number | null): string {
  const text = count.toLocaleString(language)
  return count === 0 || share === null ? text : `${text} (${formatPercent(share)})`
}

/** What was read and what was written, and how much of what was read came from a cache. */
export function formatTokens({ inputTokens, cachedInputTokens, outputTokens }: Tokens): string {
  if (inputTokens + outputTokens === 0) return texts.none
  const [read, cached, written] = [inputTokens, cachedInputTokens, outputTokens].map((n) => n.toLocaleString(language))
  return labels.tokens(read ?? '', cached ?? '', written ?? '')
}

type Tokens = Pick<NonNullable<WorkLedgerGroup['usage']>, 'inputTokens' | 'cachedInputTokens' | 'outputTokens'>

const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 })

/** `+109%`, or `−2%`; nothing while nobody knows what was before. */
export function sayGrowth(now: number, before: number | undefined): string | null {
  if (before === undefined) return null
  return before === 0 ? workTexts.noneBefore : growth.format(now / before - 1).replace('-', '−')
}

const growth = new Intl.NumberFormat(language, {
  style: 'percent',
  maximumFractionDigits: 0,
  signDisplay: 'exceptZero',
})

/** Whether programs or people did the work of an entry. */
export function sayActors(actors: WorkLedgerEntry['actors']): string {
  return actors.map((actor) => labels.actorNames[actor]).join(', ')
}

/** The days that a filter leaves, of which one end may be open. */
export function sayDays({
  createdFrom: from,
  createdTo: to,
}: Pick<LedgerFilters, 'createdFrom' | 'createdTo'>): string {
  if (from === undefined) return ledgerTexts.until(day.format(new Date(to ?? '')))
  return to === undefined
    ? ledgerTexts.since(day.format(new Date(from)))
    : day.formatRange(new Date(from), new Date(to))
}

const day = new Intl.DateTimeFormat(language, { dateStyle: 'medium' })
