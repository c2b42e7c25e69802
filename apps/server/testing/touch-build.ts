import type { TestServer } from './test-server.ts';

/** Publishes a change of a build without any other change. */
export async function touchBuild({ core }: TestServer, buildId: number): Promise<void> {
  const build = await core.builds.findById(buildId);
  if (!build) throw new Error(`No build ${buildId}`);
  const { repoId, version, status } = build;
  const id = await core.buildChanges.add({ repoId, buildId, version });
  const facts = { endedSteps: [], freesQueue: false };
  core.bus.publish('buildChanged', { id, repoId, buildId, version, status, ...facts });
}
