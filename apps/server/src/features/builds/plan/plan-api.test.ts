import type { BackTest, CommitPlan, FilePlan } from '@millrace/contract/api';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isReproduced } from '../../../../testing/back-test-generator.ts';
import { runnerApiOf, startNextStage } from '../../../../testing/fake-work.ts';
import {
  bearer,
  pushSampleRepo,
  startTestServer,
  type TestServer,
} from '../../../../testing/test-server.ts';
import type { Repo } from '../../../domain/repo.ts';

let server: TestServer;
let ada: { token: string };
beforeEach(async () => {
  server = await startTestServer();
  ada = await server.addUser('ada');
});
afterEach(() => server.stop());

const greeting = `kind: pipeline
type: exec
name: greet
clone: { disable: true }
steps:
  - { name: greet, commands: [echo] }
`;
const broken = `${greeting}  - 5\n`;
const withRelease = `${greeting}---
kind: pipeline
type: exec
name: release
trigger: { event: tag }
steps: [{ name: publish, commands: [echo] }]
`;

async function call<Output>(path: string, body: object, token = ada.token) {
  const url = `/api/repos/ada/project/pipeline/${path}`;
  const answer = await server.app.inject({ method: 'POST', url, headers: bearer({ token }), body });
  return { status: answer.statusCode, output: answer.json() as Output };
}
const plan = async (text: string, facts = {}) =>
  (await call<FilePlan>('plan', { text, facts })).output;
const backTest = async (text: string) => (await call<BackTest>('history', { text })).output;

describe('plan', () => {
  it('plans a build of each event, and says why pipelines do not run', async () => {
    await pushSampleRepo(server, 'ada', 'project', greeting);
    const { builds, problems, left_out } = await plan(withRelease);
    const runs = builds.map(({ event, pipelines }) => [
      event,
      ...pipelines.filter((each) => each.runs).map(({ name }) => name),
    ]);
    expect({ runs, problems, left_out }).toEqual({
      runs: [
        ['push', 'greet'],
        ['pull_request', 'greet'],
        ['tag', 'greet', 'release'],
        ['promote', 'greet'],
        ['cron', 'greet'],
      ],
      problems: [],
      left_out: [],
    });
    expect(builds[0]?.pipelines[1]?.why_not).toBe('event is "push", not "tag"');
  });

  it('takes branch, target and cron job from the caller', async () => {
    await pushSampleRepo(server, 'ada', 'project', greeting);
    const text = greeting.replace('steps:', 'trigger: { target: staging }\nsteps:');
    const { builds } = await plan(text, { target: 'staging' });
    const running = builds.filter(({ pipelines }) => pipelines.some(({ runs }) => runs));
    expect(running.map(({ event }) => event)).toEqual(['promote']);
  });

  it('reports errors at their lines', async () => {
    await pushSampleRepo(server, 'ada', 'project', greeting);
    const { problems, builds } = await plan(broken);
    expect(problems[0]).toMatchObject({ severity: 'error', line: 7 });
    expect(builds[0]).toMatchObject({ pipelines: [], error: expect.stringContaining('line 7') });
  });

  const second = greeting.replace('name: greet', 'name: deploy');
  const outcomes = ({ builds }: FilePlan) =>
    builds.map(({ event, error, pipelines }) => [
      event,
      error,
      ...pipelines.flatMap(({ name, runs }) => (runs ? name : [])),
    ]);

  it('shows no stage of a build that needs a trusted repository', async () => {
    await pushSampleRepo(server, 'ada', 'project', greeting);
    const text = `${greeting.replace('steps:', 'trigger: { event: push }\nsteps:')}---\n${second}`;
    const distrusted = text.replace('{ name: greet,', '{ name: greet, privileged: true,');
    expect(outcomes(await plan(distrusted))).toEqual([
      ['push', 'line 7, column 32: steps[greet].privileged needs a trusted repository'],
      ...['pull_request', 'tag', 'promote', 'cron'].map((event) => [event, '', 'deploy']),
    ]);
  });

  it('shows no stage of a build that uses a secret without a source', async () => {
    await pushSampleRepo(server, 'ada', 'project', greeting);
    const secret = 'kind: secret\nname: token\nget: { path: docker/hub, name: password }\n';
    const uses = greeting.replace('clone:', 'environment: { A: { from_secret: token } }\nclone:');
    const forTag = uses.replace('steps:', 'trigger: { event: tag }\nsteps:');
    const planned = outcomes(await plan(`${forTag}---\n${second}---\n${secret}`));
    expect(planned).toEqual([
      ['push', '', 'deploy'],
      ['pull_request', '', 'deploy'],
      ['tag', expect.stringMatching(/^The secret "token" has no source/)],
      ['promote', '', 'deploy'],
      ['cron', '', 'deploy'],
    ]);
  });

  it('shows no stage of a pull request that the repository ignores', async () => {
    await pushSampleRepo(server, 'ada', 'project', greeting);
    const answer = await server.app.inject({
      method: 'PATCH',
      url: '/api/repos/ada/project',
      headers: bearer(ada),
      body: { ignore_pull_requests: true },
    });
    expect(answer.statusCode).toBe(200);
    expect(outcomes(await plan(greeting)).slice(0, 3)).toEqual([
      ['push', '', 'greet'],
      ['pull_request', 'pull requests are disabled'],
      ['tag', '', 'greet'],
    ]);
  });

  it('converts templates, and reports missing ones', async () => {
    await pushSampleRepo(server, 'ada', 'project', greeting);
    const { builds } = await plan('kind: template\nload: gone.yaml\n');
    expect(builds[0]?.error).toContain('there is no template "gone.yaml"');
  });

  it('answers 404 for an unknown branch', async () => {
    await pushSampleRepo(server, 'ada', 'project', greeting);
    const body = { text: greeting, facts: { branch: 'gone' } };
    expect(await call('plan', body)).toMatchObject({
      status: 404,
      output: { message: 'There is no branch gone', code: 'missing' },
    });
  });

  it('rejects a text that is too long', async () => {
    await pushSampleRepo(server, 'ada', 'project', greeting);
    expect(await call('plan', { text: 'a'.repeat(500_001) })).toEqual({
      status: 400,
      output: { message: 'text has at most 500,000 characters', code: 'invalid_input' },
    });
  });
});

