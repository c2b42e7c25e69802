import type { Account, Repository, Role } from '../fake/world.ts';
import type { GithubDeliveries } from './deliveries.ts';
import type { Json, PublishedApi } from './published-api.ts';
import type { Shapes } from './shapes.ts';
import type { GithubWorld } from './world.ts';

/** State from which calls are answered. */
export interface FakeDeps {
  world: GithubWorld;
  published: PublishedApi;
  shapes: Shapes;
  deliveries: GithubDeliveries;
}

/** A call of somebody who is known. */
export interface Call {
  account: Account;
  params: Record<string, string>;
  query: Record<string, string>;
  body: Json;
  accept: string;
  /** The repository of the path; refuses who may not do so much in it. */
  repository(least: Role): Repository;
}

/** A list is answered page by page. */
interface Result {
  status?: number;
  body?: unknown;
  list?: unknown[];
  type?: string;
}

/** Handlers by published method and path. */
export type Calls = Record<string, (call: Call) => Result>;
