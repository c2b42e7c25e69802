import * as api from '@millrace/contract/api';
import {
  type ApiCall,
  type AuditEvent,
  endpointUrl,
  listAuditEvents,
} from '@millrace/contract/api';
import { endpointOf, endpoints } from '@millrace/contract/endpoints';
import type { AuditAction } from '@millrace/contract/vocabulary';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { CacheCalls } from '../testing/cache-calls.ts';
import { runnerApiOf, startNextStage } from '../testing/fake-work.ts';
import { makeBuild } from '../testing/make-build.ts';
import {
  bearer,
  pushSampleRepo,
  startTestServer,
  type TestServer,
} from '../testing/test-server.ts';
import { uploadArtifact } from '../testing/upload-artifact.ts';

type Params = Record<string, string | number>;
interface Expected {
  target: string;
  details?: AuditEvent['details'];
  /** Set if the call changes nothing in the database of this server. */
  changesNothing?: true;
}
interface Case extends Expected {
  endpoint: ApiCall;
  params?: Params;
  query?: Record<string, string>;
  body?: object;
}

const pipeline = `kind: pipeline
type: exec
name: first
steps:
  - { name: greet, commands: [echo hello] }
`;
const secretValue = 'a value that must never be recorded';
const dockerConfig = JSON.stringify({
  auths: { 'ghcr.io': { username: 'ci', password: secretValue } },
});

let server: TestServer;
let ada: { id: number; token: string };

beforeAll(async () => {
  server = await startTestServer();
  ada = await server.addUser('ada', { admin: true });
  const bob = await server.addUser('bob');
  const { id } = await pushSampleRepo(server, 'ada', 'project', pipeline);
  const runner = runnerApiOf(server);
  const { stage, step } = await startNextStage(runner);
  for (const path of ['a.txt', 'b.txt']) await uploadArtifact(runner, step.id, path, 'content');
  const caches = new CacheCalls(runner, step.id);
  for (const key of ['a', 'b']) await caches.put(key, 'content');
  await runner.updateStep({ params: { step: step.id }, body: { ...step, status: 'success' } });
  await runner.updateStage({ params: { stage: stage.id }, body: { ...stage, status: 'success' } });
  for (const target of ['old', 'older']) {
    await makeBuild(server.core, id, { target, event: 'push' });
  }
  await makeBuild(server.core, id, { ref: 'refs/pull/7/head', event: 'pull_request' });
  await makeBuild(server.core, id, { deployTo: 'staging', event: 'promote' });
  await addRunnerAndJobs(server);
  await addCause(server, id);
  await addBisection(server, id);
  await addOrganizationData(server, id);
  await addSessions(server, ada.id);
  await server.core.db
    .insertInto('totp_secrets')
    .values({ user_id: bob.id, secret_sealed: '', last_step: 0, created: 1 })
    .execute();
});
afterAll(() => server.stop());

async function addRunnerAndJobs({ core: { db } }: TestServer): Promise<void> {
  await db
    .insertInto('runners')
    .values({ name: 'mill-1', state: 'active', processes: '[]', seen: 1, description: '{}' })
    .execute();
  const job = { kind: 'sample', place: 0, payload: '{}', since: 1, due: 1, tries: 1, error: 'no' };
  await db
    .insertInto('jobs')
    .values([9001, 9002].map((id) => ({ ...job, id, key: `${id}` })))
    .execute();
}

/** An organization without repositories, and a repository of one that a call creates. */
async function addOrganizationData({ core }: TestServer, repoId: number): Promise<void> {
  await core.organizations.insert({ name: 'guild', membersCreate: false, created: 1 });
  const project = await core.repos.findById(repoId);
  if (!project) throw new Error('The repository is gone');
  const { id: _, ...values } = project;
  const names = { namespace: 'acme', name: 'app', slug: 'acme/app', uid: 'acme-app' };
  await core.repos.insert({ ...values, ...names });
}

