// @vitest-environment happy-dom
import { registryCalls, secretCalls } from '@millrace/contract/api';
import { expect, it, vi } from 'vitest';
import { callOwned } from './call-owned.ts';
import { describeOwner, type Owner } from './owner.ts';

const repo = { namespace: 'octo', name: 'hello world' };

it.each([
  [
    { repo },
    'repo',
    'octo/hello world',
    '/repos/octo/hello%20world/secrets',
    '/repos/octo/hello%20world/registries',
  ],
  [{ namespace: 'octo' }, 'org', 'octo', '/secrets/octo', '/registries/octo'],
  ['server', 'server', '', '/system/secrets', '/system/registries'],
] satisfies [Owner, string, string, string, string][])(
  'calls the endpoints of %o',
  async (owner, kind, name, secrets, registries) => {
    const fetch = vi.fn(async () => new Response(null, { status: 204 }));
    vi.stubGlobal('fetch', fetch);
    const { signal } = new AbortController();
    await callOwned(owner, secretCalls.list, { signal });
    await callOwned(owner, secretCalls.update, { params: { secret: 'a/b' }, body: { data: 'x' } });
    await callOwned(owner, registryCalls.delete, { params: { registry: 'ghcr.io:443' } });
    expect(fetch.mock.calls).toEqual([
      [`/api${secrets}`, expect.objectContaining({ method: 'GET', signal })],
      [`/api${secrets}/a%2Fb`, expect.objectContaining({ method: 'PATCH', body: '{"data":"x"}' })],
      [`/api${registries}/ghcr.io%3A443`, expect.objectContaining({ method: 'DELETE' })],
    ]);
    expect(describeOwner(owner)).toEqual({ kind, owner: name });
  },
);
