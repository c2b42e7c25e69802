import { endpointUrl } from '@millrace/contract/api';
import { endpoints } from '@millrace/contract/endpoints';
import { expect, it } from 'vitest';
import { serverOfFile } from '../../../testing/server-of-file.ts';
import { bearer, pushSampleRepo } from '../../../testing/test-server.ts';

const server = await serverOfFile();
const ada = await server.addUser('ada', { admin: true });
await pushSampleRepo(server, 'ada');

const text = 'kind: pipeline\n';
const commit = 'a'.repeat(40);
const calls: Record<string, { query?: string; body?: (branch: string) => object }> = {
  'POST /builds': { query: 'branch' },
  'GET /builds/latest': { query: 'branch' },
  'GET /builds/parameters': { query: 'branch' },
  'GET /revisions': { query: 'branch' },
  'GET /pipeline': { query: 'branch' },
  'POST /pipeline/plan': { body: (branch) => ({ text, facts: { branch } }) },
  'POST /pipeline/history': { body: (branch) => ({ text, branch }) },
  'POST /pipeline/commits': { body: (branch) => ({ text, commit, branch, message: 'x' }) },
  'POST /cron': { body: (branch) => ({ name: 'nightly', expr: '@daily', branch }) },
  'PATCH /cron/:cron': { body: (branch) => ({ branch }) },
  'PATCH ': { body: (branch) => ({ default_branch: branch }) },
  'GET /tests': { query: 'branch' },
  'GET /tests/:test': { query: 'branch' },
};
const references = ['refs/heads/main', 'refs/tags/', 'refs/pull/1/head', 'refs/'];
/** Calls that build a tag, or describe such a build. */
const ofTags = ['POST /builds', 'GET /builds/parameters'];

it.each(Object.keys(calls))('%s refuses a reference as the branch', async (name) => {
  const [method = '', path = ''] = name.split(' ');
  const endpoint = endpoints.find(
    (one) => one.method === method && one.path === `/api/repos/:namespace/:name${path}`,
  );
  const url = endpointUrl<string>(endpoint ?? { path: '' }, {
    namespace: 'ada',
    name: 'project',
    cron: 'nightly',
    test: 1,
  });
  const { query, body } = calls[name] ?? {};
  for (const branch of ofTags.includes(name) ? references : [...references, 'refs/tags/v1']) {
    const answer = await server.app.inject({
      method: method as 'GET',
      url: query ? `${url}?${new URLSearchParams({ [query]: branch })}` : url,
      headers: bearer(ada),
      ...(body && { payload: body(branch) }),
    });
    expect([branch, answer.statusCode, answer.json().message]).toEqual([
      branch,
      400,
      'Invalid branch: its name, without refs/heads/',
    ]);
  }
});

it('refuses a reference as a new branch', async () => {
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/repos/ada/project/pipeline/commits',
    headers: bearer(ada),
    payload: { text, commit, branch: 'main', new_branch: 'refs/heads/x', message: 'x' },
  });
  expect([answer.statusCode, answer.json().message]).toEqual([400, 'Invalid branch name']);
});