async function addSessions({ core: { db } }: TestServer, userId: number): Promise<void> {
  const expires = Math.floor(Date.now() / 1000) + 1000;
  await db
    .insertInto('sessions')
    .values(['a', 'b'].map((id) => ({ id_hash: id, user_id: userId, expires })))
    .execute();
}

async function addCause({ core: { db } }: TestServer, repoId: number): Promise<void> {
  await db.insertInto('causes').values({ id: 1, failures: 1 }).execute();
  const first = { first_build: 1, first_commit: '', first_seen: 1, last_seen: 1 };
  await db
    .insertInto('repo_causes')
    .values({ cause_id: 1, repo_id: repoId, failures: 1, recovered: 0, ...first })
    .execute();
}

async function addBisection({ core: { db } }: TestServer, repoId: number): Promise<void> {
  const ends = { good_build: 1, good_commit: 'a', bad_build: 2, bad_commit: 'b', failures: 1 };
  await db
    .insertInto('bisections')
    .values({
      id: 1,
      repo_id: repoId,
      status: 'running',
      error: '',
      starter: 'ada',
      canceled_by: '',
      build: 2,
      step_id: 1,
      stage: 'test',
      step: 'unit',
      ...ends,
      flakiness: '[]',
      first_bad: 0,
      last_bad: 0,
      confidence: 0,
      created: 1,
      finished: 0,
    })
    .execute();
}

const totpSecret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const repo = { namespace: 'ada', name: 'project' };
const acme = { namespace: 'acme' };
const devs = { ...acme, team: 'devs' };
const step = { ...repo, build: 1, stage: 1, step: 1 };

