import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { browserTests, deepOnly, isDeep } from '../tools/test-tiers.ts';

const crashes = 'flows/survive-crashes-at-any-moment.spec.ts';

const deepFiles = isDeep ? [] : [deepOnly];
const below = (pattern: string) => pattern.replace('e2e/', '');

export default defineConfig<object, { engineName: 'firefox' | 'webkit' }>({
  testDir: '.',
  globalSetup: './support/prepare-data.ts',
  projects: [
    { name: 'screens', testMatch: below(browserTests.screens), testIgnore: deepFiles },
    { name: 'flows', testMatch: below(browserTests.flows), testIgnore: [crashes, ...deepFiles] },
    ...(['firefox', 'webkit'] as const).map((engineName) => ({
      name: engineName,
      testMatch: below(browserTests.engines),
      testIgnore: deepFiles,
      use: { engineName },
    })),
    // Containers change the networks of this machine, which aborts requests of a browser.
    {
      name: 'crashes',
      testMatch: crashes,
      dependencies: ['screens', 'flows', 'firefox', 'webkit'],
    },
  ],
  fullyParallel: true,
  // Browser tests wait most of the time: for pages, animations and processes of steps.
  workers: 2 * availableParallelism(),
  timeout: 300_000,
  globalTimeout: (isDeep ? 240 : 80) * 60_000,
  expect: { timeout: 30_000 },
  forbidOnly: true,
  retries: 0,
  outputDir: 'test-results',
  use: {
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    // Recording a trace doubles the time of a test.
    trace: process.env.MILLRACE_TEST_TRACE === '1' ? 'retain-on-failure' : 'off',
    launchOptions: {
      executablePath: process.env.MILLRACE_CHROMIUM ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // Pages of tests are too short-lived for optimized code to pay off.
        '--js-flags=--no-opt,--no-maglev',
      ],
    },
  },
});
