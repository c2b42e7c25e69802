import type { StoreFile } from '@millrace/build-host/files/step-file';
import type { CallOf } from '@millrace/build-host/runner-calls/runner-call';
import type { Build, KnownRunner, SkippedEvent, Stage, Step } from '@millrace/build-rules';
import type {
  Build as BuildJson,
  FailureCauseOfStep,
  Line,
  NewSecret,
  PageConfig,
  PipelineChangeResult,
  Replay,
  SystemStatus,
  TestOfBuild,
} from '@millrace/contract/api';
import type { RetentionName } from '@millrace/contract/retention';
import type {
  FileContent,
  RunnerCallName,
  RunnerCallResult,
  RunnerCallTable,
  StageDetails,
} from '@millrace/contract/runner';
import type { UploadKind } from '@millrace/contract/step-files';
import type { StepOutput } from '@millrace/contract/step-outputs';
import type { BuildData } from './builds/build-data.ts';
import type { BuildRequest } from './builds/build-request.ts';
import type { FileHandler } from './builds/file-handlers.ts';
import type { CountOfBuild, ExplainWaiting } from './builds/read/build-read-model.ts';
import type { SecretSource } from './builds/secret-source.ts';
import type { SeenRunner } from './cluster/seen-runner.ts';
import type { Db } from './db/database.ts';
import type { NamespaceData } from './db/namespace-data.ts';
import type { ObserveChange } from './db/observe-change.ts';
import type { Owner } from './db/owner.ts';
import type { Applicant } from './domain/applicant.ts';
import type { FailedTest } from './domain/causes/fingerprint.ts';
import type { Cron } from './domain/cron.ts';
import type { GroupSource } from './domain/external-person.ts';
import type { OwnerLimits } from './domain/owner-limits.ts';
import type { Person, PersonData } from './domain/person.ts';
import type { ProtectedRefs } from './domain/protected-build.ts';
import type { Repo } from './domain/repo.ts';
import type { OwnLimit } from './domain/retention.ts';
import type { SecondFactorChecks } from './domain/second-factor.ts';
import type { AccessEnd, User, Viewer } from './domain/user.ts';

type AgedData = SystemStatus['aged'][number];

/** A stage that a runner is about to run. */
export interface StageOfBuild {
  repo: Repo;
  build: BuildJson;
  /** Text of the pipeline file. */
  config: string;
  stage: Pick<Stage, 'id' | 'name' | 'type' | 'runner' | 'attempt'>;
}

export type StageInputs = Partial<
  Pick<
    StageDetails,
    | 'secrets'
    | 'withheldSecrets'
    | 'variables'
    | 'outputs'
    | 'matrixOutputs'
    | 'registries'
    | 'keepsFailed'
    | 'pauseBefore'
    | 'replayFilesBytes'
    | 'pushes'
    | 'pushRefusal'
  >
>;

/** Names of the calls about a step, except those that belong to every step. */
export type StepCallName = Exclude<
  {
    [Name in RunnerCallName]: CallOf<Name>['params'] extends { step: number } ? Name : never;
  }[RunnerCallName],
  'updateStep' | 'appendLogs' | 'replaceLogs' | 'sendFile'
>;

type StepCallHandlers = {
  [Name in StepCallName]?: (
    step: Step,
    call: CallOf<Name>,
  ) => Promise<RunnerCallResult<RunnerCallTable[Name]>>;
};

/** Whether something was kept by one of these runner processes. */
export type IsOfKeeper = (keeper: { runner: string; machine: string }) => boolean;

