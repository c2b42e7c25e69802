import { EventEmitter } from 'node:events';
import type { TerminalInput } from '@millrace/contract/api';
import type { Status } from '@millrace/contract/vocabulary';
import { Measurements } from './measurements.ts';

/** A committed change of a build, its stages or its steps. */
export interface BuildChanged {
  /** Increases with each change of any build. A subscriber can request all changes after an id. */
  id: number;
  repoId: number;
  buildId: number;
  version: number;
  status: Status;
  /** Steps that finished in this change. */
  endedSteps: number[];
  /** There may be a stage for a waiting runner. */
  freesQueue: boolean;
}

/** Account or repository whose access changed, or the permission of one account in one repository. */
export interface AccessChange {
  userId?: number;
  repoId?: number;
}

/** Events, by name. */
export interface Topics {
  buildChanged: BuildChanged;
  /** An unfinished build was deleted with its repository. */
  buildDeleted: { buildId: number };
  /** A log has new lines. They are included if the publisher has them. */
  logGrown: { stepId: number; lines?: { pos: number; json: string }[] };
  /** The log of a step was replaced or deleted. */
  logRewritten: { stepId: number };
  /** The permissions of an account, or the visibility of a repository, may be reduced. */
  accessChanged: AccessChange;
  /** There may be a stage for a waiting runner, for another reason than a build. */
  queueChanged: Record<string, never>;
  /** A process of a runner has stopped. */
  runnerStopped: { runner: string };
  /** The credential of a runner was revoked. */
  runnerRevoked: { credentialId: number };
  /** The due time of a cron job changed. */
  cronsChanged: Record<string, never>;
  /** A job was stored that is due now. */
  jobAdded: Record<string, never>;
  /** A terminal in this kept step was opened or closed, or the step is released. */
  terminalOrdered: { keptId: number };
  /** A page sends input to a terminal. */
  terminalInput: { keptId: number; terminalId: number; input: TerminalInput };
  /** A runner has received the inputs of a terminal up to a number. */
  terminalReceived: { terminalId: number; number: number };
  /** A terminal has more output, which is included if it is short. */
  terminalGrown: { terminalId: number; output?: { position: number; data: string } };
  terminalEnded: { terminalId: number };
  /** Events of other servers may have been missed: subscribers must refresh. `newest` is the last change. */
  eventsMissed: { newest: number };
}

/** Sends an event to the other servers. */
export type SayToOthers = <Topic extends keyof Topics>(
  topic: Topic,
  message: Topics[Topic],
) => void;

/**
 * Publishes committed changes to all subscribers. Messages are plain data with everything that a subscriber
 * needs, because they may come from another process. Messages of one build are in order.
 */
export class Bus {
  private readonly emitter = new EventEmitter().setMaxListeners(0);
  private sayToOthers: SayToOthers = () => {};
  private readonly measurements: Measurements;

  constructor(measurements: Measurements = new Measurements()) {
    this.measurements = measurements;
  }

  /** Sends all further events to other servers too. */
  connect(sayToOthers: SayToOthers): void {
    this.sayToOthers = sayToOthers;
  }

  publish<Topic extends keyof Topics>(topic: Topic, message: Topics[Topic]): void {
    this.publishHere(topic, message);
    this.sayToOthers(topic, message);
  }

  /** Publishes an event on this server only, such as one received from another server. */
  publishHere<Topic extends keyof Topics>(topic: Topic, message: Topics[Topic]): void {
    const startedAtMs = performance.now();
    this.emitter.emit(topic, message);
    const seconds = (performance.now() - startedAtMs) / 1000;
    this.measurements.record('event', { topic, seconds });
  }

  /** Returns a function that unsubscribes. */
  subscribe<Topic extends keyof Topics>(
    topic: Topic,
    listener: (message: Topics[Topic]) => void,
  ): () => void {
    this.emitter.on(topic, listener);
    return () => this.emitter.off(topic, listener);
  }

  /** Calls the listener for each of these events. */
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
