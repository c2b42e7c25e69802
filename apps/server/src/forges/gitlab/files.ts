import { z } from 'zod/mini';
import type { FileCalls } from '../remote/forge-adapter.ts';
import type { ForgeClient } from '../remote/forge-client.ts';
import { pathOf } from './repositories.ts';

const file = z.object({ last_commit_id: z.string() });
const commit = z.object({ id: z.string() });

export function gitlabFiles(client: ForgeClient): FileCalls {
  return {
    async commitFile(token, repo, { base, branch, newBranch, path, message, text }) {
      const apiPath = `${pathOf(repo)}/repository`;
      const address = `${apiPath}/files/${encodeURIComponent(path)}`;
      const known = await client.find(token, address, file, { ref: base });
      const action = {
        action: known ? 'update' : 'create',
        file_path: path,
        content: text,
        // GitLab refuses the commit if a later one has changed the file.
        ...(known && !newBranch ? { last_commit_id: known.last_commit_id } : {}),
      };
      const body = {
        branch: newBranch || branch,
        ...(newBranch ? { start_sha: base } : {}),
        commit_message: message,
        actions: [action],
      };
      return (await client.send(token, 'POST', `${apiPath}/commits`, body, commit)).id;
    },
  };
}