/** Choices of a new subscription. */
const usualChoices = { rule: 'failure', branches: '', digest: 'off', disabled: false };
const cases: Case[] = [
  {
    endpoint: api.createAccessToken,
    body: { name: 'ci', scope: 'read' },
    target: '',
    details: { name: 'ci', scope: 'read' },
  },
  {
    endpoint: api.createUser,
    body: { login: 'bot', machine: true },
    target: '',
    details: { login: 'bot', machine: true },
  },
  {
    endpoint: api.createUserToken,
    params: { login: 'bot' },
    body: { name: 'deploy', scope: 'write' },
    target: 'bot',
    details: { name: 'deploy', scope: 'write' },
  },
  { endpoint: api.deleteUserToken, params: { login: 'bot', token: 2 }, target: 'bot/2' },
  { endpoint: api.deleteAccessToken, params: { token: 1 }, target: '1' },
  { endpoint: api.endSession, params: { session: 'a' }, target: 'a' },
  { endpoint: api.endUserSession, params: { login: 'ada', session: 'b' }, target: 'ada/b' },
  { endpoint: api.endOtherSessions, target: '' },
  { endpoint: api.endUserSessions, params: { login: 'ada' }, target: 'ada' },
  { endpoint: api.rotateUserToken, params: { login: 'bot' }, target: 'bot' },
  {
    endpoint: api.updateUser,
    params: { login: 'bob' },
    body: { admin: true },
    target: 'bob',
    details: { admin: true },
  },
  { endpoint: api.resetUserPassword, params: { login: 'bob' }, target: 'bob' },
  { endpoint: api.deleteUser, params: { login: 'bot' }, target: 'bot' },
  { endpoint: api.updateCurrentUser, body: { company: 'Mill' }, target: '' },
  {
    endpoint: api.createToken,
    query: { rotate: 'false' },
    target: '',
    details: { rotate: 'false' },
    changesNothing: true,
  },
  {
    endpoint: api.changePassword,
    body: { current: 'a long password', password: 'a longer password' },
    target: '',
  },
  {
    endpoint: api.setSecondFactor,
    get body() {
      const secret = Secret.fromBase32(totpSecret);
      const code = new TOTP({ secret }).generate();
      return { password: 'a longer password', secret: totpSecret, code };
    },
    target: '',
  },
  { endpoint: api.renewRecoveryCodes, body: { password: 'a longer password' }, target: '' },
  { endpoint: api.removeSecondFactor, body: { password: 'a longer password' }, target: '' },
  { endpoint: api.removeUserSecondFactor, params: { login: 'bob' }, target: 'bob' },

  {
    endpoint: api.createSecret,
    params: repo,
    body: { name: 'key', data: secretValue },
    target: '',
    details: { name: 'key' },
  },
  {
    endpoint: api.updateSecret,
    params: { ...repo, secret: 'key' },
    body: { data: secretValue, pull_request: true },
    target: 'key',
    details: { pull_request: true },
  },
  { endpoint: api.deleteSecret, params: { ...repo, secret: 'key' }, target: 'key' },
  {
    endpoint: api.createOrgSecret,
    params: { namespace: 'ada' },
    body: { name: 'key', data: secretValue },
    target: 'ada',
    details: { name: 'key' },
  },
  {
    endpoint: api.updateOrgSecret,
    params: { namespace: 'ada', secret: 'key' },
    body: { data: secretValue },
    target: 'ada/key',
  },
  {
    endpoint: api.replaceOrgSecret,
    params: { namespace: 'ada', secret: 'key' },
    body: { data: secretValue },
    target: 'ada/key',
  },
  { endpoint: api.deleteOrgSecret, params: { namespace: 'ada', secret: 'key' }, target: 'ada/key' },
  {
    endpoint: api.createServerSecret,
    body: { name: 'key', data: secretValue, branches: ['main'] },
    target: '',
    details: { name: 'key', branches: 'main' },
  },
  {
    endpoint: api.updateServerSecret,
    params: { secret: 'key' },
    body: { data: secretValue },
    target: 'key',
  },
  { endpoint: api.deleteServerSecret, params: { secret: 'key' }, target: 'key' },
  {
    endpoint: api.createRegistry,
    params: repo,
    body: { address: 'ghcr.io', username: 'ci', password: secretValue },
    target: '',
    details: { address: 'ghcr.io', username: 'ci' },
  },
  {
    endpoint: api.importRegistries,
    params: repo,
    body: { config: dockerConfig },
    target: '',
  },
  {
    endpoint: api.updateRegistry,
    params: { ...repo, registry: 'ghcr.io' },
    body: { username: 'bot', password: secretValue },
    target: 'ghcr.io',
    details: { username: 'bot' },
  },
  { endpoint: api.deleteRegistry, params: { ...repo, registry: 'ghcr.io' }, target: 'ghcr.io' },
  {
    endpoint: api.createOrgRegistry,
    params: { namespace: 'ada' },
    body: { address: 'ghcr.io', username: 'ci', password: secretValue },
    target: 'ada',
    details: { address: 'ghcr.io', username: 'ci' },
  },
  {
    endpoint: api.importOrgRegistries,
    params: { namespace: 'ada' },
    body: { config: dockerConfig },
    target: 'ada',
  },
  {
    endpoint: api.updateOrgRegistry,
    params: { namespace: 'ada', registry: 'ghcr.io' },
    body: { password: secretValue },
    target: 'ada/ghcr.io',
  },
  {
    endpoint: api.deleteOrgRegistry,
    params: { namespace: 'ada', registry: 'ghcr.io' },
    target: 'ada/ghcr.io',
  },
  {
    endpoint: api.createServerRegistry,
    body: { address: 'ghcr.io', username: 'ci', password: secretValue },
    target: '',
    details: { address: 'ghcr.io', username: 'ci' },
  },
  { endpoint: api.importServerRegistries, body: { config: dockerConfig }, target: '' },
  {
    endpoint: api.updateServerRegistry,
    params: { registry: 'ghcr.io' },
    body: { password: secretValue },
    target: 'ghcr.io',
  },
  { endpoint: api.deleteServerRegistry, params: { registry: 'ghcr.io' }, target: 'ghcr.io' },
  {
    endpoint: api.createTemplate,
    params: { namespace: 'ada' },
    body: { name: 'a.yaml', data: 'kind: pipeline' },
    target: 'ada',
    details: { name: 'a.yaml' },
  },
  {
    endpoint: api.updateTemplate,
    params: { namespace: 'ada', template: 'a.yaml' },
    body: { data: 'kind: x' },
    target: 'ada/a.yaml',
  },
  {
    endpoint: api.replaceTemplate,
    params: { namespace: 'ada', template: 'a.yaml' },
    body: { data: 'kind: y' },
    target: 'ada/a.yaml',
  },
  {
    endpoint: api.deleteTemplate,
    params: { namespace: 'ada', template: 'a.yaml' },
    target: 'ada/a.yaml',
  },

  {
    endpoint: api.createCron,
    params: repo,
    body: { name: 'nightly', expr: '@daily', branch: 'main' },
    target: '',
    details: { name: 'nightly', expr: '@daily', branch: 'main' },
  },
  {
    endpoint: api.updateCron,
    params: { ...repo, cron: 'nightly' },
    body: { disabled: true },
    target: 'nightly',
    details: { disabled: true },
  },
  {
    endpoint: api.runCron,
    params: { ...repo, cron: 'nightly' },
    target: 'nightly',
    details: { build: 6 },
  },
  { endpoint: api.deleteCron, params: { ...repo, cron: 'nightly' }, target: 'nightly' },

  {
    endpoint: api.createSubscription,
    params: repo,
    body: { name: 'team', channel: 'slack', url: `https://chat.example.com/${secretValue}` },
    target: '',
    details: { name: 'team', channel: 'slack', ...usualChoices },
  },
  {
    endpoint: api.createPersonalSubscription,
    body: { name: 'mine', channel: 'slack', url: `https://chat.example.com/${secretValue}` },
    target: '',
    details: { name: 'mine', channel: 'slack', ...usualChoices, scope: 'own' },
  },
  {
    endpoint: api.updateSubscription,
    params: { ...repo, subscription: 1 },
    body: { rule: 'always', secret: secretValue },
    target: '1',
    details: { rule: 'always' },
  },
  {
    endpoint: api.updatePersonalSubscription,
    params: { subscription: 2 },
    body: { digest: 'daily', secret: secretValue },
    target: '2',
    details: { digest: 'daily' },
  },
  { endpoint: api.testSubscription, params: { ...repo, subscription: 1 }, target: '1' },
  { endpoint: api.testPersonalSubscription, params: { subscription: 2 }, target: '2' },
  {
    endpoint: api.resendNotification,
    params: { ...repo, subscription: 1, delivery: 1 },
    target: '1/1',
  },
  {
    endpoint: api.resendPersonalNotification,
    params: { subscription: 2, delivery: 2 },
    target: '2/2',
  },
  { endpoint: api.deleteSubscription, params: { ...repo, subscription: 1 }, target: '1' },
  { endpoint: api.deletePersonalSubscription, params: { subscription: 2 }, target: '2' },

  {
    endpoint: api.createBuild,
    params: repo,
    query: { branch: 'main', PASSWORD: secretValue },
    target: '',
    details: { branch: 'main', build: 7 },
  },
  { endpoint: api.cancelBuild, params: { ...repo, build: 7 }, target: '7' },
  {
    endpoint: api.restartBuild,
    params: { ...repo, build: 1 },
    query: { debug: 'true' },
    target: '1',
    details: { debug: 'true', build: 8 },
  },
  {
    endpoint: api.promoteBuild,
    params: { ...repo, build: 1 },
    query: { target: 'production' },
    target: '1',
    details: { target: 'production', build: 9 },
  },
  {
    endpoint: api.rollbackBuild,
    params: { ...repo, build: 1 },
    query: { target: 'production' },
    target: '1',
    details: { target: 'production', build: 10 },
  },
  {
    endpoint: api.createCard,
    params: step,
    body: { schema: 'https://example.com/card.json', data: {} },
    target: '1/1/1',
    details: { schema: 'https://example.com/card.json' },
  },
  { endpoint: api.deleteCard, params: step, target: '1/1/1' },
  { endpoint: api.deleteArtifact, params: { ...step, '*': 'a.txt' }, target: '1/1/1/a.txt' },
  { endpoint: api.deleteArtifacts, params: { ...repo, build: 1 }, target: '1' },
  { endpoint: api.deleteCache, params: { ...repo, cache: 1 }, target: '1' },
  { endpoint: api.deleteCaches, params: repo, target: '' },
  {
    endpoint: api.putCacheLimits,
    params: repo,
    body: { days: 3 },
    target: '',
    details: { days: 3 },
  },
  {
    endpoint: api.patchCacheLimits,
    params: repo,
    body: { days: 3 },
    target: '',
    details: { days: 3 },
  },
  {
    endpoint: api.updateRepoCause,
    params: { ...repo, cause: 1 },
    body: { name: 'Database away', retry: true },
    target: '1',
    details: { name: 'Database away', retry: true },
  },
  { endpoint: api.cancelBisection, params: { ...repo, bisection: 1 }, target: '1' },
  {
    endpoint: api.updateBisectionSettings,
    params: repo,
    body: { automatic: true },
    target: '',
    details: { automatic: true },
  },
  {
    endpoint: api.signBadge,
    params: repo,
    body: { branch: 'main' },
    target: '',
    details: { branch: 'main' },
  },
  {
    endpoint: api.createOrganization,
    body: { name: 'acme', owner: 'ada' },
    target: '',
    details: { name: 'acme', owner: 'ada' },
  },
  {
    endpoint: api.updateOrganization,
    params: acme,
    body: { members_create_repositories: true },
    target: 'acme',
    details: { members_create_repositories: true },
  },
  {
    endpoint: api.setOrganizationMember,
    params: { ...acme, member: 'bob' },
    body: { role: 'member' },
    target: 'acme/bob',
    details: { role: 'member' },
  },
  {
    endpoint: api.createTeam,
    params: acme,
    body: { name: 'devs', role: 'write' },
    target: 'acme',
    details: { name: 'devs', role: 'write' },
  },
  {
    endpoint: api.addTeamMember,
    params: { ...devs, member: 'bob' },
    target: 'acme/devs/bob',
  },
  {
    endpoint: api.addTeamRepo,
    params: { ...devs, repo: 'app' },
    target: 'acme/devs/app',
  },
  {
    endpoint: api.removeTeamRepo,
    params: { ...devs, repo: 'app' },
    target: 'acme/devs/app',
  },
  {
    endpoint: api.addTeamGroup,
    params: acme,
    body: { team: 'devs', group: 'engineers' },
    target: 'acme',
    details: { team: 'devs', group: 'engineers' },
  },
  { endpoint: api.removeTeamGroup, params: { ...acme, mapping: 1 }, target: 'acme/1' },
  {
    endpoint: api.updateTeam,
    params: devs,
    body: { all_repositories: true },
    target: 'acme/devs',
    details: { all_repositories: true },
  },
  {
    endpoint: api.removeTeamMember,
    params: { ...devs, member: 'bob' },
    target: 'acme/devs/bob',
  },
  { endpoint: api.deleteTeam, params: devs, target: 'acme/devs' },
  {
    endpoint: api.removeOrganizationMember,
    params: { ...acme, member: 'bob' },
    target: 'acme/bob',
  },
  { endpoint: api.deleteOrganization, params: { namespace: 'guild' }, target: 'guild' },
  { endpoint: api.revokeBadges, params: repo, target: '' },
  {
    endpoint: api.updateTerminalSettings,
    params: repo,
    body: { keep_failed: true },
    target: '',
    details: { keep_failed: true },
  },
  { endpoint: api.deleteLogs, params: step, target: '1/1/1' },
  { endpoint: api.deleteBranch, params: { ...repo, '*': 'old' }, target: 'old' },
  { endpoint: api.deletePullRequest, params: { ...repo, pull: '7' }, target: '7' },
  { endpoint: api.deleteDeployment, params: { ...repo, '*': 'staging' }, target: 'staging' },
  {
    endpoint: api.pinBuild,
    params: { ...repo, build: 1 },
    target: '1',
  },
  {
    endpoint: api.unpinBuild,
    params: { ...repo, build: 1 },
    target: '1',
  },
  {
    endpoint: api.putRetention,
    params: repo,
    body: { build_days: 400, artifact_days: 30 },
    target: '',
    details: { build_days: 400, artifact_days: 30 },
  },
  {
    endpoint: api.patchRetention,
    params: repo,
    body: { build_days: 400, artifact_days: 30 },
    target: '',
    details: { build_days: 400, artifact_days: 30 },
  },
  {
    endpoint: api.purgeBuilds,
    params: repo,
    query: { before: '2' },
    target: '',
    details: { before: '2' },
  },
  {
    endpoint: api.putArtifactLimits,
    params: repo,
    body: { days: 3 },
    target: '',
    details: { days: 3 },
  },
  {
    endpoint: api.patchArtifactLimits,
    params: repo,
    body: { days: 3 },
    target: '',
    details: { days: 3 },
  },

  {
    endpoint: api.setAnnouncement,
    body: { text: 'New disks at ten' },
    target: '',
    details: { text: 'New disks at ten', starts: 0, ends: 0, read_only_from: 0 },
  },
  { endpoint: api.deleteAnnouncement, target: '' },
  { endpoint: api.exportOwnData, target: '', changesNothing: true },
  { endpoint: api.exportUser, params: { login: 'bob' }, target: 'bob', changesNothing: true },
  {
    endpoint: api.setRepoPriority,
    params: repo,
    body: { priority: 'low', rules: [] },
    target: '',
    details: { priority: 'low' },
  },
  {
    endpoint: api.setOwnerLimits,
    params: { namespace: 'ada' },
    body: { running: 2, storage: null },
    target: 'ada',
    details: { running: 2, storage: null },
  },
  { endpoint: api.deleteOwnerLimits, params: { namespace: 'ada' }, target: 'ada' },
  {
    endpoint: api.setPolicy,
    params: { policy: 'images' },
    body: { enabled: true, images: ['golang'] },
    target: 'images',
    details: { enabled: true },
  },
  { endpoint: api.deletePolicy, params: { policy: 'images' }, target: 'images' },
  { endpoint: api.pauseQueue, target: '' },
  { endpoint: api.resumeQueue, target: '' },
  {
    endpoint: api.setRunnerState,
    params: { runner: 'mill-1' },
    body: { state: 'paused' },
    target: 'mill-1',
    details: { state: 'paused' },
  },
  { endpoint: api.forgetRunner, params: { runner: 'mill-1' }, target: 'mill-1' },
  {
    endpoint: api.addRepoRunner,
    params: repo,
    body: { name: 'gpu', protected: true },
    target: '',
    details: { name: 'gpu', protected: true },
  },
  {
    endpoint: api.addOrgRunner,
    params: { namespace: 'ada' },
    body: { name: 'gpu' },
    target: 'ada',
    details: { name: 'gpu' },
  },
  {
    endpoint: api.addServerRunner,
    body: { name: 'gpu' },
    target: '',
    details: { name: 'gpu' },
  },
  {
    endpoint: api.revokeRepoRunner,
    params: { ...repo, credential: 1 },
    target: '1',
    details: { runner: 'ada/project/gpu' },
  },
  {
    endpoint: api.revokeOrgRunner,
    params: { namespace: 'ada', credential: 2 },
    target: 'ada/2',
    details: { runner: 'ada/gpu' },
  },
  {
    endpoint: api.revokeServerRunner,
    params: { credential: 3 },
    target: '3',
    details: { runner: 'gpu' },
  },
  {
    endpoint: api.updateProtectedRefs,
    params: repo,
    body: { branches: ['release/*'], tags: [] },
    target: '',
    details: { branches: 'release/*', tags: '' },
  },
  { endpoint: api.retryJob, params: { job: 9001 }, target: '9001' },
  { endpoint: api.dropJob, params: { job: 9002 }, target: '9002' },
  {
    endpoint: api.setCollaborator,
    params: { ...repo, member: 'bob' },
    body: { role: 'write' },
    target: 'bob',
    details: { role: 'write' },
  },
  { endpoint: api.deleteCollaborator, params: { ...repo, member: 'bob' }, target: 'bob' },
  {
    endpoint: api.updateRepo,
    params: repo,
    body: { trusted: true, timeout: 30 },
    target: '',
    details: { trusted: true, timeout: 30 },
  },
  { endpoint: api.chownRepo, params: repo, target: '' },
  { endpoint: api.repairRepo, params: repo, target: '' },
  { endpoint: api.disableRepo, params: repo, target: '' },
  { endpoint: api.activateRepo, params: repo, target: '' },
];

