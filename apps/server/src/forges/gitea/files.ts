import { badRequest } from '@millrace/contract/api-errors';
import { encodePath } from '@millrace/contract/encode-path';
import { z } from 'zod/mini';
import { fileChanged } from '../commit-file.ts';
import type { FileCalls } from '../remote/forge-adapter.ts';
import type { ForgeClient } from '../remote/forge-client.ts';
import { ForgeAwayError } from '../remote/forge-errors.ts';
import { pathOf } from './repositories.ts';

/** A folder, and a repository that Gitea still takes for empty just after its first push, are a list. */
const contents = z.union([z.object({ sha: z.string() }), z.array(z.unknown())]);
const answer = z.object({ commit: z.object({ sha: z.string() }) });

export function giteaFiles(client: ForgeClient): FileCalls {
  return {
    async commitFile(token, repo, change) {
      const { base, branch, newBranch, path } = change;
      const apiPath = `${pathOf(repo)}/contents/${encodePath(path)}`;
      const findBlob = async (ref: string) => {
        const found = await client.find(token, apiPath, contents, { ref });
        if (!Array.isArray(found)) return found?.sha;
        if (found.length > 0) throw badRequest(`${path} is a folder`);
        throw new ForgeAwayError('The forge has not read the first push yet, please try again');
      };
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
      const { commit } = await client.send(token, blob ? 'PUT' : 'POST', apiPath, body, answer);
      return commit.sha;
    },
  };
}
