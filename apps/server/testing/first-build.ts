import type { Build, Line } from '@millrace/contract/api';
import { buildsOf } from './builds-of.ts';
import { bearer, type TestServer } from './test-server.ts';

/** Returns the build that the push of a sample repository created. */
export async function readFirstBuild(server: TestServer, repoId: number): Promise<Build> {
  const build = (await buildsOf(server).readModel.findByNumber(repoId, 1))?.read();
  if (!build) throw new Error('No build found');
  return build;
}

/** Returns the log of its first step, read as the owner. */
export async function readFirstLog(
  server: TestServer,
  owner: { login: string; token: string },
): Promise<Line[]> {
  const url = `/api/repos/${owner.login}/project/builds/1/logs/1/1`;
  return (await server.app.inject({ url, headers: bearer(owner) })).json();
}

export const logLines = (...outs: string[]): Line[] =>
  outs.map((out, pos) => ({ pos, out: `${out}\n`, time: 0 }));