it.each(cases.map((one) => [`${one.endpoint.method} ${one.endpoint.path}`, one] as const))(
  'is recorded once, in its transaction: %s',
  async (_, { endpoint, params = {}, query = {}, body, target, details = {}, changesNothing }) => {
    const added = vi.spyOn(server.core.audit, 'add');
    const last = (await listEvents())[0]?.id ?? 0;
    const answer = await server.app.inject({
      method: endpoint.method,
      url: endpointUrl(endpoint, params),
      query,
      headers: bearer(ada),
      ...(body ? { payload: body } : {}),
    });
    expect(answer.statusCode, answer.body).toBeLessThan(300);
    const events = (await listEvents()).filter(({ id }) => id > last);
    const { action } = endpointOf(endpoint).audit as { action: AuditAction };
    const slug = 'name' in params ? 'ada/project' : '';
    expect(events).toMatchObject([
      { action, actor: 'ada', credential: 'token', repo: slug, target },
    ]);
    expect(events[0]?.details).toEqual(details);
    expect(added).toHaveBeenCalledTimes(changesNothing ? 1 : 0);
    added.mockRestore();
  },
);

async function listEvents(): Promise<AuditEvent[]> {
  const { body } = await server.app.inject({ url: listAuditEvents.path, headers: bearer(ada) });
  return JSON.parse(body);
}

