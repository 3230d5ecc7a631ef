import { copyTree } from './copy.ts'
import { applyTouches, readTouches } from './touches.ts'

/** All tests but one file, the heavy ones too, where the examples of CONTRIBUTING.md are part of the tree; the exit code. */
export async function walkExamples(): Promise<number> {
  const copy = copyTree()
  try {
    for (const heading of ['Add an endpoint', 'Add an integration type'])
      applyTouches(copy.folder, readTouches(copy.folder, heading))
    // Tests that copy the tree ask git what is part of it.
    const steps: [string, string[]][] = [
      ['npm', ['run', 'generate']],
      ['npm', ['run', 'contract', '--', 'diff']],
      ['git', ['init', '--quiet']],
      // This suite adds the examples, which are there already; the others are of the tree as it is.
      ['vitest', ['run', '--exclude', 'test/documents/newcomer.heavy.test.ts']],
    ]
    for (const [program, args] of steps) {
      console.log(`${program} ${args.join(' ')}`)
      const { code, output } = await copy.run(program, args)
      console.log(output)
      if (code !== 0) return 1
    }
    return 0
  } finally {
    copy.remove()
  }
}
