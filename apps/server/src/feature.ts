import type { Holdings } from '@millrace/contract/api';
import type { FastifyInstance } from 'fastify';
import type { Core } from './core.ts';
import type { Db, TableName } from './db/database.ts';
import type { Reencrypt } from './db/reencrypt.ts';
import type { ApiRoutes } from './http/api-routes.ts';
import type { Downloads } from './http/downloads.ts';
import type { OpenStreams } from './http/open-streams.ts';
import type { WebFiles } from './http/web-files.ts';
import type { Loop } from './jobs/loop.ts';
import type { Ports } from './ports.ts';

/** Routers to which a feature adds its calls. */
export interface Routing {
  /** Calls of the contract, with their access checks. */
  api: ApiRoutes;
  /** Addresses beside the API. */
  app: FastifyInstance;
  downloads: Downloads;
  streams: OpenStreams;
  /** Null if the interface has not been built. */
  web: WebFiles | null;
}

/** Data of a feature that belongs to a namespace, which is the name of an account or organization. */
interface NamespaceData {
  /** Lists it for the person who deletes the account. */
  list: (db: Db, namespace: string) => Promise<Partial<Holdings>>;
  /** Moves it to another namespace, unless its name is taken there. Absent if it moves with its repository. */
  move?: (trx: Db, from: string, to: string) => Promise<void>;
  /** Deletes it. Absent if it is deleted with its repository. */
  delete?: (trx: Db, namespace: string) => Promise<void>;
}

/** One thing that the server can do. Every part is optional. */
export interface Feature {
  /** Tables that only this feature writes. */
  owns?: readonly TableName[];
  /** Answers to questions of other features. */
  ports?: Partial<Ports>;
  addRoutes?: (routing: Routing) => void | Promise<void>;
  /** Recovers from a crash. Called before the server listens. */
  prepare?: () => Promise<void>;
  /** Called when the server listens. */
  start?: () => Promise<void>;
  /** Work in the background, by name, which one of several servers does. Null if this server needs none. */
  jobs?: Readonly<Record<string, Loop | null>>;
  namespaceData?: NamespaceData;
  /** Encrypts all values of the feature with another key. */
  reencrypt?: Reencrypt;
  /** Frees what the feature holds, after its jobs and calls have ended. */
  stop?: () => Promise<void>;
}

/** Creates a feature. It may ask `ports` only later: the features that answer may not exist yet. */
export type CreateFeature = (core: Core, ports: Ports) => Feature;
