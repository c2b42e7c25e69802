import { type Attack, countOutcomes } from '../support/attack.ts';
import { makeBuildLines } from '../support/build-lines.ts';

const attackers = 7;
const lines = 100_000;
const build = '/api/repos/admin/search/builds/1';
const hostile = `/search?regexp=true&q=${encodeURIComponent('(a+)+$')}`;

/** Measures an ordinary search during searches that backtrack exponentially. */
export const hostileSearches: Attack = {
  name: 'a log search behind seven hostile ones',
  settings: () => ({ MILLRACE_TRUSTED_PROXIES: '127.0.0.1' }),
  prepare: async (server) => {
    const { step } = await server.startStep('search');
    for (let at = 0; at < lines; at += 10_000) {
      await server.api.appendLogs({ params: { step: step.id }, body: makeBuildLines(at, 10_000) });
    }
    await server.api.appendLogs({
      params: { step: step.id },
      body: [{ pos: lines, out: `${'a'.repeat(60)}!\n`, time: 0 }],
    });
    return async () => {
      const attacks = Array.from({ length: attackers }, async (_, at) => {
        const headers = { 'x-forwarded-for': `10.0.0.${at}` };
        const answer = await fetch(`${server.url}${build}${hostile}`, { headers });
        await answer.arrayBuffer();
        return answer.status;
      });
      const begun = performance.now();
      const found = await server.ask<{ count: number }>('GET', `${build}/search?q=gcc`);
      const plainMs = performance.now() - begun;
      const statuses = countOutcomes(await Promise.all(attacks));
      return `the plain search: ${found.count} lines after ${plainMs.toFixed(0)} ms; hostile ones: ${statuses}`;
    };
  },
};
