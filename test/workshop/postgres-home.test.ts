import { chmodSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { explainHome } from '../../workshop/postgres/embedded-postgres.ts'
import { createHome, findAbandonedHomes } from '../../workshop/postgres/home.ts'

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'postgres-home-')))
const dataDir = join(folder, 'data')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test.runIf(process.getuid?.() === 0)(
  "root hears which folder keeps PostgreSQL's account out of DATA_DIR, and finds what is left of a deleted one",
  () => {
    chmodSync(folder, 0o700)
    const closed = createHome(dataDir)
    expect(closed.folder.startsWith(folder)).toBe(false)
    expect(explainHome(closed, dataDir)).toBe(
      `, with its data elsewhere, as its account may not enter ${dataDir}. To have it there, run "chmod o+x ${folder}" before the first start`,
    )
    expect(findAbandonedHomes()).not.toContain(closed.folder)
    rmSync(dataDir, { recursive: true })
    expect(findAbandonedHomes()).toContain(closed.folder)
    rmSync(closed.folder, { recursive: true, force: true })
    chmodSync(folder, 0o701)
    const open = createHome(dataDir)
    expect(open.folder).toBe(dataDir)
    expect(explainHome(open, dataDir)).toBe('')
  },
)
