import { createHash } from 'node:crypto';
import type { Status } from '@millrace/contract/vocabulary';
import { z } from 'zod/mini';
import type { StatusCalls } from '../remote/forge-adapter.ts';
import type { ForgeClient } from '../remote/forge-client.ts';
import { pathOf } from './repositories.ts';

const states: Record<Status, 'INPROGRESS' | 'SUCCESSFUL' | 'FAILED' | 'STOPPED'> = {
  pending: 'INPROGRESS',
  waiting_on_dependencies: 'INPROGRESS',
  blocked: 'INPROGRESS',
  running: 'INPROGRESS',
  success: 'SUCCESSFUL',
  skipped: 'STOPPED',
  failure: 'FAILED',
  declined: 'FAILED',
  killed: 'STOPPED',
  error: 'FAILED',
};

const maxKeyLength = 40;

export function bitbucketStatuses(client: ForgeClient): StatusCalls {
  return {
    async setStatus(token, repo, sha, { status, context, description, url }) {
      const body = { key: keyOf(context), state: states[status], name: context, description, url };
      await client.send(
        token,
        'POST',
        `${pathOf(repo)}/commit/${sha}/statuses/build`,
        body,
        z.unknown(),
      );
    },
  };
}

function keyOf(context: string): string {
  if (context.length <= maxKeyLength) return context;
  return createHash('sha1').update(context).digest('hex');
}
