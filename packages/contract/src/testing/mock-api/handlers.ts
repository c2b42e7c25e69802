import {
  activateRepo,
  approveStage,
  type Build,
  type BuildCounts,
  cancelBuild,
  changePassword,
  chownRepo,
  countBuilds,
  countFeedBuilds,
  createBuild,
  createCron,
  createOrgSecret,
  createSecret,
  createTemplate,
  createToken,
  createUser,
  declineStage,
  deleteArtifact,
  deleteArtifacts,
  deleteBranch,
  deleteCollaborator,
  deleteCron,
  deleteDeployment,
  deleteLogs,
  deleteOrgSecret,
  deleteSecret,
  deleteTemplate,
  deleteUser,
  disableRepo,
  type Endpoint,
  getArtifact,
  getArtifactLimits,
  getBuild,
  getBuildTest,
  getCard,
  getCardTemplate,
  getCurrentUser,
  getFailureHistory,
  getHoldings,
  getLogs,
  getPipelineFile,
  getRepo,
  getSourceFile,
  getStarterPipelines,
  getSummary,
  getTestHistory,
  type InputOf,
  listArtifacts,
  listBranches,
  listBuildParameters,
  listBuilds,
  listBuildTests,
  listCollaborators,
  listCrons,
  listDeployments,
  listFeedBuilds,
  listFirstPipelines,
  listOrgSecrets,
  listRepoTests,
  listRunners,
  listSecrets,
  listTemplates,
  listUserRepos,
  listUsers,
  listUsualDurations,
  type OutputOf,
  type PathParams,
  promoteBuild,
  purgeBuilds,
  type Repo,
  repairRepo,
  resetUserPassword,
  restartBuild,
  rollbackBuild,
  rotateUserToken,
  runCron,
  type Schema,
  searchLogs,
  setCollaborator,
  syncUserRepos,
  updateCron,
  updateCurrentUser,
  updateOrgSecret,
  updateRepo,
  updateSecret,
  updateTemplate,
  updateUser,
} from '../../api/index.ts';
import { errorMessages } from '../../errors.ts';
import { nowSec } from '../now-sec.ts';
import { recentBuild } from '../recent-samples.ts';
import { sampleMember, sampleUser } from '../samples.ts';
import type { MockState } from './mock-state.ts';
import { Refusal } from './refusal.ts';

const missing = () => new Refusal(404, errorMessages.notFound);

interface Call<Path extends string, Query, Body> {
  state: MockState;
  params: PathParams<Path>;
  query: Query;
  body: Body;
}
export type Params = Record<string, string | number>;
type Optional = Schema | undefined;
type Handler = (call: Call<string, unknown, unknown>) => unknown;

/** Handlers by endpoint, typed by the contract. */
const handlers = new Map<Endpoint, Handler>();

function on<
  Path extends string,
  Query extends Optional,
  Body extends Optional,
  Output extends Optional,
>(
  endpoint: Endpoint<Path, Query, Body, Output>,
  answer: (
    call: Call<Path, OutputOf<Query>, OutputOf<Body>>,
  ) => Output extends Schema ? InputOf<Output> : void,
): void {
  handlers.set(endpoint as unknown as Endpoint, answer as unknown as Handler);
}

interface RepoParams {
  namespace: string;
  name: string;
}
const slugOf = ({ namespace, name }: RepoParams) => `${namespace}/${name}`;

/** Of the statuses alone: nothing is filtered here. */
function countAll(builds: Build[]): BuildCounts {
  const status = [...new Set(builds.map((build) => build.status))].map((value) => ({
    value,
    count: builds.filter((build) => build.status === value).length,
  }));
  const by = { status, event: [], branch: [], author: [], target: [], cron: [] };
  return { total: builds.length, by };
}

function findRepo(state: MockState, params: RepoParams): Repo {
  const repo = state.repos.find(({ slug }) => slug === slugOf(params));
  if (!repo) throw missing();
  return repo;
}

function changeRepo(state: MockState, params: RepoParams, changes: Partial<Repo>): Repo {
  const old = findRepo(state, params);
  const repo = { ...old, ...changes, version: old.version + 1 };
  state.repos = state.repos.map((other) => (other === old ? repo : other));
  return repo;
}

