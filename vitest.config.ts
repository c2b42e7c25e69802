import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { testsOfSqlite, testsOnPostgres } from './apps/server/src/testing/tests-on-postgres.ts';
import { LongestFirst } from './tools/longest-first.ts';

/** Many tests wait for processes and clocks: one file more than there are cores keeps these busy. */
const maxWorkers = availableParallelism() + 1;
/** The files of a worker share what they import: to read the server anew for each takes as long as a test. */
const shared = {
  maxWorkers,
  isolate: false,
  unstubEnvs: true,
  unstubGlobals: true,
  // Far more than any test needs: what hangs is ended, what is slow on a busy machine is not.
  testTimeout: 120_000,
  hookTimeout: 120_000,
};
/** Tests that start processes wait for them. */
const patient = { ...shared, expect: { poll: { timeout: 30_000 } } };

const serverTests = (...names: string[]) => names.map((name) => `apps/server/src/${name}.test.ts`);
const isDeep = process.env.MILLRACE_TEST_DEEP === '1';

export default defineConfig({
  test: {
    maxWorkers,
    sequence: { sequencer: LongestFirst },
    projects: [
      { test: { name: 'contract', include: ['packages/contract/src/**/*.test.ts'], ...shared } },
      {
        test: {
          name: 'scripts',
          include: ['packages/scripts/src/**/*.test.ts'],
          ...patient,
        },
      },
      {
        test: {
          name: 'runner',
          include: ['apps/runner/src/**/*.test.ts'],
          ...patient,
        },
      },
      {
        test: {
          name: 'server',
          include: ['apps/server/src/**/*.test.ts'],
          exclude: ['**/*.postgres.test.ts'],
          setupFiles: ['apps/server/src/testing/after-each-file.ts'],
          globalSetup: ['apps/server/src/testing/make-sqlite-template.ts'],
          ...patient,
        },
      },
      {
        test: {
          name: 'postgres',
          include: serverTests(...(isDeep ? ['**/*'] : ['**/*.postgres', ...testsOnPostgres])),
          exclude: serverTests(...testsOfSqlite),
          setupFiles: ['apps/server/src/testing/after-each-file.ts'],
          globalSetup: ['apps/server/src/testing/start-postgres.ts'],
          env: { MILLRACE_TEST_DATABASE: 'postgres' },
          ...patient,
        },
      },
      {
        test: {
          name: 'pipelines',
          include: ['e2e/pipelines/**/*.test.ts'],
          ...patient,
        },
      },
      {
        extends: './apps/web/vite.config.ts',
        root: 'apps/web',
        test: {
          name: 'web',
          include: ['src/**/*.test.{ts,tsx}'],
          // What the mock answers is checked.
          alias: { 'zod/mini': 'zod/v4-mini' },
          ...shared,
        },
      },
    ],
  },
});
