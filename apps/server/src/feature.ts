import type { FastifyInstance } from 'fastify';
import type { Core } from './core.ts';
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

/** One thing that the server can do. Every part is optional. */
export interface Feature {
  /** Answers to questions of other features. */
  ports?: Partial<Ports>;
  addRoutes?: (routing: Routing) => void | Promise<void>;
  /** Recovers from a crash. Called before the server listens. */
  prepare?: () => Promise<void>;
  /** Called when the server listens. */
  start?: () => Promise<void>;
  /** Work in the background, by name, which one of several servers does. Null if this server needs none. */
  jobs?: Readonly<Record<string, Loop | null>>;
  /** Frees what the feature holds, after its jobs and calls have ended. */
  stop?: () => Promise<void>;
}

/** Creates a feature. It may ask `ports` only later: the features that answer may not exist yet. */
export type CreateFeature = (core: Core, ports: Ports) => Feature;
