import { existsSync } from 'node:fs'
import { chromium, type Browser } from 'playwright-core'

/** Null where no browser is installed. In CI, the tests that need a browser then fail. */
export const chromiumPath =
  ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync) ?? null

/** A headless browser with its own profile, and without requests of its own to the network. */
export async function launchChromium(executablePath: string): Promise<Browser> {
  return chromium.launch({
    executablePath,
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
}
