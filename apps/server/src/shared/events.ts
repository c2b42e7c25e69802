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
  /** A job is due at another time than before. */
  cronsChanged: [];
}

export type Events = EventEmitter<EventMap>;

export function createEvents(): Events {
  return new EventEmitter<EventMap>().setMaxListeners(0);
}
