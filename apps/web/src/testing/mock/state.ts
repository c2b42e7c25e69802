import type {
  Account,
  Artifact,
  ArtifactLimitsState,
  Build,
  BuildParameter,
  BuildTests,
  Collaborator,
  Cron,
  FailureHistory,
  Holdings,
  Line,
  LogSearch,
  Repo,
  RepoTests,
  Secret,
  StarterPipelines,
  Template,
  TestHistory,
  TestRun,
  User,
} from '@millrace/contract/api';
import { sampleBuild, sampleRepo } from '../samples.ts';

/** Data of the mock server. Tests set it before the page loads. */
export interface MockState {
  /** Null for a visitor. */
  user: User | null;
  token: string;
  repos: Repo[];
  /** By slug, newest first. */
  builds: Record<string, Build[]>;
  branches: Record<string, Build[]>;
  deployments: Record<string, Build[]>;
  /** Parameters that every pipeline file declares. */
  parameters: BuildParameter[];
  /** Failure history of every failed build. */
  failure: FailureHistory;
  /** Of every build: all that are looked for. */
  tests: BuildTests;
  /** Of every test. */
  testRuns: TestRun[];
  repoTests: RepoTests;
  testHistory: TestHistory;
  /** Of every step. */
  log: Line[];
  /** Answer of every search in all logs. */
  search: LogSearch;
  /** Markdown summary of every step. */
  summary: string;
  pipelineFile: string;
  /** The file before its conversion; undefined if it was not converted. */
  sourceFile?: string;
  artifacts: Artifact[];
  artifactLimits: ArtifactLimitsState;
  card: unknown;
  cardTemplate: unknown;
  members: Collaborator[];
  starters: StarterPipelines;
  secrets: Secret[];
  orgSecrets: Secret[];
  crons: Cron[];
  templates: Template[];
  users: Account[];
  /** By login; other servers know of none. */
  holdings: Record<string, Holdings>;
}

export const nowSec = (): number => Math.floor(Date.now() / 1000);
const noTests = { all: 0, passed: 0, failed: 0, skipped: 0, new: 0, flaky: 0 };
const allPermissions = { read: true, write: true, admin: true };
const serverLimits = { days: 90, file_bytes: 1e9, build_bytes: 2e9, repo_bytes: 1e10 };
export const readOnly = { read: true, write: false, admin: false };

export function someUser(fields: Partial<User> = {}): User {
  return {
    id: 1,
    login: 'ada',
    email: 'ada@example.com',
    machine: false,
    admin: true,
    active: true,
    avatar: '',
    syncing: false,
    synced: 0,
    created: nowSec() - 86_400 * 3,
    updated: 0,
    last_login: nowSec() - 3600 * 2,
    ...fields,
  };
}

export function someRepo(fields: Partial<Repo> = {}): Repo {
  return sampleRepo({ permissions: allPermissions, ...fields });
}

export function someMember(fields: Partial<Collaborator> = {}): Collaborator {
  const times = { synced: 0, created: 0, updated: 0 };
  const rights = { read: true, write: false, admin: false };
  return {
    user_id: 2,
    repo_uid: '1',
    login: 'brian',
    avatar: '',
    source: 'granted',
    ...rights,
    ...times,
    ...fields,
  };
}

/** A finished build that took a minute, `number` hours old unless said otherwise. */
export function someBuild(fields: Partial<Build> = {}): Build {
  const created = fields.created ?? nowSec() - 3600;
  return sampleBuild({ created, started: created + 1, finished: created + 61, ...fields });
}

/** Builds `count` down to 1, an hour apart. */
export function someBuilds(count: number, fields: Partial<Build> = {}): Build[] {
  return Array.from({ length: count }, (_, index) =>
    someBuild({
      id: count - index,
      number: count - index,
      title: `Change ${count - index}`,
      created: nowSec() - (index + 1) * 3600,
      ...fields,
    }),
  );
}

/** A system admin with one active repository of three builds. */
export function usualState(): MockState {
  const builds = someBuilds(3);
  const slug = 'octo/hello';
  return {
    user: someUser(),
    token: 'a-personal-token',
    repos: [someRepo({ slug, counter: 3, ...(builds[0] && { build: builds[0] }) })],
    builds: { [slug]: builds },
    branches: {},
    deployments: {},
    parameters: [],
    failure: { line: 'main', commits: [], has_all_commits: true, steps: [] },
    tests: { counts: noTests, found: 0, tests: [], problems: [] },
    testRuns: [],
    repoTests: { builds: [], found: 0, tests: [] },
    testHistory: { id: 1, stage_name: 'test', suite: 'mill', name: 'grinds', runs: [] },
    log: [],
    search: { count: 0, steps: [], isComplete: true },
    summary: '',
    pipelineFile: 'kind: pipeline\n',
    artifacts: [],
    artifactLimits: {
      own: { days: null, file_bytes: null, build_bytes: null, repo_bytes: null },
      server: serverLimits,
      limits: serverLimits,
      used: 2048,
    },
    card: {},
    cardTemplate: {},
    members: [],
    starters: { state: 'present', pipelines: [] },
    secrets: [],
    orgSecrets: [],
    crons: [],
    templates: [],
    users: [],
    holdings: {},
  };
}

/** Has the state hold a build, unless it holds a newer one or a newer state of it. */
export function recordBuild(state: MockState, slug: string, build: Build): void {
  const list = state.builds[slug] ?? [];
  const old = list.find(({ number }) => number === build.number);
  if (!old || old.version <= build.version) {
    state.builds[slug] = [build, ...list.filter((other) => other !== old)];
  }
  state.repos = state.repos.map((repo) =>
    repo.slug === slug && isNews(repo.build, build)
      ? { ...repo, build, counter: Math.max(repo.counter, build.number) }
      : repo,
  );
}

function isNews(old: Build | undefined, next: Build): boolean {
  if (!old || old.number < next.number) return true;
  return old.number === next.number && old.version <= next.version;
}
