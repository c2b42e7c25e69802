import { EventEmitter } from 'node:events';
import type { Status } from '@millrace/contract/vocabulary';

/** A change of a build, its stages or its steps, as it was committed. */
export interface BuildChanged {
  /** Grows from change to change, over all builds: who knows one can ask what came after it. */
  id: number;
  repoId: number;
  buildId: number;
  version: number;
  status: Status;
  /** Steps that ended with it. */
  endedSteps: number[];
  /** There may be something new to hand out. */
  freesQueue: boolean;
}

/** Whom a change of access concerns: an account, a repository, or both where both are named. */
export interface AccessChange {
  userId?: number;
  repoId?: number;
}

/** Events, by name. */
export interface Topics {
  buildChanged: BuildChanged;
  /** It went with its repository before it was over. */
  buildDeleted: { buildId: number };
  /** A log has new lines. They are included if the publisher has them. */
  logGrown: { stepId: number; lines?: { pos: number; json: string }[] };
  /** A step's log has other lines than before, or none. */
  logRewritten: { stepId: number };
  /** The permissions of an account, or the visibility of a repository, may be reduced. */
  accessChanged: AccessChange;
  /** There may be something to hand out for another reason than a build. */
  queueChanged: Record<string, never>;
  /** A job is due at another time than before. */
  cronsChanged: Record<string, never>;
  /** A job was stored that is due now. */
  jobAdded: Record<string, never>;
  /** Events of other servers may have been missed: subscribers must refresh. `newest` is the last change. */
  newsMissed: { newest: number };
}

/** Says to other servers what is published here. */
export type SayToOthers = <Topic extends keyof Topics>(
  topic: Topic,
  message: Topics[Topic],
) => void;

/**
 * Publishes committed changes to all subscribers. Messages are plain data with all that a subscriber needs,
 * so that they can come from another process too. Those of one build stay in order.
 */
export class Bus {
  private readonly emitter = new EventEmitter().setMaxListeners(0);
  private sayToOthers: SayToOthers = () => {};

  /** From now on others hear it too. */
  connect(sayToOthers: SayToOthers): void {
    this.sayToOthers = sayToOthers;
  }

  publish<Topic extends keyof Topics>(topic: Topic, message: Topics[Topic]): void {
    this.publishHere(topic, message);
    this.sayToOthers(topic, message);
  }

  /** Publishes an event on this server only, such as one received from another server. */
  publishHere<Topic extends keyof Topics>(topic: Topic, message: Topics[Topic]): void {
    this.emitter.emit(topic, message);
  }

  /** Ends with the function that comes back. */
  subscribe<Topic extends keyof Topics>(
    topic: Topic,
    listener: (message: Topics[Topic]) => void,
  ): () => void {
    this.emitter.on(topic, listener);
    return () => this.emitter.off(topic, listener);
  }

  /** Called when any of these happened, whatever is said of it. */
  subscribeToAny(topics: readonly (keyof Topics)[], listener: () => void): () => void {
    const endings = topics.map((topic) => this.subscribe(topic, () => listener()));
    return () => {
      for (const end of endings) end();
    };
  }

  countSubscribers(topic: keyof Topics): number {
    return this.emitter.listenerCount(topic);
  }
}
