import manifest from '../../package.json' with { type: 'json' }

/** How `npm run <name>` starts Node: the memory it is held to is part of what is measured. */
export function readNpmScript(name: string): NpmScript {
  const scripts: Readonly<Record<string, string>> = manifest.scripts
  const words = (scripts[name] ?? '').split(' ')
  const node = words.indexOf('node')
  if (node < 0) throw new Error(`package.json has no script ${name} that runs node.`)
  return {
    env: Object.fromEntries(
      words
        .slice(0, node)
        .filter((word) => word.includes('='))
        .map(readSetting),
    ),
    args: words.slice(node + 1),
  }
}

function readSetting(word: string): [name: string, value: string] {
  const [name = '', value = ''] = word.split('=')
  return [name, value]
}

interface NpmScript {
  /** Set in front of the command. */
  env: Record<string, string>
  /** Flags of Node, then the file, relative to the project. */
  args: string[]
}