const keyOf = ({ method, path }: Pick<ApiCall, 'method' | 'path'>) => `${method} ${path}`;

it('covers every call of the contract that changes something', () => {
  const changes = endpoints.filter(({ method, access }) => method !== 'GET' && access !== 'runner');
  expect(changes.filter(({ audit }) => audit === undefined).map(keyOf)).toEqual([]);
  const recorded = changes.filter(({ audit }) => audit !== 'none').map(keyOf);
  const tested = new Set(cases.map(({ endpoint }) => keyOf(endpoint)));
  // These need a build in the queue, a one-time token, a commit to edit, stages that wait for an approval, builds with a good and a bad commit,
  // kept steps, and two repositories: `priorities-api.test.ts`, `runner-credentials-api.test.ts`, `commit-api.test.ts`, `blocked-builds.test.ts`, `bisections-api.test.ts`,
  // `terminals-api.test.ts` and `build-access-api.test.ts` make the calls.
  const elsewhere = [
    api.prioritizeBuild,
    api.registerRunner,
    api.startBisection,
    api.addBuildAccess,
    api.removeBuildAccess,
    api.removeBuildReader,
    api.approveStage,
    api.declineStage,
    api.declineBuild,
    api.commitPipelineFile,
    api.releaseKeptStep,
    api.openTerminal,
    api.closeTerminal,
  ].map(keyOf);
  expect(recorded.filter((key) => !tested.has(key)).sort()).toEqual(elsewhere.sort());
});

it('never records the value of a secret', async () => {
  const rows = await server.core.db.selectFrom('audit_events').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(secretValue);
});