it('limits the length of a plan and of a back-test', async () => {
  await pushSampleRepo(server, 'ada', 'project', greeting);
  const steps = Array.from({ length: 250 }, (_, at) => `${'x'.repeat(800)}${at}`);
  const dependents = Array.from({ length: 70 }, (_, at) => `dependent ${at}`);
  const step = (name: string, more = '') => `  - { name: ${name}, commands: [echo]${more} }\n`;
  const named = `kind: pipeline\ntype: exec\nname: greet\nsteps:\n${steps.map((name) => step(name)).join('')}`;
  const first = step('all', `, depends_on: &all [${steps.join(', ')}]`);
  const all = dependents.map((name) => step(name, ', depends_on: *all')).join('');
  expect(await call('plan', { text: `${named}${first}${all}` })).toEqual({
    status: 400,
    output: { message: 'The plan of this file is too long', code: 'invalid_input' },
  });
  const { builds } = await backTest(named);
  const { changes = [], more_changes = 0, unknown_durations = [] } = builds[0] ?? {};
  expect([changes.length, more_changes, unknown_durations.length]).toEqual([100, 152, 20]);
});

it('does not let guests delay the plan of an account', async () => {
  const repo = await pushSampleRepo(server, 'ada', 'project', greeting);
  await server.core.repos.update(repo.id, { visibility: 'public' });
  const names = Array.from({ length: 200 }, (_, at) => `s${at}`);
  const steps = names.map((name, at) => {
    const before = names.slice(Math.max(0, at - 60), at).join(', ');
    return `  - { name: ${name}, image: a, commands: [echo], depends_on: [${before}] }\n`;
  });
  const costly = ['a', 'b', 'c'].map(
    (name) => `kind: pipeline\ntype: docker\nname: ${name}\nsteps:\n${steps.join('')}`,
  );
  const ended: string[] = [];
  const guests = [1, 2].map(async (host) => {
    const url = '/api/repos/ada/project/pipeline/plan';
    const body = { text: costly.join('---\n') };
    const remoteAddress = `10.0.0.${host}`;
    const answer = await server.app.inject({ method: 'POST', url, body, remoteAddress });
    ended.push('guest');
    return answer.statusCode;
  });
  await plan(greeting);
  ended.push('account');
  expect(await Promise.all(guests)).toEqual([200, 200]);
  expect(ended[0]).toBe('account');
});

