import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import type { NewRepoSettings } from '../../config/new-repo-settings.ts';
import { moveNamespaceData } from '../../db/namespace-data.ts';
import type { ForgeRepo } from '../../forges/forge.ts';
import { RepoSyncStore } from './repo-sync-store.ts';

type OnRenamed = ConstructorParameters<typeof RepoSyncStore>[1]['onRenamed'];

let server: TestServer;
let store: RepoSyncStore;
let ada: { id: number };
beforeAll(async () => {
  server = await startTestServer();
  store = createStore();
  ada = await server.addUser('ada');
});
afterAll(() => server.stop());

const noSettings: NewRepoSettings = { visibility: 'public', isTrusted: false, filter: [] };

function createStore(onRenamed: OnRenamed = async () => {}, newRepos = noSettings): RepoSyncStore {
  const { core, features } = server;
  const { namespaceData } = features.contributed;
  return new RepoSyncStore(core.db, {
    onAccessChange: () => {},
    onRenamed,
    moveData: (...move) => moveNamespaceData(namespaceData, ...move),
    observeRepo: undefined,
    newRepos,
  });
}

const all = { read: true, write: true, admin: true };
/** Syncs repositories that the forge lists with these ids, in this order. */
const sync = (names: [string, string][]) => {
  const found = names.map(([uid, name]): ForgeRepo => {
    return {
      uid,
      namespace: 'org',
      name,
      defaultBranch: 'main',
      isPrivate: true,
      permissions: all,
    };
  });
  return store.replaceGrants(ada.id, found, 'gitea', 1);
};
const find = async (uid: string) => {
  const repo = await store.findByUid('gitea', uid);
  return repo && { id: repo.id, name: repo.name, active: repo.active };
};

it.each([
  ['moved on', ['app', 'next'], ['legacy', 'app']],
  ['exchanged', ['one', 'other'], ['other', 'one']],
])('keeps repositories active if their names were %s', async (what, before, after) => {
  const uids = [`${what} 1`, `${what} 2`] as const;
  const pairs = (names: string[]) =>
    uids.map((uid, at): [string, string] => [uid, names[at] ?? '']);
  await sync(pairs(before));
  for (const uid of uids) {
    const repo = await store.findByUid('gitea', uid);
    if (repo) await server.core.repos.update(repo.id, { active: true });
  }
  // Forges list them by their names.
  await sync(pairs(after).reverse());
  expect(await Promise.all(uids.map(find))).toMatchObject(
    after.map((name) => ({ name, active: true })),
  );
});

it('renames a repository whose name now belongs to another one, and reports it', async () => {
  const renamed: string[] = [];
  store = createStore(async ({ uid, name }) => void renamed.push(`${uid} ${name}`));
  await sync([['old', 'reborn']]);
  const old = await store.findByUid('gitea', 'old');
  await sync([['new', 'reborn']]);
  expect(await find('old')).toMatchObject({ name: `reborn.gone-${old?.id}` });
  expect(await find('new')).toMatchObject({ name: 'reborn' });
  expect(renamed).toEqual(['old reborn']);
});

const listed = (uid: string, slug: string, isPrivate: boolean): ForgeRepo => {
  const [namespace = '', name = ''] = slug.split('/');
  return { uid, namespace, name, defaultBranch: 'main', isPrivate, permissions: all };
};

it('stores new repositories with the visibility and trust of the settings', async () => {
  const repos = [listed('open', 'new/open', false), listed('closed', 'new/closed', true)];
  const settings: NewRepoSettings = { visibility: 'internal', isTrusted: true, filter: [] };
  const strict = createStore(undefined, settings);
  await strict.replaceGrants(ada.id, repos, 'gitea', 1);
  expect(await strict.findByUid('gitea', 'open')).toMatchObject({
    visibility: 'internal',
    trusted: true,
    isForgePrivate: false,
  });
  expect(await strict.findByUid('gitea', 'closed')).toMatchObject({
    visibility: 'private',
    trusted: true,
  });
  const known = await strict.findByUid('gitea', 'closed');
  if (!known) throw new Error('The repository is gone');
  await strict.refresh(known, { namespace: 'new', name: 'closed', isPrivate: false }, 2);
  expect(await strict.findByUid('gitea', 'closed')).toMatchObject({ visibility: 'internal' });
});

it('stores only new repositories that the filter accepts, and keeps known ones', async () => {
  await createStore().replaceGrants(ada.id, [listed('known', 'old/app', true)], 'gitea', 1);
  const filter = ['acme', 'tools/ci-*'];
  const filtered = createStore(undefined, { ...noSettings, filter });
  const repos = ['Acme/app', 'tools/ci-one', 'tools/other', 'acme-2/app'].map((slug) =>
    listed(slug, slug, true),
  );
  await filtered.replaceGrants(ada.id, [...repos, listed('known', 'old/app', true)], 'gitea', 2);
  const stored = await Promise.all(
    [...repos, { uid: 'known' }].map(({ uid }) => filtered.findByUid('gitea', uid)),
  );
  expect(stored.map((repo) => repo?.slug)).toEqual([
    'Acme/app',
    'tools/ci-one',
    undefined,
    undefined,
    'old/app',
  ]);
});
