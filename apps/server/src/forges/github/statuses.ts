import { z } from 'zod/mini';
import { commitStates } from '../remote/commit-states.ts';
import type { StatusCalls } from '../remote/forge-adapter.ts';
import type { ForgeClient } from '../remote/forge-client.ts';
import { pathOf } from './repositories.ts';

/** GitHub rejects a longer description. */
export const maxDescriptionLength = 140;

export function githubStatuses(client: ForgeClient): StatusCalls {
  return {
    async setStatus(token, repo, sha, { status, context, description, url }) {
      const body = {
        state: commitStates[status],
        context,
        description: description.slice(0, maxDescriptionLength),
        target_url: url,
      };
      await client.send(token, 'POST', `${pathOf(repo)}/statuses/${sha}`, body, z.unknown());
    },
  };
}
