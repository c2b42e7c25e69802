import { createHash } from 'node:crypto';
import type { Status } from '@millrace/contract/vocabulary';
import { z } from 'zod/mini';
import type { ForgeRepoRef } from '../forge.ts';
import type { CommitStatus } from '../remote/forge-adapter.ts';
import type { ForgeClient } from '../remote/forge-client.ts';
import { pathOf } from './repositories.ts';

const states: Record<Status, 'INPROGRESS' | 'SUCCESSFUL' | 'FAILED' | 'STOPPED'> = {
  pending: 'INPROGRESS',
  waiting_on_dependencies: 'INPROGRESS',
  blocked: 'INPROGRESS',
  running: 'INPROGRESS',
  success: 'SUCCESSFUL',
  skipped: 'SUCCESSFUL',
  failure: 'FAILED',
  declined: 'FAILED',
  killed: 'STOPPED',
  error: 'FAILED',
};

const longestKey = 40;

export async function setStatus(
  client: ForgeClient,
  token: string,
  repo: ForgeRepoRef,
  sha: string,
  { status, context, description, url }: CommitStatus,
): Promise<void> {
  const body = { key: keyOf(context), state: states[status], name: context, description, url };
  await client.send(
    token,
    'POST',
    `${pathOf(repo)}/commit/${sha}/statuses/build`,
    body,
    z.unknown(),
  );
}

function keyOf(context: string): string {
  if (context.length <= longestKey) return context;
  return createHash('sha1').update(context).digest('hex');
}
