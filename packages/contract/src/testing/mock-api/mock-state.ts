import type {
  AccessToken,
  Account,
  Announcement,
  Artifact,
  ArtifactLimitsState,
  AuditEvent,
  BackTest,
  BisectionDetails,
  BisectionRange,
  BisectionSettings,
  BranchFile,
  Build,
  BuildAccess,
  BuildEstimate,
  BuildParameter,
  BuildTests,
  BuildTrend,
  Caches,
  CausesOfWeek,
  Collaborator,
  CommitOfBuild,
  CommitPlan,
  Cron,
  DefaultBranch,
  Delivery,
  Environment,
  Failure,
  FailureCauseOfStep,
  FailureHistory,
  FilePlan,
  Holdings,
  Job,
  KeptStep,
  Line,
  LogSearch,
  Organization,
  OrganizationMember,
  OwnerLimits,
  PersonalSubscription,
  PipelineChange,
  Policy,
  ProtectedRefs,
  QueuePage,
  Registry,
  Repo,
  RepoCause,
  RepoHealth,
  RepoPriority,
  RepoTests,
  RetentionPreview,
  RetentionState,
  Revisions,
  RunnerCredential,
  RunnerSummary,
  SecondFactor,
  Secret,
  Session,
  StarterPipelines,
  Subscription,
  Team,
  TeamGroup,
  TeamMember,
  Template,
  TerminalSettings,
  TestHistory,
  TestRun,
  TrendParts,
  User,
} from '../../api/index.ts';
import { recentBuilds } from '../recent-samples.ts';
import { sampleRepo, sampleUser } from '../samples.ts';
import { sampleCaches } from './sample-caches.ts';
import { sampleCause } from './sample-cause.ts';
import {
  sampleBackTest,
  sampleBranchFile,
  sampleCommitPlan,
  samplePipelineChange,
  samplePlan,
} from './sample-plan.ts';

/** Data of the mock server. Tests set it before the page loads. */
export interface MockState {
  /** Null for a guest. */
  user: User | null;
  token: string;
  accessTokens: AccessToken[];
  /** Of every account. */
  sessions: Session[];
  /** Of every account. */
  secondFactor: SecondFactor;
  auditEvents: AuditEvent[];
  queue: QueuePage;
  runners: RunnerSummary[];
  /** Of every owner. */
  runnerCredentials: RunnerCredential[];
  /** Of every repository. */
  protectedRefs: ProtectedRefs;
  priority: RepoPriority;
  ownerLimits: OwnerLimits[];
  policies: Policy[];
  jobs: Job[];
  caches: Caches;
  repos: Repo[];
  /** By slug, newest first. */
  builds: Record<string, Build[]>;
  branches: Record<string, Build[]>;
  announcement: Announcement | null;
  defaultBranches: DefaultBranch[];
  /** Repositories of others that the viewer may read. */
  visibleRepos: Repo[];
  deployments: Record<string, Build[]>;
  /** State of every environment. */
  environment: Environment;
  /** Commits between two builds, by their numbers as `3..4`. */
  newCommits: Record<string, CommitOfBuild[]>;
  /** Parameters that every pipeline file declares. */
  parameters: BuildParameter[];
  /** Commits and tags that a person may choose for a build. */
  revisions: Revisions;
  /** Targets for which the pipeline files have a stage. */
  deployTargets: string[];
  /** Failure history of every failed build. */
  failure: FailureHistory;
  /** Bisections of every repository, newest first. */
  bisections: BisectionDetails[];
  bisectionSettings: BisectionSettings;
  /** Kept steps of every build, and the output of every terminal, in base64. */
  keptSteps: KeptStep[];
  terminalOutput: string;
  bisectionRange: BisectionRange;
  terminalSettings: TerminalSettings;
  /** Of the unfinished builds of every repository. */
  estimates: BuildEstimate[];
  /** Of every repository, range, stage and step. */
  buildTrend: BuildTrend;
  trendParts: TrendParts;
  branchFile: BranchFile;
  filePlan: FilePlan;
  commitPlan: CommitPlan;
  /** Of every organization. */
  organization: RepoHealth[];
  /** Organizations of the viewer. Others answer 404. */
  organizations: Organization[];
  /** Of every organization. */
  organizationMembers: OrganizationMember[];
  teams: Team[];
  /** Of every team. */
  teamMembers: TeamMember[];
  teamGroups: TeamGroup[];
  backTest: BackTest;
  /** Of every build. */
  pipelineChange: PipelineChange;
  causes: FailureCauseOfStep[];
  /** Of every repository. */
  causesOfWeek: CausesOfWeek;
  repoCause: RepoCause;
  failuresOfCause: Failure[];
  /** Test results of every build. All of them match every filter. */
  tests: BuildTests;
  /** Runs of every test. */
  testRuns: TestRun[];
  repoTests: RepoTests;
  testHistory: TestHistory;
  /** Log of every step. */
  log: Line[];
  /** Response to every search in all logs. */
  search: LogSearch;
  /** Markdown summary of every step. */
  summary: string;
  pipelineFile: string;
  /** The file before its conversion; undefined if it was not converted. */
  sourceFile?: string;
  artifacts: Artifact[];
  artifactLimits: ArtifactLimitsState;
  retention: RetentionState;
  /** Response to every preview of retention limits. */
  retentionPreview: RetentionPreview;
  card: unknown;
  cardTemplate: unknown;
  members: Collaborator[];
  /** Of every repository. */
  buildAccess: { targets: BuildAccess[]; readers: BuildAccess[] };
  /** Subscriptions of every repository. */
  subscriptions: Subscription[];
  /** Subscriptions of the viewer. */
  personalSubscriptions: PersonalSubscription[];
  /** Deliveries of every subscription, newest first. */
  deliveries: Delivery[];
  starters: StarterPipelines;
  secrets: Secret[];
  serverSecrets: Secret[];
  registries: Registry[];
  orgSecrets: Secret[];
  crons: Cron[];
  templates: Template[];
  users: Account[];
  /** By login. For other accounts, the response is 404. */
  holdings: Record<string, Holdings>;
}

