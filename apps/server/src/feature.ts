import type { FastifyInstance } from 'fastify';
import type { Loop } from './cluster/background-work.ts';
import type { Core } from './core.ts';
import type { ApiRoutes } from './http/api-routes.ts';
import type { Downloads } from './http/downloads.ts';
import type { OpenStreams } from './http/open-streams.ts';
import type { Ports } from './ports.ts';

/** Routers to which a feature adds its calls. */
export interface Routing {
  /** Calls of the contract, with their access checks. */
  api: ApiRoutes;
  /** Addresses beside the API. */
  app: FastifyInstance;
  downloads: Downloads;
  streams: OpenStreams;
}

/** One thing that the server can do. Every part is optional. */
export interface Feature {
  /** Answers to questions of other features. */
  ports?: Partial<Ports>;
  addRoutes?: (routing: Routing) => void;
  /** Work in the background, which one of several servers does. */
  jobs?: readonly Loop[];
  /** Frees what the feature holds, after its jobs and calls have ended. */
  stop?: () => Promise<void>;
}

/** Creates a feature. It may ask `ports` only later: the features that answer may not exist yet. */
export type CreateFeature = (core: Core, ports: Ports) => Feature;
