import { readFileSync } from 'node:fs'

/** The guide to outcomes and policies, whose headings become parts of its section. */
export function describeModels(): string {
  const page = readFileSync(new URL('../../docs/how-to/models.md', import.meta.url), 'utf8')
  return page.replace(/^# .*\n+/, '').trim()
}
