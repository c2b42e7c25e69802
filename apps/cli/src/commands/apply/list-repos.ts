import { getCurrentUser, listAllRepos, listUserRepos, type Repo } from '@millrace/contract/api';
import { callServer } from '../../command-line/call-server.ts';

const pageSize = 500;

/** Lists every repository of the server for a system admin, and for others those of the account. */
export async function listRepos(server: string): Promise<Repo[]> {
  const { admin } = await callServer(server, getCurrentUser, {});
  if (!admin) return callServer(server, listUserRepos, {});
  const found: Repo[] = [];
  for (let page = 1; ; page += 1) {
    const query = { page: String(page), per_page: String(pageSize) };
    const repos = await callServer(server, listAllRepos, { query });
    found.push(...repos);
    if (repos.length < pageSize) return found;
  }
}
