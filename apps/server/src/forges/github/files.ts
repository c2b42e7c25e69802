import { encodePath } from '@millrace/contract/encode-path';
import { branchRef } from '@millrace/pipeline/git-ref';
import { z } from 'zod/mini';
import type { FileChange, ForgeRepoRef } from '../forge.ts';
import type { FileCalls } from '../remote/forge-adapter.ts';
import type { ForgeClient } from '../remote/forge-client.ts';
import { pathOf } from './repositories.ts';

const object = z.object({ sha: z.string() });
const answer = z.object({ commit: object });
const commit = z.object({ tree: object });

export function githubFiles(client: ForgeClient): FileCalls {
  return {
    commitFile: (token, repo, change) =>
      change.newBranch
        ? commitToNewBranch(client, token, repo, change)
        : commitToBranch(client, token, repo, change),
  };
}

/** GitHub compares `sha` with the file, and refuses to create a file that exists. */
async function commitToBranch(
  client: ForgeClient,
  token: string,
  repo: ForgeRepoRef,
  { base, branch, path, message, text }: FileChange,
): Promise<string> {
  const apiPath = `${pathOf(repo)}/contents/${encodePath(path)}`;
  const blob = await client.find(token, apiPath, object, { ref: base });
  const content = Buffer.from(text).toString('base64');
  const body = { branch, message, content, ...(blob ? { sha: blob.sha } : {}) };
  return (await client.send(token, 'PUT', apiPath, body, answer)).commit.sha;
}

/** Creates the branch last, so that it appears with the commit, in one push. */
async function commitToNewBranch(
  client: ForgeClient,
  token: string,
  repo: ForgeRepoRef,
  { base, newBranch, path, message, text }: FileChange,
): Promise<string> {
  const apiPath = `${pathOf(repo)}/git`;
  const parent = await client.get(token, `${apiPath}/commits/${base}`, commit);
  const entry = { path, mode: '100644', type: 'blob', content: text };
  const tree = { base_tree: parent.tree.sha, tree: [entry] };
  const { sha: treeSha } = await client.send(token, 'POST', `${apiPath}/trees`, tree, object);
  const made = { message, tree: treeSha, parents: [base] };
  const { sha } = await client.send(token, 'POST', `${apiPath}/commits`, made, object);
  const ref = { ref: branchRef(newBranch), sha };
  await client.send(token, 'POST', `${apiPath}/refs`, ref, z.unknown());
  return sha;
}
