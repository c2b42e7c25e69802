import { expectedFor, type Role, roles } from './expected-access.ts';
import { organization, slugOf } from './plan.ts';
import { expectStatus } from './report.ts';

/** Event streams and git, which are no calls of the API, with the access that they need. */
const others = [
  { path: `/api/stream/${slugOf(0)}`, access: 'read' },
  { path: `/api/stream/${slugOf(0)}/1/1/1`, access: 'read' },
  { path: `/api/stream/${slugOf(0)}/1/1/1/text`, access: 'read' },
  { path: `/git/${slugOf(0)}.git/info/refs?service=git-upload-pack`, access: 'read' },
  { path: `/git/${slugOf(0)}.git/info/refs?service=git-receive-pack`, access: 'write' },
] as const;

/** Opens event streams, fetches and pushes in each role. */
export async function checkStreamsAndGit(
  url: string,
  tokens: Record<Role, string | undefined>,
): Promise<void> {
  for (const { path, access } of others) {
    for (const role of roles) {
      const login = role === 'system admin' ? 'admin' : role;
      const status = await open(url + path, login, tokens[role]);
      const expected = expectedFor(access, role);
      const what = `${role}: ${path}`;
      if (expected === 404 && access === 'write') {
        // A push to a repository that does not exist would create it.
        const absent = (url + path).replace(slugOf(0), `${organization}/absent`);
        expectStatus(what, status, await open(absent, login, tokens[role]));
        expectStatus(what, status, 403);
      } else expectStatus(what, status, expected === 'ok' ? 200 : expected);
    }
  }
}

async function open(url: string, login: string, token: string | undefined): Promise<number> {
  const basic = Buffer.from(`${login}:${token}`).toString('base64');
  const authorization = url.includes('/git/') ? `Basic ${basic}` : `Bearer ${token}`;
  const stopping = new AbortController();
  const headers: Record<string, string> = token ? { authorization } : {};
  const { status } = await fetch(url, { headers, signal: stopping.signal });
  stopping.abort();
  return status;
}
