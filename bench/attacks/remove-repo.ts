import type { Attack } from '../support/attack.ts';
import { addWaitingBuilds } from '../support/waiting-builds.ts';

/** Removes a repository with thousands of waiting builds. */
export const removeRepo: Attack = {
  name: 'removal of a repository with 4,000 waiting builds',
  prepare: async (server) => {
    await server.startStep('removed');
    const { id }: { id: number } = await server.ask('GET', '/api/repos/admin/removed');
    addWaitingBuilds(server, id, 4000);
    return async () => {
      await server.ask('DELETE', '/api/repos/admin/removed?remove=true');
      return 'removed';
    };
  },
};
