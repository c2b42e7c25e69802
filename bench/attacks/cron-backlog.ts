import type { Attack } from '../support/attack.ts';

const repos = 20;
const runsOfRepo = 1000;
const cron = { name: 'yearly', expr: '@yearly', branch: 'main' };

/** Leaves runs of deleted cron jobs, and wakes the server. */
export const cronBacklog: Attack = {
  name: '20,000 runs of deleted cron jobs',
  prepare: async (server) => {
    await server.push('crons', '# Nothing to build yet.\n');
    return async () => {
      for (let repo = 0; repo < repos; repo++) server.change((db) => db.exec(insertRuns(repo)));
      await server.ask('POST', '/api/repos/admin/crons/cron', cron);
      let open = repos * runsOfRepo;
      while (open > 0) {
        await new Promise((resolve) => setTimeout(resolve, 1000));
        const { counts } = await server.ask<Jobs>('GET', '/api/system/jobs');
        open = counts
          .filter(({ kind }) => kind === 'cron-run')
          .reduce((sum, { count }) => sum + count, 0);
      }
      return 'all runs dropped';
    };
  },
};

interface Jobs {
  counts: { kind: string; count: number }[];
}

/** Ids from a million on belong to no cron job. */
function insertRuns(repo: number): string {
  return `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${runsOfRepo})
    insert into jobs (kind, key, place, payload, since, due, tries)
    select 'cron-run', 'run ' || ${repo} || ' ' || i, ${1_000_000 + repo},
      '{"cronId":' || (1000000 + i) || ',"due":1}', 1, 1, 0 from n`;
}
