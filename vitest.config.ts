import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';
import { testsOfSqlite, testsOnPostgres } from './apps/server/testing/tests-on-postgres.ts';
import { LongestFirst } from './tools/longest-first.ts';
import { deepOnly, isDeep, unitTests } from './tools/test-tiers.ts';

const maxWorkers = availableParallelism();
const exclude = [...configDefaults.exclude, ...(isDeep ? [] : [deepOnly])];
/** The files of a worker share their imports, because loading the server takes as long as a test. */
const shared = {
  maxWorkers,
  exclude,
  isolate: false,
  unstubEnvs: true,
  unstubGlobals: true,
  // Far more than any test needs: ends a test that hangs, but not one that is slow on a busy machine.
  testTimeout: 300_000,
  hookTimeout: 300_000,
};
/** For tests that start processes and wait for them. */
const slow = { ...shared, expect: { poll: { timeout: 60_000 } } };

const ofServer = (names: string[]) => names.map((name) => `apps/server/src/${name}.test.ts`);
const withPostgres = isDeep
  ? [unitTests.server]
  : ['apps/server/src/**/*.postgres.test.ts', ...ofServer(testsOnPostgres)];

export default defineConfig({
  test: {
    maxWorkers,
    sequence: { sequencer: LongestFirst },
    projects: [
      { test: { name: 'pipeline', include: [unitTests.pipeline], ...shared } },
      { test: { name: 'build-rules', include: [unitTests.buildRules], ...shared } },
      { test: { name: 'convert', include: [unitTests.convert], ...shared } },
      { test: { name: 'contract', include: [unitTests.contract], ...shared } },
      { test: { name: 'node-kit', include: [unitTests.nodeKit], ...shared } },
      { test: { name: 'tools', include: [unitTests.tools], ...shared } },
      { test: { name: 'scripts', include: [unitTests.scripts], ...slow } },
      { test: { name: 'build-host', include: [unitTests.buildHost], ...slow } },
      { test: { name: 'runner', include: [unitTests.runner], ...slow } },
      { test: { name: 'cli', include: [unitTests.cli], ...slow } },
      { test: { name: 'pipelines', include: [unitTests.pipelines], ...slow } },
      {
        test: {
          name: 'server',
          include: [unitTests.server],
          setupFiles: ['apps/server/testing/after-each-file.ts'],
          globalSetup: ['apps/server/testing/make-sqlite-template.ts'],
          ...slow,
          exclude: [...exclude, '**/*.postgres.test.ts', '**/*.postgres.deep.test.ts'],
        },
      },
      {
        test: {
          name: 'postgres',
          include: withPostgres,
          setupFiles: ['apps/server/testing/after-each-file.ts'],
          globalSetup: ['apps/server/testing/start-postgres.ts'],
          env: { MILLRACE_TEST_DATABASE: 'postgres' },
          ...slow,
          exclude: [...exclude, ...ofServer(testsOfSqlite)],
        },
      },
      {
        extends: './apps/web/vite.config.ts',
        root: 'apps/web',
        test: {
          name: 'web',
          include: [unitTests.web.replace('apps/web/', '')],
          setupFiles: [join(import.meta.dirname, 'apps/web/src/testing/set-up-page.ts')],
          // The contract checks the responses of the mock server.
          alias: { 'zod/mini': 'zod/v4-mini' },
          ...shared,
        },
      },
    ],
  },
});
