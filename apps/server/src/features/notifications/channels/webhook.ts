import type { Channel } from './channel.ts';

/** A program of the user, which receives all facts. docs/notifications.md describes the fields. */
export const webhook: Channel = {
  transport: 'http',
  describe: (facts) => {
    if (facts.kind === 'digest') {
      const repos = facts.repos.map(({ repoId: _, ...repo }) => repo);
      return { type: 'digest', period: facts.period, end: facts.end, repos };
    }
    if (facts.kind === 'cron') {
      const { kind: _, repoId: __, ...run } = facts;
      return { type: 'cron.failed', ...run };
    }
    if (facts.kind === 'approval') {
      const { kind: _, repoId: __, ...build } = facts;
      return { type: 'build.waiting', ...build };
    }
    const { kind, repoId: _, failedUrl, failedStepId: __, error = '', ...build } = facts;
    return { type: typeOf(kind), ...build, failed_url: failedUrl, error };
  },
};

function typeOf(kind: 'build' | 'test'): string {
  return kind === 'test' ? 'test' : 'build.finished';
}