/** Stores data of another server. Functions with a result return false if the name is used. */
export interface Imports {
  secret: (owner: Owner, secret: NewSecret) => Promise<boolean>;
  template: (template: {
    namespace: string;
    name: string;
    data: string;
    created: number;
    updated: number;
  }) => Promise<boolean>;
  cron: (cron: Omit<Cron, 'id'>) => Promise<boolean>;
  /** Stores the logs of finished steps, by step. */
  logs: (trx: Db, logs: ReadonlyMap<number, readonly Line[]>) => Promise<void>;
  /** Stores the data of a card, as JSON. */
  card: (trx: Db, stepId: number, data: string) => Promise<void>;
  /** Stores the key that a repository had on a Drone server. */
  repoKey: (trx: Db, repoId: number, key: string) => Promise<void>;
}

/** Stores a limit of repositories; undefined for that of the server. */
export interface OwnRetentionLimit {
  find: (repoId: number) => Promise<OwnLimit | undefined>;
  put: (trx: Db, repoId: number, limit: OwnLimit | undefined) => Promise<void>;
}

interface AccessTokens {
  /** Returns the account of a token, limited to the scope of the token. */
  find: (token: string) => Promise<Viewer | undefined>;
  /** Returns an account with the limits of one of its tokens; undefined if the token is no longer valid. */
  limit: (user: User, tokenId: number) => Promise<Viewer | undefined>;
}

type OpenStepFile = (stepId: number, path: string) => Promise<FileContent | undefined>;

/**
 * Parts that features give to moments of other features, which collect them. Without the feature that gives a part, the
 * moment lacks it, and the rest works.
 */
