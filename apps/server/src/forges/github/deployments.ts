import type { Status } from '@millrace/contract/vocabulary';
import { z } from 'zod/mini';
import type { ForgeRepoRef } from '../forge.ts';
import type { DeploymentCalls, ForgeDeployment } from '../remote/forge-adapter.ts';
import type { ForgeClient } from '../remote/forge-client.ts';
import { pathOf } from './repositories.ts';
import { maxDescriptionLength } from './statuses.ts';

const states: Record<
  Status,
  'queued' | 'pending' | 'in_progress' | 'success' | 'failure' | 'error' | 'inactive'
> = {
  pending: 'queued',
  waiting_on_dependencies: 'queued',
  blocked: 'pending',
  running: 'in_progress',
  success: 'success',
  // A skipped build deployed nothing.
  skipped: 'inactive',
  failure: 'failure',
  declined: 'failure',
  killed: 'error',
  error: 'error',
};

const made = z.object({ id: z.number(), payload: z.unknown() });
const ours = z.object({ build: z.string() });

export function githubDeployments(client: ForgeClient): DeploymentCalls {
  return {
    async setDeployment(token, repo, sha, deployment, known) {
      const { environment, status, url } = deployment;
      const id = known || (await ensureDeployment(client, token, repo, sha, deployment));
      const description = deployment.description.slice(0, maxDescriptionLength);
      const body = { state: states[status], environment, description, log_url: url };
      const path = `${pathOf(repo)}/deployments/${id}/statuses`;
      await client.send(token, 'POST', path, body, z.unknown());
      return id;
    },
  };
}

/** Finds the deployment of this build, or creates it. A server that stopped may already have created it. */
async function ensureDeployment(
  client: ForgeClient,
  token: string,
  repo: ForgeRepoRef,
  sha: string,
  { environment, description, url }: ForgeDeployment,
): Promise<string> {
  const path = `${pathOf(repo)}/deployments`;
  const there = await client.listAll(token, path, made, { sha, environment, per_page: 100 });
  const known = there.find(({ payload }) => ours.safeParse(payload).data?.build === url);
  if (known) return String(known.id);
  const { id } = await client.send(
    token,
    'POST',
    path,
    {
      ref: sha,
      environment,
      description: description.slice(0, maxDescriptionLength),
      payload: { build: url },
      auto_merge: false,
      // The build itself is the check. GitHub must not wait for other checks.
      required_contexts: [],
    },
    made,
  );
  return String(id);
}