function signedIn(state: MockState) {
  if (!state.user) throw new Refusal(401, errorMessages.unauthorized);
  return state.user;
}

const without = <Item extends { name: string }>(items: Item[], name: string) =>
  items.filter((item) => item.name !== name);

/** Applies a change to an item. Absent and null fields stay as they are. */
function changeNamed<Item extends { name: string }>(
  items: readonly Item[],
  name: string,
  change: object,
): Item {
  const old = items.find((item) => item.name === name);
  if (!old) throw missing();
  const given = Object.entries(change).filter(([, value]) => value != null);
  return { ...old, ...Object.fromEntries(given) };
}

on(getCurrentUser, ({ state }) => signedIn(state));
on(updateCurrentUser, ({ state, body }) => {
  state.user = { ...signedIn(state), email: body.email ?? '' };
  return state.user;
});
on(createToken, ({ state, query }) => {
  if (query.rotate === 'true') state.token = `${state.token}-renewed`;
  return { ...signedIn(state), token: state.token };
});
on(changePassword, () => {});
on(listUserRepos, ({ state }) => state.repos);
on(syncUserRepos, ({ state }) => {
  state.user = { ...signedIn(state), syncing: true };
  return null;
});

on(getRepo, ({ state, params }) => findRepo(state, params));
on(updateRepo, ({ state, params, body }) => changeRepo(state, params, body as Partial<Repo>));
on(activateRepo, ({ state, params }) => changeRepo(state, params, { active: true }));
on(repairRepo, ({ state, params }) => changeRepo(state, params, {}));
on(disableRepo, ({ state, params, query }) => {
  const repo = changeRepo(state, params, { active: false });
  if (query.remove === 'true') state.repos = state.repos.filter(({ slug }) => slug !== repo.slug);
  return repo;
});
on(chownRepo, ({ state, params }) => changeRepo(state, params, { user_id: signedIn(state).id }));

on(listCollaborators, ({ state }) => state.members);
on(setCollaborator, ({ state, params, body }) => {
  const rights = { read: true, write: body.role !== 'read', admin: body.role === 'admin' };
  const member = sampleMember({ login: params.member, ...rights });
  state.members = [...state.members.filter(({ login }) => login !== member.login), member];
  return member;
});
on(deleteCollaborator, ({ state, params }) => {
  state.members = state.members.filter(({ login }) => login !== params.member);
});
on(getStarterPipelines, ({ state }) => state.starters);
on(listFirstPipelines, ({ state }) => state.starters.pipelines);

on(listBuilds, ({ state, params, query }) => {
  const [page, size] = [Number(query.page ?? 1), Number(query.per_page ?? 25)];
  return (state.builds[slugOf(params)] ?? []).slice((page - 1) * size, page * size);
});
on(countBuilds, ({ state, params }) => countAll(state.builds[slugOf(params)] ?? []));
on(listFeedBuilds, ({ state }) =>
  state.repos.flatMap((repo) =>
    (state.builds[repo.slug] ?? []).map((build) => ({ ...repo, build })),
  ),
);
on(countFeedBuilds, ({ state }) => countAll(Object.values(state.builds).flat()));
on(getBuild, ({ state, params }) => {
  const build = state.builds[slugOf(params)]?.find(({ number }) => number === params.build);
  if (!build) throw new Refusal(404, errorMessages.noRows);
  return { stages: [], ...build };
});
function addBuild(state: MockState, slug: string, fields: Partial<Build>): Build {
  const number = (state.builds[slug]?.[0]?.number ?? 0) + 1;
  const build = recentBuild({ id: number, number, ...fields });
  state.builds[slug] = [build, ...(state.builds[slug] ?? [])];
  return { stages: [], ...build };
}

