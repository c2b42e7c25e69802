import { listAllRepos, listUserRepos, type Repo } from '@millrace/contract/api';
import { callServer, RefusedCallError } from './call-server.ts';

/** Maximum of the server. */
const pageSize = 100;

/** Lists every repository of the server for a system admin, and for others those of the account. */
export async function listRepos(server: string): Promise<Repo[]> {
  try {
    return await listAll(server);
  } catch (error) {
    if (!(error instanceof RefusedCallError && error.status === 403)) throw error;
    return callServer(server, listUserRepos, {});
  }
}

async function listAll(server: string): Promise<Repo[]> {
  const found: Repo[] = [];
  for (let page = 1; ; page += 1) {
    const query = { page: String(page), per_page: String(pageSize) };
    const repos = await callServer(server, listAllRepos, { query });
    found.push(...repos);
    if (repos.length < pageSize) return found;
  }
}
