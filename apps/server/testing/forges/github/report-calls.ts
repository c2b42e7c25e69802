import type { Deployment } from '../fake/world.ts';
import type { Calls, FakeDeps } from './calls.ts';
import { invalid, notFound, Refusal } from './refusal.ts';

const deployments = '/repos/{owner}/{repo}/deployments';
const statusesOf = `${deployments}/{deployment_id}/statuses`;
const maxDescriptionLength = 140;

/** Calls about commit statuses and deployments. */
export function reportCalls({ world, published }: FakeDeps): Calls {
  const show = ({ id, sha, environment, payload }: Deployment) =>
    published.example('POST', deployments, 201, { id, sha, ref: sha, environment, payload });
  return {
    'POST /repos/{owner}/{repo}/statuses/{sha}': ({ params, body, repository }) => {
      const found = repository('write');
      const { sha = '' } = params;
      if (!world.commits.has(sha)) throw new Refusal(422, `No commit found for SHA: ${sha}`);
      const createdAt = new Date().toISOString();
      const { state, context, description, target_url } = body as Record<string, string>;
      if ((description ?? '').length > maxDescriptionLength) {
        throw invalid('Status', 'description is too long (maximum is 140 characters)');
      }
      const shown = { state: state ?? '', context: context ?? '', description: description ?? '' };
      found.statuses.unshift({ ...shown, sha, url: target_url ?? '', ref: '', createdAt });
      const path = '/repos/{owner}/{repo}/statuses/{sha}';
      return { status: 201, body: published.example('POST', path, 201, body) };
    },
    'POST /repos/{owner}/{repo}/commits/{commit_sha}/comments': ({ params, body, repository }) => {
      const found = repository('write');
      const { commit_sha: sha = '' } = params;
      if (!world.commits.has(sha)) throw new Refusal(422, `No commit found for SHA: ${sha}`);
      found.comments.push({ sha, text: String(body.body) });
      const path = '/repos/{owner}/{repo}/commits/{commit_sha}/comments';
      return { status: 201, body: published.example('POST', path, 201, body) };
    },
    [`GET ${deployments}`]: ({ query, repository }) => ({
      list: repository('read')
        .deployments.filter(({ sha, environment }) =>
          Object.entries({ sha, environment }).every(([name, own]) => (query[name] ?? own) === own),
        )
        .map(show),
    }),
    [`POST ${deployments}`]: ({ body, repository }) => {
      const found = repository('write');
      const { ref, environment = 'production', payload = '' } = body;
      const commit = world.findCommit(found, String(ref));
      if (!commit) throw new Refusal(422, `No ref found for: ${ref}`);
      const deployment: Deployment = {
        id: world.nextId(),
        sha: commit.sha,
        environment: String(environment),
        payload,
        statuses: [],
      };
      found.deployments.unshift(deployment);
      return { status: 201, body: show(deployment) };
    },
    [`POST ${statusesOf}`]: ({ params, body, repository }) => {
      const { deployments: known } = repository('write');
      const deployment = known.find(({ id }) => id === Number(params.deployment_id));
      if (!deployment) throw notFound();
      deployment.statuses.unshift(body as unknown as Deployment['statuses'][number]);
      return { status: 201, body: published.example('POST', statusesOf, 201, body) };
    },
  };
}