describe('back-test', () => {
  it('reproduces a build under its own file', async () => {
    await pushSampleRepo(server, 'ada', 'project', greeting);
    await startNextStage(runnerApiOf(server));
    const { builds } = await backTest(greeting);
    expect(builds).toMatchObject([{ number: 1, event: 'push', stages: 1, changes: [] }]);
    expect(builds.every(isReproduced)).toBe(true);
  });

  it('reports steps and stages that the file would add and remove, with the reasons', async () => {
    await pushSampleRepo(server, 'ada', 'project', greeting);
    await startNextStage(runnerApiOf(server));
    const step = '  - { name: lint, commands: [lint] }\n';
    const added = await backTest(`${greeting}${step}---\n${greeting.replaceAll('greet', 'two')}`);
    expect(added.builds[0]?.changes).toEqual([
      { stage: 'greet', step: 'lint', change: 'added', reason: 'no step has this name' },
      { stage: 'two', change: 'added', reason: 'no pipeline has this name' },
    ]);
    const tagged = greeting.replace('commands: [echo]', 'commands: [echo], when: { event: tag }');
    const removed = await backTest(tagged);
    expect(removed.builds[0]?.changes).toEqual([
      { stage: 'greet', step: 'greet', change: 'removed', reason: 'event is "push", not "tag"' },
    ]);
    const gone = await backTest(greeting.replace('steps:', 'trigger: { branch: dev }\nsteps:'));
    expect(gone.builds[0]).toMatchObject({
      stages: 0,
      changes: [{ stage: 'greet', change: 'removed', reason: 'branch is "main", not "dev"' }],
    });
  });

  it('reports steps that would run after other results', async () => {
    await pushSampleRepo(server, 'ada', 'project', greeting);
    const text = greeting.replace('commands: [echo]', 'commands: [a], when: { status: failure }');
    const { builds } = await backTest(text);
    expect(builds[0]?.changes).toEqual([
      {
        stage: 'greet',
        step: 'greet',
        change: 'policy',
        reason: 'runs after a failure, not after a success',
      },
    ]);
  });

  it('reports a file that could not start the builds', async () => {
    await pushSampleRepo(server, 'ada', 'project', greeting);
    const { problems, builds } = await backTest(broken);
    expect(problems[0]).toMatchObject({ severity: 'error' });
    expect(builds[0]).toMatchObject({ stages: 0, error: expect.stringContaining('line') });
  });

  it('adds stages to builds whose file had an error', async () => {
    await pushSampleRepo(server, 'ada', 'project', broken);
    const { builds } = await backTest(greeting);
    expect(builds[0]).toMatchObject({
      incomparable: '',
      changes: [{ stage: 'greet', change: 'added', reason: expect.stringContaining('line') }],
    });
  });

  it('rejects more builds than the limit', async () => {
    await pushSampleRepo(server, 'ada', 'project', greeting);
    expect(await call('history', { text: greeting, builds: 101 })).toEqual({
      status: 400,
      output: { message: 'builds is a number from 1 to 100', code: 'invalid_input' },
    });
  });
});

describe('file of a branch', () => {
  const read = async (query: string) => {
    const url = `/api/repos/ada/project/pipeline${query}`;
    return server.app.inject({ url, headers: bearer(ada) });
  };

  it('returns the file at the head of the branch', async () => {
    await pushSampleRepo(server, 'ada', 'project', greeting);
    for (const query of ['', '?branch=main']) {
      expect((await read(query)).json()).toEqual({
        path: '.drone.yml',
        branch: 'main',
        commit: expect.stringMatching(/^[0-9a-f]{40}$/),
        text: greeting,
      });
    }
  });

  it('answers 404 for an unknown branch', async () => {
    await pushSampleRepo(server, 'ada', 'project', greeting);
    expect((await read('?branch=gone')).statusCode).toBe(404);
  });
});

