import { afterAll, beforeAll, describe } from 'vitest';
import { ForgeServer } from './forge-server.ts';
import type { ForgeStand } from './forge-stand.ts';
import type { Scene } from './scene.ts';
import { describeAccess } from './situations/access.ts';
import { describeBuilds } from './situations/builds.ts';
import { describePullRequests } from './situations/pull-requests.ts';
import { describeSignIn } from './situations/sign-in.ts';
import { describeStatuses } from './situations/statuses.ts';
import { describeSync } from './situations/sync.ts';

/** What every forge has to do, played against a stand with the accounts ada, bob and boss, an admin. */
export function describeForge(name: string, start: () => Promise<ForgeStand>): void {
  describe(name, () => {
    const scene = {} as Scene;
    beforeAll(async () => {
      scene.stand = await start();
      for (const login of ['ada', 'bob', 'boss']) await scene.stand.addAccount(login);
      await scene.stand.addOrganisation('engines', 'boss');
      scene.forge = await ForgeServer.start(scene.stand);
    });
    afterAll(async () => {
      await scene.forge?.stop();
      await scene.stand?.stop();
    });

    describeSignIn(scene);
    describeSync(scene);
    describeBuilds(scene);
    describePullRequests(scene);
    describeStatuses(scene);
    describeAccess(scene);
  });
}
