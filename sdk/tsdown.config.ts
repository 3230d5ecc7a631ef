import { fileURLToPath } from 'node:url'
import { defineConfig, type UserConfig } from 'tsdown'

/**
 * The package: dist/, with the sources that its maps lead to in dist/sources, laid out as in the repository, and those of
 * the packages that are bundled. The sources are there once: maps have no copy of them, and CommonJS, which is as
 * readable, has no maps. keep-once.ts then takes out what else would be there twice.
 */
const bundled = ['openapi-fetch', 'openapi-typescript-helpers', '@marcbachmann/cel-js']

const doors: UserConfig = {
  entry: {
    index: 'src/index.ts',
    'react-query': 'src/react-query/index.ts',
    'react-query-live': 'src/react-query/live.ts',
    reporter: 'src/reporter/index.ts',
    schemas: 'src/schemas/index.gen.ts',
    testing: 'src/testing/index.ts',
    'testing-msw': 'src/testing/msw.ts',
    'testing-world': 'src/testing/world/index.ts',
    raw: 'src/raw.ts',
  },
  // Each format has a compiler of its own: a shared one makes maps only if the format that needs them asks first.
  format: { esm: { sourcemap: true, dts: { sourcemap: true } }, cjs: { dts: { newContext: true } } },
  platform: 'neutral',
  // What Node 20 and the browsers of 2023 run.
  target: 'es2022',
  tsconfig: 'tsconfig.build.json',
  dts: true,
  hash: false,
  // Costs an app not a byte more than a dependency would, and saves it the installation. Nothing else may slip in.
  deps: { alwaysBundle: bundled, onlyBundle: bundled },
  copy: [
    { from: 'src', to: 'dist/sources/sdk' },
    { from: ['../spec/gen/openapi.gen.ts', '../spec/gen/schemas.gen.ts'], to: 'dist/sources/spec/gen' },
    {
      from: ['json.ts', 'types.ts', 'expression-names.ts', 'rules'].map((path) => `../contract/${path}`),
      to: 'dist/sources/contract',
    },
    ...['openapi-fetch', 'openapi-typescript-helpers'].flatMap((name) =>
      ['index.mjs', 'index.d.mts'].map((file) => ({
        from: fileURLToPath(new URL(file, import.meta.resolve(name))),
        to: `dist/sources/${name}/dist`,
      })),
    ),
    {
      from: fileURLToPath(new URL('.', import.meta.resolve('@marcbachmann/cel-js'))),
      to: 'dist/sources/@marcbachmann/cel-js',
    },
  ],
  outputOptions: {
    sourcemapExcludeSources: true,
    codeSplitting: {
      // The schemas of forms share these rules with the test server, and load nothing else of it.
      groups: [
        { name: 'rules.gen', test: /rules\.gen\.ts$/, priority: 1 },
        { name: 'contract.gen', test: /contract\.gen\.ts$/ },
      ],
    },
    sourcemapPathTransform: (path) =>
      path
        .replace(/^\.\.\/src\//, 'sources/sdk/src/')
        .replace(/^\.\.\/\.\.\/(spec|contract)\//, 'sources/$1/')
        // The packages are found where the checkout has them, which is no path of the tarball.
        .replace(/^.*\/node_modules\//, 'sources/'),
  },
  checks: { pluginTimings: false },
  failOnWarn: true,
}

/** The command, for Node alone. It uses the doors as a program does, and needs no types, maps or CommonJS. */
const command: UserConfig = {
  entry: { mock: 'mock/main.ts' },
  format: 'esm',
  platform: 'node',
  target: 'node20',
  dts: false,
  fixedExtension: false,
  hash: false,
  plugins: [
    {
      name: 'doors',
      resolveId(path) {
        const [, name] = /\/src\/(testing(?:\/world)?)\/index\.ts$/.exec(path) ?? []
        return name === undefined ? null : { id: `./${name.replace('/', '-')}.js`, external: true }
      },
    },
  ],
  checks: { pluginTimings: false },
  failOnWarn: true,
}

export default defineConfig([doors, command])
