import { FairSlots } from '@millrace/build-host/threads/fair-slots';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { RemoteForge } from './remote-forge.ts';

type Deps = ConstructorParameters<typeof RemoteForge>[0];

interface Scenario {
  compared?: string[];
  files?: string[];
  hints?: { pullRequest?: number; listed?: string[] };
}

it('creates one webhook for concurrent calls', async () => {
  const hooks: string[] = [];
  const slots = new FairSlots(1);
  const forge = new RemoteForge({
    // Like a real forge: creates a webhook if there is none.
    adapter: {
      kind: 'gitea',
      replaceHook: async () => {
        const isThere = hooks.length > 0;
        await new Promise(setImmediate);
        if (!isThere) hooks.push('made');
      },
    } as unknown as Deps['adapter'],
    identities: { listHelpers: async () => [7] } as unknown as Deps['identities'],
    access: {
      use: <Result>(_: number, act: (token: string) => Promise<Result>) => act('token'),
    } as unknown as Deps['access'],
    hooks: { rotate: async () => ({ secret: 'secret' }) } as unknown as Deps['hooks'],
    settings: {
      url: 'https://git.example.com',
      sshUrl: undefined,
      hookUrl: undefined,
      cloneAccount: null,
    },
    oauth: {} as Deps['oauth'],
    logger: pino({ enabled: false }),
    clock: { nowSec: () => 0 },
    publicUrl: () => 'http://here',
    runExclusively: (name, job) => slots.run(name, job),
  });
  const repo = { id: 1, uid: '1', forge: 'gitea', ownerId: 7, namespace: 'ada', name: 'app' };
  await Promise.all([1, 2, 3].map(() => forge.replaceHook(repo)));
  expect(hooks).toEqual(['made']);
});

it.each([
  ['the comparison', { compared: ['a'] }, ['a']],
  ['the pull request', { files: ['b'], hints: { pullRequest: 3, listed: ['c'] } }, ['b']],
  ['the delivery', { hints: { listed: ['c'] } }, ['c']],
  ['nowhere', { hints: {} }, null],
])('reads the changed files from %s', async (_, scenario, expected) => {
  const { compared, files, hints }: Scenario = scenario;
  const forge = new RemoteForge({
    adapter: {
      kind: 'gitea',
      findRepo: async () => ({}),
      listChangedPaths: async () => compared ?? null,
      listPullRequestFiles: async () => files ?? null,
    },
    identities: { listHelpers: async () => [] },
    access: { use: <Result>(__: number, act: (token: string) => Promise<Result>) => act('token') },
  } as unknown as Deps);
  const repo = { id: 1, uid: '1', forge: 'gitea', ownerId: 7, namespace: 'ada', name: 'app' };
  expect(await forge.listChangedPaths(repo, 'a', 'b', hints)).toEqual(expected);
});

it('clones with the account for clones, if there is one', async () => {
  const cloneAccount = { login: 'robot', password: 'sesame' };
  const forge = new RemoteForge({
    adapter: { cloneUrl: () => 'https://git.example.com:8443/ada/app.git' },
    settings: { url: '', sshUrl: undefined, hookUrl: undefined, cloneAccount },
  } as unknown as Deps);
  const repo = { id: 1, uid: '1', forge: 'gitea', ownerId: 7, namespace: 'ada', name: 'app' };
  expect(await forge.cloneCredentials(repo)).toEqual({
    machine: 'git.example.com',
    ...cloneAccount,
  });
});

it.each([
  ['7', 'c1'],
  ['7 without admin', undefined],
  ['7 only public', undefined],
])('commits only for an account without a limited token: %s', async (reader, expected) => {
  const forge = new RemoteForge({
    adapter: {
      findCommit: async () => ({ sha: 'c0' }),
      readFile: async () => 'old',
      commitFile: async () => 'c1',
    },
    access: { use: <Result>(__: number, act: (token: string) => Promise<Result>) => act('token') },
  } as unknown as Deps);
  const repo = { id: 1, uid: '1', forge: 'gitea', ownerId: 7, namespace: 'ada', name: 'app' };
  const author = { id: 7, login: 'ada', name: '', email: '', reader };
  const change = { path: '.drone.yml', text: 'new', message: 'm', branch: 'main', base: 'c0' };
  const committed = forge.commitFile(author, repo, { ...change, newBranch: '' });
  if (expected) expect(await committed).toBe(expected);
  else await expect(committed).rejects.toMatchObject({ status: 403 });
});
