import type { FileCalls } from '../remote/forge-adapter.ts';
import type { ForgeClient } from '../remote/forge-client.ts';
import { unreadable } from '../remote/forge-http.ts';
import { pathOf } from './repositories.ts';

export function bitbucketFiles(client: ForgeClient): FileCalls {
  return {
    async commitFile(token, repo, { base, branch, newBranch, path, message, text }) {
      const headers = await client.sendForm(token, `${pathOf(repo)}/src`, {
        message,
        branch: newBranch || branch,
        // Bitbucket refuses the commit if the branch has another newest commit.
        parents: base,
        // Without the slash, a file could have the name of a parameter.
        [`/${path}`]: text,
      });
      const sha = /\/commit\/([0-9a-f]{40})$/.exec(headers.get('location') ?? '')?.[1];
      if (!sha) throw unreadable();
      return sha;
    },
  };
}
