import { encodePath } from '@millrace/contract/encode-path';
import { z } from 'zod/mini';
import { fileChanged } from '../commit-file.ts';
import type { FileCalls } from '../remote/forge-adapter.ts';
import type { ForgeClient } from '../remote/forge-client.ts';
import { pathOf } from './repositories.ts';

const contents = z.object({ sha: z.string() });
const answer = z.object({ commit: z.object({ sha: z.string() }) });

export function giteaFiles(client: ForgeClient): FileCalls {
  return {
    async commitFile(token, repo, change) {
      const { base, branch, newBranch, path } = change;
      const place = `${pathOf(repo)}/contents/${encodePath(path)}`;
      const findBlob = async (ref: string) =>
        (await client.find(token, place, contents, { ref }))?.sha;
      const blob = await findBlob(base);
      // Gitea starts a new branch at the newest commit of another branch, never at a given one.
      if (newBranch && (await findBlob(branch)) !== blob) throw fileChanged(change);
      const body = {
        branch,
        ...(newBranch ? { new_branch: newBranch } : {}),
        message: change.message,
        content: Buffer.from(change.text).toString('base64'),
        ...(blob ? { sha: blob } : {}),
      };
      const { commit } = await client.send(token, blob ? 'PUT' : 'POST', place, body, answer);
      return commit.sha;
    },
  };
}
