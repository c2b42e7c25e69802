import { type Attack, countOutcomes } from '../support/attack.ts';
import { median } from '../support/statistics.ts';

const plans = 60;
const addresses = 12;
const small = 'kind: pipeline\ntype: exec\nname: a\nsteps: []\n';
/** Takes seconds to plan: each step depends on many others. */
const costly = createCostlyFile();

/** Plans 60 costly files as guests of 12 addresses, while a person plans a small one. */
export const guestPlans: Attack = {
  name: '60 costly plans of guests',
  settings: () => ({ MILLRACE_TRUSTED_PROXIES: '127.0.0.1' }),
  prepare: async (server) => {
    await server.startStep('planned');
    await server.ask('PATCH', '/api/repos/admin/planned', { visibility: 'public' });
    const url = `${server.url}/api/repos/admin/planned/pipeline/plan`;
    const plan = async (text: string, headers: Record<string, string>) => {
      const answer = await fetch(url, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ text }),
      });
      await answer.arrayBuffer();
      return answer.status;
    };
    return async () => {
      await plan(small, server.headers);
      let areDone = false;
      const guests = Promise.all(
        Array.from({ length: plans }, (_, at) =>
          plan(costly, { 'x-forwarded-for': `10.0.0.${at % addresses}` }),
        ),
      ).finally(() => {
        areDone = true;
      });
      const waits: number[] = [];
      while (!areDone) {
        const begun = performance.now();
        await plan(small, server.headers);
        waits.push(performance.now() - begun);
      }
      const longest = Math.max(...waits).toFixed(0);
      const usual = median(waits).toFixed(0);
      return `${countOutcomes(await guests)}; own plans: ${waits.length}, median ${usual} ms, longest ${longest} ms`;
    };
  },
};

function createCostlyFile(): string {
  const names = Array.from({ length: 200 }, (_, at) => `s${at}`);
  const steps = names.map((name, at) => {
    const before = names.slice(Math.max(0, at - 60), at).join(', ');
    return `  - { name: ${name}, image: a, commands: [echo], depends_on: [${before}] }\n`;
  });
  const pipelines = Array.from(
    { length: 2 },
    (_, at) => `---\nkind: pipeline\ntype: docker\nname: p${at}\nsteps:\n${steps.join('')}`,
  );
  return pipelines.join('');
}
