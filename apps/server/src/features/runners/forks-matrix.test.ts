import { hookTrigger } from '@millrace/build-host/builds/build-input';
import type { Build } from '@millrace/build-rules';
import type { BuildEvent } from '@millrace/contract/vocabulary';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildsOf } from '../../../testing/builds-of.ts';
import { runnerApiOf } from '../../../testing/fake-work.ts';
import { secretsOf } from '../../../testing/secrets-of.ts';
import { createWorkTree, startTestServer, type TestServer } from '../../../testing/test-server.ts';
import type { BuildRequest } from '../../builds/build-request.ts';
import type { Repo } from '../../domain/repo.ts';
import { PipelineKeys } from '../secrets/pipeline-keys.ts';
import { signPipeline } from '../secrets/pipeline-signature.ts';

// Access to secrets, approval and trust, by origin of a build. Each cell is a build of a commit in a real
// repository, with the details that its runner receives.

const modes = {
  open: {},
  protected: { protected: true },
  trusted: { trusted: true },
  both: { protected: true, trusted: true },
  'no forks': { ignoreForks: true },
  'no pulls': { ignorePullRequests: true },
} as const;
type Mode = keyof typeof modes;
const settings = {
  protected: false,
  trusted: false,
  ignoreForks: false,
  ignorePullRequests: false,
};

const senders = ['admin', 'writer', 'stranger'] as const;
const outcomes = ['runs', 'blocked', 'error', 'none'] as const;
type Outcome = (typeof outcomes)[number];

/** A file a table; a row for where a build comes from, an outcome for each mode. */
const tables = {
  unsigned: `
    push             runs    blocked runs    blocked runs    runs
    tag              runs    blocked runs    blocked runs    runs
    pull             runs    blocked runs    blocked runs    none
    fork             runs    blocked runs    blocked none    none
    custom           runs    runs    runs    runs    runs    runs
    cron             runs    runs    runs    runs    runs    runs
    promote          runs    runs    runs    runs    runs    runs
    rollback         runs    runs    runs    runs    runs    runs
    restart-of-fork  runs    runs    runs    runs    runs    runs`,
  signed: `
    push             runs    runs    runs    runs    runs    runs
    tag              runs    runs    runs    runs    runs    runs
    pull             runs    runs    runs    runs    runs    none
    fork             runs    runs    runs    runs    none    none
    custom           runs    runs    runs    runs    runs    runs`,
  'signed before a change': `
    push             runs    blocked runs    blocked runs    runs
    tag              runs    blocked runs    blocked runs    runs
    pull             runs    blocked runs    blocked runs    none
    fork             runs    blocked runs    blocked none    none`,
  privileged: `
    push             error   error   runs    blocked error   error
    tag              error   error   runs    blocked error   error
    pull             error   error   runs    blocked error   none
    fork             error   error   blocked blocked none    none
    custom           error   error   runs    runs    error   error
    cron             error   error   runs    runs    error   error
    promote          error   error   runs    runs    error   error
    rollback         error   error   runs    runs    error   error
    restart-of-fork  error   error   blocked blocked error   error`,
  'with a host volume': `
    push             error   error   runs    blocked error   error
    pull             error   error   runs    blocked error   none
    fork             error   error   blocked blocked none    none`,
  // Once filled in it is privileged, which the server does not see.
  'privileged in the end': `
    push             runs    blocked runs    blocked runs    runs
    pull             runs    blocked runs    blocked runs    none
    fork             runs    blocked runs    blocked none    none
    promote          runs    runs    runs    runs    runs    runs
    restart-of-fork  runs    runs    runs    runs    runs    runs`,
  'privileged and signed': `
    push             error   error   runs    runs    error   error
    pull             error   error   runs    runs    error   none
    fork             error   error   runs    runs    none    none`,
} as const;
type File = keyof typeof tables;
/** Files that ask for privileges without encryption or signature. */
const opens: File[] = ['privileged', 'with a host volume', 'privileged and signed'];

const guarded = ['filed', 'repo-guarded', 'org-guarded', 'alias-guarded'];
const shared = ['repo-shared', 'org-shared', 'alias-shared'];

const secretDocuments = (data: string) => `---
kind: secret
name: filed
data: ${data}
---
kind: secret
name: alias-guarded
get: { name: repo-guarded }
---
kind: secret
name: alias-shared
get: { name: org-shared }
`;
const uses = [...guarded, ...shared].map((name) => `${name}: { from_secret: ${name} }`).join(', ');
const pipelineOf = (step: string, more = '') =>
  `kind: pipeline\ntype: docker\nname: main\n${more}steps: [{ name: a, image: b, settings: { ${uses} }${step} }]\n`;
