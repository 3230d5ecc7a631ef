import { env } from 'node:process'

/** What is the same in each of these zones depends on none. Node reads the variable whenever it changes. */
export const timeZones = { UTC: 0, 'Europe/Berlin': -120, 'America/St_Johns': 150 }

export function inTimeZone<Result>(zone: string, run: () => Result): Result {
  const before = env['TZ']
  env['TZ'] = zone
  try {
    return run()
  } finally {
    if (before === undefined) delete env['TZ']
    else env['TZ'] = before
  }
}
