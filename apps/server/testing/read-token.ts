import { password } from './test-server.ts';

/** Signs in as `admin` and returns the personal token of the account. */
export async function readToken(url: string): Promise<string> {
  const signedIn = await fetch(`${url}/login`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ username: 'admin', password }),
  });
  const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? '';
  const answer = await fetch(`${url}/api/user/token`, {
    method: 'POST',
    headers: { cookie, origin: url },
  });
  const { token }: { token: string } = JSON.parse(await answer.text());
  return token;
}
