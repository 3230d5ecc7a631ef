import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { run } from '../../helpers/programs/server-process.ts'

/** The compilers that the repository has: the last in JavaScript, and the native one. */
export const compilers = {
  '5.9': fileURLToPath(new URL('../../../sdk/node_modules/typescript/bin/tsc', import.meta.url)),
  '7': fileURLToPath(new URL('../../../node_modules/typescript/bin/tsc', import.meta.url)),
}

/** What programs say in their tsconfig.json: for Node, for browsers, and for browsers by the templates of today. */
const surroundings = {
  node16: { module: 'node16', lib: ['es2022'], types: ['node'] },
  bundler: { module: 'esnext', moduleResolution: 'bundler', lib: ['es2022', 'dom'], types: [] },
  browser: {
    module: 'esnext',
    moduleResolution: 'bundler',
    lib: ['es2022', 'dom', 'dom.iterable'],
    types: [],
  },
}

/** Compiles files as strictly as can be, the types of every package included. Empty when nothing is wrong. */
export async function compile(
  folder: string,
  { compiler, target, files }: { compiler: keyof typeof compilers; target: keyof typeof surroundings; files: string[] },
): Promise<string> {
  const config = join(folder, `tsconfig.${target}.json`)
  const compilerOptions = {
    target: 'es2022',
    strict: true,
    skipLibCheck: false,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noUncheckedSideEffectImports: true,
    noEmit: true,
    allowImportingTsExtensions: true,
    ...surroundings[target],
  }
  writeFileSync(config, JSON.stringify({ compilerOptions, files }))
  const { code, stdout, stderr } = await run(process.execPath, [compilers[compiler], '-p', config], {})
  return code === 0 ? '' : stdout + stderr || `exit code ${code}`
}
