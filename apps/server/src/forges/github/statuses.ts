import type { Status } from '@millrace/contract/vocabulary';
import { z } from 'zod/mini';
import type { ForgeRepoRef } from '../forge.ts';
import type { ForgeClient } from '../remote/forge-client.ts';
import type { CommitStatus } from '../remote/forge-kind.ts';
import { pathOf } from './repositories.ts';

/** A longer one is refused. */
export const longestDescription = 140;

const states: Record<Status, 'pending' | 'success' | 'failure' | 'error'> = {
  pending: 'pending',
  waiting_on_dependencies: 'pending',
  blocked: 'pending',
  running: 'pending',
  success: 'success',
  skipped: 'success',
  failure: 'failure',
  declined: 'failure',
  killed: 'error',
  error: 'error',
};

export async function setStatus(
  client: ForgeClient,
  token: string,
  repo: ForgeRepoRef,
  sha: string,
  { status, context, description, url }: CommitStatus,
): Promise<void> {
  const body = {
    state: states[status],
    context,
    description: description.slice(0, longestDescription),
    target_url: url,
  };
  await client.send(token, 'POST', `${pathOf(repo)}/statuses/${sha}`, body, z.unknown());
}
