import type {
  Build as BuildJson,
  FailureCauseOfStep,
  FailureHistory,
  Holdings,
  Line,
  NewSecret,
  PipelineChangeResult,
  QueueDemand,
  ReplayLookup,
  Stage as StageJson,
  StageWaiting,
  TestOfBuild,
} from '@millrace/contract/api';
import type { Card } from '@millrace/contract/card';
import type { OutputLine } from '@millrace/contract/failure-lines';
import type {
  CacheAnswer,
  CacheQuery,
  FileContent,
  RunnerApi,
  StageDetails,
  StageFilter,
  StageRegistry,
  StageVariable,
  TerminalOrder,
} from '@millrace/contract/runner';
import type { StepOutput } from '@millrace/contract/step-outputs';
import type { BuildData } from './builds/build-data.ts';
import type { BuildRequest } from './builds/build-request.ts';
import type { FindStepId } from './builds/stage-store.ts';
import type { SeenRunner } from './cluster/seen-runner.ts';
import type { Db } from './db/database.ts';
import type { ObserveChange } from './db/observe-change.ts';
import type { Owner } from './db/owner.ts';
import type { Applicant } from './domain/applicant.ts';
import type { Build, OpenStage, Stage, Step } from './domain/build.ts';
import type { FileVerdict } from './domain/build-rules.ts';
import type { FailedTest } from './domain/causes/fingerprint.ts';
import type { Cron } from './domain/cron.ts';
import type { Repo } from './domain/repo.ts';
import type { OwnLimit } from './domain/retention.ts';
import type { StoreCache, StoreFile } from './domain/step-file.ts';
import type { StepOfBuild } from './domain/step-of-build.ts';
import type { StoredLine } from './domain/stored-line.ts';
import type { AccessEnd, User, Viewer } from './domain/user.ts';
import type { KnownRunner } from './domain/waiting.ts';
import type { ForgeEvent } from './forges/forge.ts';
import type { JsonText } from './http/api-routes.ts';