export interface Contributions {
  /** Handles pipeline files on their way from a commit to a build. */
  pipelineFile: FileHandler;
  /** Services outside of the server that have secrets. */
  secretSources: SecretSource;
  /**
   * Reads what a stage gets when it starts. It may ask services outside of the server.
   *
   * @throws ServiceError if such a service fails
   * @throws StageRefusal if the stage may not run
   */
  stageInputs: (stage: StageOfBuild) => Promise<StageInputs>;
  /**
   * Handles calls of runners about a step that the caller has claimed, while the step is running, or also after its end.
   */
  stepCalls: { whileRunning?: StepCallHandlers; afterEnd?: StepCallHandlers };
  /** Stores uploads of steps, by their kind. */
  stepFiles: Partial<Record<UploadKind, StoreFile>>;
  /** Returns whether failed steps of a build are kept, before which a build can also pause. */
  keepsFailedSteps: (repo: Pick<Repo, 'id' | 'slug'>, sourceRepo: string) => Promise<boolean>;
  /** Lists the ids of unfinished stages that wait until a person releases a step. */
  pausedStages: () => Promise<readonly number[]>;
  /** Ends what runner processes have kept that are gone. */
  onRunnersGone: (isGone: IsOfKeeper) => Promise<void>;
  /** Ends what was open at runners that have restarted with the same id, and that continue their stages. */
  onRunnersRestarted: (hasRestarted: IsOfKeeper) => Promise<void>;
  /** Measures a part of the stored bytes of a repository. */
  repoSizes: Partial<
    Record<
      'logs' | 'artifacts' | 'caches',
      (repoId: number, stopped: AbortSignal) => Promise<number>
    >
  >;
  /** Lists the outputs of some stages, by their ids. */
  stageOutputs: (stageIds: readonly number[]) => Promise<ReadonlyMap<number, StepOutput[]>>;
  /** Reads what a replay of a build needs besides its file. */
  replayParts: (
    build: BuildJson,
  ) => Promise<Partial<Pick<Replay, 'outputs' | 'lookups' | 'deleted_artifacts'>>>;
  /** Lists failed tests of a step, with their messages. */
  failedTests: (stepId: number) => Promise<readonly FailedTest[]>;
  /** Lists tests that failed in a build, but not in the preceding one. */
  newFailingTests: (repo: Repo, build: number, limit: number) => Promise<readonly TestOfBuild[]>;
  /** Lists the causes of failed steps of a build, as far as the viewer may read their repositories. */
  buildCauses: (
    build: Pick<Build, 'id' | 'repoId'>,
    viewer: Viewer | null,
  ) => Promise<readonly FailureCauseOfStep[]>;
  /** Returns whether a failed step has the recognized cause of another one; undefined if the causes are unknown. */
  isSameCause: (
    stepId: number,
    knownStepId: number,
    stopped: AbortSignal,
  ) => Promise<boolean | undefined>;
  explainWaiting: ExplainWaiting;
  buildCounts: CountOfBuild;
  /** Data of builds that retention can delete. */
  buildData: BuildData;
  /** Data beside builds that the feature deletes by its age. */
  agedData: Pick<AgedData, 'content' | 'days'> & {
    measure: () => Promise<Pick<AgedData, 'count' | 'bytes'>>;
  };
  /** Stores uploads that are no artifacts, but count and expire like these. */
  storedFiles: { store: StoreFile; open: OpenStepFile };
  /** Limits of retention that a feature stores beside limits of its own. */
  ownRetention: Partial<Record<RetentionName, OwnRetentionLimit>>;
  /** Stores data of another server. */
  imports: Partial<Imports>;
  /** Learns that an event of the forge has started no build. */
  onSkipped: (repo: Repo, request: BuildRequest, event: SkippedEvent) => Promise<void>;
  /** Learns how earlier builds run under the pipeline file that a build changes. */
  onFileChange: (build: Build, result: PipelineChangeResult) => Promise<void>;
  /** Learns about a run of a cron job that started no build. It may be repeated. */
  onCronFailed: (repo: Repo, cron: Cron, due: number) => Promise<void>;
  /**
   * Decides about a sign-in or a new account. Returns whether it becomes a system admin; undefined for no decision.
   *
   * @throws AppError (403) if the person is refused
   * @throws ServiceError if a service outside of the server fails
   */
  admitAccount: (applicant: Applicant) => Promise<boolean | undefined>;
  /**
   * Asks the forge whether it still accepts an account.
   *
   * @throws AppError if it does not; the access of the account has then been revoked
   */
  checkAccount: (user: Pick<User, 'id'>) => Promise<void>;
  /** Learns that a person has signed in. */
  onSignedIn: (user: User) => void;
  /** Learns that an account calls the server. */
  onPersonSeen: (user: User) => void;
  /** Ends what an account has open, because the forge no longer accepts it. */
  onAccessEnded: (userId: number, end: AccessEnd) => Promise<void>;
  /** Checks the second factor of accounts with a password. */
  secondFactor: SecondFactorChecks;
  /** Finds accounts by credentials other than their own token. */
  accessTokens: AccessTokens;
  /** Records a change of an account. */
  onUserChange: ObserveChange<User>;
  /** Records a change of a repository. */
  onRepoChange: ObserveChange<Repo>;
  /** Lists connected runners, including those that run one of these stages. */
  connectedRunners: (open: readonly Stage[]) => Promise<KnownRunner[]>;
  /** Lists runners that called this server. */
  localRunners: () => SeenRunner[];
  /** Returns whether builds of a repository may read another one. */
  mayBuildsRead: (repoId: number, otherId: number) => Promise<boolean>;
  /**
   * Refuses changes while the server is read-only.
   *
   * @throws ReadOnlyError
   */
  refuseChanges: () => Promise<void>;
  /** Reads facts that a page contains when it is loaded. */
  pageFacts: () => Promise<Partial<PageConfig>>;
  /** Lists the branches and tags that repositories protect besides their default branches, by their ids. */
  listProtectedRefs: (
    db: Db,
    repoIds: readonly number[],
  ) => Promise<ReadonlyMap<number, ProtectedRefs>>;
  /** Reads the limits of owners: organizations and people. */
  ownerLimits: (db: Db) => Promise<OwnerLimits>;
  /** Returns the stored bytes of all repositories of an owner, as last measured. */
  storedBytes: (namespace: string) => Promise<number>;
  /**
   * Refuses to store more in a repository.
   *
   * @throws AppError (413) if the limit of its owner is reached
   */
  refuseStorage: (repoId: number) => Promise<void>;
  /** Returns the rank of a new build in the queue; undefined for no decision. */
  buildPriority: (
    repo: Pick<Repo, 'id'>,
    request: Pick<BuildRequest, 'event' | 'ref' | 'target'>,
  ) => Promise<number | undefined>;
  /** Links of all pages to those that a feature serves. */
  pageLinks: { documentation?: string; apiReference?: string };
  /** Lists what is stored of a person, except secrets, hashes and content that others have written. */
  personData: (user: User) => PersonData;
  /** Replaces the names of a person whose account was deleted. Repeated after a crash. */
  forgetPerson: (person: Person) => Promise<void>;
  /** Data of namespaces. */
  namespaceData: NamespaceData;
  /** Learns of a new repository of an organization, in the transaction that stores it. */
  onOrganizationRepo: (trx: Db, repo: Repo) => Promise<void>;
  /** Lists the names of the teams that give accounts a role in a repository, by account. */
  repoTeams: (repo: Repo) => Promise<ReadonlyMap<number, string[]>>;
  /** Lists the names of groups whose members the server must know. */
  mappedGroups: () => Promise<readonly string[]>;
  /** Learns that groups were mapped. A provider that can report their members reports them soon. */
  onGroupsMapped: () => Promise<void>;
  /** Learns all groups of a person at a provider, as far as they matter here. */
  onGroupsReported: (
    user: Pick<User, 'id' | 'login'>,
    provider: GroupSource,
    groups: readonly string[],
  ) => Promise<void>;
}

