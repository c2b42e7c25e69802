import type { FastifyInstance } from 'fastify';
import type { Contributed, Contributions } from './contributions.ts';
import type { Core } from './core.ts';
import type { TableName } from './db/database.ts';
import type { Reencrypt } from './db/reencrypt.ts';
import type { TableBound } from './db/table-bound.ts';
import type { ApiRoutes } from './http/api-routes.ts';
import type { Downloads } from './http/downloads.ts';
import type { OpenSockets } from './http/open-sockets.ts';
import type { OpenStreams } from './http/open-streams.ts';
import type { WebFiles } from './http/web-files.ts';
import type { Loop } from './jobs/loop.ts';
import type { Answered, Ask } from './port.ts';

/** Routers to which a feature adds its calls. */
export interface Routing {
  /** Calls of the contract, with their access checks. */
  api: ApiRoutes;
  /** Routes outside of the API. */
  app: FastifyInstance;
  downloads: Downloads;
  streams: OpenStreams;
  sockets: OpenSockets;
  /** Null if the UI has not been built. */
  web: WebFiles | null;
}

/** One ability of the server. Every part is optional, also what it gives to others. */
export interface Feature extends Partial<Contributions> {
  /** Tables that only this feature writes, with what limits their rows. */
  owns?: Readonly<Partial<Record<TableName, TableBound>>>;
  /** Answers to questions of other features. */
  port?: Answered;
  addRoutes?: (routing: Routing) => void | Promise<void>;
  /** Recovers from a crash, and loads what a call would wait for. Called before the server listens. */
  prepare?: () => Promise<void>;
  /** Called when the server listens. */
  start?: () => Promise<void>;
  /** Background work by name, done by one of several servers. Null if this server needs none. */
  jobs?: Readonly<Record<string, Loop | null>>;
  /** Re-encrypts all values of the feature with a new key. */
  reencrypt?: Reencrypt;
  /** Releases the resources of the feature, after its jobs and calls have ended. */
  stop?: () => Promise<void>;
}

/** Creates a feature. It must not ask others or use `contributed` yet, because other features may not exist. */
export type CreateFeature = (core: Core, ask: Ask, contributed: Contributed) => Feature;
