import type { TestForge } from '@millrace/test-support/forges/test-forge';
import { afterAll, beforeAll, describe } from 'vitest';
import { ForgeServer, type ServedTestForge } from './forge-server.ts';
import type { Scene } from './scene.ts';
import { describeAccess } from './situations/access.ts';
import { describeBuilds } from './situations/builds.ts';
import { describeCommittedFiles, describeRefusedFiles } from './situations/committed-files.ts';
import { describeDeliveries } from './situations/deliveries.ts';
import { describePullRequests } from './situations/pull-requests.ts';
import { describeRemoteRepository } from './situations/remote-repository.ts';
import { describeRequiredStatuses } from './situations/required-statuses.ts';
import { describeRights } from './situations/rights.ts';
import { describeSignIn } from './situations/sign-in.ts';
import { describeStatuses } from './situations/statuses.ts';
import { describeSync } from './situations/sync.ts';

const remoteTests = [
  describeSignIn,
  describeSync,
  describeRemoteRepository,
  describeDeliveries,
  describeBuilds,
  describeCommittedFiles,
  describeRefusedFiles,
  describePullRequests,
  describeStatuses,
  describeRequiredStatuses,
  describeAccess,
  describeRights,
];

/** Defines the tests of every remote forge, and those of forges that support more. */
export function describeForge(
  name: string,
  start: () => Promise<TestForge>,
  more: ((scene: Scene) => void)[] = [],
): void {
  describe(name, () => {
    const scene = setUpScene(start);
    for (const part of [...remoteTests, ...more]) part(scene);
  });
}

/** Defines the tests of the built-in forge, which has no webhooks and no pull requests. */
export function describeBuiltinForge(name: string, start: () => Promise<ServedTestForge>): void {
  describe(name, () => {
    const scene = setUpScene(start);
    describeBuilds(scene);
    describeCommittedFiles(scene);
  });
}

/** Starts a forge and a server with the accounts ada, bob and boss, who is a system admin. */
function setUpScene<TestForge extends ServedTestForge>(
  start: () => Promise<TestForge>,
): Scene<TestForge> {
  const scene = {} as Scene<TestForge>;
  beforeAll(async () => {
    scene.testForge = await start();
    for (const login of ['ada', 'bob', 'boss']) await scene.testForge.addAccount(login);
    await scene.testForge.addOrganisation('engines', 'boss');
    scene.forge = await ForgeServer.start(scene.testForge);
  });
  afterAll(async () => {
    await scene.forge?.stop();
    await scene.testForge?.stop();
  });
  return scene;
}
