import { expect, test } from 'vitest'
import { run } from '../helpers/programs/server-process.ts'

test.each([['server/main.ts'], ['server/commands/instances.ts', 'list']])(
  'without the workshop nothing stands in for a setting: %s',
  async (...command) => {
    const { code, stderr } = await run(process.execPath, command, { PORT: '0', MANAGEMENT_PORT: '0' })
    expect(code).toBe(1)
    expect(stderr).toContain('DATABASE_URL is missing')
  },
)
