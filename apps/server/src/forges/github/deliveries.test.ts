import { describe, expect, it } from 'vitest';
import { requirePublished } from '../../../testing/forges/published.ts';
import { isSigned, readDelivery } from './deliveries.ts';

type Payload = Record<string, unknown>;
type Examples = { name: string; examples: Payload[] }[];

const published = ['api.github.com', 'ghes-31', 'ghes-32', 'ghes-33', 'ghes-34', 'ghes-35'].map(
  (host): [string, Examples] => [
    host,
    requirePublished(`@octokit/webhooks-examples/${host}/index.json`),
  ],
);
const ofGithub = published[0]?.[1] ?? [];

const deliver = (kind: string, payload: unknown) =>
  readDelivery({
    headers: { 'x-github-event': kind, 'x-github-delivery': 'guid' },
    body: JSON.stringify(payload),
  });

const newsOf = (kind: string, isWanted: (payload: Payload) => boolean) =>
  (ofGithub.find(({ name }) => name === kind)?.examples ?? [])
    .filter(isWanted)
    .map((payload) => deliver(kind, payload)?.event?.news);

describe('published example payloads', () => {
  it.each(published)('of %s are parsed', (_, events) => {
    for (const { name, examples } of events) {
      for (const payload of examples) {
        const read = deliver(name, payload);
        const { id } = (payload.repository ?? { id: '' }) as { id: number | string };
        expect(read).toMatchObject({ shownId: 'guid', repoUid: String(id) });
        const isWanted = ['push', 'delete', 'pull_request', 'repository'].includes(name);
        expect(read?.event !== null).toBe(isWanted);
      }
    }
  });

  // The id of a delivery is derived from its body.
  it('contain a timestamp of the repository or pull request', () => {
    const examplesOf = (event: string) =>
      ofGithub.find(({ name }) => name === event)?.examples ?? [];
    for (const { repository } of [...examplesOf('push'), ...examplesOf('delete')]) {
      expect(repository).toMatchObject({ pushed_at: expect.anything() });
    }
    for (const { pull_request } of examplesOf('pull_request')) {
      expect(pull_request).toMatchObject({ updated_at: expect.any(String) });
    }
  });

  it('name the repository and the sender', () => {
    const [payload] = ofGithub.find(({ name }) => name === 'push')?.examples ?? [];
    expect(deliver('push', payload)?.event).toMatchObject({
      repo: {
        uid: '186853002',
        namespace: 'Codertocat',
        name: 'Hello-World',
        defaultBranch: 'master',
        isPrivate: false,
      },
      sender: { login: 'Codertocat', avatar: expect.stringContaining('https://avatars') },
    });
  });

  const sha = '6113728f27ae82c7b1a177c8d03f9e96e0adf246';
  const zeros = '0'.repeat(40);
  const wanted: [string, (payload: Payload) => boolean, unknown[]][] = [
    [
      'push',
      ({ ref }) => ref === 'refs/heads/master',
      [{ kind: 'push', ref: 'refs/heads/master', before: zeros, after: sha }],
    ],
    [
      'push',
      ({ ref, created }) => ref === 'refs/tags/simple-tag' && created === true,
      [{ kind: 'push', ref: 'refs/tags/simple-tag', before: zeros, after: sha }],
    ],
    [
      'push',
      ({ deleted }) => deleted === true,
      [{ kind: 'push', ref: 'refs/tags/simple-tag', before: sha, after: '' }],
    ],
    ['delete', () => true, [{ kind: 'push', ref: 'refs/tags/simple-tag', before: '', after: '' }]],
    ['pull_request', ({ action }) => action === 'opened', [{ action: 'opened', number: 2 }]],
    [
      'pull_request',
      ({ action }) => action === 'synchronize',
      [
        {
          kind: 'pullRequest',
          action: 'synchronized',
          number: 2,
          title: 'Update the README with new information.',
          link: 'https://github.com/Codertocat/Hello-World/pull/2',
          ref: 'refs/pull/2/head',
          source: 'changes',
          sourceRepo: 'Codertocat/Hello-World',
          target: 'master',
          sha: 'ec26c3e57ca3a959ca5aad62de7213c562f8c821',
          base: 'f95f852bd8fca8fcc58a9a2d6c842781e32a215e',
        },
      ],
    ],
    ['pull_request', ({ action }) => action === 'reopened', [{ action: 'reopened' }]],
    ['pull_request', ({ action }) => action === 'closed', [{ action: 'closed' }]],
    ['pull_request', ({ action }) => /assigned|label|lock|review|draft/.test(String(action)), []],
    ['repository', () => true, []],
  ];
  it.each(wanted)('are parsed: %s', (kind, isWanted, news) => {
    const found = newsOf(kind, isWanted);
    expect(found).not.toHaveLength(0);
    for (const one of found) expect(one).toMatchObject(news);
  });
});

describe('a delivery', () => {
  const [repository] = ofGithub.find(({ name }) => name === 'repository')?.examples ?? [{}];
  const [push] = ofGithub.find(({ name }) => name === 'push')?.examples ?? [{}];
  const [pullRequest] = ofGithub.find(({ name }) => name === 'pull_request')?.examples ?? [{}];

  it('of an annotated tag has the hash of the commit', () => {
    const payload = { ...push, after: 'a'.repeat(40), head_commit: { id: 'b'.repeat(40) } };
    expect(deliver('push', payload)?.event?.news).toMatchObject([{ after: 'b'.repeat(40) }]);
  });

  it('reports a deleted repository', () => {
    const payload = { ...repository, action: 'deleted' };
    expect(deliver('repository', payload)?.event?.news).toEqual([{ kind: 'deleted' }]);
  });

  it('treats a deleted source repository as a fork', () => {
    const { pull_request } = pullRequest as { pull_request: Payload };
    const head = { ...(pull_request.head as Payload), repo: null };
    const payload = { ...pullRequest, action: 'opened', pull_request: { ...pull_request, head } };
    expect(deliver('pull_request', payload)?.event?.news).toMatchObject([
      { sourceRepo: 'Codertocat/Hello-World?' },
    ]);
  });

  it.each(['__proto__', 'constructor', 'toString'])('has no news for the event %s', (name) => {
    expect(deliver(name, push)).toMatchObject({ event: null });
    expect(deliver('pull_request', { ...pullRequest, action: name })?.event?.news).toEqual([]);
  });

  const named = { 'x-github-event': 'push', 'x-github-delivery': 'guid' };
  it.each<[string, string, Record<string, string>]>([
    ['without an event', '{}', { 'x-github-delivery': 'guid' }],
    ['without an id', '{}', { 'x-github-event': 'push' }],
    ['if it is not JSON', 'payload=%7B%7D', named],
    ['if it is an array', '[]', named],
    ['with another repository', '{"repository":{"id":"7"}}', named],
    ['with invalid fields', JSON.stringify({ ...push, ref: 7 }), named],
  ])('is rejected %s', (_, body, headers) => {
    expect(readDelivery({ headers, body })).toBeNull();
  });

  it('verifies the signature from the documentation of GitHub', () => {
    // From "Validating webhook deliveries" in the documentation of GitHub.
    const signature = 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17';
    const body = 'Hello, World!';
    const headers = { 'x-hub-signature-256': signature };
    const secret = "It's a Secret to Everybody";
    expect(isSigned({ headers, body }, secret)).toBe(true);
    expect(isSigned({ headers, body: `${body}!` }, secret)).toBe(false);
    expect(isSigned({ headers, body }, 'another')).toBe(false);
    expect(isSigned({ headers: {}, body }, secret)).toBe(false);
  });
});
