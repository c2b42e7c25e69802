import type { Repo, Stage } from '@millrace/contract/api';
import { expect, it } from 'vitest';
import { claimOverRpc, rpcClient, rpcEnvironment } from '../../../testing/rpc-client.ts';
import { serverOfFile } from '../../../testing/server-of-file.ts';
import { bearer, pushSampleRepo } from '../../../testing/test-server.ts';

const server = await serverOfFile({ env: rpcEnvironment });
const ada = await server.addUser('ada');

const pipeline = 'kind: pipeline\ntype: exec\nname: a\nsteps: [{ name: b, commands: [c] }]\n';

it('runs a repository between the many builds of another one', async () => {
  const call = async <Answer>(method: 'GET' | 'POST', url: string): Promise<Answer> =>
    (
      await server.app.inject({ method, url: `/api/repos/ada/${url}`, headers: bearer(ada) })
    ).json();
  await pushSampleRepo(server, 'ada', 'busy', pipeline);
  for (let build = 2; build <= 8; build++) await call('POST', 'busy/builds');
  await pushSampleRepo(server, 'ada', 'quiet', pipeline);
  const [busy, quiet] = [await call<Repo>('GET', 'busy'), await call<Repo>('GET', 'quiet')];

  const rpc = rpcClient(server);
  const served: number[] = [];
  for (let turn = 0; turn < 3; turn++) {
    const stage = await claimOverRpc(rpc);
    served.push(stage.repo_id);
    // One at a time, as on a small installation.
    await rpc.ask<Stage>('PUT', `/stage/${stage.id}`, { ...stage, status: 'success' });
  }
  expect(served).toEqual([busy.id, quiet.id, busy.id]);
});