it('gives an access token for one repository no files of other private ones', async () => {
  await pushSampleRepo(server, 'ada', 'project', greeting);
  await pushSampleRepo(server, 'ada', 'other', greeting);
  const create = async (scope: string, repo?: string) => {
    const created = await server.app.inject({
      method: 'POST',
      url: '/api/user/tokens',
      headers: bearer(ada),
      body: { name: `${scope} ${repo}`, scope, repo },
    });
    return created.json<{ token: string }>().token;
  };
  const text = 'include: [{ repository: ada/other, path: .drone.yml }]\n';
  const errorsFor = async (token: string) => {
    const planned = await call<FilePlan>('plan', { text }, token);
    const tested = await call<BackTest>('history', { text }, token);
    return [planned.output.builds[0]?.error, tested.output.builds[0]?.error];
  };
  const refusal = expect.stringContaining('there is no repository ada/other that');
  expect(await errorsFor(await create('write', 'ada/project'))).toEqual([refusal, refusal]);
  // A plan changes nothing, so a token that may only read is enough.
  expect(await errorsFor(await create('read', 'ada/project'))).toEqual([refusal, refusal]);
  expect(await errorsFor(await create('read'))).toEqual(['', '']);
});

it('hides private repositories', async () => {
  await pushSampleRepo(server, 'ada', 'project', greeting);
  const bob = await server.addUser('bob');
  for (const path of ['plan', 'history']) {
    expect((await call(path, { text: greeting }, bob.token)).status).toBe(404);
  }
});

it.each([
  ['read', false],
  ['admin', true],
] as const)(
  'gives a token of a system admin with the scope %s other files: %s',
  async (scope, isGiven) => {
    const root = await server.addUser('root', { admin: true });
    const repo = await pushSampleRepo(server, 'ada', 'project', greeting);
    await pushSampleRepo(server, 'ada', 'other', greeting);
    await server.core.repos.grant(root.id, repo.id, 'read');
    const created = await server.app.inject({
      method: 'POST',
      url: '/api/user/tokens',
      headers: bearer(root),
      body: { name: scope, scope },
    });
    const text = 'include: [{ repository: ada/other, path: .drone.yml }]\n';
    const { output } = await call<FilePlan>('plan', { text }, created.json().token);
    const error = 'there is no repository ada/other';
    expect(output.builds[0]?.error.includes(error)).toBe(!isGiven);
  },
);

describe('templates of the organization', () => {
  const template = `${greeting.replace('greet', 'hidden-pipeline')}`;
  const refusal = 'templates of the organization ada are only for its members';
  const load = (name: string) => `kind: template\nload: ${name}\n`;
  const headersFor = new Map<string, Record<string, string>>();
  beforeEach(async () => {
    const repo = await pushSampleRepo(server, 'ada', 'project', greeting);
    await server.core.repos.update(repo.id, { visibility: 'public' });
    const add = { name: 'hidden.yaml', data: template };
    const url = '/api/templates/ada';
    await server.app.inject({ method: 'POST', url, headers: bearer(ada), body: add });
    headersFor.set('guest', {});
    headersFor.set('owner', bearer(ada));
    for (const name of ['stranger', 'reader', 'writer']) {
      const user = await server.addUser(name);
      headersFor.set(name, bearer(user));
      if (name === 'reader') await server.core.repos.grant(user.id, repo.id, 'read');
      if (name === 'writer') await server.core.repos.grant(user.id, repo.id, 'write');
    }
    for (const scope of ['read', 'write']) {
      const { body } = await server.app.inject({
        method: 'POST',
        url: '/api/user/tokens',
        headers: bearer(ada),
        body: { name: scope, scope, repo: 'ada/project' },
      });
      headersFor.set(`token for one repository: ${scope}`, bearer(JSON.parse(body)));
    }
  });
  const ask = async (who: string, path: string, text: string) => {
    const url = `/api/repos/ada/project/pipeline/${path}`;
    const headers = headersFor.get(who) ?? {};
    return (await server.app.inject({ method: 'POST', url, headers, body: { text } })).body;
  };

  it.each(['guest', 'stranger', 'reader', 'token for one repository: read'])(
    'are neither shown nor named to a %s',
    async (who) => {
      for (const path of ['plan', 'history']) {
        const existing = await ask(who, path, load('hidden.yaml'));
        expect(existing).not.toContain('hidden-pipeline');
        expect(existing).toContain(refusal);
        const missing = await ask(who, path, load('absent.yaml'));
        expect(missing).toBe(existing);
      }
    },
  );

  it.each(['owner', 'writer', 'token for one repository: write'])(
    'are used for a %s',
    async (who) => {
      expect(await ask(who, 'plan', load('hidden.yaml'))).toContain('hidden-pipeline');
      expect(await ask(who, 'history', load('hidden.yaml'))).toContain('hidden-pipeline');
      expect(await ask(who, 'plan', load('absent.yaml'))).toContain('there is no template');
    },
  );
});