/** The contributions of all features to each moment, in the order of the features. Complete before the first call. */
export type Contributed = {
  readonly [Moment in keyof Contributions]: readonly Contributions[Moment][];
};

type Collected = { [Moment in keyof Contributions]: Contributions[Moment][] };

/** Collects contributions, and adds those of each feature as it is created. */
export class ContributionList {
  private readonly collected: Collected = {
    pipelineFile: [],
    secretSources: [],
    stageInputs: [],
    stepCalls: [],
    stepFiles: [],
    keepsFailedSteps: [],
    pausedStages: [],
    onRunnersGone: [],
    onRunnersRestarted: [],
    repoSizes: [],
    stageOutputs: [],
    replayParts: [],
    failedTests: [],
    newFailingTests: [],
    buildCauses: [],
    isSameCause: [],
    explainWaiting: [],
    buildCounts: [],
    buildData: [],
    agedData: [],
    storedFiles: [],
    ownRetention: [],
    imports: [],
    onSkipped: [],
    onFileChange: [],
    onCronFailed: [],
    admitAccount: [],
    checkAccount: [],
    onSignedIn: [],
    onPersonSeen: [],
    onAccessEnded: [],
    secondFactor: [],
    accessTokens: [],
    onUserChange: [],
    onRepoChange: [],
    connectedRunners: [],
    localRunners: [],
    mayBuildsRead: [],
    refuseChanges: [],
    pageFacts: [],
    listProtectedRefs: [],
    ownerLimits: [],
    storedBytes: [],
    refuseStorage: [],
    buildPriority: [],
    pageLinks: [],
    personData: [],
    forgetPerson: [],
    namespaceData: [],
    onOrganizationRepo: [],
    repoTeams: [],
    mappedGroups: [],
    onGroupsMapped: [],
    onGroupsReported: [],
  };

  get all(): Contributed {
    return this.collected;
  }

  add(given: Partial<Contributions>): void {
    for (const moment of Object.keys(this.collected) as (keyof Contributions)[]) {
      this.addTo(moment, given);
    }
  }

  private addTo<Moment extends keyof Contributions>(
    moment: Moment,
    { [moment]: one }: Partial<Contributions>,
  ): void {
    if (one !== undefined) (this.collected[moment] as Contributions[Moment][]).push(one);
  }
}
