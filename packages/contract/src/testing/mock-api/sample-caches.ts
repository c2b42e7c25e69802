import type { Caches } from '../../api/index.ts';

const key = `npm-main-${'0c030586945fe504'.repeat(4)}`;

export const sampleCaches: Caches = {
  entries: [
    {
      id: 1,
      key,
      scope: 'branch/main',
      paths: ['node_modules', 'apps/web/node_modules'],
      size: 120_000_000,
      build: 1,
      created: 1_700_000_000,
      last_used: 1_700_000_000,
      hits: 3,
    },
  ],
  lookups: [
    {
      id: 2,
      key,
      scope: 'pull/3',
      build: 2,
      stage: 'default',
      step: 'restore-cache',
      created: 1_700_000_000,
      result: 'miss',
      reason: 'other_scope',
    },
  ],
  used: 120_000_000,
  own: { days: null, repo_bytes: null },
  server: { days: 14, entry_bytes: 2e9, repo_bytes: 1e10 },
  limits: { days: 14, entry_bytes: 2e9, repo_bytes: 1e10 },
};
