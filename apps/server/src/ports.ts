import type {
  Build as BuildJson,
  Holdings,
  Line,
  Stage as StageJson,
  StageWaiting,
} from '@millrace/contract/api';
import type { Card } from '@millrace/contract/card';
import type { RunnerApi, StageDetails, StageFilter } from '@millrace/contract/runner';
import type { BuildEvent } from '@millrace/contract/vocabulary';
import type { BuildRequest } from './builds/build-request.ts';
import type { FindStepId } from './builds/stage-store.ts';
import type { SeenRunner } from './cluster/seen-runner.ts';
import type { Db } from './db/database.ts';
import type { Build, Stage } from './domain/build.ts';
import type { Cron } from './domain/cron.ts';
import type { Repo } from './domain/repo.ts';
import type { TakeFile } from './domain/step-file.ts';
import type { StepOfBuild } from './domain/step-of-build.ts';
import type { StoredLine } from './domain/stored-line.ts';
import type { AccessEnd, User, Viewer } from './domain/user.ts';
import type { KnownRunner } from './domain/waiting.ts';
import type { ForgeEvent } from './forges/forge.ts';
import type { JsonText } from './http/api-routes.ts';

/** The questions that features ask each other. */
export interface Ports {
  findStepId: FindStepId;
  /** A build as the API shows it, after it changed. */
  readBuild: (changed: Build) => Promise<BuildJson | undefined>;
  findBuild: (id: number) => Promise<BuildJson | undefined>;
  /** As streams send it. */
  findBuildForEvent: (id: number) => Promise<BuildJson | undefined>;
  findLatestBuilds: (repoIds: number[]) => Promise<Map<number, BuildJson>>;
  findLatestBuildTexts: (repoIds: number[]) => Promise<Map<number, JsonText<BuildJson>>>;
  listRecentBuilds: (repoIds: number[], limit: number) => Promise<BuildJson[]>;
  findLatestBuildOfRef: (repo: Repo, ref: string) => Promise<BuildJson | undefined>;
  /** Returns null if the rules of the repository or the triggers of its pipelines exclude the event. */
  createBuild: (repo: Repo, request: BuildRequest) => Promise<Build | null>;
  endPullRequest: (repo: Repo, ref: string) => Promise<void>;
  /**
   * Starts the build of a cron job.
   * @param claim claims the run in the same transaction; false if it is already claimed
   */
  startCronBuild: (
    repo: Repo,
    cron: Cron,
    trigger: string,
    claim?: (db: Db) => Promise<boolean>,
  ) => Promise<Build | null>;
  /** The steps of a build; undefined if there is no such build. */
  listSteps: (
    repoId: number,
    build: number,
    attempt?: number,
  ) => Promise<StepOfBuild[] | undefined>;
  stageJson: (stage: Stage, waiting: StageWaiting | undefined) => StageJson;
  /** Ends all sessions of an account, and its token, because the forge no longer accepts it. */
  endAccess: (userId: number, end: AccessEnd) => Promise<void>;
  /**
   * Asks the forge whether it still accepts the account. Does nothing without a remote forge.
   * @throws AppError if not; its access has then ended
   */
  checkAccount: (user: Pick<User, 'id'>) => Promise<void>;
  /** Returns the account of an access token, limited to the token's scope. */
  findByAccessToken: (token: string) => Promise<Viewer | undefined>;
  /** @throws AppError (404) if there is no such account */
  requireUser: (login: string) => Promise<User>;
  /** Runs a job that adds or removes repositories, one job at a time on all servers. */
  changeNamespaces: <Result>(job: () => Promise<Result>) => Promise<Result>;
  /** Lists the data of all features in a namespace. */
  listNamespaceData: (db: Db, namespace: string) => Promise<Holdings>;
  /** Moves the data of all features but repositories to another namespace. */
  moveNamespaceData: (trx: Db, from: string, to: string) => Promise<void>;
  /** Deletes the data of all features but repositories in a namespace. */
  deleteNamespaceData: (trx: Db, namespace: string) => Promise<void>;
  /** Syncs the repositories of an account with the forge, in the background. */
  startRepoSync: (user: User) => void;
  /** Starts a sync if the last one is too old. */
  keepReposFresh: (user: User) => void;
  /** @param uid the forge's id of the repository */
  findRepoByUid: (uid: string) => Promise<Repo | undefined>;
  /** Stores the name, default branch and visibility that the forge gave. */
  refreshRepo: (repo: Repo, facts: Omit<ForgeEvent['repo'], 'uid'>) => Promise<Repo>;
  /** Removes all permissions of a repository that the forge no longer has. */
  deactivateRepo: (repo: Repo) => Promise<void>;
  /** Returns false if part of it failed and may succeed when the event is sent again. */
  receiveForgeEvent: (event: ForgeEvent) => Promise<boolean>;
  /** Creates a repository in the git hosting of this server, unless it exists. */
  addHostedRepo: (owner: User, namespace: string, name: string) => Promise<void>;
  listKnownRunners: () => Promise<KnownRunner[]>;
  /** Runners that asked this server for work. */
  listRunnersHere: () => SeenRunner[];
  /** The runner calls for a runner in this process, whose claims carry this id. */
  openRunnerApi: (runner: string) => RunnerApi;
  /** Known runners, among them those that carry one of these stages out. */
  runnersFor: (open: readonly Stage[]) => KnownRunner[];
  /** Returns a stage that fits for the runner to claim, or when to ask again. */
  offerStage: (filter: StageFilter) => Promise<{ stage?: Stage; lookAgainMs?: number }>;
  /** Returns undefined if another runner was quicker, or the stage is held back. */
  claimStage: (
    stageId: number,
    claim: { machine: string; runner: string },
  ) => Promise<Stage | undefined>;
  explainWaiting: (
    stages: readonly Stage[],
    maxAgeMs?: number,
  ) => Promise<Map<number, StageWaiting>>;
  /** Unfinished stages of all builds, oldest first, and why they wait, by their ids. */
  listWaiting: () => Promise<{ open: Stage[]; waiting: Map<number, StageWaiting> }>;
  /** Returns the lines that are new. */
  appendLog: (stepId: number, lines: readonly Line[]) => Promise<StoredLine[]>;
  replaceLog: (stepId: number, lines: readonly Line[]) => Promise<void>;
  /** Number after the last line. */
  findLogEnd: (stepId: number) => Promise<number>;
  /** Some of the lines after `pos`; empty if there are none yet. */
  readLogAfter: (stepId: number, pos: number) => Promise<StoredLine[]>;
  /** Whether no line will be added. */
  isLogOver: (stepId: number) => Promise<boolean>;
  takeSummary: TakeFile;
  takeArtifact: TakeFile;
  takeTestReport: (
    stepId: number,
    path: string,
    content: AsyncIterable<Uint8Array>,
  ) => Promise<void>;
  countArtifacts: (stepIds: readonly number[]) => Promise<number>;
  /** Counts the test results of steps; undefined if there are none. */
  countTestResults: (stepIds: readonly number[]) => Promise<BuildJson['tests']>;
  setCard: (stepId: number, card: Card) => Promise<void>;
  /** The secrets that a build of this event may use, with those of its pipeline file. */
  findStageSecrets: (
    repo: Pick<Repo, 'id' | 'slug' | 'namespace' | 'forge' | 'uid'>,
    event: BuildEvent,
    config: string,
  ) => Promise<StageDetails['secrets']>;
  /** Whether a pipeline file has a signature that was made for the repository. */
  isSigned: (repo: Repo, config: string) => boolean;
  /** Turns what a repository holds into pipeline YAML; throws an `AppError` with the reason if it cannot. */
  convertConfig: (repo: Repo, request: BuildRequest, text: string) => Promise<string>;
}

/** Returns ports without answers. Asking one that no feature answers is a mistake in the list of features. */
export function createPorts(): Ports {
  return new Proxy({} as Ports, {
    get(answers, name: keyof Ports & string) {
      const answer = answers[name];
      if (!answer) throw new Error(`No feature answers ${name}`);
      return answer;
    },
  });
}
