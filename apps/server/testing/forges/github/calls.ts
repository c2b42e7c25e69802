import type { Account, Repository, Role } from '../fake/world.ts';
import type { GithubDeliveries } from './deliveries.ts';
import type { Json, PublishedApi } from './published-api.ts';
import type { Shapes } from './shapes.ts';
import type { GithubWorld } from './world.ts';

/** State used by the handlers. */
export interface FakeDeps {
  world: GithubWorld;
  published: PublishedApi;
  shapes: Shapes;
  deliveries: GithubDeliveries;
}

/** Authenticated API call. */
export interface Call {
  account: Account;
  params: Record<string, string>;
  query: Record<string, string>;
  body: Json;
  accept: string;
  /** Finds the repository in the path. Rejects accounts without the role `least`. */
  repository(least: Role): Repository;
}

/** Response to a call. A list is returned in pages. */
interface Result {
  status?: number;
  body?: unknown;
  list?: unknown[];
  type?: string;
}

/** Handlers by published method and path. */
export type Calls = Record<string, (call: Call) => Result>;
