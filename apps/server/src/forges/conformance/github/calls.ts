import type { Json } from './published-api.ts';
import type { Account, Repository, Role } from './world.ts';

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
export interface Result {
  status?: number;
  body?: unknown;
  list?: unknown[];
  type?: string;
}

/** What is done for each call, by method and path as they are published. */
export type Calls = Record<string, (call: Call) => Result>;
