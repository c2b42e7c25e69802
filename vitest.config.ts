import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** Tests that start processes wait for them, on a busy machine too. */
const patient = {
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 20_000 } },
};

export default defineConfig({
  test: {
    // Many tests wait for processes and clocks: two files at once also suit two cores.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      { test: { name: 'contract', include: ['packages/contract/src/**/*.test.ts'] } },
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
          ...patient,
        },
      },
      {
        test: {
          name: 'postgres',
          include: ['apps/server/src/**/*.test.ts'],
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
      './apps/web/vite.config.ts',
    ],
  },
});
