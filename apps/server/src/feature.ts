import type { Holdings } from '@millrace/contract/api';
import type { FastifyInstance } from 'fastify';
import type { BuildData } from './builds/build-data.ts';
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
  /** Routes outside of the API. */
  app: FastifyInstance;
  downloads: Downloads;
  streams: OpenStreams;
  /** Null if the UI has not been built. */
  web: WebFiles | null;
}

/** Data of a feature that belongs to a namespace, which is the name of an account or organization. */
interface NamespaceData {
  /** Lists the names of the data, for the admin who deletes the account. */
  list: (db: Db, namespace: string) => Promise<Partial<Holdings>>;
  /**
   * Moves the data to another namespace. Names that exist there are not moved. Undefined if the data moves
   * with its repository.
   */
  move?: (trx: Db, from: string, to: string) => Promise<void>;
  /** Deletes the data. Undefined if it is deleted with its repository. */
  delete?: (trx: Db, namespace: string) => Promise<void>;
}

/** One ability of the server. Every part is optional. */
export interface Feature {
  /** Tables that only this feature writes. */
  owns?: readonly TableName[];
  /** Functions that other features call. */
  ports?: Partial<Ports>;
  addRoutes?: (routing: Routing) => void | Promise<void>;
  /** Recovers from a crash. Called before the server listens. */
  prepare?: () => Promise<void>;
  /** Called when the server listens. */
  start?: () => Promise<void>;
  /** Background work by name, done by one of several servers. Null if this server needs none. */
  jobs?: Readonly<Record<string, Loop | null>>;
  namespaceData?: NamespaceData;
  buildData?: BuildData;
  /** Re-encrypts all values of the feature with a new key. */
  reencrypt?: Reencrypt;
  /** Releases the resources of the feature, after its jobs and calls have ended. */
  stop?: () => Promise<void>;
}

/** Creates a feature. It must not call `ports` yet, because other features may not exist. */
export type CreateFeature = (core: Core, ports: Ports) => Feature;