const privileged = pipelineOf(', privileged: true');
const filledIn = pipelineOf(', "priv\\\\x69leged": true');
const hostVolume = pipelineOf(
  ', volumes: [{ name: host, path: /host }]',
  'volumes: [{ name: host, host: { path: / } }]\n',
);

let server: TestServer;
let repo: Repo;
/** The commit that has each file. */
const commits = new Map<File, string>();

beforeAll(async () => {
  server = await startTestServer();
  await server.addUser('ada');
  const work = await createWorkTree(server, 'ada', 'ada/project');
  await work.commit({ readme: '' });
  await work.git('push', '--quiet', 'origin', 'main');
  const { repos, keys } = server.core;
  const secrets = secretsOf(server);
  const pipelineKeys = new PipelineKeys(keys.pipelineSealer);
  repo = await read();
  // From here on, pushes create no builds.
  await repos.update(repo.id, { active: false });
  for (const [scope, holder] of [
    ['repo', { repoId: repo.id }],
    ['org', { namespace: 'ada' }],
  ] as const) {
    for (const pull_request of [true, false]) {
      const name = `${scope}-${pull_request ? 'shared' : 'guarded'}`;
      await secrets.create(holder, { name, data: `value of ${name}`, pull_request });
    }
  }
  const sealer = pipelineKeys.sealerOf(repo);
  const documents = secretDocuments(sealer.seal('value of filed'));
  const sign = (text: string) =>
    `${text}---\nkind: signature\nhmac: ${signPipeline(sealer, text)}\n`;
  const signed = sign(pipelineOf('') + documents);
  const texts: Record<File, string> = {
    unsigned: pipelineOf('') + documents,
    signed,
    'signed before a change': signed.replace('image: b', 'image: c'),
    privileged: privileged + documents,
    'with a host volume': hostVolume + documents,
    'privileged in the end': filledIn + documents,
    'privileged and signed': sign(privileged + documents),
  };
  for (const [file, text] of Object.entries(texts)) {
    commits.set(file as File, await work.commit({ '.drone.yml': text }, file));
    // As forges keep what is asked to be pulled, also from forks.
    const number = commits.size;
    await work.git('push', 'origin', `main:refs/pull/${number}/head`, `main:refs/heads/b${number}`);
  }
});
afterAll(() => server.stop());

async function read(): Promise<Repo> {
  const row = await server.core.repos.findBySlug('ada/project');
  if (!row) throw new Error('The push made no repository');
  return row;
}

async function setMode(mode: Mode): Promise<Repo> {
  await server.core.repos.update(repo.id, { ...settings, ...modes[mode], active: true });
  return read();
}

const cancel = ({ number }: Build) =>
  buildsOf(server).buildDecisions.cancel(repo, { login: '', canWrite: true }, number);

async function start(
  origin: string,
  file: File,
  mode: Mode,
  sender: string,
): Promise<Build | null> {
  const { forge } = server.core;
  const { buildCreator, buildStarter, buildRestarter } = buildsOf(server);
  const sha = commits.get(file) ?? '';
  const branch = `b${[...commits.keys()].indexOf(file) + 1}`;
  const commit = await forge.findCommit(repo, sha);
  if (!commit) throw new Error(`There is no commit ${sha}`);
  const hook = (event: BuildEvent, more: Partial<BuildRequest>): BuildRequest => ({
    event,
    trigger: hookTrigger,
    sender,
    target: 'main',
    ref: 'refs/heads/main',
    commit,
    ...more,
  });
  const hooks: Record<string, BuildRequest> = {
    push: hook('push', {}),
    tag: hook('tag', { ref: 'refs/tags/v1', target: 'v1' }),
    pull: hook('pull_request', { ref: 'refs/pull/1/head', source: 'b', sourceRepo: repo.slug }),
    fork: hook('pull_request', { ref: 'refs/pull/1/head', source: 'b', sourceRepo: 'eve/fork' }),
  };
  const request = hooks[origin];
  if (request) return buildCreator.createBuild(await setMode(mode), request);
  const person = { id: 1, login: sender };
  if (origin === 'custom') {
    const wanted = { branch, commit: '', params: {} };
    return buildStarter.startBuild(await setMode(mode), person, wanted);
  }
  if (origin === 'cron') {
    const cron = { name: 'nightly', branch, target: '' };
    return buildStarter.startCronBuild(await setMode(mode), cron, {
      sender: '@cron',
      reader: '',
      isByAdmin: false,
    });
  }
  const isRestart = origin === 'restart-of-fork';
  const given = (isRestart ? hooks.fork : hooks.push) as BuildRequest;
  const first = await buildCreator.createBuild(await setMode('trusted'), given);
  if (!first) throw new Error('The event made no build');
  await cancel(first);
  const now = await setMode(mode);
  const options = { params: {}, debug: false };
  if (isRestart) {
    return buildRestarter.restartBuild(now, person, first.number, options);
  }
  const event = origin === 'promote' ? 'promote' : 'rollback';
  const deployment = { event, target: 'production', params: {} } as const;
  return buildRestarter.deployBuild(now, person, first.number, deployment);
}

