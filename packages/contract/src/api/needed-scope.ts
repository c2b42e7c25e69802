import type { TokenScope } from '../vocabulary.ts';
import type { Access, Endpoint } from './endpoint.ts';

const scopeOfAccess: Partial<Record<Access, TokenScope>> = {
  write: 'write',
  admin: 'admin',
  owner: 'admin',
  system: 'admin',
  monitor: 'admin',
};

/** Parts of a call that decide about its scope. */
export type ScopedEndpoint = Pick<Endpoint, 'method' | 'access' | 'accessToken' | 'forAuditors'>;

/**
 * Returns the scope that an access token needs for a call: `none` if no access token is accepted, undefined if
 * the call needs no account.
 */
export function neededScope({
  method,
  access,
  accessToken,
}: ScopedEndpoint): TokenScope | 'none' | undefined {
  if (access === 'guest' || access === 'runner') return undefined;
  return accessToken ?? scopeOfAccess[access] ?? (method === 'GET' ? 'read' : 'write');
}

/** Returns whether auditors, and access tokens of the scope `audit`, may make a call. */
export function isForAuditors({
  method,
  access,
  accessToken,
  forAuditors,
}: ScopedEndpoint): boolean {
  if (method !== 'GET' || accessToken === 'none') return false;
  return access === 'system' || access === 'monitor' || forAuditors === true;
}
