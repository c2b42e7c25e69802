import type { ForgeStand } from '@millrace/test-support/forges/forge-stand';
import { afterAll, beforeAll, describe } from 'vitest';
import { ForgeServer, type ServedStand } from './forge-server.ts';
import type { Scene } from './scene.ts';
import { describeAccess } from './situations/access.ts';
import { describeBuilds } from './situations/builds.ts';
import { describeDeliveries } from './situations/deliveries.ts';
import { describeElsewhere } from './situations/elsewhere.ts';
import { describePullRequests } from './situations/pull-requests.ts';
import { describeRights } from './situations/rights.ts';
import { describeSignIn } from './situations/sign-in.ts';
import { describeStatuses } from './situations/statuses.ts';
import { describeSync } from './situations/sync.ts';

const elsewhere = [
  describeSignIn,
  describeSync,
  describeElsewhere,
  describeDeliveries,
  describeBuilds,
  describePullRequests,
  describeStatuses,
  describeAccess,
  describeRights,
];

/** Situations of every remote forge, and of the kinds that support more. */
export function describeForge(
  name: string,
  start: () => Promise<ForgeStand>,
  more: ((scene: Scene) => void)[] = [],
): void {
  describe(name, () => {
    const scene = setUpScene(start);
    for (const part of [...elsewhere, ...more]) part(scene);
  });
}

/** The built-in one is no other place, and has no pull requests. */
export function describeBuiltinForge(name: string, start: () => Promise<ServedStand>): void {
  describe(name, () => describeBuilds(setUpScene(start)));
}

/** With the accounts ada, bob and boss, who is a system admin. */
function setUpScene<Stand extends ServedStand>(start: () => Promise<Stand>): Scene<Stand> {
  const scene = {} as Scene<Stand>;
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
  return scene;
}
