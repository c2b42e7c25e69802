import { expect, it } from 'vitest';
import { isSigned, readDelivery } from './deliveries.ts';

const project = {
  id: 15,
  path_with_namespace: 'mike/tools/diaspora',
  default_branch: 'develop',
  visibility_level: 10,
};
const push = {
  project,
  ref: 'refs/heads/main',
  before: 'b'.repeat(40),
  after: 'a'.repeat(40),
  checkout_sha: 'a'.repeat(40),
  user_name: 'John Smith',
  user_username: 'jsmith',
  user_email: '',
  user_avatar: null,
};
const request = {
  project,
  user: { name: 'Administrator', username: 'root', email: '[REDACTED]', avatar_url: null },
  object_attributes: {
    iid: 1,
    title: 'MS-Viewport',
    description: null,
    url: 'http://example.com/mike/tools/diaspora/-/merge_requests/1',
    action: 'open',
    source_branch: 'ms-viewport',
    target_branch: 'develop',
    source: { path_with_namespace: 'awesome_space/diaspora' },
    target: { path_with_namespace: 'mike/tools/diaspora' },
    last_commit: { id: 'c'.repeat(40) },
  },
};
const changed = (more: object) => ({
  ...request,
  object_attributes: { ...request.object_attributes, ...more },
});
const named = { 'idempotency-key': 'one' };

function read(event: string, payload: unknown, headers: Record<string, string> = named) {
  const body = JSON.stringify(payload);
  return readDelivery({ headers: { 'x-gitlab-event': event, ...headers }, body });
}
const newsOf = (event: string, payload: unknown) => read(event, payload)?.event?.news;

it('reads the sender and the repository of a push in a nested group', () => {
  expect(read('Push Hook', push)).toEqual({
    repoUid: '15',
    id: 'one',
    shownId: 'one',
    event: {
      repo: {
        uid: '15',
        namespace: 'mike:tools',
        name: 'diaspora',
        defaultBranch: 'develop',
        isPrivate: true,
      },
      sender: { login: 'jsmith', avatar: '', name: 'John Smith', email: '' },
      news: [{ kind: 'push', ref: 'refs/heads/main', before: push.before, after: 'a'.repeat(40) }],
    },
  });
});

it.each([
  ['the commit of an annotated tag', { checkout_sha: 'c'.repeat(40) }, 'c'.repeat(40)],
  ['no commit of a deleted ref', { checkout_sha: null, after: '0'.repeat(40) }, ''],
])('reads %s', (_, more, after) => {
  expect(newsOf('Tag Push Hook', { ...push, ...more })).toMatchObject([{ after }]);
});

it('reads a merge request', () => {
  expect(newsOf('Merge Request Hook', request)).toEqual([
    {
      kind: 'pullRequest',
      action: 'opened',
      number: 1,
      title: 'MS-Viewport',
      body: '',
      link: 'http://example.com/mike/tools/diaspora/-/merge_requests/1',
      ref: 'refs/merge-requests/1/head',
      source: 'ms-viewport',
      sourceRepo: 'awesome_space/diaspora',
      target: 'develop',
      sha: 'c'.repeat(40),
      base: '',
    },
  ]);
});

it.each([
  [{ action: 'update', oldrev: 'b'.repeat(40) }, 'synchronized'],
  [{ action: 'update' }, undefined],
  [{ action: 'reopen' }, 'reopened'],
  [{ action: 'close' }, 'closed'],
  [{ action: 'merge' }, 'closed'],
  [{ action: 'approved' }, undefined],
  [{ action: undefined }, undefined],
])('reads the merge request action %j as %s', (more, action) => {
  const [news] = newsOf('Merge Request Hook', changed(more)) ?? [];
  expect(news && 'action' in news ? news.action : undefined).toBe(action);
});

it('treats a deleted source project as a fork', () => {
  expect(newsOf('Merge Request Hook', changed({ source: null }))).toMatchObject([
    { sourceRepo: 'mike:tools/diaspora?' },
  ]);
});

it('gives a repeated delivery the same id', () => {
  const old = { 'x-gitlab-event-uuid': 'one' };
  const id = (payload: unknown) => read('Push Hook', payload, old)?.id;
  expect(id(push)).toBe(id(push));
  // In older versions, deliveries for several refs of one push have the same id.
  expect(id(push)).not.toBe(id({ ...push, ref: 'refs/heads/other' }));
});

it('ignores other events and rejects payloads that are not deliveries', () => {
  expect(read('Note Hook', push)).toEqual({
    repoUid: '15',
    id: 'one',
    shownId: 'one',
    event: null,
  });
  expect(read('Push Hook', { ...push, ref: 1 })).toBeNull();
  expect(read('Push Hook', { ...push, project: undefined })).toBeNull();
  expect(read('Push Hook', push, {})).toBeNull();
});

it('accepts only deliveries with the secret', () => {
  const delivery = (token: string) => ({ headers: { 'x-gitlab-token': token }, body: '' });
  expect(isSigned(delivery('secret'), 'secret')).toBe(true);
  expect(isSigned(delivery('secreT'), 'secret')).toBe(false);
  expect(isSigned({ headers: {}, body: '' }, 'secret')).toBe(false);
});

it.each([
  [undefined, undefined],
  [{}, undefined],
  [{ ci: { variable: { A: 1 } } }, undefined],
  [{ ci: { skip: false } }, undefined],
  [{ ci: { skip: true } }, true],
])('reads the options of a push: %j', (push_options, isSkipped) => {
  for (const event of ['Push Hook', 'Tag Push Hook']) {
    const [news] = newsOf(event, { ...push, push_options }) ?? [];
    expect(news).toMatchObject({ kind: 'push', ref: push.ref });
    expect(news && 'isSkipped' in news ? news.isSkipped : undefined).toBe(isSkipped);
  }
});
