import type { DetailsMessage } from '@millrace/contract/runner';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { claimOverRpc, rpcClient, rpcEnvironment } from '../../../testing/rpc-client.ts';
import { serverOfFile } from '../../../testing/server-of-file.ts';
import { readInputsFor } from '../../../testing/stage-inputs.ts';
import { pushSampleRepo } from '../../../testing/test-server.ts';
import type { Owner } from '../../db/owner.ts';
import { RegistryService } from './registry-service.ts';

const pipeline = `kind: pipeline
type: docker
name: main
steps:
- { name: a, image: ghcr.io/ada/tool }
- { name: b, image: alpine }
`;
const server = await serverOfFile({ env: rpcEnvironment });
await server.addUser('ada');
const repo = await pushSampleRepo(server, 'ada', 'project', pipeline);
const rpc = rpcClient(server);
const { db, clock, keys } = server.core;
const service = new RegistryService({ db, clock, sealer: keys.sealer });
const add = (owner: Owner, address: string, username: string) =>
  service.create(owner, { address, username, password: `password of ${username}` });
await add('server', 'ghcr.io', 'server');
await add('server', 'docker.io', 'server');
await add('server', 'quay.io', 'server');
await add({ namespace: 'ada' }, 'ghcr.io', 'org');
await add({ namespace: 'ada' }, 'docker.io', 'org');
await add({ repoId: repo.id }, 'ghcr.io', 'repo');
await add({ namespace: 'bob' }, 'ghcr.io', 'foreign');

const usersFor = async (config: string) =>
  ((await readInputsFor(server, repo, { config, name: 'main' })).registries ?? []).map(
    ({ address, username, password }) => {
      expect(password).toBe(`password of ${username}`);
      return `${address} ${username}`;
    },
  );

it('lists credentials for the registries of the images; the repository takes precedence', async () => {
  expect(await usersFor(pipeline)).toEqual(['ghcr.io repo', 'docker.io org']);
  const variable = pipeline.replace('alpine', '"$IMAGE"');
  expect(await usersFor(variable)).toEqual(['ghcr.io repo', 'docker.io org', 'quay.io server']);
});

it('records the last use', async () => {
  const { db } = server.core;
  const used = await db
    .selectFrom('registries')
    .select('username')
    .where('last_used', '>', 0)
    .execute();
  expect(used.map(({ username }) => username).sort()).toEqual(['org', 'repo', 'server']);
});

it('sends credentials to an existing runner as a pull secret that no step can name', async () => {
  const stage = await claimOverRpc(rpc, 'remote', { kind: 'pipeline', type: 'docker' });
  const details = await rpc.ask<DetailsMessage>('GET', `/stage/${stage.id}`);
  expect(details.registries).toBeUndefined();
  const config = parse(Buffer.from(details.config.Data, 'base64').toString());
  const [name] = config.image_pull_secrets;
  expect(name).toMatch(/^registries-[0-9a-f]{32}$/);
  const secret = details.secrets?.find((each) => each.name === name);
  expect(JSON.parse(secret?.data ?? '')).toEqual({
    auths: {
      'ghcr.io': { auth: btoa('repo:password of repo') },
      'https://index.docker.io/v1/': { auth: btoa('org:password of org') },
    },
  });
});
