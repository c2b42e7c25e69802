import type { QueueDemand } from '@millrace/contract/api';
import { expect, it } from 'vitest';
import { serverOfFile } from '../../../testing/server-of-file.ts';
import { bearer, pushSampleRepo } from '../../../testing/test-server.ts';

let now = 1_800_000_000;
const server = await serverOfFile({ clock: { nowSec: () => now } });
await server.addUser('ada');
const root = await server.addUser('root', { admin: true });

const pipeline = (name: string, more = '') =>
  `---\nkind: pipeline\ntype: docker\nname: ${name}\nsteps: [{ name: s, image: i }]\n${more}`;

it('counts the stages that need a runner, by what they require', async () => {
  const gpu = 'node: { region: north, gpu: yes }\n';
  const file = [
    pipeline('a'),
    pipeline('b'),
    pipeline('c', gpu),
    pipeline('d', gpu),
    pipeline('waits', 'depends_on: [a]\n'),
    pipeline('arm', 'platform: { arch: arm64 }\n'),
  ].join('');
  await pushSampleRepo(server, 'ada', 'project', file);
  now += 90;
  await pushSampleRepo(server, 'ada', 'other', pipeline('e'));
  const answer = await server.app.inject({
    url: '/api/system/queue/demand',
    headers: bearer(root),
  });
  const of = { type: 'docker', os: 'linux', arch: 'amd64', labels: {} };
  expect(answer.json<QueueDemand[]>()).toEqual([
    { ...of, stages: 3, oldest: 90 },
    { ...of, labels: { region: 'north', gpu: 'yes' }, stages: 2, oldest: 90 },
    { ...of, arch: 'arm64', stages: 1, oldest: 90 },
  ]);
});
