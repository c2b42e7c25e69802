import { createLogger } from '@millrace/node-kit/logger';
import { readConfig } from '../../apps/server/src/config/config.ts';
import { startServer } from '../../apps/server/src/server.ts';

const password = 'bench password';

/** Starts a server in this process, and signs in as a system admin. */
export async function openBenchServer(dir: string) {
  const config = readConfig({
    MILLRACE_DATA: dir,
    MILLRACE_PORT: '0',
    MILLRACE_SEED: 'none',
    MILLRACE_ADMIN_PASSWORD: password,
  });
  const server = await startServer(config, createLogger('silent'));
  const answer = await fetch(`${server.url}/login`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ username: 'admin', password }),
  });
  const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? '';
  const user = await fetch(`${server.url}/api/user`, { headers: { cookie } });
  const { id }: { id: number } = JSON.parse(await user.text());
  return {
    url: server.url,
    stop: () => server.stop(),
    headers: { cookie, origin: server.url },
    adminId: id,
  };
}