on(createBuild, ({ state, params }) =>
  addBuild(state, slugOf(params), { event: 'custom', title: 'Started by hand' }),
);
on(restartBuild, ({ state, params, query }) =>
  addBuild(state, slugOf(params), { title: 'Again', debug: query.debug === 'true' }),
);
on(promoteBuild, ({ state, params, query }) =>
  addBuild(state, slugOf(params), { event: 'promote', deploy_to: query.target }),
);
on(rollbackBuild, ({ state, params, query }) =>
  addBuild(state, slugOf(params), { event: 'rollback', deploy_to: query.target }),
);
on(cancelBuild, ({ state, params }) => {
  const build = state.builds[slugOf(params)]?.find(({ number }) => number === params.build);
  if (!build) throw missing();
  Object.assign(build, { status: 'killed', finished: nowSec(), version: build.version + 1 });
  return { stages: [], ...build };
});
on(approveStage, () => {});
on(declineStage, () => {});
on(listBranches, ({ state, params, query }) => {
  const branches = state.branches[slugOf(params)] ?? [];
  const found = branches.filter(({ target }) => target.includes(query.q ?? ''));
  return query.per_page ? found.slice(0, Number(query.per_page)) : found;
});
on(deleteBranch, ({ state, params }) => {
  const branches = state.branches[slugOf(params)] ?? [];
  state.branches[slugOf(params)] = branches.filter(({ target }) => target !== params['*']);
});
on(deleteDeployment, ({ state, params }) => {
  const deployments = state.deployments[slugOf(params)] ?? [];
  state.deployments[slugOf(params)] = deployments.filter((each) => each.deploy_to !== params['*']);
});
on(purgeBuilds, ({ state, params, query }) => {
  const builds = state.builds[slugOf(params)] ?? [];
  state.builds[slugOf(params)] = builds.filter(({ number }) => number >= Number(query.before));
});
on(listBuildParameters, ({ state }) => state.parameters);
on(getFailureHistory, ({ state }) => state.failure);
on(listBuildTests, ({ state, query }) => {
  const [page, size] = [Number(query.page ?? 1), Number(query.per_page ?? 100)];
  const tests = state.tests.tests.slice((page - 1) * size, page * size);
  return { ...state.tests, found: state.tests.tests.length, tests };
});
on(getBuildTest, ({ state, params }) => {
  const test = state.tests.tests.find(({ id }) => id === params.test);
  if (!test) throw new Refusal(404, errorMessages.noRows);
  return { ...test, runs: state.testRuns };
});
on(listRepoTests, ({ state }) => state.repoTests);
on(getTestHistory, ({ state }) => state.testHistory);
on(listDeployments, ({ state, params }) => state.deployments[slugOf(params)] ?? []);
on(getLogs, ({ state }) => state.log);
on(deleteLogs, ({ state }) => {
  state.log = [];
});
on(searchLogs, ({ state }) => state.search);
on(getPipelineFile, ({ state }) => ({ text: state.pipelineFile }));
on(getSourceFile, ({ state }) => ({ text: state.sourceFile ?? state.pipelineFile }));
on(listUsualDurations, () => []);
on(getSummary, ({ state }) => ({ text: state.summary }));
on(listArtifacts, ({ state }) => state.artifacts);
on(getArtifact, () => 'text');
on(getArtifactLimits, ({ state }) => state.artifactLimits);
on(deleteArtifact, ({ state, params }) => {
  state.artifacts = state.artifacts.filter(({ path }) => path !== params['*']);
});
on(deleteArtifacts, ({ state }) => {
  state.artifacts = [];
});
on(getCard, ({ state }) => state.card);
on(getCardTemplate, ({ state }) => state.cardTemplate);

on(listSecrets, ({ state }) => state.secrets);
on(createSecret, ({ state, body }) => {
  const { name = '', pull_request = false } = body;
  const secret = { id: state.secrets.length + 1, repo_id: 1, name, pull_request };
  state.secrets = [...state.secrets, secret];
  return secret;
});
on(updateSecret, ({ state, params, body }) => {
  const secret = changeNamed(state.secrets, params.secret, body);
  state.secrets = state.secrets.map((other) => (other.name === secret.name ? secret : other));
  return secret;
});
on(deleteSecret, ({ state, params }) => {
  state.secrets = without(state.secrets, params.secret);
});
on(listOrgSecrets, ({ state }) => state.orgSecrets);
on(createOrgSecret, ({ state, params: { namespace }, body }) => {
  const { name = '', pull_request = false } = body;
  const secret = { id: state.orgSecrets.length + 1, namespace, name, pull_request };
  state.orgSecrets = [...state.orgSecrets, secret];
  return secret;
});
on(updateOrgSecret, ({ state, params, body }) => {
  const secret = changeNamed(state.orgSecrets, params.secret, body);
  state.orgSecrets = state.orgSecrets.map((other) => (other.name === secret.name ? secret : other));
  return secret;
});
on(deleteOrgSecret, ({ state, params }) => {
  state.orgSecrets = without(state.orgSecrets, params.secret);
});

