/**
 * True for the deep run, which includes every test file, and in which tests with `MILLRACE_TEST_DEEP` use
 * large numbers.
 */
export const isDeep = process.env.MILLRACE_TEST_DEEP === '1';

/** Files that run only in the deep run. All others run on every change. */
export const deepOnly = '**/*.deep.{test,spec}.ts';

/** Test files of each vitest project. */
export const unitTests = {
  pipeline: 'packages/pipeline/src/**/*.test.ts',
  buildRules: 'packages/build-rules/src/**/*.test.ts',
  convert: 'packages/convert/src/**/*.test.ts',
  buildHost: 'packages/build-host/src/**/*.test.ts',
  cli: 'apps/cli/src/**/*.test.ts',
  contract: 'packages/contract/src/**/*.test.ts',
  nodeKit: 'packages/node-kit/src/**/*.test.ts',
  scripts: 'packages/scripts/src/**/*.test.ts',
  runner: 'apps/runner/src/**/*.test.ts',
  server: 'apps/server/{src,testing}/**/*.test.ts',
  pipelines: 'e2e/pipelines/**/*.test.ts',
  tools: 'tools/**/*.test.ts',
  web: 'apps/web/src/**/*.test.{ts,tsx}',
};

/** Test files of each Playwright project. */
export const browserTests = {
  screens: 'e2e/screens/**/*.spec.ts',
  flows: 'e2e/flows/**/*.spec.ts',
  engines: 'e2e/engines/**/*.spec.ts',
};
