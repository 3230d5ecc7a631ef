import { fileURLToPath } from 'node:url'
import { defineConfig } from 'tsdown'

/**
 * The package: dist/, with the sources that its maps lead to in dist/sources, laid out as in the repository, and those of
 * the packages that are bundled.
 */
const bundled = ['openapi-fetch', 'openapi-typescript-helpers', '@marcbachmann/cel-js']

export default defineConfig({
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
  format: ['esm', 'cjs'],
  platform: 'neutral',
  // What Node 20 and the browsers of 2023 run.
  target: 'es2022',
  tsconfig: 'tsconfig.build.json',
  dts: { sourcemap: true },
  sourcemap: true,
  hash: false,
  // Costs an app not a byte more than a dependency would, and saves it the installation. Nothing else may slip in.
  deps: { alwaysBundle: bundled, onlyBundle: bundled },
  copy: [
    { from: 'src', to: 'dist/sources/sdk' },
    { from: ['../spec/openapi.gen.ts', '../spec/schemas.gen.ts'], to: 'dist/sources/spec' },
    {
      from: ['../contract/json.ts', '../contract/types.ts', '../contract/rules'],
      to: 'dist/sources/contract',
    },
    {
      from: ['generate-entries.ts', 'entry-vocabulary.json'].map((file) => `../server/development/${file}`),
      to: 'dist/sources/server/development',
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
    sourcemapPathTransform: (path) =>
      path
        .replace(/^\.\.\/src\//, 'sources/sdk/src/')
        .replace(/^\.\.\/\.\.\/(spec|contract|server)\//, 'sources/$1/')
        // The packages are found where the checkout has them, which is no path of the tarball.
        .replace(/^.*\/node_modules\//, 'sources/'),
  },
  checks: { pluginTimings: false },
  failOnWarn: true,
})