interface Given {
  outcome: Outcome;
  secrets: string[];
  isTrusted: boolean;
}

/** Returns the outcome of a build and the details for its runner, after approval if it is blocked. */
async function outcomeOf(build: Build | null): Promise<Given> {
  if (!build) return { outcome: 'none', secrets: [], isTrusted: false };
  if (build.status === 'error') {
    expect(build.error).toContain('needs a trusted repository');
    return { outcome: 'error', secrets: [], isTrusted: false };
  }
  const { stages } = server.core;
  const { buildDecisions } = buildsOf(server);
  const [stage] = await stages.list(build.id);
  const isBlocked = stage?.status === 'blocked';
  const api = runnerApiOf(server);
  const request = () =>
    api.requestStage({ body: { kind: 'pipeline', type: 'docker' } }, AbortSignal.timeout(5000));
  if (isBlocked) {
    expect(await server.core.stages.listOpen()).toEqual([
      expect.objectContaining({ status: 'blocked' }),
    ]);
    await buildDecisions.approve(
      await read(),
      { login: 'ada', canAdminister: true, note: '' },
      build.number,
      1,
    );
  }
  const queued = await request();
  expect(queued?.build_id).toBe(build.id);
  const accepted = await api.acceptStage({
    params: { stage: queued?.id ?? 0 },
    query: { machine: 'tester' },
  });
  const { secrets = [], repository } = await api.getStageDetails({
    params: { stage: accepted.id },
  });
  for (const { data } of secrets) expect(data).toMatch(/^value of /);
  return {
    outcome: isBlocked ? 'blocked' : 'runs',
    secrets: secrets.map(({ name }) => name),
    isTrusted: repository.trusted,
  };
}

const rows = Object.entries(tables).flatMap(([file, table]) =>
  table
    .trim()
    .split('\n')
    .map((row) => row.trim().split(/\s+/))
    .map(([origin = '', ...expected]) => ({ file: file as File, origin, expected })),
);

describe.each(rows)('$file: $origin', ({ file, origin, expected }) => {
  it.each(Object.keys(modes).map((mode, at) => [mode as Mode, expected[at]] as const))(
    '%s: %s',
    async (mode, outcome) => {
      for (const sender of senders) {
        const build = await start(origin, file, mode, sender);
        const found = await outcomeOf(build).finally(() => build && cancel(build));
        const isPull = ['pull', 'fork', 'restart-of-fork'].includes(origin);
        const isGiven = found.outcome === 'runs' || found.outcome === 'blocked';
        const secrets = isGiven ? (isPull ? shared : [...shared, ...guarded]) : [];
        const isOwn = !['fork', 'restart-of-fork'].includes(origin);
        const isTrusted = isGiven && 'trusted' in modes[mode] && (isOwn || opens.includes(file));
        expect([sender, found.outcome, found.secrets.sort(), found.isTrusted]).toEqual([
          sender,
          outcome,
          secrets.sort(),
          isTrusted,
        ]);
      }
    },
  );
});

it.each(['promote', 'rollback'] as const)('refuses to %s a build of a fork', async (event) => {
  const { buildCreator, buildRestarter } = buildsOf(server);
  const now = await setMode('open');
  const commit = await server.core.forge.findCommit(now, commits.get('unsigned') ?? '');
  if (!commit) throw new Error('There is no commit');
  const built = await buildCreator.createBuild(now, {
    event: 'pull_request',
    trigger: hookTrigger,
    sender: 'eve',
    target: 'main',
    commit,
    ref: 'refs/pull/1/head',
    source: 'b',
    sourceRepo: 'eve/fork',
  });
  if (!built) throw new Error('The pull request made no build');
  await cancel(built);
  const person = { id: 1, login: 'admin' };
  const deployment = { event, target: 'production', params: {} };
  await expect(
    buildRestarter.deployBuild(now, person, built.number, deployment),
  ).rejects.toMatchObject({
    status: 400,
    message: `Build ${built.number} is of the fork eve/fork, whose commits cannot be deployed. Merge it first.`,
  });
});
