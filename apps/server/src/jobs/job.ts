import type { z } from 'zod/mini';
import type { Db } from '../db/database.ts';
import type { Topics } from '../shared/bus.ts';
import type { RetryLaterError } from '../shared/errors.ts';

/** A stored job. */
export interface Job<Payload> {
  id: number;
  /** Identifies the job within its kind. */
  key: string;
  /** Jobs of one place run one after the other: the id of a repository. */
  place: number;
  payload: Payload;
  /** When it was added, in Unix seconds. */
  since: number;
  /** When it is due, in Unix seconds. */
  due: number;
  /** Failed attempts. */
  tries: number;
  /** Later jobs of its place may overtake it. */
  isAside: boolean;
  /** Grows each time that the job is added again. */
  revision: number;
}

export type NewJob<Payload> = Pick<Job<Payload>, 'key' | 'place' | 'payload'>;

export interface JobContext {
  stopped: AbortSignal;
  /** Ends the job in a transaction. Returns false if it has already ended. */
  finishIn: (trx: Db) => Promise<boolean>;
}

/** A kind of jobs: what they contain, and how they are done. */
export interface JobKind<Payload> {
  name: string;
  /** Reads a payload that another version of the server may have stored. */
  payload: z.ZodMiniType<Payload>;
  /**
   * Does the job. A `RetryLaterError` repeats it after a growing pause; after any other error it has failed.
   */
  run: (job: Job<Payload>, context: JobContext) => Promise<void>;
  /** A job that is still retried after this time has failed. */
  giveUpSec: number;
  /**
   * Picks the next job of a place, oldest first. Without it, a job that waits does not hold back the others of
   * its place.
   */
  pickNext?: (open: readonly Job<Payload>[], nowSec: number) => Job<Payload> | undefined;
  /**
   * Adds jobs that follow from other data, before due ones are listed. Returns when it must be called again, in
   * Unix seconds.
   */
  collect?: (nowSec: number) => Promise<number | undefined>;
  /** Events after which there may be jobs to collect. */
  collectOn?: readonly (keyof Topics)[];
  /** Whether later jobs of the place may overtake a job that is retried after this error. */
  letsOthersOvertake?: (error: RetryLaterError) => boolean;
  /** Called when a job has failed, with its payload as stored. */
  onFailed?: (job: Job<string>) => Promise<void>;
}
