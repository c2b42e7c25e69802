import type { Status } from '@millrace/contract/vocabulary';
import { readRef } from '@millrace/pipeline/git-ref';
import { z } from 'zod/mini';
import type { StatusCalls } from '../remote/forge-adapter.ts';
import type { ForgeClient } from '../remote/forge-client.ts';
import { ForgeRefusedError } from '../remote/forge-errors.ts';
import { pathOf } from './repositories.ts';

type State = 'pending' | 'running' | 'success' | 'failed' | 'canceled';

const states: Record<Status, State> = {
  pending: 'pending',
  waiting_on_dependencies: 'pending',
  blocked: 'pending',
  running: 'running',
  success: 'success',
  skipped: 'canceled',
  failure: 'failed',
  declined: 'failed',
  killed: 'canceled',
  error: 'failed',
};

export function gitlabStatuses(client: ForgeClient): StatusCalls {
  return {
    async setStatus(token, repo, sha, { status, context, description, url, ref }) {
      const { kind, name } = readRef(ref);
      // Without a ref, GitLab uses any branch with the commit, and finds none for a commit of a fork.
      const target = { name: context, ref: kind === 'pull_request' ? ref : name };
      const send = (state: State) => {
        const body = { ...target, state, description, target_url: url };
        return client.send(token, 'POST', `${pathOf(repo)}/statuses/${sha}`, body, z.unknown());
      };
      try {
        await send(states[status]);
      } catch (error) {
        if (!isNoChange(error)) throw error;
        const path = `${pathOf(repo)}/repository/commits/${sha}/statuses`;
        const shown = await client.listAll(token, path, shownStatus, { ...target, per_page: 100 });
        if (shown.some(({ target_url }) => target_url === url)) return;
        // The status belongs to another build, and cannot be replaced before it has finished.
        await send('canceled');
        await send(states[status]);
      }
    },
  };
}

const shownStatus = z.object({ target_url: z.nullable(z.string()) });

/** GitLab rejects a status that repeats the current state or returns to an earlier one. */
function isNoChange(error: unknown): boolean {
  return error instanceof ForgeRefusedError && error.message.includes('Cannot transition status');
}