describe('plan of a commit', () => {
  const read = async (commit: string, token = ada.token) => {
    const url = `/api/repos/ada/project/pipeline/commits/${encodeURIComponent(commit)}`;
    const answer = await server.app.inject({ url, headers: bearer({ token }) });
    return { status: answer.statusCode, output: answer.json() as CommitPlan };
  };
  const commit = async (repo: Repo, message: string, text: string, path = '.drone.yml') => {
    const head = await server.core.forge.findCommit(repo, 'refs/heads/main');
    const author = await server.core.userStore.findByLogin('ada');
    if (!head || !author) throw new Error('The repository has no commit');
    const change = { path, text, message, branch: 'main', base: head.sha, newBranch: '' };
    return server.core.forge.commitFile(author, repo, change);
  };

  it('names the builds of a commit, and what a push of it starts', async () => {
    const repo = await pushSampleRepo(server, 'ada', 'project', withRelease);
    const first = await server.core.forge.findCommit(repo, 'refs/heads/main');
    await commit(repo, 'Later', greeting);
    const { output } = await read(first?.sha ?? '');
    expect(output).toMatchObject({ has_file: true, builds: [1], refusal: null, problems: [] });
    expect(output.push?.pipelines.map(({ name, runs }) => [name, runs])).toEqual([
      ['greet', true],
      ['release', false],
    ]);
  });

  it('says why a commit starts no build', async () => {
    const repo = await pushSampleRepo(server, 'ada', 'project', greeting);
    const skipped = await commit(repo, 'Change it\n\n[skip ci]', greeting.replace('echo', 'ls'));
    expect((await read(skipped)).output).toMatchObject({
      title: 'Change it',
      builds: [],
      refusal: 'the commit message asks to skip',
    });
    const excluded = `${greeting}trigger: { branch: release }\n`;
    const other = await commit(repo, 'Only for releases', excluded);
    const { output } = await read(other);
    expect(output.refusal).toBeNull();
    expect(output.push?.pipelines).toMatchObject([
      { runs: false, why_not: expect.stringContaining('branch') },
    ]);
    const broken = await commit(repo, 'Break it', 'kind: pipelin\n');
    expect((await read(broken)).output.problems).not.toEqual([]);
  });

  it('says that a commit has no pipeline file, or does not exist', async () => {
    const repo = await pushSampleRepo(server, 'ada', 'project', greeting);
    await server.core.repos.update(repo.id, { configPath: 'ci/other.yml' });
    const head = await server.core.forge.findCommit(repo, 'refs/heads/main');
    expect((await read(head?.sha ?? '')).output).toMatchObject({
      path: 'ci/other.yml',
      has_file: false,
      push: null,
    });
    expect((await read('f'.repeat(40))).status).toBe(404);
    expect((await read('no/such branch')).status).toBe(404);
  });

  it('is refused to people who may not read the repository', async () => {
    const repo = await pushSampleRepo(server, 'ada', 'project', greeting);
    const head = await server.core.forge.findCommit(repo, 'refs/heads/main');
    const eve = await server.addUser('eve');
    expect((await read(head?.sha ?? '', eve.token)).status).toBe(404);
  });
});
