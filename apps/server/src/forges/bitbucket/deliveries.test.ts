import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { isSigned, readDelivery } from './deliveries.ts';

const actor = {
  type: 'user',
  uuid: '{d301aafa}',
  nickname: 'emmap1',
  display_name: 'Emma',
  links: { avatar: { href: 'https://bitbucket.org/account/emmap1/avatar/' } },
};
const repository = {
  uuid: '{673a6070}',
  full_name: 'team_name/repo_name',
  is_private: true,
};
const [one, two] = ['a'.repeat(40), 'b'.repeat(40)];
const ref = (name: string, hash: string, type = 'branch') => ({ type, name, target: { hash } });
const push = (...changes: object[]) => ({ actor, repository, push: { changes } });
const pullRequest = (more: object = {}) => ({
  actor,
  repository,
  pullrequest: {
    id: 1,
    title: 'Title of pull request',
    description: 'What it changes',
    links: { html: { href: 'https://bitbucket.org/team_name/repo_name/pull-requests/1' } },
    source: {
      branch: { name: 'branch2' },
      commit: { hash: 'd3022fc0ca3d' },
      repository: { full_name: 'emmap1/fork' },
    },
    destination: {
      branch: { name: 'main' },
      commit: { hash: 'ce5965ddd289' },
      repository: { full_name: 'team_name/repo_name' },
    },
    ...more,
  },
});

function read(event: string, payload: object, request: string | undefined = 'one') {
  const headers = { 'x-event-key': event, ...(request ? { 'x-request-uuid': request } : {}) };
  return readDelivery({ headers, body: JSON.stringify(payload) });
}

it('reads every ref of a push', () => {
  const changes = [
    { old: ref('main', one), new: ref('main', two) },
    { old: null, new: ref('v1', two, 'tag') },
    { old: ref('gone', one), new: null },
  ];
  const none = '0'.repeat(40);
  expect(read('repo:push', push(...changes))).toEqual({
    repoUid: '{673a6070}',
    id: 'one',
    shownId: 'one',
    event: {
      repo: {
        uid: '{673a6070}',
        namespace: 'team_name',
        name: 'repo_name',
        isPrivate: true,
      },
      sender: { uid: '{d301aafa}', login: 'emmap1', avatar: actor.links.avatar.href },
      news: [
        { kind: 'push', ref: 'refs/heads/main', before: one, after: two },
        { kind: 'push', ref: 'refs/tags/v1', before: none, after: two },
        { kind: 'push', ref: 'refs/heads/gone', before: one, after: '' },
      ],
    },
  });
});

it.each([
  ['pullrequest:created', 'opened'],
  ['pullrequest:updated', 'synchronized'],
  ['pullrequest:fulfilled', 'closed'],
  ['pullrequest:rejected', 'closed'],
])('reads %s', (event, action) => {
  expect(read(event, pullRequest())?.event?.news).toEqual([
    {
      kind: 'pullRequest',
      action,
      number: 1,
      title: 'Title of pull request',
      body: 'What it changes',
      link: 'https://bitbucket.org/team_name/repo_name/pull-requests/1',
      ref: 'refs/pull-requests/1/from',
      source: 'branch2',
      sourceRepo: 'emmap1/fork',
      target: 'main',
      sha: 'd3022fc0ca3d',
      base: '',
    },
  ]);
});

it('gives all deliveries of one commit in a pull request the same id, but not its rejection', () => {
  const id = (event: string, request: string) => read(event, pullRequest(), request)?.id;
  expect(id('pullrequest:updated', 'two')).toBe(id('pullrequest:created', 'one'));
  expect(id('pullrequest:rejected', 'two')).toBe('two');
});

it('treats a deleted source repository as a fork and builds nothing from it', () => {
  const { source } = pullRequest().pullrequest;
  const gone = pullRequest({ source: { ...source, commit: null, repository: null } });
  expect(read('pullrequest:updated', gone)?.event).toBeNull();
  expect(read('pullrequest:rejected', gone)?.event?.news).toMatchObject([
    { action: 'closed', sourceRepo: 'team_name/repo_name?' },
  ]);
});

it('reports repository updates without news and ignores other events', () => {
  expect(read('repo:updated', push())?.event).toMatchObject({ news: [] });
  expect(read('repo:fork', push())).toMatchObject({ event: null });
});

it('rejects payloads that are not deliveries', () => {
  expect(read('repo:push', { actor, repository })).toBeNull();
  expect(read('repo:push', { actor })).toBeNull();
  expect(read('repo:push', push(), '')).toBeNull();
});

it('accepts only deliveries signed with the secret', () => {
  const signed = createHmac('sha256', 'secret').update('{}').digest('hex');
  const delivery = (signature: string) => ({
    headers: { 'x-hub-signature': signature },
    body: '{}',
  });
  expect(isSigned(delivery(`sha256=${signed}`), 'secret')).toBe(true);
  expect(isSigned(delivery(signed), 'secret')).toBe(false);
  expect(isSigned(delivery(`sha256=${signed}`), 'other')).toBe(false);
});

it('accepts the secret in the URL of a webhook that Drone created', () => {
  const delivery = { headers: {}, body: '{}' };
  expect(isSigned({ ...delivery, urlSecret: 'key' }, 'key')).toBe(true);
  expect(isSigned({ ...delivery, urlSecret: 'other' }, 'key')).toBe(false);
  expect(isSigned(delivery, 'key')).toBe(false);
  const headers = { 'x-hub-signature': 'sha256=00' };
  expect(isSigned({ ...delivery, headers, urlSecret: 'key' }, 'key')).toBe(false);
});
