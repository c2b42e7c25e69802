import { afterEach, expect, it } from 'vitest';
import { setStatus } from '../../../../testing/set-status.ts';
import {
  bearer,
  pushSampleRepo,
  startTestServer,
  type TestServer,
} from '../../../../testing/test-server.ts';

type Person = { id: number; login: string; token: string };

let server: TestServer;
let people: Record<'owner' | 'writer' | 'other', Person>;

/** Creates a blocked build that `owner` pushed, in a repository with two administrators and a writer. */
async function start(env: Record<string, string>) {
  server = await startTestServer({ env });
  const owner = await server.addUser('ada');
  const writer = await server.addUser('bob');
  const other = await server.addUser('eve');
  people = { owner, writer, other };
  const { id } = await pushSampleRepo(server, 'ada');
  await server.core.repos.grant(writer.id, id, 'write');
  await server.core.repos.grant(other.id, id, 'admin');
  await setStatus(server, 'stages', 1, 'blocked');
}
afterEach(() => server.stop());

async function decide(decision: 'approve' | 'decline', by: keyof typeof people) {
  const answer = await server.app.inject({
    method: 'POST',
    url: `/api/repos/ada/project/builds/1/${decision}/1`,
    headers: bearer(people[by]),
  });
  return answer.statusCode === 204 ? 204 : `${answer.statusCode} ${answer.json().message}`;
}

it.each(['owner', 'writer'] as const)('allows %s to approve by default', async (by) => {
  await start({});
  expect(await decide('approve', by)).toBe(204);
});

it('allows only administrators, and not for builds that they started', async () => {
  await start({ MILLRACE_APPROVALS: 'admins' });
  const refused = '403 Only administrators of the repository approve and decline builds';
  expect(await decide('approve', 'writer')).toBe(refused);
  expect(await decide('decline', 'writer')).toBe(refused);
  expect(await decide('approve', 'owner')).toBe(
    '403 Another administrator must approve a build that you started',
  );
  expect(await decide('approve', 'other')).toBe(204);
});

it('allows administrators to decline builds that they started', async () => {
  await start({ MILLRACE_APPROVALS: 'admins' });
  expect(await decide('decline', 'owner')).toBe(204);
});
