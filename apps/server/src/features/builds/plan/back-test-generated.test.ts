import { expect, it, vi } from 'vitest';
import { backTestGenerated, changedPathsOf } from '../../../../testing/back-test-generator.ts';
import { startTestServer } from '../../../../testing/test-server.ts';

const isDeep = Boolean(process.env.MILLRACE_TEST_DEEP);
const seed = Number(process.env.MILLRACE_TEST_SEED) || 1;
const builds = isDeep ? 10_000 : 75;

it(`reproduces ${builds} generated builds under their unchanged files`, {
  timeout: isDeep ? 5_400_000 : 600_000,
}, async () => {
  const server = await startTestServer();
  vi.spyOn(server.core.forge, 'listChangedPaths').mockImplementation(async (_repo, before, after) =>
    changedPathsOf(before, after),
  );
  try {
    const result = await backTestGenerated(server, { seed, builds });
    expect(result.different).toEqual([]);
    expect(result.builds).toBeGreaterThanOrEqual(builds);
    expect(result.steps).toBeGreaterThan(builds);
  } finally {
    await server.stop();
  }
});