const noTests = { all: 0, passed: 0, failed: 0, skipped: 0, new: 0, flaky: 0 };
const serverLimits = { days: 90, file_bytes: 1e9, build_bytes: 2e9, repo_bytes: 1e10 };

const noLoss = { builds: 0, bytes: 0 };

function usualRetention(): RetentionState {
  const server = {
    build_days: 0,
    build_count: 0,
    log_days: 365,
    log_count: 0,
    artifact_days: 90,
    artifact_count: 0,
    test_days: 0,
    test_count: 0,
  };
  const none = {
    build_days: null,
    build_count: null,
    log_days: null,
    log_count: null,
    artifact_days: null,
    artifact_count: null,
    test_days: null,
    test_count: null,
  };
  return { own: none, server, limits: { ...server }, deployments: 5 };
}

/** A system admin with one active repository of three builds. */
export function usualState(): MockState {
  const builds = recentBuilds(3);
  const slug = 'octo/hello';
  return {
    user: sampleUser(),
    token: 'a-personal-token',
    accessTokens: [],
    sessions: [],
    secondFactor: { on: false, required: false, created: 0, recovery_codes: 0 },
    auditEvents: [],
    queue: { paused: false, held: false, running: 0, waiting: 0, matching: 0, stages: [] },
    runners: [],
    runnerCredentials: [],
    protectedRefs: { branches: [], tags: [] },
    priority: { priority: 'normal', rules: [] },
    ownerLimits: [],
    policies: [],
    jobs: [],
    bisections: [],
    keptSteps: [],
    terminalOutput: '',
    bisectionRange: { commits: 2 },
    terminalSettings: { keep_failed: false },
    bisectionSettings: { automatic: false, comments: true, can_comment: true },
    buildTrend: { unit: 'day', end: 0, builds: 0, periods: [], changes: [] },
    trendParts: { builds: 0, parts: [] },
    branchFile: sampleBranchFile(),
    filePlan: samplePlan(),
    commitPlan: sampleCommitPlan(),
    organization: [],
    organizations: [],
    organizationMembers: [],
    teams: [],
    teamMembers: [],
    teamGroups: [],
    backTest: sampleBackTest(),
    pipelineChange: samplePipelineChange(),
    caches: sampleCaches,
    repos: [sampleRepo({ slug, counter: 3, ...(builds[0] && { build: builds[0] }) })],
    builds: { [slug]: builds },
    branches: {},
    announcement: null,
    defaultBranches: [],
    visibleRepos: [],
    deployments: {},
    environment: {},
    newCommits: {},
    parameters: [],
    revisions: { commits: [], tags: [] },
    deployTargets: ['production', 'staging'],
    estimates: [],
    causes: [],
    causesOfWeek: {
      week: 0,
      causes: [],
      gone: [],
      total: { failures: 0, recovered: 0, lost: 0 },
    },
    repoCause: sampleCause(),
    failuresOfCause: [],
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
    retention: usualRetention(),
    retentionPreview: { build: noLoss, log: noLoss, artifact: noLoss, test: noLoss },
    artifactLimits: {
      own: { days: null, file_bytes: null, build_bytes: null, repo_bytes: null },
      server: serverLimits,
      limits: serverLimits,
      used: 2048,
    },
    card: {},
    cardTemplate: {},
    members: [],
    buildAccess: { targets: [], readers: [] },
    subscriptions: [],
    personalSubscriptions: [],
    deliveries: [],
    starters: { state: 'present', pipelines: [], converted: [] },
    secrets: [],
    serverSecrets: [],
    registries: [],
    orgSecrets: [],
    crons: [],
    templates: [],
    users: [],
    holdings: {},
  };
}

/** Adds a build to the state, unless the state has a newer version of it. */
export function recordBuild(state: MockState, slug: string, build: Build): void {
  const list = state.builds[slug] ?? [];
  const old = list.find(({ number }) => number === build.number);
  if (!old || old.version <= build.version) {
    state.builds[slug] = [build, ...list.filter((other) => other !== old)];
  }
  state.repos = state.repos.map((repo) =>
    repo.slug === slug && isNewer(repo.build, build)
      ? { ...repo, build, counter: Math.max(repo.counter, build.number) }
      : repo,
  );
}

function isNewer(old: Build | undefined, next: Build): boolean {
  if (!old || old.number < next.number) return true;
  return old.number === next.number && old.version <= next.version;
}
