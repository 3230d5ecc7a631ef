import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { cloneFresh } from '../walks/clone.ts'
import { project } from '../walks/copy.ts'

// A copy of the tree, in which `npm run walk` runs these tests, has no history to clone.
test.skipIf(!existsSync(join(project, '.git')))(
  'the first line and the first call of README.md work in a fresh clone',
  async () => {
    expect(await cloneFresh()).toBe(0)
  },
  900_000,
)
