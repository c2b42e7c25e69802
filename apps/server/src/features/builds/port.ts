import type { Build, Reader } from '@millrace/build-rules';
import type { FailureHistory, PipelineChangeResult } from '@millrace/contract/api';
import type { BuildRequest } from '../../builds/build-request.ts';
import type { Cron } from '../../domain/cron.ts';
import type { Repo } from '../../domain/repo.ts';
import type { User } from '../../domain/user.ts';
import type { ForgeEvent } from '../../forges/forge.ts';
import { Port } from '../../port.ts';

/** Age of an event since its delivery. */
export interface EventAge {
  /** True if the delivery is so recent that the forge may not know its commit on all of its servers. */
  isEarly: boolean;
  /** True if the delivery has waited too long for the forge, so that the build starts without missing data. */
  isOverdue: boolean;
}

/** Result of handling an event of a forge. */
export interface ReceivedEvent {
  /** False if part of it failed and may succeed when the event is sent again. */
  isDone: boolean;
  /** Whether a push created builds. */
  hasBuilds: boolean;
}

/** Builds that other features start, compare and explain. */
export interface BuildsPort {
  /** Returns null if the settings of the repository or the triggers of its pipelines exclude the event. */
  createBuild: (repo: Repo, request: BuildRequest) => Promise<Build | null>;
  /** Compares the latest builds before a build with what they would have run under its pipeline file. */
  backTestBuild: (repo: Repo, build: Build) => Promise<PipelineChangeResult>;
  readFailureHistory: (repo: Repo, build: Build) => Promise<FailureHistory>;
  /** Reruns the failed stages of a finished build. Throws an `AppError` if that is not possible. */
  restartFailed: (repo: Repo, person: Pick<User, 'login'>, build: number) => Promise<Build>;
  /** Handles an event of the forge: creates builds, cancels those of closed pull requests, and updates repositories. */
  receiveForgeEvent: (event: ForgeEvent, age?: EventAge) => Promise<ReceivedEvent>;
  /**
   * Starts the build of a cron job.
   *
   * @param by login of the person who asked for it, or `@cron` if the time has come, and the reader of its files
   * @param once prevents a second build of the same run
   */
  startCronBuild: (
    repo: Repo,
    cron: Cron,
    by: { sender: string; reader: Reader; isByAdmin: boolean },
    once?: Pick<BuildRequest, 'claim' | 'delivery'>,
  ) => Promise<Build | null>;
}

export const buildsPort = new Port<BuildsPort>('builds');