/** Functions of features that other features call. */
export interface Ports {
  findStepId: FindStepId;
  /** Returns a build, as shown by the API, after it was changed. */
  readBuild: (changed: Build) => Promise<BuildJson | undefined>;
  findBuild: (id: number) => Promise<BuildJson | undefined>;
  /** Returns a build as sent by event streams. */
  findBuildForEvent: (id: number) => Promise<BuildJson | undefined>;
  findLatestBuilds: (repoIds: number[]) => Promise<Map<number, BuildJson>>;
  findLatestBuildTexts: (repoIds: number[]) => Promise<Map<number, JsonText<BuildJson>>>;
  listRecentBuilds: (repoIds: number[], limit: number) => Promise<BuildJson[]>;
  findLatestBuildOfRef: (repo: Repo, ref: string) => Promise<BuildJson | undefined>;
  /** Returns null if the settings of the repository or the triggers of its pipelines exclude the event. */
  createBuild: (repo: Repo, request: BuildRequest) => Promise<Build | null>;
  /** Compares the latest builds before a build with what they would have run under its pipeline file. */
  backTestBuild: (repo: Repo, build: Build) => Promise<PipelineChangeResult>;
  readFailureHistory: (repo: Repo, build: Build) => Promise<FailureHistory>;
  /** Reruns the failed stages of a finished build. Throws an `AppError` if that is not possible. */
  restartFailed: (repo: Repo, person: Pick<User, 'login'>, build: number) => Promise<Build>;
  endPullRequest: (repo: Repo, ref: string) => Promise<void>;
  /**
   * Starts the build of a cron job.
   *
   * @param sender login of the person who asked for it; `@cron` if the time has come
   * @param claim claims the run in the same transaction; returns false if it is already claimed
   */
  startCronBuild: (
    repo: Repo,
    cron: Cron,
    sender: string,
    claim?: (db: Db) => Promise<boolean>,
  ) => Promise<Build | null>;
  /** Lists the steps of a build. Returns undefined if the build does not exist. */
  listSteps: (
    repoId: number,
    build: number,
    attempt?: number,
  ) => Promise<StepOfBuild[] | undefined>;
  stageJson: (stage: Stage, waiting: StageWaiting | undefined) => StageJson;
  /** Ends all sessions of an account and disables its token, because the forge no longer accepts it. */
  endAccess: (userId: number, end: AccessEnd) => Promise<void>;
  /**
   * Asks the forge whether it still accepts the account. Does nothing without a remote forge.
   *
   * @throws AppError if it does not; the access of the account has then been revoked
   */
  checkAccount: (user: Pick<User, 'id'>) => Promise<void>;
  /** Returns the account of an access token, limited to the token's scope. */
  findByAccessToken: (token: string) => Promise<Viewer | undefined>;
  /** @throws AppError (404) if the account does not exist */
  requireUser: (login: string) => Promise<User>;
  /** Runs a job that adds or removes repositories, one job at a time on all servers. */
  changeNamespaces: <Result>(job: () => Promise<Result>) => Promise<Result>;
  /** Lists the data of all features in a namespace. */
  listNamespaceData: (db: Db, namespace: string) => Promise<Holdings>;
  /** Moves the data of all features, except repositories, to another namespace. */
  moveNamespaceData: (trx: Db, from: string, to: string) => Promise<void>;
  /** Deletes the data of all features, except repositories, in a namespace. */
  deleteNamespaceData: (trx: Db, namespace: string) => Promise<void>;
  /** Starts a sync of an account's repositories with the forge, in the background. */
  startRepoSync: (user: User) => void;
  /** Starts a sync if the last one is too old. */
  syncReposIfOld: (user: User) => void;
  /** @param uid id of the repository at the forge */
  findRepoByUid: (uid: string) => Promise<Repo | undefined>;
  /** Stores the name, default branch and visibility from the forge. */
  refreshRepo: (repo: Repo, facts: Omit<ForgeEvent['repo'], 'uid'>) => Promise<Repo>;
  /** Removes all permissions for a repository that was deleted at the forge. */
  deactivateRepo: (repo: Repo) => Promise<void>;
  /** Returns the time at which a webhook delivery was received. */
  findDeliveryTime: (repoId: number, delivery: string) => Promise<number | undefined>;
  /** Returns false if part of it failed and may succeed when the event is sent again. */
  receiveForgeEvent: (event: ForgeEvent) => Promise<boolean>;
  /** Creates a repository in the built-in forge, unless it exists. */
  addHostedRepo: (owner: User, namespace: string, name: string) => Promise<void>;
  listKnownRunners: () => Promise<KnownRunner[]>;
  /** Lists runners that called this server. */
  listOwnRunners: () => SeenRunner[];
  /** Creates the API for the embedded runner. `runner` is the runner id of its claims. */
  openRunnerApi: (runner: string) => RunnerApi;
  /** Lists connected runners, including those that run one of these stages. */
  runnersFor: (open: readonly Stage[]) => Promise<KnownRunner[]>;
  /** Returns a matching stage, which the runner may claim, or the time until the next check. */
  offerStage: (filter: StageFilter) => Promise<{ stage?: Stage; nextCheckMs?: number }>;
  /** Returns undefined if another runner claimed the stage, a limit is reached, or the queue is paused. */
  claimStage: (
    stageId: number,
    claim: { machine: string; runner: string },
  ) => Promise<Stage | undefined>;
  explainWaiting: (
    stages: readonly Stage[],
    maxAgeMs?: number,
  ) => Promise<Map<number, StageWaiting>>;
  /** Lists the unfinished stages of all builds, oldest first, and the reasons why they wait, by stage id. */
  listWaiting: () => Promise<{ open: OpenStage[]; waiting: Map<number, StageWaiting> }>;
  /** Counts the stages that need a runner, by what they require of it. */
  measureDemand: (
    open: readonly Stage[],
    waiting: ReadonlyMap<number, StageWaiting>,
  ) => QueueDemand[];
  /** Stores lines, and returns those that are new. */
  appendLog: (stepId: number, lines: readonly Line[]) => Promise<StoredLine[]>;
  replaceLog: (stepId: number, lines: readonly Line[]) => Promise<void>;
  /** Returns the position after the last line. */
  findLogEnd: (stepId: number) => Promise<number>;
  /** Returns some lines after `pos`; empty if there are none yet. */
  readLogAfter: (stepId: number, pos: number) => Promise<StoredLine[]>;
  /** Sums the stored bytes of a repository's logs. */
  measureLogs: (repoId: number, stopped: AbortSignal) => Promise<number>;
  /** Sums the bytes of a repository's artifacts. */
  measureArtifacts: (repoId: number) => Promise<number>;
  /** Returns true if the log is complete. */
  isLogComplete: (stepId: number) => Promise<boolean>;
  /** Lists the error lines near the end of a step's log; without any, its last line. */
  listStepErrors: (stepId: number, stopped: AbortSignal) => Promise<OutputLine[]>;
  /** Reads the first error line near the end of a step's log, with the lines around it. */
  readErrorExcerpt: (
    stepId: number,
    caller: { place: string; gone: AbortSignal },
  ) => Promise<{ line: number; text: string; lines: OutputLine[] } | undefined>;
  storeSummary: StoreFile;
  storeArtifact: StoreFile;
  /** Opens the archive that {@link Ports.storeReplayFiles} stored for a step. */
  openReplayFiles: (stepId: number) => Promise<FileContent | undefined>;
  storeReplayFiles: StoreFile;
  /** Looks up a cache for a step, in the scopes of its build. */
  findCache: (step: Step, query: CacheQuery) => Promise<CacheAnswer>;
  /** Opens the cache that a lookup of the step's stage found. */
  loadCache: (step: Step, lookup: number) => Promise<FileContent>;
  storeCache: StoreCache;
  /** Lists the lookups of stages for caches. */
  listCacheLookups: (repoId: number, stageIds: readonly number[]) => Promise<ReplayLookup[]>;
  /** Sums the stored bytes of a repository's caches. Caches with the same content share them. */
  measureCaches: (repoId: number) => Promise<number>;
  storeTestReport: (
    stepId: number,
    path: string,
    content: AsyncIterable<Uint8Array>,
  ) => Promise<void>;
  /** Returns the limit on the age of a repository's artifacts. */
  findArtifactDays: (repoId: number) => Promise<OwnLimit | undefined>;
  putArtifactDays: (trx: Db, repoId: number, limit: OwnLimit | undefined) => Promise<void>;
  /** Lists the data of builds that retention can delete. */
  listBuildData: () => readonly BuildData[];
  countArtifacts: (stepIds: readonly number[]) => Promise<number>;
  /** Counts the test results of steps. Returns undefined if there are none. */
  countTestResults: (stepIds: readonly number[]) => Promise<BuildJson['tests']>;
  /** Lists tests that failed in a build, but not in the preceding one. */
  listNewFailingTests: (repo: Repo, build: number, limit: number) => Promise<TestOfBuild[]>;
  /** Lists failed tests of a step, with their messages. */
  listFailedTests: (stepId: number) => Promise<FailedTest[]>;
  /** Lists the causes of a build's failed steps, as far as the viewer may read their repositories. */
  listBuildCauses: (
    build: Pick<Build, 'id' | 'repoId'>,
    viewer: Viewer | null,
  ) => Promise<FailureCauseOfStep[]>;
  /**
   * Returns whether a failed step has the cause of another failed step; undefined if the causes are unknown.
   *
   * @param knownStepId step whose cause has been recognized
   */
  hasSameCause: (
    stepId: number,
    knownStepId: number,
    stopped: AbortSignal,
  ) => Promise<boolean | undefined>;
  setCard: (stepId: number, card: Card) => Promise<void>;
  /**
   * Lists the secrets that a stage uses and may use, including those of its pipeline file. Throws a `StageRefusal`
   * if a step uses a secret that is limited to other images.
   */
  findStageSecrets: (
    repo: Pick<Repo, 'id' | 'slug' | 'namespace' | 'forge' | 'uid'>,
    stage: {
      build: Pick<BuildJson, 'number' | 'event' | 'ref' | 'target'>;
      config: string;
      name: string;
    },
  ) => Promise<StageDetails['secrets']>;
  /** Returns whether a pipeline file contains a valid signature for the repository. */
  isSigned: (repo: Repo, config: string) => Promise<boolean>;
  /** Stores a secret of another server. Returns false if its owner has one of this name. */
  importSecret: (owner: Owner, secret: NewSecret) => Promise<boolean>;
  /** Stores a template of another server. Returns false if the organization has one of this name. */
  importTemplate: (template: {
    namespace: string;
    name: string;
    data: string;
    created: number;
    updated: number;
  }) => Promise<boolean>;
  /** Stores a cron job of another server. Returns false if the repository has one of this name. */
  importCron: (cron: Omit<Cron, 'id'>) => Promise<boolean>;
  /** Stores the logs of finished steps of another server, by step. */
  importLogs: (trx: Db, logs: ReadonlyMap<number, readonly Line[]>) => Promise<void>;
  /** Stores the data of a card, as JSON, of a step of another server. */
  importCard: (trx: Db, stepId: number, data: string) => Promise<void>;
  /** Stores the key that a repository had on a Drone server. */
  saveImportedKey: (trx: Db, repoId: number, key: string) => Promise<void>;
  /**
   * Converts a pipeline file to YAML, and reports the processor time of its scripts. Throws an `AppError` with the
   * reason if it cannot be converted.
   */
  convertConfig: (
    repo: Repo,
    request: BuildRequest,
    text: string,
    addScriptMs?: (usedMs: number) => void,
  ) => Promise<string>;
  /** Returns whether the conversion of a text may differ between builds, because it is a script or uses a template. */
  isConvertedPerBuild: (repo: Pick<Repo, 'configPath'>, text: string) => boolean;
  /**
   * Asks the admission extensions about a sign-in or a new account. Returns whether it becomes a system admin;
   * undefined if no extension decides about it. Throws an `AppError` (403) if the person is refused, a
   * `ServiceError` if an extension fails.
   */
  admitAccount: (applicant: Applicant) => Promise<boolean | undefined>;
  /** Records a change of an account for webhooks. */
  recordUserChange: ObserveChange<User>;
  /** Records a change of a repository for webhooks. */
  recordRepoChange: ObserveChange<Repo>;
  /** Returns the pipeline file that an extension has for a build. Throws an `AppError` if an extension fails. */
  findExtensionConfig: (repo: Repo, build: BuildJson) => Promise<string | undefined>;
  /** Returns the pipeline file as an extension converts it. Throws an `AppError` if an extension fails. */
  convertWithExtension: (repo: Repo, build: BuildJson, text: string) => Promise<string>;
  /** Returns whether an extension may supply, convert or check the pipeline files of a repository. */
  hasFileExtension: (repo: Repo) => boolean;
  /** Throws an `AppError` if an extension rejects the pipeline file, or fails. */
  validateWithExtensions: (repo: Repo, build: BuildJson, text: string) => Promise<FileVerdict>;
  /** Lists the variables that extensions add to all steps. Throws an `AppError` if an extension fails. */
  listExtensionVariables: (repo: Repo, build: BuildJson) => Promise<StageVariable[]>;
  /** Lists credentials of image registries. Throws an `AppError` if an extension fails. */
  listExtensionRegistries: (repo: Repo, build: BuildJson) => Promise<StageRegistry[]>;
  /** Reports to the forge how earlier builds run under the pipeline file that a build changes. */
  reportFileChange: (build: Build, result: PipelineChangeResult) => Promise<void>;
  /** Reports to the forge that an event of it has started no build. */
  reportSkipped: (repo: Repo, request: BuildRequest, reason: string) => Promise<void>;
  /** Returns whether failed steps of a build are kept for terminals. */
  keepsFailedSteps: (repo: Pick<Repo, 'id' | 'slug'>, sourceRepo: string) => Promise<boolean>;
  /** Lists the ids of stages with a kept or paused step. An unfinished one waits until a person releases the step. */
  listHeldStages: () => Promise<Set<number>>;
  /** Keeps a failed step. Returns the time until which. Throws an `AppError` if it is not kept. */
  keepStep: (step: Step, runner: string) => Promise<{ until: number }>;
  /**
   * Waits for orders to the terminals of a kept step after a number; null if the wait ended before.
   *
   * @throws RunnerConflict when the environment must be removed
   */
  watchKeptStep: (
    step: Step,
    after: number,
    signal: AbortSignal,
  ) => Promise<TerminalOrder[] | null>;
  /** Ends the kept steps of runner processes that are gone. */
  endKeptStepsOf: (
    isGone: (keeper: { runner: string; machine: string }) => boolean,
  ) => Promise<void>;
  /** Ends the terminals of runners that have restarted with the same id, and their kept steps that do not pause. */
  endOpenTerminalsOf: (
    hasRestarted: (keeper: { runner: string; machine: string }) => boolean,
  ) => Promise<void>;
  /** Ends a kept step whose environment was removed. */
  releaseStep: (step: Step) => Promise<void>;
  /** Appends output, in base64, to a terminal. Throws an `AppError` if it has ended. */
  addTerminalOutput: (
    step: Step,
    terminalId: number,
    piece: { position: number; data: string },
  ) => Promise<void>;
  endTerminal: (
    step: Step,
    terminalId: number,
    end: { exit_code?: number | undefined; error?: string | undefined },
  ) => Promise<void>;
  /** Stores variables that a step passes on. */
  setOutputs: (stageId: number, outputs: readonly StepOutput[]) => Promise<void>;
  /** Lists the outputs of the stages that a stage of the build depends on. */
  listOutputs: (build: Pick<BuildJson, 'stages'>, stage: string) => Promise<StepOutput[]>;
  /** Lists the stored credentials for the registries of a stage's images. */
  listStageRegistries: (
    repo: Pick<Repo, 'id' | 'slug' | 'namespace'>,
    stage: { config: string; name: string },
  ) => Promise<StageRegistry[]>;
  hasSecretExtension: (repo: Pick<Repo, 'slug'>) => boolean;
  /**
   * Returns a secret of an extension; null if the build may not use it, undefined if no extension has it. Throws
   * an `AppError` if an extension fails.
   */
  findExtensionSecret: (
    repo: Repo,
    build: BuildJson,
    place: { path: string; name: string },
  ) => Promise<string | null | undefined>;
  /** Returns why stages cannot run, if they use a secret from outside of the server that has no source. */
  findSecretProblem: (
    repo: Repo,
    config: string,
    stages: readonly string[],
  ) => Promise<string | undefined>;
  /** Lists the secrets from outside of the server that a stage uses. Throws a `ServiceError` if a source fails. */
  listExternalSecrets: (
    repo: Repo,
    build: BuildJson,
    config: string,
    stage: Stage,
  ) => Promise<StageDetails['secrets']>;
}

/**
 * Returns ports without functions. Calling a port that no feature implements is an error in the list of
 * features.
 */
export function createPorts(): Ports {
  return new Proxy({} as Ports, {
    get(answers, name: keyof Ports & string) {
      const answer = answers[name];
      if (!answer) throw new Error(`No feature implements the port ${name}`);
      return answer;
    },
  });
}
