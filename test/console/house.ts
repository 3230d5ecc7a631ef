import { chromiumPath, launchChromium } from '../helpers/programs/chromium.ts'
import { buildConsole, serveConsole } from './serve-console.ts'
import { sides } from './sides.ts'
import type { House } from './visit.ts'

/** Visits are skipped only where there is no browser, and never in CI. */
export const hasBrowser = chromiumPath !== null || process.env['CI'] !== undefined

/** The console on the mock or on the server, built and served, and a browser. `stops` ends all of it. */
export async function openHouse(kind: keyof typeof sides, stops: AsyncDisposableStack): Promise<House> {
  const side = await sides[kind]()
  stops.defer(side.stop)
  const built = await buildConsole(side)
  stops.defer(built.remove)
  const { url, close } = await serveConsole(built.root)
  stops.defer(close)
  const browser = await launchChromium(chromiumPath ?? '')
  stops.defer(() => browser.close())
  return { url, browser, side }
}
