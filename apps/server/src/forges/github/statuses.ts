import { z } from 'zod/mini';
import type { ForgeRepoRef } from '../forge.ts';
import { commitStates } from '../remote/commit-states.ts';
import type { CommitStatus } from '../remote/forge-adapter.ts';
import type { ForgeClient } from '../remote/forge-client.ts';
import { pathOf } from './repositories.ts';

/** A longer one is refused. */
export const longestDescription = 140;

export async function setStatus(
  client: ForgeClient,
  token: string,
  repo: ForgeRepoRef,
  sha: string,
  { status, context, description, url }: CommitStatus,
): Promise<void> {
  const body = {
    state: commitStates[status],
    context,
    description: description.slice(0, longestDescription),
    target_url: url,
  };
  await client.send(token, 'POST', `${pathOf(repo)}/statuses/${sha}`, body, z.unknown());
}
