/** Whether this is the deep run: every test file, and those that take a number take the large one. */
export const isDeep = process.env.MILLRACE_TEST_DEEP === '1';

/** Files that the deep run alone has. All others run on every change. */
export const deepOnly = '**/*.deep.{test,spec}.ts';

/** The test files of each project of vitest. */
export const unitTests = {
  contract: 'packages/contract/src/**/*.test.ts',
  scripts: 'packages/scripts/src/**/*.test.ts',
  runner: 'apps/runner/src/**/*.test.ts',
  server: 'apps/server/src/**/*.test.ts',
  pipelines: 'e2e/pipelines/**/*.test.ts',
  tools: 'tools/**/*.test.ts',
  web: 'apps/web/src/**/*.test.{ts,tsx}',
};

/** The test files of each project of Playwright. */
export const browserTests = {
  screens: 'e2e/screens/**/*.spec.ts',
  flows: 'e2e/flows/**/*.spec.ts',
};
