import type { RetryLaterError } from '@millrace/contract/api-errors';
import type { z } from 'zod/mini';
import type { Db } from '../db/database.ts';
import type { Topics } from '../shared/bus.ts';

/** A stored job. */
export interface Job<Payload> {
  id: number;
  /** Identifies the job within its kind. */
  key: string;
  /** Jobs of one place run one after another. Usually the id of a repository. */
  place: number;
  payload: Payload;
  /** Time at which the job was added, in Unix seconds. */
  since: number;
  /** Due time, in Unix seconds. */
  due: number;
  /** Failed attempts. */
  tries: number;
  /** True if later jobs of the same place may overtake this one. */
  isAside: boolean;
  /** Increases each time the job is added again. */
  revision: number;
}

export type NewJob<Payload> = Pick<Job<Payload>, 'key' | 'place' | 'payload'>;

export interface JobContext {
  stopped: AbortSignal;
  /** Finishes the job in a transaction. Returns false if it was already finished. */
  finishIn: (trx: Db) => Promise<boolean>;
}

/** A kind of jobs: its payload, and how to run it. */
export interface JobKind<Payload> {
  name: string;
  /** Parses a payload, which another version of the server may have stored. */
  payload: z.ZodMiniType<Payload>;
  /** Runs the job. After a `RetryLaterError` it is retried with backoff; after any other error it fails. */
  run: (job: Job<Payload>, context: JobContext) => Promise<void>;
  /** A job that is still retried after this time fails. */
  giveUpSec: number;
  /**
   * Picks the next job of a place, oldest first. Without it, a job that waits does not block the other jobs
   * of its place.
   */
  pickNext?: (open: readonly Job<Payload>[], nowSec: number) => Job<Payload> | undefined;
  /**
   * Adds jobs derived from other data, before due jobs are listed. Returns the time of the next call, in Unix
   * seconds.
   */
  collect?: (nowSec: number) => Promise<number | undefined>;
  /** Events after which there may be jobs to collect. */
  collectOn?: readonly (keyof Topics)[];
  /** Called when the jobs start to run. Another server may have run them before. */
  onRun?: () => void;
  /** Returns whether later jobs of the place may overtake a job that is retried after this error. */
  allowsOvertaking?: (error: RetryLaterError) => boolean;
  /** Called when a job has failed. Its payload is undefined if it cannot be parsed. */
  onFailed?: (job: Job<Payload | undefined>) => Promise<void>;
}