on(listCrons, ({ state }) => state.crons);
on(createCron, ({ state, body }) => {
  const { name = '', branch = '', expr = '' } = body;
  const times = { prev: 0, next: nowSec() + 1800, created: nowSec(), updated: nowSec() };
  const rest = { repo_id: 1, event: 'push', disabled: false, version: 1 };
  const cron = { id: state.crons.length + 1, name, branch, expr, ...times, ...rest };
  state.crons = [...state.crons, cron];
  return cron;
});
on(updateCron, ({ state, params, body }) => {
  const cron = changeNamed(state.crons, params.cron, body);
  state.crons = state.crons.map((other) => (other.name === cron.name ? cron : other));
  return cron;
});
on(runCron, ({ state, params }) =>
  addBuild(state, slugOf(params), { event: 'cron', cron: params.cron }),
);
on(deleteCron, ({ state, params }) => {
  state.crons = without(state.crons, params.cron);
});

on(listTemplates, ({ state }) => state.templates);
on(createTemplate, ({ state, params: { namespace }, body }) => {
  const { name = '', data = '' } = body;
  const id = state.templates.length + 1;
  const template = { id, namespace, name, data, created: nowSec(), updated: nowSec() };
  state.templates = [...state.templates, template];
  return template;
});
on(updateTemplate, ({ state, params, body }) => {
  const old = state.templates.find(({ name }) => name === params.template);
  if (!old) throw missing();
  const template = { ...old, ...body };
  state.templates = state.templates.map((other) => (other === old ? template : other));
  return template;
});
on(deleteTemplate, ({ state, params }) => {
  state.templates = without(state.templates, params.template);
});

function findUser(state: MockState, login: string) {
  const user = state.users.find((candidate) => candidate.login === login);
  if (!user) throw missing();
  return user;
}

on(listRunners, () => []);
on(listUsers, ({ state }) => state.users);
on(createUser, ({ state, body }) => {
  const user = sampleUser({ id: state.users.length + 1, admin: false, last_login: 0, ...body });
  state.users = [...state.users, user];
  return user;
});
on(updateUser, ({ state, params, body }) => {
  const old = findUser(state, params.login);
  const user = { ...old, ...body };
  state.users = state.users.map((other) => (other === old ? user : other));
  return user;
});
on(resetUserPassword, ({ state, params }) => ({
  ...findUser(state, params.login),
  password: 'fresh-words',
}));
on(rotateUserToken, ({ state, params }) => ({
  ...findUser(state, params.login),
  token: 'a-fresh-token',
}));
on(getHoldings, ({ state, params }) => {
  const held = state.holdings[params.login];
  if (!held) throw missing();
  return held;
});
on(deleteUser, ({ state, params }) => {
  state.users = state.users.filter(({ login }) => login !== params.login);
});

/** The endpoints that a call is answered for. */
export const answered: Endpoint[] = [...handlers.keys()];

/**
 * The answer of a server in this state, which a call may change. `reply` takes the place of the usual
 * answer. Throws a `Refusal`.
 */
export function answerCall(
  endpoint: Endpoint,
  { params, query, body }: { params: Params; query: Record<string, string>; body: unknown },
  state: MockState,
  reply?: () => unknown,
): unknown {
  checkAccess(endpoint, params, state);
  for (const [schema, value] of [
    [endpoint.query, query],
    [endpoint.body, body],
  ] as const) {
    const checked = schema?.safeParse(value);
    if (checked && !checked.success) throw new Refusal(400, String(checked.error));
  }
  if (reply) return reply();
  return handlers.get(endpoint)?.({ state, params: params as never, query, body });
}

/** Visitors read public repositories and nothing else. */
function checkAccess({ access }: Endpoint, params: Params, state: MockState): void {
  if (state.user || access === 'guest') return;
  const slug = `${params.namespace}/${params.name}`;
  const isPublic = state.repos.some((repo) => repo.slug === slug && repo.visibility === 'public');
  if (access !== 'read' || !isPublic) throw new Refusal(401, errorMessages.unauthorized);
}
