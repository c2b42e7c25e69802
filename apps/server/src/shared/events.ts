import { EventEmitter } from 'node:events';

/** What happened, published after it is durable. Listeners read the rest from the database. */
interface EventMap {
  buildChanged: [{ repoId: number; buildId: number }];
  /** The build can no longer change: runners stop their work on it. */
  buildEnded: [{ buildId: number }];
  /** There may be something new to hand out: a stage is ready, or another that held it back is not. */
  stageQueued: [];
  logGrown: [{ stepId: number }];
  logEnded: [{ stepId: number }];
  /** What an account may see, or who may see a repository, may be less than before. */
  accessChanged: [AccessChange];
  /** A job is due at another time than before. */
  cronsChanged: [];
}

/** Whom a change of access concerns: an account, a repository, or both where both are named. */
export interface AccessChange {
  userId?: number;
  repoId?: number;
}

export type Events = EventEmitter<EventMap>;

export function createEvents(): Events {
  return new EventEmitter<EventMap>().setMaxListeners(0);
}
