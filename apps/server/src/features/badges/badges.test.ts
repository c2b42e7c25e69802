import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { setStatus } from '../../../testing/set-status.ts';
import {
  bearer,
  pushSampleRepo,
  startTestServer,
  type TestServer,
} from '../../../testing/test-server.ts';
import { badgeSvg } from '../../domain/badge.ts';
import type { Repo } from '../../domain/repo.ts';

const badgeUrl = '/api/badges/ada/project/status.svg';

let server: TestServer;
let ada: Awaited<ReturnType<TestServer['addUser']>>;
let repo: Repo;
beforeEach(async () => {
  server = await startTestServer();
  ada = await server.addUser('ada');
  repo = await pushSampleRepo(server, 'ada');
});
afterEach(() => server.stop());

const ask = (url: string, headers: Record<string, string> = {}) =>
  server.app.inject({ method: 'GET', url, headers });
const makePublic = () => server.core.repos.update(repo.id, { visibility: 'public' });

describe('a badge', () => {
  it('shows the default branch, a branch or a ref', async () => {
    await makePublic();
    expect((await ask(badgeUrl)).body).toBe(badgeSvg('pending'));
    for (const query of ['ref=refs/heads/main', 'branch=main', 'ref=']) {
      expect((await ask(`${badgeUrl}?${query}`)).body).toBe(badgeSvg('pending'));
    }
    for (const query of ['ref=refs/heads/other', 'ref=main', 'branch=other']) {
      expect((await ask(`${badgeUrl}?${query}`)).body).toBe(badgeSvg(undefined));
    }
  });

  it('follows the newest build', async () => {
    await makePublic();
    await setStatus(server, 'builds', 1, 'success');
    expect((await ask(badgeUrl)).body).toBe(badgeSvg('success'));
  });

  it('can be embedded by every site, and is revalidated each time', async () => {
    await makePublic();
    const first = await ask(badgeUrl);
    expect(first.headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'no-cache',
    });
    const etag = String(first.headers.etag);
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await ask(badgeUrl, { 'if-none-match': known });
      expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag]);
    }
    await setStatus(server, 'builds', 1, 'failure');
    expect((await ask(badgeUrl, { 'if-none-match': etag })).statusCode).toBe(200);
  });

  it('does not show the status of an unreadable repository', async () => {
    const stranger = await server.addUser('stranger');
    const unknown = await ask('/api/badges/ada/nothing/status.svg');
    expect(unknown.body).toBe(badgeSvg(undefined));
    const ownHeaders = { date: expect.any(String), 'x-request-id': expect.any(String) };
    const expected = { ...unknown.headers, ...ownHeaders };
    for (const headers of [{}, bearer(stranger), bearer({ token: 'wrong' })]) {
      const hidden = await ask(badgeUrl, headers);
      expect([hidden.statusCode, hidden.body]).toEqual([200, unknown.body]);
      expect(hidden.headers).toEqual(expected);
    }
    expect((await ask(badgeUrl, bearer(ada))).body).toBe(badgeSvg('pending'));
  });
});

describe('a signed address', () => {
  const signatures = '/api/repos/ada/project/badge-signatures';
  const sign = async (body: object = {}, caller: { token: string } = ada) => {
    const call = {
      method: 'POST',
      url: signatures,
      headers: bearer(caller),
      payload: body,
    } as const;
    return (await server.app.inject(call)).json() as { signature?: string };
  };

  it('shows everybody the badge of its branch, and no other', async () => {
    const { signature } = await sign();
    expect((await ask(`${badgeUrl}?signature=${signature}`)).body).toBe(badgeSvg('pending'));
    expect((await ask(`${badgeUrl}?signature=${signature}`, bearer({ token: 'x' }))).body).toBe(
      badgeSvg('pending'),
    );
    const onMain = (await sign({ branch: 'main' })).signature;
    expect((await sign({ ref: 'refs/heads/main' })).signature).toBe(onMain);
    const unknown = badgeSvg(undefined);
    for (const query of [
      `ref=refs/heads/main&signature=${signature}`,
      `signature=${onMain}`,
      'signature=',
      'signature=x',
      `ref=refs/heads/other&signature=${onMain}`,
    ]) {
      expect((await ask(`${badgeUrl}?${query}`)).body).toBe(unknown);
    }
    for (const ref of ['ref=refs/heads/main', 'branch=main']) {
      const { body } = await ask(`${badgeUrl}?${ref}&signature=${onMain}`);
      expect(body).toBe(badgeSvg('pending'));
    }
  });

  it('is of one repository', async () => {
    await pushSampleRepo(server, 'ada', 'other');
    const { signature } = await sign();
    const { body } = await ask(`/api/badges/ada/other/status.svg?signature=${signature}`);
    expect(body).toBe(badgeSvg(undefined));
  });

  it('is withdrawn by administrators, who alone make it', async () => {
    const { signature } = await sign();
    const stranger = await server.addUser('stranger');
    await server.core.repos.grant(stranger.id, repo.id, 'write');
    expect(await sign({}, stranger)).not.toHaveProperty('signature');
    const revoke = { method: 'DELETE', url: signatures, headers: bearer(ada) } as const;
    expect((await server.app.inject(revoke)).statusCode).toBe(204);
    expect((await ask(`${badgeUrl}?signature=${signature}`)).body).toBe(badgeSvg(undefined));
    expect((await sign()).signature).not.toBe(signature);
  });
});

describe.each(['/api/badges/ada/project/cc.xml', '/ada/project/cc.xml', '/~ada/project/cc.xml'])(
  'the feed at %s',
  (url) => {
    it('shows the status of the newest build', async () => {
      const answer = await ask(url, bearer(ada));
      expect(answer.headers).toMatchObject({
        'content-type': 'application/xml; charset=utf-8',
        'cache-control': 'private, no-cache',
      });
      expect(answer.body).toContain('<Project name="ada/project" activity="Building" ');
      expect(answer.body).toContain(`webUrl="${server.url}/ada/project/1"`);
      const again = { ...bearer(ada), 'if-none-match': String(answer.headers.etag) };
      expect((await ask(url, again)).statusCode).toBe(304);
    });

    it('shows the result of the last finished build while a build runs', async () => {
      await setStatus(server, 'builds', 1, 'failure');
      const start = { method: 'POST', url: '/api/repos/ada/project/builds' } as const;
      await server.app.inject({ ...start, headers: bearer(ada) });
      const { body } = await ask(url, bearer(ada));
      expect(body).toContain(' activity="Building" lastBuildStatus="Failure" lastBuildLabel="1" ');
      expect(body).toContain(`webUrl="${server.url}/ada/project/2"`);
    });

    it('requires read access to the repository', async () => {
      const stranger = await server.addUser('stranger');
      expect((await ask(url)).statusCode).toBe(401);
      expect((await ask(url, bearer(stranger))).statusCode).toBe(404);
      await makePublic();
      expect((await ask(url)).statusCode).toBe(200);
    });

    it('is empty without a build', async () => {
      await setStatus(server, 'builds', 1, 'success');
      await server.core.changeBuild.purge(repo.id, 2);
      const answer = await ask(url, bearer(ada));
      expect([answer.statusCode, answer.body]).toEqual([404, '']);
    });
  },
);
