import { type Attack, countOutcomes } from '../support/attack.ts';
import { addWaitingBuilds } from '../support/waiting-builds.ts';

const restarts = 300;

/** Restarts builds at once, behind thousands that wait. */
export const restartMany: Attack = {
  name: '300 restarts beside 4,000 waiting builds',
  prepare: async (server) => {
    await server.startStep('restarted');
    const { id }: { id: number } = await server.ask('GET', '/api/repos/admin/restarted');
    addWaitingBuilds(server, id, 4000);
    return async () => {
      const restart = async (number: number) => {
        const url = `${server.url}/api/repos/admin/restarted/builds/${number + 2}`;
        const answer = await fetch(url, { method: 'POST', headers: server.headers });
        await answer.arrayBuffer();
        return answer.status;
      };
      const all = await Promise.all(Array.from({ length: restarts }, (_, at) => restart(at)));
      return countOutcomes(all);
    };
  },
};
