import type { DetailsMessage } from '@millrace/contract/runner';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import {
  claimOverRpc,
  type RpcClient,
  rpcClient,
  rpcEnvironment,
} from '../../../testing/rpc-client.ts';
import { pushSampleRepo, startTestServer, type TestServer } from '../../../testing/test-server.ts';
import type { Owner } from '../../db/owner.ts';
import type { Repo } from '../../domain/repo.ts';
import { RegistryService } from './registry-service.ts';

const pipeline = `kind: pipeline
type: docker
name: main
steps:
- { name: a, image: ghcr.io/ada/tool }
- { name: b, image: alpine }
`;
let server: TestServer;
let repo: Repo;
let rpc: RpcClient;
beforeAll(async () => {
  server = await startTestServer({ env: rpcEnvironment });
  await server.addUser('ada');
  repo = await pushSampleRepo(server, 'ada', 'project', pipeline);
  rpc = rpcClient(server);
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
});
afterAll(() => server.stop());

const usersFor = async (config: string) =>
  (await server.ports.listStageRegistries(repo, { config, name: 'main' })).map(
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
